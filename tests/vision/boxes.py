"""Simulated boxes, taught once for all tests, and pictures of tables laid by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from device.senses.frame import Frame
from device.sim.film import Film, Gesture, Room
from device.sim.kilt.scene import Lying
from device.sim.kilt.script import lying_of
from device.sim.kilt.table import SimGame
from device.sim.stage import Still, board_corners
from rules.kilt import Position
from tests.session_boxes import session_box
from vision.geometry import View, solve_view
from vision.kilt.profile import Profile
from vision.kilt.table import BOARD

SEED = 12
BOARD_CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)


@cache
def game(
    seed: int = SEED, level: str = "easy", players: int = 4, mischief: bool = False
) -> SimGame:
    return SimGame(seed, level, players)


@cache
def lessons(seed: int = SEED, level: str = "easy") -> list[tuple[Any, dict[str, Any]]]:
    return game(seed, level).teach_pictures()


@cache
def profile(seed: int = SEED, level: str = "easy") -> Profile:
    taught = session_box(game(seed, level))
    assert isinstance(taught, Profile)
    return taught


def true_view(still: Still) -> View:
    """The view of a still as the simulation knows it, in the board's frame."""
    optics = still.optics
    x, y, turn = still.board
    c, s = np.cos(turn), np.sin(turn)
    rotation = optics.matrix @ np.array([(c, -s, 0), (s, c, 0), (0, 0, 1)])
    shift = optics.matrix @ (np.array([x, y, 0.0]) - np.array(optics.centre))
    return View(optics.width, optics.height, optics.focal, optics.k1, rotation, shift)


def tapped_view(still: Still) -> View:
    """The view four exact taps on the corners give."""
    size = (still.optics.width, still.optics.height)
    return solve_view(BOARD_CORNERS, board_corners(still), size)


@cache
def _film(sim: SimGame) -> Film:
    return sim.studio()[1]


@dataclass
class Table:
    """A simulated table on which tests lay what they like."""

    room: Room
    film: Film
    still: Still | None = None
    time: float = 0.0

    @classmethod
    def of(cls, sim: SimGame) -> Table:
        """The table of a game; its chance begins anew for every test."""
        film, rng = copy(_film(sim)), sim.rng("test")
        film._rng, film._sensor, film._painted = rng, copy(film._sensor), []
        film._sensor._rng = rng
        return cls(sim.room(), film)

    def lay(self, what: Lying | Position) -> Still:
        """Put this on the table; nothing else befalls room and camera."""
        lying = what if isinstance(what, Lying) else lying_of(what)
        self.room.follow(lying)
        self.still = self.room.still(lying)
        return self.still

    def knock(self, degrees: tuple[float, float, float]) -> Still:
        """Turn the camera a little."""
        assert self.still is not None
        a, b, c = np.radians(degrees)
        self.room.optics = self.room.optics.turned((float(a), float(b), float(c)))
        self.still = replace(self.still, optics=self.room.optics)
        return self.still

    def shoot(self) -> Any:
        """A picture of the table at rest."""
        assert self.still is not None
        return self.film.shoot(self.still)

    def hand(self, part: float = 0.5) -> Any:
        """A picture with a hand over what lies there."""
        assert self.still is not None
        return self.film.shoot(self.still, self.gesture().at(part))

    def gesture(self) -> Gesture:
        """Somebody reaches for the middle of the board."""
        assert self.still is not None
        return self.film.gesture((self.still, self.still))

    def frame(self, image: Any) -> Frame:
        """The picture as the next frame of the camera."""
        self.time = round(self.time + 0.1, 3)
        return Frame(self.time, image)

    def rest(self, count: int = 3) -> Iterator[Frame]:
        """The table at rest for a while."""
        for _ in range(count):
            yield self.frame(self.shoot())


def empty_table() -> Lying:
    return Lying(((),) * 20, {}, frozenset())


def rows_of(laid: Mapping[int, tuple[tuple[str, str], ...]]) -> tuple[Any, ...]:
    return tuple(laid.get(place, ()) for place in range(20))
