// A phone asks for a seat that somebody held: those at the table say yes or no.

import { h, t } from "./dom.js";
import { post } from "./send.js";

/** A box for each phone that asks, with the answers this phone may give. */
export function claimBoxes(state) {
  return (state.asking ?? []).map((claim) => {
    const say = (yes) => post("/api/claim", { id: claim.id, yes });
    return h("article", { class: "card alert claim", "data-claim": claim.id },
      h("h3", {}, claim.text),
      h("div", { class: "stack" },
        h("button", { type: "button", class: "button strong", disabled: claim.said, on: { click: () => say(true) } }, t(claim.said ? "claim.said" : "claim.yes")),
        claim.decides ? h("button", { type: "button", class: "button", on: { click: () => say(false) } }, t("claim.no")) : null));
  });
}
