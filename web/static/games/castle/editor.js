// The map editor of The Castle: areas and doors told once, on a photo of the map or a blank sheet,
// with the referee's check while they are told.

import { h, s, t, toast } from "../../house/dom.js";
import { command, post } from "../../house/send.js";
import { HIGH, WIDE, drawMap, framed } from "./map.js";

const TOOLS = ["room", "corridor", "entrance", "cell", "link", "erase"];
const LETTERS = ["A", "B", "C", "D", "E", "F"];
const NEAR = 70;
const KEY = "castle-map";

// What is being drawn; kept here and on the phone, because the page draws anew and may be left.
const draft = { areas: [], links: [], tool: "room", from: null, photo: null, faults: null, ...remembered() };

function remembered() {
  try {
    const { areas, links } = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return Array.isArray(areas) && Array.isArray(links) ? { areas, links } : {};
  } catch {
    return {};
  }
}

function remember() {
  draft.faults = null;
  try { localStorage.setItem(KEY, JSON.stringify({ areas: draft.areas, links: draft.links })); } catch { /* a full or closed store only forgets */ }
}

/** The editor as a card; it redraws itself. */
export function editor(page) {
  const box = h("article", { class: "card mapedit" });
  const show = () => box.replaceChildren(...parts(page, show).filter(Boolean));
  show();
  return box;
}

/** A map the camera has made out is the beginning of the drawing, with its picture underneath. */
function takeProposal({ proposed_map: map, proposed_picture: picture }) {
  if (!map || draft.areas.length) return;
  draft.areas = map.areas.map((area) => ({ ...area }));
  draft.links = map.links.map((link) => [...link]);
  draft.photo ??= picture || null;
  draft.tool = "link";
}

function parts(page, show) {
  takeProposal(page.state.view);
  check(page, show);
  const demo = () => command(page.state.version, "claim", { event: { type: "map", map: page.state.view.demo_map } });
  return [
    h("h3", {}, t(page.state.view.proposed_map ? "castle.edit-check" : "castle.edit-title")),
    h("p", { class: "muted" }, t(page.state.view.proposed_map ? "castle.edit-proposed" : "castle.edit-how")),
    h("div", { class: "tools", role: "toolbar" }, TOOLS.map((tool) =>
      h("button", { type: "button", class: `button small ${draft.tool === tool ? "strong" : ""}`, "data-tool": tool, "aria-pressed": draft.tool === tool, on: { click: () => { draft.tool = tool; draft.from = null; show(); } } }, t(`castle.tool.${tool}`), count(tool)))),
    h("p", { class: "toolhow" }, t(`castle.tool-how.${draft.tool}`)),
    framed(sheet(show), show, null),
    faultList(),
    h("button", { type: "button", class: "button strong", "data-do": "map-done", disabled: !draft.faults || draft.faults.length > 0, on: { click: () => send(page) } }, t("castle.edit-done")),
    h("div", { class: "pair" },
      h("label", { class: "button small photo-pick" }, t("castle.edit-photo"), h("input", { type: "file", accept: "image/*", class: "hidden", on: { change: (event) => lay(event, show) } })),
      h("button", { type: "button", class: "button small", "data-do": "map-clear", on: { click: () => { Object.assign(draft, { areas: [], links: [], from: null }); remember(); show(); } } }, t("castle.edit-clear"))),
    draft.photo ? h("button", { type: "button", class: "link", on: { click: () => { draft.photo = null; show(); } } }, t("castle.edit-blank")) : null,
    h("button", { type: "button", class: "button small", "data-do": "map-demo", on: { click: demo } }, t("castle.edit-demo")),
  ];
}

function count(tool) {
  const made = draft.areas.filter((area) => area.kind === tool).length;
  const wanted = { room: "/36", entrance: "/6", cell: "/1" }[tool];
  if (tool === "link" || tool === "erase") return null;
  return h("small", {}, ` ${made}${wanted ?? ""}`);
}

// ---- the sheet -----------------------------------------------------------------------------------

function sheet(show) {
  const under = draft.photo ? s("image", { href: draft.photo, width: WIDE, height: HIGH, preserveAspectRatio: "none", class: "underlay" }) : null;
  const svg = drawMap({ areas: draft.areas, links: draft.links }, { under, mark: (area) => (draft.from === area.name ? "picked" : "") });
  fingers(svg, show);
  return svg;
}

