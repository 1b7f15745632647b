"""What towers hide from the camera: now, and the squares they will hide when they grow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import Square
from vision.geometry import View
from vision.kilt.table import Sizes

Array = NDArray[np.float64]
# The squares hidden by a square that is built so high, or has a roof there.
Hides = Callable[[Square, int], frozenset[Square]]

# A square of which more than this share is hidden cannot be trusted.
SHARE = 0.05
# How far a tower's corners reach, in radii of a floor.
WIDE = 1.1
# A roof juts out and is higher than a floor.
ROOF_WIDE, ROOF_HEIGHT = 1.4, 1.5
RING = [(0.0, 0.0)] + [(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 8, endpoint=False)]


@dataclass(frozen=True)
class Places:
    """Level places of points: their middles (places, 2), heights, offsets of the points from there
    (places or 1, points, 2), and the squares they belong to, whose towers hide nothing of them.
    """

    middles: Array
    levels: Array
    offsets: Array
    own: Sequence[Square | None]

    @cached_property
    def reach(self) -> float:
        """How far points lie off the middles at most."""
        return float(np.hypot(self.offsets[..., 0], self.offsets[..., 1]).max())


def hidden(
    view: View,
    layout: Sizes,
    heights: Mapping[Square, int],
    roofs: Collection[Square],
    places: Places,
) -> NDArray[np.bool_]:
    """Which points of places (places, points) are hidden by towers of these heights."""
    found = np.zeros((len(places.own), places.offsets.shape[1]), bool)
    towers = [square for square, height in heights.items() if height]
    if not towers or not len(found):
        return found
    feet = np.array([layout.centre(s) for s in towers])
    roofed = np.array([s in roofs for s in towers])
    tops = (np.array([heights[s] for s in towers]) + ROOF_HEIGHT * roofed) * layout.floor_height
    radius = np.where(roofed, ROOF_WIDE, WIDE) * layout.floor_radius
    camera, level = view.centre, places.levels[:, None]
    leave = np.clip((tops - level) / (camera[2] - level), 0, 1)  # (places, towers)
    near = _past(places.middles[:, None], feet, camera, leave) < (radius + places.reach) ** 2
    near &= leave > 0
    number: dict[Square | None, int] = {square: n for n, square in enumerate(towers)}
    own = np.array([number.get(square, len(towers)) for square in places.own])
    near &= own[:, None] != np.arange(len(towers))
    at, tower = np.nonzero(near)
    if len(at):
        offsets = np.broadcast_to(places.offsets, (*found.shape, 2))[at]
        points = places.middles[at][:, None] + offsets
        past = _past(points, feet[tower][:, None], camera, leave[at, tower][:, None])
        first = np.flatnonzero(np.diff(at, prepend=-1))
        hit = past < (radius[tower] ** 2)[:, None]
        found[at[first]] = np.logical_or.reduceat(hit, first, axis=0)
    return found


def _past(points: Array, towers: Array, camera: Array, leave: Array) -> Array:
    """How closely sight passes towers, on its way from points to where it leaves their height.

    Squared, in metres.
    """
    x, y = points[..., 0], points[..., 1]
    to_x, to_y = towers[..., 0] - x, towers[..., 1] - y
    way_x, way_y = camera[0] - x, camera[1] - y
    along = (to_x * way_x + to_y * way_y) / (way_x * way_x + way_y * way_y)
    along = np.minimum(np.maximum(along, 0), leave)
    return np.asarray((to_x - along * way_x) ** 2 + (to_y - along * way_y) ** 2)


def hiding(view: View, layout: Sizes, heights: Mapping[Square, int]) -> Hides:
    """What towers of these heights hide when they grow; reckoned only for those asked about."""
    squares = list(heights)
    middles = np.array([layout.centre(s) for s in squares])
    tops = np.array([heights[s] for s in squares]) * layout.floor_height
    points = middles[:, None] + np.array(RING) * layout.floor_radius * 0.75
    camera = view.centre

    @cache
    def hidden_by(square: Square, height: int) -> frozenset[Square]:
        if height <= heights[square]:
            return frozenset()
        # How far along its ray each point's line of sight leaves the height of the tower.
        grown = (height + 0.5) * layout.floor_height
        leave = np.clip((grown - tops) / (camera[2] - tops), 0, 1)[:, None]
        gap = _past(points, np.array(layout.centre(square)), camera, leave)
        hit = gap < (WIDE * layout.floor_radius) ** 2
        share = (hit & (leave > 0)).mean(axis=1)
        return frozenset(s for s, n in zip(squares, share, strict=True) if n > SHARE) - {square}

    return hidden_by
