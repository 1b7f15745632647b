// The mine of König Salomons Schatzkammer as SVG: shafts of tiles, their heights and open faces.
// One square is 100 units. The cave entrance is at the top, as for somebody who looks towards it.

import { s, t } from "../../house/dom.js";

export const SIZE = 6;
const SQUARE = 100;
const MINE = SIZE * SQUARE;
const RIM = 40;
const GATE = 84;
const LETTERS = "abcdef";
export const SIGNS = ["I", "II", "III", "IV"];

export const TILES = ["t1", "t2", "t3", "t4", "t5", "c1", "c2", "c3", "s1", "s2", "s3", "s4", "mirror", "axe", "seal", "amulet"];
export const OBJECTS = ["mirror", "axe", "seal", "amulet"];
export const w = (key, facts) => t(`solomon.page.${key}`, facts);

export const squareName = (square) => `${LETTERS[square % SIZE]}${Math.floor(square / SIZE) + 1}`;
export const toPair = (square) => [Math.floor(square / SIZE), square % SIZE];
export const toSquare = ([row, col]) => row * SIZE + col;

/** What a tile is, in words. */
export function tileName(tile) {
  const value = tile[1];
  if (/^t\d$/.test(tile)) return w("tile.treasure", { value });
  if (/^c\d$/.test(tile)) return w("tile.curse", { value });
  if (/^s\d$/.test(tile)) return w("tile.scroll", { value: SIGNS[value - 1] });
  return w(`tile.${tile === "?" ? "unknown" : tile}`);
}

// ---- shapes ---------------------------------------------------------------------------------

/** The figure moved into the corner. */
function atCorner(cells) {
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, col]) => col));
  return cells.map(([row, col]) => [row - top, col - left]);
}

/** The figure turned clockwise a number of quarters. */
export function turned(cells, quarters) {
  let found = cells;
  for (let turn = 0; turn < quarters; turn += 1) found = found.map(([row, col]) => [col, -row]);
  return atCorner(found);
}

/** Every area of the mine with this figure. */
export function placements(cells) {
  const rows = SIZE - Math.max(...cells.map(([row]) => row));
  const cols = SIZE - Math.max(...cells.map(([, col]) => col));
  const areas = [];
  for (let down = 0; down < rows; down += 1) {
    for (let right = 0; right < cols; right += 1) areas.push(cells.map(([row, col]) => toSquare([row + down, col + right])).sort((a, b) => a - b));
  }
  return areas;
}

/** A card: its number, its squares and the arrow to the entrance. */
export function drawCard(number, cells) {
  const size = 15;
  const found = cells ?? [];
  const rows = Math.max(2, ...found.map(([row]) => row)) + 1;
  const cols = Math.max(2, ...found.map(([, col]) => col)) + 1;
  const squares = found.map(([row, col]) => s("rect", { x: (col - cols / 2) * size, y: (row - rows / 2) * size + 8, width: size - 2, height: size - 2, rx: 3, class: "cardcell" }));
  return s("svg", { viewBox: "-50 -62 100 124", class: "diggingcard", "aria-hidden": "true" },
    s("rect", { x: -47, y: -59, width: 94, height: 118, rx: 10, class: "cardpaper" }),
    s("path", { d: "M0 -53L9 -40H-9Z", class: "cardarrow" }),
    s("text", { x: -30, y: -43, class: "cardnumber" }, number),
    found.length ? squares : s("text", { y: 14, class: "cardunknown" }, "?"));
}

// ---- tiles ----------------------------------------------------------------------------------

const PICTURES = {
  t: () => s("path", { d: "M-20 -12L-9 -24H9L20 -12L0 18ZM-20 -12H20M-9 -24L0 -12L9 -24M0 -12V18", class: "gem" }),
  c: () => [
    s("path", { d: "M-19 -8C-19 -30 19 -30 19 -8C19 2 12 5 12 12H-12C-12 5 -19 2 -19 -8Z", class: "skull" }),
    s("circle", { cx: -8, cy: -8, r: 5, class: "socket" }), s("circle", { cx: 8, cy: -8, r: 5, class: "socket" }),
    s("path", { d: "M-4 12V4M4 12V4", class: "teeth" })],
  s: () => s("path", { d: "M-17 -24C-25 -24 -25 -13 -17 -13V17C-25 17 -25 26 -17 26H14C22 26 22 17 14 17V-13C22 -13 22 -24 14 -24Z", class: "parchment" }),
  mirror: () => [s("ellipse", { cy: -9, rx: 15, ry: 19, class: "glass" }), s("path", { d: "M0 10V28M-7 28H7M-7 -17L2 -24", class: "handle" })],
  axe: () => [s("path", { d: "M6 -26L-8 30", class: "handle" }), s("path", { d: "M4 -24C20 -26 28 -12 24 2C16 -4 8 -6 -1 -4Z", class: "blade2" })],
  seal: () => [s("circle", { r: 23, class: "wax" }), s("path", { d: "M0 -17L15 9H-15ZM0 17L-15 -9H15Z", class: "star" })],
  amulet: () => [s("path", { d: "M-20 -26C-18 -4 18 -4 20 -26", class: "cord" }), s("path", { d: "M0 -8L14 6L0 27L-14 6Z", class: "jewel" })],
};

