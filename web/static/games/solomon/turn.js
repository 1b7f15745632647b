// A turn of König Salomons Schatzkammer by taps: shift, choose the area, take the tiles, pay.

import { h } from "../../house/dom.js";
import { post } from "../../house/send.js";
import { OBJECTS, placements, squareName, tileIcon, tileName, toPair, toSquare, turned, w } from "./board.js";
import { plain, shapePad, strong, tilePad, tileRow } from "./pads.js";

// What this phone has in hand; forgotten when another turn or phase begins.
export const hand = { key: "" };

/** Begin anew when the table went on. */
export function refresh(view) {
  const shape = JSON.stringify(view.shapes[view.cards[view.active]] ?? null);
  const key = [view.round, view.phase, view.active, view.shifts, JSON.stringify(view.mark), view.adding, shape].join(";");
  if (hand.key === key) return;
  const same = hand.key.split(";").slice(0, 3).join() === key.split(";").slice(0, 3).join();
  Object.assign(hand, { key, mode: same ? hand.mode ?? "dig" : "dig", area: [], verdict: null, source: null, told: [], given: null, added: [], again: false, redrawing: false, drawn: { cells: new Set(), arrow: 0 } });
  if (!same) Object.assign(hand, { quarters: 0, objects: new Set() });
}

/** The area that was shown to all, unless this phone is choosing another one. */
export const shownArea = (view) => (hand.again ? null : view.mark);

// ---- taps on the mine -------------------------------------------------------------------------

/** What a tap on a square means for the one who digs. */
export function tapped(play, square) {
  if (play.view.phase !== "dig" || shownArea(play.view)) return false;
  if (hand.mode === "shift") return tapShift(play, square);
  return play.shape ? tapArea(play, square) : false;
}

function tapShift(play, square) {
  const { view, seat } = play;
  if (hand.source !== null && (view.steps[hand.source] ?? []).includes(square)) {
    play.claim({ type: "shift", seat, source: toPair(hand.source), target: toPair(square) });
    return true;
  }
  if (!view.steps[square]) return false;
  hand.source = hand.source === square ? null : square;
  play.redraw();
  return true;
}

/** One tap lays the whole shape; another tap on it moves it to the next place around there. */
function tapArea(play, square) {
  if (hand.objects.has("seal")) {
    hand.area = hand.area.includes(square) ? hand.area.filter((each) => each !== square) : [...hand.area, square].sort((a, b) => a - b);
  } else {
    const around = placements(turned(play.shape, hand.quarters)).filter((area) => area.includes(square));
    if (!around.length) return false;
    around.sort((one, other) => fit(play.view, other) - fit(play.view, one));
    const now = around.findIndex((area) => area.join() === hand.area.join());
    hand.area = around[(now + 1) % around.length];
  }
  judge(play);
  return true;
}

/** How well an area lies: on one level best, without a hole next. */
function fit(view, area) {
  const heights = area.map((square) => view.shafts[square].length);
  if (heights.includes(0)) return 0;
  return new Set(heights).size === 1 ? 2 : 1;
}

const markEvent = (play) => ({ type: "mark", seat: play.seat, squares: hand.area.map(toPair), objects: OBJECTS.filter((each) => hand.objects.has(each)) });

/** Ask the referee before anything leaves the board. */
async function judge(play) {
  const area = hand.area.join();
  hand.verdict = null;
  play.redraw();
  if (hand.area.length !== play.shape.length) return;
  const verdict = await post("/api/judge", { event: markEvent(play) });
  if (hand.area.join() !== area || !verdict) return;
  hand.verdict = verdict;
  play.redraw();
}

// ---- what is below the mine ---------------------------------------------------------------------

export function turnControls(play) {
  const { view } = play;
  if (view.phase === "pay") return payBox(play);
  if (view.phase === "add") return addBox(play);
  if (shownArea(view)) return liftBox(play);
  if (!play.shape || hand.redrawing) return shapeBox(play);
  return digBox(play);
}

/** The pad for a new card; anybody at the table may draw it. */
export function shapeBox(play) {
  const { view } = play;
  const card = view.cards[view.active];
  const cells = () => [...hand.drawn.cells].map((key) => key.split(",").map(Number));
  // The table's new state may come before its answer: nothing may be cleared after that.
  const done = async () => {
    const again = hand.redrawing;
    hand.redrawing = false;
    const taken = await play.claim({ type: "draw_shape", card, cells: cells(), arrow: hand.drawn.arrow });
    if (!taken) hand.redrawing = again;
    play.redraw();
  };
  return shapePad(card, hand.drawn, play.redraw, done);
}

