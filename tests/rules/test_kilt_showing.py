"""What leaves towards people: views, hints and descriptions."""

import json
import random
from dataclasses import replace

import pytest

from rules.errors import BadSetting
from rules.kilt import GAME, Build, Move, Phase, Roof
from tests.rules import hearing
from tests.rules.kilt_tables import (
    O,
    R,
    card,
    opened,
    play,
    random_game,
    set_up,
    with_rows,
    with_towers,
)

RED_THEN_ORANGE = Move(card(R, O), 18)


def ids(hints):
    return [hint.hint for hint in hints]


def test_a_view_is_plain_json_at_every_moment():
    for players in (2, 3, 4):
        for _, _, position in random_game(random.Random(5), players):
            view = GAME.view(position, 0)
            assert json.loads(json.dumps(view)) == view


def test_the_view_shows_towers_roofs_and_water():
    view = GAME.view(with_towers(opened(), {(1, 1): "r0 o2"}, [(1, 1)]), None)
    squares = {tuple(each["square"]): each for each in view["squares"]}
    assert len(squares) == 25
    assert squares[0, 0] == {"square": [0, 0], "water": True}
    assert squares[1, 1] == {
        "square": [1, 1],
        "water": False,
        "floors": [{"colour": "red", "crests": 0}, {"colour": "orange", "crests": 2}],
        "height": 2,
        "roof": True,
    }


def test_the_view_lists_moves_by_card_as_it_lies():
    view = GAME.view(opened(), 2)
    moves = {tuple(each["card"]): each["to"] for each in view["moves"]}
    assert moves["red", "red"] == [17, 18, 19, 0]
    assert moves["orange", "red"] == [18, 19, 0]
    assert ("orange", "light_grey") not in moves
    assert (view["builds"], view["roofs"]) == ([], [])
    assert view["rows"]["19"] == [["orange", "light_grey"]]


def test_the_view_lists_builds_with_price_and_payee():
    position = with_towers(opened(), {(1, 1): "l0 d0"})
    view = GAME.view(play(position, RED_THEN_ORANGE), 0)
    assert view["builds"] == [
        {"colour": "red", "crests": [0, 1, 2], "square": [1, 1], "cost": 2, "payee": 3},
        {"colour": "red", "crests": [0, 1, 2], "square": [1, 2], "cost": 0, "payee": None},
    ]
    assert view["pending"] == ["red", "orange"]
    assert view["builder"] == 0
    assert view["floors"]["red"] == {"left": 16, "by_crests": [11, 3, 2], "unseen": 0}


def test_the_view_lists_roofs():
    position = play(opened(), RED_THEN_ORANGE, Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))
    view = GAME.view(position, 1)
    assert view["roofs"] == [{"square": [1, 1], "source": None}]
    assert view["roof_due"] == [1, 1]


def test_covered_ducats_are_shown_to_their_owner_only():
    position = opened(ducats_shown=False)
    assert GAME.view(position, 1)["ducats"] == [None, 10, None, None]
    assert GAME.view(position, None)["ducats"] == [None] * 4
    assert GAME.view(position, 1)["bank"] is None
    finished = replace(position, phase=Phase.FINISHED, bonus=(0, 0, 0, 0))
    assert GAME.view(finished, 1)["ducats"] == [10] * 4


def test_covered_ducats_leak_through_no_part_of_the_view():
    """The same view for a stranger whatever is in the purses, as long as nothing is due."""
    position = opened(ducats_shown=False)
    richer = replace(position, ducats=(90, 10, 10, 10), bank=position.bank - 80)
    assert GAME.view(position, 1) == GAME.view(richer, 1)


def test_what_a_builder_cannot_pay_stays_secret_with_his_ducats():
    position = with_towers(opened(ducats_shown=False), {(1, 1): "l0 l0"})
    position = replace(position, ducats=(1, 10, 10, 10), bank=position.bank + 9)
    position = play(position, RED_THEN_ORANGE)
    assert [build["square"] for build in GAME.view(position, 0)["builds"]] == [[1, 2]]
    assert [build["square"] for build in GAME.view(position, 1)["builds"]] == [[1, 1], [1, 2]]


def test_no_ruling_tells_what_is_in_a_covered_purse():
    position = with_towers(opened(ducats_shown=False), {(1, 1): "l0 l0"})
    poor, poorer = (
        play(replace(position, ducats=(ducats, 10, 10, 10)), RED_THEN_ORANGE) for ducats in (1, 0)
    )
    assert GAME.legal(poor, Build(R, 0, (1, 1))) == GAME.legal(poorer, Build(R, 0, (1, 1)))


