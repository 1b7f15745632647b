"""Whole games by chance, with everything that must hold at every step."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.errors import ImpossibleEvent
from rules.solomon import (
    GAME,
    Choose,
    Fail,
    Lift,
    Mark,
    Pass,
    Pay,
    Phase,
    SetUp,
    Shift,
    Ward,
)
from rules.solomon.deals import change_for, value_of, ways_to_pay
from rules.solomon.pieces import (
    KINDS,
    NONE,
    OBJECTS,
    SQUARES,
    Magic,
    counted,
    placements,
    spread,
    turns,
)
from rules.solomon.scoring import bonus
from rules.values import Answer
from tests.rules.solomon_tables import (
    SIM,
    check,
    check_dealt,
    check_legal_limits,
    opened,
    random_game,
)

SEEDS = st.integers(0, 2**32)
PLAYERS = st.sampled_from([2, 3, 4, 5])
BOXES = st.sampled_from([SIM, SIM, {}])
quick = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(SEEDS, PLAYERS, st.booleans(), BOXES)
def test_every_position_of_a_legal_game_keeps_the_laws(seed, players, beginners, box):
    for before, event, after in random_game(random.Random(seed), players, beginners, box):
        answer = GAME.legal(before, event).answer
        assert answer is not Answer.NO, (event, GAME.legal(before, event))
        check(after)
        check_legal_limits(after)
        assert all(height <= 4 for height in after.heights)
    assert after.phase is Phase.FINISHED
    check_dealt(after)
    score = GAME.score(after)
    assert score.winners
    assert max(score.totals) == score.totals[score.winners[0]]
    assert [len(played) for played in after.played] == [after.rounds] * players


def every_dig(position):
    """All shifts, and all areas of the card's shape however turned, with all objects."""
    seat = position.waiting[0]
    for source in SQUARES:
        for target in SQUARES:
            yield Shift(seat, source, target)
    shape = position.shape(seat)
    assert shape is not None
    for turned in turns(shape):
        for area in placements(turned):
            for objects in ((), (Magic.MIRROR,), (Magic.AXE,), (Magic.MIRROR, Magic.AXE)):
                yield Mark(seat, area, objects)
    yield Pass(seat)


def needed(event, position):
    """Whether an area needs the objects it is marked with."""
    fewer = [()] if len(event.objects) < 2 else [(), *((one,) for one in event.objects)]
    marks = [Mark(event.seat, event.squares, objects) for objects in fewer]
    return not event.objects or not any(GAME.legal(position, mark) for mark in marks)


@settings(quick, max_examples=4)
@given(SEEDS, PLAYERS, st.booleans())
def test_digs_listed_are_exactly_what_the_judge_does_not_refuse(seed, players, beginners):
    rng = random.Random(seed)
    for _, _, position in random_game(rng, players, beginners):
        if position.phase is not Phase.DIG or position.mark is not None or rng.random() < 0.97:
            continue
        seat = position.waiting[0]
        loot = list(position.loot[seat])
        loot[OBJECTS[2]] = 0  # the seal's areas are listed only in part
        loots = list(position.loot)
        loots[seat] = tuple(loot)
        position = replace(position, loot=tuple(loots))
        legal = {
            event
            for event in every_dig(position)
            if GAME.legal(position, event).answer is Answer.YES
            and (not isinstance(event, Mark) or needed(event, position))
        }
        listed = {e for e in GAME.actions(position) if isinstance(e, Shift | Mark | Pass)}
        assert listed == legal


@settings(quick, max_examples=10)
@given(SEEDS, PLAYERS)
def test_illegal_play_let_stand_keeps_the_laws_too(seed, players):
    """Every event is chosen from all that is possible, most of it against the rules."""
    rng = random.Random(seed)
    position = opened(players)
    for _ in range(150):
        events = [*GAME.actions(position), *wild(rng, position)]
        rng.shuffle(events)
        for event in events:
            try:
                position = GAME.apply(position, event)
                break
            except ImpossibleEvent:
                continue
        else:
            return
        check(position)


