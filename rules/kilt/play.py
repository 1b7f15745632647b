"""Kilt Castle: what an event does to a position, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from rules.folding import check_possible, swap
from rules.kilt.areas import ducat_day, final_remuneration
from rules.kilt.events import Build, DucatDayPaid, Event, Move, Paid, Roof, SetUp
from rules.kilt.pieces import (
    COLOURS,
    FLOOR_SUPPLY,
    FLOORS,
    INDEX,
    MONEY,
    POSITIONS,
    PURSE,
    SIZE,
    Card,
)
from rules.kilt.position import DucatDay, Due, Phase, Position, Setting
from rules.kilt.possible import impossible
from rules.kilt.sites import Step, can_build, step

VALUES = attrgetter(*Position.__slots__)


class Draft:
    """A position in the making: the same fields, open to change until frozen."""

    __slots__ = Position.__slots__

    def __init__(self, position: Position) -> None:
        self.setting = position.setting
        self.phase = position.phase
        self.rows = position.rows
        self.towers = position.towers
        self.roofs = position.roofs
        self.left = position.left
        self.unseen = position.unseen
        self.ducats = position.ducats
        self.doubt = position.doubt
        self.bank = position.bank
        self.active = position.active
        self.turn = position.turn
        self.front = position.front
        self.at = position.at
        self.pending = position.pending
        self.built = position.built
        self.roof_due = position.roof_due
        self.dues = position.dues
        self.day_due = position.day_due
        self.day = position.day
        self.day_open = position.day_open
        self.bonus = position.bonus

    def freeze(self) -> Position:
        return Position(*VALUES(self))


def apply(position: Position, event: Event) -> Position:
    """The position after an event, as the table really lies; total but for the impossible."""
    check_possible(event, impossible(position, event))
    draft = Draft(position)
    EFFECTS[type(event)](draft, event)
    return draft.freeze()


def _set_up(draft: Draft, event: SetUp) -> None:
    old = draft.setting
    draft.setting = Setting(old.players, old.options, old.box_water, event.water, event.colours)
    owner = draft.setting.owner
    draft.rows = event.rows
    draft.left = tuple(FLOOR_SUPPLY if colour in owner else (0, 0, 0) for colour in COLOURS)
    draft.ducats = (PURSE,) * old.players
    draft.bank = MONEY - PURSE * old.players
    draft.front = leading(event.rows)
    start = event.start
    draft.active = owner[opener(event.rows).away] if start is None else start
    draft.phase = Phase.MOVE
    draft.turn = 1


def leading(rows: tuple[tuple[Card, ...], ...]) -> int:
    """The front of a fresh train: the row with the widest gap ahead of it."""
    held = [place for place, row in enumerate(rows) if row]
    gaps = [
        (after - place) % POSITIONS or POSITIONS
        for place, after in zip(held, held[1:] + held[:1], strict=True)
    ]
    return held[gaps.index(max(gaps))]


def opener(rows: tuple[tuple[Card, ...], ...]) -> Card:
    """The card that names the start player: the lone one, else the front row's first."""
    lone = [row[0] for row in rows if len(row) == 1]
    return lone[0] if len(lone) == 1 else rows[leading(rows)][0]


def _move(draft: Draft, event: Move) -> None:
    if draft.phase in (Phase.BUILD, Phase.ROOF):
        _end_turn(draft)
    _take_back_untold(draft)
    source, depth = _find(draft.rows, event.card)
    way = step(draft.front, source, event.to)
    _lay(draft, event, source, depth)
    _follow_front(draft, way, event.to)
    if draft.phase is Phase.FINISHED:
        return
    draft.at = event.to
    draft.built = ()
    draft.dues = ()
    draft.day_open = False
    draft.day_due = not draft.rows[source]
    draft.pending = event.card.colours
    draft.phase = Phase.BUILD
    _next_builder(draft)


def _find(rows: tuple[tuple[Card, ...], ...], card: Card) -> tuple[int, int]:
    for place, row in enumerate(rows):
        for depth, other in enumerate(row):
            if other.same(card):
                return place, depth
    raise AssertionError("an impossible card was let through")


