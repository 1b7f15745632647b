"""The simulated camera projects as a pinhole with one distortion term does."""

import numpy as np
import pytest

from device.sim.optics import look_at

ABOVE = look_at((0.0, 0.0, 0.8), (0.0, 0.0, 0.0), 0.0, 1000.0, 0.0)
TILTED = look_at((0.1, -0.35, 0.8), (0.0, 0.0, 0.0), 0.05, 950.0, -0.06)


def test_straight_above_shows_the_far_side_up_and_right_to_the_right():
    pixels = ABOVE.project(np.array([(0.0, 0.0, 0.0), (0.08, 0.0, 0.0), (0.0, 0.08, 0.0)]))
    assert pixels == pytest.approx(np.array([(640, 480), (740, 480), (640, 380)]))


def test_height_moves_a_point_away_from_the_middle_as_the_pinhole_says():
    low, high = ABOVE.project(np.array([(0.1, 0.0, 0.0), (0.1, 0.0, 0.064)]))
    assert low[0] == pytest.approx(640 + 1000 * 0.1 / 0.8)
    assert high[0] == pytest.approx(640 + 1000 * 0.1 / (0.8 - 0.064))


@pytest.mark.parametrize("z", [0.0, 0.05])
def test_plane_map_is_the_inverse_of_projection(z):
    x, y = TILTED.plane_map(z)
    for row, column in ((30, 40), (480, 640), (900, 1200)):
        point = np.array([(x[row, column], y[row, column], z)])
        assert TILTED.project(point)[0] == pytest.approx((column + 0.5, row + 0.5), abs=0.02)


def test_a_knock_of_the_camera_moves_the_picture_by_that_angle():
    moved = ABOVE.turned((0.0, 0.01, 0.0)).project(np.zeros((1, 3)))[0]
    assert abs(moved[0] - 640) == pytest.approx(1000 * np.tan(0.01), rel=1e-6)
