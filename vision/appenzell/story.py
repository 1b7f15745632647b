"""How well a story fits a picture of Burg Appenzell, and which stories are worth telling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Protocol

import numpy as np

from rules.appenzell import (
    OUTSIDE,
    SPARE,
    TRAP,
    UNKNOWN,
    Cover,
    EndTurn,
    Event,
    Place,
    Position,
    Reveal,
    Run,
    Slide,
    Take,
    Uncover,
    apply,
)
from rules.appenzell.events import TILE_NUMBERS
from rules.appenzell.pieces import (
    CHEESES,
    FIELDS,
    HIGH,
    HOLES,
    INSIDE,
    KINDS,
    LINES,
    SLOTS,
    STEPS,
    TILE_NAMES,
    TOWERS,
    Field,
)
from rules.appenzell.position import Phase
from rules.appenzell.routes import empty_rooms
from vision.appenzell.around import Thing
from vision.appenzell.fields import pair
from vision.appenzell.layout import HIGH_FIELD, ROOF, TOWER, Measures
from vision.appenzell.reader import Reading
from vision.appenzell.search import Search, Step, free_step

Events = tuple[Event, ...]
Zone = tuple[int, int]

# A tile that could be read and is not told; one that is told must stand out this much.
UNTOLD = 6.0
TELLING, SPARE_TELLING, SPARE_CLEAR = 2.0, 6.0, 36.0
SEEN_WELL = -4.0
WELL_SEEN_SHARE = 0.45
RIVAL = 6.0
# A field that fits no worse than this is explained well enough; one this bad is not explained.
FAIR = 3.0
UNEXPLAINED = -5.0
# Where something may have happened, something changed at least a little.
STIRRED = -1.5
# A spare tile lies elsewhere, or looks different, though nobody slid; one that stayed though.
SPARE_COST, SPARE_GONE, STAYED_COST = 10.0, 0.0, 6.0
SPARE_TOUCHED = 5.5  # it lies where it lay, but was laid there anew
# A tile falls out at the end of its line (shares of the pitch), or is laid anywhere.
FALLS, ANYWHERE = 0.5, 0.002
PUT_BACK = 0.15
# A cheese before a player that nobody took, or one that is missing.
CHEESE_COST = 7.0
CLEAR_CHEESE = 3.0
# A doubt between more stories than this is asked about at once; others may wait so many moments.
MANY, WAITING, SURE_ENOUGH = 4.5, 5, 0.95
# Mistakes people hardly ever make; a picture that seems to show one is rather misread.
UNLIKELY = {
    "appenzell.not-your-turn": 4.5,
    "appenzell.run-out": 3.0,
    "appenzell.run-far": 3.0,
    "appenzell.run-entrance": 3.0,
    "appenzell.run-from-roof": 2.0,
    "appenzell.turn-closing": 1.0,
}


def shown(position: Position, at: Field) -> str | None:
    """What a field should show; None if its tile is one that nobody has told."""
    colours = [
        position.setting.colours[seat]
        for seat, mice in enumerate(position.mice)
        for place in mice
        if place == at
    ]
    if position.covered(at):
        return ROOF
    if colours:
        return colours[0] if len(colours) == 1 else pair(colours[0], colours[1])
    if at in HIGH:
        return HIGH_FIELD
    if at in TOWERS:
        return TOWER
    tile = position.tiles[at]
    return None if tile == UNKNOWN else TILE_NAMES[tile]


def table_key(position: Position) -> tuple[object, ...]:
    """What matters of a position."""
    return (
        position.roofs,
        position.mice,
        position.waiting,
        position.lost,
        position.cheeses,
        position.tiles,
        position.spare,
        position.active,
        position.turn,
        position.used,
        position.slid,
        position.closing,
        position.phase,
    )


class Told(Protocol):
    """A story with its share among its rivals."""

    @property
    def probability(self) -> float: ...


@dataclass
class Habit:
    """Whether these people leave a tile where it falls out, or put it where the last one lay."""

    fell: int = 0
    back: int = 0

    def put_back(self) -> float:
        """How likely the old place is, against the end of the line."""
        return PUT_BACK * (1 + self.back) / (1 + self.fell) ** 2


def slid_between(before: Position, after: Position) -> bool:
    """Whether known tiles lie elsewhere, or another one is left over."""
    if after.slid and (after.turn > before.turn or not before.slid):
        return True
    moved = before.spare != UNKNOWN != after.spare != before.spare
    pairs = zip(before.tiles, after.tiles, strict=True)
    return moved or any(a != b and UNKNOWN not in (a, b) for a, b in pairs)


class AppenzellStory:
    """Scores positions against one reading; values are log likelihoods, 0 is a perfect fit."""

    def __init__(
        self,
        reading: Reading,
        before: Position,
        zones: Sequence[Zone],
        measures: Measures,
        habit: Habit | None = None,
    ) -> None:
        self.reading, self.before = reading, before
        self._zones, self._measures = zones, measures
        self._habit = habit or Habit()
        self._told_books = before.options.books == "told"
        self._clear: dict[Field, bool] = {}
        # By identity: positions are kept, so that no other one takes their place.
        self._fitted: dict[int, tuple[Position, dict[Field, float]]] = {}
        self._ranks: dict[Field, list[tuple[float, str]]] = {}
        self._was = [shown(before, at) for at in FIELDS]
        self._kept = [self._as_before(at) for at in FIELDS]
        self._values: dict[tuple[Field, str | None], float] = {}
        self._cheeses = [self._cheese_things(seat) for seat in range(before.players)]
        self._beside_values: dict[tuple[object, ...], float] = {}
        self.base = sum(self._kept) + self._beside(before)

    # -- scores ---------------------------------------------------------------------------

    def _as_before(self, at: Field) -> float:
        cell, name = self.reading.fields[at], self._was[at]
        if name is None:
            best = max(cell.kept(kind) for kind in TILE_NAMES)
            return best - UNTOLD * self._readable(at)
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
                value = max(cell.value(kind) for kind in TILE_NAMES) - UNTOLD * self._readable(at)
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

    def score(self, after: Position) -> float:
        """How well the picture fits, if the table went from `before` to `after`."""
        changes = sum(fit - self._kept[at] for at, fit in self._fits(after).items())
        return self.base + changes + self._beside(after) - self._beside(self.before)

    def traceless(self, after: Position) -> bool:
        """Whether somebody must have passed for this: perhaps somebody else broke a rule."""
        return after.turn > self.before.turn + 1

    def strain(self, after: Position) -> float:
        """How much a story leaves unexplained."""
        fits = self._fits(after)
        values = [fits.get(at, kept) for at, kept in enumerate(self._kept)]
        return sum(min(0.0, value + FAIR) for value in values) + min(
            0.0, self._beside(after) + FAIR
        )

    def prior(self, after: Position) -> float:
        """How usual a story is before any picture; each step has its price already."""
        del after
        return 0.0

    def effort(self, step: Events) -> float:
        """What a whole story costs beyond its events."""
        return step.cost if isinstance(step, Step) else 0.0

    def passing(self, run: Run) -> bool:
        """Whether a mouse ends its run where the picture shows none."""
        if run.to == OUTSIDE or run.to in self.before.mice[run.seat]:
            return False
        colour = self.before.setting.colours[run.seat]
        return self.reading.fields[run.to].value(colour) < UNEXPLAINED

    def falls(self, slot: int) -> float:
        """How unusual it is that a tile pushed out of a line lies where the spare one does."""
        spare = self.reading.spare
        if spare is None or spare.stayed or self.reading.spare_moved is None:
            return 0.0
        last, inner = (self._measures.centre(at) for at in LINES[slot][:-3:-1])
        way = (last - inner) / self._measures.pitch
        off = np.array(spare.place) - last
        along, aside = float(off @ way), float(abs(off[0] * way[1] - off[1] * way[0]))
        out = along > self._measures.pitch
        near = np.exp(-0.5 * (aside / (FALLS * self._measures.pitch)) ** 2) if out else 0.0
        # Where another tile lay before, this one may have been put back on purpose.
        other = ANYWHERE if self.reading.spare_moved else self._habit.put_back()
        return float(-np.log((near + other) / (1 + other)))

    # -- beside the box -------------------------------------------------------------------

    def _slid(self, after: Position) -> bool:
        """Whether a tile was slid: known ones lie elsewhere, or another one is left over."""
        before = self.before
        if after.spare != before.spare and before.spare != UNKNOWN:
            return True
        if after.slid and not before.slid:
            return True
        if after.tiles is before.tiles:
            return False
        return any(self._shifted(after, at) for at in HOLES)

    def _shifted(self, after: Position, at: Field) -> bool:
        """Whether a field has another tile that nobody can have seen come to light."""
        was, now = self.before.tiles[at], after.tiles[at]
        if was == now or now == UNKNOWN:
            return False
        return was != UNKNOWN or (self.before.covered(at) and after.covered(at))

    def _beside(self, after: Position) -> float:
        """How well spare tile and cheeses fit."""
        slid = after is not self.before and self._slid(after)
        extra = self._extra(after)
        key = (slid, after.spare, after.cheeses, extra)
        if key not in self._beside_values:
            value = self._spare_fit(after, slid)
            if self._told_books:
                value += sum(self._cheeses_fit(after, s, extra) for s in range(after.players))
            self._beside_values[key] = value
        return self._beside_values[key]

    def _spare_fit(self, after: Position, slid: bool) -> float:
        spare, moved = self.reading.spare, self.reading.spare_moved
        if spare is None:
            gone = SPARE_GONE if moved else 0.0
            return -1.0 if slid else -gone
        if not slid:
            if not self.reading.spare_sure:
                return -SPARE_COST if moved else 0.0
            if spare.stayed or moved is None:
                return max(self._spare_kind(spare, after), -SPARE_COST)
            kept = -SPARE_COST if moved else max(self._spare_kind(spare, after), -SPARE_COST)
            return min(kept, -SPARE_TOUCHED)
        fit = max(self._spare_kind(spare, after), -SPARE_COST)
        return fit - (STAYED_COST if spare.stayed else 0.0)

    def _spare_kind(self, spare: Thing, after: Position) -> float:
        if after.spare == UNKNOWN:
            return -UNTOLD if self._spare_read() is not None else 0.0
        return spare.kinds[TILE_NAMES[after.spare]] - max(spare.kinds.values())

    def _spare_read(self) -> int | None:
        """The kind of the spare tile, if one stands out."""
        spare = self.reading.spare
        if spare is None or not self.reading.spare_sure:
            return None
        ranked = sorted(spare.kinds.values())
        clear = ranked[-1] > SPARE_CLEAR and ranked[-1] - ranked[-2] > SPARE_TELLING
        return TILE_NUMBERS[spare.best()] if clear else None

    def _cheese_things(self, seat: int) -> list[Thing]:
        if not self._told_books or seat >= len(self._zones):
            return []
        return [
            thing
            for thing in self.reading.cheeses(self._zones[seat])
            if TILE_NUMBERS[thing.best()] < KINDS
        ]

    def _extra(self, after: Position) -> tuple[tuple[int, int], ...]:
        """Cheeses taken a second time since."""
        before = self.before
        if after.fresh == before.fresh or after.turn != before.turn:
            return ()
        new = Counter(after.fresh) - Counter(before.fresh)
        return tuple(p for p in new if before.cheeses[p[0]] >> p[1] & 1)

    def _cheeses_fit(self, after: Position, seat: int, extra: tuple[tuple[int, int], ...]) -> float:
        wanted = [kind for kind in CHEESES if after.cheeses[seat] >> kind & 1]
        wanted += [kind for owner, kind in extra if owner == seat]
        left, value = list(self._cheeses[seat]), 0.0
        for kind in wanted:
            name = TILE_NAMES[kind]
            best = max(left, key=lambda t: t.kinds[name] - max(t.kinds.values()), default=None)
            fit = -CHEESE_COST
            if best is not None:
                fit = max(best.kinds[name] - max(best.kinds.values()), -CHEESE_COST)
            if best is not None and fit > -CHEESE_COST:
                left.remove(best)
            value += fit
        return value - CHEESE_COST * len(left)

    # -- what is read -----------------------------------------------------------------------

    def _ranked(self, at: Field) -> list[tuple[float, str]]:
        if at not in self._ranks:
            cell = self.reading.fields[at]
            self._ranks[at] = sorted(((cell.value(k), k) for k in TILE_NAMES), reverse=True)
        return self._ranks[at]

    def _readable(self, at: Field) -> bool:
        """Whether one tile stands out on a field."""
        if at not in self._clear:
            ranked = self._ranked(at)
            standing_out = ranked[0][0] > SEEN_WELL and ranked[0][0] - ranked[1][0] > TELLING
            seen = self.reading.fields[at].seen
            self._clear[at] = seen >= WELL_SEEN_SHARE and standing_out
        return self._clear[at]

    def _untold(self, position: Position) -> list[Field]:
        """Open fields whose tile nobody has told though it can be read; traps under mice too."""
        taken = position.occupied()
        found = []
        for at in HOLES:
            if position.tiles[at] != UNKNOWN or position.covered(at) or not self._readable(at):
                continue
            if at not in taken or self._sprung(position, at):
                found.append(at)
        return found

    def _sprung(self, position: Position, at: Field) -> bool:
        """Whether a trap shows where a mouse should be, and may have come there since."""
        if self._ranked(at)[0][1] != TILE_NAMES[TRAP]:
            return False
        return at not in self.before.occupied() or self._slid(position)

    def _reveals(self, position: Position) -> Iterator[Events]:
        """What has come to light: the likeliest reading, and the closest others."""
        fields = self._untold(position)
        told: list[Event] = [Reveal(at, TILE_NUMBERS[self._ranked(at)[0][1]]) for at in fields]
        if position.spare == UNKNOWN:
            kind = self._spare_read()
            if kind is not None:
                told.append(Reveal(SPARE, kind))
        yield tuple(told)
        for n, at in enumerate(fields):
            ranked = self._ranked(at)
            if ranked[0][0] - ranked[1][0] < RIVAL:
                yield (*told[:n], Reveal(at, TILE_NUMBERS[ranked[1][1]]), *told[n + 1 :])

    def news(self, position: Position) -> Iterator[Events]:
        """What has come to light by now, as far as it can be; nothing, if nothing has."""
        for told in self._reveals(position):
            yield self._possible(position, told)

    @staticmethod
    def _possible(position: Position, told: Events) -> Events:
        """Without what cannot be: more tiles of a kind than there are."""
        kept = []
        for event in told:
            try:
                position = apply(position, event)
            except ValueError:
                continue
            kept.append(event)
        return tuple(kept)

    # -- what may have happened ---------------------------------------------------------------

    def moves(self, position: Position) -> Iterator[Events]:
        """The stories that may have led from before to this picture; all at once."""
        if position is self.before:
            yield from Search(self).stories()

    def key(self, position: Position) -> tuple[object, ...]:
        """Stories that come to the same table are one."""
        return table_key(position)

    def asked_for(self, position: Position, event: Event) -> bool:
        """Whether the picture gives any reason for an event."""
        match event:
            case Place(_, tower):
                return self._poor(position, tower)
            case Run(seat, source, to):
                if self._poor(position, to):
                    return True
                if source == OUTSIDE:  # it may have run on from there
                    return any(self._appears(position, seat, at) for at in INSIDE)
                return self._poor(position, source)
            case Uncover(_, room):
                return any(self._poor(position, at) for at in position.setting.rooms[room])
            case Cover(room):
                return self._roofed(position.setting.rooms[room])
            case Slide():
                return self._spare_stirred(position)
            case Take(seat, kind):
                return self._offered(seat, kind)
            case EndTurn():
                return self._ended(position)
            case _:
                return False

    def _poor(self, position: Position, at: Field) -> bool:
        return self._fits(position).get(at, self._kept[at]) < STIRRED

    def _roofed(self, fields: Sequence[Field]) -> bool:
        """Whether a room looks covered."""
        return sum(self._changed(at, ROOF) for at in fields) > len(fields) * 1.5 * UNEXPLAINED

    def _spare_stirred(self, position: Position) -> bool:
        spare = self.reading.spare
        if spare is None:
            return any(self._poor(position, at) for at in HOLES)
        return not spare.stayed and not self._slid(position)

    def _offered(self, seat: int, kind: int) -> bool:
        name = TILE_NAMES[kind]
        return any(
            thing.kinds[name] - max(thing.kinds.values()) > -CLEAR_CHEESE
            for thing in self._cheeses[seat]
        )

    def _ended(self, position: Position) -> bool:
        """Whether anything is left that the end of a turn may explain."""
        if not self._told_books:
            fields = [position.setting.rooms[room] for room in empty_rooms(position)]
            if any(self._roofed(each) for each in fields):
                return True
        return self._loose_ends(position)

    def _loose_ends(self, position: Position) -> bool:
        fits = self._fits(position)
        if any(fits.get(at, kept) < STIRRED for at, kept in enumerate(self._kept)):
            return True
        return self._beside(position) < STIRRED

    def guessed(self, position: Position) -> Iterator[Events]:
        """A cheese that was taken tells what lies under mice that hide their tiles."""
        if not self._told_books or position.phase is not Phase.TURN:
            return
        for seat, mice in enumerate(position.mice):
            hidden = [
                at for at in mice if position.tiles[at] == UNKNOWN and not position.covered(at)
            ]
            for kind in CHEESES if hidden else ():
                if position.cheeses[seat] >> kind & 1 or not self._offered(seat, kind):
                    continue
                under = sum(position.tiles[at] == kind for at in mice)
                told: Events = tuple(Reveal(at, kind) for at in hidden[: max(0, 2 - under)])
                if under + len(told) == 2 and self._possible(position, told) == told:
                    yield (*told, Take(seat, kind))

    # -- what hands could do ----------------------------------------------------------------

    def free_events(self, position: Position) -> Iterator[Events]:
        """What hands could do now, allowed or not, where the picture shows a change."""
        for event in self._free(position):
            try:
                yield free_step(self, position, event)
            except ValueError:
                continue

    def _free(self, position: Position) -> Iterator[Event]:
        yield from self._free_runs(position)
        if position.phase is Phase.PLACE:
            for seat in range(position.players):
                for tower in TOWERS:
                    if self._appears(position, seat, tower):
                        yield Place(seat, tower)
            return
        yield from self._free_roofs(position)
        if self._spare_stirred(position):
            yield from (Slide(position.active, slot) for slot in SLOTS)
        for seat in range(position.players):
            for kind in CHEESES:
                if self._offered(seat, kind):
                    yield Take(seat, kind)
        if self._loose_ends(position):
            yield EndTurn(position.active)

    def _free_roofs(self, position: Position) -> Iterator[Event]:
        for number, room in enumerate(position.setting.rooms):
            if position.roofs >> number & 1:
                fits = self._fits(position)
                if any(fits.get(at, self._kept[at]) < UNEXPLAINED for at in room):
                    yield Uncover(position.active, number)
            elif self._roofed(room):
                yield Cover(number)

    def _appears(self, position: Position, seat: int, at: Field) -> bool:
        """Whether a mouse of a seat shows where the position has none."""
        colour = position.setting.colours[seat]
        if not self._poor(position, at):
            return False
        cell = self.reading.fields[at]
        names = [pair(colour, other) for other in position.setting.colours]
        if at in position.mice[seat]:
            names = [pair(colour, colour)]
        elif at not in position.occupied():
            names.append(colour)
        return max(cell.value(name) for name in names) > UNEXPLAINED

    def _free_runs(self, position: Position) -> Iterator[Event]:
        for seat in range(position.players):
            if position.phase is Phase.PLACE:
                return
            gone = [at for at in position.mice[seat] if self._poor(position, at)]
            new = [at for at in FIELDS if self._appears(position, seat, at)]
            sources = [*gone, *([OUTSIDE] if position.waiting[seat] else [])]
            yield from (Run(seat, source, to) for source in sources for to in new)
            for source in gone:
                traps = [to for to in STEPS[source] if position.tiles[to] == TRAP]
                yield from (Run(seat, source, to) for to in traps)
                yield Run(seat, source, OUTSIDE)


class AppenzellLens:
    """Weighs stories of Burg Appenzell; `zones` are where the seats lay their cheeses."""

    def __init__(self, measures: Measures) -> None:
        self.measures = measures
        self.zones: tuple[Zone, ...] = ()
        self.habit = Habit()
        self._told_books = True
        self._moved: list[bool] = []
        self._certain: Position | None = None

    def story(
        self, reading: Reading, before: Position, rivals: Sequence[Position] = ()
    ) -> AppenzellStory:
        del rivals
        self._told_books = before.options.books == "told"
        if reading.spare_moved is not None and not (reading.spare and reading.spare.stayed):
            self._moved.append(reading.spare_moved)
        return AppenzellStory(reading, before, self.zones, self.measures, self.habit)

    def told(self, position: Position) -> None:
        """The position is certain: what was done with the spare tile shows a habit."""
        last, self._certain = self._certain, position
        if last is not None and self._moved and slid_between(last, position):
            self.habit.fell += any(self._moved)
            self.habit.back += not any(self._moved)
        self._moved = []

    def lies_as(self, told: Position, true: Position) -> bool:
        """Whether a table lies as told; tiles that nobody read need not be told."""
        return (told.roofs, told.mice, told.cheeses) == (true.roofs, true.mice, true.cheeses) and (
            all(a in (b, UNKNOWN) for a, b in zip(told.tiles, true.tiles, strict=True))
        )

    def key(self, position: Position) -> tuple[object, ...]:
        """What matters of a position: two stories that lead to the same are one."""
        return table_key(position)

    def at_rest(self, position: Position) -> bool:
        """Whether no turn is half done."""
        return position.used == 0

    def telling(self, position: Position) -> bool:
        """Whether a picture can prove that play has come this far: not before all are placed."""
        return position.phase is not Phase.PLACE or not any(position.mice)

    def patience(self, stories: Sequence[Told]) -> tuple[int, float]:
        """How many moments a doubt may last, and how small it must be to be let go.

        What lies under roofs is nobody's business now, and who slid shows later: most doubts may
        wait. Where any slot may be the one, no later picture will tell.
        """
        shares = [story.probability for story in stories]
        choices = exp(-sum(share * log(share) for share in shares if share > 0))
        return (0 if choices > MANY else WAITING), SURE_ENOUGH

    def oddity(self, rules: Iterable[str]) -> float:
        """How much less likely than a usual mistake it is that these rules were broken."""
        return sum(UNLIKELY.get(rule, 0.0) for rule in rules)

    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events as far as something was seen: nothing shows of the end of a turn."""
        seen = list(events)
        while self._told_books and seen and isinstance(seen[-1], EndTurn):
            seen.pop()
        return tuple(seen)
