// The board of Kilt Castle as SVG: meadow, water, towers of pentagons, roofs, rows of cards.
// One square is 100 units; the picture is only as wide as the rows of cards need it to be.

import { s, t } from "../../house/dom.js";

export const COLOURS = ["red", "orange", "light_grey", "dark_grey"];
const SIZE = 5;
const SQUARE = 100;
const BOARD = SIZE * SQUARE;
const BORDER = 34;
const CARD_LENGTH = 66;
const CARD_WIDTH = 84;
const CARD_STEP = CARD_LENGTH + 11;
const MARGIN = 12;
const MOST_LIFT = 34;

const keyOf = (square) => `${square[0]},${square[1]}`;
const COLUMNS = "abcde";
// Named as in the texts: columns a to e, rows 1 to 5 with 1 nearest to the reader.
export const squareName = ([row, col]) => `${COLUMNS[col]}${SIZE - row}`;

/** Draw the board for a view; `marks` = {fresh: Set, freshCard, targets: Map, onSquare,
 *  aimed, movable, places, to, onCard, onPlace, chosen}. */
export function drawBoard(view, marks) {
  const box = viewBox(roomy(view.rows, marks.movable?.length ? view.moves.flatMap(({ to }) => to) : []));
  const children = [definitions(), border(view), squares(view, marks), ...cards(view, marks), ...places(view, marks)];
  return s("svg", { viewBox: box.join(" "), class: "kiltboard drawn" }, children);
}

/** Rows with room for one more card wherever one may go, so that the board does not jump. */
function roomy(rows, places) {
  const wide = new Set(places);
  return rows.map((row, place) => (wide.has(place) ? [...row, null] : row));
}

function viewBox(rows) {
  const deepest = [0, 1, 2, 3].map((side) => Math.max(...rows.slice(side * SIZE, side * SIZE + SIZE).map((row) => row.length)));
  const room = deepest.map((depth) => BORDER + MARGIN + (depth ? depth * CARD_STEP - 4 : 0));
  const [far, right, near, left] = room;
  return [-left, -far, BOARD + left + right, BOARD + far + near];
}

// ---- patterns: every clan has a pattern besides its colour --------------------------------

function definitions() {
  return s("defs", {},
    pattern("p-red", 14, s("path", { d: "M-2 2L2-2M0 14L14 0M12 16L16 12", class: "weave" })),
    pattern("p-orange", 14, s("circle", { cx: 4, cy: 4, r: 2, class: "dot" }), s("circle", { cx: 11, cy: 11, r: 2, class: "dot" })),
    pattern("p-light_grey", 14, s("path", { d: "M0 4H14M0 11H14", class: "weave" })),
    pattern("p-dark_grey", 14, s("path", { d: "M0 7H14M7 0V14", class: "weave" })),
    pattern("p-tartan", 34, tartan()),
    pattern("p-roof", 20,
      s("rect", { width: 20, height: 20, fill: "#7c2433" }),
      s("path", { d: "M0 5H20", stroke: "#e8b84b", "stroke-width": 3 }),
      s("path", { d: "M5 0V20", stroke: "#2f6b53", "stroke-width": 5 }),
      s("path", { d: "M14 0V20M0 14H20", stroke: "#26365e", "stroke-width": 4 })),
    pattern("p-grass", 50, s("path", { d: "M8 14l3-7 3 7M31 36l3-7 3 7M36 10l2-5 2 5M12 42l2-5 2 5", class: "blade" })),
    pattern("p-waves", 50, s("path", { d: "M0 14q12-9 25 0t25 0M0 38q12-9 25 0t25 0", class: "wave" })));
}

