"""What was heard just before an onset: other clicks that are no pearls make it less of one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from device.hearing.bands import FRAMES_PER_SECOND
from device.hearing.traits import NAMES

WINDOW = 3.0  # seconds
AS_LOUD = 8.0  # dB below the onset: what counts
RATTLE = 0.5  # seconds in which a pearl comes to rest: what is weaker then belongs to it
PEARL = 0.4  # the logarithm of the odds from which something was a pearl
BINS = (-6.0, -3.0, -0.5)
TAKEN = ("above floor", "clicks before", "like one before", "since click", "evenness", "bounces")
_PLACES = [NAMES.index(name) for name in TAKEN]

NAMES_AROUND = (
    "odds", *TAKEN, "far off", "off", "near", "nearly", "pearls", "since", "best before",
)  # fmt: skip


@dataclass(frozen=True)
class Judged:
    """An onset with the first verdict on it."""

    frame: int
    level: float
    odds: float


def surroundings(
    onset: Judged, traits: NDArray[np.float64], before: Sequence[Judged]
) -> NDArray[np.float64]:
    """The first verdict on an onset and what was around it, in the order of `NAMES_AROUND`."""
    counts, pearls, since, best = [0] * (len(BINS) + 1), 0, WINDOW, -12.0
    rest = -10.0 * FRAMES_PER_SECOND
    for each in before:
        gap = (onset.frame - each.frame) / FRAMES_PER_SECOND
        if not 0.02 < gap <= WINDOW:
            continue
        if each.odds > PEARL and each.frame > rest:
            pearls += 1
            rest = each.frame + RATTLE * FRAMES_PER_SECOND
        elif each.frame > rest and each.level >= onset.level - AS_LOUD:
            counts[bisect_right(BINS, each.odds)] += 1
            since = min(since, gap)
            best = max(best, each.odds)
    taken = [float(traits[place]) for place in _PLACES]
    return np.array([onset.odds, *taken, *(min(c, 8) for c in counts), min(pearls, 4), since, best])
