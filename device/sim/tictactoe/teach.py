"""The teaching pictures of a set of tic-tac-toe, as an owner would take them."""

from __future__ import annotations

from collections.abc import Mapping

from device.sim.level import Level
from device.sim.teaching import Picture, Studio
from device.sim.textures import Rng
from device.sim.tictactoe.scene import Lying, TictactoeProps
from device.sim.tictactoe.theme import Theme
from rules.tictactoe import SQUARES, Coin
from rules.values import Json
from vision.tictactoe.course import MIXED, state_of
from vision.tictactoe.table import EMPTY, named


def teach_pictures(rng: Rng, theme: Theme, level: Level) -> list[Picture]:
    """The empty grid, then four coins of each kind."""
    studio = Studio(rng, TictactoeProps(theme), level)
    stills = (studio.on_bare_table(Lying(dict(coins))) for coins in ({}, MIXED))
    return studio.pictures("tictactoe", stills, lambda lying: state_of(lying.coins))


def laid(theme: Theme, state: Mapping[str, Json]) -> Lying:
    """The table a label tells of, as people lay it out who are asked to."""
    del theme
    kinds = {square: state[named(square)] for square in SQUARES}
    return Lying({square: Coin(str(kind)) for square, kind in kinds.items() if kind != EMPTY})
