"""Crops of places are cut as they lie, with what was seen of them."""

from math import pi

import numpy as np
import pytest

from tests.vision.observe.prints import above
from vision.geometry import View
from vision.observe.cut import GROWN, SIDE, Cutter, Job, joined

GREY = 100


def quartered(view: View, across: float) -> np.ndarray:
    """A picture of a square in the middle: far left dark, far right red, near side grey."""
    picture = np.full((view.height, view.width, 3), GREY, np.uint8)
    half = round(across / 2 * view.focal / 0.5)
    x, y = view.width // 2, view.height // 2
    picture[y - half : y, x - half : x] = 0
    picture[y - half : y, x : x + half] = (0, 0, 200)
    return picture


def test_the_far_side_is_up_and_the_right_is_right() -> None:
    view = above()
    crop = Cutter().cut(quartered(view, 0.2), view, [Job((0.0, 0.0), 0.0, 0.1)]).pixels[0]
    assert crop[10, 10].tolist() == [0, 0, 0]
    assert crop[10, 38].tolist() == [0, 0, 200]
    assert crop[38, 10].tolist() == [GREY, GREY, GREY]


def test_a_crop_that_is_turned_shows_what_lies_that_way() -> None:
    view = above()
    crop = Cutter().cut(quartered(view, 0.2), view, [Job((0.0, 0.0), 0.0, 0.1, pi / 2)]).pixels[0]
    assert crop[10, 38].tolist() == [0, 0, 0]  # its up is the table's left
    assert crop[38, 38].tolist() == [0, 0, 200]


def test_what_lies_higher_is_cut_where_it_appears() -> None:
    view = above()
    picture = quartered(view, 0.2)
    low, high = Cutter().cut(picture, view, [Job((0.09, 0.05), z, 0.02) for z in (0.0, 0.1)]).pixels
    assert low[24, 24].tolist() == [0, 0, 200]
    assert high[24, 24].tolist() == [GREY, GREY, GREY]  # it hides what lies farther out


def test_what_is_outside_burnt_out_or_hidden_is_not_seen() -> None:
    view = above()
    picture = quartered(view, 0.2)
    picture[:, 320:330] = 255
    hidden = np.zeros((2, SIDE, SIDE), bool)
    hidden[0, -5:] = True
    jobs = [Job((0.0, 0.0), 0.0, 0.1), Job((0.3, 0.0), 0.0, 0.1)]
    found = Cutter().cut(picture, view, jobs, hidden)
    assert not found.masks[0, -5:].any()
    assert not found.masks[0, :-5, 24:27].any()
    assert found.masks[0, :-5, :23].all()
    assert found.masks[1, :, :23].all()
    assert not found.masks[1, :, 25:].any()
    assert found.seen()[1] == pytest.approx(0.5, abs=0.03)


def test_many_pixels_are_averaged_and_none_is_left_out() -> None:
    view = above(2560, 1920)
    picture = np.zeros((1920, 2560, 3), np.uint8)
    picture[:, ::2] = 200
    crop = Cutter().cut(picture, view, [Job((0.0, 0.0), 0.0, 0.1)]).pixels[0]
    assert abs(crop.astype(int) - 100).max() <= 1


def test_a_cutter_follows_the_view() -> None:
    cutter, job = Cutter(), Job((0.0, 0.0), 0.0, 0.1)
    for width, height in ((640, 480), (1280, 960)):
        view = above(width, height)
        assert cutter.cut(quartered(view, 0.2), view, [job]).pixels[0, 10, 38, 2] == 200


def test_patches_are_joined_in_order_and_no_jobs_give_none() -> None:
    view = above()
    one = Cutter().cut(quartered(view, 0.2), view, [Job((0.0, 0.0), 0.0, 0.1 / GROWN)])
    assert len(Cutter().cut(quartered(view, 0.2), view, [])) == len(joined([])) == 0
    assert len(joined([one, one])) == 2
