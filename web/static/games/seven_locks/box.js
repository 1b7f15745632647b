// What the owner tells once about the box: the six sides of the die, the colours of the keys.

import { h, s, t } from "../../house/dom.js";
import { COLOURS, dieFace, drawKey, KEYS, keyName, paint } from "./board.js";

const SIDES = 6;

function dialog(title) {
  const close = () => sheet.close();
  const body = h("div", { class: "stack" });
  const sheet = h("dialog", { class: "sheet boxsheet", "aria-label": title },
    h("div", { class: "sheettop" }, h("h2", {}, title),
      h("button", { type: "button", class: "icon", "aria-label": t("table.close"), on: { click: close } }, "✕")), body);
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
  return { sheet, body };
}

/** Ask for the six sides of the die; `save(die)` answers whether it was taken. */
export function askDie(known, save) {
  const die = known ? known.map((face) => [...face]) : Array.from({ length: SIDES }, () => [null, null]);
  const { sheet, body } = dialog(t("seven_locks.box.die"));
  const draw = () => body.replaceChildren(
    h("p", { class: "muted" }, t("seven_locks.box.die-how")),
    h("div", { class: "sides" }, die.map((face, at) => side(face, at, draw))),
    h("button", { type: "button", class: "button strong", disabled: !die.flat().every(Boolean), on: { click: async () => { if (await save(die)) sheet.close(); } } }, t("seven_locks.box.save")));
  draw();
}

function side(face, at, draw) {
  const pick = (index, label) => h("div", { class: "pick", role: "group", "aria-label": label }, [1, 2, 3].map((count) =>
    h("button", { type: "button", class: face[index] === count ? "small on" : "small", "aria-pressed": `${face[index] === count}`, "aria-label": `${label}: ${count}`, on: { click: () => { face[index] = count; draw(); } } }, `${count}`)));
  return h("div", { class: "dieside", "data-side": at + 1 },
    dieFace(face[0] ?? 0, face[1] ?? 0),
    h("div", {}, h("span", { class: "muted" }, t("seven_locks.box.pearls")), pick(0, t("seven_locks.box.pearls"))),
    h("div", {}, h("span", { class: "muted" }, t("seven_locks.box.steps")), pick(1, t("seven_locks.box.steps"))));
}

/** Ask for the colours, key by key from the longest; a tapped key is asked for again. */
export function askColours(known, save) {
  const chosen = known ? [...known] : Array(KEYS).fill(null);
  let now = KEYS - 1;
  const { sheet, body } = dialog(t("seven_locks.box.keys"));
  const next = () => { now = chosen.lastIndexOf(null); };
  const take = (colour) => {
    const before = chosen.indexOf(colour);
    if (before >= 0) chosen[before] = null;
    chosen[now < 0 ? KEYS - 1 : now] = colour;
    next();
    draw();
  };
  if (known) now = -1;
  const draw = () => body.replaceChildren(
    h("p", { class: "muted" }, t("seven_locks.box.keys-how")),
    h("div", { class: "keyrow" }, [...chosen.keys()].reverse().map((key) => keyButton(chosen, key, now, () => { now = key; chosen[key] = null; draw(); }))),
    h("p", { class: "asked" }, now >= 0 ? t("seven_locks.box.which", { number: now + 1 }) : ""),
    h("div", { class: "swatches" }, COLOURS.map((colour) =>
      h("button", { type: "button", class: chosen.includes(colour) ? "swatch used" : "swatch", "data-colour": colour, "aria-label": t(`seven_locks.colour.${colour}`), on: { click: () => take(colour) } },
        s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, s("rect", { width: 40, height: 40, rx: 9, fill: paint(colour) }))))),
    h("button", { type: "button", class: "button strong", disabled: chosen.includes(null), on: { click: async () => { if (await save(chosen)) sheet.close(); } } }, t("seven_locks.box.save")));
  draw();
}

function keyButton(chosen, key, now, act) {
  const view = { key_colours: chosen };
  return h("button", { type: "button", class: key === now ? "keybutton on" : "keybutton", "aria-label": keyName(view, key), on: { click: act } }, drawKey(view, key), h("b", {}, `${key + 1}`));
}
