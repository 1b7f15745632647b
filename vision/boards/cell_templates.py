"""How well a cell of a photo fits the examples: pixel by pixel, laid askew and turned all ways.

An example is a piece on its bare cell. Where it differs from bare it is the piece; everywhere
else the cell under test should look like its own bare self. So a piece taught on a dark cell is
known on a light one too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.cell_patches import REACH, SIDE, Flat, Patch, Twist, cut
from vision.boards.cell_places import Array, Key

# The part of a cell that is compared, as a share of its half width.
CORE = 0.8
# How far beside its place a piece is looked for (cells), and in how many turns, each a little
# more or less.
SHIFT, SHIFTS = 0.06, 2.5
TURNS = 16
ASKEW = (0.0, -2 * np.pi / TURNS / 3, 2 * np.pi / TURNS / 3)
TURN_COST = 0.004
# Many ways to lay a piece fit something by chance more often than the one bare cell does.
PIECE_COST = 0.02
# Chance differences of lightness, colour and slope (log light).
SPREADS = np.array([0.18, 0.09, 0.09, 0.15, 0.15], np.float32)
CHANNELS = len(SPREADS)
# A piece may be so much lighter or darker than its example, at what cost.
MAX_GAIN, GAIN_COST = 0.4, 0.25
# Where an example differs this much from its bare cell, it is the piece.
DIFFERENT, EDGE = 0.3, 0.05
# With less of it than this a label is no piece but a look of the board itself.
HARDLY = 0.03
# Another cell's bare look is believed if the rim fits within this.
RIM_FIT = 0.35
# So many of the best fits by squares are judged again, forgiving single pixels.
JUDGED = 4
# Cut-outs compared at once, to bound memory.
BATCH = 32


@cache
def _radius() -> Patch:
    """How far each pixel of a cut-out is from its middle; 1 at the middle of the cell's edges."""
    step = ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * REACH
    x, y = np.meshgrid(step, step)
    return np.asarray(np.hypot(x, y), np.float32)


@cache
def core() -> NDArray[np.int64]:
    """The compared pixels of a cut-out."""
    return np.flatnonzero(_radius().ravel() < CORE)


@cache
def rim() -> NDArray[np.int64]:
    """The rim of a cell, where the board mostly shows."""
    return np.flatnonzero((_radius().ravel() > 0.82) & (_radius().ravel() < 1.15))


def shifts() -> list[Twist]:
    """Places a piece is looked for at, its own first, and a little askew."""
    steps = range(-int(SHIFTS), int(SHIFTS) + 1)
    near = [(a, b) for a in steps for b in steps if a * a + b * b <= SHIFTS * SHIFTS]
    near.sort(key=lambda step: step[0] ** 2 + step[1] ** 2)
    return [Twist(askew, a * SHIFT, b * SHIFT) for askew in ASKEW for a, b in near]


def turns() -> list[Twist]:
    """Ways a piece may be turned, upright first."""
    return [Twist(2 * np.pi * n / TURNS) for n in range(TURNS)]


def soft(flat: Flat) -> Patch:
    """Lightness and two colour differences of a flat picture, a little blurred."""
    light = np.asarray(cv2.GaussianBlur(flat.light, (0, 0), 1.0))
    b, g, r = (light[..., n] for n in range(3))
    return np.ascontiguousarray(np.stack([(b + g + r) / 3, b - g, r - g], axis=-1))


def rows(patches: Patch) -> Patch:
    """Cut-outs as rows of compared pixels: three colours and the slopes of lightness."""
    light = patches[..., 0]
    dx, dy = np.zeros_like(light), np.zeros_like(light)
    dx[:, :, 1:-1] = light[:, :, 2:] - light[:, :, :-2]
    dy[:, 1:-1] = light[:, 2:] - light[:, :-2]
    whole = np.concatenate([patches, dx[..., None], dy[..., None]], axis=-1)
    return np.ascontiguousarray(whole.reshape(len(patches), -1, CHANNELS)[:, core()])


@dataclass(frozen=True)
class Example:
    """A labelled cell: the soft flat picture it is in, and its square there."""

    label: str
    key: Key
    soft: Patch
    square: Array  # (1, 3)
    burnt: float  # the share of it that is burnt out
    bright: float  # log light of its brightest part


