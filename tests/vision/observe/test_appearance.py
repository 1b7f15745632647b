"""A bank of taught looks names what is seen, and says how sure that is."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.observe.prints import dimmer, patches, prints
from vision.observe.appearance import (
    MOST,
    STRANGERS,
    Bank,
    Example,
    Scales,
    evidence,
    fitted,
    more,
    moved,
    taught,
    waverings,
)
from vision.observe.cut import SIDE
from vision.observe.eye import usual_eye

NAMES = ("a", "b", "c", "d")


def bank(turns: int = 1) -> Bank:
    looks = prints(4)
    examples = [Example(name, (name, n), turns) for n in range(2) for name in NAMES]
    pixels = np.concatenate([looks, dimmer(looks, 0.8)])
    return taught(usual_eye(), examples, patches(pixels))


def named(known: Bank, pixels: np.ndarray, keys: Sequence[int | None] | None = None) -> list[str]:
    seen = patches(pixels)
    cells = known.names(usual_eye().embed(seen), seen.seen(), keys=keys)
    return [str(cell.best()) for cell in cells]


def test_looks_are_named_in_other_light() -> None:
    assert named(bank(), dimmer(prints(4), 0.6)) == list(NAMES)


def test_a_tile_is_named_however_it_is_turned_and_the_bank_says_how() -> None:
    known, seen = bank(turns=4), moved(patches(prints(4)), 0, 0, np.pi / 2)
    assert named(known, seen.pixels) == list(NAMES)
    which, turn = known.nearest(usual_eye().embed(seen))
    assert [known.examples[n].label for n in which] == list(NAMES)
    assert turn == pytest.approx(np.full(4, np.pi / 2))


def test_only_what_a_place_may_show_is_named() -> None:
    seen = patches(prints(4)[:1])
    (cell,) = bank().names(usual_eye().embed(seen), seen.seen(), [("b", "c")])
    assert set(cell.labels) == {"b", "c"}


def test_a_look_of_one_place_counts_there_alone() -> None:
    looks = prints(6, seed=4)
    known = more(usual_eye(), bank(), [Example("own", "x", place=7)], patches(looks[5:]))
    assert named(known, looks[[5, 5]], keys=[7, 8])[0] == "own"
    assert "own" not in named(known, looks[[5, 5]], keys=[8, None])


def test_a_look_that_nobody_taught_says_less_the_less_it_looks_like_anything() -> None:
    plain = np.full((1, SIDE, SIDE, 3), 120, np.uint8)
    seen = patches(np.concatenate([prints(1), prints(5, seed=9)[4:], plain]))
    known, other, nothing = bank().names(usual_eye().embed(seen), seen.seen())
    assert [each.strange for each in (known, other, nothing)] == [False, True, True]
    assert known.confidence() > 0.97 > other.confidence() > nothing.confidence()
    assert np.ptp(list(nothing.labels.values())) < 1.0


def test_a_place_that_cannot_be_seen_says_nothing() -> None:
    cell = evidence({"a": 0.9, "b": 0.1}, 0.2, Scales())
    assert cell.labels == {"a": 0.0, "b": 0.0}
    assert cell.confidence() == pytest.approx(0.5, abs=0.001)


def test_evidence_is_in_nats_against_never_taught() -> None:
    scales = Scales(steep=10, edge=0.5, apart=0.1)
    cell = evidence({"a": 0.8, "b": 0.7}, 1.0, scales)
    assert cell.known == pytest.approx(3.0)
    among = np.exp([0.0, -1.0]) / np.exp([0.0, -1.0]).mean()
    wanted = np.log(np.exp(3.0) * among + STRANGERS)
    assert list(cell.labels.values()) == pytest.approx(wanted, abs=1e-5)
    assert evidence({"a": 9.0}, 1.0, scales).known == MOST


def test_scales_follow_the_examples_that_were_left_out() -> None:
    right, others = np.full(40, 0.95, np.float32), np.full(40, 0.75, np.float32)
    sharper = fitted(right, others)
    assert 0.75 < sharper.edge < 0.95
    assert sharper.steep > Scales().steep


def test_leads_that_hardly_waver_tell_near_twins_apart() -> None:
    label, lead = np.repeat([0, 1], 5), np.tile([0.04, 0.045, 0.05, 0.055, 0.06], 2)
    by_label = np.full((10, 2), 0.9, np.float32)
    by_label[np.arange(10), label] += lead
    found = waverings(by_label, label, usual=0.03)
    assert found[0, 1] == found[1, 0] == pytest.approx(np.var(lead[:5], ddof=1) / 0.1, rel=0.01)


def test_a_pair_of_few_examples_wavers_as_all_pairs_do() -> None:
    label = np.repeat([0, 1, 2], [20, 20, 2])
    by_label = np.full((42, 3), 0.5, np.float32)
    by_label[np.arange(42), label] = 0.8 + np.tile([0.0, 0.06], 21)
    found = waverings(by_label, label, usual=0.03)
    pooled = 0.03**2 / (2 * 0.33)
    assert found[0, 2] == pytest.approx(pooled, rel=0.15)
    assert 2 * 0.33 / found[0, 1] < 2 * 0.33 / pooled * 1.1


def test_one_example_of_each_label_leaves_the_usual_scales_between_labels() -> None:
    looks = prints(4)
    known = taught(usual_eye(), [Example(name, name) for name in NAMES], patches(looks))
    assert known.scales.pairs == {}
    assert known.scales.between("a", "b") == Scales().apart


def test_patches_move_right_and_down_and_turn_counter_clockwise() -> None:
    pixels = np.zeros((1, SIDE, SIDE, 3), np.uint8)
    pixels[0, 10, 20] = 200
    dot = patches(pixels)
    assert moved(dot, 3, 5, 0.0).pixels[0, 15, 23, 0] == 200
    assert moved(dot, 0, 0, np.pi / 2).pixels[0, SIDE - 1 - 20, 10, 0] >= 199
    half = replace(dot, masks=dot.masks.copy())
    half.masks[:, :, 24:] = False
    assert moved(half, 0, 0, np.pi).masks[0, :, :23].sum() == 0
