"""Whose floor is it? The clan's colour shows at the rim, round whatever the middle shows."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.likeness import GLARE_COST, GLARES, rounded_white, shone_on

Array = NDArray[np.float32]

# Where the rim is, in shares of a floor's radius: beyond what is printed, out to the corners.
INNER, OUTER = 0.66, 0.95
# How far a sample may be off the colour of a clan, in colour and in brightness (log units).
TINT_SPREAD = 0.2
BRIGHT_SPREAD = 0.6
# How much the share of fitting samples says; a few may always fit by chance.
WEIGHT = 6.0
CHANCE = 0.05


def colour_axes(tint: float, bright: float) -> Array:
    """Axes along which a colour may be off by about one: two of tint, one of brightness."""
    tints = np.array([[1, -1, 0], [1, 1, -2]]) / np.array([[2], [6]]) ** 0.5 / tint
    return np.concatenate([tints, np.full((1, 3), 1 / 3 / bright)]).astype(np.float32)


class Rims:
    """The taught colours of the clans, looked for in the rims of tops."""

    def __init__(self, colours: Mapping[str, Array], side: int, radius: float) -> None:
        self.names = list(colours)
        self._plain = np.stack([colours[name] for name in self.names])
        self._axes = colour_axes(TINT_SPREAD, BRIGHT_SPREAD)
        self._shone: dict[tuple[float, ...], Array] = {}
        ys, xs = np.mgrid[0:side, 0:side] - (side - 1) / 2
        distance = np.hypot(xs, ys) / radius
        self.ring = (distance >= INNER) & (distance <= OUTER)

    def _clans(self, white: Array) -> Array:
        """The clans' colours under every glare, in a picture with this white (axes, looks)."""
        key = rounded_white(white)
        if key not in self._shone:
            shone = shone_on(self._plain, np.array(key, np.float32))
            self._shone = {key: (self._axes @ shone.reshape(-1, 3).T).astype(np.float32)}
        return self._shone[key]

    def fit(self, patches: Array, white: Array) -> Array:
        """How well the rim of each patch (side, side, 3) fits every clan under every glare."""
        ring = patches[:, self.ring]
        x = self._axes @ ring.reshape(-1, 3).T  # (axes, samples of all patches)
        clans = self._clans(white)
        off = [(value - shone[:, None]) ** 2 for value, shone in zip(x, clans, strict=True)]
        fits = np.exp(-0.5 * (off[0] + off[1] + off[2])).reshape(-1, *ring.shape[:2])
        found = fits.mean(axis=2).T.reshape(len(patches), len(GLARES), -1)
        value = WEIGHT * np.log(found + CHANCE) - GLARE_COST[None, :, None] / 2
        return np.asarray(value, np.float32)

    def score(self, fit: Array) -> list[dict[str, float]]:
        """For each patch how well its rim fits every clan, 0 for the best."""
        best = fit.max(axis=1)
        best -= best.max(axis=1, keepdims=True)
        return [dict(zip(self.names, map(float, row), strict=True)) for row in best]

    def glares(self, fit: Array) -> dict[str, Array]:
        """For every clan how likely each glare is on each patch, 0 for the likeliest."""
        fit = fit - fit.max(axis=1, keepdims=True)
        return {name: fit[:, :, n] for n, name in enumerate(self.names)}
