"""The mistakes players make most: each is caught under its own id, in every language."""

import pytest

from rules.kilt import GAME, Build, DucatDayPaid, Move, Paid, Roof
from rules.words import LANGUAGES
from rules.words.wording import say
from tests.rules.kilt_tables import L, O, R, card, opened, play, with_rows, with_towers

RED_THEN_ORANGE = Move(card(R, O), 18)


def building(towers=None, roofs=()):
    return play(with_towers(opened(), towers or {}, roofs), RED_THEN_ORANGE)


def roof_due():
    return play(building({(2, 2): "l0"}), Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))


def overbuilt(money="kept"):
    position = with_towers(opened(money=money), {(2, 0): "o0 l0"})
    return play(position, Move(card(R), 17), Build(R, 0, (2, 0)))


def emptied(money="kept"):
    rows = {18: [card(R)], 19: [card(O), card(L)]}
    towers = {(2, 2): "r1", (4, 4): "r0"}
    return play(with_towers(with_rows(opened(money=money), rows), towers), Move(card(R), 19))


def full_row_of_three():
    rows = {18: [card(R)], 19: [card(O), card(L), card(R, O)]}
    return with_rows(opened(3), rows)


def four_rows_of_three_players():
    rows = {
        0: [card(R), card(R, O)],
        1: [card(O)],
        2: [card(L)],
        3: [card(O, L), card(R, L)],
    }
    return with_rows(opened(3), rows)


def day_paid(money="kept"):
    return play(emptied(money), Build(R, 0, (0, 2)))


MISTAKES = {
    "double card not turned": (opened(), Move(card(O, R), 18), "turn-card"),
    "wrong build order": (building(), Build(O, 0, (1, 1)), "build-order"),
    "not the first empty square": (building(), Build(R, 0, (1, 3)), "first-empty"),
    "wrong price": (overbuilt(), Paid(0, 2, 1), "price"),
    "wrong payee": (overbuilt(), Paid(0, 1, 2), "payee"),
    "payment forgotten": (overbuilt("told"), Move(card(O), 18), "payment-forgotten"),
    "roof forgotten": (roof_due(), Move(card(O), 17), "roof-forgotten"),
    "roof on the wrong square": (roof_due(), Roof((2, 2), None), "roof-square"),
    "roof built over": (building({(1, 1): "l0"}, [(1, 1)]), Build(R, 0, (1, 1)), "roof-overbuilt"),
    "ducat day forgotten": (day_paid("told"), Move(card(O), 0), "ducat-day-forgotten"),
    "ducat day before building": (
        emptied(),
        DucatDayPaid((2, 0, 0, 0)),
        "ducat-day-after-building",
    ),
    "ducat day for two areas": (day_paid(), DucatDayPaid((3, 0, 0, 0)), "ducat-day-two-areas"),
    "fourth card in a row of three players": (full_row_of_three(), Move(card(R), 19), "row-full"),
    "fifth row of three players": (
        four_rows_of_three_players(),
        Move(card(R), 4),
        "too-many-rows",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught_under_its_id_and_worded(mistake):
    position, event, rule = MISTAKES[mistake]
    rulings = GAME.legal(position, event).rulings
    assert [ruling.rule for ruling in rulings] == [f"kilt.{rule}"]
    texts = [say(language, rulings[0].rule, rulings[0].facts) for language in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_table_may_let_a_mistake_stand_and_play_on(mistake):
    position, event, _ = MISTAKES[mistake]
    after = GAME.apply(position, event)
    assert sum(after.ducats) + after.bank == 888
    assert GAME.actions(after)
