// The host's list of hosts: strike off, a new code for the table, and backups.

import { byId, closable, t, toast } from "./dom.js";
import { languagePicker, post } from "./send.js";

const ALIVE_MILLISECONDS = 2000;

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

/** What cannot be taken back: the first tap asks, the second does it. */
function askFirst(button, act) {
  button.addEventListener("click", () => {
    const { sure } = button.dataset;
    if (!sure) { act(button.dataset); return; }
    button.textContent = sure;
    delete button.dataset.sure;
  });
}

for (const button of document.querySelectorAll("[data-delete]")) {
  askFirst(button, async ({ delete: name }) => { if (await post("/api/recordings", { delete: name })) location.reload(); });
}

for (const button of document.querySelectorAll("[data-wish]")) {
  askFirst(button, async ({ wish, done }) => {
    if (!await post("/api/machine", { wish })) return;
    for (const each of document.querySelectorAll("[data-wish]")) each.disabled = true;
    byId("wished").textContent = done;
  });
}

const file = byId("restorefile");
const sheet = byId("restoring");

/** Send the chosen backup; the device checks it whole before anything changes. */
async function restore(all) {
  const [backup] = file.files;
  file.disabled = true;
  sheet.close();
  byId("restored").textContent = t("hosts.restore-goes");
  const request = { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: backup };
  const response = await fetch(`/restore?all=${all}`, request).catch(() => null);
  const answer = await response?.json().catch(() => null);
  file.disabled = false;
  file.value = "";
  byId("restored").textContent = "";
  if (!answer?.ok) {
    toast(answer?.error?.text ?? t("refused.offline"), true);
    return;
  }
  byId("restored").textContent = t(answer.restarts ? "hosts.restored" : "hosts.restored-later", answer);
  if (answer.restarts && await post("/health/restart", {})) setInterval(leaveWhenAlive, ALIVE_MILLISECONDS);
}

async function leaveWhenAlive() {
  const response = await fetch("/health/alive").catch(() => null);
  if (response?.ok) location.assign("/");
}

file?.addEventListener("change", () => {
  const [backup] = file.files;
  if (!backup) return;
  byId("restoring-file").textContent = backup.name;
  sheet.showModal();
});
if (sheet) {
  closable(sheet);
  sheet.addEventListener("close", () => { if (!file.disabled) file.value = ""; });
  for (const button of sheet.querySelectorAll("[data-all]")) {
    button.addEventListener("click", () => restore(button.dataset.all));
  }
}
