"""The simulated table of tic-tac-toe: bots play, pictures with their truth apart."""

from __future__ import annotations

from device.sim.base import SimTable
from device.sim.film import Room
from device.sim.teaching import Picture
from device.sim.tictactoe.scene import TictactoeProps
from device.sim.tictactoe.script import Script
from device.sim.tictactoe.teach import teach_pictures
from device.sim.tictactoe.theme import Theme, make_theme
from rules.tictactoe import GAME, Event, Position


class SimGame(SimTable[Position, Event, Theme]):
    """A whole game of tic-tac-toe."""

    rules = GAME
    make_theme = staticmethod(make_theme)

    usual_players = 2

    def make_props(self) -> TictactoeProps:
        return TictactoeProps(self.theme)

    def teach_pictures(self) -> list[Picture]:
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, _: Room) -> Script:
        return Script(self.rng("script"), self.start, self.mischief)
