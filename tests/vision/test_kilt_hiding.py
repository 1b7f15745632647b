"""A tower that grows hides what lies behind it, seen from where the camera hangs."""

import numpy as np

from tests.vision.boxes import profile
from tests.vision.test_geometry import camera
from vision.kilt.hiding import Places, hidden, hiding
from vision.kilt.table import SQUARES

FLAT = dict.fromkeys(SQUARES, 0)


def test_a_tower_hides_the_squares_behind_it_the_more_the_higher_it_is() -> None:
    low_camera = camera(centre=(0.0, -0.6, 0.3))
    hides = hiding(low_camera, profile().layout, FLAT)
    assert hides((3, 2), 1) == {(2, 2)}
    assert hides((3, 2), 3) == {(2, 2), (1, 2)}
    assert hides((3, 2), 5) == {(2, 2), (1, 2), (0, 2)}
    assert hides((0, 2), 9) == frozenset()  # nothing lies behind the last row


def test_from_straight_above_nothing_is_hidden() -> None:
    hides = hiding(camera(centre=(0.0, 0.0, 1.5)), profile().layout, FLAT)
    assert [hides(square, 1) for square in SQUARES] == [frozenset()] * 25


def test_what_is_no_higher_than_before_hides_nothing_new() -> None:
    built = FLAT | {(3, 2): 2}
    hides = hiding(camera(centre=(0.0, -0.6, 0.3)), profile().layout, built)
    assert hides((3, 2), 2) == frozenset()
    assert (2, 2) in hides((3, 2), 3)


def test_a_high_square_is_seen_over_a_lower_tower() -> None:
    hides = hiding(camera(centre=(0.0, -0.6, 0.3)), profile().layout, FLAT | {(2, 2): 4})
    assert (2, 2) not in hides((3, 2), 3)


def seen_behind(
    heights: dict[tuple[int, int], int], roofs: frozenset[tuple[int, int]]
) -> list[bool]:
    """Whether points on the bare square behind (3, 2) are seen: in the middle and on each side."""
    offsets = np.array([[(0.0, 0.0), (-0.02, 0.0), (0.02, 0.0)]])
    place = Places(np.array([profile().layout.centre((2, 2))]), np.zeros(1), offsets, [(2, 2)])
    view = camera(centre=(0.0, -0.6, 0.3))
    return [not each for each in hidden(view, profile().layout, FLAT | heights, roofs, place)[0]]


def test_what_a_tower_hides_is_not_seen_and_a_roof_hides_more() -> None:
    assert seen_behind({}, frozenset()) == [True, True, True]
    assert seen_behind({(2, 2): 2}, frozenset()) == [True, True, True]  # its own tower
    assert seen_behind({(3, 2): 2}, frozenset()) == [False, True, True]
    assert seen_behind({(3, 2): 2}, frozenset({(3, 2)})) == [False, False, False]
