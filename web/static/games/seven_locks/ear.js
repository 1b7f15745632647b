// The ears of Schloss der 7 Schlösser: how the microphone does, its calibration, and after the
// game what the pearls told, turn by turn.

import { h, s, t } from "../../house/dom.js";
import { command } from "../../house/send.js";

const say = (page, step) => command(page.state.version, "calibrate", { step });
const button = (text, step, page, first = false) => h("button", { type: "button", class: `button ${first ? "primary" : ""}`, "data-do": `calibrate-${step}`, on: { click: () => say(page, step) } }, text);

/** The microphone's state; for the host, before and after a game, its calibration too. */
export function earCard(page) {
  const { microphone, calibration, host, view, deniable, seat } = page.state;
  if (!microphone) return null;
  const denial = deniable && seat !== null ? deny(page) : null;
  const idle = ["setup", "finished"].includes(view.phase);
  const well = ["ok", "opening"].includes(microphone.state);
  if (well && !denial && !(idle && host)) return null;
  return h("article", { class: "card earcard", "data-microphone": microphone.state },
    h("p", { class: "eyebrow" }, t("seven_locks.ear")),
    h("p", { class: well ? "muted" : "warning" }, microphone.text),
    denial,
    host && idle && microphone.state !== "none" ? lesson(page, calibration) : null);
}

const deny = (page) => h("button", { type: "button", class: "button", "data-do": "no_pearl", on: { click: () => command(page.state.version, "no_pearl") } }, t("seven_locks.ear.deny"));

function lesson(page, going) {
  if (!going) {
    return h("div", { class: "stack" }, h("p", { class: "muted" }, t("seven_locks.ear.how")), button(t("seven_locks.ear.start"), "start", page));
  }
  if (going.room && !going.room.done) {
    return h("div", { class: "stack", "aria-live": "polite", "data-room": "listening" }, h("p", {}, h("b", {}, t("seven_locks.ear.hush"))), button(t("seven_locks.ear.stop"), "stop", page));
  }
  const noisy = going.room && going.room.verdict !== "ok" && !going.drops;
  const due = going.finished ? t("seven_locks.ear.done") : t("seven_locks.ear.drop", { chamber: going.depth + 1, round: going.round + 1, rounds: going.rounds });
  return h("div", { class: "stack", "aria-live": "polite" },
    going.lift ? h("p", { class: "warning" }, t("seven_locks.ear.lift")) : null,
    noisy ? h("p", { class: "warning", "data-room": going.room.verdict }, t(["restless", "loud"].includes(going.room.verdict) ? `seven_locks.ear.${going.room.verdict}` : "seven_locks.ear.spoiled")) : null,
    h("p", {}, h("b", {}, due)),
    going.last ? lastDrop(going.last) : null,
    going.quality ? quality(going.quality) : null,
    h("div", { class: "row" },
      going.drops && !going.finished ? button(t("seven_locks.ear.again"), "again", page) : null,
      noisy ? button(t("seven_locks.ear.room-again"), "again", page) : null,
      going.finished && going.rounds < 6 ? button(t("seven_locks.ear.more"), "more", page) : null,
      button(t("seven_locks.ear.stop"), "stop", page, going.finished)));
}

const lastDrop = ({ good, why, bounces, picture }) => h("div", {},
  s("svg", { viewBox: `0 0 ${picture.length} 20`, class: "soundwave", preserveAspectRatio: "none", role: "img", "aria-label": t("seven_locks.ear.picture") },
    picture.map((loud, at) => s("rect", { x: at, width: 0.8, y: 20 - loud * 20, height: loud * 20 }))),
  h("p", { class: good ? "muted" : "warning" }, t(`seven_locks.ear.${why}`, { bounces })));

function quality({ right, verdict, confusion }) {
  const most = Math.max(1, ...confusion.flat());
  return h("div", {},
    h("p", {}, t(`seven_locks.ear.${verdict}`, { percent: Math.round(right * 100) })),
    s("svg", { viewBox: "0 0 80 80", class: "confusion", role: "img", "aria-label": t("seven_locks.ear.confusion") },
      confusion.flatMap((row, truth) => row.map((count, heard) => s("rect", { x: heard * 10 + 0.5, y: truth * 10 + 0.5, width: 9, height: 9, rx: 1, "fill-opacity": 0.08 + 0.92 * count / most, class: truth === heard ? "truth" : "" })))));
}

// ---- after the game -------------------------------------------------------------------------

/** Per tower its sounds, how sure the truth was after each turn, and when one could have known. */
export function lookBack({ look_back: told }) {
  if (!told) return null;
  const count = told.turns.length;
  return h("article", { class: "card lookback" },
    h("p", { class: "eyebrow" }, t("seven_locks.told")),
    h("p", { class: "muted" }, t("seven_locks.told.how")),
    told.towers.map((tower, place) => (tower.truth === null ? null : h("section", {},
      h("b", {}, t("seven_locks.told.tower", { number: place + 1, key: tower.truth + 1 })),
      course(tower, count),
      h("div", { class: "soundgrid" }, tower.sounds.map((shares) => bars(shares, tower.truth))),
      h("p", { class: "muted" }, known(told, tower))))));
}

const bars = (shares, truth) => s("svg", { viewBox: "0 0 80 40", class: "soundbars", "aria-hidden": "true" },
  shares.map((share, at) => s("rect", { x: at * 10 + 1, width: 8, y: 40 - Math.max(1, share * 40), height: Math.max(1, share * 40), class: at === truth ? "truth" : "" })));

function course({ by_ear: ear, by_all: all, truth }, count) {
  const line = (shares) => shares.map((each, at) => `${count > 1 ? (at * 200) / (count - 1) : 0},${40 - (each?.[truth] ?? 0) * 40}`).join(" ");
  return s("svg", { viewBox: "-2 -2 204 44", class: "course", role: "img", "aria-label": t("seven_locks.told.course") },
    s("polyline", { points: line(all), class: "all" }), s("polyline", { points: line(ear), class: "ear" }));
}

function known(told, { known: { by_ear: ear, by_all: all } }) {
  if (ear !== null) return t("seven_locks.told.ear", { turn: told.turns[ear] });
  return all !== null ? t("seven_locks.told.keys", { turn: told.turns[all] }) : t("seven_locks.told.never");
}
