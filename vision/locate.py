"""Where the board lies: found by its taught print, followed through knocks and nudges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.edges import agreement, slopes
from vision.errors import BoardNotFound
from vision.geometry import View, move_view, solve_view
from vision.sample import Picture

Array = NDArray[np.float64]

MIN_MATCHES = 14
ENOUGH_MARKS = 40


class Search(NamedTuple):
    """How marks are looked for: in a picture made so small, at most so many, so clear at least."""

    scale: float
    most: int = 1500
    contrast: float = 0.04


# The search looks at a smaller picture first: much less time and memory, hardly less exact. A
# board that is far away or has a fine print shows too little there; one in dim light, blurred, or
# on a table with much grain has few marks among many, and those are faint.
QUICK, WHOLE, FAINT = Search(0.625), Search(1.0), Search(1.0, 4000, 0.02)
# Boards are compared at so many pixels across; where edges agree less, the sides are checked.
COMPARED = 300
DOUBTFUL = 0.45
UNLIKE = 0.3  # so little edges agree with a board that is not there
# A board that moved less than this on average (pixels) has not moved.
STILL_PIXELS = 0.35
# Marks that lie farther from where the moved board has them (pixels) agreed on some other thing.
ASTRAY = 1.0


def _grey(picture: Picture) -> NDArray[np.uint8]:
    """Brightness with the light evened out, so that lamps do not look like movement."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    even = grey / (cv2.GaussianBlur(grey, (0, 0), 12) + 8) * 110
    return np.asarray(np.clip(even, 0, 255), dtype=np.uint8)


def find_board(picture: Picture, taught: Picture, size: float, camera: View | None = None) -> View:
    """Find a taught board (seen from above, far side on top) anywhere in a picture.

    `camera`: an earlier view by the same camera; a lens does not change.
    """
    for search in (QUICK, WHOLE):
        try:
            view, count = board_among(marks_of(picture, search), taught, size, camera)
        except BoardNotFound:
            continue
        if likeness(picture, view, taught, size) < DOUBTFUL:
            _check_sides(picture, taught, size, count)
        return view
    view, _ = board_among(marks_of(picture, FAINT), taught, size, camera)
    if likeness(picture, view, taught, size) < UNLIKE:
        raise BoardNotFound("the board was not recognised: is it the taught one, in good light?")
    return view


def likeness(picture: Picture, view: View, taught: Picture, size: float) -> float:
    """How well the edges of the board in a picture agree with those that were taught."""
    corners = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (size / 2)
    pixels = (view.project(corners) - 0.5).astype(np.float32)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * COMPARED
    flat = cv2.warpPerspective(
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY),
        cv2.getPerspectiveTransform(pixels, square),
        (COMPARED, COMPARED),
    )
    known = cv2.resize(
        cv2.cvtColor(taught, cv2.COLOR_BGR2GRAY), (COMPARED, COMPARED), interpolation=cv2.INTER_AREA
    )
    here, there = (slopes(np.asarray(each, np.float32)) for each in (flat, known))
    return agreement(here, there)


def _check_sides(picture: Picture, taught: Picture, size: float, count: int) -> None:
    """Refuse a mirrored picture: some prints are much alike along their diagonal."""
    try:
        mirrored = marks_of(np.ascontiguousarray(picture[:, ::-1]))
        more = board_among(mirrored, taught, size)[1]
    except BoardNotFound:
        return
    if more > 1.5 * count:
        raise BoardNotFound("the picture seems to be mirrored: check the camera's settings")


@dataclass(frozen=True)
class Marks:
    """What stands out in a picture, to look for boards in it."""

    points: Any
    looks: Any
    size: tuple[int, int]
    search: Search


def marks_of(picture: Picture, search: Search = QUICK) -> Marks:
    """The marks of a picture, once for all boards that are looked for."""
    scale = search.scale
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    points, looks = _marks_in(np.asarray(small, np.uint8), search)
    return Marks(points, looks, (picture.shape[1], picture.shape[0]), search)


@lru_cache(maxsize=8)
def _taught_marks(pixels: bytes, shape: tuple[int, ...], search: Search) -> tuple[Any, Any]:
    """The marks of a taught board, which is looked for again and again."""
    return _marks_in(np.frombuffer(pixels, np.uint8).reshape(shape), search)


def _marks_in(picture: Picture, search: Search) -> tuple[Any, Any]:
    sift = cv2.SIFT.create(search.most, contrastThreshold=search.contrast)
    return sift.detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None)


