"""König Salomons Schatzkammer: the events, and their JSON.

Where something may be untold, JSON says so with 0 (a card) or "?" (a tile), never with null:
in a claim null means that nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias, get_args

from rules.codec import (
    Codec,
    NullToo,
    Then,
    below,
    in_order,
    once_in_order,
    writer,
)
from rules.errors import BadJson
from rules.solomon.pieces import ARROWS, SIZE, Area, Magic, Square, Tile
from rules.values import Json

UNSEEN = 0  # a card that lies face down, its number untold
Line: TypeAlias = Annotated[int, below(SIZE)]
Cells: TypeAlias = Annotated[tuple[tuple[Line, Line], ...], Then(once_in_order)]
Pile: TypeAlias = Annotated[tuple[Tile, ...], Then(in_order)]
Treasures: TypeAlias = tuple[int, int, int, int, int]
NO_TREASURES: Treasures = (0, 0, 0, 0, 0)


def _in_box_order(objects: tuple[Magic, ...]) -> tuple[Magic, ...]:
    return tuple(magic for magic in Magic if magic in objects)


@dataclass(frozen=True, slots=True)
class SetUp:
    """The mine is filled, coins and cards are dealt; `tops` are the open tiles, if told."""

    tops: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Hold:
    """A player tells his own phone which cards he holds."""

    seat: int
    cards: Annotated[tuple[int, ...], Then(in_order)]


@dataclass(frozen=True, slots=True)
class Choose:
    """A card laid face down; `card` is `UNSEEN` when its number is not told."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Show:
    """The number of a card that was turned up."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class DrawShape:
    """The squares of a card as it is read, and which way its arrow points then."""

    card: int
    cells: Cells
    arrow: Annotated[int, below(len(ARROWS))] = 0


@dataclass(frozen=True, slots=True)
class See:
    """Somebody tells what lies open on top of shafts."""

    squares: Area
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Shift:
    """A top tile put on top of another shaft."""

    seat: int
    source: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Mark:
    """The area a player is going to dig, shown to all before a tile is lifted."""

    seat: int
    squares: Annotated[Area, Then(once_in_order)]
    objects: Annotated[tuple[Magic, ...], Then(_in_box_order)] = ()


@dataclass(frozen=True, slots=True)
class Lift:
    """The tiles of the shown area taken, in the order of its squares."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """A player digs nothing this round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ward:
    """A player turns the curses of his dig away with the amulet."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pay:
    """Coins and treasures (by value 1 to 5) given, and what was taken back as change."""

    seat: int
    coins: int
    treasures: Annotated[Treasures, NullToo()] = NO_TREASURES
    change_coins: int = 0
    change_treasures: Annotated[Treasures, NullToo()] = NO_TREASURES


@dataclass(frozen=True, slots=True)
class Fail:
    """A player finds that he cannot pay."""

    seat: int


@dataclass(frozen=True, slots=True)
class Add:
    """Own tiles that a player who cannot pay adds to those to be dealt out."""

    seat: int
    tiles: Pile


@dataclass(frozen=True, slots=True)
class Got:
    """A player tells his own phone what tiles he was dealt face down."""

    seat: int
    tiles: Pile


@dataclass(frozen=True, slots=True)
class Count:
    """At the end: what tiles lie behind a screen that were never told."""

    seat: int
    tiles: Pile


@dataclass(frozen=True, slots=True)
class Total:
    """The points a player has counted for himself at the end; changes nothing."""

    seat: int
    points: int


Event: TypeAlias = (
    SetUp | Hold | Choose | Show | DrawShape | See | Shift | Mark | Lift | Pass | Ward | Pay
    | Fail | Add | Got | Count | Total
)  # fmt: skip


def _paired(event: See) -> See:
    """Squares and tiles in the order of the squares."""
    if len(event.squares) != len(event.tiles):
        squares, tiles = len(event.squares), len(event.tiles)
        raise BadJson(f"{squares} squares need as many tiles, not {tiles}")
    once_in_order(event.squares)
    pairs = sorted(zip(event.squares, event.tiles, strict=True))
    return See(tuple(square for square, _ in pairs), tuple(tile for _, tile in pairs))


EVENTS: Codec[Event] = Codec(get_args(Event), checks={See: _paired})
event_to_json, event_from_json = EVENTS.write, EVENTS.read

square_to_json = writer(Square)
squares_to_json: Callable[[Area], list[Json]] = writer(Area)
tiles_to_json: Callable[[tuple[Tile, ...]], list[Json]] = writer(tuple[Tile, ...])
