// The set-up of Burg Appenzell: how the rooms lie, told once for a box and checked while it is
// told; then whose mice have which colour, and who begins.

import { h, s, t, toast } from "../../house/dom.js";
import { command } from "../../house/send.js";
import { mayAct } from "../../house/seats.js";
import { rectangle } from "./board.js";
import { FORMS, SHADES, SIZE, drawLook, drawMouse, drawRoof, fieldName, keyOf, picture, roofPatterns, roomName } from "./pieces.js";

const ROOFS = [
  { size: 2, kind: "tiled", count: 11, width: 200, height: 100 },
  { size: 3, kind: "thatched", count: 5, width: 300, height: 100 },
  { size: 4, kind: "copper", count: 2, width: 200, height: 200 },
];
const COLOURS = ["red", "green", "blue", "yellow", "white", "black", "orange", "violet"];
const FIELD = 100;

// What is being told; kept here because the page draws anew whenever somebody joins.
const draft = { rooms: [], from: null, to: null, ready: false, colours: null, start: 0, known: null, looks: null, look: null, retold: false };

const isTower = ([row, col]) => [0, SIZE - 1].includes(row) && [0, SIZE - 1].includes(col);
const every = [...Array(SIZE * SIZE).keys()].map((at) => [Math.floor(at / SIZE), at % SIZE]);
const inside = every.filter((field) => !isTower(field));
const roofOf = (fields) => ROOFS.find((roof) => roof.size === fields.length);
const roomAt = (field) => draft.rooms.find((room) => room.some((each) => keyOf(each) === keyOf(field)));

/** The set-up for a phone that may act, else a word of patience. */
export function setUp(page) {
  if (!mayAct(page.state)) return h("p", { class: "card muted" }, t("appenzell.wait-setup"));
  const { view } = page.state;
  if (draft.known !== JSON.stringify(view.layouts)) {
    draft.known = JSON.stringify(view.layouts);
    draft.colours = view.colours.map(([colour]) => colour);
    draft.looks = view.looks;
  }
  const box = h("article", { class: "card roomedit" });
  const show = () => {
    box.replaceChildren(...(draft.ready ? seats(page, show) : rooms(page, show)).flat(Infinity).filter(Boolean));
  };
  show();
  return box;
}

// ---- rooms -----------------------------------------------------------------------------------

function rooms(page, show) {
  const sides = page.state.view.layouts;
  return [
    h("h3", {}, t("appenzell.rooms-title")),
    sides.length && !draft.rooms.length ? known(sides, show) : null,
    h("p", { class: "muted" }, t("appenzell.rooms-how")),
    grid(show), counters(), missing(),
    h("div", { class: "pair" },
      h("button", { type: "button", class: "button small", id: "turnrooms", on: { click: () => { turn(); show(); } } }, t("appenzell.rooms-turn")),
      h("button", { type: "button", class: "button small", id: "clearrooms", on: { click: () => { draft.rooms = []; draft.from = null; show(); } } }, t("appenzell.rooms-clear"))),
    h("button", { type: "button", class: "button strong", id: "roomsdone", disabled: Boolean(faults().length), on: { click: () => { draft.ready = true; show(); } } }, t("appenzell.rooms-done")),
  ];
}

/** The sides of the board this box is known to have. */
function known(sides, show) {
  return [h("p", {}, t("appenzell.rooms-known")), h("div", { class: "sides" }, sides.map((side, at) =>
    h("button", { type: "button", class: "button side", "data-side": at, "aria-label": t("appenzell.side", { number: at + 1 }), on: { click: () => { draft.rooms = side; draft.from = null; show(); } } },
      s("svg", { viewBox: "-4 -4 708 708", "aria-hidden": "true" }, s("defs", {}, roofPatterns()), side.map(drawn)),
      h("span", {}, t("appenzell.side", { number: at + 1 })))))];
}

function drawn(fields) {
  const [row, col, high, wide] = rectangle(fields);
  const roof = roofOf(fields);
  return s("g", { transform: `translate(${col * FIELD} ${row * FIELD})`, class: "edited", "data-made": roomName(fields) }, drawRoof(roof.kind, wide * FIELD, high * FIELD));
}

function grid(show) {
  const ground = every.map((field) => s("rect", { x: field[1] * FIELD + 3, y: field[0] * FIELD + 3, width: 94, height: 94, rx: 8, class: isTower(field) ? "cell tower" : lonely(field) ? "cell lonely" : "cell", "data-cell": fieldName(field) }));
  const names = every.filter((field) => !isTower(field) && !roomAt(field)).map(([row, col]) => s("text", { x: col * FIELD + 50, y: row * FIELD + 50, class: "celltext" }, fieldName([row, col])));
  const svg = s("svg", { viewBox: "-4 -4 708 708", class: "roomgrid", role: "group", "aria-label": t("appenzell.rooms-title") },
    s("defs", {}, roofPatterns()), ground, names, draft.rooms.map(drawn), selection());
  fingers(svg, show);
  return svg;
}

