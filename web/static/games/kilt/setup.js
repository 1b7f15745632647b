// Kilt Castle's set-up without a camera: the device deals, all phones show the same, the table
// lays it out; or it is tapped until it lies as the cards on the table do. Every tap goes to the
// device, so that it changes on all phones. The referee has the last word.

import { h, t } from "../../house/dom.js";
import { COLOURS, drawBoard } from "./board.js";
import { command } from "../../house/send.js";
import { mayAct } from "../../house/seats.js";

const PLACES = 20;
const CORNERS = [[0, 0], [0, 4], [4, 4], [4, 0]];
const CORNER_SQUARES = CORNERS.map(([row, col]) => [[row, col], [row, col ? col - 1 : col + 1], [row ? row - 1 : row + 1, col]]);

// The card that is to be swapped or turned, and in which layout.
let chosen = null;

/** The set-up on the board, with what can be changed and a button that says: it lies like this. */
export function setUpBoard(page, redraw) {
  const { view, layout } = page.state;
  if (chosen?.of !== JSON.stringify(layout)) chosen = null;
  const rows = Array.from({ length: PLACES }, (_, place) => layout.rows[place] ?? []);
  const water = new Set(layout.water.map((square) => square.join()));
  const laid = { ...view, towers: new Map(), roofed: new Set(), rows, front: null, water };
  const onCard = mayAct(page.state) ? (place, depth) => { tap(page, place, depth); redraw(page); } : null;
  const board = drawBoard(laid, { fresh: new Set(), freshCard: null, targets: new Map(), onSquare: () => {}, onCard, chosen });
  return { stage: board, tray: mayAct(page.state) ? controls(page) : null };
}

function controls(page) {
  const { layout, seats, view } = page.state;
  const small = (key, act) => h("button", { type: "button", class: "button small", on: { click: act } }, t(key));
  const change = (key, changed) => small(key, () => send(page, "lay", { event: { ...layout, ...changed(layout) } }));
  return h("article", { class: "card stack setup" },
    h("p", { class: "muted" }, t("kilt.setup.how")),
    h("div", { class: "groups" },
      small("kilt.setup.deal", () => send(page, "deal")),
      change("kilt.setup.place", moved),
      view.water?.length ? null : change("kilt.setup.water", turnedWater),
      seats.length === 3 ? change("kilt.setup.absent", withoutAnother) : change("kilt.setup.colours", swappedColours)),
    h("p", {}, layout.colours.map((colours, seat) => `${seats[seat].name}: ${colours.map((colour) => t(`kilt.${colour}`)).join(" + ")}`).join(" · ")),
    h("button", { type: "button", class: "button strong", id: "laid", on: { click: () => send(page, "claim", { event: layout }) } }, t("kilt.setup.laid")));
}

// ---- what may be changed: each gives the new parts of the layout -----------------------------

const moved = ({ rows }) => ({ rows: Object.fromEntries(Object.entries(rows).map(([place, row]) => [(Number(place) + 1) % PLACES, row])) });

const swappedColours = ({ colours }) => ({ colours: [...colours.slice(1), colours[0]] });

function turnedWater({ water }) {
  const at = CORNERS.findIndex((corner) => water.some((square) => square.join() === corner.join()));
  return { water: CORNER_SQUARES[(at + 1) % CORNERS.length] };
}

/** The colour that stays in the box takes the place of the next one. */
function withoutAnother({ rows, colours }) {
  const absent = COLOURS.findIndex((colour) => !colours.flat().includes(colour));
  const next = COLOURS[(absent + 1) % COLOURS.length];
  const instead = (colour) => (colour === next ? COLOURS[absent] : colour);
  const cards = (row) => row.map((card) => card.map(instead));
  return {
    rows: Object.fromEntries(Object.entries(rows).map(([place, row]) => [place, cards(row)])),
    colours: colours.map((each) => each.map(instead)),
  };
}

/** One tap chooses a card, a second one on another swaps them, on the same turns it. */
function tap(page, place, depth) {
  const { layout } = page.state;
  const first = chosen;
  chosen = null;
  if (!first) { chosen = { place, depth, of: JSON.stringify(layout) }; return; }
  const rows = JSON.parse(JSON.stringify(layout.rows));
  const [one, other] = [rows[first.place][first.depth], rows[place][depth]];
  const single = (card) => card[0] === card[1];
  if (single(one) !== single(other)) return;
  rows[first.place][first.depth] = other;
  rows[place][depth] = one === other ? [...one].reverse() : one;
  send(page, "lay", { event: { ...layout, rows } });
}

// ---- one change after the other ----------------------------------------------------------------

let awaited = 0; // the version that shows what was told last

/** Tell the device, unless what was told before is not yet shown here. */
async function send(page, name, fields) {
  if (page.state.version < awaited) return;
  awaited = Infinity;
  const done = await command(page.state.version, name, fields);
  awaited = done?.version ?? 0;
}
