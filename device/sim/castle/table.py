"""The simulated table of The Castle: bots explore, pictures with their truth apart."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import reduce

from device.sim.base import SimTable
from device.sim.castle.scene import CastleProps
from device.sim.castle.script import Script, set_up
from device.sim.castle.teach import teach_pictures
from device.sim.castle.theme import Theme, make_theme
from device.sim.film import Room
from device.sim.textures import Image
from rules.castle import Event, Position
from rules.castle.demo import SIM_CONSTITUTIONS
from rules.castle.game import GAME
from rules.values import Json


class SimGame(SimTable[Position, Event]):
    """A whole game; the map and constitutions of the box are known, the set-up was tapped."""

    game = "castle"
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
        super().__init__(seed, level, players, CastleProps(self.theme))
        self.mischief = mischief
        known: dict[str, Json] = {kind: list(v) for kind, v in SIM_CONSTITUTIONS.items()}
        self.box: dict[str, Json] = {"map": self.theme.plan.map_json(), "constitutions": known}
        self.options = {"no-player-combat": True, **(options or {})}
        self._empty: Position = GAME.start(players, self.options, self.box)
        # Phones are told the set-up before the first picture.
        self.opening = tuple(set_up(self.rng("set-up"), self._empty))
        self.start: Position = reduce(GAME.apply, self.opening, self._empty)

    @property
    def before_opening(self) -> Position:
        """The map lies, and nothing was told of it."""
        return self._empty

    def teach_pictures(self) -> list[tuple[Image, dict[str, Json]]]:
        """Known set-ups of this box, under another light and camera."""
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, _: Room) -> Script:
        """The bots of this game."""
        script = Script(self.rng("script"), self.start, self.mischief)
        script.most = sys.maxsize if self.whole else script.most
        return script
