// The sheet for corrections: it was something else, it never happened, something is missing.

import { byId, h, t } from "./dom.js";
import { evidence } from "./evidence.js";
import { command, done, get, newId, post } from "./send.js";

const FEW_CHOICES = 4;

/** Offer to correct an earlier event. */
export function correct(page, number) {
  const event = entry(page, number);
  if (!event) return;
  const seen = page.state.version;
  const wish = (name, fields, choice = null) => preview(page, { event, seen, choice }, name, fields);
  open(t("fix.title"),
    h("p", { class: "quoted" }, page.game.icon(event), h("span", {}, event.text)),
    event.teller ? h("p", { class: "muted" }, t("table.told-by", { who: event.teller })) : null,
    evidence(event.picture),
    h("div", { class: "stack" },
      big(t("fix.amend"), () => choose(page, number, "amend", (choice) => wish("amend", { number, event: choice.event }, choice))),
      big(t("fix.void"), () => wish("void", { number })),
      big(t("fix.insert"), () => choose(page, number, "insert", (choice) => wish("insert", { before: number, event: choice.event }, choice)))));
}

// ---- what else changes ---------------------------------------------------------------------

/** Show what a correction changes besides its own event; what changes nothing else is done at once. */
async function preview(page, about, name, fields) {
  const body = () => ({ id: newId(), version: versionSeen(page, about.event, about.seen), do: name, ...fields });
  const then = await post("/api/preview", body());
  if (!then) return;
  const apply = async () => finish(page, await command(body().version, name, fields));
  const changes = then.asked ? [h("p", {}, then.text)] : consequences(page, then);
  if (!changes.length) { apply(); return; }
  const { event, choice } = about;
  open(t("fix.also"),
    name === "insert" ? null : h("p", { class: "quoted old" }, page.game.icon(event), h("span", {}, event.text)),
    choice ? h("p", { class: "quoted" }, page.game.icon(choice), h("span", {}, choice.text)) : null,
    h("div", { class: "stack changes" }, changes),
    h("div", { class: "pair" },
      h("button", { type: "button", class: "button strong", "data-do": "apply", on: { click: apply } }, t("fix.apply")),
      h("button", { type: "button", class: "button", "data-close": true }, t("bar.cancel"))));
}

/** Later events that fit no more, whose turn it is then, and purses that change. */
function consequences(page, then) {
  const { state, game } = page;
  const after = { ...state, ...then };
  const found = [];
  if (then.misfits.length) {
    found.push(h("p", {}, t("fix.misfits")), h("ul", { class: "plain" }, then.misfits.map((misfit) => h("li", { class: "quoted" }, h("span", {}, misfit.text)))));
  }
  const [before, now] = [headlineOf(state, game), headlineOf(after, game)];
  if (before !== now) found.push(h("p", { "data-change": "turn" }, t("fix.turn", { before, now })));
  const purses = state.seats.map((seat) => [game.player(state, seat), game.player(after, seat)]);
  const changed = purses.filter(([was, is]) => !holdSame(was, is));
  return [...found, ...changed.map(([was, is]) => h("div", { class: "pursechange" }, was, h("span", { role: "img", "aria-label": t("fix.becomes") }, "→"), is))];
}

function holdSame(one, other) {
  const [ones, others] = [[...one.childNodes], [...other.childNodes]];
  return ones.length === others.length && ones.every((node, at) => node.isEqualNode(others[at]));
}

function headlineOf(state, game) {
  const active = game.active(state);
  if (state.score?.finished) return t("table.finished");
  return active === null ? t("table.setup") : game.headline(state, active);
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
  choose(page, 0, "claim", async (choice) => finish(page, await command(version, "claim", { event: choice.event }), choice.text), only);
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
  sheet.onclose = () => sheet.replaceChildren();
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

function finish(page, answer, text = null) {
  if (!answer) return;
  byId("sheet").close();
  done(page, answer, text);
}
