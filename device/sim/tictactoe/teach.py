"""The teaching pictures of a set of tic-tac-toe, as an owner would take them."""

from __future__ import annotations

from collections.abc import Mapping

from device.sim.film import Film, Room
from device.sim.level import Level
from device.sim.stage import Stage, Still, board_corners
from device.sim.textures import Image, Rng
from device.sim.tictactoe.scene import Lying, TictactoeProps
from device.sim.tictactoe.theme import Theme
from rules.tictactoe import SQUARES, Coin
from rules.values import Json
from vision.tictactoe.course import MIXED, state_of
from vision.tictactoe.table import EMPTY, named

TAP_NOISE = 1.5  # pixels by which fingers miss a corner


def teach_pictures(rng: Rng, theme: Theme, level: Level) -> list[tuple[Image, dict[str, Json]]]:
    """The empty grid, then four coins of each kind."""
    props = TictactoeProps(theme)
    room = Room(rng, props, level)
    film = Film(rng, Stage(rng, props, level), level)
    pictures = []
    for coins in ({}, MIXED):
        lying = Lying(dict(coins))
        room.layout.follow(props.bare, lying)
        still = room.still(lying)
        pictures.append((film.shoot(still), label(rng, still)))
    return pictures


def label(rng: Rng, still: Still) -> dict[str, Json]:
    """What the owner tells with the picture: what lies where, and four taps on the corners."""
    taps = board_corners(still) + rng.uniform(-TAP_NOISE, TAP_NOISE, (4, 2))
    return {
        "game": "tictactoe",
        "state": state_of(still.lying.coins),
        "board_corners_px": [[round(float(x), 2), round(float(y), 2)] for x, y in taps],
    }


def laid(theme: Theme, state: Mapping[str, Json]) -> Lying:
    """The table a label tells of, as people lay it out who are asked to."""
    del theme
    told = {square: state[named(square)] for square in SQUARES}
    return Lying({square: Coin(str(kind)) for square, kind in told.items() if kind != EMPTY})
