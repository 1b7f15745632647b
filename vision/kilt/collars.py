"""What peeks out from under a new top: floors never lie quite straight, so a covered one shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import Square
from vision.geometry import View
from vision.kilt.profile import Profile
from vision.kilt.rims import colour_axes
from vision.kilt.table import Sizes
from vision.light import Light
from vision.sample import DARK, Maps, Picture, Window, joined, largest, maps_for_all, take, to_log

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]

STEP = 0.001  # metres a sample, so that samples count square millimetres
SIDE = 43
REACH = 21
# Sides of floors and what lies in the shadow of a top get this share of its light. How far
# samples may be off a clan's colour besides, in colour and brightness (log units).
SHADES = (1.2, 0.8, 0.5)
TINT_SPREAD = 0.3
BRIGHT_SPREAD = 0.3
# Costs up to which a sample is of a colour (a top's and what was there before more, under any
# glare), and by how much it must fit worse to all others.
FITS, FITS_TOP, WAS = 3.0, 6.0, 5.0
CLEARLY = 2.0
CHANGED = 0.3
# A top is seen well enough when it covers so much; its middle, whatever is printed there, and its
# edge are no collar.
LEAST_TOP = 400
MIDDLE = 12
# A colour of which so large a share of the taught middles seems to be is printed on tops.
PRINTED = 0.02
# Square millimetres that may be anything, for colours that are none (shadows, paper) and for vivid
# ones; how much each further one says, and all together at most. Of a covered floor nothing at all
# shows about once in seven times.
ANYTHING = (20.0, 2.0)
EACH = 1.0
MOST = (4.0, 8.0)
NOTHING = -2.0
# A colour with less tint than this (log units) is a grey.
VIVID = 0.5
# Where a top of the old colour shows that did not before, beyond a thin rim that another light may
# add: square millimetres that speak for the old one as much as for another, and the most that
# the outline says. A floor laid on its like only adds to what shows, a top that was pushed does
# not: where nothing is lost more is said. Where much is, something may be in the way.
GAINED = 10.0
OUTLINE_MOST = 3.0
LOST = 10.0
LAID_MOST = 8.0


@dataclass(frozen=True)
class Scene:
    """A soft picture with all that is needed to look at places in it."""

    soft: Picture
    view: View
    light: Light

    def patches(self, maps: Maps, middle: NDArray[np.float64]) -> Array:
        """Patches of log light where maps lead, around a middle on the board, without the lamp."""
        lit = self.light.at(middle[None])[0]
        seen = to_log(take(self.soft, maps), self.light.gain) - lit
        return np.asarray(seen, np.float32).reshape(-1, SIDE, SIDE, 3)


@dataclass(frozen=True)
class Collar:
    """One square that looks different: the colour of its top, how high it was before, and for each
    colour how much speaks for a floor of it that was laid just before and is covered (log
    likelihood)."""

    top: str
    height: int
    peeking: Mapping[str, float]
    unmoved: float = 0.0  # how much speaks for the old top, if that had this colour

    def value(self, hidden: set[str], below: str | None) -> float:
        """How well it fits that floors of these colours are covered, 0 at best.

        A floor that looks like the new top, or like what lay `below`, is not told by its colour.
        """
        told = {c: value for c, value in self.peeking.items() if c not in (self.top, below)}
        return sum(min(0.0, v) if colour in hidden else -max(0.0, v) for colour, v in told.items())


class Collars:
    """Looks for the colours of covered floors around new tops."""

    def __init__(self, profile: Profile) -> None:
        names = sorted({name.rsplit(" ", 1)[0] for name in profile.crests})
        self.names = names
        plain = [np.median(profile.kinds[f"{c} 0"][0], axis=0) for c in names]
        light = np.maximum(np.exp(np.stack(plain)) - DARK, 0)
        shades = np.log([light * share + DARK for share in SHADES]).astype(np.float32)
        self._axes = colour_axes(TINT_SPREAD, BRIGHT_SPREAD)
        self._shades = shades @ self._axes.T  # (shades, colours, axes)
        tint = np.stack(plain) - np.mean(plain, axis=1, keepdims=True)
        vivid = np.clip(np.linalg.norm(tint, axis=1), 0, 1)
        self._grey = vivid < VIVID
        self._anything = ANYTHING[0] + (ANYTHING[1] - ANYTHING[0]) * vivid
        self._most = MOST[0] + (MOST[1] - MOST[0]) * vivid
        self.told = [not self._printed(n, profile) for n in range(len(names))]
        ys, xs = np.mgrid[0:SIDE, 0:SIDE] - SIDE // 2
        self._inside = np.hypot(xs, ys) <= REACH

    def _printed(self, number: int, profile: Profile) -> bool:
        """Whether tops of another colour have this one in their middles."""
        name = self.names[number]
        others = [p for kind, p in profile.crests.items() if not kind.startswith(f"{name} ")]
        return bool(self._of(self._costs(np.stack(others)))[number].mean() > PRINTED)

    def _costs(self, values: Array) -> Array:
        """How far each sample is off each colour, at the shade that fits it best (colours, ...)."""
        x = self._axes @ values.reshape(-1, 3).T
        near = 2 * self._shades @ x - (self._shades**2).sum(axis=2, keepdims=True)
        off = (x * x).sum(axis=0) - near.max(axis=0)
        return np.asarray(off).reshape(-1, *values.shape[:-1])

    def _of(self, costs: Array) -> Mask:
        """Which of the colours each sample clearly is."""
        best = costs.min(axis=0)
        clear = (best < FITS) & ((costs <= best + CLEARLY).sum(axis=0) == 1)
        return np.asarray(clear & (costs == best))

    def read(
        self, now: Scene, before: Scene, layout: Sizes, new: Mapping[Square, tuple[str, int]]
    ) -> dict[Square, Collar]:
        """The collars of squares that changed; given their tops' colour and how high they were."""
        found = {}
        for square, (colour, height) in new.items():
            middle, levels = np.array(layout.centre(square)), (height, height + 1)
            places = _places(now.view, layout, square, levels)
            here = now.patches(places, middle)
            if before.view is not now.view:
                places = _places(before.view, layout, square, levels)
            then = before.patches(places, middle)
            areas = self.areas(here[1], then[1], colour)
            peeking = {} if areas is None else self._weighed(areas)
            unmoved = self.unmoved(here[0], then[0], colour)
            found[square] = Collar(colour, height, peeking, unmoved)
        return found

    def unmoved(self, now: Array, before: Array, top: str) -> float:
        """How much speaks for a top being the old one: no other floor lies just so."""
        number = self.names.index(top)
        here, then = (_mostly(self._costs(x), number) for x in (now, before))
        if min(here.sum(), then.sum()) < LEAST_TOP / 2:
            return 0.0
        gained, lost = _broad(here & ~then), _broad(then & ~here)
        least, most = (-LAID_MOST, OUTLINE_MOST) if lost < LOST else (-OUTLINE_MOST, 0.0)
        return float(np.clip(OUTLINE_MOST * (1 - gained / GAINED), least, most))

    def areas(self, now: Array, before: Array, top: str) -> Array | None:
        """Square millimetres of each colour that came to light beside a top, if that is seen."""
        fresh = self._inside & (largest(np.abs(now - before)) > CHANGED)
        costs = self._costs(now)
        covered = _covered(fresh & _mostly(costs, self.names.index(top)))
        if covered is None:
            return None
        then = self._costs(before)
        was = (then < WAS) & (then == then.min(axis=0))
        new = self._of(costs) & ~was & (fresh & ~covered)
        return np.asarray(new.sum(axis=(1, 2)), np.float32)

    def _weighed(self, areas: Array) -> dict[str, float]:
        weights = {}
        for n, name in enumerate(self.names):
            more = float(areas[n] - self._anything[n])
            # In the shadow of a top one grey looks like another.
            at_most = areas[self._grey].max(initial=0) if self._grey[n] else areas[n]
            if at_most <= self._anything[n]:
                weights[name] = -NOTHING * float(at_most / self._anything[n] - 1)
            elif self.told[n] and more > 0:
                weights[name] = min(EACH * more, float(self._most[n]))
        return weights


