"""Finding any board in a photo by its reference picture.

Guesses come from natural marks (SIFT), from outlines that look like the board's, from even cells
side by side, and from where it lay before. Each guess is laid over the reference and judged by how
well edges agree, so that a chess board, which looks like itself two squares on, is still laid right
by its rim and grain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.cell_places import Array, Places, Points, homography, mapped, quad
from vision.boards.lattice import laid, lattices
from vision.boards.outlines import outlines, overlap
from vision.edges import Grey, agreement, slopes
from vision.errors import BoardNotFound
from vision.sample import Picture

# Photos are searched at this width or height; boards are compared at this size.
SEARCH = 1000
CANVAS = 420
# How much around the board is compared and searched for marks, in shares of its size; and how much
# where the board itself does not tell, being like itself a cell aside.
AROUND, WIDE = 0.08, 0.3
MARKS = 2000
MIN_MATCHES = 10
RATIOS = (0.75, 0.92)
# Edges agree at least so well where the board is; another table agrees hardly at all.
MIN_LIKENESS = 0.22
# A board this much alike that moved less than this share of the photo lies where it lay.
SURELY, STILL = 0.5, 0.02
# Of guesses about as good, those with the surroundings of the reference are taken, and of these the
# one turned least from it.
TIE = 0.03
# Colours are compared on so small a canvas; how much they add, and how strong they must be to.
TINTS, TINT_WORTH, TINTED = 24, 0.15, 0.1
# So many outlines of the reference, those most like the board, are looked for in photos.
RIMS = 3
# Taps are at most so far off, in cells.
TAP_ERROR = 0.3
REFINED = 6


@dataclass(frozen=True)
class Shot:
    """A photo, grey and no larger than needed to find a board in it."""

    grey: NDArray[np.uint8]
    scale: float
    colour: Picture

    @staticmethod
    def of(photo: Picture) -> Shot:
        """The photo made ready."""
        scale = min(1.0, SEARCH / max(photo.shape[:2]))
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        soft = cv2.blur(small, (9, 9))
        return Shot(np.asarray(grey, np.uint8), scale, np.asarray(soft, np.uint8))

    @property
    def area(self) -> float:
        """Pixels of the whole photo."""
        return self.grey.size / self.scale**2


class Canvas:
    """The reference's board with so much around it, for comparing others with it."""

    def __init__(self, shot: Shot, places: Places, around: float) -> None:
        wide, deep = places.size
        rim = around * max(wide, deep)
        self.area = np.array(
            [(-rim, -rim), (wide + rim, -rim), (wide + rim, deep + rim), (-rim, deep + rim)]
        )
        unit = CANVAS / (max(wide, deep) + 2 * rim)
        self._size = (round((wide + 2 * rim) * unit), round((deep + 2 * rim) * unit))
        self.matrix = np.array([(unit, 0, rim * unit), (0, unit, rim * unit), (0, 0, 1.0)])
        self.flat = self.laid(shot, places.to_picture)
        self._slopes = slopes(self.flat)

    def laid(self, shot: Shot, to_photo: Array) -> Grey:
        """A photo's board laid on the canvas, grey."""
        to_shot = np.diag([shot.scale, shot.scale, 1.0]) @ to_photo
        to_canvas = self.matrix @ np.linalg.inv(to_shot)
        flat = cv2.warpPerspective(
            shot.grey, to_canvas, self._size, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(flat, np.float32)

    def likeness(self, shot: Shot, to_photo: Array) -> float:
        """How well the photo's edges agree with the reference's, about 0 for anything else."""
        return agreement(slopes(self.laid(shot, to_photo)), self._slopes)


class Finder:
    """Looks for one board in photos."""

    def __init__(self, reference: Picture, places: Places) -> None:
        self.places = places
        shot = Shot.of(reference)
        self._canvas, self._wide = (Canvas(shot, places, around) for around in (AROUND, WIDE))
        self.likeness = self._canvas.likeness
        self._even = _even(self._canvas.flat)
        self._start: Any = cv2.goodFeaturesToTrack(self._even, 400, 0.01, 6)
        self._shape = reference.shape[:2]
        self._tints = _tints(shot, places.to_picture, places)
        self._marks = _marks(shot, mapped(places.to_picture, self._canvas.area))
        board = mapped(places.to_picture, self._canvas.area)
        self._outlines = sorted(outlines(reference), key=lambda four: -overlap(four, board))
        self._last = places.to_picture

    def corners(self, to_photo: Array) -> Array:
        """The points of the board that corners belong to, in a photo."""
        return mapped(to_photo, self.places.box)

    def find(self, photo: Picture, corners: Points | None = None) -> Array:
        """The map from the board's plane to the photo, from taps or by itself."""
        shot = Shot.of(photo)
        if corners is not None:
            tapped = homography(self.places.box, quad(corners, "the photo"))
            return self._mended(shot, tapped)
        still = self._unmoved(photo, shot)
        if still is not None:
            return still
        guesses = [g for g in self._guesses(photo, shot) if self._can_be(shot, g)]
        guesses.sort(key=lambda guess: -self._worth(shot, guess))
        best = [self._refined(shot, guess) for guess in guesses[:REFINED]]
        best = [guess for guess in best if self.likeness(shot, guess) >= MIN_LIKENESS]
        scored = [(self._worth(shot, guess), guess) for guess in best]
        if not scored:
            raise BoardNotFound(
                "the board was not found in the photo: is it the one of the reference picture, "
                "whole and in good light? Else give its four corners"
            )
        near = [(self._wide.likeness(shot, guess), guess) for guess in _about_best(scored)]
        self._last = min(_about_best(near), key=self._turned)
        return self._last

    def _worth(self, shot: Shot, to_photo: Array) -> float:
        """How alike a guess is; colours tell how a board lies whose lines are alike all ways."""
        tints = _tints(shot, to_photo, self.places)
        spread = np.sqrt((self._tints**2).mean() * (tints**2).mean())
        alike = float((self._tints * tints).mean() / max(spread, TINTED**2))
        return self.likeness(shot, to_photo) + TINT_WORTH * alike

    def _unmoved(self, photo: Picture, shot: Shot) -> Array | None:
        """The board where it lay before, if it is there: the camera stands still."""
        if photo.shape[:2] != self._shape:
            return None
        for guess in (self._last, self.places.to_picture):
            drawn = self._refined(shot, guess)
            far = np.linalg.norm(self.corners(drawn) - self.corners(guess), axis=1).max()
            near = far < STILL * max(shot.grey.shape) / shot.scale
            if near and self.likeness(shot, drawn) > SURELY:
                self._last = drawn
                return drawn
        return None

    # -- guesses ---------------------------------------------------------------------------------

    def _guesses(self, photo: Picture, shot: Shot) -> Iterator[Array]:
        if photo.shape[:2] == self._shape:
            yield self.places.to_picture
            yield self._last
        yield from self._by_marks(shot)
        yield from self._by_outlines(photo)
        yield from self._by_cells(shot)

    def _by_marks(self, shot: Shot) -> Iterator[Array]:
        """From natural marks that are alike."""
        (known, looks), (here, seen) = self._marks, _marks(shot)
        if looks is None or seen is None or min(len(looks), len(seen)) < MIN_MATCHES:
            return
        pairs = cv2.BFMatcher().knnMatch(looks, seen, k=2)
        for ratio in RATIOS:
            good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < ratio * p[1].distance]
            if len(good) < MIN_MATCHES:
                continue
            source = known[[m.queryIdx for m in good]]
            goal = here[[m.trainIdx for m in good]]
            found, inlier = cv2.findHomography(source, goal, cv2.USAC_MAGSAC, 4.0, maxIters=3000)
            if found is not None and int(inlier.sum()) >= MIN_MATCHES:
                yield np.asarray(found @ self.places.to_picture)

    def _by_outlines(self, photo: Picture) -> Iterator[Array]:
        """From four-sided outlines, each turned four ways on those of the reference."""
        there = outlines(photo)
        for known in self._outlines[:RIMS]:
            for seen in there:
                for turn in range(4):
                    change = homography(known, np.roll(seen, turn, axis=0))
                    yield change @ self.places.to_picture

    def _by_cells(self, shot: Shot) -> Iterator[Array]:
        """From cells that lie side by side, if the board has even ones."""
        if self.places.even is not None:
            larger = np.diag([1 / shot.scale, 1 / shot.scale, 1.0])
            flip = self._flip()
            for lattice in lattices(shot.grey):
                for to_shot in laid(lattice, self.places.even, self.places.box[0]):
                    yield larger @ to_shot @ flip

    def _flip(self) -> Array:
        """Turns the plane over if its rows are counted the other way, as from White's side."""
        if self._facing() > 0:
            return np.eye(3)
        return np.array([(1, 0, 0), (0, -1, self.places.box[:, 1].sum() / 2), (0, 0, 1.0)])

    def _can_be(self, shot: Shot, to_photo: Array) -> bool:
        """Whether a guess is a board seen from above, large enough, not mirrored."""
        if not np.isfinite(to_photo).all():
            return False
        here = self.corners(to_photo).astype(np.float32)
        area = cv2.contourArea(here, oriented=True) * self._facing()
        return bool(area > 0.01 * shot.area and cv2.isContourConvex(here.astype(np.int32)))

    def _facing(self) -> float:
        """1 if the corners of the reference go around clockwise, else -1."""
        corners = self.corners(self.places.to_picture).astype(np.float32)
        return float(np.sign(cv2.contourArea(corners, oriented=True)))

    def _turned(self, to_photo: Array) -> float:
        """How far the board is turned from how it lies in the reference (radians)."""
        ways = []
        for corners in (self.corners(to_photo), self.corners(self.places.to_picture)):
            top = corners[1] - corners[0] + corners[2] - corners[3]
            ways.append(np.arctan2(top[1], top[0]))
        return float(abs((ways[0] - ways[1] + np.pi) % (2 * np.pi) - np.pi))

    # -- making it exact -------------------------------------------------------------------------

    def _refined(self, shot: Shot, to_photo: Array) -> Array:
        """A guess drawn to where the reference's marks really are, while that fits better."""
        best = self.likeness(shot, to_photo)
        for _ in range(4):
            drawn = self._drawn(shot, to_photo)
            if drawn is None or not self._can_be(shot, drawn):
                break
            value = self.likeness(shot, drawn)
            if value < best + 0.002:
                break
            to_photo, best = drawn, value
        return to_photo

    def _drawn(self, shot: Shot, to_photo: Array) -> Array | None:
        here = _even(self._canvas.laid(shot, to_photo))
        start = self._start
        if start is None:
            return None
        flow: Any = cv2.calcOpticalFlowPyrLK
        given = {"winSize": (17, 17), "maxLevel": 2}
        end, good, _ = flow(self._even, here, start, None, **given)
        back, fine, _ = flow(here, self._even, end, None, **given)
        sure = (good.ravel() > 0) & (fine.ravel() > 0)
        sure &= np.linalg.norm((back - start).reshape(-1, 2), axis=1) < 1.0
        if sure.sum() < MIN_MATCHES:
            return None
        found, inlier = cv2.findHomography(start[sure], end[sure], cv2.RANSAC, 1.5)
        if found is None or int(inlier.sum()) < max(MIN_MATCHES, 0.25 * int(sure.sum())):
            return None
        matrix = self._canvas.matrix
        return np.asarray(to_photo @ np.linalg.inv(matrix) @ found @ matrix)

    def _mended(self, shot: Shot, tapped: Array) -> Array:
        """Taps drawn to the marks nearby, unless that leads far from them."""
        drawn = self._refined(shot, tapped)
        taps = mapped(np.asarray(np.linalg.inv(tapped), np.float64), self.corners(drawn))
        off = np.linalg.norm(taps - self.places.box, axis=1).max()
        return drawn if off < TAP_ERROR else tapped


