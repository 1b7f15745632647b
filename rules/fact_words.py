"""How facts are worded in every game; a game adds its own kinds of facts and words.

A kind is a function of the words of a language, the fact and the players' names by seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rules.values import Json

Words: TypeAlias = Mapping[str, str]
Names: TypeAlias = Sequence[str]
Kind: TypeAlias = Callable[[Words, Json, Names], str]

WORDS: dict[str, dict[str, str]] = {
    "de": {
        "none": "–",
        "player": "Spieler",
    },
    "en": {
        "none": "–",
        "player": "Player",
    },
    "fr": {
        "none": "–",
        "player": "Joueur",
    },
    "it": {
        "none": "–",
        "player": "Giocatore",
    },
}


def seat(words: Words, fact: Json, names: Names) -> str:
    """A player by name, or by number where none was given."""
    if isinstance(fact, int) and 0 <= fact < len(names) and names[fact]:
        return names[fact]
    return f"{words['player']} {fact + 1}" if isinstance(fact, int) else "?"


def number(_: Words, fact: Json, __: Names) -> str:
    """A plain number, or whatever speaks for itself."""
    return "?" if fact is None else str(fact)


def listed(one: Kind) -> Kind:
    """Several facts of a kind, with commas; a dash for none."""

    def worded(words: Words, fact: Json, names: Names) -> str:
        each = [one(words, item, names) for item in fact] if isinstance(fact, list) else []
        return ", ".join(each) or words["none"]

    return worded


def amounts(words: Words, fact: Json, names: Names) -> str:
    """What each seat gets, as a list by seat."""
    shares = fact if isinstance(fact, list) else []
    each = [f"{seat(words, at, names)} {share}" for at, share in enumerate(shares)]
    return ", ".join(each) or words["none"]


KINDS: dict[str, Kind] = {"amounts": amounts, "seat": seat, "seats": listed(seat)}
