// The bar at the foot of the table: undo, the one act that was chosen by tapping, and the rest.

import { byId, h, t } from "./dom.js";
import { mayAct } from "./seats.js";
import { command, done, get } from "./send.js";

/** What the strong button says and does: {text, act, cancel, name}; null for nothing chosen. */
export function offer(page, deed) {
  page.deed = deed;
  if (page.state) bar(page);
}

/** Draw the bar. */
export function bar(page) {
  const { state, deed } = page;
  byId("dock").hidden = !mayAct(state);
  byId("undo").disabled = state.can?.undo === false;
  byId("redo").disabled = state.can?.redo === false;
  byId("undo").hidden = Boolean(deed);
  byId("tell").hidden = Boolean(deed);
  byId("deed").hidden = byId("cancel").hidden = !deed;
  if (!deed) return;
  byId("deed").textContent = deed.text;
  byId("deed").dataset.do = deed.name ?? "";
  byId("deed").onclick = deed.act;
  byId("cancel").onclick = deed.cancel;
}

/** What may be told now, of which a game's tap chooses some; asked for once a moment. */
async function choicesNow(page) {
  const { version } = page.state;
  if (page.choices?.version !== version) {
    const answer = await get("/api/choices/0?for=claim");
    if (!answer) return [];
    page.choices = { version, all: answer.choices };
  }
  return page.choices.all;
}

/** Offer what `fits`: one act goes to the strong button, several stand in the tray as pictures. */
export async function pick(page, fits, { text = null, cancel }) {
  const found = (await choicesNow(page)).filter(fits);
  const act = async (choice) => { offer(page, null); done(page, await command(page.state.version, "claim", { event: choice.event }), choice.text); };
  if (found.length === 1) offer(page, { text: text ?? found[0].text, act: () => act(found[0]), cancel });
  else offer(page, null);
  byId("tray").querySelector(".picks")?.remove();
  if (found.length > 1) byId("tray").append(picks(page, found, act, cancel));
  return found.length;
}

function picks(page, found, act, cancel) {
  return h("div", { class: "picks", role: "group" }, found.map((choice) =>
    h("button", { type: "button", class: "button choice", "data-choice": choice.id, on: { click: () => act(choice) } },
      page.game.icon(choice), h("span", {}, choice.text))),
  h("button", { type: "button", class: "button small", on: { click: cancel } }, t("bar.cancel")));
}
