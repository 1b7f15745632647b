// König Salomons Schatzkammer on the phone: how its state is read, shown and played by taps; the
// page itself is table.js. A phone is sent its own seat's secrets and no others.

import { h, s, t, toast, trophy } from "../../house/dom.js";
import { command } from "../../house/send.js";
import { mayAct, nameOf } from "../../house/seats.js";
import { redraw, run } from "../../house/table.js";
import { drawCard, drawFace, drawMine, squareName, tileName, toPair, toSquare, w } from "./board.js";
import { cardPad, numberPad, plain, strong, tilePad, tileRow } from "./pads.js";
import { coinIcon, hand, lifted, refresh, shapeBox, shownArea, tapped, turnControls } from "./turn.js";

// What this phone is choosing in private, and whether it tells open tiles.
const own = { round: 0, card: null, cards: new Set(), entering: false, telling: false, square: null };
const TURN = ["dig", "pay", "add"];

// ---- who may do what ----------------------------------------------------------------------------

const joined = (state, seat) => state.seats.some((each) => each.seat === seat && each.joined && !each.away);

/** The seat this phone acts for: its own, or for the host one that has no phone. */
function acting(state, seats) {
  if (seats.includes(state.seat)) return state.seat;
  const free = state.host ? seats.find((seat) => !joined(state, seat)) : undefined;
  return free ?? null;
}

const claim = (page, event) => command(page.state.version, "claim", { event });

/** Everything the boxes of a turn need, or null if this phone has no part in it. */
function turnOf(page) {
  const { state } = page;
  const { view } = state;
  const seat = TURN.includes(view.phase) ? acting(state, [view.active]) : null;
  return { view, seat, own: seat === state.seat ? view.mine : null, shape: view.shapes[view.cards[view.active]] ?? null, claim: (event) => claim(page, event), redraw: () => redraw(page) };
}

// ---- the board ------------------------------------------------------------------------------------

function board(page) {
  const { view } = page.state;
  refresh(view);
  const play = turnOf(page);
  const { tray, more } = controls(page, play);
  return { stage: drawMine(view, marksOf(page, play)), tray, more };
}

function marksOf(page, play) {
  const { view } = page.state;
  const digging = play.seat !== null && view.phase === "dig" && !own.telling;
  const shown = shownArea(view);
  const shifting = digging && hand.mode === "shift" && !shown;
  const area = new Set(shown ? shown.map(toSquare) : digging && hand.mode === "dig" ? hand.area : []);
  const answer = hand.verdict?.answer;
  const open = digging && shown ? lifted(view).find(({ tile }) => tile === null) : null;
  return {
    area, verdict: shown ? "shown" : answer === "no" ? "bad" : answer ? "good" : "",
    movable: new Set(shifting && hand.source === null ? Object.keys(view.steps).map(Number) : []),
    targets: new Set(shifting && hand.source !== null ? view.steps[hand.source] ?? [] : []),
    source: shifting ? hand.source : null,
    asked: own.telling ? own.square : open?.square ?? null,
    fresh: freshSquares(page.state),
    onSquare: (square, said) => onSquare(page, play, square, said),
  };
}

/** What the newest event changed on the board. */
function freshSquares(state) {
  const { event } = state.events[state.events.length - 1] ?? {};
  const pairs = event?.type === "shift" ? [event.target] : event?.type === "see" ? event.squares : [];
  return new Set(pairs.map(toSquare));
}

function onSquare(page, play, square, said) {
  if (own.telling) { own.square = square; redraw(page); return; }
  if (play.seat === null || !tapped(play, square)) toast(said);
}

// ---- what is below the mine -------------------------------------------------------------------------

function controls(page, play) {
  const { state } = page;
  const { view } = state;
  if (!mayAct(state) || state.score?.finished) return { tray: null, more: screen(page) };
  if (own.telling) return { tray: tellBox(page), more: screen(page) };
  if (view.phase === "setup") return { tray: setUp(page) };
  const boxes = { choose: chooseBox, reveal: revealBox, count: countBox };
  const box = boxes[view.phase] ? boxes[view.phase](page) : play.seat !== null ? turnControls(play) : view.phase === "dig" && !play.shape ? shapeBox(play) : null;
  return { tray: [box, gotBox(page), tellButton(page)], more: screen(page) };
}

