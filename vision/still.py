"""Stillness: frames are judged small, and pictures are read only while nothing moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sample import Picture

Small = NDArray[np.uint8]

# Pixels across at which frames are judged; enough to see a hand, and noise is averaged away.
WIDTH = 320
# Codes (of 255) by which a pixel that moved changed, beyond the frame as a whole and its noise.
MOVED = 9.0
# Share of the frame: more moving pixels than this are something moving.
MOVING_SHARE = 0.0012
# Codes (of 255), pixels: so few that changed so much are a die that rolled on beside a hand.
JUMPED, JUMPED_PIXELS = 30.0, 6
# Codes (of 255): if most of the frame changed by more, the light changed; noise is below 1.
UNSTEADY = 6.0
# Mean code (of 255) below which a camera shows nothing.
DARK = 9.0
# Pictures of one still moment that are averaged at the most; more would hardly take off noise.
MOST_STILLS = 4


class Frame(Protocol):
    """A picture with its time in seconds."""

    @property
    def time(self) -> float: ...
    @property
    def image(self) -> Picture: ...
    @property
    def small(self) -> Small: ...


@dataclass(frozen=True)
class Dark:
    """The camera shows nothing."""


@dataclass(frozen=True)
class Moving:
    """Something moves."""


@dataclass(frozen=True, eq=False)
class Still:
    """A frame of a table at rest, with all that this still moment showed so far."""

    time: float
    small: Small
    moment: int  # the number of this still moment
    count: int  # pictures that are averaged
    total: NDArray[np.integer]  # of their codes

    @cached_property
    def picture(self) -> Picture:
        """The average of the pictures: much of their noise is gone."""
        return np.asarray(self.total // self.count, np.uint8)


class Stillness:
    """Waits for a table at rest, and gathers the pictures of each still moment."""

    def __init__(self) -> None:
        self._gate = StillGate()
        self._moment, self._count = 0, 0
        self._total: NDArray[np.integer] | None = None

    def take(self, frame: Frame) -> Still | Moving | Dark:
        """What one frame shows."""
        if is_dark(frame.small):
            self.begin_again()
            return Dark()
        moving = self._gate.moving(frame.small)
        # The last frame in which something moves shows the table as it lies from then on.
        if moving or self._total is None:
            self._total, self._count, self._moment = frame.image, 1, self._moment + 1
        if moving:
            return Moving()
        if self._count < MOST_STILLS:
            self._total = np.add(self._total, frame.image, dtype=np.uint16)
            self._count += 1
        return Still(frame.time, frame.small, self._moment, self._count, self._total)

    def begin_again(self) -> None:
        """The next frame begins another still moment, though nothing moves."""
        self._total = None


def shrink(picture: Picture) -> Small:
    """The frame, small."""
    height = round(WIDTH * picture.shape[0] / picture.shape[1])
    return np.asarray(cv2.resize(picture, (WIDTH, height), interpolation=cv2.INTER_AREA))


def is_dark(small: Small) -> bool:
    """Whether the camera shows nothing: a cap on the lens, no light at all."""
    return float(small.mean()) < DARK


class StillGate:
    """Tells from frame to frame whether anything moves."""

    def __init__(self) -> None:
        self._last: list[Small] | None = None
        self._flickers = False

    def moving(self, small: Small) -> bool:
        """Whether something moved since the frame before (true for the first frame)."""
        return self.changed(small, keep=True)

    def changed(self, small: Small, keep: bool = False) -> bool:
        """Whether something moved since the frame that was kept; to keep this one is to go on
        from it.
        """
        # Each colour by itself: a red piece may be as bright as what it comes to stand on.
        now = [np.asarray(each, np.uint8) for each in cv2.split(cv2.blur(small, (3, 3)))]
        last, flickered = self._last, self._flickers
        if keep:
            self._last = now
        if last is None or last[0].shape != now[0].shape:
            return True
        blue, green, red = (
            cv2.absdiff(here, cv2.convertScaleAbs(there, alpha=_usual(here) / _usual(there)))
            for here, there in zip(now, last, strict=True)
        )
        change = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
        noise = float(np.median(change[::3, ::3]))
        moved = np.count_nonzero(change > MOVED + 4 * noise)
        jumped = np.count_nonzero(change > JUMPED + 4 * noise)
        # Under a light that just changed anything may have moved; one that flickers must not blind.
        lit_anew = noise > UNSTEADY and not flickered
        if keep:
            self._flickers = noise > UNSTEADY
        return bool(lit_anew or moved > MOVING_SHARE * change.size or jumped >= JUMPED_PIXELS)


def _usual(colour: Small) -> float:
    """The middle value of one colour, as some of it tells; never 0."""
    some = colour[::8, ::8].ravel()
    return max(float(np.partition(some, some.size // 2)[some.size // 2]), 1.0)
