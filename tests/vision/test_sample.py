"""Windows of the world are taken from the right pixels; colours become logarithms of light."""

import numpy as np
import pytest

from tests.vision.test_geometry import camera
from vision.geometry import View
from vision.sample import DARK, LINEAR, Window, in_light, maps_for, take, to_log
from vision.windows import WindowCache, around, gather, middles, shift_index, value_index

# Looks straight down from one metre: a metre is 1000 pixels, the middle (100, 100).
ABOVE = View(200, 200, 1000.0, 0.0, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 1.0]))


def test_window_points_are_the_middles_of_its_samples_row_by_row() -> None:
    window = Window((-0.02, 0.01, 0.005), (1.0, 0.0), (0.0, -1.0), 2, 3, 0.01)
    expected = [(x, y, 0.005) for y in (0.005, -0.005, -0.015) for x in (-0.015, -0.005)]
    assert window.points() == pytest.approx(np.array(expected))


def test_a_turned_window_follows_its_axes() -> None:
    window = Window((0.15, 0.0, 0.0), (0.0, 1.0), (1.0, 0.0), 1, 2, 0.02)
    assert window.points() == pytest.approx(np.array([(0.16, 0.01, 0), (0.18, 0.01, 0)]))


def test_a_window_is_taken_from_the_pixels_it_covers() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    window = Window((-0.02, 0.03, 0.0), (1.0, 0.0), (0.0, -1.0), 40, 50, 0.001)
    maps = maps_for(ABOVE, window)
    assert maps.inside.all()
    assert np.array_equal(take(picture, maps), picture[70:120, 80:120])


def test_what_lies_outside_the_picture_is_not_inside() -> None:
    window = Window((0.09, 0.0, 0.0), (1.0, 0.0), (0.0, -1.0), 20, 1, 0.001)
    assert maps_for(ABOVE, window).inside[0].tolist() == [True] * 9 + [False] * 11


def test_a_higher_plane_is_seen_nearer_and_so_larger() -> None:
    low, high = (Window((0.05, 0.0, z), (1.0, 0.0), (0.0, -1.0), 1, 1, 0.0001) for z in (0, 0.5))
    low_x, high_x = (float(maps_for(ABOVE, w).x[0, 0]) for w in (low, high))
    assert high_x + 0.5 - 100 == pytest.approx(2 * (low_x + 0.5 - 100), abs=1e-3)


def test_logarithms_grow_with_light_and_are_tame_at_black_and_white() -> None:
    codes = np.arange(256, dtype=np.uint8)
    values = to_log(codes)
    assert np.all(np.diff(values) > 0)
    assert values[0] == pytest.approx(np.log(DARK))
    assert values[255] == pytest.approx(np.log(1 + DARK))
    assert to_log(np.array([188], np.uint8))[0] == pytest.approx(np.log(0.5029 + DARK), abs=1e-3)


def test_twice_the_light_is_a_shift_by_the_logarithm_of_two() -> None:
    bright, half = to_log(np.array([255, 188], np.uint8))
    assert bright - half == pytest.approx(np.log(2), abs=0.02)


def test_a_look_in_other_light_is_what_the_camera_would_show() -> None:
    grey = np.arange(0, 250, 10, dtype=np.uint8)
    dim = np.log(LINEAR[grey] * 0.3 + DARK)
    assert in_light(to_log(grey), np.log(np.array(0.3))) == pytest.approx(dim, abs=1e-4)


def test_gain_reads_a_dim_picture_as_if_it_were_brighter() -> None:
    dim, bright = np.array([188], np.uint8), np.array([255], np.uint8)
    assert to_log(dim, 1 / 0.5029)[0] == pytest.approx(to_log(bright)[0], abs=1e-3)


def test_the_cache_takes_windows_in_the_order_asked_and_forgets_another_view() -> None:
    picture = np.random.default_rng(2).integers(0, 256, (960, 1280, 3), dtype=np.uint8)
    windows = [
        (name, Window((x, 0.0, 0.0), (1.0, 0.0), (0.0, -1.0), 5, 4, 0.002))
        for name, x in (("a", -0.05), ("b", 0.02))
    ]
    cache, first, second = WindowCache(), camera(), camera(centre=(0.0, -0.3, 0.8))
    back = windows[::-1]
    for view, asked in ((first, back), (first, back), (first, windows), (second, windows)):
        values, inside = cache.take(picture, view, asked)
        assert values.shape == (2, 4, 5, 3)
        assert inside.all()
        for row, (_, window) in zip(values, asked, strict=True):
            assert np.array_equal(row, to_log(take(picture, maps_for(view, window))))


def test_middles_of_windows() -> None:
    window = Window((0.15, -0.03, 0.0), (0.0, 1.0), (1.0, 0.0), 4, 6, 0.01)
    assert middles([window]) == pytest.approx(np.array([(0.18, -0.01)]))


def test_shifts_are_round_and_hold_the_middle() -> None:
    assert len(around(1)) == 9  # a reach of one takes the diagonals too
    assert (0, 0) in around(3)
    assert max(x * x + y * y for x, y in around(3)) <= 10


def test_shifted_indices_point_into_the_wider_window() -> None:
    index = shift_index(np.array([0, 2]), np.array([0, 1]), reach=1, width=5)
    middle, right = around(1).index((0, 0)), around(1).index((0, 1))
    assert index[middle].tolist() == [1 * 5 + 1, 3 * 5 + 2]
    assert (index[right] - index[middle]).tolist() == [1, 1]


def test_values_are_gathered_at_every_shift_with_windows_last() -> None:
    index = shift_index(np.array([0, 2]), np.array([0, 1]), reach=1, width=5)
    windows = np.random.default_rng(3).random((4, 25, 3), dtype=np.float32)
    found = gather(windows, value_index(index, 3))
    assert found.shape == (6, len(around(1)), 4)
    for shift, places in enumerate(index):
        for window in range(4):
            expected = windows[window, places].ravel()
            assert np.array_equal(found[:, shift, window], expected)
