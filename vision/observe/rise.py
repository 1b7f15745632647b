"""How high things lie, by where their faces appear.

What lies lower shows shifted towards the camera's foot. A piece has some play where it lies, so
that one level more or less is told only where the camera looks at a slant; several are told almost
anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.observe.cut import SIDE
from vision.observe.table import Point

Key = TypeVar("Key")
Place = NDArray[np.float64]
Crop = NDArray[np.uint8]

REACH = 8  # samples that a face is looked for off its middle, each way
LOCAL = 9  # samples: what is drawn differs from its surroundings of so many
DIM = 12.0  # 8-bit code: in the dark little differs by much
# How far a piece usually lies off the middle of its place, at the least (metres).
LEAST_PLAY = 0.0004
# Nothing about a height is surer than this (log likelihood): a piece may lie askew.
SUREST = 8.0
# A place is low if its face is this many times the usual play off, and so many levels' worth.
CLEARLY_OFF, CLEARLY_LOW = 4.5, 0.7


@dataclass(frozen=True)
class Drift:
    """How far one crop lies off another (samples right and down), and how alike they are then."""

    right: float
    down: float
    alike: float  # correlation


def drift(now: Crop, known: Crop) -> Drift:
    """Where the middle of a known crop lies in another one, to parts of a sample."""
    middle = _drawn(known)[REACH : SIDE - REACH, REACH : SIDE - REACH]
    match = np.asarray(cv2.matchTemplate(_drawn(now), middle, cv2.TM_CCOEFF_NORMED), np.float32)
    _, value, _, (x, y) = cv2.minMaxLoc(match)
    right, down = x + _peak(match[y], x), y + _peak(match[:, x], y)
    return Drift(right - REACH, down - REACH, float(value))


def _drawn(crop: Crop) -> NDArray[np.float32]:
    """What is drawn on a crop, whatever shadows fall on it."""
    light = crop.astype(np.float32)
    shade = cv2.blur(light, (LOCAL, LOCAL), borderType=cv2.BORDER_REPLICATE)
    level = cv2.transform(shade, np.full((1, 3), 1 / 3)) + np.float32(DIM)
    return np.asarray((light - shade) / level[..., None], np.float32)


def _peak(values: NDArray[np.float32], at: int) -> float:
    """Where between samples a peak lies."""
    if not 0 < at < len(values) - 1:
        return 0.0
    low, here, high = map(float, values[at - 1 : at + 2])
    bend = low + high - 2 * here
    return float(np.clip((low - high) / (2 * bend), -0.5, 0.5)) if bend < -1e-6 else 0.0


def slant(view: View, at: Point, step: float) -> Place:
    """How far a face appears shifted (metres) for each level of this height that it lies lower."""
    way = view.centre[:2] - np.array(at)
    return np.asarray(way / view.centre[2] * step, np.float64)


class Rise(Generic[Key]):
    """What the faces of one picture say of how high they lie.

    `offsets` are metres off the middles of their places, `looked` the levels at which they were
    looked at, `slants` the shift of a level.
    """

    def __init__(
        self,
        offsets: Mapping[Key, Point],
        looked: Mapping[Key, int],
        slants: Mapping[Key, Place],
        levels: range,
    ) -> None:
        self._looked, self._slants, self._levels = looked, slants, levels
        places = np.array(list(offsets.values())).reshape(-1, 2)
        # What all faces have in common is how exactly the board was found.
        common = np.median(places, axis=0) if len(places) else np.zeros(2)
        self._off = dict(zip(offsets, places - common, strict=True))
        spread = 1.48 * float(np.median(np.abs(places - common))) if len(places) else 0.0
        self.play = max(LEAST_PLAY, spread)

    def fits(self, key: Key) -> dict[int, float]:
        """Log likelihood of every level of a place, 0 for the best; nothing if none was told."""
        if key not in self._off:
            return {}
        values = {}
        for level in self._levels:
            rest = self._off[key] - (self._looked[key] - level) * self._slants[key]
            values[level] = -0.5 * float(rest @ rest) / self.play**2
        best = max(values.values())
        return {level: max(value - best, -SUREST) for level, value in values.items()}

    def low(self) -> list[Key]:
        """Places that clearly lie lower than they were looked for."""
        found = []
        for key, off in self._off.items():
            size = float(np.hypot(*self._slants[key]))
            along = float(off @ self._slants[key]) / max(size, 1e-6)
            if along > CLEARLY_OFF * self.play and along > CLEARLY_LOW * size:
                found.append(key)
        return found
