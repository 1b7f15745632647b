// Burg Appenzell on the phone: how its state is read, shown and played by taps; the page itself
// is table.js. What lies under a roof never comes here, so it cannot be shown.

import { h, s, t, toast, trophy } from "../../house/dom.js";
import { command } from "../../house/send.js";
import { mayAct, nameOf } from "../../house/seats.js";
import { redraw, run } from "../../house/table.js";
import { drawCastle, slotFields, slotName } from "./board.js";
import { TILES, drawCheese, drawMouse, drawRoof, drawTile, fieldName, keyOf, lookOf, picture, roomName, setLooks, tileName } from "./pieces.js";
import { setUp } from "./rooms.js";

// What this phone has in hand: a mouse picked for running, a slot aimed at, tiles told later.
const hand = { picked: null, aimed: null, later: "" };
let colours = [];

// ---- who may do what --------------------------------------------------------------------------

const finished = (state) => Boolean(state.score?.finished);
const unplaced = (view) => view.mice.map((mice, seat) => (mice.length ? null : seat)).filter((seat) => seat !== null);

/** The seat this phone acts for now: its own, or for the host whoever is due. */
function acting(state) {
  const { view, seat, host } = state;
  const due = view.phase === "place" ? unplaced(view) : view.phase === "turn" ? [view.active] : [];
  if (due.includes(seat)) return seat;
  return host && due.length ? due[0] : null;
}

function claim(page, event) {
  return command(page.state.version, "claim", { event });
}

// ---- the board --------------------------------------------------------------------------------

function board(page) {
  const { state } = page;
  const { view } = state;
  colours = view.colours.map(([colour]) => colour);
  setLooks(view.looks);
  if (view.phase === "setup") return h("div", { class: "scrolls" }, setUp(page));
  const marks = marksOf(page);
  return { stage: drawCastle(view, marks), tray: controls(page, marks) };
}

function marksOf(page) {
  const { view } = page.state;
  const seat = acting(page.state);
  const free = seat !== null && view.phase === "turn";
  const runs = free ? view.runs : [];
  const movable = new Set(runs.map(({ from }) => keyOf(from)));
  if (!movable.has(hand.picked)) hand.picked = null;
  if (!free || !view.slots.includes(hand.aimed)) hand.aimed = null;
  const [asked] = seat === null ? [] : view.untold;
  return {
    movable, picked: hand.picked, aimed: hand.aimed, fresh: freshFields(page.state),
    asked: asked ? keyOf(asked) : null,
    targets: targetsOf(view, seat, runs),
    lift: new Set(free ? view.uncover : []),
    slots: new Set(free ? view.slots : []),
    on: taps(page, seat),
  };
}

function targetsOf(view, seat, runs) {
  if (view.phase === "place" && seat !== null) return new Map(view.places.filter((each) => each.seat === seat).map((event) => [keyOf(event.tower), { cost: 1, event }]));
  const mine = runs.filter(({ from }) => keyOf(from) === hand.picked);
  return new Map(mine.map(({ from, to, cost }) => [keyOf(to), { cost, event: { type: "run", seat, from, to } }]));
}

/** What the newest action changed. */
function freshFields(state) {
  const { event } = state.events[state.events.length - 1] ?? {};
  const fields = event?.type === "run" ? [event.to] : event?.type === "place" ? [event.tower] : event?.type === "slide" ? slotFields(event.slot) : [];
  return new Set(fields.map(keyOf));
}

function taps(page, seat) {
  const { view } = page.state;
  const pick = (key) => { hand.picked = hand.picked === key ? null : key; hand.aimed = null; redraw(page); };
  return {
    field: (_, said) => toast(said),
    room: (room, said) => (seat !== null && view.uncover.includes(room.room) ? claim(page, { type: "uncover", seat, room: room.room }) : toast(said)),
    mouse: (field, owner, said) => (owner === seat && view.runs.some(({ from }) => keyOf(from) === keyOf(field)) ? pick(keyOf(field)) : toast(said)),
    target: async (field, target) => {
      hand.picked = keyOf(field); // the mouse stays in hand, for the next step
      if (!(await claim(page, target.event))) hand.picked = null;
    },
    slot: (slot, said) => {
      if (seat === null || !view.slots.includes(slot)) { toast(said); return; }
      hand.aimed = slot;
      hand.picked = null;
      redraw(page);
    },
    outside: () => pick("outside"),
  };
}

// ---- what is below the castle: the spare tile, the actions, the tile to be told -----------------

function controls(page, marks) {
  const { state } = page;
  if (finished(state)) return null;
  const seat = acting(state);
  const first = asked(page, seat) ?? aimedAt(page, seat, marks);
  const busy = first?.tagName === "SECTION"; // a tile is told or a slide confirmed before all else
  return [first, owed(page), busy ? null : turnBar(page, seat, marks)];
}

