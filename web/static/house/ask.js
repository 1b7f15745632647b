// Questions, rulings and whatever else waits for an answer of the table.

import { claimBoxes } from "./claims.js";
import { correct } from "./correct.js";
import { byId, h, t } from "./dom.js";
import { proof } from "./evidence.js";
import { scoreTable } from "./score.js";
import { mayAct, nameOf } from "./seats.js";
import { command, said } from "./send.js";

/** Draw what waits for an answer: a sheet from below over the dimmed board, never above it. */
export function ask(page) {
  const { state } = page;
  const boxes = [...claimBoxes(state)];
  for (const asked of (state.requests ?? []).filter((each) => each.may || each.mine)) boxes.push(request(page, asked));
  if (state.question && concerns(state, state.question)) boxes.push(question(page, state.question));
  for (const rulings of faults(state)) if (concerns(state, rulings[0])) boxes.push(rulingBox(page, rulings));
  if (state.misfits?.length) boxes.push(misfits(page));
  if (state.score?.finished) boxes.push(over(page));
  const waits = JSON.stringify([state.question?.id, faults(state).map(([each]) => each.number), state.misfits, state.score?.finished]);
  if (page.asked !== waits) { page.asked = waits; fold(false); }
  byId("ask").replaceChildren(...(boxes.length ? [folder(), ...boxes] : []));
  document.body.classList.toggle("asking", boxes.length > 0);
}

/** The way to all there is to tell, the score, and what the game itself has to say of its end. */
function over({ state, game }) {
  return h("article", { class: "card alert over" },
    h("p", { class: "eyebrow" }, t("table.score")), h("a", { class: "button strong", href: "/end" }, t("end.open")),
    scoreTable(state.game, state.seats, state.score), game.ending?.(state) ?? null);
}

/** The sheet gives way to the board and comes back by one tap. */
function folder() {
  const folded = byId("ask").classList.contains("folded");
  return h("button", { type: "button", class: "fold", "aria-expanded": `${!folded}`, "aria-label": t("ask.fold"), on: { click: ({ currentTarget }) => { const now = !byId("ask").classList.contains("folded"); fold(now); currentTarget.setAttribute("aria-expanded", `${!now}`); } } });
}

function fold(folded) {
  byId("ask").classList.toggle("folded", folded);
  document.body.classList.toggle("folded", folded);
}

/** A die is due and this phone may say what it shows. */
export function mayThrow(state) {
  const [face] = state.dice ?? [];
  return Boolean(face) && (state.host || (state.seat !== null && (face.seat === null || face.seat === state.seat)));
}

/** The faces of a die that is due. */
export function diceBox(page) {
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

/** Whoever has his phone at hand is asked for himself; for anybody else all others are, and the host. */
export function concerns(state, asked) {
  const whose = state.seats.find((each) => each.seat === (asked.seat ?? null));
  return state.host || !whose || whose.seat === state.seat || !whose.joined || Boolean(whose.away)
    || document.querySelector("main").dataset.page === "screen";
}

/** What is ruled or asked of somebody else, in a line each. */
export function ofOthers(state) {
  return [state.question, ...(state.rulings ?? [])].filter((each) => each && !concerns(state, each)).map(({ text }) => text);
}

function question(page, asked) {
  const { state } = page;
  const answer = (choice) => command(page.state.version, "answer", { question: asked.id, choice });
  const may = mayAct(state);
  const { common, own } = differences(asked.choices);
  return h("article", { class: "card alert question", "data-question": asked.id },
    h("p", { class: "eyebrow" }, t("table.question")),
    h("h3", {}, asked.text), proof(asked, t("proof.known")),
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

/** What is wrong; a table that puts it back waits until the camera sees it so. */
function rulingBox(page, rulings) {
  const { state } = page;
  const [ruling] = rulings;
  const stand = () => command(page.state.version, "stand", { number: ruling.number });
  const back = () => { page.back = ruling.number; ask(page); };
  if (page.back === ruling.number) return h("article", { class: "card alert ruling waits" }, h("p", {}, t("ask.back-waits")), small("ask.open", () => { page.back = null; ask(page); }));
  return h("article", { class: "card alert ruling" },
    h("p", { class: "eyebrow" }, t("table.ruling")),
    h("h3", {}, ruling.text), proof(ruling, t("proof.right")),
    mayAct(state) ? h("div", { class: "pair" },
      h("button", { type: "button", class: "button strong", "data-do": "back", on: { click: back } }, t("ask.put-back")),
      h("button", { type: "button", class: "button", "data-do": "stand", on: { click: stand } }, t("table.stand"))) : h("p", { class: "muted" }, t("table.put-back")),
    h("details", { class: "why" }, h("summary", {}, t("ask.why")),
      rulings.map((each, at) => h("p", { class: "muted" }, at ? `${each.text} ` : "",
        h("a", { href: `/rules/${state.game}#${each.id}`, "data-rule": each.id }, t("ask.rule", { rule: each.id }))))));
}

const small = (key, act) => h("button", { type: "button", class: "button small", on: { click: act } }, t(key));

function misfits(page) {
  return h("article", { class: "card alert" },
    h("p", { class: "eyebrow" }, t("table.misfits")),
    h("ul", { class: "plain" }, page.state.misfits.map((misfit) => h("li", {},
      h("button", { type: "button", class: "link", on: { click: () => correct(page, misfit.number) } }, misfit.text),
      (misfit.rulings ?? []).map((ruling) => h("div", { class: "muted" }, ruling.text))))));
}
