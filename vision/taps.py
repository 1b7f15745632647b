"""Four taps on a picture: the corners of a board, far left first, clockwise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import View, solve_view

Corners = NDArray[np.float64]

# Share of the picture that a board must fill: a smaller one shows too little of its pieces.
LEAST_SHARE = 0.04
# Taps may miss a board's corners by this much on average (pixels of a picture 1280 wide).
WORST_TAPS = 12.0


def corner_points(wide: float, deep: float) -> Corners:
    """The board's corners in its own frame, far left first, clockwise."""
    corners = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) / 2.0
    return np.asarray(corners * (wide, deep, 0.0))


def shape_fault(pixels: Corners, shape: tuple[int, ...]) -> str:
    """What is wrong with four taps in a picture of this shape: they go round no board, or round too
    small a one; or nothing.
    """
    ways = np.roll(pixels, -1, axis=0) - pixels
    then = np.roll(ways, -1, axis=0)
    turns = ways[:, 0] * then[:, 1] - ways[:, 1] * then[:, 0]
    if not (turns > 0).all() or pixels[0, 1] > pixels[2, 1]:
        return "corners"
    x, y = pixels.T
    area = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
    return "small" if area < LEAST_SHARE * shape[0] * shape[1] else ""


def fault_of_taps(pixels: Corners, shape: tuple[int, ...], extent: tuple[float, float]) -> str:
    """What is wrong with four taps: a board so wide and deep cannot have its corners there; or
    nothing.
    """
    fault = shape_fault(pixels, shape)
    if fault:
        return fault
    view = view_of_taps(pixels, (shape[1], shape[0]), *extent)
    return "" if view is not None else "corners"


def view_of_taps(pixels: Corners, size: tuple[int, int], wide: float, deep: float) -> View | None:
    """The view in which a board has its corners where it was tapped; None if there is none."""
    points = corner_points(wide, deep)
    try:
        view = solve_view(points, pixels, size)
    except ValueError:
        return None
    missed = float(np.linalg.norm(view.project(points) - pixels, axis=1).mean())
    good = view.centre[2] > 0 and missed <= WORST_TAPS * size[0] / 1280
    return view if good else None
