"""Made-up prints and a camera straight above, for tests of the eye."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.observe.cut import SIDE, Patches


def above(width: int = 640, height: int = 480, metres: float = 0.6) -> View:
    """A camera half a metre above the middle that sees so many metres across."""
    down = np.diag([1.0, -1.0, -1.0])
    focal = 0.5 * width / metres
    return View(width, height, focal, 0.0, down, np.array([0.0, 0.0, 0.5]))


def prints(count: int, seed: int = 0) -> NDArray[np.uint8]:
    """Crops with waves of three colours, each print another, by arithmetic alone."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    found = []
    for _ in range(count):
        wave = rng.uniform(-4, 4, (3, 4))
        tone = [np.sin(6.3 * (a * x + b * y + c * x * y) + d) for a, b, c, d in wave]
        found.append(np.stack(tone, axis=-1) * 90 + rng.uniform(90, 150, 3))
    return np.clip(np.round(found), 0, 240).astype(np.uint8)


def patches(pixels: NDArray[np.uint8]) -> Patches:
    """These crops, all of them seen."""
    return Patches(pixels, np.ones(pixels.shape[:3], bool))


def dimmer(pixels: NDArray[np.uint8], by: float) -> NDArray[np.uint8]:
    """The same in less light."""
    return np.round(pixels * by).astype(np.uint8)
