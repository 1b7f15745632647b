"""A simulated table of any game: bots play, pictures are taken, the truth is kept apart."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from device.senses.frame import Frame
from device.sim.film import Film, Gesture, Room
from device.sim.level import LEVELS, Level
from device.sim.optics import Points
from device.sim.sound.pearls import Wave
from device.sim.stage import Props, Stage, Still, board_corners
from device.sim.textures import Image, Rng
from rules.values import Json

FRAME_TIME = 0.1
Asked = Mapping[str, Mapping[str, Json]]  # what phones say of a set-up: the words' keys and facts


P = TypeVar("P")
E = TypeVar("E")


@dataclass(frozen=True)
class Truth(Generic[P, E]):
    """What really happened since `since`; an illegal moment and its repair share that base."""

    events: tuple[E, ...]
    legal: bool
    rulings: tuple[str, ...]
    position: P
    since: P
    repair: bool = False
    mistake: str = ""
    stands: bool = False  # what cannot be taken back: the players tell that they let it stand
    claim_rulings: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Act(Generic[P, E]):
    """One still moment before it is filmed."""

    truth: Truth[P, E]
    lying: object
    claims: tuple[E, ...] = ()
    steps: tuple[object, ...] = ()  # how it lay in between, event by event


@dataclass(frozen=True)
class Timeline:
    """A gesture in time: seconds and the share of the way reached then, and what falls when."""

    times: tuple[float, ...]
    parts: tuple[float, ...]
    falls: tuple[tuple[float, int, int], ...] = ()  # seconds, tower, pearls inside before

    @property
    def seconds(self) -> float:
        return self.times[-1]

    def part(self, elapsed: float) -> float:
        """The share of the way after so many seconds."""
        return float(np.interp(elapsed, self.times, self.parts))


@dataclass(frozen=True)
class Moment(Generic[P, E]):
    """One still moment: its frames (hands first), its truth, what was tapped on phones."""

    frames: Iterator[Frame]
    truth: Truth[P, E]
    claims: tuple[E, ...]
    still: Still

    @property
    def corners(self) -> Points:
        """The board's true corners in the picture, far left first, clockwise (four taps)."""
        return board_corners(self.still)


class Script(ABC, Generic[P, E]):
    """The bots of one game; `wished`: somebody wants to see them break a rule."""

    wished = False

    @abstractmethod
    def acts(self) -> Iterator[Act[P, E]]:
        """The course of the game."""

    @abstractmethod
    def let_stand(self) -> None:
        """The mistake made last stays."""

    def follow_hints(self, asked: Asked) -> None:
        """Do what the phones ask for while a game begins."""
        del asked


class Ear(Protocol):
    """Eyes that are told what a microphone hears."""

    def listen(self) -> None: ...
    def heard(self, time: float, sure: float) -> None: ...


class SimTable(ABC, Generic[P, E]):
    """A whole bot game at one severity; equal arguments give equal pixels.

    `frames` of a moment may be consumed or left; the truth of later moments does not depend on it,
    their noise and hands do.
    """

    game: str
    start: P  # the position before the first picture
    opening: tuple[E, ...] = ()  # what phones are told before the first picture
    seats: Any = None  # what the eyes are told of who sits where
    options: Mapping[str, Json] = {}  # the options that its people play by
    tapped = False  # whether the owner taps the board's corners on the first picture
    audible = False  # whether a microphone hears anything of it
    whole = False  # whether bots play to the very end, however long that takes

    def __init__(self, seed: int, level: str, players: int, props: Props) -> None:
        self.seed = seed
        self.level = LEVELS[level]
        self.players = players
        self.props = props
        self._time = 0.0
        self._playing: Script[P, E] | None = None

    @abstractmethod
    def script(self, room: Room) -> Script[P, E]:
        """The bots of this game."""

    @abstractmethod
    def teach_pictures(self) -> list[tuple[Image, dict[str, Json]]]:
        """Known set-ups of this box, under another light and camera."""

    @property
    def before_opening(self) -> P:
        """The position before anything was told."""
        return self.start

    def colours(self) -> list[list[str]] | None:
        """Which colours each seat plays, where people chose them before; None: as they lie."""
        return None

    def listen(self, since: float, until: float) -> Wave:
        """What a microphone hears between two moments of the clock, of a table that is audible."""
        raise NotImplementedError(f"nothing of {self.game} is heard from {since} to {until}")

    def hear_until(self, eyes: Ear, now: float) -> None:
        """Let a microphone tell the eyes what it heard up to now; most tables are silent."""
        del eyes, now

    def timeline(self, gesture: Gesture) -> Timeline | None:
        """When a hand is where, if it is not simply on its way; for tables that can be heard."""
        del gesture
        return None

    def sounds(self, timeline: Timeline, begun: float) -> None:
        """What a gesture that begins at a time of the clock will let be heard."""
        del timeline, begun

    def rng(self, use: str) -> Rng:
        """A stream of chance of its own for every use."""
        return np.random.default_rng([self.seed, self.players, *use.encode()])

    def calm(self) -> Level:
        """Teaching is guided and a spoilt picture taken again: it is never harder than normal."""
        return LEVELS["normal"] if self.level.name == "hard" else self.level

    def moments(self) -> Iterator[Moment[P, E]]:
        """The set-up, then every still moment until the game is over."""
        room, film = self.studio()
        before: Still | None = None
        self._playing = self.script(room)
        for act in self._playing.acts():
            stills = room.settle(act.lying, act.steps if before else ())
            frames = self._frames(film, before, stills, room.nudged)
            yield Moment(frames, act.truth, act.claims, stills[-1])
            before = stills[-1]

    def acts(self, room: Room) -> Iterator[Act[P, E]]:
        """The course of the game without pictures."""
        return self.script(room).acts()

    def let_stand(self) -> None:
        """Leave the mistake that the last moment of `moments` showed."""
        if self._playing is not None:
            self._playing.let_stand()

    def follow_hints(self, asked: Asked) -> None:
        """Do what the phones ask for while a game begins."""
        if self._playing is not None:
            self._playing.follow_hints(asked)

    def room(self) -> Room:
        """The room of this game, as it is when the game begins."""
        return Room(self.rng("room"), self.props, self.level)

    def studio(self) -> tuple[Room, Film]:
        """The room of this game and the camera in it."""
        stage = Stage(self.rng("scene"), self.props, self.level)
        return self.room(), Film(self.rng("film"), stage, self.level)

    def _frames(
        self, film: Film, before: Still | None, stills: tuple[Still, ...], nudged: bool
    ) -> Iterator[Frame]:
        way = (before, *stills) if before is not None else stills
        images = film.take(way, nudged) if len(way) > 1 else film.rest(way[0])
        for image in images:
            self._time = round(self._time + FRAME_TIME, 3)
            yield Frame(self._time, image)
