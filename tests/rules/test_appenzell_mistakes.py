"""Every mistake of the sheet on Burg Appenzell is caught, each by the rule that names it."""

import pytest

from rules.appenzell import GAME, OUTSIDE, Cover, EndTurn, Place, Run, Slide, Take, Uncover
from rules.values import Answer
from tests.rules.appenzell_tables import (
    begun,
    f,
    opened,
    play,
    room,
    with_cheeses,
    with_mice,
    with_open,
)
from tests.rules.test_appenzell_turns import hall, slot, told


def started():
    return play(begun(2), Place(0, f("a7")))


def tired():
    """Four actions are used."""
    towers = (Run(0, OUTSIDE, f("a1")), Run(0, OUTSIDE, f("g1")))
    return play(opened(2), *towers, Uncover(0, room("b1")), Uncover(0, room("a6")))


def trapped():
    return with_open(hall("b6", "g7"), "", b5="trap")


def paired():
    """Seat 1 has two mice on one cheese while seat 0 is to move; the table tells."""
    return with_mice(with_open(told("", ""), "", a6="c1", b6="c1", b7="plain"), "a7", "a6 b6")


MISTAKES = {
    "more than one mouse at the start": (started, Place(0, f("g7")), "one-mouse"),
    "five actions": (tired, Slide(0, 0), "too-many-actions"),
    "a second slide": (lambda: play(opened(2), Slide(0, 0)), Slide(0, 1), "second-slide"),
    "a diagonal run": (lambda: hall("b6", "g7"), Run(0, f("b6"), f("a5")), "run-diagonal"),
    "a run onto a roof": (lambda: hall("c6", "g7"), Run(0, f("c6"), f("d6")), "run-roof"),
    "a run onto a trap": (trapped, Run(0, f("b6"), f("b5")), "run-trap"),
    "a run back to a tower": (lambda: hall("b7", "g7"), Run(0, f("b7"), f("a7")), "run-tower"),
    "two mice on a field": (lambda: hall("b6 b7", "g7"), Run(0, f("b6"), f("b7")), "field-taken"),
    "a cheese not taken": (paired, Slide(0, slot("d7")), "cheese-forgotten"),
    "a cheese taken twice": (
        lambda: with_cheeses(paired(), [], [1]),
        Take(1, 0),
        "cheese-twice",
    ),
    "rooms not covered": (lambda: told("b6", "g7"), EndTurn(0), "not-covered"),
    "a covered room with a mouse": (
        lambda: told("b6", "g7"),
        Cover(room("b6")),
        "cover-mouse",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught_and_may_stand(mistake):
    make, event, rule = MISTAKES[mistake]
    position = make()
    legality = GAME.legal(position, event)
    assert legality.answer is Answer.NO
    assert [each.rule for each in legality.rulings] == [f"appenzell.{rule}"]
    assert GAME.apply(position, event) != position
