// The host's camera picture with what was recognised, and showing it the corners by four taps.

import { byId, s, t, toast } from "./dom.js";
import { command } from "./send.js";

const REFRESH_MILLISECONDS = 1000;

/** Keep the picture fresh while the panel is open; does nothing for guests without one. */
export function camera(page) {
  const panel = byId("camera");
  if (!panel) return;
  const picture = byId("camerapicture");
  panel.addEventListener("toggle", keepFresh(picture, () => panel.open));
  document.addEventListener("castellan:state", ({ detail }) => {
    byId("cameratext").textContent = detail.camera?.text ?? "";
  });
  corners(page, picture);
}

/** Ask for the next picture a while after each, while it is seen; gives what to call when it is. */
export function keepFresh(picture, isSeen, every = REFRESH_MILLISECONDS) {
  let timer = null;
  const refresh = () => {
    clearTimeout(timer);
    if (isSeen() && !document.hidden) picture.src = `/picture/camera?at=${Date.now()}`;
  };
  const again = () => { timer = setTimeout(refresh, every); };
  picture.addEventListener("load", again);
  picture.addEventListener("error", again);
  document.addEventListener("visibilitychange", refresh);
  return refresh;
}

function corners(page, picture) {
  let taps = null;
  const hint = () => { byId("cornerhint").textContent = taps ? t(`table.corner-${taps.length}`) : ""; };
  byId("corners").addEventListener("click", () => { taps = []; mark(picture, taps); hint(); });
  picture.addEventListener("click", async (event) => {
    if (!taps) return;
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * picture.naturalWidth;
    const y = ((event.clientY - box.top) / box.height) * picture.naturalHeight;
    taps.push([Math.max(0, Math.round(x)), Math.max(0, Math.round(y))]);
    mark(picture, taps);
    if (taps.length < 4) { hint(); return; }
    const sent = taps;
    taps = null;
    hint();
    if (await command(page.state.version, "tap_corners", { corners: sent })) toast(t("fix.done"));
    mark(picture, []);
  });
}

function mark(picture, taps) {
  const marks = byId("cornermarks");
  marks.setAttribute("viewBox", `0 0 ${picture.naturalWidth || 1} ${picture.naturalHeight || 1}`);
  const size = (picture.naturalWidth || 1) / 60;
  marks.replaceChildren(...taps.map(([x, y]) => s("circle", { cx: x, cy: y, r: size })));
}
