// Everything a phone sends: commands to the table, joining, choosing a language.

import { byId, t, toast, untouched } from "./dom.js";

const PATIENCE_MILLISECONDS = 12000; // the table answers within a second, a worn card takes some more
const PAUSE_MILLISECONDS = 500;

/** POST JSON; shows the table's words when refused. Returns the answer, or null if refused. */
export async function post(address, body, choiceFor = () => null) {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  // The table does what has an id once only, so that it may be said again when the answer is lost.
  const response = await reach(address, asked) ?? (body.id ? await again(address, asked) : null);
  return response ? answerOf(response, choiceFor) : offline();
}

/** GET JSON, with the same manners. */
export async function get(address) {
  const response = await reach(address);
  return response ? answerOf(response) : offline();
}

/** The answer's head, or null if none comes in time. */
async function reach(address, asked = {}) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MILLISECONDS);
  try {
    return await fetch(address, { ...asked, signal: patience.signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function again(address, asked) {
  await new Promise((done) => { setTimeout(done, PAUSE_MILLISECONDS); });
  return reach(address, asked);
}

function offline() {
  toast(t("refused.offline"), true);
  return null;
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

/** What was told or corrected, in words, with the way back in it. */
export function done(page, answer, otherwise = null) {
  const undo = async () => said(await command(page.state.version, "undo"));
  said(answer, otherwise, { text: t("bar.undo"), act: undo });
}

/** The table says in words what was corrected, or who is asked for a yes; with what may follow. */
export function said(answer, otherwise = null, choice = null) {
  const text = answer && (answer.text ?? otherwise);
  if (text) toast(text, false, answer.asked ? null : choice);
}
