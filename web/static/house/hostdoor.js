// A code from the terminal, or a hand on the panel's button, makes this phone host.

import { byId, t } from "./dom.js";
import { post } from "./send.js";

const ASK_EVERY_MILLISECONDS = 3000;
const ASK_FOR_MILLISECONDS = 120000;

byId("hostcode")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await post("/api/host", { code: event.target.elements.code.value })) location.assign("/");
});

byId("askhand")?.addEventListener("click", () => ask(Date.now() + ASK_FOR_MILLISECONDS));

/** Ask until a hand holds the button; the answer tells whether another phone asks as well. */
async function ask(until) {
  byId("askhand").disabled = true;
  const answer = await post("/api/host/ask", {});
  if (answer?.host) { location.assign("/"); return; }
  if (!answer || Date.now() > until) { byId("hand").textContent = ""; byId("askhand").disabled = false; return; }
  byId("hand").textContent = t(answer.alone ? "door.waiting" : "door.not-alone");
  setTimeout(() => ask(until), ASK_EVERY_MILLISECONDS);
}
