"""König Salomons Schatzkammer: a position in the making, and how turns and rounds end."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from rules.solomon.books import Deal, dealt_to, misfit, told_by
from rules.solomon.pieces import ROUNDS, UNKNOWN, Counts, Tile
from rules.solomon.position import Phase, Position

VALUES = attrgetter(*Position.__slots__)


class Draft:
    """A position in the making: the same fields, open to change until frozen."""

    __slots__ = Position.__slots__

    def __init__(self, position: Position) -> None:
        self.setting = position.setting
        self.phase = position.phase
        self.shapes = position.shapes
        self.stacks = position.stacks
        self.seen = position.seen
        self.coins = position.coins
        self.bank = position.bank
        self.pile = position.pile
        self.gone = position.gone
        self.loot = position.loot
        self.pool = position.pool
        self.hands = position.hands
        self.cards = position.cards
        self.played = position.played
        self.round = position.round
        self.waiting = position.waiting
        self.shifts = position.shifts
        self.mark = position.mark
        self.objects = position.objects
        self.dug = position.dug
        self.warded = position.warded
        self.adding = position.adding
        self.books = position.books

    def freeze(self) -> Position:
        return Position(*VALUES(self))


def take(draft: Draft, seat: int, tile: Tile) -> None:
    """Remove a tile from behind a screen; if it is not recorded there, an unknown one was it."""
    loot = list(draft.loot[seat])
    if not loot[tile]:
        note_told(draft, seat, tile)
    loot[tile if loot[tile] else UNKNOWN] -= 1
    seats = list(draft.loot)
    seats[seat] = tuple(loot)
    draft.loot = tuple(seats)


def end_turn(draft: Draft) -> None:
    """The next player digs; after the last one of a round all choose again, or count."""
    draft.waiting = draft.waiting[1:]
    draft.shifts = 0
    draft.mark = None
    draft.objects = ()
    draft.dug = None
    draft.warded = False
    draft.adding = 0
    draft.phase = Phase.DIG
    if not draft.waiting:
        _end_round(draft)


def _end_round(draft: Draft) -> None:
    draft.cards = (None,) * draft.setting.players
    if draft.round < ROUNDS[draft.setting.players]:
        draft.round += 1
        draft.phase = Phase.CHOOSE
        return
    reopen(draft)
    if any(loot[UNKNOWN] for loot in draft.loot):
        draft.phase = Phase.COUNT
    else:
        draft.phase = Phase.FINISHED


def note_deal(draft: Draft, tiles: Counts, seats: tuple[int, ...]) -> None:
    """Remember a deal that only its receivers have seen."""
    draft.books = replace(draft.books, deals=(*draft.books.deals, Deal(tiles, seats)))


def note_told(draft: Draft, seat: int, tile: Tile) -> None:
    """Remember what one of the tiles dealt to a seat turned out to be."""
    told = tuple(sorted((*draft.books.told, (seat, tile))))
    draft.books = replace(draft.books, told=told)


def note_gift(draft: Draft, seat: int) -> None:
    """Remember that a seat gave away tiles of its own, face down."""
    gave = tuple(sorted({*draft.books.gave, seat}))
    draft.books = replace(draft.books, gave=gave)


def reopen(draft: Draft) -> None:
    """The screens are lifted: what was told and cannot all be true is to be counted anew."""
    while (wrong := misfit(draft)) is not None:
        tile = wrong[1]
        seats = {seat for seat, each in draft.books.told if each == tile}
        again = [seat for seat in seats if told_by(draft, seat)[tile]]
        if not again:
            return  # what has left the screen is what it was
        for seat in again:
            _untell(draft, seat, tile, told_by(draft, seat)[tile])


def _untell(draft: Draft, seat: int, tile: Tile, count: int) -> None:
    """Tiles a seat has told are untold again, and may be whatever it was dealt."""
    told = list(draft.books.told)
    for _ in range(count):
        told.remove((seat, tile))
    draft.books = replace(draft.books, told=tuple(told))
    loot, pool = list(draft.loot), list(draft.pool)
    counts = list(loot[seat])
    counts[tile] -= count
    counts[UNKNOWN] += count
    loot[seat], pool[seat] = tuple(counts), dealt_to(draft, seat)
    draft.loot, draft.pool = tuple(loot), tuple(pool)
