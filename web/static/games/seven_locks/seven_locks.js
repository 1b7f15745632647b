// Schloss der 7 Schlösser on the phone: how its state is read, shown and told; the page itself is
// table.js. Towers are tapped on the board; all else stands in a panel above it.

import { h, s, t, toast, trophy } from "../../house/dom.js";
import { offer } from "../../house/bar.js";
import { command, post } from "../../house/send.js";
import {
  coat, coatPicture, dieFace, drawCourt, drawKey, dropPicture, keyName, keyPicture, movePicture, outcomePicture, pearl, PLACES, treasurePicture,
} from "./board.js";
import { askColours, askDie } from "./box.js";
import { earCard, lookBack } from "./ear.js";
import { mayAct, nameOf } from "../../house/seats.js";
import { redraw, run } from "../../house/table.js";

const TURN = "castellan.seven_locks.turn";
const OUTCOMES = ["fits", "long", "short", "fails"];
const house = (seat) => `house${seat % 4}`;

// What this phone has chosen and not yet told; forgotten when the game goes on.
let draft = { of: null, key: null, pearls: null, doubt: null };
// The view last drawn, for the colours of keys in the list of what happened.
let seen = null;

const actsFor = (state, seat) => state.host || (state.seat !== null && state.seat === seat);
const send = (page, event) => command(page.state.version, "claim", { event });

function freshDraft({ view }) {
  const moment = JSON.stringify(view);
  if (draft.of !== moment) draft = { of: moment, key: null, pearls: null, doubt: null };
}

// ---- the board ----------------------------------------------------------------------------

function board(page) {
  const { state } = page;
  freshDraft(state);
  seen = state.view;
  const told = panel(page, () => redraw(page));
  const rack = keyRack(page, told);
  const box = boxCard(page);
  const early = state.view.phase === "setup";
  return {
    stage: court(page),
    tray: [told ?? rack, unseen(page), early ? box : null],
    more: [told ? rack : null, sounds(state), lookBack(state), early ? null : box, earCard(page)],
  };
}

function court(page) {
  const { view } = page.state;
  const can = mayTap(page.state);
  const marks = {
    turn: Number(localStorage.getItem(TURN) ?? 0),
    drops: new Set(can ? view.may.drop : []),
    moves: new Set(can ? view.may.move ?? [] : []),
    fresh: freshTowers(page.state),
    houses: page.state.seats.map(({ seat }) => house(seat)),
    onTower: (tower, said) => tapped(page, marks, tower, said),
  };
  const turn = () => {
    localStorage.setItem(TURN, `${(marks.turn + 1) % PLACES}`);
    redraw(page);
  };
  return h("div", { class: "courtwrap" }, drawCourt(view, marks),
    h("button", { type: "button", class: "turnboard", "aria-label": t("seven_locks.turn-board"), title: t("seven_locks.turn-board"), on: { click: turn } }, "⟳"));
}

/** A pearl fell and nobody saw where: it counts all the same. */
function unseen(page) {
  if (!mayTap(page.state) || !page.state.view.may.drop.length) return null;
  return h("button", { type: "button", class: "link unseen", "data-do": "unseen", on: { click: () => send(page, { type: "drop", tower: null }) } }, t("seven_locks.unseen"));
}

function mayTap(state) {
  if (state.view.phase === "opening") return mayAct(state);
  return actsFor(state, state.view.active);
}

function tapped(page, marks, tower, said) {
  if (marks.drops.has(tower.place)) send(page, { type: "drop", tower: tower.place });
  else if (marks.moves.has(tower.place)) send(page, { type: "move", to: tower.place });
  else toast(said);
}

/** Towers the newest event was about. */
function freshTowers(state) {
  const event = state.events[state.events.length - 1]?.event;
  const place = event?.tower ?? event?.to;
  return new Set(Number.isInteger(place) ? [place] : []);
}

// ---- the panel: what is to be told now ------------------------------------------------------

function panel(page, draw) {
  const { state } = page;
  const { view } = state;
  const make = PANELS[view.phase];
  if (!make) return null;
  const seat = view.in_turn;
  const open = ["setup", "opening", "last"].includes(view.phase) ? mayAct(state) : actsFor(state, seat);
  return open ? make(page, draw) : null;
}

function card(title, ...inside) {
  return h("article", { class: "card alert panel" }, h("p", { class: "eyebrow" }, title), ...inside);
}

const button = (text, action, strong = false, extra = {}) =>
  h("button", { type: "button", class: strong ? "button strong" : "button", ...extra, on: { click: action } }, text);