def wild(rng, position):
    """Things nobody would do, by whoever."""
    for _ in range(20):
        seat = rng.randrange(position.players)
        area = tuple(sorted(rng.sample(list(SQUARES), rng.randint(1, 7))))
        objects = tuple(magic for magic in Magic if rng.random() < 0.2)
        yield from (
            Mark(seat, area, objects),
            Shift(seat, rng.choice(SQUARES), rng.choice(SQUARES)),
            Lift(seat, tuple(rng.choice((0, *KINDS)) for _ in range(rng.randint(1, 6)))),
            Pay(seat, rng.randrange(6), change_coins=rng.randrange(3)),
            Pass(seat),
            Ward(seat),
            Fail(seat),
            Choose(seat, rng.randrange(33)),
        )


# --- laws of money and bonuses -----------------------------------------------------------

AMOUNTS = st.integers(0, 20)
PILES = st.lists(st.integers(0, 3), min_size=5, max_size=5).map(
    lambda counts: (0, *counts, *NONE[6:])
)


@given(AMOUNTS, PILES, AMOUNTS)
def test_change_is_in_the_supply_and_never_too_much(bank, pile, excess):
    coins, back = change_for(bank, pile, excess)
    assert 0 <= coins <= bank
    assert all(0 <= n <= pile[value] for value, n in enumerate(back, 1))
    assert value_of(coins, back) <= excess
    if bank >= excess:
        assert value_of(coins, back) == excess


@given(AMOUNTS, PILES, st.integers(0, 25))
def test_ways_to_pay_cover_what_is_due_from_what_is_there(coins, loot, due):
    position = opened(2)
    position = replace(position, coins=(coins, 0), loot=(loot, NONE))
    ways = ways_to_pay(position, 0, due)
    assert bool(ways) == (position.wealth(0) >= due)
    for given_coins, treasures, _ in ways:
        assert value_of(given_coins, treasures) >= due
        assert given_coins <= coins
        assert all(n <= loot[value] for value, n in enumerate(treasures, 1))


@given(AMOUNTS, PILES, st.integers(0, 25))
def test_nothing_is_lost_where_coins_and_treasures_can_pay_exactly(coins, loot, due):
    position = replace(opened(4), coins=(coins, 0, 0, 0), loot=(loot, NONE, NONE, NONE), bank=0)
    sums = {0}
    for value in spread((0, *loot[1:6])):
        sums |= {total + value for total in sums}
    exact = any(due - coins <= total <= due for total in sums)
    ways = ways_to_pay(position, 0, due)
    lost = {value_of(given, tiles) - value_of(*back) - due for given, tiles, back in ways}
    assert len(lost) <= 1
    if exact:
        assert lost == {0}


@given(st.lists(st.integers(0, 30), min_size=2, max_size=5))
def test_bonuses_never_exceed_the_two_prizes_and_follow_the_order(values):
    shares = bonus(values, 24, 12)
    assert sum(shares) <= 36
    for one, mine in zip(values, shares, strict=True):
        for other, theirs in zip(values, shares, strict=True):
            assert one < other or mine >= theirs
            assert one != other or mine == theirs
        assert not mine or 2 * one >= max(values)


@given(st.lists(st.sampled_from(list(KINDS)), max_size=40))
def test_counting_tiles_and_back(tiles):
    assert sum(counted(tiles)) == len(tiles)


def test_the_set_up_is_listed_first():
    assert GAME.actions(GAME.start(3)) == [SetUp()]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_five_hundred_games(players):
    rng = random.Random(players)
    for number in range(125):
        for before, event, after in random_game(rng, players, number % 3 == 0):
            assert GAME.legal(before, event).answer is not Answer.NO
            check(after)
            check_legal_limits(after)
        assert after.phase is Phase.FINISHED
