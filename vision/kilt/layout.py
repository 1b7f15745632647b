"""Where things lie on a Kilt Castle table: squares, card positions, the sides of the board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.sample import Window

SIZE = 5
POSITIONS = 20
DEPTHS = 5
BOARD = 0.30  # metres; everything else is measured against it
# Far, right, near, left: unit vectors outward and, a quarter turn to the left of it, sideways.
OUTWARD = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))

Square = tuple[int, int]
SQUARES: tuple[Square, ...] = tuple((r, c) for r in range(SIZE) for c in range(SIZE))


def sideways(side: int) -> tuple[float, float]:
    """The direction a quarter turn to the left of outward."""
    x, y = OUTWARD[side]
    return (-y, x)


def line_square(position: int) -> Square:
    """The square of the board's rim next to a card position."""
    side, index = divmod(position, SIZE)
    return ((0, index), (index, 4), (4, 4 - index), (4 - index, 0))[side]


@dataclass(frozen=True)
class Layout:
    """The measures of one owner's box, in metres."""

    pitch: tuple[float, float] = (0.055, 0.055)
    origin: tuple[float, float] = (0.0, 0.0)
    floor_radius: float = 0.014
    floor_height: float = 0.015
    card_start: float = 0.005  # board edge to the near end of the first card
    card_length: float = 0.068
    card_width: float = 0.045
    card_pitch: float = 0.070

    def centre(self, square: Square) -> NDArray[np.float64]:
        """The middle of a square on the board."""
        row, column = square
        return np.array(
            [
                self.origin[0] + (column - 2) * self.pitch[0],
                self.origin[1] + (2 - row) * self.pitch[1],
            ]
        )

    def card_centre(self, position: int, depth: int) -> NDArray[np.float64]:
        """The middle of a card in a row."""
        side = position // SIZE
        out = np.array(OUTWARD[side])
        across = np.array(sideways(side))
        distance = BOARD / 2 + self.card_start + self.card_length / 2 + depth * self.card_pitch
        return np.asarray(out * distance + across * (self.centre(line_square(position)) @ across))


def board_window(step: float, z: float, margin: float = 0.0) -> Window:
    """The board seen from above at height z, far side on top."""
    half = BOARD / 2 + margin
    count = round(2 * half / step)
    return Window((-half, half, z), (1.0, 0.0), (0.0, -1.0), count, count, step)