/** The face of a tile of about 80 units, around the middle. */
export function drawFace(tile) {
  const family = tile === "?" ? "unknown" : tile.length === 2 ? { t: "treasure", c: "curse", s: "scroll" }[tile[0]] : "magic";
  const kind = tile.length === 2 ? tile[0] : tile;
  const shift = family === "scroll" || family === "magic" ? 0 : -9;
  return s("g", { class: `face ${family}` },
    s("rect", { x: -40, y: -40, width: 80, height: 80, rx: 9, class: "plate" }),
    PICTURES[kind] ? s("g", { transform: `translate(0 ${shift})` }, PICTURES[kind]()) : null,
    family === "treasure" || family === "curse" ? s("text", { y: 24, class: "value" }, tile[1]) : null,
    family === "unknown" ? s("text", { class: "untold" }, "?") : null,
    family === "scroll" ? s("text", { y: 2, class: "sign" }, SIGNS[tile[1] - 1]) : null);
}

/** A tile alone, for buttons and lists. */
export function tileIcon(tile, extra = "") {
  return s("svg", { viewBox: "-42 -42 84 84", class: `tileicon ${extra}`, "aria-hidden": "true" }, drawFace(tile));
}

// ---- the mine -------------------------------------------------------------------------------

/** Draw the mine; marks = {area, fits, movable, targets, source, asked, fresh, onSquare}. */
export function drawMine(view, marks) {
  const side = MINE + 2 * RIM;
  const squares = view.shafts.map((stack, square) => shaft(stack, square, marks));
  return s("svg", { viewBox: `${-RIM} ${-RIM - GATE} ${side} ${side + GATE}`, class: "mineboard drawn" },
    rock(), gate(), labels(), squares);
}

function rock() {
  return s("g", { "aria-hidden": "true" },
    s("rect", { x: -RIM, y: -RIM - GATE, width: MINE + 2 * RIM, height: MINE + 2 * RIM + GATE, rx: 22, class: "rock" }),
    s("path", { d: "M-26 40L-8 120M620 90L632 210M-30 420L-12 520M612 400L634 470M90 622L200 634M380 618L500 632", class: "crack" }),
    s("rect", { x: -6, y: -6, width: MINE + 12, height: MINE + 12, rx: 6, class: "cave" }));
}

function gate() {
  const middle = MINE / 2;
  return s("g", { "aria-hidden": "true" },
    s("path", { d: `M${middle - 86} -4V-52C${middle - 86} -112 ${middle + 86} -112 ${middle + 86} -52V-4Z`, class: "gatelight" }),
    s("path", { d: `M${middle - 86} -4V-52C${middle - 86} -112 ${middle + 86} -112 ${middle + 86} -52V-4`, class: "gatestone" }),
    s("path", { d: `M${middle} -84L${middle + 20} -58H${middle + 9}V-30H${middle - 9}V-58H${middle - 20}Z`, class: "gatearrow" }),
    s("text", { x: middle, y: -16, class: "gatetext" }, w("entrance")));
}

function labels() {
  const found = [];
  for (let at = 0; at < SIZE; at += 1) {
    const middle = at * SQUARE + SQUARE / 2;
    found.push(s("text", { x: middle, y: MINE + RIM / 2 + 2, class: "minelabel" }, LETTERS[at]), s("text", { x: -RIM / 2, y: middle, class: "minelabel" }, at + 1), s("text", { x: MINE + RIM / 2, y: middle, class: "minelabel" }, at + 1));
    if (at < 2 || at > 3) found.push(s("text", { x: middle, y: -RIM / 2, class: "minelabel" }, LETTERS[at]));
  }
  return s("g", { "aria-hidden": "true" }, found);
}

function shaft(stack, square, marks) {
  const [row, col] = toPair(square);
  const inArea = marks.area.has(square);
  const classes = ["shaft", inArea ? "inarea" : "", inArea && marks.verdict ? marks.verdict : "", marks.movable.has(square) ? "movable" : "", marks.source === square ? "source" : "", marks.targets.has(square) ? "target" : ""];
  const said = spoken(stack, square, marks);
  const act = () => marks.onSquare(square, said);
  const pressed = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } };
  return s("g", { transform: `translate(${col * SQUARE} ${row * SQUARE})`, class: classes.filter(Boolean).join(" "), role: "button", tabindex: 0, "aria-label": said, "data-square": squareName(square), on: { click: act, keydown: pressed } },
    s("rect", { x: 2, y: 2, width: SQUARE - 4, height: SQUARE - 4, rx: 6, class: "pit" }),
    stack.length ? pile(stack) : s("path", { d: "M30 30L70 70M70 30L30 70", class: "nothing" }),
    marks.fresh.has(square) ? s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 8, class: "freshsquare" }) : null,
    marks.asked === square ? s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 8, class: "askedsquare" }) : null,
    inArea ? s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 8, class: "areamark" }) : null,
    marks.targets.has(square) ? s("circle", { cx: 50, cy: 50, r: 24, class: "targetmark" }) : null);
}

/** A stack seen from above: the higher, the more edges show, and the larger its top. */
function pile(stack) {
  const height = stack.length;
  const edges = [];
  for (let level = 0; level < height - 1; level += 1) edges.push(s("rect", { x: 10 + level * 1.5, y: 18 - level * 4, width: 80, height: 80, rx: 9, class: "edge" }));
  const lift = (height - 1) * 4;
  return s("g", {}, edges,
    s("g", { transform: `translate(${50 + (height - 1) * 1.5} ${56 - lift})` }, drawFace(stack[height - 1])),
    s("g", { class: `level level${height}`, transform: "translate(82 84)" }, s("circle", { r: 15 }), s("text", {}, height)));
}

function spoken(stack, square, marks) {
  const name = squareName(square);
  if (!stack.length) return w("shaft-empty", { square: name });
  const parts = [w("shaft", { square: name, height: stack.length, tile: tileName(stack[stack.length - 1]) })];
  const known = stack.slice(0, -1).filter((tile) => tile !== "?");
  if (known.length) parts.push(w("below", { tiles: known.map(tileName).join(", ") }));
  if (marks.targets.has(square)) parts.push(w("target"));
  return parts.join(", ");
}
