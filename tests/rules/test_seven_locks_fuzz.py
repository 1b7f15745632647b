"""Whatever is claimed at Seven Locks, the referee rules, and the position stays as it was."""

import contextlib
import json
import random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.contract import Answer
from rules.errors import BadJson, ImpossibleEvent
from rules.referee import Accepted, Ambiguous, Illegal, Play, Referee, record_from_json
from rules.seven_locks import (
    GAME,
    Box,
    Coat,
    Drop,
    Fill,
    Guess,
    Heard,
    Last,
    Move,
    Outcome,
    Phase,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
)
from rules.wording import LANGUAGES, say
from tests.rules.seven_locks_tables import BOX, random_game
from tests.rules.test_seven_locks_games import check

quick = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def tables():
    """Referees at several moments of a few games, in every phase."""
    found = []
    for players in (2, 3, 4):
        for options, box in (({}, {}), ({"strategists": True, "bin-empty": "when-needed"}, BOX)):
            referee = Referee(GAME, GAME.start(players, options, box))
            phases = set()
            game = random_game(random.Random(players), players, options, box)
            for number, (_, event, after) in enumerate(game):
                referee.commit(Play(event))
                if number % 60 == 0 or after.phase not in phases:
                    phases.add(after.phase)
                    found.append(Referee(GAME, referee.start, referee.records))
    found.append(Referee(GAME, GAME.start(4)))
    return found


TABLES = tables()
NUMBERS = st.integers(-3, 90)
SMALL = st.integers(-1, 8)
FLOATS = st.floats(allow_nan=True, allow_infinity=True)
NAMES = st.sampled_from([*BOX["keys"], "plaid"])
EVENTS = st.one_of(
    st.builds(
        Box,
        st.none() | st.lists(st.tuples(SMALL, SMALL), max_size=7).map(tuple),
        st.none() | st.lists(NAMES, max_size=9).map(tuple),
    ),
    st.builds(SetUp, SMALL, SMALL),
    st.builds(Drop, st.none() | SMALL),
    st.just(Fill()),
    st.builds(Heard, SMALL, st.lists(FLOATS, min_size=7, max_size=9).map(tuple)),
    st.builds(Heard, SMALL, st.tuples(*[st.floats(1e-300, 1e300)] * 8)),
    st.builds(Roll, SMALL, SMALL),
    st.builds(Move, SMALL),
    st.builds(Take, SMALL),
    st.builds(Coat, SMALL, st.booleans()),
    st.builds(Withdraw, SMALL, st.booleans()),
    st.builds(Try, st.sampled_from(Outcome)),
    st.builds(Treasure, NUMBERS, st.none() | st.lists(NUMBERS, max_size=5).map(tuple)),
    st.builds(Guess, SMALL, st.none() | SMALL),
    st.builds(Last, SMALL),
)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["type", "die", "keys", "start", "place", "tower", "likelihoods", "pearls", "steps", "to",
     "key", "seat", "placed", "withdrawn", "outcome", "amounts"]
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


@settings(quick, max_examples=300)
@given(st.sampled_from(TABLES), EVENTS)
def test_any_event_is_accepted_or_refused_with_a_ruling(referee, event):
    answer = judged(referee, event)
    if isinstance(answer, Accepted) or answer.possible:
        after = GAME.apply(referee.position, event)
        check(after)
        assert GAME.view(after, None)
        assert GAME.hints(after, 0) is not None
    else:
        assert len(answer.rulings) == 1
    assert GAME.describe(referee.position, event)
    assert GAME.actor(referee.position, event) in (None, -1, *range(-1, 9))


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
    actions = GAME.actions(referee.position) or [SetUp(0)]
    claim = GAME.event_to_json(data.draw(st.sampled_from(actions)))
    key = data.draw(st.sampled_from(sorted(claim)))
    claim[key] = data.draw(JSON)
    judged(referee, claim)


@quick
@given(JSON)
@example({"type": "roll", "pearls": True, "steps": 1})
@example({"type": "heard", "tower": 0, "likelihoods": [1, 1, 1, 1, 1, 1, 1, 0]})
@example({"type": "heard", "tower": 0, "likelihoods": [1, 1, 1, 1, 1, 1, 1, 10**400]})
@example({"type": "box", "die": [[1, 1, 1]], "keys": None})
@example({"type": "treasure", "pearls": 3, "amounts": "none"})
@example({"type": "try", "outcome": ["fits"]})
@example({"type": ["try"]})
def test_reading_any_json_gives_an_event_or_bad_json(data):
    for read in (
        GAME.event_from_json,
        GAME.position_from_json,
        lambda given: record_from_json(GAME, given),
    ):
        with contextlib.suppress(BadJson):
            read(data)


@settings(quick, max_examples=400)
@given(st.sampled_from(TABLES), st.data())
def test_a_damaged_position_is_read_or_refused(referee, data):
    stored = json.loads(json.dumps(GAME.position_to_json(referee.position)))
    field = data.draw(st.sampled_from(sorted(stored)))
    stored[field] = data.draw(JSON | st.sampled_from(list(Phase)).map(str))
    with contextlib.suppress(BadJson):
        again = GAME.position_from_json(stored)
        assert GAME.view(again, None)
        assert GAME.hints(again, 0)
        assert GAME.actions(again) is not None
