"""Stories of whole games of Schloss der 7 Schlösser: clear sight and hearing leave no question."""

from __future__ import annotations

import pytest

from tests.device.seven_locks_tales import told


def test_whole_games_are_followed_without_a_question() -> None:
    tally = told((3, 4, 5), mischief=False)
    assert (tally.wrong, tally.asked, tally.false_alarms) == (0, 0, 0), tally.notes
    assert tally.understood == tally.turns > 20
    assert tally.scores_right == tally.games == 3


def test_mistakes_are_named_and_nothing_else_is_alleged() -> None:
    tally = told((2, 4, 6), mischief=True)
    assert (tally.wrong, tally.asked, tally.false_alarms) == (0, 0, 0), tally.notes
    assert tally.illegal_flagged == tally.illegal_shown > 8, tally.notes


@pytest.mark.slow
def test_nearly_every_mistake_of_many_games_is_named() -> None:
    tally = told(range(1, 21), mischief=True)
    assert (tally.wrong, tally.false_alarms) == (0, 0), tally.notes
    assert tally.illegal_flagged >= 0.95 * tally.illegal_shown, tally.notes
    assert tally.understood >= 0.97 * tally.turns, tally.notes
