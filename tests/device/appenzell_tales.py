"""Whole simulated games of Burg Appenzell told by clear readings instead of pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from device.bench.sim import Tally
from device.senses.frame import Frame
from device.sim.appenzell.scene import Lying, before_slot, chit_place
from device.sim.appenzell.table import SimGame
from device.sim.appenzell.theme import Theme, make_theme
from device.sim.base import Act
from rules.appenzell import Position
from rules.appenzell.pieces import FIELDS, HIGH, TILE_NAMES, TOWERS, Field
from tests.device.tales import TaleRun, TaleWatcher
from vision.appenzell.eyes import Eyes
from vision.appenzell.fields import FieldMemory
from vision.appenzell.lens import AppenzellLens
from vision.appenzell.reader import Memory, Reading
from vision.appenzell.table import BOARD, HIGH_FIELD, ROOF, SEATS, TOWER, pair, usual
from vision.appenzell.things import AroundMemory, Thing
from vision.reading import Cell

LOOKS = 3  # pictures of each table at rest
OFF, SAME, CHANGED = -14.0, 2.0, -30.0
CLEAR, UNCLEAR = 45.0, -20.0
THEME = make_theme(5)


@dataclass(frozen=True)
class TaleMemory(Memory):
    """How a table lay that was read."""

    lying: Lying = field(kw_only=True)


class TaleEyes(Eyes):
    """Eyes that are handed what they read."""

    def __init__(self, theme: Theme, colours: Sequence[str]) -> None:
        measures = usual(theme.sizes.pitch * BOARD / theme.sizes.board)
        self.lens = AppenzellLens(measures)
        self._seats, self._colours_in_play = None, tuple(colours)
        self._theme = theme
        self.shown: Lying | None = None

    def read(self, _: Any, __: Any, beliefs: Sequence[Position], before: Any) -> Reading:
        assert self.shown is not None
        self.lens.zones = SEATS[beliefs[0].players]
        last = before.lying if before is not None else None
        return self._reading(self.shown, last)

    def _reading(self, lying: Lying, last: Lying | None) -> Reading:
        cells = {at: self._cell(lying, last, at) for at in FIELDS}
        spare, moved = self._spare(lying, last)
        things = (spare, *self._chits(lying, last))
        fields = FieldMemory(np.zeros(0), np.zeros(0), {})
        memory = TaleMemory(fields, AroundMemory(np.zeros(0), things), spare, lying=lying)
        return Reading(cells, memory, spare, moved, True)

    def _cell(self, lying: Lying, last: Lying | None, at: Field) -> Cell[str]:
        label = shown(lying, at)
        labels = dict.fromkeys((*names(at), *self._colours_in_play), OFF) | {label: 0.0}
        if last is None:
            return Cell(labels)
        return Cell(labels, SAME if looks(lying, at) == looks(last, at) else CHANGED)

    def _spare(self, lying: Lying, last: Lying | None) -> tuple[Thing, bool | None]:
        place = self._place(before_slot(self._theme.sizes, lying.spare_at))
        assert lying.spare is not None
        if last is None:
            return face(lying.spare[0], place), None
        stayed = last.moves == lying.moves
        return face(lying.spare[0], place, stayed), last.spare_at != lying.spare_at

    def _chits(self, lying: Lying, last: Lying | None) -> Iterator[Thing]:
        for seat, row in enumerate(lying.chits):
            zone = SEATS[len(lying.chits)][seat]
            lay = last.chits[seat] if last is not None else ()
            for number, kind in enumerate(row):
                stayed = tuple(lay[number : number + 1]) == (kind,)
                place = self._place(chit_place(self._theme.sizes, zone, number))
                yield face(kind, place, stayed)

    def _place(self, place: tuple[float, float]) -> tuple[float, float]:
        scale = BOARD / self._theme.sizes.board
        return place[0] * scale, place[1] * scale


def face(kind: int, place: tuple[float, float], stayed: bool = False) -> Thing:
    """A tile or cheese that is seen clearly."""
    kinds = dict.fromkeys(TILE_NAMES, UNCLEAR) | {TILE_NAMES[kind]: CLEAR}
    return Thing(place, kinds, stayed, card=True)


def names(at: Field) -> tuple[str, ...]:
    """What a field may show beside mice."""
    if at in TOWERS:
        return (TOWER,)
    return (ROOF, HIGH_FIELD) if at in HIGH else (ROOF, *TILE_NAMES)


def shown(lying: Lying, at: Field) -> str:
    """What a field truly shows."""
    room = next((n for n, fields in enumerate(lying.layout) if at in fields), None)
    mice = [colour for colour, place in lying.mice if place == at]
    if room is not None and lying.on(room) and at not in lying.atop:
        return ROOF
    if mice:
        return mice[0] if len(mice) == 1 else pair(mice[0], mice[1])
    card = lying.tiles[at]
    return TILE_NAMES[card[0]] if card is not None else TOWER if at in TOWERS else HIGH_FIELD


def looks(lying: Lying, at: Field) -> tuple[Any, ...]:
    """What a field looks like: its tile in its turn where no roof and no mouse hides it."""
    label = shown(lying, at)
    return label, lying.tiles[at] if label in TILE_NAMES else None


class MiceRun(TaleRun):
    """One game followed by its readings."""

    def __init__(self, sim: SimGame, tally: Tally) -> None:
        eyes = TaleEyes(sim.theme, sim.seats)
        super().__init__(sim, tally, TaleWatcher(sim.start, eyes, sim.game, Lying))
        self._begun = False

    def told(self, act: Act) -> Iterator[Frame]:
        if not self._begun:
            yield Frame(0.0, act.truth.events[0])
        self._begun = True
        for _ in range(LOOKS):
            yield Frame(0.0, act.lying)


def told(seeds: Sequence[int], mischief: bool) -> Tally:
    """Follow the games of some seeds."""
    tally = Tally()
    for seed in seeds:
        MiceRun(SimGame(seed, "normal", 2 + seed % 3, mischief, theme=THEME), tally).run()
    return tally