@dataclass
class Bare:
    """Cells known to be bare."""

    examples: list[Example] = field(default_factory=list)

    def __post_init__(self) -> None:
        found = [cut(each.soft, each.square)[0].reshape(-1, 3)[rim()] for each in self.examples]
        self._rims = np.array(found)
        self._places: dict[Key, list[int]] = {}
        for number, each in enumerate(self.examples):
            self._places.setdefault(each.key, []).append(number)
        self._known: dict[tuple[int, int], Patch] = {}

    def under(self, patches: Patch, keys: Sequence[Key], twists: Sequence[Twist]) -> Patch:
        """Rows of the likeliest bare look of cells in every twist, (cells, twists, ...)."""
        edges = patches.reshape(len(patches), -1, 3)[:, rim()]
        plain = np.median(edges, axis=1)[:, None, None, :] + np.zeros_like(patches)
        found = np.repeat(rows(plain)[:, None], len(twists), axis=1)
        for number, (key, edge) in enumerate(zip(keys, edges, strict=True)):
            best = self._best(key, edge)
            if best is not None:
                found[number] = self._look(best, twists)
        return found

    def known(self, patch: Patch, key: Key) -> bool:
        """Whether a cell's bare look is known, its own or one that fits."""
        return self._best(key, patch.reshape(-1, 3)[rim()]) is not None

    def _best(self, key: Key, edge: Patch) -> int | None:
        """The cell's own bare look, else the one whose rim fits."""
        own = self._places.get(key)
        tried = np.array(own or range(len(self.examples)), int)
        if not len(tried):
            return None
        misfit = np.median(np.abs(self._rims[tried] - edge).max(axis=2), axis=1)
        best = int(np.argmin(misfit))
        return int(tried[best]) if own or misfit[best] < RIM_FIT else None

    def _look(self, number: int, twists: Sequence[Twist]) -> Patch:
        if (number, id(twists)) not in self._known:
            each = self.examples[number]
            self._known[number, id(twists)] = rows(cut(each.soft, each.square, twists))
        return self._known[number, id(twists)]


