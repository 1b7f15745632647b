"""Whatever is claimed, the referee answers with a ruling and the position stays as it was."""

import contextlib
import json
import random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.contract import Answer
from rules.errors import BadJson, ImpossibleEvent
from rules.kilt import (
    CARDS,
    COLOURS,
    GAME,
    Build,
    DucatDayPaid,
    Move,
    Paid,
    Roof,
    SetUp,
)
from rules.referee import Accepted, Ambiguous, Illegal, Play, Referee, record_from_json
from rules.wording import LANGUAGES, say
from tests.rules.kilt_tables import random_game, set_up
from tests.rules.test_kilt_games import check

quick = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def tables():
    """Positions and referees from several moments of a few games."""
    found = []
    for players in (2, 3, 4):
        for options in ({}, {"money": "told", "gap-behind-front": "neighbour"}):
            referee = Referee(GAME, GAME.start(players, options))
            game = random_game(random.Random(players), players, options)
            for number, (_, event, _) in enumerate(game):
                referee.commit(Play(event))
                if number in (0, 1, 2, 7, 30, 61):
                    found.append(Referee(GAME, referee.start, referee.records))
            found.append(referee)
    found.append(Referee(GAME, GAME.start(4)))
    return found


TABLES = tables()
NUMBERS = st.integers(-3, 25)
SQUARES = st.tuples(st.integers(-1, 5), st.integers(-1, 5))
CARD = st.builds(lambda a, b: CARDS[a][b], st.sampled_from(COLOURS), st.sampled_from(COLOURS))
EVENTS = st.one_of(
    st.builds(Move, CARD, NUMBERS, st.none() | NUMBERS),
    st.builds(Build, st.sampled_from(COLOURS), st.none() | NUMBERS, SQUARES),
    st.builds(Roof, SQUARES, st.none() | SQUARES),
    st.builds(Paid, NUMBERS, NUMBERS, NUMBERS),
    st.builds(DucatDayPaid, st.lists(NUMBERS, max_size=5).map(tuple)),
    st.builds(
        SetUp,
        st.lists(st.lists(CARD, max_size=4).map(tuple), max_size=21).map(tuple),
        st.frozensets(SQUARES, max_size=4),
        st.lists(st.lists(st.sampled_from(COLOURS), max_size=2).map(tuple), max_size=5).map(tuple),
        st.none() | NUMBERS,
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["type", "card", "to", "depth", "colour", "crests", "square", "source", "payer", "payee",
     "amount", "amounts", "rows", "water", "colours", "start"]
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
        check(GAME.apply(referee.position, event))
    else:
        assert len(answer.rulings) == 1


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
    actions = GAME.actions(referee.position) or [set_up()]
    claim = GAME.event_to_json(data.draw(st.sampled_from(actions)))
    key = data.draw(st.sampled_from(sorted(claim)))
    claim[key] = data.draw(JSON)
    judged(referee, claim)


@quick
@given(JSON)
@example({"type": "move", "card": ["red", "red"], "to": True})
@example({"type": "build", "colour": "red", "crests": 3, "square": [0, 0]})
@example({"type": "set_up", "rows": {"x": []}, "water": [], "colours": []})
@example({"type": "ducat_day_paid", "amounts": "none"})
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
