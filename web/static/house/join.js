// Joining: a seat (or watching), a name, a language. A seat that somebody held is asked for.

import { byId, t } from "./dom.js";
import { get, languagePicker, post } from "./send.js";

const ASK_EVERY_MILLISECONDS = 2000;

languagePicker();
const form = byId("join");
const first = form.querySelector("input[name=seat]:checked, input[name=seat]:not([data-held])");
if (first) first.checked = true;
const chosen = () => form.querySelector("input[name=seat]:checked");
const label = () => { byId("go").textContent = t("held" in (chosen()?.dataset ?? {}) ? "claim.ask" : "join.go"); };
form.addEventListener("change", label);
label();

/** Who has played here before gets the colour of last time, unless a seat was chosen already. */
let decided = false;
for (const seat of form.querySelectorAll("input[name=seat]")) seat.addEventListener("click", () => { decided = true; });
form.elements.name.addEventListener("input", () => {
  const known = [...byId("known").options].find(({ value }) => value === form.elements.name.value);
  const colours = known?.dataset.colours;
  const seat = [...form.querySelectorAll("input[name=seat]:not([data-held])")].find((each) => colours && each.dataset.colours === colours);
  if (seat && !decided) { seat.checked = true; label(); }
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = form.elements.seat.value;
  const name = form.elements.name.value;
  const language = byId("language").value;
  const mine = "held" in (chosen()?.dataset ?? {});
  const body = { seat: seat === "" ? null : Number(seat), name, language, mine };
  const answer = await post("/api/join", body);
  if (!answer) return;
  if (mine && answer.seat === null) wait();
  else location.assign("/table");
});

/** Until the table says yes or no; the host may do so at once, two seats after a minute. */
async function wait() {
  byId("go").disabled = true;
  const answer = await get("/api/claim");
  if (answer?.waits) {
    byId("waiting").textContent = t(answer.seconds ? "claim.wait" : "claim.wait-on", { seconds: answer.seconds });
    setTimeout(wait, ASK_EVERY_MILLISECONDS);
  } else if (answer && answer.seat !== null) {
    location.assign("/table");
  } else {
    byId("go").disabled = false;
    byId("waiting").textContent = t("claim.refused");
  }
}
