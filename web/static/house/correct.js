// The sheet for corrections: it was something else, it never happened, something is missing.

import { byId, h, t } from "./dom.js";
import { evidence } from "./evidence.js";
import { command, get, said } from "./send.js";

const FEW_CHOICES = 4;

/** Offer to correct an earlier event. */
export function correct(page, number) {
  const event = entry(page, number);
  if (!event) return;
  const seen = page.state.version;
  const done = async (name, fields) => finish(await command(versionSeen(page, event, seen), name, fields));
  open(t("fix.title"),
    h("p", { class: "quoted" }, page.game.icon(event), h("span", {}, event.text)),
    event.teller ? h("p", { class: "muted" }, t("table.told-by", { who: event.teller })) : null,
    evidence(event.picture),
    h("div", { class: "stack" },
      big(t("fix.amend"), () => choose(page, number, "amend", (choice) => done("amend", { number, event: choice.event }))),
      big(t("fix.void"), () => done("void", { number })),
      big(t("fix.insert"), () => choose(page, number, "insert", (choice) => done("insert", { before: number, event: choice.event })))));
}

function entry(page, number) {
  return [...page.state.events, ...(page.every ?? [])].find((each) => each.number === number);
}

/** The game goes on while a player looks for the right answer: that alone makes it not stale. */
function versionSeen(page, event, seen) {
  const now = entry(page, event.number);
  return JSON.stringify(now?.event) === JSON.stringify(event.event) ? page.state.version : seen;
}

/** Tell the table what happened when the camera missed it; `only` narrows the choices. */
export function tell(page, only = () => true) {
  const version = page.state.version;
  choose(page, 0, "claim", async (choice) => finish(await command(version, "claim", { event: choice.event }), choice.text), only);
}

async function choose(page, number, purpose, take, only = () => true) {
  const answer = await get(`/api/choices/${number}?for=${purpose}`);
  if (!answer) return;
  const choices = answer.choices.filter(only);
  const title = t(purpose === "amend" ? "fix.choose" : "fix.choose-now");
  const groups = choices.length > FEW_CHOICES ? page.game.group(choices) : null;
  if (groups) showGroups(page, title, groups, take);
  else showChoices(page, title, choices, take);
}

function showGroups(page, title, groups, take) {
  const back = () => showGroups(page, title, groups, take);
  open(title, h("div", { class: "groups" }, groups.map((group) =>
    h("button", { type: "button", class: "button group", "aria-label": group.label, on: { click: () => showChoices(page, group.label, group.choices, take, back) } },
      group.picture, h("span", {}, group.label)))));
}

function showChoices(page, title, choices, take, back) {
  open(title,
    choices.length ? null : h("p", { class: "muted" }, t("fix.none")),
    h("div", { class: "stack choices" }, choices.map((choice) =>
      h("button", { type: "button", class: "button choice", "data-choice": choice.id, on: { click: () => take(choice) } },
        page.game.icon(choice), h("span", {}, choice.text), choice.legal === false ? h("em", { class: "tag bad" }, t("fix.not-allowed")) : null))),
    back ? h("button", { type: "button", class: "link", on: { click: back } }, `‹ ${t("fix.back")}`) : null);
}

function big(text, action) {
  return h("button", { type: "button", class: "button", on: { click: action } }, text);
}

function open(title, ...content) {
  const sheet = byId("sheet");
  sheet.replaceChildren(
    h("div", { class: "sheettop" },
      h("h2", { id: "sheet-title" }, title),
      h("button", { type: "button", class: "icon", "data-close": true, "aria-label": t("table.close") }, "✕")),
    ...content.filter(Boolean));
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

function finish(answer, text = t("fix.done")) {
  if (!answer) return;
  byId("sheet").close();
  said(answer, text);
}
