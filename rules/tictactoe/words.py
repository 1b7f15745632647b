"""Tic-tac-toe: how its facts are worded."""

from __future__ import annotations

from rules.fact_words import Kind, Names, Words
from rules.tictactoe.pieces import SIZE, read_square
from rules.values import Json

COLUMNS = "abc"


def _coin(words: Words, fact: Json, _: Names) -> str:
    """A coin without an article: "copper coin"."""
    return words.get(f"coin.{fact}", str(fact))


def _square(_: Words, fact: Json, __: Names) -> str:
    """A square: "b2"; the near left one is a1."""
    if fact is None:
        return "?"
    row, column = read_square(fact)
    return f"{COLUMNS[column]}{SIZE - row}"


KINDS: dict[str, Kind] = {"coin": _coin, "square": _square}
