"""Stories of whole games of Schloss der 7 Schlösser: clear sight and hearing leave no question."""

from __future__ import annotations

import pytest

from rules.seven_locks import Drop, Fill, Position, Roll, SetUp
from rules.seven_locks.game import GAME
from tests.device.seven_locks_tales import TaleEyes, told
from vision.seven_locks.reading import Pearl


@pytest.mark.parametrize("seeds", [(4,), pytest.param((3, 5), marks=pytest.mark.slow)])
def test_whole_games_are_followed_without_a_question(seeds: tuple[int, ...]) -> None:
    tally = told(seeds, mischief=False)
    assert (tally.wrong, tally.asked, tally.false_alarms) == (0, 0, 0), tally.notes
    assert tally.understood == tally.turns > 8 * len(seeds)
    assert tally.scores_right == tally.games == len(seeds)


@pytest.mark.parametrize("seeds", [(6,), pytest.param((2, 4), marks=pytest.mark.slow)])
def test_mistakes_are_named_and_nothing_else_is_alleged(seeds: tuple[int, ...]) -> None:
    tally = told(seeds, mischief=True)
    assert (tally.wrong, tally.asked, tally.false_alarms) == (0, 0, 0), tally.notes
    assert tally.illegal_flagged == tally.illegal_shown > 4 * len(seeds), tally.notes


@pytest.mark.slow
def test_nearly_every_mistake_of_many_games_is_named() -> None:
    tally = told(range(1, 21), mischief=True)
    assert (tally.wrong, tally.false_alarms) == (0, 0), tally.notes
    assert tally.illegal_flagged >= 0.95 * tally.illegal_shown, tally.notes
    assert tally.understood >= 0.97 * tally.turns, tally.notes


def _at_once(position: Position, *towers: int) -> Drop | None:
    """What is told while hands are at work, if pearls were clearly heard over these towers."""
    eyes = TaleEyes()
    eyes.hands.watch.pearls = lambda: tuple(  # type: ignore[method-assign]
        Pearl(float(n), 0.99, tuple(float(each == tower) for each in range(7)))
        for n, tower in enumerate(towers)
    )
    return eyes.hands.event_before_they_leave(position)


def test_an_opening_pearl_is_told_once_the_next_one_fell_elsewhere() -> None:
    begun = GAME.apply(GAME.start(3, {}, {}), SetUp(0, 2))
    assert _at_once(begun, 4) is None
    assert _at_once(begun, 4, 4) is None
    assert _at_once(begun, 4, 5) == Drop(4)
    assert _at_once(GAME.apply(begun, Drop(4)), 4, 5) is None


def test_a_pearl_of_a_turn_is_told_at_once_but_for_the_last() -> None:
    opened = GAME.apply(GAME.apply(GAME.start(3, {}, {}), SetUp(0, 2)), Fill())
    turn = GAME.apply(opened, Roll(2, 1))
    assert _at_once(turn, 4) == Drop(4)
    assert _at_once(GAME.apply(turn, Drop(4)), 5) is None
