"""Where exactly a square piece lies: its four edges against the bare map."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.castle.pieces import around, lit, off_map, slices, taken, to_take
from vision.castle.profile import STEP
from vision.castle.table import Sheet
from vision.sample import Patch, largest

Array = NDArray[np.float32]
Pose = tuple[float, float, float]  # place (metres) and turn
Box = tuple[float, float, float, float]

# Points just inside and just outside the edges of a square (metres from the edge, inwards), and
# where along the edge: its corners are worn.
Points = tuple[tuple[float, ...], tuple[float, ...], float, int]
ALL: Points = ((0.0008, 0.0018, 0.0028), (-0.0010, -0.0020), 0.42, 9)
EVEN: Points = ((0.0005, 0.0013), (-0.0005, -0.0013), 0.4, 9)
FEW: Points = ((0.0016,), (-0.0014,), 0.38, 5)


# Looked at coarsely, then finely.
COARSE = around(np.arange(-4.5, 4.6, 1.5), np.arange(-18.0, 18.1, 9.0))
MIDDLE = around((-0.8, 0.0, 0.8), (-6.0, -3.0, 0.0, 3.0, 6.0))
FINE = around((-0.4, 0.0, 0.4), (-1.5, 0.0, 1.5))
SEARCH_STEP, SEARCH_TURNS = 0.002, np.radians(np.arange(-18.0, 18.1, 9.0))
BEYOND = 15  # samples round an area: pieces lie across its edge
CLEAREST = 0.97  # of a part: the rest belongs to a piece if one lies there
SIDES = np.arange(0.82, 1.181, 0.015)
LEFT = 0.4  # of a piece: so much unexplained is one that others lie on
FILLED = 0.6
NEAR = 1.6  # pieces: farther off no edge of another one reaches
LEAST = 0.25  # a square of which less shows is none
FAINT = 0.25
PAPER = 0.75  # share of a piece that is print at the most
MOST_APART = 4.0  # log light: beyond it, more is all the same
# Of several places that fit alike the nearest is taken (a millimetre, ten degrees).
FAR, ASKEW = 0.006, 0.006


def different(
    now: Patch, bare: Patch, sheet: Sheet, places: Collection[str] | None = None
) -> Array:
    """How much the sheet differs from the bare map; each area for itself: glare lies on some."""
    off = np.zeros(now.shape[:2], np.float32)
    parts = [
        slices(sheet, n) for n in (sheet.areas if places is None else places) if n in sheet.areas
    ]
    for down, across in parts:
        round_it = (_grown(down), _grown(across))
        off[round_it] = light_apart(off_map(now[round_it], bare[round_it]))
    for part in parts:
        light = lit(now[part] - bare[part])
        off[part] = light_apart(off_map(now[part] - light, bare[part]))
    return off


def _grown(part: slice) -> slice:
    return slice(max(0, part.start - BEYOND), part.stop + BEYOND)


def light_apart(apart: Patch) -> Array:
    """How much more or less light there is than before, most of the three channels.

    Edges are blurred as light is: half way between two logarithms is no edge.
    """
    more = np.expm1(np.minimum(largest(apart), MOST_APART))
    return np.asarray(np.maximum(more, -np.expm1(-largest(-apart))), np.float32)


def settled(off: Array, pose: Pose, size: float) -> Pose:
    """The pose near another one at which the edges of a square of this size fit best."""
    level, best = _level(_within(off, pose, size)), pose
    for about, points in ((COARSE, FEW), (MIDDLE, ALL), (FINE, ALL)):
        poses = about + best
        values = _edges(off, poses, size, level, points) - _away(poses, pose)
        best = _pose(poses[int(values.argmax())])
    return best


def _pose(row: NDArray[np.float64]) -> Pose:
    return float(row[0]), float(row[1]), float(row[2])


def fit(off: Array, pose: Pose, size: float) -> float:
    """How much like a square on the bare map something looks (to 1)."""
    level = _level(_within(off, pose, size))
    return float(_edges(off, np.array([pose]), size, level, ALL)[0])


def side(off: Array, pose: Pose, usual: float) -> float:
    """How long the sides of the square at a pose are, near a usual length."""
    level = _level(_within(off, pose, usual))
    at, sizes = np.array([pose]), usual * SIDES
    values = [float(_edges(off, at, float(size), level, EVEN)[0]) for size in sizes]
    return float(sizes[int(np.argmax(values))])


def _within(off: Array, pose: Pose, size: float) -> Array:
    """How much a square differs from the bare map all over."""
    return np.asarray(taken(off, np.array([pose]), _inner(size))[0])


def _level(inner: Array) -> float:
    """How much the piece differs from the map that lies in a square."""
    at = int(PAPER * (inner.size - 1))
    return max(float(np.partition(inner, at)[at]), FAINT)


def found(off: Array, box: Box, size: float, most: int) -> list[Pose]:
    """Squares in a part of the sheet (left, near, right, far), the clearest first."""
    left, (aside, up) = _cut_out(off, box, NEAR * size)
    box = (box[0] - aside, box[1] - up, box[2] - aside, box[3] - up)
    half = 0.4 * size
    xs = np.arange(box[0] + half, max(box[2] - half, box[0] + half + 1e-6), SEARCH_STEP)
    ys = np.arange(box[1] + half, max(box[3] - half, box[1] + half + 1e-6), SEARCH_STEP)
    grid = np.stack([each.ravel() for each in np.meshgrid(xs, ys, SEARCH_TURNS)], axis=1)
    points = _beside_edges(size, FEW)
    seen = taken(left, grid, points)
    squares: list[Pose] = []
    while len(squares) < most:
        values = _rise(seen, _clear_level(left, box), FEW)
        pose = settled(left, _pose(grid[int(values.argmax())]), size)
        inner = _within(left, pose, size)
        clear = _edges(left, np.array([pose]), size, _level(inner), ALL)
        if clear[0] < LEAST or (inner > FAINT).mean() < FILLED:
            break
        squares.append((pose[0] + aside, pose[1] + up, pose[2]))
        blank(left, pose, size)
        near = np.hypot(grid[:, 0] - pose[0], grid[:, 1] - pose[1]) < NEAR * size
        seen[near] = taken(left, grid[near], points)
    return squares


def _cut_out(off: Array, box: Box, room: float) -> tuple[Array, tuple[float, float]]:
    """A copy of a part of the sheet with room round it, and where its middle is."""
    rows, columns = off.shape
    x0, x1 = (round(columns / 2 + x / STEP) for x in (box[0] - room, box[2] + room))
    y0, y1 = (round(rows / 2 - y / STEP) for y in (box[3] + room, box[1] - room))
    (x0, x1), (y0, y1) = np.clip((x0, x1), 0, columns), np.clip((y0, y1), 0, rows)
    middle = (float(x0 + x1 - columns) / 2 * STEP, float(rows - y0 - y1) / 2 * STEP)
    return off[y0:y1, x0:x1].copy(), middle


def rest(mask: NDArray[np.uint8], box: Box, poses: list[Pose], size: float) -> list[Pose]:
    """Where something as large as a piece is left of a part that squares do not explain."""
    left = mask.copy()
    for pose in poses:
        blank(left, pose, 1.1 * size)
    rows, columns = mask.shape
    x0, y0 = max(0, int(columns / 2 + box[0] / STEP)), max(0, int(rows / 2 - box[3] / STEP))
    part = left[y0 : int(rows / 2 - box[1] / STEP), x0 : int(columns / 2 + box[2] / STEP)]
    opened = cv2.morphologyEx(part, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    _, _, stats, middles = cv2.connectedComponentsWithStats(opened, connectivity=4)
    least = LEFT * (size / STEP) ** 2
    return [
        (float(x0 + u + 0.5 - columns / 2) * STEP, float(rows / 2 - y0 - v - 0.5) * STEP, 0.0)
        for (u, v), area in zip(middles[1:], stats[1:, cv2.CC_STAT_AREA], strict=True)
        if area > least
    ]


def _clear_level(off: Array, box: Box) -> float:
    """How much the clearest piece of a part differs from the map."""
    rows, columns = off.shape
    x0, x1 = (int(columns / 2 + x / STEP) for x in (box[0], box[2]))
    y0, y1 = (int(rows / 2 - y / STEP) for y in (box[3], box[1]))
    part = off[max(y0, 0) : y1, max(x0, 0) : x1].ravel()
    at = int(CLEAREST * (part.size - 1))
    return max(float(np.partition(part, at)[at]) if part.size else 0.0, FAINT)


def blank(off: NDArray[Any], pose: Pose, size: float) -> None:
    """Take a square off a map: what lies there is explained."""
    rows, columns = off.shape
    middle = (pose[0] / STEP + columns / 2 - 0.5, rows / 2 - 0.5 - pose[1] / STEP)
    side = 1.04 * size / STEP
    corners = cv2.boxPoints((middle, (side, side), -float(np.degrees(pose[2]))))
    cv2.fillConvexPoly(off, np.round(corners).astype(np.int32), 0.0)


def _away(poses: NDArray[np.float64], home: Pose) -> NDArray[np.float64]:
    """A little less for what lies farther off."""
    off = poses - np.array(home)
    shift = np.hypot(off[:, 0], off[:, 1]) * 1e3
    return np.asarray(FAR * shift + ASKEW * np.abs(np.degrees(off[:, 2])) / 10)


def _edges(
    off: Array, poses: NDArray[np.float64], size: float, level: float, points: Points
) -> NDArray[np.float32]:
    """How much more differs just inside the edges than just outside."""
    return _rise(taken(off, poses, _beside_edges(size, points)), level, points)


def _rise(seen: Array, level: float, points: Points) -> NDArray[np.float32]:
    """How much more of a level the inner ones of points show than the outer ones."""
    values = np.minimum(seen / np.float32(level), np.float32(1.0))
    return np.asarray(values @ _signs(points))


@lru_cache(maxsize=8)
def _signs(points: Points) -> Array:
    """What each point counts: those within the edges for, those beyond them against."""
    inner, outer, _, count = points
    along = 4 * count
    signs = [1 / len(inner) / along] * len(inner) + [-1 / len(outer) / along] * len(outer)
    return np.repeat(np.array(signs, np.float32), along)


@lru_cache(maxsize=256)
def _beside_edges(size: float, points: Points) -> Array:
    """Points inside and outside the edges of a square."""
    inner, outer, reach, count = points
    along = np.linspace(-reach, reach, count) * size
    frames = [_frame(size / 2 - depth, along) for depth in (*inner, *outer)]
    return to_take(np.concatenate(frames))


def _frame(half: float, along: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points along the four edges of a square."""
    far = np.full_like(along, half)
    sides = [(along, far), (along, -far), (far, along), (-far, along)]
    return np.concatenate([np.stack(side, axis=1) for side in sides])


@lru_cache(maxsize=64)
def _inner(size: float) -> Array:
    """Points all over a square."""
    ticks = np.linspace(-0.4, 0.4, 7) * size
    return to_take(np.stack([each.ravel() for each in np.meshgrid(ticks, ticks)], axis=1))
