"""The simulated table of Kilt Castle: a game played by bots, as pictures with their truth apart."""

from __future__ import annotations

from functools import cache

import numpy as np

from device.sim.base import SimTable
from device.sim.film import Room
from device.sim.kilt.bots import Sees, deal
from device.sim.kilt.scene import KiltProps
from device.sim.kilt.script import Script
from device.sim.kilt.teach import teach_pictures
from device.sim.kilt.theme import Theme, make_theme
from device.sim.level import SLOT_MARGIN
from device.sim.optics import HEIGHT, WIDTH
from device.sim.render import placed, raised, rectangle
from device.sim.stage import on_table
from device.sim.teaching import Picture
from rules.kilt import Event, Position
from rules.kilt.game import GAME
from rules.values import Json
from vision.kilt.table import turn_of


class SimGame(SimTable[Position, Event, Theme]):
    """A whole game of Kilt Castle."""

    rules = GAME
    make_theme = staticmethod(make_theme)

    usual_players = 4
    pauses = True  # whether the table now and then rests within a turn

    def make_props(self) -> KiltProps:
        return KiltProps(self.theme)

    def box_facts(self) -> dict[str, Json]:
        return {"water": [list(square) for square in sorted(self.theme.water)]}

    def begin(self) -> None:
        sees = seen_slots(self.room(), self.theme)
        self.set_up = deal(self.rng("deal"), self.start, self.theme.water, sees)
        self.seats = self.set_up.colours

    def colours(self) -> list[list[str]]:
        """As the colours were dealt."""
        return [[colour.value for colour in each] for each in self.set_up.colours]

    def teach_pictures(self) -> list[Picture]:
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, room: Room) -> Script:
        rng, sees = self.rng("script"), seen_slots(room, self.theme)
        return Script(rng, self.start, self.set_up, sees, self.mischief, self.pauses)


def seen_slots(room: Room, theme: Theme) -> Sees:
    """Tells card places wholly inside the picture; players see to it that cards lie there."""
    optics, board = room.optics, room.board
    low, high = SLOT_MARGIN, np.array([WIDTH, HEIGHT]) - SLOT_MARGIN

    @cache
    def inside(position: int, depth: int) -> bool:
        (x, y), turn = theme.sizes.card_centre(position, depth), turn_of(position)
        foot = rectangle(theme.sizes.card_width, theme.sizes.card_length)
        foot = placed(foot, *on_table(board, x, y), turn + board[2])
        px = optics.project(raised(foot, 0.0))
        return bool(((px > low) & (px < high)).all())

    return inside
