"""Burg Appenzell: its pieces and places in words.

Fields are named like this: columns a to g from left to right, rows 1 to 7 with 1 nearest to the
person who reads the castle. A slot is named by its side and the column or row behind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.appenzell.pieces import CHANNELS, SIZE, SLOTS
from rules.contract import Json
from rules.fact_words import Kind, Names, Words, listed, number, seat

COLUMNS = "abcdefg"
SIDES = ("far", "right", "near", "left")

WORDS: dict[str, dict[str, str]] = {
    "de": {
        "tile.cheese1": "gelber Käse",
        "tile.cheese2": "oranger Käse",
        "tile.cheese3": "roter Käse",
        "tile.cheese4": "weißer Käse",
        "tile.cheese5": "blauer Käse",
        "tile.cheese6": "grüner Käse",
        "tile.cheese7": "brauner Käse",
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
        "tile.cheese1": "yellow cheese",
        "tile.cheese2": "orange cheese",
        "tile.cheese3": "red cheese",
        "tile.cheese4": "white cheese",
        "tile.cheese5": "blue cheese",
        "tile.cheese6": "green cheese",
        "tile.cheese7": "brown cheese",
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
        "tile.cheese1": "fromage jaune",
        "tile.cheese2": "fromage orange",
        "tile.cheese3": "fromage rouge",
        "tile.cheese4": "fromage blanc",
        "tile.cheese5": "fromage bleu",
        "tile.cheese6": "fromage vert",
        "tile.cheese7": "fromage brun",
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
        "tile.cheese1": "formaggio giallo",
        "tile.cheese2": "formaggio arancione",
        "tile.cheese3": "formaggio rosso",
        "tile.cheese4": "formaggio bianco",
        "tile.cheese5": "formaggio blu",
        "tile.cheese6": "formaggio verde",
        "tile.cheese7": "formaggio marrone",
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
