// Teaching a box: what to lay out is marked in the live picture; the device ticks what it has seen.

import { byId, h, s, t, toast } from "./dom.js";
import { get, languagePicker, post } from "./send.js";

const EVERY_MILLISECONDS = 700;
const LOUPE = { side: 150, zoom: 4 };

const page = { state: JSON.parse(document.querySelector("main").dataset.state), taps: null, cells: null, pads: null, step: "", drawn: {} };

const picture = byId("view");

languagePicker();
show();
setTimeout(renew, EVERY_MILLISECONDS);
picture.addEventListener("pointerdown", pressed);
picture.addEventListener("pointermove", moved);
picture.addEventListener("pointerup", lifted);
picture.addEventListener("pointercancel", () => { byId("loupe").hidden = true; });

async function renew() {
  if (!document.hidden) {
    const fresh = await get("/api/teach");
    if (fresh) { page.state = fresh; show(); }
  }
  setTimeout(renew, EVERY_MILLISECONDS);
}

async function wish(body) {
  const fresh = await post("/api/teach", body);
  if (fresh) { page.state = fresh; show(); }
  return fresh;
}

function show() {
  const { session } = page.state;
  byId("shelf").hidden = Boolean(session);
  byId("lesson").hidden = !session;
  if (session) lesson(session);
  else section("shelf", page.state, shelf);
}

/** Draw a part only when what it shows has changed: a finger may be on its way. */
function section(name, shown, draw) {
  const text = JSON.stringify(shown);
  if (page.drawn[name] === text) return;
  page.drawn[name] = text;
  draw();
}

// ---- the shelf -------------------------------------------------------------------------------

function shelf() {
  page.step = "";
  const { state } = page;
  byId("shelf").replaceChildren(
    h("p", {}, t("teach.lead")),
    ...(state.say ? [h("p", { class: "say bad" }, t(state.say))] : []),
    ...state.boxes.map(boxCard), importCard());
}

function boxCard(box) {
  const kinds = h("select", { "aria-label": t("teach.one-kind"), "data-again": box.game, on: { change: ({ target }) => wish({ do: "again", game: box.game, kind: target.value }) } },
    h("option", { value: "" }, t("teach.choose-kind")),
    box.kinds.map((each) => h("option", { value: each.kind }, each.text)));
  const begin = h("button", { type: "button", class: box.known ? "button" : "button strong", "data-begin": box.game, on: { click: () => wish({ do: "begin", game: box.game }) } }, t(box.known ? "teach.begin-again" : "teach.begin"));
  return h("article", { class: box.known ? "card boxcard known" : "card boxcard" },
    h("h2", {}, t(`game.${box.game}`)),
    h("p", { class: "state" }, box.known ? `✓ ${t("teach.known")}` : t("teach.unknown")),
    h("div", { class: "row" }, box.course && page.state.camera ? begin : null,
      box.known ? h("a", { class: "button", href: `/teach/box/${box.game}`, download: "" }, t("teach.export")) : null),
    box.known && box.kinds.length && page.state.camera ? h("label", { class: "field" }, h("span", {}, t("teach.one-kind")), kinds) : null);
}

function importCard() {
  const take = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const response = await fetch("/teach/box", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (answer?.ok) toast(t("teach.imported", { game: t(`game.${answer.game}`) }));
    else toast(answer?.error?.text ?? t("refused.offline"), true);
    target.value = "";
    page.drawn = {};
  };
  return h("article", { class: "card boxcard" }, h("label", { class: "field" }, h("span", {}, t("teach.import")),
    h("input", { type: "file", id: "importfile", accept: ".castellan-box,.zip", on: { change: take } })));
}

// ---- a step ----------------------------------------------------------------------------------

