"""The simulated table of Burg Appenzell: bots play, pictures with their truth apart."""

from __future__ import annotations

from collections.abc import Mapping

from device.sim.appenzell.scene import BARE, AppenzellProps, clearest_side
from device.sim.appenzell.script import Script
from device.sim.appenzell.teach import COLOURS, teach_pictures
from device.sim.appenzell.theme import Theme, make_theme
from device.sim.base import SimTable
from device.sim.film import Room
from device.sim.textures import Image
from rules.appenzell import GAME, Event, Position
from rules.values import Json


class SimGame(SimTable[Position, Event]):
    """A whole game; which side of the grid is up, nobody tells."""

    game = "appenzell"
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
        self.side = seed % 2
        super().__init__(seed, level, players, AppenzellProps(self.theme, self.side))
        self.mischief = mischief
        self.box: dict[str, Json] = {}
        # The camera sees every cheese taken and every roof put back.
        self.options = {"books": "told", **(options or {})}
        self.start: Position = GAME.start(players, self.options, self.box)
        # The seats take the colours in the order in which the eyes take them untold.
        self.seats = tuple(sorted(COLOURS)[:players])

    def teach_pictures(self) -> list[tuple[Image, dict[str, Json]]]:
        """Two known set-ups of this box, under another light and camera."""
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, room: Room) -> Script:
        """The bots of this game."""
        layout, rng = self.theme.layouts[self.side], self.rng("script")
        clearest = clearest_side(self.theme.sizes, room.still(BARE))
        script = Script(rng, self.start, layout, self.seats, self.mischief, clearest)
        return script.whole() if self.whole else script
