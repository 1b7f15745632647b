"""Schloss der 7 Schlösser: its pieces in words.

Towers are numbered 1 to 7 clockwise, keys 1 to 8 from the shortest to the longest; where the
colour of a key is known it is named too.
"""

from __future__ import annotations

from rules.fact_words import Kind, Names, Words, listed, seat
from rules.values import Json


def _tower(words: Words, fact: Json, _: Names) -> str:
    """A tower: "tower 3"."""
    return words["tower"].format(fact + 1 if isinstance(fact, int) else "?")


def _tower_number(_: Words, fact: Json, __: Names) -> str:
    """The number of a tower."""
    return str(fact + 1) if isinstance(fact, int) else "?"


def _key(words: Words, fact: Json, names: Names) -> str:
    """A key: "key 3 (red)"."""
    return words["key"].format(_key_number(words, fact, names))


def _key_number(words: Words, fact: Json, _: Names) -> str:
    """The number of a key from the shortest on, with its colour if it is known: "3 (red)"."""
    match fact:
        case [int(number), str(colour)]:
            return f"{number + 1} ({words.get(colour, colour)})"
        case [int(number), None]:
            return str(number + 1)
    return "?"


def _pearls(words: Words, fact: Json, _: Names) -> str:
    """So many pearls: "2 pearls"."""
    return words.count("pearls", fact).format("?" if fact is None else fact)


def _steps(words: Words, fact: Json, _: Names) -> str:
    """So many steps: "2 steps"."""
    if fact == 0:
        return words["unseen-steps"]
    return words.count("steps", fact).format("?" if fact is None else fact)


def _face(words: Words, fact: Json, names: Names) -> str:
    """A side of the die: "2 pearls + 1 step"."""
    match fact:
        case [int(pearls), int(steps)]:
            return f"{_pearls(words, pearls, names)} + {_steps(words, steps, names)}"
    return "?"


def _amounts(words: Words, fact: Json, names: Names) -> str:
    """Pearls by player, those who get none left out: "Ann: 2, Bob: 3"."""
    shares = fact if isinstance(fact, list) else []
    each = [f"{seat(words, at, names)}: {share}" for at, share in enumerate(shares) if share]
    return ", ".join(each) or words["none"]


def _outcome(words: Words, fact: Json, _: Names) -> str:
    """How a key fits: "too long"."""
    return words.get(f"outcome.{fact}", "?")


# What kind of thing a fact is, by its name in the facts.
KINDS: dict[str, Kind] = {
    "amounts": _amounts,
    "face": _face,
    "faces": listed(_face),
    "key": _key,
    "keys": listed(_key_number),
    "outcome": _outcome,
    "outcomes": listed(_outcome),
    "pearls": _pearls,
    "right_amounts": _amounts,
    "right_key": _key,
    "right_pearls": _pearls,
    "right_seat": seat,
    "steps": _steps,
    "tower": _tower,
    "towers": listed(_tower_number),
}