function lesson(session) {
  const step = `${session.game} ${session.kind} ${session.step} ${session.phase}`;
  if (step !== page.step) {
    Object.assign(page, { step, taps: session.ask?.kind === "corners" && !session.outline ? [] : null, cells: null, pads: null, drawn: {} });
    window.scrollTo(0, 0);
  }
  const stepping = session.phase === "stepping";
  const { length } = session.steps;
  byId("where").textContent = `${t(`game.${session.game}`)} · ${t("teach.step", { step: session.step, steps: length })} · ${clock(session.seconds)}`;
  byId("steptitle").textContent = session.steps[session.step - 1];
  byId("how").textContent = stepping ? session.how : "";
  byId("picturebox").parentElement.hidden = !stepping;
  const say = byId("say");
  say.textContent = page.taps ? t(`teach.corner-${page.taps.length}`) : t(session.say);
  say.className = `say ${page.taps ? "" : mood(session)}`;
  if (stepping && !page.loading) refresh();
  section("overlay", [session.size, session.outline, session.marks, session.ask, page.taps, page.cells], () => overlay(session));
  section("marks", [stepping, session.marks], () => marks(stepping ? session.marks : []));
  section("asking", [stepping, session.ask, page.cells, page.pads], () => asking(stepping ? session.ask : null));
  section("learned", session.learned, () => learned(session.learned));
  section("buttons", [session.phase, session.sure, session.step, session.steps, session.outline, page.taps], () => buttons(session));
}

