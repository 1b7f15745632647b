"""König Salomons Schatzkammer: the position as one seat may know it."""

from __future__ import annotations

from dataclasses import replace

from rules.solomon.books import dealt_to, told_by
from rules.solomon.deals import lifted
from rules.solomon.events import UNSEEN
from rules.solomon.pieces import (
    ALL_TILES,
    NONE,
    OBJECTS,
    UNKNOWN,
    Counts,
    Tile,
    counted,
    minus,
    plus,
)
from rules.solomon.position import LIFTED, Phase, Position


def known(position: Position, seat: int | None) -> Position:
    """The table as a seat may know it (None: a watcher): hidden cards and hands, and screens.

    Behind another's screen lies what everybody saw going there; magic objects are thought to
    lie behind every screen as long as they may.
    """
    if position.phase in LIFTED:
        return position
    seats, magic = range(position.players), _hidden_magic(position, seat)
    loot = tuple(position.loot[at] if at == seat else _screen(position, at, magic) for at in seats)
    choosing = position.phase is Phase.CHOOSE
    return replace(
        position,
        loot=loot,
        pool=tuple(
            position.pool[at] if at == seat else dealt_to(position, at) if loot[at][0] else NONE
            for at in seats
        ),
        hands=tuple(hand if at == seat else None for at, hand in enumerate(position.hands)),
        cards=tuple(
            UNSEEN if choosing and card and at != seat else card
            for at, card in enumerate(position.cards)
        ),
        books=replace(
            position.books, told=tuple(each for each in position.books.told if each[0] == seat)
        ),
    )


def _screen(position: Position, seat: int, magic: frozenset[Tile]) -> Counts:
    """What the others may think of the tiles behind a screen."""
    loot = position.loot[seat]
    if not any(loot):
        return loot
    now = lifted(position, seat) if seat == position.active else NONE
    before = minus(loot, now)
    hidden = before if seat in position.books.gave else told_by(position, seat)
    hidden = tuple(map(min, before, hidden))
    counts = list(minus(before, hidden))
    counts[UNKNOWN] += sum(hidden)
    for tile in OBJECTS:
        counts[UNKNOWN] += counts[tile]
        counts[tile] = int(tile in magic)
    return plus(tuple(counts), now)


def _hidden_magic(position: Position, viewer: int | None) -> frozenset[Tile]:
    """The magic objects that may lie behind a screen other than the viewer's."""
    here = counted(tile for stack in position.stacks for tile in stack)
    if ALL_TILES - here[UNKNOWN] > sum(position.seen):
        return frozenset(OBJECTS)  # an unknown tile was taken
    mine = NONE if viewer is None else position.loot[viewer]
    elsewhere = plus(plus(here, position.gone), mine)
    return frozenset(tile for tile in OBJECTS if position.seen[tile] > elsewhere[tile])
