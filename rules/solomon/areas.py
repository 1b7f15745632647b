"""König Salomons Schatzkammer: which areas may be dug, and what is wrong with others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rules.solomon.events import squares_to_json
from rules.solomon.pieces import (
    CARD_SQUARES,
    NEIGHBOURS,
    SQUARES,
    Area,
    Magic,
    Shape,
    connected,
    flipped,
    placements,
    shape_of,
    turns,
)
from rules.solomon.position import Position
from rules.solomon.solver import cheapest, shifts_to_json
from rules.values import Json, Ruling


def area_faults(
    position: Position, card: int, area: Area, objects: tuple[Magic, ...]
) -> Iterator[Ruling]:
    """Everything that forbids digging an area with a card and magic objects."""
    shape = position.shapes[card]
    facts: dict[str, Json] = {"card": card, "squares": squares_to_json(area)}
    empty = tuple(square for square in area if not position.stacks[square])
    if empty:
        yield Ruling("solomon.empty-shaft", {"squares": squares_to_json(empty)})
    sizes = CARD_SQUARES if shape is None else range(len(shape), len(shape) + 1)
    if len(area) not in sizes:
        limits: dict[str, Json] = {"count": len(area), "least": sizes[0], "most": sizes[-1]}
        yield Ruling("solomon.area-size", facts | limits)
    elif Magic.SEAL in objects:
        if not connected(area):
            yield Ruling("solomon.not-connected", facts)
    elif shape is not None:
        yield from _figure(shape, area, objects, facts)
    if shape is None:
        yield Ruling("solomon.shape-unknown", {"card": card})
    if Magic.AXE not in objects and not empty:
        yield from _levels(position, area)


def _figure(
    shape: Shape, area: Area, objects: tuple[Magic, ...], facts: dict[str, Json]
) -> Iterator[Ruling]:
    figure = shape_of(area)
    allowed = turns(shape) if Magic.MIRROR in objects else (shape,)
    if figure in allowed:
        return
    if figure in turns(shape):
        yield Ruling("solomon.shape-turned", facts)
    elif figure in turns(flipped(shape)):
        yield Ruling("solomon.shape-flipped", facts)
    else:
        yield Ruling("solomon.shape", facts)


def _levels(position: Position, area: Area) -> Iterator[Ruling]:
    heights = position.heights
    levels = [heights[square] for square in area]
    if len(set(levels)) == 1:
        return
    facts: dict[str, Json] = {"squares": squares_to_json(area), "levels": list(levels)}
    plan = cheapest(heights, area, position.setting.beginners)
    if plan is None:
        yield Ruling("solomon.levels", facts)
    else:
        facts |= {"cost": len(plan), "steps": shifts_to_json(plan)}
        yield Ruling("solomon.levels-shift", facts)


# --- what may be dug now -----------------------------------------------------------------


@lru_cache(maxsize=256)
def figures(shape: Shape, mirror: bool) -> tuple[Area, ...]:
    """Every area a card fits, also turned."""
    kinds = turns(shape) if mirror else (shape,)
    return tuple(area for each in kinds for area in placements(each))


def level_areas(heights: tuple[int, ...], areas: Iterable[Area]) -> list[Area]:
    """Those without an empty shaft and on one level."""
    found = []
    for area in areas:
        level = heights[area[0]]
        if level:
            for square in area:
                if heights[square] != level:
                    break
            else:
                found.append(area)
    return found


def filled_areas(heights: tuple[int, ...], areas: Iterable[Area]) -> list[Area]:
    """Those without an empty shaft."""
    return [area for area in areas if all(heights[square] for square in area)]


def grown_areas(heights: tuple[int, ...], count: int, level: bool) -> list[Area]:
    """Free areas for the seal: one from each square, grown around it ring by ring."""
    found: dict[Area, None] = {}
    for start in SQUARES:
        if not heights[start]:
            continue
        area, at = [start], 0
        while len(area) < count and at < len(area):
            for square in NEIGHBOURS[area[at]]:
                fits = heights[square] == heights[start] if level else heights[square]
                if fits and square not in area and len(area) < count:
                    area.append(square)
            at += 1
        if len(area) == count:
            found[tuple(sorted(area))] = None
    return list(found)


def areas_for(position: Position, seat: int, objects: tuple[Magic, ...] = ()) -> list[Area]:
    """Areas a seat may dig now; with the seal a choice of them, since they are many."""
    shape, heights = position.shape(seat), position.heights
    if shape is None:
        return []
    if Magic.SEAL in objects:
        return grown_areas(heights, len(shape), Magic.AXE not in objects)
    areas = figures(shape, Magic.MIRROR in objects)
    return (filled_areas if Magic.AXE in objects else level_areas)(heights, areas)