def test_the_view_tells_floors_built_and_winners():
    view = GAME.view(with_towers(opened(2), {(1, 1): "l0 o0"}), None)
    assert (view["floors_built"], view["winners"]) == ([1, 1], [])


def test_the_last_ducat_day_is_shown():
    rows = {18: [card(R)], 19: [card(O)]}
    position = play(with_rows(opened(), rows), Move(card(R), 19), Build(R, 1, (0, 2)))
    assert GAME.view(position, 0)["ducat_day"] == {
        "turn": 1,
        "amounts": [2, 0, 0, 0],
        "unsure": [0, 0, 0, 0],
    }


def test_hints_name_what_is_due():
    assert ids(GAME.hints(GAME.start(4), None)) == ["kilt.due-set-up"]
    assert ids(GAME.hints(opened(), None)) == ["kilt.due-move"]
    building = play(opened(), RED_THEN_ORANGE)
    hint = GAME.hints(building, None)[0]
    assert (hint.hint, hint.seat, hint.facts) == (
        "kilt.due-build",
        0,
        {"builder": [0, None], "colour": "red"},
    )
    roof = play(building, Build(R, 0, (1, 1)), Build(O, 0, (1, 1)))
    assert ids(GAME.hints(roof, 3)) == ["kilt.due-roof"]


def test_a_due_ducat_day_is_remembered_while_building():
    rows = {18: [card(R)], 19: [card(O)]}
    position = play(with_rows(opened(), rows), Move(card(R), 19))
    assert ids(GAME.hints(position, 0)) == [
        "kilt.due-build",
        "kilt.due-ducat-day",
        "kilt.know-sites",
        "kilt.know-ducat-day",
    ]


def test_told_money_is_asked_for():
    position = with_towers(opened(money="told"), {(2, 0): "l0"})
    position = play(position, Move(card(R), 17), Build(R, 0, (2, 0)))
    assert ids(GAME.hints(position, 0)) == ["kilt.due-move", "kilt.due-payment"]


def test_hints_can_be_turned_off_and_tell_the_one_to_act_what_may_be_done():
    assert GAME.hints(opened(), 2, "silent") == []
    with pytest.raises(BadSetting, match="coach"):
        GAME.hints(opened(), 2, "coach")
    assert ids(GAME.hints(opened(), 2)) == ["kilt.due-move", "kilt.know-turn"]
    assert ids(GAME.hints(opened(), 1)) == ["kilt.due-move"]
    building = play(opened(), RED_THEN_ORANGE)
    assert ids(GAME.hints(building, 0)) == ["kilt.due-build", "kilt.know-sites"]
    assert ids(GAME.hints(building, 1)) == ["kilt.due-build"]


def told(position, event):
    return [
        message.message.removeprefix("kilt.event.")
        for message in hearing.told(GAME, position, event)
    ]


def test_descriptions_tell_what_followed():
    assert told(GAME.start(4), set_up()) == ["set-up", "starts"]
    assert told(opened(), RED_THEN_ORANGE) == ["move"]
    rows = {18: [card(R)], 19: [card(O)]}
    emptying = with_rows(opened(), rows)
    assert told(emptying, Move(card(R), 19)) == ["move", "row-emptied"]
    assert told(play(emptying, Move(card(R), 19)), Build(R, 0, (0, 2))) == ["build", "ducat-day"]
    building = play(opened(), RED_THEN_ORANGE, Build(R, 0, (1, 1)))
    assert told(building, Build(O, 0, (1, 1))) == ["build-over", "roof-due"]
    assert told(opened(), Roof((1, 1), (2, 2))) == ["roof-moved"]


def test_a_skipped_builder_is_told():
    full = {(1, 1): "l0", (1, 2): "l0", (1, 3): "d0", (1, 4): "d0"}
    position = with_towers(opened(), full)
    poor = replace(position, ducats=(0, 10, 10, 10), bank=position.bank + 10)
    assert told(poor, RED_THEN_ORANGE) == ["move", "skipped"]


def test_the_end_is_told_with_the_winners():
    position = opened()
    position = replace(position, left=((1, 0, 0), *position.left[1:]))
    position = play(position, Move(card(R), 17))
    assert told(position, Build(R, 0, (2, 0))) == ["build", "game-over", "winners"]
    assert ids(GAME.hints(GAME.apply(position, Build(R, 0, (2, 0))), None)) == ["kilt.due-nothing"]
