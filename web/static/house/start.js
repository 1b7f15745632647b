// The start page keeps telling who has joined and what is due.

import { byId, h, t, word } from "./dom.js";
import { earlierGames, leaving } from "./leaving.js";
import { follow } from "./live.js";
import { command, languagePicker } from "./send.js";

languagePicker();
const page = { state: null };

function seatRow(seat, game) {
  const letter = (colour) => word(`${game}.letter.${colour}`);
  const chips = (seat.colours ?? []).map((colour) => h("span", { class: `chip ${colour}`, "aria-hidden": "true" }, letter(colour)));
  return h("li", { class: seat.joined ? "here" : "" },
    h("span", { class: "chips" }, chips),
    h("span", { class: "who" }, seat.name),
    h("span", { class: "note" }, t(seat.away ? "seat.away" : seat.joined ? "start.joined" : "start.free")));
}

/** Another taught game was recognised on the table: the host begins it with one tap. */
function seen(state) {
  const box = byId("seen");
  if (!state.seen) { box.replaceChildren(); return; }
  const { game, text } = state.seen;
  const counts = JSON.parse(box.dataset.players)[game] ?? [];
  const players = counts.includes(state.seats.length) ? state.seats.length : counts[0];
  const begin = async () => { if (await leaving(state, t("table.new")) && await command(state.version, "new", { game, players, options: {} })) location.reload(); };
  box.replaceChildren(h("p", {}, text),
    game && state.host ? h("button", { type: "button", class: "button strong", "data-play": game, on: { click: begin } }, t("start.play-seen", { game: t(`game.${game}`) })) : game ? h("p", {}, h("strong", {}, t(`game.${game}`))) : "");
}

follow("start", (state) => {
  if (page.going) return;
  const shown = document.querySelector("main").dataset;
  if (state.game !== shown.game || state.sign !== shown.sign) { location.reload(); return; }
  seen(state);
  document.dispatchEvent(new CustomEvent("castellan:state", { detail: state }));
  byId("seats").replaceChildren(...state.seats.map((seat) => seatRow(seat, state.game)));
  page.state = state;
  earlierGames(byId("earlier"), page, () => location.assign("/table"));
  byId("due").replaceChildren(...state.due.map((due) => h("li", {}, due.text)));
});
