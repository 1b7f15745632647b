"""König Salomons Schatzkammer: points, with the bonuses for curses and magic objects."""

from __future__ import annotations

from collections.abc import Sequence

from rules.solomon.pieces import (
    FIRST_CURSES,
    FIRST_OBJECTS,
    SCROLL_SET,
    SECOND_CURSES,
    SECOND_OBJECTS,
    Counts,
    curse,
    worth,
)
from rules.solomon.position import Phase, Position
from rules.values import Score


def bonus(values: Sequence[int], first: int, second: int) -> tuple[int, ...]:
    """What each seat gets for the most and second most; ties share the places they cover.

    Nobody gets anything for nothing, and a second place needs half of the first.
    """
    top = max(values)
    if top == 0:
        return (0,) * len(values)
    firsts = values.count(top)
    if firsts > 1:
        return tuple((first + second) // firsts if each == top else 0 for each in values)
    runner = max(each for each in values if each != top)
    placed = runner > 0 and 2 * runner >= top
    share = second // values.count(runner) if placed else 0
    return tuple(first if each == top else share if each == runner else 0 for each in values)


def scroll_sets(loot: Counts) -> int:
    """Full sets of the four scrolls."""
    return min(loot[9:13])


def objects(loot: Counts) -> int:
    return sum(loot[13:17])


def parts(position: Position) -> tuple[dict[str, int], ...]:
    """What the points of each seat are made of, as far as its tiles are told."""
    curses = bonus([curse(loot) for loot in position.loot], FIRST_CURSES, SECOND_CURSES)
    magic = bonus([objects(loot) for loot in position.loot], FIRST_OBJECTS, SECOND_OBJECTS)
    return tuple(
        {
            "coins": position.coins[seat],
            "treasures": worth(loot),
            "scrolls": SCROLL_SET * scroll_sets(loot),
            "curses": curses[seat],
            "objects": magic[seat],
        }
        for seat, loot in enumerate(position.loot)
    )


def score(position: Position) -> Score:
    """Points of every seat; at the end the most points win, equals share the win."""
    each = parts(position)
    totals = tuple(sum(part.values()) for part in each)
    winners = None
    if position.phase is Phase.FINISHED:
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    return Score(totals, each, winners)
