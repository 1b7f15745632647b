"""Whole games of Seven Locks by chance, with everything that must hold at every step."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.errors import ImpossibleEvent
from rules.seven_locks import (
    GAME,
    Box,
    Coat,
    Drop,
    Fill,
    Guess,
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
    odds,
)
from rules.values import Answer
from tests.rules.seven_locks_tables import BOX, physical_game, random_game

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "bin-empty": st.sampled_from(["at-once", "when-needed"]),
        "strategists": st.booleans(),
        "sound-for-all": st.booleans(),
    },
)
SEEDS = st.integers(0, 2**32)
PLAYERS = st.sampled_from([2, 3, 4])
BOXES = st.sampled_from([{}, BOX])
quick = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check(position):
    """What holds in every position of every game, legal or let stand."""
    everywhere = position.bin + position.hand + sum(position.pearls) + position.unplaced
    everywhere += sum(position.boxes) + position.forfeited + position.astray
    assert everywhere == 80
    parts = (position.bin, position.hand, position.unplaced, position.forfeited)
    assert min(*parts, *position.pearls, *position.boxes, *position.shared, *position.last) >= 0
    held = 0 if position.key is None else 1
    assert position.row.bit_count() + held + len(position.opened) == 8
    assert position.standing.bit_count() + len(position.opened) == 7
    assert all(0 <= coats <= 2 for coats in position.coats)
    assert all(position.masks)
    holding = position.phase in (Phase.COATS, Phase.WITHDRAW, Phase.TRY)
    assert holding == (position.key is not None) or position.phase is Phase.FINISHED
    assert bool(position.asked) == (position.phase in (Phase.COATS, Phase.WITHDRAW, Phase.GUESS))
    for seat, part in enumerate(GAME.score(position).parts):
        assert sum(part.values()) == position.boxes[seat]
        assert min(part.values()) >= 0


def check_legal(position):
    """What holds as long as all play by the rules."""
    spent = sum(2 - coats for coats in position.coats)
    assert spent >= len(position.guesses) + len(position.joined)
    assert position.astray == 0
    assert position.unplaced == 0
    assert len({seat for seat, _ in position.guesses}) == len(position.guesses)
    assert position.phase is Phase.FINISHED or GAME.actions(position)
    if position.phase not in (Phase.SETUP, Phase.OPENING) and len(position.opened) == 0:
        assert min(position.pearls) >= 2


def check_end(position):
    assert position.phase is Phase.FINISHED
    winners = GAME.score(position).winners
    if position.lost:
        assert winners == ()
        return
    assert len(position.opened) == 7
    assert position.row.bit_count() == 1
    assert winners == tuple(
        seat for seat, pearls in enumerate(position.boxes) if pearls == max(position.boxes)
    )


@quick
@given(SEEDS, PLAYERS, OPTIONS, BOXES)
def test_every_position_of_a_legal_game_keeps_the_laws(seed, players, options, box):
    for before, event, after in random_game(random.Random(seed), players, options, box):
        assert GAME.legal(before, event).answer is Answer.YES, (event, GAME.legal(before, event))
        check(after)
        check_legal(after)
    check_end(after)


@quick
@given(SEEDS, PLAYERS, OPTIONS)
def test_what_a_real_table_shows_is_never_called_a_contradiction(seed, players, options):
    for before, event, after in physical_game(random.Random(seed), players, options):
        assert GAME.legal(before, event).answer is Answer.YES, (event, GAME.legal(before, event))
        check(after)
    assert odds(after) is not None


def every_event(position):
    """All events one could try on a table, legal or not, sounds and box facts excepted."""
    yield from map(Drop, (None, *range(7)))
    yield Fill()
    yield from (Roll(pearls, steps) for pearls in (1, 2, 3) for steps in (1, 2, 3))
    yield from map(Move, range(7))
    yield from map(Take, range(8))
    for seat in range(position.players):
        yield from (Coat(seat, True), Coat(seat, False))
        yield from (Withdraw(seat, True), Withdraw(seat, False))
        yield from (Guess(seat, key) for key in (None, *range(8)))
    yield from map(Try, Outcome)
    yield from map(Last, range(8))
    yield from map(Treasure, range(80))


@settings(quick, max_examples=8)
@given(SEEDS, PLAYERS, OPTIONS, BOXES)
def test_actions_are_exactly_what_the_judge_does_not_refuse(seed, players, options, box):
    for number, (_, event, position) in enumerate(
        random_game(random.Random(seed), players, options, box)
    ):
        if isinstance(event, SetUp) or number % 4:
            continue
        legal = {e for e in every_event(position) if GAME.legal(position, e).answer is Answer.YES}
        assert legal == set(GAME.actions(position))


@settings(quick, max_examples=30)
@given(SEEDS, PLAYERS, OPTIONS)
def test_illegal_play_let_stand_keeps_the_laws_too(seed, players, options):
    """Every event is chosen from all that is possible, most of it against the rules."""
    rng = random.Random(seed)
    position = GAME.apply(GAME.start(players, options), SetUp(rng.randrange(players), 0))
    for _ in range(150):
        tried = [event for event in every_event(position) if rng.random() < 0.2]
        rng.shuffle(tried)
        for event in tried:
            try:
                position = GAME.apply(position, event)
            except ImpossibleEvent:
                continue
            check(position)
            assert position.phase is Phase.FINISHED or GAME.actions(position), position.phase
            break


def test_a_claim_is_taken_by_its_word():
    position = GAME.apply(GAME.start(2), SetUp(0))
    assert GAME.matching(position, {"type": "drop", "tower": True}) == []
    assert GAME.matching(position, {"type": "drop", "tower": None}) == []
    assert len(GAME.matching(position, {"type": "drop"})) == 7


@settings(quick, max_examples=5)
@given(SEEDS, PLAYERS)
def test_a_die_that_is_due_shows_each_of_its_sides(seed, players):
    for position, _, _ in random_game(random.Random(seed), players, {}, BOX):
        faces = GAME.chance(position)
        assert len(faces) == (6 if position.phase is Phase.ROLL else 0)
        assert all(GAME.legal(position, face) for face in faces)


def test_the_box_can_be_told_at_any_time():
    for _, _, after in random_game(random.Random(8), 3):
        told = GAME.apply(after, Box(None, tuple(BOX["keys"])))
        assert told.setting.colours == tuple(BOX["keys"])
        assert GAME.actions(told) == GAME.actions(after)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hundreds_of_games(players):
    rng = random.Random(players)
    for number in range(160):
        options = {"strategists": number % 2 == 0}
        options["bin-empty"] = ("at-once", "when-needed")[number // 2 % 2]
        game = physical_game if number % 3 else random_game
        for before, event, after in game(rng, players, options):
            assert GAME.legal(before, event).answer is Answer.YES
            check(after)
            check_legal(after)
        check_end(after)
