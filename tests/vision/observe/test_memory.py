"""What changed on a table, whatever the lamp does."""

import numpy as np
import pytest

from tests.vision.observe.prints import dimmer, patches, prints
from vision.observe.cut import Patches
from vision.observe.memory import EXACT, Samples, change


def noisy(pixels: np.ndarray, seed: int) -> Patches:
    noise = np.random.default_rng(seed).normal(0, 2, pixels.shape)
    return patches(np.clip(np.round(pixels + noise), 0, 255).astype(np.uint8))


def test_a_place_that_shows_another_print_was_touched_and_no_other() -> None:
    before, now = prints(12), prints(12)
    now[3] = prints(13)[12]
    found = change(Samples.of(noisy(now, 1)), Samples.of(noisy(before, 2)))
    assert np.flatnonzero(found.touched).tolist() == [3]
    assert found.same()[3] < -100
    assert np.delete(found.same(), 3) == pytest.approx(np.full(11, EXACT))


def test_less_light_is_no_touch() -> None:
    before = prints(12)
    found = change(Samples.of(noisy(dimmer(before, 0.8), 1)), Samples.of(noisy(before, 2)))
    assert not found.touched.any()


def test_what_was_hidden_once_is_not_compared() -> None:
    before, now = noisy(prints(12), 1), noisy(prints(12), 2)
    now.pixels[5, :24] = 0
    now.masks[5, :24] = False
    found = change(Samples.of(now), Samples.of(before))
    assert not found.touched.any()
    assert found.seen[5] == pytest.approx(0.5)
