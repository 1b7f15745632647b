"""The simulated table of Schloss der 7 Schlösser: bots play, pictures with their truth apart."""

from __future__ import annotations

from collections.abc import Mapping

from device.sim.base import SimTable
from device.sim.film import Room
from device.sim.seven_locks_bots import Castle
from device.sim.seven_locks_scene import SevenLocksProps
from device.sim.seven_locks_script import Script
from device.sim.seven_locks_teach import teach_pictures
from device.sim.seven_locks_theme import Theme, make_theme
from device.sim.textures import Image
from rules.contract import Json
from rules.seven_locks import Position
from rules.seven_locks.game import GAME


class SimGame(SimTable):
    """A whole game; which chamber is under which tower nobody knows."""

    game = "seven_locks"
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
        super().__init__(seed, level, players, SevenLocksProps(self.theme, players))
        self.mischief = mischief
        self.box: dict[str, Json] = {"die": [list[Json](face) for face in self.theme.die]}
        self.start: Position = GAME.start(players, options or {}, self.box)
        self.castle = Castle.mixed(self.rng("castle"))

    def teach_pictures(self) -> list[tuple[Image, dict[str, Json]]]:
        """Known set-ups of this box, under another light and camera."""
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, _: Room) -> Script:
        """The bots of this game."""
        return Script(self.rng("script"), self.start, self.castle, self.theme.die, self.mischief)
