"""What hides what on a table of Burg Appenzell: towers, roofs, and the mice themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.appenzell.layout import (
    DISC_COLUMNS,
    DISC_ROWS,
    FIELDS,
    MOUSE,
    MOUSE_RADIUS,
    SIZE,
    TOWER_RADIUS,
    TOWERS,
    Measures,
    field_window,
)
from vision.geometry import View

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]

STEPS = 6
# A roof hides what lies behind it from about this height down (share of the pitch).
ROOF_TOP = 0.32


class Sightlines:
    """Everything about one view that does not depend on what lies on the table."""

    def __init__(self, measures: Measures, view: View) -> None:
        self._measures = measures
        self.camera = view.centre
        points = [field_window(measures, at, 0).points() for at in FIELDS]
        side = int(np.sqrt(len(points[0])))
        disc = DISC_ROWS * side + DISC_COLUMNS
        self.points = np.stack([each[disc] for each in points])  # (fields, samples, 3)
        self.behind_tower = self._behind_towers()
        self._over = self._passed(ROOF_TOP * measures.pitch)
        self._lobes: dict[tuple[float, float, float], Mask] = {}
        self.mouse = self.lobes(MOUSE_RADIUS * measures.pitch, 0.0, 0.0)

    def _at_height(self, z: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where the lines of sight pass a height (fields, samples), level places."""
        start = self.points[..., 2]
        share = (z - start) / (self.camera[2] - start)
        return np.asarray(
            self.points[..., :2] + (self.camera[:2] - self.points[..., :2]) * share[..., None]
        )

    def _behind_towers(self) -> Mask:
        """Which samples a tower hides; its own top hides nothing of itself."""
        measures, hidden = self._measures, np.zeros(self.points.shape[:2], bool)
        radius = TOWER_RADIUS * measures.pitch
        top = measures.tower
        for share in np.linspace(0.0, 1.0, STEPS):
            start = np.maximum(self.points[..., 2], 0.0)
            here = self._at_height(start + (top - start) * share)
            for tower in TOWERS:
                apart = np.linalg.norm(here - measures.centre(tower), axis=-1)
                near = apart < radius
                near[list(TOWERS)] = False
                hidden |= near
        return hidden

    def lobes(self, radius: float, dx: float, dy: float) -> Mask:
        """Which samples a mouse covers that stands so far from the middle of each field."""
        key = (radius, dx, dy)
        if key not in self._lobes:
            self._lobes[key] = self._silhouettes(radius, dx, dy)
        return self._lobes[key]

    def _silhouettes(self, radius: float, dx: float, dy: float) -> Mask:
        centres = np.stack([self._measures.centre(at) for at in FIELDS]) + (dx, dy)
        covered = np.zeros(self.points.shape[:2], bool)
        high = MOUSE * self._measures.pitch
        for share in np.linspace(0.0, 1.0, STEPS):
            here = self._at_height(self.points[..., 2] + high * share)
            thin = radius * (1 - 0.4 * share**2)
            covered |= np.linalg.norm(here - centres[:, None], axis=-1) < thin
        return covered

    def _passed(self, z: float) -> NDArray[np.int64]:
        """The field over which each line of sight passes at roof height."""
        here = self._at_height(np.full(self.points.shape[:2], z)) / self._measures.pitch
        column = np.clip(np.floor(here[..., 0] + SIZE / 2), 0, SIZE - 1).astype(np.int64)
        row = np.clip(np.floor(SIZE / 2 - here[..., 1]), 0, SIZE - 1).astype(np.int64)
        return np.asarray(row * SIZE + column)

    def seen(self, roof_of: NDArray[np.int64]) -> Array:
        """1 where a sample is seen, else 0; `roof_of`: the room whose roof covers each field."""
        over = roof_of[self._over]
        behind_roof = (over >= 0) & (over != roof_of[:, None])
        behind_roof[list(TOWERS)] = False
        return np.asarray(~(self.behind_tower | behind_roof), np.float32)
