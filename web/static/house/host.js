// What the host alone may do at a table.

import { byId, h, t, toast } from "./dom.js";
import { leaving } from "./leaving.js";
import { command } from "./send.js";

/** The host's part of the menu: a new game, hints, pictures, what the camera saw wrong. */
export function newGame(page) {
  byId("newgame")?.elements.game.addEventListener("change", ({ target }) => {
    for (const part of byId("newgame").querySelectorAll("fieldset[data-game]")) part.hidden = part.disabled = part.dataset.game !== target.value;
  });
  byId("hints")?.addEventListener("change", ({ target }) => command(page.state.version, "hints", { level: target.value }));
  byId("proofs")?.addEventListener("change", ({ target }) => command(page.state.version, "proofs", { shown: target.value === "true" }));
  byId("sawwrong")?.addEventListener("click", async () => {
    if (await command(page.state.version, "saw_wrong", {})) { byId("menusheet").close(); toast(t("table.saw-wrong-kept")); }
  });
  byId("newgame")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = [...new FormData(event.target)];
    const options = Object.fromEntries(given.filter(([name]) => name.startsWith("option:")).map(([name, value]) => [name.slice(7), JSON.parse(value)]));
    const fields = Object.fromEntries(given);
    if (!await leaving(page.state, t("table.new"))) return;
    const done = await command(page.state.version, "new", { game: fields.game, players: Number(fields.players), options });
    if (done) { byId("menusheet").close(); toast(t("table.new")); }
  });
}

/** Camera and microphone can be closed and recorded by the host; a camera may have seen wrong. */
export function senses(page) {
  byId("sawwrong")?.toggleAttribute("hidden", page.state.camera?.state === "none");
  toggle(page, "senses", page.state.senses);
  toggle(page, "record", page.state.recording);
}

function toggle(page, name, is) {
  const button = byId(name);
  if (!button || typeof is !== "boolean") return;
  const wish = is ? "off" : "on";
  button.hidden = false;
  button.textContent = t(`table.${name}-${wish}`);
  button.onclick = () => command(page.state.version, name, { [name]: wish });
}

/** Seats the host may free. */
export function freeSeats(page) {
  const { state } = page;
  const joined = state.seats.filter((seat) => seat.joined && seat.seat !== state.seat);
  byId("freeseats")?.replaceChildren(...joined.map((seat) =>
    h("button", { type: "button", class: "button", on: { click: () => command(page.state.version, "free", { seat: seat.seat }) } }, t("table.free-seat", { name: seat.name }))));
}
