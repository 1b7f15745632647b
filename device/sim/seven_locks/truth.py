"""What the people at a simulated table know of Schloss der 7 Schlösser."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from device.sim.game_truth import GameTruth
from rules.seven_locks import (
    Coat,
    Drop,
    Guess,
    Last,
    Move,
    Outcome,
    Phase,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
)


class SevenLocksTruth(GameTruth):
    """Which event of Schloss der 7 Schlösser is true, and which table the same."""

    players = (3, 4, 2, 4)

    def same_event(self, told: Any, true: Any) -> bool:
        """Whether an event is the true one.

        No camera sees how deep a key went in, sometimes not the die (nothing depends on unused
        steps), nor where a pearl fell that was only heard.
        """
        if isinstance(told, Drop) and isinstance(true, Drop):
            return told.tower in (None, true.tower)
        if isinstance(told, Try) and isinstance(true, Try):
            return (told.outcome is Outcome.FITS) is (true.outcome is Outcome.FITS)
        if isinstance(told, Roll) and isinstance(true, Roll):
            return told.pearls == true.pearls and told.steps in (0, true.steps)
        if isinstance(told, Treasure) and isinstance(true, Treasure):
            return True
        return bool(told == true)

    def same_table(self, told: Any, true: Any) -> bool:
        """Whether two positions are one table."""
        return _plain(told) == _plain(true)

    def brief(self, events: Iterable[Any]) -> str:
        """Events in shorthand, for the notes."""
        return " ".join(_word(event) for event in events)

    def turn(self, position: Any) -> int:
        """The number of the turn; the opening pearls are the first."""
        if position.phase is Phase.SETUP:
            return 0
        return int(position.turn) + 1

    def by_phone(self, event: Any) -> bool:
        """Whether only a phone can tell of an event: how many pearls a chamber held."""
        return isinstance(event, Treasure)

    def left_open(self, event: Any) -> bool:
        """Whether an event leaves it to somebody to say more: where a pearl fell."""
        return isinstance(event, Drop) and event.tower is None

    def in_any_order(self, event: Any) -> bool:
        """Whether it does not matter when among its like an event is told: pearls of one throw."""
        return isinstance(event, Drop)


def _plain(position: Any) -> tuple[Any, ...]:
    names = (
        "phase turn active keymaster standing row bin hand pearls unplaced boxes coats rolled "
        "steps key joined asked opened guesses"
    )
    return tuple(getattr(position, name) for name in names.split())


def _word(event: Any) -> str:
    words: dict[type, Callable[[Any], str]] = {
        SetUp: lambda e: f"setup{e.start}@{e.place}",
        Drop: lambda e: f"o{'?' if e.tower is None else e.tower}",
        Roll: lambda e: f"roll{e.pearls}/{e.steps}",
        Move: lambda e: f"km>{e.to}",
        Take: lambda e: f"key{e.key}",
        Coat: lambda e: f"{e.seat}:{'coat' if e.placed else 'no'}",
        Withdraw: lambda e: f"{e.seat}:back",
        Try: lambda e: str(e.outcome.value),
        Treasure: lambda e: f"found{e.pearls}",
        Guess: lambda e: f"{e.seat}:guess{e.key}",
        Last: lambda e: f"last{e.key}",
    }
    word = words.get(type(event))
    return type(event).__name__ if word is None else word(event)


TRUTH = SevenLocksTruth()
