"""The table of Schloss der 7 Schlösser as it is looked at: windows of samples from above."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import Maps, Picture, Window, maps_for, take, to_log
from vision.seven_locks.table import BOARD, FAR, LEFT, RIGHT

Array = NDArray[np.float32]
Floats = NDArray[np.float64]
Spot = tuple[float, float]

CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
STEP = 0.002  # metres a sample
BLOWN = 250  # of 255 in all colours: as bright as can be
SPARSE = 4  # samples
COLUMNS, ROWS = round((RIGHT - LEFT) / STEP), round(2 * FAR / STEP)


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


@cache
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


def board_look(board: Picture, window: Window) -> Array:
    """The taught board in logarithms of light, at the samples of a window upon it."""
    size = (window.columns, window.rows)
    return to_log(np.asarray(cv2.resize(board, size, interpolation=cv2.INTER_AREA), np.uint8))


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


def court_cells(at: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Columns and rows of places (N, 2) in the picture of the court."""
    cells = (COURT + at * (1, -1)) / STEP
    return cells[:, 0].astype(np.int64), cells[:, 1].astype(np.int64)


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


def weighed(values: Array, kernels: Array) -> Array:
    """Small kernels (N, high, wide) laid on everywhere they fit in a part of the table: for each
    its sums in each colour, (N, rows, columns, 3).
    """
    count, high, wide = kernels.shape
    along = np.lib.stride_tricks.sliding_window_view(values, wide, axis=1)
    lines = along.reshape(-1, wide) @ kernels.transpose(2, 1, 0).reshape(wide, -1)
    lines = lines.reshape(len(values), -1, high, count)  # every line of a kernel on every row
    rows = len(values) - high + 1
    sums = lines[:rows, :, 0].copy()
    for line in range(1, high):
        sums += lines[line : line + rows, :, line]
    return np.asarray(sums.reshape(rows, -1, 3, count).transpose(3, 0, 1, 2), np.float32)
