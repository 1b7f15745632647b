"""Whole simulated games of Schloss der 7 Schlösser told by clear readings instead of pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from device.bench.sim import Tally
from device.following.sight import Sight, SightState
from device.senses.frame import Frame
from device.sim.base import Act
from device.sim.seven_locks.scene import HOME, Lying
from device.sim.seven_locks.table import SimGame
from rules.seven_locks import Drop, Position
from rules.seven_locks.pieces import ALL_FACES, COATS, KEYS, PLACES
from tests.device.tales import TaleRun, TaleWatcher
from vision.seven_locks.at_work import SevenLocksHands
from vision.seven_locks.eyes import Eyes
from vision.seven_locks.reading import Memory, Reading
from vision.seven_locks.story import SevenLocksLens

MEMORY = Memory(0.18, (), (), {})
LOOKS = 3  # pictures of each table at rest


def _nothing(*_: Any) -> Any:
    """No picture shows anything of towers."""


class TaleEyes(Eyes):
    """Eyes that are handed what they read; sounds and hands are weighed as ever."""

    def __init__(self) -> None:
        self.lens = SevenLocksLens(True)
        self.hands = SevenLocksHands(self.lens, _nothing, _nothing)
        self.hands._read_at, self._laid = 0.0, None
        self.shown: Reading | None = None

    def read(self, _: Any, __: Any, ___: Sequence[Position], before: Memory | None) -> Reading:
        assert self.shown is not None
        hands = self.hands
        hands._read_at = hands.now
        hands.watch.tidy(hands.now)
        pearls = hands.watch.pearls()
        weighed = () if before is None else hands.watch.known(before.pearls)
        memory = replace(MEMORY, pearls=pearls)
        return replace(self.shown, memory=memory, pearls=pearls, weighed=weighed)


class LocksWatcher(TaleWatcher):
    """Hands and sounds have their time."""

    def see(self, frame: Frame) -> Sight:
        """The frame's image is a reading, the set-up, or nothing: a hand is over the table."""
        self.eyes.hands.begin_frame(frame.time)
        if frame.image is None:
            return Sight(frame.time, SightState.MOVING, self._before_hands_leave())
        return super().see(frame)


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


class LocksRun(TaleRun):
    """One game followed by its readings, sounds and hands."""

    def __init__(self, sim: SimGame, tally: Tally) -> None:
        super().__init__(sim, tally, LocksWatcher(sim.start, TaleEyes(), sim.game, Reading))
        self._rng, self._clock = np.random.default_rng(sim.seed), 0.0
        self._die: Any = None
        sim.before_next_frame = lambda *_: None  # type: ignore[method-assign]

    def told(self, act: Act) -> Iterator[Frame]:
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
        watch = self.watcher.eyes.hands.watch
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
        LocksRun(SimGame(seed, "normal", 2 + seed % 3, mischief), tally).run()
    return tally
