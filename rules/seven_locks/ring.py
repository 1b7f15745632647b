"""Schloss der 7 Schlösser: where pearls may go and where the keymaster may stand."""

from __future__ import annotations

from functools import cache

from rules.seven_locks.pieces import MEMBERS, MOST, OPENING, PLACES
from rules.seven_locks.position import Phase, Position


@cache
def ahead(standing: int, place: int) -> tuple[int, ...]:
    """The standing towers clockwise from a place, that place itself never among them."""
    ring = [(place + step) % PLACES for step in range(1, PLACES)]
    return tuple(each for each in ring if standing >> each & 1)


@cache
def targets(standing: int, place: int, steps: int) -> tuple[int, ...]:
    """Where the keymaster may go: emptied places are neither entered nor counted.

    If the steps were not seen, every place that some throw reaches.
    """
    return ahead(standing, place)[: steps or MOST]


def open_towers(position: Position) -> list[int]:
    """The towers the next pearl may go into."""
    if position.phase is Phase.OPENING:
        thrown = OPENING - position.hand
        return [tower for tower in range(PLACES) if position.pearls[tower] <= thrown // PLACES]
    if position.phase is not Phase.DROP:
        return []
    standing = MEMBERS[position.standing]
    dropped = position.dropped
    free = [tower for tower in standing if not dropped[tower]]
    if position.rolled > len(standing) and max(dropped) < 2:
        return list(standing)
    return free


def even(position: Position) -> bool:
    """Whether the known opening pearls lie as they should."""
    return position.unplaced > 0 or max(position.pearls) - min(position.pearls) <= 1
