// What a player may do now in The Castle, step by step: only what is allowed is offered.

import { h, s, t } from "../../house/dom.js";
import { command } from "../../house/send.js";
import { nameOf } from "../../house/seats.js";
import { areaName, chip, kindName, picture } from "./pieces.js";
import { numbers } from "./setup.js";

const SMALL = ["bat", "centipede", "lizard", "mildew", "mold", "rat", "snake", "spider"];
const UNDEAD = ["ghoul", "ghost", "skeleton", "vampire", "zombie", "witch"];
const FAMILIES = [
  ["castle.gold", (kind) => kind.startsWith("gold-")], ["castle.keys", (kind) => kind.startsWith("key-")],
  ["castle.items", (kind) => ["acid", "boots", "coffin", "medallion", "pistol", "healing", "teleport-potion", "sword"].includes(kind)],
  ["castle.captives", (kind) => ["elf", "dwarf"].includes(kind)],
  ["castle.traps", (kind) => ["curse-300", "curse", "spores", "vapor", "trap"].includes(kind)],
  ["castle.small-monsters", (kind) => SMALL.includes(kind)], ["castle.undead", (kind) => UNDEAD.includes(kind)], ["castle.monsters", () => true],
];

// What this phone has half said: a monster whose number is asked, an exit to be confirmed.
const half = { kind: null, exit: null, at: "" };

export function claim(page, event) {
  half.kind = half.exit = null;
  return command(page.state.version, "claim", { event });
}

/** What this phone may tell now: its own acts, or for the host what gives nothing away. */
export function actsOf(state) {
  const { view, host } = state;
  const own = view.acts.filter((act) => act.type !== "name" && act.type !== "roll");
  if (own.length || !host) return own;
  return view.others.filter((act) => act.type !== "roll");
}

/** Leaving is for good, so it is asked once more. */
export function walk(page, event, redraw) {
  const kind = page.state.view.map.areas.find((area) => area.name === event.to)?.kind;
  if (event.type === "step" && kind === "entrance") { half.exit = event; redraw(); } else claim(page, event);
}

/** The panel below the map. */
export function panel(page, redraw) {
  const { state } = page;
  const acts = actsOf(state);
  const stamp = JSON.stringify([state.view.turn, state.view.phase, state.view.due]);
  if (half.at !== stamp) Object.assign(half, { kind: null, exit: null, at: stamp });
  const extra = naming(page);
  if (half.exit) return h("section", { class: "panel card alert" }, leaving(page, redraw));
  if (!acts.length) return extra ? h("section", { class: "panel card" }, extra) : null;
  const of = (type) => acts.filter((act) => act.type === type);
  const forOther = acts.some((act) => act.seat !== undefined && act.seat !== state.seat);
  return h("section", { class: "panel card alert" },
    forOther ? h("p", { class: "eyebrow" }, t("castle.for", { name: nameOf(state, acts[0].seat) })) : null,
    pads(page, of, redraw), places(page, of, redraw), deeds(page, of), handing(page, of("give")), last(page, of), extra);
}

// ---- told counters -----------------------------------------------------------------------------

function pads(page, of, redraw) {
  if (of("turn_up").length) return monster(page, of("turn_up"), redraw);
  if (of("found").length) return kinds(page, of("found"), "castle.found");
  if (of("saw").length) return kinds(page, of("saw"), "castle.saw");
  return null;
}

function monster(page, acts, redraw) {
  const offered = acts.filter((act) => act.kind === half.kind);
  if (offered.length > 1) {
    return [h("h3", {}, t("castle.turn-up-number", { kind: kindName(half.kind) })), picture(half.kind),
      numbers(offered.map((act) => act.constitution), [], (value) => claim(page, offered.find((act) => act.constitution === value))),
      h("button", { type: "button", class: "link", on: { click: () => { half.kind = null; redraw(); } } }, `‹ ${t("castle.turn-up")}`)];
  }
  const pick = (kind) => {
    const same = acts.filter((act) => act.kind === kind);
    if (same.length === 1) claim(page, same[0]);
    else { half.kind = kind; redraw(); }
  };
  return [h("h3", {}, t("castle.turn-up")), families([...new Set(acts.map((act) => act.kind))], pick)];
}

function kinds(page, acts, title) {
  const silent = acts.find((act) => act.kind === null);
  return [h("h3", {}, t(title)),
    families(acts.filter((act) => act.kind !== null).map((act) => act.kind), (kind) => claim(page, acts.find((act) => act.kind === kind))),
    silent ? h("button", { type: "button", class: "button small", "data-do": "keep-secret", on: { click: () => claim(page, silent) } }, t("castle.keep-secret")) : null];
}

