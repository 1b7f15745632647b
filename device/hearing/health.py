"""Whether a microphone's sound can be used: silence, clipping, hum, automatic gain."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from device.senses.sound import RATE, Samples

SILENT = 2e-5  # a working microphone hisses louder than that
FULL = 0.985
CLIPPED_RUN = 4  # samples in a row at the same end of the scale
CLIPPED_RUNS = 3  # such runs in one second
HUM_SHARE = 0.97  # of all power below 400 Hz at harmonics of the mains
HUM_LEVEL = 0.004
GAIN_RISE = 6.0  # dB the noise comes up again after a loud sound
LOUD = 20.0  # dB above the quiet parts
STEP = RATE // 20


def troubles(samples: Samples) -> list[str]:
    """What is wrong with a few seconds of sound, worst first; empty when all is well."""
    if len(samples) < RATE // 2:
        return []
    if float(np.std(samples)) < SILENT:
        return ["silent"]
    found = []
    if is_clipped(samples):
        found.append("clipped")
    if has_hum(samples):
        found.append("hum")
    if has_automatic_gain(samples):
        found.append("gain")
    return found


def is_clipped(samples: Samples) -> bool:
    """Whether the tops of the wave are cut off again and again."""
    most = float(np.max(np.abs(samples)))
    if most < FULL:
        return False
    flat = (np.abs(samples) >= most * 0.999).astype(np.int8)
    edges = np.diff(np.concatenate([[0], flat, [0]]))
    runs = np.flatnonzero(edges == -1) - np.flatnonzero(edges == 1)
    return int(np.sum(runs >= CLIPPED_RUN)) >= CLIPPED_RUNS


def has_hum(samples: Samples) -> bool:
    """Whether mains hum drowns everything else."""
    part = samples[: 4 * RATE].astype(np.float64)
    if float(np.std(part)) < HUM_LEVEL:
        return False
    power = np.abs(np.fft.rfft(part * np.hanning(len(part)))) ** 2
    hertz = np.asarray(np.fft.rfftfreq(len(part), 1 / RATE), np.float64)
    total = float(power[hertz > 20].sum())
    return any(_harmonics(power, hertz, mains) > HUM_SHARE * total for mains in (50.0, 60.0))


def _harmonics(power: NDArray[np.float64], hertz: NDArray[np.float64], mains: float) -> float:
    near = np.abs(hertz / mains - np.round(hertz / mains)) * mains < 1.5
    return float(power[near & (hertz > 20) & (hertz < 400)].sum())


def has_automatic_gain(samples: Samples) -> bool:
    """Whether the noise sinks after every loud sound and slowly comes up again."""
    count = len(samples) // STEP
    edge = np.diff(samples[: count * STEP], prepend=np.float32(0)).reshape(count, STEP)
    level = 10 * np.log10(np.mean(edge.astype(np.float64) ** 2, axis=1) + 1e-13)
    quiet = float(np.percentile(level, 25))
    rises = []
    for at in np.flatnonzero(level > quiet + LOUD):
        soon, later = level[at + 12 : at + 17], level[at + 30 : at + 40]
        if len(later) == 10 and max(soon.max(), later.max()) < quiet + 0.75 * LOUD:
            rises.append(float(np.median(later) - np.median(soon)))
    return len(rises) >= 3 and float(np.median(rises)) > GAIN_RISE
