"""Whole turns in King Solomon's mine that would leave the shafts as a picture shows them.

A turn is some shifts and an area that is dug. What looks otherwise than before must have been dug,
or a tile must have come or gone; a shaft of the area that looks as before got a tile first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from rules.solomon import Magic, Position
from rules.solomon.areas import figures
from rules.solomon.pieces import (
    DISTANCE,
    FULL,
    NEIGHBOURS,
    OBJECT_TILE,
    SQUARES,
    TILES,
    UNKNOWN,
    Area,
    Square,
    Tile,
    connected,
)
from vision.solomon.table import EMPTY

Step = tuple[Square, Square]
Steps = tuple[Step, ...]
Stacks = list[tuple[Tile, ...]]

# A place this bad is not explained; where a tile came or went something stirred at the least.
UNEXPLAINED = -5.0
STIRRED = -1.5
# One no worse than this may have been jogged, if no turn explains all places.
JOGGED = -8.0
# Nobody shifts more tiles in a turn; more places beside the area than this are another story.
MOST_SHIFTS = 4
MOST_BESIDE = 6
# So many half plans are looked at; a picture that needs more shows something else.
MOST_TRIED, MOST_NOTED = 4000, 800
# So many shafts of an area may look as before though they were dug: a twin lay below.
TWINS = 1
# A place that would show something it does not show spoils a plan.
SPOILT = -8.0
MOST_PLANS = 24
MOST_PARTS = 4  # the same, for turns of which the picture shows more
_DIGGING = (Magic.MIRROR, Magic.AXE, Magic.SEAL)


@dataclass(frozen=True)
class Plan:
    """What one seat may have done: shifts, then an area with magic objects, or none yet."""

    steps: Steps
    area: Area = ()
    objects: tuple[Magic, ...] = ()


Found = dict[tuple[Steps, Area], tuple[float, Plan]]  # with what it is worth


class Turns:
    """Plans of the active seat that explain what changed.

    `fits` tells how well every shaft is explained already, `shows` how well one shows a face.
    """

    def __init__(
        self,
        position: Position,
        fits: Sequence[float],
        shows: Callable[[Square, str | None], float],
    ) -> None:
        self.position, self._shows, self._fits = position, shows, fits
        self._heights = position.heights
        self._changed = frozenset(s for s in SQUARES if fits[s] < UNEXPLAINED)
        self._stirred = frozenset(s for s in SQUARES if fits[s] < STIRRED)
        self._unseen = False  # whether tiles may have been laid on others that look the same
        self._tried = self._noted = 0

    def plans(self) -> list[Plan]:
        """The best plans, best first."""
        best = self._plans()
        jogged = {square for square in self._changed if self._fits[square] > JOGGED}
        if not best and jogged:
            self._changed -= jogged
            best = self._plans()
        return best or self._part()

    def _part(self) -> list[Plan]:
        """Plain digs of what changed, if the next seat may have dug the rest meanwhile."""
        digs = [
            Plan((), area, objects)
            for area, objects in self._areas()
            if Magic.SEAL not in objects
            and self._changed.issuperset(area)
            and (len({self._heights[s] for s in area}) > 1) is (Magic.AXE in objects)
        ]
        values = [(self._value(list(self.position.stacks), plan), plan) for plan in digs]
        good = [(value, plan) for value, plan in values if value is not None]
        return [plan for _, plan in sorted(good, key=lambda item: -item[0])[:MOST_PARTS]]

    def _plans(self) -> list[Plan]:
        found: Found = {}
        shifts = self._shifts()
        for steps in shifts:
            self._note(found, Plan(steps))
        self._tried = self._noted = 0  # areas are many: they must not crowd out plain shifts
        for area, objects in self._areas():
            for steps in self._for_area(area, Magic.AXE in objects):
                self._note(found, Plan(steps, area, objects))
        # A shaft was touched more than once, where nothing as short explains it.
        self._shorter(found, (more for each in shifts for more in _extended(each)))
        if _fewest(found) == MOST_SHIFTS:  # hardly anybody goes such a long way round
            self._unseen, self._tried, self._noted = True, 0, 0
            self._shorter(found, self._shifts())
            self._unseen = False
        best = sorted(found.values(), key=lambda item: -item[0])
        return [plan for _, plan in best[:MOST_PLANS]]

    def _shifts(self) -> list[Steps]:
        """Shifts alone that may explain what changed, the fewest first."""
        solved = {
            tuple(sorted(steps))
            for left in (self._to_explain(()) if self._changed else ())
            for steps in self._solved({}, left, ())
        }
        return sorted(solved, key=lambda steps: (len(steps), steps))

    def _shorter(self, found: Found, shifts: Iterable[Steps]) -> None:
        """Keep shifts alone where nothing as short was found."""
        fewest = _fewest(found)
        for steps in shifts:
            if len(steps) < fewest:
                self._note(found, Plan(steps))

    def _note(self, found: Found, plan: Plan) -> None:
        """Keep a plan in every order of its shifts that matters, if the picture allows it."""
        self._noted += 1
        if self._noted > MOST_NOTED:
            return
        for steps, stacks in self._orders(plan.steps):
            key = (steps, plan.area)
            value = self._value(stacks, plan)
            if value is not None and key not in found:
                found[key] = (value, Plan(steps, plan.area, plan.objects))

    def _to_explain(self, area: Area) -> Iterator[frozenset[Square]]:
        """What shifts beside an area must explain: what changed, or all that stirred.

        A tile laid on one of its own kind stirs and looks as before; one that was straightened
        does too.
        """
        beside = self._changed.difference(area)
        yield beside
        stirred = self._stirred.difference(area)
        if beside < stirred and len(stirred) <= MOST_BESIDE:
            yield stirred

    # -- areas ----------------------------------------------------------------------------

    def _areas(self) -> Iterator[tuple[Area, tuple[Magic, ...]]]:
        """Areas of the seat's figure, with the fewest objects first; what changed for the seal."""
        seat = self.position.waiting[0]
        shape = self.position.shape(seat)
        if shape is None or self.position.mark is not None:
            return
        owned = [m for m in _DIGGING if self.position.loot[seat][OBJECT_TILE[m]]]
        for count in range(len(owned) + 1):
            for objects in combinations(owned, count):
                if Magic.SEAL in objects:
                    if Magic.MIRROR not in objects:
                        yield from ((area, objects) for area in self._free_areas(len(shape)))
                else:
                    for area in figures(shape, Magic.MIRROR in objects):
                        yield area, objects

    def _free_areas(self, count: int) -> Iterator[Area]:
        """Areas of any figure: all that changed, and what stirred as far as it is needed."""
        changed = {s for s in self._changed if self._heights[s]}
        may = sorted(s for s in self._stirred - changed if self._heights[s])
        if len(changed) <= count <= len(changed) + len(may) <= count + MOST_BESIDE:
            for more in combinations(may, count - len(changed)):
                area = tuple(sorted(changed.union(more)))
                if connected(area):
                    yield area

    def _for_area(self, area: Area, uneven: bool) -> Iterator[Steps]:
        """Shifts after which an area can be dug and all that changed is explained."""
        for beside in self._to_explain(area):
            if len(beside) <= MOST_BESIDE:
                yield from self._beside(area, uneven, beside)

    def _beside(self, area: Area, uneven: bool, beside: frozenset[Square]) -> Iterator[Steps]:
        """Such shifts as touch all of this beside the area."""
        still = [s for s in area if s not in self._stirred]
        if len(still) > MOST_SHIFTS + TWINS:
            return
        if uneven:
            if all(self._heights[s] for s in area) and len(still) <= TWINS:
                yield from self._solved(dict.fromkeys(area, 0), beside, ())
            return
        for level in range(1, FULL + 1):
            need = {s: level - self._heights[s] for s in area}
            # One tile that came and went leaves no trace; of two, the first one stays.
            spotless = [s for s in area if need[s] == 1]
            twins = sum(need[s] != 1 for s in still)
            if twins <= TWINS and not self._changed.intersection(spotless):
                yield from self._solved(need, beside, ())

    # -- shifts ---------------------------------------------------------------------------

    def _solved(
        self, need: Mapping[Square, int], left: frozenset[Square], steps: Steps
    ) -> Iterator[Steps]:
        """Shifts that give every shaft of the area what it needs and touch all that is left."""
        self._tried += 1
        more = sum(n for n in need.values() if n > 0)
        less = -sum(n for n in need.values() if n < 0)
        if (
            max(more, less, (len(left) + 1) // 2) > MOST_SHIFTS - len(steps)
            or self._tried > MOST_TRIED
        ):
            return
        if more or less:
            square = next(s for s, n in need.items() if (n > 0 if more else n < 0))
            moves = self._into(square) if more else self._out_of(square, need)
        elif left:
            square = min(left)
            moves = [*self._out_of(square, need), *self._into(square, need)]
        else:
            yield steps
            return
        for move in moves:
            (source, _), (_, target) = move[0], move[-1]
            after = dict(need)
            for place, change in ((source, 1), (target, -1)):
                if place in after:
                    after[place] += change
            yield from self._solved(after, left - {source, target}, (*steps, *move))

    def _into(self, target: Square, need: Mapping[Square, int] | None = None) -> list[Steps]:
        """Shifts from where something stirred; not out of the area if `need` tells one."""
        sources = [s for s in self._stirred if self._heights[s] and s not in (need or ())]
        return [way for source in sources for way in self._ways(source, target)]

    def _out_of(self, source: Square, need: Mapping[Square, int]) -> list[Steps]:
        """Shifts to where something stirred beside the area, or onto a tile that looks the same."""
        if not self._heights[source]:
            return []
        targets = [s for s in (*self._stirred, *self._twins(source)) if s not in need]
        return [way for target in dict.fromkeys(targets) for way in self._ways(source, target)]

    def _twins(self, source: Square) -> list[Square]:
        """Neighbours on which a tile lies that looks like this one; where that is thought of."""
        top = self.position.top(source) if self._unseen else UNKNOWN
        return [s for s in NEIGHBOURS[source] if self.position.top(s) == top != UNKNOWN]

    def _ways(self, source: Square, target: Square) -> Iterator[Steps]:
        """A shift to a neighbour, or by way of a shaft that shows nothing of it."""
        if target in NEIGHBOURS[source]:
            yield ((source, target),)
        elif DISTANCE[source][target] == 2:
            for middle in NEIGHBOURS[source]:
                if middle in NEIGHBOURS[target] and middle not in self._stirred:
                    yield (source, middle), (middle, target)

    def _orders(self, steps: Steps) -> Iterator[tuple[Steps, Stacks]]:
        """The orders in which the rules allow shifts, one for each way the tiles come to lie."""
        known = set()
        for order in permutations(sorted(steps)):
            stacks = self._after(order)
            if stacks is not None and (lie := tuple(stacks)) not in known:
                known.add(lie)
                yield order, stacks

    def _after(self, steps: Steps) -> Stacks | None:
        """How tiles lie after shifts, None if one of them is against the rules."""
        stacks: Stacks = list(self.position.stacks)
        upward = self.position.setting.beginners
        for source, target in steps:
            high, low = len(stacks[source]), len(stacks[target])
            if not high or low >= (FULL if upward else high):
                return None
            stacks[target] = (*stacks[target], stacks[source][-1])
            stacks[source] = stacks[source][:-1]
        return stacks

    def _value(self, stacks: Stacks, plan: Plan) -> float | None:
        """How well the picture shows what a plan would leave, None if it clearly does not."""
        total = 0.0
        touched = {square for step in plan.steps for square in step}
        for square in touched.union(plan.area):
            stack = stacks[square][:-1] if square in plan.area else stacks[square]
            if square in plan.area and not stacks[square]:
                return None
            if stack == self.position.stacks[square]:
                value = self._fits[square]
            elif stack and stack[-1] == UNKNOWN:
                value = self._shows(square, None)
            else:
                value = self._shows(square, TILES[stack[-1]] if stack else EMPTY)
            if value < SPOILT:
                return None
            total += value
        return total - len(plan.steps)


def _fewest(found: Found) -> int:
    return min((len(plan.steps) for _, plan in found.values()), default=MOST_SHIFTS + 1)


def _extended(steps: Steps) -> Iterator[Steps]:
    """The same shifts and one more between shafts they touch, or some made twice."""
    room = MOST_SHIFTS - len(steps)
    touched = sorted({square for step in steps for square in step})
    if room > 0:
        for source, target in permutations(touched, 2):
            if target in NEIGHBOURS[source]:
                yield (*steps, (source, target))
    for count in range(2, min(len(steps), room) + 1):
        for twice in combinations(steps, count):
            yield (*steps, *twice)


__all__ = ["STIRRED", "TWINS", "UNEXPLAINED", "Plan", "Turns"]
