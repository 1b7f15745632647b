"""What the people at a simulated table know of Schloss der 7 Schlösser."""

from __future__ import annotations

from collections.abc import Iterable

from device.sim.game_truth import GameTruth
from rules.seven_locks import (
    Coat,
    Drop,
    Event,
    Guess,
    Last,
    Move,
    Outcome,
    Phase,
    Position,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
)


class SevenLocksTruth(GameTruth[Position, Event]):
    """Which event of Schloss der 7 Schlösser is true, and which table the same."""

    players = (3, 4, 2, 4)

    def same_event(self, recorded: Event, true: Event) -> bool:
        """Whether an event is the true one.

        No camera sees how deep a key went in, sometimes not the die (nothing depends on unused
        steps), nor where a pearl fell that was only heard.
        """
        if isinstance(recorded, Drop) and isinstance(true, Drop):
            return recorded.tower in (None, true.tower)
        if isinstance(recorded, Try) and isinstance(true, Try):
            return (recorded.outcome is Outcome.FITS) is (true.outcome is Outcome.FITS)
        if isinstance(recorded, Roll) and isinstance(true, Roll):
            return recorded.pearls == true.pearls and recorded.steps in (0, true.steps)
        if isinstance(recorded, Treasure) and isinstance(true, Treasure):
            return True
        return bool(recorded == true)

    def same_table(self, recorded: Position, true: Position) -> bool:
        return _plain(recorded) == _plain(true)

    def brief(self, events: Iterable[Event]) -> str:
        return " ".join(_word(event) for event in events)

    def turn(self, position: Position) -> int:
        """The number of the turn; the opening pearls are the first."""
        if position.phase is Phase.SETUP:
            return 0
        return int(position.turn) + 1

    def by_phone(self, event: Event) -> bool:
        """Whether only a phone can tell of an event: how many pearls a chamber held."""
        return isinstance(event, Treasure)

    def left_open(self, event: Event) -> bool:
        """Whether somebody still has to say where a pearl fell."""
        return isinstance(event, Drop) and event.tower is None

    def in_any_order(self, event: Event) -> bool:
        """The order of the pearls of one throw does not matter."""
        return isinstance(event, Drop)


def _plain(position: Position) -> tuple[object, ...]:
    names = (
        "phase turn active keymaster standing row bin hand pearls unplaced boxes coats rolled "
        "steps key joined asked opened guesses"
    )
    return tuple(getattr(position, name) for name in names.split())


def _word(event: Event) -> str:
    match event:
        case SetUp():
            return f"setup{event.start}@{event.place}"
        case Drop(tower):
            return f"o{'?' if tower is None else tower}"
        case Roll(pearls, steps):
            return f"roll{pearls}/{steps}"
        case Move(to):
            return f"km>{to}"
        case Take(key):
            return f"key{key}"
        case Coat():
            return f"{event.seat}:{'coat' if event.placed else 'no'}"
        case Withdraw(seat):
            return f"{seat}:back"
        case Try(outcome):
            return outcome.value
        case Treasure(pearls):
            return f"found{pearls}"
        case Guess():
            return f"{event.seat}:guess{event.key}"
        case Last(key):
            return f"last{key}"
        case _:
            return type(event).__name__


TRUTH = SevenLocksTruth()
