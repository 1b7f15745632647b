// The picture that proves something: cut out, ringed, before and after, and the board beside it.

import { byId, h, s, t } from "./dom.js";

const SIDE = 400; // of a crop as it is drawn here, whatever its pixels
const ROOM = 3; // the drawn place is a third of its picture, as in the camera's
const LABEL = 34; // above a ring, else below it

/** A small picture that opens large. */
export function evidence(name, inside = null) {
  if (!name) return inside;
  const address = `/picture/${encodeURIComponent(name)}`;
  const open = () => { byId("photo").querySelector("img").src = address; byId("photo").showModal(); };
  return h("button", { type: "button", class: "evidence", "aria-label": t("table.evidence"), on: { click: open } },
    inside ?? h("img", { src: address, alt: t("table.evidence") }));
}

/** What is asked or ruled about: as it lies, as it lay, and as it is `drawn` on the phones. */
export function proof({ picture, crop }, drawn) {
  if (!picture && !crop) return null;
  if (!crop) return h("div", { class: "proof whole" }, evidence(picture), believed([], drawn));
  const seen = (when) => crop[when] && panel(when, shot(crop[when]), t(`proof.${when}`));
  return h("div", { class: "proof" },
    evidence(picture, seen("after")), seen("before"), believed(crop.after.rings, drawn));
}

function panel(name, picture, caption) {
  return h("figure", { class: `panel ${name}` }, picture, h("figcaption", {}, caption));
}

/** One picture of the camera with its rings. */
function shot({ picture, rings }) {
  return s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img", "aria-label": t("table.evidence") },
    s("image", { href: `/picture/${encodeURIComponent(picture)}`, width: SIDE, height: SIDE }),
    rings.map(({ outline, text }) => {
      const points = outline.map(([x, y]) => [x * SIDE, y * SIDE]);
      return [s("polygon", { class: "ring", points: points.join(" ") }), text ? label(points, text) : null];
    }));
}

function label(points, text) {
  const ys = points.map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  return s("text", { class: "ringname", x, y: low > LABEL ? low - 10 : high + LABEL }, text);
}

/** The drawn board at the same place, if that can be told; else all of it. */
function believed(rings, caption) {
  const board = byId("board").querySelector("svg");
  if (!board) return null;
  const copy = board.cloneNode(true);
  copy.removeAttribute("id");
  for (const each of copy.querySelectorAll("[tabindex], [role]")) { each.removeAttribute("tabindex"); each.removeAttribute("role"); }
  const found = rings.map((ring) => placeOf(board, ring)).find(Boolean);
  if (found) copy.setAttribute("viewBox", around(board, found));
  const figure = panel("believed", copy, caption);
  copy.setAttribute("aria-hidden", "true");
  return figure;
}

/** What a game draws for a place: its data tells the last word of the place's name. */
function placeOf(board, { kind, text }) {
  const name = text?.split(" ").pop();
  return kind && name ? board.querySelector(`[data-${kind}="${CSS.escape(name)}"]`) : null;
}

/** A square of the board's own units about something drawn on it. */
function around(board, drawn) {
  const box = drawn.getBoundingClientRect();
  const units = board.getScreenCTM().inverse();
  const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(units);
  const side = ROOM * Math.max(box.width, box.height) * units.a;
  return [at.x - side / 2, at.y - side / 2, side, side].join(" ");
}
