"""What the people at a simulated table know of a game: what is true, and what they tell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

Event = Any
Position = Any


class GameTruth(ABC):
    """Compares what the device told with what is true, and tells what only people know."""

    players: ClassVar[Sequence[int]]  # how many play, game after game
    tapped_last: ClassVar[bool] = False  # mistakes on phones are about the table as it lies now
    told_when_asked: ClassVar[tuple[type, ...]] = ()  # kinds that phones ask for without a question

    def same_event(self, told: Event, true: Event) -> bool:
        """Whether an event is the true one, as far as anybody could see it."""
        return bool(told == true)

    @abstractmethod
    def same_table(self, told: Position, true: Position) -> bool:
        """Whether two positions are one table, as far as anybody could see it."""

    @abstractmethod
    def brief(self, events: Iterable[Event]) -> str:
        """Events in shorthand, for the notes."""

    @abstractmethod
    def turn(self, position: Position) -> int:
        """The number of the turn; 0 before the first."""

    def by_phone(self, event: Event) -> bool:
        """Whether only a phone can tell of an event."""
        del event
        return False

    def known(self, event: Event, position: Position) -> bool:
        """Whether an event tells nothing new."""
        del event, position
        return False

    def agrees(self, event: Event, truth: Position) -> bool:
        """Whether an event that nobody owes is true all the same, or does no harm."""
        del event, truth
        return False

    def denied(self, told: Position, true: Position) -> bool:
        """Whether a told table is clearly another one in the end: it was misread."""
        del told, true
        return False

    def left_open(self, event: Event) -> bool:
        """Whether an event leaves it to somebody to say more."""
        del event
        return False

    def in_any_order(self, event: Event) -> bool:
        """Whether it does not matter when among its like an event is told."""
        del event
        return False

    def announced(self, event: Event) -> bool:
        """Whether people say on a phone what they are about to do."""
        del event
        return False

    def shown(self, event: Event) -> bool:
        """Whether an event must be shown to all: people tell it at once."""
        del event
        return False

    def asked(self, position: Position, true: Position) -> Sequence[Event]:
        """What phones ask to be told though nobody owes it."""
        del position, true
        return ()
