"""Boards of even cells, found by the cells themselves: many small four-sided areas side by side.

A chess board looks like itself everywhere, so that natural marks tell little of where it lies; but
its squares, or the boxes between the lines of a Go board, show how the whole of it lies, up to
how many cells aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.cell_places import Array, homography, mapped

Ints = NDArray[np.int64]

# Cells cover such shares of a picture; darker or lighter than what is around within this share.
SMALLEST, LARGEST = 0.0002, 0.05
AROUND = (0.06, 0.2)
# Between thin lines nothing is so much darker or lighter than what is around within this share.
LINES, LINE = 0.02, 5
# How far areas are shrunk, since squares of one colour touch at their corners (pixels).
SHRUNK = (1, 2)
# How far a cell may be off its place, in cells, and how much larger or smaller it may be.
OFF = 0.2
LARGER = 1.6
# Cells are joined in ever wider surroundings, in cells; fewer of them are no lattice.
WIDER = (1.6, 2.6, 4.5, 8.0, 100.0)
FEWEST = 6
SEEDS = 40
# A board covers all cells seen but for this share; of more ways to lie than this none is likely.
MISSED, MOST = 0.1, 60
UNIT = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


@dataclass(frozen=True)
class Lattice:
    """Even cells in a picture: which were seen, and the map from their plane to the picture.

    On the plane the cell (0, 0) has its middle there and is one unit wide.
    """

    cells: Ints  # (cells, 2)
    to_picture: Array


def lattices(grey: NDArray[np.uint8]) -> list[Lattice]:
    """The largest sets of cells that lie side by side, at most three."""
    quads = _quads(grey)
    if len(quads) < FEWEST:
        return []
    middles = np.array([mapped(homography(UNIT, quad), np.zeros((1, 2)))[0] for quad in quads])
    left, found = np.ones(len(quads), bool), []
    for _ in range(SEEDS):
        if not left.any():
            break
        seed = int(np.flatnonzero(left)[0])
        members, lattice = _grown(quads, middles, seed)
        left[members] = False
        left[seed] = False
        if len(lattice.cells) >= FEWEST:
            found.append(lattice)
    found.sort(key=lambda each: -len(each.cells))
    return found[:3]


def laid(lattice: Lattice, size: tuple[int, int], start: Array) -> Iterator[Array]:
    """Ways a board of (columns, rows) cells may lie on a lattice: maps from its plane.

    `start` is the corner of its first cell. All that cover about as many of the cells seen as can
    be are told, in all four turns.
    """
    for turn in range(4):
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
        turned = lattice.cells @ np.array([(c, s), (-s, c)])
        counts = _covered(turned, size)
        offsets = np.argwhere(counts >= counts.max() - MISSED * len(turned))
        for offset in offsets if len(offsets) <= MOST else ():
            first = turned.min(axis=0) - size + 1 + offset
            # From the board's plane to the turned lattice, and back to the lattice as it is.
            shift = first - start - 0.5
            ways = np.array([(c, s, 0), (-s, c, 0), (0, 0, 1.0)])
            board = np.array([(1, 0, shift[0]), (0, 1, shift[1]), (0, 0, 1.0)])
            yield lattice.to_picture @ ways @ board


def _covered(cells: Ints, size: tuple[int, int]) -> Ints:
    """How many cells a board covers, by where it begins (columns, rows)."""
    low, high = cells.min(axis=0), cells.max(axis=0)
    seen = np.zeros(high - low + 1, np.int64)
    seen[tuple((cells - low).T)] = 1
    wide, deep = size
    padded = np.pad(seen, ((wide - 1, wide - 1), (deep - 1, deep - 1)))
    views = np.lib.stride_tricks.sliding_window_view(padded, (wide, deep))
    return np.asarray(views.sum(axis=(2, 3)))


def _grown(quads: Array, middles: Array, seed: int) -> tuple[Ints, Lattice]:
    """All cells that lie side by side with one of them."""
    to_picture = homography(UNIT, quads[seed])
    members, places = np.array([seed]), np.zeros((1, 2), np.int64)
    for reach in WIDER:
        for _ in range(2):
            back = np.asarray(np.linalg.inv(to_picture), np.float64)
            at = mapped(back, middles)
            near = np.round(at)
            corners = mapped(back, quads) - near[:, None]
            fits = np.abs(at - near).max(axis=1) < OFF
            fits &= np.abs(near).max(axis=1) <= reach
            fits &= _square(corners)
            members = np.flatnonzero(fits)
            if len(members) < 2:
                return members, Lattice(places, to_picture)
            places = near[members].astype(np.int64)
            ends = places[:, None] + UNIT
            found, _ = cv2.findHomography(
                ends.reshape(-1, 2), quads[members].reshape(-1, 2), cv2.RANSAC, _pixels(quads)
            )
            if found is None or abs(np.linalg.det(found)) < 1e-9:
                return members, Lattice(places, to_picture)
            to_picture = np.asarray(found, np.float64)
    return members, Lattice(np.unique(places, axis=0), to_picture)


def _square(corners: Array) -> NDArray[np.bool_]:
    """Whether cells are about as large as one unit, each way."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    return np.asarray((sides.max(axis=1) < LARGER) & (sides.min(axis=1) > 1 / LARGER))


