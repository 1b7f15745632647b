"""What the bench must know of The Castle to compare told with true."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.castle import Cast, Done, Fight, Found, HitCounter, Roll, Step, TurnUp
from vision.castle.laying import contents

PLAYERS = (3, 2, 4, 1)


def same_event(told: Any, true: Any) -> bool:
    """Whether an event is the true one; what was found need not be seen."""
    if isinstance(told, Found) and isinstance(true, Found) and told.kind is None:
        return told.seat == true.seat
    return bool(told == true)


def same_table(told: Any, true: Any) -> bool:
    """Whether two positions are one table, with the same party on the move."""
    plain = [
        (p.phase, p.rolls, p.parties, p.active, p.due, p.members, p.foes, p.treasures)
        for p in (told, true)
    ]
    return plain[0] == plain[1] and contents(told) == contents(true)


def brief(events: Iterable[Any]) -> str:
    """Events in shorthand, for the notes."""
    words = []
    for event in events:
        match event:
            case Step(seat, to):
                words.append(f"{seat}>{to}")
            case Roll(seat, die):
                words.append(f"{seat}:die{die}")
            case TurnUp(_, kind, _):
                words.append(f"up {kind}")
            case Found(_, kind):
                words.append(f"found {kind}")
            case HitCounter(hits, member, area, _):
                words.append(f"hits {hits} on {area if member is None else member}")
            case _:
                words.append(type(event).__name__.lower())
    return " ".join(words)


def turn(position: Any) -> int:
    """The number of the turn."""
    return int(position.turn)


TAPPED_LAST = True


def by_phone(event: Any) -> bool:
    """Whether only a phone can tell of an event: choices, and what must be shown of finds."""
    if isinstance(event, Step | Roll | TurnUp | HitCounter):
        return False
    return not (isinstance(event, Found) and event.kind is None)


def shown(event: Any) -> bool:
    """Whether an event is a find that must be shown to all: people tell it at once."""
    return isinstance(event, Found) and event.kind is not None


def announced(event: Any) -> bool:
    """Whether people say on a phone what they are about to do: a die thrown for a spell looks like
    any other.
    """
    return isinstance(event, Cast)


def known(_event: Any, _position: Any) -> bool:
    """Nothing is told twice here."""
    return False


def agrees(event: Any, _truth: Any) -> bool:
    """Choices that nobody sees and nobody owes do no harm."""
    return isinstance(event, Done | Fight)
