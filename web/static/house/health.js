// The health page renews itself every few seconds, as long as somebody looks at it.

import { byId, t, toast } from "./dom.js";
import { languagePicker, post } from "./send.js";

const EVERY_MILLISECONDS = 5000;

function localTimes() {
  for (const time of document.querySelectorAll("time[data-seconds]")) {
    time.textContent = new Date(Number(time.dataset.seconds) * 1000).toLocaleTimeString();
  }
}

function restartButton() {
  byId("again")?.addEventListener("click", async (event) => {
    const { done } = event.target.dataset;
    if (await post("/health/restart", {})) toast(done);
  });
}

async function renew() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("health");
    if (!fresh) return;
    byId("health").replaceWith(fresh);
    localTimes();
    restartButton();
  } catch {
    toast(t("health.lost"), true);
  }
}

languagePicker();
localTimes();
restartButton();
setInterval(renew, EVERY_MILLISECONDS);
