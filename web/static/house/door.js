// The doorstep: the code at the table lets a phone in.

import { byId } from "./dom.js";
import { languagePicker, post } from "./send.js";

languagePicker();

byId("enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await post("/api/enter", { code: event.target.elements.code.value })) location.assign("/join");
});
