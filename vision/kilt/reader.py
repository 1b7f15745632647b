"""Reading a Kilt Castle table: the top of every square at its height, and every card beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import Square
from vision.geometry import View
from vision.kilt.cards import CardReader, CardsSeen, Slot
from vision.kilt.collars import Collar, Collars, Scene
from vision.kilt.hiding import Hides, hiding
from vision.kilt.profile import Profile, board_window
from vision.kilt.table import BOARD, ROOF, Sizes
from vision.kilt.tops import EMPTY, Top, TopMemory, TopReader
from vision.light import Light, fit_light
from vision.reading import Cell
from vision.sample import Picture, to_log
from vision.windows import WindowCache

Array = NDArray[np.float32]

# The board is looked at this coarsely to tell the light on it.
LIGHT_STEP = 0.005
# How many cards it takes to move where rows are thought to start, and how far apart cards lie.
ROWS_PULL = (2.0, 2.0)


@dataclass(frozen=True)
class Memory:
    """What a picture looked like, for telling what has not changed since."""

    tops: TopMemory
    cards: CardsSeen
    scene: Scene


@dataclass(frozen=True)
class Reading:
    """One picture, read."""

    squares: dict[Square, Cell[Top]]
    slots: dict[Slot, Cell[str]]
    memory: Memory
    hides: Hides
    collars: dict[Square, Collar]


class KiltReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.layout = profile.layout
        self.tops, self.cards = TopReader(profile), CardReader(profile)
        self.collars = Collars(profile)
        self._board = board_window(LIGHT_STEP, 0.0)
        self._places = self._board.points()[:, :2].reshape(self._board.rows, self._board.columns, 2)
        size = (self._board.columns, self._board.rows)
        taught = cv2.resize(profile.board, size, interpolation=cv2.INTER_AREA)
        self._taught = to_log(np.asarray(taught, dtype=np.uint8))
        self._cache = WindowCache()

    def read(
        self,
        picture: Picture,
        view: View,
        heights: Mapping[Square, int],
        before: Memory | None = None,
        lowest: Mapping[Square, int] | None = None,
        roofs: Collection[Square] = (),
    ) -> Reading:
        """Read everything, given how high each square is believed, or may be, built."""
        soft = softened(picture)
        light = self.light(soft, view, heights)
        known = before.tops if before is not None else None
        tops = self.tops.read(
            (soft, picture), view, self.layout, heights, light, known, lowest, roofs
        )
        then = before.cards if before is not None else None
        towers = (lowest or heights, roofs)
        cards = self.cards.read(soft, view, self.layout, light, then, towers)
        scene = Scene(soft, view, light)
        memory = Memory(tops.memory, cards.seen, scene)
        hides = hiding(view, self.layout, lowest or heights)
        collars = {}
        if before is not None:
            new = _new_tops(tops.cells, heights)
            collars = self.collars.read(scene, before.scene, self.layout, new)
        return Reading(tops.cells, cards.cells, memory, hides, collars)

    def fit_rows(self, picture: Picture, view: View, cards: Mapping[Slot, str]) -> Sizes:
        """The layout whose rows lie as these cards do, on a board where nothing is built yet."""
        soft = softened(picture)
        light = self.light(soft, view, {})
        off = self.cards.outward(soft, view, self.layout, light, cards)
        depths = np.array([(1.0, depth) for _, depth in off])
        pull = np.diag(ROWS_PULL)
        start, pitch = np.linalg.solve(depths.T @ depths + pull, depths.T @ list(off.values()))
        layout = self.layout
        return replace(
            layout,
            card_start=layout.card_start + float(start),
            card_pitch=layout.card_pitch + float(pitch),
        )

    def light(self, soft: Picture, view: View, heights: Mapping[Square, int]) -> Light:
        """The light field from all bare parts of the board."""
        raw, inside = self._cache.raw(soft, view, [("board", self._board)])
        bare = (inside[0] > 0) & ~self._covered(view, heights)
        if bare.sum() < 30:
            bare = inside[0] > 0
        seen, taught = raw[0][bare], self._taught[bare]
        gain = float(np.exp(np.median((taught - to_log(seen)).mean(axis=1))))
        return fit_light(self._places[bare], to_log(seen, gain) - taught, BOARD / 2, gain)

    def _covered(self, view: View, heights: Mapping[Square, int]) -> NDArray[np.bool_]:
        """Where towers hide or shade the board."""
        mask = np.zeros(self._places.shape[:2], np.uint8)
        camera = view.centre
        for square, height in heights.items():
            if not height:
                continue
            foot = np.array(self.layout.centre(square))
            z = (height + 1) * self.layout.floor_height
            far = camera[:2] + (foot - camera[:2]) * camera[2] / (camera[2] - z)
            thick = round(2.6 * self.layout.floor_radius / LIGHT_STEP)
            cv2.line(mask, _pixel(foot), _pixel(far), 1, thick)
        return mask > 0


def softened(picture: Picture) -> Picture:
    """The picture so soft that noise and sharpness do not matter where colours are read."""
    return np.asarray(cv2.GaussianBlur(picture, (5, 5), 1.2), dtype=np.uint8)


def _new_tops(
    cells: Mapping[Square, Cell[Top]], heights: Mapping[Square, int]
) -> dict[Square, tuple[str, int]]:
    """Squares that look like a floor they did not show before: its colour, the height before."""
    new = {}
    for square, cell in cells.items():
        if cell.same is None or cell.same >= max(cell.labels.values()):
            continue
        kind = cell.best()[1]
        if kind not in (EMPTY[1], ROOF):
            new[square] = (kind.rsplit(" ", 1)[0], heights[square])
    return new


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    return int((point[0] + BOARD / 2) / LIGHT_STEP), int((BOARD / 2 - point[1]) / LIGHT_STEP)
