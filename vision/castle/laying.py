"""What should lie in every place of The Castle, and how well that fits what was seen there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from rules.castle.pieces import TREASURES
from vision.castle.pieces import Spot
from vision.castle.table import Content, Wanted

# Differences of looks count so much; beyond a surprise, worse hardly counts.
TRUST = 0.4
SURPRISE, SLOPE = -8.0, 0.05
# A piece that is not there, or nothing at all is, one that should not be, a hit counter not seen,
# or that cannot be there.
PLAINLY, TURNED = -13.0, -2.0
MISSING, BARE, EXTRA, UNCOUNTED, NOT_HIT = -7.0, -10.0, -6.0, -2.5, -10.0
HIDDEN, MEAGRE = -1.5, 20.0
UNKNOWN, STRAY = -3.0, -1.5


def without_backs(spot: Spot) -> Spot:
    """Something beside the rooms: no counter lies there face down."""
    scores = {name: v for name, v in spot.scores.items() if not name.startswith("back:")}
    return replace(spot, scores=scores) if scores else spot


def _bent(value: float) -> float:
    return value if value > SURPRISE else _beyond(SURPRISE, value)


def _beyond(least: float, value: float) -> float:
    """A value that is worse than can be: the more so, the less it counts."""
    return least + SLOPE * (value - least)


def _half_seen(spot: Spot) -> bool:
    """Whether it may be a piece under a hit counter that nobody taught."""
    top = max(spot.scores.values())
    plain = top > MEAGRE or (spot.best().startswith("face:") and top > 0)
    return spot.covered or not plain


def _likes(wanted: Wanted, spot: Spot, counts: float) -> float:
    """How well a spot fits a wanted piece; `counts`: what a wrong hit counter costs at the most."""
    top = max(spot.scores.values())
    value = spot.scores.get(wanted.name)
    fit = -3.0 if value is None else _bent(TRUST * (value - top))
    if not spot.known():
        fit = max(fit, UNKNOWN)
    if not counts:
        return max(fit, HIDDEN) if wanted.hits and _half_seen(spot) else fit
    if spot.hits is None:
        return fit + ((NOT_HIT if spot.bare() else UNCOUNTED) if wanted.hits else 0.0)
    if not wanted.hits:
        return fit - 5.0
    best = max(spot.hits.values())
    miscounted = TRUST * (spot.hits.get(wanted.hits, best - 20) - best)
    return fit + (miscounted if miscounted > counts else _beyond(counts, miscounted))


def _surplus(spot: Spot, inside: bool) -> float:
    """What it costs that nothing should lie where something does."""
    if not inside:
        return 0.0
    if not spot.known():
        return STRAY
    name, top = spot.best(), max(spot.scores.values())
    if name.startswith("face:") and name[5:] in TREASURES:
        return TURNED  # a find that still lies there
    return EXTRA if spot.covered or top < MEAGRE else PLAINLY


def laid_as(content: Content, spots: Sequence[Spot], counts: float, inside: bool = True) -> float:
    """The best way to lay wanted pieces on what was seen."""
    spots = spots[:5]
    short, long = len(content), len(spots)
    extra = [_surplus(spot, inside) for spot in spots]
    table = [[_likes(wanted, spot, counts) for spot in spots] for wanted in content]
    if short <= long:
        return max(
            sum(table[n][m] - extra[m] for n, m in enumerate(way)) + sum(extra)
            for way in permutations(range(long), short)
        )
    if not spots and inside:
        return BARE * short
    return MISSING * (short - long) + max(
        sum(table[n][m] for m, n in enumerate(way)) for way in permutations(range(short), long)
    )
