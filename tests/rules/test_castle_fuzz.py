"""Whatever is claimed, the referee answers with a ruling and the position stays as it was."""

import contextlib
import random

from hypothesis import example, given
from hypothesis import strategies as st

from rules.castle import (
    GAME,
    SIM_MAP,
    Ally,
    Cast,
    Choose,
    Done,
    DrawMap,
    Enter,
    Fight,
    Found,
    Give,
    HitCounter,
    Land,
    Name,
    NextGame,
    Peek,
    Roll,
    Saw,
    Search,
    Shares,
    Show,
    Step,
    Take,
    TurnUp,
    Unlock,
    Use,
)
from rules.castle.pieces import DISCIPLINES, ITEMS, KEYS, MONSTERS, SPELLS, TREASURES
from rules.errors import ImpossibleEvent
from rules.referee import Accepted, Play, Referee
from rules.words.wording import say
from tests.rules import fuzzing
from tests.rules.castle_tables import BOX, random_game
from tests.rules.test_castle_games import check

quick = fuzzing.quick(150)


def tables():
    """Referees at many moments of a few games."""
    found = [Referee(GAME, GAME.start(3)), Referee(GAME, GAME.start(1))]
    for players in (1, 2, 3, 4, 6):
        for seed in range(3):
            options = {"no-player-combat": seed == 1, "series": 2 if seed == 2 else 1}
            referee = Referee(GAME, GAME.start(players, options, BOX))
            game = random_game(random.Random(seed * 7 + players), players, options)
            for number, (_, event, _) in enumerate(game):
                referee.commit(Play(event))
                if number % 13 == seed:
                    found.append(Referee(GAME, referee.start, referee.records))
                if number > 160:
                    break
            found.append(referee)
    return found


TABLES = tables()
NUMBERS = st.integers(-2, 9)
AREA = st.sampled_from([area.name for area in SIM_MAP.areas]) | st.text(max_size=3)
TREASURE = st.sampled_from([*TREASURES])
MONSTER = st.sampled_from([*MONSTERS])
TARGET = st.none() | NUMBERS
EVENTS = st.one_of(
    st.builds(DrawMap, st.just(SIM_MAP)),
    st.builds(Roll, NUMBERS, NUMBERS),
    st.builds(Choose, NUMBERS, st.sampled_from(DISCIPLINES), st.integers(-1, 20)),
    st.builds(Ally, st.lists(st.lists(NUMBERS, max_size=3).map(tuple), max_size=3).map(tuple)),
    st.builds(Enter, NUMBERS, AREA),
    st.builds(Step, NUMBERS, AREA),
    st.builds(Done, NUMBERS),
    st.builds(Cast, NUMBERS, NUMBERS, st.sampled_from(SPELLS), TARGET),
    st.builds(Use, NUMBERS, NUMBERS, st.sampled_from(ITEMS), TARGET),
    st.builds(Give, NUMBERS, NUMBERS, st.sampled_from(ITEMS), NUMBERS),
    st.builds(Peek, NUMBERS, AREA, st.sampled_from(["monster", "treasure"])),
    st.builds(Saw, NUMBERS, st.none() | TREASURE | MONSTER),
    st.builds(Land, NUMBERS, AREA),
    st.builds(TurnUp, NUMBERS, MONSTER, st.integers(0, 14)),
    st.builds(Fight, NUMBERS, NUMBERS, NUMBERS),
    st.builds(Search, NUMBERS, NUMBERS),
    st.builds(Found, NUMBERS, st.none() | TREASURE),
    st.builds(Take, NUMBERS),
    st.builds(Show, NUMBERS, NUMBERS),
    st.builds(Unlock, NUMBERS, st.tuples(st.sampled_from(KEYS), st.sampled_from(KEYS))),
    st.builds(Name, NUMBERS, TREASURE),
    st.builds(HitCounter, NUMBERS, TARGET, st.none() | AREA, NUMBERS),
    st.builds(Shares, st.lists(NUMBERS, max_size=6).map(tuple)),
    st.builds(NextGame),
)
JSON = fuzzing.any_json(NUMBERS)
FIELDS = st.sampled_from(
    ["type", "seat", "die", "member", "spell", "item", "target", "to", "area", "what", "kind",
     "constitution", "foe", "keys", "hits", "amounts", "groups", "entrance", "map", "character"]
)  # fmt: skip


@quick
@given(st.sampled_from(TABLES), EVENTS)
def test_any_event_is_accepted_or_refused_with_a_ruling(referee, event):
    answer = fuzzing.judged(referee, event)
    if isinstance(answer, Accepted) or answer.possible:
        after = GAME.apply(referee.position, event)
        GAME.actions(after)
        GAME.view(after, 0)
        GAME.hints(after, 0)
    for seat in (None, 0):
        described = GAME.describe(referee.position, event, seat)
        for message in (*described, *GAME.followed(referee.position, event, seat)):
            assert say("en", message.message, message.facts)
    GAME.actor(referee.position, event)
    GAME.shown(referee.position, event, None)


@quick
@given(st.sampled_from(TABLES), EVENTS)
def test_apply_and_judge_agree_on_the_impossible(referee, event):
    broken = fuzzing.impossible(GAME, referee.position, event)
    if broken is not None:
        ruling, rulings = broken
        assert ruling in rulings


@quick
@given(st.sampled_from(TABLES), st.lists(EVENTS, min_size=5, max_size=25))
def test_anything_let_stand_keeps_the_books_in_order(referee, events):
    position = referee.position
    for event in events:
        with contextlib.suppress(ImpossibleEvent):
            position = GAME.apply(position, event)
            check_loosely(position)
        actions = GAME.actions(position)
        if actions:
            position = GAME.apply(position, actions[len(actions) // 2])
            check_loosely(position)


def check_loosely(position):
    """Hit counters told by hand and steps out of turn aside, the laws still hold."""
    for member in position.members:
        assert member.hits >= 0
    assert sum(party.princess for party in position.parties) <= 1


@quick
@given(st.sampled_from(TABLES), st.dictionaries(FIELDS | st.text(max_size=4), JSON, max_size=5))
def test_any_claim_is_answered(referee, claim):
    fuzzing.judged(referee, claim)


@quick
@given(st.sampled_from(TABLES), st.data())
def test_a_mutated_event_is_answered(referee, data):
    fuzzing.judged(referee, fuzzing.mutated(GAME, referee.position, DrawMap(SIM_MAP), JSON, data))


@quick
@given(JSON)
@example({"type": "roll", "seat": 0, "die": True})
@example({"type": "unlock", "seat": 0, "keys": ["key-a"]})
@example({"type": "map", "map": {"areas": [], "links": [[]]}})
@example({"type": "shares", "amounts": [1.5]})
def test_reading_any_json_gives_an_event_or_bad_json(data):
    fuzzing.read_or_refuse(GAME, data)


def test_the_tables_are_in_order():
    for referee in TABLES:
        check(referee.position)
