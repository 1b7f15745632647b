// The score over the turns of a game, one line a seat: told apart by colour, dashes and a letter.
// Drawn in colours of its own on light ground, so that it is the same on a page, in print and as a
// picture.

import { h, s, word } from "./dom.js";

const DASHES = ["", "9 5", "2 5", "12 4 2 4", "18 6", "5 3"];
const PLAIN = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]; // Okabe and Ito
const INK = "#1d2430", SOFT = "#5f6672", LINE = "#e0d8c8", GROUND = "#fffdf8";
const MARGIN = { left: 40, right: 40, top: 18, bottom: 30 };
const LABEL = 26; // the height a letter needs
const STEPS = [1, 2, 5];

/** How each seat is drawn: its colour, its dashes, and a letter nobody else has. */
export function looks(game, seats) {
  return seats.map(({ seat, colours }) => {
    const colour = colours?.[0];
    return { colour: (colour && clan(colour)) || PLAIN[seat % PLAIN.length], dashes: DASHES[seat % DASHES.length], letter: word(`${game}.letter.${colour}`) || "ABCDEF"[seat] };
  });
}

/** A clan's colour as the sheet has it. */
function clan(colour) {
  const probe = h("i", { class: colour, hidden: true });
  document.body.append(probe);
  const found = getComputedStyle(probe).getPropertyValue("--clan").trim();
  probe.remove();
  return found;
}

/** Whether there is a course to be drawn: points that changed in more than one turn. */
export function hasCourse(course) {
  return course.filter((totals, at) => at && `${totals}` !== `${course[at - 1]}`).length > 1;
}

/** The chart, so many pixels wide and high. */
export function chart(told, width, height, label) {
  const drawn = looks(told.game, told.seats);
  const { x, y, ticks } = scales(told.course, width, height);
  const box = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "chart", role: "img", "aria-label": label, "font-family": "sans-serif", "font-size": 14 },
    s("rect", { width, height, fill: GROUND }),
    ticks.map((value) => [
      s("path", { d: `M${MARGIN.left} ${y(value)}H${width - MARGIN.right}`, stroke: LINE }),
      s("text", { x: MARGIN.left - 8, y: y(value) + 5, "text-anchor": "end", fill: SOFT }, `${value}`)]),
    turnTicks(told.course.length).map((turn) => s("text", { x: x(turn - 1), y: height - 8, "text-anchor": "middle", fill: SOFT }, `${turn}`)));
  const line = (seat) => told.course.map((totals, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(totals[seat]).toFixed(1)}`).join("");
  for (const { seat } of told.seats) {
    const shape = { d: line(seat), fill: "none", "stroke-linejoin": "round", "stroke-dasharray": drawn[seat].dashes };
    box.append(s("path", { ...shape, stroke: INK, "stroke-width": 5 }), s("path", { ...shape, stroke: drawn[seat].colour, "stroke-width": 3 }));
  }
  box.append(...letters(told, drawn, y, width, height));
  return box;
}

function scales(course, width, height) {
  const all = course.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const step = niceStep((high - low) / 5);
  const [first, last] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const inner = { x: width - MARGIN.left - MARGIN.right, y: height - MARGIN.top - MARGIN.bottom };
  return {
    x: (at) => MARGIN.left + inner.x * at / Math.max(1, course.length - 1),
    y: (value) => MARGIN.top + inner.y * (last - value) / (last - first),
    ticks: Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step),
  };
}

/** The least of 1, 2, 5, 10, 20, ... that is not below. */
function niceStep(least) {
  for (let power = 1; ; power *= 10) {
    const found = STEPS.find((step) => step * power >= least);
    if (found) return found * power;
  }
}

function turnTicks(count) {
  const step = niceStep(count / 8);
  return Array.from({ length: Math.floor(count / step) }, (_, at) => (at + 1) * step);
}

/** The letters at the ends of the lines, moved apart where lines end close together. */
function letters(told, drawn, y, width, height) {
  const last = told.course[told.course.length - 1];
  const ends = told.seats.map(({ seat }) => ({ seat, at: y(last[seat]) })).sort((one, other) => one.at - other.at);
  const room = height - MARGIN.bottom - MARGIN.top;
  const apart = Math.min(LABEL, room / Math.max(1, ends.length - 1));
  ends.forEach((end, at) => { if (at) end.at = Math.max(end.at, ends[at - 1].at + apart); });
  const over = Math.max(0, (ends[ends.length - 1]?.at ?? 0) - (height - MARGIN.bottom));
  return ends.map(({ seat, at }) => badge(drawn[seat], width - MARGIN.right / 2, at - over));
}

/** A letter on its seat's colour. */
export function badge({ colour, letter }, x, y) {
  return s("g", {},
    s("circle", { cx: x, cy: y, r: 11, fill: colour, stroke: INK, "stroke-width": 1.5 }),
    s("text", { x, y: y + 5, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: "#ffffff", stroke: INK, "stroke-width": 3, "paint-order": "stroke" }, letter));
}
