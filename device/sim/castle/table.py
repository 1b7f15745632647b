"""The simulated table of The Castle: bots explore, pictures with their truth apart."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import reduce
from typing import ClassVar

from device.sim.base import SimTable
from device.sim.castle.scene import CastleProps
from device.sim.castle.script import Script, set_up
from device.sim.castle.teach import teach_pictures
from device.sim.castle.theme import Theme, make_theme
from device.sim.film import Room
from device.sim.teaching import Picture
from rules.castle import Event, Position
from rules.castle.demo import SIM_CONSTITUTIONS
from rules.castle.game import GAME
from rules.values import Json


class SimGame(SimTable[Position, Event, Theme]):
    """A whole game; the map and constitutions of the box are known, the set-up was tapped."""

    rules = GAME
    make_theme = staticmethod(make_theme)
    tapped = True

    usual_options: ClassVar[Mapping[str, Json]] = {"no-player-combat": True}

    def make_props(self) -> CastleProps:
        return CastleProps(self.theme)

    def box_facts(self) -> dict[str, Json]:
        known: dict[str, Json] = {kind: list(v) for kind, v in SIM_CONSTITUTIONS.items()}
        return {"map": self.theme.plan.map_json(), "constitutions": known}

    def begin(self) -> None:
        """Phones are told the set-up before the first picture."""
        self.opening = tuple(set_up(self.rng("set-up"), self.start))
        self.start = reduce(GAME.apply, self.opening, self.start)

    def teach_pictures(self) -> list[Picture]:
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, _: Room) -> Script:
        script = Script(self.rng("script"), self.start, self.mischief)
        script.most = sys.maxsize if self.whole else script.most
        return script
