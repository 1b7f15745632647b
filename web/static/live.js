// The live stream: the whole state at every change. Phones drop background streams silently,
// so it is closed when the page is hidden and opened anew, resuming, when it is seen again.

import { byId, h, t, untouched } from "./dom.js";

const SILENCE_MILLISECONDS = 40000; // the server speaks at least every 15 s
const RETRY_MILLISECONDS = 3000;

/** Call `show(state)` now and at every change, for the page "start", "table" or "panel". */
export function follow(page, show) {
  let source = null;
  let last = "";
  let watchdog = null;

  const close = () => { clearTimeout(watchdog); source?.close(); source = null; };

  const heard = () => {
    status("ok");
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { status("lost"); open(); }, SILENCE_MILLISECONDS);
  };

  const open = () => {
    close();
    const query = new URLSearchParams({ page, last });
    source = new EventSource(`/api/live?${query}`);
    source.onopen = heard;
    source.onerror = () => {
      status("lost");
      if (source?.readyState === EventSource.CLOSED) setTimeout(reopen, RETRY_MILLISECONDS);
    };
    source.addEventListener("state", async (event) => {
      last = event.lastEventId;
      heard();
      await untouched();
      show(JSON.parse(event.data));
    });
    source.addEventListener("beat", heard);
    source.addEventListener("gone", () => { close(); location.assign("/"); });
    source.addEventListener("retired", () => { close(); elsewhere(open); });
  };

  const reopen = () => { if (!document.hidden && source?.readyState !== EventSource.OPEN) open(); };

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("online", reopen);
  if (!document.hidden) open();
}

function status(name) {
  const label = byId("live");
  label.dataset.state = name;
  label.textContent = t(`live.${name}`);
}

function elsewhere(open) {
  const label = byId("live");
  label.dataset.state = "lost";
  label.replaceChildren(
    h("span", {}, t("live.elsewhere"), " "),
    h("button", { type: "button", class: "link", on: { click: open } }, t("live.here")),
  );
}
