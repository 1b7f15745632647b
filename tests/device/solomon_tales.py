"""Whole simulated games in King Solomon's mine told by clear readings instead of pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from device.bench.sim import Tally
from device.senses.frame import Frame
from device.sim.base import Act
from device.sim.solomon.scene import Lying, Shaft
from device.sim.solomon.table import SimGame
from rules.solomon import Position
from rules.solomon.pieces import CARDS, SQUARES, TILES, Shape, Square
from tests.device.tales import TaleRun, TaleWatcher
from vision.observe.evidence import Evidence
from vision.reading import Cell
from vision.solomon.cards import CardRead
from vision.solomon.eyes import Eyes, Seats
from vision.solomon.meanwhile import Meanwhile
from vision.solomon.reader import Reading
from vision.solomon.story import SolomonLens
from vision.solomon.table import EMPTY, KINDS

LOOKS = 2  # pictures of each table at rest
# How faces are usually read: the right one, another of its kind, none, anything else.
RIGHT, AKIN, NONE, OTHER = 55.0, 32.0, 12.0, 8.0
UNTOUCHED, CHANGED = 150.0, -9000.0

Labels = dict[str, float]


@dataclass(frozen=True)
class Picture:
    """How tiles lay after each step so far, and the cards of the last one."""

    path: tuple[Lying, ...]
    shapes: Mapping[int, Shape]

    def read(self, before: Picture | None, cards: bool) -> Reading:
        """A clear reading; what has not changed since the picture before is told."""
        known = len(before.path) if before is not None else len(self.path)
        past = before.path[-1].shafts if before is not None else ()
        memory: Any = self
        return Reading(
            {square: self._cell(square, known - 1 if before else None) for square in SQUARES},
            memory,
            {slot: self._card(*card) for slot, card in self.path[-1].cards.items() if cards},
            {square: face_labels(shaft) for square, shaft in enumerate(past)},
        )

    def _cell(self, square: Square, since: int | None) -> Cell[str]:
        """A shaft; one whose top was laid anew looks otherwise, be it of the same kind."""
        path = [each.shafts[square] for each in self.path]
        if since is None:
            return Cell(face_labels(path[-1]))
        path = path[since:]
        same = path[0] == path[-1] and min(map(len, path)) >= len(path[0])
        return Cell(face_labels(path[-1]), UNTOUCHED if same else CHANGED)

    def _card(self, number: int, turned: int) -> CardRead:
        numbers = {**dict.fromkeys(CARDS, -40.0), number: 0.0}
        return CardRead(Evidence(numbers), self.shapes[number], 0.95, 0.7, bool(turned))


class TaleEyes(Eyes):
    """Eyes that are handed what they read."""

    def __init__(self, slots: Sequence[int]) -> None:
        self._seats = Seats(tuple(slots))
        self.lens = SolomonLens(slots)
        self.shown: Picture | None = None
        self._meanwhile = Meanwhile()

    def read(self, _: Any, __: Any, beliefs: Sequence[Position], before: Any) -> Reading:
        """What is shown; cards only where some may have been turned up."""
        assert self.shown is not None
        waiting = any(self._may_reveal(each) for each in beliefs)
        return self._meanwhile.note(self.shown.read(before, waiting), before)


def face_labels(shaft: Shaft) -> Labels:
    """How the top of a shaft is usually read."""
    if not shaft:
        return {**dict.fromkeys(KINDS, -5.0), EMPTY: NONE + 2}
    top = TILES[shaft[-1]]
    akin = [kind for kind in KINDS if kind[0] == top[0] and kind[1:].isdecimal()]
    labels = {**dict.fromkeys(KINDS, OTHER), EMPTY: NONE}
    if top[1:].isdecimal():
        labels |= dict.fromkeys(akin, AKIN)
    return labels | {top: RIGHT}


class MineRun(TaleRun):
    """One game followed by its readings."""

    def __init__(self, sim: SimGame, tally: Tally) -> None:
        eyes = TaleEyes(sim.seats)
        super().__init__(sim, tally, TaleWatcher(sim.start, eyes, sim.game, Picture))
        self._shapes, self._clock = sim.theme.shapes, 0.0
        self._path: tuple[Lying, ...] = ()

    def told(self, act: Act) -> Iterator[Frame]:
        begun, self._path = bool(self._path), (*self._path, *act.steps, act.lying)
        shown: Any = Picture(self._path, self._shapes) if begun else act.truth.events[0]
        for _ in range(LOOKS):
            self._clock = round(self._clock + 0.1, 3)
            yield Frame(self._clock, shown)


def told(seeds: Sequence[int], mischief: bool) -> Tally:
    """Follow the games of some seeds."""
    tally = Tally()
    for seed in seeds:
        MineRun(SimGame(seed, "normal", 2 + seed % 4, mischief), tally).run()
    return tally
