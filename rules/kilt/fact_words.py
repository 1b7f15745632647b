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

WORDS: dict[str, dict[str, str]] = {
    "de": {
        "colour.red": "Rot",
        "colour.orange": "Orange",
        "colour.light_grey": "Hellgrau",
        "colour.dark_grey": "Dunkelgrau",
        "shade.red": "rot",
        "shade.orange": "orange",
        "shade.light_grey": "hellgrau",
        "shade.dark_grey": "dunkelgrau",
        "card": "die Karte {}",
        "ducat": "Dukate",
        "ducats": "Dukaten",
        "floor.0": "ein Stockwerk ohne Wappen",
        "floor.1": "ein Stockwerk mit einem Wappen",
        "floor.2": "ein Stockwerk mit zwei Wappen",
        "floor.None": "ein Stockwerk",
        "off": "außerhalb",
        "place.far": "Platz {} hinten",
        "place.left": "Platz {} links",
        "place.near": "Platz {} vorn",
        "place.right": "Platz {} rechts",
    },
    "en": {
        "colour.red": "Red",
        "colour.orange": "Orange",
        "colour.light_grey": "Light Grey",
        "colour.dark_grey": "Dark Grey",
        "shade.red": "red",
        "shade.orange": "orange",
        "shade.light_grey": "light grey",
        "shade.dark_grey": "dark grey",
        "card": "the {} card",
        "ducat": "ducat",
        "ducats": "ducats",
        "floor.0": "a floor without crests",
        "floor.1": "a floor with one crest",
        "floor.2": "a floor with two crests",
        "floor.None": "a floor",
        "off": "off the board",
        "place.far": "place {} on the far side",
        "place.left": "place {} on the left",
        "place.near": "place {} on the near side",
        "place.right": "place {} on the right",
    },
    "fr": {
        "colour.red": "Rouge",
        "colour.orange": "Orange",
        "colour.light_grey": "Gris clair",
        "colour.dark_grey": "Gris foncé",
        "shade.red": "rouge",
        "shade.orange": "orange",
        "shade.light_grey": "gris clair",
        "shade.dark_grey": "gris foncé",
        "card": "la carte {}",
        "ducat": "ducat",
        "ducats": "ducats",
        "floor.0": "un bloc sans blason",
        "floor.1": "un bloc avec un blason",
        "floor.2": "un bloc avec deux blasons",
        "floor.None": "un bloc",
        "off": "hors du plateau",
        "place.far": "place {} au fond",
        "place.left": "place {} à gauche",
        "place.near": "place {} devant",
        "place.right": "place {} à droite",
    },
    "it": {
        "colour.red": "Rosso",
        "colour.orange": "Arancione",
        "colour.light_grey": "Grigio chiaro",
        "colour.dark_grey": "Grigio scuro",
        "shade.red": "rossa",
        "shade.orange": "arancione",
        "shade.light_grey": "grigio chiaro",
        "shade.dark_grey": "grigio scuro",
        "card": "la carta {}",
        "ducat": "ducato",
        "ducats": "ducati",
        "floor.0": "un piano senza stemmi",
        "floor.1": "un piano con uno stemma",
        "floor.2": "un piano con due stemmi",
        "floor.None": "un piano",
        "off": "fuori dalla plancia",
        "place.far": "posto {} in fondo",
        "place.left": "posto {} a sinistra",
        "place.near": "posto {} davanti",
        "place.right": "posto {} a destra",
    },
}


def square_name(square: Sequence[int]) -> str:
    """The name of a square (row, column): "a1" is the near left corner."""
    return f"{COLUMNS[square[1]]}{LINES - square[0]}"


def place_name(language: str, place: int) -> str:
    """The name of a card position, by side and the line it looks along."""
    return _place(WORDS[language], place, ())


def _colour(words: Words, fact: Json, _: Names) -> str:
    return words.get(f"colour.{fact}", str(fact))


def _square(words: Words, fact: Json, _: Names) -> str:
    match fact:
        case [int(row), int(col)] if 0 <= row < LINES and 0 <= col < LINES:
            return square_name((row, col))
    return words["off"]


def _place(words: Words, fact: Json, _: Names) -> str:
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
    """Several card positions, those of one side taken together."""
    sides: dict[str, list[str]] = {}
    for place in fact if isinstance(fact, list) else []:
        if isinstance(place, int) and 0 <= place < len(SIDES) * LINES:
            side, line = _side_and_line(place)
            sides.setdefault(side, []).append(line)
    each = [words[f"place.{side}"].format(", ".join(lines)) for side, lines in sides.items()]
    return "; ".join(each) or words["none"]


def _card(words: Words, fact: Json, _: Names) -> str:
    sides = fact if isinstance(fact, list) else []
    shades = [words.get(f"shade.{side}", str(side)) for side in dict.fromkeys(map(str, sides))]
    return words["card"].format("/".join(shades))


def _crests(words: Words, fact: Json, _: Names) -> str:
    return words.get(f"floor.{fact}", words["floor.None"])


def _money(words: Words, fact: Json, _: Names) -> str:
    return f"{fact} {words['ducat' if fact == 1 else 'ducats']}"


# What kind of thing a fact is, by its name in the facts.
KINDS: dict[str, Kind] = {
    "amount": _money,
    "card": _card,
    "colour": _colour,
    "colours": listed(_colour),
    "cost": _money,
    "crests": _crests,
    "first": _colour,
    "found": listed(number),
    "payee": seat,
    "payee_colour": _colour,
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
