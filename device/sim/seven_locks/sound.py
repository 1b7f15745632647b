"""What a microphone beside the simulated castle hears: pearls, the die, and the room."""

from __future__ import annotations

import threading

import numpy as np

from device.sim.sound.noises import NOISES
from device.sim.sound.pearls import (
    MODERATE,
    RATE,
    Box,
    Rng,
    Scenario,
    Wave,
    make_box,
    put_tower,
    sound,
)
from device.sim.sound.pearls import throw as let_fall
from device.sim.sound.room import make_microphone, make_room, record, through
from device.sim.sound.scene import FIRST, band_power

BED_SECONDS = 12.0
BED = "room"
BELOW = 24.0  # dB by which the room is quieter than a pearl
DIE_SECONDS = 0.6
DIE_PEAK = 0.06
LOUDEST = 0.5  # the loudest pearl, as a sensible input level makes it
TAIL = RATE // 3


class Soundtrack:
    """The sound of one table from second 0 on; pearls are put in as they fall."""

    def __init__(
        self,
        rng: Rng,
        chambers: tuple[int, ...],
        scenario: Scenario = MODERATE,
        below: float = BELOW,
    ) -> None:
        self._rng = rng
        self.box: Box = make_box(scenario, rng)
        self._seats = [put_tower(self.box, chamber, rng) for chamber in chambers]
        self._room, self._microphone = make_room(rng), make_microphone(rng)
        self._gain, power = self._level()
        bed = np.asarray(NOISES[BED](rng, BED_SECONDS), float)[: int(BED_SECONDS * RATE)]
        bed *= np.sqrt(power * 10 ** (-below / 10) / max(band_power(bed), 1e-15))
        self._bed = record(bed, self._microphone, rng)
        self._parts: list[tuple[int, Wave]] = []
        self._told = 0
        self._lock = threading.Lock()  # camera and microphone are read by threads of their own

    def _level(self) -> tuple[float, float]:
        """A gain that makes pearls as loud as they should be, and their usual power then."""
        tried = [self._fallen(tower, 0) for tower in range(len(self._seats))]
        gain = LOUDEST / max(float(np.abs(wave).max()) for wave, _ in tried)
        return gain, float(np.median([loud for _, loud in tried])) * gain * gain

    def _fallen(self, tower: int, inside: int) -> tuple[Wave, float]:
        seat = self._seats[tower]
        fallen = let_fall(self.box, seat, self._rng, inside)
        wave = np.pad(sound(self.box, seat, fallen, self._rng), (0, TAIL))
        heard = through(wave, self._room)
        first = int(fallen.first * RATE)
        return heard, band_power(heard[first : first + int(FIRST * RATE)])

    def drop(self, at: float, tower: int, inside: int) -> None:
        """A pearl is let go at a time."""
        wave, _ = self._fallen(tower, inside)
        self._put(at, record(wave * self._gain, self._microphone, self._rng))

    def die(self, at: float) -> None:
        """The die is thrown."""
        wave = np.asarray(NOISES["dice"](self._rng, DIE_SECONDS), float)
        loudest = max(float(np.abs(wave).max()), 1e-9)
        self._put(at, record(wave * DIE_PEAK / loudest, self._microphone, self._rng))

    def _put(self, at: float, wave: Wave) -> None:
        with self._lock:
            self._parts.append((int(at * RATE), wave))

    def until(self, now: float) -> Wave:
        """The samples from those told last up to a time."""
        start, self._told = self._told, max(self._told, int(now * RATE))
        with self._lock:
            return self._mixed(start, self._told)

    def between(self, since: float, until: float) -> Wave:
        """The samples between two moments, whatever was told before."""
        start = round(since * RATE)
        with self._lock:
            return self._mixed(start, start + round((until - since) * RATE))

    def _mixed(self, start: int, end: int) -> Wave:
        at = np.arange(start, end) % len(self._bed)
        samples = self._bed[at].copy()
        for begin, wave in self._parts:
            low, high = max(begin, start), min(begin + len(wave), end)
            if low < high:
                samples[low - start : high - start] += wave[low - begin : high - begin]
        self._parts = [part for part in self._parts if part[0] + len(part[1]) > end]
        return np.clip(samples, -1, 1)
