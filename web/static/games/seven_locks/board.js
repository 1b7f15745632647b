// Schloss der 7 Schlösser as SVG: the round court with its seven towers, the bin in the middle,
// the keymaster on his way, and the keys, drawn as long as they are.

import { s, t } from "../../house/dom.js";

export const PLACES = 7;
export const KEYS = 8;
const RING = 146;
const WALK = 82;
const PAINT = {
  red: "#d0342c", orange: "#f08a1d", yellow: "#f2c61f", green: "#3f9a4d", turquoise: "#2fb5ae", blue: "#2f6fc4",
  violet: "#7d4bb0", pink: "#ea86b0", brown: "#8a5a35", white: "#f7f4ec", grey: "#9aa0a8", black: "#33363d",
};
export const COLOURS = Object.keys(PAINT);
const STEEL = "#b8bec8";

export const paint = (colour) => PAINT[colour] ?? STEEL;
export const keyName = (view, key) => {
  const colour = view.key_colours?.[key];
  const name = t("seven_locks.key", { number: key + 1 });
  return colour ? `${name} (${t(`seven_locks.colour.${colour}`)})` : name;
};

/** Where a place lies, as [x, y] at a distance from the middle; `turn` turns the picture. */
function spot(place, distance, turn) {
  const angle = ((place + turn) / PLACES) * 2 * Math.PI - Math.PI / 2;
  return [Math.round(Math.cos(angle) * distance), Math.round(Math.sin(angle) * distance)];
}

/** The court; `marks` = {turn, drops: Set, moves: Set, fresh: Set, onTower, houses}. */
export function drawCourt(view, marks) {
  const places = [...view.towers].sort((one, other) => spot(one.place, RING, marks.turn)[1] - spot(other.place, RING, marks.turn)[1]);
  return s("svg", { viewBox: "-208 -216 416 424", class: "court drawn" },
    ground(), walk(view, marks), bin(view), keymaster(view, marks), places.map((tower) => place(view, tower, marks)));
}

function ground() {
  return s("g", { "aria-hidden": "true" },
    s("circle", { r: 206, class: "moat" }),
    s("circle", { r: 197, class: "courtground" }),
    s("circle", { r: 108, class: "wall" }),
    s("circle", { r: 101, class: "cobbles" }),
    [20, 40, 60, 80].map((r) => s("circle", { r, class: "joint" })));
}

/** The keymaster's way: a stone before every tower, and an arrow for its direction. */
function walk(view, { turn }) {
  const stones = view.towers.map((tower) => {
    const [x, y] = spot(tower.place, WALK, turn);
    return s("circle", { cx: x, cy: y, r: 13, class: tower.stands ? "stone" : "stone gone" });
  });
  return s("g", { "aria-hidden": "true" }, stones,
    s("path", { d: "M-41-41A58 58 0 0 1 41-41", class: "wayarrow" }), s("path", { d: "M46-34L30-40L43-51Z", class: "wayhead" }));
}

function bin(view) {
  const said = t("seven_locks.bin", { count: view.bin });
  const pearls = [[-16, 4], [-5, 7], [7, 5], [17, 3], [-10, -2], [1, -1], [12, -3]].slice(0, Math.min(7, Math.ceil(view.bin / 8)));
  return s("g", { role: "img", "aria-label": said, class: "bin" },
    s("path", { d: "M-33-14H33L27 22H-27Z", class: "trough" }),
    s("path", { d: "M-33-14H33L31-4H-31Z", class: "troughtop" }),
    pearls.map(([x, y]) => pearl(x, y - 7, 6)),
    s("text", { y: 14, class: "bincount" }, `${view.bin}`),
    view.hand ? s("g", { transform: "translate(0 -30)" }, Array.from({ length: Math.min(view.hand, 3) }, (_, at) => pearl((at - (Math.min(view.hand, 3) - 1) / 2) * 15, 0, 6)), view.hand > 3 ? s("text", { x: 32, class: "inhand" }, `${view.hand}`) : null) : null);
}

export function pearl(x, y, r) {
  return s("g", { class: "pearl", transform: `translate(${x} ${y})` }, s("circle", { r }), s("circle", { cx: -r / 3, cy: -r / 3, r: r / 3, class: "shine" }));
}

function keymaster(view, { turn, houses }) {
  if (view.keymaster === null) return null;
  const [x, y] = spot(view.keymaster, WALK, turn);
  const [sideX, sideY] = spot(view.keymaster + 0.82, WALK, turn);
  const coats = view.joined.map((seat, at) => s("g", { transform: `translate(${sideX - at * 9} ${sideY + at * 5}) scale(.34)` }, coatShape(houses[seat])));
  return s("g", { class: "keymaster", role: "img", "aria-label": t("seven_locks.keymaster-at", { tower: view.keymaster + 1 }) }, coats,
    s("g", { transform: `translate(${x} ${y})` },
      s("path", { d: "M-13 13C-13-2-7-5 0-5S13-2 13 13Z", class: "cloak" }),
      s("circle", { cy: -10, r: 8, class: "head" }),
      s("path", { d: "M-9-14Q0-25 9-14Z", class: "cap" }),
      s("path", { d: "M7 1V10M7 6H10M7 9H10", class: "littlekey" }), s("circle", { cx: 7, cy: -1, r: 2.500, class: "littlekey" })));
}