def board_among(
    marks: Marks, taught: Picture, size: float, camera: View | None = None
) -> tuple[View, int]:
    """A taught board among the marks of a picture, and how many of them agree on it."""
    here = marks.points
    known, known_marks = _taught_marks(taught.tobytes(), taught.shape, marks.search)
    if known_marks is None or marks.looks is None or len(here) < MIN_MATCHES:
        raise BoardNotFound("no board is in the picture: put it under the camera")
    pairs = cv2.BFMatcher().knnMatch(known_marks, marks.looks, k=2)
    good = _one_each([p[0] for p in pairs if len(p) == 2 and p[0].distance < 0.75 * p[1].distance])
    if len(good) < MIN_MATCHES:
        raise BoardNotFound("the board was not recognised: is it the taught one, in good light?")
    scale = size / taught.shape[0]
    flat = np.array([known[m.queryIdx].pt for m in good]) + 0.5
    points = np.stack(
        [flat[:, 0] * scale - size / 2, size / 2 - flat[:, 1] * scale, np.zeros(len(good))], axis=1
    )
    pixels = (np.array([here[m.trainIdx].pt for m in good]) + 0.5) / marks.search.scale
    return _solved(points, pixels, marks.size, camera)


def _one_each(matches: list[Any]) -> list[Any]:
    """The best match of each mark in the picture: a mark cannot be two places of the board."""
    best: dict[int, Any] = {}
    for match in sorted(matches, key=lambda m: -m.distance):
        best[match.trainIdx] = match
    return list(best.values())


def _solved(
    points: Array, pixels: Array, size: tuple[int, int], camera: View | None = None
) -> tuple[View, int]:
    """The view from matches of which many are wrong, and how many were right."""
    _, inlier = cv2.findHomography(points[:, :2], pixels, cv2.RANSAC, 4.0)
    keep = inlier.ravel() > 0 if inlier is not None else np.zeros(len(points), bool)
    if keep.sum() < MIN_MATCHES:
        raise BoardNotFound("the board was not recognised: is it the taught one, in good light?")
    view = solve_view(points[keep], pixels[keep], size)
    if camera is not None and (camera.width, camera.height) == size:
        farther = view.translation * (camera.focal / view.focal)
        near = replace(view, focal=camera.focal, k1=camera.k1, translation=farther)
        view = move_view(near, points[keep], pixels[keep])
    if view.centre[2] <= 0:
        raise BoardNotFound("the picture seems to be mirrored: check the camera's settings")
    return view, int(keep.sum())


@dataclass(frozen=True)
class Anchor:
    """A picture in which the board's place is known, with marks to follow."""

    grey: NDArray[np.uint8]
    points: Array
    pixels: NDArray[np.float32]


def anchor(
    picture: Picture, view: View, size: float, hole: float = 0.0, covers: Sequence[Array] = ()
) -> Anchor:
    """Choose marks on the board to follow from this picture on, none in a hole in its middle.

    `covers` are outlines in the picture of what stands up from the board, if enough stays free.
    """
    grey = _grey(picture)
    mask = np.zeros(grey.shape, np.uint8)
    for half, value in ((size / 2 * 0.99, 255), (hole / 2, 0)):
        corners = np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0)])
        if half:
            cv2.fillConvexPoly(mask, np.round(view.project(corners)).astype(np.int32), value)
    free = mask.copy()
    for outline in covers:
        cv2.fillConvexPoly(free, np.round(outline).astype(np.int32), 0)
    found = cv2.goodFeaturesToTrack(grey, 160, 0.02, 9, mask=free)
    if covers and (found is None or len(found) < ENOUGH_MARKS):
        found = cv2.goodFeaturesToTrack(grey, 160, 0.02, 9, mask=mask)
    if found is None:
        raise BoardNotFound("the board shows no marks to follow: more light, or clean the lens")
    pixels = found.reshape(-1, 2).astype(np.float32)
    return Anchor(grey, view.on_plane(pixels.astype(np.float64) + 0.5), pixels)


def follow(known: Anchor, picture: Picture, last: View) -> View | None:
    """The view now; the same object if nothing moved, None if the board was lost."""
    grey = _grey(picture)
    guess = (last.project(known.points) - 0.5).astype(np.float32)
    found, state, _ = cv2.calcOpticalFlowPyrLK(
        known.grey,
        grey,
        known.pixels.reshape(-1, 1, 2),
        guess.reshape(-1, 1, 2).copy(),
        winSize=(19, 19),
        maxLevel=3,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    here = found.reshape(-1, 2).astype(np.float64) + 0.5
    good = state.ravel() > 0
    if good.sum() < MIN_MATCHES:
        return None
    _, inlier = cv2.findHomography(known.points[good, :2], here[good], cv2.RANSAC, 1.5)
    keep = np.flatnonzero(good)[inlier.ravel() > 0] if inlier is not None else np.array([], int)
    if len(keep) < max(MIN_MATCHES, 0.2 * len(known.points)):
        return None
    moved = np.linalg.norm(here[keep] - last.project(known.points[keep]), axis=1)
    if np.median(moved) < STILL_PIXELS:
        return last
    view = move_view(last, known.points[keep], here[keep])
    off = np.linalg.norm(here[keep] - view.project(known.points[keep]), axis=1)
    return view if off.mean() < ASTRAY else None
