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
# How far beside its place a piece is looked for (cells, in steps), and in how many turns, each a
# little more or less. Every other step is tried first, then those beside the best.
SHIFT, SHIFTS = 0.0425, 4.5
TURNS = 16
ASKEW = (0.0, -2 * np.pi / TURNS / 3, 2 * np.pi / TURNS / 3)
# What being turned costs: at least so much, and more the more pieces of a photo clearly are not.
TURN_COST, TURN_WORTH, CLEARLY = 0.004, 0.15, 0.05
# Many ways to lay a piece fit something by chance more often than the one bare cell does.
PIECE_COST = 0.02
# Chance differences of lightness, colour and slope (log light).
SPREADS = np.array([0.18, 0.09, 0.09, 0.15, 0.15], np.float32)
CHANNELS = len(SPREADS)
# A piece may be so much lighter or darker than its example, at what cost; and so much richer or
# poorer in contrast, if its example has contrast worth that of so many pixels.
MAX_GAIN, GAIN_COST = 0.4, 0.25
CONTRASTS, CONTRAST_COST, PLAIN_PIXELS = (0.65, 1.6), 0.2, 1.0
# Where an example differs from its bare cell by this share of the most it does, it is the piece.
DIFFERENT, EDGE = 0.3, 0.15
LEAST, MOST, PEAK = 0.15, 0.45, 97  # log light; percentile
# The edge of a piece is so wide (pixels of a cut-out). Cells less different are alike (log light).
HALO, SAME = 5, 0.2
# With less of it than this a label is no piece but a look of the board itself.
HARDLY = 0.03
# A piece of which so much may have the colour of its cell is looked for in both ways, where cells
# differ by so much (log light).
HOLLOW, OTHER = 0.08, 0.4
# Another cell's bare look is believed if the rim fits within this.
RIM_FIT = 0.35
ODDEST = 97  # percentile of a cell: pieces may be small
# So many of the best fits by squares are judged again, forgiving single pixels.
JUDGED = 4
# Cut-outs compared at once, to bound memory.
BATCH = 16


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


@cache
def steps() -> NDArray[np.int64]:
    """Places a piece is looked for at, in steps from its own, which is first."""
    ways = range(-int(SHIFTS), int(SHIFTS) + 1)
    near = [(a, b) for a in ways for b in ways if a * a + b * b <= SHIFTS * SHIFTS]
    return np.array(sorted(near, key=lambda step: step[0] ** 2 + step[1] ** 2))


@cache
def shifts() -> list[Twist]:
    """Cut-outs at all those places, and a little askew."""
    return [Twist(askew, a * SHIFT, b * SHIFT) for askew in ASKEW for a, b in steps().tolist()]


@cache
def coarse() -> NDArray[np.int64]:
    """Every other one of the shifts each way."""
    even = np.flatnonzero((steps() % 2 == 0).all(axis=1))
    return np.concatenate([even + n * len(steps()) for n in range(len(ASKEW))])


