"""A tower that grows hides what lies behind it, seen from where the camera hangs."""

from tests.vision.boxes import profile
from tests.vision.test_geometry import camera
from vision.kilt.hiding import hiding
from vision.kilt.layout import SQUARES

LAYOUT = profile().layout
FLAT = dict.fromkeys(SQUARES, 0)


def test_a_tower_hides_the_squares_behind_it_the_more_the_higher_it_is() -> None:
    low_camera = camera(centre=(0.0, -0.6, 0.3))
    hides = hiding(low_camera, LAYOUT, FLAT)
    assert hides((3, 2), 1) == {(2, 2)}
    assert hides((3, 2), 3) == {(2, 2), (1, 2)}
    assert hides((3, 2), 5) == {(2, 2), (1, 2), (0, 2)}
    assert hides((0, 2), 9) == frozenset()  # nothing lies behind the last row


def test_from_straight_above_nothing_is_hidden() -> None:
    hides = hiding(camera(centre=(0.0, 0.0, 1.5)), LAYOUT, FLAT)
    assert [hides(square, 1) for square in SQUARES] == [frozenset()] * 25


def test_what_is_no_higher_than_before_hides_nothing_new() -> None:
    built = FLAT | {(3, 2): 2}
    hides = hiding(camera(centre=(0.0, -0.6, 0.3)), LAYOUT, built)
    assert hides((3, 2), 2) == frozenset()
    assert (2, 2) in hides((3, 2), 3)


def test_a_high_square_is_seen_over_a_lower_tower() -> None:
    hides = hiding(camera(centre=(0.0, -0.6, 0.3)), LAYOUT, FLAT | {(2, 2): 4})
    assert (2, 2) not in hides((3, 2), 3)
