"""Four-sided outlines in a picture that may be a board's rim."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.cell_places import Array
from vision.sample import Picture

# Pictures are searched at this width or height.
SEARCH = 640
# An outline covers at least this share of the picture, and fills its four sides this well.
SMALLEST, FILLED = 0.03, 0.9
MOST = 8
# Corners so near the picture's border (pixels) are where the picture ends, not the board.
BORDER = 4


def outlines(picture: Picture) -> list[Array]:
    """Convex outlines of four sides that lie in the picture, clockwise, the largest first."""
    scale = min(1.0, SEARCH / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found: list[Array] = []
    for mask in _masks(np.asarray(small, np.uint8)):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            four = _four_sided(
                np.asarray(contour, np.int32), SMALLEST * small.shape[0] * small.shape[1]
            )
            if four is None or _cut_off(four, small.shape[:2]):
                continue
            if all(_apart(four, each) for each in found):
                found.append(four)
    found.sort(key=lambda four: -cv2.contourArea(four.astype(np.float32)))
    return [(four + 0.5) / scale for four in found[:MOST]]


def overlap(one: Array, other: Array) -> float:
    """The area that two convex outlines share, as a share of that of both."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(first, second)
    both = cv2.contourArea(first) + cv2.contourArea(second) - common
    return float(common / max(both, 1.0))


def _masks(small: Picture) -> list[NDArray[np.uint8]]:
    """Edges, and areas that differ from the rest, at several strengths."""
    smooth = cv2.bilateralFilter(small, 7, 40, 7)
    masks = []
    for strength in (30, 80):
        edges = cv2.max(*[cv2.Canny(smooth[..., n], strength, strength * 2.5) for n in (0, 2)])
        masks.append(np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8))
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB)
    for channel in range(3):
        _, mask = cv2.threshold(lab[..., channel], 0, 255, cv2.THRESH_OTSU)
        masks += [np.asarray(mask, np.uint8), np.asarray(255 - mask, np.uint8)]
    return masks


def _four_sided(contour: NDArray[np.int32], smallest: float) -> Array | None:
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < smallest:
        return None
    around = cv2.arcLength(hull, True)
    for part in (0.02, 0.035, 0.05, 0.07):
        four = cv2.approxPolyDP(hull, part * around, True)
        if len(four) == 4 and min(area, cv2.contourArea(four)) > FILLED * max(
            area, cv2.contourArea(four)
        ):
            return _clockwise(four.reshape(4, 2).astype(np.float64))
    return None


def _clockwise(four: Array) -> Array:
    """The corners clockwise as seen, the upper left one first."""
    if cv2.contourArea(four.astype(np.float32), oriented=True) < 0:
        four = four[::-1]
    return np.roll(four, -int(np.argmin(four.sum(axis=1))), axis=0)


def _cut_off(four: Array, shape: tuple[int, ...]) -> bool:
    """Whether a side runs along the picture's border: what lies there goes on outside."""
    height, width = shape
    near = np.hstack([four < BORDER, four > np.array([width, height]) - 1 - BORDER])
    return bool((near & np.roll(near, 1, axis=0)).any())


def _apart(one: Array, other: Array) -> bool:
    return bool(np.linalg.norm(one - other, axis=1).max() > 6)
