"""Rulings, hints, events and refusals in the players' languages.

Facts are worded by their names: `square` becomes "c2", `card` "the red/orange card" and so on.
Squares are named like this: columns a to e from left to right, rows 1 to 5 with 1 nearest to
the person who reads the board. A card position is named by its side and the column or row it
looks along: "place c on the far side", "place 2 on the left".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter

from rules.contract import Facts, Json
from rules.errors import UnknownWording
from rules.kilt_words import KILT
from rules.referee_words import REFEREE, WORDS

LANGUAGES = ("de", "en", "fr", "it")
MESSAGES: Mapping[str, Mapping[str, str]] = {**REFEREE, **KILT}

COLUMNS = "abcde"
SIDES = ("far", "right", "near", "left")
LINES = 5

Names = Sequence[str]


def say(language: str, message: str, facts: Facts, names: Names = ()) -> str:
    """One message in one language; `names` are the players' names by seat."""
    template = template_of(language, message)
    worded = {key: word(language, key, facts.get(key), names) for key in placeholders(template)}
    text = template.format_map(worded)
    if language == "it":
        # Between two a's Italian puts a d.
        text = text.replace(" a A", " ad A")
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def template_of(language: str, message: str) -> str:
    """The sentence with its placeholders; `UnknownWording` names what is missing."""
    try:
        return MESSAGES[message][language]
    except KeyError:
        raise UnknownWording(f"no wording for {message!r} in language {language!r}") from None


def placeholders(template: str) -> tuple[str, ...]:
    """The facts a sentence asks for."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def word(language: str, key: str, fact: Json, names: Names = ()) -> str:
    """One fact as words, by the kind its name stands for."""
    wording = KINDS.get(key)
    if wording is not None:
        return wording(WORDS[language], fact, names)
    return "?" if fact is None else str(fact)


def square_name(square: Sequence[int]) -> str:
    """The name of a square (row, column): "a1" is the near left corner."""
    return f"{COLUMNS[square[1]]}{LINES - square[0]}"


def place_name(language: str, place: int) -> str:
    """The name of a card position, by side and the line it looks along."""
    return _place(WORDS[language], place, ())


Words = Mapping[str, str]


def _listed(one: Callable[[Words, Json, Names], str]) -> Callable[[Words, Json, Names], str]:
    def worded(words: Words, fact: Json, names: Names) -> str:
        each = [one(words, item, names) for item in fact] if isinstance(fact, list) else []
        return ", ".join(each) or words["none"]

    return worded


def _colour(words: Words, fact: Json, _: Names) -> str:
    return words.get(f"colour.{fact}", str(fact))


def _seat(words: Words, fact: Json, names: Names) -> str:
    if isinstance(fact, int) and 0 <= fact < len(names) and names[fact]:
        return names[fact]
    return f"{words['player']} {fact + 1}" if isinstance(fact, int) else "?"


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
    number, along = divmod(place, LINES)
    if number >= len(SIDES) // 2:
        along = LINES - 1 - along
    side = SIDES[number]
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


def _amounts(words: Words, fact: Json, names: Names) -> str:
    shares = fact if isinstance(fact, list) else []
    each = [f"{_seat(words, seat, names)} {share}" for seat, share in enumerate(shares)]
    return ", ".join(each) or words["none"]


def _number(_: Words, fact: Json, __: Names) -> str:
    return str(fact)


# What kind of thing a fact is, by its name in the facts.
KINDS: dict[str, Callable[[Words, Json, Names], str]] = {
    "amount": _money,
    "amounts": _amounts,
    "card": _card,
    "colour": _colour,
    "colours": _listed(_colour),
    "cost": _money,
    "crests": _crests,
    "first": _colour,
    "found": _listed(_number),
    "payee": _seat,
    "payee_colour": _colour,
    "payer": _seat,
    "place": _place,
    "places": _places,
    "right_amount": _money,
    "right_card": _card,
    "right_seat": _seat,
    "right_square": _square,
    "right_squares": _listed(_square),
    "seat": _seat,
    "seats": _listed(_seat),
    "sizes": _listed(_number),
    "source": _square,
    "square": _square,
    "squares": _listed(_square),
    "to": _place,
}
