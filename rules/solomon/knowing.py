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
    seats = range(position.players)
    loot = tuple(position.loot[at] if at == seat else _screen(position, at, seat) for at in seats)
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


def _screen(position: Position, seat: int, viewer: int | None) -> Counts:
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
        counts[tile] = int(_may_be_hidden(position, tile, viewer))
    return plus(tuple(counts), now)


def _may_be_hidden(position: Position, tile: Tile, viewer: int | None) -> bool:
    """Whether a magic object of this kind may lie behind a screen other than the viewer's."""
    untold = sum(stack.count(UNKNOWN) for stack in position.stacks)
    if ALL_TILES - untold > sum(position.seen):
        return True  # some tile was taken that nobody told
    open_ = sum(stack.count(tile) for stack in position.stacks)
    mine = 0 if viewer is None else position.loot[viewer][tile]
    return position.seen[tile] > open_ + position.gone[tile] + mine
