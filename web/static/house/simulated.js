// A simulated table says so: what its bots wait for, its picture, and what may be asked of them.

import { keepFresh } from "./camera.js";
import { byId, t, toast } from "./dom.js";
import { command } from "./send.js";

const PICTURE_MILLISECONDS = 200; // the simulated camera takes ten pictures a second

const box = byId("directing");
const usual = (counts, now) => (counts.includes(now) ? now : counts[Math.floor((counts.length - 1) / 2)]);
let state = null;

document.addEventListener("castellan:state", ({ detail }) => {
  state = detail;
  const told = byId("simwaits");
  const text = state.simulated?.waits ?? "";
  if (told && told.textContent !== text) told.textContent = text;
  for (const button of box?.querySelectorAll(".simpace [data-wish]") ?? []) {
    button.setAttribute("aria-pressed", `${button.dataset.wish === state.simulated?.speed}`);
  }
});

const moving = byId("simview");
if (moving) {
  const refresh = keepFresh(moving, () => true, PICTURE_MILLISECONDS);
  if (moving.complete) refresh(); // else the picture that the page itself asks for is on its way
}

for (const tile of box?.querySelectorAll("[data-sim]") ?? []) {
  tile.addEventListener("click", async () => {
    if (!state) return;
    const game = tile.dataset.sim;
    const counts = JSON.parse(box.dataset.players)[game] ?? [];
    const players = usual(counts, state.seats.length);
    if (await command(state.version, "new", { game, players, options: {} })) location.reload();
  });
}

for (const button of box?.querySelectorAll("[data-wish]") ?? []) {
  button.addEventListener("click", async () => {
    const { wish } = button.dataset;
    if (await command(state.version, "direct", { wish }) && wish === "mistake") toast(t("sim.will-break"));
  });
}
