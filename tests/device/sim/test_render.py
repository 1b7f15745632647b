"""Solids hide each other, lean and throw shadows where geometry says."""

import numpy as np
import pytest

from device.sim.light import Light, key_from
from device.sim.optics import look_at
from device.sim.render import Canvas, painter_order, placed, prism, rectangle

RED, GREEN = (0, 0, 200), (0, 200, 0)
CAMERA = look_at((0.0, -0.3, 0.8), (0.0, 0.0, 0.0), 0.0, 1000.0, 0.0)


def light(shadow=0.0, elevation=np.pi / 2):
    return Light(1.0, (1, 1, 1), 1.0, 0.0, key_from(0.0, elevation), shadow, 0.1, 0.0)


def canvas(of_light=None):
    white = np.full((960, 1280, 3), 200, np.uint8)
    return Canvas(white, np.zeros((960, 1280), np.uint8), CAMERA, of_light or light())


def block(x, y, height, colour):
    foot = placed(rectangle(0.04, 0.04), x, y, 0.0)
    return prism(foot, 0.0, height, colour, colour, foot, 0)


def pixel(painted, point):
    x, y = CAMERA.project(np.array([point]))[0]
    return tuple(int(v) for v in painted.image[int(y), int(x)])


def test_a_tower_top_appears_where_the_pinhole_projects_it():
    painted = canvas()
    painted.draw(block(0.1, 0.1, 0.06, RED))
    assert pixel(painted, (0.1, 0.1, 0.06)) == pytest.approx(RED, abs=2)
    red = (painted.image[..., 1] < 100) & (painted.image[..., 2] > 190)
    ys, xs = np.nonzero(red)
    top = CAMERA.project(np.array([(0.1, 0.1, 0.06)]))[0]
    assert (xs.mean() + 0.5, ys.mean() + 0.5) == pytest.approx(tuple(top), abs=1.0)


def test_a_near_tower_hides_the_foot_of_the_far_one_whatever_the_list_order():
    near, far = block(0.0, 0.0, 0.08, RED), block(0.0, 0.045, 0.01, GREEN)
    for order in ([near, far], [far, near]):
        painted = canvas()
        for solid in painter_order([[solid] for solid in order], CAMERA):
            painted.draw(solid)
        assert pixel(painted, (0.0, 0.018, 0.079))[1] < 50
        assert pixel(painted, (0.0, 0.06, 0.01))[1] > 150


def test_a_shadow_falls_away_from_the_light_and_nowhere_else():
    low_sun = light(shadow=0.6, elevation=np.radians(45))
    painted = canvas(low_sun)
    painted.cast([block(0.0, 0.0, 0.04, RED)], 0.0)
    assert pixel(painted, (-0.04, 0.0, 0.0))[0] < 150
    assert pixel(painted, (0.06, 0.0, 0.0))[0] > 195
