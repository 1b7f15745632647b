// Who sits where: a drawn table. The host drags a player to another place, or picks one up and puts
// him down by taps or keys; before the first event two players change places, phones with them.

import { byId, h, t, word } from "./dom.js";
import { command, post } from "./send.js";

const DRAGGED_PIXELS = 8; // a finger that trembles still taps

const page = { state: null, held: null }; // held: {seat} or {name}, picked up and not yet put down
const known = JSON.parse(byId("known")?.dataset.known ?? "[]");

const movable = ({ host, events_told: told, events }) => host && !(told ?? events.length);

/** Draw the seats around the table, and who has played here before. */
export function seats(state) {
  const focused = document.activeElement?.dataset?.seat;
  page.state = state;
  if (page.held && !movable(state)) page.held = null;
  byId("seats").replaceChildren(...state.seats.map((seat) => place(seat)));
  byId("how").hidden = !movable(state);
  byId("known")?.replaceChildren(...known.filter(({ name }) => !state.seats.some((seat) => seat.name === name)).map(chip));
  byId("knownbox")?.toggleAttribute("hidden", !byId("known").children.length || !movable(state));
  if (focused) byId("seats").querySelector(`[data-seat="${focused}"]`)?.focus();
}

/** A seat; those on the right of the camera come first, clockwise. */
function place(seat) {
  const { state, held } = page;
  const letter = (colour) => word(`${state.game}.letter.${colour}`);
  const right = Math.ceil(state.seats.length / 2);
  const row = seat.seat < right ? seat.seat : state.seats.length - 1 - seat.seat;
  const inside = [
    h("span", { class: "chips" }, (seat.colours ?? []).map((colour) => h("span", { class: `chip ${colour}`, "aria-hidden": "true" }, letter(colour)))),
    h("span", { class: "who" }, seat.name),
    h("span", { class: "note" }, t(seat.away ? "seat.away" : seat.joined ? "start.joined" : "start.free"))];
  const drawn = movable(state)
    ? h("button", { type: "button", class: "place", "data-seat": seat.seat, "aria-pressed": `${held?.seat === seat.seat}`, "aria-label": t("lobby.place", { seat: seat.seat + 1, name: seat.name }), on: { click: () => tapped({ seat: seat.seat }), keydown: keyed, pointerdown: dragged } }, inside)
    : h("div", { class: "place" }, inside);
  const item = h("li", { class: `${seat.joined ? "here" : ""} ${seat.seat < right ? "right" : "left"}` }, drawn);
  item.style.gridRow = `${row + 1}`;
  return item;
}

/** A player of earlier evenings, to be put on a seat. */
function chip({ name, colours }) {
  const forget = async () => { if (await post("/api/players", { forget: name })) { known.splice(known.findIndex((each) => each.name === name), 1); seats(page.state); } };
  return h("li", {},
    h("button", { type: "button", class: "button small", "data-name": name, "aria-pressed": `${page.held?.name === name}`, on: { click: () => tapped({ name }), keydown: keyed, pointerdown: dragged } },
      colours.slice(0, 1).map((colour) => h("span", { class: `dot ${colour}`, "aria-hidden": "true" })), name),
    h("button", { type: "button", class: "icon forget", "aria-label": t("lobby.forget", { name }), on: { click: forget } }, "✕"));
}

/** Pick up, or put down what was picked up. */
function tapped(thing) {
  const { held } = page;
  page.held = null;
  if (held && thing.seat !== undefined && held.seat !== thing.seat) put(held, thing.seat);
  else if (!held || held.name !== thing.name || held.seat !== thing.seat) page.held = thing;
  seats(page.state);
}

function put(thing, seat) {
  const { version } = page.state;
  if (thing.name === undefined) command(version, "swap", { seats: [thing.seat, seat] });
  else command(version, "name", { name: thing.name, seat });
}

/** Arrow keys go from place to place; Escape puts down where it was. */
function keyed(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") { page.held = null; seats(page.state); }
  if (!step) return;
  event.preventDefault();
  const all = [...document.querySelectorAll("[data-seat], [data-name]")];
  all[(all.indexOf(event.currentTarget) + step + all.length) % all.length].focus();
}

/** A finger that moves takes the player along; where it lets go he sits down. */
function dragged(down) {
  const thing = down.currentTarget;
  const { seat, name } = thing.dataset;
  let moved = false;
  const away = (event) => [event.clientX - down.clientX, event.clientY - down.clientY];
  const move = (event) => {
    const [x, y] = away(event);
    moved ||= Math.hypot(x, y) > DRAGGED_PIXELS;
    if (!moved) return;
    thing.classList.add("dragged");
    thing.style.transform = `translate(${x}px, ${y}px)`;
  };
  const end = (event) => {
    thing.removeEventListener("pointermove", move);
    thing.classList.remove("dragged");
    thing.style.transform = "";
    if (!moved || event.type === "pointercancel") return;
    thing.addEventListener("click", (click) => { click.stopImmediatePropagation(); }, { capture: true, once: true });
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest("[data-seat]")).find((each) => each && each !== thing);
    if (under) put(seat === undefined ? { name } : { seat: Number(seat) }, Number(under.dataset.seat));
  };
  thing.setPointerCapture(down.pointerId);
  thing.addEventListener("pointermove", move);
  for (const kind of ["pointerup", "pointercancel"]) thing.addEventListener(kind, end, { once: true });
}
