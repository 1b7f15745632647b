// Leaving the game on the table, for a new one or for an earlier one: asked first where something
// would be left, and what was left can be gone on with.

import { closable, h, t } from "./dom.js";
import { command } from "./send.js";

/** Whether the game may be left; `yes` says what comes instead. */
export function leaving(state, yes) {
  const count = state.events_told ?? state.events.length;
  if (!count || state.score?.finished) return Promise.resolve(true);
  const said = [t("table.leave-what", { game: t(`game.${state.game}`), count }), ...(state.unfinished ? [t("table.leave-kept")] : [])];
  return sure(t("table.leave"), said, yes);
}

function sure(title, said, yes) {
  return new Promise((answer) => {
    const button = (id, text, kind = "") => h("button", { type: "button", id, class: `button ${kind}`, on: { click: () => sheet.close(id) } }, text);
    const sheet = h("dialog", { class: "sheet", id: "sure", "aria-labelledby": "sure-title" },
      h("div", { class: "stack" },
        h("h2", { id: "sure-title" }, title), said.map((line) => h("p", {}, line)),
        button("stay", t("table.stay"), "strong"), button("leave", yes)));
    closable(sheet);
    sheet.addEventListener("close", () => { sheet.remove(); answer(sheet.returnValue === "leave"); });
    document.body.append(sheet);
    sheet.showModal();
  });
}

/** Draw what the host may go on with; `done()` when another game lies on the table. */
export function earlierGames(box, page, done) {
  const games = page.state.unfinished ?? [];
  const text = JSON.stringify(games);
  if (box.dataset.shown === text) return;
  box.dataset.shown = text;
  box.replaceChildren(...games.map((game, at) => h("button", { type: "button", class: "button earlier", "data-resume": game.id, on: { click: () => goOn(page, game, done) } },
    h("span", {}, t(at ? "table.resume-this" : "table.resume")), h("small", {}, described(game)))));
  if (games.length) box.append(h("p", { class: "muted" }, t("table.resume-how")));
}

function described({ game, names, players, events, when }) {
  const who = names.length ? names.join(", ") : t("table.for", { count: players });
  const day = new Date(when * 1000).toLocaleString(document.documentElement.lang, { weekday: "short", day: "numeric", month: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return [t(`game.${game}`), who, t("table.events-count", { count: events }), day].join(" · ");
}

async function goOn(page, { id, game }, done) {
  const yes = t("table.resume-yes", { game: t(`game.${game}`) });
  if (!await leaving(page.state, yes)) return;
  page.going = true; // so that a page about to be left follows no more
  page.going = Boolean(await command(page.state.version, "resume", { number: id }));
  if (page.going) done();
}
