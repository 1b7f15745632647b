"""The faces of counters, read finely from the picture itself: small print needs every pixel."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import Picture

Array = NDArray[np.float32]

FINE = 32  # samples across a face
ROOM = 5  # samples more on each side, for looking a little aside
TURNS = (-7.0, -3.5, 0.0, 3.5, 7.0)
# How much a likeness of 1 weighs as log likelihood.
WEIGHT = 160.0
SHARE = 0.94  # of a face is looked at: its rim is worn


def cut(
    picture: Picture, view: View, pose: tuple[float, float, float], size: float, lift: float,
    room: int = 0,
) -> Array:  # fmt: skip
    """A face in grey, upright, with some room round it."""
    count = FINE + 2 * room
    step = SHARE * size / FINE
    ticks = (np.arange(count) + 0.5 - count / 2) * step
    across, down = np.meshgrid(ticks, -ticks)
    c, s = np.cos(pose[2]), np.sin(pose[2])
    x = pose[0] + c * across - s * down
    y = pose[1] + s * across + c * down
    points = np.stack([x.ravel(), y.ravel(), np.full(x.size, lift)], axis=1)
    at = (view.project(points) - 0.5).astype(np.float32).reshape(count, count, 2)
    seen = cv2.remap(
        picture, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)


def likeness(
    picture: Picture,
    view: View,
    pose: tuple[float, float, float],
    size: float,
    lift: float,
    faces: Mapping[str, Array],
) -> dict[str, float]:
    """How much each taught face looks like the one at a pose, best near it (to 1)."""
    found = dict.fromkeys(faces, -1.0)
    x, y, turn = pose
    for extra in TURNS:
        here = cut(picture, view, (x, y, turn + np.radians(extra)), size, lift, ROOM)
        for name, face in faces.items():
            match = cv2.matchTemplate(here, face, cv2.TM_CCOEFF_NORMED)
            found[name] = max(found[name], float(match.max()))
    return found
