"""Burg Appenzell: its pieces and places in words.

Fields are named like this: columns a to g from left to right, rows 1 to 7 with 1 nearest to the
person who reads the castle. A slot is named by its side and the column or row behind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.appenzell.pieces import CHANNELS, SIZE, SLOTS
from rules.fact_words import Kind, Names, Words, listed, number, seat
from rules.values import Json

COLUMNS = "abcdefg"
SIDES = ("far", "right", "near", "left")

WORDS: dict[str, dict[str, str]] = {
    "de": {
        "form.wedge": "Käseecke",
        "form.wheel": "Käserad",
        "form.ball": "Käsekugel",
        "form.soft": "Weichkäse",
        "form.slab": "Käsestück",
        "form.roll": "Käserolle",
        "form.loaf": "Käselaib",
        "shade.yellow": "gelb",
        "shade.orange": "orange",
        "shade.red": "rot",
        "shade.white": "weiß",
        "shade.blue": "blau",
        "shade.green": "grün",
        "shade.brown": "braun",
        "shade.pink": "rosa",
        "tile.plain": "leeres Plättchen",
        "tile.trap": "Mausefalle",
        "tile.None": "unbekanntes Plättchen",
        "slot.far": "Schlitz {} hinten",
        "slot.left": "Schlitz {} links",
        "slot.near": "Schlitz {} vorn",
        "slot.right": "Schlitz {} rechts",
        "action": "Aktion",
        "actions": "Aktionen",
        "off": "außerhalb",
        "outside": "draußen",
        "spare": "neben der Burg",
    },
    "en": {
        "form.wedge": "cheese wedge",
        "form.wheel": "cheese wheel",
        "form.ball": "cheese ball",
        "form.soft": "soft cheese",
        "form.slab": "cheese slab",
        "form.roll": "cheese roll",
        "form.loaf": "cheese loaf",
        "shade.yellow": "yellow",
        "shade.orange": "orange",
        "shade.red": "red",
        "shade.white": "white",
        "shade.blue": "blue",
        "shade.green": "green",
        "shade.brown": "brown",
        "shade.pink": "pink",
        "tile.plain": "plain tile",
        "tile.trap": "mousetrap",
        "tile.None": "unknown tile",
        "slot.far": "slot {} on the far side",
        "slot.left": "slot {} on the left",
        "slot.near": "slot {} on the near side",
        "slot.right": "slot {} on the right",
        "action": "action",
        "actions": "actions",
        "off": "off the board",
        "outside": "outside",
        "spare": "beside the castle",
    },
    "fr": {
        "form.wedge": "pointe de fromage",
        "form.wheel": "meule de fromage",
        "form.ball": "boule de fromage",
        "form.soft": "fromage mou",
        "form.slab": "tranche de fromage",
        "form.roll": "bûche de fromage",
        "form.loaf": "pain de fromage",
        "shade.yellow": "jaune",
        "shade.orange": "orange",
        "shade.red": "rouge",
        "shade.white": "blanc",
        "shade.blue": "bleu",
        "shade.green": "vert",
        "shade.brown": "brun",
        "shade.pink": "rose",
        "tile.plain": "tuile vide",
        "tile.trap": "souricière",
        "tile.None": "tuile inconnue",
        "slot.far": "fente {} au fond",
        "slot.left": "fente {} à gauche",
        "slot.near": "fente {} devant",
        "slot.right": "fente {} à droite",
        "action": "action",
        "actions": "actions",
        "off": "hors du plateau",
        "outside": "dehors",
        "spare": "à côté du château",
    },
    "it": {
        "form.wedge": "spicchio di formaggio",
        "form.wheel": "forma di formaggio",
        "form.ball": "palla di formaggio",
        "form.soft": "formaggio molle",
        "form.slab": "fetta di formaggio",
        "form.roll": "rotolo di formaggio",
        "form.loaf": "pane di formaggio",
        "shade.yellow": "giallo",
        "shade.orange": "arancione",
        "shade.red": "rosso",
        "shade.white": "bianco",
        "shade.blue": "blu",
        "shade.green": "verde",
        "shade.brown": "marrone",
        "shade.pink": "rosa",
        "tile.plain": "tessera vuota",
        "tile.trap": "trappola",
        "tile.None": "tessera sconosciuta",
        "slot.far": "fessura {} in fondo",
        "slot.left": "fessura {} a sinistra",
        "slot.near": "fessura {} davanti",
        "slot.right": "fessura {} a destra",
        "action": "azione",
        "actions": "azioni",
        "off": "fuori dalla plancia",
        "outside": "fuori",
        "spare": "accanto al castello",
    },
}


def field_name(field: Sequence[int]) -> str:
    """The name of a field (row, column): "a1" is the near left tower."""
    return f"{COLUMNS[field[1]]}{SIZE - field[0]}"


def slot_name(language: str, slot: int) -> str:
    """The name of a slot, by side and the row or column behind it."""
    return _slot(WORDS[language], slot, ())


def _field(words: Words, fact: Json, _: Names) -> str:
    match fact:
        case "outside" | "spare":
            return words[str(fact)]
        case [int(row), int(col)] if 0 <= row < SIZE and 0 <= col < SIZE:
            return field_name((row, col))
    return words["off"]


def _room(words: Words, fact: Json, names: Names) -> str:
    """A room by its first and last field."""
    if not isinstance(fact, list) or not fact:
        return words["off"]
    return f"{_field(words, fact[0], names)}–{_field(words, fact[-1], names)}"


def _slot(words: Words, fact: Json, _: Names) -> str:
    if not isinstance(fact, int) or fact not in SLOTS:
        return words["off"]
    at, along = divmod(fact, len(CHANNELS))
    line = CHANNELS[along]
    if at >= len(SIDES) // 2:
        line = SIZE - 1 - line
    side = SIDES[at]
    name = str(SIZE - line) if side in ("right", "left") else COLUMNS[line]
    return words[f"slot.{side}"].format(name)


def _tile(words: Words, fact: Json, _: Names) -> str:
    """A cheese by form and colour, any other tile by its name."""
    match fact:
        case [str(form), str(shade)]:
            return f"{words.get(f'form.{form}', form)}, {words.get(f'shade.{shade}', shade)}"
    return words.get(f"tile.{fact}", words["tile.None"])


def _actions(words: Words, fact: Json, _: Names) -> str:
    return f"{fact} {words['action' if fact == 1 else 'actions']}"


# What kind of thing a fact is, by its name in the facts.
KINDS: dict[str, Kind] = {
    "cheese": _tile,
    "cost": _actions,
    "count": number,
    "field": _field,
    "fields": listed(_field),
    "from": _field,
    "left": _actions,
    "players": number,
    "right": number,
    "right_seat": seat,
    "right_tile": _tile,
    "room": _room,
    "rooms": listed(_room),
    "size": number,
    "slot": _slot,
    "tile": _tile,
}
