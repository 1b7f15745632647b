"""How well samples fit taught looks: Gaussian likelihoods that forgive brightness and glare."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

# A piece may be this much brighter or darker than the light field says (log units).
GAIN_SPREAD = 0.3
# White light mirrored into the lens, as shares of the taught white, and what each costs.
GLARES = (0.0, 0.08, 0.3, 1.0)
GLARE_COST = (0.0, 1.5, 3.0, 5.0)
# Taught looks are never exact: other light, other angle, other print of the same kind.
LOOK_SPREAD = 0.2
# Something nobody taught: any colour at all.
STRANGE_SPREAD = 1.2
STRANGE_MEAN = -1.2


class Looks:
    """A bank of taught looks of one shape, each a mean and a spread per sample and channel."""

    def __init__(
        self,
        names: Sequence[str],
        means: Array,
        spreads: Array,
        *,
        weight: float,
        glares: Sequence[float] = GLARES,
    ) -> None:
        self.names = list(names)
        self.weight = weight
        flat = means.reshape(len(means), -1).astype(np.float32)
        noise = np.sqrt(spreads.reshape(len(means), -1) ** 2 + LOOK_SPREAD**2)
        shone = [np.log(np.exp(flat) + g) if g else flat for g in glares]
        self.glares = len(glares)
        self.cost = np.repeat(np.array(GLARE_COST[: len(glares)], np.float32), len(means))
        self.mean = np.concatenate(shone)
        self.trust = np.concatenate([1 / noise**2] * len(glares)).astype(np.float32)
        self.log = np.concatenate([np.log(noise)] * len(glares)).astype(np.float32)

    def score(self, samples: Array, seen: Array) -> Array:
        """Log likelihood of each row of samples (rows, values) under each look (rows, looks).

        `seen` is 1 where a value was seen. All values together weigh as much as `weight`
        independent ones, since neighbouring samples tell nearly the same.
        """
        x = np.where(seen > 0, samples, 0)
        pull = self.trust * self.mean
        square = (x * x) @ self.trust.T - 2 * x @ pull.T + seen @ (pull * self.mean).T
        lean = x @ self.trust.T - seen @ pull.T
        mass = seen @ self.trust.T
        square -= lean * lean / (mass + 1 / GAIN_SPREAD**2)
        value = (-0.5 * square - seen @ self.log.T) * (self.weight / x.shape[1]) - self.cost
        best = value.reshape(len(x), self.glares, len(self.names)).max(axis=1)
        return np.asarray(best)


def strange(samples: Array, seen: Array, weight: float) -> Array:
    """Log likelihood of each row under "something never taught"."""
    rest = np.where(seen > 0, samples - STRANGE_MEAN, 0) / STRANGE_SPREAD
    value = -0.5 * (rest * rest).sum(axis=1) - seen.sum(axis=1) * np.log(STRANGE_SPREAD)
    return np.asarray(value * (weight / samples.shape[1]), dtype=np.float32)


def unchanged(now: Array, before: Array, seen: Array) -> Array:
    """Mean squared difference of rows from the same rows before, brightness forgiven."""
    rest = np.where(seen > 0, now - before, 0)
    count = np.maximum(seen.sum(axis=1), 1)
    shift = rest.sum(axis=1) / (count + 1 / GAIN_SPREAD**2 * 0.04)
    rest = np.where(seen > 0, rest - shift[:, None], 0)
    return np.asarray((rest * rest).sum(axis=1) / count)

