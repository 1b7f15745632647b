"""Light over the simulated table: gradient, colour, key light, glare, a half in shadow.

Pictures are kept in display values, where multiplying by g ** (1 / 2.2) is exactly a light g times
as strong; so light is a map of factors and never needs a linear copy of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from device.sim.optics import Optics
from device.sim.textures import Image, Rng

GAMMA = 1 / 2.2
COARSE = 8
AMBIENT = 0.55


@dataclass(frozen=True)
class Glare:
    """Mirror image of a lamp: place on the table, radius (metres), strength 0..255."""

    x: float
    y: float
    radius: float
    strength: float


@dataclass(frozen=True)
class Light:
    """One state of the room's light (factors are of linear light)."""

    exposure: float
    balance: tuple[float, float, float]
    ratio: float
    angle: float
    key: tuple[float, float, float]
    shadow: float
    softness: float
    vignette: float
    glares: tuple[Glare, ...] = ()
    half_shadow: tuple[float, float, float] | None = None

    def stepped(self, exposure: float, blue: float, red: float) -> Light:
        """After the camera's automatic exposure and white balance moved."""
        b, g, r = self.balance
        balance = (b * blue, g, r * red)
        return replace(self, exposure=self.exposure * exposure, balance=balance)

    def facing(self, normal: NDArray[np.float64]) -> float:
        """Brightness factor of a face, 1 for a level one."""
        level = AMBIENT + (1 - AMBIENT) * self.key[2]
        lit = AMBIENT * (0.75 + 0.25 * normal[2]) + (1 - AMBIENT) * max(
            0.0, float(normal @ self.key)
        )
        return float((lit / level) ** GAMMA)


def key_from(azimuth: float, elevation: float) -> tuple[float, float, float]:
    """Unit vector towards the key light (radians)."""
    flat = np.cos(elevation)
    return (
        float(flat * np.cos(azimuth)),
        float(flat * np.sin(azimuth)),
        float(np.sin(elevation)),
    )


def light_map(light: Light, optics: Optics) -> NDArray[np.float32]:
    """Factor of every pixel and channel."""
    h, w = optics.height // COARSE, optics.width // COARSE
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    u, v = (x + 0.5) / w * 2 - 1, (y + 0.5) / h * 2 - 1
    along = np.cos(light.angle) * u + np.sin(light.angle) * v
    field = light.ratio ** (along / 2.0)
    field *= 1 - light.vignette * (u * u + v * v) / 2
    if light.half_shadow is not None:
        angle, offset, depth = light.half_shadow
        edge = np.cos(angle) * u + np.sin(angle) * v - offset
        field *= 1 - depth / (1 + np.exp(-edge * 24))
    field = np.power(field * light.exposure, GAMMA).astype(np.float32)
    coarse = field[..., None] * np.power(np.asarray(light.balance, np.float32), GAMMA)
    full = cv2.resize(coarse, (optics.width, optics.height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full, np.float32)


def glare_map(light: Light, optics: Optics) -> Image | None:
    """Strength of mirrored lamps per pixel, for a fully glossy level surface."""
    if not light.glares:
        return None
    h, w = optics.height // COARSE, optics.width // COARSE
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    total = np.zeros((h, w), np.float32)
    for glare in light.glares:
        centre = optics.project(np.array([[glare.x, glare.y, 0.0]]))[0] / COARSE
        radius = glare.radius * optics.scale_at((glare.x, glare.y, 0.0)) / COARSE
        far = ((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / (radius * radius)
        total += glare.strength * np.exp(-far)
    full = cv2.resize(total, (optics.width, optics.height), interpolation=cv2.INTER_LINEAR)
    return np.clip(full, 0, 255).astype(np.uint8)


def random_glares(rng: Rng, count: int, strength: tuple[float, float]) -> tuple[Glare, ...]:
    """Lamps mirrored somewhere on the playing area."""
    return tuple(
        Glare(
            float(rng.uniform(-0.28, 0.28)),
            float(rng.uniform(-0.28, 0.28)),
            float(rng.uniform(0.03, 0.09)),
            float(rng.uniform(*strength)),
        )
        for _ in range(count)
    )
