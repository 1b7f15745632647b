"""Schloss der 7 Schlösser: events that cannot be, whatever the players did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    sound,
)
from rules.seven_locks.pieces import COATS, FACES, KEYS, MEMBERS, MOST, PEARLS, PLACES
from rules.seven_locks.position import Phase, Position, colours_fit, die_fits, key_colours
from rules.values import Json, Ruling

# Phases in which a key may be in somebody's hand, or may be taken.
BEFORE_KEY = frozenset({Phase.ROLL, Phase.DROP, Phase.MOVE, Phase.KEY})
KEY_IN_HAND = frozenset({Phase.COATS, Phase.WITHDRAW, Phase.TRY})


def impossible(position: Position, event: Event) -> Ruling | None:
    """Why an event cannot have happened on this table, or None if it can."""
    kind = type(event)
    if kind is not Box:
        if (position.phase is Phase.SETUP) is not (kind is SetUp):
            already = kind is SetUp
            return Ruling("seven_locks.already-set-up" if already else "seven_locks.not-set-up")
        if position.phase is Phase.FINISHED:
            return Ruling("seven_locks.game-over")
    return CHECKS[kind](position, event)


def key_fact(position: Position, key: int) -> Json:
    """A key for the wording: its number, and its colour if that is known."""
    colours = key_colours(position.setting)
    return [key, colours[key] if colours is not None and 0 <= key < KEYS else None]


def keys_fact(position: Position, mask: int) -> Json:
    return [key_fact(position, key) for key in MEMBERS[mask]]


def _box(_: Position, event: Box) -> Ruling | None:
    if event.die is not None and not die_fits(event.die):
        return Ruling("seven_locks.box-die", {"count": len(event.die), "right_count": FACES})
    if event.keys is not None and not colours_fit(event.keys):
        return Ruling("seven_locks.box-keys", {"count": len(set(event.keys)), "right_count": KEYS})
    if event.die is None and event.keys is None:
        return Ruling("seven_locks.box-nothing")
    return None


def _set_up(position: Position, event: SetUp) -> Ruling | None:
    if not 0 <= event.start < position.players:
        return _no_seat(position, event.start)
    if not 0 <= event.place < PLACES:
        return Ruling("seven_locks.no-such-place", {"count": PLACES})
    return None


def _no_seat(position: Position, seat: int) -> Ruling | None:
    if 0 <= seat < position.players:
        return None
    return Ruling("seven_locks.no-such-seat", {"players": position.players})


def _no_tower(position: Position, tower: int) -> Ruling | None:
    if position.stands(tower):
        return None
    if not 0 <= tower < PLACES:
        return Ruling("seven_locks.no-such-place", {"count": PLACES})
    towers: list[Json] = list(MEMBERS[position.standing])
    return Ruling("seven_locks.no-tower", {"tower": tower, "towers": towers})


def _drop(position: Position, event: Drop) -> Ruling | None:
    if not position.standing:
        return Ruling("seven_locks.no-tower-left")
    if event.tower is not None and not position.stands(event.tower):
        return _no_tower(position, event.tower)
    return None if position.hand or position.bin else Ruling("seven_locks.no-pearl")


def _fill(position: Position, _: Fill) -> Ruling | None:
    if position.phase is Phase.OPENING:
        return None
    return Ruling("seven_locks.opening-over")


def _heard(position: Position, event: Heard) -> Ruling | None:
    if not sound(event.likelihoods):
        return Ruling("seven_locks.no-such-sound", {"count": KEYS})
    return _no_tower(position, event.tower)


def _roll(_: Position, event: Roll) -> Ruling | None:
    if 1 <= event.pearls <= MOST and 0 <= event.steps <= MOST:
        return None
    return Ruling("seven_locks.no-such-roll", {"face": [event.pearls, event.steps], "count": MOST})


def _move(_: Position, event: Move) -> Ruling | None:
    if 0 <= event.to < PLACES:
        return None
    return Ruling("seven_locks.no-such-place", {"count": PLACES})


def _no_key(position: Position, key: int, mask: int) -> Ruling | None:
    if 0 <= key < KEYS and mask >> key & 1:
        return None
    facts: dict[str, Json] = {
        "key": key_fact(position, key),
        "keys": keys_fact(position, mask),
    }
    return Ruling("seven_locks.no-such-key", facts)


def _take(position: Position, event: Take) -> Ruling | None:
    if position.phase not in BEFORE_KEY and position.phase not in KEY_IN_HAND:
        return Ruling("seven_locks.no-key-due")
    missing = _no_key(position, event.key, position.row | _in_hand(position))
    if missing is not None:
        return missing
    return _no_tower(position, position.keymaster)


def _in_hand(position: Position) -> int:
    return 0 if position.key is None else 1 << position.key


def _coat(position: Position, event: Coat) -> Ruling | None:
    missing = _no_seat(position, event.seat)
    if missing is None and event.placed and not position.coats[event.seat]:
        return Ruling("seven_locks.no-coat-left", {"seat": event.seat, "count": COATS})
    return missing


def _withdraw(position: Position, event: Withdraw) -> Ruling | None:
    missing = _no_seat(position, event.seat)
    if missing is None and event.withdrawn and position.coats[event.seat] == COATS:
        return Ruling("seven_locks.no-coat-placed", {"seat": event.seat})
    return missing


def _try(position: Position, _: Try) -> Ruling | None:
    if position.key is None:
        return Ruling("seven_locks.no-key-in-hand", {"seat": position.active})
    return _no_tower(position, position.keymaster)


def _treasure(position: Position, event: Treasure) -> Ruling | None:
    if position.phase is not Phase.TREASURE:
        return Ruling("seven_locks.no-treasure")
    most = PEARLS - sum(position.boxes) - position.forfeited
    if not 0 <= event.pearls <= most:
        return Ruling("seven_locks.too-many-found", {"pearls": event.pearls, "right_pearls": most})
    amounts = event.amounts
    if amounts is None:
        return None
    if len(amounts) != position.players or min(amounts) < 0:
        return Ruling("seven_locks.amounts-per-seat", {"players": position.players})
    if sum(amounts) > event.pearls:
        facts: dict[str, Json] = {"pearls": sum(amounts), "right_pearls": event.pearls}
        return Ruling("seven_locks.more-than-found", facts)
    return None


def _guess(position: Position, event: Guess) -> Ruling | None:
    missing = _no_seat(position, event.seat)
    if missing is not None or event.key is None:
        return missing
    if not position.coats[event.seat]:
        return Ruling("seven_locks.no-coat-left", {"seat": event.seat, "count": COATS})
    return _no_key(position, event.key, position.row | _in_hand(position))


def _last(position: Position, event: Last) -> Ruling | None:
    if position.phase is not Phase.LAST:
        return Ruling("seven_locks.not-the-end")
    return _no_key(position, event.key, position.row)


CHECKS: dict[type[Event], Callable[[Position, Any], Ruling | None]] = {
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
