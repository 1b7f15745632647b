// The counters of The Castle, drawn: characters, monsters, treasures, dice, coats of arms.

import { h, s, t } from "../../house/dom.js";

const PATHS = {
  sword: "M0-42L8-28V8H22V17H8V38H-8V17H-22V8H-8V-28Z",
  cross: "M-10-40H10V-15H34V5H10V40H-10V5H-34V-15H-10Z",
  hat: "M-3-44L22 16H40V30H-40V16H-24Z",
  leaf: "M-32 28C-36-12-4-40 36-38C38 2 8 36-22 22L-34 38Z",
  axe: "M-6-36H6V42H-6ZM6-32C30-36 38-14 35 6C26-6 16-8 6-6ZM-6-32C-30-36-38-14-35 6C-26-6-16-8-6-6Z",
  crown: "M-36 28L-42-20L-19 2L0-34L19 2L42-20L36 28Z",
  skull: "M-33-6C-33-30-15-41 0-41S33-30 33-6C33 8 25 14 21 18V37H9V27H4V37H-4V27H-9V37H-21V18C-25 14-33 8-33-6ZM-20-8A8 9 0 1 0-4-8A8 9 0 1 0-20-8ZM4-8A8 9 0 1 0 20-8A8 9 0 1 0 4-8Z",
  fangs: "M-38-22C-20-42 20-42 38-22L31 36L19 16L7 33H-7L-19 16L-31 36ZM-24-12L-6-4L-21 5ZM24-12L6-4L21 5Z",
  witch: "M4-44L18 4H40V14H-40V4H-16L-8-26L-22-22ZM-20 20H20C20 34 8 42 0 42S-20 34-20 20Z",
  bug: "M0-30A14 14 0 0 1 14-16L35-28L17-4L38 4L17 11L31 35L10 21A14 18 0 0 1-10 21L-31 35L-17 11L-38 4L-17-4L-35-28L-14-16A14 14 0 0 1 0-30Z",
  wings: "M0-14L8-26L14-10C26-24 40-22 46-8C38-8 36 2 34 10C26 4 18 8 12 22L0 34L-12 22C-18 8-26 4-34 10C-36 2-38-8-46-8C-40-22-26-24-14-10L-8-26Z",
  coin: "M0-36A36 36 0 1 0 .1-36Z",
  key: "M-20-38A19 19 0 1 0-4-4L10 11V22H21V33H36V19L5-11A19 19 0 0 0-20-38ZM-20-27A8 8 0 1 1-20-11A8 8 0 1 1-20-27Z",
  bottle: "M-9-42H9V-20C26-10 30 4 30 19C30 35 17 41 0 41S-30 35-30 19C-30 4-26-10-9-20Z",
  boot: "M-22-40H9V8L38 19V38H-22Z",
  coffin: "M-15-42H15L30-16L19 42H-19L-30-16Z",
  medal: "M-26-42L0-6L26-42H12L0-24L-12-42ZM0-2A21 21 0 1 0 .1-2Z",
  pistol: "M-40-20H38V-5H6L-2 10H-12L-17 34H-35L-28-5H-40Z",
  swirl: "M2-38A38 38 0 1 1-36 2H-22A24 24 0 1 0 2-24V-10L-22-31L2-50Z",
  drops: "M-20 8A12 12 0 1 0-19 8ZM16-34A13 13 0 1 0 17-34ZM20 12A10 10 0 1 0 21 12ZM-18-32A8 8 0 1 0-17-32Z",
  cloud: "M-32 24A18 18 0 0 1-26-10A24 24 0 0 1 19-18A20 20 0 0 1 32 24Z",
  trap: "M-40 8L-27-20L-13 8L0-20L13 8L27-20L40 8V32H-40Z",
  chest: "M-36-6C-36-32 36-32 36-6V32H-36ZM-36-3H36V5H-36Z",
  flame: "M0-44C6-22 32-14 28 12C26 32 12 42 0 42S-28 32-28 10C-26-4-16-6-14-20C-6-16-2-10-2-2C6-12 6-30 0-44Z",
  heart: "M0 38L-32 6C-46-12-30-36-10-30C-4-28 0-22 0-16C0-22 4-28 10-30C30-36 46-12 32 6Z",
  eye: "M-42 0C-20-32 20-32 42 0C20 32-20 32-42 0ZM0-16A16 16 0 1 0 .1-16Z",
  wind: "M-40-18H14A12 12 0 1 0 2-32H-8A22 22 0 1 1 14-6H-40ZM-40 4H26A17 17 0 1 1 9 24H20A7 7 0 1 0 26 16H-40Z",
  star: "M0-42L11-12L42-10L18 9L27 40L0 22L-27 40L-18 9L-42-10L-11-12Z",
  arrow: "M-36-10H6V-32L42 0L6 32V10H-36Z",
  check: "M-34 2L-10 28L36-26L24-36L-11 6L-24-8Z",
  unseen: "M-18-16C-18-32-8-42 4-42S26-34 26-20C26-2 8-4 8 12H-6C-6-8 10-8 10-20C10-26 6-30 2-30S-4-26-4-16ZM-7 22H9V38H-7Z",
};
const UNDEAD = ["ghoul", "ghost", "skeleton", "vampire", "zombie"];
const SMALL = ["centipede", "lizard", "mildew", "mold", "rat", "snake", "spider"];
const GLYPHS = {
  fighter: "sword", cleric: "cross", wizard: "hat", elf: "leaf", dwarf: "axe", princess: "crown", witch: "witch", bat: "wings",
  "key-a": "key", "key-b": "key", "key-skeleton": "key", acid: "bottle", boots: "boot", coffin: "coffin", medallion: "medal", pistol: "pistol",
  healing: "bottle", "teleport-potion": "bottle", sword: "sword", "curse-300": "skull", curse: "skull", spores: "drops", vapor: "cloud", trap: "trap",
  charm: "heart", esp: "eye", fireball: "flame", heroism: "star", speed: "wind", teleport: "swirl", unseen: "unseen", monster: "fangs", treasure: "chest",
};
const LETTERS = { "key-a": "A", "key-b": "B", healing: "+", "teleport-potion": "~", "curse-300": "−300", curse: "−1" };

