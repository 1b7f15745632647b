"""Where things lie on a table of Burg Appenzell, measured against the outer edge of its box."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.appenzell.pieces import (
    FIELDS,
    HIGH,
    HOLES,
    INSIDE,
    LINES,
    SIZE,
    SLOTS,
    TILE_NAMES,
    TOWERS,
    Field,
)
from vision.sample import Window

BOARD = 0.27  # metres between the box's outer corners; everything else is measured against it
# Labels of fields beside the tiles' names and the mice's colours.
ROOF, HIGH_FIELD, TOWER = "roof", "high", "tower"
PAIR = "+"  # between the colours of two mice on one field
# What is looked at of a field: a disc inside its hole, in shares of the pitch.
FACE, DISC = 0.76, 0.36
SAMPLES = 20
# Heights in shares of the pitch: tiles under the grid, high fields, the middle and the ridge of
# roofs, a mouse; and how deep the table lies under the grid.
TILE_LEVEL, HIGH_LEVEL, ROOF_LEVEL, RIDGE, MOUSE = -0.12, 0.10, 0.35, 0.58, 0.40
TABLE_LEVEL = -0.85
MOUSE_RADIUS, TOWER_RADIUS = 0.28, 0.46
# How far beyond the box spare tiles and cheeses are looked for (metres).
AROUND = 0.13


@dataclass(frozen=True)
class Measures:
    """The measures of one owner's box, in metres where the box is `BOARD` wide."""

    pitch: float = 0.034
    tower: float = 0.065

    @property
    def grid(self) -> float:
        return SIZE * self.pitch

    @property
    def step(self) -> float:
        return FACE * self.pitch / SAMPLES

    def centre(self, at: Field) -> NDArray[np.float64]:
        """The middle of a field; row 0 lies on the far side."""
        row, column = divmod(at, SIZE)
        middle = (SIZE - 1) / 2
        return np.array([(column - middle) * self.pitch, (middle - row) * self.pitch])

    def level(self, at: Field) -> float:
        """How high a mouse stands on a field."""
        if at in TOWERS:
            return self.tower
        return self.pitch * (HIGH_LEVEL if at in HIGH else TILE_LEVEL)

    def exit(self, slot: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where a tile falls out that is pushed by a slot: the box's edge there, and which way."""
        last, inner = (self.centre(at) for at in LINES[slot][:-3:-1])
        way = (last - inner) / self.pitch
        return np.asarray(last * (1 - np.abs(way)) + way * BOARD / 2), np.asarray(way)

    def mouth(self, slot: int) -> NDArray[np.float64]:
        """The middle of the box's edge at a slot."""
        first, second = (self.centre(at) for at in LINES[slot][:2])
        out = (first - second) / self.pitch
        along = first * (1 - np.abs(out))
        return np.asarray(along + out * BOARD / 2)


def field_window(measures: Measures, at: Field, reach: int) -> Window:
    """A field with room for shifts, far side up, as high as a mouse would stand."""
    return square_window(measures, measures.centre(at), measures.level(at), reach)


def square_window(measures: Measures, middle: NDArray[np.float64], z: float, reach: int) -> Window:
    """As much as is looked at of a field, about any place."""
    count = SAMPLES + 2 * reach
    half = count * measures.step / 2
    corner = (float(middle[0] - half), float(middle[1] + half), z)
    return Window(corner, (1.0, 0.0), (0.0, -1.0), count, count, measures.step)


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


def rim(window: Window, measures: Measures) -> NDArray[np.bool_]:
    """Which samples of a box window show its rim, away from the towers."""
    places = np.abs(window.points()[:, :2])
    outer, inner = places.max(axis=1), places.min(axis=1)
    shown = (outer > measures.grid / 2 * 1.02) & (outer < BOARD / 2 * 0.97)
    return (shown & (inner < measures.grid / 2 * 0.62)).reshape(window.rows, window.columns)


__all__ = [
    "AROUND",
    "BOARD",
    "DISC_COLUMNS",
    "DISC_ROWS",
    "FIELDS",
    "HIGH",
    "HIGH_FIELD",
    "HOLES",
    "INSIDE",
    "LINES",
    "PAIR",
    "ROOF",
    "SAMPLES",
    "SIZE",
    "SLOTS",
    "TILE_NAMES",
    "TOWER",
    "TOWERS",
    "Field",
    "Measures",
    "box_window",
    "disc_mask",
    "field_window",
    "rim",
    "square_window",
]
