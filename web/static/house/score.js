// The score of a game, the same for every game: parts that add up to a sum, and what decided a tie.

import { h, t, word } from "./dom.js";

const MOST_BESIDE = 2; // columns that fit beside the sum on a small phone
const MOST_LEVEL = 4; // columns whose heads fit side by side there

/** A row a seat, the winners first; `score` is {totals, parts, sums, places, winners}. */
export function scoreTable(game, seats, score) {
  const { parts, sums, totals } = score;
  const names = [...new Set(parts.flatMap((part) => Object.keys(part)))];
  const column = (name, kind = "") => ({ kind, head: t(`${game}.part.${name}`), value: (seat) => parts[seat][name] });
  const others = names.filter((name) => !sums.includes(name)).map((name) => column(name, "other"));
  const adds = sums.length > 1 ? sums.map((name) => column(name)) : [];
  const sum = { kind: "total", head: sumName(game, sums), value: (seat) => totals[seat] };
  const beside = others.length <= MOST_BESIDE ? others : [];
  return h("div", { class: "results" }, table(seats, score, [...adds, sum, ...beside], "result"),
    beside.length < others.length ? table(seats, score, others, "resultmore") : null);
}

function table(seats, score, columns, kind) {
  const row = ({ seat, name }) => h("tr", { class: score.winners.includes(seat) ? "won" : "" }, h("th", { scope: "row" }, name),
    columns.map((each) => h("td", { class: each.kind }, `${each.value(seat) ?? ""}`)));
  return h("table", { class: `scoretable ${kind}${columns.length > MOST_LEVEL ? " many" : ""}` },
    h("thead", {}, h("tr", {}, h("td"), columns.map((each) => h("th", { scope: "col", class: each.kind }, each.head)))),
    h("tbody", {}, ranked(seats, score).map(row)));
}

/** The seats by place; where nobody won, by points. */
export function ranked(seats, { places, totals }) {
  return [...seats].sort((one, other) => (places[one.seat] ?? 0) - (places[other.seat] ?? 0) || totals[other.seat] - totals[one.seat]);
}

const sumName = (game, sums) => (sums.length === 1 ? t(`${game}.part.${sums[0]}`) : word(`${game}.part.total`) || t("end.total"));

/** Who won, in words. */
export function winnersText(seats, { winners }) {
  const names = winners.map((seat) => seats.find((each) => each.seat === seat)?.name ?? "?");
  if (!names.length) return t("table.finished");
  return t(names.length > 1 ? "table.winners" : "table.winner", { names: names.join(" + ") });
}