const glyphOf = (kind) => GLYPHS[kind] ?? (UNDEAD.includes(kind) ? "skull" : SMALL.includes(kind) ? "bug" : kind?.startsWith("gold-") ? "coin" : PATHS[kind] ? kind : "fangs");
const familyOf = (kind) => (kind === null || kind === undefined ? "unknown" : kind === "treasure" ? "gold"
  : PATHS[kind] && !GLYPHS[kind] ? "sign"
  : ["fighter", "cleric", "wizard", "elf", "dwarf", "princess"].includes(kind) ? "person"
    : kind.startsWith("gold-") ? "gold" : kind.startsWith("key-") ? "keys" : ["curse-300", "curse", "spores", "vapor", "trap"].includes(kind) ? "bad"
      : ["acid", "boots", "coffin", "medallion", "pistol", "healing", "teleport-potion", "sword"].includes(kind) ? "magic"
        : ["charm", "esp", "fireball", "heroism", "speed", "teleport"].includes(kind) ? "magic" : UNDEAD.includes(kind) || kind === "witch" ? "undead" : SMALL.includes(kind) || kind === "bat" ? "small" : "monster");

/** A counter as a group around the origin, 50 to each side. */
export function counter(kind) {
  const gold = kind?.startsWith("gold-");
  const label = gold ? kind.slice(5) : LETTERS[kind];
  return s("g", { class: `counter ${familyOf(kind)}` },
    s("rect", { x: -48, y: -48, width: 96, height: 96, rx: 16, class: "chit" }),
    s("path", { d: PATHS[glyphOf(kind)], class: "glyph", "fill-rule": "evenodd" }),
    label ? s("text", { class: gold ? "worth" : label.length > 2 ? "letter long" : "letter", y: gold ? 2 : 30, x: gold || label.length > 2 ? 0 : 26 }, label) : null);
}

/** A counter as a small picture of its own. */
export function picture(kind, label) {
  return s("svg", { viewBox: "-50 -50 100 100", class: "eventicon castlepiece", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) }, counter(kind));
}

export const glyph = (name, classes) => s("path", { d: PATHS[name], class: classes, "fill-rule": "evenodd" });

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die that shows a number. */
export function die(number) {
  return s("svg", { viewBox: "-50 -50 100 100", class: "eventicon castlepiece", "aria-hidden": "true" },
    s("rect", { x: -42, y: -42, width: 84, height: 84, rx: 16, class: "dieface" }),
    (PIPS[number] ?? []).map((at) => s("circle", { cx: (at % 3) * 24 - 24, cy: Math.floor(at / 3) * 24 - 24, r: 8.5, class: "pip" })));
}

/** The coat of arms of a player, with the character inside. */
export function arms(seat, kind) {
  return s("svg", { viewBox: "-30 -32 60 66", class: `arms seat${seat}`, "aria-hidden": "true" },
    s("path", { d: "M-26-28H26V0C26 18 12 27 0 32C-12 27-26 18-26 0Z", class: "side" }),
    kind ? s("g", { transform: "translate(0 -2) scale(.48)" }, s("path", { d: PATHS[glyphOf(kind)], class: "armsglyph", "fill-rule": "evenodd" })) : null);
}

export const kindName = (kind) => (kind === "princess" ? t("castle.princess") : kind === "unseen" ? t("castle.untold") : t(`castle.counter.${kind}`));

/** The name of an area, as the rulings say it. */
export function areaName(name) {
  const kind = /^\d+$/.test(name) ? "room" : /^[A-F]$/.test(name) ? "entrance" : name === "X" ? "cell" : "corridor";
  return t(`castle.area.${kind}`).replace("{}", name);
}

/** A labelled chip, for lists of what somebody has. */
export const chip = (kind, label) => h("span", { class: "lootchip", "data-kind": kind }, picture(kind), h("span", {}, label ?? kindName(kind)));
