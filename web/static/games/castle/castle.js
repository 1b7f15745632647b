// The Castle on the phone: how its state is read and shown; the page itself is table.js.

import { byId, h, t, toast, trophy } from "../../house/dom.js";
import { mayAct, nameOf } from "../../house/seats.js";
import { redraw, run } from "../../house/table.js";
import { editor } from "./editor.js";
import { contents, drawMap, framed, inWords, pawns } from "./map.js";
import { areaName, arms, die, kindName, picture } from "./pieces.js";
import { alliances, choosing } from "./setup.js";
import { actsOf, claim, foes, life, memberOf, panel, privately, steps, walk } from "./turn.js";

const finished = (state) => Boolean(state.score?.finished);

// ---- the board ----------------------------------------------------------------------------------

function board(page) {
  const { state } = page;
  const { view } = state;
  const drawn = () => redraw(page);
  if (view.phase === "map") return h("div", { class: "scrolls" }, mayAct(state) ? editor(page) : h("p", { class: "card muted" }, t("castle.edit-wait")));
  const below = view.phase === "ally" ? alliances(page, drawn) : view.phase === "choose" ? chooser(page, drawn) : panel(page, drawn);
  return { stage: framed(map(page, drawn), drawn, focus(view)), tray: [foes(view), below], more: [steps(view), privately(state)] };
}

function chooser(page, redraw) {
  const acts = actsOf(page.state);
  return acts.length ? choosing(page, acts, redraw) : null;
}

/** The map with counters and parties; what may be tapped is lit. */
function map(page, redraw) {
  const { state } = page;
  const { view } = state;
  const targets = new Map();
  for (const act of actsOf(state)) {
    const name = act.to !== undefined && act.type === "step" ? act.to : act.area ?? act.entrance;
    if (name && ["step", "land", "peek", "enter"].includes(act.type)) targets.set(name, [...(targets.get(name) ?? []), act]);
  }
  const tap = (area, said) => {
    const acts = targets.get(area.name) ?? [];
    if (acts.length === 1) walk(page, acts[0], redraw);
    else if (acts.length) twoWays(page, acts);
    else toast(said);
  };
  return drawMap(view.map, { tap, mark: (area) => (targets.has(area.name) ? "reach" : ""), label: (area) => inWords(view, area), inside: (area) => [...contents(view, area), ...pawns(view, area)] });
}

/** A room with two counters to look at: which one? */
function twoWays(page, acts) {
  const sheet = byId("sheet");
  const take = (act) => { sheet.close(); claim(page, act); };
  sheet.replaceChildren(
    h("div", { class: "sheettop" }, h("h2", { id: "sheet-title" }, areaName(acts[0].area)), h("button", { type: "button", class: "icon", "data-close": true, "aria-label": t("table.close") }, "✕")),
    h("div", { class: "stack" }, acts.map((act) => h("button", { type: "button", class: "button deed", "data-look": act.what, on: { click: () => take(act) } }, picture(act.what), h("span", {}, t(`castle.look.${act.what}`))))));
  sheet.showModal();
}

function focus(view) {
  const at = view.parties[view.active]?.at;
  return view.map.areas.find((area) => area.name === at) ?? null;
}

// ---- players --------------------------------------------------------------------------------------

const heroesOf = (view, seat) => view.members.filter((member) => member && member.seat === seat);
const partyOf = (view, seat) => view.parties.find((party) => party.seats.includes(seat));

const shield = (classes) => h("span", { class: "shields" }, classes.map((each) => arms(each.slice(4))));

function banner(_, seat) {
  return seat === null ? [] : [`seat${seat}`];
}

function player(state, { seat, name }) {
  const { view } = state;
  const won = finished(state) && state.score.winners?.includes(seat);
  const heroes = heroesOf(view, seat);
  const party = partyOf(view, seat);
  const classes = ["purse", seat === active(state) ? "active" : "", won ? "won" : "", party && party.state !== "in" ? "gone" : ""];
  return h("article", { class: classes.join(" "), "data-seat": seat },
    h("span", { class: "shields" }, heroes.length ? heroes.map((hero) => arms(seat, hero.kind)) : arms(seat)),
    h("h3", {}, h("span", {}, name), seat === state.seat ? h("em", { class: "tag" }, t("table.you")) : null, won ? trophy() : null),
    h("div", { class: "heroline" }, heroes.map((hero) => heroLine(hero)), party && party.state === "in" ? companions(view, seat, party) : null,
      state.score?.totals?.[seat] ? h("strong", { class: "points" }, `${state.score.totals[seat]}`) : null));
}

