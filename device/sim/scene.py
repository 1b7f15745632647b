"""The table with a box of Kilt Castle on it: where every piece lies, and painting it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from device.sim.clutter import Clutter
from device.sim.level import Level
from device.sim.light import Light
from device.sim.optics import Optics, Points
from device.sim.render import (
    Canvas,
    Solid,
    gabled,
    painter_order,
    placed,
    prism,
    raised,
    rectangle,
    whole,
)
from device.sim.textures import Image, Rng, table_top
from device.sim.theme import Texture, Theme, pentagon

Square = tuple[int, int]
Floor = tuple[str, int]
CardFace = tuple[str, str]
Pose = tuple[float, float, float]

BOARD = 0.30
TABLE_SIZE = 2.0
TABLE_SCALE = 900
BOARD_GLOSS, CARD_GLOSS, TOP_GLOSS, ROOF_GLOSS = 120, 190, 150, 60
STRAIGHT: Pose = (0.0, 0.0, 0.0)
CARD_EDGE = (205, 210, 214)
SPARE_ROOFS = ((0.225, 0.215), (0.28, 0.225))


@dataclass(frozen=True)
class Lying:
    """What lies on the table: card rows (board outward), towers (bottom up), roofs."""

    rows: tuple[tuple[CardFace, ...], ...]
    towers: Mapping[Square, tuple[Floor, ...]]
    roofs: frozenset[Square]
    crowns: Mapping[Square, Floor] = field(default_factory=dict)  # floors wrongly put on a roof


EMPTY = Lying(((),) * 20, {}, frozenset())


@dataclass(frozen=True)
class Places:
    """Where pieces really lie, relative to where they ideally would."""

    floors: Mapping[tuple[Square, int], Pose]
    cards: Mapping[tuple[int, int], Pose]
    roofs: Mapping[Square, Pose]
    shine: Mapping[tuple[int, int], float]


@dataclass(frozen=True)
class Still:
    """One state of table, room and camera: all that a picture depends on but noise and hands."""

    lying: Lying
    places: Places
    board: Pose
    optics: Optics
    light: Light


@dataclass
class Layout:
    """How untidily the pieces lie; a piece keeps its place until it is moved."""

    rng: Rng
    level: Level
    floors: dict[tuple[Square, int], Pose] = field(default_factory=dict)
    cards: dict[tuple[int, int], Pose] = field(default_factory=dict)
    roofs: dict[Square, Pose] = field(default_factory=dict)
    shine: dict[tuple[int, int], float] = field(default_factory=dict)

    def places(self) -> Places:
        """A copy that later moves do not change."""
        return Places(dict(self.floors), dict(self.cards), dict(self.roofs), dict(self.shine))

    def follow(self, before: Lying, after: Lying) -> None:
        """Draw new places for what was put down since."""
        for square, tower in after.towers.items():
            old = before.towers.get(square, ())
            for height, floor in enumerate(tower):
                if height >= len(old) or old[height] != floor:
                    self.floors[square, height] = self._askew(self.level.floor_mm, height)
        for square in after.roofs - before.roofs:
            turn = self.rng.normal(0, 0.12) + np.pi / 2 * self.rng.integers(2)
            x, y, _ = self._askew(self.level.floor_mm * 0.6, 0)
            self.roofs[square] = (x, y, float(turn))
        for position in range(20):
            for depth, card in enumerate(after.rows[position]):
                old_row = before.rows[position]
                if depth >= len(old_row) or old_row[depth] != card:
                    self.cards[position, depth] = self._card_place()
                    self.shine[position, depth] = float(self.rng.uniform(0.5, 1.0))

    def jog(self) -> None:
        """Everything beside the board slips a little."""
        limit = self.level.card_mm * 1.3e-3
        for key, (x, y, turn) in self.cards.items():
            dx, dy = self.rng.normal(0, 0.0008, 2)
            self.cards[key] = (
                float(np.clip(x + dx, -limit, limit)),
                float(np.clip(y + dy, -limit, limit)),
                turn + float(self.rng.normal(0, 0.006)),
            )

    def _askew(self, reach_mm: float, height: int) -> Pose:
        reach = reach_mm * 1e-3 * (1.0 if height == 0 else 0.45)
        x, y = np.clip(self.rng.normal(0, 0.5, 2), -1, 1) * reach
        return float(x), float(y), float(self.rng.uniform(0, 2 * np.pi))

    def _card_place(self) -> Pose:
        x, y, turn = np.clip(self.rng.normal(0, 0.5, 3), -1, 1)
        reach = self.level.card_mm * 1e-3
        return float(x * reach), float(y * reach), float(turn * np.radians(self.level.card_degrees))


def square_centre(theme: Theme, square: Square) -> tuple[float, float]:
    """Middle of a square in the board's frame."""
    pitch = theme.sizes.pitch
    return (square[1] - 2) * pitch, (2 - square[0]) * pitch


