"""Burg Appenzell: where mice can run, what lies open and untold, what is owed and to whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from rules.appenzell.pieces import (
    CHEESES,
    HOLES,
    KINDS,
    OUTSIDE,
    STEPS,
    SUPPLY,
    TRAP,
    UNKNOWN,
    Field,
    Tile,
)
from rules.appenzell.position import Setting


class Table(Protocol):
    """A position, or one in the making."""

    @property
    def setting(self) -> Setting: ...
    @property
    def tiles(self) -> tuple[Tile, ...]: ...
    @property
    def spare(self) -> Tile: ...
    @property
    def roofs(self) -> int: ...
    @property
    def mice(self) -> tuple[tuple[Field, ...], ...]: ...
    @property
    def cheeses(self) -> tuple[int, ...]: ...


def shut(table: Table, place: Field) -> bool:
    """Whether a roof lies over a field."""
    room = table.setting.room_of[place]
    return room >= 0 and bool(table.roofs >> room & 1)


def reach(table: Table, source: Field, most: int = len(HOLES)) -> dict[Field, int]:
    """Every field next to a mouse or beyond mice in a chain, with the actions it takes.

    Whether the mouse may end there is not asked; it jumps only over mice, and never through a
    tower but from outside.
    """
    taken = {place for each in table.mice for place in each}
    costs: dict[Field, int] = {}
    frontier, cost = [source], 1
    while frontier and cost <= most:
        ahead = []
        for place in frontier:
            for step in STEPS[place]:
                if step not in costs and step != source:
                    costs[step] = cost
                    if step in taken and not shut(table, step):
                        ahead.append(step)
        frontier, cost = ahead, cost + 1
    return costs


def runs(table: Table, source: Field, most: int) -> list[tuple[Field, int]]:
    """The fields a mouse may run to with so many actions: open, free and no known trap."""
    if source != OUTSIDE and shut(table, source):
        return []
    taken = {place for each in table.mice for place in each}
    tiles, roofs, room_of = table.tiles, table.roofs, table.setting.room_of
    found, frontier, met = [], [source], {source}
    for cost in range(1, most + 1):
        ahead = []
        for place in frontier:
            for step in STEPS[place]:
                room = room_of[step]
                if step in met or (room >= 0 and roofs >> room & 1):
                    continue
                met.add(step)
                if step in taken:
                    ahead.append(step)
                elif tiles[step] != TRAP:
                    found.append((step, cost))
        if not ahead:
            break
        frontier = ahead
    return found


def open_holes(table: Table) -> Iterator[Field]:
    """The holes under no roof."""
    roofs = table.roofs
    for room, holes in enumerate(table.setting.holes):
        if not roofs >> room & 1:
            yield from holes


def untold(table: Table) -> list[Field]:
    """The open fields whose tile nobody has told."""
    tiles, roofs = table.tiles, table.roofs
    return [
        place
        for room, holes in enumerate(table.setting.holes)
        if not roofs >> room & 1
        for place in holes
        if tiles[place] == UNKNOWN
    ]


def untold_mice(table: Table) -> list[Field]:
    """The fields with a mouse on a tile nobody has told: a trap or a cheese may count there."""
    tiles = table.tiles
    return [
        place
        for each in table.mice
        for place in each
        if tiles[place] == UNKNOWN and not shut(table, place)
    ]


def visible(table: Table) -> list[int]:
    """How many tiles of each kind lie open or beside the castle."""
    counts = [0] * len(SUPPLY)
    for place in open_holes(table):
        if table.tiles[place] < UNKNOWN:
            counts[table.tiles[place]] += 1
    if table.spare < UNKNOWN:
        counts[table.spare] += 1
    return counts


def known(table: Table, tile: Tile) -> int:
    """How many tiles of a kind the device knows of, also under roofs."""
    return table.tiles.count(tile) + (table.spare == tile)


def earned(table: Table, seat: int) -> list[Tile]:
    """The kinds a seat has two mice on and has not collected yet."""
    once = twice = 0
    for place in table.mice[seat]:
        tile = table.tiles[place]
        if tile < KINDS and not shut(table, place):
            twice |= once & 1 << tile
            once |= 1 << tile
    twice &= ~table.cheeses[seat]
    return [kind for kind in CHEESES if twice >> kind & 1] if twice else []


def empty_rooms(table: Table) -> list[int]:
    """The open rooms without a mouse, which get their roof at the end of a turn."""
    room_of = table.setting.room_of
    held = {room_of[place] for each in table.mice for place in each}
    return [
        room
        for room in range(len(table.setting.rooms))
        if not table.roofs >> room & 1 and room not in held
    ]


def liftable(table: Table, seat: int) -> int:
    """The roofs a seat's mice touch, as bits."""
    touch, found = table.setting.touch, 0
    for place in table.mice[seat]:
        found |= touch[place]
    return found & table.roofs
