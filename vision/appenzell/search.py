"""Which stories of Burg Appenzell are worth telling: what the rules allow and a picture asks for.

Many orders of the same actions come to the same table. They are grown side by side, those that
come to the same become one, and whoever tells the story knows up to where its order is certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Protocol

from rules.appenzell import (
    OUTSIDE,
    SPARE,
    UNKNOWN,
    Cover,
    EndTurn,
    Event,
    Place,
    Position,
    Reveal,
    Run,
    Slide,
    Take,
    Uncover,
    actions,
    apply,
)
from rules.appenzell.pieces import STEPS, SUPPLY
from rules.appenzell.position import Phase
from rules.appenzell.routes import known
from vision.stories.story import EVERY

Events = tuple[Event, ...]

# Stories grown at a time, how far behind the best one they may be, how many steps they may have.
WIDTH = 24
REACH = 30.0
MOST_STEPS = 16
TOLD = 40
HOPE = 0.8
# Once a story explains this well, others may grow by so many steps only.
WELL, ENOUGH = -1.0, 2
# Two stories to the same table this close leave open in which order things were done.
EQUAL = 6.0
# What each event costs those who weigh stories; kept apart from what this file adds.
EVENT_COST = 0.4
# A turn ends before all its actions are used, for each of them, or with none at all: that is as
# rare as a mistake. Hands of two turns without a rest between them.
EARLY_COST, UNUSED_COST, IDLE_COST = 1.7, 0.4, 6.0
MIXED_COST = 7.0
USED_COST = 0.8  # an action: nobody wastes one on a detour
SLIDE_COST = 2.5  # any of twelve slots
PASSING_COST = 1.5  # a mouse ran on from where it stood for a moment
DETOUR_COST = 3.0  # it could have gone there at once
RETURN_COST = 3.0  # a mouse comes to where one stood before: most likely it never left
# A tile comes to light of a kind of which all are known to lie elsewhere.
ONE_TOO_MANY = 7.0
# So much unexplained calls for rooms that were opened and covered again meanwhile.
UNEXPLAINED = -3.0

ACTIONS = (Run, Uncover, Slide, Cover, Take)


class Step(tuple[Event, ...]):
    """A whole story, with what it costs beyond its events and how much of its order is sure."""

    cost: float = 0.0
    common: int = EVERY


class Scored(Protocol):
    """What a story's weighing must answer."""

    before: Position

    def fit(self, after: Position) -> float: ...

    def unexplained(self, after: Position) -> float: ...

    def prior(self, after: Position) -> float: ...

    def key(self, position: Position) -> tuple[object, ...]: ...

    def asked_for(self, position: Position, event: Event) -> bool: ...

    def news(self, position: Position) -> Events: ...

    def guessed(self, position: Position) -> Iterator[Events]: ...

    def passing(self, run: Run) -> bool: ...

    def falls(self, slot: int) -> float: ...


@dataclass(frozen=True)
class Path:
    """A story on its way."""

    position: Position
    events: Events = ()
    cost: float = 0.0
    weight: float = 0.0
    common: int = EVERY
    acted: frozenset[int] = frozenset()  # the turns in which something was done

    def step(self) -> Step:
        """The story as a step."""
        told = Step(self.events)
        told.cost, told.common = self.cost, self.common
        return told


