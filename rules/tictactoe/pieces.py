"""Tic-tac-toe: what is on the table, and what may happen there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias, get_args

from rules.codec import Codec, below, reader, writer
from rules.values import Json


class Coin(StrEnum):
    """The two kinds of coins; the first seat plays copper and begins."""

    COPPER = "copper"
    SILVER = "silver"


COINS = tuple(Coin)  # by seat
SIZE = 3
# Row and column; (0, 0) is far left.
Square: TypeAlias = tuple[Annotated[int, below(SIZE)], Annotated[int, below(SIZE)]]
SQUARES: tuple[Square, ...] = tuple((row, column) for row in range(SIZE) for column in range(SIZE))
LINES: tuple[tuple[Square, ...], ...] = (
    ((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
    ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
    ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetUp:
    """The grid lies empty."""


@dataclass(frozen=True, slots=True)
class Put:
    """A coin is put on a square, or on the coin that lies there."""

    coin: Coin
    square: Square


@dataclass(frozen=True, slots=True)
class Take:
    """A coin is taken off a square."""

    square: Square


Event: TypeAlias = SetUp | Put | Take
EVENTS: Codec[Event] = Codec(get_args(Event))
square_to_json = writer(Square)
read_square: Callable[[Json], Square] = reader(Square, "square")
