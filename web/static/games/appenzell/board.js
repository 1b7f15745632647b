// The castle of Burg Appenzell as SVG: walls with slots and flags, towers, rooms, roofs, mice.
// One field is 100 units; the wall around holds the slots.

import { s, t } from "../../house/dom.js";
import { SIZE, drawMouse, drawRoof, drawTile, fieldName, keyOf, roofPatterns, roomName, tileName } from "./pieces.js";

const FIELD = 100;
const WALL = 86;
const INSIDE = SIZE * FIELD;
const WHOLE = INSIDE + 2 * WALL;
const CHANNELS = [1, 3, 5];

/** Where a slot lies: middle of its mouth, and the turn of an arrow that points into the castle. */
export function slotPlace(slot) {
  const side = Math.floor(slot / 3);
  const line = CHANNELS[slot % 3];
  const along = (side < 2 ? line : SIZE - 1 - line) * FIELD + FIELD / 2;
  const outer = -WALL / 2;
  const inner = INSIDE + WALL / 2;
  return [[along, outer, 90], [inner, along, 180], [along, inner, 270], [outer, along, 0]][side];
}

/** The seven fields behind a slot, from the slot on. */
export function slotFields(slot) {
  const side = Math.floor(slot / 3);
  const line = side < 2 ? CHANNELS[slot % 3] : SIZE - 1 - CHANNELS[slot % 3];
  const steps = [...Array(SIZE).keys()];
  if (side === 0) return steps.map((step) => [step, line]);
  if (side === 1) return steps.map((step) => [line, SIZE - 1 - step]);
  if (side === 2) return steps.map((step) => [SIZE - 1 - step, line]);
  return steps.map((step) => [line, step]);
}

export const slotName = (slot) => {
  const [row, col] = slotFields(slot)[0];
  return [0, 2].includes(Math.floor(slot / 3)) ? fieldName([row, col])[0] : fieldName([row, col])[1];
};

const isHole = ([row, col]) => CHANNELS.includes(row) || CHANNELS.includes(col);
const place = ([row, col]) => `translate(${col * FIELD} ${row * FIELD})`;
const middle = ([row, col]) => `translate(${col * FIELD + FIELD / 2} ${row * FIELD + FIELD / 2})`;

/** A part of the castle that can be tapped, or only asked about. */
function tappable(attributes, said, act, ...children) {
  const pressed = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } };
  return s("g", { ...attributes, role: "button", tabindex: 0, "aria-label": said, on: { click: act, keydown: pressed } }, children);
}

/** The whole castle; `marks` = {targets: Map, lift: Set, slots: Set, aimed, picked,
 *  movable: Set, asked, fresh: Set, on: {field, room, slot, mouse, target}}. */
export function drawCastle(view, marks) {
  return s("svg", { viewBox: [-WALL, -WALL, WHOLE, WHOLE].join(" "), class: "castle drawn", "aria-label": t("table.board") },
    s("defs", {}, roofPatterns()),
    walls(), view.fields.map((field) => floor(view, field, marks)), outlines(view),
    view.rooms.filter((room) => room.covered).map((room) => roof(room, marks)), aim(marks),
    mice(view, marks), [...marks.targets].map(([key, target]) => targetMark(key, target, marks)),
    [...Array(12).keys()].map((slot) => slotMark(slot, marks)));
}

// ---- walls and towers --------------------------------------------------------------------

function walls() {
  const merlons = [];
  for (let at = -WALL; at < WHOLE - WALL; at += 40) {
    merlons.push(s("rect", { x: at, y: -WALL, width: 24, height: 12 }), s("rect", { x: at, y: INSIDE + WALL - 12, width: 24, height: 12 }));
    merlons.push(s("rect", { x: -WALL, y: at, width: 12, height: 24 }), s("rect", { x: INSIDE + WALL - 12, y: at, width: 12, height: 24 }));
  }
  const labels = [];
  for (const at of [0, 2, 4, 6]) {
    const along = at * FIELD + FIELD / 2;
    labels.push(label(along, INSIDE + WALL / 2, fieldName([0, at])[0]), label(-WALL / 2, along, fieldName([at, 0])[1]));
  }
  return s("g", { "aria-hidden": "true" },
    s("rect", { x: -WALL, y: -WALL, width: WHOLE, height: WHOLE, rx: 26, class: "wall" }),
    s("rect", { x: -WALL, y: -WALL, width: WHOLE, height: WHOLE, rx: 26, fill: "url(#p-stone)" }),
    s("g", { class: "merlons" }, merlons),
    s("rect", { x: -6, y: -6, width: INSIDE + 12, height: INSIDE + 12, rx: 6, class: "yard" }), labels);
}

function label(x, y, text) {
  return s("text", { x, y, class: "walltext" }, text);
}

function tower() {
  const teeth = [...Array(8).keys()].map((at) => s("rect", { x: -9, y: -48, width: 18, height: 14, rx: 2, transform: `rotate(${at * 45})`, class: "tooth" }));
  return [s("circle", { cx: 50, cy: 50, r: 46, class: "towerwall" }), s("g", { transform: "translate(50 50)" }, teeth), s("circle", { cx: 50, cy: 50, r: 33, class: "towerfloor" })];
}

// ---- fields --------------------------------------------------------------------------------

