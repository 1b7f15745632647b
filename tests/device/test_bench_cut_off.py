"""A simulated game: where it stops, and what is done about wrong events."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from device.bench.sim import SimRun, Tally
from device.watcher import Finding, Story, Verdict


class StoppedRun(SimRun):
    """A game of five turns, of which the last is still owed, and one was asked about."""

    def __init__(self, phase: str) -> None:
        self.tally, self.helped, self.clean, self.true = Tally(), {2}, True, ["all"]
        self.truth = SimpleNamespace(phase=phase, turn=5)
        self.sim: Any = SimpleNamespace(
            moments=lambda: iter(()), level=SimpleNamespace(name="easy"), seed=1
        )
        self.game = SimpleNamespace(score=lambda position: position)
        self.words = SimpleNamespace(turn=lambda position: position.turn)
        self.books: Any = SimpleNamespace(owed=[("event", 5)], position=None, set_right=self._right)
        self.watcher: Any = SimpleNamespace(rebase=lambda _: None)
        self.count = 0

    def _right(self, true: Any, truth: Any) -> None:
        assert true == ["all"]
        self.books.owed, self.books.position = [], truth


@pytest.mark.parametrize(
    ("phase", "turns", "understood", "asked"), [("turn", 4, 3, 0), ("finished", 5, 3, 1)]
)
def test_the_turn_in_which_a_game_stops_counts_only_at_its_end(
    phase: str, turns: int, understood: int, asked: int
) -> None:
    run = StoppedRun(phase)
    run.run()
    tally = run.tally
    assert (tally.turns, tally.understood, tally.asked) == (turns, understood, asked)
    assert (tally.games, tally.scores_right) == (1, 1)


def test_books_with_nothing_owed_stay_as_they_are() -> None:
    run = StoppedRun("turn")
    run.books.owed = []
    run.run()
    assert (run.tally.turns, run.tally.understood, run.tally.scores_right) == (5, 4, 0)


def test_what_was_told_wrongly_is_believed_until_it_is_put_right() -> None:
    run = StoppedRun("turn")
    told: list[Any] = []
    run.watcher.rebase = told.append
    run.words.brief = str
    run.books.take = lambda events, truth: False
    run._accept(Finding(Verdict.UNDERSTOOD, (Story(("event",), 1.0, "elsewhere"),), (), True))
    assert told == ["elsewhere", run.truth]
    assert run.tally.wrong == 1
