"""The stage of any game: table, clutter and board, and the game's own pieces painted on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import ClassVar, Generic, Protocol, Self, TypeVar

import cv2
import numpy as np

from device.sim.clutter import Clutter
from device.sim.level import Level
from device.sim.light import Light
from device.sim.optics import Optics, Points
from device.sim.render import (
    Canvas,
    Pit,
    Solid,
    painter_order,
    placed,
    prism,
    raised,
    rectangle,
    whole,
)
from device.sim.textures import Image, Rng, Texture, table_top

Pose = tuple[float, float, float]
Stack = list[Solid]
L = TypeVar("L")  # what lies on the table, as a game says it
T = TypeVar("T", bound="Printed")
S = TypeVar("S")  # how untidily it lies
STRAIGHT: Pose = (0.0, 0.0, 0.0)

TABLE_SIZE = 2.0
TABLE_SCALE = 900
BOARD_GLOSS = 120
BOARD_EDGE = (150, 165, 175)


@dataclass(frozen=True)
class Still(Generic[L, S]):
    """One state of table, room and camera: all that a picture depends on but noise and hands.

    `lying` and `places` are the game's own: what lies on the table, and how untidily. `size` is
    the width and depth of what the owner taps as the board's corners.
    """

    lying: L
    places: S
    board: Pose
    optics: Optics
    light: Light
    size: tuple[float, float]


class Pieces(Generic[T]):
    """The bodies of one still; each game says which of these it has."""

    def __init__(self, theme: T, still: Still) -> None:
        self._theme, self._still = theme, still

    def pits(self) -> Sequence[Pit]:
        """Holes in the board, with what is seen in them."""
        return ()

    def flat(self) -> Sequence[Stack]:
        """What lies so flat that it throws no shadow worth painting: cards."""
        return ()

    def stacks(self) -> Sequence[Stack]:
        """What stands, each stack from the bottom up."""
        return ()


@dataclass
class Layout(Generic[L]):
    """How untidily pieces lie, in tables by piece; a piece keeps its place until it is moved."""

    rng: Rng
    level: Level

    def places(self) -> Self:
        """A copy that later moves do not change."""
        kept = copy(self)
        for name, table in vars(self).items():
            if isinstance(table, dict):
                setattr(kept, name, dict(table))
        return kept

    def follow(self, before: L, after: L) -> None:
        """Draw new places for what was put down since, if it does not lie straight."""

    def jog(self) -> None:
        """Everything beside the board slips a little."""

    def _by_hand(self) -> Pose:
        """How far from straight a card is laid."""
        x, y, turn = np.clip(self.rng.normal(0, 0.5, 3), -1, 1)
        reach = self.level.card_mm * 1e-3
        return float(x * reach), float(y * reach), float(turn * np.radians(self.level.card_degrees))

    def _slipped(self, pose: Pose, spin: float = 0.006) -> Pose:
        """A pose after a jog: most are moved less than a millimetre, and turned by `spin` (rad)."""
        x, y, turn = pose
        dx, dy = map(float, self.rng.normal(0, 0.0008, 2))
        return x + dx, y + dy, turn + float(self.rng.normal(0, spin))


class Printed(Protocol):
    """What every owner's box has."""

    @property
    def cover(self) -> Texture: ...


class Props(ABC, Generic[L, T]):
    """What one owner's box of one game brings to the stage."""

    round_board: ClassVar[bool] = False
    board: Texture
    size: tuple[float, float]  # between the corners an owner taps, metres
    slab: tuple[float, float]  # of the whole board with its rim, metres
    thickness: float
    reach: tuple[float, float]  # how far from the middle the camera must see, and had better see
    near: float  # how much lower the camera hangs than over a large board
    bare: L  # nothing lies on the table

    def __init__(self, theme: T) -> None:
        self.theme = theme

    def clutter(self, rng: Rng, level: Level) -> Clutter:
        """What lies about."""
        return Clutter(rng, self.theme.cover, level)

    @abstractmethod
    def layout(self, rng: Rng, level: Level) -> Layout[L]:
        """How the pieces will lie."""

    @abstractmethod
    def pieces(self, still: Still) -> Pieces[T]:
        """The bodies of a still."""

    @abstractmethod
    def touched(self, before: L, after: L) -> Sequence[tuple[float, ...]]:
        """Places in the board's frame where something changed, in the order of the hands.

        A third number is the height at which the hand is held there.
        """


