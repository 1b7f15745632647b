// A simulated table says so: what its bots wait for, where its picture is, and other games to play.

import { keepFresh } from "./camera.js";
import { byId, t } from "./dom.js";
import { leaving } from "./leaving.js";
import { command } from "./send.js";

const box = byId("simulated");
const usual = (counts, now) => (counts.includes(now) ? now : counts[Math.floor((counts.length - 1) / 2)]);
let state = null;

document.addEventListener("castellan:state", ({ detail }) => {
  state = detail;
  if (!box) return;
  const text = state.simulated?.waits ?? "";
  if (byId("simwaits").textContent !== text) byId("simwaits").textContent = text;
});

const moving = byId("simview");
if (moving) keepFresh(moving, () => true)();

for (const tile of box?.querySelectorAll("[data-sim]") ?? []) {
  tile.addEventListener("click", async () => {
    if (!state) return;
    const game = tile.dataset.sim;
    const counts = JSON.parse(box.dataset.players)[game] ?? [];
    const players = usual(counts, state.seats.length);
    if (!await leaving(state, t("table.new"))) return;
    if (await command(state.version, "new", { game, players, options: {} })) location.reload();
  });
}

/** The picture lies in a panel of the table page that is opened for whoever comes for it. */
function openPicture() {
  const panel = byId("camera");
  if (location.hash === "#camera" && panel) { byId("aside").classList.add("open"); panel.open = true; panel.scrollIntoView(); }
}

addEventListener("hashchange", openPicture);
openPicture();
