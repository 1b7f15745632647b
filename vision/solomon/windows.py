"""The parts of a tray that are looked at, as windows of samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.solomon.pieces import Square
from vision.geometry import View
from vision.sample import Window
from vision.solomon.table import SIZES

SAMPLES = 24  # across a tile
STEP = SIZES.tile / SAMPLES


def face_window(square: Square, height: int, reach: int) -> Window:
    """A shaft's top with room for shifts, far side up."""
    count = SAMPLES + 2 * reach
    half = count * STEP / 2
    x, y = SIZES.centre(square)
    corner = (x - half, y + half, SIZES.level(height))
    return Window(corner, (1.0, 0.0), (0.0, -1.0), count, count, STEP)


def seen_past_walls(view: View, square: Square, height: int) -> NDArray[np.bool_]:
    """Which samples of a shaft's top the walls round it do not hide from the camera."""
    points = face_window(square, height, 0).points()
    way = view.centre - points
    mouth = points + way * (-points[:, 2:] / way[:, 2:])
    off = np.abs(mouth[:, :2] - SIZES.centre(square)).max(axis=1)
    return np.asarray(off < (SIZES.pitch - SIZES.wall) / 2)


def tray_window(step: float) -> Window:
    """The tray with its rim from above, far side up."""
    half = SIZES.grid / 2 + SIZES.rim
    count = round(2 * half / step)
    return Window((-half, half, 0.0), (1.0, 0.0), (0.0, -1.0), count, count, step)


def rim(window: Window) -> NDArray[np.bool_]:
    """Which samples of a tray window show the rim, not the shafts."""
    places = np.abs(window.points()[:, :2]).max(axis=1)
    return (places > SIZES.grid / 2 * 1.015).reshape(window.rows, window.columns)
