// The lobby: which game, who sits where, what is to be laid out and whether the device is ready.

import { byId, h, t } from "./dom.js";
import { earlierGames, leaving } from "./leaving.js";
import { follow } from "./live.js";
import { seats } from "./lobby.js";
import { command, languagePicker } from "./send.js";

languagePicker();
const page = { state: null };

async function begin(game) {
  const { state } = page;
  const counts = JSON.parse(byId("seen").dataset.players)[game] ?? [];
  const players = counts.includes(state.seats.length) ? state.seats.length : counts[0];
  if (await leaving(state, t("table.new")) && await command(state.version, "new", { game, players, options: {} })) location.reload();
}

/** Another taught game was recognised on the table: the host begins it with one tap. */
function seen(state) {
  const box = byId("seen");
  if (!state.seen) { box.replaceChildren(); return; }
  const { game, text } = state.seen;
  box.replaceChildren(h("p", {}, text),
    game && state.host ? h("button", { type: "button", class: "button strong", "data-play": game, on: { click: () => begin(game) } }, t("start.play-seen", { game: t(`game.${game}`) })) : game ? h("p", {}, h("strong", {}, t(`game.${game}`))) : "");
}

/** What the device says of itself before the first game: camera, box and microphone. */
function ready(state) {
  const { camera, microphone, sight } = state;
  const lines = [camera && ["lobby.camera-is", ["ok", "none"].includes(camera.state), camera.text]];
  if (camera?.state === "ok") lines.push(["lobby.box", sight.state !== "untaught", sight.state === "untaught" ? sight.text : t("lobby.box-taught")]);
  if (microphone) lines.push(["lobby.microphone", ["ok", "none"].includes(microphone.state), microphone.text]);
  byId("ready")?.replaceChildren(...lines.filter(Boolean).map(([key, good, text]) =>
    h("li", { class: good ? "good" : "" }, h("b", {}, t(key)), " ", text)));
}

for (const tile of document.querySelectorAll("[data-begin]")) tile.addEventListener("click", () => begin(tile.dataset.begin));

follow("start", (state) => {
  if (page.going) return;
  const shown = document.querySelector("main").dataset;
  if (state.game !== shown.game || state.sign !== shown.sign) { location.reload(); return; }
  page.state = state;
  seen(state);
  document.dispatchEvent(new CustomEvent("castellan:state", { detail: state }));
  seats(state);
  ready(state);
  earlierGames(byId("earlier"), page, () => location.assign("/table"));
  byId("due").replaceChildren(...state.due.map((due) => h("li", {}, due.text)));
});