def slot(theme: Theme, position: int, depth: int) -> Pose:
    """Middle of a card's place in the board's frame and the turn of its outward direction."""
    sizes = theme.sizes
    along = (position % 5 - 2) * sizes.pitch
    out = BOARD / 2 + sizes.card_gap + sizes.card_length / 2
    out += depth * (sizes.card_length + 0.002)
    side = position // 5
    turn = -side * np.pi / 2
    x, y = placed(np.array([(along, out)]), 0, 0, turn)[0]
    return float(x), float(y), float(turn)


def reach(theme: Theme, deep: int) -> float:
    """How far from the board's middle rows of so many cards go."""
    _, y, _ = slot(theme, 2, deep - 1)
    return y + theme.sizes.card_length / 2


class Scene:
    """One table and one box; paints stills and remembers the ground while it stands still."""

    def __init__(self, rng: Rng, theme: Theme, level: Level) -> None:
        self.theme = theme
        self._clutter = Clutter(rng, theme, level)
        side = int(TABLE_SIZE * TABLE_SCALE)
        self._table, self._table_gloss = table_top(rng, side * 3 // 4, side)
        self._ground: tuple[object, Image, Image] | None = None

    def paint(self, still: Still) -> Canvas:
        """Everything on the table as surface colours."""
        image, gloss = self._background(still)
        canvas = Canvas(image.copy(), gloss.copy(), still.optics, still.light)
        pieces = Pieces(self.theme, still)
        for solid in painter_order(pieces.card_rows(), still.optics):
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
        ground = -self.theme.sizes.board_thickness
        x, y = still.optics.plane_map(ground)
        u = (x + TABLE_SIZE / 2) * TABLE_SCALE
        v = (TABLE_SIZE * 3 / 8 - y) * TABLE_SCALE
        flat = cv2.remap(self._table, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        image = np.asarray(flat, np.uint8)
        gloss = np.full(image.shape[:2], self._table_gloss, np.uint8)
        canvas = Canvas(image, gloss, still.optics, still.light)
        foot = placed(rectangle(BOARD, BOARD), *still.board)
        solids = [*self._clutter.solids(ground), _slab(foot, ground)]
        canvas.cast(solids, ground)
        for solid in painter_order([[solid] for solid in solids], still.optics):
            canvas.draw(solid)
        self._print_board(canvas, still)
        return canvas.image, canvas.gloss

    def _print_board(self, canvas: Canvas, still: Still) -> None:
        """Lay the print on the board pixel by pixel, so that lens distortion is exact."""
        outline = board_corners(still)
        x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2, 0)
        x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 3
        x, y = still.optics.plane_map(0.0)
        x, y = x[y0:y1, x0:x1] - still.board[0], y[y0:y1, x0:x1] - still.board[1]
        c, s = np.cos(still.board[2]), np.sin(still.board[2])
        bx, by = c * x + s * y, c * y - s * x
        picture = self.theme.board.at(BOARD * still.optics.scale_at((0, 0, 0)))
        size = picture.shape[0]
        u = ((bx / BOARD + 0.5) * size - 0.5).astype(np.float32)
        v = ((0.5 - by / BOARD) * size - 0.5).astype(np.float32)
        flat = cv2.remap(picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        inside = (np.abs(bx) < BOARD / 2) & (np.abs(by) < BOARD / 2)
        canvas.image[y0:y1, x0:x1][inside] = flat[inside]


class Pieces:
    """The solids of one still."""

    def __init__(self, theme: Theme, still: Still) -> None:
        self._theme = theme
        self._still = still

    def card_rows(self) -> list[list[Solid]]:
        """The cards, one list a row."""
        return [
            [self._card(position, depth, card) for depth, card in enumerate(row)]
            for position, row in enumerate(self._still.lying.rows)
            if row
        ]

    def stacks(self) -> list[list[Solid]]:
        """Towers with their roofs, bottom up, and the unused roofs."""
        lying = self._still.lying
        stacks = []
        for square in {**lying.towers, **dict.fromkeys(lying.roofs)}:
            tower = lying.towers.get(square, ())
            stack = [self._floor(square, h, floor) for h, floor in enumerate(tower)]
            if square in lying.roofs:
                stack.append(self._roof_on(square, len(tower)))
            if square in lying.crowns:
                stack.append(self._crown(square, len(tower)))
            stacks.append(stack)
        for x, y in SPARE_ROOFS[: 2 - len(lying.roofs)]:
            stacks.append([self._roof(x, y, 0.3 + x * 9, -self._theme.sizes.board_thickness)])
        return [stack for stack in stacks if stack]

    def _card(self, position: int, depth: int, card: CardFace) -> Solid:
        sizes = self._theme.sizes
        x, y, turn = slot(self._theme, position, depth)
        dx, dy, dturn = self._still.places.cards.get((position, depth), STRAIGHT)
        cx, cy = on_table(self._still.board, x + dx, y + dy)
        foot = rectangle(sizes.card_width, sizes.card_length)
        foot = placed(foot, cx, cy, turn + self._still.board[2] + dturn)
        base = -sizes.board_thickness + 0.0002 * depth
        gloss = int(CARD_GLOSS * self._still.places.shine.get((position, depth), 0.8))
        paint = self._theme.cards[card]
        top = base + sizes.card_thickness
        return prism(foot, base, top, CARD_EDGE, paint, foot[[3, 2, 1, 0]], gloss)

    def _floor(self, square: Square, height: int, floor: Floor) -> Solid:
        x, y = square_centre(self._theme, square)
        dx, dy, turn = self._still.places.floors.get((square, height), STRAIGHT)
        cx, cy = on_table(self._still.board, x + dx, y + dy)
        base = height * self._theme.sizes.floor_height
        return floor_solid(self._theme, (cx, cy, turn + self._still.board[2]), base, floor)

    def _roof_on(self, square: Square, height: int) -> Solid:
        x, y = square_centre(self._theme, square)
        dx, dy, turn = self._still.places.roofs.get(square, STRAIGHT)
        fx, fy, _ = self._still.places.floors.get((square, max(height - 1, 0)), STRAIGHT)
        cx, cy = on_table(self._still.board, x + fx + dx * 0.5, y + fy + dy * 0.5)
        base = height * self._theme.sizes.floor_height
        return self._roof(cx, cy, turn + self._still.board[2], base)

    def _crown(self, square: Square, height: int) -> Solid:
        sizes = self._theme.sizes
        x, y = square_centre(self._theme, square)
        cx, cy = on_table(self._still.board, x + 0.002, y - 0.001)
        base = height * sizes.floor_height + sizes.roof[2]
        return floor_solid(self._theme, (cx, cy, 0.7), base, self._still.lying.crowns[square])

    def _roof(self, x: float, y: float, turn: float, base: float) -> Solid:
        length, width, height = self._theme.sizes.roof
        foot = placed(rectangle(length, width), x, y, turn)
        return gabled(foot, base, base + height, self._theme.roof, self._theme.gable, ROOF_GLOSS)


def board_corners(still: Still) -> Points:
    """The board's corners in the picture: far left, far right, near right, near left."""
    foot = placed(rectangle(BOARD, BOARD), *still.board)[[3, 2, 1, 0]]
    return still.optics.project(raised(foot, 0.0))


def on_table(board: Pose, x: float, y: float) -> tuple[float, float]:
    """A place of the board's frame in the table's."""
    px, py = placed(np.array([(x, y)]), *board)[0]
    return float(px), float(py)


def _slab(foot: Points, ground: float) -> Solid:
    edge = (150, 165, 175)
    return prism(foot, ground, 0.0, edge, edge, foot, BOARD_GLOSS)


def _shadows_on(canvas: Canvas, solid: Solid, towers: list[Solid]) -> list[Points]:
    """Shadows that taller neighbours throw on this solid's top."""
    found = []
    for other in towers:
        apart = np.hypot(other.centre[0] - solid.centre[0], other.centre[1] - solid.centre[1])
        if other.top > solid.top + 1e-4 and 0.02 < apart < 0.15:
            found.append(canvas.shadow_outline(other, solid.top))
    return found


def floor_solid(theme: Theme, pose: Pose, base: float, floor: Floor) -> Solid:
    """One pentagonal floor."""
    sizes = theme.sizes
    radius = sizes.floor_radius
    foot = placed(pentagon(0.0) * radius, *pose)
    frame = placed(rectangle(2 * radius, 2 * radius), *pose)[[3, 2, 1, 0]]
    colour, crests = floor
    lid: Texture = theme.tops[colour, crests]
    return prism(foot, base, base + sizes.floor_height, theme.walls[colour], lid, frame, TOP_GLOSS)
