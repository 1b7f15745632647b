"""From two labelled pictures to the measures and looks of a box, or words on what they lack."""

import copy

import numpy as np
import pytest

from tests.vision.boxes import game, lessons, profile
from vision.errors import TeachingError
from vision.kilt.teach import lesson, teach
from vision.kilt.teach_cards import _agreed
from vision.kilt.teach_grid import _alike

SEEDS = (12, 15)
COLOURS = ("dark_grey", "light_grey", "orange", "red")


def changed(number: int, change):
    """The lessons with one label changed."""
    pictures = [(image, copy.deepcopy(label)) for image, label in lessons()]
    change(pictures[number][1]["state"])
    return [lesson(image, label) for image, label in pictures]


# -- measures -------------------------------------------------------------------------------------


# The last one's crests are printed on the colour of its board, and it was taken from aside.
@pytest.mark.parametrize(("seed", "level"), [(12, "easy"), (15, "easy"), (76009, "normal")])
def test_squares_are_measured_over_the_whole_board(seed: int, level: str) -> None:
    layout, sizes = profile(seed, level).layout, game(seed, level).theme.sizes
    for row, column in ((0, 0), (0, 4), (2, 2), (4, 0), (4, 4)):
        true = sizes.centre((row, column))
        # A sixteenth of a square; other processors round differently, by half a millimetre here.
        assert np.hypot(*np.subtract(layout.centre((row, column)), true)) < 0.0033


@pytest.mark.parametrize("seed", SEEDS)
def test_floors_are_measured(seed: int) -> None:
    layout, sizes = profile(seed).layout, game(seed).theme.sizes
    assert layout.floor_radius == pytest.approx(sizes.floor_radius, abs=0.003)
    assert layout.floor_height == pytest.approx(sizes.floor_height, abs=0.003)


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_are_measured(seed: int) -> None:
    layout, sizes = profile(seed).layout, game(seed).theme.sizes
    assert layout.card_length == pytest.approx(sizes.card_length, abs=0.005)
    assert layout.card_width == pytest.approx(sizes.card_width, abs=0.005)
    middle = layout.card_start + layout.card_length / 2
    assert middle == pytest.approx(sizes.card_start + sizes.card_length / 2, abs=0.002)
    assert layout.card_pitch == pytest.approx(sizes.card_length + 0.002, abs=0.005)


def test_the_water_is_where_the_label_says() -> None:
    assert profile().water == game().theme.water


def test_every_kind_of_floor_the_roof_and_every_half_of_a_card_have_a_look() -> None:
    kinds = {f"{colour} {crests}" for colour in COLOURS for crests in range(3)}
    assert set(profile().kinds) == kinds | {"roof"}
    assert set(profile().crests) == kinds
    assert sorted(profile().cards) == list(COLOURS)


def test_looks_tell_the_colours_apart() -> None:
    means = {c: profile().kinds[f"{c} 0"][0].mean(axis=0) for c in COLOURS}
    gaps = [np.abs(means[a] - means[b]).max() for a in COLOURS for b in COLOURS if a < b]
    assert min(gaps) > 0.5


# -- what a picture lacks -------------------------------------------------------------------------


def test_no_pictures_at_all() -> None:
    with pytest.raises(TeachingError, match="no teaching picture was given"):
        teach([])


def test_a_missing_kind_of_floor_is_named() -> None:
    square = next(
        key
        for key, value in lessons()[0][1]["state"]["squares"].items()
        if value["floors"] == [{"color": "orange", "crests": 2}]
    )

    def forget(state) -> None:
        state["squares"][square]["floors"] = []

    with pytest.raises(TeachingError, match=r"every kind.*'orange', 2"):
        teach(changed(0, forget))


def test_a_missing_card_is_told() -> None:
    def forget(state) -> None:
        place = next(p for p, cards in state["positions"].items() if cards)
        state["positions"][place] = []

    with pytest.raises(TeachingError, match="every card once"):
        teach(changed(1, forget))


def test_a_card_shown_twice_does_not_stand_for_another() -> None:
    def mistake(state) -> None:
        first, second = [cards for cards in state["positions"].values() if cards][:2]
        second[0] = dict(first[0])

    with pytest.raises(TeachingError, match="every card once"):
        teach(changed(1, mistake))


def test_a_missing_roof_is_told() -> None:
    def forget(state) -> None:
        for value in state["squares"].values():
            value["roof"] = False

    with pytest.raises(TeachingError, match="roof on a floor"):
        teach(changed(0, forget))


def test_one_picture_alone_lacks_the_cards() -> None:
    with pytest.raises(TeachingError, match="card picture"):
        teach([lesson(*lessons()[0])])


def test_floors_of_which_half_show_only_in_part_are_left_out_of_the_grid() -> None:
    sizes = np.array([0.019, 0.008, 0.009, 0.0185, 0.0075, 0.020, 0.0082, 0.019])
    assert _alike(sizes).tolist() == [size > 0.015 for size in sizes]


def test_the_odd_spot_is_no_floor() -> None:
    sizes = np.array([0.018, 0.019, 0.030, 0.0185, 0.007])
    assert _alike(sizes).tolist() == [True, True, False, True, False]


# -- looks ----------------------------------------------------------------------------------------


def test_the_look_of_a_card_is_taught_through_light_mirrored_on_some_of_them() -> None:
    rng = np.random.default_rng(4)
    red = np.log(rng.uniform([0.02, 0.03, 0.3], [0.05, 0.06, 0.5], (11, 14, 3)))
    seen = [np.log(np.exp(red) + veil) + gain for veil, gain in VEILED]
    seen = np.stack([each + rng.normal(0, 0.02, red.shape) for each in seen])
    look, spread = _agreed(seen.astype(np.float32))
    usual = np.log(np.exp(red) + 0.04)
    assert np.abs(look - usual).max() < 0.25
    # As uncertain as it was seen different, but less than it would be without knowing of glare.
    apart = np.median(np.abs(seen - np.median(seen, axis=0)), axis=0) * 1.48
    assert spread.mean() < 0.5 * apart.mean()


VEILED = ((0.0, 0.0), (0.0, -0.1), (0.08, 0.1), (0.04, 0.0), (0.15, 0.0))