/** Counters to tap, by family. */
function families(offered, pick) {
  const left = new Set(offered);
  return FAMILIES.map(([title, fits]) => {
    const here = [...left].filter(fits);
    for (const kind of here) left.delete(kind);
    if (!here.length) return null;
    return h("div", { class: "family" }, h("p", { class: "eyebrow" }, t(title)),
      h("div", { class: "pad" }, here.map((kind) =>
        h("button", { type: "button", class: "button padkey", "data-kind": kind, on: { click: () => pick(kind) } }, picture(kind), h("small", {}, kindName(kind))))));
  });
}

// ---- places --------------------------------------------------------------------------------------

function places(page, of, redraw) {
  const rows = [["step", "castle.go"], ["land", "castle.land"], ["peek", "castle.peek"], ["enter", "castle.entrance-title"]];
  return rows.map(([type, title]) => {
    const acts = of(type);
    if (!acts.length) return null;
    return h("div", { class: "places" }, h("p", { class: "eyebrow" }, t(title)),
      h("div", { class: `placechips ${acts.length > 12 ? "many" : ""}` }, acts.map((act) => placeChip(page, act, acts.length > 12, redraw))));
  });
}

function placeChip(page, act, short, redraw) {
  const name = act.to ?? act.area ?? act.entrance;
  const out = act.type === "step" && page.state.view.map.areas.find((area) => area.name === name)?.kind === "entrance";
  const label = out ? t("castle.leave", { area: areaName(name) }) : short ? name : areaName(name);
  return h("button", { type: "button", class: "button small place", "data-place": name, "data-look": act.what, "aria-label": areaName(name), on: { click: () => walk(page, act, redraw) } },
    act.what ? picture(act.what) : null, label);
}

function leaving(page, redraw) {
  return [h("h3", {}, t("castle.leave-sure")),
    h("div", { class: "pair" },
      h("button", { type: "button", class: "button strong", "data-do": "leave-yes", on: { click: () => claim(page, half.exit) } }, t("castle.yes")),
      h("button", { type: "button", class: "button", "data-do": "leave-no", on: { click: () => { half.exit = null; redraw(); } } }, t("castle.no")))];
}

// ---- deeds ---------------------------------------------------------------------------------------

/** A member by its number; captives that others hide are not in the list. */
export const memberOf = (view, number) => view.members.find((member) => member.number === number);

const memberName = (state, number) => {
  const member = memberOf(state.view, number);
  if (!member) return "?";
  return member.seat === null ? kindName(member.kind) : `${kindName(member.kind)} (${nameOf(state, member.seat)})`;
};

/** The target of a spell or item in words: a monster of the area, or somebody. */
function targetName(state, act) {
  if (act.target === null || act.target === undefined) return null;
  const { view } = state;
  const monsters = view.combat && view.combat.rival === null;
  const own = act.spell === "heroism" || act.item === "healing";
  if (!monsters || own) return memberName(state, act.target);
  return kindName(view.areas[view.combat.area]?.foes[act.target]?.kind ?? "monster");
}

function deeds(page, of) {
  const { state } = page;
  const doing = (type, title, button) => {
    const acts = of(type);
    return acts.length ? h("div", { class: "deeds" }, h("p", { class: "eyebrow" }, t(title)), acts.map(button)) : null;
  };
  const big = (act, kind, text) => h("button", { type: "button", class: "button deed", "data-do": act.type, "data-what": act.spell ?? act.item ?? act.member, "data-target": act.target, on: { click: () => claim(page, act) } }, picture(kind), h("span", {}, text));
  const aimed = (act, what) => { const who = targetName(state, act); return who ? t("castle.at", { what, who }) : what; };
  const kindOf = (act) => memberOf(state.view, act.member)?.kind;
  return [
    doing("fight", "castle.fight", (act) => big(act, kindOf(act), fighting(state, act))),
    doing("search", "castle.search", (act) => big(act, kindOf(act), memberName(state, act.member))),
    of("take").map((act) => big(act, "treasure", t("castle.take"))),
    of("unlock").map((act) => big(act, "key-skeleton", t("castle.unlock", { keys: act.keys.map(kindName).join(" + ") }))),
    of("show").map((act) => big(act, kindOf(act), t("castle.show", { who: memberName(state, act.member) }))),
    doing("cast", "castle.cast", (act) => big(act, act.spell, aimed(act, t(`castle.spell.${act.spell}`)))),
    doing("use", "castle.use", (act) => big(act, act.item, aimed(act, kindName(act.item)))),
  ];
}

