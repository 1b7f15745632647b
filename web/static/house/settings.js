// The settings page: what was changed is sent, and the table says what waits for the next start.

import { byId, t, toast } from "./dom.js";
import { languagePicker, post } from "./send.js";

const form = byId("settings");

/** A field as the settings file has it: choices are JSON, numbers are numbers. */
function valueOf(field) {
  if (field.tagName === "SELECT") return JSON.parse(field.value);
  if (!("number" in field.dataset)) return field.value;
  const number = Number(field.value.trim().replace(",", "."));
  return field.value.trim() && Number.isFinite(number) ? number : field.value;
}

/** What cannot be, in words, and the fields that it names marked. */
function wrong(error) {
  byId("wrong").textContent = error?.text ?? "";
  for (const label of form.querySelectorAll("[data-key]")) label.classList.toggle("bad", Boolean(error?.text.includes(label.dataset.key)));
  form.querySelector(".bad")?.scrollIntoView({ block: "center" });
  return null;
}

const fields = () => [...form.querySelectorAll("select[name], input[name]")];
const all = () => Object.fromEntries(fields().map((field) => [field.name, valueOf(field)]));
let before = all();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const now = all();
  const settings = Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name]));
  wrong(null);
  byId("saved").textContent = "";
  if (!Object.keys(settings).length) { byId("saved").textContent = t("settings.nothing"); return; }
  const answer = await post("/api/settings", { settings }, wrong);
  if (!answer) return;
  before = now;
  for (const label of form.querySelectorAll("[data-key]")) label.querySelector(".waits").hidden = !answer.waits.includes(label.dataset.key);
  byId("saved").textContent = t("settings.saved");
});

byId("restart")?.addEventListener("click", async ({ target }) => {
  if (await post("/health/restart", {})) toast(target.dataset.done);
});
languagePicker();
