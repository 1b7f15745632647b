"""König Salomons Schatzkammer: a position in the making, and how turns and rounds end."""

from __future__ import annotations

from rules.solomon.books import note_told, reopen
from rules.solomon.pieces import ROUNDS, UNKNOWN, Tile
from rules.solomon.position import Phase, Position


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
        return Position(
            self.setting,
            self.phase,
            self.shapes,
            self.stacks,
            self.seen,
            self.coins,
            self.bank,
            self.pile,
            self.gone,
            self.loot,
            self.pool,
            self.hands,
            self.cards,
            self.played,
            self.round,
            self.waiting,
            self.shifts,
            self.mark,
            self.objects,
            self.dug,
            self.warded,
            self.adding,
            self.books,
        )


def take(draft: Draft, seat: int, tile: Tile) -> None:
    """A tile leaves a screen; if the books do not know it, an untold one turns out to be it."""
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
