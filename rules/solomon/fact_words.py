"""König Salomons Schatzkammer: its tiles and squares in words.

Squares are named a to f from left to right and 1 to 6 from the cave entrance on, as seen by
somebody who looks towards the entrance.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.fact_words import Kind, Names, Words, listed, number, seat
from rules.values import Json

COLUMNS = "abcdef"
LINES = 6

_VALUED = {"t": "treasure", "c": "curse", "s": "scroll"}
SIGNS = ("I", "II", "III", "IV")


def square_name(square: Sequence[int]) -> str:
    """The name of a square (row, column): "a1" is the left corner at the entrance."""
    return f"{COLUMNS[square[1]]}{square[0] + 1}"


def _square(words: Words, fact: Json, _: Names) -> str:
    """A square: "c2"."""
    match fact:
        case [int(row), int(col)] if 0 <= row < LINES and 0 <= col < LINES:
            return square_name((row, col))
    return words["off"]


def _tile(words: Words, fact: Json, _: Names) -> str:
    """A tile: "treasure 3"."""
    name = str(fact)
    if len(name) == 2 and name[0] in _VALUED and name[1].isdigit():
        value = SIGNS[int(name[1]) - 1] if name[0] == "s" and name[1] in "1234" else name[1]
        return words[_VALUED[name[0]]].format(value)
    return words.get(f"tile.{name}", words["tile.?"])


def _tiles(words: Words, fact: Json, names: Names) -> str:
    """Several tiles, equal ones counted."""
    each = [_tile(words, item, names) for item in fact] if isinstance(fact, list) else []
    counted = {name: each.count(name) for name in each}
    texts = [
        words["times"].format(count, name) if count > 1 else name for name, count in counted.items()
    ]
    return ", ".join(texts) or words["none"]


def _objects(words: Words, fact: Json, names: Names) -> str:
    """Magic objects by name; in the count at the end a number."""
    return str(fact) if isinstance(fact, int) else _tiles(words, fact, names)


def _money(words: Words, fact: Json, _: Names) -> str:
    """Money: "2 coins"."""
    return words.count("coins", fact).format(fact)


def _steps(words: Words, fact: Json, names: Names) -> str:
    """Shifts as "b2 → c2"."""
    found = [
        " → ".join(_square(words, square, names) for square in step)
        for step in (fact if isinstance(fact, list) else [])
        if isinstance(step, list)
    ]
    return ", ".join(found) or words["none"]


def _pair(one: Kind, joint: str, other: Kind) -> Kind:
    def worded(words: Words, fact: Json, names: Names) -> str:
        if not isinstance(fact, list) or len(fact) != 2:
            return words["none"]
        return one(words, fact[0], names) + joint + other(words, fact[1], names)

    worded.__doc__ = f"{one.__doc__} {other.__doc__}"

    return worded


def _gains(words: Words, fact: Json, names: Names) -> str:
    """Who gets how many, or nobody: "Ann 2, Bob 1"."""
    return _LISTED_GAINS(words, fact, names) if fact else words["nobody"]


def _cards(words: Words, fact: Json, names: Names) -> str:
    """Cards by their numbers, or how many cards."""
    return _NUMBERS(words, fact, names) if isinstance(fact, list) else number(words, fact, names)


def _family(words: Words, fact: Json, _: Names) -> str:
    """A family of tiles: "curses"."""
    return words.get(f"family.{fact}", str(fact))


_NUMBERS = listed(number)
_LISTED_GAINS = listed(_pair(seat, " ", number))

# What kind of thing a fact is, by its name in the facts.
KINDS: dict[str, Kind] = {
    "amount": _money,
    "cards": _cards,
    "change": _money,
    "cost": _money,
    "family": _family,
    "gains": _gains,
    "levels": listed(number),
    "objects": _objects,
    "order": listed(_pair(seat, " ", number)),
    "right_amount": _money,
    "right_seat": seat,
    "right_tile": _tile,
    "seen": listed(_pair(_square, " ", _tile)),
    "source": _square,
    "square": _square,
    "squares": listed(_square),
    "steps": _steps,
    "target": _square,
    "tile": _tile,
    "tiles": _tiles,
    "wealth": _money,
}
