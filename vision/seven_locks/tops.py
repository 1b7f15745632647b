"""Where the towers of Schloss der 7 Schlösser seem to end by one view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from vision.seven_locks.table import spot
from vision.seven_locks.windows import Floats, Spot

SPREADS = (1.0, 0.95, 1.05, 1.1, 1.15)  # how much farther out tops may seem than feet
LEANS = (-0.02, -0.01, 0.0, 0.01, 0.02)  # and how far aside, metres
SPREAD_COST, LEAN_COST = 0.4, 2.0  # what that takes off how well they fit; the second a metre
WELL = 0.6  # tops that fit better than this are looked for no further
# When they must be looked for aside: at how many heights, from how many starts, in which steps.
FEW_HEIGHTS, STARTS = 10, 6
CLIMB = (0.004, 0.002, 0.001)  # metres


@dataclass(frozen=True)
class Tops:
    """Where towers seem to end by one view: how far from the middle, how high, how far aside.

    A view that was found from the flat board alone is not exact that high above it: tops may seem
    farther out than the towers' feet are, and all of them aside.
    """

    ring: float
    height: float
    lean: Spot = (0.0, 0.0)

    def at(self, place: int) -> Spot:
        """The middle of a tower's top."""
        x, y = spot(self.ring, place)
        return x + self.lean[0], y + self.lean[1]


def best_tops(fit: Callable[[Tops], float], ring: float, heights: Floats) -> tuple[Tops, float]:
    """The tops that fit best of those there may be on a ring; aside only if they must."""

    @cache
    def worth(tops: Tops) -> float:
        return fit(tops) - _strange(tops, ring)

    straight = [Tops(ring * spread, float(h)) for spread in SPREADS for h in heights]
    best = max(straight, key=worth)
    if worth(best) < WELL:
        some = heights[:: max(1, len(heights) // FEW_HEIGHTS)]
        aside = [Tops(ring, float(h), (x, y)) for h in some for x in LEANS for y in LEANS]
        likely = sorted({best, *aside}, key=worth, reverse=True)[:STARTS]
        best = max((_climbed(each, worth) for each in likely), key=worth)
    return best, worth(best)


def _climbed(tops: Tops, worth: Callable[[Tops], float]) -> Tops:
    """Tops moved step by step as long as they fit better."""
    for step in CLIMB:
        moved = True
        while moved:
            x, y = tops.lean
            tried = [
                *(replace(tops, ring=tops.ring + far) for far in (step, -step)),
                *(replace(tops, height=tops.height + 2 * far) for far in (step, -step)),
                *(replace(tops, lean=(x + far, y)) for far in (step, -step)),
                *(replace(tops, lean=(x, y + far)) for far in (step, -step)),
            ]
            better = max(tried, key=worth)
            moved = worth(better) > worth(tops)
            tops = better if moved else tops
    return tops


def _strange(tops: Tops, ring: float) -> float:
    """What it takes off how well tops fit that they seem to be elsewhere than above the feet."""
    return SPREAD_COST * abs(tops.ring / ring - 1) + LEAN_COST * float(np.hypot(*tops.lean))