def _lay(draft: Draft, event: Move, source: int, depth: int) -> None:
    """Take the card out, let the outer ones move up, and put it into its new row."""
    rows = list(draft.rows)
    row = rows[source]
    rows[source] = row[:depth] + row[depth + 1 :]
    row = rows[event.to]
    place = len(row) if event.depth is None else event.depth
    rows[event.to] = (*row[:place], event.card, *row[place:])
    draft.rows = tuple(rows)


def _follow_front(draft: Draft, way: Step, to: int) -> None:
    if way in (Step.AHEAD, Step.TOO_FAR):
        draft.front = to
    # Only a move let stand can empty the front row without passing it.
    while not draft.rows[draft.front]:
        draft.front = (draft.front - 1) % POSITIONS


def _next_builder(draft: Draft) -> None:
    """Skip builders who cannot build; end the turn when nobody is left."""
    assert draft.at is not None
    while draft.pending and not can_build(draft, draft.pending[0], draft.at):
        draft.pending = draft.pending[1:]
    if not draft.pending:
        _end_turn(draft)


def _build(draft: Draft, event: Build) -> None:
    number = event.square[0] * SIZE + event.square[1]
    tower = draft.towers[number]
    if tower and event.square not in draft.roofs and draft.phase is not Phase.FINISHED:
        owner = draft.setting.owner
        _pay(draft, owner[event.colour], owner[tower[-1].colour], len(tower))
    draft.towers = swap(draft.towers, number, (*tower, FLOORS[event.colour][event.crests]))
    _take_floor(draft, event)
    if draft.phase is Phase.FINISHED:
        return
    roof = _wants_roof(draft, event)
    draft.built = (*draft.built, (event.colour, event.square))
    draft.pending = tuple(colour for colour in draft.pending if colour is not event.colour)
    if roof:
        draft.roof_due = event.square
        draft.phase = Phase.ROOF
    elif draft.phase is Phase.BUILD:
        _next_builder(draft)


def _take_floor(draft: Draft, event: Build) -> None:
    number = INDEX[event.colour]
    if event.crests is None:
        draft.unseen = swap(draft.unseen, number, draft.unseen[number] + 1)
    else:
        left = draft.left[number]
        left = swap(left, event.crests, left[event.crests] - 1)
        draft.left = swap(draft.left, number, left)


def _wants_roof(draft: Draft, event: Build) -> bool:
    """Whether this floor is the second of the turn on its square, by another player."""
    if draft.phase is not Phase.BUILD or event.square in draft.roofs:
        return False
    owner = draft.setting.owner
    for colour, square in draft.built:
        if square == event.square and colour is not event.colour:
            by_colour = draft.setting.options.two_player_roof == "colours"
            if by_colour or owner[colour] != owner[event.colour]:
                return True
    return False


def _pay(draft: Draft, payer: int, payee: int, cost: int) -> None:
    """Pay for building over someone and note it; own towers are free."""
    if payer == payee:
        return
    purse = draft.ducats[payer]
    if purse < cost and draft.doubt[payer]:
        # He pays more than the books gave him: so an unseen crest had earned him that much.
        found = min(cost - purse, draft.doubt[payer])
        draft.doubt = swap(draft.doubt, payer, draft.doubt[payer] - found)
        _give(draft, payer, found)
        purse += found
    amount = min(cost, purse)
    _hand(draft, payer, payee, amount)
    if amount:
        draft.dues = (*draft.dues, Due(payer, payee, amount))


def _hand(draft: Draft, payer: int, payee: int, amount: int) -> None:
    ducats = list(draft.ducats)
    ducats[payer] -= amount
    ducats[payee] += amount
    draft.ducats = tuple(ducats)


def _give(draft: Draft, seat: int, amount: int) -> None:
    """The bank gives (or takes, when negative) never more than the seat has."""
    amount = max(amount, -draft.ducats[seat])
    draft.ducats = swap(draft.ducats, seat, draft.ducats[seat] + amount)
    draft.bank -= amount


