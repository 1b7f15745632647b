"""Whatever is claimed, the referee answers with a ruling and the position stays as it was."""

import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.appenzell import (
    GAME,
    Cover,
    EndTurn,
    Place,
    Reveal,
    Run,
    SetUp,
    Slide,
    Take,
    Uncover,
)
from rules.appenzell.pieces import COLOURS, UNTOLD_LOOKS
from rules.referee import Accepted, Play, Referee
from tests.rules import fuzzing, hearing
from tests.rules.appenzell_tables import SIDE, random_game, set_up
from tests.rules.test_appenzell_games import check

quick = fuzzing.quick(100)


def tables():
    """Referees at several moments of a few games."""
    found = []
    for players in (2, 3, 4):
        for options in ({}, {"books": "told", "kinds": 5}):
            referee = Referee(GAME, GAME.start(players, options))
            game = random_game(random.Random(players), players, options)
            for number, (_, event, _) in enumerate(game):
                referee.commit(Play(event))
                if number in (0, 1, 4, 12, 40, 90):
                    found.append(Referee(GAME, referee.start, referee.records))
            found.append(referee)
    found.append(Referee(GAME, GAME.start(4)))
    return found


TABLES = tables()
NUMBERS = st.integers(-3, 55)
SEAT = st.integers(-1, 4)
EVENTS = st.one_of(
    st.builds(Place, SEAT, NUMBERS),
    st.builds(Uncover, SEAT, st.integers(-1, 19)),
    st.builds(Run, SEAT, NUMBERS, NUMBERS),
    st.builds(Slide, SEAT, st.integers(-1, 13)),
    st.builds(Reveal, NUMBERS, st.integers(-1, 11)),
    st.builds(Take, SEAT, st.integers(-1, 9)),
    st.builds(Cover, st.integers(-1, 19)),
    st.builds(EndTurn, SEAT),
    st.builds(
        SetUp,
        st.lists(st.lists(NUMBERS, max_size=5).map(tuple), max_size=20).map(tuple) | st.just(SIDE),
        SEAT,
        st.lists(st.sampled_from((*COLOURS, "tartan")), max_size=5).map(tuple),
        st.just(()) | st.just(UNTOLD_LOOKS) | st.just(UNTOLD_LOOKS[:3]),
    ),
)
JSON = fuzzing.any_json(NUMBERS)
FIELDS = st.sampled_from(
    ["type", "seat", "tower", "room", "from", "to", "slot", "field", "tile", "cheese", "rooms",
     "start", "colours", "cheeses"]
)  # fmt: skip


@settings(quick, max_examples=300)
@given(st.sampled_from(TABLES), EVENTS)
def test_any_event_is_accepted_or_refused_with_a_ruling(referee, event):
    answer = fuzzing.judged(referee, event)
    hearing.told(GAME, referee.position, event)
    if isinstance(answer, Accepted) or answer.possible:
        after = GAME.apply(referee.position, event)
        check(after)
        GAME.view(after, 0)
        GAME.hints(after, 0)


@quick
@given(st.sampled_from(TABLES), EVENTS)
def test_apply_and_judge_agree_on_the_impossible(referee, event):
    broken = fuzzing.impossible(GAME, referee.position, event)
    if broken is not None:
        ruling, rulings = broken
        assert rulings[0] == ruling


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
@example({"type": "run", "seat": True, "from": "outside", "to": [0, 0]})
@example({"type": ["run"], "seat": 0})
@example({"type": "reveal", "field": "outside", "tile": "trap"})
@example({"type": "reveal", "field": [0, 1], "tile": ["trap"]})
@example({"type": "set_up", "rooms": [[[0, 1]] * 70], "start": 0, "colours": []})
@example({"type": "set_up", "rooms": [[]] * 70, "start": 0, "colours": []})
@example({"type": "set_up", "rooms": [[]], "start": 0, "colours": [[]]})
@example({"type": "take", "seat": 0, "cheese": "trap"})
@example({"type": "set_up", "rooms": [], "start": 0, "colours": [], "cheeses": [["wedge"]]})
@example({"type": "set_up", "rooms": [], "start": 0, "colours": [], "cheeses": [[[], {}]]})
def test_reading_any_json_gives_an_event_or_bad_json(data):
    fuzzing.read_or_refuse(GAME, data)
