"""What a pearl's sound says about its depth: bounce times, level, and the colour of its impacts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from device.hearing.bands import DELAY, FRAME
from device.hearing.listener import CLIP_BEFORE, Heard
from device.senses.sound import RATE

Array = NDArray[np.float64]

LOW_EDGES = np.geomspace(370, 2400, 25)  # the air column speaks here
HIGH_EDGES = np.geomspace(2400, 15_000, 9)
IMPACTS = 3  # whose colours are averaged
WINDOW = 960  # samples of each impact: 20 ms
SIZE = 4096
FADE = 0.008  # seconds: the weight of later samples falls like the column's ring
LEAST_SHARE = 0.05  # of the noise that stays after it is subtracted
_HERTZ = np.fft.rfftfreq(SIZE, 1 / RATE)


@dataclass(frozen=True)
class Features:
    """One drop as numbers; `nan` where a bounce was not found."""

    timing: Array  # logarithms of the first two intervals
    level: Array  # dB of the first impact, low and upper
    low: Array  # dB per band around their mean
    high: Array

    def group(self, name: str) -> Array:
        return np.asarray(getattr(self, name))


GROUPS = ("timing", "level", "low", "high")


def features(heard: Heard) -> Features:
    """The features of a drop that was heard."""
    clip = heard.clip.astype(np.float64)
    starts = _starts(heard, clip)
    noise = _spectrum(clip[: max(0, starts[0] - 96)], None)
    low: list[Array] = []
    high: list[Array] = []
    for start, end in zip(starts, [*starts[1:], len(clip)], strict=False):
        if len(low) == IMPACTS or end - start < 240:
            break
        power = _spectrum(clip[start - 12 : min(end - 24, start + WINDOW)], noise)
        low.append(_bands(power, LOW_EDGES))
        high.append(_bands(power, HIGH_EDGES))
    if not low:
        power = _spectrum(clip[starts[0] - 12 : starts[0] + WINDOW], noise)
        low, high = [_bands(power, LOW_EDGES)], [_bands(power, HIGH_EDGES)]
    level = np.array([float(low[0].mean()), heard.level])
    return Features(_timing(starts), level, _around(low), _around(high))


def _around(rows: list[Array]) -> Array:
    """The mean colour of several impacts, whatever their levels."""
    return np.asarray(np.mean([row - row.mean() for row in rows], axis=0))


def _starts(heard: Heard, clip: Array) -> list[int]:
    """Where in the clip the impacts begin, to a fraction of a frame."""
    edge = np.concatenate([[0.0], np.diff(clip)]) ** 2
    smooth = np.convolve(edge, np.full(6, 1 / 6), "same")
    first = heard.train.onsets[0].frame * FRAME - DELAY
    offset = int(CLIP_BEFORE * RATE)
    found = []
    for onset in heard.train.onsets:
        near = onset.frame * FRAME - DELAY - first + offset
        low, high = max(0, near - 60), min(len(smooth), near + 96)
        if high - low < 40:
            break
        part = smooth[low:high]
        found.append(low + int(np.argmax(part > 0.25 * part.max())))
    return found or [offset]


def _timing(starts: list[int]) -> Array:
    gaps = np.diff(starts)[:2] / RATE
    logs = np.log(np.maximum(gaps, 1e-3))
    return np.concatenate([logs, np.full(2 - len(logs), np.nan)])


def _spectrum(part: Array, noise: Array | None) -> Array:
    """Power per bin of a short piece, with the noise of the room taken off."""
    if len(part) < 48:
        return np.full(len(_HERTZ), 1e-12)
    times = np.arange(len(part)) / RATE
    window = np.exp(-times / FADE) if noise is not None else np.hanning(len(part))
    window[-12:] *= np.linspace(1, 0, 12)
    power = np.abs(np.fft.rfft(part * window, SIZE)) ** 2 / float(np.sum(window**2))
    if noise is None:
        return np.asarray(power)
    return np.asarray(np.maximum(power - noise, LEAST_SHARE * noise) + 1e-14)


def _bands(power: Array, edges: Array) -> Array:
    """dB in each band, with bins shared smoothly between neighbours."""
    logs, centres = np.log(np.maximum(_HERTZ, 1.0)), np.log(np.sqrt(edges[:-1] * edges[1:]))
    width = float(centres[1] - centres[0])
    weights = np.maximum(0, 1 - np.abs(logs[None] - centres[:, None]) / width)
    return np.asarray(10 * np.log10((weights @ power) / weights.sum(axis=1)))
