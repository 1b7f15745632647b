"""Small square pictures of places, cut out through a view, and what of them was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, floor, log2, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.observe.table import Point
from vision.sample import Picture, Window
from vision.windows import WindowCache

SIDE = 48  # samples across a crop; what the eye was trained on
GROWN = 1.2  # a crop shows so many times the face: its rim helps, and a face may lie askew
BURNT = 250  # 8-bit code; brighter in every channel is burnt out and shows nothing
COARSE = 1.5  # pixels a sample; beyond, the picture is made smaller first, so that none is left out

Crops = NDArray[np.uint8]
Masks = NDArray[np.bool_]


@dataclass(frozen=True)
class Job:
    """One crop to cut: the middle of a face, its height, how wide it is, how it is turned."""

    at: Point
    z: float
    size: float
    turn: float = 0.0

    @property
    def step(self) -> float:
        """Metres from sample to sample."""
        return self.size * GROWN / SIDE

    def window(self) -> Window:
        """The samples, far side up where nothing is turned."""
        c, s = cos(self.turn), sin(self.turn)
        half = self.size * GROWN / 2
        corner = (self.at[0] - half * (c + s), self.at[1] + half * (c - s), self.z)
        return Window(corner, (c, s), (s, -c), SIDE, SIDE, self.step)


@dataclass(frozen=True)
class Patches:
    """Crops (N, 48, 48, 3) in the picture's own numbers, and which samples were seen."""

    pixels: Crops
    masks: Masks

    def __len__(self) -> int:
        return len(self.pixels)

    def some(self, which: Sequence[int] | NDArray[np.integer]) -> Patches:
        """These of them."""
        chosen = np.asarray(which, np.int64)
        return Patches(self.pixels[chosen], self.masks[chosen])

    def seen(self) -> NDArray[np.float32]:
        """The share of each face that was seen; the rim about it does not count."""
        edge = round(SIDE * (1 - 1 / GROWN) / 2)
        inner = self.masks[:, edge : SIDE - edge, edge : SIDE - edge]
        return np.asarray(inner.mean(axis=(1, 2)), np.float32)


NOTHING = Patches(np.zeros((0, SIDE, SIDE, 3), np.uint8), np.zeros((0, SIDE, SIDE), np.bool_))


def joined(parts: Sequence[Patches]) -> Patches:
    """All of these patches, one after the other."""
    if not parts:
        return NOTHING
    return Patches(
        np.concatenate([part.pixels for part in parts]),
        np.concatenate([part.masks for part in parts]),
    )


class Cutter:
    """Cuts crops out of pictures; where their samples lie is known as long as the view holds."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._levels: dict[int, tuple[View, WindowCache]] = {}

    def cut(
        self, picture: Picture, view: View, jobs: Sequence[Job], hidden: Masks | None = None
    ) -> Patches:
        """A patch for each job; `hidden` (N, 48, 48) is what something is known to hide."""
        if not jobs:
            return NOTHING
        octave = _octave(view, jobs)
        small, cache = self._level(view, octave)
        size = (small.width, small.height)
        shown = picture if not octave else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        windows = [(job, job.window()) for job in jobs]
        pixels, inside = cache.raw(np.asarray(shown, np.uint8), small, windows)
        burnt = pixels >= BURNT
        masks = (inside > 0) & ~(burnt[..., 0] & burnt[..., 1] & burnt[..., 2])
        return Patches(pixels, masks if hidden is None else masks & ~hidden)

    def _level(self, view: View, octave: int) -> tuple[View, WindowCache]:
        """The view of a picture that was made smaller so many times by half."""
        if view is not self._view:
            self._view, self._levels = view, {}
        if octave not in self._levels:
            part = 2**octave
            width, height = view.width // part, view.height // part
            small = replace(view, width=width, height=height, focal=view.focal * width / view.width)
            self._levels[octave] = (small if octave else view), WindowCache()
        return self._levels[octave]


def _octave(view: View, jobs: Sequence[Job]) -> int:
    """How often a picture is halved before these crops are taken from it."""
    middle = jobs[len(jobs) // 2]
    pixels = middle.step / view.grain(np.array([*middle.at, middle.z]))
    return 1 + floor(log2(pixels / COARSE)) if pixels > COARSE else 0
