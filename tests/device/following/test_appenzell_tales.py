"""Stories of whole games of Burg Appenzell: what clear sight leaves open is little."""

from __future__ import annotations

import pytest

from tests.device.appenzell_tales import told


def test_whole_games_are_followed_without_a_question() -> None:
    tally = told((3, 4), mischief=False)
    assert (tally.wrong, tally.asked, tally.false_alarms) == (0, 0, 0), tally.notes
    assert tally.understood == tally.turns == 32
    assert tally.scores_right == tally.games == 2


def test_mistakes_are_named_and_nothing_else_is_alleged() -> None:
    tally = told((7,), mischief=True)
    assert (tally.wrong, tally.false_alarms) == (0, 0), tally.notes
    assert tally.illegal_flagged == tally.illegal_shown == 7, tally.notes


@pytest.mark.slow
def test_nearly_every_turn_of_many_games_is_understood() -> None:
    tally = told(range(1, 13), mischief=False)
    assert (tally.wrong, tally.false_alarms) == (0, 0), tally.notes
    assert tally.understood >= 0.96 * tally.turns, tally.notes


@pytest.mark.slow
def test_nearly_every_mistake_of_many_games_is_named() -> None:
    tally = told(range(1, 11), mischief=True)
    assert tally.wrong + tally.false_alarms <= 1, tally.notes
    assert tally.illegal_flagged >= 0.95 * tally.illegal_shown, tally.notes
