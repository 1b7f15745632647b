"""How well samples fit taught looks: Gaussian likelihoods that forgive brightness and glare."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Exact = NDArray[np.float64]

# A piece may be this much brighter or darker than the light field says (log units).
GAIN_SPREAD = 0.3
# White light mirrored into the lens, as shares of the taught white, and what each costs.
GLARES = (0.0, 0.08, 0.3, 1.0)
GLARE_COST = np.array([0.0, 1.5, 4.0, 8.0], np.float32)
# Looks are kept for whites in steps of this; beyond the last one no look is cut.
WHITE_STEP = 0.05
WHITEST = 0.7
# Taught looks are never exact: other light, other angle, other print of the same kind.
LOOK_SPREAD = 0.2
# Something nobody taught: any colour at all.
STRANGE_SPREAD = 1.2
STRANGE_MEAN = -1.2


class Looks:
    """A bank of taught looks of one shape, each a mean and a spread per value.

    Scores are log likelihoods in which all values together weigh as much as `weight` independent
    ones, since neighbouring samples tell nearly the same. In the picture nothing is brighter than
    `white` in each channel, as light-free values go.
    """

    def __init__(
        self,
        names: Sequence[str],
        means: Array,
        spreads: Array,
        weight: float,
        white: Array | None = None,
    ) -> None:
        self.names = list(names)
        self.weight = weight
        self._taught = means, spreads
        self._lit: tuple[tuple[float, ...], Looks] | None = None
        mean = means.reshape(len(means), -1).astype(np.float32)
        noise = np.sqrt(spreads.reshape(len(means), -1) ** 2 + LOOK_SPREAD**2)
        self.trust = (1 / noise**2).astype(np.float32)
        self.log = np.log(noise).astype(np.float32)
        shone = shone_on(mean, white)
        self.pull = (shone * self.trust).astype(np.float32)  # (glares, looks, values)
        self.power = (self.pull * shone).astype(np.float32)
        values = mean.shape[1]
        self._linear = np.concatenate([self.pull.reshape(-1, values), self.trust])
        shown = [self.trust, self.log, self.power.reshape(-1, values), self._linear[: -len(mean)]]
        # The three channels of a sample are seen together.
        self._shown = np.concatenate(shown).reshape(-1, values // 3, 3).sum(axis=2)
        self._fold()

    def below(self, white: Array) -> Looks:
        """The same looks in a picture in which nothing is brighter than white."""
        key = rounded_white(white)
        if self._lit is None or self._lit[0] != key:
            cap = np.array(key, np.float32)
            self._lit = key, Looks(self.names, *self._taught, self.weight, cap)
        return self._lit[1]

    def _fold(self) -> None:
        """Prepare what does not depend on samples where these are seen altogether.

        Their gain of brightness then is a sum like the others, so that no glare needs its own.
        """
        mass, log = self.trust.sum(axis=1), self.log.sum(axis=1)
        self._give = (1 / (mass + 1 / GAIN_SPREAD**2))[:, None]
        pull = self.pull.sum(axis=2)[..., None]  # (glares, looks, 1)
        values = self.pull.shape[2]
        self._whole = np.concatenate(
            [(self.pull - pull * self._give * self.trust).reshape(-1, values), self.trust]
        )
        cost = GLARE_COST[:, None, None] * np.float32(values / self.weight)
        power = self.power.sum(axis=2)[..., None]
        self._start = 0.5 * (pull * pull * self._give - power) - cost - log[:, None]

    def score(self, samples: Array, seen: Array | None = None) -> Array:
        """Log likelihood of each row of samples (rows, values) under each look (rows, looks).

        `seen` (rows, values) is 1 where samples were seen, else 0; None if all were.
        """
        glares, looks, values = self.pull.shape
        if seen is None:
            return self._score_whole(samples)
        x = samples * seen
        # Looks come first and rows last, so that every sum runs over whole lines of memory.
        linear = self._linear @ x.T
        slope = linear[-looks:]
        square = self.trust @ (x * x).T
        shown, pull = np.split(self._shown @ seen[:, ::3].T, [(2 + glares) * looks])
        give = 1 / (shown[:looks] + 1 / GAIN_SPREAD**2)
        best = np.full(square.shape, -np.inf, np.float32)
        for n in range(glares):
            part = slice(n * looks, (n + 1) * looks)
            lean = slope - pull[part]
            gain = lean * lean * give + 2 * linear[part] - shown[2 * looks :][part]
            np.maximum(best, gain - GLARE_COST[n] * 2 * values / self.weight, out=best)
        value = 0.5 * (best - square) - shown[looks : 2 * looks]
        return np.asarray((value * (self.weight / values)).T)

    def _score_whole(self, samples: Array) -> Array:
        glares, looks, values = self.pull.shape
        linear = self._whole @ samples.T
        slope = linear[-looks:]
        best = linear[:looks] + self._start[0]
        for n in range(1, glares):
            np.maximum(best, linear[n * looks : (n + 1) * looks] + self._start[n], out=best)
        best += 0.5 * (slope * slope * self._give - self.trust @ (samples * samples).T)
        return np.asarray((best * np.float32(self.weight / values)).T)


def shone_on(values: Array, white: Array | None) -> Array:
    """Values of three channels in turn under each of GLARES, up to white: (glares, ...)."""
    shone = np.stack([np.log(np.exp(values) + glare) for glare in GLARES])
    if white is not None:
        shone = np.minimum(shone.reshape(*shone.shape[:-1], -1, 3), white).reshape(shone.shape)
    return np.asarray(shone, np.float32)


def rounded_white(white: Array) -> tuple[float, ...]:
    """White so coarsely that pictures of one table share it; far above all looks it is one."""
    return tuple(min(round(float(value) / WHITE_STEP) * WHITE_STEP, WHITEST) for value in white)


def score_own(samples: Array, seen: Array, means: Array, spread: float, weight: float) -> Array:
    """Log likelihood of each row under the look that belongs to it (rows, values)."""
    trust = 1 / (spread**2 + LOOK_SPREAD**2)
    best = np.full(len(samples), -np.inf, np.float32)
    count, bright = seen.sum(axis=1), np.exp(means)
    mass, log = count * trust, -0.5 * count * np.log(trust)
    for glare, cost in zip(GLARES, GLARE_COST, strict=True):
        rest = (samples - np.log(bright + glare)) * seen
        lean = rest.sum(axis=1) * trust
        misfit = (rest * rest).sum(axis=1) * trust - lean * lean / (mass + 1 / GAIN_SPREAD**2)
        best = np.maximum(best, (-0.5 * misfit - log) * (weight / samples.shape[1]) - cost)
    return np.asarray(best)


def strange(samples: Array, seen: Array, weight: float) -> Array:
    """Log likelihood of each row under "something never taught"."""
    rest = (samples - STRANGE_MEAN) * seen / STRANGE_SPREAD
    value = -0.5 * (rest * rest).sum(axis=1) - seen.sum(axis=1) * np.log(STRANGE_SPREAD)
    return np.asarray(value * (weight / samples.shape[1]), dtype=np.float32)


def unchanged(now: Array, before: Array, seen: Array) -> Array:
    """Mean squared difference of rows from the same rows before, brightness forgiven."""
    rest = (now - before) * seen
    count = np.maximum(seen.sum(axis=1), 1)
    shift = rest.sum(axis=1) / (count + 1 / GAIN_SPREAD**2 * 0.04)
    rest = (rest - shift[:, None]) * seen
    return np.asarray((rest * rest).sum(axis=1) / count)


def likely_same(change: Array, share: Array, weight: float) -> Array:
    """Log likelihood of mean squared changes under "nothing changed here".

    Most places of a table do not change between two pictures: they tell how large the small
    changes of noise and light are at the moment.
    """
    noise = max(float(np.median(change)), 0.04**2) * 2.0 + 0.03**2
    return np.asarray((-0.5 * change / noise - 0.5 * np.log(noise)) * weight * share)


def alike(now: Array, before: Array, seen: Array, weight: float) -> Array:
    """Log likelihood of rows (rows, values of three channels) as of the same stuff as before.

    Colours and their spread are compared, not the pattern: a table top that shifted a little.
    """
    count, mean, spread = stuff(before, seen)
    spread += 0.05
    _, here, grain = stuff(now, seen)
    rest = grain**2 + (here - mean) ** 2
    value = -(count * (0.5 * rest / spread**2 + np.log(spread))).sum(axis=1)
    return np.asarray(value * (weight / now.shape[1]), dtype=np.float32)


def stuff(rows: Array, seen: Array) -> tuple[Exact, Exact, Exact]:
    """How much was seen of each row's three channels, their means and their spreads (rows, 3)."""
    channel = np.tile(np.eye(3), (rows.shape[1] // 3, 1))
    x = rows.astype(np.float64) * seen
    count = seen @ channel
    mean, square = (each @ channel / np.maximum(count, 1) for each in (x, x * x))
    return count, mean, np.sqrt(np.maximum(square - mean**2, 0))
