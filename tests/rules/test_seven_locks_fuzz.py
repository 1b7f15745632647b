"""Whatever is claimed at Seven Locks, the referee rules, and the position stays as it was."""

import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.referee import Accepted, Play, Referee
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
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
)
from tests.rules import fuzzing, hearing
from tests.rules.seven_locks_tables import BOX, random_game
from tests.rules.test_seven_locks_games import check

quick = fuzzing.quick(100)


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
JSON = fuzzing.any_json(NUMBERS)
FIELDS = st.sampled_from(
    ["type", "die", "keys", "start", "place", "tower", "likelihoods", "pearls", "steps", "to",
     "key", "seat", "placed", "withdrawn", "outcome", "amounts"]
)  # fmt: skip


@settings(quick, max_examples=300)
@given(st.sampled_from(TABLES), EVENTS)
def test_any_event_is_accepted_or_refused_with_a_ruling(referee, event):
    answer = fuzzing.judged(referee, event)
    if isinstance(answer, Accepted) or answer.possible:
        after = GAME.apply(referee.position, event)
        check(after)
        assert GAME.view(after, None)
        assert GAME.hints(after, 0) is not None
    else:
        assert len(answer.rulings) == 1
    assert hearing.told(GAME, referee.position, event)
    assert GAME.actor(referee.position, event) in (None, -1, *range(-1, 9))


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
    fuzzing.judged(referee, fuzzing.mutated(GAME, referee.position, SetUp(0), JSON, data))


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
    fuzzing.read_or_refuse(GAME, data)