function setUp(page) {
  return h("section", { class: "card turnbox" },
    strong(w("ready"), () => claim(page, { type: "set_up", tops: [] }), { id: "mineready" }),
    h("p", { class: "muted" }, w("ready-note")));
}

/** The secret choice: from the hand if it was entered, else by number. */
function chooseBox(page) {
  const { state } = page;
  const { view } = state;
  if (own.round !== view.round) Object.assign(own, { round: view.round, card: null, cards: new Set(), entering: false });
  const others = hostChoices(page);
  if (!view.mine) return others;
  if (own.entering) return handBox(page);
  const mine = view.cards[state.seat];
  if (mine !== null && own.card === null) return h("section", { class: "card turnbox" }, laid(page, mine), others);
  const chosen = new Set(own.card === null ? [] : [own.card]);
  const pick = (card) => { own.card = own.card === card ? null : card; redraw(page); };
  const lay = (card) => { own.card = null; claim(page, { type: "choose", seat: state.seat, card }); };
  return h("section", { class: "card turnbox choosebox" },
    h("h3", {}, w("choose")), h("p", { class: "muted" }, w("secret")),
    view.mine.hand ? cardPad(view, view.mine.hand, chosen, pick) : numberPad(view, chosen, pick),
    own.card === null ? plain(w("lay-untold"), () => lay(0), { id: "layuntold" }) : strong(w("lay", { card: own.card }), () => lay(own.card), { id: "lay" }),
    h("button", { type: "button", class: "link", id: "enterhand", on: { click: () => { own.entering = true; own.cards = new Set(view.mine.hand ?? []); redraw(page); } } }, w(view.mine.hand ? "hand-again" : "hand-enter")),
    others);
}

function laid(page, card) {
  const change = () => { own.card = card || page.state.view.mine.hand?.[0] || 1; redraw(page); };
  return [
    h("p", { class: "laid" }, card ? drawCard(card, page.state.view.shapes[card]) : null, h("span", {}, card ? w("laid", { card }) : w("laid-untold"))),
    plain(w("change"), change)];
}

/** For players without a phone the host tells that a card was laid; its number shows later. */
function hostChoices(page) {
  const { state } = page;
  if (!state.host) return null;
  const missing = state.seats.filter(({ seat }) => !state.view.chosen[seat] && seat !== state.seat && !joined(state, seat));
  return h("div", { class: "stack" }, missing.map(({ seat, name }) => plain(w("laid-by", { name }), () => claim(page, { type: "choose", seat, card: 0 }))));
}

/** One's own hand, entered once: the phone then shows the cards with their shapes. */
function handBox(page) {
  const { view, seat } = page.state;
  const size = view.mine.hand_size;
  const pick = (card) => { if (!own.cards.delete(card)) own.cards.add(card); redraw(page); };
  const done = async () => { if (await claim(page, { type: "hold", seat, cards: [...own.cards].sort((a, b) => a - b) })) { own.entering = false; redraw(page); } };
  return h("section", { class: "card turnbox" },
    h("h3", {}, w("hand", { count: own.cards.size, size })), h("p", { class: "muted" }, w("secret")),
    numberPad(view, own.cards, pick),
    strong(w("hand-done"), done, { id: "handdone", disabled: own.cards.size !== size }),
    h("button", { type: "button", class: "link", on: { click: () => { own.entering = false; redraw(page); } } }, t("fix.back")));
}

function revealBox(page) {
  const { state } = page;
  const { view } = state;
  const unseen = view.cards.flatMap((card, seat) => (card === 0 ? [seat] : []));
  const seat = acting(state, unseen) ?? (state.host ? unseen[0] : null);
  if (seat === null || seat === undefined) return null;
  const pick = (card) => claim(page, { type: "show", seat, card });
  return h("section", { class: "card turnbox" },
    h("h3", {}, seat === state.seat ? w("show-own") : w("show-of", { name: nameOf(state, seat) })),
    numberPad(view, new Set(), pick, new Set(view.cards.filter(Boolean))));
}

function countBox(page) {
  const { state } = page;
  const seat = acting(state, state.view.players ? state.seats.map((each) => each.seat) : []);
  if (state.view.mine?.untold) return untoldBox(page, "count", state.seat);
  return seat !== null && seat !== state.seat ? untoldBox(page, "count", seat) : null;
}

