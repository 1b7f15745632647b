"""Burg Appenzell: the events, and their JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias, get_args

from rules.appenzell.layout import ordered
from rules.appenzell.pieces import (
    COLOURS,
    FORMS,
    KINDS,
    OUTSIDE,
    ROOMS,
    SHADES,
    SIZE,
    SLOTS,
    SPARE,
    TILE_NAMES,
    Field,
    Layout,
    Look,
    Tile,
)
from rules.codec import Called, Codec, NullToo, Then, below, cell, named, one_of, writer
from rules.errors import BadJson
from rules.values import Json

MOST_ROOMS = 60  # a claim of more is nonsense, not a layout with faults


def _in_its_order(rooms: Layout) -> Layout:
    if len(rooms) > MOST_ROOMS or any(len(room) > MOST_ROOMS for room in rooms):
        raise BadJson("names more rooms or fields than any castle has")
    return ordered(rooms)


Rooms: TypeAlias = Annotated[Layout, Then(_in_its_order)]
RoomNumber: TypeAlias = Annotated[int, below(ROOMS)]
Before: TypeAlias = Annotated[Field, cell(SIZE, outside=OUTSIDE)]
NamedTile: TypeAlias = Annotated[Tile, named(TILE_NAMES, "tile")]
Colours: TypeAlias = tuple[Annotated[str, one_of(COLOURS, "colour")], ...]
Form: TypeAlias = Annotated[str, one_of(FORMS, "form")]
Shade: TypeAlias = Annotated[str, one_of(SHADES, "colour")]
Looks: TypeAlias = tuple[tuple[Form, Shade], ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """The castle before the first mouse: its rooms, who starts, which mice each seat has.

    `looks` says what the seven cheeses look like; empty when the device knows, or nobody minds.
    """

    rooms: Rooms
    start: int
    colours: Colours
    looks: Annotated[Looks, Called("cheeses"), NullToo()] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A seat puts its first mouse into a tower, before the first turn."""

    seat: int
    tower: Field


@dataclass(frozen=True, slots=True)
class Uncover:
    """A seat lifts the roof of a room; what lies there is told by `Reveal`."""

    seat: int
    room: RoomNumber


@dataclass(frozen=True, slots=True)
class Run:
    """A mouse goes to a field: a step, or over other mice; `OUTSIDE` is before the towers."""

    seat: int
    source: Annotated[Before, Called("from")]
    to: Before


@dataclass(frozen=True, slots=True)
class Slide:
    """A seat pushes the spare tile into a slot."""

    seat: int
    slot: Annotated[int, below(len(SLOTS))]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Somebody tells which tile lies open on a field, or as the spare one."""

    field: Annotated[Field, cell(SIZE, spare=SPARE)]
    tile: NamedTile


@dataclass(frozen=True, slots=True)
class Take:
    """A seat takes a collecting tile; changes nothing when the books have it already."""

    seat: int
    kind: Annotated[Tile, named(TILE_NAMES[:KINDS], "cheese"), Called("cheese")]


@dataclass(frozen=True, slots=True)
class Cover:
    """A roof is put back on a room."""

    room: RoomNumber


@dataclass(frozen=True, slots=True)
class EndTurn:
    """A seat is done; the empty rooms are covered."""

    seat: int


Event: TypeAlias = SetUp | Place | Uncover | Run | Slide | Reveal | Take | Cover | EndTurn

TILE_NUMBERS = {name: number for number, name in enumerate(TILE_NAMES)}

EVENTS: Codec[Event] = Codec(get_args(Event))
event_to_json, event_from_json = EVENTS.write, EVENTS.read

tile_to_json: Callable[[Tile], str | None] = writer(NamedTile)
looks_to_json: Callable[[tuple[Look, ...]], list[Json]] = writer(Looks)
place_to_json = writer(Annotated[Field, cell(SIZE, outside=OUTSIDE, spare=SPARE)])
