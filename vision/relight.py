"""A picture taken later, as it would be in the light in which its box was taught."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import LINEAR, Picture, Window, maps_for, take, to_log

SAMPLES = 60
FULL = 255


def relit(picture: Picture, view: View, taught: Picture, size: float, hole: float = 0.0) -> Picture:
    """The picture with its colours shifted so that the bare board looks as when it was taught.

    `taught` is the board from above, `size` metres wide; what lies on it now is outvoted, and
    nothing inside a hole in its middle counts.
    """
    half = size / 2
    window = Window((-half, half, 0.0), (1.0, 0.0), (0.0, -1.0), SAMPLES, SAMPLES, size / SAMPLES)
    then = cv2.resize(taught, (SAMPLES, SAMPLES), interpolation=cv2.INTER_AREA)
    now = to_log(take(picture, maps_for(view, window)))
    change = to_log(np.asarray(then, np.uint8)) - now
    counts = np.abs(window.points()[:, :2]).max(axis=1) > hole / 2
    gain = np.exp(np.median(change.reshape(-1, 3)[counts], axis=0))
    tables = np.stack([_table(float(each)) for each in gain], axis=-1)
    return np.asarray(cv2.LUT(picture, tables[None]), np.uint8)


def _table(gain: float) -> NDArray[np.uint8]:
    """Codes of a channel to codes with so many times the light."""
    light = np.clip(LINEAR * gain, 0.0, 1.0)
    code = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(code * FULL), np.uint8)
