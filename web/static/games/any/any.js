// The page of a game that has none of its own: whatever may happen now is a button.
//
// Of the view it needs nothing. It shows `active`, the seat whose turn it is, and `grid`: what lies
// on each square, row by row, as a number into `kinds`, which are facts of the game ("coin.silver").

import { tell } from "../../house/correct.js";
import { h, s, t, trophy } from "../../house/dom.js";
import { command, get, said } from "../../house/send.js";
import { mayAct, nameOf } from "../../house/seats.js";
import { run } from "../../house/table.js";

const COLUMNS = "abcdefghijklmnopqrstuvwxyz";

// ---- the board ----------------------------------------------------------------------------

function board(page) {
  return { stage: page.state.view.grid ? grid(page) : h("div"), tray: offers(page) };
}

/** Squares from the far side on; a tap tells of something that happens there. */
function grid(page) {
  const { squares } = page.state.view.grid;
  return h("div", { class: "anygrid" }, squares.map((row, r) =>
    h("div", { class: "anyrow" }, row.map((piece, c) => square(page, piece, [r, c], squares.length)))));
}

function square(page, piece, at, rows) {
  const { view, game } = page.state;
  const name = `${COLUMNS[at[1]]}${rows - at[0]}`;
  const what = piece === null ? null : t(`${game}.${view.grid.kinds[piece]}`);
  const here = ({ event }) => Object.values(event).some((value) => JSON.stringify(value) === JSON.stringify(at));
  return h("button", { type: "button", class: "anysquare", "data-square": name, "aria-label": what ? `${name}: ${what}` : name, disabled: !mayAct(page.state), on: { click: () => tell(page, here) } },
    what ? h("span", { class: `anypiece kind${piece % 4}`, "aria-hidden": "true" }, what[0]) : null);
}

/** What may be told now, as buttons; asked for anew whenever the board is drawn. */
function offers(page) {
  const box = h("div", { class: "stack anyoffers" });
  if (mayAct(page.state) && !page.state.score?.finished) fill(page, box);
  return box;
}

async function fill(page, box) {
  const { version } = page.state;
  const answer = await get("/api/choices/0?for=claim");
  if (!answer || !box.isConnected) return;
  const claim = (event) => async () => said(await command(version, "claim", { event }));
  box.replaceChildren(...answer.choices.map(({ id, event, text }) =>
    h("button", { type: "button", class: "button", "data-choice": id, on: { click: claim(event) } }, text)));
}

// ---- players ------------------------------------------------------------------------------

function player(state, seat) {
  const won = state.score?.finished && state.score.winners?.includes(seat.seat);
  const classes = ["purse", seat.seat === active(state) ? "active" : "", won ? "won" : ""];
  return h("article", { class: classes.join(" "), "data-seat": seat.seat },
    h("h3", {}, h("span", {}, seat.name), seat.seat === state.seat ? h("em", { class: "tag" }, t("table.you")) : null, won ? trophy() : null));
}

function active(state) {
  if (state.score?.finished) return state.score.winners?.[0] ?? null;
  return state.view.active ?? null;
}

function headline(state, seat) {
  return seat === state.seat ? t("table.your-turn") : t("table.turn-of", { name: nameOf(state, seat) });
}

/** The points of all, best first. */
const icon = () => s("svg", { viewBox: "-50 -50 100 100", class: "eventicon", "aria-hidden": "true" }, s("circle", { r: 14, class: "plaindot" }));

run({ active, banner: () => [], board, group: () => null, headline, icon, note: () => "", player, shield: () => h("span") });
