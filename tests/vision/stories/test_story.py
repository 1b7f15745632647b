"""Stories that differ only in what nobody saw are no question."""

from typing import Any

import pytest

from rules.seven_locks import Coat, Drop
from vision.kilt.story import KiltLens
from vision.seven_locks.story import SevenLocksLens
from vision.stories.story import Story, told_apart

LENS: Any = SevenLocksLens()
PLACED = Coat(1, True)


def story(probability: float, *events: Any) -> Story:
    return Story(events, probability, None)


def test_of_two_that_differ_only_in_where_nobody_saw_a_pearl_the_open_one_stands_for_both() -> None:
    clear, vague = story(0.49, Drop(3), Drop(5)), story(0.49, Drop(None), Drop(3))
    (told,) = told_apart(LENS, [clear, vague])
    assert told.events == vague.events
    assert told.probability == pytest.approx(0.98)


def test_pearls_in_other_towers_are_another_story() -> None:
    stories = [story(0.6, Drop(3), Drop(5)), story(0.4, Drop(3), Drop(4))]
    assert told_apart(LENS, stories) == stories


def test_something_else_that_happened_is_another_story() -> None:
    stories = [story(0.6, Drop(3), PLACED), story(0.4, Drop(None))]
    assert told_apart(LENS, stories) == stories


def test_what_is_likelier_together_comes_first() -> None:
    other, one, open_one = story(0.4, PLACED), story(0.35, Drop(3)), story(0.25, Drop(None))
    assert [each.events for each in told_apart(LENS, [other, one, open_one])] == [
        open_one.events,
        other.events,
    ]


def test_where_a_games_eyes_know_of_nothing_unseen_all_stories_stay() -> None:
    stories = [story(0.6, Drop(3)), story(0.4, Drop(None))]
    assert told_apart(KiltLens(), stories) == stories