const PANELS = {
  setup: (page) => card(t("seven_locks.who-starts"),
    h("p", { class: "muted" }, t("seven_locks.who-starts-how")),
    h("div", { class: "stack starters" }, page.state.seats.map(({ seat, name }) =>
      h("button", { type: "button", class: "button", "data-start": seat, on: { click: () => send(page, { type: "set_up", start: seat, place: 0 }) } },
        h("span", { class: "withcoat" }, coat(house(seat)), name))))),

  opening: (page) => card(t("seven_locks.opening"),
    h("p", { class: "muted" }, t("seven_locks.opening-how")),
    button(t("seven_locks.all-in"), () => send(page, { type: "fill" }), false, { "data-do": "fill" })),

  roll: (page) => {
    if (page.state.view.die) return null;
    const faces = [1, 2, 3].flatMap((pearls) => [1, 2, 3].map((steps) => [pearls, steps]));
    return card(t("table.die"), h("div", { class: "faces nine" }, faces.map(([pearls, steps]) =>
      h("button", { type: "button", class: "button face", "data-face": `${pearls}${steps}`, "aria-label": t("seven_locks.face", { pearls, steps }), on: { click: () => send(page, { type: "roll", pearls, steps }) } }, dieFace(pearls, steps)))));
  },

  key: (page, draw) => keyPanel(page, draw, t("seven_locks.take-key"), page.state.view.may.take,
    (key) => t("seven_locks.take", { key: keyName(page.state.view, key) }), (key) => ({ type: "take", key })),

  coats: (page) => {
    const seat = page.state.view.in_turn;
    return card(named(page.state, seat, "seven_locks.join", "seven_locks.join-of"),
      h("p", { class: "muted" }, t("seven_locks.join-how", { count: page.state.view.coats[seat] })),
      h("div", { class: "two" },
        picked(coatPicture(house(seat)), t("seven_locks.place-coat"), () => send(page, { type: "coat", seat, placed: true }), "coat-yes", page.state.view.coats[seat] > 0),
        picked(coatPicture(house(seat), true), t("seven_locks.no-coat"), () => send(page, { type: "coat", seat, placed: false }), "coat-no")));
  },

  withdraw: (page) => {
    const seat = page.state.view.in_turn;
    return card(named(page.state, seat, "seven_locks.withdraw", "seven_locks.withdraw-of"),
      h("div", { class: "two" },
        picked(coatPicture(house(seat)), t("seven_locks.leave-coat"), () => send(page, { type: "withdraw", seat, withdrawn: false }), "withdraw-no"),
        picked(coatPicture(house(seat), true), t("seven_locks.take-back"), () => send(page, { type: "withdraw", seat, withdrawn: true }), "withdraw-yes")));
  },

  try: (page) => {
    const { view } = page.state;
    return card(t("seven_locks.what-shows", { key: keyName(view, view.key), tower: view.keymaster + 1 }),
      h("div", { class: "two" }, OUTCOMES.map((outcome) =>
        picked(outcomePicture(outcome), t(`seven_locks.shows.${outcome}`), () => send(page, { type: "try", outcome }), `try-${outcome}`, true, !view.may.try.includes(outcome)))));
  },

  treasure: (page, draw) => treasurePanel(page, draw),

  guess: (page, draw) => {
    const seat = page.state.view.in_turn;
    const inside = keyPanel(page, draw, named(page.state, seat, "seven_locks.guess", "seven_locks.guess-of"), page.state.view.may.guess,
      (key) => t("seven_locks.mark", { key: keyName(page.state.view, key) }), (key) => ({ type: "guess", seat, key }));
    inside.append(button(t("seven_locks.no-guess"), () => send(page, { type: "guess", seat, key: null }), false, { "data-do": "no-guess" }));
    return inside;
  },

  last: (page, draw) => keyPanel(page, draw, t("seven_locks.last"), page.state.view.may.last,
    (key) => t("seven_locks.last-opens", { key: keyName(page.state.view, key) }), (key) => ({ type: "last", key })),
};

const named = (state, seat, mine, others) => (seat === state.seat ? t(mine) : t(others, { name: nameOf(state, seat) }));

function picked(picture, text, action, name, enabled = true, faint = false) {
  return h("button", { type: "button", class: faint ? "button tile unlikely" : "button tile", disabled: !enabled, "data-do": name, on: { click: action } }, picture, h("span", {}, text));
}

/** Keys to choose from: a tap lifts one, the bar's strong button tells it. */
function keyPanel(page, draw, title, keys, label, event) {
  const { view } = page.state;
  const chosen = draft.key;
  const lift = (key) => { draft.key = key; draw(); };
  offer(page, chosen === null ? null : { text: label(chosen), act: () => send(page, event(chosen)), cancel: () => lift(null), name: "key" });
  return card(title,
    h("div", { class: "keyrow" }, [...keys].reverse().map((key) =>
      h("button", { type: "button", class: key === chosen ? "keybutton on" : "keybutton", "data-key": key + 1, "aria-pressed": `${key === chosen}`, "aria-label": keyName(view, key), on: { click: () => lift(key) } },
        drawKey(view, key), h("b", {}, `${key + 1}`)))));
}

