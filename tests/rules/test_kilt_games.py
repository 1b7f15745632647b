"""Whole games by chance, with everything that must hold at every step."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.kilt import COLOURS, GAME, Build, Move, Phase, Roof
from rules.kilt.pieces import FLOOR_SUPPLY
from rules.values import Answer
from tests.rules.kilt_tables import random_game

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "gap-behind-front": st.sampled_from(["allowed", "neighbour"]),
        "two-player-roof": st.sampled_from(["players", "colours"]),
        "two-player-end": st.sampled_from(["player", "colour"]),
        "ducats-shown": st.booleans(),
        "money": st.sampled_from(["kept", "told"]),
    },
)
SEEDS = st.integers(0, 2**32)
PLAYERS = st.sampled_from([2, 3, 4])
quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check(position):
    """What holds in every position of every game, legal or let stand."""
    assert sum(position.ducats) + position.bank == 888
    assert min(position.ducats) >= 0
    assert len(position.roofs) <= 2
    assert len(set(position.roofs)) == len(position.roofs)
    if position.phase is Phase.SETUP:
        return
    colours = list(position.setting.owner)
    on_board = [floor for tower in position.towers for floor in tower]
    for colour in colours:
        built = sum(floor.colour is colour for floor in on_board)
        assert built + position.floors_left(colour) == sum(FLOOR_SUPPLY)
        cards = [card for row in position.rows for card in row if colour in card.colours]
        assert len(cards) == (3 if position.players == 3 else 4)
    assert position.rows[position.front]
    assert all(not position.tower(square) for square in position.water)
    assert (position.phase is Phase.ROOF) == (position.roof_due is not None)
    assert (position.phase in (Phase.BUILD, Phase.ROOF)) or not position.pending


def check_legal_limits(position):
    """What holds as long as all play by the rules."""
    if position.phase is Phase.SETUP:
        return
    sizes = [len(row) for row in position.rows if row]
    assert max(sizes) <= position.setting.row_limit
    assert len(sizes) <= position.setting.rows_limit
    assert position.phase is Phase.FINISHED or GAME.actions(position)


def test_total_floors_are_64_and_48_with_three_players():
    for players, total in ((2, 64), (3, 48), (4, 64)):
        _, _, position = next(random_game(random.Random(1), players))
        assert sum(position.floors_left(colour) for colour in COLOURS) == total


@quick
@given(SEEDS, PLAYERS, OPTIONS)
def test_every_position_of_a_legal_game_keeps_the_laws(seed, players, options):
    turns = 0
    for before, event, after in random_game(random.Random(seed), players, options):
        assert GAME.legal(before, event).answer is Answer.YES, (event, GAME.legal(before, event))
        check(after)
        check_legal_limits(after)
        turns = after.turn
    if players > 2:
        assert turns >= 16
    assert after.phase is Phase.FINISHED
    winners = GAME.score(after).winners
    assert winners
    assert max(after.ducats) == after.ducats[winners[0]]


def every_event(position):
    """All moves, builds and roofs one could try on a table, legal or not."""
    for row in position.rows:
        for card in row:
            for to in range(20):
                yield Move(card, to)
                if not card.single:
                    yield Move(card.turned(), to)
    squares = [(row, col) for row in range(5) for col in range(5)]
    for square in squares:
        for colour in COLOURS:
            for crests in (0, 1, 2):
                yield Build(colour, crests, square)
        for source in (None, *position.roofs):
            yield Roof(square, source)


@settings(quick, max_examples=20)
@given(SEEDS, PLAYERS, OPTIONS, st.integers(0, 19))
def test_actions_are_exactly_what_the_judge_does_not_refuse(seed, players, options, step):
    options = {**options, "money": "kept"}
    for number, (_, _, position) in enumerate(random_game(random.Random(seed), players, options)):
        if number % 20 == step:
            legal = {
                event
                for event in every_event(position)
                if GAME.legal(position, event).answer is not Answer.NO
            }
            assert legal == set(GAME.actions(position))


@settings(quick, max_examples=10)
@given(SEEDS, PLAYERS)
def test_illegal_play_let_stand_keeps_the_laws_too(seed, players):
    """Every event is chosen from all that is possible, most of it against the rules."""
    rng = random.Random(seed)
    position = GAME.apply(*next(random_game(rng, players))[:2])
    for _ in range(60):
        tried = [event for event in every_event(position) if rng.random() < 0.05]
        possible = [event for event in tried if _possible(position, event)]
        position = GAME.apply(position, rng.choice(possible))
        check(position)


def _possible(position, event):
    return GAME.legal(position, event).rulings == () or _applies(position, event)


def _applies(position, event):
    try:
        GAME.apply(position, event)
    except ValueError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_thousand_games(players):
    rng = random.Random(players)
    for _ in range(1000):
        for _, _, after in random_game(rng, players):
            check(after)
            check_legal_limits(after)