/** The tile somebody should tell: open on the phone whose turn it is, a button on the others. */
function asked(page, seat) {
  const { view } = page.state;
  const [place] = view.untold;
  if (!place || !mayAct(page.state)) return null;
  const key = `${view.turn}:${view.untold.map(keyOf).join(";")}`;
  const title = place === "spare" ? t("appenzell.what-spare") : t("appenzell.what-field", { field: fieldName(place) });
  if (seat === null || hand.later === key) {
    const reopen = () => { hand.later = ""; page.askAnyway = key; redraw(page); };
    if (page.askAnyway !== key) return h("button", { type: "button", class: "button small telltile", on: { click: reopen } }, title);
  }
  const tell = (tile) => claim(page, { type: "reveal", field: place, tile });
  return h("section", { class: "card alert tellbox", "aria-label": title },
    h("div", { class: "telltop" }, h("h3", {}, title),
      h("button", { type: "button", class: "link", on: { click: () => { hand.later = key; page.askAnyway = null; redraw(page); } } }, t("appenzell.later"))),
    h("div", { class: "tilepad" }, TILES.map((tile) =>
      h("button", { type: "button", class: "button tilechoice", disabled: view.all_open.includes(tile), "data-tell": tile, "aria-label": tileName(tile), on: { click: () => tell(tile) } }, picture(drawTile(tile)), h("small", {}, short(tile))))));
}

/** One word for the button of a tile. */
const short = (tile) => t(tile.startsWith("cheese") ? `appenzell.shade.${lookOf(tile)[1]}` : `appenzell.short.${tile}`);

/** With the option that the table tells: cheeses to take and roofs to put back. */
function owed(page) {
  const { view, seat, host } = page.state;
  if (view.options.books !== "told" || !mayAct(page.state)) return null;
  const takes = view.owed.filter(([owner]) => host || owner === seat).map(([owner, cheese]) =>
    h("button", { type: "button", class: "button strong", "data-take": cheese, on: { click: () => claim(page, { type: "take", seat: owner, cheese }) } },
      picture(drawCheese(cheese)), h("span", {}, t("appenzell.take", { name: nameOf(page.state, owner) }))));
  const covers = view.owed.length || acting(page.state) === null ? [] : view.empty_rooms.map((room) =>
    h("button", { type: "button", class: "button small", "data-cover": room, on: { click: () => claim(page, { type: "cover", room }) } }, t("appenzell.cover", { room: roomName(view.rooms[room].fields) })));
  return [...takes, ...covers];
}

/** A slide is asked once more before it is told: it moves seven tiles. */
function aimedAt(page, seat, marks) {
  if (marks.aimed === null) return null;
  const { view } = page.state;
  const slide = () => { const slot = hand.aimed; hand.aimed = null; claim(page, { type: "slide", seat, slot }); };
  return h("section", { class: "card alert aimbox" },
    h("div", { class: "aimrow" }, picture(drawTile(view.spare)), h("strong", {}, t("appenzell.slide-here", { name: slotName(marks.aimed) }))),
    h("div", { class: "pair" },
      h("button", { type: "button", class: "button strong", id: "slide", on: { click: slide } }, t("appenzell.slide")),
      h("button", { type: "button", class: "button", on: { click: () => { hand.aimed = null; redraw(page); } } }, t("appenzell.not-now"))));
}

function turnBar(page, seat, marks) {
  const { view } = page.state;
  const spare = h("span", { class: "spare", "aria-label": t("appenzell.spare") }, picture(drawTile(view.spare), tileName(view.spare)), h("small", {}, t("appenzell.spare")));
  if (view.phase !== "turn") return h("div", { class: "turnbar" }, spare);
  const left = t("appenzell.actions-left", { count: view.left });
  const pips = h("span", { class: "pips", role: "img", "aria-label": left }, [0, 1, 2, 3].map((at) => h("i", { class: at < view.left ? "on" : "" })));
  const end = () => { hand.picked = null; claim(page, { type: "end_turn", seat }); };
  const mine = seat !== null && view.may_end;
  const back = mine && view.options.books === "kept" && view.empty_rooms.length;
  return [
    h("div", { class: "turnbar" }, spare, seat === null ? null : outside(view, seat, marks), pips,
      mine ? h("button", { type: "button", class: view.left ? "button" : "button strong", id: "endturn", on: { click: end } }, t("appenzell.end-turn")) : h("small", { class: "muted" }, left)),
    back ? h("p", { class: "muted roofsback" }, t("appenzell.roofs-back", { rooms: view.empty_rooms.map((room) => roomName(view.rooms[room].fields)).join(", ") })) : null];
}

/** The mice still before the castle; tap to bring one in. */
function outside(view, seat, marks) {
  const may = marks.movable.has("outside");
  const classes = ["outside", marks.picked === "outside" ? "picked" : "", may ? "movable" : ""];
  const waiting = t("appenzell.waiting", { count: view.waiting[seat] });
  return h("button", { type: "button", class: classes.join(" "), id: "outside", disabled: !may, "aria-label": `${t("appenzell.bring-in", { count: view.waiting[seat] })} ${waiting}`, on: { click: marks.on.outside } },
    picture(drawMouse(colours[seat])), h("small", {}, waiting));
}

