"""A box of König Salomons Schatzkammer on the table: where everything lies, and its bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from device.sim import stage
from device.sim.level import Level
from device.sim.render import Face, Pit, Solid, placed, prism, raised, rectangle
from device.sim.solomon.theme import Theme
from device.sim.stage import STRAIGHT, Pose, Props, Stack, Still, on_table
from device.sim.textures import Rng
from rules.solomon.pieces import FULL, SQUARES, TILES, Square
from vision.solomon.table import SLOTS, Sizes

CARD_GLOSS, TILE_GLOSS = 170, 130
CARD_EDGE = (205, 210, 214)

Tile = int  # as in rules.solomon.pieces
Shaft = tuple[Tile, ...]


@dataclass(frozen=True)
class Lying:
    """The tiles of every shaft, bottom first, and the card open on each slot with its turn."""

    shafts: tuple[Shaft, ...]
    cards: Mapping[int, tuple[int, int]] = field(default_factory=dict)


EMPTY = Lying(((),) * len(SQUARES))


@dataclass
class Layout(stage.Layout[Lying]):
    """How untidily the pieces lie."""

    sizes: Sizes
    tiles: dict[tuple[Square, int], Pose] = field(default_factory=dict)
    cards: dict[int, Pose] = field(default_factory=dict)
    shine: dict[int, float] = field(default_factory=dict)

    def follow(self, before: Lying, after: Lying) -> None:
        """Draw new places for what was put down since; what lies deeper was laid at set-up."""
        for square in SQUARES:
            old, new = before.shafts[square], after.shafts[square]
            for height, tile in enumerate(new):
                if height >= len(old) or old[height] != tile:
                    self.tiles[square, height] = self._in_shaft()
        for slot, card in after.cards.items():
            if before.cards.get(slot) != card:
                self.cards[slot] = self._by_hand()
                self.shine[slot] = float(self.rng.uniform(0.5, 1.0))

    def jog(self) -> None:
        """Everything beside the tray slips a little."""
        self.cards = {slot: self._slipped(pose) for slot, pose in self.cards.items()}

    def _in_shaft(self) -> Pose:
        room = (self.sizes.pitch - self.sizes.wall - self.sizes.tile) / 2
        x, y = self.rng.uniform(-0.8, 0.8, 2) * room
        quarters = np.pi / 2 * self.rng.integers(4)
        return float(x), float(y), float(quarters + self.rng.normal(0, 0.015))


class Pieces(stage.Pieces[Theme]):
    """The bodies of one still."""

    def pits(self) -> list[Pit]:
        """The shafts, each with the tile that lies on top."""
        return [self._shaft(square) for square in SQUARES]

    def flat(self) -> list[Stack]:
        return [[self._card(slot, *card)] for slot, card in self._still.lying.cards.items()]

    def stacks(self) -> list[Stack]:
        """Tiles that stick out of a shaft overfilled by mistake."""
        return [
            [self._block(square, height) for height in range(FULL, len(shaft))]
            for square, shaft in enumerate(self._still.lying.shafts)
            if len(shaft) > FULL
        ]

    def _shaft(self, square: Square) -> Pit:
        theme, sizes = self._theme, self._theme.sizes
        x, y = on_table(self._still.board, *sizes.centre(square))
        turn = self._still.board[2]
        mouth = placed(rectangle(*[sizes.pitch - sizes.wall] * 2), x, y, turn)
        count = min(len(self._still.lying.shafts[square]), FULL)
        level = sizes.level(count)
        inside = (self._top(square, count - 1, level),) if count else ()
        under = level - (sizes.tile_height if count else 0.0)
        return Pit(mouth, under, theme.wall, theme.bottom, inside)

    def _top(self, square: Square, height: int, level: float) -> Face:
        foot = self._foot(square, height)
        paint = self._theme.tiles[TILES[self._still.lying.shafts[square][height]]]
        return Face(raised(foot, level), paint, raised(foot[[3, 2, 1, 0]], level), TILE_GLOSS)

    def _foot(self, square: Square, height: int) -> np.ndarray:
        sizes = self._theme.sizes
        x, y = sizes.centre(square)
        dx, dy, turn = self._still.places.tiles.get((square, height), STRAIGHT)
        cx, cy = on_table(self._still.board, x + dx, y + dy)
        return placed(rectangle(sizes.tile, sizes.tile), cx, cy, turn + self._still.board[2])

    def _block(self, square: Square, height: int) -> Solid:
        sizes, foot = self._theme.sizes, self._foot(square, height)
        base = sizes.level(height)
        paint = self._theme.tiles[TILES[self._still.lying.shafts[square][height]]]
        top = base + sizes.tile_height
        return prism(foot, base, top, CARD_EDGE, paint, foot[[3, 2, 1, 0]], TILE_GLOSS)

    def _card(self, slot: int, number: int, half_turns: int) -> Solid:
        sizes = self._theme.sizes
        x, y = sizes.slot(slot)
        dx, dy, turn = self._still.places.cards.get(slot, STRAIGHT)
        cx, cy = on_table(self._still.board, x + dx, y + dy)
        foot = rectangle(sizes.card_width, sizes.card_length)
        foot = placed(foot, cx, cy, turn + np.pi * half_turns + self._still.board[2])
        base = -sizes.depth - sizes.floor
        gloss = int(CARD_GLOSS * self._still.places.shine.get(slot, 0.8))
        paint = self._theme.cards[number] if number else self._theme.back
        top = base + sizes.card_thickness
        return prism(foot, base, top, CARD_EDGE, paint, foot[[3, 2, 1, 0]], gloss)


class SolomonProps(Props[Lying, Theme]):
    """One owner's box of König Salomons Schatzkammer on the stage."""

    near = 0.75
    bare = EMPTY

    def __init__(self, theme: Theme) -> None:
        sizes = theme.sizes
        super().__init__(theme)
        self.board = theme.board
        self.size = (sizes.grid, sizes.grid)
        self.slab = (sizes.grid + 2 * sizes.rim,) * 2
        self.thickness = sizes.depth + sizes.floor
        far = sizes.slot(0)[0] + sizes.card_width / 2
        self.reach = (far, far + 0.01)

    def layout(self, rng: Rng, level: Level) -> Layout:
        return Layout(rng, level, self.theme.sizes)

    def pieces(self, still: Still) -> Pieces:
        return Pieces(self.theme, still)

    def touched(self, before: Lying, after: Lying) -> list[tuple[float, float]]:
        """Places where something changed: cards first, then shafts."""
        sizes = self.theme.sizes
        slots = [s for s in SLOTS if before.cards.get(s) != after.cards.get(s)]
        places = [sizes.slot(slot) for slot in slots]
        squares = [s for s in SQUARES if before.shafts[s] != after.shafts[s]]
        return places + [sizes.centre(square) for square in squares]