/** Tiles dealt face down: their owner tells his own phone. */
function gotBox(page) {
  const { view, seat } = page.state;
  return view.mine?.untold && view.phase !== "count" ? untoldBox(page, "got", seat) : null;
}

function untoldBox(page, type, seat) {
  const { state } = page;
  const mine = seat === state.seat ? state.view.mine : null;
  return h("section", { class: "card turnbox" },
    h("h3", {}, mine ? w("untold", { count: mine.untold }) : w("untold-of", { name: nameOf(state, seat) })),
    tilePad((tile) => claim(page, { type, seat, tiles: [tile] }), mine ? { only: mine.may_be } : {}));
}

// ---- open tiles told by anybody ------------------------------------------------------------------------

const untoldTops = (view) => view.shafts.flatMap((stack, square) => (stack[stack.length - 1] === "?" ? [square] : []));

function tellButton(page) {
  const { view } = page.state;
  const open = untoldTops(view);
  if (!["choose", "dig", "pay"].includes(view.phase)) return null;
  const begin = () => { own.telling = true; own.square = recent(page.state).find((square) => open.includes(square)) ?? open[0] ?? 0; redraw(page); };
  return plain(w("tell-open"), begin, { id: "tellopen" });
}

/** Squares where a dig or a shift has just uncovered something. */
function recent(state) {
  const found = [];
  for (const { event } of [...state.events].reverse().slice(0, 12)) {
    if (event?.type === "mark") found.push(...event.squares.map(toSquare));
    if (event?.type === "shift") found.push(toSquare(event.source));
  }
  return found;
}

function tellBox(page) {
  const { view } = page.state;
  const open = untoldTops(view);
  const stop = () => { own.telling = false; own.square = null; redraw(page); };
  const tell = async (tile) => {
    const told = own.square;
    const order = [...recent(page.state), ...open].filter((square) => square !== told && open.includes(square));
    if (!(await claim(page, { type: "see", squares: [toPair(told)], tiles: [tile] }))) return;
    if (own.telling && own.square === told) own.square = order[0] ?? told;
    redraw(page);
  };
  return h("section", { class: "card turnbox" },
    h("h3", {}, own.square === null ? w("tell-where") : w("what-in", { square: squareName(own.square) })),
    h("p", { class: "muted" }, w("tell-how")),
    tilePad(tell),
    strong(w("tell-done"), stop, { id: "telldone" }));
}

// ---- behind the own screen -----------------------------------------------------------------------------

function screen(page) {
  const { mine } = page.state.view;
  if (!mine || page.state.view.phase === "setup") return null;
  return h("details", { class: "card myscreen", open: page.screenOpen ?? true, on: { toggle: ({ target }) => { page.screenOpen = target.open; } } },
    h("summary", {}, w("screen")),
    h("p", { class: "loot" }, h("span", { class: "coins" }, coinIcon(), `${mine.coins}`), tileRow(mine.tiles), mine.tiles.length ? null : h("span", { class: "muted" }, w("no-tiles"))));
}

// ---- players ---------------------------------------------------------------------------------------------

/** A hat for every seat. */
function hat(seat) {
  return s("svg", { viewBox: "-30 -26 60 46", class: `hat seat${seat}`, "aria-hidden": "true" },
    s("path", { d: "M-28 10C-18 2 18 2 28 10C20 18 -20 18 -28 10Z", class: "brim" }),
    s("path", { d: "M-16 6C-15 -22 -7 -22 0 -15C7 -22 15 -22 16 6C8 10 -8 10 -16 6Z", class: "crown" }),
    s("path", { d: "M-16 1C-8 5 8 5 16 1V6C8 10 -8 10 -16 6Z", class: "band" }));
}

function player(state, { seat, name }) {
  const { view } = state;
  const card = view.cards[seat];
  const won = state.score?.finished && state.score.winners?.includes(seat);
  const place = view.order.indexOf(seat);
  const classes = ["purse", seat === active(state) ? "active" : "", won ? "won" : ""];
  return h("article", { class: classes.join(" "), "data-seat": seat },
    hat(seat),
    h("h3", {}, h("span", {}, name), seat === state.seat ? h("em", { class: "tag" }, t("table.you")) : null, won ? trophy() : null),
    h("p", { class: "wealth" }, status(state, seat, card, place)));
}

