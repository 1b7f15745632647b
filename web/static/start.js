// The start page keeps telling who has joined and what is due.

import { byId, h, t } from "./dom.js";
import { follow } from "./live.js";
import { languagePicker } from "./send.js";

languagePicker();

function seatRow(seat, game) {
  const letter = (colour) => (game === "kilt" ? t(`kilt.letter.${colour}`) : "");
  const chips = (seat.colours ?? []).map((colour) => h("span", { class: `chip ${colour}`, "aria-hidden": "true" }, letter(colour)));
  return h("li", { class: seat.joined ? "here" : "" },
    h("span", { class: "chips" }, chips),
    h("span", { class: "who" }, seat.name),
    h("span", { class: "note" }, t(seat.joined ? "start.joined" : "start.free")));
}

follow("start", (state) => {
  byId("seats").replaceChildren(...state.seats.map((seat) => seatRow(seat, state.game)));
  byId("due").replaceChildren(...state.due.map((due) => h("li", {}, due.text)));
});
