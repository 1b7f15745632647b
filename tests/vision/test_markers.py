"""Finding a board by its printed markers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.errors import BoardNotFound
from vision.geometry import View
from vision.markers import find_markers

SIZE = 0.30
# Where the far left end of each black square of 30 mm lies when its paper, with 6 mm of white
# around it, touches the corner of a board of 30 cm.
FAR_LEFT = ((-0.186, 0.186), (0.156, 0.186), (0.156, -0.156), (-0.186, -0.156))
FLAT = 2000  # samples a metre in the flat drawing
LEFT, TOP = -0.5, 0.4  # the drawing's corner in the board frame


def view() -> View:
    """A camera 0.8 m up, a little aslant."""
    rotation = cv2.Rodrigues(np.array([np.pi - 0.35, 0.04, 0.03]))[0]
    centre = np.array([0.03, -0.28, 0.75])
    return View(1280, 960, 985.0, 0.0, rotation, -rotation @ centre)


def picture(numbers: range, seen_from: View) -> NDArray[np.uint8]:
    """A grey table with white papers that bear markers, as the camera sees it."""
    flat = np.full((int(0.8 * FLAT), int(1.0 * FLAT)), 120, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number in numbers:
        x, y = FAR_LEFT[number]
        row, column = round((TOP - y) * FLAT), round((x - LEFT) * FLAT)
        side = round(0.030 * FLAT)
        rim = round(0.006 * FLAT)
        flat[row - rim : row + side + rim, column - rim : column + side + rim] = 255
        marker = cv2.aruco.generateImageMarker(dictionary, number, side)
        flat[row : row + side, column : column + side] = marker
    corners = np.array([(0, 0), (FLAT, 0), (FLAT, 0.8 * FLAT), (0, 0.8 * FLAT)], np.float32)
    world = np.array([(LEFT + c / FLAT, TOP - r / FLAT, 0.0) for c, r in corners])
    change = cv2.getPerspectiveTransform(corners, seen_from.project(world).astype(np.float32))
    seen = cv2.warpPerspective(flat, change, (1280, 960), borderValue=120)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_GRAY2BGR), np.uint8)


@pytest.mark.parametrize("numbers", [range(4), range(3)])
def test_the_board_is_found_by_its_markers(numbers: range) -> None:
    true = view()
    found = find_markers(picture(numbers, true), SIZE)
    corners = np.array([(-0.15, 0.15, 0), (0.15, 0.15, 0), (0.15, -0.15, 0), (-0.15, -0.15, 0)])
    assert np.abs(found.project(corners) - true.project(corners)).max() < 1.5
    assert found.centre == pytest.approx(true.centre, abs=0.03)


def test_two_markers_are_not_enough() -> None:
    with pytest.raises(BoardNotFound, match="three markers"):
        find_markers(picture(range(2), view()), SIZE)
