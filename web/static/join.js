// Joining: a seat (or watching), a name, a language.

import { byId } from "./dom.js";
import { languagePicker, post } from "./send.js";

languagePicker();
const form = byId("join");
const firstFree = form.querySelector("input[name=seat]:checked, input[name=seat]:not(:disabled)");
if (firstFree) firstFree.checked = true;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = form.elements.seat.value;
  const name = form.elements.name.value;
  const language = byId("language").value;
  const body = { seat: seat === "" ? null : Number(seat), name, language };
  if (await post("/api/join", body)) location.assign("/table");
});