def _pixels(quads: Array) -> float:
    """How far off its place a corner may be, in pixels."""
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    return float(max(2.0, OFF * np.median(sides)))


def _quads(grey: NDArray[np.uint8]) -> Array:
    """Small four-sided areas, clockwise, (areas, 4, 2)."""
    found: list[Array] = []
    smooth = np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)
    for share in AROUND:
        for change in _changes(smooth, share):
            for shrunk in SHRUNK:
                found += _of_mask((change > 4).astype(np.uint8), shrunk)
    for change in _changes(smooth, LINES):
        for shrunk in (0, *SHRUNK[:1]):
            found += _of_mask((change < LINE).astype(np.uint8), shrunk)
    return _distinct(found)


def _changes(smooth: NDArray[np.uint8], share: float) -> tuple[NDArray[np.uint8], ...]:
    """How much darker, and how much lighter, everything is than what is around it."""
    block = round(share * max(smooth.shape)) | 1
    mean = cv2.boxFilter(smooth, -1, (block, block))
    changes = cv2.subtract(mean, smooth), cv2.subtract(smooth, mean)
    return tuple(np.asarray(change, np.uint8) for change in changes)


def _of_mask(mask: NDArray[np.uint8], shrunk: int) -> list[Array]:
    kernel = np.ones((2 * shrunk + 1,) * 2, np.uint8)
    contours, _ = cv2.findContours(cv2.erode(mask, kernel), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        area = cv2.contourArea(contour)
        if not SMALLEST * mask.size < area < LARGEST * mask.size:
            continue
        four = cv2.approxPolyDP(contour, 0.06 * cv2.arcLength(contour, True), True)
        if len(four) != 4 or not cv2.isContourConvex(four):
            continue
        if cv2.contourArea(four) * 0.75 < area < cv2.contourArea(four) * 1.25:
            found.append(_widened(four.reshape(4, 2).astype(np.float64), shrunk) + 0.5)
    return found


def _widened(four: Array, by: float) -> Array:
    """Four corners clockwise, every side moved outward by so many pixels."""
    if cv2.contourArea(four.astype(np.float32), oriented=True) < 0:
        four = four[::-1]
    along = np.roll(four, -1, axis=0) - four
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    before = np.roll(along, 1, axis=0)
    # A corner is moved along the outsides of both its sides.
    turn = np.maximum(np.abs(before[:, 0] * along[:, 1] - before[:, 1] * along[:, 0]), 0.3)
    return np.asarray(four + by * (before - along) / turn[:, None])


def _distinct(quads: list[Array]) -> Array:
    """One of all that lie on each other."""
    kept: list[Array] = []
    middles = np.zeros((0, 2))
    for quad in sorted(quads, key=lambda q: -cv2.contourArea(q.astype(np.float32))):
        middle = quad.mean(axis=0)
        apart = 0.25 * np.sqrt(cv2.contourArea(quad.astype(np.float32)))
        if not len(kept) or np.linalg.norm(middles - middle, axis=1).min() > apart:
            kept.append(quad)
            middles = np.array([each.mean(axis=0) for each in kept])
    return np.array(kept).reshape(-1, 4, 2)
