"""Whole games of Burg Appenzell by chance, with everything that must hold at every step."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.appenzell import (
    GAME,
    OUTSIDE,
    SPARE,
    Cover,
    EndTurn,
    Phase,
    Place,
    Reveal,
    Run,
    Slide,
    Take,
    Uncover,
)
from rules.appenzell.layout import layout_faults
from rules.appenzell.pieces import (
    CHEESES,
    FIELDS,
    HOLES,
    LINES,
    NO_TILE,
    SLOTS,
    SUPPLY,
    TILES,
    TOWERS,
    TRAP,
    UNKNOWN,
)
from rules.appenzell.routes import earned, untold_mice
from rules.errors import ImpossibleEvent
from rules.values import Answer
from tests.rules.appenzell_tables import random_game

OPTIONS = st.fixed_dictionaries(
    {}, optional={"kinds": st.sampled_from([4, 5, 6]), "books": st.sampled_from(["kept", "told"])}
)
SEEDS = st.integers(0, 2**32)
PLAYERS = st.sampled_from([2, 3, 4])
quick = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check(position):
    """What holds in every position of every game, legal or let stand."""
    for seat in range(position.players):
        mice = position.mice[seat]
        assert len(mice) + position.waiting[seat] + position.lost[seat] == 4
        assert all(position.tiles[field] != TRAP for field in mice)
    assert [field for field in FIELDS if position.tiles[field] != NO_TILE] == list(HOLES)
    for tile in TILES:
        known = position.tiles.count(tile) + (position.spare == tile)
        assert known <= SUPPLY[tile]
    assert (position.winners is None) == (position.phase is not Phase.FINISHED)
    if position.phase is not Phase.SETUP:
        assert layout_faults(position.setting.rooms) == ()
    if position.phase is not Phase.TURN:
        assert position.phase is Phase.FINISHED or not position.used


def check_legal_limits(position):
    """What holds as long as all play by the rules."""
    assert position.used <= 4
    places = [field for mice in position.mice for field in mice]
    assert len(places) == len(set(places))
    assert not any(position.covered(field) for field in places)
    if position.phase is Phase.TURN and position.options.books == "kept":
        assert not any(earned(position, seat) for seat in range(position.players))
    if position.phase is Phase.TURN and not untold_mice(position):
        assert max(position.lost) < 3 or position.options.books == "told"
        goal = position.options.kinds
        waits = any(earned(position, seat) for seat in range(position.players))
        assert waits or max(map(position.kinds, range(position.players))) < goal
    assert position.phase in (Phase.SETUP, Phase.FINISHED) or GAME.actions(position)


def test_a_game_knows_at_most_34_tiles():
    for _, _, after in random_game(random.Random(3), 3):
        known = sum(after.tiles.count(tile) for tile in TILES) + (after.spare != UNKNOWN)
        assert known <= 34


@quick
@given(SEEDS, PLAYERS, OPTIONS, st.sampled_from([0.3, 0.9]))
def test_every_position_of_a_legal_game_keeps_the_laws(seed, players, options, tell):
    for before, event, after in random_game(random.Random(seed), players, options, tell):
        assert GAME.legal(before, event).answer is not Answer.NO, event
        check(after)
        check_legal_limits(after)
    assert after.phase is Phase.FINISHED
    assert GAME.score(after).winners is not None


@quick
@given(SEEDS, PLAYERS, OPTIONS)
def test_sliding_keeps_the_tiles_and_goes_back(seed, players, options):
    """In rows without mice; what comes from under a roof to a mouse is told again."""
    for before, event, after in random_game(random.Random(seed), players, options):
        if isinstance(event, Slide) and not before.occupied() & set(LINES[event.slot]):
            assert sorted((*after.tiles, after.spare)) == sorted((*before.tiles, before.spare))
            back = Slide(event.seat, LINES.index(LINES[event.slot][::-1]))
            assert GAME.apply(after, back).tiles == before.tiles


def every_event(position):
    """All one could try to do on a table, legal or not; rereading a tile excepted."""
    for seat in range(position.players):
        yield EndTurn(seat)
        yield from (Place(seat, tower) for tower in TOWERS)
        yield from (Uncover(seat, room) for room in range(18))
        yield from (Slide(seat, slot) for slot in SLOTS)
        if position.options.books == "told":
            yield from (Take(seat, kind) for kind in CHEESES)
        for source in (*dict.fromkeys(position.mice[seat]), OUTSIDE):
            yield from (Run(seat, source, to) for to in (*FIELDS, OUTSIDE))
    yield from (Cover(room) for room in range(18))
    yield from (Reveal(field, tile) for field in (*HOLES, SPARE) for tile in TILES)


@settings(quick, max_examples=6)
@given(SEEDS, PLAYERS, OPTIONS, st.integers(0, 39))
def test_actions_are_exactly_what_the_judge_does_not_refuse(seed, players, options, step):
    game = random_game(random.Random(seed), players, options, tell=0.7)
    for number, (_, _, position) in enumerate(game):
        if number % 40 == step:
            legal = {
                event
                for event in every_event(position)
                if GAME.legal(position, event).answer is not Answer.NO
            }
            assert legal == set(GAME.actions(position))


@settings(quick, max_examples=8)
@given(SEEDS, PLAYERS, OPTIONS)
def test_illegal_play_let_stand_keeps_the_laws_too(seed, players, options):
    """Every event is chosen from all that is possible, most of it against the rules."""
    rng = random.Random(seed)
    position = GAME.apply(*next(random_game(rng, players, options))[:2])
    for _ in range(60):
        tried = [event for event in every_event(position) if rng.random() < 0.05]
        possible = [event for event in tried if _applies(position, event)]
        if possible:
            position = GAME.apply(position, rng.choice(possible))
        check(position)


def _applies(position, event):
    try:
        GAME.apply(position, event)
    except ImpossibleEvent:
        return False
    return True


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("books", ["kept", "told"])
def test_four_games(players, books):
    _many(players, books, 4)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("books", ["kept", "told"])
def test_eighty_games(players, books):
    _many(players, books, 80)


def _many(players, books, count):
    rng = random.Random(players)
    for number in range(count):
        options = {"books": books, "kinds": 4 + number % 3}
        for _, _, after in random_game(rng, players, options, tell=rng.choice((0.5, 0.95))):
            check(after)
            check_legal_limits(after)
