"""How well samples fit taught looks where shadows fall unevenly: brightness counts less than tint.

Log light is turned so that its first value is brightness and the other two are tint. A shadow
over half a tile changes the first a lot and the others hardly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
ALL = slice(None)
TINY = np.float32(1e-30)
Look = tuple[Array, Array]  # turned: mean and noise

TURN = np.array(
    [
        [1 / np.sqrt(3)] * 3,
        [1 / np.sqrt(2), 0, -1 / np.sqrt(2)],
        [1 / np.sqrt(6), -2 / np.sqrt(6), 1 / np.sqrt(6)],
    ],
    np.float32,
)
# What is never exact about a taught look: brightness here and there, and tint.
NOISE = np.array([0.40, 0.16, 0.16], np.float32)
# All of it brighter or darker (standard deviation), and beyond what light and shade explain.
GAIN_SPREAD = 0.6
SHADE, SHADE_SPREAD = 0.9, 0.15
# White light mirrored into the lens, as shares of the taught white, and what each costs.
GLARES = (0.0, 0.08, 0.3)
GLARE_COST = np.array([0.0, 3.0, 8.0], np.float32)
# The same of a mouse, which is small, round and smooth: more here and less there, over a mouse that
# is dim beside it.
MOUSE_GLARES, WASHED_COST, DIM = (0.0, 0.08, 0.2, 0.6), 6.0, -0.8
# All of a piece of one colour may be so much brighter or darker (turned units).
SHADES = (0.0, 0.8, -0.8, -1.6)
# Something nobody taught: any colour at all.
STRANGE_MEAN, STRANGE_SPREAD = (-3.0, 0.0, 0.0), (2.0, 0.7, 0.7)


def turned(log_light: Array) -> Array:
    """Log light (..., 3) as brightness and tint."""
    return np.asarray(log_light @ TURN.T, np.float32)


def shone(look: Array, glare: float) -> Array:
    """A turned look (..., 3) with white light mirrored over it."""
    if not glare:
        return look
    return turned(np.log(np.exp(look @ TURN) + np.float32(glare)))


def noise_of(spreads: Array) -> Array:
    """The spread of brightness and tint from that of the three colours (..., 3)."""
    own = np.sqrt((spreads**2) @ (TURN.T**2))
    return np.asarray(np.sqrt(own**2 + NOISE**2), np.float32)


def shade_cost(off: Array) -> Array:
    """What it costs that all of it is so much brighter or darker (turned units)."""
    beyond = np.maximum(0, np.abs(off) / np.sqrt(3) - SHADE) / SHADE_SPREAD
    return np.asarray(0.5 * np.minimum(beyond * beyond, 2e4), np.float32)


class Faces:
    """A bank of looks of one shape: means and spreads of log light (looks, samples, 3)."""

    def __init__(self, means: Array, spreads: Array, weight: float) -> None:
        self.weight = weight
        looks = len(means)
        noise = noise_of(spreads)
        self.trust = (1 / noise**2).reshape(looks, -1)
        self.log = np.log(noise).reshape(looks, -1)
        shone = np.stack([turned(np.log(np.exp(means) + g)) for g in GLARES])
        flat = shone.reshape(len(GLARES), looks, -1)
        self.pull = (flat * self.trust).astype(np.float32)
        self.power = (self.pull * flat).astype(np.float32)
        self.bright = np.asarray(shone[..., 0].mean(axis=2), np.float32)  # (glares, looks)
        light = np.zeros(flat.shape[-1], np.float32)
        light[::3] = 1
        self._light: Array = light
        self._whole: tuple[Array, Array, Array, Array] | None = None

    def score(self, rows: Array, seen: Array) -> Array:
        """Log likelihood of each row of turned samples under each look."""
        clear = seen.min(axis=1) == 1
        found = np.empty((len(rows), self.pull.shape[1]), np.float32)
        if clear.any():
            found[clear] = self._score(rows[clear], None)
        if not clear.all():
            found[~clear] = self._score(rows[~clear] * seen[~clear], seen[~clear])
        return found

    def _score(self, x: Array, seen: Array | None) -> Array:
        """The scores of rows of which all, or some values were seen."""
        glares, looks, values = self.pull.shape
        flat, shape = self.pull.reshape(-1, values), (-1, glares, looks)
        power, log, lit, mass = self._sums(seen)
        lean = ((x * self._light) @ self.trust.T)[:, None] - lit
        misfit = ((x * x) @ self.trust.T)[:, None] - 2 * (x @ flat.T).reshape(shape) + power
        misfit -= lean * lean / (mass + 1 / GAIN_SPREAD**2)
        count = self._light.sum() if seen is None else np.maximum(seen @ self._light, 1)
        bright = (x @ self._light) / count
        cost = shade_cost(bright[:, None, None] - self.bright) + GLARE_COST[:, None]
        value = (-0.5 * misfit - log) * (self.weight / values) - cost
        return np.asarray(value.max(axis=1))

    def _sums(self, seen: Array | None) -> tuple[Array, Array, Array, Array]:
        """What does not depend on the samples themselves, only on which were seen."""
        glares, looks, values = self.pull.shape
        shape = (-1, glares, looks)
        shown = np.ones((1, values), np.float32) if seen is None else seen
        if seen is None and self._whole is not None:
            return self._whole
        light = np.asarray(shown * self._light, np.float32)
        power = np.asarray(shown @ self.power.reshape(-1, values).T, np.float32).reshape(shape)
        lit = np.asarray(light @ self.pull.reshape(-1, values).T, np.float32).reshape(shape)
        log = np.asarray(shown @ self.log.T, np.float32)[:, None]
        mass = np.asarray(light @ self.trust.T, np.float32)[:, None]
        sums = (power, log, lit, mass)
        if seen is None:
            self._whole = sums
        return sums


def score_each(
    rows: Array, seen: Array, means: Array, noise: Array, weight: float, shade: float = 1.0
) -> Array:
    """Log likelihood of each row (rows, samples, 3) under the turned look that belongs to it."""
    trust = seen[..., None] / noise**2
    rest = rows - means
    lit = trust[..., 0]
    lean, mass = (rest[..., 0] * lit).sum(axis=1), lit.sum(axis=1)
    misfit = (rest * rest * trust).sum(axis=(1, 2)) - lean * lean / (mass + 1 / GAIN_SPREAD**2)
    log = (np.log(noise) * seen[..., None]).sum(axis=(1, 2))
    off = (rest[..., 0] * seen).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    value = (-0.5 * misfit - log) * (weight / (3 * rows.shape[1]))
    return np.asarray(value - shade * shade_cost(off))


def strange(rows: Array, seen: Array, weight: float) -> Array:
    """Log likelihood of each row (rows, samples, 3) under "something never taught"."""
    spread = np.array(STRANGE_SPREAD, np.float32)
    rest = (rows - np.array(STRANGE_MEAN, np.float32)) / spread
    value = -0.5 * (rest * rest).sum(axis=2) - np.log(spread).sum()
    return np.asarray((value * seen).sum(axis=1) * (weight / (3 * rows.shape[1])))


class Tints:
    """Samples (rows, samples, 3) of which each may be of one of several colours.

    How well each colour fits every sample is worked out once; any mixture of them is quick then.
    `joined` are colours of which any of several will do. All of a row may be in shade; of rows that
    `mirror` a lamp, what is `glossy` may be washed out here and there.
    """

    def __init__(
        self,
        rows: Array,
        seen: Array,
        colours: Mapping[str, Look],
        weight: float,
        joined: Mapping[str, Sequence[str]],
        glossy: Mapping[str, Look],
        mirror: NDArray[np.bool_],
    ) -> None:
        looks = {name: [look] for name, look in colours.items()}
        self._top, self._shares = _shares(rows, looks, joined, SHADES)
        costs = 0.5 * (np.array(SHADES, np.float32) / GAIN_SPREAD) ** 2
        self._costs = np.repeat(costs[:, None], len(rows), axis=1)
        if mirror.any():
            washed = {name: _washed(*look) for name, look in glossy.items()}
            top, shares = _shares(rows[mirror], {**looks, **washed}, joined, (DIM,))
            self._top = _joined(self._top, top, mirror)
            self._shares = {n: _joined(self._shares[n], each, mirror) for n, each in shares.items()}
            dim = np.where(mirror, np.float32(WASHED_COST), np.float32(np.inf))
            self._costs = np.concatenate([self._costs, dim[None]])
        self._seen = seen * np.float32(weight / (3 * rows.shape[1]))

    def mixed(
        self, chances: Mapping[str, Array], some: Sequence[int] | slice = ALL, washed: bool = True
    ) -> Array:
        """Log likelihood of (some of) the rows, given the chance of each colour at each sample."""
        lit = slice(None if washed else len(SHADES))
        total = sum(chance * self._shares[name][lit, some] for name, chance in chances.items())
        fits = np.log(total + TINY) + self._top[lit, some]
        values = np.einsum("lrs,rs->lr", fits, self._seen[some]) - self._costs[lit, some]
        return np.asarray(values.max(axis=0))


def _washed(mean: Array, noise: Array) -> list[Look]:
    """The looks of something glossy under more or less glare, but for its shade."""
    dim = np.array((DIM, 0, 0), np.float32)
    return [(shone(mean + dim, glare) - dim, noise) for glare in MOUSE_GLARES]


def _shares(
    rows: Array,
    colours: Mapping[str, Sequence[Look]],
    joined: Mapping[str, Sequence[str]],
    shades: Sequence[float],
) -> tuple[Array, dict[str, Array]]:
    """How well the best colour fits each sample in every shade, and each colour's share of that.

    Both are (shades, rows, samples). Of a colour that may look in several ways, the one counts
    that fits best.
    """
    light, *tints = np.ascontiguousarray(rows.transpose(2, 0, 1))
    lit = light - np.array(shades, np.float32)[:, None, None]
    fits = [
        reduce(np.maximum, (_fit(lit, tints, *look) for look in looks))
        for looks in colours.values()
    ]
    top = reduce(np.maximum, fits)
    shares = {name: np.exp(fit - top) for name, fit in zip(colours, fits, strict=True)}
    for name, parts in joined.items():
        shares[name] = sum(shares[part] for part in parts) / np.float32(len(parts))
    return top, shares


def _joined(every: Array, last: Array, rows: NDArray[np.bool_]) -> Array:
    """Values in every shade, and in one more that only some rows have."""
    whole = np.zeros((1, *every.shape[1:]), np.float32)
    whole[:, rows] = last
    return np.concatenate([every, whole])


def _fit(lit: Array, tints: Sequence[Array], mean: Array, noise: Array) -> Array:
    """How well samples fit a look: their brightness in every shade, their tint in all alike."""
    bright, *tint = (
        ((seen - mean[..., n]) / noise[..., n]) ** 2 for n, seen in enumerate((lit, *tints))
    )
    same = -0.5 * (tint[0] + tint[1]) - np.log(noise).sum(axis=-1)
    return np.asarray(same - 0.5 * bright)
