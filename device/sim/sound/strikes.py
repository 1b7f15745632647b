"""Rows of strikes of any kind, to learn from: never a pearl and none of the bench's own noises.

A thing that is hit again and again (one colour, or another at each hit) in one of many rhythms:
single, even, in pairs, in bursts that fade or grow,.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from device.sim.sound.noises import put, strike, unit
from device.sim.sound.pearls import RATE, Rng, Wave

Rhythm = Callable[[Rng, float], list[tuple[float, float]]]  # seconds, loudness


def _at_random(rng: Rng, seconds: float) -> list[tuple[float, float]]:
    rate = np.exp(rng.uniform(np.log(0.5), np.log(12)))
    times = np.cumsum(rng.exponential(1 / rate, int(seconds * rate) + 1))
    return [(float(time), float(rng.uniform(0.15, 1))) for time in times]


def _even(rng: Rng, seconds: float) -> list[tuple[float, float]]:
    gap, jitter = np.exp(rng.uniform(np.log(0.08), np.log(1.6))), rng.choice([0.0, 0.01, 0.05, 0.2])
    times = gap * (np.arange(int(seconds / gap)) + rng.normal(0, jitter, int(seconds / gap)) + 0.5)
    steady = rng.uniform(0.3, 1)
    return [(float(time), float(rng.uniform(steady, 1))) for time in times]


def _pairs(rng: Rng, seconds: float) -> list[tuple[float, float]]:
    """Two sides of one thing: a key going down and up, a tick and a tock, heel and toe."""
    gap, second = np.exp(rng.uniform(np.log(0.02), np.log(0.2))), rng.uniform(0.1, 0.9)
    found = []
    for time, level in _even(rng, seconds) if rng.random() < 0.5 else _at_random(rng, seconds):
        after = float(time + gap * rng.uniform(0.8, 1.2))
        found += [(time, level), (after, float(level * second * rng.uniform(0.6, 1.4)))]
    return found


def _bursts(rng: Rng, seconds: float) -> list[tuple[float, float]]:
    """A handful of hits, evenly or not, each burst fading, growing or neither."""
    found, at = [], float(rng.uniform(0, 1))
    uneven, slope = rng.uniform(0, 0.9), rng.uniform(0.7, 1.15)
    while at < seconds:
        gap, level = rng.uniform(0.02, 0.3), rng.uniform(0.4, 1)
        for _ in range(rng.integers(1, 12)):
            found.append((at, float(level * rng.uniform(0.4, 1))))
            at += float(gap * rng.uniform(1 - uneven, 1 + uneven)) + 0.004
            level = min(1.5, level * slope)
        at += float(rng.uniform(0.4, 2.5))
    return found


def _single(rng: Rng, seconds: float) -> list[tuple[float, float]]:
    """Things put down one at a time, now and then with a wobble."""
    found, at = [], float(rng.uniform(0.2, 1))
    while at < seconds:
        found.append((at, float(rng.uniform(0.3, 1))))
        if rng.random() < 0.4:
            wobble = float(rng.uniform(0.01, 0.15))
            found.append((at + wobble, found[-1][1] * float(rng.uniform(0.05, 0.7))))
        at += float(rng.uniform(0.5, 2.5))
    return found


RHYTHMS: tuple[Rhythm, ...] = (_at_random, _even, _pairs, _bursts, _single)


def strikes(rng: Rng, seconds: float) -> Wave:
    """One thing that is hit in one rhythm."""
    rhythm = RHYTHMS[int(rng.integers(len(RHYTHMS)))]
    low = np.exp(rng.uniform(np.log(80), np.log(3000)))
    high = min(15_000.0, low * np.exp(rng.uniform(np.log(2), np.log(40))))
    short = np.exp(rng.uniform(np.log(0.0005), np.log(0.05)))
    decay = (float(short), float(short * rng.uniform(1.5, 6)))
    modes, length = int(rng.integers(2, 14)), min(0.6, 0.03 + 6 * decay[1])
    same = [
        strike(rng, (low, high), decay, modes, length)
        for _ in range(1 if rng.random() < 0.3 else int(rng.integers(2, 9)))
    ]
    wave = np.zeros(int(seconds * RATE))
    for time, level in rhythm(rng, seconds):
        put(wave, same[int(rng.integers(len(same)))] * level, time)
    return unit(wave)
