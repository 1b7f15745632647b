"""Small round spots with one colour all round them: what may be pips of dice."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sample import Picture, largest

Array = NDArray[np.float32]
Index = NDArray[np.int64]

RING = np.stack([np.cos(np.arange(12) * np.pi / 6), np.sin(np.arange(12) * np.pi / 6)], axis=1)
# Where a spot's surroundings are looked at, in radii and pixels; farther out lies a one's face.
AROUND, BLUR = 1.5, 1.4
LEAST_CONTRAST = 5.0
# Of twelve places round a pip so many show the face; the others may be pips beside it.
PLAIN_ROUND = 7
LEAST_CLEAR = 2.5
MOST = 700


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
        order = np.argsort(self.place[:, 0], kind="stable")
        x = self.place[order, 0]
        found: list[Index] = []
        for gap in range(1, len(order)):
            close = np.flatnonzero(x[gap:] - x[:-gap] < reach)
            if not len(close):
                break
            one, other = order[close], order[close + gap]
            good = self._one_face(one, other, reach)
            found.append(np.stack([one[good], other[good]]))
        if not found:
            none = np.zeros(0, np.int64)
            return none, none
        ones, others = np.concatenate(found, axis=1)
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
    around = cv2.dilate(rise, np.ones((widest, widest), np.uint8)).astype(np.float32)
    parts = []
    for share, grow in ((0.5, 1.0), (0.8, 1.5)):
        mask = ((rise >= LEAST_CONTRAST) & (rise > around * share)).astype(np.uint8)
        parts.append(_round_patches(mask, widest, grow))
    (place, radius), (peaks, small) = parts
    marks = np.zeros(rise.shape[:2], np.uint8)
    marks[place[:, 1].astype(int), place[:, 0].astype(int)] = 1
    known = np.asarray(cv2.dilate(marks, np.ones((3, 3), np.uint8)))
    new = known[peaks[:, 1].astype(int), peaks[:, 0].astype(int)] == 0
    return np.concatenate([place, peaks[new]]), np.concatenate([radius, small[new]])


def _round_patches(mask: NDArray[np.uint8], widest: int, grow: float) -> tuple[Array, Array]:
    _, _, stats, middle = cv2.connectedComponentsWithStats(mask, connectivity=4)
    wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    area = stats[:, cv2.CC_STAT_AREA]
    long, short = np.maximum(wide, high), np.minimum(wide, high)
    least = 2 if grow == 1.0 else 1
    good = (long <= widest) & (short >= least) & (short * 2.1 >= long)
    good &= area >= 0.55 * wide * high
    good[:1] = False
    radius = np.sqrt(area[good] / np.pi).astype(np.float32) * np.float32(grow)
    return middle[good].astype(np.float32) + np.float32(0.5), np.maximum(radius, np.float32(0.9))


def _checked(soft: Picture, place: Array, radius: Array) -> Pips:
    """The spots that have one colour all round them."""
    near = (AROUND * radius + BLUR)[:, None, None] * RING[None]
    around = _sampled(soft, place, near)
    ground = np.median(around, axis=1)
    core = _sampled(soft, place, np.zeros((1, 1, 2)))[:, 0]
    step = core - ground
    contrast = np.linalg.norm(step, axis=1)
    off = np.linalg.norm(around - ground[:, None], axis=2)
    plain = (off < 0.35 * contrast[:, None] + 2).sum(axis=1)
    # On a smooth face a faint pip is as clear as a strong one on cloth.
    clear = contrast / (np.sort(off, axis=1)[:, PLAIN_ROUND] + 2)
    good = (contrast > LEAST_CONTRAST) & (plain >= PLAIN_ROUND) & (clear > LEAST_CLEAR)
    chosen = np.flatnonzero(good)
    chosen = chosen[np.argsort(-clear[chosen])][:MOST]
    far = _sampled(soft, place[chosen], 1.7 * near[chosen])
    off = np.linalg.norm(far - ground[chosen, None], axis=2)
    wide = (off < 0.35 * contrast[chosen, None] + 4).sum(axis=1) >= 11
    alone = wide & (plain[chosen] >= 11)
    return Pips(place[chosen], radius[chosen], ground[chosen], step[chosen], alone)


def _sampled(picture: Picture, place: Array, offsets: NDArray[np.floating]) -> Array:
    """Colours at offsets from places: (places, offsets, 3)."""
    at = (place[:, None] + offsets).astype(np.int64)
    x = np.clip(at[..., 0], 0, picture.shape[1] - 1)
    y = np.clip(at[..., 1], 0, picture.shape[0] - 1)
    return np.asarray(picture[y, x], np.float32)
