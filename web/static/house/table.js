// The page at a table, the same for every game, in one glance and without scrolling: what is due,
// the board, what to tell now, the scores, and one bar for the act itself. A game brings
// {active, banner, board, group, headline, icon, note, player, shield}, and what it has to say of
// its end, if anything ({ending}); its `board(page)`
// is what is drawn, or {stage, tray, more}: the board, what is told below it, what lies aside.

import { notice, say, switches } from "./alive.js";
import { ask, concerns, diceBox, mayThrow, ofOthers } from "./ask.js";
import { bar, offer } from "./bar.js";
import { byId, closable, h, t, trophy } from "./dom.js";
import { camera } from "./camera.js";
import { tell } from "./correct.js";
import { report } from "./faults.js";
import { freeSeats, newGame, senses } from "./host.js";
import { earlierGames } from "./leaving.js";
import { follow } from "./live.js";
import { allOrFewEvents, everyEvent } from "./log.js";
import { arrows } from "./keys.js";
import { winnersText } from "./score.js";
import { mayAct } from "./seats.js";
import { command, languagePicker, said } from "./send.js";

const LONG = 16; // letters that fit the banner of the narrowest phone in the large size

/** Run the page for one game. */
export function run(game) {
  const page = { state: null, game, drawn: {}, every: null, deed: null };
  languagePicker();
  for (const dialog of document.querySelectorAll("dialog")) closable(dialog);
  byId("menu").addEventListener("click", () => byId("menusheet").showModal());
  if (location.hash === "#menusheet") byId("menusheet").showModal();
  byId("undo").addEventListener("click", async () => said(await command(page.state.version, "undo"), null, { text: t("table.redo"), act: () => redo(page) }));
  byId("redo").addEventListener("click", () => redo(page));
  byId("tell").addEventListener("click", () => tell(page));
  byId("more").addEventListener("click", () => everyEvent(page));
  for (const opener of document.querySelectorAll("[data-aside]")) opener.addEventListener("click", () => aside(true));
  byId("closeaside").addEventListener("click", () => aside(false));
  addEventListener("keydown", (event) => { if (event.key === "Escape") aside(false); });
  arrows(byId("board"));
  switches();
  newGame(page);
  camera(page);
  follow(document.querySelector("main").dataset.page, (state) => {
    if (isOver(page, state)) { location.reload(); return; }
    if (hasEnded(page, state)) { location.assign(screen() ? "/end?screen" : "/end"); return; }
    page.state = state;
    show(page);
  });
}

async function redo(page) {
  said(await command(page.state.version, "redo"));
}

/** Draw only the board anew, after something was picked. */
export function redraw(page) {
  board(page);
}

/** Whether this page shows another game than the table's; what was half told is of no use then. */
const isOver = (page, state) => state.game !== document.querySelector("main").dataset.game
  || (page.state && page.state.game_number !== state.game_number);

/** Whether the last move came while this page was open; who comes back to the board stays there. */
const hasEnded = (page, state) => Boolean(page.state) && !ended(page.state) && ended(state);
const ended = ({ score, events }) => Boolean(score?.finished) && !events.some(({ likely }) => likely);
const screen = () => document.querySelector("main").dataset.page === "screen";

/** What lies aside: on a phone a sheet, on a wide screen always there. */
function aside(open) {
  byId("aside").classList.toggle("open", open);
}

function show(page) {
  const { state, game } = page;
  const { view, seats, seat, host, score } = state;
  const who = [seats, seat, host];
  section(page, "now", [view, who, state.due, state.rulings, score], () => now(page));
  section(page, "sight", [state.sight, state.camera], () => sight(state));
  section(page, "thin", [who, state.notices, state.requests, state.question, state.rulings], () => thin(page));
  const ear = [state.microphone, state.calibration, state.deniable, state.look_back];
  section(page, "board", [view, who, state.events, state.layout, state.dice, ear], () => board(page));
  section(page, "ask", [who, state.question, state.requests, state.rulings, state.misfits, state.asking, score], () => ask(page));
  section(page, "players", [view, who, score], () => byId("players").replaceChildren(...seats.map((each) => playerOf(game, state, each))));
  section(page, "events", [who, state.events, state.corrections], () => allOrFewEvents(page));
  section(page, "free", [who], () => freeSeats(page));
  section(page, "earlier", [state.unfinished], () => byId("earlier") && earlierGames(byId("earlier"), page, () => byId("menusheet").close()));
  section(page, "senses", [state.senses, state.recording, state.camera?.state], () => senses(page));
  section(page, "qr", [seats], () => byId("screenqr")?.toggleAttribute("hidden", seats.every(({ joined }) => joined)));
  section(page, "note", [view], () => { byId("boardnote").textContent = game.note(state); });
  notice({ mine: document.body.classList.contains("mine"), ruled: mayAct(state) && Boolean(state.rulings?.some((each) => concerns(state, each))), finished: Boolean(score?.finished) });
  bar(page);
  byId("loghint").hidden = !mayAct(state);
  document.dispatchEvent(new CustomEvent("castellan:state", { detail: state }));
}

