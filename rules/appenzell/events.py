"""Burg Appenzell: the events, and their JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.appenzell.layout import field_to_json, layout_to_json, ordered
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
from rules.errors import BadJson
from rules.json_fields import fields, items, whole
from rules.values import Json

MOST_ROOMS = 60  # a claim of more is nonsense, not a layout with faults


@dataclass(frozen=True, slots=True)
class SetUp:
    """The castle before the first mouse: its rooms, who starts, which mice each seat has.

    `looks` says what the seven cheeses look like; empty when the device knows, or nobody minds.
    """

    rooms: Layout
    start: int
    colours: tuple[str, ...]
    looks: tuple[Look, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A seat puts its first mouse into a tower, before the first turn."""

    seat: int
    tower: Field


@dataclass(frozen=True, slots=True)
class Uncover:
    """A seat lifts the roof of a room; what lies there is told by `Reveal`."""

    seat: int
    room: int


@dataclass(frozen=True, slots=True)
class Run:
    """A mouse goes to a field: a step, or over other mice; `OUTSIDE` is before the towers."""

    seat: int
    source: Field
    to: Field


@dataclass(frozen=True, slots=True)
class Slide:
    """A seat pushes the spare tile into a slot."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Somebody tells which tile lies open on a field, or as the spare one."""

    field: Field
    tile: Tile


@dataclass(frozen=True, slots=True)
class Take:
    """A seat takes a collecting tile; changes nothing when the books have it already."""

    seat: int
    kind: Tile


@dataclass(frozen=True, slots=True)
class Cover:
    """A roof is put back on a room."""

    room: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """A seat is done; the empty rooms are covered."""

    seat: int


Event: TypeAlias = SetUp | Place | Uncover | Run | Slide | Reveal | Take | Cover | EndTurn

TILE_NUMBERS = {name: number for number, name in enumerate(TILE_NAMES)}


def tile_to_json(tile: Tile) -> str | None:
    """The name of a tile, None for one nobody knows."""
    return TILE_NAMES[tile] if 0 <= tile < len(TILE_NAMES) else None


def tile_from_json(data: Json) -> Tile:
    tile = TILE_NUMBERS.get(data) if isinstance(data, str) else None
    if tile is None:
        raise BadJson(f"no tile is called {data!r}; use one of {list(TILE_NAMES)}")
    return tile


def field_from_json(data: Json) -> Field:
    row, col = items(data, "field", 2)
    return whole(row, "row", SIZE) * SIZE + whole(col, "column", SIZE)


def place_to_json(place: Field) -> Json:
    """A field, or where else a mouse or tile may be."""
    return {OUTSIDE: "outside", SPARE: "spare"}.get(place) or field_to_json(place)


def place_from_json(data: Json, other: str) -> Field:
    if data == other:
        return OUTSIDE if other == "outside" else SPARE
    return field_from_json(data)


def layout_from_json(data: Json) -> Layout:
    rooms = items(data, "rooms")
    if len(rooms) > MOST_ROOMS:
        raise BadJson(f"a castle has no {len(rooms)} rooms")
    each = (items(room, "room") for room in rooms)
    if any(len(room) > MOST_ROOMS for room in rooms if isinstance(room, list)):
        raise BadJson("a room has no such number of fields")
    return ordered([field_from_json(field) for field in room] for room in each)


def colours_from_json(data: Json) -> tuple[str, ...]:
    colours = items(data, "colours")
    for colour in colours:
        if colour not in COLOURS:
            raise BadJson(f"no mice are {colour!r}; use one of {list(COLOURS)}")
    return tuple(str(colour) for colour in colours)


def looks_to_json(looks: tuple[Look, ...]) -> list[Json]:
    return [[form, shade] for form, shade in looks]


def looks_from_json(data: Json) -> tuple[Look, ...]:
    """Forms and colours of the cheeses; nothing told is nothing known."""
    looks = []
    for each in items([] if data is None else data, "cheeses"):
        form, shade = items(each, "cheese", 2)
        if form not in FORMS or shade not in SHADES:
            raise BadJson(f"no cheese looks like {each!r}; use {list(FORMS)} and {list(SHADES)}")
        looks.append((str(form), str(shade)))
    return tuple(looks)


def event_to_json(event: Event) -> dict[str, Json]:
    """The event as plain data, `type` first."""
    match event:
        case SetUp():
            return _set_up_to_json(event)
        case Place(seat, tower):
            return {"type": "place", "seat": seat, "tower": field_to_json(tower)}
        case Uncover(seat, room):
            return {"type": "uncover", "seat": seat, "room": room}
        case Run(seat, source, to):
            way = {"from": place_to_json(source), "to": place_to_json(to)}
            return {"type": "run", "seat": seat, **way}
        case Slide(seat, slot):
            return {"type": "slide", "seat": seat, "slot": slot}
        case Reveal(field, tile):
            return {"type": "reveal", "field": place_to_json(field), "tile": tile_to_json(tile)}
        case Take(seat, kind):
            return {"type": "take", "seat": seat, "cheese": tile_to_json(kind)}
        case Cover(room):
            return {"type": "cover", "room": room}
        case EndTurn(seat):
            return {"type": "end_turn", "seat": seat}


def _set_up_to_json(event: SetUp) -> dict[str, Json]:
    return {
        "type": "set_up",
        "rooms": layout_to_json(event.rooms),
        "start": event.start,
        "colours": list(event.colours),
        "cheeses": looks_to_json(event.looks),
    }


def _seat(data: dict[str, Json]) -> int:
    return whole(data.get("seat"), "seat")


def _set_up(data: dict[str, Json]) -> SetUp:
    return SetUp(
        layout_from_json(data.get("rooms")),
        whole(data.get("start"), "start"),
        colours_from_json(data.get("colours")),
        looks_from_json(data.get("cheeses")),
    )


def _place(data: dict[str, Json]) -> Place:
    return Place(_seat(data), field_from_json(data.get("tower")))


def _uncover(data: dict[str, Json]) -> Uncover:
    return Uncover(_seat(data), whole(data.get("room"), "room", ROOMS))


def _run(data: dict[str, Json]) -> Run:
    source = place_from_json(data.get("from"), "outside")
    return Run(_seat(data), source, place_from_json(data.get("to"), "outside"))


def _slide(data: dict[str, Json]) -> Slide:
    return Slide(_seat(data), whole(data.get("slot"), "slot", len(SLOTS)))


def _reveal(data: dict[str, Json]) -> Reveal:
    return Reveal(place_from_json(data.get("field"), "spare"), tile_from_json(data.get("tile")))


def _take(data: dict[str, Json]) -> Take:
    kind = tile_from_json(data.get("cheese"))
    if kind >= KINDS:
        raise BadJson(f"{data.get('cheese')!r} is no cheese")
    return Take(_seat(data), kind)


def _cover(data: dict[str, Json]) -> Cover:
    return Cover(whole(data.get("room"), "room", ROOMS))


def _end_turn(data: dict[str, Json]) -> EndTurn:
    return EndTurn(_seat(data))


READERS: dict[str, Callable[[dict[str, Json]], Event]] = {
    "set_up": _set_up,
    "place": _place,
    "uncover": _uncover,
    "run": _run,
    "slide": _slide,
    "reveal": _reveal,
    "take": _take,
    "cover": _cover,
    "end_turn": _end_turn,
}


def event_from_json(data: Json) -> Event:
    """The event a piece of JSON describes; `BadJson` says what is wrong with it."""
    given = fields(data, "event")
    kind = given.get("type")
    reader = READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise BadJson(f"no event is called {kind!r}; use one of {list(READERS)}")
    return reader(given)
