"""How hard the simulated table is to read: every number of easy, normal and hard."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TypeVar

import numpy as np

from device.sim.light import Light, key_from, random_glares
from device.sim.optics import HEIGHT, WIDTH, Optics, look_at
from device.sim.sensor import Grade
from device.sim.textures import Rng

SLOT_MARGIN = 10.0  # pixels
CHOICES = 3  # cameras that would do, of which the nearest is taken

T = TypeVar("T")


def graded(easy: T, normal: T, hard: T) -> T:
    """A number of each level."""
    numbers: T = field(metadata={"levels": (easy, normal, hard)})
    return numbers


@dataclass(frozen=True)
class Level:
    """Ranges from which one game draws its camera, light and untidiness: easy, normal, hard."""

    name: str
    tilt_degrees: float = graded(8, 25, 30)
    azimuth_degrees: float = graded(20, 60, 180)
    roll_degrees: float = graded(1, 3, 6)
    board_yaw_degrees: float = graded(2, 5, 9)
    k1: tuple[float, float] = graded((-0.02, 0.0), (-0.06, 0.02), (-0.1, 0.03))
    gradient: tuple[float, float] = graded((1.05, 1.2), (1.5, 2.0), (2.2, 3.2))
    cast: float = graded(0.02, 0.1, 0.18)
    shadow: tuple[float, float] = graded((0.2, 0.35), (0.4, 0.6), (0.5, 0.7))
    glares: tuple[int, int] = graded((0, 0), (0, 2), (1, 3))
    glare: tuple[float, float] = graded((0, 0), (25, 70), (120, 260))
    noise: tuple[float, float] = graded((0.6, 1.2), (2, 4), (6, 8))
    jpeg: tuple[int, int] = graded((92, 96), (80, 90), (60, 75))
    blur: tuple[float, float] = graded((0.3, 0.5), (0.5, 0.9), (0.8, 1.4))
    floor_mm: float = graded(2, 5, 7)
    card_mm: float = graded(1.5, 3, 5)
    card_degrees: float = graded(2, 4, 7)
    nudge_every: int = graded(0, 8, 4)
    nudge_mm: float = graded(0, 6, 15)
    nudge_degrees: float = graded(0, 2, 4)
    knock_degrees: float = graded(0, 0.3, 0.5)
    step_chance: float = graded(0.0, 0.08, 0.15)
    step: float = graded(0.0, 0.18, 0.3)
    drift: float = graded(0.01, 0.04, 0.08)
    lamp_chance: float = graded(0.0, 0.0, 0.5)
    half_shadow_chance: float = graded(0.0, 0.0, 0.5)
    clutter: tuple[int, int] = graded((0, 2), (3, 6), (4, 8))
    see_all: bool = graded(True, True, False)


LEVELS = {
    name: Level(name, *(each.metadata["levels"][at] for each in fields(Level)[1:]))
    for at, name in enumerate(("easy", "normal", "hard"))
}


def draw_camera(rng: Rng, level: Level, reach: tuple[float, float], near: float = 1.0) -> Optics:
    """A camera that sees the cards of all sides, hung as near as a sensible owner would.

    `reach` = how far from the board's middle it must see, and had better see, in metres;
    `near` = how much lower it hangs than over a large board.
    """
    tilt = float(np.radians(rng.uniform(0, level.tilt_degrees)))
    azimuth = float(np.radians(rng.uniform(-1, 1) * level.azimuth_degrees - 90))
    found: list[Optics] = []
    while len(found) < CHOICES:
        optics = _any_camera(rng, level, tilt, azimuth, near)
        if _sees(optics, reach[0]) and (not level.see_all or _sees(optics, reach[1], 0.93)):
            found.append(optics)
        tilt *= 0.998  # so that a tilt that can never show all cards ends somewhere
    return max(found, key=lambda optics: optics.scale_at((0.0, 0.0, 0.0)))


def _any_camera(rng: Rng, level: Level, tilt: float, azimuth: float, near: float) -> Optics:
    height = rng.uniform(0.65, 0.95) * near
    away = height * np.tan(tilt)
    x, y = map(float, rng.normal(0, 0.015, 2))
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
