"""Teaching Kilt Castle: where the squares are, from where the labelled floors were found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import Square
from vision.errors import TeachingError
from vision.kilt.lesson import Lesson, Places
from vision.kilt.profile import board_window
from vision.kilt.table import BOARD, Sizes
from vision.sample import Patch, maps_for, take, to_log

CHANGE_STEP = 0.00125
# Metres a floor may lie off the middle of its square when it is taught.
ASKEW = 0.010


def fitted_grid(layout: Sizes, floors: Lesson, board: Lesson) -> tuple[Sizes, Places]:
    """Fit the pitch and middle of the squares to where the labelled floors were found."""
    change = _rectified(floors, 0.0, CHANGE_STEP) - _rectified(board, 0.0, CHANGE_STEP)
    change = _beyond_shade(change - np.median(change, axis=(0, 1)))
    low = [s for s, tower in floors.floors.items() if len(tower) == 1 and s not in floors.roofs]
    bare = [s for s, tower in floors.floors.items() if not tower]
    layout = _roughly(layout, np.minimum(change, 1.5), low, bare)
    middles = np.array([layout.centre(s) for s in low])
    spots = _spots(cv2.GaussianBlur(change, (0, 0), 1.0) > 0.6, middles, layout.pitch[0])
    depth = np.asarray(cv2.distanceTransform(spots, cv2.DIST_L2, 5) * CHANGE_STEP)
    camera, height = floors.view.centre, layout.floor_height * 0.8
    for _ in range(3):
        peaks = np.array([_peak(depth, layout, square) for square in low])
        found = _foot_points(peaks[:, :2], camera, height)
        whole = _alike(peaks[:, 2])
        layout = _fitted(layout, np.array(low)[whole], found[whole])
    radius = float(min(np.median(peaks[whole, 2]), layout.pitch[0] * 0.42))
    seen = _seen_points(np.array([layout.centre(s) for s in low]), camera, height)
    places = _foot_points(_outlined(spots, seen, radius), camera, height)
    return replace(layout, floor_radius=radius), dict(zip(low, places, strict=True))


def _alike(sizes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Spots of the size that most have, the larger if in doubt: a floor may show only in part."""
    near = np.abs(sizes[None] / sizes[:, None] - 1) < 0.25
    return near[max(range(len(sizes)), key=lambda n: (near[n].sum(), sizes[n]))]


def _beyond_shade(change: Patch) -> Patch:
    """How much colour changed; a shadow darkens all channels alike and counts little."""
    level = change.mean(axis=2, keepdims=True)
    return np.asarray(1.2 * np.abs(change - level).sum(axis=2) + 0.3 * np.abs(level[..., 0]))


def _spots(
    mask: NDArray[np.bool_], middles: NDArray[np.float64], pitch: float
) -> NDArray[np.uint8]:
    """Where something changed that is as large as a floor.

    A crest may look like the board: a hole in the middle of a square that bears a floor is floor.
    """
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, names, stats, centres = cv2.connectedComponentsWithStats(1 - opened, connectivity=4)
    x = (centres[:, 0] + 0.5) * CHANGE_STEP - BOARD / 2
    y = BOARD / 2 - (centres[:, 1] + 0.5) * CHANGE_STEP
    apart = np.hypot(x[:, None] - middles[:, 0], y[:, None] - middles[:, 1]).min(axis=1)
    small = stats[:, cv2.CC_STAT_AREA] * CHANGE_STEP**2 < 0.024**2
    filled = np.isin(names, np.flatnonzero(small & (apart < 0.4 * pitch))) | (opened > 0)
    return filled.astype(np.uint8)


def _outlined(
    spots: NDArray[np.uint8], near: NDArray[np.float64], radius: float
) -> NDArray[np.float64]:
    """Where a disc as large as a floor fits its spot best, near each of these places.

    What is printed in its middle does not matter, nor does a tower that hides the next square.
    """
    size = int(1.5 * radius / CHANGE_STEP)
    ys, xs = np.mgrid[-size : size + 1, -size : size + 1]
    far = np.hypot(xs, ys) * CHANGE_STEP / radius
    inner, outer = (far > 0.6) & (far <= 1), (far > 1.15) & (far <= 1.45)
    kernel = inner / inner.sum() - outer / outer.sum()
    fit = np.asarray(cv2.filter2D(spots.astype(np.float32), -1, kernel.astype(np.float32)))
    steps = np.arange(-ASKEW, ASKEW + 1e-9, CHANGE_STEP)
    tries = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    value = _at(fit, near[:, None] + tries) - 0.1 * (np.hypot(*tries.T) / ASKEW) ** 2
    core = value > value.max(axis=1, keepdims=True) - 0.02
    return near + (core[..., None] * tries).sum(axis=1) / core.sum(axis=1)[:, None]


