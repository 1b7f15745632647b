// The panel as a page: short press and hold as on real buttons, lamps as the table says.

import { byId, h, t, toast } from "./dom.js";
import { follow } from "./live.js";
import { get, post } from "./send.js";

const HOLD_MILLISECONDS = 800;
let table = null;

function lamp(row, lit) {
  row.classList.toggle("lit", lit);
}

function show(panel) {
  const rows = [...byId("lamps").children];
  rows.slice(0, -1).forEach((row, seat) => lamp(row, panel.lamps[seat] ?? false));
  lamp(rows[rows.length - 1], panel.ruling);
  byId("open").replaceChildren(...openThings(panel.marked));
}

function openThings(marked) {
  if (table.question) {
    const choices = table.question.choices.map((choice) =>
      h("p", { class: choice.id === marked ? "choice marked" : "choice", "aria-current": choice.id === marked ? "true" : null }, choice.text));
    return [h("h2", {}, table.question.text), ...choices];
  }
  const asked = table.requests?.find((request) => request.may);
  if (asked) return [h("h2", {}, t("ask.title", { who: asked.who })), h("p", { class: "choice" }, asked.text)];
  if (table.rulings.length) return table.rulings.map((ruling) => h("p", { class: "ruling" }, ruling.text));
  return table.due.map((due) => h("p", {}, due.text));
}

async function press(button, held) {
  const answer = await post("/api/panel", { button, held, version: table?.version ?? 0 });
  if (!answer) return;
  if (["nothing", "refused"].includes(answer.done)) toast(t("panel.nothing"));
  show(answer);
}

function wire(key) {
  let timer = null;
  let held = false;
  const down = () => {
    held = false;
    timer = setTimeout(() => { held = true; press(key.dataset.button, true); }, HOLD_MILLISECONDS);
  };
  const up = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    if (!held) press(key.dataset.button, false);
  };
  const away = () => { clearTimeout(timer); timer = null; };
  // The lamps may change while a key is held: the page need not wait for this finger.
  key.addEventListener("pointerdown", (event) => { event.stopPropagation(); down(); });
  key.addEventListener("pointerup", up);
  key.addEventListener("pointerleave", away);
  key.addEventListener("pointercancel", away);
  key.addEventListener("contextmenu", (event) => event.preventDefault());
  key.addEventListener("keydown", (event) => { if (["Enter", " "].includes(event.key) && !event.repeat) down(); });
  key.addEventListener("keyup", (event) => { if (["Enter", " "].includes(event.key)) up(); });
}

document.querySelectorAll(".key").forEach(wire);
follow("panel", async (state) => {
  table = state;
  const panel = await get("/api/panel");
  if (panel) show(panel);
});
