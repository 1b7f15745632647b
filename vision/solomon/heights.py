"""How high King Solomon's shafts are filled, by where their top tiles appear.

A tile that lies lower shows shifted towards the camera. It has some play in its shaft, so that one
tile more or less is told only where the camera looks at a slant; several are told almost anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from rules.solomon.pieces import FULL, Square
from vision.geometry import View
from vision.solomon.table import SIZES

# How far a tile usually lies off the middle of its shaft, at the least (metres).
LEAST_PLAY = 0.0004
# Nothing about a height is surer than this (log likelihood): a tile may lie askew.
SUREST = 8.0
# A shaft is low if its top is this many times the usual play off, and so many tiles' worth.
CLEARLY_OFF, CLEARLY_LOW = 4.5, 0.7

Place = NDArray[np.float64]


class Heights:
    """What the places of top tiles in one picture say; `looked` is how high they were looked at."""

    def __init__(
        self,
        view: View,
        offsets: Mapping[Square, tuple[float, float]],
        looked: Mapping[Square, int],
    ) -> None:
        self._looked = looked
        self._squares = [square for square in offsets if looked[square]]
        places = np.array([offsets[square] for square in self._squares]).reshape(-1, 2)
        # What all tiles have in common is how exactly the tray was found.
        common = np.median(places, axis=0) if len(places) else np.zeros(2)
        self._off = dict(zip(self._squares, places - common, strict=True))
        spread = 1.48 * float(np.median(np.abs(places - common))) if len(places) else 0.0
        self.play = max(LEAST_PLAY, spread)
        self._slant = {square: slant(view, square) for square in self._squares}

    def fits(self, square: Square) -> dict[int, float]:
        """Log likelihood of every height of a shaft, 0 for the best; nothing if it was empty."""
        if square not in self._off:
            return {}
        values = {}
        for height in range(1, FULL + 1):
            lower = self._looked[square] - height
            rest = self._off[square] - lower * self._slant[square]
            values[height] = max(-0.5 * float(rest @ rest) / self.play**2, -100.0)
        best = max(values.values())
        return {height: max(value - best, -SUREST) for height, value in values.items()}

    def low(self) -> list[Square]:
        """Shafts that clearly hold fewer tiles than they were looked for."""
        found = []
        for square in self._squares:
            slant = self._slant[square]
            size = float(np.hypot(*slant))
            along = float(self._off[square] @ slant) / max(size, 1e-6)
            if along > CLEARLY_OFF * self.play and along > CLEARLY_LOW * size:
                found.append(square)
        return found


def slant(view: View, square: Square) -> Place:
    """How far a tile appears shifted for every tile that is missing under it."""
    way = view.centre[:2] - SIZES.centre(square)
    return np.asarray(way / view.centre[2] * SIZES.tile_height, np.float64)
