"""How hard the simulated table is to read: every number of easy, normal and hard."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from device.sim.light import Light, key_from, random_glares
from device.sim.optics import HEIGHT, WIDTH, Optics, look_at
from device.sim.sensor import Grade
from device.sim.textures import Rng

Range = tuple[float, float]
SLOT_MARGIN = 4.0


@dataclass(frozen=True)
class Level:
    """Ranges from which one game draws its camera, light and untidiness."""

    name: str
    tilt_degrees: float
    azimuth_degrees: float
    roll_degrees: float
    board_yaw_degrees: float
    k1: Range
    gradient: Range
    cast: float
    shadow: Range
    glares: tuple[int, int]
    glare: Range
    noise: Range
    jpeg: tuple[int, int]
    blur: Range
    floor_mm: float
    card_mm: float
    card_degrees: float
    nudge_every: int
    nudge_mm: float
    nudge_degrees: float
    knock_degrees: float
    step_chance: float
    step: float
    drift: float
    lamp_chance: float
    half_shadow_chance: float
    clutter: tuple[int, int]
    see_all: bool


LEVELS = {
    "easy": Level(
        "easy", 8, 20, 1, 2, (-0.02, 0.0), (1.05, 1.2), 0.02, (0.15, 0.3), (0, 0), (0, 0),
        (0.6, 1.2), (92, 96), (0.3, 0.5), 2, 1.5, 2, 0, 0, 0, 0, 0.0, 0.0, 0.01, 0.0, 0.0,
        (0, 2), True,
    ),
    "normal": Level(
        "normal", 25, 60, 3, 5, (-0.06, 0.02), (1.5, 2.0), 0.10, (0.3, 0.5), (0, 2), (25, 70),
        (2, 4), (80, 90), (0.5, 0.9), 5, 3, 4, 8, 6, 2, 0.3, 0.08, 0.18, 0.04, 0.0, 0.0,
        (3, 6), True,
    ),
    "hard": Level(
        "hard", 30, 180, 6, 9, (-0.10, 0.03), (2.2, 3.2), 0.18, (0.4, 0.65), (1, 3), (120, 260),
        (6, 8), (60, 75), (0.8, 1.4), 7, 5, 7, 4, 15, 4, 0.5, 0.15, 0.3, 0.08, 0.5, 0.5,
        (4, 8), False,
    ),
}  # fmt: skip


def draw_camera(rng: Rng, level: Level, reach: tuple[float, float]) -> Optics:
    """A camera that sees the three-deep cards of all sides; `reach` = 3 and 4 deep in metres."""
    for _ in range(400):
        optics = _any_camera(rng, level)
        if _sees(optics, reach[0]) and (not level.see_all or _sees(optics, reach[1], 0.93)):
            return optics
    return look_at((0.0, -0.1, 0.95), (0.0, 0.0, 0.0), 0.0, _focal(64.0), 0.0)


def _any_camera(rng: Rng, level: Level) -> Optics:
    height = rng.uniform(0.65, 0.95)
    tilt = np.radians(rng.uniform(0, level.tilt_degrees))
    azimuth = np.radians(rng.uniform(-1, 1) * level.azimuth_degrees - 90)
    away = height * np.tan(tilt)
    aim = rng.normal(0, 0.015, 2)
    x, y = float(aim[0]), float(aim[1])
    centre = (x + float(away * np.cos(azimuth)), y + float(away * np.sin(azimuth)), float(height))
    focal = _focal(float(rng.uniform(55, 75)))
    roll = np.radians(rng.normal(0, level.roll_degrees / 2))
    k1 = float(rng.uniform(*level.k1))
    return look_at(centre, (x, y, 0.0), float(roll), focal, k1)


def _focal(degrees: float) -> float:
    return float(WIDTH / 2 / np.tan(np.radians(degrees) / 2))


def _sees(optics: Optics, reach: float, shrink: float = 1.0) -> bool:
    """Whether the ends of card rows of this reach lie inside the picture on all sides."""
    side = (-0.12, 0.12)
    far = reach * shrink
    ends = [(far, s, 0.0) for s in side] + [(-far, s, 0.0) for s in side]
    ends += [(s, far, 0.0) for s in side] + [(s, -far, 0.0) for s in side]
    px = optics.project(np.array(ends))
    low, high = np.array([SLOT_MARGIN] * 2), np.array([WIDTH, HEIGHT]) - SLOT_MARGIN
    return bool(((px > low) & (px < high)).all())


def draw_light(rng: Rng, level: Level) -> Light:
    """The room as it is when the game starts."""
    warm = rng.uniform(-1, 1) * level.cast
    glares = int(rng.integers(level.glares[0], level.glares[1] + 1))
    half = None
    if rng.random() < level.half_shadow_chance:
        half = (float(rng.uniform(0, 6.28)), float(rng.uniform(-0.15, 0.15)), 0.6)
    return Light(
        exposure=float(rng.uniform(0.85, 1.12)),
        balance=(1 - warm, 1.0, 1 + warm),
        ratio=float(rng.uniform(*level.gradient)),
        angle=float(rng.uniform(0, 2 * np.pi)),
        key=key_from(float(rng.uniform(0, 2 * np.pi)), float(np.radians(rng.uniform(36, 66)))),
        shadow=float(rng.uniform(*level.shadow)),
        softness=float(rng.uniform(0.08, 0.35)),
        vignette=float(rng.uniform(0.02, 0.2)) if level.noise[1] > 1.5 else 0.0,
        glares=random_glares(rng, glares, level.glare),
        half_shadow=half,
    )


def draw_grade(rng: Rng, level: Level) -> Grade:
    """Noise, sharpness and compression of this game's camera."""
    return Grade(
        noise=float(rng.uniform(*level.noise)),
        jpeg=int(rng.integers(level.jpeg[0], level.jpeg[1] + 1)),
        blur=float(rng.uniform(*level.blur)),
    )
