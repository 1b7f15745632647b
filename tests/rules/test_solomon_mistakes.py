"""The mistakes players make most: each is caught under its own id, in every language."""

import pytest

from rules.referee import Illegal, Referee
from rules.solomon import (
    GAME,
    Choose,
    DrawShape,
    Lift,
    Mark,
    Pass,
    Pay,
    Phase,
    Shift,
    Total,
    Ward,
)
from rules.words import LANGUAGES
from rules.words.wording import say
from tests.rules.solomon_tables import (
    ANGLE,
    BAR,
    STEP,
    at,
    check,
    digging,
    opened,
    play,
    squares,
    tiles,
    with_shafts,
)


def dug(*names):
    """Seat 0 has shifted once and lifted three tiles."""
    position = with_shafts(digging(BAR, 30), {"a6": "t1 t1", "b6": "", **dict(names)})
    position = play(position, Shift(0, at("a6"), at("b6")), Mark(0, squares("b2 c2 d2")))
    return GAME.apply(position, Lift(0, tuple(tiles(name)[-1] for _, name in names)))


CURSED = dug(("b2", "c2"), ("c2", "t1"), ("d2", "amulet"))


def over():
    position = opened()
    while position.phase is not Phase.FINISHED:
        choosing = position.phase is Phase.CHOOSE
        card = position.round * 2
        events = (Choose(0, card), Choose(1, card - 1)) if choosing else (Pass(0),)
        events = events if choosing or position.active == 0 else (Pass(1),)
        position = play(position, *events)
    return position


MISTAKES = {
    "shape rotated without the mirror": (
        digging(ANGLE, 30),
        Mark(0, squares("b2 b3 c3")),
        "shape-turned",
    ),
    "shape flipped over": (digging(STEP, 30), Mark(0, squares("c2 d2 b3 c3")), "shape-flipped"),
    "unequal levels": (
        with_shafts(digging(BAR, 30), {"c2": "t1 t1"}),
        Mark(0, squares("b2 c2 d2")),
        "levels-shift",
    ),
    "empty shaft": (
        with_shafts(digging(BAR, 30), {"c2": ""}),
        Mark(0, squares("b2 c2 d2")),
        "empty-shaft",
    ),
    "tile pushed upward": (
        with_shafts(digging(BAR, 30), {"c2": "t1 t1"}),
        Shift(0, at("c2"), at("d2")),
        "shift-upward",
    ),
    "shifts miscounted": (CURSED, Pay(0, 2), "price"),
    "curse not paid": (CURSED, Pay(0, 1), "curse-unpaid"),
    "object used in the turn it was dug": (CURSED, Ward(0), "object-same-turn"),
    "wrong order of play": (digging(BAR, 30), Pass(1), "order"),
    "end bonuses": (over(), Total(0, 34), "total"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught_under_its_id_and_worded(mistake):
    position, event, rule = MISTAKES[mistake]
    rulings = GAME.legal(position, event).rulings
    assert [ruling.rule for ruling in rulings] == [f"solomon.{rule}"]
    texts = [say(language, rulings[0].rule, rulings[0].facts) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)


@pytest.mark.parametrize("mistake", sorted(set(MISTAKES) - {"end bonuses"}))
def test_the_table_may_let_a_mistake_stand_and_play_on(mistake):
    position, event, _ = MISTAKES[mistake]
    after = GAME.apply(position, event)
    check(after)
    assert GAME.actions(after)


BAD = {
    "a card of seven squares": (
        digging(5, 9, box={}),
        {"type": "draw_shape", "card": 5, "cells": [[0, c] for c in range(6)] + [[1, 0]]},
        "solomon.shape-size",
    ),
    "a square named twice": (
        digging(5, 9),
        {"type": "mark", "seat": 0, "squares": [[0, 0], [0, 0], [0, 1]]},
        "referee.not-understood",
    ),
    "choosing while others dig": (
        digging(5, 9),
        {"type": "choose", "seat": 0, "card": 7},
        "solomon.choose-later",
    ),
    "a seat that is not at the table": (
        opened(),
        {"type": "choose", "seat": 4, "card": 7},
        "solomon.no-such-seat",
    ),
    "a wrong amount": (
        CURSED,
        {"type": "pay", "seat": 0, "coins": 2, "treasures": [0, 0, 0, 0, 0]},
        "solomon.price",
    ),
    "more coins than one has": (
        CURSED,
        {"type": "pay", "seat": 0, "coins": 99, "change_coins": 96},
        "solomon.not-in-loot",
    ),
    "paying when nothing is due": (
        digging(5, 9),
        {"type": "pay", "seat": 0, "coins": 1},
        "solomon.nothing-due",
    ),
    "garbage": (opened(), {"type": "dig", "square": "all"}, "referee.not-understood"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_in_words_and_changes_nothing(case):
    position, claim, rule = BAD[case]
    referee = Referee(GAME, position)
    answer = referee.propose(claim)
    assert isinstance(answer, Illegal)
    assert [ruling.rule for ruling in answer.rulings] == [rule]
    assert referee.position is position
    texts = {say(language, rule, answer.rulings[0].facts) for language in LANGUAGES}
    assert len(texts) == len(LANGUAGES)


def test_a_claim_may_leave_out_what_is_clear():
    position = play(digging(BAR, 30), Mark(0, squares("b2 c2 d2")))
    assert GAME.matching(position, {"type": "pass"}) == [Pass(0)]
    shape = {"type": "draw_shape", "card": 2, "cells": [[0, 0], [0, 1], [0, 2]]}
    assert GAME.event_from_json(shape) == DrawShape(2, ((0, 0), (0, 1), (0, 2)), 0)
