// The page after the last move: who won, how it came about, once more. It follows the table: when
// the game goes on or another one begins, so does the page.

import { badge, chart, hasCourse, looks } from "./chart.js";
import { byId, closable, h, s, t, trophy } from "./dom.js";
import { evidence } from "./evidence.js";
import { follow } from "./live.js";
import { ranked, scoreTable, winnersText } from "./score.js";
import { mayAct, nameOf } from "./seats.js";
import { command, get } from "./send.js";
import { share } from "./share.js";

const WIDEST = 1200, SHAPE = 0.5, TALLER = 60; // of the chart: pixels, height by width, pixels
const SECONDS = 60;

let told = JSON.parse(byId("told").textContent);
const screen = Boolean(document.querySelector("main").dataset.screen);

function draw() {
  byId("winner").replaceChildren(told.winners.length ? trophy() : "", winnersText(told.seats, told));
  byId("when").textContent = [day(), t("end.minutes", { minutes: Math.max(1, Math.round((told.ended - told.began) / SECONDS)) }), t("table.events-count", { count: told.events })].map((each, at) => (at ? each.replaceAll(" ", "\u00a0") : each)).join(" · ");
  podium();
  byId("score").replaceChildren(scoreTable(told.game, told.seats, told));
  course();
  byId("moments").hidden = !told.moments.length;
  byId("momentlist").replaceChildren(...told.moments.map(moment));
}

const day = () => new Date(told.ended * 1000).toLocaleDateString(document.documentElement.lang, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** The winner in the middle, the others to both sides. */
function podium() {
  const drawn = looks(told.game, told.seats);
  const all = ranked(told.seats, told);
  const order = [...all.filter((_, at) => at % 2).reverse(), ...all.filter((_, at) => at % 2 === 0)];
  byId("podium").hidden = !told.winners.length;
  byId("podium").replaceChildren(...order.map(({ seat, name }) => h("div", { class: "step", "data-place": told.places[seat] },
    h("p", { class: "stepname" }, name),
    s("svg", { viewBox: "-14 -14 28 28", class: "stepbadge", "aria-hidden": "true" }, badge(drawn[seat], 0, 0)),
    h("div", { class: "block" },
      h("span", { class: "placed" }, `${told.places[seat] ?? ""}`), h("span", { class: "points" }, `${told.totals[seat]}`)))));
}

function course() {
  byId("course").hidden = !hasCourse(told.course);
  const drawn = looks(told.game, told.seats);
  byId("legend").replaceChildren(...told.seats.map(({ seat, name }) => h("li", {},
    s("svg", { viewBox: "0 0 74 26", class: "sample", "aria-hidden": "true" },
      s("path", { d: "M0 13H48", stroke: "#1d2430", "stroke-width": 5, "stroke-dasharray": drawn[seat].dashes }),
      s("path", { d: "M0 13H48", stroke: drawn[seat].colour, "stroke-width": 3, "stroke-dasharray": drawn[seat].dashes }),
      badge(drawn[seat], 60, 13)), name)));
  const width = Math.min(WIDEST, byId("chart").clientWidth || WIDEST);
  const label = `${t("end.course")}: ${told.seats.map(({ seat, name }) => `${name} ${told.totals[seat]}`).join(", ")}`;
  const room = screen ? byId("chart").clientHeight : 0; // a screen gives it what is left
  const height = room || width * SHAPE + TALLER;
  byId("chart").replaceChildren(chart(told, width, Math.round(height), label));
}

function moment({ kind, seat, gain, text, when, picture, rulings }) {
  return h("li", { class: "moment", "data-kind": kind },
    evidence(picture),
    h("div", {},
      h("p", { class: "eyebrow" }, t(`end.${kind}`, { gain, name: nameOf(told, seat) })),
      h("p", {}, text), rulings.map((ruling) => h("p", { class: "why" }, ruling.text)),
      when ? h("p", { class: "muted" }, new Date(when * 1000).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })) : null));
}

/** Once more, another game, or back to the board. */
function again(state) {
  const back = h("a", { class: "button", href: "/table" }, t("end.board"));
  byId("again").replaceChildren(...(screen ? [] : [mayAct(state) ? rematch(state) : "", state.host ? h("a", { class: "button", href: "/table#menusheet" }, t("table.another")) : "", back]), wishes(state));
}

function rematch(state) {
  const wished = state.again?.includes(state.seat);
  const act = () => command(state.version, "rematch", { wanted: !wished });
  return h("button", { type: "button", class: wished ? "button" : "button strong", "data-do": "rematch", "aria-pressed": state.host ? null : `${Boolean(wished)}`, on: { click: act } },
    t(wished ? "end.no-rematch" : "table.rematch"));
}

/** Who wants a rematch, of those whose phones are there. */
function wishes(state) {
  const names = (state.again ?? []).map((seat) => nameOf(state, seat)).join(", ");
  const there = state.seats.filter(({ joined, away, seat }) => (joined && !away) || state.again?.includes(seat)).length;
  return h("p", { id: "wishes", class: "muted", role: "status" }, names ? t("end.wishes", { names, count: state.again.length, all: there }) : "");
}

/** What the page shows beside the wishes: if that changes, it is asked for anew. */
const shown = ({ score, seats, events }) => JSON.stringify([score, seats.map(({ name }) => name), events]);

let mark = null;
let version = null;

closable(byId("photo"));
draw();
follow("end", async (state) => {
  if (!state.score?.finished || state.game_number !== told.game_number) { location.replace(screen ? "/screen" : "/table"); return; }
  const changed = mark !== null && mark !== shown(state);
  mark = shown(state);
  version = state.version;
  again(state);
  const fresh = changed ? await get("/api/end") : null;
  if (fresh && version === state.version) { told = fresh; draw(); }
});
byId("print").addEventListener("click", () => print());
byId("png").addEventListener("click", () => share(told, day()));
