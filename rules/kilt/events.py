"""Kilt Castle: the events, and their JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias, get_args

from rules.codec import Codec, below, listed, reader, sparse, writer
from rules.kilt.pieces import CARDS, MOST_CRESTS, POSITIONS, Card, Colour, Square
from rules.values import Json

Place: TypeAlias = Annotated[int, below(POSITIONS)]
# Cards are shared: what is read is one of `CARDS`.
LaidCard: TypeAlias = Annotated[Card, listed(Card, lambda board, away: CARDS[board][away])]
Row: TypeAlias = tuple[LaidCard, ...]
Rows: TypeAlias = Annotated[tuple[Row, ...], sparse(Row, POSITIONS)]


@dataclass(frozen=True, slots=True)
class SetUp:
    """The table before the first turn; `start` None means: as the lone card says."""

    rows: Rows
    water: frozenset[Square]
    colours: tuple[tuple[Colour, ...], ...]
    start: int | None = None

    @classmethod
    def laid(
        cls,
        rows: Mapping[int, Iterable[Card]],
        water: Iterable[Square],
        colours: Iterable[Iterable[Colour]],
        start: int | None = None,
    ) -> SetUp:
        """A set-up from the positions that hold cards, cards from the board outward."""
        every = tuple(tuple(rows.get(place, ())) for place in range(POSITIONS))
        return cls(every, frozenset(water), tuple(tuple(each) for each in colours), start)


@dataclass(frozen=True, slots=True)
class Move:
    """A card put to another position, as it lies afterwards; `depth` None is outermost."""

    card: LaidCard
    to: Place
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """A floor put on a square; `crests` None when its top was not seen."""

    colour: Colour
    crests: Annotated[int, below(MOST_CRESTS + 1)] | None
    square: Square


@dataclass(frozen=True, slots=True)
class Roof:
    """A roof put on a tower, from another tower or (None) from beside the board."""

    square: Square
    source: Square | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """Players tell that one paid another; changes nothing when it is what was due."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class DucatDayPaid:
    """Players tell what each seat took on a ducat day; changes nothing when right."""

    amounts: tuple[int, ...]


Event: TypeAlias = SetUp | Move | Build | Roof | Paid | DucatDayPaid

EVENTS: Codec[Event] = Codec(get_args(Event))
event_to_json, event_from_json = EVENTS.write, EVENTS.read

card_to_json, square_to_json, rows_to_json = writer(LaidCard), writer(Square), writer(Rows)
read_water: Callable[[Json], frozenset[Square]] = reader(frozenset[Square], "water")
