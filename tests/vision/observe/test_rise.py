"""Faces are found a little off their places, and that tells how high they lie."""

import numpy as np
import pytest

from tests.vision.observe.prints import patches, prints
from vision.observe.appearance import moved
from vision.observe.rise import SUREST, Rise, drift


def test_how_far_a_face_drifted_is_told_to_parts_of_a_sample() -> None:
    known = patches(prints(1, seed=3))
    found = drift(moved(known, 2.5, -1.25, 0.0).pixels[0], known.pixels[0])
    assert (found.right, found.down) == pytest.approx((2.5, -1.25), abs=0.2)
    assert found.alike > 0.95
    other = drift(prints(2, seed=3)[1], known.pixels[0])
    assert other.alike < 0.7


def test_a_level_is_told_as_surely_as_the_play_of_all_pieces_allows() -> None:
    slants = dict.fromkeys(range(5), np.array([0.0, -0.001]))
    play = {n: (0.0005 * (n % 3 - 1), 0.0) for n in range(5)}
    offsets = play | {4: (0.0, -0.002)}
    rise = Rise(offsets, dict.fromkeys(range(5), 3), slants, range(4))
    assert rise.play >= 0.0004
    assert max(rise.fits(4), key=rise.fits(4).__getitem__) == 1
    assert min(rise.fits(4).values()) >= -SUREST
    assert rise.fits(9) == {}
    assert rise.low() == [4]


def test_what_all_faces_have_in_common_is_how_the_board_was_found() -> None:
    slants = dict.fromkeys(range(5), np.array([0.0, -0.001]))
    offsets = dict.fromkeys(range(5), (0.0, -0.002))
    assert Rise(offsets, dict.fromkeys(range(5), 3), slants, range(4)).low() == []