function pattern(id, size, ...children) {
  return s("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, children);
}

function tartan() {
  return [
    s("rect", { width: 34, height: 34, fill: "#6d1f2c" }),
    s("path", { d: "M8 0V34M0 8H34", stroke: "#20392f", "stroke-width": 9, opacity: 0.85 }),
    s("path", { d: "M24 0V34M0 24H34", stroke: "#1f2b4a", "stroke-width": 5, opacity: 0.8 }),
    s("path", { d: "M17 0V34M0 17H34", stroke: "#f0c75e", "stroke-width": 1.6 }),
  ];
}

// ---- ground ------------------------------------------------------------------------------

function border(view) {
  const side = BOARD + 2 * BORDER;
  const labels = [];
  for (let at = 0; at < SIZE; at += 1) {
    const middle = at * SQUARE + SQUARE / 2;
    labels.push(label(middle, -BORDER / 2, COLUMNS[at]), label(middle, BOARD + BORDER / 2, COLUMNS[at]));
    labels.push(label(-BORDER / 2, middle, SIZE - at), label(BOARD + BORDER / 2, middle, SIZE - at));
  }
  return s("g", { "aria-hidden": "true" },
    s("rect", { x: -BORDER, y: -BORDER, width: side, height: side, rx: 12, fill: "url(#p-tartan)" }),
    s("rect", { x: -4, y: -4, width: BOARD + 8, height: BOARD + 8, rx: 4, class: "ground" }),
    labels, view.front === null ? null : frontMark(view.front));
}

function label(x, y, text) {
  return s("g", {}, s("circle", { cx: x, cy: y, r: 13, class: "coordinate" }), s("text", { x, y, class: "coordinatetext" }, text));
}

/** An arrow on the border: which way the cards travel, from the foremost row on. */
function frontMark(place) {
  const [x, y, turn] = seatOfCard(place, -1);
  return s("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, s("path", { d: "M30 -7L46 0L30 7Z", class: "frontmark" }));
}

function squares(view, marks) {
  const group = s("g", {});
  for (let row = 0; row < SIZE; row += 1) {
    for (let col = 0; col < SIZE; col += 1) group.append(square([row, col], view, marks));
  }
  return group;
}

function square(at, view, marks) {
  const [row, col] = at;
  const key = keyOf(at);
  const place = { transform: `translate(${col * SQUARE} ${row * SQUARE})` };
  if (view.water.has(key)) {
    return s("g", { ...place, "aria-hidden": "true" },
      s("rect", { width: SQUARE, height: SQUARE, class: "water" }),
      s("rect", { width: SQUARE, height: SQUARE, fill: "url(#p-waves)" }));
  }
  const tower = view.towers.get(key) ?? [];
  const roofed = view.roofed.has(key);
  const target = marks.targets.get(key);
  const said = spoken(at, tower, roofed, target);
  const act = () => marks.onSquare(at, said);
  const tap = { tabindex: 0, role: "button", on: { click: act, keydown: (event) => pressed(event, act) } };
  return s("g", { ...place, ...tap, class: "square", "data-square": squareName(at), "aria-label": said },
    s("rect", { width: SQUARE, height: SQUARE, class: (row + col) % 2 ? "meadow odd" : "meadow" }),
    s("rect", { width: SQUARE, height: SQUARE, fill: "url(#p-grass)" }),
    s("rect", { x: 4, y: 4, width: SQUARE - 8, height: SQUARE - 8, rx: 9, class: "stitch" }),
    marks.aimed?.join() === at.join() ? s("rect", { x: 3, y: 3, width: SQUARE - 6, height: SQUARE - 6, rx: 10, class: "aimed" }) : null,
    marks.fresh.has(key) ? s("rect", { x: 3, y: 3, width: SQUARE - 6, height: SQUARE - 6, rx: 10, class: "fresh" }) : null,
    target && !tower.length ? targetMark(target) : null,
    tower.length ? drawTower(tower, roofed) : null,
    target && tower.length ? targetMark(target) : null);
}

function pressed(event, action) {
  if (event.key === "Enter" || event.key === " ") { event.preventDefault(); action(); }
}

function spoken(at, tower, roofed, target) {
  const name = squareName(at);
  const parts = [t("kilt.empty", { square: name })];
  if (tower.length) {
    const top = tower[tower.length - 1];
    parts[0] = t("kilt.tower", { square: name, colour: t(`kilt.${top.colour}`), height: tower.length });
    if (top.crests) parts.push(t("kilt.crests", { count: top.crests }));
    if (roofed) parts.push(t("kilt.roof"));
  }
  if (target) parts.push(t("kilt.target"));
  return parts.join(", ");
}

function targetMark(target) {
  const price = target.price;
  return s("g", { class: "target" },
    s("rect", { x: 8, y: 8, width: SQUARE - 16, height: SQUARE - 16, rx: 14 }),
    target.empty ? s("path", { d: "M50 34V66M34 50H66", class: "plus" }) : null,
    price ? s("g", { transform: "translate(19 20)" }, s("circle", { r: 17, class: "coin" }), s("text", { class: "cointext" }, price)) : null);
}

// ---- towers ------------------------------------------------------------------------------

function pentagon(cx, cy, radius) {
  const corners = [0, 1, 2, 3, 4].map((k) => {
    const angle = -Math.PI / 2 + (k * 2 * Math.PI) / 5;
    return `${(cx + radius * Math.cos(angle)).toFixed(1)},${(cy + radius * 0.92 * Math.sin(angle)).toFixed(1)}`;
  });
  return corners.join(" ");
}

/** A tower seen slightly from the front: every floor shows as a rim below the next. */
export function drawTower(tower, roofed) {
  const lift = Math.min(8, MOST_LIFT / tower.length);
  const rise = lift * tower.length;
  const base = 50 + rise / 2;
  const group = s("g", { class: "tower" }, s("ellipse", { cx: 50, cy: base + 30, rx: 40, ry: 10, class: "shade" }));
  tower.forEach((floor, at) => group.append(...drawFloor(floor, base - at * lift, lift)));
  const top = tower[tower.length - 1];
  const height = base - rise;
  group.append(roofed ? roof(height) : face(top, height));
  group.append(badge(tower.length));
  return group;
}

/** One floor alone, round its own middle, as in lists. */
export function drawPiece(floor) {
  return s("g", {}, s("polygon", { points: pentagon(0, 0, 46), class: `floor ${floor.colour}` }), face(floor, 0, 0));
}

function drawFloor(floor, y, lift) {
  const rim = [s("polygon", { points: pentagon(50, y, 40), class: `rim ${floor.colour}` })];
  const face_ = s("polygon", { points: pentagon(50, y - lift, 40), class: `floor ${floor.colour}` });
  return [...rim, s("path", { d: wall(y, lift), class: `rim ${floor.colour}` }), face_];
}

/** The front walls between the lower and the upper outline of a floor. */
function wall(y, lift) {
  const corners = pentagon(50, y, 40).split(" ").map((corner) => corner.split(",").map(Number));
  const [right, lowRight, lowLeft, left] = [corners[1], corners[2], corners[3], corners[4]];
  const lower = [right, lowRight, lowLeft, left].map(([x, level]) => `${x} ${level}`).join("L");
  const upper = [left, lowLeft, lowRight, right].map(([x, level]) => `${x} ${level - lift}`).join("L");
  return `M${lower}L${upper}Z`;
}

function face(top, y, x = 50) {
  const many = top.crests ?? 0;
  return s("g", { transform: `translate(${x} ${y})` },
    s("polygon", { points: pentagon(0, 0, 34), fill: `url(#p-${top.colour})`, class: "faint" }),
    s("text", { y: many ? -11 : 1, class: `clan ${top.colour}` }, t(`kilt.letter.${top.colour}`)),
    many === 1 ? crest(0, 15) : null,
    many === 2 ? [crest(-11, 14), crest(11, 14)] : null,
    top.crests === null ? s("text", { y: 20, class: `unseen ${top.colour}` }, "?") : null);
}

function crest(x, y) {
  return s("g", { transform: `translate(${x} ${y})`, class: "crest" },
    s("path", { d: "M-9-11H9V0C9 7 4 11 0 13C-4 11-9 7-9 0Z" }), s("path", { d: "M-6-8L6 7M6-8L-6 7", class: "saltire" }));
}

function roof(y) {
  return s("g", { transform: `translate(50 ${y - 4})`, class: "roof" },
    s("path", { d: "M-42 12L-20-34L36-34L18 12Z", fill: "url(#p-roof)" }),
    s("path", { d: "M18 12L36-34L46 8L44 26L18 26Z", class: "gable" }),
    s("path", { d: "M-42 12H18V26H-38Z", class: "eaves" }));
}

function badge(height) {
  return s("g", { transform: "translate(81 81)", class: "badge" }, s("circle", { r: 16 }), s("text", {}, height));
}

// ---- cards -------------------------------------------------------------------------------

/** Centre and turn of a card; positions run clockwise from the far left, depth outward. */
function seatOfCard(place, depth) {
  const side = Math.floor(place / SIZE);
  const along = (place % SIZE) * SQUARE + SQUARE / 2;
  const out = depth < 0 ? BORDER / 2 : BORDER + 4 + depth * CARD_STEP + CARD_LENGTH / 2;
  return [
    [along, -out, 0],
    [BOARD + out, along, 90],
    [BOARD - along, BOARD + out, 180],
    [-out, BOARD - along, 270],
  ][side];
}

function cards(view, marks) {
  return view.rows.flatMap((row, place) => row.map((card, depth) => {
    const [x, y, turn] = seatOfCard(place, depth);
    const fresh = marks.freshCard && marks.freshCard.to === place && sameCard(marks.freshCard.card, card);
    const chosen = marks.chosen?.place === place && marks.chosen?.depth === depth;
    const may = marks.onCard && (!marks.movable || marks.movable.some((each) => sameCard(each, card)));
    const act = () => marks.onCard(place, depth);
    const tap = may ? { class: "tappable", tabindex: 0, role: "button", "data-card": `${place}.${depth}`, on: { click: act, keydown: (event) => pressed(event, act) } } : {};
    return s("g", { transform: `translate(${x} ${y})`, ...tap }, drawCard(card, turn, fresh || chosen));
  }));
}

/** Where the chosen card may go, beyond the last card of each row. */
function places(view, marks) {
  return (marks.places ?? []).map((place) => {
    const [x, y, turn] = seatOfCard(place, view.rows[place].length);
    const act = () => marks.onPlace(place);
    return s("g", { transform: `translate(${x} ${y}) rotate(${turn})`, class: marks.to === place ? "place chosen" : "place", tabindex: 0, role: "button", "aria-label": t("kilt.place"), "data-place": place, on: { click: act, keydown: (event) => pressed(event, act) } },
      s("rect", { x: -CARD_WIDTH / 2, y: -CARD_LENGTH / 2, width: CARD_WIDTH, height: CARD_LENGTH, rx: 9 }),
      s("path", { d: "M0-16V16M-16 0H16", class: "plus" }));
  });
}

export const sameCard = (one, other) => [...one].sort().join() === [...other].sort().join();

/** A card [board, away]; unturned its lower half faces the board. Letters stay upright. */
export function drawCard([board, away], turn = 0, fresh = false) {
  const half = CARD_LENGTH / 2;
  const said = t("kilt.card", { board: t(`kilt.${board}`), away: t(`kilt.${away}`) });
  const wide = { x: -CARD_WIDTH / 2, width: CARD_WIDTH, height: half };
  return s("g", { class: fresh ? "kcard new" : "kcard", role: "img", "aria-label": said },
    s("g", { transform: `rotate(${turn})` },
      s("rect", { ...wide, y: -half - 3, x: -CARD_WIDTH / 2 - 3, width: CARD_WIDTH + 6, height: CARD_LENGTH + 6, rx: 9, class: "paper" }),
      s("rect", { ...wide, y: -half, rx: 6, class: `side ${away}` }),
      s("rect", { ...wide, y: -half, rx: 6, fill: `url(#p-${away})`, class: "faint" }),
      s("rect", { ...wide, y: 0, rx: 6, class: `side ${board}` }),
      s("rect", { ...wide, y: 0, rx: 6, fill: `url(#p-${board})`, class: "faint" })),
    letter(away, turn, -half / 2), letter(board, turn, half / 2));
}

function letter(colour, turn, out) {
  const angle = (turn * Math.PI) / 180;
  return s("text", { x: -out * Math.sin(angle), y: out * Math.cos(angle), class: `clan small ${colour}` }, t(`kilt.letter.${colour}`));
}