@cache
def beside() -> NDArray[np.int64]:
    """For each coarse shift itself and the eight beside it, (coarse, 9); itself at the border."""
    index = {tuple(step): n for n, step in enumerate(steps().tolist())}
    found = []
    for number in coarse():
        askew, own = divmod(int(number), len(steps()))
        x, y = steps()[own]
        near = [index.get((x + a, y + b), own) for a in (0, -1, 1) for b in (0, -1, 1)]
        found.append([askew * len(steps()) + n for n in near])
    return np.array(found)


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
        edges = _edges(patches)
        found = np.repeat(rows(_plain(patches))[:, None], len(twists), axis=1)
        for number, (key, edge) in enumerate(zip(keys, edges, strict=True)):
            best = self._best(key, edge)
            if best is not None:
                found[number] = self._look(best, twists)
        return found

    def beneath(self, patch: Patch, key: Key, twists: Sequence[Twist]) -> Patch:
        """Cut-outs of the likeliest bare look of a cell in every twist."""
        best = self._best(key, patch.reshape(-1, 3)[rim()])
        if best is None:
            return np.repeat(_plain(patch[None]), len(twists), axis=0)
        return cut(self.examples[best].soft, self.examples[best].square, twists)

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
        self._coarse, self._turns = [shifts()[n] for n in coarse()], turns()
        self.names = sorted({each.label for each in self.pieces})
        parts = [self._parts(each) for each in self.pieces]
        self.owner = np.repeat(np.arange(len(parts)), [len(look) for look, *_ in parts])
        nothing = np.zeros((0, len(core()), CHANNELS), np.float32)
        empty_parts = (nothing, nothing[..., 0], nothing[..., :3], nothing[:, 0, :3])
        self.looks, self.masks, self._solid, self._grounds = (
            np.concatenate(each) for each in zip(empty_parts, *parts, strict=True)
        )
        self._also = np.array([n >= TURNS for look, *_ in parts for n in range(len(look))], bool)
        self._lit = np.array([self._light.get(each.key, 0.0) for each in self.pieces], np.float32)
        labels = np.array([each.label for each in self.pieces])
        self._rows_of = [np.flatnonzero(labels[self.owner] == name) for name in self.names]

    @property
    def labels(self) -> list[str]:
        """All labels, in the order of scores; the empty one last if it is known."""
        return [*self.names, *([self.empty] if self.bare.examples else [])]

    def _parts(self, example: Example) -> tuple[Patch, Patch, Patch, Patch]:
        """An example in every turn: its look, how much each pixel is piece (and how much that
        hides, with slopes), and the colour of its bare cell."""
        turned = cut(example.soft, example.square, self._turns)
        look = rows(turned)
        whole = np.ones(look.shape[:2], np.float32)
        hides = np.ones((len(look), SIDE, SIDE), np.float32)
        if not self.bare.examples:
            return look, whole, _sloped(hides), look[..., :3].mean(axis=1)
        patch = cut(example.soft, example.square)[0]
        bare = self.bare.beneath(patch, example.key, self._turns)
        if self._reference is not None and not self.bare.known(patch, example.key):
            # Nobody knows the bare cell, but what was not there in the reference is piece.
            bare = cut(self._reference, example.square, self._turns)
        ground = rows(bare)
        change = np.abs(look - ground)
        change[..., 3:] /= 2
        most = change.max(axis=2)
        limit = float(np.clip(DIFFERENT * np.percentile(most[0], PEAK), LEAST, MOST))
        mask = _above(most, limit)
        if mask[0].mean() > HARDLY:
            whole = mask
            hides = np.array([_hides(each, limit) for each in np.abs(turned - bare).max(axis=-1)])
        parts = look, whole, _sloped(hides), ground[..., :3].mean(axis=1)
        around = np.array([_filled(each) for each in np.maximum(whole, _above(most, LEAST))])
        filled = np.maximum(whole, around.reshape(len(around), -1)[:, core()])
        if (filled - whole)[0].mean() < HOLLOW or not self._other_ground(parts[3][0]):
            return parts
        # What hardly differs from its cell may be cell, or a piece of about the cell's colour.
        solid = _sloped(np.maximum(hides, around))
        both = (look, look), (whole, filled), (parts[2], solid), (parts[3], parts[3])
        one, two, three, four = (np.concatenate(each) for each in both)
        return one, two, three, four

    def _other_ground(self, ground: Patch) -> bool:
        """Whether some cells have a bare look of quite another colour than this."""
        every = [cut(each.soft, each.square)[0].reshape(-1, 3) for each in self.bare.examples]
        looks = np.array([each[core()].mean(axis=0) for each in every])
        return bool((np.abs(looks - ground).max(axis=1) > OTHER).any())

    def misfits(
        self, flat: Patch, squares: Array, keys: Sequence[Key], without: int | None = None
    ) -> Patch:
        """How badly each label fits each cell, (cells, labels); `without` leaves a piece out."""
        found = [
            self._batch(flat, squares[n : n + BATCH], keys[n : n + BATCH], without)
            for n in range(0, len(squares), BATCH)
        ]
        return self._settled(*np.concatenate(found, axis=1))

    def _settled(self, upright: Patch, turned: Patch) -> Patch:
        """Misfits, where pieces are taken to be turned only as far as others of the photo are."""
        cost = TURN_COST
        for _ in range(3):
            best = np.minimum(upright, turned + cost).argmin(axis=1)
            lead = np.take_along_axis(turned - upright, best[:, None], axis=1)
            lead = lead[best < len(self.names)]
            stand, lie = (np.count_nonzero(each > CLEARLY) for each in (lead, -lead))
            cost = max(TURN_COST, TURN_WORTH * float(np.log((stand + 1) / (lie + 1))))
        return np.asarray(np.minimum(upright, turned + cost))

    def _batch(
        self, flat: Patch, squares: Array, keys: Sequence[Key], without: int | None
    ) -> Patch:
        """Misfits of every label, upright and turned, (2, cells, labels)."""
        seen = rows(cut(flat, squares, shifts()))
        cells = seen.reshape(len(squares), len(shifts()), *seen.shape[1:])
        bare: Patch | None = None
        if self.bare.examples:
            bare = self.bare.under(cut(flat, squares), keys, self._coarse)
        found = np.full((2, len(squares), len(self.labels)), np.inf, np.float32)
        if len(self.looks):
            squared = self._squared(cells[:, coarse()], bare)
            if without is not None:
                squared[:, :, self.owner == without] = np.inf
            if bare is not None:  # what hardly differs from its cell matters on other cells only
                under = bare[:, :1, :, :3].mean(axis=2)
                alike = np.abs(under - self._grounds).max(axis=2) < OTHER
                squared.swapaxes(1, 2)[alike & self._also] = np.inf
            lit = np.array([self._light.get(key, 0.0) for key in keys], np.float32)
            for number, every in enumerate(self._rows_of):
                for turned in (0, 1):
                    chosen = every[(every % TURNS > 0) == turned]
                    fit = self._judged(cells, bare, squared[:, :, chosen], chosen, lit)
                    found[turned, :, number] = fit
        if bare is not None:
            near = cells[:, coarse()[:9]]
            found[:, :, -1] = _robust(near, bare[:, :9]).mean(axis=2).min(axis=1)
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

    def _halo(self, which: NDArray[np.int64], bare: Patch, lighter: Patch) -> Patch:
        """What looks gain where a piece ends, as another cell shines through its soft edge."""
        change = bare[..., :3].mean(axis=2) - self._grounds[which]
        change[..., 0] -= lighter
        change = np.sign(change) * np.maximum(0.0, np.abs(change) - SAME)
        solid = self._solid[which]
        through = (1 - solid[..., :1]) * change[:, :, None]
        return np.concatenate([through, -solid[..., 1:] * change[:, :, None, :1]], axis=-1)

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
        shift, turn = np.unravel_index(best, (len(coarse()), len(chosen)))
        every, which = np.arange(count)[:, None], chosen[turn]
        mask, look = self.masks[which], self.looks[which]
        # A piece is as light as its example, or as much lighter as the light is where it lies.
        lighter = lit[:, None] - self._lit[self.owner[which]]
        fits = []
        for by in (0 * lighter, lighter):
            there = look if bare is None else look + self._halo(which, bare[every, shift], by)
            here = cells[every, _beside(cells, shift, there, mask)]
            plain = 0.0 if bare is None else (1 - mask) * _robust(here, bare[every, shift])
            fits.append(_laid(here, there, mask, plain, by))
        total = np.minimum(*fits)
        total[np.isinf(np.take_along_axis(sieved, best, axis=1))] = np.inf
        return np.asarray(total.min(axis=1) + PIECE_COST)


