"""What stands on a table hides what is behind it, as lines of sight walked step by step tell."""

from math import pi

import numpy as np
import pytest

from tests.vision.observe.prints import above
from vision.observe.cut import Job
from vision.observe.hiding import behind, hidden, hidden_in
from vision.observe.table import Box, Disc, Outline, Piece, Solid, Stand, Table

TOWER = Solid(Disc(0.034), 0.18, ((0, 0.7), (0.83, 0.7), (0.84, 1), (1, 1)))
STEPS = np.linspace(0, 1, 3000)[1:]


def walked(camera: np.ndarray, solid: Solid, stand: Stand, point: np.ndarray, wide: float) -> bool:
    """Whether a step from a point to the camera lies in a body that is so many times as wide."""
    c, s = np.cos(stand.turn), np.sin(stand.turn)
    x, y, z = (point + STEPS[:, None] * (camera - point) - (*stand.at, stand.z)).T
    levels, widths = zip(*solid.profile, strict=True)
    grown = wide * np.interp(z / solid.height, levels, widths)
    x, y = (c * x + s * y) / grown, (c * y - s * x) / grown
    if isinstance(solid.outline, Disc):
        within = np.hypot(x, y) <= solid.outline.radius
    else:
        within = np.abs(x) <= solid.outline.across / 2
        within &= np.abs(y) <= solid.outline.deep / 2
    return bool((within & (z > 0) & (z < solid.height)).any())


def bodies(rng: np.random.Generator) -> Solid:
    outline: Outline = Disc(rng.uniform(0.01, 0.05))
    if rng.random() < 0.5:
        outline = Box(*rng.uniform(0.01, 0.1, 2))
    middle = rng.uniform(0.1, 0.9)
    profile = ((0, rng.uniform(0.4, 1)), (middle, rng.uniform(0.4, 1)), (1, rng.uniform(0.4, 1)))
    return Solid(outline, rng.uniform(0.01, 0.2), profile)


@pytest.mark.parametrize("seed", range(6))
def test_lines_of_sight_are_those_walked_step_by_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    solid = bodies(rng)
    stand = Stand("it", tuple(rng.uniform(-0.05, 0.05, 2)), 0.0, turn=rng.uniform(0, pi))
    camera = np.array([*rng.uniform(-0.4, 0.4, 2), rng.uniform(0.3, 0.8)])
    points = np.column_stack([rng.uniform(-0.2, 0.2, (25, 2)), rng.uniform(0, 0.02, 25)])
    found = behind(camera, solid, stand, points)
    for point, here in zip(points, found, strict=True):
        # A disc stands as a polygon, and steps are coarse: what is that close may go either way.
        near, far = (walked(camera, solid, stand, point, wide) for wide in (0.975, 1.005))
        if near == far:
            assert here == near


def test_a_tower_hides_what_is_behind_its_roof_and_not_what_is_beside_it() -> None:
    camera, stand = np.array([0.0, -0.5, 0.5]), Stand("tower", (0.0, 0.0))
    points = np.array([(0.0, 0.1, 0.0), (0.0, 0.4, 0.0), (0.05, 0.1, 0.0), (0.0, -0.1, 0.0)])
    assert behind(camera, TOWER, stand, points).tolist() == [True, False, False, False]


def test_the_top_of_a_piece_is_not_hidden_by_the_piece() -> None:
    camera, stand = np.array([0.0, -0.5, 0.5]), Stand("tower", (0.0, 0.0))
    assert not behind(camera, TOWER, stand, np.array([(0.0, 0.0, 0.18), (0.01, 0.02, 0.18)])).any()


def test_what_has_no_height_hides_nothing() -> None:
    card = Solid(Box(0.05, 0.08), 0.0)
    assert not behind(np.array([0.0, 0, 1]), card, Stand("card", (0, 0)), np.zeros((3, 3))).any()


def test_crops_lose_the_samples_behind_all_that_stands() -> None:
    table = Table(pieces=(Piece("post", Solid(Box(0.02, 0.02), 0.25)),))
    jobs = [Job((0.1, 0.0), 0.0, 0.1), Job((-0.2, 0.0), 0.0, 0.1)]
    masks = hidden_in(above(), table, [Stand("post", (0.0, 0.0)), Stand("post", (0.05, 0.0))], jobs)
    assert not masks[1].any()
    assert masks[0][24, 0]
    assert not masks[0][0].any()
    points = jobs[0].window().points()
    both = hidden(above(), table, [Stand("post", (0.0, 0.0)), Stand("post", (0.05, 0.0))], points)
    assert np.array_equal(both.reshape(48, 48), masks[0])
    assert hidden_in(above(), table, [], []).shape == (0, 48, 48)
