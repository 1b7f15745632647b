"""The listener: samples in, pearls out, a quarter of a second after the last bounce."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from device.hearing.bands import DELAY, FRAME, FRAMES_PER_SECOND, HOP, Bands, decibels
from device.hearing.bounces import Train, best_train
from device.hearing.context import WINDOW, Judged
from device.hearing.onsets import LEAST_RISE, MARGIN, Onset, find_onsets, upper
from device.hearing.traits import Surroundings, could_be, traits
from device.hearing.verifier import Verifier, shipped
from device.senses.sound import RATE, Samples

KEPT = 2.6  # seconds of the past
PATIENCE = 0.36  # seconds after an onset in which its first bounce must come
MAIN_BOUNCES = 3  # after so many a pearl has made nearly all of its noise
REST = 0.16  # seconds of peace after them
LONGEST_WAIT = 0.75
FLOOR_WINDOW, FLOOR_SHARE = 1.5, 0.2  # the floor: this share of the last seconds is below it
QUIET_BEFORE = 3.0  # dB by which something just before an impact may be louder
LEAST_ABOVE = 9.0  # dB a first impact stands above the floor
LEAST_JUMP = 9.0  # dB it rises
APART = 0.38  # seconds in which a second pearl must be clearly one of its own
CLEARLY = 0.9
SOFTER = 16.0  # dB: whatever bounced once bounces again, and never so much softer
AGAIN = (0.012, 0.8, 0.95)  # when: seconds after the first bounce at the soonest; of its flight
LISTENS = 0.5  # the verdict from which an onset is told at all


@dataclass(frozen=True)
class Heard:
    """One sound that may be a pearl."""

    time: float  # seconds from the beginning of the stream
    confidence: float
    intervals: tuple[float, ...]
    train: Train
    known: float  # when it was told: seconds from the beginning of the stream
    clip: NDArray[np.float32]  # from 50 ms before the first impact on
    level: float  # dB of full scale in the upper bands
    above: float  # dB above the noise


CLIP_BEFORE = 0.05


class Listener:
    """Follows one stream of 48 kHz samples; `feed` it blocks of any size."""

    def __init__(self, threshold: float = LISTENS, verifier: Verifier | None = None) -> None:
        self._verifier = verifier or shipped()
        self._threshold = threshold
        self._bands = Bands()
        self._powers = np.zeros((0, 3))
        self._first_frame = 0
        self._samples = np.zeros(0, np.float32)
        self._waiting: list[Samples] = []  # until there are frames of them
        self._first_sample = 0
        self._scanned = 0
        self._onsets: list[Onset] = []
        self._open: list[Onset] = []
        self._taken: set[int] = set()
        self._waits: dict[int, float] = {}
        self._judged: list[Judged] = []  # every onset judged lately
        self._last: Heard | None = None
        self._floor = 0.0

    @property
    def now(self) -> float:
        """Seconds heard so far."""
        waiting = sum(len(piece) for piece in self._waiting)
        return (self._first_sample + len(self._samples) + waiting) / RATE

    def feed(self, samples: Samples) -> list[Heard]:
        """Listen to the next samples; tells what was decided by them."""
        whole = np.asarray(samples, np.float32)
        pieces = [whole[at : at + HOP] for at in range(0, len(whole), HOP)]
        return [heard for piece in pieces for heard in self._listen(piece)]

    def _listen(self, samples: Samples) -> list[Heard]:
        self._waiting.append(samples)
        fresh = self._bands.feed(samples)
        if not len(fresh):
            return []
        self._samples = np.concatenate([self._samples, *self._waiting])
        self._waiting = []
        self._powers = np.concatenate([self._powers, fresh])
        self._find()
        found = self._decide(self._end())
        self._forget()
        return found

    def finish(self) -> list[Heard]:
        """The stream ends: decide what is open."""
        return self.feed(np.zeros(int(RATE * (LONGEST_WAIT + 0.1)), np.float32))

    def _end(self) -> int:
        return self._first_frame + len(self._powers)

    def _find(self) -> None:
        """Look for onsets in what is new."""
        recent = upper(self._powers[-int(FLOOR_WINDOW * FRAMES_PER_SECOND) :])
        some = recent[::4]
        rank = int(FLOOR_SHARE * len(some))
        self._floor = float(np.partition(some, rank)[rank])
        start = max(self._first_frame, self._scanned - MARGIN)
        power = upper(self._powers[start - self._first_frame :])
        for onset in find_onsets(power, self._floor, start):
            if not self._onsets or onset.frame - self._onsets[-1].frame >= MARGIN // 3:
                self._onsets.append(onset)
                if self._stands_out(onset):
                    self._open.append(onset)
        self._scanned = max(self._scanned, self._end() - MARGIN)

    def _stands_out(self, onset: Onset) -> bool:
        """Whether an onset can be a first impact at all: loud enough, and nothing louder before."""
        if onset.rise < LEAST_JUMP:
            return False
        at = onset.frame - self._first_frame
        before = upper(self._powers[max(0, at - 80) : max(0, at - 6)])
        loudest = 10 * np.log10(float(before.max()) + 1e-12) if len(before) else -120.0
        floor = 10 * np.log10(self._floor + 1e-11)
        return onset.level >= loudest - QUIET_BEFORE and onset.level >= floor + LEAST_ABOVE

    def _decide(self, end: int) -> list[Heard]:
        """Judge every onset that has waited long enough."""
        found: list[Heard] = []
        while self._open:
            onset = self._open[0]
            if end < onset.frame + PATIENCE * FRAMES_PER_SECOND:
                break
            if onset.frame in self._taken or not could_be(onset, self._around()):
                self._open.pop(0)
                continue
            if end < self._due(onset):
                break
            self._open.pop(0)
            self._waits.pop(onset.frame, None)
            heard = self._verdict(onset, *self._traits(onset))
            if heard is not None:
                found.append(heard)
        return found

    def _due(self, onset: Onset) -> float:
        """The frame from which an onset can be judged: its main bounces are over."""
        if onset.frame not in self._waits:
            later = [each for each in self._onsets if each.frame > onset.frame]
            train = best_train(onset, later)
            last = train.onsets[min(MAIN_BOUNCES, len(train.onsets) - 1)]
            rest = REST * FRAMES_PER_SECOND
            if len(train.onsets) == 2:
                rest = max(rest, AGAIN[1] * (last.frame - onset.frame))
            self._waits[onset.frame] = last.frame + rest
        return self._waits[onset.frame]

    def _around(self) -> Surroundings:
        return Surroundings(
            self._powers, self._first_frame, self._samples, self._first_sample, self._floor
        )

    def _traits(self, onset: Onset) -> tuple[Train, NDArray[np.float64]]:
        free = [each for each in self._onsets if each.frame not in self._taken]
        before = [each for each in self._onsets if each.frame < onset.frame]
        after = [each for each in free if each.frame > onset.frame]
        return traits(onset, before, after, self._around())

    def _verdict(self, onset: Onset, train: Train, values: NDArray[np.float64]) -> Heard | None:
        sure = self._sure(onset, values, keep=True)
        if sure < self._threshold or self._falls_dead(train) or self._rather_next(train, sure):
            return None
        heard = self._heard(onset, train, sure)
        if self._last is not None and heard.time - self._last.time < APART:
            weaker = heard.level < self._last.level - 8
            if weaker or sure < CLEARLY:
                return None
        self._last = heard
        self._taken |= {each.frame for each in train.onsets}
        return heard

    def _falls_dead(self, train: Train) -> bool:
        """Whether nothing follows a clear first bounce: that is a pen or a switch, not a ball."""
        if len(train.onsets) < 2:
            return False
        first, second = train.onsets[:2]
        flight = second.frame - first.frame
        soonest = second.frame + AGAIN[0] * FRAMES_PER_SECOND
        after = self._around().cut(soonest, max(soonest + 36, second.frame + AGAIN[2] * flight))
        if not len(after):
            return False
        loudest = float(decibels(after.max()))
        floor = float(decibels(np.array(self._floor))) + LEAST_RISE
        return second.level - max(loudest, floor) > SOFTER

    def _rather_next(self, train: Train, sure: float) -> bool:
        """Whether the second onset makes the better first impact: this was a tick at the rim."""
        if len(train.onsets) < 2:
            return False
        second = train.onsets[1]
        return self._sure(second, self._traits(second)[1]) > max(sure, self._threshold)

    def _sure(self, onset: Onset, values: NDArray[np.float64], keep: bool = False) -> float:
        """How likely an onset is a pearl, in view of what was heard just before."""
        judged = self._verifier.judge(onset.frame, onset.level, values)
        odds = self._verifier.odds(judged, values, self._judged)
        if keep:
            self._judged.append(judged)
        return float(1 / (1 + np.exp(-odds)))

    def _heard(self, onset: Onset, train: Train, sure: float) -> Heard:
        start = onset.frame * FRAME - DELAY
        begin = start - int(CLIP_BEFORE * RATE) - self._first_sample
        end = train.onsets[-1].frame * FRAME - DELAY + RATE // 10 - self._first_sample
        floor = 10 * np.log10(self._floor + 1e-11)
        return Heard(
            start / RATE,
            sure,
            train.intervals,
            train,
            self.now,
            self._samples[max(0, begin) : end].copy(),
            onset.level,
            onset.level - float(floor),
        )

    def _forget(self) -> None:
        """Let go of what is too old to matter."""
        spare = len(self._powers) - int(KEPT * FRAMES_PER_SECOND)
        if spare < FRAMES_PER_SECOND:
            return
        self._powers = self._powers[spare:]
        self._first_frame += spare
        gone = self._first_frame * FRAME - DELAY - RATE // 10 - self._first_sample
        if gone > 0:
            self._samples = self._samples[gone:]
            self._first_sample += gone
        self._onsets = [each for each in self._onsets if each.frame >= self._first_frame]
        oldest = self._end() - 2 * WINDOW * FRAMES_PER_SECOND
        self._judged = [each for each in self._judged if each.frame >= oldest]
        self._taken = {frame for frame in self._taken if frame >= self._first_frame}
