"""Looks forgive brightness and glare, not colour; what was never taught is strange."""

import numpy as np
import pytest

from vision.likeness import GLARE_COST, Looks, alike, likely_same, score_own, strange, unchanged

WEIGHT = 30.0
RED, ORANGE = (-3.5, -3.5, -1.0), (-3.5, -1.6, -0.3)
PIXELS = 40


def patch(colour: tuple[float, ...], shift: float = 0.0) -> np.ndarray:
    return np.tile(np.float32(colour), PIXELS)[None] + np.float32(shift)


def looks() -> Looks:
    means = np.stack([patch(c).reshape(PIXELS, 3) for c in (RED, ORANGE)])
    return Looks(["red", "orange"], means, np.full_like(means, 0.1), WEIGHT)


def score(samples: np.ndarray, seen: np.ndarray | None = None) -> dict[str, float]:
    bank = looks()
    shown = np.ones_like(samples) if seen is None else seen
    return dict(zip(bank.names, bank.score(samples, shown)[0], strict=True))


def odd(samples: np.ndarray) -> float:
    return float(strange(samples, np.ones_like(samples), WEIGHT)[0])


def test_a_look_fits_itself_best_by_far() -> None:
    values = score(patch(RED))
    assert values["red"] > values["orange"] + 20
    assert values["red"] > odd(patch(RED)) + 20


@pytest.mark.parametrize("shift", [-0.4, 0.4])
def test_brightness_is_forgiven(shift: float) -> None:
    plain, shifted = score(patch(RED))["red"], score(patch(RED, shift))["red"]
    assert 0 < plain - shifted < 1.5
    assert shifted > score(patch(RED, shift))["orange"] + 15


def test_a_change_of_colour_as_large_as_a_forgiven_brightness_is_not() -> None:
    tinted = patch((RED[0] + 0.4, RED[1] - 0.4, RED[2]))
    assert score(patch(RED, 0.4))["red"] > score(tinted)["red"] + 10


@pytest.mark.parametrize(("glare", "step"), [(0.08, 1), (0.3, 2), (1.0, 3)])
def test_mirrored_light_costs_its_price_and_no_more(glare: float, step: int) -> None:
    shone = np.log(np.exp(patch(RED)) + np.float32(glare))
    assert score(patch(RED))["red"] - score(shone)["red"] <= GLARE_COST[step] + 0.01


def test_a_colour_nobody_taught_is_strange() -> None:
    blue = patch((-0.3, -2.0, -4.0))
    assert odd(blue) > max(score(blue).values()) + 10


def test_unseen_values_count_nothing() -> None:
    samples, seen = patch(RED), np.ones((1, 3 * PIXELS), np.float32)
    seen[:, 60:] = 0
    spoilt = samples.copy()
    spoilt[:, 60:] = 7.0
    assert score(spoilt, seen) == pytest.approx(score(samples, seen))


def test_seen_values_weigh_by_their_share() -> None:
    seen = np.ones((1, 3 * PIXELS), np.float32)
    seen[:, 60:] = 0
    gap = {k: score(patch(RED), s) for k, s in (("all", None), ("half", seen))}
    whole, half = (gap[k]["red"] - gap[k]["orange"] for k in ("all", "half"))
    assert half == pytest.approx(whole / 2, rel=0.1)


def test_a_place_wholly_out_of_sight_says_nothing() -> None:
    blind = np.zeros((1, 3 * PIXELS), np.float32)
    values = score(patch(RED), blind)
    assert values == pytest.approx({"red": 0.0, "orange": 0.0})
    assert strange(patch(RED), blind, WEIGHT)[0] == 0
    assert score_own(patch(RED), blind, patch(ORANGE), 0.1, WEIGHT)[0] == 0


def test_rows_are_scored_one_by_one() -> None:
    rows = np.concatenate([patch(ORANGE), patch(RED)])
    values = looks().score(rows, np.ones_like(rows))
    assert values.argmax(axis=1).tolist() == [1, 0]
    assert values[1, 0] == pytest.approx(score(patch(RED))["red"], abs=1e-3)