function heroLine(hero) {
  const curses = hero.curse + hero.cursed_for_good;
  const marks = [hero.heroic ? `+${hero.heroic}` : null, curses ? `−${curses}` : null].filter(Boolean).join(" ");
  const state = hero.state === "dead" ? t("castle.dead") : hero.state === "out" ? t("castle.out") : null;
  return h("div", { class: "heroname" }, h("span", {}, kindName(hero.kind)), marks ? h("em", { class: "tag" }, marks) : null, state ? h("em", { class: "tag bad" }, state) : life(hero));
}

/** Who goes along, and how many counters the party holds, which everybody can see. */
function companions(view, seat, party) {
  if (party.seats[0] !== seat) return null;
  const along = party.members.map((at) => memberOf(view, at)).filter((member) => member && member.seat === null && member.state === "in");
  return h("p", { class: "along" }, along.map((member) => picture(member.kind, kindName(member.kind))), party.princess ? picture("princess", t("castle.princess")) : null,
    party.counters ? h("small", {}, t("castle.counters", { count: party.counters })) : null);
}

// ---- what happened, and what may be told ------------------------------------------------------------

function icon(entry) {
  const event = entry.event ?? {};
  if (event.type === "roll") return die(event.die);
  const kind = event.spell ?? event.item ?? event.kind ?? event.character;
  if (kind) return picture(kind);
  const signs = { step: "arrow", land: "swirl", peek: "eye", fight: "sword", search: "chest", found: "chest", saw: "eye", take: "chest", unlock: "key", done: "check", enter: "arrow", name: "unseen", give: "arrow" };
  return picture(signs[event.type] ?? "star");
}

/** Many choices come in two steps: first what kind of thing. */
function group(choices) {
  const groups = new Map();
  for (const choice of choices) {
    const { event } = choice;
    const key = [event.type, event.spell ?? event.item ?? ""].join();
    if (!groups.has(key)) groups.set(key, { choices: [], label: groupLabel(choice), picture: icon(choice) });
    groups.get(key).choices.push(choice);
  }
  return groups.size > 1 && groups.size < choices.length ? [...groups.values()] : null;
}

const TITLES = { step: "castle.go", land: "castle.land", peek: "castle.peek", fight: "castle.fight", search: "castle.search", turn_up: "castle.turn-up", found: "castle.found", saw: "castle.saw", enter: "castle.entrance-title", roll: "table.die", choose: "castle.choose-title", ally: "castle.ally-title" };

/** What a group of choices is about: the spell, the item, or the kind of act. */
function groupLabel({ event, text }) {
  if (event.spell) return t(`castle.spell.${event.spell}`);
  if (event.item) return kindName(event.item);
  return TITLES[event.type] ? t(TITLES[event.type]) : text;
}

function note(state) {
  const { view } = state;
  const parts = [];
  if (view.options.series > 1 || view.options["target-score"]) parts.push(t("castle.game", { count: view.game }));
  if (view.turn) parts.push(t("castle.turn", { count: view.turn }));
  if (view.demo) parts.push(t("castle.demo"));
  return parts.join(" · ");
}

/** The seat that must do something now. */
function active(state) {
  if (finished(state)) return state.score.winners?.[0] ?? null;
  return state.view.actor;
}

function headline(state, seat) {
  return seat === state.seat ? t("table.your-turn") : t("table.turn-of", { name: nameOf(state, seat) });
}

/** What the points are made of, best first. */
function ending(state) {
  return state.score.winners.length ? null : h("p", {}, t(state.seats.length > 1 ? "castle.no-points" : "castle.nobody"));
}

run({ active, banner, board, group, headline, icon, note, player, ending, shield });
