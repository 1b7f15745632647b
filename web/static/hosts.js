// The host's list of hosts: strike off, and a new code for the table.

import { languagePicker, post } from "./send.js";

languagePicker();

for (const time of document.querySelectorAll("time[data-seconds]")) {
  const when = new Date(Number(time.dataset.seconds) * 1000);
  time.textContent = when.toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
}

for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", async () => {
    const { do: wish, id } = button.dataset;
    if (await post("/api/hosts", { do: wish, ...(id ? { id } : {}) })) location.reload();
  });
}
