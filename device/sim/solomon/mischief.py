"""Mistakes at König Salomons Schatzkammer: each finds an illegal event for a position, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from device.sim.mistakes import rules_broken, some_mistake
from device.sim.textures import Rng
from rules.solomon import Event, Magic, Mark, Pay, Phase, Position, Shift, Total, Ward
from rules.solomon.areas import areas_for
from rules.solomon.game import GAME
from rules.solomon.pieces import (
    FULL,
    NEIGHBOURS,
    OBJECT_TILE,
    SQUARES,
    Area,
    flipped,
    placements,
    turns,
)

Mistake = Callable[[Position], Iterator[Event]]


def turned(position: Position) -> Iterator[Event]:
    """The shape turned without the mirror."""
    seat = position.waiting[0]
    shape = position.shape(seat)
    for other in turns(shape)[1:] if shape else ():
        yield from (Mark(seat, area) for area in placements(other) if _level(position, area))


def mirrored(position: Position) -> Iterator[Event]:
    """The shape as in a looking glass."""
    seat = position.waiting[0]
    shape = position.shape(seat)
    for other in turns(flipped(shape)) if shape else ():
        yield from (Mark(seat, area) for area in placements(other) if _level(position, area))


def uneven(position: Position) -> Iterator[Event]:
    """The right shape over shafts of different height."""
    seat = position.waiting[0]
    shape = position.shape(seat)
    for area in placements(shape) if shape else ():
        if all(position.stacks[square] for square in area) and not _level(position, area):
            yield Mark(seat, area)


def empty(position: Position) -> Iterator[Event]:
    """The right shape with an empty shaft in it."""
    seat = position.waiting[0]
    shape = position.shape(seat)
    for area in placements(shape) if shape else ():
        filled = [len(position.stacks[square]) for square in area if position.stacks[square]]
        if 2 <= len(filled) < len(area) and len(set(filled)) == 1:
            yield Mark(seat, area)


def upward(position: Position) -> Iterator[Event]:
    """A tile pushed up, or along the level."""
    heights = position.heights
    for source in SQUARES:
        for target in NEIGHBOURS[source]:
            if 0 < heights[source] <= heights[target] < FULL:
                yield Shift(position.waiting[0], source, target)


def out_of_order(position: Position) -> Iterator[Event]:
    """Somebody else digs first."""
    for seat in position.waiting[1:]:
        yield from (Mark(seat, area) for area in areas_for(position, seat))


MISTAKES: dict[str, Mistake] = {
    "solomon.shape-turned": turned,
    "solomon.shape-flipped": mirrored,
    "solomon.levels": uneven,
    "solomon.levels-shift": uneven,
    "solomon.empty-shaft": empty,
    "solomon.shift-upward": upward,
    "solomon.order": out_of_order,
}


def find_mistake(rng: Rng, position: Position) -> tuple[str, Event] | None:
    """Some mistake possible now, really illegal for the reason it is named after."""

    def fits(rule: str, event: Event) -> bool:
        return rule in rules_broken(GAME, position, event) and not explained(position, event)

    return some_mistake(rng, position, MISTAKES, fits)


def explained(position: Position, event: Event) -> bool:
    """Whether shifts and a dig that the rules allow would leave the same table."""
    if not isinstance(event, Mark):
        return False
    area = tuple(square for square in event.squares if position.stacks[square])
    return _reachable(position, frozenset(area), 2)


def _reachable(position: Position, area: frozenset[int], shifts: int) -> bool:
    marks = [event for event in GAME.actions(position) if isinstance(event, Mark)]
    if any(frozenset(mark.squares) == area for mark in marks):
        return True
    if not shifts or position.phase is not Phase.DIG:
        return False
    heights, seat = position.heights, position.waiting[0]
    for source in area:
        for target in NEIGHBOURS[source]:
            if target not in area and heights[target] < heights[source]:
                moved = GAME.apply(position, Shift(seat, source, target))
                if _reachable(moved, area - {source} | {target}, shifts - 1):
                    return True
    return False


def wrong_claim(rng: Rng, position: Position) -> Event | None:
    """A payment told wrongly, or the amulet of this very turn used; at the end a wrong total."""
    found: list[Event] = []
    if position.phase is Phase.PAY:
        seat, due = position.waiting[0], position.due()
        found += [Pay(seat, coins) for coins in range(due) if coins <= position.coins[seat]]
        if position.loot[seat][OBJECT_TILE[Magic.AMULET]]:
            found.append(Ward(seat))
    elif position.phase is Phase.FINISHED:
        points = GAME.score(position).totals
        found += [Total(seat, each + int(rng.integers(1, 9))) for seat, each in enumerate(points)]
    found = [event for event in found if rules_broken(GAME, position, event)]
    return found[int(rng.integers(len(found)))] if found else None


def _level(position: Position, area: Area) -> bool:
    levels = {len(position.stacks[square]) for square in area}
    return len(levels) == 1 and 0 not in levels
