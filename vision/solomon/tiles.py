"""The tops of King Solomon's shafts: which face, turned in any of four ways, or none.

A face is told by its pattern (correlation with the taught ones, coarsely over many shifts, then
finely about the best) and by its colour. Where no pattern is, a shaft may be empty or hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.solomon.pieces import SQUARES, Square
from vision.geometry import View
from vision.light import Light
from vision.likeness import GLARE_COST, likely_same, shone_on, unchanged
from vision.reading import Cell
from vision.sample import Patch, Picture
from vision.solomon.heights import slant
from vision.solomon.table import EMPTY, SIZES
from vision.solomon.windows import SAMPLES, STEP, face_window, seen_past_walls
from vision.windows import WindowCache, unlit

Array = NDArray[np.float32]

# How far from its shaft's middle a face may appear (samples): slack, and a height or a camera
# not exactly known.
ROOM = 4
ABOUT = tuple((y, x) for y in (-1, 0, 1) for x in (-1, 0, 1))
CENTRES = np.array([SIZES.centre(s) for s in SQUARES])
TURNS = 4
# Light to tones of about equal noise.
GAMMA = np.float32(1 / 2.2)
# Faces whose coarse likeness is this close to the best one's are looked at where they lie.
CLOSE = 0.06
# So many faces whose likelihoods are this close are looked at once more, moved step by step.
RIVALS, ALIKE, MOST_STEPS = 3, 25.0, 4
# A drawing is what differs from its surroundings of so many samples; in the dark little does.
LOCAL, DIM = 9, 0.12
# So many samples of a face count as independent; a pattern that fits less is none.
PATTERN_WEIGHT = 50.0
LEAST_PATTERN = 0.55
MOST_PATTERN = 0.985
# How far tones may be off (shares of white), how much brighter or darker a face may be (log).
TONE_SPREAD, GAIN_SPREAD = 0.05, 0.35
EMPTY_TONE_SPREAD, EMPTY_GAIN_SPREAD = 0.08, 0.6
GLARE_SPREAD = 0.25  # an empty shaft that is much brighter is none that one could see into
# Contrast may differ from the taught one by this much (log), give or take.
CONTRAST, CONTRAST_SPREAD = 0.6, 0.25
# Something nobody taught: any colour, no pattern.
STRANGE_COST = 14.0
# All samples of a shaft together weigh this much when compared with the picture before.
SAME_WEIGHT = 60.0
# A shaft that changed less than this (mean squared log light) was not touched: its face is known.
UNTOUCHED = 0.008
# A tile that lies no farther from where it lay (metres) was not moved.
LIES_STILL = 0.0003
# Less of a shaft's mouth than this inside the picture is too little to read.
LEAST_SEEN = 0.7


@dataclass(frozen=True)
class Glance:
    """One picture and how high every shaft was believed to be in it."""

    soft: Picture
    view: View
    heights: tuple[int, ...]
    light: Light


@dataclass(frozen=True)
class TileMemory:
    """What the next picture is compared with, and what was read of it.

    The picture itself stays: a shaft believed to be of another height by now is looked at anew.
    """

    glance: Glance
    samples: Array
    seen: Array
    labels: dict[Square, dict[str, float]]
    offsets: dict[Square, tuple[float, float]]
    looked: dict[Square, int]
    turned: dict[Square, int]


@dataclass(frozen=True)
class TilesRead:
    """All shafts of one picture, and where the best face lies in each (metres off its middle),
    looked at as if so high. In some a tile lies just as before, however it is lit.
    """

    cells: dict[Square, Cell[str]]
    offsets: dict[Square, tuple[float, float]]
    looked: dict[Square, int]
    still: frozenset[Square]
    memory: TileMemory


def tones(log_light: Array) -> Array:
    """Light as tones of about equal noise, 1 for white."""
    return np.asarray(np.exp(log_light * GAMMA), np.float32)


def drawn(toned: Array) -> Array:
    """What is drawn on windows (windows, rows, columns, 3), whatever shadows fall on them."""
    found = np.empty_like(toned)
    for window, out in zip(toned, found, strict=True):
        shade = cv2.blur(window, (LOCAL, LOCAL), borderType=cv2.BORDER_REPLICATE)
        out[:] = (window - shade) / (shade.mean(axis=2, keepdims=True) + DIM)
    return found


class Patterns:
    """A bank of faces in four turns, for correlation with samples some of which are hidden."""

    def __init__(self, faces: Array) -> None:
        cells = faces.reshape(len(faces), -1, 3)
        cells = cells - cells.mean(axis=1, keepdims=True)
        # Three more columns add up each colour.
        colours = np.tile(np.eye(3, dtype=np.float32), (cells.shape[1], 1))
        bank = cells.reshape(len(faces), -1).T
        self._bank = np.ascontiguousarray(np.hstack([bank, colours]), np.float32)
        self._square = np.ascontiguousarray((cells**2).sum(axis=2).T)
        self._channels = np.ascontiguousarray(cells.transpose(2, 1, 0))
        self._whole = np.sqrt(np.maximum(self._square.sum(axis=0), 1e-6))

    def compared(self, rows: Array, weights: Array) -> tuple[Array, Array, Array]:
        """Correlation of rows (windows, parts, samples, 3) with each face, and both contrasts.

        The faces' means are 0, so that means of rows count only where something is hidden.
        """
        windows, parts, samples, _ = rows.shape
        power = np.repeat(self._whole[None], windows, axis=0)
        covered = np.flatnonzero((weights < 1).any(axis=1))
        rows[covered] *= weights[covered][:, None, :, None]
        flat = rows.reshape(windows * parts, samples * 3)
        product = (flat @ self._bank).reshape(windows, parts, -1)
        fits, total = np.ascontiguousarray(product[..., :-3]), product[..., -3:]
        count = np.maximum(weights.sum(axis=1), 1)
        mean = total / count[:, None, None]
        if len(covered):
            hidden = [weights[covered] @ channel for channel in self._channels]
            fits[covered] -= np.einsum("wpc,cwl->wpl", mean[covered], np.stack(hidden))
            power[covered] = self._seen_power(weights[covered], hidden, count[covered])
        own = np.einsum("ij,ij->i", flat, flat).reshape(windows, parts)
        own = np.sqrt(np.maximum(own - (total * mean).sum(axis=2), 1e-6))
        fits /= own[:, :, None]
        fits /= power[:, None]
        return fits, own, power

    def one(self, rows: Array, weights: Array, look: int) -> tuple[Array, Array, Array]:
        """The same for the parts of one window and one face."""
        face = self._bank[:, look].reshape(-1, 3)
        seen = weights[:, None]
        count = max(float(weights.sum()), 1.0)
        face = (face - (face * seen).sum(axis=0) / count) * seen
        rest = (rows - (rows * seen).sum(axis=1, keepdims=True) / count) * seen
        own = np.sqrt(np.maximum((rest * rest).sum(axis=(1, 2)), 1e-6))
        power = np.sqrt(np.maximum((face * face).sum(), 1e-6))
        fits = rest.reshape(len(rows), -1) @ face.reshape(-1) / own / power
        return fits, own, power

    def _seen_power(self, weights: Array, hidden: Sequence[Array], count: Array) -> Array:
        """The contrast of every face where it is not hidden (windows, looks)."""
        total = weights @ self._square
        for part_ in hidden:
            total = total - part_ * part_ / count[:, None]
        return np.sqrt(np.maximum(total, 1e-6))


def parts_of(values: Array, starts: Sequence[tuple[int, int]], step: int) -> Array:
    """Faces as they would lie at each start (windows, starts, samples, 3), at every step."""
    found = [
        values[:, y : y + SAMPLES : step, x : x + SAMPLES : step].reshape(len(values), -1, 3)
        for y, x in starts
    ]
    return np.stack(found, axis=1)


def part(window: Array, start: NDArray[np.int64]) -> Array:
    """The face as it would lie at one start (samples, 3)."""
    y, x = start
    return window[y : y + SAMPLES, x : x + SAMPLES].reshape(-1, 3)


def smeared(values: Array) -> Array:
    """Every sample as the mean of itself and three neighbours."""
    across = values[:, :, :-1] + values[:, :, 1:]
    return np.asarray((across[:, :-1] + across[:, 1:]) / 4)


class TileReader:
    """Reads the tops of all shafts."""

    def __init__(self, tiles: Mapping[str, tuple[Patch, Patch]]) -> None:
        self.names = [name for name in tiles if name != EMPTY]
        toned = [tones(tiles[name][0]) for name in self.names]
        faces = np.stack([np.rot90(face, turn) for face in toned for turn in range(TURNS)])
        lines = drawn(faces)
        self.fine, self.coarse = Patterns(lines), Patterns(_coarse(lines))
        light = np.log(faces.mean(axis=(1, 2))) / GAMMA
        self._tones = tones(shone_on(light, None))  # (glares, looks, 3)
        self._empty = tones(tiles[EMPTY][0]).mean(axis=(0, 1))
        self._cache, self._past = WindowCache(), WindowCache()
        self._view: View | None = None
        self._shown: dict[tuple[Square, int], Array] = {}
        steps = range(1, 2 * ROOM)
        self._starts = [(y, x) for y in steps for x in steps]

    def read(
        self,
        soft: Picture,
        view: View,
        heights: Sequence[int],
        light: Light,
        before: TileMemory | None = None,
        only: Collection[Square] = SQUARES,
    ) -> TilesRead:
        """Read every shaft, given how high each is believed to be and how it looked before.

        `only` these are looked at closely, if they changed.
        """
        glance = Glance(soft, view, tuple(heights), light)
        values, inside = _windows(self._cache, glance, SQUARES)
        here = parts_of(values, [(ROOM, ROOM)], 1).reshape(len(SQUARES), -1)
        open_ = self._open(view, heights) * inside[:, ROOM:-ROOM, ROOM:-ROOM].reshape(len(here), -1)
        shown = np.repeat(open_, 3, axis=1)
        same, change = self._sameness(glance, here, shown, before)
        share = open_.mean(axis=1)
        fresh = [s for s in only if before is None or change[s] > UNTOUCHED]
        labels = dict(before.labels) if before is not None else {}
        offsets = dict(before.offsets) if before is not None else {}
        looked = dict(before.looked) if before is not None else {}
        turned = dict(before.turned) if before is not None else {}
        for s, (label, offset, turn) in zip(
            fresh, self._labelled(values[fresh], open_[fresh]), strict=True
        ):
            labels[s] = label if share[s] > LEAST_SEEN else dict.fromkeys(label, 0.0)
            offsets[s], looked[s], turned[s] = offset, heights[s], turn
        cells = {
            s: Cell(labels[s], None if same is None else float(same[s]), float(share[s]))
            for s in labels
        }
        memory = TileMemory(glance, here, shown, labels, offsets, looked, turned)
        return TilesRead(cells, offsets, looked, _lying_still(memory, before), memory)

    def _sameness(
        self, now: Glance, here: Array, seen: Array, before: TileMemory | None
    ) -> tuple[Array | None, Array]:
        """How well each shaft fits "as before", and how much it changed."""
        if before is None:
            return None, np.full(len(SQUARES), np.inf, np.float32)
        then, heights = before.samples, before.glance.heights
        moved = [s for s in SQUARES if heights[s] != now.heights[s]]
        if moved:
            glance = replace(before.glance, heights=now.heights)
            values, _ = _windows(self._past, glance, moved)
            then = then.copy()
            then[moved] = parts_of(values, [(ROOM, ROOM)], 1).reshape(len(moved), -1)
        both = seen * before.seen
        change = unchanged(here, then, both)
        return likely_same(change, both.mean(axis=1), SAME_WEIGHT), change

    def _open(self, view: View, heights: Sequence[int]) -> Array:
        """Which samples of each face the walls do not hide from the camera."""
        if self._view is not view:
            self._view, self._shown = view, {}
        for square, height in enumerate(heights):
            if (square, height) not in self._shown:
                shown = seen_past_walls(view, square, height)
                self._shown[square, height] = shown.astype(np.float32)
        return np.stack([self._shown[pair] for pair in enumerate(heights)])

    def _labelled(
        self, values: Array, weights: Array
    ) -> list[tuple[dict[str, float], tuple[float, float], int]]:
        """Log likelihoods of all labels, where the best face lies, and how turned."""
        if not len(values):
            return []
        toned = tones(values)
        lines = drawn(toned)
        looks, places = self._finely(lines, weights, *self._coarsely(lines, weights))
        for window in range(len(values)):
            self._closely(lines[window], weights[window], looks[window], places[window])
        best = looks.argmax(axis=1)
        found, turns = places[np.arange(len(values)), best], best % TURNS
        starts = np.clip(np.round(found), 0, 2 * ROOM).astype(np.int64)
        tone = _mean_tone(
            np.stack([part(*each) for each in zip(toned, starts, strict=True)]), weights
        )
        looks = looks + self._shone_on(tone)
        faces = looks.reshape(len(values), len(self.names), TURNS).max(axis=2)
        middle = _mean_tone(parts_of(toned, [(ROOM, ROOM)], 1)[:, 0], weights)
        none = _pattern(np.float32(LEAST_PATTERN)) + self._unlit(middle)
        odd = np.float32(_pattern(np.float32(LEAST_PATTERN)) - STRANGE_COST)
        faces, none = np.logaddexp(faces, odd), np.logaddexp(none, odd)
        return [
            (
                {**dict(zip(self.names, map(float, face), strict=True)), EMPTY: float(empty)},
                (float((start[1] - ROOM) * STEP), float((ROOM - start[0]) * STEP)),
                int(turn),
            )
            for face, empty, start, turn in zip(faces, none, found, turns, strict=True)
        ]

    def _shone_on(self, tone: Array) -> Array:
        """Log likelihood of mean tones under those of all faces, on which a lamp may shine."""
        fits = [
            _toned(tone, taught, TONE_SPREAD, GAIN_SPREAD) - cost
            for taught, cost in zip(self._tones, GLARE_COST, strict=True)
        ]
        return np.asarray(np.max(fits, axis=0))

    def _unlit(self, tone: Array) -> Array:
        """Log likelihood of mean tones under that of an empty shaft, into which no lamp shines."""
        brighter = np.log(np.maximum(tone.mean(axis=1) / self._empty.mean(), 1.0))
        fit = _toned(tone, self._empty[None], EMPTY_TONE_SPREAD, EMPTY_GAIN_SPREAD)[:, 0]
        return np.asarray(fit - 0.5 * (brighter / GLARE_SPREAD) ** 2)

    def _coarsely(
        self, toned: Array, weights: Array
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where windows fit some face best: numbers of windows, and starts (down, across).

        Faces of a kind have much in common: the right one may lie elsewhere than the likeliest.
        """
        rows = parts_of(smeared(toned), self._starts, 2)
        half = weights.reshape(-1, SAMPLES, SAMPLES)[:, ::2, ::2].reshape(len(toned), -1)
        fits, _, _ = self.coarse.compared(rows, np.ascontiguousarray(half))
        at, best = fits.argmax(axis=1), fits.max(axis=1)
        close = best > best.max(axis=1, keepdims=True) - CLOSE
        pairs = np.unique(
            [(n, at[n, look]) for n, look in np.argwhere(close)], axis=0
        )  # one for every place at which some likely face lies
        return pairs[:, 0], np.array(self._starts)[pairs[:, 1]]

    def _finely(
        self,
        toned: Array,
        weights: Array,
        which: NDArray[np.int64],
        starts: NDArray[np.int64],
    ) -> tuple[Array, NDArray[np.float64]]:
        """Log likelihoods of all faces in all turns, and where each would lie."""
        rows = np.concatenate(
            [
                parts_of(toned[n : n + 1], [(y + dy, x + dx) for dy, dx in ABOUT], 1)
                for n, (y, x) in zip(which, starts, strict=True)
            ]
        )
        fits, own, power = self.fine.compared(rows, weights[which])
        peak, place = _peaks(fits)
        values = _weighed(peak, own[:, len(ABOUT) // 2, None] / power)
        looks, places = [], []
        for n in range(len(toned)):
            mine = np.flatnonzero(which == n)
            best = mine[values[mine].argmax(axis=0)]
            each = np.arange(values.shape[1])
            looks.append(values[best, each])
            places.append(starts[best] + place[best, each])
        return np.stack(looks), np.stack(places)

    def _closely(
        self, lines: Array, weights: Array, looks: Array, places: NDArray[np.float64]
    ) -> None:
        """Where faces are hard to tell apart, look at each exactly where it fits best."""
        kinds = looks.reshape(len(self.names), TURNS)
        first, *rest = np.argsort(-kinds.max(axis=1))[:RIVALS]
        rivals = [kind for kind in rest if kinds[kind].max() > kinds[first].max() - ALIKE]
        for kind in (first, *rivals) if rivals else ():
            look = kind * TURNS + int(kinds[kind].argmax())
            value, place = self._settled(lines, weights, look, places[look])
            if value > looks[look]:
                looks[look], places[look] = value, place

    def _settled(
        self, lines: Array, weights: Array, look: int, place: NDArray[np.float64]
    ) -> tuple[float, NDArray[np.float64]]:
        """The log likelihood of one face at the place near this one where it fits best."""
        start = np.clip(np.round(place), 1, 2 * ROOM - 1).astype(np.int64)
        for _ in range(MOST_STEPS):
            rows = parts_of(lines[None], [(start[0] + y, start[1] + x) for y, x in ABOUT], 1)
            fits, own, power = self.fine.one(rows[0], weights, look)
            away = np.array(ABOUT[int(fits.argmax())])
            then = np.clip(start + away, 1, 2 * ROOM - 1)
            if (then == start).all():
                break
            start = then
        peak, at = _peaks(fits[None, :, None])
        value = _weighed(peak, own[len(ABOUT) // 2] / power)
        return float(value[0, 0]), start + at[0, 0]


def _lying_still(now: TileMemory, before: TileMemory | None) -> frozenset[Square]:
    """Shafts in which the same face lies turned as before and in the very same place.

    What all have in common is how exactly the tray was found; a tile looked at as if higher than
    the time before appears elsewhere.
    """
    if before is None:
        return frozenset()
    alike = [
        s
        for s in now.offsets
        if s in before.offsets
        and now.turned[s] == before.turned[s]
        and _face(now.labels[s]) == _face(before.labels[s])
    ]
    if not alike:
        return frozenset()
    off = np.array([now.offsets[s] for s in alike]) - [before.offsets[s] for s in alike]
    off -= [slant(now.glance.view, s) * (now.looked[s] - before.looked[s]) for s in alike]
    far = np.hypot(*(off - np.median(off, axis=0)).T)
    return frozenset(s for s, each in zip(alike, far, strict=True) if each < LIES_STILL)


def _face(labels: Mapping[str, float]) -> str:
    return max(labels, key=labels.__getitem__)


def _coarse(faces: Array) -> Array:
    """Every second sample of smeared faces."""
    wide = np.pad(faces, ((0, 0), (0, 1), (0, 1), (0, 0)), mode="edge")
    return np.ascontiguousarray(smeared(wide)[:, ::2, ::2])


def _mean_tone(rows: Array, weights: Array) -> Array:
    """The mean tone of samples (rows, samples, 3) that are not hidden."""
    count = np.maximum(weights.sum(axis=1), 1)[:, None]
    return np.asarray(np.einsum("wsc,ws->wc", rows, weights) / count)


def _pattern(fit: Array | np.float32) -> Array:
    """Log likelihood of a correlation, against no pattern at all."""
    sure = np.clip(fit, 0, MOST_PATTERN)
    return np.asarray(-PATTERN_WEIGHT / 2 * np.log(1 - sure * sure), np.float32)


def _toned(tone: Array, taught: Array, spread: float, gain_spread: float) -> Array:
    """Log likelihood of mean tones (rows, 3) under taught ones (looks, 3), brightness forgiven."""
    gain = (tone @ taught.T) / (taught * taught).sum(axis=1)
    gain = np.maximum(gain, 0.02)
    rest = tone[:, None] - gain[..., None] * taught
    misfit = (rest * rest).sum(axis=2) / spread**2 + (np.log(gain) / gain_spread) ** 2
    return np.asarray(-0.5 * misfit - 2 * np.log(spread) - np.log(gain_spread), np.float32)


def _weighed(peak: Array, contrast: Array) -> Array:
    """Log likelihood of a correlation with this much contrast beside the taught one."""
    return _pattern(peak) - _contrast_cost(peak * contrast)


def _contrast_cost(contrast: Array) -> Array:
    """What it costs that a pattern is much fainter or stronger than light explains."""
    beyond = np.maximum(0, np.abs(np.log(np.maximum(contrast, 0.01))) - CONTRAST)
    return np.asarray(0.5 * (beyond / CONTRAST_SPREAD) ** 2, np.float32)


def _peaks(fits: Array) -> tuple[Array, Array]:
    """The best of three by three neighbouring fits between samples, (rows, looks), and where."""
    grid = fits.reshape(len(fits), 3, 3, -1)
    middle = grid[:, 1, 1]
    at = grid.reshape(len(fits), 9, -1).argmax(axis=1)
    peak = grid.reshape(len(fits), 9, -1).max(axis=1)
    place = np.stack([at // 3 - 1, at % 3 - 1], axis=-1).astype(np.float32)
    for axis, (low, high) in enumerate(
        ((grid[:, 0, 1], grid[:, 2, 1]), (grid[:, 1, 0], grid[:, 1, 2]))
    ):
        bend = low + high - 2 * middle
        shift = np.where(bend < -1e-6, np.clip((low - high) / (2 * bend + -1e-9), -0.5, 0.5), 0.0)
        inner = at == 4
        place[..., axis] += np.where(inner, shift, 0)
        peak = peak + np.where(inner, 0.25 * (high - low) * shift, 0)
    return np.minimum(peak, 1.0), place


def _windows(cache: WindowCache, glance: Glance, squares: Sequence[Square]) -> tuple[Array, Array]:
    """Shafts' tops with room for shifts, the light taken off, and what lies inside the picture."""
    heights = glance.heights
    windows = [((s, heights[s]), face_window(s, heights[s], ROOM)) for s in squares]
    values, inside = cache.take(glance.soft, glance.view, windows, glance.light.gain)
    return unlit(values, glance.light.at(CENTRES[list(squares)])), inside
