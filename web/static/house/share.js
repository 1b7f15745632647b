// The result as a picture, drawn by the phone itself: SVG, then a canvas, then PNG.

import { h, s, t, word } from "./dom.js";
import { badge, chart, hasCourse, looks } from "./chart.js";
import { ranked, winnersText } from "./score.js";

const WIDTH = 1080, EDGE = 60, ROW = 64, CHART = 460; // pixels
const INK = "#1d2430", SOFT = "#5f6672", GROUND = "#fffdf8", GOLD = "#fff1c9";

/** The result as one SVG: who won, everybody's place and points, and the course of the game. */
export function card(told, day) {
  const drawn = looks(told.game, told.seats);
  const rows = ranked(told.seats, told);
  const course = hasCourse(told.course);
  const below = 250 + rows.length * ROW;
  const height = below + (course ? CHART + EDGE : EDGE / 2);
  const text = (x, y, said, more = {}) => s("text", { x, y, fill: INK, "font-size": 34, ...more }, said);
  const row = ({ seat, name }, at) => {
    const y = 220 + at * ROW;
    return s("g", {},
      told.winners.includes(seat) ? s("rect", { x: EDGE - 20, y: y - 10, width: WIDTH - 2 * EDGE + 40, height: ROW - 6, rx: 12, fill: GOLD }) : null,
      text(EDGE, y + 30, told.places[seat] ? `${told.places[seat]}.` : "", { fill: SOFT }),
      s("g", { transform: `translate(${EDGE + 80} ${y + 18}) scale(1.6)` }, badge(drawn[seat], 0, 0)),
      text(EDGE + 120, y + 30, name, { "font-weight": 700 }),
      text(WIDTH - EDGE, y + 30, `${told.totals[seat]}`, { "text-anchor": "end", "font-weight": 700 }));
  };
  const picture = s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, "font-family": "sans-serif" },
    s("rect", { width: WIDTH, height, fill: GROUND }),
    text(EDGE, 80, [t(`game.${told.game}`), day].join(" · "), { fill: SOFT, "font-size": 30 }),
    text(EDGE, 150, winnersText(told.seats, told), { "font-size": 52, "font-weight": 700 }),
    rows.map(row));
  if (course) picture.append(s("g", { transform: `translate(${EDGE / 2} ${below})` }, chart(told, WIDTH - EDGE, CHART, word("end.course"))));
  return picture;
}

/** An SVG as PNG. */
async function png(picture) {
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  await image.decode();
  const canvas = h("canvas", { width: picture.getAttribute("width"), height: picture.getAttribute("height") });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

/** Hand the picture on as the phone does it, or save it. */
export async function share(told, day) {
  const data = await png(card(told, day));
  const file = new File([data], `castellan-${told.game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => null); // put away again
    return;
  }
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