// ---- towers -------------------------------------------------------------------------------

function place(view, tower, marks) {
  const [x, y] = spot(tower.place, RING, marks.turn);
  const drop = marks.drops.has(tower.place);
  const move = marks.moves.has(tower.place);
  const said = towerWords(view, tower);
  const act = () => marks.onTower(tower, said);
  const classes = ["tower", tower.stands ? "" : "gone", drop || move ? "goal" : "", marks.fresh.has(tower.place) ? "latest" : ""];
  return s("g", {
    transform: `translate(${x} ${y})`, class: classes.join(" ").trim(), tabindex: 0, role: "button", "aria-label": said, "data-tower": tower.place + 1,
    on: { click: act, keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } } },
  }, tower.stands ? standing(tower, { drop, move }) : stowed(view, tower));
}

export function towerWords(view, tower) {
  const name = t("seven_locks.tower", { number: tower.place + 1 });
  if (!tower.stands) return `${name}: ${t("seven_locks.opened-with", { key: tower.opened === null ? "?" : keyName(view, tower.opened) })}`;
  const tried = tower.tries.map(([key, outcome]) => `${keyName(view, key)} ${t(`seven_locks.outcome.${outcome}`)}`);
  return [`${name}: ${t("seven_locks.pearls", { count: tower.pearls })}`, ...tried].join(" · ");
}

function standing(tower, { drop, move }) {
  return [
    s("circle", { r: 44, cy: -4, class: "hit" }),
    drop || move ? s("ellipse", { cy: 36, rx: 41, ry: 15, class: "glow" }) : null,
    s("ellipse", { cy: 37, rx: 31, ry: 8, class: "shadow" }),
    s("path", { d: "M-24-14V37H24V-14Z", class: "stonewall" }),
    s("path", { d: "M-24 3H24M-24 20H24M-12-14V3M10-14V3M-2 3V20M16 3V20M-15 20V37M17 20V37", class: "joints" }),
    s("path", { d: "M-29-14V-26H-19V-21H-9V-26H9V-21H19V-26H29V-14Z", class: "battlement" }),
    s("path", { d: "M-19-24L0-54L19-24Z", class: "rooftop" }),
    s("path", { d: "M-2-33H2V-25H-2Z", class: "lockslot" }),
    s("path", { d: "M-9 37V24C-9 13 9 13 9 24V37Z", class: "portal" }),
    s("circle", { cy: -3, r: 10.500, class: "plate" }),
    s("text", { y: -3, class: "towernumber" }, `${tower.place + 1}`),
    s("g", { transform: "translate(26 27)" }, s("rect", { x: -13, y: -9, width: 31, height: 18, rx: 9, class: "countplate" }), pearl(-4, 0, 5.500), s("text", { x: 8, class: "count" }, `${tower.pearls}`)),
    tower.dropped ? s("g", { transform: "translate(-25 -34)" }, Array.from({ length: tower.dropped }, (_, at) => pearl(at * -9, 0, 5.500))) : null,
    drop ? s("g", { class: "hop", transform: "translate(0 -66)" }, pearl(0, 0, 8)) : null,
    move ? s("g", { class: "hop", transform: "translate(0 -66)" }, paws(0, 0, 1)) : null,
  ];
}

function stowed(view, tower) {
  const colour = tower.opened === null ? STEEL : paint(view.key_colours?.[tower.opened]);
  return [
    s("circle", { r: 34, class: "hit" }),
    s("ellipse", { cy: 12, rx: 30, ry: 17, class: "hollow" }),
    s("g", { transform: "translate(-4 12) rotate(-24) scale(.62)" }, keyShape(3, colour)),
    s("text", { y: -14, class: "gonenumber" }, `${tower.place + 1}`),
  ];
}

/** A paw for a step, as on the die. */
function paws(x, y, count) {
  return Array.from({ length: count }, (_, at) => s("g", { class: "paw", transform: `translate(${x + (at - (count - 1) / 2) * 17} ${y})` },
    s("ellipse", { cy: 3, rx: 5.500, ry: 4.500 }), s("circle", { cx: -5, cy: -3, r: 2.200 }), s("circle", { cy: -5.500, r: 2.200 }), s("circle", { cx: 5, cy: -3, r: 2.200 })));
}

// ---- keys ---------------------------------------------------------------------------------

const shaft = (key) => 26 + key * 9;

