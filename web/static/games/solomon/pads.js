// Pads of König Salomons Schatzkammer: a card's number, a hand of cards, a card's shape, a tile.

import { h } from "../../house/dom.js";
import { TILES, drawCard, tileIcon, tileName, w } from "./board.js";

const CARDS = Array.from({ length: 32 }, (_, at) => at + 1);
const ARROWS = ["↑", "→", "↓", "←"];

/** Buttons for cards; `chosen` is a set of numbers. */
export function cardPad(view, cards, chosen, take) {
  const gone = new Set(view.played.flat());
  return h("div", { class: "cardpad" }, cards.filter((card) => !gone.has(card)).map((card) =>
    h("button", { type: "button", class: "cardbutton", "aria-pressed": chosen.has(card) ? "true" : "false", "data-card": card, "aria-label": w("card", { card }), on: { click: () => take(card) } },
      drawCard(card, view.shapes[card]))));
}

/** All numbers, small, for a card nobody has told yet. */
export function numberPad(view, chosen, take, taken = new Set()) {
  const gone = new Set([...view.played.flat(), ...taken]);
  return h("div", { class: "numberpad" }, CARDS.map((card) =>
    h("button", { type: "button", class: "number", disabled: gone.has(card), "aria-pressed": chosen.has(card) ? "true" : "false", "data-card": card, "aria-label": w("card", { card }), on: { click: () => take(card) } }, `${card}`)));
}

/** The pad for the shape of a card: taps on squares, and where the arrow points. */
export function shapePad(card, drawn, redraw, done) {
  const cells = [];
  for (let row = 0; row < 6; row += 1) {
    for (let col = 0; col < 6; col += 1) cells.push(cellButton(drawn, [row, col], redraw));
  }
  const count = drawn.cells.size;
  const right = count >= 3 && count <= 6;
  return h("section", { class: "card shapebox", "aria-label": w("draw", { card }) },
    h("h3", {}, w("draw", { card })), h("p", { class: "muted" }, w("draw-how")),
    h("div", { class: "shapegrid" }, ARROWS.map((arrow, at) => arrowButton(drawn, arrow, at, redraw)), h("div", { class: "shapecells" }, cells)),
    h("button", { type: "button", id: "shapedone", class: "button strong", disabled: !right, on: { click: done } }, right ? w("draw-done", { count }) : w("draw-size", { count })));
}

function cellButton(drawn, [row, col], redraw) {
  const key = `${row},${col}`;
  const flip = () => { if (!drawn.cells.delete(key)) drawn.cells.add(key); redraw(); };
  return h("button", { type: "button", class: "shapecell", "data-cell": key, "aria-pressed": drawn.cells.has(key) ? "true" : "false", "aria-label": `${row + 1}, ${col + 1}`, on: { click: flip } });
}

function arrowButton(drawn, arrow, at, redraw) {
  const point = () => { drawn.arrow = at; redraw(); };
  return h("button", { type: "button", class: `shapearrow arrow${at}`, "aria-pressed": drawn.arrow === at ? "true" : "false", "aria-label": w(`arrow.${at}`), on: { click: point } }, arrow);
}

/** One button for each kind of tile; `unknown` adds the one that nobody told. */
export function tilePad(take, { only = TILES, unknown = false } = {}) {
  const kinds = [...TILES.slice(0, 8), ...(unknown ? ["?"] : []), ...TILES.slice(8)];
  return h("div", { class: "tilepad2" }, kinds.map((tile) =>
    h("button", { type: "button", class: `tilebutton ${tile === "s1" || tile === "mirror" ? "newrow" : ""}`, "data-tile": tile, disabled: tile !== "?" && !only.includes(tile), "aria-label": tileName(tile), title: tileName(tile), on: { click: () => take(tile) } }, tileIcon(tile))));
}

/** Tiles in a row, equal ones counted; with `take` they are buttons. */
export function tileRow(tiles, take = null) {
  const kinds = [...new Set(tiles)];
  return h("span", { class: "tilerow" }, kinds.map((tile) => {
    const count = tiles.filter((each) => each === tile).length;
    const inside = [tileIcon(tile), count > 1 ? h("b", {}, `×${count}`) : null];
    if (!take) return h("span", { class: "tilecount", title: tileName(tile), "aria-label": `${count} ${tileName(tile)}` }, inside);
    return h("button", { type: "button", class: "tilecount", "data-own": tile, "aria-label": tileName(tile), on: { click: () => take(tile) } }, inside);
  }));
}

export function strong(text, action, more = {}) {
  return h("button", { type: "button", class: "button strong", ...more, on: { click: action } }, text);
}

export function plain(text, action, more = {}) {
  return h("button", { type: "button", class: "button small", ...more, on: { click: action } }, text);
}