function digBox(play) {
  const { view, seat } = play;
  const mode = (name, text) => h("button", { type: "button", class: "button small", "data-mode": name, "aria-pressed": hand.mode === name ? "true" : "false", on: { click: () => { hand.mode = name; hand.source = null; play.redraw(); } } }, text);
  return h("section", { class: "card turnbox" },
    h("div", { class: "modes" }, mode("dig", w("mode-dig")), mode("shift", w("mode-shift"))),
    hand.mode === "shift" ? shiftHelp(view) : areaHelp(play),
    plain(view.shifts ? w("pass-paying", { count: view.shifts }) : w("pass"), () => play.claim({ type: "pass", seat }), { id: "pass" }),
    h("button", { type: "button", class: "link", id: "redrawshape", on: { click: () => { hand.redrawing = true; play.redraw(); } } }, w("draw-again", { card: view.cards[seat] })));
}

function shiftHelp(view) {
  const none = !Object.keys(view.steps).length;
  const text = none ? w("no-shifts") : hand.source === null ? w("shift-how") : w("shift-to", { square: squareName(hand.source) });
  return h("p", { class: "help" }, text, view.shifts ? h("strong", { class: "cost" }, w("shifted", { count: view.shifts })) : null);
}

function areaHelp(play) {
  const rulings = hand.verdict?.rulings ?? [];
  const good = hand.verdict && hand.verdict.answer !== "no";
  const size = play.shape.length;
  const short = hand.objects.has("seal") && hand.area.length !== size;
  return h("div", { class: "stack" },
    magic(play),
    hand.area.length && !short ? null : h("p", { class: "help" }, short ? w("free-how", { count: size, done: hand.area.length }) : w("area-how")),
    hand.verdict ? h("p", { class: `verdict ${good ? "good" : "bad"}`, role: "status" }, good && !rulings.length ? w("allowed") : rulings.map((ruling) => ruling.text).join(" ")) : null,
    good ? strong(w("show-area"), () => play.claim(markEvent(play)), { id: "showarea" }) : null);
}

/** The objects one owns, to be used with this dig. */
function magic(play) {
  const usable = (play.own?.objects ?? []).filter((each) => each !== "amulet");
  if (!usable.length) return null;
  const flip = (object) => {
    if (!hand.objects.delete(object)) hand.objects.add(object);
    if (object === "mirror") hand.quarters = 0;
    hand.area = [];
    hand.verdict = null;
    play.redraw();
  };
  const turn = () => { hand.quarters = (hand.quarters + 1) % 4; hand.area = []; hand.verdict = null; play.redraw(); };
  return h("div", { class: "magicrow" },
    usable.map((object) => h("button", { type: "button", class: "magicbutton", "data-object": object, "aria-pressed": hand.objects.has(object) ? "true" : "false", on: { click: () => flip(object) } }, tileIcon(object), h("small", {}, tileName(object)))),
    hand.objects.has("mirror") ? h("button", { type: "button", class: "magicbutton", id: "turnshape", on: { click: turn } }, h("b", {}, "⟳"), h("small", {}, w("turn"))) : null);
}

// ---- taking the tiles -----------------------------------------------------------------------------

/** The squares of the shown area that hold a tile, and what is known of them. */
export function lifted(view) {
  const squares = view.mark.map(toSquare).filter((square) => view.shafts[square].length);
  let next = 0;
  return squares.map((square) => {
    const known = view.shafts[square].slice(-1)[0];
    return { square, known, tile: known === "?" ? hand.told[next++] ?? null : known };
  });
}

function liftBox(play) {
  const { view, seat } = play;
  const tiles = lifted(view);
  const open = tiles.find(({ tile }) => tile === null);
  const take = () => play.claim({ type: "lift", seat, tiles: tiles.map(({ tile }) => tile) });
  const back = () => { hand.told.pop(); play.redraw(); };
  return h("section", { class: "card turnbox liftbox" },
    h("h3", {}, open ? w("what-in", { square: squareName(open.square) }) : w("take-all")),
    h("div", { class: "lifted" }, tiles.map(({ square, tile }) => h("span", { class: square === open?.square ? "slot next" : "slot" }, tile ? tileIcon(tile) : h("i", {}, "?"), h("small", {}, squareName(square))))),
    open ? tilePad((tile) => { hand.told.push(tile); play.redraw(); }, { unknown: true }) : strong(w("taken"), take, { id: "taken" }),
    h("div", { class: "pair" },
      plain(w("one-back"), back, { disabled: !hand.told.length }),
      plain(w("elsewhere"), () => { hand.again = true; play.redraw(); }, { id: "elsewhere" })));
}

