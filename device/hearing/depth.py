"""From features to depths: a calibration on the owner's own box, or a prior without one.

Each group of features (timing, level, low and high colour) has a mean for every depth, shrunk
towards a straight line in the logarithm of the fall, and one pooled covariance, shrunk too; the
distance is judged by Student's t, so that one odd value costs little. How much a group counts is
told by rounds of drops that are predicted from the other rounds. Two dozen drops leave that open,
and the best of many weightings promises too much: so all that predict well have their share. A
group that does not carry over from one placing of the tower to the next counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import lgamma, log, pi

import numpy as np
from numpy.typing import NDArray

from device.hearing.features import GROUPS, Features

Array = NDArray[np.float64]
DEPTHS = 8
# Nominal falls: only their order and rough ratios matter, calibration finds the rest.
FALLS = 0.04 + 0.02 * np.arange(DEPTHS)
FREEDOM = 5.0  # of Student's t
STRENGTH = {"timing": 3.0, "level": 3.0, "low": 0.7, "high": 3.0}  # of the line, in drops
BLEND = {"timing": 0.15, "level": 0.2, "low": 0.5, "high": 0.5}  # covariance towards its diagonal
LEAST_SPREAD = {"timing": 0.02, "level": 1.0, "low": 1.0, "high": 1.0}
# Weights that are tried, and nats against a full one: level and high colour seldom carry over.
FULL, HALF = (0.0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0), (0.0, 0.15, 0.3, 0.6)
WEIGHTS = {"timing": FULL, "level": HALF, "low": FULL, "high": HALF}
AGAINST = {"timing": 1.0, "level": 4.0, "low": 1.0, "high": 2.0}
BLENDS = 100  # weightings that are kept
OUTLIERS = 0.01  # share of drops that say nothing
DISTRUST = 0.16  # more of them, the worse the rounds predict each other
COVERED = 0.88  # chance that a bounce misses each pearl already inside
PRIOR_ELASTIC, PRIOR_SPREAD = 0.5, 0.16


@dataclass(frozen=True)
class Lesson:
    """One drop into a known chamber, in one placing of the tower."""

    features: Features
    depth: int
    round: int


@dataclass(frozen=True)
class Group:
    """What one group of features looks like at each depth."""

    means: Array  # depth x feature
    inverse: Array
    spread: Array  # the covariance itself
    surplus: Array  # per depth: how much wider, for a mean from few drops

    def logs(self, values: Array, cover: float) -> Array:
        """The logarithm of the likelihood at each depth; missing values are left out."""
        known = ~np.isnan(values)
        if not known.any():
            return np.zeros(DEPTHS)
        inverse = self.inverse
        if not known.all():
            inverse = np.linalg.inv(self.spread[np.ix_(known, known)])
        off = values[known] - self.means[:, known]
        distance = np.einsum("cf,fg,cg->c", off, inverse, off) / self.surplus
        size = int(known.sum())
        sure = _student(distance, size) - 0.5 * size * np.log(self.surplus)
        if cover <= 0:
            return sure
        wide = _student(distance / 16, size) - size * log(4)
        return np.asarray(np.logaddexp(np.log1p(-cover) + sure, log(cover) + wide))


def _student(distance: Array, size: int) -> Array:
    constant = lgamma((FREEDOM + size) / 2) - lgamma(FREEDOM / 2) - size / 2 * log(FREEDOM * pi)
    return np.asarray(constant - (FREEDOM + size) / 2 * np.log1p(distance / FREEDOM))


@dataclass(frozen=True)
class Quality:
    """What leaving out one round after the other showed."""

    drops: int
    right: float  # share of drops put into the right depth
    confusion: tuple[tuple[int, ...], ...]  # true depth x likeliest depth
    weights: dict[str, float]

    @property
    def verdict(self) -> str:
        """good, fair or weak."""
        if self.drops < 16:
            return "few"
        return "good" if self.right >= 0.7 else "fair" if self.right >= 0.35 else "weak"


@dataclass(frozen=True)
class Blend:
    """Weightings of the groups, and the share each has in a verdict."""

    weights: Array  # weighting x group
    shares: Array

    def mixed(self, logs: Array) -> Array:
        """What the groups' likelihoods (group x ... x depth) come to, adding up to 1."""
        total = np.tensordot(self.weights, logs, 1)
        parts = np.exp(total - total.max(axis=-1, keepdims=True))
        parts /= parts.sum(axis=-1, keepdims=True)
        return np.asarray(np.tensordot(self.shares, parts, 1))


@dataclass(frozen=True)
class Ear:
    """Hears depths: calibrated on one box."""

    groups: dict[str, Group]
    blend: Blend
    quality: Quality | None = None
    lessons: tuple[Lesson, ...] = field(default=(), repr=False)

    def likelihoods(self, found: Features, inside: int = 0) -> tuple[float, ...]:
        """How likely this sound is at each depth, scaled to add up to 1; never 0."""
        covers = [1 - COVERED**inside if name == "timing" else 0.0 for name in GROUPS]
        logs = [
            self.groups[name].logs(found.group(name), cover)
            for name, cover in zip(GROUPS, covers, strict=True)
        ]
        right = self.quality.right if self.quality else 1.0
        return _doubted(self.blend.mixed(np.stack(logs)), OUTLIERS + DISTRUST * (1 - right))


def _shares(logs: Array, outliers: float = OUTLIERS) -> tuple[float, ...]:
    parts = np.exp(logs - logs.max())
    return _doubted(parts / parts.sum(), outliers)


def _doubted(shares: Array, outliers: float) -> tuple[float, ...]:
    return tuple(float(share) for share in (1 - outliers) * shares + outliers / DEPTHS)


