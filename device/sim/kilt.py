"""The simulated table of Kilt Castle: a game played by bots, as pictures with their truth apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from device.camera import Frame
from device.sim.film import Film, Room
from device.sim.level import LEVELS, SLOT_MARGIN
from device.sim.optics import HEIGHT, WIDTH
from device.sim.render import placed, raised, rectangle
from device.sim.scene import Scene, Still, on_table, slot
from device.sim.script import Act, Script, Truth, first_set_up
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
    ) -> None:
        self.seed = seed
        self.level = LEVELS[level]
        self.players = players
        self.mischief = mischief
        self.theme = theme or make_theme(seed)
        self.box: dict[str, Json] = {"water": [list(square) for square in sorted(self.theme.water)]}
        self.start: Position = GAME.start(players, options or {}, self.box)
        self.set_up = first_set_up(self.rng("deal"), self.start, self.theme.water)
        self._time = 0.0

    def rng(self, use: str) -> Rng:
        """A stream of chance of its own for every use."""
        return np.random.default_rng([self.seed, self.players, *use.encode()])

    def teach_pictures(self) -> list[tuple[Image, dict[str, Json]]]:
        """Two known set-ups of this box, under another light and camera."""
        return teach_pictures(self.rng("teach"), self.theme, self.level)

    def moments(self) -> Iterator[Moment]:
        """The set-up, then every still moment until the game is over."""
        room = Room(self.rng("room"), self.theme, self.level)
        film = Film(self.rng("film"), Scene(self.rng("scene"), self.theme, self.level), self.level)
        before: Still | None = None
        for act in self.acts(room):
            after = room.settle(act.lying)
            frames = self._frames(film, before, after, room.nudged)
            yield Moment(frames, act.truth, act.claims, after)
            before = after

    def acts(self, room: Room) -> Iterator[Act]:
        """The course of the game without pictures."""
        return Script(self.rng("script"), self.start, self.set_up, seen_slots(room)).acts()

    def _frames(
        self, film: Film, before: Still | None, after: Still, nudged: bool
    ) -> Iterator[Frame]:
        images = film.rest(after) if before is None else film.take(before, after, nudged)
        for image in images:
            self._time = round(self._time + FRAME_TIME, 3)
            yield Frame(self._time, image)


class seen_slots:  # noqa: N801 - a function with a memory
    """Tells card places wholly inside the picture (always true where players do not care)."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known: dict[tuple[int, int], bool] = {}

    def __call__(self, position: int, depth: int) -> bool:
        if not self._room.level.see_all:
            return True
        key = (position, depth)
        if key not in self._known:
            self._known[key] = self._inside(position, depth)
        return self._known[key]

    def _inside(self, position: int, depth: int) -> bool:
        sizes = self._room.theme.sizes
        x, y, turn = slot(self._room.theme, position, depth)
        cx, cy = on_table(self._room.board, x, y)
        foot = rectangle(sizes.card_width, sizes.card_length)
        foot = placed(foot, cx, cy, turn + self._room.board[2])
        px = self._room.optics.project(raised(foot, 0.0))
        low, high = SLOT_MARGIN, np.array([WIDTH, HEIGHT]) - SLOT_MARGIN
        return bool(((px > low) & (px < high)).all())
