"""What hides what on a table of Burg Appenzell: towers, roofs, and the mice themselves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.appenzell.pieces import FIELDS, SIZE, TOWERS, Field
from vision.appenzell.table import Sizes
from vision.appenzell.windows import DISC_COLUMNS, DISC_ROWS, SAMPLES, field_window
from vision.geometry import View
from vision.observe.table import Point

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]
Places = NDArray[np.float64]

EVERYWHERE = slice(None)
STEPS = 6
# A roof hides what lies behind it from about this height down (share of the pitch).
ROOF_TOP = 0.32
# A view found from the flat box is not exact so high above it: so close beside a tower (share of
# the pitch) it may be seen itself.
BESIDE_TOWER = 0.08


def sample_places(measures: Sizes) -> Places:
    """Where the samples of all fields lie, (fields, samples, 3)."""
    disc = DISC_ROWS * SAMPLES + DISC_COLUMNS
    return np.stack([field_window(measures, at, 0).points()[disc] for at in FIELDS])


class Sightlines:
    """Everything about one view that does not depend on what lies on the table."""

    def __init__(self, measures: Sizes, view: View, points: Places) -> None:
        self._measures = measures
        self.camera, self.points = view.centre, points
        self.behind_tower = self._behind_towers()
        self._over = self._passed(ROOF_TOP * measures.pitch)
        self.mouse = self.lobes(FIELDS, measures.mouse)

    def _at_height(
        self, z: NDArray[np.float64], fields: Sequence[Field] | slice = EVERYWHERE
    ) -> NDArray[np.float64]:
        """Where the lines of sight pass a height (fields, samples), level places."""
        points = self.points[fields]
        share = (z - points[..., 2]) / (self.camera[2] - points[..., 2])
        level = points[..., :2]
        return np.asarray(level + (self.camera[:2] - level) * share[..., None])

    def _behind_towers(self) -> Mask:
        """Which samples a tower hides; its own top hides nothing of itself."""
        measures = self._measures
        low = np.maximum(self.points[..., 2], 0.0)
        way = self._at_height(low), self._at_height(np.full_like(low, measures.tower))
        hidden = np.zeros(low.shape, bool)
        for tower in TOWERS:
            hidden |= passes(
                *way, measures.centre(tower), measures.tower_radius + BESIDE_TOWER * measures.pitch
            )
        hidden[list(TOWERS)] = False
        return hidden

    def on_roofs(self, fields: Sequence[Field]) -> Mask:
        """Which samples a mouse covers that stands on the roof over each field."""
        pitch = self._measures.pitch
        return self.lobes(fields, self._measures.mouse, base=ROOF_TOP * pitch)

    def lobes(
        self,
        fields: Sequence[Field],
        radius: float,
        dx: float = 0.0,
        dy: float = 0.0,
        base: float | None = None,
    ) -> Mask:
        """Which samples a mouse covers that stands so far from the middle of each field."""
        fields = list(fields)
        centres = np.stack([self._measures.centre(at) for at in fields]) + (dx, dy)
        low, high = self.points[fields][..., 2], self._measures.mouse_height
        low = low if base is None else np.full_like(low, base)
        covered = np.zeros(low.shape, bool)
        for share in np.linspace(0.0, 1.0, STEPS):
            off = self._at_height(low + high * share, fields) - centres[:, None]
            thin = radius * (1 - 0.4 * share**2)
            covered |= off[..., 0] ** 2 + off[..., 1] ** 2 < thin**2
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


def passes(start: Places, end: Places, middle: Point, radius: float) -> Mask:
    """Whether level ways (..., 2) come nearer to a place than a radius."""
    x, y = start[..., 0], start[..., 1]
    way_x, way_y = end[..., 0] - x, end[..., 1] - y
    to_x, to_y = middle[0] - x, middle[1] - y
    long = np.maximum(way_x * way_x + way_y * way_y, 1e-12)
    share = np.clip((way_x * to_x + way_y * to_y) / long, 0, 1)
    return np.asarray((to_x - way_x * share) ** 2 + (to_y - way_y * share) ** 2 < radius**2)
