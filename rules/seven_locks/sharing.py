"""Schloss der 7 Schlösser: who gets how many pearls of an opened chamber."""

from __future__ import annotations

from rules.seven_locks.pieces import LAST_AFTER, MEMBERS
from rules.seven_locks.position import Position


def is_last(position: Position) -> bool:
    """Whether the pearls to be counted are those of the seventh tower."""
    return len(position.opened) > LAST_AFTER


def enchanted_key(position: Position) -> int | None:
    """The key that fits nowhere, once the last tower is open."""
    left = MEMBERS[position.row]
    return left[0] if is_last(position) and left else None


def right_guessers(position: Position) -> tuple[int, ...]:
    """The players with a coat of arms at the enchanted key, each once."""
    key = enchanted_key(position)
    seats = dict.fromkeys(seat for seat, guess in position.guesses if guess == key)
    return tuple(seats)


def shares(position: Position, pearls: int) -> tuple[int, ...]:
    """Pearls for each seat; the remainder of the last tower goes to nobody."""
    amounts = [0] * position.players
    if is_last(position):
        winners = right_guessers(position)
        for seat in winners:
            amounts[seat] = pearls // len(winners)
        return tuple(amounts)
    joined = partners(position)
    each = pearls // (len(joined) + 1)
    for seat in joined:
        amounts[seat] = each
    amounts[position.active] = pearls - each * len(joined)
    return tuple(amounts)


def partners(position: Position) -> tuple[int, ...]:
    """The players whose coats lie beside the keymaster, each once."""
    return tuple(dict.fromkeys(position.joined))


def expected(position: Position) -> int:
    """How many pearls were counted into the chamber that is open now."""
    return position.pearls[position.opened[-1][0]]
