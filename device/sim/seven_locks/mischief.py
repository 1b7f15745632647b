"""Mistakes at Schloss der 7 Schlösser: what may go wrong at each moment of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from device.sim.mistakes import some_mistake
from device.sim.textures import Rng
from rules.seven_locks import (
    Coat,
    Drop,
    Event,
    Guess,
    Move,
    Phase,
    Position,
    Take,
    Treasure,
    Withdraw,
    targets,
)
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import COATS, GUESS_AFTER, MEMBERS, PLACES
from rules.seven_locks.sharing import partners, shares

Events = tuple[Event, ...]
Mistake = Callable[[Position], Iterator[Events]]
KEY = "seven_locks."


def twice(position: Position) -> Iterator[Events]:
    """Two pearls into one tower with three or more standing."""
    standing = MEMBERS[position.standing]
    if position.hand >= 2 and len(standing) >= 3:
        for tower in standing:
            others = [other for other in standing if other != tower]
            rest = others[: position.hand - 2]
            yield (Drop(tower), Drop(tower), *map(Drop, rest))


def too_many(position: Position) -> Iterator[Events]:
    """One pearl more than the die shows."""
    standing = MEMBERS[position.standing]
    if position.hand < len(standing):
        for tower in standing[position.hand :]:
            yield (*map(Drop, standing[: position.hand]), Drop(tower))


def too_few(position: Position) -> Iterator[Events]:
    """One pearl fewer than the die shows, and the keymaster goes on."""
    standing = MEMBERS[position.standing]
    if 2 <= position.hand <= len(standing):
        for to in targets(position.standing, position.keymaster, position.steps):
            yield (*map(Drop, standing[: position.hand - 1]), Move(to))


def wrong_way(position: Position) -> Iterator[Events]:
    """The keymaster backwards, too far, or on an emptied place."""
    yield from ((Move(to),) for to in range(PLACES) if to != position.keymaster)


def stays(position: Position) -> Iterator[Events]:
    """The keymaster is left where he stands, and a key is taken."""
    for key in MEMBERS[position.row] if position.stands(position.keymaster) else ():
        yield Move(position.keymaster), Take(key)


def swapped(position: Position) -> Iterator[Events]:
    """Another key after all."""
    yield from ((Take(key),) for key in MEMBERS[position.row])


def late_coat(position: Position) -> Iterator[Events]:
    """A coat of arms after the key went in."""
    for seat in range(position.players):
        if position.coats[seat] and seat != position.active:
            yield (Coat(seat, True),)


def unspent(position: Position) -> Iterator[Events]:
    """A coat of arms taken back after the try."""
    for seat in range(position.players):
        if position.coats[seat] < COATS - sum(s == seat for s, _ in position.guesses):
            yield (Withdraw(seat, True),)


def late_guess(position: Position) -> Iterator[Events]:
    """The enchanted key marked when nobody asks any more."""
    if len(position.opened) >= GUESS_AFTER:
        for seat in range(position.players):
            if position.coats[seat]:
                yield from ((Guess(seat, key),) for key in MEMBERS[position.row])


# What may go wrong before pearls are thrown, before the keymaster moves, while the key is out, and
# after it was tried; each named after the rule it breaks.
BEFORE_PEARLS: dict[str, Mistake] = {
    "different-towers": twice,
    "too-many-pearls": too_many,
    "pearls-forgotten": too_few,
}
BEFORE_MOVE: dict[str, Mistake] = {
    "keymaster-backwards": wrong_way,
    "keymaster-too-far": wrong_way,
    "keymaster-empty-place": wrong_way,
    "keymaster-stays": stays,
}
KEY_OUT: dict[str, Mistake] = {"key-swapped": swapped}
AFTER_TRY: dict[str, Mistake] = {
    "coat-too-late": late_coat,
    "coat-spent": unspent,
}
AFTER_GUESSES: dict[str, Mistake] = {"guess-too-late": late_guess, "guess-twice": late_guess}
PEARLS = frozenset(BEFORE_PEARLS)  # what has fallen into a tower stays there


def find_mistake(
    rng: Rng, position: Position, kinds: dict[str, Mistake]
) -> tuple[str, Events, tuple[str, ...]] | None:
    """Some mistake possible now, really illegal for the reason it is named after."""

    def fits(name: str, events: Events) -> bool:
        return KEY + name in broken_by(position, events)

    found = some_mistake(rng, position, kinds, fits)
    if found is None:
        return None
    name, events = found
    return KEY + name, events, broken_by(position, events)


def broken_by(position: Position, events: Events) -> tuple[str, ...]:
    """Ids of the rules that the first illegal one of some events breaks."""
    for event in events:
        legality = GAME.legal(position, event)
        if not legality:
            return tuple(ruling.rule for ruling in legality.rulings)
        position = GAME.apply(position, event)
    return ()


def wrong_claim(rng: Rng, position: Position, pearls: int) -> Event | None:
    """Pearls of an opened chamber told or shared wrongly."""
    if position.phase is not Phase.TREASURE:
        return None
    right = shares(position, pearls)
    claims: list[Event] = [Treasure(pearls + 1), Treasure(max(0, pearls - 1))]
    for seat in range(position.players):
        if right[position.active] and seat != position.active and partners(position):
            amounts = list(right)
            amounts[position.active] -= 1
            amounts[seat] += 1
            claims.append(Treasure(pearls, tuple(amounts)))
    claims = [event for event in claims if GAME.legal(position, event).rulings]
    return claims[int(rng.integers(len(claims)))] if claims else None