/** A key hanging from its bow; the bit with the notch sits where its length ends. */
function keyShape(key, colour) {
  const end = shaft(key);
  return s("g", { class: "keyshape", fill: colour },
    s("path", { d: `M-3.500 0H3.500V${end}H-3.500Z` }),
    s("path", { d: "M0-24A12 12 0 1 1 0 0A12 12 0 1 1 0-24ZM0-17A5 5 0 1 0 0-7A5 5 0 1 0 0-17Z", "fill-rule": "evenodd" }),
    s("path", { d: `M3.500 ${end - 15}H12V${end - 10}H8V${end - 6}H12V${end - 1}H3.500Z` }));
}

/** One key for a button: `key` counts from the shortest. */
export function drawKey(view, key) {
  return s("svg", { viewBox: "-16 -28 32 124", class: "keypicture", "aria-hidden": "true" }, keyShape(key, paint(view.key_colours?.[key])));
}

// ---- coats of arms ------------------------------------------------------------------------

const SHIELD = "M-24-28H24V0C24 18 10 26 0 31C-10 26-24 18-24 0Z";
const CHARGES = {
  house0: "M-24 8L0-14L24 8V22L0 0L-24 22Z",
  house1: "M-6-28H6V-8H24V4H6V29L0 31L-6 29V4H-24V-8H-6Z",
  house2: "M-24-28H-8L24 6C23 12 20 18 16 22L-24-14Z",
  house3: "M0-20L5-6H20L8 3L13 18L0 9L-13 18L-8 3L-20-6H-5Z",
};

export function coatShape(house) {
  return s("g", { class: house }, s("path", { d: SHIELD, class: "coatfield" }), s("path", { d: CHARGES[house], class: "charge" }));
}

export function coat(house, name = "") {
  return s("svg", { viewBox: "-26 -30 52 62", class: "arms", ...(name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" }) }, coatShape(house));
}

// ---- small pictures -------------------------------------------------------------------------

const picture = (...inside) => s("svg", { viewBox: "-50 -50 100 100", class: "eventicon", "aria-hidden": "true" }, inside);

/** A side of the die: pearls above, paws below. */
export function dieFace(pearls, steps) {
  const row = Array.from({ length: pearls }, (_, at) => pearl((at - (pearls - 1) / 2) * 24, -17, 9));
  return picture(s("rect", { x: -44, y: -44, width: 88, height: 88, rx: 18, class: "dieface" }), row, s("g", { transform: "translate(0 20) scale(1.500)" }, steps ? paws(0, 0, steps) : s("text", { y: 4, "text-anchor": "middle", "font-size": 18, "font-weight": 700, fill: "#4a3520" }, "?")));
}

/** What a tried key shows at the top of a tower. */
export function outcomePicture(outcome) {
  const notch = { fits: -18, long: -34, short: 4, fails: -18 }[outcome];
  const turned = outcome === "fits";
  return picture(
    s("path", { d: "M-26-10V46H26V-10Z", class: "stonewall" }),
    s("path", { d: "M-32-10V-22H-20V-17H-8V-22H8V-17H20V-22H32V-10Z", class: "battlement" }),
    s("g", { class: "keyshape", fill: "#e0b93f", transform: turned ? "translate(0 -30)" : `translate(0 ${notch - 14})` },
      s("path", { d: "M-3 0H3V46H-3Z" }), s("circle", { r: 10, cy: -6 }),
      turned ? s("path", { d: "M3 14H20V22H3Z" }) : s("path", { d: "M3 14H11V22H3Z" })),
    turned ? s("path", { d: "M26 24L36 34L48 10", class: "tick" }) : s("path", { d: "M28 14L46 32M46 14L28 32", class: "cross" }));
}

export function dropPicture() {
  return picture(s("path", { d: "M-22 46V0H22V46Z", class: "stonewall" }), s("path", { d: "M-28 0V-12H-16V-7H-5V-12H5V-7H16V-12H28V0Z", class: "battlement" }), pearl(0, -32, 12));
}

export function movePicture() {
  return picture(s("g", { transform: "scale(2.200)" }, s("path", { d: "M-13 16C-13 1-7-2 0-2S13 1 13 16Z", class: "cloak" }), s("circle", { cy: -7, r: 8, class: "head" }), s("path", { d: "M-9-11Q0-22 9-11Z", class: "cap" })));
}

export function keyPicture(view, key) {
  return picture(s("g", { transform: "translate(0 -14) rotate(35) scale(.9)" }, keyShape(key, paint(view?.key_colours?.[key]))));
}

export function coatPicture(house, struck = false) {
  return picture(s("g", { transform: "scale(1.300)" }, coatShape(house)), struck ? s("path", { d: "M-36 36L36-36", class: "cross" }) : null);
}

export function treasurePicture() {
  return picture(s("path", { d: "M-40-6H40L34 34H-34Z", class: "trough" }), [-22, -8, 6, 20, -15, 0, 14].map((x, at) => pearl(x, at < 4 ? -6 : -18, 9)));
}
