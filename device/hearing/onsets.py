"""Onsets: the moments where the upper bands jump up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from device.hearing.bands import HIGH, MIDDLE, Powers, decibels

LEAST_RISE = 5.0  # dB
BEFORE = 8  # frames that a jump is measured against
GAP = 1  # frames left out just before, where the filter already rises
AHEAD = 3  # frames in which the peak must follow
APART = 7  # frames between two onsets at least; the louder one stays
MARGIN = BEFORE + GAP + AHEAD + APART


@dataclass(frozen=True)
class Onset:
    """One jump: the frame it happens in, how loud it gets and how far it rises (dB)."""

    frame: int
    level: float
    rise: float


def upper(powers: Powers) -> Powers:
    """The power of middle and high band together."""
    return np.asarray(powers[:, MIDDLE] + powers[:, HIGH])


def find_onsets(power: Powers, floor: float, first: int) -> list[Onset]:
    """All onsets in upper-band powers whose first frame has the number `first`.

    Neither the first nor the last `MARGIN` frames can hold one.
    """
    if len(power) <= 2 * MARGIN:
        return []
    level = decibels(power)
    peaks = sliding_window_view(level, AHEAD).max(axis=1)
    means = decibels(sliding_window_view(power, BEFORE).mean(axis=1))
    at = np.arange(MARGIN, len(power) - MARGIN)
    rise = peaks[at] - np.maximum(means[at - BEFORE - GAP], decibels(np.array(floor)))
    strong = at[(rise >= LEAST_RISE)]
    picked: list[Onset] = []
    for frame in strong:
        found = _peak(level, peaks, int(frame), float(rise[frame - MARGIN]), first)
        if picked and found.frame - picked[-1].frame < APART:
            if (found.level, found.rise) > (picked[-1].level + 3, 0) or (
                found.rise > picked[-1].rise and found.frame - picked[-1].frame <= AHEAD
            ):
                picked[-1] = found
        else:
            picked.append(found)
    return picked


def _peak(level: Powers, peaks: Powers, frame: int, rise: float, first: int) -> Onset:
    """The onset at a strong frame: it sits where the level first comes near its peak."""
    top = float(peaks[frame])
    near = frame + int(np.argmax(level[frame : frame + AHEAD] > top - 6))
    return Onset(first + near, top, rise)
