// A phone on the table says when it is wanted: a buzz and, if switched on, a short tone.

import { byId, t } from "./dom.js";

const KEY = "castellan.tones";
const BUZZ_MILLISECONDS = 80;
const TONES = { turn: [660, 880], ruling: [330, 247], end: [523, 659, 784] }; // hertz, one after the other
const TONE_SECONDS = 0.16;
const LOUDNESS = 0.15;

let sound = null; // made by the first tap, since browsers allow none before
let before = null;

const wished = () => localStorage.getItem(KEY) === "on";

/** The switch in the menu. */
export function tones() {
  const button = byId("tones");
  const label = () => { button.textContent = t(wished() ? "table.tones-off" : "table.tones-on"); };
  button.addEventListener("click", () => { localStorage.setItem(KEY, wished() ? "off" : "on"); label(); unlock(); play("turn"); });
  addEventListener("pointerdown", unlock);
  label();
}

function unlock() {
  const Made = window.AudioContext ?? window.webkitAudioContext;
  if (wished() && !sound && Made) sound = new Made();
}

/** Tell what has just begun: this phone's turn, a ruling for the table, the end. */
export function notice({ mine, ruled, finished }) {
  const now = { mine, ruled, finished };
  const begun = (name) => before && now[name] && !before[name];
  const kind = begun("finished") ? "end" : begun("ruled") ? "ruling" : begun("mine") ? "turn" : null;
  before = now;
  if (!kind) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MILLISECONDS);
  play(kind);
}

function play(kind) {
  if (!wished() || !sound) return;
  TONES[kind].forEach((hertz, at) => {
    const [source, volume] = [sound.createOscillator(), sound.createGain()];
    const start = sound.currentTime + at * TONE_SECONDS;
    source.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.linearRampToValueAtTime(0, start + TONE_SECONDS);
    source.connect(volume).connect(sound.destination);
    source.start(start);
    source.stop(start + TONE_SECONDS);
  });
}