// ---- paying -----------------------------------------------------------------------------------------

function payBox(play) {
  const { view, own } = play;
  const ways = own?.pays ?? [{ type: "fail", seat: play.seat }];
  return h("section", { class: "card turnbox paybox" },
    h("h3", {}, w("pay", { amount: view.due })),
    view.dug?.length ? h("p", {}, tileRow(view.dug)) : null,
    h("div", { class: "stack" }, ways.map((event, at) => wayButton(play, event, at))),
    hand.given ? exactly(play) : plain(w("pay-other"), () => { hand.given = { coins: 0, treasures: [0, 0, 0, 0, 0] }; play.redraw(); }));
}

function wayButton(play, event, at) {
  const say = { ward: w("ward"), fail: w("fail") }[event.type];
  const inside = say ? h("span", {}, say) : h("span", { class: "way" }, money(event.coins, event.treasures), worth(event.change_coins, event.change_treasures) ? h("span", { class: "back" }, w("back"), " ", money(event.change_coins, event.change_treasures)) : null);
  return h("button", { type: "button", class: at ? "button" : "button strong", "data-pay": event.type, on: { click: () => play.claim(event) } },
    event.type === "ward" ? tileIcon("amulet") : null, inside);
}

const worth = (coins, treasures) => coins + treasures.reduce((sum, count, at) => sum + count * (at + 1), 0);

function money(coins, treasures) {
  const tiles = treasures.flatMap((count, at) => Array(count).fill(`t${at + 1}`));
  return h("span", { class: "money" }, coins || !tiles.length ? h("span", { class: "coins" }, coinIcon(), `${coins}`) : null, tiles.length ? tileRow(tiles) : null);
}

export function coinIcon() {
  return h("i", { class: "goldcoin", "aria-hidden": "true" });
}

/** Another way to pay: coins and treasures one by one; change in coins. */
function exactly(play) {
  const { view, own, seat } = play;
  const { given } = hand;
  const sum = worth(given.coins, given.treasures);
  const change = Math.max(0, sum - view.due);
  const step = (label, count, most, set) => h("div", { class: "stepper" }, label,
    h("button", { type: "button", disabled: !count, "aria-label": "−", on: { click: () => { set(count - 1); play.redraw(); } } }, "−"), h("b", {}, `${count}`),
    h("button", { type: "button", disabled: count >= most, "aria-label": "+", on: { click: () => { set(count + 1); play.redraw(); } } }, "+"));
  const has = (tile) => (own ? own.tiles.filter((each) => each === tile).length : 99);
  return h("div", { class: "stack" },
    step(coinIcon(), given.coins, own?.coins ?? 99, (count) => { given.coins = count; }),
    given.treasures.map((count, at) => (has(`t${at + 1}`) ? step(tileIcon(`t${at + 1}`), count, has(`t${at + 1}`), (more) => { given.treasures[at] = more; }) : null)),
    plain(w("pay-sum", { sum, change }), () => play.claim({ type: "pay", seat, coins: given.coins, treasures: given.treasures, change_coins: Math.min(change, view.supply.coins), change_treasures: [0, 0, 0, 0, 0] }), { id: "payexact" }));
}

function addBox(play) {
  const { view, own, seat } = play;
  const left = [...(own?.adds ?? [])];
  for (const tile of hand.added) left.splice(left.indexOf(tile), 1);
  const ready = hand.added.length === view.adding;
  return h("section", { class: "card turnbox" },
    h("h3", {}, w("add", { count: view.adding })),
    hand.added.length ? h("p", {}, tileRow(hand.added, (tile) => { hand.added.splice(hand.added.indexOf(tile), 1); play.redraw(); })) : null,
    ready ? strong(w("add-done"), () => play.claim({ type: "add", seat, tiles: hand.added }), { id: "adddone" }) : own ? tileRow(left, (tile) => { hand.added.push(tile); play.redraw(); }) : h("p", { class: "muted" }, w("add-own")));
}
