"""A camera is recovered from where known points appear, and followed through a knock."""

import numpy as np
import pytest

from device.sim.optics import look_at
from vision.geometry import View, move_view, prior_focal, solve_view

SIZE = (1280, 960)
CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * 0.15


def camera(centre=(0.05, -0.35, 0.75), focal=1010.0, k1=-0.03, roll=0.05) -> View:
    optics = look_at(centre, (0.0, 0.0, 0.0), roll, focal, k1)
    rotation = optics.matrix
    return View(*SIZE, focal, k1, rotation, -rotation @ np.array(centre))


def grid(rng: np.random.Generator, count: int = 200) -> np.ndarray:
    return np.c_[rng.uniform(-0.15, 0.15, (count, 2)), np.zeros(count)]


def test_the_centre_of_a_view_is_where_the_camera_stands() -> None:
    assert camera().centre == pytest.approx([0.05, -0.35, 0.75])


def test_a_view_projects_as_the_simulated_camera_does() -> None:
    optics = look_at((0.05, -0.35, 0.75), (0.0, 0.0, 0.0), 0.05, 1010.0, -0.03)
    points = np.random.default_rng(1).uniform(-0.2, 0.2, (50, 3)) * (1, 1, 0.3)
    assert camera().project(points) == pytest.approx(optics.project(points), abs=1e-9)


def test_what_the_camera_looks_at_lies_in_the_middle_of_the_picture() -> None:
    assert camera().project(np.zeros((1, 3)))[0] == pytest.approx([640, 480])


def test_a_pixel_covers_more_the_farther_the_camera_hangs() -> None:
    def over(height: float) -> View:
        return camera((0.0, -1e-4, height), k1=0.0)

    assert over(0.5).grain(np.zeros(3)) == pytest.approx(0.5 / 1010, rel=1e-3)
    assert over(1.0).grain(np.zeros(3)) == pytest.approx(1.0 / 1010, rel=1e-3)
    assert over(1.0).grain(np.array([0, 0, 0.2])) == pytest.approx(0.8 / 1010, rel=1e-3)


@pytest.mark.parametrize("z", [0.0, 0.03, -0.0026])
def test_on_plane_undoes_project(z: float) -> None:
    view = camera()
    points = grid(np.random.default_rng(2)) + np.array([0, 0, z])
    assert view.on_plane(view.project(points), z) == pytest.approx(points, abs=2e-5)


def test_a_picture_contains_what_lies_inside_its_rim() -> None:
    pixels = np.array([(0.4, 5.0), (1.0, 1.0), (1279.0, 959.0), (1279.6, 5.0), (5.0, -3.0)])
    assert camera().contains(pixels).tolist() == [False, True, True, False, False]


def test_points_behind_the_camera_do_not_appear_inside_the_picture() -> None:
    view = camera()
    behind = np.array([view.centre + (view.centre - 0.0) * 0.5 + (0.01, 0, 0)])
    assert not view.contains(view.project(behind))[0]


@pytest.mark.parametrize("seed", range(4))
def test_many_noisy_points_give_the_camera_back(seed: int) -> None:
    rng = np.random.default_rng(seed)
    true = camera()
    points = grid(rng)
    seen = true.project(points) + rng.normal(0, 0.5, (len(points), 2))
    found = solve_view(points, seen, SIZE)
    assert np.abs(found.project(points) - true.project(points)).max() < 0.5
    assert np.linalg.norm(found.centre - true.centre) < 0.02
    assert found.focal == pytest.approx(true.focal, rel=0.02)


def test_wrong_points_among_them_hardly_matter() -> None:
    rng = np.random.default_rng(7)
    true, points = camera(), grid(rng)
    seen = true.project(points) + rng.normal(0, 0.5, (len(points), 2))
    seen[::10] += rng.uniform(-60, 60, (20, 2))
    found = solve_view(points, seen, SIZE)
    assert np.abs(found.project(points) - true.project(points)).max() < 1.5


def test_four_taps_give_a_view_that_fits_them_and_a_believable_lens() -> None:
    rng = np.random.default_rng(3)
    true = camera()
    found = solve_view(CORNERS, true.project(CORNERS) + rng.uniform(-1.5, 1.5, (4, 2)), SIZE)
    assert np.abs(found.project(CORNERS) - true.project(CORNERS)).max() < 3.0
    assert found.focal == pytest.approx(prior_focal(1280), rel=0.15)
    assert abs(found.k1) < 0.08
    tower = np.array([[0.1, 0.1, 0.06]])
    assert np.linalg.norm(found.project(tower) - true.project(tower)) < 6.0


def test_a_camera_over_the_middle_keeps_the_usual_lens() -> None:
    true = camera(centre=(0.0, -0.001, 0.7), focal=prior_focal(1280) * 1.2, k1=0.0, roll=0.0)
    found = solve_view(CORNERS, true.project(CORNERS), SIZE)
    assert found.focal == pytest.approx(prior_focal(1280), rel=0.05)
    assert found.project(CORNERS) == pytest.approx(true.project(CORNERS), abs=0.2)


def test_a_usual_lens_sees_66_degrees() -> None:
    assert prior_focal(1280) == pytest.approx(985.51, abs=0.01)


def test_a_knocked_camera_keeps_its_lens_and_gets_its_new_place() -> None:
    rng = np.random.default_rng(5)
    before = camera()
    knocked = camera(centre=(0.06, -0.34, 0.74), roll=0.06)
    points = grid(rng, 80)
    seen = knocked.project(points) + rng.normal(0, 0.3, (80, 2))
    found = move_view(before, points, seen)
    assert (found.focal, found.k1) == (pytest.approx(before.focal), pytest.approx(before.k1))
    assert np.linalg.norm(found.centre - knocked.centre) < 0.003
    assert np.abs(found.project(points) - knocked.project(points)).max() < 0.5


def test_a_view_that_did_not_move_stays_where_it_was() -> None:
    view, points = camera(), grid(np.random.default_rng(6), 40)
    found = move_view(view, points, view.project(points))
    assert found.centre == pytest.approx(view.centre, abs=1e-6)
