"""Which squares a tower hides from the camera when it grows."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.kilt.layout import Layout, Square

Hidden = dict[tuple[Square, int], frozenset[Square]]

# A square of which more than this share is hidden cannot be trusted.
SHARE = 0.05
GROWTH = 5
RING = [(0.0, 0.0)] + [(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 8, endpoint=False)]


def hidden_by(view: View, layout: Layout, heights: Mapping[Square, int]) -> Hidden:
    """For each square built to each height it may soon have: the squares it then hides."""
    squares = list(heights)
    middles = np.array([layout.centre(s) for s in squares])
    tops = np.array([heights[s] for s in squares]) * layout.floor_height
    points = middles[:, None] + np.array(RING) * layout.floor_radius * 0.75
    found: Hidden = {}
    for growth in range(1, GROWTH + 1):
        grown = tops + (growth + 0.5) * layout.floor_height
        share = _hidden_share(view.centre, points, tops, middles, grown, layout.floor_radius)
        for index, square in enumerate(squares):
            behind = np.flatnonzero(share[index] > SHARE)
            names = frozenset(squares[n] for n in behind if n != index)
            found[square, heights[square] + growth] = names
    return found


def _hidden_share(
    camera: NDArray[np.float64],
    points: NDArray[np.float64],
    tops: NDArray[np.float64],
    middles: NDArray[np.float64],
    grown: NDArray[np.float64],
    radius: float,
) -> NDArray[np.float64]:
    """Share of each square's points (columns) hidden by each grown tower (rows)."""
    # x and y by themselves: a sum over a last axis of two is slow.
    ways = [camera[axis] - points[..., axis] for axis in (0, 1)]  # (squares, ring)
    rise = (camera[2] - tops)[:, None]
    # How far along its ray each point's line of sight leaves the height of each tower.
    leave = np.clip((grown[:, None, None] - tops[None, :, None]) / rise[None], 0, 1)
    to_tower = [middles[:, axis, None, None] - points[None, ..., axis] for axis in (0, 1)]
    length = ways[0] ** 2 + ways[1] ** 2
    along = (to_tower[0] * ways[0] + to_tower[1] * ways[1]) / length
    nearest = np.clip(along, 0, leave)
    gaps = [there - nearest * way for there, way in zip(to_tower, ways, strict=True)]
    hit = gaps[0] ** 2 + gaps[1] ** 2 < (1.1 * radius) ** 2
    return np.asarray((hit & (leave > 0)).mean(axis=2))
