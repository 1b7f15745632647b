"""How facts are worded in every game; a game adds its own kinds of facts.

A kind is a function of the words of a language, the fact and the players' names by seat. What its
docstring says is what translators read of a placeholder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from rules.values import Json


class Words(Protocol):
    """The words of a game for facts, in one language."""

    def __getitem__(self, key: str, /) -> str: ...
    def get(self, key: str, default: str, /) -> str: ...

    def count(self, key: str, number: Json) -> str:
        """The form for so many, the number not yet filled in."""


Names: TypeAlias = Sequence[str]
Kind: TypeAlias = Callable[[Words, Json, Names], str]


def seat(words: Words, fact: Json, names: Names) -> str:
    """A player by name, or by number where none was given."""
    if isinstance(fact, int) and 0 <= fact < len(names) and names[fact]:
        return names[fact]
    return f"{words['player']} {fact + 1}" if isinstance(fact, int) else "?"


def number(_: Words, fact: Json, __: Names) -> str:
    """A number, or whatever speaks for itself."""
    return "?" if fact is None else str(fact)


def listed(one: Kind) -> Kind:
    """Several facts of a kind, with commas; a dash for none."""

    def worded(words: Words, fact: Json, names: Names) -> str:
        each = [one(words, item, names) for item in fact] if isinstance(fact, list) else []
        return ", ".join(each) or words["none"]

    worded.__doc__ = f"Several, with commas: {one.__doc__}"
    return worded


def amounts(words: Words, fact: Json, names: Names) -> str:
    """What each player gets: "Ann 2, Bob 3"."""
    shares = fact if isinstance(fact, list) else []
    each = [f"{seat(words, at, names)} {share}" for at, share in enumerate(shares)]
    return ", ".join(each) or words["none"]


KINDS: dict[str, Kind] = {"amounts": amounts, "seat": seat, "seats": listed(seat)}
