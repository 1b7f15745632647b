"""Whatever is claimed, the referee answers with a ruling and the position stays as it was."""

import contextlib
import json
import random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.contract import Answer
from rules.errors import BadJson, ImpossibleEvent
from rules.referee import Accepted, Ambiguous, Illegal, Play, Referee, record_from_json
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
from rules.wording import LANGUAGES, say
from tests.rules.solomon_tables import SIM, check, random_game

quick = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


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
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["type", "seat", "card", "cards", "cells", "arrow", "squares", "tiles", "source", "target",
     "objects", "coins", "treasures", "change_coins", "points", "tops"]
)  # fmt: skip


def judged(referee, said):
    """The referee's answer, which never changes anything and is worded in every language."""
    before = referee.position
    answer = referee.propose(said)
    assert referee.position is before
    assert isinstance(answer, Accepted | Illegal | Ambiguous)
    if isinstance(answer, Illegal):
        assert answer.rulings
        for ruling in answer.rulings:
            for language in LANGUAGES:
                assert "?" not in say(language, ruling.rule, ruling.facts).replace(" ?", "")[:-1]
    return answer


@quick
@given(st.sampled_from(TABLES), EVENTS)
def test_any_event_is_accepted_or_refused_with_a_ruling(referee, event):
    answer = judged(referee, event)
    if isinstance(answer, Accepted) or answer.possible:
        after = GAME.apply(referee.position, event)
        check(after)
        GAME.actions(after)
        for seat in (0, None):
            GAME.view(after, seat)
            GAME.hints(after, seat)
    else:
        assert len(answer.rulings) == 1
    GAME.describe(referee.position, event, 0)


@quick
@given(st.sampled_from(TABLES), EVENTS)
def test_apply_and_judge_agree_on_the_impossible(referee, event):
    legality = GAME.legal(referee.position, event)
    ruling = None
    try:
        GAME.apply(referee.position, event)
    except ImpossibleEvent as error:
        ruling = error.ruling
    if ruling is not None:
        assert legality.answer is Answer.NO
        assert legality.rulings == (ruling,)


@quick
@given(st.sampled_from(TABLES), st.dictionaries(FIELDS | st.text(max_size=4), JSON, max_size=5))
def test_any_claim_is_answered(referee, claim):
    judged(referee, claim)


@quick
@given(st.sampled_from(TABLES), st.data())
def test_a_mutated_event_is_answered(referee, data):
    actions = GAME.actions(referee.position) or [Pass(0)]
    claim = GAME.event_to_json(data.draw(st.sampled_from(actions)))
    key = data.draw(st.sampled_from(sorted(claim)))
    claim[key] = data.draw(JSON)
    judged(referee, claim)


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
    for read in (
        GAME.event_from_json,
        GAME.position_from_json,
        lambda given: record_from_json(GAME, given),
    ):
        with contextlib.suppress(BadJson):
            read(data)


@quick
@given(st.sampled_from(TABLES), st.data())
def test_a_damaged_position_is_read_or_refused(referee, data):
    stored = json.loads(json.dumps(GAME.position_to_json(referee.position)))
    stored[data.draw(st.sampled_from(sorted(stored)))] = data.draw(JSON)
    with contextlib.suppress(BadJson):
        GAME.position_from_json(stored)
