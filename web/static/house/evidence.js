// The picture that proves something.

import { byId, h, t } from "./dom.js";

/** A small picture that opens large. */
export function evidence(name) {
  if (!name) return null;
  const address = `/picture/${encodeURIComponent(name)}`;
  const open = () => { byId("photo").querySelector("img").src = address; byId("photo").showModal(); };
  return h("button", { type: "button", class: "evidence", "aria-label": t("table.evidence"), on: { click: open } },
    h("img", { src: address, alt: t("table.evidence") }));
}
