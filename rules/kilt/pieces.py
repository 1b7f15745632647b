"""Kilt Castle: what is in the box, and the geometry of the board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

from rules.codec import below

SIZE = 5
Square: TypeAlias = tuple[Annotated[int, below(SIZE)], Annotated[int, below(SIZE)]]


class Colour(StrEnum):
    """The four clans."""

    RED = "red"
    ORANGE = "orange"
    LIGHT_GREY = "light_grey"
    DARK_GREY = "dark_grey"

    # Enum hashes in Python code; the hash of the string itself is several times faster.
    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Floor:
    """One floor; `crests` is None while nobody has seen its top."""

    colour: Colour
    crests: int | None


@dataclass(frozen=True, slots=True)
class Card:
    """A building card as it lies; its identity is the unordered pair of colours."""

    board: Colour
    away: Colour

    @property
    def single(self) -> bool:
        return self.board is self.away

    @property
    def colours(self) -> tuple[Colour, ...]:
        return (self.board,) if self.board is self.away else (self.board, self.away)

    def turned(self) -> Card:
        """The card as it lies after a legal move; a single-colour card looks the same."""
        return CARDS[self.away][self.board]

    def same(self, other: Card) -> bool:
        """Whether both are one and the same piece of cardboard."""
        return (self.board is other.board and self.away is other.away) or (
            self.board is other.away and self.away is other.board
        )


COLOURS = tuple(Colour)
INDEX = {colour: number for number, colour in enumerate(COLOURS)}
POSITIONS = 20
ROOFS = 2
WATER_SQUARES = 3
MONEY = 888
PURSE = 10
# Floors of one colour that carry no, one and two crests.
FLOOR_SUPPLY = (11, 3, 2)
CREST_KINDS = (0, 1, 2)
MOST_CRESTS = 2

# Limits and set-up by number of players: cards in a row, rows, stacks in clockwise order.
ROW_LIMIT = {2: 4, 3: 3, 4: 4}
ROWS_LIMIT = {2: 5, 3: 4, 4: 5}
STACKS = {2: (4, 3, 2, 1), 3: (3, 2, 1), 4: (4, 3, 2, 1)}
COLOURS_EACH = {2: 2, 3: 1, 4: 1}
SAME_COLOUR_LIMIT = 2

# Every card in both orientations, and every floor, made once: events and positions share them.
CARDS = {board: {away: Card(board, away) for away in COLOURS} for board in COLOURS}
FLOORS: dict[Colour, dict[int | None, Floor]] = {
    colour: {crests: Floor(colour, crests) for crests in (0, 1, 2, None)} for colour in COLOURS
}
SQUARES: tuple[Square, ...] = tuple((row, col) for row in range(SIZE) for col in range(SIZE))


def deck(colours: frozenset[Colour]) -> frozenset[frozenset[Colour]]:
    """The cards of a game with these colours, each as the set of its colours."""
    return frozenset(frozenset((a, b)) for a in colours for b in colours)


def whole_line(place: int) -> tuple[Square, ...]:
    """The five squares seen from a card position, nearest first; positions run clockwise."""
    side, along = divmod(place, SIZE)
    if side == 0:
        return tuple((row, along) for row in range(SIZE))
    if side == 1:
        return tuple((along, SIZE - 1 - step) for step in range(SIZE))
    if side == 2:
        return tuple((SIZE - 1 - row, SIZE - 1 - along) for row in range(SIZE))
    return tuple((SIZE - 1 - along, col) for col in range(SIZE))


def in_one_corner(water: frozenset[Square]) -> bool:
    """Three squares, a corner among them, joined edge to edge."""
    corners = [square for square in water if set(square) <= {0, SIZE - 1}]
    if len(water) != WATER_SQUARES or len(corners) != 1:
        return False
    reached = set(corners)
    for _ in water:
        reached |= {a for a in water for b in reached if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
    return reached == water


def line(place: int, water: frozenset[Square]) -> tuple[Square, ...]:
    """The building squares seen from a card position, nearest first."""
    return tuple(square for square in whole_line(place) if square not in water)
