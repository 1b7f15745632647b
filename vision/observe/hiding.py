"""What hides what: whether a point's line of sight passes through a piece that stands there.

A body is a stack of layers between the levels of its profile, each as wide as the outline at its
foot and at its top say. Of a line every edge of a layer leaves a part, so nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.observe.cut import SIDE, Job, Masks
from vision.observe.table import Solid, Stand, Table

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

TOUCH = 1e-9  # share of a line of sight; one that only touches a body passes by


def hidden(view: View, table: Table, stands: Sequence[Stand], points: Array) -> Flags:
    """Which points (N, 3) some of these pieces hide from the camera."""
    found = np.zeros(len(points), bool)
    for stand in stands:
        solid = table.by_name[stand.piece].solid
        open_ = np.flatnonzero(~found)
        found[open_] = behind(view.centre, solid, stand, points[open_])
    return found


def hidden_in(view: View, table: Table, stands: Sequence[Stand], jobs: Sequence[Job]) -> Masks:
    """Which samples of these crops some of the pieces hide (jobs, 48, 48)."""
    if not jobs:
        return np.zeros((0, SIDE, SIDE), bool)
    points = np.concatenate([job.window().points() for job in jobs])
    return hidden(view, table, stands, points).reshape(len(jobs), SIDE, SIDE)


def behind(camera: Array, solid: Solid, stand: Stand, points: Array) -> Flags:
    """Which points lie behind or inside one body, as the camera sees it."""
    found = np.zeros(len(points), bool)
    if not solid.height:
        return found
    start, way = _upright(stand, points), _upright(stand, np.tile(camera, (len(points), 1)))
    way = way - start
    for (low, wide), (high, wide_above) in pairwise(solid.profile):
        if high > low:
            grown = (wide_above - wide) / ((high - low) * solid.height)
            levels = (low * solid.height, high * solid.height)
            found |= _crosses(solid, levels, (wide, grown), start, way)
    return found


def _upright(stand: Stand, points: Array) -> Array:
    """Points as seen from the foot of a piece, which is turned back."""
    c, s = np.cos(stand.turn), np.sin(stand.turn)
    x, y, z = (points - (*stand.at, stand.z)).T
    return np.stack([c * x + s * y, c * y - s * x, z], axis=1)


def _crosses(
    solid: Solid, levels: tuple[float, float], wide: tuple[float, float], start: Array, way: Array
) -> Flags:
    """Which lines pass through a layer: `wide` is its width at the foot, and what it grows by."""
    (low, high), (foot, grown) = levels, wide
    corners = np.array(solid.outline.corners())
    edges = np.roll(corners, -1, axis=0) - corners
    outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    far = (outward * corners).sum(axis=1)
    width, widening = foot + grown * (start[:, 2] - low), grown * way[:, 2]
    # Inside is where all of these are at most 0 at a share of the way to the camera.
    at = np.column_stack([start[:, :2] @ outward.T - np.outer(width, far), low - start[:, 2]])
    at = np.column_stack([at, start[:, 2] - high])
    by = np.column_stack([way[:, :2] @ outward.T - np.outer(widening, far), -way[:, 2]])
    by = np.column_stack([by, way[:, 2]])
    with np.errstate(divide="ignore", invalid="ignore"):
        met = -at / by
    last = np.where(by > 0, met, np.inf).min(axis=1)
    first = np.where(by < 0, met, -np.inf).max(axis=1)
    beside = ((by == 0) & (at > 0)).any(axis=1)
    return np.asarray(~beside & (np.maximum(first, 0) + TOUCH < np.minimum(last, 1)))
