"""Things that lie about on any game table: box, cup, coins, pencil, phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from device.sim.level import Level
from device.sim.optics import Points
from device.sim.render import Paint, Solid, placed, prism, rectangle
from device.sim.textures import Bgr, Rng, Texture, shifted

# Spots between the card rows and beside them, each with room for one thing.
SPOTS = (
    (-0.27, 0.27), (0.30, -0.24), (-0.30, -0.24), (0.36, 0.32), (-0.40, 0.36), (0.42, -0.34),
    (-0.42, -0.35), (-0.24, -0.36), (0.24, -0.36), (-0.24, 0.37), (0.44, 0.22), (-0.44, 0.20),
)  # fmt: skip
SIDES = ((-0.60, 0.22), (0.60, 0.22), (-0.60, -0.22), (0.60, -0.22))
INKS: tuple[Bgr, ...] = ((40, 170, 210), (50, 50, 190), (120, 60, 30), (60, 120, 40))
Maker = Callable[["Clutter", Rng], None]


class Clutter:
    """What this table has besides the game; never on the card places or the board.

    `own` puts things of the game itself among the rest, `always` is there on every table.
    """

    def __init__(
        self,
        rng: Rng,
        cover: Texture,
        level: Level,
        own: Sequence[Maker] = (),
        always: Sequence[Maker] = (),
    ) -> None:
        self._cover = cover
        count = int(rng.integers(level.clutter[0], level.clutter[1] + 1))
        makers: list[Maker] = [
            Clutter._box, Clutter._cup, Clutter._coins, Clutter._pencil, Clutter._phone, *own
        ]  # fmt: skip
        order = rng.permutation(len(makers))[:count]
        self._spots = [SPOTS[i] for i in rng.permutation(len(SPOTS))]
        self._sides = [SIDES[i] for i in rng.permutation(len(SIDES))]
        self._made: list[tuple[Points, float, Paint, Paint, Points, int]] = []
        for i in order:
            makers[i](self, rng)
        for make in always:
            make(self, rng)

    def solids(self, ground: float) -> list[Solid]:
        """All things, standing on the table."""
        return [
            prism(foot, ground, ground + high, wall, lid, frame, gloss)
            for foot, high, wall, lid, frame, gloss in self._made
        ]

    def put(self, foot: Points, high: float, wall: Paint, lid: Paint, gloss: int) -> None:
        """One thing standing on the table."""
        low, top = foot.min(axis=0), foot.max(axis=0)
        frame = np.array([(low[0], top[1]), top, (top[0], low[1]), low])
        frame = foot[[3, 2, 1, 0]] if len(foot) == 4 else frame
        self.put_framed(foot, high, wall, lid, frame, gloss)

    def put_framed(
        self, foot: Points, high: float, wall: Paint, lid: Paint, frame: Points, gloss: int
    ) -> None:
        """One thing whose print has a frame of its own."""
        self._made.append((foot, high, wall, lid, frame, gloss))

    def spot(self, rng: Rng) -> tuple[float, float]:
        """A free spot near the card rows."""
        x, y = self._spots.pop()
        dx, dy = rng.uniform(-0.015, 0.015, 2)
        return x + float(dx), y + float(dy)

    def _side(self, rng: Rng) -> tuple[float, float]:
        """A free place for something big, left or right of the cards."""
        x, y = self._sides.pop()
        dx, dy = rng.uniform(-0.04, 0.04, 2)
        return x + float(dx), y + float(dy)

    def _box(self, rng: Rng) -> None:
        x, y = self._side(rng)
        foot = placed(rectangle(0.30, 0.30), x * 1.18, y, float(rng.uniform(-0.4, 0.4)))
        wall = self._cover.levels[-1].mean((0, 1)) * 0.7
        blue, green, red = map(int, wall)
        self.put(foot, 0.06, (blue, green, red), self._cover, 120)

    def _cup(self, rng: Rng) -> None:
        x, y = self._side(rng)
        ware = shifted((200, 190, 170), rng.random(), rng.uniform(0.2, 2), rng.uniform(0.5, 1.1))
        self.put(disc(x, y, 0.04), 0.08, ware, self._drink(ware), 160)

    @staticmethod
    def _drink(ware: Bgr) -> Texture:
        image = np.full((96, 96, 3), ware, np.uint8)
        cv2.circle(image, (48, 48), 41, (34, 48, 78), -1, cv2.LINE_AA)
        return Texture.of(image)

    def _coins(self, rng: Rng) -> None:
        x, y = self.spot(rng)
        for _ in range(int(rng.integers(3, 8))):
            dx, dy = rng.normal(0, 0.025, 2)
            metal = shifted((70, 160, 200), rng.uniform(-0.03, 0.03), 1.0, rng.uniform(0.7, 1.1))
            self.put(disc(x + dx, y + dy, 0.009), 0.002, metal, metal, 220)

    def _pencil(self, rng: Rng) -> None:
        x, y = self.spot(rng)
        foot = placed(rectangle(0.15, 0.007), x, y, float(rng.uniform(0, 3.14)))
        ink = INKS[rng.integers(len(INKS))]
        self.put(foot, 0.007, ink, shifted(ink, 0, 0.8, 1.2), 90)

    def _phone(self, rng: Rng) -> None:
        place = self._side(rng)
        foot = placed(rectangle(0.07, 0.145), *place, float(rng.uniform(0, 3.14)))
        self.put(foot, 0.008, (40, 38, 36), (34, 30, 28), 230)


def disc(x: float, y: float, radius: float) -> Points:
    """A level circle, as a polygon."""
    angles = np.arange(20) * (2 * np.pi / 20)
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)