function treasurePanel(page, draw) {
  const { state } = page;
  const { tower, expected } = state.view.treasure;
  const count = draft.pearls ?? expected;
  const change = (by) => { draft.pearls = Math.max(0, count + by); draft.doubt = null; draw(); };
  const tell = async () => {
    const event = { type: "treasure", pearls: count, amounts: null };
    if (count !== expected && draft.doubt === null) {
      const verdict = await post("/api/judge", { event });
      draft.doubt = verdict?.rulings.map((ruling) => ruling.text) ?? null;
      if (draft.doubt?.length) { draw(); return; }
    }
    await send(page, event);
  };
  return card(t("seven_locks.how-many", { tower: tower + 1 }),
    h("div", { class: "stepper" },
      h("button", { type: "button", class: "button", "aria-label": t("seven_locks.less"), "data-do": "less", disabled: count === 0, on: { click: () => change(-1) } }, "−"),
      h("output", {}, s("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, pearl(0, 0, 9)), `${count}`),
      h("button", { type: "button", class: "button", "aria-label": t("seven_locks.more"), "data-do": "more", on: { click: () => change(1) } }, "+")),
    (draft.doubt ?? []).map((text) => h("p", { class: "warning", role: "alert" }, text)),
    button(draft.doubt ? t("seven_locks.really", { count }) : t("seven_locks.so-many", { count }), tell, true, { "data-do": "treasure" }));
}

// ---- keys, sounds, the box ------------------------------------------------------------------

/** The row of keys as it lies, coats of the guessers above them; not while keys are chosen. */
function keyRack(page, told) {
  const { view } = page.state;
  const row = new Set(view.row);
  const chosen = ["key", "guess", "last"].includes(view.phase) && told;
  if (chosen || view.phase === "setup") return null;
  const all = Array.from({ length: 8 }, (_, at) => 7 - at);
  return h("div", { class: "keyrow rack", role: "list", "aria-label": t("seven_locks.keys") }, all.map((key) => {
    const where = key === view.key ? "held" : row.has(key) ? "" : "out";
    return h("div", { class: `keybutton ${where} ${key === view.enchanted ? "enchanted" : ""}`, role: "listitem", "aria-label": keyName(view, key) },
      h("span", { class: "guessers" }, view.guesses.filter(([, guess]) => guess === key).map(([seat]) => coat(house(seat), nameOf(page.state, seat)))),
      drawKey(view, key), h("b", {}, `${key + 1}`));
  }));
}

const bars = (shares, truth = null) => s("svg", { viewBox: "0 0 80 40", class: "soundbars", "aria-hidden": "true" },
  shares.map((share, at) => s("rect", { x: at * 10 + 1, width: 8, y: 40 - Math.max(1, share * 40), height: Math.max(1, share * 40), class: at === truth ? "truth" : "" })));

function soundCard(title, how, pictures) {
  return h("article", { class: "card soundcard" }, h("p", { class: "eyebrow" }, title), h("p", { class: "muted" }, how),
    h("div", { class: "soundgrid" }, pictures.map(({ place, shares, truth }) => h("div", {}, bars(shares, truth), h("b", {}, t("seven_locks.tower", { number: place + 1 }))))));
}

/** How the latest pearls sounded, if that is agreed; after the game what all of them told. */
function sounds({ view, events }) {
  if (view.sounds?.some((each) => each.length)) {
    const pictures = view.sounds.map((shares, place) => ({ place, shares, truth: view.towers[place].opened }));
    return soundCard(t("seven_locks.sounds"), t("seven_locks.sounds-how"), pictures.filter(({ shares }) => shares.length));
  }
  const heard = events.map(({ event }) => event).filter((event) => event?.type === "heard" && event.likelihoods).slice(-3);
  if (!heard.length) return null;
  const share = (event) => event.likelihoods.map((value) => value / Math.max(...event.likelihoods));
  return soundCard(t("seven_locks.heard"), t("seven_locks.heard-how"), heard.map((event) => ({ place: event.tower, shares: share(event), truth: null })));
}

/** What is printed on the box is asked once; after that it can be put right in the same place. */
function boxCard(page) {
  const { state } = page;
  const { view } = state;
  if (!mayAct(state) || view.phase === "finished") return null;
  const save = async (event) => Boolean(await send(page, event));
  const die = () => askDie(view.die, (sides) => save({ type: "box", die: sides, keys: null }));
  const keys = () => askColours(view.key_colours, (colours) => save({ type: "box", die: null, keys: colours }));
  const known = view.die && view.key_colours;
  return h("details", { class: "card boxcard", open: !known && view.phase === "setup" },
    h("summary", {}, t("seven_locks.box.title")),
    h("div", { class: "stack" }, known ? null : h("p", { class: "muted" }, t("seven_locks.box.how")),
      button(t(view.die ? "seven_locks.box.die-again" : "seven_locks.box.die"), die, false, { "data-do": "box-die" }),
      button(t(view.key_colours ? "seven_locks.box.keys-again" : "seven_locks.box.keys"), keys, false, { "data-do": "box-keys" })));
}

// ---- players --------------------------------------------------------------------------------

const shield = (houses) => h("span", { class: "shields" }, houses.map((each) => coat(each)));
const banner = (_, seat) => (seat === null ? [] : [house(seat)]);

function player(state, { seat, name }) {
  const { view, score } = state;
  const won = score?.finished && score.winners?.includes(seat);
  const classes = ["purse", seat === active(state) && !score?.finished ? "active" : "", won ? "won" : ""];
  return h("article", { class: classes.join(" "), "data-seat": seat },
    shield([house(seat)]),
    h("h3", {}, h("span", {}, name), seat === state.seat ? h("em", { class: "tag" }, t("table.you")) : null, won ? trophy() : null),
    h("p", { class: "wealth" },
      h("strong", { class: "ducats pearlcount", "aria-label": t("seven_locks.pearls", { count: view.boxes[seat] }) }, `${view.boxes[seat]}`, s("svg", { viewBox: "-10 -10 20 20", class: "coinicon", "aria-hidden": "true" }, pearl(0, 0, 9))),
      h("span", { class: "coatsleft", role: "img", "aria-label": t("seven_locks.coats-left", { count: view.coats[seat] }) },
        [0, 1].map((at) => h("span", { class: at < view.coats[seat] ? "coatleft" : "coatleft used" }, coat(house(seat)))))));
}

// ---- what happened ----------------------------------------------------------------------------

function icon({ event = {} }) {
  switch (event?.type) {
    case "roll": return dieFace(event.pearls, event.steps);
    case "drop": case "fill": case "heard": return dropPicture();
    case "move": case "set_up": return movePicture();
    case "take": case "last": return keyPicture(seen, event.key);
    case "guess": return event.key === null ? coatPicture(house(event.seat), true) : coatPicture(house(event.seat));
    case "coat": return coatPicture(house(event.seat), !event.placed);
    case "withdraw": return coatPicture(house(event.seat), event.withdrawn);
    case "try": return outcomePicture(event.outcome);
    case "treasure": return treasurePicture();
    default: return s("svg", { viewBox: "-50 -50 100 100", class: "eventicon", "aria-hidden": "true" }, s("circle", { r: 14, class: "plaindot" }));
  }
}

/** Many ways to set up: who starts comes first. */
function group(choices) {
  if (!choices.every(({ event }) => event.type === "set_up")) return null;
  const seats = [...new Set(choices.map(({ event }) => event.start))];
  return seats.map((seat) => {
    const own = choices.filter(({ event }) => event.start === seat);
    return { event: own[0].event, choices: own, label: own[0].text, picture: coatPicture(house(seat)) };
  });
}

function note({ view }) {
  if (view.phase === "setup") return "";
  const parts = [t("seven_locks.turn", { count: view.turn }), t("seven_locks.towers-open", { count: view.opened })];
  if (view.forfeited) parts.push(t("seven_locks.nobodys", { count: view.forfeited }));
  if (view.astray) parts.push(t("seven_locks.astray", { count: Math.abs(view.astray) }));
  return parts.join(" · ");
}

function active(state) {
  if (state.score?.finished) return state.score.winners[0] ?? null;
  return state.view.in_turn;
}

const VERBS = { drop: "drop", move: "move", key: "key", coats: "coat", withdraw: "coat", try: "try", guess: "guess", treasure: "count", roll: "roll", opening: "open" };

function headline(state, seat) {
  if (state.view.phase === "last") return t("seven_locks.now.last");
  const verb = VERBS[state.view.phase] ?? "roll";
  return seat === state.seat ? t(`seven_locks.you.${verb}`) : t(`seven_locks.now.${verb}`, { name: nameOf(state, seat) });
}

/** What the pearls are made of, best first; nobody wins when the bin ran empty. */
function ending({ score, view }) {
  const said = view.lost ? "seven_locks.all-lost" : score.winners.length > 1 ? "seven_locks.rematch" : null;
  return said ? h("p", {}, t(said)) : null;
}

run({ active, banner, board, group, headline, icon, note, player, ending, shield });
