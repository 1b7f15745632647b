"""Boards that no game of the house uses: chess, Go, draughts, picture tiles, hexagons.

Painted with the simulated table's camera, light and sensor, each photo from another place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from device.sim.clutter import Clutter, disc
from device.sim.level import LEVELS, Level, draw_light
from device.sim.light import Light, glare_map, light_map
from device.sim.optics import HEIGHT, WIDTH, Optics, look_at
from device.sim.render import Solid, placed, prism, raised, rectangle
from device.sim.sensor import Grade, Sensor
from device.sim.stage import Props, Stage, Still
from device.sim.textures import Texture, cloudy, mix, shifted, smooth_noise, tint
from vision import Grid, Outlines

KINDS = ("chess", "go", "draughts", "tiles", "hexes")
CELL = 0.04
PRINT = 1600  # pixels along a printed board
# Height of the parts of a chessman from the bottom up, and their radius (both in cells).
MEN = {
    "pawn": ((0.34, 0.12), (0.16, 0.4), (0.22, 0.3)),
    "rook": ((0.36, 0.15), (0.24, 0.6), (0.32, 0.25)),
    "knight": ((0.36, 0.15), (0.2, 0.35)),
    "bishop": ((0.36, 0.15), (0.17, 0.6), (0.24, 0.25), (0.12, 0.2), (0.06, 0.12)),
    "queen": ((0.38, 0.16), (0.2, 0.85), (0.32, 0.16), (0.2, 0.1), (0.09, 0.12)),
    "king": ((0.38, 0.16), (0.22, 0.95), (0.3, 0.14), (0.2, 0.08)),
}


@dataclass(frozen=True)
class Box(Props):
    """One owner's board and pieces: the Props of a simulated stage."""

    kind: str
    seed: int

    thickness = 0.012
    reach = (0.3, 0.3)
    near = 1.0
    bare: Any = None

    @cached_property
    def rng(self) -> np.random.Generator:
        return np.random.default_rng([self.seed, *self.kind.encode()])

    @property
    def side(self) -> int:
        return {"chess": 8, "go": 9, "draughts": 8, "tiles": 6, "hexes": 5}[self.kind]

    @property
    def size(self) -> tuple[float, float]:
        return (self.side * CELL, self.side * CELL)

    @property
    def slab(self) -> tuple[float, float]:
        return ((self.side + 1.2) * CELL, (self.side + 1.2) * CELL)

    def clutter(self, rng: Any, level: Level) -> Clutter:
        return Clutter(rng, self.board, replace(level, clutter=(0, 3)))

    def touched(self, before: Any, after: Any) -> list[tuple[float, float]]:
        return []

    def layout(self, rng: Any, level: Level) -> Any:
        return None

    # -- the print ---------------------------------------------------------------------------

    @cached_property
    def board(self) -> Texture:
        rng = np.random.default_rng([self.seed, 1, *self.kind.encode()])
        return Texture.of(getattr(self, f"_print_{self.kind}")(rng))

    def _wooden(self, rng: Any, base: Any, grain: float = 0.25) -> Any:
        rows = smooth_noise(rng, PRINT, PRINT, 8, 240) - 0.5
        return tint(base, (grain * rows + 0.12 * cloudy(rng, PRINT, PRINT)).astype(np.float32))

    def _scale(self) -> tuple[float, float]:
        """Pixels a cell, and where the first cell begins."""
        step = PRINT / (self.side + 1.2)
        return step, step * 0.6

    def _checks(self, rng: Any, light: Any, dark: Any) -> Any:
        image = self._wooden(rng, mix(dark, (0, 0, 0), 0.25))
        step, start = self._scale()
        pale, deep = self._wooden(rng, light, 0.15), self._wooden(rng, dark, 0.3)
        for row in range(self.side):
            for column in range(self.side):
                x, y = round(start + column * step), round(start + row * step)
                part = np.s_[y : round(y + step), x : round(x + step)]
                image[part] = (deep if (row + column) % 2 else pale)[part]
        for n in range(self.side):
            at = (int(start + (n + 0.35) * step), int(PRINT - start * 0.3))
            cv2.putText(image, "abcdefghij"[n], at, 0, 1.8, light, 3, cv2.LINE_AA)
            at = (int(start * 0.25), int(start + (n + 0.7) * step))
            cv2.putText(image, str(self.side - n), at, 0, 1.8, light, 3, cv2.LINE_AA)
        return image

    def _print_chess(self, rng: Any) -> Any:
        return self._checks(
            rng, (150, 196, 224), shifted((45, 75, 120), rng.uniform(-0.1, 0.3), 1, 1)
        )

    def _print_draughts(self, rng: Any) -> Any:
        return self._checks(rng, (205, 222, 230), (40, 50, 40))

    def _print_go(self, rng: Any) -> Any:
        image = self._wooden(rng, (95, 165, 215))
        step, start = self._scale()
        for n in range(self.side):
            at, low = round(start + (n + 0.5) * step), round(start + 0.5 * step)
            high = round(start + (self.side - 0.5) * step)
            cv2.line(image, (at, low), (at, high), (25, 30, 35), 3, cv2.LINE_AA)
            cv2.line(image, (low, at), (high, at), (25, 30, 35), 3, cv2.LINE_AA)
        for row in (2, 4, 6):
            for column in (2, 4, 6):
                at = (round(start + (column + 0.5) * step), round(start + (row + 0.5) * step))
                cv2.circle(image, at, 9, (25, 30, 35), -1, cv2.LINE_AA)
        return image

    def _print_tiles(self, rng: Any) -> Any:
        image = self._wooden(rng, shifted((120, 110, 80), rng.random(), 1, 1))
        step, _ = self._scale()
        for n in range(40):
            at = tuple(map(int, rng.integers(0, PRINT, 2)))
            ink = shifted((60, 120, 160), rng.random(), 1, 1)
            cv2.ellipse(image, at, (int(step * 0.4), int(step * 0.15)), 36 * n, 0, 360, ink, 5)
        return image

    def _print_hexes(self, rng: Any) -> Any:
        image = self._wooden(rng, (170, 130, 60), 0.1)
        step, _ = self._scale()
        kinds = rng.permutation([0, 1, 2, 3, 4] * 4)[: len(self.hexes)]
        inks = [
            shifted((60, 120, 120), n / 5 + rng.uniform(-0.03, 0.03), 1.2, 1.3) for n in range(5)
        ]
        for kind, (x, y) in zip(kinds, self.hexes, strict=True):
            middle = np.array([x, -y]) / CELL * step + PRINT / 2
            outline = _hexagon(*middle, 0.56 * step).round().astype(np.int32)
            cv2.fillPoly(image, [outline], inks[kind], cv2.LINE_AA)
            cv2.polylines(image, [outline], True, (190, 220, 230), 5, cv2.LINE_AA)
            for _ in range(5):
                at = (middle + rng.normal(0, 0.18 * step, 2)).astype(int)
                cv2.circle(
                    image,
                    tuple(map(int, at)),
                    10 + 4 * int(kind),
                    mix(inks[kind], (0, 0, 0), 0.3),
                    3,
                )
        return image

    @cached_property
    def hexes(self) -> list[tuple[float, float]]:
        return [
            ((n - (count - 1) / 2) * CELL * 0.98, (2 - row) * CELL * 0.85)
            for row, count in enumerate((3, 4, 5, 4, 3))
            for n in range(count)
        ]

    # -- the pieces --------------------------------------------------------------------------

    @property
    def labels(self) -> list[str]:
        """Everything that may lie on a cell."""
        return {
            "chess": [f"{side} {man}" for side in ("white", "black") for man in MEN],
            "go": ["black", "white"],
            "draughts": ["black", "white", "black king", "white king"],
            "tiles": [f"tile {n}" for n in range(6)],
            "hexes": ["red", "blue", "white", "robber"],
        }[self.kind]

    @cached_property
    def tile_prints(self) -> list[Texture]:
        rng = np.random.default_rng([self.seed, 2, *self.kind.encode()])
        found = []
        for n in range(6):
            image = tint(
                shifted((150, 170, 190), rng.random(), 1.2, 1), 0.2 * cloudy(rng, 128, 128)
            )
            ink = shifted((40, 60, 150), rng.random(), 1, 1)
            for _ in range(2 + n):
                a, b = (tuple(map(int, rng.integers(15, 113, 2))) for _ in range(2))
                cv2.line(image, a, b, ink, 7, cv2.LINE_AA)
            cv2.circle(image, tuple(map(int, rng.integers(30, 98, 2))), 6 + 3 * n, (30, 30, 30), -1)
            found.append(Texture.of(image))
        return found

    def keys(self) -> list[Any]:
        if self.kind == "hexes":
            return list(range(len(self.hexes)))
        return [(row, column) for row in range(self.side) for column in range(self.side)]

    def middle(self, key: Any) -> tuple[float, float]:
        if self.kind == "hexes":
            return self.hexes[key]
        half = (self.side - 1) / 2
        return ((key[1] - half) * CELL, (half - key[0]) * CELL)

    def pieces(self, still: Still) -> Any:
        """The bodies of everything that lies there: lying is {key: (label, dx, dy, turn)}."""
        stacks = []
        for key, (label, dx, dy, turn) in still.lying.items():
            x, y = self.middle(key)
            x, y = placed(np.array([(x + dx, y + dy)]), *still.board)[0]
            stacks.append(self._stack(label, float(x), float(y), turn + still.board[2]))
        return _Pieces(stacks)

    def _stack(self, label: str, x: float, y: float, turn: float) -> list[Solid]:
        if self.kind == "tiles":
            foot = placed(rectangle(0.84 * CELL, 0.84 * CELL), x, y, turn)
            print_ = self.tile_prints[int(label.split()[1])]
            return [prism(foot, 0.0, 0.003, (150, 160, 170), print_, foot[[3, 2, 1, 0]], 60)]
        side, _, man = label.partition(" ")
        paint = _PAINTS[side]
        edge, top = mix(paint, (0, 0, 0), 0.15), mix(paint, (255, 255, 255), 0.06)
        profile: Any = ((0.44, 0.2),) if self.kind == "go" else ((0.4, 0.18),)
        if self.kind == "chess":
            profile = MEN[man]
        elif label == "robber":
            profile = ((0.3, 0.3), (0.2, 0.5), (0.25, 0.3))
        elif self.kind == "hexes":
            profile = ((0.24, 0.3),)
        crown = top
        if self.kind == "draughts" and man == "king":
            crown = mix(paint, (60, 170, 220), 0.7)
            profile = (*profile, (0.16, 0.05))
        stack, base = [], 0.0
        for radius, high in profile:
            foot = disc(x, y, radius * CELL)
            lid = top if radius > 0.16 or self.kind != "draughts" else crown
            stack.append(_prism(foot, base, base + high * CELL, edge, lid))
            base += high * CELL
        if man in ("knight", "king") and self.kind == "chess":
            wide = (0.5, 0.18, 0.5) if man == "knight" else (0.2, 0.06, 0.25)
            foot = placed(rectangle(wide[0] * CELL, wide[1] * CELL), x, y, turn)
            stack.append(_prism(foot, base, base + wide[2] * CELL, edge, top))
        return stack

    # -- photos ------------------------------------------------------------------------------

    def random_lying(self, rng: Any, share: float = 0.5) -> dict[Any, Any]:
        """Pieces on about this share of the cells, a little untidy."""
        lying = {}
        for key in self.keys():
            if rng.random() < share:
                dx, dy = rng.normal(0, 0.05 * CELL, 2)
                free = 2 * np.pi * rng.random()
                turn = np.pi / 2 * rng.integers(4) + rng.normal(0, 0.06)
                label = self.labels[rng.integers(len(self.labels))]
                lying[key] = (label, dx, dy, turn if self.kind == "tiles" else free)
        return lying

    def truth(self, lying: dict[Any, Any]) -> dict[Any, str]:
        return {key: lying[key][0] if key in lying else "empty" for key in self.keys()}


