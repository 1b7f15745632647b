"""Standard dice of any make for simulated tables, and pictures of dice among other things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from device.sim.film import Film, Room
from device.sim.level import LEVELS, Level
from device.sim.optics import Points
from device.sim.render import Face, Solid, placed, raised, rectangle
from device.sim.stage import Layout, Pieces, Pose, Props, Stack, Stage, Still, on_table
from device.sim.textures import Bgr, Image, Rng, Texture, cloudy, mix, shifted, tint

SIDE = 120  # pixels across a face's print
BODIES: tuple[Bgr, ...] = (
    (238, 242, 245), (28, 26, 26), (40, 30, 180), (150, 70, 20), (60, 130, 40), (60, 200, 235),
    (150, 60, 120), (190, 222, 240), (120, 120, 122), (70, 120, 190),
)  # fmt: skip
INKS: tuple[Bgr, ...] = (
    (20, 18, 18),
    (245, 246, 246),
    (40, 30, 170),
    (150, 60, 20),
    (60, 190, 225),
)
LEAST_CONTRAST = 90
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
GLOSS = 110


@dataclass(frozen=True)
class DieMake:
    """One kind of die: its edge in metres and the print of its six faces."""

    edge: float
    cut: float  # how much is cut off the edges of a face, as a share of it
    body: Bgr
    faces: dict[int, Texture]
    gloss: int


def make_die(rng: Rng, edge: float | None = None) -> DieMake:
    """Some die, body and pips in any colours that differ enough."""
    body = BODIES[rng.integers(len(BODIES))] if rng.random() < 0.6 else BODIES[0]
    body = shifted(body, rng.uniform(-0.03, 0.03), rng.uniform(0.7, 1.1), rng.uniform(0.85, 1.0))
    inks = [ink for ink in INKS if _apart(ink, body) > LEAST_CONTRAST]
    ink = inks[rng.integers(len(inks))]
    radius, inset = float(rng.uniform(0.065, 0.115)), float(rng.uniform(0.44, 0.56))
    marble = float(rng.choice((0.0, 0.0, 0.05, 0.12)))
    faces = {n: Texture.of(_face(rng, n, body, ink, radius, inset, marble)) for n in PIPS}
    size = edge or float(rng.uniform(0.012, 0.020))
    cut = float(rng.uniform(0.03, 0.12))
    return DieMake(size, cut, body, faces, int(rng.integers(0, GLOSS)))


def _apart(ink: Bgr, body: Bgr) -> float:
    weigh = np.array([0.2, 1.0, 0.6])
    return float(np.abs((np.array(ink, float) - np.array(body, float)) * weigh).max())


def _face(
    rng: Rng, value: int, body: Bgr, ink: Bgr, radius: float, inset: float, marble: float
) -> Image:
    image = tint(body, marble * 4 * cloudy(rng, SIDE, SIDE, 3, 3))
    for x, y in PIPS[value]:
        middle = (
            int(16 * SIDE * (0.5 + x * inset / 2)),
            int(16 * SIDE * (0.5 + y * inset / 2)),
        )
        cv2.circle(image, middle, int(16 * SIDE * radius), ink, -1, cv2.LINE_AA, 4)
    return image


def die_body(make: DieMake, value: int, x: float, y: float, turn: float, base: float) -> Solid:
    """A die lying so; its sides show what a die that shows this value can show."""
    half, cut = make.edge / 2, make.edge * make.cut
    square = rectangle(make.edge, make.edge)
    foot = placed(_cut_corners(half, cut), x, y, turn)
    frame = placed(square, x, y, turn)[[3, 2, 1, 0]]
    top = base + make.edge
    low, high = raised(foot, base), raised(foot, top)
    faces = []
    sides = [n for n in PIPS if n not in (value, 7 - value)]
    corner = placed(square, x, y, turn)
    for n in range(len(foot)):
        m = (n + 1) % len(foot)
        quad = np.array([high[n], high[m], low[m], low[n]])
        if n % 2 == 0:
            a, b = corner[n // 2], corner[(n // 2 + 1) % 4]
            print_ = np.array([(*a, top), (*b, top), (*b, base), (*a, base)])
            faces.append(Face(quad, make.faces[sides[n // 2]], print_, make.gloss // 3))
        else:
            faces.append(Face(quad, mix(make.body, (255, 255, 255), 0.1), None, make.gloss // 3))
    faces.append(Face(high, make.faces[value], raised(frame, top), make.gloss))
    return Solid(tuple(faces), (x, y), base, top, np.vstack([low, high]))


def _cut_corners(half: float, cut: float) -> Points:
    """A square with its corners cut off, the near side first."""
    return np.array(
        [
            (-half + cut, -half), (half - cut, -half), (half, -half + cut), (half, half - cut),
            (half - cut, half), (-half + cut, half), (-half, half - cut), (-half, -half + cut),
        ]
    )  # fmt: skip


# --- pictures of dice ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Thrown:
    """Dice as they lie: make, value and place of each."""

    dice: tuple[tuple[DieMake, int, Pose], ...] = ()


@dataclass(frozen=True)
class Mat:
    """What dice are thrown on."""

    board: Texture
    cover: Texture


class _Pieces(Pieces[Mat]):
    def stacks(self) -> Sequence[Stack]:
        found: list[Stack] = []
        for make, value, (x, y, turn) in self._still.lying.dice:
            px, py = on_table(self._still.board, x, y)
            found.append([die_body(make, value, px, py, turn + self._still.board[2], 0.0)])
        return found


class DiceProps(Props[Thrown, Mat]):
    """A sheet of paper or a mat with some print, on which dice are thrown."""

    thickness = 0.002
    near = 0.9
    bare = Thrown()

    def __init__(self, rng: Rng) -> None:
        self.size = self.slab = (0.5, 0.4)
        board = Texture.of(_mat(rng))
        cover = Texture.of(tint((90, 120, 60), 0.9 * cloudy(rng, 200, 200, 4, 4)))
        super().__init__(Mat(board, cover))
        self.board = board
        self.reach = (0.22, 0.24)

    def layout(self, rng: Rng, level: Level) -> Layout[Thrown]:
        return Layout(rng, level)

    def pieces(self, still: Still) -> _Pieces:
        return _Pieces(self.theme, still)

    def touched(self, before: Thrown, after: Thrown) -> list[tuple[float, float]]:  # noqa: ARG002
        return [(x, y) for _, _, (x, y, _) in after.dice]


def _mat(rng: Rng) -> Image:
    """Ground with lines, letters, discs and dots in print colours."""
    high, wide = 800, 1000
    ground: Bgr = tuple(map(int, rng.integers(20, 236, 3)))  # type: ignore[assignment]
    image = tint(ground, float(rng.uniform(0.1, 0.6)) * cloudy(rng, high, wide, 5, 4))
    for _ in range(int(rng.integers(5, 40))):
        x, y = int(rng.integers(0, wide)), int(rng.integers(0, high))
        ink: Bgr = tuple(map(int, rng.integers(0, 256, 3)))  # type: ignore[assignment]
        kind, size = rng.integers(4), int(rng.integers(6, 70))
        if kind == 0:
            cv2.circle(image, (x, y), size, ink, int(rng.choice((-1, 2, 4))), cv2.LINE_AA)
        elif kind == 1:
            cv2.rectangle(image, (x, y), (x + 2 * size, y + size), ink, int(rng.choice((-1, 3))))
        elif kind == 2:
            text = chr(int(rng.integers(65, 91))) + str(rng.integers(10))
            cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, size / 20, ink, 3)
        else:
            for n in range(int(rng.integers(2, 9))):
                cv2.circle(image, (x + n * size // 3, y), max(2, size // 14), ink, -1, cv2.LINE_AA)
    return image


def dice_picture(seed: int, level: str) -> tuple[Image, list[tuple[int, Points, float]]]:
    """A picture of one to four dice, with the value, middle and edge (pixels) of each."""
    rng = np.random.default_rng([seed, 6])
    props = DiceProps(rng)
    room = Room(rng, props, LEVELS[level])
    film = Film(rng, Stage(rng, props, LEVELS[level]), LEVELS[level])
    thrown: list[tuple[DieMake, int, Pose]] = []
    make = make_die(rng)
    while len(thrown) < 1 + seed % 4:
        x, y = float(rng.uniform(-0.17, 0.17)), float(rng.uniform(-0.14, 0.14))
        if all(np.hypot(x - p[0], y - p[1]) > 1.7 * make.edge for _, _, p in thrown):
            thrown.append((make, int(rng.integers(1, 7)), (x, y, float(rng.uniform(0, 6.28)))))
        make = make if rng.random() < 0.5 else make_die(rng, make.edge)
    still = room.still(Thrown(tuple(thrown)))
    truth = []
    for made, value, (x, y, _) in thrown:
        px, py = on_table(still.board, x, y)
        middle = still.optics.project(np.array([(px, py, made.edge)]))[0]
        truth.append((value, middle, made.edge * still.optics.scale_at((px, py, made.edge))))
    return film.shoot(still), truth
