"""The fields and the box of Burg Appenzell as they are looked at: windows of samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.appenzell.pieces import Field
from vision.appenzell.table import BOARD, Sizes
from vision.observe.table import Point
from vision.sample import Window

# What is looked at of a field: a disc inside its hole, in shares of the pitch.
FACE, DISC = 0.76, 0.36
SAMPLES = 20


def step_of(sizes: Sizes) -> float:
    """Metres a sample of a field."""
    return FACE * sizes.pitch / SAMPLES


def field_window(sizes: Sizes, at: Field, reach: int) -> Window:
    """A field with room for shifts, far side up, as high as a mouse would stand."""
    return square_window(sizes, sizes.centre(at), sizes.level(at), reach)


def square_window(sizes: Sizes, middle: Point, z: float, reach: int) -> Window:
    """As much as is looked at of a field, about any place."""
    count = SAMPLES + 2 * reach
    half = count * step_of(sizes) / 2
    corner = (middle[0] - half, middle[1] + half, z)
    return Window(corner, (1.0, 0.0), (0.0, -1.0), count, count, step_of(sizes))


def disc_mask() -> NDArray[np.bool_]:
    """Which samples of a field's face lie inside its hole."""
    place = (np.arange(SAMPLES) + 0.5) / SAMPLES * FACE - FACE / 2
    return np.asarray(np.hypot(place[:, None], place[None]) <= DISC)


# Every other sample will do, as on a chess board.
DISC_ROWS, DISC_COLUMNS = np.nonzero(
    disc_mask() & (np.indices((SAMPLES,) * 2).sum(axis=0) % 2 == 0)
)


def box_window(step: float, margin: float = 0.0, z: float = 0.0) -> Window:
    """The box from above, far side up."""
    half = BOARD / 2 + margin
    count = round(2 * half / step)
    return Window((-half, half, z), (1.0, 0.0), (0.0, -1.0), count, count, step)


def rim(window: Window, sizes: Sizes) -> NDArray[np.bool_]:
    """Which samples of a box window show its rim, away from the towers."""
    places = np.abs(window.points()[:, :2])
    outer, inner = places.max(axis=1), places.min(axis=1)
    shown = (outer > sizes.grid / 2 * 1.02) & (outer < BOARD / 2 * 0.97)
    return (shown & (inner < sizes.grid / 2 * 0.62)).reshape(window.rows, window.columns)