/** Tap to place, to join or to take away; drag to move. */
function fingers(svg, show) {
  let held = null;
  const at = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: Math.round(Math.min(WIDE, Math.max(0, point.x))), y: Math.round(Math.min(HIGH, Math.max(0, point.y))) };
  };
  svg.addEventListener("pointerdown", (event) => {
    const spot = at(event);
    held = { spot, area: nearest(spot), moved: false };
  });
  svg.addEventListener("pointermove", (event) => {
    if (!held?.area || draft.tool === "link" || draft.tool === "erase") return;
    const spot = at(event);
    if (!held.moved && Math.hypot(spot.x - held.spot.x, spot.y - held.spot.y) < 40) return;
    held.moved = true;
    Object.assign(held.area, spot);
    svg.querySelector(`[data-area="${CSS.escape(held.area.name)}"]`)?.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
  });
  svg.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { area, moved } = held;
    held = null;
    if (!moved) act(area, at(event));
    remember();
    show();
  });
  svg.addEventListener("pointercancel", () => { held = null; show(); });
}

function nearest({ x, y }) {
  const far = (area) => Math.hypot(area.x - x, area.y - y);
  const [best] = [...draft.areas].sort((one, other) => far(one) - far(other));
  return best && far(best) < NEAR ? best : null;
}

function act(area, spot) {
  if (draft.tool === "link") join(area);
  else if (draft.tool === "erase") erase(area);
  else if (!area) place(spot);
}

function place(spot) {
  const name = nextName();
  if (name === null) toast(t("castle.tool-how.link"));
  else draft.areas.push({ name, kind: draft.tool, ...spot });
}

/** Rooms are numbered, entrances lettered, the Cell is X, corridors are counted. */
function nextName() {
  const taken = new Set(draft.areas.map((area) => area.name));
  if (draft.tool === "cell") return taken.has("X") ? null : "X";
  if (draft.tool === "entrance") return LETTERS.find((letter) => !taken.has(letter)) ?? null;
  const mark = draft.tool === "corridor" ? "c" : "";
  const limit = draft.tool === "room" ? 36 : 200;
  for (let number = 1; number <= limit; number += 1) if (!taken.has(`${mark}${number}`)) return `${mark}${number}`;
  return null;
}

function join(area) {
  if (!area || draft.from === area.name) { draft.from = null; return; }
  if (draft.from === null) { draft.from = area.name; return; }
  const pair = [draft.from, area.name].sort();
  const same = (link) => link[0] === pair[0] && link[1] === pair[1];
  draft.links = draft.links.some(same) ? draft.links.filter((link) => !same(link)) : [...draft.links, pair];
  draft.from = area.name;
}

function erase(area) {
  if (!area) return;
  draft.areas = draft.areas.filter((each) => each !== area);
  draft.links = draft.links.filter((link) => !link.includes(area.name));
}

function lay(event, show) {
  const [file] = event.target.files;
  if (!file) return;
  draft.photo = URL.createObjectURL(file);
  show();
}

// ---- the check -------------------------------------------------------------------------------------

const drawn = () => ({ type: "map", map: { areas: draft.areas, links: draft.links } });
let asking = false;

/** The referee looks at the map whenever it has changed. */
async function check(page, show) {
  if (draft.faults !== null || asking) return;
  asking = true;
  const asked = JSON.stringify(drawn());
  const answer = await post("/api/judge", { event: drawn() });
  asking = false;
  if (!answer) { draft.faults = []; return; }
  if (asked === JSON.stringify(drawn())) draft.faults = answer.rulings.map((ruling) => ruling.text);
  show();
}

function faultList() {
  if (draft.faults === null) return null;
  if (!draft.faults.length) return h("p", { class: "mapcheck right", role: "status" }, t("castle.edit-right"));
  return h("ul", { class: "mapcheck", role: "status" }, draft.faults.map((fault) => h("li", {}, fault)));
}

async function send(page) {
  if (await command(page.state.version, "claim", { event: drawn() })) localStorage.removeItem(KEY);
}
