"""Where the squares lie on the sheet, in metres: middle of the sheet, x right, y away."""

from __future__ import annotations

import numpy as np

from rules.tictactoe import COINS, Square
from vision.sample import Window

BOARD = 0.20  # side of the sheet
PITCH = 0.045  # side of a square
STEP = 0.0015  # between two samples, both where a coin is looked for and of the whole sheet
EMPTY = "empty"  # the label of a square without a coin
LABELS = (EMPTY, *map(str, COINS))
CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)


def centre(square: Square) -> tuple[float, float]:
    """Middle of a square."""
    row, column = square
    return (column - 1) * PITCH, (1 - row) * PITCH


def named(square: Square) -> str:
    """A square as labels of pictures name it: row and column."""
    return "{},{}".format(*square)


def sheet(step: float = STEP) -> Window:
    """The whole sheet from above."""
    half, count = BOARD / 2, round(BOARD / step)
    return Window((-half, half, 0.0), (1.0, 0.0), (0.0, -1.0), count, count, step)


def inside(square: Square) -> tuple[slice, slice]:
    """The samples of the sheet that lie in a square, its lines left out."""
    x, y = centre(square)
    middle, half = (BOARD / 2 - y, BOARD / 2 + x), 0.9 * PITCH / 2
    rows, columns = (slice(round((at - half) / STEP), round((at + half) / STEP)) for at in middle)
    return rows, columns