function selection() {
  if (!draft.from) return null;
  const [row, col, high, wide] = rectangle([draft.from, draft.to ?? draft.from]);
  return s("rect", { x: col * FIELD + 5, y: row * FIELD + 5, width: wide * FIELD - 10, height: high * FIELD - 10, rx: 10, class: "wiped" });
}

/** Wipe from one end of a room to the other, or tap both ends; tap a room to take it away. */
function fingers(svg, show) {
  let wiping = false;
  const under = (event) => {
    const box = svg.getBoundingClientRect();
    const at = (value, start, length) => Math.min(SIZE - 1, Math.max(0, Math.floor(((value - start) / length) * SIZE)));
    return [at(event.clientY, box.top, box.height), at(event.clientX, box.left, box.width)];
  };
  svg.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const field = under(event);
    if (isTower(field)) return;
    const old = roomAt(field);
    if (old && !draft.from) { draft.rooms = draft.rooms.filter((room) => room !== old); show(); return; }
    if (draft.from) { draft.to = field; finish(show); return; }
    draft.from = field;
    draft.to = field;
    wiping = true;
    svg.setPointerCapture(event.pointerId);
    svg.append(selection());
  });
  svg.addEventListener("pointermove", (event) => {
    if (!wiping) return;
    draft.to = under(event);
    svg.querySelector(".wiped")?.replaceWith(selection());
  });
  svg.addEventListener("pointerup", () => {
    if (!wiping) return;
    wiping = false;
    if (keyOf(draft.to) !== keyOf(draft.from)) finish(show);
  });
  svg.addEventListener("pointercancel", () => { wiping = false; draft.from = null; show(); });
}

/** Make the room between the two ends, if a roof fits and one is left. */
function finish(show) {
  const [row, col, high, wide] = rectangle([draft.from, draft.to]);
  const fields = every.filter(([r, c]) => r >= row && r < row + high && c >= col && c < col + wide);
  const same = keyOf(draft.from) === keyOf(draft.to);
  draft.from = null;
  const roof = roofOf(fields);
  const fits = roof && !fields.some(isTower) && (fields.length < 4 ? high === 1 || wide === 1 : high === wide);
  if (same) { show(); return; }
  if (!fits) { toast(t("appenzell.no-roof-fits"), true); show(); return; }
  const rest = draft.rooms.filter((room) => !room.some((field) => fields.some((each) => keyOf(each) === keyOf(field))));
  if (rest.filter((room) => room.length === roof.size).length >= roof.count) toast(t("appenzell.no-roof-left", { count: roof.count, roof: t(`appenzell.roof.${roof.kind}`) }), true);
  else draft.rooms = [...rest, fields];
  show();
}

/** A free field none of whose neighbours is free can never get a roof. */
function lonely(field) {
  if (roomAt(field)) return false;
  const near = [[0, 1], [1, 0], [0, -1], [-1, 0]].map(([down, right]) => [field[0] + down, field[1] + right]);
  return !near.some((each) => inside.some((free) => keyOf(free) === keyOf(each)) && !roomAt(each));
}

function turn() {
  draft.rooms = draft.rooms.map((room) => room.map(([row, col]) => [col, SIZE - 1 - row]).sort((a, b) => a[0] - b[0] || a[1] - b[1]));
  draft.from = null;
}

// ---- the check -------------------------------------------------------------------------------

function counters() {
  return h("div", { class: "roofcount" }, ROOFS.map((roof) => {
    const made = draft.rooms.filter((room) => room.length === roof.size).length;
    return h("span", { class: made === roof.count ? "full" : "", "data-roof": roof.kind },
      s("svg", { viewBox: `0 0 ${roof.width} ${roof.height}`, "aria-hidden": "true" }, drawRoof(roof.kind, roof.width, roof.height)),
      h("strong", {}, `${made}/${roof.count}`), h("small", {}, t(`appenzell.roof.${roof.kind}`)));
  }));
}