def _at(field: NDArray[Any], places: NDArray[np.float64]) -> NDArray[Any]:
    """A field over the board, at board-frame places (..., 2)."""
    rows = np.clip((BOARD / 2 - places[..., 1]) / CHANGE_STEP, 0, field.shape[0] - 1)
    columns = np.clip((places[..., 0] + BOARD / 2) / CHANGE_STEP, 0, field.shape[1] - 1)
    return np.asarray(field[rows.astype(int), columns.astype(int)])


def _roughly(layout: Sizes, change: Patch, low: list[Square], bare: list[Square]) -> Sizes:
    """The grid that has most change on the squares with floors and least on the bare ones."""
    size = 2 * round(0.010 / CHANGE_STEP) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.float32)
    spread = np.asarray(cv2.filter2D(change, -1, kernel / kernel.sum()))
    wanted = np.array([1.0] * len(low) + [-1.0] * len(bare))
    best, found = -np.inf, layout
    offsets = np.arange(-6, 6.1, 2) / 1000
    for pitch in np.arange(0.040, 0.0601, 0.001):
        for x in offsets:
            for y in offsets:
                tried = replace(layout, pitch=(float(pitch),) * 2, origin=(float(x), float(y)))
                places = np.array([tried.centre(s) for s in [*low, *bare]])
                value = float((_at(spread, places) * wanted).sum()) - 40 * abs(x) - 40 * abs(y)
                if value > best:
                    best, found = value, tried
    return found


def _peak(depth: NDArray[np.float32], layout: Sizes, square: Square) -> tuple[float, float, float]:
    """The middle and the inner radius of the spot on a square."""
    reach = np.arange(-0.4, 0.41, 0.04) * layout.pitch[0]
    tries = layout.centre(square) + np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 2)
    values = _at(depth, tries)
    if values.max() <= 0.003:
        raise TeachingError(f"no floor was found on square {square}: check the four corners")
    core = values > 0.85 * values.max()
    middle = tries[core].mean(axis=0)
    return float(middle[0]), float(middle[1]), float(values.max())


def _seen_points(
    places: NDArray[np.float64], camera: NDArray[np.float64], height: float
) -> NDArray[np.float64]:
    """Where things of some height appear on the board's plane that stand at these places."""
    shrink = (camera[2] - height) / camera[2]
    return np.asarray(camera[:2] + (places - camera[:2]) / shrink)


def _foot_points(
    places: NDArray[np.float64], camera: NDArray[np.float64], height: float
) -> NDArray[np.float64]:
    """Where things of some height stand that appear at these places of the board's plane."""
    shrink = (camera[2] - height) / camera[2]
    return np.asarray(camera[:2] + (places - camera[:2]) * shrink)


def _fitted(layout: Sizes, squares: NDArray[np.int64], found: NDArray[np.float64]) -> Sizes:
    """The grid through places found for squares; one pitch for both directions."""
    if len(squares) < 4:
        raise TeachingError("too few floors were found on their squares: check the four corners")
    index = np.stack([squares[:, 1] - 2, 2 - squares[:, 0]], axis=1).astype(np.float64)
    middle, place = index - index.mean(axis=0), found - found.mean(axis=0)
    pitch = float((middle * place).sum() / (middle * middle).sum())
    origin = np.median(found - index * pitch, axis=0)
    return replace(layout, pitch=(pitch, pitch), origin=(float(origin[0]), float(origin[1])))


def _rectified(one: Lesson, z: float, step: float, margin: float = 0.0) -> Patch:
    window = board_window(step, z, margin)
    return to_log(take(one.soft, maps_for(one.view, window)))