function mood(session) {
  if (session.phase === "failed" || session.fault) return "bad";
  return session.sure || session.phase === "learned" ? "sure" : "";
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Fetch the newest picture; it is shown when it is whole, so that nothing flickers. */
async function refresh() {
  page.loading = true;
  try {
    const answer = await fetch("/picture/teach");
    if (!answer.ok) return;
    const address = URL.createObjectURL(await answer.blob());
    const shot = new Image();
    shot.src = address;
    await shot.decode();
    if (page.shot) URL.revokeObjectURL(page.shot.src);
    page.shot = shot;
    picture.src = address;
    picture.dataset.shown = "yes";
  } catch {
    // The next one may come through.
  } finally {
    page.loading = false;
  }
}

/** Show only the part of the picture that matters, so that squares are large enough to tap. */
function zoom(session) {
  const [wide, high] = session.size ?? [1280, 720];
  const matter = [...(session.outline ?? []), ...session.marks.flatMap((mark) => mark.points ?? []), ...Object.values(session.ask?.cells ?? {}).flat()];
  let [left, top, right, bottom] = [0, 0, wide, high];
  if (!page.taps && matter.length) {
    const [xs, ys] = [matter.map(([x]) => x), matter.map(([, y]) => y)];
    const room = 0.04 * wide;
    [left, top] = [Math.max(0, Math.min(...xs) - room), Math.max(0, Math.min(...ys) - room)];
    [right, bottom] = [Math.min(wide, Math.max(...xs) + room), Math.min(high, Math.max(...ys) + room)];
  }
  const part = right - left;
  byId("picturebox").style.aspectRatio = `${part} / ${bottom - top}`;
  Object.assign(byId("pane").style, { width: `${(wide / part) * 100}%`, marginLeft: `${(-left / part) * 100}%`, marginTop: `${(-top / part) * 100}%` });
}

function overlay(session) {
  const [wide, high] = session.size ?? [1280, 720];
  zoom(session);
  const svg = byId("overlay");
  svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  const path = (points) => points.map(([x, y]) => `${x},${y}`).join(" ");
  const parts = [];
  if (session.outline && !page.taps) parts.push(s("polygon", { class: "board", points: path(session.outline) }));
  if (session.ask?.kind === "cells") {
    for (const [name, points] of Object.entries(session.ask.cells)) {
      parts.push(s("polygon", { class: chosen().includes(name) ? "cell chosen" : "cell", "data-cell": name, points: path(points) }));
    }
  }
  session.marks.forEach((mark, at) => {
    if (!mark.points) return;
    parts.push(s("polygon", { class: `mark ${mark.state} ${mark.new ? "" : "old"}`, points: path(mark.points) }));
    const [x, y] = mark.points.reduce(([a, b], [c, d]) => [a + c, b + d]).map((sum) => sum / mark.points.length);
    if (mark.new || mark.state !== "seen") parts.push(s("text", { x, y }, `${at + 1}`));
  });
  for (const [x, y] of page.taps ?? []) parts.push(s("circle", { class: "tap", cx: x, cy: y, r: wide / 110 }));
  svg.style.pointerEvents = session.ask?.kind === "cells" ? "auto" : "none";
  svg.onclick = ({ target }) => { if (target.dataset.cell) choose(target.dataset.cell, session.ask); };
  svg.replaceChildren(...parts);
}

function marks(list) {
  byId("marks").replaceChildren(...list.map((mark, at) => [mark, at]).filter(([mark]) => mark.new || mark.state !== "seen").map(([mark, at]) =>
    h("li", { class: mark.state }, h("span", { class: "n" }, `${at + 1}`), h("span", {}, mark.text), h("span", { class: "note" }, mark.state === "seen" ? `✓ ${t("teach.mark.seen")}` : t(`teach.mark.${mark.state}`)))));
}

function learned(list) {
  const unsure = (list ?? []).filter((each) => !each.sure);
  const rows = (list ?? []).map((each) => h("li", { class: each.sure ? "" : "unsure" },
    h("span", { class: each.sure ? "tick" : "warn" }, each.sure ? "✓" : "!"),
    h("span", {}, each.text, each.sure ? null : h("span", { class: "why" }, each.rival ? t("teach.alike", { rival: each.rival }) : t("teach.unsure")))));
  byId("learned").replaceChildren(...(list?.length && !unsure.length ? [h("li", {}, h("span", { class: "tick" }, "✓"), h("strong", {}, t("teach.all-sure")))] : []), ...rows);
}

function buttons(session) {
  const { phase, sure, step, steps } = session;
  const button = (key, body, kind = "small", more = {}) => h("button", { type: "button", class: `button ${kind}`, "data-do": key, ...more, on: { click: () => wish(body) } }, t(`teach.${key}`));
  const all = [];
  if (phase === "stepping") {
    all.push(button("next", { do: "next" }, "strong", { disabled: !sure }));
    if (!sure && session.outline) all.push(button("anyway", { do: "next", anyway: true }));
    if (step > 1) all.push(button("back", { do: "back" }));
    if (!page.taps) all.push(h("button", { type: "button", class: "button small", "data-do": "corners", on: { click: () => { page.taps = []; show(); } } }, t("teach.corners-again")));
  }
  if (phase === "learned") all.push(h("button", { type: "button", class: "button strong", "data-do": "keep", on: { click: async () => { if (await wish({ do: "keep" })) toast(t("teach.kept")); } } }, t("teach.keep")));
  if (phase === "learned" || phase === "failed") {
    all.push(h("select", { "aria-label": t("teach.redo"), on: { change: ({ target }) => wish({ do: "back", step: Number(target.value) }) } },
      h("option", { value: "" }, t("teach.redo")), steps.map((title, at) => h("option", { value: at + 1 }, `${at + 1}. ${title}`))));
  }
  if (phase !== "learning") all.push(button("stop", { do: "stop" }));
  byId("buttons").replaceChildren(...all);
}

// ---- what only the owner can tell --------------------------------------------------------------

function asking(ask) {
  const box = byId("asking");
  if (ask?.kind === "cells") box.replaceChildren(h("p", {}, t("teach.chosen", { count: chosen().length, of: ask.count[1] })));
  else if (ask?.kind === "choice") box.replaceChildren(h("div", { class: "choices" }, ask.items.map((item) =>
    h("button", { type: "button", class: ask.answer === item ? "button small strong" : "button small", "data-choice": item, "aria-pressed": ask.answer === item ? "true" : "false", on: { click: () => wish({ do: "answer", value: item }) } }, ask.texts[item] ?? item))));
  else if (ask?.kind === "pads") box.replaceChildren(pad(ask));
  else if (ask?.kind === "corners") box.replaceChildren(h("p", { class: "muted" }, t("teach.loupe")));
  else box.replaceChildren();
}

function chosen() {
  return page.cells ?? page.state.session?.ask?.answer ?? [];
}

function choose(cell, ask) {
  const now = chosen();
  page.cells = now.includes(cell) ? now.filter((each) => each !== cell) : [...now, cell].slice(-ask.count[1]);
  show();
  if (page.cells.length >= ask.count[0]) wish({ do: "answer", value: page.cells });
}

/** One figure after another, each drawn on a grid large enough for a finger. */
function pad(ask) {
  page.pads ??= { at: 0, figures: { ...(ask.answer ?? {}) } };
  const { pads } = page;
  const card = ask.items[pads.at];
  const figure = pads.figures[card] ?? [];
  const [rows, columns] = ask.grid;
  const has = (row, column) => figure.some(([r, c]) => r === row && c === column);
  const flip = (row, column) => {
    pads.figures[card] = has(row, column) ? figure.filter(([r, c]) => r !== row || c !== column) : [...figure, [row, column]];
    redraw();
  };
  const cells = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      cells.push(h("button", { type: "button", "data-pad": `${row},${column}`, "aria-label": `${row + 1}, ${column + 1}`, "aria-pressed": has(row, column) ? "true" : "false", on: { click: () => flip(row, column) } }));
    }
  }
  const whole = (each) => { const count = (pads.figures[each] ?? []).length; return count >= ask.count[0] && count <= ask.count[1]; };
  const next = () => {
    pads.at = Math.min(pads.at + 1, ask.items.length - 1);
    redraw();
    if (ask.items.every(whole)) wish({ do: "answer", value: pads.figures });
  };
  const turn = (at, label) => h("button", { type: "button", class: at === pads.at ? "button small strong" : "button small", on: { click: () => { pads.at = at; redraw(); } } }, `${label}${whole(label) ? " ✓" : ""}`);
  return h("div", { class: "stack" }, h("p", {}, t("teach.card", { card })),
    h("div", { class: "row buttons2" }, ask.items.map((each, at) => turn(at, each))),
    h("div", { class: "padgrid" }, cells),
    h("button", { type: "button", class: "button", id: "padnext", disabled: !whole(card), on: { click: next } }, t("teach.card-next")));
}

