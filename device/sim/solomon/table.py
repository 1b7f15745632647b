"""The simulated table of König Salomons Schatzkammer: bots dig, pictures with their truth apart."""

from __future__ import annotations

from device.sim.base import SimTable
from device.sim.film import Room
from device.sim.solomon.bots import fill
from device.sim.solomon.scene import SolomonProps
from device.sim.solomon.script import Script
from device.sim.solomon.teach import teach_pictures
from device.sim.solomon.theme import Theme, make_theme
from device.sim.teaching import Picture
from rules.solomon import Event, Position
from rules.solomon.game import GAME
from vision.solomon.table import SEATS


class SimGame(SimTable[Position, Event, Theme]):
    """A whole game; the shapes of the cards are known to nobody before they are turned up."""

    rules = GAME
    make_theme = staticmethod(make_theme)
    tapped = True

    def make_props(self) -> SolomonProps:
        return SolomonProps(self.theme)

    def begin(self) -> None:
        self.seats = SEATS[self.players]

    def teach_pictures(self) -> list[Picture]:
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, _: Room) -> Script:
        shafts = fill(self.rng("fill"))
        return Script(self.rng("script"), self.start, shafts, self.theme, self.mischief)
