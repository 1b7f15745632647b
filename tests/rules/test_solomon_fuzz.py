"""Whatever is claimed, the referee answers with a ruling and the position stays as it was."""

import random

from hypothesis import example, given
from hypothesis import strategies as st

from rules.referee import Accepted, Play, Referee
from rules.solomon import (
    GAME,
    Add,
    Choose,
    Count,
    DrawShape,
    Fail,
    Got,
    Hold,
    Lift,
    Magic,
    Mark,
    Pass,
    Pay,
    Phase,
    See,
    SetUp,
    Shift,
    Show,
    Total,
    Ward,
)
from tests.rules import fuzzing, hearing
from tests.rules.solomon_tables import SIM, check, random_game

quick = fuzzing.quick(120)


def tables():
    """Referees at several moments of a few games, each phase among them."""
    found, phases = [Referee(GAME, GAME.start(4))], set()
    for seed in range(8):
        players = 2 + seed % 4
        box = {} if seed == 5 else SIM
        game = random_game(random.Random(seed), players, seed % 2 == 1, box)
        referee = Referee(GAME, GAME.start(players, {"beginners": seed % 2 == 1}, box))
        for number, (_, event, after) in enumerate(game):
            referee.commit(Play(event))
            if number % 41 == 5 or after.phase not in phases:
                phases.add(after.phase)
                found.append(Referee(GAME, referee.start, referee.records))
        found.append(referee)
    assert phases >= set(Phase) - {Phase.SETUP, Phase.COUNT}
    return found


TABLES = tables()
NUMBERS = st.integers(-2, 38)
SEAT = st.integers(-1, 5)
AREA = st.lists(NUMBERS, max_size=7).map(tuple)
TILE_LIST = st.lists(st.integers(-1, 18), max_size=6).map(tuple)
FIVE = st.tuples(*[st.integers(-1, 2)] * 5)
EVENTS = st.one_of(
    st.builds(SetUp, TILE_LIST),
    st.builds(Hold, SEAT, AREA),
    st.builds(Choose, SEAT, NUMBERS),
    st.builds(Show, SEAT, NUMBERS),
    st.builds(DrawShape, NUMBERS, st.lists(st.tuples(SEAT, SEAT), max_size=7).map(tuple), SEAT),
    st.builds(See, AREA, TILE_LIST),
    st.builds(Shift, SEAT, NUMBERS, NUMBERS),
    st.builds(Mark, SEAT, AREA, st.lists(st.sampled_from(Magic), max_size=4).map(tuple)),
    st.builds(Lift, SEAT, TILE_LIST),
    st.builds(Pass, SEAT),
    st.builds(Ward, SEAT),
    st.builds(Pay, SEAT, NUMBERS, FIVE, NUMBERS, FIVE),
    st.builds(Fail, SEAT),
    st.builds(Add, SEAT, TILE_LIST),
    st.builds(Got, SEAT, TILE_LIST),
    st.builds(Count, SEAT, TILE_LIST),
    st.builds(Total, SEAT, NUMBERS),
)
JSON = fuzzing.any_json(NUMBERS)
FIELDS = st.sampled_from(
    ["type", "seat", "card", "cards", "cells", "arrow", "squares", "tiles", "source", "target",
     "objects", "coins", "treasures", "change_coins", "points", "tops"]
)  # fmt: skip


@quick
@given(st.sampled_from(TABLES), EVENTS)
def test_any_event_is_accepted_or_refused_with_a_ruling(referee, event):
    answer = fuzzing.judged(referee, event)
    if isinstance(answer, Accepted) or answer.possible:
        after = GAME.apply(referee.position, event)
        check(after)
        GAME.actions(after)
        for seat in (0, None):
            GAME.view(after, seat)
            GAME.hints(after, seat)
    else:
        assert len(answer.rulings) == 1
    hearing.told(GAME, referee.position, event, 0)


@quick
@given(st.sampled_from(TABLES), EVENTS)
def test_apply_and_judge_agree_on_the_impossible(referee, event):
    broken = fuzzing.impossible(GAME, referee.position, event)
    if broken is not None:
        ruling, rulings = broken
        assert rulings == (ruling,)


@quick
@given(st.sampled_from(TABLES), st.dictionaries(FIELDS | st.text(max_size=4), JSON, max_size=5))
def test_any_claim_is_answered(referee, claim):
    fuzzing.judged(referee, claim)


@quick
@given(st.sampled_from(TABLES), st.data())
def test_a_mutated_event_is_answered(referee, data):
    fuzzing.judged(referee, fuzzing.mutated(GAME, referee.position, Pass(0), JSON, data))


@quick
@given(JSON)
@example({"type": "choose", "seat": True, "card": 1})
@example({"type": "mark", "seat": 0, "squares": [[0, 0], [0, 6]]})
@example({"type": "mark", "seat": 0, "squares": [[0, 0]], "objects": ["wand"]})
@example({"type": "lift", "seat": 0, "tiles": ["t6"]})
@example({"type": "see", "squares": [[0, 0]], "tiles": []})
@example({"type": "pay", "seat": 0, "coins": 1, "treasures": [1]})
@example({"type": "draw_shape", "card": 1, "cells": [[0, 0], [0, 0]]})
def test_reading_any_json_gives_an_event_or_bad_json(data):
    fuzzing.read_or_refuse(GAME, data)
