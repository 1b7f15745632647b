"""Small round spots with one colour all round them: what may be pips of dice."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sample import Picture, largest

Array = NDArray[np.float32]
Index = NDArray[np.int64]

_WAYS = np.arange(12) * np.pi / 6
RING = np.stack([np.cos(_WAYS), np.sin(_WAYS)]).astype(np.float32)[:, :, None]
# Where a spot's surroundings are looked at, in radii and pixels; farther out lies a one's face.
AROUND, BLUR = 1.5, 1.4
LEAST_CONTRAST = 5.0
# Of twelve places round a pip so many show the face; the others may be pips beside it.
PLAIN_ROUND = 7
LEAST_CLEAR = 2.5
MOST = 700
# Bars that may be three pips: pixels, lengths in widest spots, how much longer than thick, and how
# full against an ellipse.
LEAST_ROW, MOST_ROW, BAR, FULL = 8, 3.2, (2.6, 4.4), 0.7


@dataclass(frozen=True)
class Pips:
    """Spots: place, radius, the colour around, the step from that to the spot's own colour.

    `alone`: nothing but that colour for a good way round.
    """

    place: Array
    radius: Array
    ground: Array
    step: Array
    alone: NDArray[np.bool_]

    @property
    def contrast(self) -> Array:
        return np.asarray(np.linalg.norm(self.step, axis=1))

    def alike(self, reach: float) -> tuple[Index, Index]:
        """Pairs of spots that may belong to one face, each in both orders."""
        x, y = self.place.T
        near = (np.abs(x[:, None] - x) < reach) & (np.abs(y[:, None] - y) < reach)
        ones, others = np.nonzero(np.triu(near, 1))
        good = self._one_face(ones, others, reach)
        ones, others = ones[good], others[good]
        return np.concatenate([ones, others]), np.concatenate([others, ones])

    def _one_face(self, one: Index, other: Index, reach: float) -> NDArray[np.bool_]:
        apart = np.linalg.norm(self.place[one] - self.place[other], axis=1)
        big = np.maximum(self.radius[one], self.radius[other])
        contrast = self.contrast
        least = np.minimum(contrast[one], contrast[other])
        way = (self.step[one] * self.step[other]).sum(axis=1)
        way /= contrast[one] * contrast[other]
        most = np.maximum(contrast[one], contrast[other])
        grounds = np.linalg.norm(self.ground[one] - self.ground[other], axis=1)
        ratio = np.abs(np.log(self.radius[one] / self.radius[other]))
        close = (apart > 1.8 * big) & (apart < np.minimum(reach, 15 * big))
        return np.asarray(
            close & (way > 0.7) & (most < 4 * least) & (grounds < 0.6 * least + 8) & (ratio < 0.7)
        )


def find_pips(picture: Picture, widest: int) -> Pips:
    """All spots no wider than so many pixels, the clearest first."""
    soft = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.7), np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (widest + 2, widest + 2))
    parts = []
    for kind in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT):
        rise = np.asarray(cv2.morphologyEx(soft, kind, kernel), np.uint8)
        parts.append(_spots(largest(rise), widest))
    place, radius = (np.concatenate(each) for each in zip(*parts, strict=True))
    return _checked(soft, place, radius)


def _spots(rise: NDArray[np.uint8], widest: int) -> tuple[Array, Array]:
    """Round patches of a height map: middle and radius.

    Each is cut at half its height, and near its top, where neighbours that touch come apart.
    """
    around = cv2.dilate(rise, np.ones((widest, widest), np.uint8))
    parts = []
    for share, grow in ((0.5, 1.0), (0.8, 1.5)):
        below = np.maximum(LEAST_CONTRAST - 1, np.floor(np.arange(256) * np.float32(share)))
        mask = cv2.compare(rise, cv2.LUT(around, below.astype(np.uint8)), cv2.CMP_GT)
        parts.append(_round_patches(np.asarray(mask, np.uint8), widest, grow))
    (place, radius), (peaks, small) = parts
    marks = np.zeros(rise.shape[:2], np.uint8)
    marks[place[:, 1].astype(int), place[:, 0].astype(int)] = 1
    known = np.asarray(cv2.dilate(marks, np.ones((3, 3), np.uint8)))
    new = known[peaks[:, 1].astype(int), peaks[:, 0].astype(int)] == 0
    return np.concatenate([place, peaks[new]]), np.concatenate([radius, small[new]])


def _round_patches(mask: NDArray[np.uint8], widest: int, grow: float) -> tuple[Array, Array]:
    _, names, stats, middle = cv2.connectedComponentsWithStats(mask, connectivity=4)
    wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    area = stats[:, cv2.CC_STAT_AREA]
    long, short = np.maximum(wide, high), np.minimum(wide, high)
    least = 2 if grow == 1.0 else 1
    good = (long <= widest) & (short >= least) & (short * 2.1 >= long)
    good &= area >= 0.55 * wide * high
    good[:1] = False
    radius = np.sqrt(area[good] / np.pi).astype(np.float32) * np.float32(grow)
    place = middle[good].astype(np.float32) + np.float32(0.5)
    if grow == 1.0:
        in_row = ~good & (area >= LEAST_ROW) & (long <= MOST_ROW * widest)
        in_row[:1] = False
        more, thick = _rows(np.asarray(names, np.int32), np.asarray(in_row, np.bool_))
        place, radius = np.concatenate([place, more]), np.concatenate([radius, thick])
    return place, np.maximum(radius, np.float32(0.9))


def _rows(names: NDArray[np.int32], bars: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Three spots each of what is a bar: the pips of a six may touch each other."""
    y, x = np.nonzero(bars[names])
    which = names[y, x]
    area = np.maximum(np.bincount(which, minlength=len(bars)), 1)

    def mean(values: NDArray[np.floating]) -> NDArray[np.float64]:
        return np.bincount(which, values, len(bars)) / area

    middle = np.stack([mean(x * 1.0), mean(y * 1.0)])
    dx, dy = np.stack([x, y]) - middle[:, which]
    across, down, both = mean(dx * dx) + 1 / 12, mean(dy * dy) + 1 / 12, mean(dx * dy)
    half, lean = (across + down) / 2, np.hypot((across - down) / 2, both)
    thick, long = np.sqrt(np.maximum(half - lean, 1 / 12)), np.sqrt(half + lean)
    good = bars & (long > BAR[0] * thick) & (long < BAR[1] * thick)
    good &= area >= FULL * 4 * np.pi * thick * long
    turn = 0.5 * np.arctan2(2 * both, across - down)[good]
    apart = np.sqrt(3 * lean[good]) * np.stack([np.cos(turn), np.sin(turn)])
    place = [middle[:, good] + 0.5 + step * apart for step in (-1, 0, 1)]
    radius = np.tile(2 * thick[good], 3)
    return np.concatenate(place, axis=1).T.astype(np.float32), radius.astype(np.float32)