function status(state, seat, card, place) {
  const { view } = state;
  if (state.score?.finished) return h("strong", { class: "points" }, `${state.score.totals[seat]}`);
  if (view.phase === "choose") return h("span", { class: "muted" }, view.chosen[seat] ? w("has-laid") : w("still-choosing"));
  if (!card) return h("span", { class: "muted" }, "–");
  return h("span", { class: "opencard" }, drawCard(card, view.shapes[card]), h("span", { class: "muted" }, place < 0 ? w("has-dug") : place ? w("place", { place: place + 1 }) : w("digs-now")));
}

// ---- what happened, and what may be told ---------------------------------------------------------------------

function icon(entry) {
  const event = entry.event ?? {};
  const box = (...inside) => s("svg", { viewBox: "-50 -50 100 100", class: "eventicon", "aria-hidden": "true" }, inside);
  if (event.card && ["show", "choose", "draw_shape"].includes(event.type)) return box(s("rect", { x: -30, y: -40, width: 60, height: 80, rx: 8, class: "cardpaper" }), s("text", { class: "eventnumber" }, event.card));
  if (event.type === "choose") return box(s("rect", { x: -30, y: -40, width: 60, height: 80, rx: 8, class: "cardback" }));
  if (event.tiles?.length) return box(drawFace(event.tiles[0]));
  if (event.type === "shift") return box(s("path", { d: "M-34 0H20M4 -20L26 0L4 20", class: "eventarrow" }));
  if (event.type === "mark") return box(s("rect", { x: -32, y: -32, width: 64, height: 64, rx: 10, class: "eventarea" }));
  if (event.type === "pay") return box(s("circle", { r: 30, class: "coin" }));
  return box(s("circle", { r: 14, class: "plaindot" }));
}

/** Many choices come in two steps: first the kind, then the rest. */
function group(choices) {
  const groups = new Map();
  for (const choice of choices) {
    const key = choice.event.type === "shift" ? `shift ${choice.event.source}` : choice.event.type;
    if (!groups.has(key)) groups.set(key, { choices: [], label: groupLabel(choice), picture: icon(choice) });
    groups.get(key).choices.push(choice);
  }
  const found = [...groups.values()];
  return found.length > 1 && found.length < choices.length ? found : null;
}

function groupLabel({ event, text }) {
  if (event.type === "shift") return w("shift-from", { square: squareName(toSquare(event.source)) });
  if (event.type === "mark") return w("mode-dig");
  return event.type === "see" ? tileName(event.tiles[0]) : text;
}

function note(state) {
  const { view } = state;
  if (view.phase === "setup") return "";
  return [w("round", { round: view.round, rounds: view.rounds }), w("supply", { count: view.supply.coins }), view.sim ? w("sim") : ""].filter(Boolean).join(" · ");
}

/** The seat that must do something now; while all choose it is each by himself. */
function active(state) {
  const { view } = state;
  if (state.score?.finished) return state.score.winners[0] ?? null;
  if (view.phase === "setup") return null;
  if (TURN.includes(view.phase)) return view.active;
  const missing = view.phase === "choose" ? view.chosen.flatMap((chosen, seat) => (chosen ? [] : [seat])) : state.seats.map(({ seat }) => seat);
  return missing.includes(state.seat) ? state.seat : missing[0] ?? 0;
}

function headline(state, seat) {
  const { view } = state;
  if (view.phase === "choose") return view.mine && !view.chosen[state.seat] ? w("you-choose") : w("all-choose");
  if (view.phase === "reveal") return w("all-reveal");
  if (view.phase === "count") return w("all-count");
  const key = { dig: "digs", pay: "pays", add: "adds" }[view.phase];
  return seat === state.seat ? w(`you-${key}`) : w(`name-${key}`, { name: nameOf(state, seat) });
}

/** What the points are made of, best first. */
/** What lay behind the screens. */
function ending(state) {
  return h("div", { class: "stack" }, (state.view.final ?? []).map((each, seat) => h("p", { class: "loot" },
    h("b", {}, nameOf(state, seat)), h("span", { class: "coins" }, coinIcon(), `${each.coins}`), tileRow(each.tiles))));
}

const banner = (_, seat) => (seat === null ? [] : [`seat${seat}`]);
const shield = (seats) => h("span", { class: "shields" }, seats.map((seat) => hat(seat.slice(4))));

run({ active, banner, board, group, headline, icon, note, player, ending, shield });
