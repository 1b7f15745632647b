"""From painted surfaces to the camera's frame: light, glare, blur, noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.sim.textures import Image, Rng

MARGIN = 160


@dataclass(frozen=True)
class Grade:
    """What one camera does to every picture."""

    noise: float
    jpeg: int
    blur: float


class Sensor:
    """Develops frames; the noise comes from a fixed sheet read at random places."""

    def __init__(self, rng: Rng, grade: Grade, width: int, height: int) -> None:
        self.grade = grade
        self._rng = rng
        tile = (height // 2 + MARGIN, width // 2 + MARGIN, 3)
        fine = rng.standard_normal(tile, dtype=np.float32)
        coarse = cv2.GaussianBlur(fine[::-1, ::-1], (0, 0), 0.8) * 2.4
        sheet = np.round((0.75 * fine + 0.5 * coarse) * grade.noise).astype(np.int16)
        self._sheet = np.tile(sheet, (2, 2, 1))

    def develop(
        self, image: Image, gloss: Image, light: NDArray[np.float32], glare: Image | None
    ) -> Image:
        """One frame of a painted scene."""
        lit = cv2.multiply(image, light, dtype=cv2.CV_8U)
        if glare is not None:
            shine = cv2.multiply(glare, gloss, scale=1 / 255)
            lit = cv2.add(lit, cv2.merge([shine, shine, shine]))
        if self.grade.blur > 0.2:
            lit = cv2.GaussianBlur(lit, (0, 0), self.grade.blur)
        dy, dx = self._rng.integers(0, MARGIN, 2)
        h, w = lit.shape[:2]
        noisy = cv2.add(lit, self._sheet[dy : dy + h, dx : dx + w], dtype=cv2.CV_8U)
        return jpeg(np.asarray(noisy, np.uint8), self.grade.jpeg)


def jpeg(image: Image, quality: int) -> Image:
    """The picture after one JPEG encoding."""
    _, data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, quality))
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def smeared(image: Image, dx: float, dy: float) -> Image:
    """Motion blur along a way of so many pixels."""
    length = int(max(abs(dx), abs(dy)))
    if length < 2:
        return image
    size = length | 1
    kernel = np.zeros((size, size), np.float32)
    centre = size // 2
    step = np.array([dx, dy]) / max(abs(dx), abs(dy)) * centre
    start, end = (centre - step).round().astype(int), (centre + step).round().astype(int)
    cv2.line(kernel, tuple(map(int, start)), tuple(map(int, end)), 1.0, 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)
