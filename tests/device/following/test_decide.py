"""When a doubt is waited out, and when it is asked about."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from device.following.belief import Moment
from device.following.decide import Decider
from device.following.sight import Finding
from vision.stories.story import Outcome, Story, Verdict

PATIENCE, ENOUGH = 2, 0.85  # still moments, and how probable the best story must be after them


def decider() -> Decider[Any, Any]:
    lens = SimpleNamespace(
        is_provable=lambda _: True,
        patience=lambda _: (PATIENCE, ENOUGH),
        says_less=lambda *_: False,
    )
    eyes: Any = SimpleNamespace(lens=lens, visibility_hints=lambda: None, late_facts=lambda *_: ())
    explainer = SimpleNamespace(agreed=lambda *_: None)
    belief: Any = SimpleNamespace(explainer=explainer, reading=None)
    game: Any = None
    return Decider(game, eyes, belief)


def story(event: str, probability: float) -> Story:
    return Story((event,), probability, SimpleNamespace(phase="play", after=event))


def doubt(best: float) -> Outcome:
    stories = (story("likely", best), story("other", 1 - best))
    return Outcome(Verdict.UNDERSTOOD, stories, fit=-1.0)


def moments(chances: list[float]) -> list[Finding]:
    """What one decider says of several still moments, each of one picture."""
    one = decider()
    return [one.play(doubt(each), Moment([], None, read=1), lambda: b"shot") for each in chances]


def test_a_likely_story_is_certain_only_after_it_was_doubted_for_a_while() -> None:
    found = moments([0.9] * (PATIENCE + 1))
    assert [each.verdict for each in found] == [Verdict.UNDERSTOOD] * (PATIENCE + 1)
    assert [each.certain for each in found] == [False] * PATIENCE + [True]


def test_a_story_that_stays_hardly_likelier_than_another_is_asked_about() -> None:
    found = moments([0.6] * (PATIENCE + 1))
    wanted = [Verdict.UNDERSTOOD] * PATIENCE + [Verdict.ASK]
    assert [each.verdict for each in found] == wanted
    assert [each.events for each in found[-1].stories] == [("likely",), ("other",)]


def test_a_sure_story_ends_the_doubt() -> None:
    found = moments([0.9, 0.9, 0.99, 0.9, 0.9, 0.9])
    assert [each.certain for each in found] == [False, False, True, False, False, True]