/** A player's purse as the game draws it, with a word for a seat whose phone is gone. */
function playerOf(game, state, each) {
  const drawn = game.player(state, each);
  if (each.seat === state.seat) drawn.classList.add("own");
  if (each.away) drawn.querySelector("h3")?.append(h("em", { class: "tag away" }, t("seat.away")));
  return drawn;
}

/** Draw a part of the page only when what it shows has changed: a finger may be on its way.
 *  A part that cannot be drawn is told to the host and tried again; the others are drawn as ever. */
function section(page, name, shown, draw) {
  const text = JSON.stringify(shown);
  if (page.drawn[name] === text) return;
  delete page.drawn[name];
  try {
    draw();
    page.drawn[name] = text;
  } catch (fault) {
    report(fault);
  }
}

// ---- the board, and what is told now -----------------------------------------------------------

function board(page) {
  const focused = byId("board").contains(document.activeElement) ? document.activeElement.dataset : null;
  const moment = JSON.stringify([page.state.view, page.state.seat, page.state.host]);
  if (page.moment !== moment) { page.moment = moment; offer(page, null); }
  const drawn = page.game.board(page);
  const { stage, tray = [], more = [] } = drawn instanceof Node ? { stage: drawn } : drawn;
  byId("board").replaceChildren(stage);
  nameAsWritten(byId("board"));
  const dice = mayThrow(page.state) ? diceBox(page) : null;
  byId("tray").replaceChildren(...[dice, tray].flat(Infinity).filter(Boolean));
  byId("extras").replaceChildren(...[more].flat(Infinity).filter(Boolean));
  arrows.settle(byId("board"), focused);
}

/** Who speaks to his phone says what he reads: what is written on a part of the board is in its name. */
function nameAsWritten(drawn) {
  for (const part of drawn.querySelectorAll("[role=button][aria-label]")) {
    const [name, written] = [part.getAttribute("aria-label"), part.textContent.replace(/\s+/g, " ").trim()];
    if (!name.toLowerCase().includes(written.toLowerCase())) part.setAttribute("aria-label", `${name}, ${written}`);
  }
}

// ---- what is due ---------------------------------------------------------------------------

function now({ state, game }) {
  const active = game.active(state);
  const finished = Boolean(state.score?.finished);
  const mine = !finished && active !== null && active === state.seat;
  const ruled = (state.rulings ?? []).map(({ text }) => text);
  const title = ruled.length ? t("table.ruling") : headline(state, game, active, finished);
  const due = finished ? t("table.finished") : (ruled.length ? ruled : state.due.map(({ text }) => text)).join(" ");
  byId("nowbox").className = `now ${game.banner(state, active)[0] ?? ""}`;
  byId("now").replaceChildren(
    finished ? trophy() : game.shield(game.banner(state, active)),
    h("div", {}, h("h2", { class: title.length > LONG ? "long" : "" }, title), due && h("p", { class: "due" }, due)));
  byId("duelist").replaceChildren(...state.due.map((each) => h("li", {}, each.text)));
  say([title, due].filter(Boolean).join(". "), state.corrections?.length ?? 0);
  document.body.classList.toggle("mine", mine && !ruled.length);
  document.title = [mine ? `● ${title}` : title, t(`game.${state.game}`)].join(" · ");
}

function sight(state) {
  const troubled = Boolean(state.camera) && state.camera.state !== "ok";
  const { state: name, text } = (troubled ? state.camera : state.sight) ?? {};
  byId("sight").className = `sight ${name ?? ""}`;
  byId("sight").replaceChildren(h("span", { class: "dot", "aria-hidden": "true" }), h("span", { class: "sighttext" }, text ?? ""));
}

function headline(state, game, active, finished) {
  if (finished) return winnersText(state.seats, state.score);
  return active === null ? t("table.setup") : game.headline(state, active);
}

/** What is only said, and does not wait for an answer: one thin line each. */
function thin({ state }) {
  const lines = [
    ...(state.requests ?? []).filter((asked) => !asked.may && !asked.mine).map((asked) => `${t("ask.title", { who: asked.who })}: ${asked.text}`),
    ...ofOthers(state),
    ...(state.notices ?? [])];
  byId("notices").replaceChildren(...lines.map((line) => h("p", {}, line)));
}
