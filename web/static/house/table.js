// The page at a table, the same for every game: what is due, questions, rulings, what happened,
// corrections, the host's camera. A game brings
// {active, banner, board, group, headline, icon, note, player, result, shield}.

import { byId, closable, h, t, toast, trophy } from "./dom.js";
import { camera } from "./camera.js";
import { claimBoxes } from "./claims.js";
import { correct, tell } from "./correct.js";
import { evidence } from "./evidence.js";
import { report } from "./faults.js";
import { earlierGames, leaving } from "./leaving.js";
import { follow } from "./live.js";
import { command, get, languagePicker, said } from "./send.js";

const FEW_EVENTS = 6;

/** Run the page for one game. */
export function run(game) {
  const page = { state: null, game, drawn: {}, every: null };
  languagePicker();
  for (const dialog of document.querySelectorAll("dialog")) closable(dialog);
  byId("menu").addEventListener("click", () => byId("menusheet").showModal());
  for (const name of ["undo", "redo"]) byId(name).addEventListener("click", async () => said(await command(page.state.version, name)));
  byId("tell").addEventListener("click", () => tell(page));
  byId("more").addEventListener("click", () => everyEvent(page));
  newGame(page);
  camera(page);
  follow("table", (state) => {
    if (isOver(page, state)) { location.reload(); return; }
    page.state = state;
    show(page);
  });
}

/** Whether this page shows another game than the table's; what was half told is of no use then. */
const isOver = (page, state) => state.game !== document.querySelector("main").dataset.game
  || (page.state && page.state.game_number !== state.game_number);

export const mayAct = (state) => state.seat !== null || state.host;

export const nameOf = (state, seat) => state.seats.find((each) => each.seat === seat)?.name ?? "?";

function show(page) {
  const { state, game } = page;
  const { view, seats, seat, host, score } = state;
  const who = [seats, seat, host];
  section(page, "now", [view, who, state.due, score], () => now(page));
  section(page, "sight", [state.sight, state.camera], () => sight(state));
  section(page, "ask", [who, state.question, state.requests, state.rulings, state.misfits, state.notices, state.dice, state.asking, score], () => ask(page));
  const ear = [state.microphone, state.calibration, state.deniable, state.look_back];
  section(page, "board", [view, who, state.events, state.layout, ear], () => byId("board").replaceChildren(game.board(page)));
  section(page, "players", [view, who, score], () => byId("players").replaceChildren(...seats.map((each) => playerOf(game, state, each))));
  section(page, "events", [who, state.events, state.corrections], () => allOrFewEvents(page));
  section(page, "free", [who], () => freeSeats(page));
  section(page, "earlier", [state.unfinished], () => byId("earlier") && earlierGames(byId("earlier"), page, () => byId("menusheet").close()));
  section(page, "senses", [state.senses, state.recording, state.camera?.state], () => senses(page));
  section(page, "note", [view], () => { byId("boardnote").textContent = game.note(state); });
  byId("dock").hidden = !mayAct(state);
  byId("loghint").hidden = !mayAct(state);
  byId("undo").disabled = state.can?.undo === false;
  byId("redo").disabled = state.can?.redo === false;
  document.dispatchEvent(new CustomEvent("castellan:state", { detail: state }));
}

