"""What hands could do on a table of Burg Appenzell, allowed or not, where a picture shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Protocol

from rules.appenzell import (
    OUTSIDE,
    TRAP,
    Cover,
    EndTurn,
    Event,
    Place,
    Position,
    Run,
    Slide,
    Take,
    Uncover,
    apply,
)
from rules.appenzell.pieces import CHEESES, FIELDS, SLOTS, STEPS, TOWERS, Field
from rules.appenzell.position import Phase
from vision.appenzell.beside import Beside
from vision.appenzell.search import Scored, Step, free_step, joined

Events = tuple[Event, ...]

# A field that fits worse than this is not explained.
UNEXPLAINED = -5.0


class Shown(Scored, Protocol):
    """What a picture must answer about fields and the table beside the box."""

    beside: Beside

    def fit_of(self, position: Position, at: Field) -> float: ...

    def poor(self, position: Position, at: Field) -> bool: ...

    def roofed(self, fields: Sequence[Field]) -> bool: ...

    def appears(self, position: Position, seat: int, at: Field) -> bool: ...

    def spare_stirred(self, position: Position) -> bool: ...

    def loose_ends(self, position: Position) -> bool: ...


class Hands:
    """Proposes what hands may have done."""

    def __init__(self, story: Shown) -> None:
        self._story = story

    def events(self, position: Position) -> Iterator[Events]:
        """What hands could do now, allowed or not, where the picture shows a change."""
        for event in self._free(position):
            try:
                step = free_step(self._story, position, event)
                yield step
                if isinstance(event, EndTurn):
                    yield from self._of_the_next(position, step)
            except ValueError:
                continue

    def _of_the_next(self, position: Position, end: Step) -> Iterator[Events]:
        """What the next player may have done: the end of a turn by itself shows nothing."""
        after = reduce(apply, end, position)
        for event in (*self._free_runs(after), *self._free_roofs(after)):
            try:
                yield joined(end, free_step(self._story, after, event))
            except ValueError:
                continue

    def _free(self, position: Position) -> Iterator[Event]:
        yield from self._free_runs(position)
        if position.phase is Phase.PLACE:
            for seat in range(position.players):
                for tower in TOWERS:
                    if self._story.appears(position, seat, tower):
                        yield Place(seat, tower)
            return
        yield from self._free_roofs(position)
        if self._story.spare_stirred(position):
            yield from (Slide(position.active, slot) for slot in SLOTS)
        for seat in range(position.players):
            for kind in CHEESES:
                if self._story.beside.offered(seat, kind):
                    yield Take(seat, kind)
        if self._story.loose_ends(position):
            yield EndTurn(position.active)

    def _free_roofs(self, position: Position) -> Iterator[Event]:
        for number, room in enumerate(position.setting.rooms):
            if position.roofs >> number & 1:
                if any(self._story.fit_of(position, at) < UNEXPLAINED for at in room):
                    yield Uncover(position.active, number)
            elif self._story.roofed(room):
                yield Cover(number)

    def _free_runs(self, position: Position) -> Iterator[Event]:
        for seat in range(position.players):
            if position.phase is Phase.PLACE:
                return
            gone = [at for at in position.mice[seat] if self._story.poor(position, at)]
            new = [at for at in FIELDS if self._story.appears(position, seat, at)]
            sources = [*gone, *([OUTSIDE] if position.waiting[seat] else [])]
            yield from (Run(seat, source, to) for source in sources for to in new)
            for source in gone:
                traps = [to for to in STEPS[source] if position.tiles[to] == TRAP]
                yield from (Run(seat, source, to) for to in traps)
                yield Run(seat, source, OUTSIDE)
