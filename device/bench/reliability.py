"""Is what the eyes say as sure as they say it is? Bins of stated confidence, and what was right.

Cell by cell, without the help of the rules: the readers of the games follow simulated games, the
library reads the same pictures as boards it has never heard of, taught by a few cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import islice
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from device.bench.photo_games import PHOTO_GAMES
from device.bench.sim import SimRun, Tally, make_sim
from device.sim.base import Moment, SimTable
from device.sim.games import can_be_simulated, truth_of
from rules import games as rulebook
from rules.game import Position
from vision import BoardReader, Grid
from vision.reading import Cell

Say = Callable[[str], None]

EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99)
# What is said to be this sure must be right at least so often.
SURE, LEAST = 0.99, 0.98
# Less of a place than this in sight is unseen.
SEEN = 0.5
# Cells of each label that the library is taught.
EXAMPLES = 3


@dataclass
class Reliability:
    """How often readings of one reader were right, by how sure they said they were."""

    name: str
    counts: Counter[float] = field(default_factory=Counter)
    right: Counter[float] = field(default_factory=Counter)

    def add(self, confidence: float, right: bool) -> None:
        """One reading."""
        bin_ = max(edge for edge in EDGES if confidence >= edge)
        self.counts[bin_] += 1
        self.right[bin_] += right

    def rows(self) -> list[dict[str, float | int | None]]:
        """The table: bins from the least sure to the surest."""
        ends = (*EDGES[1:], 1.0)
        return [
            {
                "from": low,
                "to": high,
                "cells": self.counts[low],
                "right": self.right[low],
                "accuracy": round(self.right[low] / self.counts[low], 4)
                if self.counts[low]
                else None,
            }
            for low, high in zip(EDGES, ends, strict=True)
        ]

    def holds(self) -> bool | None:
        """Whether what is said to be sure is right often enough; None if nothing is sure."""
        if not self.counts[SURE]:
            return None
        return self.right[SURE] >= LEAST * self.counts[SURE]

    def lines(self) -> Iterator[str]:
        """The table in words."""
        yield f"{self.name}: stated confidence, cells, right"
        for row in self.rows():
            share = "" if row["accuracy"] is None else f"{row['accuracy']:8.2%}"
            yield f"  {row['from']:4.0%} to {row['to']:4.0%} {row['cells']:7} {share}"


class _Told(Cell[Any]):
    """A cell that tells its label together with how sure it is."""

    def best(self) -> Any:
        return super().best(), self.confidence(), self.seen


def _telling(reading: Any) -> Any:
    """The reading with cells that tell how sure they are."""
    changed = {}
    for part in fields(reading):
        cells = getattr(reading, part.name)
        if isinstance(cells, dict) and any(type(cell) is Cell for cell in cells.values()):
            changed[part.name] = {
                key: _Told(cell.labels, cell.same, cell.seen, cell.details)
                for key, cell in cells.items()
                if type(cell) is Cell
            }
    return replace(reading, **changed)


class _Run(SimRun):
    """A simulated game whose readings are compared with what truly lay there."""

    def __init__(self, sim: SimTable, found: Reliability) -> None:
        super().__init__(sim, Tally())
        self.found = found
        self.places = PHOTO_GAMES[sim.game]()

    def begin(self, moments: int) -> None:
        """Follow the beginning of a game."""
        for moment in islice(self.sim.moments(), moments):
            if self.sim.tapped and not self.count:
                self.watcher.tap_corners(moment.corners.tolist())
            self.count += 1
            before = self.watcher.reading
            self._moment(moment)
            if self.watcher.reading is not before and moment.truth.legal:
                self._compare(moment.truth.position)

    def _compare(self, position: Position) -> None:
        reading: object = self.watcher.reading
        if not is_dataclass(reading):
            return
        true = self.places.cells_of_position(position)
        for key, told in self.places.cells_of_reading(_telling(reading)).items():
            if isinstance(told, tuple) and len(told) == 3 and key in true and told[2] > SEEN:
                self.found.add(told[1], told[0] == true[key])


def reader_reliability(
    game: str, level: str, games: int, seed: int, moments: int = 12
) -> Reliability:
    """Of a game's own reader."""
    found = Reliability(f"{game} {level}")
    players = truth_of(game).players
    for number in range(games):
        sim = make_sim(game, seed + number, level, players[number % len(players)], False)
        _Run(sim, found).begin(moments)
    return found


