"""Which squares a tower hides from the camera when it grows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

from vision.geometry import View
from vision.kilt.layout import Layout, Square

# The squares hidden by a square that is built so high, or has a roof there.
Hides = Callable[[Square, int], frozenset[Square]]

# A square of which more than this share is hidden cannot be trusted.
SHARE = 0.05
RING = [(0.0, 0.0)] + [(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 8, endpoint=False)]


def hiding(view: View, layout: Layout, heights: Mapping[Square, int]) -> Hides:
    """What towers of these heights hide when they grow; reckoned only for those asked about."""
    squares = list(heights)
    middles = np.array([layout.centre(s) for s in squares])
    tops = np.array([heights[s] for s in squares]) * layout.floor_height
    points = middles[:, None] + np.array(RING) * layout.floor_radius * 0.75
    camera = view.centre
    ways = camera[:2] - points  # (squares, ring, 2)
    lengths = (ways * ways).sum(axis=2)

    @cache
    def hidden_by(square: Square, height: int) -> frozenset[Square]:
        if height <= heights[square]:
            return frozenset()
        # How far along its ray each point's line of sight leaves the height of the tower.
        grown = (height + 0.5) * layout.floor_height
        leave = np.clip((grown - tops) / (camera[2] - tops), 0, 1)[:, None]
        to_tower = layout.centre(square) - points
        along = np.clip((to_tower * ways).sum(axis=2) / lengths, 0, leave)
        gap = to_tower - along[..., None] * ways
        hit = (gap * gap).sum(axis=2) < (1.1 * layout.floor_radius) ** 2
        share = (hit & (leave > 0)).mean(axis=1)
        return frozenset(s for s, n in zip(squares, share, strict=True) if n > SHARE) - {square}

    return hidden_by
