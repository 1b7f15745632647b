"""Whether a picture of the table is bright, even and sharp enough to be read, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.senses.frame import Image

DARK, DIM = 25.0, 50.0  # median grey level
GLARE_SHARE = 0.02  # of the picture burnt out
UNEVEN = 3.0  # brightest part of the table against the darkest
SOFT_PIXELS, BLURRED_PIXELS = 0.9, 1.6  # how wide the sharpest edges are drawn out
EDGE_LEVELS = 5.0  # grey levels a pixel; less is no edge but noise
TILES = 3
INSIDE = slice(4, -4)  # a picture mirrored at its rim has edges that are none
SOBEL_GAIN = 8.0
SMOOTHING = 1.0  # pixels, against noise; counted out again
STEP_RATIO = 1.65  # of a blurred step: slope against curvature, times its width


@dataclass(frozen=True)
class PictureCheck:
    """One thing about a picture: ok, hint or bad, and what to do."""

    name: str
    state: str
    text: str
    advice: str = ""


def examine(image: Image) -> list[PictureCheck]:
    """Light, sharpness and focus of one picture."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    return [_light(grey), _sharpness(grey), _focus(grey)]


def _light(grey: NDArray[np.uint8]) -> PictureCheck:
    middle, burnt = float(np.median(grey)), float(np.mean(grey > 250))
    text = f"median {middle:.0f} of 255"
    if middle < DARK:
        return PictureCheck("light", "bad", f"{text}: too dark", "Switch on a lamp over the table.")
    if burnt > GLARE_SHARE:
        advice = "Move the lamp aside or turn it to the ceiling; no window behind the camera."
        return PictureCheck("light", "bad", f"{text}, {burnt:.0%} glare", advice)
    if middle < DIM:
        return PictureCheck("light", "hint", f"{text}: dim", "More light makes reading surer.")
    parts = [float(np.median(tile)) for tile in _tiles(grey)]
    if max(parts) > UNEVEN * max(min(parts), 1.0):
        advice = "Light the table from two sides, or by the ceiling."
        return PictureCheck("light", "hint", f"{text}, uneven", advice)
    return PictureCheck("light", "ok", text)


def blur_pixels(grey: NDArray[np.uint8]) -> float | None:
    """How wide the sharpest edges are drawn out, in pixels; None where there are no edges.

    An edge blurred by so many pixels has that ratio of slope to curvature, whatever its contrast.
    """
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), SMOOTHING)
    slope = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1))
    curve = np.abs(cv2.Laplacian(smooth, cv2.CV_32F))
    steep = float(np.percentile(slope[INSIDE, INSIDE], 99.5)) / SOBEL_GAIN
    bend = float(np.percentile(curve[INSIDE, INSIDE], 99.5))
    if steep < EDGE_LEVELS or bend == 0:
        return None
    whole = steep / bend / STEP_RATIO
    return float(np.sqrt(max(whole**2 - SMOOTHING**2, 0.0)))


def _sharpness(grey: NDArray[np.uint8]) -> PictureCheck:
    blur = blur_pixels(grey)
    if blur is None:
        advice = (
            "Aim the camera at the board, take off the lens cap, and turn the lens until sharp."
        )
        return PictureCheck("sharpness", "bad", "no edge to be seen", advice)
    text = f"edges {blur:.1f} pixels wide"
    if blur > BLURRED_PIXELS:
        advice = "Turn the lens (or let it focus) on the board's distance; wipe it."
        return PictureCheck("sharpness", "bad", f"{text}: blurred", advice)
    if blur > SOFT_PIXELS:
        return PictureCheck("sharpness", "hint", f"{text}: soft", "Focus on the board's distance.")
    return PictureCheck("sharpness", "ok", text)


def _focus(grey: NDArray[np.uint8]) -> PictureCheck:
    """Whether all parts are as sharp as the best one."""
    known = [blur for tile in _tiles(grey) if (blur := blur_pixels(tile)) is not None]
    if len(known) < 2:
        return PictureCheck("focus", "hint", "too little to see", "Put the board under the camera.")
    worst, best = max(known), min(known)
    if worst > 2 * best and worst > SOFT_PIXELS:
        advice = "One side is out of focus: hang the camera higher or less slanted."
        return PictureCheck("focus", "hint", f"{best:.1f} to {worst:.1f} pixels", advice)
    return PictureCheck("focus", "ok", f"even, {best:.1f} to {worst:.1f} pixels")


def _tiles(grey: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    rows = np.array_split(grey, TILES, axis=0)
    return [tile for row in rows for tile in np.array_split(row, TILES, axis=1)]
