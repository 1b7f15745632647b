"""König Salomons Schatzkammer: what an event does to a position, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.folding import check_possible, swap
from rules.solomon.deals import deal, tiles_to_add
from rules.solomon.draft import Draft, end_turn, note_deal, note_told, take
from rules.solomon.events import (
    UNSEEN,
    Add,
    Choose,
    Count,
    DrawShape,
    Event,
    Fail,
    Got,
    Hold,
    Lift,
    Mark,
    Pass,
    Pay,
    See,
    SetUp,
    Shift,
    Show,
    Total,
    Ward,
)
from rules.solomon.pieces import (
    NONE,
    OBJECT_TILE,
    PURSE,
    UNKNOWN,
    Magic,
    Tile,
    counted,
    curse,
    plus,
    to_entrance,
)
from rules.solomon.position import Phase, Position
from rules.solomon.possible import impossible


def apply(position: Position, event: Event) -> Position:
    """The position after an event, as the table really lies; total but for the impossible."""
    check_possible(event, impossible(position, event))
    draft = Draft(position)
    EFFECTS[type(event)](draft, event)
    return draft.freeze()


# --- before digging ----------------------------------------------------------------------


def _set_up(draft: Draft, event: SetUp) -> None:
    purse = PURSE[draft.setting.players]
    draft.coins = (purse,) * draft.setting.players
    draft.bank -= sum(draft.coins)
    draft.round = 1
    draft.phase = Phase.CHOOSE
    for square, tile in enumerate(event.tops):
        if tile != UNKNOWN:
            _tell_top(draft, square, tile)


def _tell_top(draft: Draft, square: int, tile: Tile) -> None:
    stack = draft.stacks[square]
    old = stack[-1]
    if old != tile:
        seen = list(draft.seen)
        seen[tile] += 1
        if old != UNKNOWN:
            seen[old] -= 1
        draft.seen = tuple(seen)
        draft.stacks = swap(draft.stacks, square, (*stack[:-1], tile))


def _hold(draft: Draft, event: Hold) -> None:
    draft.hands = swap(draft.hands, event.seat, tuple(sorted(event.cards)))


def _choose(draft: Draft, event: Choose) -> None:
    draft.cards = swap(draft.cards, event.seat, event.card)
    if None in draft.cards:
        return
    cards = draft.cards
    # Two phones told the same number: one of them is wrong, so both cards are read again.
    draft.cards = tuple(UNSEEN if cards.count(card) > 1 else card for card in cards)
    _reveal(draft)


def _show(draft: Draft, event: Show) -> None:
    draft.cards = swap(draft.cards, event.seat, event.card)
    _reveal(draft)


def _reveal(draft: Draft) -> None:
    """All cards lie open; once every number is told, the lowest begins."""
    if UNSEEN in draft.cards:
        draft.phase = Phase.REVEAL
        return
    cards = [card or UNSEEN for card in draft.cards]
    draft.played = tuple((*played, card) for played, card in zip(draft.played, cards, strict=True))
    draft.hands = tuple(_without(hand, card) for hand, card in zip(draft.hands, cards, strict=True))
    draft.waiting = tuple(sorted(range(len(cards)), key=cards.__getitem__))
    draft.phase = Phase.DIG


def _without(hand: tuple[int, ...] | None, card: int) -> tuple[int, ...] | None:
    """The hand less a card; a hand that did not hold it was told wrong and is forgotten."""
    if hand is None or card not in hand:
        return None
    return tuple(each for each in hand if each != card)


def _draw_shape(draft: Draft, event: DrawShape) -> None:
    draft.shapes = swap(draft.shapes, event.card, to_entrance(event.cells, event.arrow))


def _see(draft: Draft, event: See) -> None:
    for square, tile in zip(event.squares, event.tiles, strict=True):
        _tell_top(draft, square, tile)


# --- a turn ------------------------------------------------------------------------------


def _begin_turn(draft: Draft, seat: int) -> None:
    """Let a seat act; out of order the turn under way ends as it is, unpaid."""
    active = draft.waiting[0]
    if seat == active:
        return
    if draft.phase is Phase.ADD:
        deal(draft, active, NONE)
    elif draft.dug is not None or draft.shifts:
        end_turn(draft)
    draft.mark, draft.objects = None, ()
    rest = tuple(each for each in draft.waiting if each != seat)
    draft.waiting = (seat, *rest)


def _shift(draft: Draft, event: Shift) -> None:
    _begin_turn(draft, event.seat)
    stacks = list(draft.stacks)
    source = stacks[event.source]
    stacks[event.source] = source[:-1]
    stacks[event.target] = (*stacks[event.target], source[-1])
    draft.stacks = tuple(stacks)
    draft.shifts += 1
    draft.mark, draft.objects = None, ()


def _mark(draft: Draft, event: Mark) -> None:
    _begin_turn(draft, event.seat)
    draft.mark = tuple(sorted(event.squares))
    draft.objects = event.objects


def _lift(draft: Draft, event: Lift) -> None:
    assert draft.mark is not None
    stacks, seen, taken = list(draft.stacks), list(draft.seen), []
    told = iter(event.tiles)
    for square in draft.mark:
        stack = stacks[square]
        if not stack:
            continue
        old, new = stack[-1], next(told)
        if new == UNKNOWN:
            new = old
        elif new != old:
            seen[new] += 1
            seen[old] -= old != UNKNOWN
        taken.append(new)
        stacks[square] = stack[:-1]
    draft.stacks, draft.seen = tuple(stacks), tuple(seen)
    draft.dug = counted(taken)
    _hand_in(draft, event.seat, draft.objects)
    draft.warded = Magic.AMULET in draft.objects
    draft.loot = swap(draft.loot, event.seat, plus(draft.loot[event.seat], draft.dug))
    if draft.dug[UNKNOWN]:
        untold = (draft.dug[UNKNOWN], *NONE[1:])
        draft.pool = swap(draft.pool, event.seat, plus(draft.pool[event.seat], untold))
        note_deal(draft, untold, (event.seat,))
    draft.mark = None
    draft.phase = Phase.PAY
    _settle(draft)


def _hand_in(draft: Draft, seat: int, objects: tuple[Magic, ...]) -> None:
    """Used objects leave the game."""
    for magic in objects:
        tile = OBJECT_TILE[magic]
        take(draft, seat, tile)
        draft.gone = swap(draft.gone, tile, draft.gone[tile] + 1)


def _settle(draft: Draft) -> None:
    """End the turn if there is nothing to pay."""
    dug = draft.dug or NONE
    cursed = 0 if draft.warded else curse(dug) + dug[UNKNOWN]
    if not draft.shifts and not cursed:
        end_turn(draft)


def _pass(draft: Draft, event: Pass) -> None:
    _begin_turn(draft, event.seat)
    draft.mark, draft.objects = None, ()
    draft.dug = NONE
    draft.phase = Phase.PAY
    _settle(draft)


def _ward(draft: Draft, event: Ward) -> None:
    _hand_in(draft, event.seat, (Magic.AMULET,))
    draft.warded = True
    _settle(draft)


def _pay(draft: Draft, event: Pay) -> None:
    seat = event.seat
    pile = list(draft.pile)
    for value, (given, back) in enumerate(
        zip(event.treasures, event.change_treasures, strict=True), 1
    ):
        for _ in range(given):
            take(draft, seat, value)
        pile[value] += given - back
        if back:
            mine = draft.loot[seat]
            draft.loot = swap(draft.loot, seat, swap(mine, value, mine[value] + back))
    draft.pile = tuple(pile)
    coins = event.coins - event.change_coins
    draft.coins = swap(draft.coins, seat, draft.coins[seat] - coins)
    draft.bank += coins
    end_turn(draft)


def _fail(draft: Draft, event: Fail) -> None:
    draft.adding = tiles_to_add(draft, event.seat)
    if draft.adding:
        draft.phase = Phase.ADD
    else:
        deal(draft, event.seat, NONE)


def _add(draft: Draft, event: Add) -> None:
    added = counted(event.tiles)
    deal(draft, event.seat, added)


# --- telling what was dealt, and the end ---------------------------------------------------


def _got(draft: Draft, event: Got | Count) -> None:
    seat = event.seat
    loot, pool = list(draft.loot[seat]), list(draft.pool[seat])
    for tile in event.tiles:
        note_told(draft, seat, tile)
        loot[UNKNOWN] -= 1
        loot[tile] += 1
        from_pool = tile if pool[tile] else UNKNOWN
        pool[from_pool] = max(0, pool[from_pool] - 1)
    draft.loot = swap(draft.loot, seat, tuple(loot))
    draft.pool = swap(draft.pool, seat, tuple(pool) if loot[UNKNOWN] else NONE)
    if draft.phase is Phase.COUNT and not any(each[UNKNOWN] for each in draft.loot):
        draft.phase = Phase.FINISHED


def _total(_: Draft, __: Total) -> None:
    return None


# What each kind of event does; a table, because this is the path every story takes.
EFFECTS: dict[type[Event], Callable[[Draft, Any], None]] = {
    SetUp: _set_up,
    Hold: _hold,
    Choose: _choose,
    Show: _show,
    DrawShape: _draw_shape,
    See: _see,
    Shift: _shift,
    Mark: _mark,
    Lift: _lift,
    Pass: _pass,
    Ward: _ward,
    Pay: _pay,
    Fail: _fail,
    Add: _add,
    Got: _got,
    Count: _got,
    Total: _total,
}