def _checked(soft: Picture, place: Array, radius: Array) -> Pips:
    """The spots that have one colour all round them."""
    reach = AROUND * radius + BLUR
    around = _ring(soft, place, reach)
    ground = _middle_of(around)
    x, y = place.T.astype(np.int32)
    step = soft[y, x].T - ground
    contrast = np.sqrt((step * step).sum(axis=0))
    off = _far(around, ground)
    plain = (off < 0.35 * contrast + 2).sum(axis=0)
    chosen = np.flatnonzero((contrast > LEAST_CONTRAST) & (plain >= PLAIN_ROUND))
    # On a smooth face a faint pip is as clear as a strong one on cloth.
    clear = contrast[chosen] / (np.sort(off[:, chosen], axis=0)[PLAIN_ROUND] + 2)
    order = np.argsort(-clear)[: min(MOST, int((clear > LEAST_CLEAR).sum()))]
    chosen = chosen[order]
    far = _far(_ring(soft, place[chosen], 1.7 * reach[chosen]), ground[:, chosen])
    wide = (far < 0.35 * contrast[chosen] + 4).sum(axis=0) >= 11
    alone = wide & (plain[chosen] >= 11)
    return Pips(place[chosen], radius[chosen], ground.T[chosen], step.T[chosen], alone)


def _ring(picture: Picture, place: Array, reach: Array) -> Picture:
    """Colours so far round places: (ring, 3, places)."""
    high, wide = picture.shape[:2]
    x, y = (place.T[:, None] + RING * reach).astype(np.int32)
    at = np.clip(y, 0, high - 1) * wide + np.clip(x, 0, wide - 1)
    # Whole colours, four bytes each, are fetched faster than their parts.
    whole = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA).view(np.uint32).take(at)
    parts = whole.view(np.uint8).reshape(*at.shape, 4)
    return np.ascontiguousarray(parts.transpose(0, 2, 1)[:, :3])


def _middle_of(colours: Picture) -> Array:
    """The median along the first axis, by swapping neighbours: quicker than to sort each few."""
    ranked = list(colours)
    for start in range(len(ranked)):
        for n in range(start % 2, len(ranked) - 1, 2):
            one, other = ranked[n], ranked[n + 1]
            ranked[n], ranked[n + 1] = np.minimum(one, other), np.maximum(one, other)
    half = len(ranked) // 2
    return np.asarray((ranked[half - 1].astype(np.float32) + ranked[half]) / 2)


def _far(colours: Picture, ground: Array) -> Array:
    """How far colours (ring, 3, places) are from the ground of their places."""
    off = colours - ground
    return np.asarray(np.sqrt(np.einsum("rcn,rcn->rn", off, off)))
