"""Where things lie on a table of Schloss der 7 Schlösser, measured against its round board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.seven_locks.pieces import COATS, KEYS, PLACES
from vision.geometry import View
from vision.sample import Maps, Picture, Window, maps_for, take, to_log

Array = NDArray[np.float32]
Floats = NDArray[np.float64]
Spot = tuple[float, float]

BOARD = 0.30  # metres across the board; everything else is measured against it
CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
# The table as far as pieces lie, seen from straight above.
LEFT, RIGHT, FAR = -0.42, 0.48, 0.32
STEP = 0.002
BLOWN = 250  # of 255 in all colours: as bright as can be
SPARSE = 4  # samples
COLUMNS, ROWS = round((RIGHT - LEFT) / STEP), round(2 * FAR / STEP)


def spot(far: float, place: int) -> Spot:
    """A point in the direction of a place; place 0 lies on the far side, then clockwise."""
    angle = 2 * np.pi * place / PLACES
    return float(far * np.sin(angle)), float(far * np.cos(angle))


@dataclass(frozen=True)
class Tops:
    """Where towers seem to end by one view: how far from the middle, how high, how far aside.

    A view that was found from the flat board alone is not exact that high above it: tops may seem
    farther out than the towers' feet are, and all of them aside.
    """

    ring: float
    height: float
    lean: Spot = (0.0, 0.0)

    def at(self, place: int) -> Spot:
        """The middle of a tower's top."""
        x, y = spot(self.ring, place)
        return x + self.lean[0], y + self.lean[1]


SPREADS = (1.0, 0.95, 1.05, 1.1, 1.15)  # how much farther out tops may seem than feet
LEANS = (-0.02, -0.01, 0.0, 0.01, 0.02)  # and how far aside, metres
SPREAD_COST, LEAN_COST = 0.4, 2.0  # what that takes off how well they fit; the second a metre
WELL = 0.6  # tops that fit better than this are looked for no further


