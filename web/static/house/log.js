// What happened, newest first; whoever plays corrects an event by tapping it.

import { correct } from "./correct.js";
import { byId, h, t } from "./dom.js";
import { mayAct } from "./seats.js";
import { get } from "./send.js";

const FEW_EVENTS = 6;

/** The newest events, or all if they were asked for. */
export function allOrFewEvents(page) {
  if (!page.every) { events(page, page.state.events.slice(-FEW_EVENTS)); return; }
  const all = withNewest(page);
  if (all) events(page, all);
  else everyEvent(page);
}

/** The stream carries only the newest events; who wants all asks for them. */
export async function everyEvent(page) {
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
    const after = lastIndex(rows, (row) => row.number !== null && row.number < each.number);
    if (after >= 0 || !shown.length) rows.splice(after + 1, 0, each);
  }
  return rows;
}

/** Browsers of 2021 have no findLastIndex. */
function lastIndex(rows, fits) {
  for (let at = rows.length - 1; at >= 0; at -= 1) if (fits(rows[at])) return at;
  return -1;
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
