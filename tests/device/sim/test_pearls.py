"""Simulated pearls obey the physics they claim."""

from dataclasses import replace

import numpy as np
import pytest

from device.sim.sound.noises import NOISES
from device.sim.sound.pearls import (
    BOUNCES,
    GRAVITY,
    NO_COLUMN,
    OPTIMISTIC,
    RATE,
    Drop,
    Seat,
    make_box,
    put_tower,
    sound,
    throw,
)
from device.sim.sound.scene import Scene, band_power, new_scene

EXACT = replace(BOUNCES, restitution_scatter=0.0, release_scatter=0.0, rim=0.0)


def thrown(depth: int, inside: int = 0, seed: int = 1) -> tuple[Seat, Drop]:
    rng = np.random.default_rng(seed)
    box = make_box(EXACT, rng)
    seat = put_tower(box, depth, rng)
    return seat, throw(box, seat, rng, inside, tick=0.0)


@pytest.mark.parametrize("depth", range(8))
def test_first_bounce_comes_when_the_formula_says(depth: int) -> None:
    seat, drop = thrown(depth)
    fall = np.sqrt(2 * seat.length / GRAVITY)
    assert drop.first == pytest.approx(fall)
    first, second = drop.impacts[:2]
    assert first.speed == pytest.approx(GRAVITY * fall)
    assert second.time - first.time == pytest.approx(2 * seat.restitution * fall, rel=0.02)


def test_each_bounce_is_shorter_and_slower_than_the_last() -> None:
    _, drop = thrown(7)
    times = np.array([impact.time for impact in drop.impacts])
    speeds = [impact.speed for impact in drop.impacts]
    assert np.all(np.diff(np.diff(times)) < 0)
    assert speeds == sorted(speeds, reverse=True)


def test_pearls_inside_are_hit_and_rattle() -> None:
    hits = [hit.on for seed in range(20) for hit in thrown(4, inside=9, seed=seed)[1].impacts]
    assert hits.count("pearl") > hits.count("floor")


def test_air_column_rings_at_a_quarter_of_its_wave_length() -> None:
    rng = np.random.default_rng(3)
    loud = replace(OPTIMISTIC, column=30.0, release_scatter=0.0)
    box = make_box(loud, rng)
    seat = put_tower(box, 6, rng)
    wave = sound(box, seat, throw(box, seat, rng, tick=0.0), rng)
    spectrum = np.abs(np.fft.rfft(wave))
    found = np.fft.rfftfreq(len(wave), 1 / RATE)[spectrum.argmax()]
    assert found == pytest.approx(343 / (4 * (seat.length + 0.6 * box.bore)), rel=0.03)


def test_without_a_column_nothing_tells_its_length() -> None:
    rng = np.random.default_rng(3)
    assert make_box(BOUNCES, rng).scenario.column == NO_COLUMN


def take(seed: int) -> tuple[Scene, np.ndarray]:
    scene = new_scene(seed, 3.0)
    box = make_box(OPTIMISTIC, scene.rng)
    scene.drop(box, put_tower(box, 5, scene.rng), 1.0)
    scene.bed("babble", 20.0)
    return scene, scene.take()


def test_same_seed_gives_the_same_samples() -> None:
    assert np.array_equal(take(5)[1], take(5)[1])
    assert not np.array_equal(take(5)[1], take(6)[1])


def test_bed_is_as_far_below_the_pearl_as_asked() -> None:
    scene = new_scene(8, 3.0)
    box = make_box(OPTIMISTIC, scene.rng)
    scene.drop(box, put_tower(box, 5, scene.rng), 1.0)
    without = scene.wave.copy()
    scene.bed("room", 20.0)
    assert 10 * np.log10(scene.loud[0] / band_power(scene.wave - without)) == pytest.approx(20)


def test_recording_is_sixteen_bit_and_never_beyond_full_scale() -> None:
    wave = take(5)[1] * 32768
    assert np.array_equal(wave, np.round(wave))
    assert np.abs(wave).max() <= 32768


@pytest.mark.parametrize("kind", sorted(NOISES))
def test_every_noise_has_its_length_and_is_the_same_again(kind: str) -> None:
    made = [NOISES[kind](np.random.default_rng(4), 2.0) for _ in range(2)]
    assert np.array_equal(*made)
    assert len(made[0]) == 2 * RATE
    assert 0.2 < np.abs(made[0]).max() < 3