def test_rows_seen_altogether_score_as_if_that_was_told() -> None:
    rng = np.random.default_rng(5)
    rows = rng.normal(-1.5, 1.0, (50, 3 * PIXELS)).astype(np.float32)
    rows[:4] = np.concatenate([patch(RED), patch(ORANGE), patch(RED, 0.3), patch(ORANGE, 2.0)])
    told = looks().score(rows, np.ones_like(rows))
    assert looks().score(rows) == pytest.approx(told, abs=1e-3)


def test_score_own_agrees_with_a_bank_of_that_one_look() -> None:
    rng = np.random.default_rng(1)
    rows = patch(RED, 0.2) + rng.normal(0, 0.1, (3, 3 * PIXELS)).astype(np.float32)
    seen = np.ones_like(rows)
    own = score_own(rows, seen, np.repeat(patch(RED), 3, axis=0), 0.1, WEIGHT)
    assert own == pytest.approx(looks().score(rows, seen)[:, 0], abs=1e-2)


def test_unchanged_forgives_brightness_but_not_pattern() -> None:
    rng = np.random.default_rng(2)
    before = rng.normal(-1.5, 0.5, (1, 300)).astype(np.float32)
    seen = np.ones_like(before)
    assert unchanged(before, before, seen)[0] == 0
    assert unchanged(before + np.float32(0.3), before, seen)[0] < 0.001
    other = rng.normal(-1.5, 0.5, (1, 300)).astype(np.float32)
    assert unchanged(other, before, seen)[0] == pytest.approx(0.5, abs=0.12)


def test_unchanged_looks_only_where_both_pictures_show_something() -> None:
    before = np.zeros((2, 30), np.float32)
    now, seen = before.copy(), np.ones_like(before)
    now[:, :10], seen[0, :10], seen[1, :] = 3.0, 0, 0
    assert unchanged(now, before, seen).tolist() == [0, 0]


def test_most_places_tell_how_large_small_changes_are() -> None:
    share = np.ones(10, np.float32)
    calm = np.array([0.002] * 9 + [0.05], np.float32)
    rough = np.array([0.04] * 9 + [0.05], np.float32)
    drop = [float(v[0] - v[-1]) for v in (likely_same(c, share, WEIGHT) for c in (calm, rough))]
    assert drop[0] > 10 * drop[1] > 0


def test_a_place_hardly_seen_hardly_counts_as_the_same() -> None:
    change = np.full(4, 0.001, np.float32)
    values = likely_same(change, np.array([1, 0.5, 0, 1], np.float32), WEIGHT)
    assert values[1] == pytest.approx(values[0] / 2)
    assert values[2] == 0


def test_alike_takes_a_shifted_pattern_for_the_same_stuff() -> None:
    rng = np.random.default_rng(3)
    wood = (rng.normal(0, 0.3, (1, 100, 1)) + np.array([-2.0, -1.5, -1.0])).astype(np.float32)
    shifted, stone = np.roll(wood, 17, axis=1), wood + np.float32([1.0, 0.3, -0.6])
    rows = [w.reshape(1, -1) for w in (wood, shifted, stone)]
    seen = np.ones_like(rows[0])
    itself, moved, other = (float(alike(r, rows[0], seen, WEIGHT)[0]) for r in rows)
    assert moved == pytest.approx(itself, abs=0.01)
    assert other < itself - 20


def test_what_is_too_bright_for_the_picture_is_told_by_what_it_would_look_like() -> None:
    """In warm light a pale thing is cut off in red first, and no longer looks pale and grey."""
    pale, dark = (-0.2, -0.2, -0.2), (-1.5, -1.7, -1.8)
    means = np.stack([patch(c).reshape(PIXELS, 3) for c in (pale, dark)])
    bank = Looks(["pale", "dark"], means, np.full_like(means, 0.1), WEIGHT)
    white = np.array((0.4, -0.7, -1.03), np.float32)
    seen = patch((-0.45, -0.7, -1.03))
    plain, cut = (each.score(seen)[0] for each in (bank, bank.below(white)))
    assert plain[0] < plain[1]
    assert cut[0] > cut[1]
