"""Square tiles that lie on the table beside a box of Burg Appenzell, found by their outline.

Whatever stands out from the table around it, by brightness or by tint and at any of several
thresholds, is looked at: is it a square of a tile's size? What is printed on it is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appenzell.looks import turned
from vision.sample import Patch

Mask = NDArray[np.bool_]

# Samples across a field when tiles are looked for.
FINE = 16
# The table around a place is what most of a square of this many fields shows.
TABLE = 2.6
# How much brighter, darker or differently tinted a tile is than its table (log light).
SHADES, TINTS = (0.12, 0.25, 0.5, 0.9), (0.05, 0.08, 0.16, 0.32)
# The side of a tile in fields, how square it must look, and how full.
LEAST, MOST = 0.72, 1.2
SQUARE, FULL, LIKE = 1.4, 0.72, 0.62
CUT = (1.6, 0.62, 0.55)  # the same of one of which something may hide a part
SOLID = 0.7  # how much of its hull stands out; print and shadow may bite into it
# How much of what stands out does so within this many samples about its outline.
EDGE, STEEP = 3, 0.55
# The same tile is found at several thresholds; places closer than this (fields) are one.
APART = 0.3


@dataclass(frozen=True)
class Card:
    """A square on the table: its middle in samples of the picture it was found in."""

    row: float
    column: float
    fit: float  # 1 is a perfect square of a tile's size
    cut: bool = False  # whether something before it may hide a part


def find_cards(table: Patch, allowed: Mask, where: Mask | None = None) -> list[Card]:
    """The tiles on a picture of the table from above, `FINE` samples a field, as log light.

    Nothing is looked for far from `where`.
    """
    part = part_about(allowed if where is None else allowed & where)
    top, left = part[0].start, part[1].start
    found: list[Card] = []
    near = cv2.dilate((~allowed[part]).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    for mask, height in _standing_out(table[part], allowed[part]):
        squares = _squares(mask, height, near)
        found += [replace(c, row=c.row + top, column=c.column + left) for c in squares]
    found.sort(key=lambda card: -card.fit)
    kept: list[Card] = []
    for card in found:
        apart = [np.hypot(card.row - c.row, card.column - c.column) for c in kept]
        if not apart or min(apart) > APART * FINE:
            kept.append(card)
    return kept


def part_about(where: Mask) -> tuple[slice, slice]:
    """Everything that is looked at, with as much around it as tells the table."""
    margin = int(TABLE * FINE)
    spans = []
    for axis in (1, 0):
        some = np.flatnonzero(where.any(axis=axis))
        first, last = (int(some[0]), int(some[-1])) if len(some) else (0, 0)
        spans.append(slice(max(0, first - margin), last + margin + 1))
    return spans[0], spans[1]


def _standing_out(
    table: Patch, allowed: Mask
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Masks of what differs from the table around it, and by how much it does."""
    off = turned(table - _ground(table, allowed))
    shade, tint = off[..., 0] / np.sqrt(3), np.hypot(off[..., 1], off[..., 2])
    heights = [(each, least) for least in SHADES for each in (shade, -shade)]
    heights += [(tint, least) for least in TINTS]
    for height, least in heights:
        shown = ((height > least) & allowed).astype(np.uint8)
        opened = cv2.morphologyEx(shown, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        yield np.asarray(opened, np.uint8), height


def _ground(table: Patch, allowed: Mask) -> Patch:
    """The table without what lies on it."""
    low, high = -4.7, 0.1
    small = np.clip((table - low) / (high - low) * 255, 0, 255).astype(np.uint8)
    if allowed.any():
        small[~allowed] = np.median(small[allowed], axis=0).astype(np.uint8)
    half = cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    size = int(TABLE * FINE / 2) | 1
    smooth = cv2.resize(cv2.medianBlur(half, size), (table.shape[1], table.shape[0]))
    return np.asarray(smooth.astype(np.float32) / 255 * (high - low) + low)


def _squares(mask: NDArray[np.uint8], height: NDArray[np.float32], hiding: Mask) -> Iterator[Card]:
    """Squares of a tile's size among connected places; next to what hides some, parts of one."""
    least, most = (LEAST * FINE) ** 2 * FULL * 0.8, (MOST * FINE) ** 2
    if cv2.countNonZero(mask) <= least:
        return
    _, names, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    area, longest = stats[:, cv2.CC_STAT_AREA], stats[:, 2:4].max(axis=1)
    good = (least < area) & (area < most) & (longest <= 1.5 * MOST * FINE)
    for number in np.flatnonzero(good[1:]) + 1:
        x, y, wide, high = stats[number, :4].tolist()
        part = (names[y : y + high, x : x + wide] == number).astype(np.uint8)
        contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(contours, key=cv2.contourArea)
        hull = cv2.convexHull(outline)
        bitten = float(cv2.contourArea(outline)) < SOLID * float(cv2.contourArea(hull))
        (middle_x, middle_y), sides, _ = cv2.minAreaRect(hull)
        full = float(cv2.contourArea(outline if bitten else hull))
        cut = bool((part & hiding[y : y + high, x : x + wide]).any())
        card = _card((y + middle_y, x + middle_x), sides, full, cut)
        if card is not None:
            about = (slice(max(0, y - EDGE), y + high + EDGE),
                     slice(max(0, x - EDGE), x + wide + EDGE))  # fmt: skip
            if _edged(names[about] == number, height[about], hiding[about]):
                yield card


def _edged(place: Mask, off: NDArray[np.float32], hiding: Mask) -> bool:
    """Whether a place ends in an edge; light mirrored in the table fades away."""
    inside, open_to_view = place.astype(np.uint8), ~hiding
    brush = np.ones((2 * EDGE + 1,) * 2, np.uint8)
    within = (inside > 0) & (cv2.erode(inside, brush, borderValue=0) == 0) & open_to_view
    beyond = (inside == 0) & (cv2.dilate(inside, brush) > 0) & open_to_view
    if not (within.any() and beyond.any()):
        return False
    step = float(np.median(off[within]) - np.median(off[beyond]))
    return step > STEEP * float(np.median(off[inside > 0]))


def _card(
    middle: tuple[float, float], sides: Sequence[float], area: float, cut: bool
) -> Card | None:
    short, long = sorted(side + 1 for side in sides)
    if short < 0.75 * LEAST * FINE or not LEAST * FINE < long < MOST * FINE:
        return None
    full = area / (short * long)
    square, least, like = CUT if cut else (SQUARE, FULL, LIKE)
    if long / short > square or full < least or full * short / long < like:
        return None
    return Card(*middle, full * short / long, cut)
