"""Finding a board by the four printed markers laid at its corners (see `castellan sheet`).

Each marker lies outside its corner of the board, its paper touching that corner with a corner of
its own: the black square begins a quiet rim away from it, both ways.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BoardNotFound
from vision.geometry import View, solve_view
from vision.sample import Picture

MARKER = 0.030  # metres along a black square
QUIET = 0.006  # white paper around it
# Far left, far right, near right, near left: which way each marker lies from the board's middle.
CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))


def marker_points(number: int, size: float) -> NDArray[np.float64]:
    """The corners of a marker in the board frame: far left, far right, near right, near left."""
    x, y = CORNERS[number]
    middle = (np.array([x, y]) * (size / 2 + QUIET + MARKER / 2)).astype(np.float64)
    around = np.array(CORNERS) * MARKER / 2
    return np.hstack([middle + around, np.zeros((4, 1))])


def find_markers(picture: Picture, size: float) -> View:
    """The view of a board of this size whose corners bear at least three of the markers."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, names, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    seen = {} if names is None else dict(zip(names.ravel().tolist(), found, strict=True))
    known = [number for number in range(len(CORNERS)) if number in seen]
    if len(known) < 3:
        raise BoardNotFound("fewer than three markers were found: lay them flat and in the light")
    points = np.concatenate([marker_points(number, size) for number in known])
    pixels = np.concatenate([np.asarray(seen[n], np.float64).reshape(4, 2) for n in known]) + 0.5
    return solve_view(points, pixels, (picture.shape[1], picture.shape[0]))
