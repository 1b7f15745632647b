"""The tops of King Solomon's shafts: which face, turned in any of four ways, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.light import Light
from vision.likeness import Looks, likely_same, strange, unchanged
from vision.reading import Cell
from vision.sample import Patch, Picture
from vision.solomon_layout import EMPTY, SAMPLES, SQUARES, STEP, Square, centre, face_window
from vision.windows import WindowCache, around, shift_index

Array = NDArray[np.float32]

REACH = 2
SHIFTS = around(REACH)
MIDDLE = SHIFTS.index((0, 0))
# Tiles have little room in their shafts; their height and a camera not exactly known add to it.
SHIFT_SPREAD = 0.0018
WEIGHT = 60.0
ODD_COST = 6.0
# Shadows of walls and hands change a face by no more than this (log light), give or take.
SHADE, SHADE_SPREAD = 0.9, 0.15
TURNS = 4
# A shaft that changed less than this (mean squared log light) was not touched: its face is known.
UNTOUCHED = 0.008
GRID = np.mgrid[0:SAMPLES, 0:SAMPLES].reshape(2, -1)


@dataclass(frozen=True)
class TileMemory:
    """What the next picture is compared with: samples, what was seen of them, their labels."""

    samples: Array
    seen: Array
    labels: dict[Square, dict[str, float]]


@dataclass(frozen=True)
class TilesRead:
    """All shafts of one picture."""

    cells: dict[Square, Cell[str]]
    memory: TileMemory


class TileReader:
    """Reads the tops of all shafts."""

    def __init__(self, tiles: Mapping[str, tuple[Patch, Patch]]) -> None:
        self.names = [name for name in tiles if name != EMPTY]
        means, spreads, turned = [], [], []
        for name in self.names:
            mean, spread = tiles[name]
            means += [np.rot90(mean, turn) for turn in range(TURNS)]
            spreads += [np.rot90(spread, turn) for turn in range(TURNS)]
            turned += [name] * TURNS
        self.faces = Looks(turned, np.stack(means), np.stack(spreads), WEIGHT)
        mean, spread = tiles[EMPTY]
        self.empty = Looks([EMPTY], mean[None], spread[None], WEIGHT)
        self._bright = np.array([tiles[name][0].mean() for name in self.names], np.float32)
        self._index = shift_index(GRID[0], GRID[1], REACH, SAMPLES + 2 * REACH)
        self._cache = WindowCache()
        steps = np.array([dx * dx + dy * dy for dy, dx in SHIFTS], np.float32)
        self._penalty = -steps * np.float32(STEP**2 / SHIFT_SPREAD**2 / 2)

    def read(
        self,
        soft: Picture,
        view: View,
        heights: Sequence[int],
        light: Light,
        before: TileMemory | None = None,
    ) -> TilesRead:
        """Read every shaft, given how high each is believed to be and how it looked before."""
        windows = [((s, heights[s]), face_window(s, heights[s], REACH)) for s in SQUARES]
        values, inside = self._cache.take(soft, view, windows, light.gain)
        values = values - light.at(np.array([centre(s) for s in SQUARES]))[:, None, None]
        flat, shown = values.reshape(len(SQUARES), -1, 3), inside.reshape(len(SQUARES), -1)
        here = flat[:, self._index[MIDDLE]].reshape(len(SQUARES), -1)
        seen = np.repeat(shown[:, self._index[MIDDLE]], 3, axis=1)
        same, change = _sameness(here, seen, before)
        old = before.labels if before is not None else {}
        fresh = [s for s in SQUARES if s not in old or change[s] > UNTOUCHED]
        labels = {**old, **self._labels(flat[fresh], shown[fresh], fresh)}
        cells = {
            s: Cell(labels[s], None if same is None else float(same[s]), float(seen[s].mean()))
            for s in SQUARES
        }
        return TilesRead(cells, TileMemory(here, seen, labels))

    def _labels(
        self, flat: Array, shown: Array, squares: list[Square]
    ) -> dict[Square, dict[str, float]]:
        if not squares:
            return {}
        count = len(squares) * len(SHIFTS)
        rows = flat[:, self._index].reshape(count, -1)
        seen = np.repeat(shown[:, self._index], 3, axis=2).reshape(count, -1)
        scores = self.faces.score(rows, seen).reshape(len(squares), len(SHIFTS), -1)
        best = (scores + self._penalty[None, :, None]).max(axis=1)
        best = best.reshape(len(squares), len(self.names), TURNS).max(axis=2)
        middle = rows.reshape(len(squares), len(SHIFTS), -1)[:, MIDDLE]
        there = seen.reshape(len(squares), len(SHIFTS), -1)[:, MIDDLE]
        bright = (middle * there).sum(axis=1) / np.maximum(there.sum(axis=1), 1)
        best = best - _shade_cost(bright[:, None] - self._bright)
        odd = strange(middle, there, WEIGHT) - ODD_COST
        best = np.logaddexp(best, odd[:, None])
        none = np.logaddexp(self.empty.score(middle, there)[:, 0], odd)
        return {
            s: dict(zip(self.names, map(float, best[n]), strict=True)) | {EMPTY: float(none[n])}
            for n, s in enumerate(squares)
        }


def _shade_cost(off: Array) -> Array:
    """What it costs that a face is so much brighter or darker than light and shadow explain."""
    beyond = np.maximum(0, np.abs(off) - SHADE) / SHADE_SPREAD
    return np.asarray(0.5 * beyond * beyond, np.float32)


def _sameness(here: Array, seen: Array, before: TileMemory | None) -> tuple[Array | None, Array]:
    """How well each shaft fits "as before", and how much it changed."""
    if before is None:
        return None, np.full(len(SQUARES), np.inf, np.float32)
    both = seen * before.seen
    change = unchanged(here, before.samples, both)
    return likely_same(change, both.mean(axis=1), WEIGHT), change
