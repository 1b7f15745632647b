"""King Solomon's shafts while hands are at work: tiles that were pushed and dug again at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from rules.solomon import Event, Position
from rules.solomon.pieces import FULL, SQUARES, Square
from vision.geometry import View
from vision.glimpses import Passing, in_order, round_about
from vision.reading import Cell
from vision.sample import Picture
from vision.solomon.reader import SolomonReader
from vision.solomon.shafts import ShaftMemory
from vision.solomon.table import EMPTY, SIZES, top_name

Look = tuple[str, bool]  # what a shaft shows, and whether that is new

# However badly a glimpse fits, it proves no more than this: fingers look like anything.
LEAST = -3.5
# A shaft is free of hands if nothing reaches so far from its middle (shares of a shaft).
AROUND = 0.6


class SolomonGlimpses(Passing[Square]):
    """The pictures between two still ones, looked at where stories differ.

    Every shaft is looked at for itself: in which order tiles were pushed does not matter.
    """

    def __init__(
        self,
        reader: SolomonReader,
        view: View,
        still: Picture,
        passing: Callable[[], Sequence[Picture]],
        known: Position,
        before: ShaftMemory | None,
    ) -> None:
        self.reader, self.view = reader, view
        super().__init__(still, passing)
        self._before = before
        self._heights = [min(height, FULL) for height in known.heights]
        self._cells: dict[tuple[int, Square], Cell[str] | None] = {}

    def weigh(self, paths: Sequence[Sequence[Position]]) -> list[float]:
        """How well each way through positions fits what was seen on it."""
        squares = [s for s in SQUARES if any(_changes(s, path) for path in paths)]
        for frame in range(len(self._passing) if squares else 0):
            self._look(frame, squares)
        return [sum(in_order(self._values(path, s)) for s in squares) for path in paths]

    def reveal(self, _path: Sequence[Position], events: Sequence[Event]) -> tuple[Event, ...]:
        """The events; what came to light is an event of its own in this game."""
        return tuple(events)

    def _values(self, path: Sequence[Position], square: Square) -> NDArray[np.float64]:
        """Glimpses of a shaft against the different looks a path goes through."""
        looks = [look for look, _ in groupby(_looks(path, square))]
        seen = [self._cells[n, square] for n in range(len(self._passing))] if looks else []
        rows = [[_fit(cell, *look) for look in looks] for cell in seen if cell is not None]
        return np.array(rows, np.float64).reshape(len(rows), max(1, len(looks)))

    def _look(self, frame: int, squares: Sequence[Square]) -> None:
        """Read the shafts that no hand covers."""
        missing = [s for s in squares if (frame, s) not in self._cells]
        if not missing:
            return
        free = self.free_of_hands(frame, missing, self._piece)
        self._cells |= {(frame, s): None for s in missing}
        self._cells |= {
            (frame, s): cell for s, cell in self._read(self._passing[frame], free).items()
        }

    def _read(self, picture: Picture, squares: Collection[Square]) -> dict[Square, Cell[str]]:
        if not squares:
            return {}
        shafts = self.reader.shafts
        read = shafts.read(picture, self.view, self._heights, self._before, squares)
        return {square: read.cells[square] for square in squares}

    def _around(self, square: Square) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Pixels of the small picture on and around a shaft."""
        return round_about(
            self.view, self._small, (*SIZES.centre(square), 0.0), AROUND * SIZES.pitch
        )

    @cached_property
    def _piece(self) -> float:
        """The area of a tile in the small picture."""
        rows, columns = self._around(SQUARES[len(SQUARES) // 2])
        return float((np.ptp(rows) + 1) * (np.ptp(columns) + 1) / 4 / AROUND**2)


def _changes(square: Square, path: Sequence[Position]) -> bool:
    return any(each.stacks[square] != path[0].stacks[square] for each in path)


def _looks(path: Sequence[Position], square: Square) -> Iterator[Look]:
    """What a shaft shows on the way, as far as it was told."""
    for position in path:
        name = top_name(position, square)
        if name is not None:
            yield name, position.stacks[square] != path[0].stacks[square]


def _fit(cell: Cell[str], name: str, new: bool) -> float:
    """How well one glimpse of a shaft fits what it should show."""
    return max(LEAST, cell.value(name) if new else cell.kept(name, bare=name == EMPTY))