/** Everything that is still missing or wrong, in words. */
function faults() {
  const found = [];
  for (const roof of ROOFS) {
    const left = roof.count - draft.rooms.filter((room) => room.length === roof.size).length;
    if (left) found.push(t("appenzell.missing-roof", { count: left, roof: t(`appenzell.roof.${roof.kind}`) }));
  }
  const open = inside.filter((field) => !roomAt(field));
  if (open.length) found.push(t("appenzell.missing-fields", { count: open.length }));
  const stuck = open.filter(lonely);
  if (stuck.length) found.push(t("appenzell.missing-lonely", { fields: stuck.map(fieldName).join(", ") }));
  return found;
}

function missing() {
  const found = faults();
  if (!found.length) return h("p", { class: "roomcheck right", role: "status" }, t("appenzell.rooms-right"));
  return h("p", { class: "roomcheck", role: "status" }, found.join(" · "));
}

// ---- mice and who begins ----------------------------------------------------------------------

function seats(page, show) {
  return [
    h("h3", {}, t("appenzell.mice-title")),
    h("p", { class: "muted" }, t("appenzell.mice-how")),
    h("ul", { class: "plain" }, page.state.seats.map(({ seat, name }) => h("li", { class: "miceseat" },
      h("button", { type: "button", class: "button small recolour", "data-recolour": seat, "aria-label": t("appenzell.recolour", { name, colour: t(`appenzell.colour.${draft.colours[seat]}`) }), on: { click: () => { recolour(seat); show(); } } },
        picture(drawMouse(draft.colours[seat], seat))),
      h("strong", {}, name),
      h("label", { class: "begins" }, h("input", { type: "radio", name: "begins", value: seat, checked: draft.start === seat, on: { change: () => { draft.start = seat; } } }), h("span", {}, t("appenzell.begins")))))),
    h("h3", {}, t("appenzell.looks-title")),
    page.state.view.looks_told ? null : h("p", { class: "muted" }, t("appenzell.looks-how")),
    cheeses(show),
    h("button", { type: "button", class: "button strong", id: "castleready", on: { click: () => send(page) } }, t("appenzell.ready")),
    h("button", { type: "button", class: "link", id: "backtorooms", on: { click: () => { draft.ready = false; show(); } } }, `‹ ${t("appenzell.rooms-title")}`),
  ];
}

function recolour(seat) {
  const taken = draft.colours.filter((_, other) => other !== seat);
  const at = COLOURS.indexOf(draft.colours[seat]);
  const next = COLOURS.map((_, step) => COLOURS[(at + 1 + step) % COLOURS.length]).find((colour) => !taken.includes(colour));
  draft.colours = draft.colours.map((colour, other) => (other === seat ? next : colour));
}

// ---- what the cheeses of this box look like -----------------------------------------------------

const nameOfLook = ([form, shade]) => `${t(`appenzell.form.${form}`)}, ${t(`appenzell.shade.${shade}`)}`;
const sameLook = (one, other) => one.join() === other.join();

/** The seven cheeses; a tap on one offers forms and colours for it. */
function cheeses(show) {
  const pick = (at) => { draft.look = draft.look === at ? null : at; show(); };
  const row = h("div", { class: "looks" }, draft.looks.map((look, at) =>
    h("button", { type: "button", class: "look", "data-look": at, "aria-pressed": `${draft.look === at}`, "aria-label": nameOfLook(look), on: { click: () => pick(at) } }, picture(drawLook(look)))));
  if (draft.look === null) return row;
  const [form, shade] = draft.looks[draft.look];
  return [row,
    h("div", { class: "looks forms" }, FORMS.map((each) => choice([each, shade], show, picture(drawLook([each, shade]))))),
    h("div", { class: "looks shades" }, SHADES.map((each) => choice([form, each], show, s("svg", { viewBox: "-50 -50 100 100", class: `shade-${each}`, "aria-hidden": "true" }, s("circle", { r: 34, class: "swatch" })))))];
}

/** A look for the cheese in hand; one that another cheese has is not offered. */
function choice(look, show, inside) {
  const taken = draft.looks.some((other, at) => at !== draft.look && sameLook(other, look));
  const take = () => { draft.looks = draft.looks.map((other, at) => (at === draft.look ? look : other)); draft.retold = true; show(); };
  return h("button", { type: "button", class: "look", disabled: taken, "data-choice": look.join("-"), "aria-pressed": `${sameLook(draft.looks[draft.look], look)}`, "aria-label": nameOfLook(look), on: { click: take } }, inside);
}

/** Looks nobody changed are not told: the device must not take its own pictures for box facts. */
async function send(page) {
  const told = draft.retold ? draft.looks : [];
  const event = { type: "set_up", rooms: draft.rooms, start: draft.start, colours: draft.colours, cheeses: told };
  if (await command(page.state.version, "claim", { event })) Object.assign(draft, { rooms: [], ready: false, start: 0, known: null, look: null, retold: false });
}
