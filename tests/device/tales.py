"""Whole simulated games of Schloss der 7 Schlösser told by clear readings instead of pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from device.bench.books import Books, words_of
from device.bench.sim import SimRun, Tally
from device.camera import Frame
from device.explain import Explainer
from device.sim.base import Act
from device.sim.seven_locks.scene import HOME, Lying
from device.sim.seven_locks.table import SimGame
from device.watcher import Finding, Sight, SightState, Story, Verdict, Watcher, _Moment
from rules.seven_locks import Drop, Position
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import ALL_FACES, COATS, KEYS, PLACES
from vision.seven_locks.eyes import Eyes
from vision.seven_locks.pearls import PearlWatch
from vision.seven_locks.reader import Memory, Reading
from vision.seven_locks.story import SevenLocksLens

MEMORY = Memory(0.18, (), (), {})
LOOKS = 3  # pictures of each table at rest


class TaleEyes(Eyes):
    """Eyes that are handed what they read; sounds and hands are weighed as ever."""

    def __init__(self) -> None:
        self.lens = SevenLocksLens(True)
        self.watch = PearlWatch()
        self._read_at, self._told = 0.0, None
        self.shown: Reading | None = None

    def read(self, _: Any, __: Any, ___: Sequence[Position], before: Memory | None) -> Reading:
        assert self.shown is not None
        self._read_at = self.now
        self.watch.tidy(self.now)
        pearls = self.watch.pearls()
        weighed = () if before is None else self.watch.known(before.pearls)
        memory = replace(MEMORY, pearls=pearls)
        return replace(self.shown, memory=memory, pearls=pearls, weighed=weighed)


class TaleWatcher(Watcher):
    """A watcher whose frames are readings."""

    def __init__(self, position: Position) -> None:
        self.game, self.position = GAME, position
        self.eyes = TaleEyes()
        self.explainer = Explainer(GAME, self.eyes.lens, position)
        self.view = self._reading = self._memory = self._moment = self._illegal = None
        self._doubts = self._puzzles = self._unread = 0
        self._hurried = False

    def see(self, frame: Frame) -> Sight:
        """The frame's image is a reading, or the set-up."""
        shown: Any = frame.image
        self.eyes.now = frame.time
        if shown is None:  # a hand over the table
            return Sight(frame.time, SightState.MOVING, self._at_once())
        if self._moment is None or self._moment.total is not shown:
            self._moment = _Moment(shown, 1, list(self.explainer.beam), self._memory)
        if self._moment.done:
            return Sight(frame.time, SightState.SETTLED)
        if not isinstance(shown, Reading):
            return self._begun(frame.time, shown)
        self._moment.read += 1
        self.eyes.shown = shown
        return Sight(frame.time, SightState.STILL, self._play(None, self._moment))

    def _begun(self, time: float, event: Any) -> Sight:
        after = GAME.apply(self.position, event)
        self.explainer.expect(event, after)
        story = Story((event,), 1.0, after)
        return Sight(time, SightState.STILL, Finding(Verdict.UNDERSTOOD, (story,), (), True))

    def _evidence(self, _: Any) -> bytes | None:
        return None


def reading_of(lying: Lying, thrown: bool, players: int) -> Reading:
    """A clear picture of a table."""
    assert lying.die is not None
    coats = [lying.coats[COATS * seat : COATS * seat + COATS] for seat in range(players)]
    return Reading(
        tuple(1.0 if lying.standing >> place & 1 else -1.0 for place in range(PLACES)),
        tuple(0.0 if place == lying.keymaster else -12.0 for place in range(PLACES)),
        tuple(1.0 if lying.row >> key & 1 else -1.0 for key in range(KEYS)),
        tuple((_home(one), _home(other)) for one, other in coats),
        {(s, k): float(str(k) in coats[s]) for s in range(players) for k in range(KEYS)},
        {face: 0.0 if face == lying.die[0] else -8.0 for face in ALL_FACES},
        thrown,
        MEMORY,
    )


def _home(where: str) -> float:
    return 1.0 if where == HOME else -1.0


class TaleRun(SimRun):
    """One game followed by its readings, sounds and hands."""

    def __init__(self, sim: SimGame, tally: Tally) -> None:
        self.sim, self.tally = sim, tally
        self.game, self.words = GAME, words_of(sim.game)
        self.watcher = TaleWatcher(sim.start)
        self.truth, self.books = sim.start, Books(GAME, self.words, sim.start)
        self.true, self.lent, self.helped = [], None, set()
        self.clean, self.count = True, 0
        self._rng, self._clock = np.random.default_rng(sim.seed), 0.0
        self._die: Any = None

    def run(self) -> None:
        """Follow the whole game."""
        self.sim.tapped = False
        self.sim.whisper = lambda *_: None  # type: ignore[method-assign]
        self.sim.moments = self._moments  # type: ignore[assignment, method-assign]
        super().run()

    def _moments(self) -> Iterator[Any]:
        for act in self.sim.acts(self.sim.room()):
            yield SimpleNamespace(frames=self._told(act), truth=act.truth, claims=act.claims)

    def _told(self, act: Act) -> Iterator[Frame]:
        die, self._die = self._die, act.lying.die
        if die is None:
            yield Frame(self._clock, act.truth.events[0])
            return
        for event in () if act.truth.stands else act.truth.events:
            if isinstance(event, Drop) and event.tower is not None:
                yield from self._throw(event.tower)
        reading = reading_of(act.lying, act.lying.die != die, self.sim.players)
        self._clock += 1.2
        for _ in range(LOOKS):
            self._clock = round(self._clock + 0.1, 3)
            yield Frame(self._clock, reading)  # type: ignore[arg-type]

    def _throw(self, tower: int) -> Iterator[Frame]:
        """A hand stays over a tower, and a pearl is heard."""
        watch = self.watcher.eyes.watch
        for step in range(3):
            self._clock = round(self._clock + 0.3, 3)
            shares = tuple(0.94 if each == tower else 0.01 for each in range(PLACES))
            watch.hand(self._clock, shares)
            if step == 1:
                watch.sound(self._clock + 0.22, float(self._rng.uniform(0.8, 0.999)))
            yield Frame(self._clock, None)  # type: ignore[arg-type]


def told(seeds: Sequence[int], mischief: bool) -> Tally:
    """Follow the games of some seeds."""
    tally = Tally()
    for seed in seeds:
        TaleRun(SimGame(seed, "normal", 2 + seed % 3, mischief), tally).run()
    return tally