/** A player's purse as the game draws it, with a word for a seat whose phone is gone. */
function playerOf(game, state, each) {
  const drawn = game.player(state, each);
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

// ---- what is due ---------------------------------------------------------------------------

function now({ state, game }) {
  const active = game.active(state);
  const finished = Boolean(state.score?.finished);
  byId("nowbox").className = `now ${game.banner(state, active)[0] ?? ""}`;
  byId("now").replaceChildren(
    finished ? trophy() : game.shield(game.banner(state, active)),
    h("div", {}, h("h2", {}, headline(state, game, active, finished)), dueList(state, finished)));
}

function sight(state) {
  const troubled = Boolean(state.camera) && state.camera.state !== "ok";
  const { state: name, text } = (troubled ? state.camera : state.sight) ?? {};
  byId("sight").className = `sight ${name ?? ""}`;
  byId("sight").replaceChildren(h("span", { class: "dot", "aria-hidden": "true" }), text ?? "");
}

function headline(state, game, active, finished) {
  if (finished) return winners(state);
  return active === null ? t("table.setup") : game.headline(state, active);
}

function winners(state) {
  const names = (state.score.winners ?? []).map((seat) => nameOf(state, seat));
  if (!names.length) return t("table.finished");
  return t(names.length > 1 ? "table.winners" : "table.winner", { names: names.join(" + ") });
}

function dueList(state, finished) {
  if (finished) return h("p", { class: "due" }, t("table.finished"));
  return h("ul", { class: "due" }, state.due.map((due) => h("li", {}, due.text)));
}

// ---- questions, rulings, misfits -------------------------------------------------------------

function ask(page) {
  const { state } = page;
  const boxes = [...claimBoxes(state)];
  if (mayThrow(state)) boxes.push(diceBox(page));
  if (state.score?.finished) boxes.push(h("article", { class: "card alert" }, h("p", { class: "eyebrow" }, t("table.score")), page.game.result(state)));
  for (const asked of state.requests ?? []) boxes.push(request(page, asked));
  if (state.question) boxes.push(question(page, state.question));
  for (const rulings of faults(state)) boxes.push(rulingBox(page, rulings));
  if (state.misfits?.length) boxes.push(misfits(page));
  boxes.push(...(state.notices ?? []).map((notice) => h("p", { class: "card muted" }, notice)));
  byId("ask").replaceChildren(...boxes);
}

/** A die is due and this phone may say what it shows. */
function mayThrow(state) {
  const [face] = state.dice ?? [];
  return Boolean(face) && (state.host || (state.seat !== null && (face.seat === null || face.seat === state.seat)));
}

function diceBox(page) {
  const { state, game } = page;
  const tell = (face) => command(page.state.version, "claim", { event: face.event });
  return h("article", { class: "card alert dice" },
    h("p", { class: "eyebrow" }, t("table.die")),
    h("div", { class: "faces" }, state.dice.map((face) =>
      h("button", { type: "button", class: "button face", "aria-label": face.text, on: { click: () => tell(face) } }, game.icon(face)))),
    h("button", { type: "button", class: "button strong", on: { click: () => command(page.state.version, "roll") } }, t("table.roll")));
}

/** What a phone wants to do: those it asks say yes or no with one tap, the others see who waits. */
function request(page, asked) {
  const reply = (yes) => async () => said(await command(page.state.version, "reply", { request: asked.id, yes }));
  const button = (text, yes, strong) => h("button", { type: "button", class: strong ? "button strong" : "button", on: { click: reply(yes) } }, text);
  const names = asked.asked.map((seat) => nameOf(page.state, seat)).join(", ") || t("table.host");
  return h("article", { class: asked.may ? "card alert request" : "card muted request", "data-request": asked.id },
    h("p", { class: "eyebrow" }, t("ask.title", { who: asked.who })),
    h("h3", {}, asked.text),
    asked.may ? h("div", { class: "stack" }, button(t("ask.yes"), true, true), button(t("ask.no"), false)) : h("p", { class: "muted" }, t("ask.waits", { names })),
    asked.mine ? button(t("ask.withdraw"), false) : null);
}

/** Whoever has his phone at hand answers for himself; for anybody else the others and the host may. */
function mayAnswer(state, asked) {
  const concerned = state.seats.find((each) => each.seat === (asked.seat ?? null));
  return mayAct(state) && (state.host || !concerned || concerned.seat === state.seat || !concerned.joined || Boolean(concerned.away));
}

function question(page, asked) {
  const { state } = page;
  const answer = (choice) => command(page.state.version, "answer", { question: asked.id, choice });
  const may = mayAnswer(state, asked);
  const { common, own } = differences(asked.choices);
  return h("article", { class: "card alert question", "data-question": asked.id },
    h("p", { class: "eyebrow" }, t("table.question")),
    h("h3", {}, asked.text), evidence(asked.picture),
    common.length ? h("p", { class: "muted" }, common.join(" ")) : null,
    h("div", { class: "stack answers" }, asked.choices.map((choice, at) =>
      h("button", { type: "button", class: at ? "button" : "button strong", disabled: !may, on: { click: () => answer(choice.id) } },
        h("span", {}, own[at]), likelihood(choice.probability)))));
}

/** Answers often tell long stories that differ in one sentence: what all share is said once. */
function differences(choices) {
  const told = choices.map((choice) => choice.text.replace(/\.\s+/g, ".\n").split("\n"));
  const stories = told.filter((_, at) => typeof choices[at].probability === "number");
  const common = stories.length > 1 ? stories[0].filter((line) => stories.every((story) => story.includes(line))) : [];
  const own = told.map((lines) => lines.filter((line) => !common.includes(line)).join(" "));
  return own.every(Boolean) ? { common, own } : { common: [], own: choices.map((choice) => choice.text) };
}

function likelihood(probability) {
  if (typeof probability !== "number") return null;
  return h("small", { class: "percent" }, `${Math.round(probability * 100)} %`);
}

/** The open rulings, those of one illegal move together. */
function faults(state) {
  const numbers = [...new Set((state.rulings ?? []).map((ruling) => ruling.number))];
  return numbers.map((number) => state.rulings.filter((ruling) => ruling.number === number));
}

function rulingBox(page, rulings) {
  const { state } = page;
  const [ruling] = rulings;
  return h("article", { class: "card alert ruling" },
    h("p", { class: "eyebrow" }, t("table.ruling")),
    rulings.map((each) => h("h3", {}, each.text)), evidence(ruling.picture),
    h("p", { class: "muted" }, t("table.put-back")),
    mayAct(state) ? h("button", { type: "button", class: "button", on: { click: () => command(page.state.version, "stand", { number: ruling.number }) } }, t("table.stand")) : null);
}

function misfits(page) {
  return h("article", { class: "card alert" },
    h("p", { class: "eyebrow" }, t("table.misfits")),
    h("ul", { class: "plain" }, page.state.misfits.map((misfit) => h("li", {},
      h("button", { type: "button", class: "link", on: { click: () => correct(page, misfit.number) } }, misfit.text),
      (misfit.rulings ?? []).map((ruling) => h("div", { class: "muted" }, ruling.text))))));
}

// ---- what happened -----------------------------------------------------------------------------

function allOrFewEvents(page) {
  if (!page.every) { events(page, page.state.events.slice(-FEW_EVENTS)); return; }
  const all = withNewest(page);
  if (all) events(page, all);
  else everyEvent(page);
}

/** The stream carries only the newest events; who wants all asks for them. */
async function everyEvent(page) {
  const state = await get("/api/state");
  if (!state) return;
  page.every = state.events;
  page.corrected = JSON.stringify(state.corrections); // as they were then
  events(page, state.events);
}

/** All that was asked for, with the newest events as they are now; null if others changed too. */
function withNewest(page) {
  const { state, every } = page;
  const first = state.events.find((event) => event.number !== null)?.number ?? Infinity;
  const all = [...every.filter((event) => event.number !== null && event.number < first), ...state.events];
  return all.length === state.events_told && page.corrected === JSON.stringify(state.corrections) ? all : null;
}

function events(page, shown) {
  const rows = withCorrections(shown, page.state.corrections ?? []);
  byId("events").replaceChildren(...rows.map((row) => ("event" in row ? eventRow(page, row) : correctionRow(row))).reverse());
  if (!rows.length) byId("events").append(h("li", { class: "muted" }, t("table.no-events")));
  byId("more").hidden = shown.length >= (page.state.events_told ?? page.state.events.length);
}

/** Corrections stand after the events that were told before them. */
function withCorrections(shown, corrections) {
  const rows = [...shown];
  for (const each of corrections) {
    const after = rows.findLastIndex((row) => row.number !== null && row.number < each.number);
    if (after >= 0 || !shown.length) rows.splice(after + 1, 0, each);
  }
  return rows;
}

function correctionRow(correction) {
  return h("li", {}, h("div", { class: "event correction" },
    h("span", { class: "mark", "aria-hidden": "true" }, "↺"),
    h("span", { class: "what muted" }, correction.text),
    h("span", { class: "when" }, clock(correction.when))));
}

function eventRow(page, event) {
  const inside = [
    page.game.icon(event),
    h("span", { class: "what" }, event.text,
      event.likely ? h("em", { class: "tag" }, t("table.likely")) : null,
      event.stands && event.rulings?.length ? h("em", { class: "tag bad" }, t("table.stands")) : null,
      (event.rulings ?? []).map((ruling) => h("span", { class: "why" }, ruling.text))),
    h("span", { class: "when" }, clock(event.when)),
  ];
  if (!mayAct(page.state) || event.number === null) return h("li", {}, h("div", { class: "event" }, inside));
  return h("li", {}, h("button", { type: "button", class: "event", "data-number": event.number, on: { click: () => correct(page, event.number) } }, inside));
}

function clock(when) {
  if (typeof when !== "number") return when ?? "";
  return new Date(when * 1000).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// ---- the host ------------------------------------------------------------------------------------

function newGame(page) {
  byId("newgame")?.elements.game.addEventListener("change", ({ target }) => {
    for (const part of byId("newgame").querySelectorAll("fieldset[data-game]")) part.hidden = part.disabled = part.dataset.game !== target.value;
  });
  byId("hints")?.addEventListener("change", ({ target }) => command(page.state.version, "hints", { level: target.value }));
  byId("proofs")?.addEventListener("change", ({ target }) => command(page.state.version, "proofs", { shown: target.value === "true" }));
  byId("sawwrong")?.addEventListener("click", async () => {
    if (await command(page.state.version, "saw_wrong", {})) { byId("menusheet").close(); toast(t("table.saw-wrong-kept")); }
  });
  byId("newgame")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = [...new FormData(event.target)];
    const options = Object.fromEntries(given.filter(([name]) => name.startsWith("option:")).map(([name, value]) => [name.slice(7), JSON.parse(value)]));
    const fields = Object.fromEntries(given);
    if (!await leaving(page.state, t("table.new"))) return;
    const done = await command(page.state.version, "new", { game: fields.game, players: Number(fields.players), options });
    if (done) { byId("menusheet").close(); toast(t("table.new")); }
  });
}

/** Camera and microphone can be closed and recorded by the host; a camera may have seen wrong. */
function senses(page) {
  byId("sawwrong")?.toggleAttribute("hidden", page.state.camera?.state === "none");
  toggle(page, "senses", page.state.senses);
  toggle(page, "record", page.state.recording);
}

function toggle(page, name, is) {
  const button = byId(name);
  if (!button || typeof is !== "boolean") return;
  const wish = is ? "off" : "on";
  button.hidden = false;
  button.textContent = t(`table.${name}-${wish}`);
  button.onclick = () => command(page.state.version, name, { [name]: wish });
}

function freeSeats(page) {
  const { state } = page;
  const joined = state.seats.filter((seat) => seat.joined && seat.seat !== state.seat);
  byId("freeseats")?.replaceChildren(...joined.map((seat) =>
    h("button", { type: "button", class: "button", on: { click: () => command(page.state.version, "free", { seat: seat.seat }) } }, t("table.free-seat", { name: seat.name }))));
}
