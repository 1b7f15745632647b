"""Burg Appenzell: what an event does to a position, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any

from rules.appenzell.events import (
    Cover,
    EndTurn,
    Event,
    Place,
    Reveal,
    Run,
    SetUp,
    Slide,
    Take,
    Uncover,
)
from rules.appenzell.pieces import (
    LAST_MICE,
    LINES,
    MICE,
    OUTSIDE,
    SPARE,
    SUPPLY,
    TRAP,
    UNKNOWN,
    Field,
    Tile,
    distance,
)
from rules.appenzell.position import Ending, Phase, Position
from rules.appenzell.possible import impossible
from rules.appenzell.routes import earned, empty_rooms, known, reach, shut, untold_mice
from rules.folding import check_possible, swap

VALUES = attrgetter(*Position.__slots__)


class Draft:
    """A position in the making: the same fields, open to change until frozen."""

    __slots__ = Position.__slots__

    def __init__(self, position: Position) -> None:
        self.setting = position.setting
        self.phase = position.phase
        self.tiles = position.tiles
        self.spare = position.spare
        self.roofs = position.roofs
        self.mice = position.mice
        self.waiting = position.waiting
        self.lost = position.lost
        self.cheeses = position.cheeses
        self.active = position.active
        self.turn = position.turn
        self.used = position.used
        self.slid = position.slid
        self.closing = position.closing
        self.fresh = position.fresh
        self.winners = position.winners
        self.ending = position.ending

    def freeze(self) -> Position:
        return Position(*VALUES(self))


def apply(position: Position, event: Event) -> Position:
    """The position after an event, as the table really lies; total but for the impossible."""
    check_possible(event, next(iter(impossible(position, event)), None))
    draft = Draft(position)
    EFFECTS[type(event)](draft, event)
    return draft.freeze()


# --- before the first turn ---------------------------------------------------------------


def _set_up(draft: Draft, event: SetUp) -> None:
    old = draft.setting
    draft.setting = replace(old, rooms=event.rooms, colours=event.colours, told_looks=event.looks)
    draft.roofs = (1 << len(event.rooms)) - 1
    draft.active = event.start
    draft.phase = Phase.PLACE


def _place(draft: Draft, event: Place) -> None:
    _move_mouse(draft, event.seat, OUTSIDE, event.tower)
    if draft.phase is Phase.PLACE and all(draft.mice):
        _begin(draft)


def _begin(draft: Draft) -> None:
    """The first turn; who acts before all mice are placed begins it too."""
    if draft.phase is Phase.PLACE:
        draft.phase = Phase.TURN
        draft.turn = 1


# --- actions -----------------------------------------------------------------------------


def _spend(draft: Draft, seat: int, cost: int) -> None:
    """Actions count for the seat whose turn it is, also if another player moved."""
    _begin(draft)
    if seat == draft.active and draft.phase is Phase.TURN:
        draft.used += cost


def _uncover(draft: Draft, event: Uncover) -> None:
    _spend(draft, event.seat, 1)
    draft.roofs &= ~(1 << event.room)
    _settle(draft)


def _run(draft: Draft, event: Run) -> None:
    _spend(draft, event.seat, run_cost(draft, event))
    _move_mouse(draft, event.seat, event.source, event.to)
    _settle(draft)


def run_cost(table: Draft | Position, event: Run) -> int:
    """The actions a run takes; one that no mouse could make counts the fields between."""
    if event.to == OUTSIDE:
        return 1
    cost = reach(table, event.source).get(event.to)
    if cost is not None:
        return cost
    return 1 if event.source == OUTSIDE else distance(event.source, event.to)


def _move_mouse(draft: Draft, seat: int, source: Field, to: Field) -> None:
    mice = list(draft.mice[seat])
    if source == OUTSIDE:
        draft.waiting = swap(draft.waiting, seat, draft.waiting[seat] - 1)
    else:
        mice.remove(source)
    if to == OUTSIDE:
        draft.waiting = swap(draft.waiting, seat, draft.waiting[seat] + 1)
    else:
        mice.append(to)
    draft.mice = swap(draft.mice, seat, tuple(sorted(mice)))


def _slide(draft: Draft, event: Slide) -> None:
    _spend(draft, event.seat, 1)
    draft.slid = draft.slid or draft.phase is Phase.TURN
    mice = {place for each in draft.mice for place in each}
    tiles, coming, hidden = list(draft.tiles), draft.spare, False
    for place in LINES[event.slot]:
        covered = shut(draft, place)
        # No mouse falls and no cheese is won on memory: what comes from under a roof to a mouse
        # is told again.
        arrives = UNKNOWN if hidden and not covered and place in mice else coming
        tiles[place], coming, hidden = arrives, tiles[place], covered
    draft.tiles, draft.spare = tuple(tiles), coming
    _settle(draft)


# --- what is told ------------------------------------------------------------------------


def _reveal(draft: Draft, event: Reveal) -> None:
    before = draft.spare if event.field == SPARE else draft.tiles[event.field]
    if before != event.tile and known(draft, event.tile) >= SUPPLY[event.tile]:
        _forget(draft, event.tile)
    if event.field == SPARE:
        draft.spare = event.tile
    else:
        draft.tiles = swap(draft.tiles, event.field, event.tile)
    _settle(draft)


def _forget(draft: Draft, tile: Tile) -> None:
    """One tile too many was told, and an open one cannot be wrong: doubt the covered ones."""
    draft.tiles = tuple(
        UNKNOWN if other == tile and shut(draft, place) else other
        for place, other in enumerate(draft.tiles)
    )


def _take(draft: Draft, event: Take) -> None:
    pair = (event.seat, event.kind)
    if pair in draft.fresh and draft.setting.options.books == "kept":
        draft.fresh = tuple(each for each in draft.fresh if each != pair)
        return
    _collect(draft, event.seat, event.kind)
    _settle(draft)


def _collect(draft: Draft, seat: int, kind: Tile) -> None:
    draft.cheeses = swap(draft.cheeses, seat, draft.cheeses[seat] | 1 << kind)
    draft.fresh = (*draft.fresh, (seat, kind))


def _cover(draft: Draft, event: Cover) -> None:
    _begin(draft)
    draft.roofs |= 1 << event.room
    draft.closing = draft.closing or draft.phase is Phase.TURN
    _settle(draft)


# --- what follows ------------------------------------------------------------------------


def _settle(draft: Draft) -> None:
    """Traps take mice, then cheeses are collected by those left, then the game may end."""
    _spring_traps(draft)
    if draft.setting.options.books == "kept" and draft.phase is not Phase.FINISHED:
        for seat in _clockwise(draft):
            for kind in earned(draft, seat):
                _collect(draft, seat, kind)
    if draft.phase is Phase.TURN and not unsettled(draft):
        _finish(draft)


def unsettled(table: Draft | Position) -> bool:
    """Whether a tile under a mouse or a cheese is still to be told, which may change the end."""
    if untold_mice(table):
        return True
    told = table.setting.options.books == "told"
    return told and any(earned(table, seat) for seat in range(table.setting.players))


def _spring_traps(draft: Draft) -> None:
    tiles = draft.tiles
    for seat, mice in enumerate(draft.mice):
        caught = [place for place in mice if tiles[place] == TRAP]
        if caught:
            left = tuple(place for place in mice if tiles[place] != TRAP)
            draft.mice = swap(draft.mice, seat, left)
            draft.lost = swap(draft.lost, seat, draft.lost[seat] + len(caught))


def _clockwise(draft: Draft) -> list[int]:
    players = draft.setting.players
    return [(draft.active + step) % players for step in range(players)]


def _finish(draft: Draft) -> None:
    """A reached goal first, the player to move before the others; then a third mouse lost."""
    goal = draft.setting.options.kinds
    kinds = [each.bit_count() for each in draft.cheeses]
    if max(kinds) >= goal:
        first = next(seat for seat in _clockwise(draft) if kinds[seat] >= goal)
        _end(draft, Ending.GOAL, (first,))
    elif MICE - max(draft.lost) <= LAST_MICE:
        order = _clockwise(draft)
        # Whose last turn is longest ago comes first: the next player; who moves now, last.
        able = [s for s in order[1:] + order[:1] if MICE - draft.lost[s] > LAST_MICE]
        most = max((kinds[seat] for seat in able), default=0)
        best = [seat for seat in able if kinds[seat] == most]
        _end(draft, Ending.MICE, tuple(best[:1]))


def _end(draft: Draft, ending: Ending, winners: tuple[int, ...]) -> None:
    draft.phase = Phase.FINISHED
    draft.ending = ending
    draft.winners = winners


def _end_turn(draft: Draft, event: EndTurn) -> None:
    del event
    _begin(draft)
    if draft.phase is Phase.FINISHED:
        return
    if draft.setting.options.books == "kept":
        for room in empty_rooms(draft):
            draft.roofs |= 1 << room
    draft.active = (draft.active + 1) % draft.setting.players
    draft.turn += 1
    draft.used = 0
    draft.slid = draft.closing = False
    draft.fresh = ()
    _settle(draft)


# What each kind of event does.
EFFECTS: dict[type[Event], Callable[[Draft, Any], None]] = {
    Cover: _cover,
    EndTurn: _end_turn,
    Place: _place,
    Reveal: _reveal,
    Run: _run,
    SetUp: _set_up,
    Slide: _slide,
    Take: _take,
    Uncover: _uncover,
}
