"""The simulated table of Burg Appenzell: bots play, pictures with their truth apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from device.sim.appenzell.scene import BARE, AppenzellProps, clearest_side
from device.sim.appenzell.script import Script
from device.sim.appenzell.teach import COLOURS, teach_pictures
from device.sim.appenzell.theme import Theme, make_theme
from device.sim.base import SimTable
from device.sim.film import Room
from device.sim.teaching import Picture
from rules.appenzell import GAME, Event, Position
from rules.values import Json


class SimGame(SimTable[Position, Event, Theme]):
    """A whole game; which side of the grid is up, nobody tells."""

    rules = GAME
    make_theme = staticmethod(make_theme)
    tapped = True

    # The camera sees every cheese taken and every roof put back.
    usual_options: ClassVar[Mapping[str, Json]] = {"books": "told"}

    @property
    def side(self) -> int:
        """The side of the grid that is up."""
        return self.seed % 2

    def make_props(self) -> AppenzellProps:
        return AppenzellProps(self.theme, self.side)

    def begin(self) -> None:
        """The seats take the colours in the order in which the eyes take them untold."""
        self.seats = tuple(sorted(COLOURS)[: self.players])

    def teach_pictures(self) -> list[Picture]:
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, room: Room) -> Script:
        layout, rng = self.theme.layouts[self.side], self.rng("script")
        clearest = clearest_side(self.theme.sizes, room.still(BARE))
        script = Script(rng, self.start, layout, self.seats, self.mischief, clearest)
        return script.whole() if self.whole else script