_PAINTS = {
    "white": (170, 205, 222),
    "black": (38, 40, 48),
    "red": (45, 40, 180),
    "blue": (160, 80, 40),
    "robber": (110, 115, 115),
}


@dataclass(frozen=True)
class _Pieces:
    standing: list[list[Solid]]

    def pits(self) -> Any:
        return ()

    def flat(self) -> Any:
        return ()

    def stacks(self) -> Any:
        return self.standing


def _prism(foot: Any, base: float, top: float, edge: Any, lid: Any) -> Solid:
    low, high = foot.min(axis=0), foot.max(axis=0)
    frame = np.array([(low[0], high[1]), high, (high[0], low[1]), low])
    return prism(foot, base, top, edge, lid, frame, 60)


def _hexagon(x: float, y: float, radius: float) -> Any:
    angles = np.pi / 6 + np.arange(6) * np.pi / 3
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)


@dataclass
class Shot:
    """A photo, what truly lies there, and the board's true corners in it."""

    image: Any
    truth: dict[Any, str]
    corners: Any
    still: Still


@dataclass
class Studio:
    """Takes photos of one board, each from another place and in other light."""

    box: Box
    level: str = "normal"
    tilt: float = 35.0
    spin: float = 180.0

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng([self.box.seed, 3])
        self.stage = Stage(self.rng, self.box, LEVELS[self.level])  # type: ignore[arg-type]
        noise, jpeg, blur = (
            float(np.mean(getattr(LEVELS[self.level], part))) for part in ("noise", "jpeg", "blur")
        )
        self.sensor = Sensor(self.rng, Grade(noise, round(jpeg), blur), WIDTH, HEIGHT)

    def camera(self, tilt: float | None = None) -> Optics:
        """A camera somewhere around the table that sees the whole board."""
        rng = self.rng
        lean = np.radians(rng.uniform(0, self.tilt) if tilt is None else tilt)
        far = self.box.slab[0] * rng.uniform(1.35, 1.8)
        way = np.radians(rng.uniform(-self.spin, self.spin) - 90)
        x, y = rng.normal(0, 0.01, 2)
        flat = far * np.sin(lean)
        centre = (x + flat * np.cos(way), y + flat * np.sin(way), far * np.cos(lean))
        roll = np.radians(rng.uniform(-self.spin, self.spin) * 0.5)
        focal = WIDTH / 2 / np.tan(np.radians(rng.uniform(55, 70)) / 2)
        return look_at(
            tuple(map(float, centre)), (float(x), float(y), 0.0), float(roll), float(focal), -0.01
        )

    def shoot(
        self, lying: dict[Any, Any], optics: Optics | None = None, light: Light | None = None
    ) -> Shot:
        """One photo."""
        optics = optics or self.camera()
        light = light or replace(draw_light(self.rng, LEVELS[self.level]), glares=())
        still = Still(lying, None, (0.0, 0.0, 0.0), optics, light, self.box.size)
        canvas = self.stage.paint(still)
        image = self.sensor.develop(
            canvas.image, canvas.gloss, light_map(light, optics), glare_map(light, optics)
        )
        return Shot(image, self.box.truth(lying), self.corners(still), still)

    def corners(self, still: Still) -> Any:
        """What the owner taps: corners of the grid, or its outermost crossings."""
        wide = (self.box.side - (1 if self.box.kind == "go" else 0)) * CELL
        foot = rectangle(wide, wide)[[3, 2, 1, 0]]
        return still.optics.project(raised(foot, 0.0))

    def cells(self, shot: Shot) -> Grid | Outlines:
        """The cells as the owner describes them in the reference photo."""
        if self.box.kind != "hexes":
            return Grid(self.box.side, self.box.side, shot.corners, points=self.box.kind == "go")
        outlines = {
            key: shot.still.optics.project(raised(_hexagon(x, y, 0.56 * CELL), 0.0))
            for key, (x, y) in enumerate(self.box.hexes)
        }
        return Outlines(outlines, shot.corners)