// ---- players ----------------------------------------------------------------------------------

const shield = (each) => h("span", { class: "shields" }, each.map((colour) => s("svg", { viewBox: "-46 -46 92 92", class: "arms", role: "img", "aria-label": t(`appenzell.colour.${colour}`) }, drawMouse(colour))));

function banner(state, seat) {
  return seat === null ? [] : state.view.colours[seat] ?? [];
}

function player(state, { seat, name }) {
  const { view } = state;
  const won = finished(state) && state.score.winners?.includes(seat);
  const classes = ["purse", seat === active(state) ? "active" : "", won ? "won" : ""];
  const cheeses = view.cheeses[seat];
  const open = Math.max(0, view.options.kinds - cheeses.length);
  const news = view.fresh.filter(([owner]) => owner === seat).length;
  return h("article", { class: classes.join(" "), "data-seat": seat },
    shield(view.colours[seat]),
    h("h3", {}, h("span", {}, name), seat === state.seat ? h("em", { class: "tag" }, t("table.you")) : null, won ? trophy() : null),
    h("p", { class: "cheeses", role: "img", "aria-label": t("appenzell.cheese-count", { count: cheeses.length, goal: view.options.kinds }) },
      cheeses.map((cheese) => picture(drawCheese(cheese), tileName(cheese))),
      Array.from({ length: open }, () => h("i", { class: "cheeseplate", "aria-hidden": "true" })),
      news ? h("small", { class: "gain" }, `+${news}`) : null),
    h("p", { class: "micecount" }, [0, 1, 2, 3].map((at) => h("i", { class: at < 4 - view.lost[seat] ? `mousedot ${view.colours[seat][0]}` : "mousedot gone", "aria-hidden": "true" })),
      h("small", {}, t("appenzell.mice-left", { count: 4 - view.lost[seat] }))));
}

// ---- what happened, and what may be told -------------------------------------------------------

function icon(entry) {
  const event = entry.event ?? {};
  const mouse = () => drawMouse(colours[event.seat] ?? "white", event.seat);
  const made = {
    run: () => picture(mouse()), place: () => picture(mouse()),
    uncover: () => picture(s("g", { transform: "translate(-45 -24) scale(.45)" }, drawRoof("tiled", 200, 105))),
    cover: () => picture(s("g", { transform: "translate(-45 -24) scale(.45)" }, drawRoof("thatched", 200, 105))),
    slide: () => picture(s("path", { d: "M-40-20H8V-38L42 0L8 38V20H-40Z", class: "flag" })),
    reveal: () => picture(drawTile(event.tile), event.tile ? tileName(event.tile) : undefined),
    take: () => picture(drawCheese(event.cheese), tileName(event.cheese)),
    end_turn: () => picture(s("path", { d: "M-30 4L-8 28L32-24", class: "tick" })),
  };
  return made[event.type]?.() ?? picture(s("circle", { r: 14, class: "plaindot" }));
}

/** Many choices come in two steps: first what kind of thing, or which mouse or field. */
function group(choices) {
  const groups = new Map();
  for (const choice of choices) {
    const { event } = choice;
    const key = [event.type, event.type === "run" ? keyOf(event.from) : event.type === "reveal" ? keyOf(event.field) : ""].join();
    if (!groups.has(key)) groups.set(key, { choices: [], label: groupLabel(event), picture: icon({ event: { ...event, tile: undefined } }) });
    groups.get(key).choices.push(choice);
  }
  return groups.size > 1 && groups.size < choices.length ? [...groups.values()] : null;
}

function groupLabel(event) {
  const at = (place) => (Array.isArray(place) ? fieldName(place) : t(`appenzell.at.${place}`));
  if (event.type === "run") return `${t("appenzell.group.run")} ${at(event.from)}`;
  if (event.type === "reveal") return `${t("appenzell.group.reveal")} ${at(event.field)}`;
  return t(`appenzell.group.${event.type}`);
}

function note(state) {
  const { view } = state;
  if (view.phase === "setup" || view.phase === "place") return "";
  return [t("appenzell.turn", { count: view.turn }), t("appenzell.goal", { count: view.options.kinds })].join(" · ");
}

/** The seat that must do something now. */
function active(state) {
  const { view } = state;
  if (finished(state)) return state.score.winners[0] ?? null;
  if (view.phase === "setup") return null;
  return view.phase === "place" ? acting(state) ?? unplaced(view)[0] ?? view.active : view.active;
}

function headline(state, seat) {
  if (state.view.phase === "place") return seat === state.seat ? t("appenzell.you-place") : t("appenzell.places", { name: nameOf(state, seat) });
  return seat === state.seat ? t("table.your-turn") : t("table.turn-of", { name: nameOf(state, seat) });
}

/** Cheeses and mice at the end, best first. */
const ending = (state) => h("p", {}, t(`appenzell.ending.${state.view.ending}`));

run({ active, banner, board, group, headline, icon, note, player, ending, shield });
