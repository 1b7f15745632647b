"""Schloss der 7 Schlösser: what an event does to a position, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from operator import attrgetter
from typing import Any

from rules.folding import check_possible, swap
from rules.seven_locks.arrangement import narrowed
from rules.seven_locks.events import (
    Box,
    Coat,
    Drop,
    Event,
    Fill,
    Guess,
    Heard,
    Last,
    Move,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
)
from rules.seven_locks.pieces import (
    GUESS_AFTER,
    KEYS,
    LAST_AFTER,
    MEMBERS,
    OPENING,
    PLACES,
    Outcome,
    leaves,
)
from rules.seven_locks.position import Phase, Position, Setting
from rules.seven_locks.possible import BEFORE_KEY, KEY_IN_HAND, impossible
from rules.seven_locks.sharing import expected, is_last, shares

NO_DROPS = (0,) * PLACES

VALUES = attrgetter(*Position.__slots__)


class Draft:
    """A position in the making: the same fields, open to change until frozen."""

    __slots__ = Position.__slots__

    def __init__(self, position: Position) -> None:
        self.setting = position.setting
        self.phase = position.phase
        self.turn = position.turn
        self.active = position.active
        self.keymaster = position.keymaster
        self.standing = position.standing
        self.row = position.row
        self.bin = position.bin
        self.hand = position.hand
        self.pearls = position.pearls
        self.unplaced = position.unplaced
        self.astray = position.astray
        self.forfeited = position.forfeited
        self.boxes = position.boxes
        self.shared = position.shared
        self.last = position.last
        self.coats = position.coats
        self.rolled = position.rolled
        self.steps = position.steps
        self.dropped = position.dropped
        self.key = position.key
        self.joined = position.joined
        self.asked = position.asked
        self.tries = position.tries
        self.opened = position.opened
        self.guesses = position.guesses
        self.masks = position.masks
        self.sounds = position.sounds
        self.heard = position.heard
        self.lost = position.lost

    def freeze(self) -> Position:
        return Position(*VALUES(self))


def apply(position: Position, event: Event) -> Position:
    """The position after an event, as the table really is; total but for the impossible."""
    check_possible(event, impossible(position, event))
    draft = Draft(position)
    EFFECTS[type(event)](draft, event)
    return draft.freeze()


# --- before the first turn ---------------------------------------------------------------


def _box(draft: Draft, event: Box) -> None:
    old = draft.setting
    draft.setting = Setting(
        old.players,
        old.options,
        event.die if event.die is not None else old.die,
        event.keys if event.keys is not None else old.colours,
        old.seen,
        old.demo,
    )


def _set_up(draft: Draft, event: SetUp) -> None:
    draft.active = event.start
    draft.keymaster = event.place
    draft.phase = Phase.OPENING
    draft.bin -= OPENING
    draft.hand = OPENING


def _fill(draft: Draft, _: Fill) -> None:
    pearls = list(draft.pearls)
    for _pearl in range(draft.hand):
        pearls[pearls.index(min(pearls))] += 1
    draft.pearls = tuple(pearls)
    draft.hand = 0
    _first_turn(draft)


def _first_turn(draft: Draft) -> None:
    draft.phase = Phase.ROLL
    draft.turn = 1


# --- pearls ------------------------------------------------------------------------------


def _roll(draft: Draft, event: Roll) -> None:
    _leave_undone(draft)
    if draft.phase is not Phase.ROLL:
        return
    _see_face(draft, event)
    taken = min(event.pearls, draft.bin)
    draft.bin -= taken
    draft.hand = taken
    draft.rolled = event.pearls
    draft.steps = event.steps
    draft.dropped = NO_DROPS
    draft.phase = Phase.DROP
    if taken < event.pearls:
        _lose(draft)
    _check_bin(draft)


def _see_face(draft: Draft, event: Roll) -> None:
    """Remember the sides of the die, as long as nobody has told them all."""
    old, face = draft.setting, (event.pearls, event.steps)
    if old.die is None and not old.demo and event.steps and face not in old.seen:
        seen = tuple(sorted((*old.seen, face)))
        draft.setting = Setting(old.players, old.options, None, old.colours, seen, False)


def _check_bin(draft: Draft) -> None:
    """As agreed, an empty bin loses the game for everybody at once."""
    if not draft.bin and draft.setting.options.bin_empty == "at-once":
        _lose(draft)


def _lose(draft: Draft) -> None:
    draft.lost = True
    draft.phase = Phase.FINISHED


def _leave_undone(draft: Draft) -> None:
    """Somebody rolls too early and it stands: what was due before is given up."""
    if draft.phase is Phase.OPENING:
        _return_pearls(draft)
        _first_turn(draft)
    elif draft.phase is Phase.DROP and draft.hand == draft.rolled:
        _return_pearls(draft)
        draft.phase = Phase.ROLL
    elif draft.phase is Phase.TREASURE and not is_last_draft(draft):
        _treasure(draft, Treasure(draft.pearls[draft.opened[-1][0]]))
        if draft.asked:
            _next_turn(draft)
    elif draft.phase in (Phase.DROP, Phase.MOVE, Phase.KEY, Phase.GUESS):
        _return_pearls(draft)
        _next_turn(draft)
    elif draft.phase in KEY_IN_HAND:
        _return_key(draft)
        _next_turn(draft)


def _return_pearls(draft: Draft) -> None:
    """Pearls that should have been thrown and were not stayed in the bin."""
    draft.bin += draft.hand
    draft.hand = 0


def _return_key(draft: Draft) -> None:
    """The key was not tried: it goes back, and so do the coats placed for it."""
    if draft.key is not None:
        draft.row |= 1 << draft.key
        draft.key = None
    coats = list(draft.coats)
    for seat in draft.joined:
        coats[seat] += 1
    draft.coats = tuple(coats)
    draft.joined = ()
    draft.asked = ()


def _drop(draft: Draft, event: Drop) -> None:
    from_hand = draft.hand > 0
    if from_hand:
        draft.hand -= 1
    else:
        draft.bin -= 1
    if event.tower is None:
        draft.unplaced += 1
    else:
        draft.pearls = swap(draft.pearls, event.tower, draft.pearls[event.tower] + 1)
        if draft.phase is Phase.DROP:
            draft.dropped = swap(draft.dropped, event.tower, draft.dropped[event.tower] + 1)
    if not draft.hand and draft.phase is Phase.OPENING:
        _first_turn(draft)
    elif not draft.hand and draft.phase is Phase.DROP:
        draft.phase = Phase.MOVE
    if not from_hand:
        _check_bin(draft)


def _heard(draft: Draft, event: Heard) -> None:
    tower = event.tower
    logs = [log(value) for value in event.likelihoods]
    before = draft.sounds[tower] or (0.0,) * KEYS
    total = tuple(old + new for old, new in zip(before, logs, strict=True))
    draft.sounds = swap(draft.sounds, tower, total)
    draft.heard = swap(draft.heard, tower, draft.heard[tower] + 1)


# --- keymaster, key, coats ---------------------------------------------------------------


def _move(draft: Draft, event: Move) -> None:
    draft.keymaster = event.to
    if draft.phase in KEY_IN_HAND:
        _return_key(draft)
    elif draft.phase not in BEFORE_KEY:
        return
    _return_pearls(draft)
    # On an emptied place he cannot stay: he goes on to a tower.
    draft.phase = Phase.KEY if draft.standing >> event.to & 1 else Phase.MOVE


def _take(draft: Draft, event: Take) -> None:
    if draft.key is not None:
        draft.row |= 1 << draft.key
    draft.row &= ~(1 << event.key)
    draft.key = event.key
    if draft.phase in KEY_IN_HAND:
        return
    _return_pearls(draft)
    players = draft.setting.players
    others = [(draft.active + step) % players for step in range(1, players)]
    draft.asked = tuple(s for s in others if draft.coats[s] and s not in draft.joined)
    draft.phase = Phase.COATS
    _next_asked(draft)


def _next_asked(draft: Draft) -> None:
    """Ask the next player, or those who may withdraw, or go on to the tower."""
    if draft.asked:
        return
    if draft.phase is Phase.COATS and draft.setting.options.strategists:
        draft.asked = draft.joined[:-1]
        if draft.asked:
            draft.phase = Phase.WITHDRAW
            return
    draft.phase = Phase.TRY


def _coat(draft: Draft, event: Coat) -> None:
    seat = event.seat
    if event.placed:
        draft.coats = swap(draft.coats, seat, draft.coats[seat] - 1)
        if _may_share(draft, seat):
            draft.joined = (*draft.joined, seat)
    if draft.phase is Phase.COATS:
        draft.asked = tuple(each for each in draft.asked if each != seat)
        _next_asked(draft)


def _may_share(draft: Draft, seat: int) -> bool:
    """A coat counts for this tower, even too early or too late, if a share is still to come."""
    if seat == draft.active or seat in draft.joined or is_last_draft(draft):
        return False
    return draft.phase in (Phase.DROP, Phase.MOVE, Phase.KEY, Phase.TREASURE, *KEY_IN_HAND)


def _withdraw(draft: Draft, event: Withdraw) -> None:
    seat = event.seat
    if event.withdrawn:
        draft.coats = swap(draft.coats, seat, draft.coats[seat] + 1)
        draft.joined = tuple(each for each in draft.joined if each != seat)
    if draft.phase is Phase.WITHDRAW:
        draft.asked = tuple(each for each in draft.asked if each != seat)
        _next_asked(draft)


def _try(draft: Draft, event: Try) -> None:
    place, key, outcome = draft.keymaster, draft.key, event.outcome
    assert key is not None
    draft.tries = (*draft.tries, (place, key, outcome))
    # The shortest key cannot be too long; if it is told and stands, it did not fit.
    _note(draft, place, leaves(outcome, key) or leaves(Outcome.FAILS, key))
    draft.key = None
    draft.asked = ()
    if outcome is not Outcome.FITS:
        draft.row |= 1 << key
        _next_turn(draft)
        return
    draft.opened = (*draft.opened, (place, key))
    draft.standing &= ~(1 << place)
    draft.phase = Phase.TREASURE


def _note(draft: Draft, tower: int, chambers: int) -> None:
    """Keep what a key showed; against all earlier tries the newest one is believed."""
    narrow = narrowed(draft.masks, tower, chambers)
    draft.masks = narrow if narrow[tower] else swap(draft.masks, tower, chambers)


def _next_turn(draft: Draft) -> None:
    draft.joined = ()
    draft.asked = ()
    draft.active = (draft.active + 1) % draft.setting.players
    draft.turn += 1
    draft.phase = Phase.ROLL


# --- treasure, guesses, end --------------------------------------------------------------


def is_last_draft(draft: Draft) -> bool:
    return len(draft.opened) > LAST_AFTER


def _treasure(draft: Draft, event: Treasure) -> None:
    position = draft.freeze()
    amounts = event.amounts or shares(position, event.pearls)
    _empty(draft, expected(position), event.pearls)
    draft.boxes = tuple(map(int.__add__, draft.boxes, amounts))
    draft.forfeited += event.pearls - sum(amounts)
    if is_last(position):
        draft.last = amounts
        draft.phase = Phase.FINISHED
        return
    others = tuple(0 if seat == draft.active else each for seat, each in enumerate(amounts))
    draft.shared = tuple(map(int.__add__, draft.shared, others))
    draft.joined = ()
    _after_opening(draft)


def _empty(draft: Draft, counted: int, found: int) -> None:
    """Take the pearls out of a chamber; more than counted may be those nobody saw falling."""
    draft.pearls = swap(draft.pearls, draft.opened[-1][0], 0)
    unseen = min(draft.unplaced, max(0, found - counted))
    draft.unplaced -= unseen
    draft.astray += counted + unseen - found


def _after_opening(draft: Draft) -> None:
    count = len(draft.opened)
    if count == GUESS_AFTER:
        players = draft.setting.players
        seats = [(draft.active + step) % players for step in range(players)]
        draft.asked = tuple(seat for seat in seats if draft.coats[seat])
        draft.phase = Phase.GUESS
        if draft.asked:
            return
    if count >= LAST_AFTER:
        draft.phase = Phase.LAST
    else:
        _next_turn(draft)


def _guess(draft: Draft, event: Guess) -> None:
    seat = event.seat
    if event.key is not None:
        draft.coats = swap(draft.coats, seat, draft.coats[seat] - 1)
        draft.guesses = (*draft.guesses, (seat, event.key))
    if draft.phase is Phase.GUESS:
        draft.asked = tuple(each for each in draft.asked if each != seat)
        if not draft.asked:
            _next_turn(draft)


def _last(draft: Draft, event: Last) -> None:
    place = MEMBERS[draft.standing][0]
    draft.row &= ~(1 << event.key)
    draft.opened = (*draft.opened, (place, event.key))
    draft.standing = 0
    _note(draft, place, 1 << event.key)
    draft.phase = Phase.TREASURE


# What each kind of event does; a table, because this is the path every story takes.
EFFECTS: dict[type[Event], Callable[[Draft, Any], None]] = {
    Box: _box,
    Coat: _coat,
    Drop: _drop,
    Fill: _fill,
    Guess: _guess,
    Heard: _heard,
    Last: _last,
    Move: _move,
    Roll: _roll,
    SetUp: _set_up,
    Take: _take,
    Treasure: _treasure,
    Try: _try,
    Withdraw: _withdraw,
}
