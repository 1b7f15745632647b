"""What the people at a simulated table know of a game: what is true, and what they tell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

P = TypeVar("P")
E = TypeVar("E")


class GameTruth(ABC, Generic[P, E]):
    """Compares what the device recorded with what is true, and knows what only people can say."""

    players: ClassVar[Sequence[int]]  # how many play, game after game
    tapped_last: ClassVar[bool] = False  # mistakes on phones are about the table as it lies now
    told_when_asked: ClassVar[tuple[type, ...]] = ()  # kinds that phones ask for without a question

    def same_event(self, recorded: E, true: E) -> bool:
        """Whether an event is the true one, as far as anybody could see it."""
        return bool(recorded == true)

    @abstractmethod
    def same_table(self, recorded: P, true: P) -> bool:
        """Whether two positions are one table, as far as anybody could see it."""

    @abstractmethod
    def brief(self, events: Iterable[E]) -> str:
        """Events in shorthand, for the notes."""

    @abstractmethod
    def turn(self, position: P) -> int:
        """The number of the turn; 0 before the first."""

    def by_phone(self, event: E) -> bool:
        """Whether only a phone can tell of an event."""
        del event
        return False

    def known(self, event: E, position: P) -> bool:
        """Whether an event tells nothing new."""
        del event, position
        return False

    def agrees(self, event: E, truth: P) -> bool:
        """Whether an unexpected event is true, or an invisible choice."""
        del event, truth
        return False

    def denied(self, recorded: P, true: P) -> bool:
        """Whether the recorded table clearly differs in the end: it was misread."""
        del recorded, true
        return False

    def left_open(self, event: E) -> bool:
        """Whether somebody still has to complete an event."""
        del event
        return False

    def in_any_order(self, event: E) -> bool:
        """Whether the order among events of its kind does not matter."""
        del event
        return False

    def announced(self, event: E) -> bool:
        """Whether people say on a phone what they are about to do."""
        del event
        return False

    def shown(self, event: E) -> bool:
        """Whether an event must be shown to all: people tell it at once."""
        del event
        return False

    def asked(self, position: P, true: P) -> Sequence[E]:
        """What phones ask for although no event brought it up."""
        del position, true
        return ()