def _tints(shot: Shot, to_photo: Array, places: Places) -> Grey:
    """Where on the board which colours are, apart from the light's own."""
    to_shot = np.diag([shot.scale, shot.scale, 1.0]) @ to_photo
    shrink = np.diag([TINTS / places.size[0], TINTS / places.size[1], 1.0])
    small = cv2.warpPerspective(shot.colour, shrink @ np.linalg.inv(to_shot), (TINTS, TINTS))
    light = np.log(small.astype(np.float32) + 8)
    tints = light[..., (0, 2)] - light[..., 1:2]
    return np.asarray(tints - np.median(tints, axis=(0, 1)), np.float32)


def _about_best(scored: list[tuple[float, Array]]) -> list[Array]:
    """The guesses about as good as the best of them."""
    top = max(score for score, _ in scored)
    return [guess for score, guess in scored if score > top - TIE]


def _marks(shot: Shot, area: Array | None = None) -> tuple[Array, NDArray[Any] | None]:
    """Natural marks of a picture, within an area if one is given: places and looks."""
    mask = None
    if area is not None:
        mask = np.zeros(shot.grey.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(area * shot.scale).astype(np.int32), 255)
    sift = cv2.SIFT.create(MARKS, contrastThreshold=0.02)
    found, looks = sift.detectAndCompute(shot.grey, mask)
    return (np.array([each.pt for each in found]).reshape(-1, 2) + 0.5) / shot.scale, looks


def _even(grey: Grey) -> NDArray[np.uint8]:
    """The light evened out."""
    even = grey / (cv2.GaussianBlur(grey, (0, 0), 14) + 8) * 110
    return np.asarray(np.clip(even, 0, 255), np.uint8)
