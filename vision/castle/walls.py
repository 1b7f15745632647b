"""Rooms on the map of The Castle: dark blocks between the corridors, parted by their walls."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.castle.pieces import ROOMS

Mask = NDArray[np.uint8]
Array = NDArray[np.float32]
Rect = tuple[int, int, int, int]  # x, y, wide, high, in samples

LEAST_SIDE = 16.0  # millimetres
REACH = (2.0, 3.0, 4.0)  # millimetres beside a wall: what it is compared with
PIECE = 3.0  # a wall is looked at in pieces so long
# How much clearer than the grain of the floor a wall must be; and when 36 rooms are found.
CLEAR, PLAIN = 2.2, 9.0
NOTCHED = 0.86


@dataclass(frozen=True)
class Lines:
    """How much every place looks like part of a wall that lies level, and one that stands."""

    level: tuple[Array, ...]
    upright: tuple[Array, ...]

    def of(self, level: bool, rect: Rect) -> list[Array]:
        x, y, wide, high = rect
        return [
            part[y : y + high, x : x + wide] for part in (self.level if level else self.upright)
        ]


def walls(shades: Sequence[Array], scale: float) -> Lines:
    """Ridges and steps of brightness and of channels, in logarithms, along both directions."""
    logs = [np.log(np.maximum(shade, 4.0)).astype(np.float32) for shade in shades]
    level, upright = ([_lines(log, scale, way) for log in logs] for way in (True, False))
    return Lines(tuple(chain(*level)), tuple(chain(*upright)))


def _lines(log: Array, scale: float, level: bool) -> tuple[Array, ...]:
    along, across = round(PIECE * scale) | 1, 3
    soft = np.asarray(cv2.blur(log, (along, across) if level else (across, along)), np.float32)
    axis = 0 if level else 1
    found: list[Array] = []
    for reach in REACH:
        off = round(reach * scale)
        low, high = np.roll(soft, off, axis), np.roll(soft, -off, axis)
        found.append(np.asarray(soft - (low + high) / 2, np.float32))
    wide = round(REACH[0] * scale)
    step = np.roll(soft, wide, axis) - np.roll(soft, -wide, axis)
    found.append(np.asarray(step, np.float32))
    return tuple(found)


@dataclass(frozen=True)
class Cut:
    """Where a block is best parted, and how clearly."""

    score: float
    level: bool
    at: int


def rooms(dark: Mask, lines: Lines, scale: float) -> list[Rect]:
    """Every room: blocks of dark ground are parted, the clearest wall first, until 36 are found."""
    heap: list[tuple[float, int, Rect, Cut]] = []
    done: list[Rect] = []
    count = 0
    for rect in _blocks(dark, scale):
        count += 1
        cut = _best(dark, lines, rect, scale)
        heapq.heappush(heap, (-cut.score, count, rect, cut))
    while heap:
        score, _, rect, cut = heapq.heappop(heap)
        enough = len(done) + len(heap) + 1 >= ROOMS
        if -score < (PLAIN if enough else CLEAR):
            done.append(rect)
            continue
        for part in _parted(dark, rect, cut, scale):
            count += 1
            further = _best(dark, lines, part, scale)
            heapq.heappush(heap, (-further.score, count, part, further))
    return sorted(done, key=lambda r: (r[1], r[0]))


def _blocks(dark: Mask, scale: float) -> list[Rect]:
    kernel = np.ones((round(9 * scale),) * 2, np.uint8)
    broad = cv2.morphologyEx(dark, cv2.MORPH_OPEN, kernel)
    _, _, stats, _ = cv2.connectedComponentsWithStats(broad, connectivity=4)
    return [_rect(box) for box in stats[1:] if min(box[2:4]) > LEAST_SIDE * scale]


def _rect(box: NDArray[np.int32]) -> Rect:
    return int(box[0]), int(box[1]), int(box[2]), int(box[3])


def _parted(dark: Mask, rect: Rect, cut: Cut, scale: float) -> list[Rect]:
    """The two parts of a block, each drawn in to where the ground is dark."""
    x, y, wide, high = rect
    if cut.level:
        parts = [(x, y, wide, cut.at), (x, y + cut.at, wide, high - cut.at)]
    else:
        parts = [(x, y, cut.at, high), (x + cut.at, y, wide - cut.at, high)]
    return [_drawn_in(dark, part, scale) for part in parts]


def _drawn_in(dark: Mask, rect: Rect, scale: float) -> Rect:
    x, y, wide, high = rect
    part = dark[y : y + high, x : x + wide]
    columns = np.flatnonzero(part.mean(axis=0) > 0.4)
    rows = np.flatnonzero(part.mean(axis=1) > 0.4)
    if len(columns) < LEAST_SIDE * scale / 2 or len(rows) < LEAST_SIDE * scale / 2:
        return rect
    left, top = int(columns[0]), int(rows[0])
    return x + left, y + top, int(columns[-1]) - left + 1, int(rows[-1]) - top + 1


def _best(dark: Mask, lines: Lines, rect: Rect, scale: float) -> Cut:
    """The clearest wall right through a block."""
    best = Cut(0.0, True, 0)
    x, y, wide, high = rect
    ground = dark[y : y + high, x : x + wide] > 0
    least = round(LEAST_SIDE * scale)
    for level in (True, False):
        length = high if level else wide
        if length < 2 * least:
            continue
        scores = _through(lines.of(level, rect), ground, level, scale)
        at = least + int(scores[least : length - least].argmax())
        if scores[at] > best.score:
            best = Cut(float(scores[at]), level, at)
    return best


def _through(parts: list[Array], ground: NDArray[np.bool_], level: bool, scale: float) -> Array:
    """How clear a wall at every place across a block would be, seen along its whole length."""
    step = max(1, round(PIECE * scale))
    kernel = np.ones((round(4 * scale),) * 2, np.uint8)
    inner = np.asarray(cv2.erode(ground.astype(np.uint8), kernel), bool)
    known = (inner if level else inner.T)[:, step // 2 :: step]
    best = np.zeros(known.shape[0], np.float32)
    counts = known.sum(axis=1)
    enough = counts >= max(2.0, 0.35 * known.any(axis=0).sum())
    if not enough.any():
        return best
    for part in parts:
        pieces = (part if level else part.T)[:, step // 2 :: step]
        grain = float(np.median(np.abs(pieces[known]))) + 0.004
        best = np.maximum(best, np.where(enough, _steady(pieces, known, counts) / grain, 0.0))
    return best


def _steady(pieces: Array, known: NDArray[np.bool_], counts: NDArray[np.int64]) -> Array:
    """The strength that most pieces of a wall share, 0 where they do not agree on the sign."""
    held = np.sort(np.where(known, pieces, np.inf), axis=1)
    rows = np.arange(len(held))
    low = held[rows, np.clip((0.3 * counts).astype(int), 0, held.shape[1] - 1)]
    high = held[rows, np.clip((0.7 * counts).astype(int), 0, held.shape[1] - 1)]
    agreed = np.isfinite(low) & np.isfinite(high) & (low * high > 0)
    return np.where(agreed, np.minimum(np.abs(low), np.abs(high)), 0.0).astype(np.float32)
