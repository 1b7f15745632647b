// The live stream: the whole state at every change. Phones drop background streams silently,
// so it is closed when the page is hidden and opened anew, resuming, when it is seen again.
// Whatever ends it, the page comes back by itself: after a restart, a refusal, or when another
// window of the same phone, which has the stream now, is closed or hidden.

import { byId, h, t, toast, untouched } from "./dom.js";
import { newId } from "./send.js";

const SILENCE_MILLISECONDS = 12000; // the server speaks at least every 5 s
const RETRY_MILLISECONDS = 3000;
const READING_MILLISECONDS = 4000;
const UNKNOWN = [401, 403];
const WINDOW = newId();

/** Call `show(state)` now and at every change, for the page "start", "table" or "panel". */
export function follow(page, show) {
  let source = null;
  let last = "";
  let timer = null;

  const later = (act, milliseconds) => { clearTimeout(timer); timer = setTimeout(act, milliseconds); };
  const close = () => { clearTimeout(timer); source?.close(); source = null; };
  const heard = () => { status("ok"); later(lost, SILENCE_MILLISECONDS); };
  const lost = () => { status("lost"); open(); };

  /** Listen; one who is `waiting` takes the stream from no other window. */
  const open = (waiting = false) => {
    close();
    const query = new URLSearchParams({ page, last, window: WINDOW, ...(waiting ? { waiting } : {}) });
    source = new EventSource(`/api/live?${query}`);
    later(lost, SILENCE_MILLISECONDS);
    source.onopen = heard;
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) refused(waiting);
      else status("lost");
    };
    source.addEventListener("state", async (event) => {
      const upgraded = last && editionOf(last) !== editionOf(event.lastEventId);
      last = event.lastEventId;
      heard();
      await untouched();
      if (upgraded) { location.reload(); return; }
      show(JSON.parse(event.data));
    });
    source.addEventListener("beat", heard);
    source.addEventListener("retired", elsewhere);
  };

  const elsewhere = () => {
    close();
    const here = h("button", { type: "button", class: "link", on: { click: () => open() } }, t("live.here"));
    status("elsewhere", h("span", {}, t("live.elsewhere"), " ", here));
    later(() => open(true), RETRY_MILLISECONDS);
  };

  /** The server answered without a stream, and a browser does not try again by itself. */
  const refused = async (waiting) => {
    if (waiting) elsewhere();
    else { status("lost"); later(open, RETRY_MILLISECONDS); }
    const answer = await fetch("/api/me").catch(() => null);
    if (UNKNOWN.includes(answer?.status)) { close(); toJoinPage(); }
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("offline", () => status("lost"));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("online", () => { if (!document.hidden && source?.readyState !== EventSource.OPEN) open(); });
  const first = byId("state");
  if (first) {
    last = first.dataset.id;
    queueMicrotask(() => show(JSON.parse(first.textContent))); // once every script listens
  }
  if (!document.hidden) open();
}

/** Which pages and scripts the server has that sent this. */
const editionOf = (id) => id.split("-")[0];

function status(name, ...said) {
  const label = byId("live");
  dead(name === "lost");
  label.dataset.state = name;
  label.replaceChildren(...(said.length ? said : [t(`live.${name}`)]));
}

/** A dead line is said across the page, with since when; the game on the table goes on. */
function dead(lost) {
  const shown = byId("offline");
  if (!lost) { shown?.remove(); return; }
  if (shown) return;
  const since = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  byId("live").closest("header").after(h("p", { id: "offline", class: "offline", role: "alert" }, t("live.since", { since })));
}

/** The table no longer knows this phone: say so, then ask who it is. */
function toJoinPage() {
  toast(t("live.unknown"), true);
  setTimeout(() => location.assign("/join"), READING_MILLISECONDS);
}
