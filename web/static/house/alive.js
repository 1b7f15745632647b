// A phone on the table says when it is wanted: a buzz and, if switched on, a short tone or the
// banner read aloud. Its screen stays awake where the browser can do that (it wants https).

import { byId, t } from "./dom.js";

const BUZZ_MILLISECONDS = 80;
const TONES = { turn: [660, 880], ruling: [330, 247], end: [523, 659, 784] }; // hertz, one after the other
const TONE_SECONDS = 0.16;
const LOUDNESS = 0.15;

let sound = null; // made by the first tap, since browsers allow none before
let before = null;

/** What this phone remembers of a switch in the menu. */
const wished = (name, usual = "off") => (localStorage.getItem(`castellan.${name}`) ?? usual) === "on";

/** The switches in the menu. */
export function switches() {
  toggle("tones", "off", () => { unlock(); play("turn"); });
  if (window.speechSynthesis) toggle("speaks", "off", (on) => (on ? speak(byId("now").textContent) : speechSynthesis.cancel()));
  if (navigator.wakeLock) {
    toggle("awake", "on", stayAwake);
    document.addEventListener("visibilitychange", stayAwake); // a hidden page loses its lock
    stayAwake();
  }
  addEventListener("pointerdown", unlock);
}

function toggle(name, usual, then) {
  const button = byId(name);
  const label = () => { button.textContent = t(`table.${name}-${wished(name, usual) ? "off" : "on"}`); };
  button.hidden = false;
  button.addEventListener("click", () => {
    localStorage.setItem(`castellan.${name}`, wished(name, usual) ? "off" : "on");
    label();
    then(wished(name, usual));
  });
  label();
}

let lock = null;

async function stayAwake() {
  if (!wished("awake", "on")) { await lock?.release(); lock = null; return; }
  if (!document.hidden) lock = await navigator.wakeLock.request("screen").catch(() => null); // the battery is low
}

let told = null; // what was said last, and how many corrections there were

/** Read the banner aloud when it changes, but not what a correction made of it. */
export function say(text, corrections) {
  const before = told;
  told = { text, corrections };
  if (before && before.text !== text && before.corrections === corrections && wished("speaks")) speak(text);
}

function speak(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

function unlock() {
  const Made = window.AudioContext ?? window.webkitAudioContext;
  if (wished("tones") && !sound && Made) sound = new Made();
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
  if (!wished("tones") || !sound) return;
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
