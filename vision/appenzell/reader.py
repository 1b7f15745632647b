"""Reading a table of Burg Appenzell: every field, the spare tile, the cheeses won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.appenzell.pieces import Field
from vision.appenzell.around import AroundReader
from vision.appenzell.fields import FieldMemory, FieldReader
from vision.appenzell.profile import Profile
from vision.appenzell.table import BOARD
from vision.appenzell.things import (
    AroundMemory,
    Thing,
    cheeses_of,
    fallen,
    spare_of,
    sure_spare,
)
from vision.appenzell.windows import box_window, rim
from vision.geometry import View
from vision.light import Light, fit_light
from vision.reading import Cell
from vision.sample import Picture, softened, to_log
from vision.windows import WindowCache

Array = NDArray[np.float32]

# The rim is looked at this coarsely to tell the light on it.
LIGHT_STEP = 0.004
MOVED = 0.7  # of the pitch: a spare tile that lies so far from where it lay was taken up


@dataclass(frozen=True)
class Memory:
    """What a picture looked like, for telling what has not changed since."""

    fields: FieldMemory
    around: AroundMemory
    spare: Thing | None  # as it was last seen
    gone: bool = False  # whether it was not seen any more


@dataclass(frozen=True)
class Reading:
    """One picture, read."""

    fields: dict[Field, Cell[str]]
    memory: Memory
    spare: Thing | None
    spare_moved: bool | None  # None: not known
    spare_sure: bool = True

    def cheeses(self, zone: tuple[int, int]) -> list[Thing]:
        """The cheeses that lie before a player."""
        return cheeses_of(self.memory.around, zone)


class AppenzellReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.fields, self.around = FieldReader(profile), AroundReader(profile)
        self._box = box_window(LIGHT_STEP)
        self._rim = rim(self._box, profile.measures)
        self._places = self._box.points()[:, :2].reshape(*self._rim.shape, 2)
        size = (self._box.columns, self._box.rows)
        taught = cv2.resize(profile.box, size, interpolation=cv2.INTER_AREA)
        self._taught = to_log(np.asarray(taught, dtype=np.uint8))
        self._cache = WindowCache()

    def read(
        self,
        picture: Picture,
        view: View,
        roof_of: Sequence[int],
        before: Memory | None = None,
    ) -> Reading:
        """Read everything, given whose roof is believed to lie over each field (none: -1)."""
        soft = softened(picture)
        light = self.light(soft, view)
        fields = self.fields.read(soft, view, light, roof_of, before.fields if before else None)
        around = self.around.read(soft, view, light, before.around if before else None)
        last = before.spare if before else None
        spare = spare_of(around, last)
        memory = Memory(fields.memory, around, spare or last, spare is None)
        moved = self._moved(spare, before, around)
        return Reading(fields.cells, memory, spare, moved, sure_spare(spare))

    def _moved(
        self, spare: Thing | None, before: Memory | None, around: AroundMemory
    ) -> bool | None:
        """Whether the spare tile was taken up since; one that was gone, or was never seen, may lie
        there for longer.
        """
        last = before.spare if before else None
        if before is None:
            return None
        if before.gone or last is None:
            return True if fallen(around) else None
        if spare is None:
            return True
        apart = np.hypot(spare.place[0] - last.place[0], spare.place[1] - last.place[1])
        return bool(apart > MOVED * self.profile.measures.pitch)

    def light(self, soft: Picture, view: View) -> Light:
        """The light field, from the rim of the box."""
        raw, inside = self._cache.raw(soft, view, [("box", self._box)])
        bare = (inside[0] > 0) & self._rim
        seen, taught = raw[0][bare], self._taught[bare]
        gain = float(np.exp(np.median((taught - to_log(seen)).mean(axis=1))))
        return fit_light(self._places[bare], to_log(seen, gain) - taught, BOARD / 2, gain)