function floor(view, field, marks) {
  const at = field.field;
  const key = keyOf(at);
  const said = spoken(view, field);
  const held = view.mice.some((mice) => mice.some((mouse) => keyOf(mouse) === key));
  const inside = field.kind === "tower" ? tower()
    : field.kind === "high" ? [s("rect", { x: 2, y: 2, width: 96, height: 96, class: "highfloor" }), s("rect", { x: 14, y: 14, width: 72, height: 72, rx: 6, class: "highplate" })]
    : [s("rect", { x: 2, y: 2, width: 96, height: 96, class: "pitfloor" }), "tile" in field ? s("g", { transform: "translate(50 50)" }, drawTile(field.tile, held)) : null];
  return tappable({ transform: place(at), class: "castlefield", "data-field": fieldName(at), "data-tile": field.tile ?? null },
    said, () => marks.on.field(at, said), inside,
    marks.asked === key ? s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 10, class: "askedfield" }) : null,
    marks.fresh.has(key) ? s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 10, class: "freshfield" }) : null);
}

function spoken(view, field) {
  const name = fieldName(field.field);
  const owner = view.mice.findIndex((mice) => mice.some((mouse) => keyOf(mouse) === keyOf(field.field)));
  const what = field.kind !== "hole" ? t(`appenzell.${field.kind}`) : "tile" in field ? tileName(field.tile) : t("appenzell.covered");
  return owner < 0 ? `${name}: ${what}` : `${name}: ${what}, ${t("appenzell.mouse-of", { seat: owner + 1 })}`;
}

/** The shape of a room as a rectangle: [row, column, rows, columns]. */
export function rectangle(fields) {
  const rows = fields.map(([row]) => row);
  const cols = fields.map(([, col]) => col);
  const [row, col] = [Math.min(...rows), Math.min(...cols)];
  return [row, col, Math.max(...rows) - row + 1, Math.max(...cols) - col + 1];
}

function outlines(view) {
  return s("g", { class: "outlines", "aria-hidden": "true" }, view.rooms.map(({ fields }) => {
    const [row, col, high, wide] = rectangle(fields);
    return s("rect", { x: col * FIELD, y: row * FIELD, width: wide * FIELD, height: high * FIELD, rx: 6 });
  }));
}

function roof(room, marks) {
  const [row, col, high, wide] = rectangle(room.fields);
  const lift = marks.lift.has(room.room);
  const said = `${t(`appenzell.roof.${room.roof}`)} ${roomName(room.fields)}${lift ? `, ${t("appenzell.lift")}` : ""}`;
  return tappable({ transform: `translate(${col * FIELD} ${row * FIELD})`, class: lift ? "castleroof lift" : "castleroof", "data-room": room.room },
    said, () => marks.on.room(room, said), drawRoof(room.roof, wide * FIELD, high * FIELD),
    lift ? s("rect", { x: 7, y: 7, width: wide * FIELD - 14, height: high * FIELD - 14, rx: 10, class: "liftmark" }) : null,
    lift ? s("path", { d: "M0 16V-14M-14-2L0-16L14-2", transform: `translate(${wide * FIELD / 2} ${high * FIELD / 2})`, class: "liftarrow" }) : null);
}

// ---- mice, targets, slots ------------------------------------------------------------------

function mice(view, marks) {
  return view.mice.flatMap((each, seat) => each.map((field) => {
    const key = keyOf(field);
    const said = `${fieldName(field)}: ${t("appenzell.mouse-of", { seat: seat + 1 })}`;
    const picked = marks.picked === key && marks.movable.has(key) && seat === view.active;
    const classes = ["castlemouse", picked ? "picked" : "", marks.movable.has(key) && seat === view.active ? "movable" : ""];
    return tappable({ transform: middle(field), class: classes.join(" "), "data-mouse": fieldName(field), "data-seat": seat },
      said, () => marks.on.mouse(field, seat, said),
      s("circle", { r: 44, class: "halo" }),
      s("g", { transform: isHole(field) ? "translate(12 10) scale(.8)" : "translate(0 2)" }, drawMouse(view.colours[seat][0], seat)));
  }));
}

function targetMark(key, target, marks) {
  const field = key.split(",").map(Number);
  const said = t("appenzell.run-here", { field: fieldName(field), cost: target.cost });
  return tappable({ transform: middle(field), class: "runtarget", "data-to": fieldName(field) }, said, () => marks.on.target(field, target),
    s("circle", { r: 40 }), target.cost > 1 ? s("text", {}, `${target.cost}`) : s("circle", { r: 13, class: "spot" }));
}

/** A red flag above every slot, with an arrow where a tile may be pushed in. */
function slotMark(slot, marks) {
  const [x, y, turn] = slotPlace(slot);
  const open = marks.slots.has(slot);
  const aimed = marks.aimed === slot;
  const said = t("appenzell.slot", { name: slotName(slot) });
  const classes = ["slot", open ? "open" : "", aimed ? "aimed" : ""];
  const [tx, ty] = turn === 0 || turn === 180 ? [0, 1] : [1, 0];
  return tappable({ transform: `translate(${x} ${y})`, class: classes.join(" "), "data-slot": slot }, said, () => marks.on.slot(slot, said),
    s("rect", { x: -46, y: -46, width: 92, height: 92, class: "hit" }),
    s("g", { transform: `rotate(${turn})` }, s("path", { d: "M-34-24H20L38 0L20 24H-34Z", class: "flag" })),
    s("text", { x: -6 * Math.cos(turn * Math.PI / 180) * ty, y: -6 * Math.sin(turn * Math.PI / 180) * tx, class: "flagtext" }, slotName(slot)));
}

/** The row a tile would be pushed into. */
function aim(marks) {
  if (marks.aimed === null) return null;
  return s("g", { class: "aim", "aria-hidden": "true" }, slotFields(marks.aimed).map((field) =>
    s("rect", { transform: place(field), x: 6, y: 6, width: 88, height: 88, rx: 8 })));
}