class Templates:
    """All examples of pieces, turned all ways, with their bare cells."""

    def __init__(
        self,
        examples: Sequence[Example],
        bare: Sequence[Example],
        empty: str,
        light: Mapping[Key, float] | None = None,
        reference: Patch | None = None,
    ) -> None:
        self.empty, self._light, self._reference = empty, light or {}, reference
        self.bare = Bare([*bare, *(each for each in examples if each.label == empty)])
        self.pieces = [each for each in examples if each.label != empty]
        self._shifts, self._turns = shifts(), turns()
        self.names = sorted({each.label for each in self.pieces})
        self.owner = np.repeat(np.arange(len(self.pieces)), TURNS)
        count = (0, len(core()), CHANNELS)
        looks = [rows(cut(each.soft, each.square, self._turns)) for each in self.pieces]
        self.looks = np.concatenate(looks) if looks else np.zeros(count, np.float32)
        masks = [self._mask(each, look) for each, look in zip(self.pieces, looks, strict=True)]
        self.masks = np.concatenate(masks) if masks else np.zeros(count[:2], np.float32)
        self._lit = np.array([self._light.get(each.key, 0.0) for each in self.pieces], np.float32)
        labels = np.array([each.label for each in self.pieces])
        self._rows_of = [np.flatnonzero(labels[self.owner] == name) for name in self.names]

    @property
    def labels(self) -> list[str]:
        """All labels, in the order of scores; the empty one last if it is known."""
        return [*self.names, *([self.empty] if self.bare.examples else [])]

    def _mask(self, example: Example, look: Patch) -> Patch:
        """How much each pixel of an example is piece, in every turn."""
        whole = np.ones(look.shape[:2], np.float32)
        if not self.bare.examples:
            return whole
        patch = cut(example.soft, example.square)
        bare = self.bare.under(patch, [example.key], self._turns)[0]
        if self._reference is not None and not self.bare.known(patch[0], example.key):
            # Nobody knows the bare cell, but what was not there in the reference is piece.
            bare = rows(cut(self._reference, example.square, self._turns))
        change = np.abs(look - bare)
        change[..., 3:] /= 2
        mask = 1 / (1 + np.exp(-(change.max(axis=2) - DIFFERENT) / EDGE))
        return np.asarray(mask, np.float32) if mask[0].mean() > HARDLY else whole

    def misfits(
        self, flat: Patch, squares: Array, keys: Sequence[Key], without: int | None = None
    ) -> Patch:
        """How badly each label fits each cell, (cells, labels); `without` leaves a piece out."""
        found = [
            self._batch(flat, squares[n : n + BATCH], keys[n : n + BATCH], without)
            for n in range(0, len(squares), BATCH)
        ]
        return np.concatenate(found)

    def _batch(
        self, flat: Patch, squares: Array, keys: Sequence[Key], without: int | None
    ) -> Patch:
        seen = rows(cut(flat, squares, self._shifts))
        cells = seen.reshape(len(squares), len(self._shifts), *seen.shape[1:])
        bare: Patch | None = None
        if self.bare.examples:
            bare = self.bare.under(cut(flat, squares), keys, self._shifts)
        found = np.full((len(squares), len(self.labels)), np.inf, np.float32)
        if len(self.looks):
            squared = self._squared(cells, bare)
            if without is not None:
                squared[:, :, self.owner == without] = np.inf
            lit = np.array([self._light.get(key, 0.0) for key in keys], np.float32)
            for number, chosen in enumerate(self._rows_of):
                found[:, number] = self._judged(cells, bare, squared[:, :, chosen], chosen, lit)
        if bare is not None:
            found[:, -1] = _robust(cells[:, :5], bare[:, :5]).mean(axis=2).min(axis=1)
        return found

    def _squared(self, cells: Patch, bare: Patch | None) -> Patch:
        """Sums of squares of every cell, shift and turned example; a first, quick sieve."""
        flat = cells.reshape(-1, *cells.shape[2:])
        wanted = self.masks[..., None] * self.looks
        total = (flat * flat).sum(axis=2) @ self.masks.T
        total -= 2 * flat.reshape(len(flat), -1) @ wanted.reshape(len(wanted), -1).T
        total += (wanted * self.looks).sum(axis=(1, 2))
        lean = flat[..., 0] @ self.masks.T - wanted[..., 0].sum(axis=1)
        total -= lean**2 / (self.masks.sum(axis=1) + 0.2 * flat.shape[1])
        if bare is not None:
            rest = ((flat - bare.reshape(flat.shape)) ** 2).sum(axis=2)
            total += rest.sum(axis=1, keepdims=True) - rest @ self.masks.T
        return np.asarray(total.reshape(*cells.shape[:2], -1))

    def _judged(
        self,
        cells: Patch,
        bare: Patch | None,
        squared: Patch,
        chosen: NDArray[np.int64],
        lit: Patch,
    ) -> Patch:
        """The best robust fit of one label to each cell, among its best by squares."""
        count = len(cells)
        sieved = squared.reshape(count, -1)
        best = np.argpartition(sieved, min(JUDGED, sieved.shape[1] - 1), axis=1)[:, :JUDGED]
        shift, turn = np.unravel_index(best, (len(self._shifts), len(chosen)))
        every, which = np.arange(count)[:, None], chosen[turn]
        here, mask, look = cells[every, shift], self.masks[which], self.looks[which]
        plain = 0.0 if bare is None else (1 - mask) * _robust(here, bare[every, shift])
        # A piece is as light as its example, or as much lighter as the light is where it lies.
        lighter = lit[:, None] - self._lit[self.owner[which]]
        total = np.minimum(*(_laid(here, look, mask, plain, by) for by in (0 * lighter, lighter)))
        total = total + TURN_COST * (which % TURNS > 0)
        total[np.isinf(np.take_along_axis(sieved, best, axis=1))] = np.inf
        return np.asarray(total.min(axis=1) + PIECE_COST)


def _laid(here: Patch, look: Patch, mask: Patch, plain: Patch | float, lighter: Patch) -> Patch:
    """How badly looks fit, each made lighter by so much, and a little more or less if need be."""
    gain = _gain(here[..., 0] - look[..., 0] - lighter[..., None], mask)
    there = look.copy()
    there[..., 0] += (gain + lighter)[..., None]
    cost = mask * _robust(here, there) + plain
    return np.asarray(cost.mean(axis=2) + GAIN_COST * gain**2)


def _gain(rest: Patch, mask: Patch) -> Patch:
    """How much lighter the piece is than its example, drawn towards nothing."""
    lean = (rest * mask).sum(axis=2) / (mask.sum(axis=2) + 0.02 * mask.shape[2])
    return np.asarray(np.clip(lean, -MAX_GAIN, MAX_GAIN))


def _robust(here: Patch, there: Patch) -> Patch:
    """Misfit of each pixel; beyond a few spreads more hardly counts."""
    rest = (((here - there) / SPREADS) ** 2).sum(axis=-1)
    return np.asarray(np.log1p(rest / CHANNELS))
