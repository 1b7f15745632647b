"""What shows between two still pictures, while hands are at work.

A story is a way through positions; each glimpse was taken in one of them, in order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import LOG, Picture, largest
from vision.still import shrink

Array = NDArray[np.float64]
Small = NDArray[np.uint8]
Place = TypeVar("Place")

# An arm differs this much (log light) from the table at rest.
CHANGE = 0.3
# A change this many times as large as a piece is no piece, even if no arm is seen to hold it.
PIECES = 6.0
RING_POINTS = 24

# What each glimpse costs a position that none of them shows, and the most all cost together.
MISSED = 0.7
MISSED_MOST = 5.0


class Passing(ABC, Generic[Place]):
    """The pictures between two still ones; a game says where its places are in them."""

    def __init__(self, still: Picture, passing: Callable[[], Sequence[Picture]]) -> None:
        self._still, self._unpack = still, passing

    @abstractmethod
    def _around(self, place: Place) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Pixels of the small picture on and around a place."""

    @cached_property
    def _small(self) -> Picture:
        return shrink(self._still)

    @cached_property
    def _passing(self) -> Sequence[Picture]:
        return self._unpack()

    def free_of_hands(self, frame: int, places: Iterable[Place], piece: float) -> list[Place]:
        """The places that no hand covers in a glimpse; `piece` is the area of a piece in pixels."""
        hands = covered(shrink(self._passing[frame]), self._small, piece)
        return [place for place in places if not hands[self._around(place)].any()]


def covered(now: Small, still: Small, piece: float) -> NDArray[np.bool_]:
    """Where hands are in a small picture: changes that reach its edge, or are too large.

    `piece` is the area of a piece in pixels.
    """
    change = LOG[now] - LOG[still]
    change -= np.median(change[::4, ::4], axis=(0, 1))
    seen = (largest(np.abs(change)) > CHANGE).astype(np.uint8)
    mask = cv2.morphologyEx(seen, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, names, stats, _ = cv2.connectedComponentsWithStats(mask)
    height, width = mask.shape
    left, top, wide, high, area = (stats[:, n] for n in range(5))
    hands = (left <= 1) | (top <= 1) | (left + wide >= width - 1) | (top + high >= height - 1)
    hands |= area > PIECES * piece
    hands[0] = False
    return cv2.dilate(hands[names].astype(np.uint8), np.ones((5, 5), np.uint8)) > 0


def round_about(
    view: View, small: Small, middle: tuple[float, float, float], radius: float
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pixels of a small picture on and around a piece: its middle and two rings, one half as wide
    as the other.
    """
    angles = np.linspace(0, 2 * np.pi, RING_POINTS, endpoint=False)
    ring = radius * np.stack([np.cos(angles), np.sin(angles), np.zeros(RING_POINTS)], axis=1)
    points = np.concatenate([ring, ring / 2, np.zeros((1, 3))]) + middle
    height, width = small.shape[:2]
    pixels = np.floor(view.project(points) * (width / view.width)).astype(np.int64)
    return np.clip(pixels[:, 1], 0, height - 1), np.clip(pixels[:, 0], 0, width - 1)


def in_order(values: Array) -> float:
    """Log likelihood of glimpses (glimpses, positions) that come to the positions in order.

    The first and the last position are known from still pictures; every glimpse that might have
    shown another one, and did not, speaks a little against it. One that looks the same in all of
    them, as where a hand covers what they differ in, shows none.
    """
    alike = np.ptp(values, axis=1) == 0
    common, values = float(values[alike, 0].sum()), values[~alike]
    count, positions = values.shape
    if not count:
        return common
    missed = min(MISSED * count, MISSED_MOST)
    steps = np.arange(positions)
    leap = np.maximum(steps[None, :] - steps[:, None] - 1, 0) * -missed
    leap[steps[None, :] < steps[:, None]] = -np.inf
    reached = leap[0] + values[0]
    for glimpse in values[1:]:
        reached = (reached[:, None] + leap).max(axis=0) + glimpse
    return common + float((reached + leap[:, -1]).max())
