// What goes wrong in a page is told to the host's log: one short line each, a few a minute.

const MOST = 3;
const MINUTE_MILLISECONDS = 60000;
const LONGEST = 180; // signs; the table takes no longer text
let told = [];

/** Tell of a fault. Never fails itself, and waits for nothing. */
export function report(fault) {
  console.error(fault);
  const now = Date.now();
  told = told.filter((when) => now - when < MINUTE_MILLISECONDS);
  if (told.length >= MOST) return;
  told.push(now);
  fetch("/api/fault", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ what: oneLine(fault), where: oneLine(`${location.pathname} ${place(fault)}`) }),
    keepalive: true,
  }).catch(() => {});
}

/** The first of our scripts in the way a fault came, with its line. */
const place = (fault) => /[\w-]+\.js:\d+/.exec(fault?.stack ?? "")?.[0] ?? "";

/** Any text as what fits a line: no control signs, no halves of pairs. */
const oneLine = (text) => Array.from(String(text).replace(/[\p{C}\s]+/gu, " ")).slice(0, LONGEST).join("");

addEventListener("error", (event) => report(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => report(event.reason));
