"""A box is taught step by step: what is seen, what is missing, what is learned."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from device.teaching.looking import corners_fault
from device.teaching.session import CannotTeach, Session
from device.teaching.words import worded
from rules.words import LANGUAGES
from tests.device.teaching.pupils import Owner
from tests.vision.boxes import profile
from vision.games import eyes_kit

SEED = 12
SHAPE = (720, 1280, 3)


@cache
def taught() -> tuple[Session, list[str]]:
    owner = Owner("kilt", SEED)
    return owner.session, owner.walk()


@pytest.mark.parametrize("game", ["kilt", "appenzell", "castle", "seven_locks", "solomon"])
def test_a_course_has_few_steps_and_words_in_four_languages(game: str) -> None:
    course = eyes_kit(game).course
    steps = course.steps()
    assert len(steps) <= 25
    assert len({step.name for step in steps}) == len(steps)
    for step in steps:
        marks = step.lay({}).marks
        told = [step.title, step.how, *(mark.text for mark in marks), *course.kinds().values()]
        assert all(worded(words, game, language) for words in told for language in LANGUAGES)


def test_every_step_of_a_well_laid_box_is_sure_at_once() -> None:
    session, sure = taught()
    assert sure == [step.name for step in session.steps]


def test_every_kind_is_learned_surely_and_reads_its_own_water() -> None:
    session, _ = taught()
    assert session.phase == "learned"
    assert session.outcome is not None
    assert {each.kind for each in session.outcome.learned} == set(session.course.kinds())
    assert [each.kind for each in session.outcome.learned if not each.sure] == []
    assert session.outcome.profile.water == Owner("kilt", SEED).sim.theme.water


def test_a_missing_piece_is_named_and_the_step_not_sure() -> None:
    owner = Owner("kilt", SEED)
    for _ in range(2):
        owner.put()
        owner.answer()
        owner.session.forward()
    state = dict(owner.session.laid.state)
    squares = {k: dict(v) for k, v in state["squares"].items()}  # type: ignore[union-attr]
    missing = next(name for name, square in squares.items() if square["floors"])
    squares[missing] = {"floors": [], "roof": False}
    owner.put({**state, "squares": squares})
    told = owner.session.state("en")
    assert (told["sure"], told["fault"]) == (False, "wanted")
    assert [mark["state"] for mark in told["marks"]] == ["wanted", "seen", "seen"]
    with pytest.raises(CannotTeach, match="not-sure"):
        owner.session.forward()
    owner.put()
    assert owner.session.state("en")["sure"] is True


def test_what_should_be_cleared_away_is_named() -> None:
    owner = Owner("kilt", SEED)
    while owner.session.step.name != "singles":
        owner.put()
        owner.answer()
        owner.session.forward()
    towers = owner.session.steps[owner.session.at - 1].lay(owner.session.answers).state
    positions = owner.session.laid.state["positions"]
    owner.put({**towers, "positions": positions})
    assert owner.session.fault == "left"
    assert owner.session.state("de")["say"] == "teach.fault.left"


def test_an_earlier_step_can_be_done_again() -> None:
    owner = Owner("kilt", SEED)
    owner.put()
    owner.answer()
    owner.session.forward()
    owner.session.back()
    assert owner.session.step.name == "corners"
    with pytest.raises(CannotTeach, match="not-now"):
        owner.session.back()


def test_answers_must_be_whole() -> None:
    owner = Owner("kilt", SEED)
    owner.put()
    with pytest.raises(CannotTeach, match="no-picture"):
        owner.session.forward()
    owner.answer()
    owner.session.forward()
    for wrong in (["0,0"], ["0,0", "0,0", "0,1"], ["0,0", "0,1", "9,9"], "0,0", None):
        with pytest.raises(CannotTeach, match="bad-answer"):
            owner.session.answer(wrong)
    with pytest.raises(CannotTeach, match="answer-first"):
        owner.session.forward()


@pytest.mark.parametrize(
    ("corners", "fault"),
    [
        ([(300, 100), (900, 100), (950, 650), (250, 650)], ""),
        ([(900, 100), (300, 100), (250, 650), (950, 650)], "corners"),
        ([(250, 650), (300, 100), (900, 100), (950, 650)], "corners"),
        ([(300, 100), (400, 100), (400, 200), (300, 200)], "small"),
        ([(1, 100), (900, 100), (950, 650), (250, 650)], "edge"),
    ],
)
def test_taps_that_cannot_be_a_board_are_told(corners: list[tuple[int, int]], fault: str) -> None:
    assert corners_fault(np.array(corners, float), SHAPE) == fault


@pytest.mark.slow
def test_two_kinds_that_look_alike_are_warned_of() -> None:
    owner = Owner("kilt", SEED)
    theme = owner.sim.theme
    for crests in range(3):
        theme.tops["orange", crests] = theme.tops["red", crests]
        theme.walls["orange"] = theme.walls["red"]
    owner.walk()
    told = owner.session.state("en")
    unsure = {each["kind"] for each in told["learned"] if not each["sure"]}
    assert {"red 0", "orange 0"} <= unsure
    rival = next(each["rival"] for each in told["learned"] if each["kind"] == "orange 0")
    assert rival == "red: a floor without crests"


@pytest.mark.parametrize("kind", ["red 1", "card orange"])
def test_one_kind_is_taught_anew_and_the_rest_stays(kind: str) -> None:
    known = profile(SEED)
    water = {"water": [f"{row},{column}" for row, column in known.water]}
    owner = Owner("kilt", SEED, known=known, kind=kind, answers=water)
    owner.put()
    assert owner.session.sure  # the board is found by its print, nobody taps
    owner.session.forward()
    owner.put()
    assert [each.state for each in owner.session.marks] == ["seen"]
    owner.session.forward()
    assert owner.session.outcome is not None
    fresh = owner.session.outcome.profile
    looks = {**known.kinds, **{f"card {name}": look for name, look in known.cards.items()}}
    again = {**fresh.kinds, **{f"card {name}": look for name, look in fresh.cards.items()}}
    changed = [name for name in looks if not np.array_equal(looks[name][0], again[name][0])]
    assert changed == [kind]
    (learned,) = [each for each in owner.session.outcome.learned if each.kind == kind]
    assert learned.sure


def test_a_kind_nobody_knows_cannot_be_taught_anew() -> None:
    with pytest.raises(CannotTeach, match="no-such-kind"):
        Owner("kilt", SEED, known=profile(SEED), kind="purple 4")


@pytest.mark.parametrize("fault", [ValueError("too dark"), TypeError("never thought of")])
def test_a_box_that_cannot_be_learned_is_told_as_such_whatever_the_cause(fault: Exception) -> None:
    session = Session(eyes_kit("kilt").course, run=lambda work: work())

    def breaks(**_: object) -> None:
        raise fault

    session.shots = breaks  # type: ignore[method-assign]
    session.at = len(session.steps) - 1
    session._learn()
    assert (session.phase, session.fault) == ("failed", "failed")
    session.back(0)
    assert session.phase == "stepping"
