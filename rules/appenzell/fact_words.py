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


def field_name(field: Sequence[int]) -> str:
    """The name of a field (row, column): "a1" is the near left tower."""
    return f"{COLUMNS[field[1]]}{SIZE - field[0]}"


def _field(words: Words, fact: Json, _: Names) -> str:
    """A field: "c2", "outside" or "beside the castle"."""
    match fact:
        case "outside" | "spare":
            return words[str(fact)]
        case [int(row), int(col)] if 0 <= row < SIZE and 0 <= col < SIZE:
            return field_name((row, col))
    return words["off"]


def _room(words: Words, fact: Json, names: Names) -> str:
    """A room by its first and last field: "b2–c3"."""
    if not isinstance(fact, list) or not fact:
        return words["off"]
    return f"{_field(words, fact[0], names)}–{_field(words, fact[-1], names)}"


def _slot(words: Words, fact: Json, _: Names) -> str:
    """A slot: "slot 3 on the left"."""
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
    """A tile: "cheese wedge, red", "mousetrap"."""
    match fact:
        case [str(form), str(shade)]:
            return f"{words.get(f'form.{form}', form)}, {words.get(f'shade.{shade}', shade)}"
    return words.get(f"tile.{fact}", words["tile.None"])


def _actions(words: Words, fact: Json, _: Names) -> str:
    """So many actions: "2 actions"."""
    return words.count("actions", fact).format(fact)


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
