"""How things look: taught examples, of which the nearest names what is seen.

Two scales turn likeness into log likelihood. `edge` and `steep` say whether a look is any of those
taught, `apart` says which of two labels it is. Both come from the examples themselves: each is
looked up among the others of its label, and among those of every other label, as if its own had
never been taught.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observe.cut import SIDE, Patches, joined
from vision.observe.evidence import Evidence
from vision.observe.eye import Eye
from vision.observe.table import ROUND, Key, Label

Array = NDArray[np.float32]

TURNS_OF_ROUND = 16
# A piece may lie this far off where it was taught: share of a crop. The training shifted by .08.
JOG = 0.05
JOGS = ((0.0, 0.0), (JOG, 0.0), (-JOG, 0.0), (0.0, JOG), (0.0, -JOG))
MOST = 8.0  # nats; nothing is surer than this by its look alone
STRANGERS = 0.02  # share of places that show something nobody taught
LEAST_SEEN = 0.4  # share of a face; where less is in sight it cannot be told
NEVER = -2.0  # below every cosine


@dataclass(frozen=True)
class Scales:
    """How likeness (a cosine) becomes nats; the usual ones come from the eye's training."""

    steep: float = 14.0  # nats a unit of cosine, for "one of those taught"
    edge: float = 0.62  # the cosine at which that is as likely as not
    apart: float = 0.03  # cosine a nat between two labels
    pairs: Mapping[tuple[Label, Label], float] = field(default_factory=dict)  # the same, as told

    def between(self, one: Label, other: Label) -> float:
        """The cosine a nat between these labels."""
        return self.pairs.get((one, other), self.apart)

    def known(self, cosine: float) -> float:
        """Log likelihood of "one of those taught" against "never taught"."""
        return min(max(self.steep * (cosine - self.edge), -MOST), MOST)


BOX = (0.35, 0.08)  # how far a box usually lies from that: spreads of log steep and of the edge
SHRUNK = 4.0  # examples; so many waver like all pairs of labels together, beside those of a pair
LEAST_LEAD = 0.005  # cosine; labels that are this alike cannot be told apart


@dataclass(frozen=True)
class Example:
    """One taught look; those of one source are the same thing in the same picture.

    `place`: a look that belongs to this place alone.
    """

    label: Label
    source: Hashable
    turns: int = 1  # in how many turns it may lie
    place: Key | None = None