def _places(view: View, layout: Sizes, square: Square, levels: Sequence[int]) -> Maps:
    """Where the samples around a square's middle lie in a picture, as high as so many floors."""
    x, y = map(float, layout.centre(square))
    half = SIDE * STEP / 2
    corners = [(x - half, y + half, level * layout.floor_height) for level in levels]
    windows = [Window(corner, (1.0, 0.0), (0.0, -1.0), SIDE, SIDE, STEP) for corner in corners]
    return joined(maps_for_all(view, windows))


def _mostly(costs: Array, number: int) -> Mask:
    """Which samples are most likely of this colour, if it is that of a top."""
    return np.asarray((costs.argmin(axis=0) == number) & (costs[number] < FITS_TOP))


def _broad(mask: Mask) -> int:
    """Square millimetres of a mask without what is too thin to be part of a floor."""
    return int(_opened(mask).sum())


def _opened(mask: Mask) -> NDArray[np.uint8]:
    kernel = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel), np.uint8)


def _covered(mine: Mask) -> Mask | None:
    """Where a top lies, from the samples that show its colour; None if too few do."""
    points = np.argwhere(_opened(mine))[:, ::-1].astype(np.int32)
    hull = np.zeros(mine.shape, np.uint8)
    if len(points) > 2:
        cv2.fillConvexPoly(hull, cv2.convexHull(points), 1)
    if hull.sum() < LEAST_TOP:
        return None
    x, y = np.argwhere(hull)[:, ::-1].mean(axis=0)
    cv2.circle(hull, (round(x), round(y)), MIDDLE, 1, -1)
    return cv2.dilate(hull, np.ones((3, 3), np.uint8)) > 0
