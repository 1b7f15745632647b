"""Seven Locks: the exact odds of the hidden arrangement, held against all 40,320 of them."""

import itertools
import random
import time
from dataclasses import replace
from math import exp, log

import pytest

from rules.seven_locks import GAME, Drop, Heard, Move, Outcome, Roll, Take, Try, enchanted, odds
from rules.seven_locks.arrangement import can_show, consistent, weights
from tests.rules.seven_locks_tables import FAILS, FITS, LONG, SHORT, let, opened, physical_game

ARRANGEMENTS = list(itertools.permutations(range(8)))


def by_enumeration(position):
    """The odds by going through every arrangement and every piece of evidence by itself."""
    shares = [[0.0] * 8 for _ in range(8)]
    total = 0.0
    for chambers in ARRANGEMENTS:
        if not all(agrees(chambers[at], key, shown) for at, key, shown in position.tries):
            continue
        if not all(chambers[at] == key for at, key in position.opened):
            continue
        weight = 1.0
        for at, logs in enumerate(position.sounds):
            if logs:
                weight *= exp(logs[chambers[at]] / (1 + 0.3 * (position.heard[at] - 1)))
        total += weight
        for at, chamber in enumerate(chambers):
            shares[at][chamber] += weight
    return [[share / total for share in row] for row in shares] if total else None


def agrees(chamber, key, shown):
    return {
        FITS: chamber == key,
        LONG: chamber < key,
        SHORT: chamber > key,
        FAILS: chamber != key,
    }[shown]


def heard_by_chance(rng, position):
    """The position with some sounds of towers, more or less telling."""
    for tower in range(7):
        for _ in range(rng.randrange(3)):
            likelihoods = tuple(rng.random() ** 3 + 1e-6 for _ in range(8))
            position = GAME.apply(position, Heard(tower, likelihoods))
    return position


@pytest.mark.parametrize("seed", range(12))
def test_the_odds_equal_those_of_going_through_all_arrangements(seed):
    rng = random.Random(seed)
    position = heard_by_chance(rng, opened())
    steps = rng.randrange(120)
    for _, event, after in itertools.islice(physical_game(rng, 3), steps):
        if isinstance(event, Try):
            position = replace(position, tries=after.tries, opened=after.opened, masks=after.masks)
    assert by_enumeration(position) is not None
    found, wanted = odds(position), by_enumeration(position)
    for row, right in zip(found, wanted, strict=True):
        assert row == pytest.approx(right, rel=1e-9, abs=1e-15)


def test_without_any_evidence_every_chamber_is_as_likely():
    for row in odds(opened()):
        assert row == pytest.approx([1 / 8] * 8)


def test_every_row_and_every_column_adds_up_to_one():
    position = heard_by_chance(random.Random(5), opened())
    found = odds(position)
    assert [sum(row) for row in found] == pytest.approx([1] * 8)
    assert [sum(column) for column in zip(*found, strict=True)] == pytest.approx([1] * 8)


def test_an_opening_is_certain_and_takes_the_chamber_from_all_others():
    position = let(opened(2), Roll(1, 1), Drop(1), Move(1), Take(4), Try(FITS))
    found = odds(position)
    assert found[1] == pytest.approx([0, 0, 0, 0, 1, 0, 0, 0])
    assert [row[4] for at, row in enumerate(found) if at != 1] == pytest.approx([0] * 7)
    assert enchanted(position)[4] == 0


def test_too_long_and_too_short_are_public_comparisons():
    position = let(opened(2), Roll(1, 1), Drop(1), Move(1), Take(2), Try(LONG))
    assert odds(position)[1] == pytest.approx([0.5, 0.5, 0, 0, 0, 0, 0, 0])
    position = let(opened(2), Roll(1, 1), Drop(1), Move(1), Take(5), Try(SHORT))
    assert odds(position)[1] == pytest.approx([0, 0, 0, 0, 0, 0, 0.5, 0.5])
    position = let(opened(2), Roll(1, 1), Drop(1), Move(1), Take(5), Try(FAILS))
    assert odds(position)[1][5] == 0


def test_a_sound_changes_only_the_odds():
    before = opened()
    after = GAME.apply(before, Heard(3, (8.0, 4.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0)))
    assert odds(after)[3][0] == pytest.approx(8 / 19)
    assert replace(after, sounds=before.sounds, heard=before.heard) == before
    assert GAME.actions(after) == GAME.actions(before)
    assert GAME.hints(after, 0) == GAME.hints(before, 0)


def test_repeated_sounds_of_one_tower_are_damped():
    sound = (4.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    row = weights(255, tuple(2 * log(each) for each in sound), 2)
    assert row[0] / row[1] == pytest.approx(4 ** (2 / 1.3))


def test_sounds_never_rule_a_chamber_out_nor_vanish():
    position = opened()
    for _ in range(40):
        position = GAME.apply(position, Heard(0, (1e-300, *[1e300] * 7)))
    found = odds(position)
    assert found is not None
    assert 0 < found[0][0] < 1e-9
    assert sum(found[0]) == pytest.approx(1)


def test_contradictions_leave_no_odds_and_the_game_goes_on():
    position = let(opened(2), Roll(1, 1), Drop(1), Move(1), Take(4), Try(FITS))
    broken = replace(position, masks=(16, *position.masks[1:]))
    assert odds(broken) is None
    assert enchanted(broken) is None
    assert not consistent(broken.masks)
    assert can_show(broken, 0, 3) == list(Outcome)


def possible_by_enumeration(position, tower, key):
    found = set()
    for chambers in ARRANGEMENTS:
        if all(mask >> chamber & 1 for mask, chamber in zip(position.masks, chambers, strict=True)):
            chamber = chambers[tower]
            found.add(FITS if chamber == key else LONG if chamber < key else SHORT)
            if chamber != key:
                found.add(FAILS)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_what_a_key_can_show_equals_that_of_all_arrangements(seed):
    rng = random.Random(seed)
    position = list(physical_game(rng, 4))[rng.randrange(40, 90)][2]
    for _ in range(6):
        tower, key = rng.randrange(7), rng.randrange(8)
        wanted = possible_by_enumeration(position, tower, key)
        assert set(can_show(position, tower, key)) == wanted


def test_an_update_takes_less_than_twenty_milliseconds():
    position = opened()
    taken = []
    rng = random.Random(3)
    for tower in range(7):
        sound = tuple(rng.random() + 0.01 for _ in range(8))
        begun = time.process_time()
        position = GAME.apply(position, Heard(tower, sound))
        assert odds(position) is not None
        taken.append(time.process_time() - begun)
    assert sorted(taken)[3] < 0.02
