"""The light on the board is fitted as a smooth field, whatever lies on a part of it."""

import numpy as np
import pytest

from vision.light import fit_light

HALF = 0.15
PLACES = np.stack(np.meshgrid(np.linspace(-HALF, HALF, 30), np.linspace(-HALF, HALF, 30)), -1)
PLACES = PLACES.reshape(-1, 2)


def field(places: np.ndarray) -> np.ndarray:
    """A warm lamp to the right, a vignette."""
    x, y = places[:, 0] / HALF, places[:, 1] / HALF
    base = 0.3 * x - 0.1 * y - 0.15 * (x * x + y * y)
    return np.stack([base - 0.2, base, base + 0.1], axis=1).astype(np.float32)


def test_a_smooth_field_is_recovered_in_every_channel() -> None:
    light = fit_light(PLACES, field(PLACES), HALF)
    assert np.abs(light.at(PLACES) - field(PLACES)).max() < 0.02


def test_noise_averages_out() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, (len(PLACES), 3)).astype(np.float32)
    light = fit_light(PLACES, field(PLACES) + noise, HALF)
    assert np.abs(light.at(PLACES) - field(PLACES)).max() < 0.06


def test_things_on_a_fifth_of_the_board_are_ignored() -> None:
    rng = np.random.default_rng(2)
    change = field(PLACES)
    covered = rng.random(len(PLACES)) < 0.2
    change[covered] += rng.choice([-1.5, 1.5], (covered.sum(), 3)).astype(np.float32)
    assert np.abs(fit_light(PLACES, change, HALF).at(PLACES) - field(PLACES)).max() < 0.08


def test_a_glare_in_one_corner_does_not_light_the_others() -> None:
    change = field(PLACES)
    glare = (PLACES[:, 0] > 0.09) & (PLACES[:, 1] > 0.09)
    change[glare] += 2.0
    light = fit_light(PLACES, change, HALF)
    assert np.abs(light.at(PLACES) - field(PLACES))[~glare].max() < 0.15


def test_beyond_the_rim_the_field_stays_level() -> None:
    light = fit_light(PLACES, field(PLACES), HALF)
    inside, outside = np.array([[HALF, 0.03]]), np.array([[0.45, 0.03]])
    assert light.at(outside) == pytest.approx(light.at(inside))


def test_few_places_give_a_nearly_even_light_rather_than_a_wild_one() -> None:
    few = PLACES[:4]
    change = np.full((4, 3), 0.5, np.float32) + np.array([[0.1], [-0.1], [0.1], [-0.1]], np.float32)
    light = fit_light(few, change, HALF)
    assert light.at(PLACES) == pytest.approx(0.5, abs=0.35)


def test_the_gain_of_the_picture_is_kept() -> None:
    assert fit_light(PLACES, field(PLACES), HALF, 2.5).gain == 2.5
    assert fit_light(PLACES, field(PLACES), HALF).gain == 1.0