function fighting(state, act) {
  const { view } = state;
  const who = memberName(state, act.member);
  if (!view.combat || view.combat.rival !== null) return who;
  const foe = view.areas[view.combat.area]?.foes[act.foe];
  return foe?.kind ? t("castle.against", { who, foe: kindName(foe.kind) }) : who;
}

function handing(page, acts) {
  if (!acts.length) return null;
  return h("details", { class: "handing" }, h("summary", {}, t("castle.give")), acts.map((act) =>
    h("button", { type: "button", class: "button small", "data-do": "give", on: { click: () => claim(page, act) } }, t("castle.to", { item: kindName(act.item), who: memberName(page.state, act.to) }))));
}

function last(page, of) {
  const [done] = of("done");
  const [next] = of("next_game");
  const { view } = page.state;
  if (next) return h("button", { type: "button", class: "button strong", "data-do": "next-game", on: { click: () => claim(page, next) } }, t("castle.next-game"));
  if (!done) return null;
  const key = view.due ? "due" : view.phase;
  const alone = actsOf(page.state).every((act) => ["done", "give"].includes(act.type));
  return h("button", { type: "button", class: `button ${alone ? "strong" : ""} donebutton`, "data-do": "done", on: { click: () => claim(page, done) } }, t(`castle.done.${key}`));
}

function naming(page) {
  const acts = page.state.view.acts.filter((act) => act.type === "name");
  if (!acts.length) return null;
  return h("details", { class: "handing" }, h("summary", {}, t("castle.name")), families(acts.map((act) => act.kind), (kind) => claim(page, acts.find((act) => act.kind === kind))));
}

// ---- steps, foes, private things -------------------------------------------------------------------

/** The six steps, the present one lit. */
export function steps(view) {
  if (view.step === null || view.step === undefined) return null;
  return h("ol", { class: "steps", "aria-label": t("castle.steps") }, [1, 2, 3, 4, 5, 6].map((number) =>
    h("li", { class: number === view.step ? "current" : number < view.step ? "past" : "", "aria-current": number === view.step ? "step" : null }, h("strong", {}, `${number}`), h("small", {}, t(`castle.step.${number}`)))));
}

/** The monster that is being fought, with the row of the map's chart that belongs to it. */
export function foes(view) {
  if (!view.combat || view.combat.rival !== null) return null;
  const here = (view.areas[view.combat.area]?.foes ?? []).filter((foe) => foe.kind);
  return here.map((foe) => h("article", { class: "card foe", "data-foe": foe.kind }, picture(foe.kind),
    h("div", {}, h("h3", {}, kindName(foe.kind)), life(foe),
      h("table", { class: "hittable" },
        h("caption", {}, t("castle.table")),
        h("tr", {}, ["0–1", "2", "3", "4", "5", "6–7"].map((column) => h("th", {}, column))),
        h("tr", {}, foe.table.map((value, at) => h("td", {}, foe.kind === "witch" && at < 3 ? t("castle.spell-column") : `${value || "–"}`)))))));
}

/** Hits taken, as a row of hearts that go out. */
export function life({ hits, constitution }) {
  const said = t("castle.hits", { hits, limit: constitution });
  return h("p", { class: "life", role: "img", "aria-label": said }, Array.from({ length: constitution }, (_, at) => s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true", class: at < constitution - hits ? "on" : "off" }, s("path", { d: "M0 38L-32 6C-46-12-30-36-10-30C-4-28 0-22 0-16C0-22 4-28 10-30C30-36 46-12 32 6Z" }))), h("small", {}, `${Math.max(0, constitution - hits)}/${constitution}`));
}

let open = true;

/** What only this player's party may know. */
export function privately(state) {
  const { view } = state;
  const party = view.parties[view.mine];
  if (state.seat === null || !party || party.state === "dead") return null;
  const items = view.members.filter((member) => member && member.party === view.mine && member.state !== "dead").flatMap((member) => member.items.map((kind) => chip(kind, `${kindName(kind)} · ${member.seat === null ? kindName(member.kind) : nameOf(state, member.seat)}`)));
  const captives = view.members.filter((member) => member?.hidden && member.party === view.mine).map((member) => chip(member.kind));
  const seen = Object.entries(view.areas).flatMap(([name, area]) => Object.values(area.saw).map((kind) => chip(kind, t("castle.seen", { area: areaName(name), kind: kindName(kind) }))));
  const all = [...party.loot.map((kind) => chip(kind)), ...captives, ...items, ...seen];
  const box = h("details", { class: "card private", open }, h("summary", {}, h("strong", {}, t("castle.private"))),
    h("div", { class: "lootlist" }, all.length ? all : h("p", { class: "muted" }, t("castle.private-none"))));
  box.addEventListener("toggle", () => { open = box.open; });
  return box;
}
