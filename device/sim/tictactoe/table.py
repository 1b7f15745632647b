"""The simulated table of tic-tac-toe: bots play, pictures with their truth apart."""

from __future__ import annotations

from collections.abc import Mapping

from device.sim.base import SimTable
from device.sim.film import Room
from device.sim.textures import Image
from device.sim.tictactoe.scene import TictactoeProps
from device.sim.tictactoe.script import Script
from device.sim.tictactoe.teach import teach_pictures
from device.sim.tictactoe.theme import Theme, make_theme
from rules.tictactoe import GAME
from rules.values import Json


class SimGame(SimTable):
    """A whole game of tic-tac-toe."""

    game = "tictactoe"

    def __init__(
        self,
        seed: int,
        level: str = "normal",
        players: int = 2,
        mischief: bool = False,
        theme: Theme | None = None,
        options: Mapping[str, Json] | None = None,
    ) -> None:
        self.theme = theme or make_theme(seed)
        super().__init__(seed, level, players, TictactoeProps(self.theme))
        self.mischief = mischief
        self.options = dict(options or {})
        self.start = GAME.start(players, self.options)

    def teach_pictures(self) -> list[tuple[Image, dict[str, Json]]]:
        """Known set-ups of this box, under another light and camera."""
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, _: Room) -> Script:
        """The bots of this game."""
        return Script(self.rng("script"), self.start, self.mischief)
