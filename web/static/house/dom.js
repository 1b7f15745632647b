// Small helpers shared by all pages: words, elements, messages.

const words = JSON.parse(document.getElementById("words").textContent);

/** The words for a key with its {facts} filled in. */
export function t(key, facts = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

/** The words for a key that not every game has, or nothing. */
export const word = (key) => words[key] ?? "";

export const byId = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element; `on: {click: fn}` adds listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

// ---- a finger on the page ----------------------------------------------------------------------
// What is drawn anew under a finger loses its tap, or gets a tap meant for something else. So
// whatever comes from the table waits for `untouched` before it changes the page.

const LONGEST_TOUCH_MILLISECONDS = 3000; // a list that was opened swallows the end of a touch
const CLICK_FOLLOWS_MILLISECONDS = 100; // if it was a tap
let touch = null;

addEventListener("pointerdown", () => {
  touch?.end();
  const mine = {};
  mine.over = new Promise((done) => { mine.end = () => { if (touch === mine) touch = null; done(); }; });
  touch = mine;
  setTimeout(mine.end, LONGEST_TOUCH_MILLISECONDS);
});
const ends = (wait) => () => { if (touch) setTimeout(touch.end, wait); };
addEventListener("pointerup", ends(CLICK_FOLLOWS_MILLISECONDS));
addEventListener("pointercancel", ends(0));
addEventListener("click", ends(0), true);

/** Wait until no finger is on the page and its tap has been dealt with. */
export async function untouched() {
  while (touch) await touch.over;
}

let toastTimer;

/** Show a message at the foot of the page for a few seconds, with a button if there is a choice. */
export function toast(text, bad = false, choice = null) {
  const box = byId("toast");
  box.replaceChildren(text);
  if (choice) box.append(" ", h("button", { type: "button", class: "button small", on: { click: () => { box.hidden = true; choice.act(); } } }, choice.text));
  box.classList.toggle("bad", bad);
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.hidden = true; }, choice ? (bad ? 15000 : 6000) : bad ? 6000 : 2500);
}

// Browsers of 2021 that know no dialog draw it as any element: it is open while it says so.
if (!window.HTMLDialogElement) {
  Object.defineProperty(HTMLUnknownElement.prototype, "open", { get() { return this.hasAttribute("open"); } });
  HTMLUnknownElement.prototype.showModal = function showModal() { this.setAttribute("open", ""); };
  HTMLUnknownElement.prototype.close = function close(value = "") {
    this.returnValue = value;
    this.removeAttribute("open");
    this.dispatchEvent(new Event("close"));
  };
}

/** Let every element with data-close close the dialog it is in, and a tap beside it too. */
export function closable(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}

/** A cup for winners, drawn, since not every device has a font with pictures. */
export function trophy() {
  return s("svg", { viewBox: "0 0 24 24", class: "trophy", "aria-hidden": "true" },
    s("path", { d: "M7 3H17V9C17 12 15 14 12 14S7 12 7 9ZM7 5H3V7C3 9 5 10.500 7 10.500M17 5H21V7C21 9 19 10.500 17 10.500M11 14H13V18H11ZM8 18H16V21H8Z" }));
}