class Untaught:
    """Hears depths on a box nobody calibrated: from the first bounce alone, and doubtfully."""

    quality: Quality | None = None

    def likelihoods(self, found: Features, inside: int = 0) -> tuple[float, ...]:
        """Wide likelihoods; flat where no bounce was heard."""
        first = float(found.timing[0])
        if np.isnan(first):
            return (1 / DEPTHS,) * DEPTHS
        due = np.log(2 * PRIOR_ELASTIC * np.sqrt(2 * FALLS / 9.81))
        cover = 1 - COVERED**inside
        return _shares(_student(((first - due) / PRIOR_SPREAD) ** 2, 1), max(OUTLIERS, cover))


def calibrate(lessons: Iterable[Lesson]) -> Ear:
    """Learn an ear from drops into known chambers."""
    known = tuple(lessons)
    held = _held_out(known)
    depths = np.array([lesson.depth for lesson in known])
    blend = _blend(held, depths)
    return Ear(fit(known), blend, _quality(held, depths, blend), known)


def fit(lessons: Sequence[Lesson]) -> dict[str, Group]:
    """The groups' means and covariances."""
    depths = np.array([lesson.depth for lesson in lessons])
    return {
        name: _fit_group(name, np.array([each.features.group(name) for each in lessons]), depths)
        for name in GROUPS
    }


def _fit_group(name: str, rows: Array, depths: NDArray[np.int64]) -> Group:
    rows = _filled(rows, depths)
    line = _line(rows, depths)
    counts = np.bincount(depths, minlength=DEPTHS).astype(float)
    sums = np.zeros((DEPTHS, rows.shape[1]))
    np.add.at(sums, depths, rows)
    strength = STRENGTH[name]
    means = (sums + strength * line) / (counts + strength)[:, None]
    rest = rows - means[depths]
    freedom = max(2.0, len(rows) - float(np.sum(counts / (counts + strength))))
    spread = rest.T @ rest / freedom
    blend = BLEND[name]
    diagonal = np.diag(spread)
    even = np.diag(0.5 * diagonal + 0.5 * diagonal.mean()) if name in ("low", "high") else None
    spread = (1 - blend) * spread + blend * (np.diag(diagonal) if even is None else even)
    spread = spread + np.eye(len(spread)) * LEAST_SPREAD[name] ** 2
    return Group(means, np.asarray(np.linalg.inv(spread)), spread, 1 + 1 / (counts + strength))


def _filled(rows: Array, depths: NDArray[np.int64]) -> Array:
    """Missing bounces replaced by the line through those that were heard."""
    if not np.isnan(rows).any():
        return rows
    filled = rows.copy()
    for column in filled.T:
        known = ~np.isnan(column)
        if known.sum() < 3:
            column[:] = np.where(known, column, 0.0)
            continue
        column[~known] = _line(column[known][:, None], depths[known])[depths[~known], 0]
    return filled


def _line(rows: Array, depths: NDArray[np.int64]) -> Array:
    """A robust straight line in the logarithm of the fall, for every feature."""
    across = np.log(FALLS)
    design = np.stack([np.ones(len(rows)), across[depths]], axis=1)
    weights = np.ones_like(rows)
    grid = np.stack([np.ones(DEPTHS), across], axis=1)
    lines = np.zeros((2, rows.shape[1]))
    for _ in range(4):
        for at in range(rows.shape[1]):
            weighed = design * weights[:, at, None]
            left = weighed.T @ design + np.eye(2) * 1e-6
            lines[:, at] = np.linalg.solve(left, weighed.T @ rows[:, at])
        off = np.abs(rows - design @ lines)
        scale = np.median(off, axis=0) * 1.5 + 1e-6
        weights = 1 / (1 + (off / (3 * scale)) ** 2)
    return np.asarray(grid @ lines)


# --- how much each group counts -------------------------------------------------------------


def _held_out(lessons: Sequence[Lesson]) -> Array:
    """For every lesson what each group says when its round was not learned from."""
    found = np.zeros((len(GROUPS), len(lessons), DEPTHS))
    for left in sorted({lesson.round for lesson in lessons}):
        rest = [lesson for lesson in lessons if lesson.round != left]
        if len(rest) < 4:
            continue
        groups = fit(rest)
        for at, lesson in enumerate(lessons):
            if lesson.round == left:
                for number, name in enumerate(GROUPS):
                    found[number, at] = groups[name].logs(lesson.features.group(name), 0.0)
    return found


def _blend(held: Array, depths: NDArray[np.int64]) -> Blend:
    """The weightings that predict rounds not learned from best, each with its share."""
    weights = np.array(list(product(*(WEIGHTS[name] for name in GROUPS))))
    total = np.tensordot(weights, held, 1)
    parts = np.exp(total - total.max(axis=2, keepdims=True))
    parts /= parts.sum(axis=2, keepdims=True)
    right = parts[:, np.arange(len(depths)), depths]
    scores = np.log((1 - OUTLIERS) * right + OUTLIERS / DEPTHS).sum(axis=1)
    scores -= weights @ np.array([AGAINST[name] for name in GROUPS])
    best = np.argsort(-scores, kind="stable")[:BLENDS]
    shares = np.exp(scores[best] - scores[best[0]])
    return Blend(weights[best], shares / shares.sum())


def _quality(held: Array, depths: NDArray[np.int64], blend: Blend) -> Quality:
    likely = blend.mixed(held)
    confusion = np.zeros((DEPTHS, DEPTHS), int)
    np.add.at(confusion, (depths, likely.argmax(axis=1)), 1)
    means = blend.shares @ blend.weights
    return Quality(
        len(depths),
        float(np.trace(confusion) / max(1, len(depths))),
        tuple(tuple(int(n) for n in row) for row in confusion),
        {name: float(mean) for name, mean in zip(GROUPS, means, strict=True)},
    )