def best_tops(fit: Callable[[Tops], float], ring: float, heights: Floats) -> tuple[Tops, float]:
    """The tops that fit best of those there may be on a ring; aside only if they must."""

    @cache
    def worth(tops: Tops) -> float:
        return fit(tops) - _strange(tops, ring)

    straight = [Tops(ring * spread, float(h)) for spread in SPREADS for h in heights]
    best = max(straight, key=worth)
    if worth(best) < WELL:
        some = heights[:: max(1, len(heights) // FEW_HEIGHTS)]
        aside = [Tops(ring, float(h), (x, y)) for h in some for x in LEANS for y in LEANS]
        likely = sorted({best, *aside}, key=worth, reverse=True)[:STARTS]
        best = max((_climbed(each, worth) for each in likely), key=worth)
    return best, worth(best)


def _climbed(tops: Tops, worth: Callable[[Tops], float]) -> Tops:
    """Tops moved step by step as long as they fit better."""
    for step in CLIMB:
        moved = True
        while moved:
            x, y = tops.lean
            tried = [
                *(replace(tops, ring=tops.ring + far) for far in (step, -step)),
                *(replace(tops, height=tops.height + 2 * far) for far in (step, -step)),
                *(replace(tops, lean=(x + far, y)) for far in (step, -step)),
                *(replace(tops, lean=(x, y + far)) for far in (step, -step)),
            ]
            better = max(tried, key=worth)
            moved = worth(better) > worth(tops)
            tops = better if moved else tops
    return tops


FEW_HEIGHTS, STARTS = 10, 6
CLIMB = (0.004, 0.002, 0.001)  # metres


def _strange(tops: Tops, ring: float) -> float:
    """What it takes off how well tops fit that they seem to be elsewhere than above the feet."""
    return SPREAD_COST * abs(tops.ring / ring - 1) + LEAN_COST * float(np.hypot(*tops.lean))


def plane_window(z: float = 0.0) -> Window:
    """The whole table from above, far side up."""
    return Window((LEFT, FAR, z), (1.0, 0.0), (0.0, -1.0), COLUMNS, ROWS, STEP)


def table_maps(view: View, z: float = 0.0) -> Maps:
    """Where the whole table lies in the picture: every few samples exactly, those between evenly.

    A knock of the camera makes another view, and the table must be read no later for it.
    """
    columns, rows = COLUMNS // SPARSE + 2, ROWS // SPARSE + 2
    first = ((0.5 - 0.5 * SPARSE) * STEP) * np.array([1.0, -1.0]) + (LEFT, FAR)
    coarse = Window((*first, z), (1.0, 0.0), (0.0, -1.0), columns, rows, SPARSE * STEP)
    known = maps_for(view, coarse)
    at = np.meshgrid(np.arange(COLUMNS) / SPARSE, np.arange(ROWS) / SPARSE)
    column, row = (each.astype(np.float32) for each in at)
    x, y = (cv2.remap(each, column, row, cv2.INTER_LINEAR) for each in (known.x, known.y))
    inside = (x >= 0.5) & (x <= view.width - 1.5) & (y >= 0.5) & (y <= view.height - 1.5)
    return Maps(np.asarray(x, np.float32), np.asarray(y, np.float32), inside)


def cell(at: Spot) -> tuple[int, int]:
    """Column and row of a place in the picture of the table."""
    return int((at[0] - LEFT) / STEP), int((FAR - at[1]) / STEP)


def place_of(column: float, row: float) -> Spot:
    """The place of a column and row."""
    return float(LEFT + (column + 0.5) * STEP), float(FAR - (row + 0.5) * STEP)


def grid() -> Floats:
    """Places of all samples of the table, (rows, columns, 2)."""
    points = plane_window().points()[:, :2]
    return points.reshape(ROWS, COLUMNS, 2)


@dataclass(frozen=True)
class Flat:
    """The table from above in logarithms of light, what lies inside the picture, what is blown."""

    values: Array
    inside: NDArray[np.bool_]
    blown: NDArray[np.bool_]


def flatten(picture: Picture, maps: Maps, gain: float = 1.0) -> Flat:
    """The table from above."""
    raw = cv2.remap(picture, maps.x, maps.y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    flat = np.asarray(raw, np.uint8)
    blown = cv2.inRange(flat, (BLOWN,) * 3, (255,) * 3)
    return Flat(to_log(flat, gain), maps.inside, np.asarray(blown > 0))


def board_window(step: float) -> Window:
    """The board from above, far side up."""
    count = round(BOARD / step)
    return Window((-BOARD / 2, BOARD / 2, 0.0), (1.0, 0.0), (0.0, -1.0), count, count, step)


def patch_window(at: Spot, z: float, half: float, samples: int, turn: float = 0.0) -> Window:
    """A square of the level plane at a height, turned about its middle."""
    c, s = float(np.cos(turn)), float(np.sin(turn))
    across, down = (c, s), (s, -c)
    x = at[0] - half * (across[0] + down[0])
    y = at[1] - half * (across[1] + down[1])
    return Window((x, y, z), across, down, samples, samples, 2 * half / samples)


def patch(
    picture: Picture, view: View, at: Spot, z: float, half: float, samples: int, turn: float = 0.0
) -> Picture:
    """What a picture shows in such a square."""
    return take(picture, maps_for(view, patch_window(at, z, half, samples, turn)))


COURT = 0.082  # half of a square around all places where the keymaster stands


def court_window(z: float) -> Window:
    """The middle of the board from above."""
    count = round(2 * COURT / STEP)
    return Window((-COURT, COURT, z), (1.0, 0.0), (0.0, -1.0), count, count, STEP)


def court_cell(at: Spot) -> tuple[int, int]:
    """Column and row of a place in the picture of the court."""
    return int((at[0] + COURT) / STEP), int((COURT - at[1]) / STEP)


def disc(radius: float, hole: float = 0.0) -> Array:
    """A kernel that averages over a disc, or over a ring around a hole."""
    reach = int(np.ceil(radius / STEP))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] * STEP
    far = np.hypot(x, y)
    kernel = ((far <= radius) & (far >= hole)).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)


def averaged(values: Array, kernel: Array) -> Array:
    """The mean of the surroundings of every sample, as the kernel weighs them."""
    return np.asarray(
        cv2.filter2D(values, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE), np.float32
    )


__all__ = [
    "BOARD",
    "COATS",
    "COLUMNS",
    "CORNERS",
    "FAR",
    "KEYS",
    "LEFT",
    "PLACES",
    "RIGHT",
    "ROWS",
    "STEP",
    "Array",
    "Flat",
    "Floats",
    "Spot",
    "Tops",
    "averaged",
    "best_tops",
    "board_window",
    "cell",
    "court_cell",
    "court_window",
    "disc",
    "flatten",
    "grid",
    "patch",
    "patch_window",
    "place_of",
    "plane_window",
    "spot",
    "table_maps",
]
