"""A box of Kilt Castle on the table: where every piece lies, and its bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from device.sim import stage
from device.sim.clutter import Clutter, disc
from device.sim.kilt.theme import COLOURS, Theme, pentagon
from device.sim.level import Level
from device.sim.render import Solid, gabled, placed, prism, rectangle
from device.sim.stage import STRAIGHT, Pose, Props, Still, on_table
from device.sim.textures import Rng, Texture
from rules.kilt.pieces import Square
from vision.kilt.table import BOARD, turn_of

Floor = tuple[str, int]
CardFace = tuple[str, str]

CARD_GLOSS, TOP_GLOSS, ROOF_GLOSS = 190, 150, 60
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


@dataclass
class Layout(stage.Layout[Lying]):
    """How untidily the pieces lie."""

    floors: dict[tuple[Square, int], Pose] = field(default_factory=dict)
    cards: dict[tuple[int, int], Pose] = field(default_factory=dict)
    roofs: dict[Square, Pose] = field(default_factory=dict)
    shine: dict[tuple[int, int], float] = field(default_factory=dict)

    def follow(self, before: Lying, after: Lying) -> None:
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
                    self.cards[position, depth] = self._by_hand()
                    self.shine[position, depth] = float(self.rng.uniform(0.5, 1.0))

    def jog(self) -> None:
        limit = self.level.card_mm * 1.3e-3
        for key, pose in self.cards.items():
            *place, turn = self._slipped(pose)
            x, y = np.clip(place, -limit, limit)
            self.cards[key] = (float(x), float(y), turn)

    def _askew(self, reach_mm: float, height: int) -> Pose:
        reach = reach_mm * 1e-3 * (1.0 if height == 0 else 0.45)
        x, y = np.clip(self.rng.normal(0, 0.5, 2), -1, 1) * reach
        return float(x), float(y), float(self.rng.uniform(0, 2 * np.pi))


class Pieces(stage.Pieces[Theme]):
    """The solids of one still."""

    def flat(self) -> list[list[Solid]]:
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
        (x, y), turn = sizes.card_centre(position, depth), turn_of(position)
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
        x, y = self._theme.sizes.centre(square)
        dx, dy, turn = self._still.places.floors.get((square, height), STRAIGHT)
        cx, cy = on_table(self._still.board, x + dx, y + dy)
        base = height * self._theme.sizes.floor_height
        return floor_solid(self._theme, (cx, cy, turn + self._still.board[2]), base, floor)

    def _roof_on(self, square: Square, height: int) -> Solid:
        x, y = self._theme.sizes.centre(square)
        dx, dy, turn = self._still.places.roofs.get(square, STRAIGHT)
        fx, fy, _ = self._still.places.floors.get((square, max(height - 1, 0)), STRAIGHT)
        cx, cy = on_table(self._still.board, x + fx + dx * 0.5, y + fy + dy * 0.5)
        base = height * self._theme.sizes.floor_height
        return self._roof(cx, cy, turn + self._still.board[2], base)

    def _crown(self, square: Square, height: int) -> Solid:
        sizes = self._theme.sizes
        x, y = self._theme.sizes.centre(square)
        cx, cy = on_table(self._still.board, x + 0.002, y - 0.001)
        base = height * sizes.floor_height + sizes.roof[2]
        return floor_solid(self._theme, (cx, cy, 0.7), base, self._still.lying.crowns[square])

    def _roof(self, x: float, y: float, turn: float, base: float) -> Solid:
        length, width, height = self._theme.sizes.roof
        foot = placed(rectangle(length, width), x, y, turn)
        return gabled(foot, base, base + height, self._theme.roof, self._theme.gable, ROOF_GLOSS)


def floor_solid(theme: Theme, pose: Pose, base: float, floor: Floor) -> Solid:
    """One pentagonal floor."""
    sizes = theme.sizes
    radius = sizes.floor_corner
    foot = placed(pentagon(0.0) * radius, *pose)
    frame = placed(rectangle(2 * radius, 2 * radius), *pose)[[3, 2, 1, 0]]
    colour, crests = floor
    lid: Texture = theme.tops[colour, crests]
    return prism(foot, base, base + sizes.floor_height, theme.walls[colour], lid, frame, TOP_GLOSS)


class KiltProps(Props[Lying, Theme]):
    """One owner's box of Kilt Castle on the stage."""

    size = slab = (BOARD, BOARD)
    near = 1.0
    bare = EMPTY

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.board = theme.board
        self.thickness = theme.sizes.board_thickness
        self.reach = (self._rows(3), self._rows(4))

    def clutter(self, rng: Rng, level: Level) -> Clutter:
        """What lies about, spare floors among it; the seal always lies somewhere."""
        return Clutter(rng, self.theme.cover, level, [self._floors], [self._seal])

    def layout(self, rng: Rng, level: Level) -> Layout:
        return Layout(rng, level)

    def pieces(self, still: Still) -> Pieces:
        return Pieces(self.theme, still)

    def touched(self, before: Lying, after: Lying) -> list[tuple[float, float]]:
        """Places where something changed: cards taken, cards put, then the board."""
        places: list[tuple[float, float]] = []
        rows = [(len(new) - len(old), p) for p, (old, new) in
                enumerate(zip(before.rows, after.rows, strict=True)) if old != new]  # fmt: skip
        for _, position in sorted(rows, key=lambda row: row[0]):
            depth = max(len(before.rows[position]), len(after.rows[position])) - 1
            places.append(self.theme.sizes.card_centre(position, depth))
        old, new = before.towers, after.towers
        squares = {s for s in {*old, *new} if old.get(s) != new.get(s)}
        squares |= (before.roofs ^ after.roofs) | {*before.crowns} ^ {*after.crowns}
        return places + [self.theme.sizes.centre(square) for square in sorted(squares)]

    def _rows(self, deep: int) -> float:
        """How far from the board's middle rows of so many cards go."""
        sizes = self.theme.sizes
        return sizes.card_centre(2, deep - 1)[1] + sizes.card_length / 2

    def _floors(self, clutter: Clutter, rng: Rng) -> None:
        """A few floors of some player's stock."""
        colour = COLOURS[rng.integers(4)]
        theme = self.theme
        x, y = clutter.spot(rng)
        for _ in range(int(rng.integers(3, 7))):
            dx, dy = rng.uniform(-0.05, 0.05, 2)
            pose = (x + float(dx), y + float(dy), float(rng.uniform(0, 6)))
            radius = theme.sizes.floor_corner
            foot = placed(pentagon(0.0) * radius, *pose)
            frame = placed(rectangle(2 * radius, 2 * radius), *pose)[[3, 2, 1, 0]]
            lid = theme.tops[colour, int(rng.choice([0, 0, 0, 1, 2]))]
            wall, high = theme.walls[colour], theme.sizes.floor_height
            clutter.put_framed(foot, high, wall, lid, frame, 150)

    def _seal(self, clutter: Clutter, rng: Rng) -> None:
        x, y = clutter.spot(rng)
        clutter.put(disc(x, y, 0.016), 0.003, (60, 110, 150), self.theme.seal, 140)
