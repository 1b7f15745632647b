"""Whole games of The Castle by chance, with everything that must hold at every step."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.castle import GAME, Phase
from rules.castle.party import shares
from rules.castle.pieces import MONSTERS, TREASURES, UNSEEN
from rules.values import Answer
from tests.rules.castle_tables import random_game

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "no-player-combat": st.booleans(),
        "series": st.sampled_from([1, 2]),
        "target-score": st.sampled_from([0, 1000]),
    },
)
SEEDS = st.integers(0, 2**32)
PLAYERS = st.integers(1, 6)
quick = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PLAYING = {Phase.PREPARE, Phase.MOVE, Phase.SPELLS, Phase.MELEE, Phase.SEARCH}


def check(position):
    """What holds in every position, legal or let stand."""
    for number, party in enumerate(position.parties):
        assert party.state in ("in", "out", "dead")
        alive = [at for at in party.members if position.members[at].state == "in"]
        heroes = [at for at in alive if position.members[at].hero]
        assert (party.state == "in") == bool(heroes) or position.due or fighting(position)
        for at in party.members:
            assert position.members[at].party == number
    for member in position.members:
        assert member.hits >= 0
        assert member.state in ("in", "dead", "out", "wild")
        if member.state == "in" and not position.due and not fighting(position):
            assert member.hits < member.constitution
    assert sum(party.princess for party in position.parties) + (position.princess >= 0) == (
        1 if position.foes else 0
    )
    if position.phase in PLAYING:
        check_counters(position)


def check_loosely(position):
    """Hit counters told by hand and steps out of turn aside, the laws still hold."""
    for member in position.members:
        assert member.hits >= 0
    assert sum(party.princess for party in position.parties) <= 1


def fighting(position):
    """In a fight between parties the dead fall when both sides have cast."""
    return position.combat is not None and position.combat.rival >= 0


def check_counters(position):
    """Counters are neither made nor lost, as far as everybody can see."""
    face_down = sum(foe.kind is None for foes in position.foes for foe in foes)
    assert face_down == sum(position.open_monsters)
    wild_or_met = Counter(kind for kind, _ in position.met if kind in MONSTERS)
    for kind, left in zip(MONSTERS, position.open_monsters, strict=True):
        assert wild_or_met[kind] + left == MONSTERS[kind]
    for foes in position.foes:
        for foe in foes:
            assert foe.kind is None or 0 <= foe.hits < foe.constitution
    hidden = Counter()
    for held in every_counter(position):
        hidden[held[1]] += 1
    lying_unseen = position.treasures.bit_count()
    captives = sum(member.hidden for member in position.members)
    assert sum(position.open_treasures) == lying_unseen + hidden[False] + captives


def every_counter(position):
    """All treasures that somebody holds or that lie open."""
    for party in position.parties:
        yield from party.loot
    for member in position.members:
        yield from member.items
    for _, pile in position.lying:
        yield from pile


@quick
@given(SEEDS, PLAYERS, OPTIONS)
def test_every_position_of_a_legal_game_keeps_the_laws(seed, players, options):
    for before, event, after in random_game(random.Random(seed), players, options):
        assert GAME.legal(before, event).answer is Answer.YES, (event, GAME.legal(before, event))
        check(after)
        assert after.phase is Phase.FINISHED or GAME.actions(after)
    assert after.phase is Phase.FINISHED
    score = GAME.score(after)
    if players > 1:
        assert bool(score.winners) == any(score.totals)
        assert {score.totals[seat] for seat in score.winners} <= {max(score.totals)}


@quick
@given(SEEDS, PLAYERS)
def test_no_kind_of_counter_is_seen_more_often_than_it_exists(seed, players):
    for _, _, after in random_game(random.Random(seed), players):
        if after.phase in PLAYING:
            found = Counter(kind for kind, _ in every_counter(after) if kind != UNSEEN)
            for kind, count in found.items():
                assert count <= TREASURES[kind], kind


@settings(quick, max_examples=12)
@given(SEEDS, PLAYERS)
def test_a_die_that_is_due_has_six_faces_and_every_one_is_allowed(seed, players):
    for position, event, _ in random_game(random.Random(seed), players):
        faces = GAME.chance(position)
        if faces:
            assert [face.die for face in faces] == [1, 2, 3, 4, 5, 6]
            assert all(face in GAME.actions(position) for face in faces)
        else:
            assert type(event).__name__ != "Roll"


@settings(quick, max_examples=10)
@given(SEEDS, PLAYERS)
def test_points_are_what_came_out_of_the_castle(seed, players):
    *_, (_, _, after) = random_game(random.Random(seed), players)
    for seat, share in enumerate(shares(after)):
        party = next(party for party in after.parties if seat in party.seats)
        assert share == 0 or party.state == "out"
        assert -300 <= share <= 4400


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_many_games(players):
    rng = random.Random(players)
    for number in range(80):
        for _, _, after in random_game(rng, players, {"no-player-combat": number % 2 == 1}):
            check(after)
