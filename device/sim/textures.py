"""Procedural surfaces: noise, wood, cloth, plaid, tiles. Seeded, BGR uint8."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Bgr = tuple[int, int, int]
Rng = np.random.Generator

WOODS: tuple[Bgr, ...] = ((38, 52, 88), (70, 112, 165), (98, 150, 200), (48, 74, 120))
CLOTHS: tuple[Bgr, ...] = (
    (40, 34, 118),
    (110, 70, 40),
    (62, 92, 50),
    (150, 160, 168),
    (60, 60, 66),
)
PLAINS: tuple[Bgr, ...] = ((205, 210, 214), (150, 152, 150), (52, 50, 50), (130, 160, 180))


@dataclass(frozen=True)
class Texture:
    """A picture with its smaller copies, so that a small print does not flicker."""

    levels: tuple[Image, ...]

    @staticmethod
    def of(image: Image) -> Texture:
        levels = [image]
        while min(levels[-1].shape[:2]) > 24:
            h, w = levels[-1].shape[:2]
            half = cv2.resize(levels[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA)
            levels.append(np.asarray(half, np.uint8))
        return Texture(tuple(levels))

    def at(self, pixels: float) -> Image:
        """The copy fitting a drawn width of so many pixels."""
        for level in self.levels:
            if level.shape[1] <= 1.5 * pixels:
                return level
        return self.levels[-1]


def smooth_noise(rng: Rng, height: int, width: int, rows: int, columns: int) -> Floats:
    """Cubic-smoothed noise in 0..1 with the given number of cells."""
    cells = rng.random((max(rows, 2), max(columns, 2)), dtype=np.float32)
    smooth = cv2.resize(cells, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(smooth, np.float32)


def cloudy(rng: Rng, height: int, width: int, cells: int = 4, octaves: int = 4) -> Floats:
    """Fractal noise, about -0.5..0.5."""
    total = np.zeros((height, width), np.float32)
    weight = 0.5
    for octave in range(octaves):
        n = cells * 2**octave
        total += weight * (smooth_noise(rng, height, width, n, n) - 0.5)
        weight *= 0.55
    return total


def tint(base: Bgr, amount: Floats) -> Image:
    """The base colour made lighter and darker by `amount` (0 = unchanged)."""
    image = np.asarray(base, np.float32) * (1.0 + amount[..., None])
    return np.clip(image, 0, 255).astype(np.uint8)


def shifted(colour: Bgr, hue: float, saturation: float, value: float) -> Bgr:
    """Colour moved in hue (turns), saturation and value (factors)."""
    b, g, r = (c / 255 for c in colour)
    h, s, v = colorsys.rgb_to_hsv(r, g, b)
    r, g, b = colorsys.hsv_to_rgb((h + hue) % 1.0, min(s * saturation, 1.0), min(v * value, 1.0))
    return int(b * 255), int(g * 255), int(r * 255)


def mix(a: Bgr, b: Bgr, part: float) -> Bgr:
    """Colour between a (part 0) and b (part 1)."""
    blue, green, red = (int(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return blue, green, red


def wood(rng: Rng, height: int, width: int) -> Image:
    """Planks with stretched grain."""
    base = WOODS[rng.integers(len(WOODS))]
    grain = 0.5 * (smooth_noise(rng, height, width, height // 4, 14) - 0.5)
    grain += 0.35 * (smooth_noise(rng, height, width, height // 16, 5) - 0.5)
    fine = smooth_noise(rng, height, width, height // 2, width // 26) - 0.5
    plank = int(rng.integers(150, 260))
    tone = np.repeat(rng.normal(0, 0.07, height // plank + 1), plank)[:height]
    image = tint(base, grain + 0.3 * fine + tone[:, None].astype(np.float32))
    for y in range(plank, height, plank):
        cv2.line(image, (0, y), (width, y), mix(base, (0, 0, 0), 0.6), 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image.transpose(1, 0, 2))
        image = np.asarray(cv2.resize(image, (width, height)), np.uint8)
    return image


def cloth(rng: Rng, height: int, width: int) -> Image:
    """Woven cloth with slight folds."""
    base = shifted(CLOTHS[rng.integers(len(CLOTHS))], rng.uniform(-0.1, 0.1), 1.0, 1.0)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    weave = 0.06 * np.sin(x * 1.9) + 0.06 * np.sin(y * 1.7)
    folds = 0.12 * cloudy(rng, height, width, 3, 2)
    speckle = 0.10 * (rng.random((height, width), dtype=np.float32) - 0.5)
    return tint(base, (weave + folds + speckle).astype(np.float32))


def plain(rng: Rng, height: int, width: int) -> Image:
    """Painted or laminated table top."""
    base = PLAINS[rng.integers(len(PLAINS))]
    return tint(base, 0.08 * cloudy(rng, height, width, 6, 4))


def table_top(rng: Rng, height: int, width: int) -> tuple[Image, int]:
    """One of the three kinds of table, and how glossy it is (0..255)."""
    make, gloss = ((wood, 70), (wood, 110), (cloth, 12), (plain, 90))[rng.integers(4)]
    return make(rng, height, width), gloss


def plaid(rng: Rng, height: int, width: int, base: Bgr, bands: list[tuple[Bgr, float]]) -> Image:
    """Tartan: coloured bands crossing, each (colour, strength), repeating."""
    period = int(rng.integers(40, 70))
    image = np.full((height, width, 3), base, np.float32)
    for colour, strength in bands:
        start, thick = int(rng.integers(0, period)), int(rng.integers(3, 12))
        for axis, length in ((0, height), (1, width)):
            on = ((np.arange(length) - start) % period < thick).astype(np.float32) * strength
            veil = on[:, None, None] if axis == 0 else on[None, :, None]
            image = image + (np.asarray(colour, np.float32) - image) * veil
    return np.clip(image, 0, 255).astype(np.uint8)


def scales(rng: Rng, height: int, width: int, colours: list[Bgr], size: int) -> Image:
    """Roof tiles: overlapping rounded scales in the given colours."""
    image = np.full((height, width, 3), mix(colours[0], (0, 0, 0), 0.5), np.uint8)
    for row, y in enumerate(range(height + size, -size, -size)):
        for x in range(-(row % 2) * size // 2, width + size, size):
            colour = colours[rng.integers(len(colours))]
            cv2.circle(image, (x, y), size // 2 + 1, colour, -1, cv2.LINE_AA)
            cv2.circle(image, (x, y), size // 2 + 1, mix(colour, (0, 0, 0), 0.4), 1, cv2.LINE_AA)
    return image
