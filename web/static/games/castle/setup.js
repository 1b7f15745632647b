// The set-up of The Castle: characters, alliances; the map has its own editor.

import { h, t } from "../../house/dom.js";
import { command } from "../../house/send.js";
import { mayAct } from "../../house/seats.js";
import { arms, picture } from "./pieces.js";

const DISCIPLINES = ["fighter", "cleric", "wizard"];

const draft = { kind: null, strength: {}, bands: null };

/** The character to be taken, with the number printed on its counter. */
export function choosing(page, acts, redraw) {
  const kind = draft.kind;
  const known = kind ? page.state.view.known[kind] : [];
  const offered = kind ? acts.filter((act) => act.character === kind).map((act) => act.constitution) : [];
  const pick = (each) => { draft.kind = each; redraw(); };
  const take = (strength) => {
    const { seat } = acts[0];
    draft.kind = null;
    command(page.state.version, "claim", { event: { type: "choose", seat, character: kind, constitution: strength } });
  };
  return h("section", { class: "panel card alert" },
    h("h3", {}, t("castle.choose-title")),
    h("div", { class: "heroes" }, DISCIPLINES.map((each) =>
      h("button", { type: "button", class: `button hero ${each === kind ? "chosen" : ""}`, "data-character": each, "aria-pressed": each === kind, on: { click: () => pick(each) } }, picture(each), h("span", {}, t(`castle.counter.${each}`))))),
    kind ? [h("p", { class: "muted" }, t("castle.strength")), numbers(offered, known, take)] : null);
}

/** Numbers to tap; those this box is known to have come first and stand out. */
export function numbers(offered, known, take) {
  return h("div", { class: "numbers" }, offered.map((value) =>
    h("button", { type: "button", class: `button number ${known.includes(value) || offered.length === 1 ? "strong" : ""}`, "data-number": value, on: { click: () => take(value) } }, `${value}`)));
}

/** Bands of players: the same colour goes together. */
export function alliances(page, redraw) {
  const { seats, view } = page.state;
  if (!mayAct(page.state)) return h("p", { class: "card muted" }, t("castle.ally-title"));
  if (draft.bands?.length !== seats.length) draft.bands = seats.map((_, at) => at);
  const next = (seat) => { draft.bands[seat] = (draft.bands[seat] + 1) % seats.length; redraw(); };
  const done = () => {
    const groups = seats.map((_, band) => seats.filter((each) => draft.bands[each.seat] === band).map((each) => each.seat)).filter((group) => group.length > 1);
    draft.bands = null;
    command(page.state.version, "claim", { event: { type: "ally", groups } });
  };
  const kindOf = (seat) => view.members.find((member) => member.seat === seat)?.kind;
  return h("section", { class: "panel card alert" },
    h("h3", {}, t("castle.ally-title")), h("p", { class: "muted" }, t("castle.ally-how")),
    h("div", { class: "bands" }, seats.map(({ seat, name }) =>
      h("button", { type: "button", class: "button band", "data-band": seat, "aria-label": `${name}: ${t("castle.band", { number: draft.bands[seat] + 1 })}`, on: { click: () => next(seat) } },
        arms(draft.bands[seat], kindOf(seat)), h("span", {}, name), h("small", {}, t("castle.band", { number: draft.bands[seat] + 1 }))))),
    h("button", { type: "button", class: "button strong", "data-do": "ally", on: { click: done } }, t("castle.ally-done")));
}