def standing_out(patches: Patch) -> Patch:
    """How much more than most of a cell its oddest part differs from a cell as plain as its rim."""
    rest = _robust(rows(patches), rows(_plain(patches)))
    odd, most = np.percentile(rest, (ODDEST, 50), axis=1)
    return np.asarray(odd - most, np.float32)


def _above(change: Patch, limit: float) -> Patch:
    """How surely changes are above a limit."""
    return np.asarray(1 / (1 + np.exp(-(change - limit) / (EDGE * limit))), np.float32)


def _filled(mask: Patch) -> Patch:
    """The outline of a piece, filled, as far as its mask goes and a little beyond; a cut-out."""
    whole = np.zeros(SIDE * SIDE, np.uint8)
    whole[core()] = mask > 0.5
    closed = cv2.morphologyEx(whole.reshape(SIDE, SIDE), cv2.MORPH_CLOSE, np.ones((3, 3)))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    inside = np.zeros((SIDE, SIDE), np.float32)
    if contours:
        hull = cv2.convexHull(max(contours, key=cv2.contourArea))
        cv2.fillConvexPoly(inside, hull, 1.0)
    beyond = np.asarray(cv2.dilate(inside, np.ones((HALO, HALO))), np.float32).reshape(-1)
    beyond[core()] = inside.reshape(-1)[core()]
    return beyond.reshape(SIDE, SIDE)


