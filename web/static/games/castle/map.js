// The map of The Castle as it lies: rooms, corridors, entrances, doors, counters and parties.

import { h, s, t } from "../../house/dom.js";
import { areaName, counter, glyph, kindName } from "./pieces.js";

export const WIDE = 1700;
export const HIGH = 2100;
const ROOM = { width: 170, height: 140 };
const HALL = { width: 150, height: 84 };

/** The drawing of the map: ground, doors, areas; `inside` adds what lies in an area. */
export function drawMap(map, { inside = () => [], mark = () => "", tap = null, under = null, label = () => "" } = {}) {
  const spot = new Map(map.areas.map((area) => [area.name, area]));
  const doors = map.links.filter(([one, other]) => spot.has(one) && spot.has(other)).map(([one, other]) => door(spot.get(one), spot.get(other)));
  return s("svg", { viewBox: `-60 -90 ${WIDE + 120} ${HIGH + 170}`, class: "castlemap drawn", role: "group", "aria-label": t("castle.map") },
    s("rect", { x: -56, y: -86, width: WIDE + 112, height: HIGH + 162, rx: 40, class: "ground" }), under,
    s("g", { class: "doors" }, doors),
    map.areas.map((area) => areaGroup(area, { inside, mark, tap, label })));
}

const door = (one, other) => s("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, class: one.kind === "cell" || other.kind === "cell" ? "door locked" : "door" });

function areaGroup(area, { inside, mark, tap, label }) {
  const name = areaName(area.name);
  const said = [name, label(area)].filter(Boolean).join(", ");
  const marked = mark(area);
  const group = s("g", { transform: `translate(${area.x} ${area.y})`, class: `area ${area.kind} ${marked}`, "data-area": area.name, role: "button", tabindex: tap && marked ? 0 : -1, "aria-label": said },
    shape(area.kind), s("text", { class: "areaname", y: area.kind === "room" ? -34 : 0 }, area.kind === "cell" ? "" : area.name), inside(area));
  if (!tap) return group;
  group.addEventListener("click", () => tap(area, said));
  group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); tap(area, said); } });
  return group;
}

function shape(kind) {
  const box = ({ width, height }, classes, rx) => s("rect", { x: -width / 2, y: -height / 2, width, height, rx, class: classes });
  if (kind === "entrance") return [s("path", { d: "M-52 44V-14A52 52 0 0 1 52-14V44Z", class: "floor gate" })];
  if (kind === "corridor") return [box(HALL, "floor hall", 18)];
  if (kind === "cell") return [box(ROOM, "floor cellfloor", 10), ...[-60, -30, 30, 60].map((x) => s("line", { x1: x, x2: x, y1: -64, y2: 64, class: "bars" }))];
  return [box(ROOM, "floor hallroom", 10)];
}

// ---- what lies in it ---------------------------------------------------------------------------

/** Counters of an area: monsters on the left, the treasure on the right, what lies open below. */
export function contents(view, area) {
  const here = view.areas[area.name];
  const found = [];
  const put = (x, y, size, ...inside) => found.push(s("g", { transform: `translate(${x} ${y}) scale(${size})` }, inside));
  (here?.foes ?? []).forEach((foe, at) => put(-44 + at * 34, 26, 0.62, foe.kind ? counter(foe.kind) : faceDown("monster", here.saw?.monster), foe.kind ? hits(foe) : null));
  if (here?.treasure) put(46, 26, 0.58, faceDown("treasure", here.saw?.treasure));
  if (here?.lying) put(46, -30, 0.5, s("g", { class: "counter gold" }, glyph("chest", "glyph lying")));
  if (view.princess?.area === area.name) put(0, 0, 0.9, counter("princess"));
  return found;
}

/** The back of a counter; for who has looked under it, its face shows through. */
function faceDown(what, seen) {
  if (seen) return [counter(seen), s("rect", { x: -48, y: -48, width: 96, height: 96, rx: 16, class: "peeked" })];
  return s("g", { class: `counter back ${what}` }, s("rect", { x: -48, y: -48, width: 96, height: 96, rx: 16, class: "chit" }), glyph(what === "monster" ? "fangs" : "chest", "glyph"));
}

const hits = ({ hits: taken, constitution }) => s("text", { class: "hitmark", y: 44, x: 0 }, `${taken}/${constitution}`);

/** The pawns of the parties that are in an area. */
export function pawns(view, area) {
  const here = view.parties.map((party, number) => ({ ...party, number })).filter((party) => party.state === "in" && party.at === area.name);
  return here.map((party, at) => {
    const seat = party.seats[0];
    const active = party.number === view.active;
    return s("g", { transform: `translate(${(at - (here.length - 1) / 2) * 62} ${area.kind === "room" || area.kind === "cell" ? -72 : -54})`, class: `pawn seat${seat} ${active ? "active" : ""}`, "data-party": party.number },
      s("path", { d: "M0-44A22 22 0 0 1 12-4L30 40H-30L-12-4A22 22 0 0 1 0-44Z", class: "pawnbody" }),
      s("text", { y: 22, class: "pawnletter" }, `${party.members.length}`),
      party.princess ? s("g", { transform: "translate(0 -52) scale(.42)" }, glyph("crown", "crownmark")) : null);
  });
}

/** What is in an area, in words. */
export function inWords(view, area) {
  const here = view.areas[area.name];
  const parts = (here?.foes ?? []).map((foe) => (foe.kind ? `${kindName(foe.kind)} ${foe.hits}/${foe.constitution}` : `${t("castle.monster")} (${t("castle.face-down")})`));
  if (here?.treasure) parts.push(`${t("castle.treasure")} (${t("castle.face-down")})`);
  if (here?.lying) parts.push(t("castle.counters", { count: here.lying }));
  if (view.princess?.area === area.name) parts.push(t("castle.princess"));
  return parts.join(", ");
}

let big = false;

/** The map in a frame that can be enlarged; it scrolls to what matters. */
export function framed(svg, redraw, focus) {
  const toggle = () => { big = !big; redraw(); };
  const box = h("div", { class: `mapframe ${big ? "big" : ""}` }, svg);
  if (big && focus) requestAnimationFrame(() => box.scrollTo({ left: ((focus.x + 60) / (WIDE + 120)) * box.scrollWidth - box.clientWidth / 2, top: ((focus.y + 90) / (HIGH + 170)) * box.scrollHeight - box.clientHeight / 2 }));
  return h("div", { class: "mapbox" }, box,
    h("button", { type: "button", class: "button small zoom", "data-do": "zoom", on: { click: toggle } }, t(big ? "castle.smaller" : "castle.bigger")));
}
