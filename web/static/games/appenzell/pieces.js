// The pieces of Burg Appenzell as SVG, each around the middle of a field of 100 units.

import { s, t } from "../../house/dom.js";

export const TILES = ["cheese1", "cheese2", "cheese3", "cheese4", "cheese5", "cheese6", "cheese7", "plain", "trap"];
export const SIZE = 7;

const COLUMNS = "abcdefg";
// Named as in the texts: columns a to g, rows 1 to 7 with 1 nearest to the reader.
export const fieldName = ([row, col]) => `${COLUMNS[col]}${SIZE - row}`;
export const roomName = (fields) => `${fieldName(fields[0])}–${fieldName(fields[fields.length - 1])}`;
export const keyOf = (field) => (Array.isArray(field) ? field.join() : field);

const path = (d, cls) => s("path", { d, class: cls });
const dot = (cx, cy, r, cls) => s("circle", { cx, cy, r, class: cls });

// Forms of cheese; the colours come with the class of the shade.
const FORM = {
  wedge: () => [path("M-36 14L20-26L36-6V22H-36Z", "light"), path("M-36 14L36-6V22H-36Z", "main"), dot(-10, 15, 5, "spot"), dot(12, 8, 6.5, "spot"), dot(25, 15, 3.5, "spot"), dot(8, -12, 4, "spot")],
  wheel: () => [path("M-34-10A34 15 0 0 1 34-10V12A34 15 0 0 1-34 12Z", "side"), s("ellipse", { cy: -10, rx: 34, ry: 15, class: "main" }), path("M0-10L33-6A34 15 0 0 1 10 4Z", "light")],
  ball: () => [dot(0, 0, 32, "main"), path("M0 0L29-14A32 32 0 0 1 22 24Z", "light"), path("M-20-12Q-10-24 4-23", "glint")],
  soft: () => [path("M-34-6A34 17 0 0 1 34-6V8A34 17 0 0 1-34 8Z", "main"), s("ellipse", { cy: -6, rx: 34, ry: 17, class: "light" }), path("M-20-8H-8M2-14H16M-4 0H10", "line")],
  slab: () => [path("M-34-16L30-24V20L-34 24Z", "light"), path("M-34-16L30-24V-14L-34-6Z", "main"), path("M-24 6q6-8 12 0t12-2M4 12q6-7 12 0t10-4M-10 17q5-5 9 0", "line")],
  roll: () => [path("M-24-17H24A10 17 0 0 1 24 17H-24Z", "main"), s("ellipse", { cx: -24, rx: 10, ry: 17, class: "light" }), path("M-6-10l6 4M8-4l7-3M-4 8l6-3M12 9l6 3M18-12l5 3", "line")],
  loaf: () => [path("M-34 6Q-34-20 0-20T34 6Q34 22 0 22T-34 6Z", "main"), path("M-18-16Q-8 0-16 20M0-20Q10 0 0 22M18-16Q26 0 17 19", "glint")],
};
export const FORMS = Object.keys(FORM);
export const SHADES = ["yellow", "orange", "red", "white", "blue", "green", "brown", "pink"];

// What the cheeses of this box look like; set from the view before anything is drawn.
let looks = [];
export const setLooks = (told) => { looks = told; };
export const lookOf = (tile) => looks[Number(tile.slice(-1)) - 1] ?? ["wedge", "yellow"];

/** A cheese of a form and a shade. */
export function drawLook([form, shade]) {
  return s("g", { class: `cheese shade-${shade}` }, FORM[form]());
}

/** The name of a tile, a cheese by its look. */
export function tileName(tile) {
  if (!tile?.startsWith("cheese")) return t(`appenzell.tile.${tile ?? "none"}`);
  const [form, shade] = lookOf(tile);
  return `${t(`appenzell.form.${form}`)}, ${t(`appenzell.shade.${shade}`)}`;
}

/** A tile as it lies open: cheese, plain, a trap, or (null) one nobody has told yet. Under a mouse
 *  what it shows moves into the corner. */