class Stage:
    """One table and one box; paints stills and remembers the ground while it stands still."""

    def __init__(self, rng: Rng, props: Props, level: Level) -> None:
        self.props = props
        self._round = props.round_board
        self._clutter = props.clutter(rng, level)
        side = int(TABLE_SIZE * TABLE_SCALE)
        self._table, self._table_gloss = table_top(rng, side * 3 // 4, side)
        self._ground: tuple[object, Image, Image] | None = None

    def paint(self, still: Still) -> Canvas:
        """Everything on the table as surface colours."""
        image, gloss = self._background(still)
        canvas = Canvas(image.copy(), gloss.copy(), still.optics, still.light)
        pieces = self.props.pieces(still)
        for pit in pieces.pits():
            canvas.sink(pit)
        for solid in painter_order(pieces.flat(), still.optics):
            canvas.draw(solid)
        stacks = pieces.stacks()
        towers = [whole(stack) for stack in stacks]
        canvas.cast(towers, 0.0)
        lids = {id(stack[-1]) for stack in stacks}
        for solid in painter_order(stacks, still.optics):
            shadows = _shadows_on(canvas, solid, towers) if id(solid) in lids else []
            canvas.draw(solid, shadows)
        return canvas

    def _background(self, still: Still) -> tuple[Image, Image]:
        key = (still.optics, still.board, still.light.key, still.light.shadow)
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, *self._paint_ground(still))
        return self._ground[1], self._ground[2]

    def _paint_ground(self, still: Still) -> tuple[Image, Image]:
        ground = -self.props.thickness
        x, y = still.optics.plane_map(ground)
        u = (x + TABLE_SIZE / 2) * TABLE_SCALE
        v = (TABLE_SIZE * 3 / 8 - y) * TABLE_SCALE
        flat = cv2.remap(self._table, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        image = np.asarray(flat, np.uint8)
        gloss = np.full(image.shape[:2], self._table_gloss, np.uint8)
        canvas = Canvas(image, gloss, still.optics, still.light)
        foot = placed(self._outline(), *still.board)
        slab = prism(foot, ground, 0.0, BOARD_EDGE, BOARD_EDGE, foot[:4], BOARD_GLOSS)
        solids = [*self._clutter.solids(ground), slab]
        canvas.cast(solids, ground)
        for solid in painter_order([[solid] for solid in solids], still.optics):
            canvas.draw(solid)
        self._print_board(canvas, still)
        return canvas.image, canvas.gloss

    def _outline(self) -> Points:
        """The board's foot about its middle."""
        if not self._round:
            return rectangle(*self.props.slab)
        angles = 2 * np.pi * np.arange(40) / 40
        return self.props.slab[0] / 2 * np.stack([np.cos(angles), np.sin(angles)], axis=1)

    def _print_board(self, canvas: Canvas, still: Still) -> None:
        """Lay the print on the board pixel by pixel, so that lens distortion is exact."""
        wide, deep = self.props.slab
        outline = corners_of(still, self.props.slab)
        x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2, 0)
        x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 3
        x, y = still.optics.plane_map(0.0)
        x, y = x[y0:y1, x0:x1] - still.board[0], y[y0:y1, x0:x1] - still.board[1]
        if not x.size:  # the board is not on the table
            return
        c, s = np.cos(still.board[2]), np.sin(still.board[2])
        bx, by = c * x + s * y, c * y - s * x
        picture = self.props.board.at(wide * still.optics.scale_at((0, 0, 0)))
        rows, columns = picture.shape[:2]
        u = ((bx / wide + 0.5) * columns - 0.5).astype(np.float32)
        v = ((0.5 - by / deep) * rows - 0.5).astype(np.float32)
        flat = cv2.remap(picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        inside = (np.abs(bx) < wide / 2) & (np.abs(by) < deep / 2)
        if self._round:
            inside &= bx * bx + by * by < wide * wide / 4
        canvas.image[y0:y1, x0:x1][inside] = flat[inside]


def corners_of(still: Still, size: tuple[float, float]) -> Points:
    """Corners of a level rectangle about the board's middle, in the picture, far left first."""
    foot = placed(rectangle(*size), *still.board)[[3, 2, 1, 0]]
    return still.optics.project(raised(foot, 0.0))


def board_corners(still: Still) -> Points:
    """The board's corners in the picture: far left, far right, near right, near left."""
    return corners_of(still, still.size)


def on_table(board: Pose, x: float, y: float) -> tuple[float, float]:
    """A place of the board's frame in the table's."""
    px, py = placed(np.array([(x, y)]), *board)[0]
    return float(px), float(py)


def _shadows_on(canvas: Canvas, solid: Solid, towers: list[Solid]) -> list[Points]:
    """Shadows that taller neighbours throw on this solid's top."""
    found = []
    for other in towers:
        apart = np.hypot(other.centre[0] - solid.centre[0], other.centre[1] - solid.centre[1])
        if other.top > solid.top + 1e-4 and 0.02 < apart < 0.15:
            found.append(canvas.shadow_outline(other, solid.top))
    return found
