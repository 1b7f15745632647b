"""Schloss der 7 Schlösser: every event the rules do not forbid now, and what agrees with a claim.

Not listed, because they are never a choice among a few: what the microphone heard, what is told
about the box, a pearl nobody saw falling, steps nobody saw, and pearls shared otherwise than the
rules say. The pearls found in a chamber are listed as counted; with pearls nobody saw, up to all of
them more.
"""

from __future__ import annotations

from rules.seven_locks.arrangement import can_show, consistent, narrowed
from rules.seven_locks.events import (
    Coat,
    Drop,
    Event,
    Fill,
    Guess,
    Last,
    Move,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
    event_to_json,
)
from rules.seven_locks.pieces import (
    ALL_FACES,
    KEYS,
    MEMBERS,
    PEARLS,
    PLACES,
    PLAYERS,
    Outcome,
)
from rules.seven_locks.position import Phase, Position, known_faces
from rules.seven_locks.ring import even, open_towers, targets
from rules.seven_locks.sharing import expected
from rules.values import Facts

# Made once: asking for them is looking up.
_SEATS = range(PLAYERS.stop - 1)
_DROPS = tuple(Drop(tower) for tower in range(PLACES))
_FILL = Fill()
_ROLLS = {face: Roll(*face) for face in ALL_FACES}
_MOVES = tuple(Move(place) for place in range(PLACES))
_TAKES = tuple(Take(key) for key in range(KEYS))
_COATS = tuple((Coat(seat, True), Coat(seat, False)) for seat in _SEATS)
_WITHDRAWALS = tuple((Withdraw(seat, True), Withdraw(seat, False)) for seat in _SEATS)
_TRIES = {outcome: Try(outcome) for outcome in Outcome}
_TREASURES = tuple(Treasure(pearls) for pearls in range(PEARLS + 1))
_GUESSES = tuple(tuple(Guess(seat, key) for key in range(KEYS)) for seat in _SEATS)
_NO_GUESS = tuple(Guess(seat, None) for seat in _SEATS)
_LASTS = tuple(Last(key) for key in range(KEYS))
_SET_UPS = tuple(tuple(SetUp(seat, place) for place in range(PLACES)) for seat in _SEATS)


def actions(position: Position) -> list[Event]:
    """Every event that `legal` does not refuse, but for those the module names above."""
    match position.phase:
        case Phase.ROLL:
            faces = known_faces(position.setting)
            return [_ROLLS[face] for face in (ALL_FACES if faces is None else dict.fromkeys(faces))]
        case Phase.DROP:
            return [_DROPS[tower] for tower in open_towers(position)]
        case Phase.MOVE:
            places = targets(position.standing, position.keymaster, position.steps)
            return [_MOVES[place] for place in places]
        case Phase.KEY:
            return [_TAKES[key] for key in MEMBERS[position.row]]
        case Phase.COATS:
            seat = position.asked[0]
            return list(_COATS[seat]) if position.coats[seat] else [_COATS[seat][1]]
        case Phase.WITHDRAW:
            return list(_WITHDRAWALS[position.asked[0]])
        case Phase.TRY:
            assert position.key is not None
            return [_TRIES[each] for each in can_show(position, position.keymaster, position.key)]
    return _rare(position)


def _rare(position: Position) -> list[Event]:
    match position.phase:
        case Phase.SETUP:
            return [event for seat in range(position.players) for event in _SET_UPS[seat]]
        case Phase.OPENING:
            return [*(_DROPS[tower] for tower in open_towers(position)), *_filling(position)]
        case Phase.TREASURE:
            counted = max(0, expected(position))
            return list(_TREASURES[counted : counted + position.unplaced + 1])
        case Phase.GUESS:
            seat = position.asked[0]
            keys = MEMBERS[position.row] if position.coats[seat] else ()
            return [*(_GUESSES[seat][key] for key in keys), _NO_GUESS[seat]]
        case Phase.LAST:
            return [_LASTS[key] for key in last_keys(position)]
    return []


def _filling(position: Position) -> list[Event]:
    """The rest of the opening pearls in one go, unless one lies in a wrong tower."""
    return [_FILL] if even(position) else []


def last_keys(position: Position) -> list[int]:
    """The keys that can open the seventh tower, after all that was tried; all if at odds."""
    tower = MEMBERS[position.standing][0]
    keys = [
        key
        for key in MEMBERS[position.row]
        if consistent(narrowed(position.masks, tower, 1 << key))
    ]
    return keys or list(MEMBERS[position.row])


def matching(position: Position, claim: Facts) -> list[Event]:
    """The possible events that agree with every field the claim names.

    A field that is not there names nothing; null is a value of its own: no key, no tower.
    """
    return [event for event in actions(position) if _agrees(event_to_json(event), claim)]


def _agrees(data: Facts, claim: Facts) -> bool:
    for name, value in claim.items():
        if name not in data or type(data[name]) is not type(value) or data[name] != value:
            return False
    return True


def chance(position: Position) -> list[Event]:
    """One roll for each side of the die, when it is due and its sides are known."""
    faces = known_faces(position.setting)
    if position.phase is not Phase.ROLL or faces is None:
        return []
    return [_ROLLS[face] for face in faces]