class Search:
    """Grows the stories that begin at one position."""

    def __init__(self, story: Scored) -> None:
        self._story = story

    def stories(self) -> list[Step]:
        """The stories worth telling, the best first."""
        found = self._grown(peeking=False)
        best = max(found, key=lambda path: path.weight)
        unexplained = self._story.unexplained(best.position)
        if unexplained < UNEXPLAINED and best.position.phase is Phase.TURN:
            found += [path for path in self._grown(peeking=True) if _no_idle_peek(path)]
        found = [path for path in found if path.events]
        found.sort(key=lambda path: -path.weight)
        return [path.step() for path in _less_knowing(found[:TOLD])]

    def _grown(self, *, peeking: bool) -> list[Path]:
        start = Path(self._story.before, weight=self._story.fit(self._story.before))
        met = {self._story.key(start.position): start}
        frontier, best, left = [start], start, MOST_STEPS
        while frontier and left:
            well = self._story.unexplained(best.position) > WELL
            left = min(left - 1, ENOUGH if well else MOST_STEPS)
            grown: dict[tuple[object, ...], Path] = {}
            for path in frontier:
                for longer in self._longer(path, peeking):
                    key = self._story.key(longer.position)
                    rival = grown.get(key) or met.get(key)
                    grown[key] = longer if rival is None else _joined(rival, longer)
            fresh = {k: p for k, p in grown.items() if k not in met or p.weight > met[k].weight}
            met |= grown
            best = max([best, *fresh.values()], key=lambda path: path.weight)
            ranked = sorted(((self._promise(path), path) for path in fresh.values()), key=_first)
            ranked = ranked[:WIDTH]
            frontier = [path for hope, path in ranked if -hope > -ranked[0][0] - REACH]
        return list(met.values())

    def _promise(self, path: Path) -> float:
        """What a story may come to (less is better): most of what is unexplained may still be."""
        return -path.weight + HOPE * self._story.unexplained(path.position)

    def _longer(self, path: Path, peeking: bool) -> Iterator[Path]:
        """A story with one thing more, and with what comes to light by it."""
        news = self._story.news(path.position)
        if news:
            yield self._with(path, news)
            return
        for event in actions(path.position):
            if isinstance(event, Reveal) or _told_before(path.events, event):
                continue
            peek = peeking and isinstance(event, Uncover)
            if peek or self._story.asked_for(path.position, event):
                yield self._told(path, (event,))
        for step in self._story.guessed(path.position):
            yield self._told(path, step)

    def _told(self, path: Path, step: Events) -> Path:
        after = path.position
        for event in step:
            after = apply(after, event)
        return self._with(path, (*step, *self._story.news(after)))

    def _with(self, path: Path, step: Events) -> Path:
        position, cost, acted = path.position, path.cost, path.acted
        before = path.events[-1] if path.events else None
        for event in step:
            if isinstance(event, ACTIONS) and position.phase is Phase.TURN:
                cost += MIXED_COST * bool(acted and position.turn not in acted)
                acted = acted | {position.turn}
            after = apply(position, event)
            cost += event_cost(self._story, position, event, after)
            cost += DETOUR_COST * _detour(before, event)
            before, position = event, after
        events = (*path.events, *step)
        value = self._story.fit(position) + self._story.prior(position)
        weight = value - cost - EVENT_COST * len(events)
        return replace(
            path, position=position, events=events, cost=cost, weight=weight, acted=acted
        )


def _told_before(events: Events, event: Event) -> bool:
    """Whether this is the other order of two roofs laid on: that is told in one order only."""
    last = events[-1] if events else None
    return isinstance(event, Cover) and isinstance(last, Cover) and event.room < last.room


def _detour(before: Event | None, event: Event) -> bool:
    """Whether a mouse runs on to a field next to the one it came from."""
    if not (isinstance(before, Run) and isinstance(event, Run)) or before.source == OUTSIDE:
        return False
    same = (before.seat, before.to) == (event.seat, event.source)
    return same and event.to in STEPS[before.source]


def _first(ranked: tuple[float, Path]) -> float:
    return ranked[0]


def free_step(story: Scored, position: Position, event: Event) -> Step:
    """What hands could do, with what comes to light by it and what it costs."""
    after = apply(position, event)
    step = Step((event, *story.news(after)))
    if isinstance(event, EndTurn) and position.used > _used(story.before, position):
        step.cost += MIXED_COST
    for each in step:
        after = apply(position, each)
        step.cost += event_cost(story, position, each, after)
        position = after
    return step


def joined(first: Step, second: Step) -> Step:
    """One step after another, as one."""
    step = Step((*first, *second))
    step.cost = first.cost + second.cost
    return step


