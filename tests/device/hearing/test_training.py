"""The ear's training: the same call gives the same weights, and what is shipped fits the ear."""

import numpy as np
import pytest

from device.bench import train_ear
from device.bench.train_ear import Example, learn, noise_scene, pearl_scene, simulate
from device.hearing.context import NAMES_AROUND, Judged, surroundings
from device.hearing.traits import NAMES
from device.hearing.verifier import Network, Verifier, shipped


def weights(verifier: Verifier) -> list[np.ndarray]:
    networks: list[Network] = [verifier.first, verifier.second]
    return [part for network in networks for part in vars(network).values()]


def test_training_twice_gives_the_very_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("ROUNDS", 2), ("MEMBERS", 2), ("HIDDEN", 6)):
        monkeypatch.setattr(train_ear, name, value)
    found = [simulate(("pearls", 3)), simulate(("typing", 12))]
    once, again = learn(found, lambda _: None), learn(found, lambda _: None)
    assert all(np.array_equal(a, b) for a, b in zip(weights(once), weights(again), strict=True))


def test_a_scene_is_the_same_whenever_it_is_made() -> None:
    assert np.array_equal(noise_scene(4, "strikes"), noise_scene(4, "strikes"))
    (one, times), (other, _) = pearl_scene(4), pearl_scene(4)
    assert np.array_equal(one, other)
    assert len(times) >= 5


def test_what_is_shipped_fits_the_ear() -> None:
    assert shipped().first.mean.shape == (len(NAMES),)
    assert shipped().second.mean.shape == (len(NAMES_AROUND),)
    kept: list[Example] = train_ear.real_noises(None)
    assert {each.rows.shape[1] for each in kept} == {len(NAMES)}
    assert sum(each.labels.sum() for each in kept) == 0


def test_clicks_that_were_no_pearls_are_counted_by_how_near_they_came() -> None:
    traits = np.zeros(len(NAMES))
    before = [
        Judged(0, -20.0, -8.0),  # too long ago
        Judged(4000, -20.0, -8.0),
        Judged(5000, -20.0, -1.0),
        Judged(6000, -40.0, -1.0),  # far too soft
        Judged(7000, -20.0, 3.0),  # a pearl
        Judged(7400, -25.0, -4.0),  # its rattle
    ]
    told = dict(
        zip(NAMES_AROUND, surroundings(Judged(9000, -18.0, 2.0), traits, before), strict=True)
    )
    assert (told["odds"], told["far off"], told["off"], told["near"], told["nearly"]) == (
        2,
        1,
        0,
        1,
        0,
    )
    assert (told["pearls"], told["since"], told["best before"]) == (1, 2.0, -1.0)