def _roof(draft: Draft, event: Roof) -> None:
    roofs = tuple(square for square in draft.roofs if square != event.source)
    draft.roofs = (*roofs, event.square)
    if draft.phase is Phase.ROOF:
        draft.roof_due = None
        draft.phase = Phase.BUILD
        _next_builder(draft)


def _end_turn(draft: Draft) -> None:
    """Pay a due ducat day, then pass the seal, or end the game."""
    draft.pending = ()
    draft.roof_due = None
    if draft.day_due:
        draft.day_due = False
        draft.day = ducat_day(draft)
        draft.day_open = True
        _earn(draft, draft.day.amounts, draft.day.unsure)
    if _someone_finished(draft):
        draft.phase = Phase.FINISHED
        draft.bonus, unsure = final_remuneration(draft)
        _earn(draft, draft.bonus, unsure)
        return
    draft.phase = Phase.MOVE
    draft.active = (draft.active + 1) % draft.setting.players
    draft.turn += 1


def _earn(draft: Draft, amounts: tuple[int, ...], unsure: tuple[int, ...]) -> None:
    draft.ducats = tuple(map(int.__add__, draft.ducats, amounts))
    draft.doubt = tuple(map(int.__add__, draft.doubt, unsure))
    draft.bank -= sum(amounts)


def _someone_finished(draft: Draft) -> bool:
    left = [sum(each) - gone for each, gone in zip(draft.left, draft.unseen, strict=True)]
    if all(left[INDEX[colour]] for colour in draft.setting.owner):
        return False
    if draft.setting.options.two_player_end == "colour":
        return True
    return any(not any(left[INDEX[colour]] for colour in each) for each in draft.setting.colours)


def _paid(draft: Draft, event: Paid) -> None:
    due = Due(event.payer, event.payee, event.amount)
    if due in draft.dues:
        number = draft.dues.index(due)
        draft.dues = draft.dues[:number] + draft.dues[number + 1 :]
        return
    # Let stand, a wrong payment takes the place of the one it was meant for, if any.
    meant = [old for old in draft.dues if old.payer == event.payer] or list(draft.dues)
    if meant:
        number = draft.dues.index(meant[0])
        draft.dues = draft.dues[:number] + draft.dues[number + 1 :]
        _undo_payment(draft, meant[0])
    _hand(draft, event.payer, event.payee, min(event.amount, draft.ducats[event.payer]))


def _undo_payment(draft: Draft, due: Due) -> None:
    _hand(draft, due.payee, due.payer, min(due.amount, draft.ducats[due.payee]))


def _ducat_day_paid(draft: Draft, event: DucatDayPaid) -> None:
    """The books say what was told; a ducat day told is no longer in doubt."""
    booked = (0,) * len(event.amounts)
    if draft.day_open and draft.day is not None:
        booked = draft.day.amounts
        _settle_doubt(draft, draft.day)
    draft.day_due = False
    draft.day_open = False
    for seat, (said, paid) in enumerate(zip(event.amounts, booked, strict=True)):
        _give(draft, seat, said - paid)


def _settle_doubt(draft: Draft, day: DucatDay) -> None:
    left = zip(draft.doubt, day.unsure, strict=True)
    draft.doubt = tuple(max(0, doubt - unsure) for doubt, unsure in left)


def _take_back_untold(draft: Draft) -> None:
    """What the players were to tell and did not, they did not pay."""
    if draft.setting.options.money == "told" and draft.phase is not Phase.FINISHED:
        for due in draft.dues:
            _undo_payment(draft, due)
        if draft.day_open and draft.day is not None:
            _settle_doubt(draft, draft.day)
            for seat, amount in enumerate(draft.day.amounts):
                _give(draft, seat, -amount)


# What each kind of event does; a table, because this is the path every story takes.
EFFECTS: dict[type[Event], Callable[[Draft, Any], None]] = {
    Build: _build,
    DucatDayPaid: _ducat_day_paid,
    Move: _move,
    Paid: _paid,
    Roof: _roof,
    SetUp: _set_up,
}
