"""König Salomons Schatzkammer: the cheapest shifts that bring an area to one level.

Only heights matter: a shift takes one from a square and gives one to a neighbour that was
lower (for beginners: that held fewer than four). The search deepens one shift at a time. What
is left to do is never less than this: the tile that closes a gap was never below the level, so
it comes from the nearest square that high; every tile under it costs one more; and so does each
tile too many that fills no gap. A shift that does not bring this bound down is spare, and spare
shifts far from the area lead nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from rules.solomon.pieces import DISTANCE, FULL, NEIGHBOURS, SIZE, SQUARES, Area, Square
from rules.values import Json

Step: TypeAlias = tuple[Square, Square]
Plan: TypeAlias = tuple[Step, ...]

MOST_SHIFTS = 12
LEVELS = range(1, FULL + 1)
MOST_LOOKS = 10000  # positions looked at before the search gives up: some 0.2 s


NEVER = 99
NEAREST = tuple(tuple(sorted(SQUARES, key=DISTANCE[square].__getitem__)) for square in SQUARES)


class _Spent(Exception):
    """The search has looked at all it may."""


@lru_cache(maxsize=4096)
def _distances(area: Area) -> tuple[int, ...]:
    """How far each square is from an area."""
    return tuple(min(DISTANCE[square][own] for own in area) for square in SQUARES)


class _Search:
    """One search: heights that change, an area, and the level it is brought to."""

    __slots__ = ("area", "beginners", "heights", "level", "reach")

    def __init__(self, heights: list[int], area: Area, level: int, beginners: bool) -> None:
        self.heights = heights
        self.area = area
        self.level = level
        self.beginners = beginners
        self.reach = _distances(area)

    def bound(self) -> int:
        """Shifts that are needed at the least."""
        level, heights = self.level, self.heights
        givers = [square for square in self.area if heights[square] > level]
        cost = filled = 0
        near_gaps: set[Square] = set()
        for square in self.area:
            missing = level - heights[square]
            if missing <= 0:
                continue
            outside = self._nearest_outside(square)
            inside = min([DISTANCE[square][giver] for giver in givers], default=NEVER)
            close = min(outside, inside)
            cost += missing - 1 + close
            # A gap filled from inside the area spares the shift that clears the other square.
            filled += (missing if inside == 1 else 1) if inside == close else 0
            near_gaps.update(giver for giver in givers if DISTANCE[square][giver] <= close)
        if givers:
            many = sum(heights[giver] - level for giver in givers)
            spared = sum(heights[giver] - level for giver in near_gaps)
            cost += many - min(spared, filled)
        return cost

    def _nearest_outside(self, square: Square) -> int:
        """How far the tile on the level itself must come: it was never below the level."""
        if self.beginners:
            return 1
        level, heights, reach = self.level, self.heights, self.reach
        for other in NEAREST[square]:
            if heights[other] >= level and reach[other]:
                return DISTANCE[square][other]
        return NEVER

    def steps(self, spare: int) -> Iterable[Step]:
        """Shifts that may matter, those at the area first."""
        heights, reach = self.heights, self.reach
        for source in SQUARES:
            height = heights[source]
            if not height or reach[source] > spare + 1:
                continue
            top = FULL if self.beginners else height
            for target in NEIGHBOURS[source]:
                if heights[target] < top and min(reach[source], reach[target]) <= spare:
                    yield source, target


def cheapest(heights: Sequence[int], area: Area, beginners: bool = False) -> Plan | None:
    """The fewest shifts that put all of an area on one level, None if none were found."""
    return _cheapest(tuple(heights), area, beginners)


@lru_cache(maxsize=1024)  # eyes ask for the same again and again while they weigh mistakes
def _cheapest(heights: tuple[int, ...], area: Area, beginners: bool) -> Plan | None:
    found = cheapest_of(heights, (area,), beginners)
    return None if found is None else found[1]


def cheapest_of(
    heights: Sequence[int], areas: Iterable[Area], beginners: bool = False
) -> tuple[Area, Plan] | None:
    """The area that needs the fewest shifts, and these."""
    now = list(heights)
    every = [_Search(now, area, level, beginners) for area in areas for level in LEVELS]
    searches = [(search.bound(), search) for search in every]
    looks = [MOST_LOOKS]
    try:
        for depth in range(MOST_SHIFTS + 1):
            for bound, search in searches:
                if bound <= depth:
                    plan = _deepen(search, depth, {}, looks)
                    if plan is not None:
                        return search.area, plan
    except _Spent:
        pass
    return None


def _deepen(
    search: _Search, left: int, known: dict[tuple[int, ...], int], looks: list[int]
) -> Plan | None:
    """A plan of at most `left` shifts from here, or None."""
    bound = search.bound()
    if bound == 0:
        return ()
    key = tuple(search.heights)
    if known.get(key, -1) >= left:
        return None
    known[key] = left
    heights = search.heights
    for source, target in search.steps(left - bound):
        looks[0] -= 1
        if looks[0] < 0:
            raise _Spent
        heights[source] -= 1
        heights[target] += 1
        rest = _deepen(search, left - 1, known, looks) if search.bound() < left else None
        heights[source] += 1
        heights[target] -= 1
        if rest is not None:
            return ((source, target), *rest)
    return None


def shifts_to_json(plan: Plan) -> list[Json]:
    """Shifts as pairs of squares."""
    return [[list[Json](divmod(square, SIZE)) for square in step] for step in plan]
