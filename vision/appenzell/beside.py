"""How well the table beside a box of Burg Appenzell fits: the spare tile, the cheeses won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rules.appenzell import UNKNOWN, Position
from rules.appenzell.events import TILE_NUMBERS
from rules.appenzell.pieces import CHEESES, HOLES, LINES, SLOTS, TILE_NAMES, Field
from vision.appenzell.reader import Reading
from vision.appenzell.table import Quarter, Sizes
from vision.appenzell.things import FELL, Place, Thing, clear_face, fallen

# What a spare tile that can be read costs a story that does not tell it, and when it can.
UNTOLD = 6.0
SPARE_TELLING, SPARE_CLEAR = 6.0, 50.0
# A spare tile lies elsewhere, or looks different, though nobody slid; one that stayed though.
SPARE_COST, SPARE_GONE, STAYED_COST = 10.0, 6.0, 6.0
OTHER_COST = 16.0  # it is clearly another one
SPARE_TOUCHED = 7.0  # it lies where it lay, but was laid there anew
# A tile falls out at the end of its line (shares of the pitch), or is laid anywhere.
FALLS, ANYWHERE = 0.5, 0.002
PUT_BACK = 0.15
# A tile that is not found changed the table where it fell; how likely it did elsewhere, or unseen.
UNSEEN, UNSTIRRED = 0.5, 0.01
# A cheese before a player that nobody took, or one that is missing; one that is clearly there was
# laid there.
CHEESE_COST, LAID_COST = 7.0, 14.0
CLEAR_CHEESE = 3.0


@dataclass
class Habit:
    """Whether these people leave a tile where it falls out, or put it where the last one lay."""

    fell: int = 0
    back: int = 0

    def anywhere(self) -> float:
        """How likely any other place is, against the end of the line."""
        return ANYWHERE / (1 + self.fell)

    def put_back(self) -> float:
        """How likely the old place is, against the end of the line.

        Those who put tiles back nearly always do: leaving one where it fell says much.
        """
        return PUT_BACK * (1 + self.back) / (1 + self.fell) ** 4


class Beside:
    """Scores what lies beside the box against one reading; 0 is a perfect fit."""

    def __init__(
        self,
        reading: Reading,
        before: Position,
        zones: Sequence[Quarter],
        measures: Sizes,
        habit: Habit,
    ) -> None:
        self._reading, self._before = reading, before
        self._zones, self._measures, self._habit = zones, measures, habit
        self._told_books = before.options.books == "told"
        self._cheeses = [self._cheese_things(seat) for seat in range(before.players)]
        self._values: dict[tuple[object, ...], float] = {}

    def falls(self, slot: int) -> float:
        """How unusual it is that a tile pushed out of a line lies where the spare one does."""
        spare, around = self._reading.spare, self._reading.memory.around
        fell = fallen(around)
        if self._reading.spare_moved and (spare is None or (fell and not self._reading.spare_sure)):
            # What clearly changed before an exit is where it lies.
            unseen, least = (ANYWHERE, ANYWHERE) if fell else (UNSEEN, UNSTIRRED)
            stirred = around.stirred.get(slot)
            share = unseen if stirred is None else min(1.0, stirred / FELL)
            return float(-np.log(max(share, least)))
        if spare is None:
            return 0.0
        _, way = self._measures.exit(slot)
        off = np.array(spare.place) - self._measures.centre(LINES[slot][-1])
        along, aside = float(off @ way), float(abs(off[0] * way[1] - off[1] * way[0]))
        out = along > self._measures.pitch
        near = np.exp(-0.5 * (aside / (FALLS * self._measures.pitch)) ** 2) if out else 0.0
        # Where another tile lay before, this one may have been put back on purpose.
        moved = self._reading.spare_moved
        other = self._habit.anywhere() if moved else self._habit.put_back()
        return float(-np.log((near + other) / (1 + other)))

    def slid(self, after: Position) -> bool:
        """Whether a tile was slid: known ones lie elsewhere, or another one is left over."""
        before = self._before
        if after.spare != before.spare and before.spare != UNKNOWN:
            return True
        if after.slid and (after.turn > before.turn or not before.slid):
            return True
        if after.tiles is before.tiles:
            return False
        return any(self._shifted(after, at) for at in HOLES)

    def shows_spare(self, position: Position) -> bool:
        """Whether the spare tile of a position is the one in the picture, not one slid in since."""
        spare = self._reading.spare
        if spare is None or spare.stayed or self._reading.spare_moved is None:
            return True
        return position is not self._before and self.slid(position)

    def _shifted(self, after: Position, at: Field) -> bool:
        """Whether a field has another tile that nobody can have seen come to light."""
        was, now = self._before.tiles[at], after.tiles[at]
        if was == now or now == UNKNOWN:
            return False
        return was != UNKNOWN or (self._before.covered(at) and after.covered(at))

    def fit(self, after: Position) -> float:
        """How well spare tile and cheeses fit."""
        slid = after is not self._before and self.slid(after)
        extra = self._extra(after)
        key = (slid, after.spare, after.cheeses, extra)
        if key not in self._values:
            value = self._spare_fit(after, slid)
            if self._told_books:
                value += sum(self._cheeses_fit(after, s, extra) for s in range(after.players))
            self._values[key] = value
        return self._values[key]

    def _spare_fit(self, after: Position, slid: bool) -> float:
        spare, moved = self._reading.spare, self._reading.spare_moved
        if spare is None:
            gone = SPARE_COST if fallen(self._reading.memory.around) else SPARE_GONE
            return -1.0 if slid else -gone * bool(moved)
        if not slid:
            if not self._reading.spare_sure:
                return -SPARE_COST if moved else 0.0
            if spare.stayed or moved is None:
                return max(self._spare_kind(spare, after), -SPARE_COST)
            kept = max(self._spare_kind(spare, after), -OTHER_COST)
            return min(kept, -SPARE_COST if moved else -SPARE_TOUCHED)
        fit = max(self._spare_kind(spare, after), -SPARE_COST)
        return fit - (STAYED_COST if spare.stayed else 0.0)

    def _spare_kind(self, spare: Thing, after: Position) -> float:
        if after.spare == UNKNOWN:
            return -UNTOLD if self.spare_kind() is not None else 0.0
        return spare.kinds[TILE_NAMES[after.spare]] - max(spare.kinds.values())

    def spare_kind(self) -> int | None:
        """The kind of the spare tile, if one stands out."""
        spare = self._reading.spare
        if spare is None or not self._reading.spare_sure:
            return None
        second, first = sorted(spare.kinds.values())[-2:]
        lead = first - second
        clear = lead > SPARE_TELLING and first + lead > SPARE_CLEAR
        return TILE_NUMBERS[spare.best()] if clear else None

    def _cheese_things(self, seat: int) -> list[Thing]:
        if not self._told_books or seat >= len(self._zones):
            return []
        found = [thing for thing in self._reading.cheeses(self._zones[seat]) if _cheese_like(thing)]
        return [t for t in found if not t.stayed] + self._known_cheeses(seat, found)

    def _known_cheeses(self, seat: int, found: Sequence[Thing]) -> list[Thing]:
        """Of what lay there before as much as was told; the rest is something else on the table."""
        kinds = [TILE_NAMES[kind] for kind in CHEESES if self._before.cheeses[seat] >> kind & 1]
        known: list[Thing] = []
        for name in kinds:
            left = [thing for thing in found if thing.stayed and thing not in known]
            known += sorted(left, key=lambda t: -_as_cheese(t, name))[:1]
        return known

    def _extra(self, after: Position) -> tuple[tuple[int, int], ...]:
        """Cheeses taken a second time since."""
        before = self._before
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
            best = max(left, key=lambda t: _as_cheese(t, name), default=None)
            fit = -CHEESE_COST
            if best is not None:
                fit = max(_as_cheese(best, name), -CHEESE_COST)
            if best is not None and fit > -CHEESE_COST:
                left.remove(best)
            value += fit
        return value - sum(LAID_COST if clear_face(each) else CHEESE_COST for each in left)

    def offered(self, seat: int, kind: int) -> bool:
        name = TILE_NAMES[kind]
        return any(_as_cheese(thing, name) > -CLEAR_CHEESE for thing in self._cheeses[seat])


def before_slot(place: Place, measures: Sizes) -> bool:
    """Whether something beside the box lies where a tile falls out."""
    for slot in SLOTS:
        edge, way = measures.exit(slot)
        off = np.array(place) - edge
        aside = abs(off[0] * way[1] - off[1] * way[0])
        if off @ way > 0 and aside < FALLS * measures.pitch:
            return True
    return False


def _best_cheese(thing: Thing) -> float:
    return max(thing.kinds[TILE_NAMES[kind]] for kind in CHEESES)


def _cheese_like(thing: Thing) -> bool:
    """Whether a thing may be a cheese somebody won: those with a pale print look nearly plain."""
    return _best_cheese(thing) > max(thing.kinds.values()) - CLEAR_CHEESE


def _as_cheese(thing: Thing, name: str) -> float:
    """How well what somebody won fits a cheese: nobody wins plain tiles."""
    return thing.kinds[name] - _best_cheese(thing)
