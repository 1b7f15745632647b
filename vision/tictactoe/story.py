"""How pictures of tic-tac-toe are weighed: everything shows, so there is little to say."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from rules.tictactoe import COINS, GAME, SQUARES, Event, Position, Put, Square, Take
from vision.stories.story import Lens, Score
from vision.tictactoe.reader import Reading
from vision.tictactoe.table import label

SECOND = 2.0  # log likelihood of a second rule broken by the same event


class TictactoeScore(Score):
    """One picture's opinion of stories that begin at one position."""

    def __init__(self, reading: Reading, before: Position) -> None:
        self._squares = reading.squares
        self.base = self.fit(before)

    def fit(self, after: Position) -> float:
        """How well the picture fits this position, square by square."""
        return sum(self._squares[square].value(label(after, square)) for square in SQUARES)

    def prior(self, after: Position) -> float:
        """No end is more usual than another."""
        del after
        return 0.0

    def unexplained(self, after: Position) -> float:
        """All that does not fit: there is nothing on this table that may look different."""
        return self.fit(after)

    def steps(self, position: Position) -> Iterable[tuple[Event, ...]]:
        """The next coin, where the picture shows one."""
        for event in GAME.actions(position):
            if isinstance(event, Put) and self._shows(event.square, event.coin):
                yield (event,)

    def free_steps(self, position: Position) -> Iterable[Event]:
        """Any coin put where the picture shows it, and any coin taken that it does not show."""
        for square in SQUARES:
            if self._shows(square, label(position, square)):
                continue
            yield from (Put(coin, square) for coin in COINS)
            if position.on(square) is not None:
                yield Take(square)

    def _shows(self, square: Square, kind: str) -> bool:
        return self._squares[square].best() == kind


class TictactoeLens(Lens):
    """Weighs stories of tic-tac-toe."""

    def story(
        self, reading: Reading, before: Position, rivals: Sequence[Position] = ()
    ) -> TictactoeScore:
        """The opinion of a picture about stories that begin at this position."""
        del rivals
        return TictactoeScore(reading, before)

    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Everything shows."""
        return tuple(events)

    def mistake_cost(self, rules: Iterable[str]) -> float:
        """A second rule broken by one event is a second mistake."""
        broken = set(rules)
        return SECOND * (len(broken) - 1) if broken else 0.0

    def key(self, position: Position) -> Hashable:
        """Two stories that lead to the same position are one."""
        return position

    def at_rest(self, position: Position) -> bool:
        """A turn is one coin, so none is ever half done."""
        del position
        return True

    def is_provable(self, position: Position) -> bool:
        """A coin on the table is proof."""
        del position
        return True

    def looks_same(self, told: Position, true: Position) -> bool:
        """Whether the same coins lie on the same squares."""
        return told.coins == true.coins
