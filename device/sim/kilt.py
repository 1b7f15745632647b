"""The simulated table of Kilt Castle: a game played by bots, as pictures with their truth apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from device.camera import Frame
from device.sim.bots import Sees, deal
from device.sim.film import Film, Room
from device.sim.level import LEVELS, SLOT_MARGIN
from device.sim.optics import HEIGHT, WIDTH, Points
from device.sim.render import placed, raised, rectangle
from device.sim.scene import Scene, Still, board_corners, on_table, slot
from device.sim.script import Act, Script, Truth
from device.sim.teach import teach_pictures
from device.sim.textures import Image, Rng
from device.sim.theme import Theme, make_theme
from rules.contract import Json
from rules.kilt import Event, Position
from rules.kilt.game import GAME

FRAME_TIME = 0.1


@dataclass(frozen=True)
class Moment:
    """One still moment: its frames (hands first), its truth, what was tapped on phones."""

    frames: Iterator[Frame]
    truth: Truth
    claims: tuple[Event, ...]
    still: Still

    @property
    def corners(self) -> Points:
        """The board's true corners in the picture, far left first, clockwise (four taps)."""
        return board_corners(self.still)


class SimGame:
    """A whole bot game at one severity; equal arguments give equal pixels.

    `frames` of a moment may be consumed or left; the truth of later moments does not depend on it,
    their noise and hands do.
    """

    def __init__(
        self,
        seed: int,
        level: str = "normal",
        players: int = 4,
        mischief: bool = False,
        theme: Theme | None = None,
        options: Mapping[str, Json] | None = None,
        pauses: bool = True,
    ) -> None:
        self.seed = seed
        self.level = LEVELS[level]
        self.players = players
        self.mischief = mischief
        self.pauses = pauses
        self.theme = theme or make_theme(seed)
        self.box: dict[str, Json] = {"water": [list(square) for square in sorted(self.theme.water)]}
        self.start: Position = GAME.start(players, options or {}, self.box)
        sees = seen_slots(Room(self.rng("room"), self.theme, self.level))
        self.set_up = deal(self.rng("deal"), self.start, self.theme.water, sees)
        self._time = 0.0
        self._playing: Script | None = None

    def rng(self, use: str) -> Rng:
        """A stream of chance of its own for every use."""
        return np.random.default_rng([self.seed, self.players, *use.encode()])

    def teach_pictures(self) -> list[tuple[Image, dict[str, Json]]]:
        """Two known set-ups of this box, under another light and camera.

        Teaching is guided and a spoilt picture taken again, so it is never harder than normal.
        """
        calm = LEVELS["normal"] if self.level.name == "hard" else self.level
        return teach_pictures(self.rng("teach"), self.theme, calm)

    def moments(self) -> Iterator[Moment]:
        """The set-up, then every still moment until the game is over."""
        room, film = self.studio()
        before: Still | None = None
        self._playing = self.script(room)
        for act in self._playing.acts():
            stills = room.settle(act.lying, act.steps if before else ())
            frames = self._frames(film, before, stills, room.nudged)
            yield Moment(frames, act.truth, act.claims, stills[-1])
            before = stills[-1]

    def acts(self, room: Room) -> Iterator[Act]:
        """The course of the game without pictures."""
        return self.script(room).acts()

    def script(self, room: Room) -> Script:
        """The bots of this game."""
        rng, sees = self.rng("script"), seen_slots(room)
        return Script(rng, self.start, self.set_up, sees, self.mischief, self.pauses)

    def let_stand(self) -> None:
        """Leave the mistake that the last moment of `moments` showed."""
        if self._playing is not None:
            self._playing.let_stand()

    def studio(self) -> tuple[Room, Film]:
        """The room of this game and the camera in it."""
        room = Room(self.rng("room"), self.theme, self.level)
        scene = Scene(self.rng("scene"), self.theme, self.level)
        return room, Film(self.rng("film"), scene, self.level)

    def _frames(
        self, film: Film, before: Still | None, stills: tuple[Still, ...], nudged: bool
    ) -> Iterator[Frame]:
        way = (before, *stills) if before is not None else stills
        images = film.take(way, nudged) if len(way) > 1 else film.rest(way[0])
        for image in images:
            self._time = round(self._time + FRAME_TIME, 3)
            yield Frame(self._time, image)


def seen_slots(room: Room) -> Sees:
    """Tells card places wholly inside the picture; players see to it that cards lie there."""
    optics, board, theme = room.optics, room.board, room.theme
    low, high = SLOT_MARGIN, np.array([WIDTH, HEIGHT]) - SLOT_MARGIN

    @cache
    def inside(position: int, depth: int) -> bool:
        x, y, turn = slot(theme, position, depth)
        foot = rectangle(theme.sizes.card_width, theme.sizes.card_length)
        foot = placed(foot, *on_table(board, x, y), turn + board[2])
        px = optics.project(raised(foot, 0.0))
        return bool(((px > low) & (px < high)).all())

    return inside
