"""How well a story fits a picture of Burg Appenzell, field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from rules.appenzell import (
    OUTSIDE,
    Cover,
    EndTurn,
    Event,
    Place,
    Position,
    Run,
    Slide,
    Take,
    Uncover,
)
from rules.appenzell.pieces import FIELDS, HOLES, INSIDE, TILE_NAMES, Field
from rules.appenzell.routes import empty_rooms
from vision.appenzell.beside import UNTOLD, Beside, Habit
from vision.appenzell.hands import UNEXPLAINED, Hands
from vision.appenzell.reader import Reading
from vision.appenzell.reveals import Reveals
from vision.appenzell.same import table_key
from vision.appenzell.search import Search, Step
from vision.appenzell.table import HIGH_FIELD, ROOF, TOWER, Quarter, Sizes, pair, shown
from vision.stories.story import EVERY, Score

Events = tuple[Event, ...]

# A field that fits no worse than this is explained well enough.
FAIR = 3.0
# How often a tile that lies under the grid looks different though no other one came there.
TURNED = 0.015
# Where something may have happened, something changed at least a little.
STIRRED = -1.5


class AppenzellStory(Score):
    """Scores positions against one reading; values are log likelihoods, 0 is a perfect fit."""

    def __init__(
        self,
        reading: Reading,
        before: Position,
        zones: Sequence[Quarter],
        measures: Sizes,
        habit: Habit | None = None,
    ) -> None:
        self.reading, self.before = reading, before
        self._told_books = before.options.books == "told"
        self.beside = Beside(reading, before, zones, measures, habit or Habit())
        self.falls = self.beside.falls
        self._reveals = Reveals(reading, before, self.beside)
        self.news, self.guessed = self._reveals.news, self._reveals.guessed
        self._hands = Hands(self)
        # By identity: positions are kept, so that no other one takes their place.
        self._fitted: dict[int, tuple[Position, dict[Field, float]]] = {}
        self._was = [shown(before, at) for at in FIELDS]
        self._kept = [self._as_before(at) for at in FIELDS]
        self._values: dict[tuple[Field, str | None], float] = {}
        self._told: list[Step] | None = None
        self.base = sum(self._kept) + self.beside.fit(before)

    # -- scores ---------------------------------------------------------------------------

    def _as_before(self, at: Field) -> float:
        cell, name = self.reading.fields[at], self._was[at]
        if name is None:
            best = max(cell.kept(kind) for kind in TILE_NAMES)
            return best - UNTOLD * self._reveals.readable(at)
        if name in TILE_NAMES:
            return cell.kept(name, touched=TURNED)
        kept = cell.kept(name, bare=name in (HIGH_FIELD, TOWER))
        if name == ROOF and at in self.before.occupied():
            kept = max(kept, self._mouse_on_roof(self.before, at))
        return kept

    def _mouse_on_roof(self, position: Position, at: Field) -> float:
        """A mouse on a covered field stands on the roof, if it shows."""
        cell = self.reading.fields[at]
        return max(
            cell.kept(position.setting.colours[seat])
            for seat, mice in enumerate(position.mice)
            if at in mice
        )

    def _changed(self, at: Field, name: str | None) -> float:
        key = (at, name)
        if key not in self._values:
            cell = self.reading.fields[at]
            if name == self._was[at]:
                value = self._kept[at]
            elif name is None:
                value = max(cell.value(kind) for kind in TILE_NAMES)
                if self._was[at] in TILE_NAMES:
                    value = max(value, self._kept[at])
                value -= UNTOLD * self._reveals.readable(at)
            else:
                value = cell.value(name)
                if self._was[at] is None and name in TILE_NAMES:
                    value = max(value, cell.kept(name))
            self._values[key] = value
        return self._values[key]

    def _fit(self, position: Position, at: Field) -> float:
        """How well a field fits what a position has there."""
        value = self._changed(at, shown(position, at))
        if position.covered(at) and at in position.occupied():
            mice = [s for s, own in enumerate(position.mice) if at in own]
            names = [position.setting.colours[seat] for seat in mice]
            value = max(value, *(self.reading.fields[at].value(name) for name in names))
        return value

    def _differing(self, after: Position) -> set[Field]:
        """The fields that may show something else than before."""
        before = self.before
        fields: set[Field] = set()
        if after.tiles is not before.tiles:
            fields |= {at for at in HOLES if after.tiles[at] != before.tiles[at]}
        if after.mice is not before.mice:
            for own, was in zip(after.mice, before.mice, strict=True):
                if own != was:
                    fields |= set(own) ^ set(was)
                    fields |= {at for at, n in Counter(own).items() if n > 1}
        changed = after.roofs ^ before.roofs
        if changed:
            for number, room in enumerate(after.setting.rooms):
                if changed >> number & 1:
                    fields |= set(room)
        return fields

    def _fits(self, after: Position) -> dict[Field, float]:
        """How well the fields fit that may show something else than before."""
        known = self._fitted.get(id(after))
        if known is None:
            known = (after, {at: self._fit(after, at) for at in self._differing(after)})
            self._fitted[id(after)] = known
        return known[1]

    def fit(self, after: Position) -> float:
        """How well the picture fits, if the table went from `before` to `after`."""
        changes = sum(fit - self._kept[at] for at, fit in self._fits(after).items())
        return self.base + changes + self.beside.fit(after) - self.beside.fit(self.before)

    def leaves_no_trace(self, after: Position, events: Sequence[Event] = ()) -> bool:
        """Whether somebody must have passed for this, a mouse came and fell unseen, or a room was
        opened and covered again: perhaps somebody broke a rule.
        """
        opened = {event.room for event in events if isinstance(event, Uncover)}
        shut = any(after.roofs >> room & 1 for room in opened)
        return shut or after.turn > self.before.turn + 1 or self._fell_unseen(after)

    def _fell_unseen(self, after: Position) -> bool:
        """Whether a mouse that waited outside lies in the cellar now."""
        return any(
            lost > was and len(mice) >= len(stood)
            for lost, was, mice, stood in zip(
                after.lost, self.before.lost, after.mice, self.before.mice, strict=True
            )
        )

    def unexplained(self, after: Position) -> float:
        """How much a story leaves unexplained."""
        fits = self._fits(after)
        values = [fits.get(at, kept) for at, kept in enumerate(self._kept)]
        return sum(min(0.0, value + FAIR) for value in values) + min(
            0.0, self.beside.fit(after) + FAIR
        )

    def prior(self, after: Position) -> float:
        """How usual a story is before any picture; each step has its price already."""
        del after
        return 0.0

    def step_cost(self, step: Events) -> float:
        """What a whole story costs beyond its events."""
        return step.cost if isinstance(step, Step) else 0.0

    def passing(self, run: Run) -> bool:
        """Whether a mouse ends its run where the picture shows none."""
        if run.to == OUTSIDE or run.to in self.before.mice[run.seat]:
            return False
        colour = self.before.setting.colours[run.seat]
        return self.reading.fields[run.to].value(colour) < UNEXPLAINED

    def steps(self, position: Position) -> Iterator[Events]:
        """The stories that may have led from before to this picture; all at once."""
        if position is not self.before:
            return
        if self._told is None:
            self._told = Search(self).stories()
        yield from self._told

    def free_steps(self, position: Position) -> Iterator[Events]:
        """What hands could do now, allowed or not, where the picture shows a change."""
        yield from self._hands.events(position)

    def same_order(self, step: Events) -> int:
        """What the search found out about the order of a whole story."""
        return step.common if isinstance(step, Step) else EVERY

    def key(self, position: Position) -> tuple[object, ...]:
        """Stories that come to the same table are one."""
        return table_key(position)

    def asked_for(self, position: Position, event: Event) -> bool:
        """Whether the picture gives any reason for an event."""
        match event:
            case Place(_, tower):
                return self.poor(position, tower)
            case Run(seat, source, to):
                if self.poor(position, to) or self._dressed(position, seat, to):
                    return True
                if source == OUTSIDE:  # it may have run on from there
                    return any(self.appears(position, seat, at) for at in INSIDE)
                return self.poor(position, source)
            case Uncover(_, room):
                return any(self.poor(position, at) for at in position.setting.rooms[room])
            case Cover(room):
                return self.roofed(position.setting.rooms[room])
            case Slide():
                return self.spare_stirred(position)
            case Take(seat, kind):
                return self.beside.offered(seat, kind)
            case EndTurn():
                return self._ended(position)
            case _:
                return False

    def fit_of(self, position: Position, at: Field) -> float:
        """How well a field fits a position."""
        return self._fits(position).get(at, self._kept[at])

    def poor(self, position: Position, at: Field) -> bool:
        """Whether something else may be on a field than a position has there."""
        return self.fit_of(position, at) < STIRRED

    def _dressed(self, position: Position, seat: int, at: Field) -> bool:
        """Whether a bare field looks quite different, and no worse like a mouse of a seat."""
        cell = self.reading.fields[at]
        if cell.same is None or shown(position, at) not in (HIGH_FIELD, TOWER):
            return False
        other = cell.same < max(cell.labels.values()) + UNEXPLAINED
        return other and cell.value(position.setting.colours[seat]) > UNEXPLAINED

    def roofed(self, fields: Sequence[Field]) -> bool:
        """Whether a room looks covered."""
        return sum(self._changed(at, ROOF) for at in fields) > len(fields) * 1.5 * UNEXPLAINED

    def spare_stirred(self, position: Position) -> bool:
        """Whether the spare tile may be another one than a position has."""
        spare = self.reading.spare
        if spare is None:
            gone = bool(self.reading.spare_moved) and not self.beside.slid(position)
            return gone or any(self.poor(position, at) for at in HOLES)
        if spare.stayed:  # perhaps another one of its kind lies there
            return any(self._exchanged(position, at) for at in self._open)
        return not self.beside.slid(position)

    @cached_property
    def _open(self) -> list[Field]:
        """The fields on which a tile clearly lies open."""
        cells, readable = self.reading.fields, self._reveals.readable
        return [at for at in HOLES if cells[at].best() in TILE_NAMES and readable(at)]

    def _exchanged(self, position: Position, at: Field) -> bool:
        """Whether a tile that lies open on a field is another one than a position has there."""
        return self.fit_of(position, at) <= UNEXPLAINED and shown(position, at) in TILE_NAMES

    def _ended(self, position: Position) -> bool:
        """Whether anything is left that the end of a turn may explain."""
        if not self._told_books:
            fields = [position.setting.rooms[room] for room in empty_rooms(position)]
            if any(self.roofed(each) for each in fields):
                return True
        return self.loose_ends(position)

    def loose_ends(self, position: Position) -> bool:
        """Whether a position leaves anything unexplained."""
        fits = self._fits(position)
        if any(fits.get(at, kept) < STIRRED for at, kept in enumerate(self._kept)):
            return True
        return self.beside.fit(position) < STIRRED

    def appears(self, position: Position, seat: int, at: Field) -> bool:
        """Whether a mouse of a seat shows where the position has none."""
        colour = position.setting.colours[seat]
        if not self.poor(position, at):
            return False
        cell = self.reading.fields[at]
        names = [pair(colour, other) for other in position.setting.colours]
        if at in position.mice[seat]:
            names = [pair(colour, colour)]
        elif at not in position.occupied():
            names.append(colour)
        return max(cell.value(name) for name in names) > UNEXPLAINED
