"""Kilt Castle's squares while hands are at work: floors that were covered again, and the order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from rules.kilt import Build, Event, Position
from rules.kilt.pieces import CREST_KINDS, Square
from vision.geometry import View
from vision.glimpses import Passing, in_order, round_about
from vision.kilt.reader import KiltReader, softened
from vision.kilt.story import any_crests, top_label
from vision.kilt.table import SQUARES
from vision.kilt.tops import NOTHING, Top, TopMemory, TopsRead, untouched
from vision.light import Light
from vision.reading import Cell
from vision.sample import Picture

Look = tuple[int, str, bool]  # a square's number, what it shows, and whether that is new

# A square's surroundings are free of hands so far from its middle, in floors' radii.
AROUND = 1.3
# A square on which even the still picture does not fit the likeliest story tells nothing.
TRUSTED = -3.0
# However badly a glimpse fits, it proves no more than this, so that one alone decides nothing:
# fingers look like anything.
LEAST = -3.5
# A top that fits nothing better than this (log likelihood) is not seen well enough for crests.
PLAIN = 8.0
# What covers a floor must fit so much worse to the floor's colour for glimpses to be told apart.
UNLIKE = 4.0
# One glimpse alone tells no crests.
AGREEING = 2
# How much better one number of crests must fit than the others to be told.
REVEALED = 6.0


class KiltGlimpses(Passing[Square]):
    """The pictures between two still ones, looked at where stories differ."""

    def __init__(
        self,
        reader: KiltReader,
        view: View,
        still: Picture,
        passing: Callable[[], Sequence[Picture]],
        beliefs: Sequence[Position],
        before: TopMemory | None = None,
    ) -> None:
        self.reader, self.view, self.beliefs = reader, view, beliefs
        super().__init__(still, passing)
        self._before = before
        self._fine = False
        self._untouched: set[tuple[int, Square]] = set()
        self._cells: dict[tuple[int, Square], Cell[Top] | None] = {}

    def weigh(self, paths: Sequence[Sequence[Position]]) -> list[float]:
        """How well each way through positions fits what was seen on it; the likeliest first."""
        changing = [n for n in range(len(SQUARES)) if _changes(n, paths)]
        if any(_crests_tell(n, path) for n in changing for path in paths) and not self._fine:
            self._fine, self._cells = True, {}
        squares = self._trusted(changing, paths[0][-1])
        for frame in range(len(self._passing) if squares else 0):
            self._look(frame, [SQUARES[n] for n in squares])
        return [in_order(self._values(path, squares)) for path in paths]

    def reveal(self, path: Sequence[Position], events: Sequence[Event]) -> tuple[Event, ...]:
        """The events with the crests of floors that showed before they were covered."""
        hidden = [n for n, e in enumerate(events) if isinstance(e, Build) and e.crests is None]
        shown = list(events)
        if hidden and not self._fine:
            self._fine, self._cells = True, {}
        for n in hidden:
            event = events[n]
            assert isinstance(event, Build)
            if self._told_from_below(path[n], event) and self._told_from_above(event):
                shown[n] = replace(event, crests=self._crests(event))
        return tuple(shown)

    @staticmethod
    def _told_from_below(before: Position, event: Build) -> bool:
        """Whether a floor's colour tells it from the one it is laid on."""
        below = before.top(event.square)
        return below is None or below.colour is not event.colour

    def _told_from_above(self, event: Build) -> bool:
        """Whether what covers a floor now does not look like the floor itself."""
        cell = self._read(self._still, [event.square]).cells[event.square]
        best = max(cell.labels.values())
        alike = [v for (_, kind), v in cell.labels.items() if kind.startswith(f"{event.colour} ")]
        return not alike or max(alike) < best - UNLIKE

    def _crests(self, event: Build) -> int | None:
        """The crests of a floor, if all plain glimpses of its colour on its square agree."""
        told = []
        for frame in range(len(self._passing)):
            self._look(frame, [event.square])
            cell = self._cells[frame, event.square]
            before = (frame, event.square) in self._untouched
            if cell is None or before or max(cell.labels.values()) < PLAIN:
                continue
            height, kind = cell.best()
            if kind.startswith(f"{event.colour} "):
                kinds = [(height, f"{event.colour} {crests}") for crests in CREST_KINDS]
                told.append([cell.details.get(each, 0.0) for each in kinds])
        if len(told) < AGREEING or len({int(np.argmax(values)) for values in told}) != 1:
            return None
        second, first = np.sort(np.sum(told, axis=0))[-2:]
        return int(np.argmax(told[0])) if first - second > REVEALED else None

    def _trusted(self, numbers: list[int], after: Position) -> list[int]:
        cells = self._read(self._still, [SQUARES[n] for n in numbers]).cells
        fits = {
            n: _fits({n: cells[SQUARES[n]]}, [(n, top_label(after, n)[1], True)]) for n in numbers
        }
        return [n for n, value in fits.items() if value > TRUSTED]

    def _values(self, path: Sequence[Position], squares: list[int]) -> NDArray[np.float64]:
        """Glimpses that show anything, against the different looks a path goes through."""
        towers = path[0].towers
        looks = [
            [(n, top_label(each, n)[1], each.towers[n] != towers[n]) for n in squares]
            for each in path
        ]
        looks = [look for look, _ in groupby(looks)]
        rows = []
        for frame in range(len(self._passing) if squares else 0):
            cells = {n: cell for n in squares if (cell := self._cells[frame, SQUARES[n]])}
            still = {n for n in cells if (frame, SQUARES[n]) in self._untouched}
            if cells:
                rows.append([_fits(cells, look, still) for look in looks])
        return np.array(rows, np.float64).reshape(len(rows), len(looks))

    def _look(self, frame: int, squares: list[Square]) -> None:
        """Read the squares that no hand covers."""
        missing = [s for s in squares if (frame, s) not in self._cells]
        if not missing:
            return
        free = self.free_of_hands(frame, missing, self._piece)
        self._cells |= {(frame, s): None for s in missing}
        read = self._read(self._passing[frame], free)
        self._cells |= {(frame, s): cell for s, cell in read.cells.items()}
        # Where a floor lies just like the one below even the table at rest looks untouched.
        same, at_rest = (
            self._as_before(each, free) for each in (read, self._read(self._still, free))
        )
        self._untouched |= {(frame, s) for s in same - at_rest}

    def _as_before(self, read: TopsRead, squares: list[Square]) -> frozenset[Square]:
        return untouched(read.memory, self._before, self._highest(squares))

    def _highest(self, squares: Iterable[Square]) -> dict[Square, int]:
        return {s: max(b.height(s) for b in self.beliefs) for s in squares}

    def _read(self, picture: Picture, squares: list[Square]) -> TopsRead:
        if not squares:
            return TopsRead({}, NOTHING)
        heights = self._highest(squares)
        lowest = {s: min(b.height(s) for b in self.beliefs) for s in squares}
        pictures = (softened(picture), picture if self._fine else None)
        layout, light = self.reader.layout, self._light
        return self.reader.tops.read(pictures, self.view, layout, heights, light, lowest=lowest)

    def _around(self, square: Square) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Pixels of the small picture on and around a square's top."""
        layout, height = self.reader.layout, self.beliefs[0].height(square)
        middle = (*layout.centre(square), height * layout.floor_height)
        return round_about(self.view, self._small, middle, AROUND * layout.floor_radius)

    @cached_property
    def _piece(self) -> float:
        """The area of a floor in the small picture."""
        rows, columns = self._around(SQUARES[len(SQUARES) // 2])
        return float(np.pi * (np.ptp(rows) + 1) * (np.ptp(columns) + 1) / 4 / AROUND**2)

    @cached_property
    def _light(self) -> Light:
        before = self.beliefs[0]
        heights = {s: before.height(s) for s in SQUARES if s not in before.water}
        return self.reader.light(softened(self._still), self.view, heights)


def _changes(number: int, paths: Sequence[Sequence[Position]]) -> bool:
    """Whether a square changes on a path. What was doubted before any of them tells nothing new."""
    return any(
        top_label(position, number) != top_label(path[0], number)
        for path in paths
        for position in path
    )


def _crests_tell(number: int, path: Sequence[Position]) -> bool:
    """Whether a floor is laid on one of its own colour, so that only crests tell them apart."""
    kinds = [top_label(position, number)[1] for position in path]
    colours = [kind.rsplit(" ", 1)[0] for kind, _ in groupby(kinds)]
    return any(one == other for one, other in pairwise(colours))


def _fits(
    cells: Mapping[int, Cell[Top]], look: list[Look], untouched: Collection[int] = ()
) -> float:
    """How well one glimpse fits a table that looks like this; what is new looks touched."""
    if any(new and n in untouched for n, _, new in look):
        return LEAST
    return max(LEAST, sum(_kind_fit(cells[n], kind) for n, kind, _ in look if n in cells))


def _kind_fit(cell: Cell[Top], kind: str) -> float:
    """How well a kind of top fits; how high it lies the table at rest tells better."""
    kinds = {each for _, each in any_crests((0, kind))}
    return max((cell.value(each) for each in cell.labels if each[1] in kinds), default=LEAST)
