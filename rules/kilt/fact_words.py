"""Kilt Castle: its pieces and places in words.

Squares are named like this: columns a to e from left to right, rows 1 to 5 with 1 nearest to
the person who reads the board. A card position is named by its side and the column or row it
looks along: "place c on the far side", "place 2 on the left".
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.fact_words import Kind, Names, Words, listed, number, seat
from rules.values import Json

COLUMNS = "abcde"
SIDES = ("far", "right", "near", "left")
LINES = 5


def square_name(square: Sequence[int]) -> str:
    """The name of a square (row, column): "a1" is the near left corner."""
    return f"{COLUMNS[square[1]]}{LINES - square[0]}"


def _colour(words: Words, fact: Json, _: Names) -> str:
    """A colour as a name: "Red"."""
    return words.get(f"colour.{fact}", str(fact))


def _builder(words: Words, fact: Json, names: Names) -> str:
    """A player who builds, with the colour where he plays two: "Ann", "Ann (Red)"."""
    match fact:
        case [int(at), None]:
            return seat(words, at, names)
        case [int(at), colour]:
            return f"{seat(words, at, names)} ({_colour(words, colour, names)})"
        case [None, colour]:
            return _colour(words, colour, names)
    return "?"


def _square(words: Words, fact: Json, _: Names) -> str:
    """A square: "c2"."""
    match fact:
        case [int(row), int(col)] if 0 <= row < LINES and 0 <= col < LINES:
            return square_name((row, col))
    return words["off"]


def _place(words: Words, fact: Json, _: Names) -> str:
    """A card position: "place 2 on the left"."""
    if not isinstance(fact, int) or not 0 <= fact < len(SIDES) * LINES:
        return words["off"]
    side, line = _side_and_line(fact)
    return words[f"place.{side}"].format(line)


def _side_and_line(place: int) -> tuple[str, str]:
    """The side of a card position and the name of the row or column it looks along."""
    at, along = divmod(place, LINES)
    if at >= len(SIDES) // 2:
        along = LINES - 1 - along
    side = SIDES[at]
    return side, str(LINES - along) if side in ("right", "left") else COLUMNS[along]


def _places(words: Words, fact: Json, _: Names) -> str:
    """Several card positions, those of one side taken together: "place 2, 3 on the left"."""
    sides: dict[str, list[str]] = {}
    for place in fact if isinstance(fact, list) else []:
        if isinstance(place, int) and 0 <= place < len(SIDES) * LINES:
            side, line = _side_and_line(place)
            sides.setdefault(side, []).append(line)
    each = [words[f"place.{side}"].format(", ".join(lines)) for side, lines in sides.items()]
    return "; ".join(each) or words["none"]


def _card(words: Words, fact: Json, _: Names) -> str:
    """A card, with its article: "the red/orange card"."""
    sides = fact if isinstance(fact, list) else []
    shades = [words.get(f"shade.{side}", str(side)) for side in dict.fromkeys(map(str, sides))]
    return words["card"].format("/".join(shades))


def _crests(words: Words, fact: Json, _: Names) -> str:
    """A floor, with its article: "a floor with one crest"."""
    return words.get(f"floor.{fact}", words["floor.None"])


def _money(words: Words, fact: Json, _: Names) -> str:
    """Money: "2 ducats"."""
    return words.count("ducats", fact).format(fact)


# What kind of thing a fact is, by its name in the facts.
KINDS: dict[str, Kind] = {
    "amount": _money,
    "builder": _builder,
    "builders": listed(_builder),
    "card": _card,
    "colour": _colour,
    "cost": _money,
    "crests": _crests,
    "first": _builder,
    "found": listed(number),
    "payee": seat,
    "payer": seat,
    "place": _place,
    "places": _places,
    "right_amount": _money,
    "right_card": _card,
    "right_seat": seat,
    "right_square": _square,
    "right_squares": listed(_square),
    "sizes": listed(number),
    "source": _square,
    "square": _square,
    "squares": listed(_square),
    "to": _place,
}
