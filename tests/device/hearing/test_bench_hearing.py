"""The bench measures what it says."""

import numpy as np
import pytest

from device.bench.hearing import Ideal, Tally, bench_alarms, match
from device.sim.sound.pearls import OPTIMISTIC, PESSIMISTIC, Scenario, make_box, put_tower
from device.sim.sound.scene import Truth, new_scene


def truths(scenario: Scenario) -> tuple[Ideal, list[Truth]]:
    scene = new_scene(31, 40.0)
    box = make_box(scenario, scene.rng)
    for number in range(24):
        scene.drop(box, put_tower(box, number % 8, scene.rng), 0.5 + 1.5 * number)
    return Ideal(box), scene.truths


def right(scenario: Scenario) -> float:
    ideal, drops = truths(scenario)
    return float(np.mean([np.argmax(ideal.likelihoods(drop)) == drop.depth for drop in drops]))


def test_the_ideal_observer_is_sure_with_a_column_and_doubtful_without() -> None:
    assert right(OPTIMISTIC) == 1.0
    assert 0.25 < right(PESSIMISTIC) < 0.95


def test_a_gap_is_what_is_claimed_beyond_what_is_right() -> None:
    tally = Tally()
    tally.add((0.9, 0.1), 0)
    tally.add((0.7, 0.3), 1)
    assert tally.accuracy == 0.5
    assert tally.gap == pytest.approx(0.3)


def test_pearls_nobody_heard_match_nothing() -> None:
    _, drops = truths(OPTIMISTIC)
    assert match(drops[:2], []) == [None, None]


def test_speech_gives_no_false_pearls() -> None:
    assert bench_alarms("speech", 0.3) == (0, pytest.approx(1 / 3))
