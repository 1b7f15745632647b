"""Burg Appenzell: the rooms, a box fact. Every fault of a layout is named at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rules.appenzell.pieces import (
    FIELDS,
    INSIDE,
    ROOF_NAMES,
    ROOFS,
    ROOMS,
    SIZE,
    TOWERS,
    Layout,
    Room,
)
from rules.values import Json, Ruling

# Roofs laid on by kind and by the way they lie tell every room: of two or three in a row that lie
# the same way it is clear where one ends.
STAGES = ("copper", "thatched-across", "thatched-away", "tiled-across", "tiled-away")


def field_to_json(field: int) -> list[Json]:
    return [field // SIZE, field % SIZE]


def fields_to_json(fields: Iterable[int]) -> list[Json]:
    return [field_to_json(field) for field in fields]


def layout_to_json(rooms: Layout) -> list[Json]:
    return [fields_to_json(room) for room in rooms]


def ordered(rooms: Iterable[Iterable[int]]) -> Layout:
    """A layout in its one order, by the first field of each room."""
    return tuple(sorted(tuple(sorted(room)) for room in rooms))


def stage_of(room: Room) -> str:
    """With which roofs a room is covered, where they are laid on by `STAGES`."""
    name = ROOF_NAMES[len(room)]
    if name in STAGES:
        return name
    return f"{name}-{'across' if room[1] - room[0] == 1 else 'away'}"


def layout_faults(rooms: Sequence[Room]) -> tuple[Ruling, ...]:
    """Everything that keeps these rooms from being the ones of a board."""
    return tuple(_faults(rooms))


def _faults(rooms: Sequence[Room]) -> Iterator[Ruling]:
    if len(rooms) != ROOMS:
        yield Ruling("appenzell.layout-count", {"count": len(rooms), "right": ROOMS})
    for room in rooms:
        if not well_shaped(room):
            yield Ruling("appenzell.layout-shape", {"fields": fields_to_json(room)})
    yield from _inventory(rooms)
    used = Counter(field for room in rooms for field in room)
    outside = sorted(field for field in used if field not in INSIDE)
    if outside:
        yield Ruling("appenzell.layout-outside", {"fields": fields_to_json(outside)})
    twice = sorted(field for field, times in used.items() if times > 1)
    if twice:
        yield Ruling("appenzell.layout-overlap", {"fields": fields_to_json(twice)})
    missing = [field for field in INSIDE if field not in used]
    if missing:
        yield Ruling("appenzell.layout-gap", {"fields": fields_to_json(missing)})


def _inventory(rooms: Sequence[Room]) -> Iterator[Ruling]:
    """The roofs of the box must do for the rooms: 11 of two fields, 5 of three, 2 of four."""
    found = Counter(len(room) for room in rooms if well_shaped(room))
    for size, right in ROOFS.items():
        if found[size] != right:
            facts: dict[str, Json] = {"size": size, "count": found[size], "right": right}
            yield Ruling("appenzell.layout-roofs", facts)


def well_shaped(room: Room) -> bool:
    """Whether a roof fits: two or three fields in a line, or a square of four."""
    if len(set(room)) != len(room) or len(room) not in ROOFS:
        return False
    rows = {field // SIZE for field in room}
    cols = {field % SIZE for field in room}
    height, width = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
    if any(field not in FIELDS for field in room) or height * width != len(room):
        return False
    return height == width if len(room) == 4 else 1 in (height, width)


def turned(rooms: Layout) -> Layout:
    """The same board a quarter turn further."""
    return ordered([at_turned(field) for field in room] for room in rooms)


def at_turned(field: int) -> int:
    row, col = divmod(field, SIZE)
    return col * SIZE + SIZE - 1 - row


def same_side(one: Layout, other: Layout) -> bool:
    """Whether two layouts are one side of the board, however it is turned."""
    for _ in range(len(TOWERS)):
        if one == other:
            return True
        other = turned(other)
    return False
