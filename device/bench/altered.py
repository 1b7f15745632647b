"""Pictures as another owner's box, lamp or camera might show them.

Whatever was developed while looking at a folder of pictures is tried on these as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.senses.frame import Image

Change = Callable[[Image], Image]
Light = NDArray[np.float32]

GRAIN_SEED = 1
SHADE, SOFT = 0.55, 0.05  # how dark a shadow is, and how wide its edge (share of the picture)


@dataclass(frozen=True)
class Altered:
    """What is done to the teaching pictures, and to those of the game."""

    taught: Change
    played: Change


def _as_it_is(image: Image) -> Image:
    return image


def _codes(light: Light) -> Image:
    """Linear light, 0 to 1, as a picture."""
    light = np.clip(light, 0, 1)
    low, high = light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055
    return np.asarray(np.where(light < 0.0031308, low, high) * 255 + 0.5, np.uint8)


def _light(image: Image) -> Light:
    codes = image.astype(np.float32) / 255
    return np.where(codes < 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)


def _print(degrees: float) -> Change:
    """Another print: all hues turned."""

    def change(image: Image) -> Image:
        hsv = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0] + degrees) % 360
        return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR) * 255 + 0.5, np.uint8)

    return change


def _lamp(blue: float, green: float, red: float) -> Change:
    """A lamp of another colour and brightness."""
    return lambda image: _codes(_light(image) * np.array((blue, green, red), np.float32))


def _contrast(image: Image) -> Image:
    """A camera that draws dark things darker."""
    return np.asarray((image / 255.0) ** 1.25 * 255 + 0.5, np.uint8)


def _grainy(image: Image) -> Image:
    """A dim picture's noise, compressed."""
    noise = np.random.default_rng(GRAIN_SEED).normal(0, 8, image.shape)
    loud = np.clip(image + noise, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", loud, [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _blurred(image: Image) -> Image:
    """A lens a little out of focus."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.4), np.uint8)


def _shaded(image: Image) -> Image:
    """Half the table in shadow."""
    rows, columns = (np.linspace(-0.5, 0.5, size) for size in image.shape[:2])
    lit = 1 / (1 + np.exp(-(columns[None, :] + 0.3 * rows[:, None]) / SOFT))
    share = (SHADE + (1 - SHADE) * lit)[..., None].astype(np.float32)
    return _codes(_light(image) * share)


ALTERED = {
    **{f"print-{turn}": Altered(_print(turn), _print(turn)) for turn in (90, 200, 310)},
    "contrast": Altered(_contrast, _contrast),
    "blur": Altered(_blurred, _blurred),
    "warm": Altered(_as_it_is, _lamp(0.75, 0.95, 1.15)),
    "cool-dim": Altered(_as_it_is, _lamp(0.69, 0.57, 0.48)),
    "taught-warm": Altered(_lamp(0.49, 0.64, 0.8), _as_it_is),
    "grain": Altered(_as_it_is, _grainy),
    "shadow": Altered(_as_it_is, _shaded),
}
