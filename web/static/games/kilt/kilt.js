// Kilt Castle on the phone: how its state is read and shown; the page itself is table.js.

import { h, s, t, toast, trophy } from "../../house/dom.js";
import { drawBoard, drawCard, drawPiece, sameCard, squareName } from "./board.js";
import { setUpBoard } from "./setup.js";
import { offer, pick } from "../../house/bar.js";
import { mayAct, nameOf } from "../../house/seats.js";
import { command } from "../../house/send.js";
import { redraw, run } from "../../house/table.js";

// What this phone has tapped and not yet told: a card, where it goes, or a square.
let hand = { of: null, card: null, to: null, square: null };

// ---- reading the view ---------------------------------------------------------------------

const setUp = (view) => view.phase === "setup";

/** The view with what drawing needs at hand. */
function read(view) {
  const towers = new Map();
  const roofs = new Set();
  for (const square of view.squares) {
    const key = square.square.join();
    if (square.water) continue;
    if (square.floors.length) towers.set(key, square.floors);
    if (square.roof) roofs.add(key);
  }
  const rows = Array.from({ length: 20 }, (_, place) => view.rows[place] ?? []);
  const water = new Set(view.water.map((square) => square.join()));
  return { ...view, towers, roofed: roofs, rows, water, front: setUp(view) ? null : view.front };
}

const colours = (state, seat) => state.seats.find((each) => each.seat === seat)?.colours ?? [];

// ---- the board ----------------------------------------------------------------------------

function board(page) {
  if (setUp(page.state.view) && page.state.layout && page.state.camera?.state === "none") return setUpBoard(page, redraw);
  const { state } = page;
  const moment = JSON.stringify(state.view);
  if (hand.of !== moment) hand = { of: moment, card: null, to: null, square: null };
  const view = read(state.view);
  const targets = targetMarks(view);
  const onSquare = (square, said) => (mayAct(state) && targets.has(square.join()) ? chooseSquare(page, square) : toast(said));
  return drawBoard(view, { ...lastChange(state), targets, onSquare, aimed: hand.square, ...cardMarks(page, view) });
}

/** A square was tapped: the one floor or roof that may go there, or the floors to choose from. */
function chooseSquare(page, square) {
  hand.square = square;
  const here = [...page.state.view.builds, ...page.state.view.roofs].find((each) => each.square.join() === square.join());
  const key = page.state.view.phase === "roof" ? "kilt.act.roof" : here.cost ? "kilt.act.build" : "kilt.act.build-free";
  redraw(page);
  pick(page, ({ event }) => event.square?.join() === square.join(), { text: t(key, { square: squareName(square), cost: here.cost }), cancel: () => putDown(page) });
}

/** Cards are tapped, then the place they go to: each may go where the view says. */
function cardMarks(page, view) {
  if (view.phase !== "move" || !mayAct(page.state)) return { movable: [], places: [] };
  const chosen = view.moves.find(({ card }) => hand.card && sameCard(card, hand.card));
  return {
    movable: view.moves.map(({ card }) => card), places: chosen?.to ?? [], to: hand.to, chosen: hand.at,
    onCard: (place, depth) => { offer(page, null); Object.assign(hand, { card: view.rows[place][depth], at: { place, depth }, to: null }); redraw(page); },
    onPlace: (to) => choosePlace(page, to),
  };
}

function choosePlace(page, to) {
  hand.to = to;
  const [board, away] = page.state.view.moves.find(({ card }) => sameCard(card, hand.card)).card;
  const event = { type: "move", card: [away, board], to, depth: null };
  redraw(page);
  offer(page, { text: t("kilt.act.move"), act: () => command(page.state.version, "claim", { event }), cancel: () => putDown(page) });
}

function putDown(page) {
  hand = { of: null, card: null, to: null, square: null };
  offer(page, null);
  redraw(page);
}

/** What the newest turn changed: everything since the last card was moved. */
function lastChange(state) {
  const fresh = new Set();
  for (const { event } of [...state.events].reverse()) {
    if (!event) break;
    if (event.square) fresh.add(event.square.join());
    if (event.type === "move") return { fresh, freshCard: event };
  }
  return { fresh, freshCard: null };
}

/** Where the due floor or roof may go, and what it costs there. */
function targetMarks(view) {
  const marks = new Map();
  for (const { square, cost } of [...view.builds, ...view.roofs]) {
    marks.set(square.join(), { price: cost ?? 0, empty: !view.towers.has(square.join()) });
  }
  return marks;
}

// ---- players --------------------------------------------------------------------------------

/** The coat of arms of a clan: colour, pattern and letter. */
function arms(colour) {
  return s("svg", { viewBox: "-26 -30 52 62", class: "arms", role: "img", "aria-label": t(`kilt.${colour}`) },
    s("path", { d: "M-24-28H24V0C24 18 10 26 0 31C-10 26-24 18-24 0Z", class: `side ${colour}` }),
    s("path", { d: "M-24-28H24V0C24 18 10 26 0 31C-10 26-24 18-24 0Z", fill: `url(#p-${colour})`, class: "faint" }),
    s("text", { y: -1, class: `clan ${colour}` }, t(`kilt.letter.${colour}`)));
}

