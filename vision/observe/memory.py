"""Whether a place still looks as it did in the picture before, however the lamp went on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.likeness import unchanged
from vision.observe.cut import GROWN, SIDE, Patches
from vision.sample import to_log

Array = NDArray[np.float32]

ACROSS = 10  # samples of a face that are compared: noise and small shifts are averaged in each
INDEPENDENT = 60.0  # of these samples err by themselves: neighbours err together
# How much likelier an untouched piece looks exactly as before than one of its like, laid anew.
EXACT = 7.0
LEAST_NOISE = 0.03**2  # mean squared log light; a still camera has as much


@dataclass(frozen=True)
class Samples:
    """Faces as log light (N, samples of three channels), and which were seen."""

    light: Array
    seen: Array

    @staticmethod
    def of(patches: Patches) -> Samples:
        """The faces of patches, without the rims about them."""
        edge = round(SIDE * (1 - 1 / GROWN) / 2)
        inner = slice(edge, SIDE - edge)
        size = (ACROSS, ACROSS)
        faces = [
            cv2.resize(each[inner, inner], size, interpolation=cv2.INTER_AREA)
            for each in patches.pixels
        ]
        shown = [
            cv2.resize(each[inner, inner].astype(np.float32), size, interpolation=cv2.INTER_AREA)
            for each in patches.masks
        ]
        values = ACROSS * ACROSS
        light = to_log(np.array(faces, np.uint8).reshape(-1, values, 3)).reshape(-1, values * 3)
        seen = np.array(shown, np.float32).reshape(-1, values) > 0.5
        return Samples(light, np.repeat(seen, 3, axis=1).astype(np.float32))


@dataclass(frozen=True)
class Change:
    """How much each place changed, in shares of what noise and light change at the moment.

    Most places of a table do not change between two pictures: they tell how large noise is.
    """

    size: Array
    seen: Array  # share of each face seen both times

    @property
    def touched(self) -> NDArray[np.bool_]:
        """Places that changed more than noise does."""
        return self.size > 1

    def same(self) -> Array:
        """Log likelihood of "untouched" beside the look's best label."""
        beyond = np.maximum(self.size, 1.0)
        misfit = beyond - 1 - np.log(beyond)
        return np.asarray(EXACT - INDEPENDENT / 2 * self.seen * misfit, np.float32)


def change(now: Samples, before: Samples) -> Change:
    """What changed from one picture to the next, brightness forgiven."""
    both = now.seen * before.seen
    size = unchanged(now.light, before.light, both)
    noise = LEAST_NOISE + 2 * float(np.median(size)) if len(size) else LEAST_NOISE
    return Change(np.asarray(size / noise, np.float32), both.mean(axis=1).astype(np.float32))
