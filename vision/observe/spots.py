"""Where a table looks different from one position to another, as bodies a camera sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from vision.observe.table import Box, Expected, Fact, Key, Place, Point, Scene, Table, Zone


@dataclass(frozen=True, eq=False)
class Spot:
    """A place that changes: the corners of what lies or lay there, and what words call it."""

    fact: Fact | None
    corners: NDArray[np.float64]  # (N, 3), in metres of the board's frame


def spots(table: Table, scenes: Sequence[Scene]) -> tuple[Spot, ...]:
    """Where these scenes of one table differ: at its places, else in its zones.

    What words call the same is one spot.
    """
    places = (key for key in table.by_key if len({scene.shown.get(key) for scene in scenes}) > 1)
    found = [_at_place(table.by_key[key], scenes) for key in places]
    found = found or [_in_zone(table.by_zone[key]) for key in _zones(scenes)]
    called: dict[object, list[Spot]] = {}
    for number, spot in enumerate(found):
        called.setdefault(number if spot.fact is None else spot.fact, []).append(spot)
    return tuple(
        Spot(same[0].fact, np.vstack([s.corners for s in same])) for same in called.values()
    )


def _at_place(place: Place, scenes: Sequence[Scene]) -> Spot:
    """From the lowest to the highest face the scenes show there."""
    heights = [scene.shown[place.key][1] for scene in scenes if place.key in scene.shown]
    box = Box(*place.size)
    return Spot(place.fact, _body(place.at, place.turn, box.corners(), heights))


def _in_zone(zone: Zone) -> Spot:
    return Spot(zone.fact, _body(zone.at, zone.turn, zone.outline.corners(), [zone.z]))


def _zones(scenes: Sequence[Scene]) -> list[Key]:
    """Zones in which other things lie loose."""
    first, *others = [frozenset(scene.loose) for scene in scenes]
    changed: set[Expected] = set().union(*(first ^ other for other in others))
    return list(dict.fromkeys(sorted((each.zone for each in changed), key=repr)))


def _body(
    at: Point, turn: float, outline: Sequence[Point], heights: Sequence[float]
) -> NDArray[np.float64]:
    c, s = cos(turn), sin(turn)
    levels = dict.fromkeys((min(heights), max(heights)))
    return np.array(
        [(at[0] + c * x - s * y, at[1] + s * x + c * y, z) for x, y in outline for z in levels]
    )
