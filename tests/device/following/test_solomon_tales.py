"""Games in King Solomon's mine followed by clear readings: what stories make of them."""

from __future__ import annotations

import pytest

from tests.device.solomon_tales import told


def test_a_whole_game_is_followed_without_a_question() -> None:
    tally = told([106], mischief=False)
    assert tally.notes == []
    assert tally.figures() == {
        "turns": 24,
        "understood": 24,
        "asked": 0,
        "wrong": 0,
        "games": 1,
        "scores_right": 1,
        "flawless": 1,
        "illegal_shown": 0,
        "illegal_flagged": 0,
        "false_alarms": 0,
    }


@pytest.mark.slow
def test_mistakes_are_flagged_and_what_was_put_back_is_no_new_one() -> None:
    tally = told([201], mischief=True)
    assert tally.notes == []
    assert (tally.illegal_shown, tally.illegal_flagged, tally.false_alarms) == (12, 12, 0)
    assert tally.understood == tally.turns == 24
