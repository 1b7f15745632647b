"""A sheet that lies a little aside from where a view has it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.castle.bend import BentView, bent, prints
from vision.geometry import View, solve_view
from vision.sample import Window, maps_for, smooth_maps

HALF = (0.265, 0.215)
STEP = 0.001
WINDOW = Window((-0.3, 0.25, 0.0), (1.0, 0.0), (0.0, -1.0), 600, 500, STEP)


@pytest.fixture(scope="module")
def view() -> View:
    corners = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (*HALF, 0.0)
    pixels = np.array([(330.0, 230.0), (950.0, 230.0), (1010.0, 740.0), (270.0, 740.0)])
    return solve_view(corners, pixels, (1280, 960))


def printed() -> np.ndarray:
    """Some print in logarithms of light."""
    coarse = np.random.default_rng(4).normal(0, 0.4, (50, 60)).astype(np.float32)
    grey = cv2.resize(coarse, (600, 500), interpolation=cv2.INTER_CUBIC)
    return np.repeat(grey[..., None], 3, axis=2)


def aside(places: np.ndarray) -> np.ndarray:
    """By how much (metres) everything lies aside, more and more to the right."""
    x, y = places[:, 0], places[:, 1]
    return np.stack([0.0012 + 0.004 * x, 0.012 * x * x - 0.003 * y], axis=1)


def moved(bare: np.ndarray) -> np.ndarray:
    """The print as it shows if the sheet lies aside."""
    columns, rows = np.meshgrid(np.arange(600) + 0.5, np.arange(500) + 0.5)
    x, y = WINDOW.corner[0] + columns * STEP, WINDOW.corner[1] - rows * STEP
    off = aside(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(500, 600, 2) / STEP
    u, v = columns - off[..., 0] - 0.5, rows + off[..., 1] - 0.5
    return cv2.remap(
        bare, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip


def test_print_that_lies_aside_is_looked_for_where_it_lies(view: View) -> None:
    bare = printed()
    now = moved(bare)
    now[200:230, 300:330] += 1.5  # a piece lies on it
    found = bent(view, HALF, now, prints(bare), WINDOW)
    places = np.array([(-0.2, 0.15, 0.0), (0.0, 0.0, 0.0), (0.22, -0.1, 0.0), (0.1, 0.19, 0.0)])
    true = places.copy()
    true[:, :2] += aside(places[:, :2])
    assert isinstance(found, BentView)
    assert np.abs(found.project(places) - view.project(true)).max() < 0.4
    assert np.abs(view.project(places) - view.project(true)).max() > 1.5
    back = found.on_plane(found.project(places))
    assert back == pytest.approx(places, abs=2e-5)


def test_a_sheet_is_laid_flat_where_it_lies(view: View) -> None:
    found = bent(view, HALF, moved(printed()), prints(printed()), WINDOW)
    maps = maps_for(found, WINDOW)
    points = WINDOW.points().reshape(500, 600, 3)[100:400:50, 100:500:50].reshape(-1, 3)
    seen = np.stack([maps.x, maps.y], axis=-1)[100:400:50, 100:500:50].reshape(-1, 2) + 0.5
    assert np.abs(seen - found.project(points)).max() < 0.01


def test_places_between_a_few_that_were_worked_out_are_as_good(view: View) -> None:
    found = bent(view, HALF, moved(printed()), prints(printed()), WINDOW)
    every, few = maps_for(found, WINDOW), smooth_maps(found, WINDOW)
    assert np.abs(every.x - few.x).max() < 0.05
    assert np.abs(every.y - few.y).max() < 0.05
    assert (every.inside == few.inside).all()


def test_beyond_the_sheet_nothing_runs_away(view: View) -> None:
    bare = printed()
    found = bent(view, HALF, moved(bare), prints(bare), WINDOW)
    far = np.array([(0.9, 0.0, 0.0)])
    assert np.abs(found.project(far) - view.project(far)).max() < 6.0


def test_a_sheet_that_shows_nothing_known_is_taken_as_it_is(view: View) -> None:
    other = np.random.default_rng(8).normal(0, 0.4, (500, 600, 3)).astype(np.float32)
    assert bent(view, HALF, other, prints(printed()), WINDOW) is view