@dataclass(frozen=True)
class Bank:
    """Examples with their vectors: each in all its turns, and jogged a little each way."""

    examples: tuple[Example, ...]
    patches: Patches  # of the examples as they were cut
    vectors: Array  # of all variants
    owner: NDArray[np.int64]  # the example of each variant
    quarter: Array  # how each variant is turned against its example, radians
    eye: str  # the name of the eye that made the vectors
    scales: Scales = Scales()

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """All labels, in the order they were taught."""
        return tuple(dict.fromkeys(example.label for example in self.examples))

    @cached_property
    def _columns(self) -> list[NDArray[np.int64]]:
        """The variants of each label."""
        names = self._names_of()
        return [np.flatnonzero(names == n) for n in range(len(self.labels))]

    @cached_property
    def _places(self) -> list[Key | None]:
        """The place to which each variant belongs alone."""
        return [self.examples[n].place for n in self.owner]

    def likeness(self, vectors: Array) -> Array:
        """The cosine of each vector with each variant."""
        return np.asarray(vectors @ self.vectors.T, np.float32)

    def best(self, vectors: Array, keys: Sequence[Key | None] | None = None) -> Array:
        """How like each vector is to each label at best (vectors, labels).

        Looks that belong to one place count there alone.
        """
        return self._best(self._here(self.likeness(vectors), keys))

    def names(
        self,
        vectors: Array,
        seen: Array,
        may: Sequence[Sequence[Label]] | None = None,
        keys: Sequence[Key | None] | None = None,
    ) -> list[Evidence[Any]]:
        """What each vector shows; `may` are the labels that a place may have."""
        rows = [
            dict(zip(self.labels, map(float, row), strict=True)) for row in self.best(vectors, keys)
        ]
        allowed = [self.labels] * len(rows) if may is None else may
        return [
            evidence({label: row[label] for label in ok}, float(share), self.scales)
            for row, ok, share in zip(rows, allowed, seen, strict=True)
        ]

    def nearest(self, vectors: Array) -> tuple[NDArray[np.int64], Array]:
        """The example each vector is likest to, and how it is turned against that one."""
        at = self.likeness(vectors).argmax(axis=1)
        return self.owner[at], self.quarter[at]

    def _here(self, likeness: Array, keys: Sequence[Key | None] | None) -> Array:
        if not any(place is not None for place in self._places):
            return likeness
        rows = keys or [None] * len(likeness)
        mine = {key: np.array([p is None or p == key for p in self._places]) for key in {*rows}}
        return np.where(np.stack([mine[key] for key in rows]), likeness, NEVER).astype(np.float32)

    def _best(self, likeness: Array) -> Array:
        return np.stack([likeness[:, own].max(axis=1) for own in self._columns], axis=1)

    def calibrated(self) -> Bank:
        """The same with scales fitted to these examples, about the usual ones."""
        chosen = np.flatnonzero(np.diff(self.owner, prepend=-1))  # as they were cut
        likeness = self.likeness(self.vectors[chosen])
        label, source = self._names_of(chosen), self._sources_of(chosen)
        kin = source[:, None] == self._sources_of()[None]
        by_label = self._best(np.where(kin, NEVER, likeness))
        own = np.arange(len(self.labels)) == label[:, None]
        right, others = by_label[own], by_label[~own]
        scales = fitted(right[right > NEVER], others[others > NEVER])
        pairs = waverings(by_label, label, scales.apart)
        named = {(self.labels[a], self.labels[b]): value for (a, b), value in pairs.items()}
        return replace(self, scales=replace(scales, pairs=named))

    def _names_of(self, chosen: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        return _numbered([example.label for example in self._owners(chosen)], self.labels)

    def _sources_of(self, chosen: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        every = list(dict.fromkeys(example.source for example in self.examples))
        return _numbered([example.source for example in self._owners(chosen)], every)

    def _owners(self, chosen: NDArray[np.int64] | None) -> list[Example]:
        owner = self.owner if chosen is None else self.owner[chosen]
        return [self.examples[n] for n in owner]


def _numbered(names: Sequence[Hashable], order: Sequence[Hashable]) -> NDArray[np.int64]:
    place = {name: n for n, name in enumerate(order)}
    return np.array([place[name] for name in names], np.int64)


def taught(eye: Eye, examples: Sequence[Example], patches: Patches) -> Bank:
    """A bank of these examples, each with its patch, calibrated."""
    return _bank(eye, examples, patches).calibrated()


def more(eye: Eye, bank: Bank, examples: Sequence[Example], patches: Patches) -> Bank:
    """The bank with further examples; its scales stay."""
    new = _bank(eye, examples, patches)
    return replace(
        bank,
        examples=(*bank.examples, *new.examples),
        patches=joined([bank.patches, new.patches]),
        vectors=np.concatenate([bank.vectors, new.vectors]),
        owner=np.concatenate([bank.owner, new.owner + len(bank.examples)]),
        quarter=np.concatenate([bank.quarter, new.quarter]),
    )


def _bank(eye: Eye, examples: Sequence[Example], patches: Patches) -> Bank:
    variants, owner, quarter = list[Patches](), list[int](), list[float]()
    for n, example in enumerate(examples):
        for turn, (x, y) in product(_turns(example.turns), JOGS):
            variants.append(moved(patches.some([n]), x * SIDE, y * SIDE, turn))
            owner.append(n)
            quarter.append(turn)
    vectors = eye.embed(joined(variants))
    ways = np.array(quarter, np.float32)
    return Bank(tuple(examples), patches, vectors, np.array(owner, np.int64), ways, eye.name)


def _turns(count: int) -> list[float]:
    number = TURNS_OF_ROUND if count == ROUND else count
    return [2 * np.pi * n / number for n in range(number)]


def moved(patches: Patches, right: float, down: float, turn: float) -> Patches:
    """Patches turned about their middle (radians, counter-clockwise), then shifted (samples)."""
    if not (right or down or turn):
        return patches
    middle = (SIDE - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), np.degrees(turn), 1.0)
    matrix[:, 2] += np.array([right, down])
    warp: Callable[[Any], Any] = lambda each: cv2.warpAffine(  # noqa: E731
        each, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE
    )
    pixels = np.stack([warp(each) for each in patches.pixels])
    masks = np.stack([warp(each.astype(np.uint8)) for each in patches.masks]) > 0
    return Patches(pixels, masks)


# --- from likeness to nats -----------------------------------------------------------------


def evidence(best: Mapping[Any, float], seen: float, scales: Scales) -> Evidence[Any]:
    """What the best cosine with each label says."""
    if seen < LEAST_SEEN:
        return Evidence(dict.fromkeys(best, 0.0), seen=seen)
    top = max(best.values())
    known = scales.known(top)
    first = max(best, key=best.__getitem__)
    among = np.array(
        [(value - top) / scales.between(first, label) for label, value in best.items()]
    )
    # "One of those taught" is the mean of all labels: the likely ones are above it.
    fits = known + among - np.log(np.exp(among).mean())
    labels = dict(zip(best, map(float, np.logaddexp(fits, np.log(STRANGERS))), strict=True))
    return Evidence(labels, seen=seen, known=known)


def fitted(right: Array, others: Array) -> Scales:
    """The scale that tells looks of the right label from looks of another one."""
    usual, steps = Scales(), np.linspace(-3, 3, 25)
    tried = [
        Scales(usual.steep * float(np.exp(s * BOX[0])), usual.edge + float(e) * BOX[1])
        for s, e in product(steps, steps)
    ]
    return min(tried, key=lambda each: _misfit(each, right, others))


def _misfit(scales: Scales, right: Array, others: Array) -> float:
    """What scales cost on examples left out: each kind counts as one sum, and boxes are alike."""
    usual = Scales()
    cost = _mean(np.logaddexp(0, -scales.steep * (right - scales.edge)))
    cost += _mean(np.logaddexp(0, scales.steep * (others - scales.edge)))
    far = np.log(scales.steep / usual.steep) / BOX[0], (scales.edge - usual.edge) / BOX[1]
    return cost * min(len(right) + len(others), 60) / 2 + 0.5 * float(np.sum(np.square(far)))


def waverings(
    by_label: Array, label: NDArray[np.int64], usual: float
) -> dict[tuple[int, int], float]:
    """The cosine that is worth a nat between each two labels, by how much examples waver.

    By how much a look leads the other label wavers from example to example. Of two such leads,
    apart by twice their mean and both of this variance, the log likelihood ratio goes up by twice
    mean by variance. Near twins waver little: so little that small leads tell them apart.
    """
    count = by_label.shape[1]
    lead = by_label[np.arange(len(label)), label][:, None] - by_label
    lead[~np.isfinite(lead) | (np.abs(lead) > 1.5)] = np.nan  # of a label shown once
    found: dict[tuple[int, int], tuple[float, float, int]] = {}
    for a, b in combinations(range(count), 2):
        sides = [lead[label == a, b], lead[label == b, a]]
        sides = [side[~np.isnan(side)] for side in sides]
        free = sum(max(len(side) - 1, 0) for side in sides)
        if free and all(len(side) for side in sides):
            waver = sum(float(((side - side.mean()) ** 2).sum()) for side in sides)
            mean = max(float(np.mean([side.mean() for side in sides])), LEAST_LEAD)
            found[a, b] = waver / (2 * mean), mean, free
    if not found:
        return {}
    pooled = sum(w for w, _, _ in found.values()) / sum(f for _, _, f in found.values())
    pooled = min(pooled, usual)
    told = {pair: (w + SHRUNK * pooled) / (f + SHRUNK) for pair, (w, _, f) in found.items()}
    return told | {(b, a): value for (a, b), value in told.items()}


def _mean(values: Array) -> float:
    return float(values.mean()) if len(values) else 0.0
