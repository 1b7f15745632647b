// Kilt Castle's set-up without a camera: the phone deals, the table lays it out; or the draft is
// tapped until it lies as the cards on the table do. The referee has the last word.

import { h, t } from "./dom.js";
import { COLOURS, drawBoard } from "./kilt_board.js";
import { command } from "./send.js";
import { mayAct } from "./table.js";

const PLACES = 20;
const FIRST = 10; // the near side
const CORNERS = [[0, 0], [0, 4], [4, 4], [4, 0]];
const draft = { players: 0 };

const pick = (count) => Math.floor(Math.random() * count);

function shuffled(list) {
  const rest = [...list];
  return list.map(() => rest.splice(pick(rest.length), 1)[0]);
}

/** Rows of single cards first, then one double card fewer each; no colour thrice in a row. */
function deal(colours) {
  const doubles = colours.flatMap((one, at) => colours.slice(at + 1).map((other) => [one, other]));
  for (;;) {
    const rest = shuffled(doubles).map((card) => (pick(2) ? card : [card[1], card[0]]));
    const rows = [shuffled(colours).map((colour) => [colour, colour])];
    for (let size = colours.length - 1; size > 0; size -= 1) rows.push(rest.splice(0, size));
    if (rows.every(mixed)) return rows;
  }
}

const mixed = (row) => COLOURS.every((colour) => row.flat().filter((side, at, sides) => side === colour && !(at % 2 && sides[at - 1] === colour)).length <= 2);

function begin(players, water) {
  const absent = draft.absent ?? 3;
  const colours = players === 3 ? COLOURS.filter((_, at) => at !== absent) : COLOURS;
  Object.assign(draft, { players, absent, colours, rows: deal(colours), first: draft.first ?? FIRST, chosen: null });
  draft.corner = draft.corner ?? cornerOf(water);
  draft.fixed = Boolean(water?.length);
}

function cornerOf(water) {
  const at = CORNERS.findIndex((corner) => water?.some((square) => square.join() === corner.join()));
  return at < 0 ? 0 : at;
}

/** The corner and its two neighbours. */
function water() {
  const [row, col] = CORNERS[draft.corner];
  return [[row, col], [row, col ? col - 1 : col + 1], [row ? row - 1 : row + 1, col]];
}

const seats = () => Array.from({ length: draft.players }, (_, seat) => draft.colours.filter((_, at) => at % draft.players === seat));
const place = (at) => (draft.first + at) % PLACES;

function event() {
  const rows = Object.fromEntries(draft.rows.map((row, at) => [place(at), row]));
  return { type: "set_up", rows, water: water(), colours: seats(), start: null };
}

/** The draft on the board, with what can be changed and a button that says: it lies like this. */
export function setUpBoard(page) {
  const { state } = page;
  if (draft.players !== state.seats.length) begin(state.seats.length, state.view.water);
  const again = () => { page.drawn.board = null; document.getElementById("board").replaceChildren(setUpBoard(page)); };
  const rows = Array.from({ length: PLACES }, (_, at) => draft.rows[(at - draft.first + PLACES) % PLACES] ?? []);
  const view = { ...state.view, towers: new Map(), roofed: new Set(), rows, front: null, water: new Set(water().map((square) => square.join())) };
  const onCard = (at, depth) => { tap((at - draft.first + PLACES) % PLACES, depth); again(); };
  const chosen = draft.chosen && { place: place(draft.chosen[0]), depth: draft.chosen[1] };
  const board = drawBoard(view, { fresh: new Set(), freshCard: null, targets: new Map(), onSquare: () => {}, onCard, chosen });
  return h("div", { class: "stack" }, board, mayAct(state) ? controls(page, again) : null);
}

function controls(page, again) {
  const change = (act) => () => { act(); again(); };
  const small = (key, act) => h("button", { type: "button", class: "button small", on: { click: change(act) } }, t(key));
  return h("article", { class: "card stack setup" },
    h("p", { class: "muted" }, t("kilt.setup.how")),
    h("div", { class: "groups" },
      small("kilt.setup.deal", () => { draft.rows = deal(draft.colours); draft.chosen = null; }),
      small("kilt.setup.place", () => { draft.first = (draft.first + 1) % PLACES; }),
      draft.fixed ? null : small("kilt.setup.water", () => { draft.corner = (draft.corner + 1) % 4; }),
      draft.players === 3 ? small("kilt.setup.absent", () => { draft.absent = (draft.absent + 1) % 4; draft.players = 0; }) : small("kilt.setup.colours", () => { draft.colours = [...draft.colours.slice(1), draft.colours[0]]; })),
    h("p", {}, seats().map((colours, seat) => `${page.state.seats[seat].name}: ${colours.map((colour) => t(`kilt.${colour}`)).join(" + ")}`).join(" · ")),
    h("button", { type: "button", class: "button strong", id: "laid", on: { click: () => command(page.state.version, "claim", { event: event() }) } }, t("kilt.setup.laid")));
}

/** One tap chooses a card, a second one on another swaps them, on the same turns it. */
function tap(row, depth) {
  const chosen = draft.chosen;
  draft.chosen = null;
  if (!chosen) { draft.chosen = [row, depth]; return; }
  const [otherRow, otherDepth] = chosen;
  if (row === otherRow && depth === otherDepth) draft.rows[row][depth] = [...draft.rows[row][depth]].reverse();
  else if ((row === 0) === (otherRow === 0)) {
    [draft.rows[row][depth], draft.rows[otherRow][otherDepth]] = [draft.rows[otherRow][otherDepth], draft.rows[row][depth]];
  }
}
