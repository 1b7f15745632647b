"""A sheet that lies a little aside from where a view has it: paper bends, taps and lenses err.

What was taught and what is seen are laid over each other piece by piece; the way from one to the
other is smooth, and whoever looks for a place on the sheet then goes that way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import Patch, Window

Array = NDArray[np.float64]

# Pieces of the sheet that are laid over each other (samples), and how far apart they are.
PIECE, APART = 80, 40
# How alike two pieces must be, how far apart (samples) they may lie, and how many it takes.
ALIKE, FARTHEST, LEAST = 0.25, 6.0, 20
# Print beyond this (log light) counts no more: what lies on the sheet is to count little.
CONTRAST = 0.5
# Pieces that lie this much farther off than most of them are something else (samples).
ASTRAY, ROUNDS = 0.8, 3
SPARSE = 3  # every so many samples tell how light a piece is
MIDDLE = (-(-PIECE // SPARSE)) ** 2 // 2

Print = tuple[tuple[float, float], NDArray[np.float32]]  # the middle of a piece, and what is on it


@dataclass(frozen=True)
class BentView(View):
    """A view of a sheet whose places all lie a little aside."""

    bend: Array  # metres aside for each power of x and y up to the third, (10, 2)
    half: tuple[float, float]  # beyond the sheet it is as at its edge

    def pixels(self, points: Array) -> Array:
        """Places on the sheet (3, N) to pixels (2, N)."""
        aside = (_terms(points[:2].T, self.half) @ self.bend).T
        return super().pixels(points + np.pad(aside, ((0, 1), (0, 0))))

    def on_plane(self, pixels: Array, z: float = 0.0) -> Array:
        """Pixels (N, 2) to places on the sheet at height z, (N, 3)."""
        seen = super().on_plane(pixels, z)
        found = seen.copy()
        for _ in range(2):
            found[:, :2] = seen[:, :2] - _terms(found[:, :2], self.half) @ self.bend
        return found


def bent(
    view: View, half: tuple[float, float], now: Patch, taught: Sequence[Print], window: Window
) -> View:
    """The view with what is printed where it was taught; `now` is the window."""
    found = [
        (*middle, *off)
        for middle, off, alike in _aside(now, taught)
        if alike > ALIKE and np.hypot(*off) < FARTHEST
    ]
    if len(found) < LEAST:
        return view
    rows = np.array(found)
    left, far = window.corner[:2]
    places = np.stack([left + rows[:, 0] * window.step, far - rows[:, 1] * window.step], axis=1)
    off = rows[:, 2:] * (window.step, -window.step)
    terms, kept = _terms(places, half), np.ones(len(places), bool)
    bend: Array = np.zeros((terms.shape[1], 2))
    for _ in range(ROUNDS):
        bend = np.asarray(np.linalg.lstsq(terms[kept], off[kept], rcond=None)[0], np.float64)
        wrong = np.linalg.norm(terms @ bend - off, axis=1)
        kept = wrong < ASTRAY * window.step + np.median(wrong)
        if kept.sum() < LEAST:
            return view
    known = {each.name: getattr(view, each.name) for each in fields(View)}
    return BentView(**known, bend=bend, half=half)


def _terms(places: Array, half: tuple[float, float]) -> Array:
    x, y = np.clip(places, np.negative(half), half).T
    xx, yy = x * x, y * y
    powers = (np.ones_like(x), y, yy, yy * y, x, x * y, x * yy, xx, xx * y, xx * x)
    return np.stack(powers, axis=1)


def _aside(
    now: Patch, taught: Sequence[Print]
) -> Iterator[tuple[tuple[float, float], tuple[float, float], float]]:
    """Pieces of the sheet: their middle, how far aside they lie (samples), how alike they are."""
    soft = cv2.createHanningWindow((PIECE, PIECE), cv2.CV_32F)
    for (middle, one), (_, other) in zip(taught, prints(now), strict=True):
        off, alike = cv2.phaseCorrelate(one, other, soft)
        yield middle, (off[0], off[1]), float(alike)


def prints(sheet: Patch) -> list[Print]:
    """What is printed on the pieces of a sheet."""
    rows, columns = sheet.shape[:2]
    grey = cv2.transform(sheet, np.full((1, 3), 1 / 3, np.float32))
    found = []
    for top in range(0, rows - PIECE + 1, APART):
        for left in range(0, columns - PIECE + 1, APART):
            part = grey[top : top + PIECE, left : left + PIECE]
            light = np.partition(part[::SPARSE, ::SPARSE].ravel(), MIDDLE)[MIDDLE]
            clear = np.clip(part - light, -CONTRAST, CONTRAST)
            found.append(((left + PIECE / 2, top + PIECE / 2), clear))
    return found
