"""Whatever is claimed, the referee answers with a ruling and the position stays as it was."""

import random

from hypothesis import example, given
from hypothesis import strategies as st

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
from rules.referee import Accepted, Play, Referee
from tests.rules import fuzzing
from tests.rules.kilt_tables import random_game, set_up
from tests.rules.test_kilt_games import check

quick = fuzzing.quick(100)


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
JSON = fuzzing.any_json(NUMBERS)
FIELDS = st.sampled_from(
    ["type", "card", "to", "depth", "colour", "crests", "square", "source", "payer", "payee",
     "amount", "amounts", "rows", "water", "colours", "start"]
)  # fmt: skip


@quick
@given(st.sampled_from(TABLES), EVENTS)
def test_any_event_is_accepted_or_refused_with_a_ruling(referee, event):
    answer = fuzzing.judged(referee, event)
    if isinstance(answer, Accepted) or answer.possible:
        check(GAME.apply(referee.position, event))
    else:
        assert len(answer.rulings) == 1


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
    fuzzing.judged(referee, fuzzing.mutated(GAME, referee.position, set_up(), JSON, data))


@quick
@given(JSON)
@example({"type": "move", "card": ["red", "red"], "to": True})
@example({"type": "build", "colour": "red", "crests": 3, "square": [0, 0]})
@example({"type": "set_up", "rows": {"x": []}, "water": [], "colours": []})
@example({"type": "ducat_day_paid", "amounts": "none"})
def test_reading_any_json_gives_an_event_or_bad_json(data):
    fuzzing.read_or_refuse(GAME, data)
