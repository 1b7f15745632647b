"""How broad the roofs of towers are, and what they hide."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.seven_locks.pieces import PLACES
from vision.geometry import View
from vision.sample import Picture
from vision.seven_locks.hiding import Hidden
from vision.seven_locks.roofs import roof_sizes
from vision.seven_locks.table import SIZES, Sizes
from vision.seven_locks.tops import Tops

RING, HEIGHT = 0.11, 0.18
VIEW = View(1280, 960, 900.0, 0.0, np.diag([1.0, -1.0, -1.0]), np.array([0.06, -0.12, 0.8]))
TOPS = Tops(RING, HEIGHT)


def shot(eaves: float, top: float, shades: int = 0) -> Picture:
    """Red roofs with a dark lock in a white ring, on a grey table; some of them beside a shadow."""
    picture = np.full((960, 1280, 3), 120, np.uint8)
    for place in range(shades):
        _fill(picture, place, 0.05, HEIGHT, (85, 85, 85))
    for place in range(PLACES):
        for far, z, colour in (
            (eaves, HEIGHT - SIZES.roof, (30, 30, 160)),
            (top, HEIGHT, (30, 30, 160)),
            (0.015, HEIGHT, (240, 240, 240)),
            (0.010, HEIGHT, (10, 10, 10)),
        ):
            _fill(picture, place, far, z, colour)
    return picture


def _fill(picture: Picture, place: int, far: float, z: float, colour: tuple[int, ...]) -> None:
    x, y = TOPS.at(place)
    turns = np.linspace(0, 2 * np.pi, 40)
    ring = np.array([(x + far * np.cos(a), y + far * np.sin(a), z) for a in turns])
    hull = cv2.convexHull(VIEW.project(ring).astype(np.float32)).round().astype(np.int32)
    cv2.fillConvexPoly(picture, hull, colour)


@pytest.mark.parametrize(("eaves", "top"), [(0.036, 0.025), (0.030, 0.030), (0.026, 0.024)])
@pytest.mark.parametrize("shades", [0, 3])
def test_roofs_are_measured_at_their_eaves_and_on_top(
    eaves: float, top: float, shades: int
) -> None:
    bare = np.full((960, 1280, 3), 120, np.uint8)
    found = roof_sizes((shot(eaves, top, shades), VIEW), (bare, VIEW), TOPS)
    # Outwards the eaves may be seen beyond the top, and never the top beyond the eaves.
    assert found[0] == pytest.approx(eaves + 0.002, abs=0.003)
    assert top <= found[1] <= min(found[0], max(top, eaves - 0.004) + 0.005)


def test_a_pointed_roof_hides_less_than_a_flat_one() -> None:
    flat, pointed = (
        Hidden(VIEW, Sizes(RING, HEIGHT, 0.054, 0.0095, 0.0095, 0.034, top), TOPS, (0,))
        for top in (0.034, 0.020)
    )
    eye = VIEW.centre
    middle = np.array(TOPS.at(0))
    away = (middle - eye[:2]) / np.linalg.norm(middle - eye[:2])
    beside = eye[:2] + (middle + 0.031 * away - eye[:2]) * eye[2] / (eye[2] - HEIGHT)
    before = eye[:2] + (middle - eye[:2]) * eye[2] / (eye[2] - HEIGHT)
    assert flat.mask(np.array([beside, before]), 0.0).tolist() == [True, True]
    assert pointed.mask(np.array([beside, before]), 0.0).tolist() == [False, True]
