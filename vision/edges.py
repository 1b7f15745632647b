"""How well the edges of two pictures agree, whatever the light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.float32]
Slopes = tuple[Grey, Grey]

# Blocks across a picture; those with hardly an edge do not count.
BLOCKS = 9
BARE = 0.15


def slopes(grey: Grey) -> Slopes:
    """Slopes of brightness, evened out so that strong edges do not outweigh all others."""
    soft = np.log(cv2.GaussianBlur(grey, (0, 0), 1.5) + 12)
    dx, dy = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
    size = np.hypot(dx, dy)
    size = np.sqrt(size + 1e-6) * (size + 0.12)
    return np.asarray(dx / size, np.float32), np.asarray(dy / size, np.float32)


def agreement(here: Slopes, there: Slopes) -> float:
    """How well edges agree with those that should be there: 1 if the same, about 0 by chance."""
    weight = np.hypot(*there)
    agree = _blocks(np.asarray(here[0] * there[0] + here[1] * there[1]))
    both = _blocks(np.asarray(weight * np.hypot(*here)))
    most = _blocks(np.asarray(weight * weight))
    counted = most > BARE * float(most.mean())
    value = agree / np.sqrt(most * (0.5 * both + 0.5 * most) + 1e-6)
    return float(np.clip(value[counted], -1, 1).mean()) if counted.any() else 0.0


def _blocks(values: Grey) -> Grey:
    small = cv2.resize(values, (BLOCKS, BLOCKS), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)