def _used(before: Position, now: Position) -> int:
    return before.used if before.turn == now.turn else 0


def event_cost(story: Scored, position: Position, event: Event, after: Position) -> float:
    """How unusual an event is by itself."""
    used = USED_COST * max(0, after.used - position.used)
    match event:
        case Reveal():
            return reveal_cost(position, event)
        case EndTurn():
            return _ended_early(position)
        case Slide(_, slot):
            return used + SLIDE_COST + story.falls(slot)
        case Run(seat, _, to):
            back = to in story.before.mice[seat]
            return used + PASSING_COST * story.passing(event) + RETURN_COST * back
        case _:
            return used


def _ended_early(position: Position) -> float:
    """How unusual it is to end a turn now."""
    if not position.used:
        return IDLE_COST
    return EARLY_COST + UNUSED_COST * position.left if position.left else 0.0


def reveal_cost(position: Position, event: Reveal) -> float:
    """How little a tile that comes to light was to be expected among those nobody knows."""
    told = position.spare if event.field == SPARE else position.tiles[event.field]
    if told == event.tile:
        return 0.0
    left = [count - known(position, kind) for kind, count in enumerate(SUPPLY)]
    if told != UNKNOWN:
        left[told] += 1
    if left[event.tile] <= 0:
        return ONE_TOO_MANY
    return -log(left[event.tile] / max(1, sum(max(0, each) for each in left)))


def _less_knowing(paths: Sequence[Path]) -> list[Path]:
    """Stories that differ only in what is remembered of hidden tiles become the one unsure of it.

    Whether a mouse or a tile came to a field first decides what is known there, and nothing else.
    """
    kept: list[Path] = []
    for path in paths:
        for n, other in enumerate(kept):
            if _done(path) == _done(other) and _same_but_memory(path.position, other.position):
                less, more = sorted((path, other), key=lambda p: -p.position.tiles.count(UNKNOWN))
                common = min(alike(path.events, other.events), path.common, other.common)
                gained = max(less.weight, more.weight) - less.weight
                kept[n] = replace(
                    less, common=common, weight=less.weight + gained, cost=less.cost - gained
                )
                break
        else:
            kept.append(path)
    return kept


def _done(path: Path) -> Counter[Event]:
    """What was done in a story, in whatever order."""
    return Counter(event for event in path.events if not isinstance(event, Reveal))


def _same_but_memory(one: Position, other: Position) -> bool:
    if _plain(one) != _plain(other):
        return False
    pairs = list(zip(one.tiles, other.tiles, strict=True))
    return all(a in (b, UNKNOWN) for a, b in pairs) or all(b in (a, UNKNOWN) for a, b in pairs)


def _plain(position: Position) -> tuple[object, ...]:
    """A position but for its tiles."""
    return tuple(
        getattr(position, name) for name in Position.__slots__ if name not in ("tiles", "setting")
    )


def _no_idle_peek(path: Path) -> bool:
    """Whether every room that was opened and covered again was run through; else who knows."""
    rooms, through = path.position.setting.rooms, {e.to for e in path.events if isinstance(e, Run)}
    lifted = {event.room for event in path.events if isinstance(event, Uncover)}
    shut = [room for room in lifted if path.position.roofs >> room & 1]
    return all(through & set(rooms[room]) for room in shut)


def _joined(one: Path, other: Path) -> Path:
    """The better of two stories that come to the same, knowing which order of events is open."""
    better, worse = (one, other) if one.weight >= other.weight else (other, one)
    if better.weight - worse.weight > EQUAL or better.events == worse.events:
        return better
    same = alike(better.events, worse.events)
    return replace(better, common=min(same, better.common, worse.common))


def alike(one: Sequence[Event], other: Sequence[Event]) -> int:
    """How many first events are the same."""
    for count, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return count
    return min(len(one), len(other))


__all__ = ["OUTSIDE", "Place", "Search", "Step", "alike", "reveal_cost"]