export function drawTile(tile, beside = false) {
  const aside = beside ? { transform: "translate(-17 -20) scale(.62)" } : {};
  if (tile === null || tile === undefined) return s("g", { class: "tile untold" }, plate(), s("g", aside, s("text", { class: "asked" }, "?")));
  if (tile === "plain") return s("g", { class: "tile plain" }, plate(), path("M-30-12H-6M10 8H30M-14 24H6", "grain"));
  if (tile === "trap") return drawTrap();
  return s("g", { class: "tile" }, plate(), s("g", aside, drawLook(lookOf(tile))));
}

function plate() {
  return s("rect", { x: -45, y: -45, width: 90, height: 90, rx: 8, class: "plate" });
}

function drawTrap() {
  return s("g", { class: "tile trap" }, plate(), dot(0, 0, 34, "pit"), path("M-26-12H26M-26 12H26", "bar"),
    path("M-26-12L-18-2L-10-12L-2-2L6-12L14-2L22-12M-26 12L-18 2L-10 12L-2 2L6 12L14 2L22 12", "teeth"));
}

/** A cheese alone, as collected. */
export const drawCheese = (tile) => drawLook(lookOf(tile));

/** A mouse of a colour, with the number of its seat. */
export function drawMouse(colour, number) {
  return s("g", { class: `mouse ${colour}` },
    path("M20 24Q44 30 38 6", "tail"),
    s("ellipse", { cy: 30, rx: 27, ry: 7, class: "ground-shade" }),
    path("M-24 28Q-28-8 0-20Q28-8 24 28Q12 33 0 33T-24 28Z", "fur"),
    dot(-16, -20, 12, "fur"), dot(16, -20, 12, "fur"), dot(-16, -20, 6, "ear"), dot(16, -20, 6, "ear"),
    dot(-8, -6, 3, "eye"), dot(8, -6, 3, "eye"), dot(0, 3, 3.6, "nose"),
    path("M-6 5L-20 2M-6 7L-19 10M6 5L20 2M6 7L19 10", "whisker"),
    number === undefined ? null : s("text", { y: 20, class: "number" }, `${number + 1}`));
}

/** A small picture of anything, for lists and buttons. */
export function picture(inside, label) {
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg", { viewBox: "-50 -50 100 100", class: "eventicon castlepiece", ...said }, inside);
}

// ---- roofs -----------------------------------------------------------------------------------

/** A roof over a rectangle of `width` by `height` units, kind tiled, thatched or copper. */
export function drawRoof(kind, width, height) {
  const inset = Math.min(width, height) / 2 - 4;
  const [left, top, right, bottom] = [4, 4, width - 4, height - 4];
  const across = width >= height;
  const a = across ? [left + inset, height / 2] : [width / 2, top + inset];
  const b = across ? [right - inset, height / 2] : [width / 2, bottom - inset];
  const face = (points, light) => s("polygon", { points: points.map((point) => point.join()).join(" "), class: `face ${light}` });
  const corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
  const [one, two, three, four] = corners;
  return s("g", { class: `roofing ${kind}` },
    s("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 5, class: "base" }),
    s("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 5, fill: `url(#r-${kind})` }),
    face(across ? [one, two, b, a] : [one, two, a], "bright"),
    face(across ? [two, three, b] : [two, three, b, a], "even"),
    face(across ? [three, four, a, b] : [three, four, b], "dark"),
    face(across ? [four, one, a] : [four, one, a, b], "dim"),
    s("path", { d: `M${one}L${a}L${b}L${across ? two : four}M${across ? four : two}L${a}M${three}L${b}`, class: "ridge" }));
}

export function roofPatterns() {
  const pattern = (id, width, height, ...inside) => s("pattern", { id, width, height, patternUnits: "userSpaceOnUse" }, inside);
  return [
    pattern("r-tiled", 20, 16, path("M0 0Q5 8 10 0Q15 8 20 0M-10 8Q-5 16 0 8Q5 16 10 8Q15 16 20 8", "shingle")),
    pattern("r-thatched", 14, 22, path("M2 0L4 22M7 0L6 22M12 0L13 22M9 4L10 14", "straw")),
    pattern("r-copper", 24, 24, path("M0 0V24M12 0V24M0 12H12M12 4H24", "seam")),
    pattern("p-stone", 50, 30, path("M0 0H50M0 15H50M12 0V15M37 15V30", "joint")),
  ];
}