function redraw() {
  page.drawn.asking = "";
  show();
}

// ---- tapping corners with a loupe ----------------------------------------------------------------

function place(event) {
  const box = picture.getBoundingClientRect();
  const [wide, high] = page.state.session?.size ?? [1280, 720];
  const x = ((event.clientX - box.left) / box.width) * wide;
  const y = ((event.clientY - box.top) / box.height) * high;
  return [Math.min(Math.max(x, 0), wide), Math.min(Math.max(y, 0), high)];
}

function pressed(event) {
  if (!page.taps) return;
  picture.setPointerCapture(event.pointerId);
  page.aiming = true;
  loupe(event);
}

function moved(event) {
  if (page.taps && page.aiming) loupe(event);
}

function loupe(event) {
  const [x, y] = place(event);
  const glass = byId("loupe");
  const box = picture.getBoundingClientRect();
  glass.hidden = false;
  glass.classList.toggle("right", event.clientX - box.left < box.width / 2);
  const pen = glass.getContext("2d");
  const { side } = LOUPE;
  if (!page.shot) return;
  const part = (side / LOUPE.zoom) * (page.shot.naturalWidth / box.width);
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, side, side);
  pen.drawImage(page.shot, x - part / 2, y - part / 2, part, part, 0, 0, side, side);
  pen.strokeStyle = "#ffd400";
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(side / 2, 20); pen.lineTo(side / 2, side - 20);
  pen.moveTo(20, side / 2); pen.lineTo(side - 20, side / 2);
  pen.stroke();
}

async function lifted(event) {
  byId("loupe").hidden = true;
  if (!page.taps || !page.aiming) return;
  page.aiming = false;
  page.taps.push(place(event).map((value) => Math.round(value * 10) / 10));
  if (page.taps.length < 4) { show(); return; }
  const corners = page.taps;
  page.taps = null;
  if (!(await wish({ do: "tap", corners }))) page.taps = [];
  show();
}
