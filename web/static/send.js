// Everything a phone sends: commands to the table, joining, choosing a language.

import { byId, t, toast, untouched } from "./dom.js";

/** POST JSON; shows the table's words when refused. Returns the answer, or null if refused. */
export async function post(address, body, choiceFor = () => null) {
  let response;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    toast(t("refused.offline"), true);
    return null;
  }
  return answerOf(response, choiceFor);
}

/** GET JSON, with the same manners. */
export async function get(address) {
  let response;
  try {
    response = await fetch(address);
  } catch {
    toast(t("refused.offline"), true);
    return null;
  }
  return answerOf(response);
}

async function answerOf(response, choiceFor = () => null) {
  const answer = await response.json().catch(() => null);
  await untouched();
  if (response.ok && answer) return answer;
  toast(answer?.error?.text ?? t("refused.crashed"), true, choiceFor(answer?.error));
  return null;
}

// crypto.randomUUID exists only on secure origins, and a table's address is plain http.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Send a command together with the version of the table the player was looking at. */
export function command(version, name, fields = {}) {
  const stands = (error) => (name === "claim" && error?.possible && !fields.stands
    ? { text: t("table.stand"), act: () => command(version, name, { ...fields, stands: true }) } : null);
  return post("/api/do", { id: newId(), version, do: name, ...fields }, stands);
}

/** Make the language picker work; the page is fetched anew in the new language. */
export function languagePicker() {
  byId("language")?.addEventListener("change", async (event) => {
    if (await post("/api/language", { language: event.target.value })) location.reload();
  });
}
