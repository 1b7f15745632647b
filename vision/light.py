"""The light on the table: how the board looks now against how it looked when it was taught.

In logarithms of light a lamp, an exposure or a colour cast is a smooth field added to the taught
picture. It is fitted on what is known to be bare board, and taken off everything else.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.sample import DARK

Array = NDArray[np.float32]


def basis(places: NDArray[np.float64], half: float) -> NDArray[np.float64]:
    """Constant, slopes and curves over the board; beyond its rim the field stays level."""
    return np.stack(_terms(places, half), axis=-1)


def _terms(places: NDArray[np.float64], half: float) -> list[NDArray[np.float64]]:
    x, y = np.clip(places[..., 0] / half, -1, 1), np.clip(places[..., 1] / half, -1, 1)
    return [np.ones_like(x), x, y, x * x, x * y, y * y]


@dataclass(frozen=True)
class Light:
    """Coefficients of the field for each colour channel, over a board of this half width.

    `gain` is how much brighter the picture was made as a whole before logarithms were taken, so
    that a dim picture does not drown in the floor under them.
    """

    weights: NDArray[np.float64]
    half: float
    gain: float = 1.0

    def at(self, places: NDArray[np.float64]) -> Array:
        """The field at board-frame places (..., 2), for three channels."""
        return self.over(basis(places, self.half))

    def over(self, terms: NDArray[np.float64]) -> Array:
        """The same at places of which the basis is known."""
        return np.asarray(terms @ self.weights, dtype=np.float32)

    @property
    def white(self) -> Array:
        """What is as bright as a picture can show, once the light of the middle is taken off."""
        return np.asarray(np.log(self.gain + DARK) - self.at(np.zeros(2)), np.float32)


def fit_light(places: NDArray[np.float64], change: Array, half: float, gain: float = 1.0) -> Light:
    """Fit the field to changes of log light (N, 3) seen at places (N, 2), distrusting outliers."""
    # Places come last, so that every sum runs over whole lines of memory.
    terms = np.stack(_terms(places, half)).astype(np.float32)
    seen = np.ascontiguousarray(change.T, np.float32)
    ridge = np.diag([1e-3, 1, 1, 4, 4, 4]) * max(1.0, len(places) * 2e-3)
    weights = np.zeros((6, 3))
    weights[0] = np.median(seen, axis=1)
    for _ in range(4):
        rest = np.abs(seen - weights.T.astype(np.float32) @ terms).max(axis=0)
        scaled = terms / (1 + (rest / 0.25) ** 2)
        solved = np.linalg.solve(scaled @ terms.T + ridge, scaled @ seen.T)
        weights = np.asarray(solved, np.float64)
    return Light(weights, half, gain)
