"""Counting pearls by ear, with what the game knows."""

import pytest

from device.hearing.counting import count_pearls, moment_odds


def test_a_clear_sound_is_a_pearl_and_silence_hardly_one() -> None:
    assert moment_odds(0.99) > 0.99
    assert moment_odds(None) < 0.6


def test_three_clear_sounds_are_three_pearls() -> None:
    count = count_pearls([moment_odds(0.99)] * 3, 3)
    assert count.pearls == 3
    assert count.probability > 0.99


def test_one_pearl_missed_by_ear_is_still_counted_when_it_was_due() -> None:
    assert count_pearls([moment_odds(0.99), moment_odds(None), moment_odds(0.99)], 3).pearls == 3


def test_one_pearl_more_than_due_is_counted_when_it_was_heard_clearly() -> None:
    assert count_pearls([moment_odds(0.999)] * 3, 2).pearls == 3


@pytest.mark.parametrize("due", [None, 0, 2])
def test_nothing_heard_and_no_hand_is_no_pearl(due: int | None) -> None:
    assert count_pearls([], due).pearls == 0
