"""A simulated table of any game: bots play, pictures are taken, the truth is kept apart."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np

from device.senses.frame import Frame
from device.sim.film import Film, Gesture, Room
from device.sim.level import LEVELS, Level
from device.sim.mistakes import rules_broken
from device.sim.optics import Points
from device.sim.sound.pearls import Wave
from device.sim.stage import Props, Stage, Still, board_corners
from device.sim.teaching import Picture
from device.sim.textures import Rng
from rules.game import Game
from rules.values import Json

FRAME_TIME = 0.1
Asked = Mapping[str, Mapping[str, Json]]  # what phones say of a set-up: the words' keys and facts


P = TypeVar("P")
E = TypeVar("E")
T = TypeVar("T", covariant=True)


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

    def as_mistake(self, name: str, rulings: tuple[str, ...]) -> Act[P, E]:
        """The same moment, at which something lies on the table that the rules forbid."""
        wrong = replace(self.truth, legal=False, rulings=rulings, mistake=name)
        return replace(self, truth=wrong)


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
    """The bots of one game: they play it, and cut it into acts.

    `wished`: somebody wants to see them break a rule.
    """

    game: Game[P, E]
    wished = False

    def __init__(self, rng: Rng, start: P, mischief: bool) -> None:
        self._rng, self._mischief = rng, mischief
        self._base = self._position = start
        self._open: list[E] = []  # what has happened since the table was last at rest
        self._steps: list[object] = []  # and how it lay after each of that
        self._stand = False

    @abstractmethod
    def acts(self) -> Iterator[Act[P, E]]:
        """The course of the game."""

    @abstractmethod
    def _lying(self) -> object:
        """What lies on the table now."""

    def let_stand(self) -> None:
        """The mistake made last stays; the next one is put right again."""
        self._stand = True

    def follow_hints(self, asked: Asked) -> None:
        """Do what the phones ask for while a game begins."""
        del asked

    def _chance(self, share: float) -> bool:
        return bool(self._rng.random() < share)

    def _breaks_a_rule(self, share: float) -> bool:
        """Whether a rule is broken here: somebody wants to see it, or it befalls such people."""
        return self.wished or (self._mischief and self._chance(share))

    def _stands(self) -> bool:
        """Whether the mistake that lies there stays; asked once a mistake."""
        stand, self._stand = self._stand, False
        return stand

    def _do(self, event: E) -> None:
        """The event happens on the table, or on a phone."""
        self._position = self.game.apply(self._position, event)
        self._open.append(event)

    def _breaks(self, position: P, claim: E) -> tuple[str, ...]:
        """Ids of the rules that something told on a phone breaks."""
        return rules_broken(self.game, position, claim)

    def _rest(self, *claims: E, about: P | None = None) -> Act[P, E]:
        """The table comes to rest; somebody may tell something of it, or of `about`, wrongly."""
        position = self._position if about is None else about
        broken = tuple(self._breaks(position, claim) for claim in claims)
        events, steps = tuple(self._open), tuple(self._steps[:-1])
        truth = Truth(events, True, (), self._position, self._base, claim_rulings=broken)
        self._base, self._open, self._steps = self._position, [], []
        return Act(truth, self._lying(), claims, steps)

    def _put_right(self, position: P, since: P | None = None, *events: E) -> Act[P, E]:
        """The table as it was before a mistake, and what had happened since then."""
        self._base = self._position = position
        self._open, self._steps = [], []
        start = position if since is None else since
        return Act(Truth(events, True, (), position, start, repair=True), self._lying())


class Ear(Protocol):
    """Eyes that are told what a microphone hears."""

    def listen(self) -> None: ...
    def heard(self, time: float, sure: float) -> None: ...


class SimTable(ABC, Generic[P, E, T]):
    """A whole bot game at one severity; equal arguments give equal pixels.

    `frames` of a moment may be consumed or left; the truth of later moments does not depend on it,
    their noise and hands do.
    """

    rules: Game[P, E]
    opening: tuple[E, ...] = ()  # what phones are told before the first picture
    seats: Any = None  # what the eyes are told of who sits where
    tapped = False  # whether the owner taps the board's corners on the first picture
    audible = False  # whether a microphone hears anything of it
    whole = False  # whether bots play to the very end, however long that takes
    usual_players = 3
    usual_options: ClassVar[Mapping[str, Json]] = {}

    def __init__(
        self,
        seed: int,
        level: str = "normal",
        players: int = 0,
        mischief: bool = False,
        theme: T | None = None,
        options: Mapping[str, Json] | None = None,
    ) -> None:
        self.seed, self.level, self.mischief = seed, LEVELS[level], mischief
        self.players = players or self.usual_players
        self.theme = theme if theme is not None else self.make_theme(seed)
        self.props = self.make_props()
        self.box = self.box_facts()
        self.options = {**self.usual_options, **(options or {})}
        self.start = self.before_opening  # the position before the first picture
        self._time = 0.0
        self._playing: Script[P, E] | None = None
        self.begin()

    @abstractmethod
    def script(self, room: Room) -> Script[P, E]:
        """The bots of this game."""

    @staticmethod
    @abstractmethod
    def make_theme(seed: int) -> T:
        """The box of an owner, made up from a number."""

    @abstractmethod
    def make_props(self) -> Props:
        """The part of the box that lies on this table."""

    @abstractmethod
    def teach_pictures(self) -> list[Picture]:
        """Known set-ups of this box, under another light and camera."""

    def box_facts(self) -> dict[str, Json]:
        """What is known of the box before the game."""
        return {}

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.rules.name

    @cached_property
    def before_opening(self) -> P:
        """The position before anything was told."""
        return self.rules.start(self.players, self.options, self.box)

    def begin(self) -> None:
        """Make ready what only this game has."""
        return

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
