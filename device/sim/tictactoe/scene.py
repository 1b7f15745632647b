"""Tic-tac-toe on the table: where the coins lie, and their bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from device.sim import stage
from device.sim.clutter import disc
from device.sim.level import Level
from device.sim.render import Solid, placed, prism, rectangle
from device.sim.stage import STRAIGHT, Pose, Props, Still, on_table
from device.sim.textures import Rng
from device.sim.tictactoe.theme import Theme
from rules.tictactoe import SQUARES, Coin, Position, Square
from vision.tictactoe.table import BOARD, centre

GLOSS = 150
ASKEW = 0.0025  # metres that a coin is put beside the middle of its square, as a rule


@dataclass(frozen=True)
class Lying:
    """The coin on each square."""

    coins: Mapping[Square, Coin] = field(default_factory=dict)


def lying_of(position: Position) -> Lying:
    """How the table looks in a position."""
    pairs = zip(SQUARES, position.coins, strict=True)
    return Lying({square: coin for square, coin in pairs if coin is not None})


@dataclass
class Layout(stage.Layout[Lying]):
    """How untidily the pieces lie."""

    poses: dict[Square, Pose] = field(default_factory=dict)

    def follow(self, before: Lying, after: Lying) -> None:
        for square, coin in after.coins.items():
            if before.coins.get(square) is not coin:
                x, y = np.clip(self.rng.normal(0, 1, 2), -2, 2) * ASKEW
                self.poses[square] = (float(x), float(y), float(self.rng.uniform(0, 2 * np.pi)))


class Pieces(stage.Pieces[Theme]):
    """The solids of one still."""

    def stacks(self) -> list[list[Solid]]:
        """The coins."""
        return [[self._coin(*each)] for each in self._still.lying.coins.items()]

    def _coin(self, square: Square, coin: Coin) -> Solid:
        (x, y), theme = centre(square), self._theme
        dx, dy, turn = self._still.places.poses.get(square, STRAIGHT)
        at = on_table(self._still.board, x + dx, y + dy)
        frame = placed(rectangle(2 * theme.radius, 2 * theme.radius), *at, turn)[[3, 2, 1, 0]]
        foot, paint = disc(*at, theme.radius), theme.coins[coin]
        return prism(foot, 0.0, theme.thickness, theme.rims[coin], paint, frame, GLOSS)


class TictactoeProps(Props[Lying, Theme]):
    """One owner's sheet and coins on the stage."""

    size = slab = (BOARD, BOARD)
    thickness = 0.0008
    near = 0.75
    reach = (0.13, 0.15)
    bare = Lying()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.board = theme.board

    def layout(self, rng: Rng, level: Level) -> Layout:
        return Layout(rng, level)

    def pieces(self, still: Still) -> Pieces:
        return Pieces(self.theme, still)

    def touched(self, before: Lying, after: Lying) -> list[tuple[float, float]]:
        """The squares where a coin was put or taken."""
        return [
            centre(square)
            for square in SQUARES
            if before.coins.get(square) is not after.coins.get(square)
        ]
