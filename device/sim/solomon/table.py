"""The simulated table of König Salomons Schatzkammer: bots dig, pictures with their truth apart."""

from __future__ import annotations

from collections.abc import Mapping

from device.sim.base import SimTable
from device.sim.film import Room
from device.sim.solomon.bots import fill
from device.sim.solomon.scene import SolomonProps
from device.sim.solomon.script import Script
from device.sim.solomon.teach import teach_pictures
from device.sim.solomon.theme import Theme, make_theme
from device.sim.textures import Image
from rules.solomon import Event, Position
from rules.solomon.game import GAME
from rules.values import Json
from vision.solomon.table import SEATS


class SimGame(SimTable[Position, Event]):
    """A whole game; the shapes of the cards are known to nobody before they are turned up."""

    game = "solomon"
    tapped = True

    def __init__(
        self,
        seed: int,
        level: str = "normal",
        players: int = 3,
        mischief: bool = False,
        theme: Theme | None = None,
        options: Mapping[str, Json] | None = None,
    ) -> None:
        self.theme = theme or make_theme(seed)
        super().__init__(seed, level, players, SolomonProps(self.theme))
        self.mischief = mischief
        self.box: dict[str, Json] = {}
        self.options = dict(options or {})
        self.start: Position = GAME.start(players, self.options, self.box)
        self.seats = SEATS[players]

    def teach_pictures(self) -> list[tuple[Image, dict[str, Json]]]:
        """Two known set-ups of this box, under another light and camera."""
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, _: Room) -> Script:
        """The bots of this game."""
        shafts = fill(self.rng("fill"))
        return Script(self.rng("script"), self.start, shafts, self.theme, self.mischief)