# -- the library on the same tables ---------------------------------------------------------------


@dataclass(frozen=True)
class Field:
    """The grid of a game, as a stranger would describe it."""

    size: int
    inner: float  # its half width as a share of the tapped board's
    labels: Callable[[Position], Mapping[Hashable, str]]


def _kilt_labels(position: Any) -> dict[Hashable, str]:
    words = PHOTO_GAMES["kilt"]()
    cells = words.cells_of_position(position)
    tops = {key: top for key, top in cells.items() if len(key) == 2}
    named = {key: "empty" if not top[0] else top[1].split()[0] for key, top in tops.items()}
    return named | dict.fromkeys(position.water, "water")


def _solomon_labels(position: Any) -> dict[Hashable, str]:
    words = PHOTO_GAMES["solomon"]()
    from vision.solomon.table import as_rules

    names = words.cells_of_position(position)
    numbers: dict[int | str, tuple[int, int]] = {
        as_rules(row, column): (row, column) for row in range(6) for column in range(6)
    }
    return {numbers[square]: name or "empty" for (square,), name in names.items()}


FIELDS = {
    "kilt": Field(5, 0.0275 * 5 / 0.15, _kilt_labels),
    "solomon": Field(6, 1.0, _solomon_labels),
}


def library_reliability(
    game: str, level: str, games: int, seed: int, moments: int = 12
) -> Reliability:
    """Of the library, taught by the first cells of every label it meets."""
    found = Reliability(f"library on {game} {level}")
    players = truth_of(game).players
    for number in range(games):
        sim = make_sim(game, seed + number, level, players[number % len(players)], False)
        legal = (m for m in islice(sim.moments(), moments) if m.truth.legal)
        _follow(FIELDS[game], legal, found)
    return found


def _follow(field_: Field, moments: Iterable[Moment], found: Reliability) -> None:
    reader: BoardReader | None = None
    taught: Counter[str] = Counter()
    for moment in moments:
        *_, frame = moment.frames
        corners = inner_corners(moment.corners, field_.inner)
        true = field_.labels(moment.truth.position)
        new = _examples(true, taught)
        taught.update(new.values())
        if reader is None:
            reader = BoardReader(frame.image, Grid(field_.size, field_.size, corners))
            reader.teach(new)
            continue
        if new:
            reader.teach(new, frame.image, corners)
        for key, cell in reader.read(frame.image, corners).items():
            if cell.seen and key in true and key not in new:
                found.add(cell.confidence, cell.label == true[key])


def _examples(true: Mapping[Hashable, str], taught: Counter[str]) -> dict[Hashable, str]:
    """Cells whose label was taught too rarely."""
    found: dict[Hashable, str] = {}
    count = Counter(taught)
    for key, label in true.items():
        if count[label] < EXAMPLES:
            count[label] += 1
            found[key] = label
    return found


def inner_corners(corners: ArrayLike, share: float) -> NDArray[np.float64]:
    """The corners of a smaller square in the middle of a tapped one, in the picture."""
    unit = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, np.asarray(corners, np.float32))
    inner = cv2.perspectiveTransform((unit * share)[None], matrix)
    return np.asarray(inner[0], np.float64)


def measure(
    games: int, level: str, seed: int, only: str | None = None, say: Say | None = None
) -> list[Reliability]:
    """Of every game that has eyes and a simulated table, and of the library."""
    tables = []
    for game in rulebook.GAMES:
        told = game in PHOTO_GAMES
        if only not in (None, game) or not can_be_simulated(game) or not told:
            continue
        makers = [reader_reliability, *([library_reliability] if game in FIELDS else [])]
        for make in makers:
            found = make(game, level, games, seed)
            tables.append(found)
            for line in found.lines():
                if say is not None:
                    say(line)
    return tables
