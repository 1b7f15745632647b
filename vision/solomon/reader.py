"""Reading a table of König Salomons Schatzkammer: the top of every shaft, and the open cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.solomon.pieces import Square
from vision.geometry import View
from vision.light import Light, fit_light
from vision.reading import Cell
from vision.sample import Picture, softened, to_log
from vision.solomon.cards import CardRead, CardReader
from vision.solomon.heights import Heights
from vision.solomon.profile import Profile
from vision.solomon.table import BOARD
from vision.solomon.tiles import TileMemory, TileReader
from vision.solomon.windows import rim, tray_window
from vision.windows import WindowCache

Array = NDArray[np.float32]

# The rim is looked at this coarsely to tell the light on it.
LIGHT_STEP = 0.004


@dataclass(frozen=True)
class Memory:
    """What a picture looked like, for telling what has not changed since."""

    tiles: TileMemory


@dataclass(frozen=True)
class Reading:
    """One picture, read: shafts, and the card on each slot that was looked at (None: no card)."""

    shafts: dict[Square, Cell[str]]
    memory: Memory
    cards: dict[int, CardRead | None] = field(default_factory=dict)
    # What each shaft showed in the picture before.
    past: Mapping[Square, Mapping[str, float]] = field(default_factory=dict)
    # Shafts that showed another face in between and now show the one of the picture before.
    put_back: frozenset[Square] = frozenset()
    heights: Heights | None = None
    # Shafts whose top lies just as in the picture before, though the light on it may differ.
    still: frozenset[Square] = frozenset()


class SolomonReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.tiles, self.cards = TileReader(profile.tiles), CardReader(profile)
        self._tray = tray_window(LIGHT_STEP)
        self._rim = rim(self._tray)
        self._places = self._tray.points()[:, :2].reshape(*self._rim.shape, 2)
        size = (self._tray.columns, self._tray.rows)
        taught = cv2.resize(profile.tray, size, interpolation=cv2.INTER_AREA)
        self._taught = to_log(np.asarray(taught, dtype=np.uint8))
        self._cache = WindowCache()

    def read(
        self,
        picture: Picture,
        view: View,
        heights: Sequence[int],
        before: Memory | None = None,
        slots: Iterable[int] = (),
    ) -> Reading:
        """Read all shafts, given how high each is believed to be, and the cards on some slots."""
        soft = softened(picture)
        light = self.light(soft, view)
        known = before.tiles if before is not None else None
        tiles = self.tiles.read(soft, view, heights, light, known)
        cards = {slot: self.cards.read(picture, view, slot) for slot in slots}
        past = known.labels if known is not None else {}
        filled = Heights(view, tiles.offsets, tiles.looked)
        memory = Memory(tiles.memory)
        return Reading(tiles.cells, memory, cards, past, heights=filled, still=tiles.still)

    def light(self, soft: Picture, view: View) -> Light:
        """The light field, from the rim of the tray."""
        values, inside = self._cache.take(soft, view, [("tray", self._tray)])
        bare = (inside[0] > 0) & self._rim
        gain = float(np.exp(np.median((self._taught - values[0])[bare].mean(axis=1))))
        values, _ = self._cache.take(soft, view, [("tray", self._tray)], gain)
        return fit_light(self._places[bare], (values[0] - self._taught)[bare], BOARD / 2, gain)
