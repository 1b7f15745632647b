"""Calibration on the phone: which chamber to drop into, how it went, and how well depths are heard.

Each round goes once through the eight chambers under a tower, one pearl each; between rounds the
tower is lifted and put back, for a tower never sits twice the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from device.hearing.box import make_ear
from device.hearing.depth import DEPTHS, Ear, Lesson, Untaught
from device.hearing.features import features
from device.hearing.listener import Heard
from device.hearing.room import Room
from device.senses.sound import RATE
from rules.values import Json

ROUNDS = 3
MOST_ROUNDS = 6
PICTURE_POINTS = 64
CLEAR = 0.5  # confidence of a drop to learn from
LOUD_ENOUGH = 12.0  # dB above the noise


@dataclass(frozen=True)
class Last:
    """How the latest drop sounded."""

    good: bool
    why: str  # ok, unclear, soft
    bounces: int
    picture: tuple[float, ...]  # loudness over time, 0 to 1


@dataclass
class Calibration:
    """Leads through the drops; `hear` takes each sound."""

    save: Callable[[list[Lesson]], None]
    lessons: list[Lesson] = field(default_factory=list)
    rounds: int = ROUNDS
    last: Last | None = None
    room: Room | None = None  # listened to first, where there is one
    _ear: Ear | Untaught | None = None

    @property
    def round(self) -> int:
        return len(self.lessons) // DEPTHS

    @property
    def depth(self) -> int:
        """The chamber that is due."""
        return len(self.lessons) % DEPTHS

    @property
    def finished(self) -> bool:
        return self.round >= self.rounds

    @property
    def lift(self) -> bool:
        """Whether the tower is to be lifted and put back now."""
        return self.depth == 0 and 0 < self.round < self.rounds

    def hear(self, heard: Heard) -> None:
        """One sound: a drop into the chamber that is due, if it is clear enough."""
        if self.room is not None and not self.room.done:
            return
        why = "ok"
        if heard.confidence < CLEAR:
            why = "unclear"
        elif heard.above < LOUD_ENOUGH:
            why = "soft"
        self.last = Last(why == "ok", why, len(heard.intervals), picture(heard))
        if why == "ok" and not self.finished:
            self.lessons.append(Lesson(features(heard), self.depth, self.round))
            if self.depth == 0:  # a whole round is done
                self._learn()

    def again(self) -> None:
        """The latest drop went wrong: forget it; before the first one listen to the room anew."""
        if self.lessons:
            self.lessons.pop()
            self.last = None
        elif self.room is not None:
            self.room = Room()

    def more(self) -> None:
        """Another round."""
        self.rounds = min(MOST_ROUNDS, max(self.rounds, self.round) + 1)

    def ear(self) -> Ear | Untaught:
        """What was learned so far."""
        if self._ear is None:
            self._ear = make_ear(self.lessons)
        return self._ear

    def _learn(self) -> None:
        self._ear = make_ear(self.lessons)
        self.save(self.lessons)

    def to_json(self) -> dict[str, Json]:
        """What the host's phone shows; depths are no secret before a game."""
        quality = self.ear().quality
        last = self.last
        return {
            "round": self.round,
            "rounds": self.rounds,
            "depth": self.depth,
            "finished": self.finished,
            "lift": self.lift,
            "drops": len(self.lessons),
            "room": None if self.room is None else self.room.to_json(),
            "last": None
            if last is None
            else {
                "good": last.good,
                "why": last.why,
                "bounces": last.bounces,
                "picture": list(last.picture),
            },
            "quality": None
            if quality is None
            else {
                "right": round(quality.right, 3),
                "verdict": quality.verdict,
                "confusion": [list(row) for row in quality.confusion],
            },
        }


def picture(heard: Heard) -> tuple[float, ...]:
    """The loudness of a clip over its first half second, from 0 to 1, 60 dB deep."""
    clip = np.zeros(RATE // 2)
    part = np.diff(heard.clip[: RATE // 2 + 1].astype(np.float64))
    clip[: len(part)] = part
    rows = clip[: len(clip) // PICTURE_POINTS * PICTURE_POINTS].reshape(PICTURE_POINTS, -1)
    level = 10 * np.log10(np.max(rows**2, axis=1) + 1e-12)
    scaled = np.clip(1 + (level - level.max()) / 60, 0, 1)
    return tuple(round(float(value), 3) for value in scaled)