def _hides(change: Patch, limit: float) -> Patch:
    """How much a piece hides of its cell: all inside, less and less over its soft edge."""
    near = np.asarray(cv2.dilate(change, np.ones((HALO, HALO))))
    inner = np.asarray(cv2.erode((change > limit).astype(np.float32), np.ones((HALO, HALO))))
    return np.maximum(change / np.maximum(near, 2 * limit), inner)


def _sloped(hides: Patch) -> Patch:
    """Rows of how much is hidden, and its slopes."""
    dx, dy = np.zeros_like(hides), np.zeros_like(hides)
    dx[:, :, 1:-1] = hides[:, :, 2:] - hides[:, :, :-2]
    dy[:, 1:-1] = hides[:, 2:] - hides[:, :-2]
    return np.stack([hides, dx, dy], axis=-1).reshape(len(hides), -1, 3)[:, core()]


def _edges(patches: Patch) -> Patch:
    return np.asarray(patches.reshape(len(patches), -1, 3)[:, rim()])


def _plain(patches: Patch) -> Patch:
    """Cells that all look as their rims do."""
    return np.asarray(np.median(_edges(patches), axis=1)[:, None, None, :] + 0 * patches)


def _beside(cells: Patch, shift: NDArray[np.int64], look: Patch, mask: Patch) -> NDArray[np.int64]:
    """The fine shift beside each coarse one at which a look fits best by squares."""
    near = beside()[shift]
    every = np.arange(len(cells))[:, None]
    fits = []
    for n in range(near.shape[2]):
        rest = cells[every, near[..., n]] - look
        lean = (rest[..., 0] * mask).sum(axis=2)
        total = ((rest * rest).sum(axis=3) * mask).sum(axis=2)
        fits.append(total - lean**2 / (mask.sum(axis=2) + 0.2 * mask.shape[2]))
    best = np.argmin(fits, axis=0)
    return np.asarray(np.take_along_axis(near, best[..., None], axis=2)[..., 0])


def _laid(here: Patch, look: Patch, mask: Patch, plain: Patch | float, lighter: Patch) -> Patch:
    """How badly looks fit, each made lighter by so much, and a little more or less if need be."""
    gain = _gain(here[..., 0] - look[..., 0] - lighter[..., None], mask)
    middle, contrast = _contrast(here[..., 0], look[..., 0], mask)
    there = look.copy()
    there[..., 0] = contrast * (look[..., 0] - middle) + middle + (gain + lighter)[..., None]
    there[..., 3:] *= contrast[..., None]
    cost = mask * _robust(here, there) + plain
    spent = GAIN_COST * gain**2 + CONTRAST_COST * np.log(contrast[..., 0]) ** 2
    return np.asarray(cost.mean(axis=2) + spent)


def _contrast(here: Patch, look: Patch, mask: Patch) -> tuple[Patch, Patch]:
    """How light a look is in its middle, and how much more contrast the cell has than it."""
    weight = mask.sum(axis=2, keepdims=True) + 1e-3
    middle = (look * mask).sum(axis=2, keepdims=True) / weight
    rest, own = here - (here * mask).sum(axis=2, keepdims=True) / weight, look - middle
    both = (mask * rest * own).sum(axis=2, keepdims=True) + PLAIN_PIXELS
    alone = (mask * own * own).sum(axis=2, keepdims=True) + PLAIN_PIXELS
    return middle, np.clip(both / alone, *CONTRASTS)


def _gain(rest: Patch, mask: Patch) -> Patch:
    """How much lighter the piece is than its example, drawn towards nothing."""
    lean = (rest * mask).sum(axis=2) / (mask.sum(axis=2) + 0.02 * mask.shape[2])
    return np.asarray(np.clip(lean, -MAX_GAIN, MAX_GAIN))


def _robust(here: Patch, there: Patch) -> Patch:
    """Misfit of each pixel; beyond a few spreads more hardly counts."""
    rest = (((here - there) / SPREADS) ** 2).sum(axis=-1)
    return np.asarray(np.log1p(rest / CHANNELS))