const shield = (clans) => h("span", { class: "shields" }, clans.map(arms));

/** The clan that builds now, else all clans of the seat. */
function banner(state, seat) {
  if (seat === null) return [];
  return state.view.phase === "build" ? state.view.pending.slice(0, 1) : colours(state, seat);
}

function player(state, seat) {
  const view = read(state.view);
  const won = state.score?.finished && state.score.winners?.includes(seat.seat);
  const ducats = view.ducats[seat.seat] ?? "?";
  const classes = ["purse", seat.seat === active(state) ? "active" : "", won ? "won" : ""];
  return h("article", { class: classes.join(" "), "data-seat": seat.seat },
    shield(seat.colours),
    h("h3", {}, h("span", {}, seat.name), seat.seat === state.seat ? h("em", { class: "tag" }, t("table.you")) : null, won ? trophy() : null),
    h("p", { class: "wealth" },
      h("strong", { class: "ducats", "aria-label": `${ducats} ${t("table.purse")}` }, `${ducats}`, coin()), gain(view, seat.seat),
      h("span", { class: "floors" }, seat.colours.map((colour) => stock(colour, view.floors[colour]?.left)))));
}

/** What the latest ducat day brought, while it is news. */
function gain(view, seat) {
  const day = view.ducat_day;
  if (!day || day.turn < view.turn - 1 || !day.amounts[seat]) return null;
  return h("small", { class: "gain" }, `+${day.amounts[seat]}`);
}

function stock(colour, count) {
  if (count === undefined) return null;
  return h("span", { class: "stock", "aria-label": t("table.floors-left", { count }) }, s("svg", { viewBox: "0 0 20 14", "aria-hidden": "true" }, s("polygon", { points: "1,4 10,0 19,4 16,13 4,13", class: `floor ${colour}` })), `${count}`);
}

function coin() {
  return s("svg", { viewBox: "-12 -12 24 24", class: "coinicon", "aria-hidden": "true" }, s("circle", { r: 11, class: "coin" }), s("path", { d: "M-4-5H0A5 5 0 0 1 0 5H-4Z", class: "coinmark" }));
}

// ---- what happened, and what may be told ----------------------------------------------------

function icon(entry) {
  const event = entry.event ?? {};
  const box = (...inside) => s("svg", { viewBox: "-50 -50 100 100", class: "eventicon", "aria-hidden": "true" }, inside);
  if (event.type === "move") return box(drawCard(event.card));
  if (event.type === "build") return box(drawPiece(event));
  if (event.type === "roof") return box(s("path", { d: "M-44 24L-22-30H22L44 24Z", fill: "url(#p-roof)", class: "rooficon" }));
  return box(s("circle", { r: 14, class: "plaindot" }));
}

/** Many choices come in two steps: first the card or the square, then the rest. */
function group(choices) {
  const groups = [];
  for (const choice of choices) {
    const home = groups.find((each) => alike(each.event, choice.event));
    if (home) home.choices.push(choice);
    else groups.push({ event: choice.event, choices: [choice], label: groupLabel(choice), picture: icon(choice) });
  }
  return groups.length > 1 && groups.length < choices.length ? groups : null;
}

function alike(one, other) {
  if (one.type !== other.type) return false;
  if (one.type === "move") return sameCard(one.card, other.card);
  return one.square?.join() === other.square?.join();
}

function groupLabel({ event, text }) {
  if (event.type === "move") return [...new Set(event.card.map((colour) => t(`kilt.${colour}`)))].join(" / ");
  return event.square ? squareName(event.square) : text;
}

function note(state) {
  const view = read(state.view);
  if (setUp(view)) return "";
  const parts = [t("kilt.turn", { count: view.turn }), t("kilt.roofs-left", { count: view.roofs_left })];
  if (view.bank !== null) parts.push(t("kilt.bank", { count: view.bank }));
  return parts.join(" · ");
}

/** The seat that must do something now: the builder while building, else whose turn it is. */
function active(state) {
  if (state.score?.finished) return state.score.winners[0] ?? null;
  return setUp(state.view) ? null : state.view.builder ?? state.view.active;
}

function headline(state, seat) {
  const verb = { build: ["kilt.you-build", "kilt.builds"], roof: ["kilt.you-roof", "kilt.roofs"] };
  const [mine, others] = verb[state.view.phase] ?? ["table.your-turn", "table.turn-of"];
  return seat === state.seat ? t(mine) : t(others, { name: nameOf(state, seat) });
}

/** What the final ducats are made of, best first. */
run({ active, banner, board, group, headline, icon, note, player, shield });
