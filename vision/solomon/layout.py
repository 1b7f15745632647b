"""Where things lie on a table of König Salomons Schatzkammer, measured against its 6 x 6 grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.solomon.pieces import FULL, SIZE, SQUARES, TILES, Square
from vision.geometry import View
from vision.sample import Window

BOARD = 0.192  # metres across the grid; everything else is measured against it
PITCH = BOARD / SIZE
# The part of a shaft's mouth in which a tile is looked at: its rim and the walls stay outside.
FACE = 0.74 * PITCH
SAMPLES = 24
STEP = FACE / SAMPLES
# What no wall stands on, at the least.
MOUTH = 0.90 * PITCH
# What is static about the tray: its rim, as far out as any tray's rim reaches.
MARGIN = 0.07 * BOARD
# A tile's height until a box is taught, and the depth of the table under the tops of the walls.
TILE_HEIGHT = 0.0030
TABLE = -(FULL * TILE_HEIGHT + 0.0007)

EMPTY = ""
KINDS: tuple[str, ...] = TILES[1:]
SLOTS = range(6)  # places of cards: 0 to 2 on the right from far to near, 3 to 5 on the left


def centre(square: Square) -> NDArray[np.float64]:
    """The middle of a shaft; row 0 lies at the entrance, on the near side."""
    row, column = divmod(square, SIZE)
    middle = (SIZE - 1) / 2
    return np.array([(middle - column) * PITCH, (row - middle) * PITCH])


def as_rules(row: int, column: int) -> Square:
    """A square by row and column as read from the near side, where row 5 lies at the entrance."""
    return (SIZE - 1 - row) * SIZE + SIZE - 1 - column


def level(height: int) -> float:
    """How high the top of a shaft with so many tiles is; the tops of the walls are 0."""
    return (height - FULL) * TILE_HEIGHT - 0.0007


def face_window(square: Square, height: int, reach: int) -> Window:
    """A shaft's top with room for shifts, far side up."""
    count = SAMPLES + 2 * reach
    half = count * STEP / 2
    x, y = centre(square)
    corner = (float(x - half), float(y + half), level(height))
    return Window(corner, (1.0, 0.0), (0.0, -1.0), count, count, STEP)


def seen_past_walls(view: View, square: Square, height: int) -> NDArray[np.bool_]:
    """Which samples of a shaft's top the walls round it do not hide from the camera."""
    points = face_window(square, height, 0).points()
    way = view.centre - points
    mouth = points + way * (-points[:, 2:] / way[:, 2:])
    return np.asarray(np.abs(mouth[:, :2] - centre(square)).max(axis=1) < MOUTH / 2)


def tray_window(step: float) -> Window:
    """The tray with its rim from above, far side up."""
    half = BOARD / 2 + MARGIN
    count = round(2 * half / step)
    return Window((-half, half, 0.0), (1.0, 0.0), (0.0, -1.0), count, count, step)


def rim(window: Window) -> NDArray[np.bool_]:
    """Which samples of a tray window show the rim, not the shafts."""
    places = np.abs(window.points()[:, :2]).max(axis=1)
    return (places > BOARD / 2 * 1.015).reshape(window.rows, window.columns)


__all__ = [
    "BOARD",
    "EMPTY",
    "FACE",
    "FULL",
    "KINDS",
    "MARGIN",
    "PITCH",
    "SAMPLES",
    "SIZE",
    "SLOTS",
    "SQUARES",
    "STEP",
    "TABLE",
    "TILE_HEIGHT",
    "Square",
    "as_rules",
    "centre",
    "face_window",
    "level",
    "rim",
    "seen_past_walls",
    "tray_window",
]
