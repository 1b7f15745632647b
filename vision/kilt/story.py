"""How well a story fits a picture of a Kilt Castle table, and which stories are worth telling."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rules.kilt import CARDS, COLOURS, GAME, Build, Card, Event, Move, Phase, Position, Roof
from rules.kilt.pieces import SIZE, Square
from rules.values import Answer
from vision.kilt.cards import NO_CARD
from vision.kilt.collars import Collar
from vision.kilt.reader import Reading
from vision.kilt.table import DEPTHS, SQUARES
from vision.kilt.tops import EMPTY, Top
from vision.reading import Cell
from vision.stories.story import Lens, Score

# A row with a gap where a card has left: the others were not moved up yet.
GAP_COST = -3.0
# Two turns between two pictures are rare, and any one of the many that would be possible rarer
# still; a pause in the middle of a turn is unusual.
EXTRA_TURN_COST = 7.0
PAUSE_COST = {Phase.BUILD: 1.5, Phase.ROOF: 3.0}
# A roof hides what lies behind it as three floors would, being broader too.
ROOF_FLOORS = 3
# What a square costs at the most that another tower may hide.
HIDDEN_COST = -0.7
# Mistakes people hardly ever make: a picture that seems to show one is rather misread. And a
# second builder waits for the first more often than a floor finds its right square.
RARER = {
    "kilt.not-builder": 6.0,
    "kilt.move-first": 6.0,
    "kilt.must-build": 6.0,
    "kilt.no-roof-due": 6.0,
    "kilt.no-roof-there": 6.0,
    "kilt.game-over": 6.0,
    "kilt.build-order": 0.5,
}
# What a further look at a doubted square counts: much of what misled the first is still there.
# And nearly all of it on one that looks as it did.
REREAD, REREAD_ALIKE = 0.5, 0.1
# A floor that hides at once under another is unusual, and more so if no roof was put on both yet.
COVERED_COST = 1.5
UNROOFED_COST = 1.0
# One that hides under its like would leave no trace at all: hardly anybody laid it.
ALIKE_COST = 3.0
# A square that fits this well untouched looks as before; a floor laid on its like does not.
UNTOUCHED = -1.0
TWIN_COST = -8.0
# A new top that seems to lie no higher than the old one is seen askew, or lies so.
LOW_COST = 2.0
# What peeks out from under a top counts no more than this.
PEEKING_COST = -8.0
# What the outline of a top says at the most against its being the old one, if another tower is in
# the way: more of it may have come to light.
BEHIND_COST = -3.0
# The shadow of a tower that grew beside it may have changed the look of a square.
SHADED_COST = -1.0
# A place that fits no worse than this is explained well enough: a piece straightened, say.
FAIR = 5.0
# A place that fits this badly is not explained.
UNEXPLAINED = -5.0
# A colour that fits this badly is not on top.
BELOW = -12.0


BESIDE = {
    n: [m for m, (y, x) in enumerate(SQUARES) if 0 < max(abs(y - row), abs(x - column)) < 2]
    for n, (row, column) in enumerate(SQUARES)
}


def top_label(position: Position, number: int) -> Top:
    """What a square should look like."""
    tower = position.towers[number]
    if not tower:
        return EMPTY
    if SQUARES[number] in position.roofs:
        return (len(tower), "roof")
    floor = tower[-1]
    return (len(tower), f"{floor.colour} {floor.crests}")


def any_crests(label: Top) -> list[Top]:
    """A top whose crests nobody has seen may have any number."""
    height, kind = label
    if not kind.endswith("None"):
        return [label]
    return [(height, kind.replace("None", str(n))) for n in range(3)]


def card_name(card: Card) -> str:
    return f"{card.board}/{card.away}"


class KiltStory(Score):
    """Scores positions against one reading; values are log likelihoods, 0 is a perfect fit."""

    hides_order = True  # floors laid on one another look the same under a roof in any order

    def __init__(self, reading: Reading, before: Position, rivals: Sequence[Position] = ()) -> None:
        self.reading, self.before = reading, before
        self._kept_rows = [self._row_kept(place) for place in range(len(before.rows))]
        self._kept_tops = [self._top_kept(number) for number in range(len(SQUARES))]
        self._unmoved = {n: self._outlined(n, c.unmoved) for n, c in self._like_before()}
        for number, unmoved in self._unmoved.items():
            self._kept_tops[number] += min(0.0, unmoved)
        for number, rest in self._doubted(rivals):
            self._kept_tops[number] += rest
        self._remembered = any(cell.same is not None for cell in reading.slots.values())
        self.base = sum(self._kept_rows) + sum(self._kept_tops)
        self._rows: dict[tuple[int, tuple[Card, ...]], float] = {}
        self._tops: dict[tuple[int, Top], float] = {}
        self._towers: dict[int, tuple[object, object, float]] = {}
        self._best_above: dict[tuple[int, int], float] = {}
        self._shades = [self._shaded(number) for number in range(len(SQUARES))]

    def _top_kept(self, number: int) -> float:
        cell = self.reading.squares.get(SQUARES[number])
        if cell is None:
            return 0.0
        labels = any_crests(top_label(self.before, number))
        return max(cell.kept(label, bare=label == EMPTY) for label in labels)

    def _like_before(self) -> Iterator[tuple[int, Collar]]:
        """Squares that look different but have a top of the colour they had."""
        for number, square in enumerate(SQUARES):
            collar, top = self.reading.collars.get(square), self.before.top(square)
            if (
                collar
                and top
                and (collar.top, collar.height)
                == (
                    str(top.colour),
                    len(self.before.towers[number]),
                )
            ):
                yield number, collar

    def _outlined(self, number: int, unmoved: float) -> float:
        """What a top's outline says, which counts less where other towers hide it."""
        if unmoved > BEHIND_COST or not self._behind(SQUARES[number]):
            return unmoved
        return BEHIND_COST

    def _behind(self, square: Square) -> bool:
        """Whether another tower hides a square, or would if it was a little higher."""
        towers = zip(SQUARES, self.before.towers, strict=True)
        rises = {s: ROOF_FLOORS if s in self.before.roofs else 1 for s in SQUARES}
        return any(
            square in self.reading.hides(other, len(tower) + rises[other])
            for other, tower in towers
            if tower and other != square
        )

    def _doubted(self, rivals: Sequence[Position]) -> Iterator[tuple[int, float]]:
        """Squares on which rival beliefs differ, and what speaks against ours beside the best.

        A square that looks as before speaks for all of them alike, so it is read anew.
        """
        for number, square in enumerate(SQUARES):
            cell = self.reading.squares.get(square)
            labels = {top_label(each, number) for each in rivals}
            if cell is None or len(labels) < 2:
                continue
            mine = self._free_fit(cell, top_label(self.before, number))
            rest = min(0.0, mine - max(self._free_fit(cell, label) for label in labels))
            alike = cell.same is not None and cell.same >= max(cell.labels.values())
            yield number, rest * (REREAD_ALIKE if alike else REREAD)

    @staticmethod
    def _free_fit(cell: Cell[Top], label: Top) -> float:
        return max(cell.anew(each) for each in any_crests(label))

    def _row_kept(self, place: int) -> float:
        row = self.before.rows[place]
        total = 0.0
        for depth in range(DEPTHS):
            label = card_name(row[depth]) if depth < len(row) else NO_CARD
            total += self.reading.slots[place, depth].kept(label, bare=label == NO_CARD)
        return total

    def fit(self, after: Position) -> float:
        """How well the picture fits, if the table went from `before` to `after`."""
        total = self.base
        before = self.before
        if after.rows is not before.rows:
            for place, row in enumerate(after.rows):
                if row is not before.rows[place] and row != before.rows[place]:
                    total += self._row(place, row) - self._kept_rows[place]
        if after.towers is not before.towers or after.roofs != before.roofs:
            total += self._towers_after(after)
        return total

    def _towers_after(self, after: Position) -> float:
        """How much better the squares fit; of the same towers no more than once."""
        known = self._towers.get(id(after.towers))
        if known is None or known[0] is not after.towers or known[1] != after.roofs:
            better = sum(self._tops_after(after)) - sum(self._kept_tops)
            known = self._towers[id(after.towers)] = (after.towers, after.roofs, better)
        return known[2]

    def _tops_after(self, after: Position) -> list[float]:
        """The value of every square; what a grown tower hides cannot be held against a story."""
        values = list(self._kept_tops)
        hidden: set[Square] = set()
        labels = {n: label for n in range(len(SQUARES)) if (label := self._changed_top(after, n))}
        for number in {beside for n in labels for beside in BESIDE[n]} - labels.keys():
            values[number] = max(values[number], self._shades[number])
        for number, label in labels.items():
            square = SQUARES[number]
            values[number] = self._top_after(after, number, label)
            height = label[0] + (ROOF_FLOORS if label[1] == "roof" else 0)
            if values[number] > UNEXPLAINED:  # what is not there hides nothing
                hidden |= self.reading.hides(square, height)
            hidden |= self._uncovered(after, number)
        for square in hidden:
            number = square[0] * SIZE + square[1]
            # What looks just as before is not hidden, so nothing new lies there either.
            if number not in labels or self._kept_tops[number] < UNTOUCHED:
                values[number] = max(values[number], HIDDEN_COST)
        return values

    def _shaded(self, number: int) -> float:
        """How well a square fits that stayed as it was, but in another light."""
        label = top_label(self.before, number)
        unmoved = min(0.0, self._unmoved.get(number, 0.0))
        return SHADED_COST + unmoved + max(self._top(number, each) for each in any_crests(label))

    def _uncovered(self, after: Position, number: int) -> frozenset[Square]:
        """What a roof hid that was lifted: it was not seen for long, or not well."""
        square = SQUARES[number]
        if square not in self.before.roofs or square in after.roofs:
            return frozenset()
        height = len(self.before.towers[number]) + ROOF_FLOORS
        return self.reading.hides(square, height)

    def unexplained(self, after: Position) -> float:
        """What the picture shows that the story cannot explain; 0 if everything fits fairly."""
        before = self.before
        rows = [
            self._row(place, row) if row != before.rows[place] else self._kept_rows[place]
            for place, row in enumerate(after.rows)
            # What lies about the table is told from cards by having lain there before.
            if row != before.rows[place] or self._remembered
        ]
        tops = self._tops_after(after)
        return sum(min(0.0, value + FAIR) for value in rows + tops)

    def prior(self, after: Position) -> float:
        """How usual a story is before any picture: one whole turn is the usual thing."""
        pause = after.phase in PAUSE_COST
        extra = max(0, after.turn - self.before.turn + pause - 1)
        covered = sum(floors - 1 for _, floors in self._covering(after))
        hidden = COVERED_COST * covered + ALIKE_COST * self._under_likes(after)
        if after.phase is Phase.ROOF and covered:
            hidden += UNROOFED_COST
        return -hidden - EXTRA_TURN_COST * extra - PAUSE_COST.get(after.phase, 0.0)

    def _covering(self, after: Position) -> list[tuple[Square, int]]:
        """Squares on which more than one floor was laid, and how many."""
        pairs = zip(after.towers, self.before.towers, strict=True)
        grown = [len(now) - len(then) for now, then in pairs]
        return [(SQUARES[n], floors) for n, floors in enumerate(grown) if floors > 1]

    def _under_likes(self, after: Position) -> int:
        """How many floors were laid and then covered by another of their colour."""
        laid = [
            now[len(then) :]
            for now, then in zip(after.towers, self.before.towers, strict=True)
            if len(now) > len(then) + 1
        ]
        return sum(one.colour is two.colour for floors in laid for one, two in pairwise(floors))

    def leaves_no_trace(self, after: Position, _: Sequence[Event] = ()) -> bool:
        """Whether a floor lies under another that was laid at once, or a card went on at once."""
        return bool(self._covering(after)) or self._went_on(after)

    def _went_on(self, after: Position) -> bool:
        """Whether more cards were moved than lie elsewhere now."""
        turns = [each.turn + (each.phase in PAUSE_COST) for each in (self.before, after)]
        rows = zip(after.rows, self.before.rows, strict=True)
        arrived = sum((Counter(now) - Counter(then)).total() for now, then in rows)
        return turns[1] - turns[0] > arrived

    def still_possible(self, after: Position) -> float:
        """How much better grown towers may fit, once what was laid on their new tops lies there."""
        if after.towers is self.before.towers:
            return 0.0
        total = 0.0
        for number, (now, then) in enumerate(zip(after.towers, self.before.towers, strict=True)):
            if len(now) > len(then) and SQUARES[number] not in after.roofs:
                value = self._laid_top(number, top_label(after, number))
                total += max(0.0, self._above(number, len(now)) - COVERED_COST - value)
        return total

    def _above(self, number: int, height: int) -> float:
        """How well the best top fits that may still come upon a tower of this height."""
        key = (number, height)
        if key not in self._best_above:
            cell = self.reading.squares.get(SQUARES[number])
            labels = cell.labels if cell else ()
            above = [top for top in labels if top[0] > height or top == (height, "roof")]
            fits = (self._top(number, label) for label in above)
            self._best_above[key] = max(fits, default=-math.inf)
        return self._best_above[key]

    def _changed_top(self, after: Position, number: int) -> Top | None:
        square = SQUARES[number]
        roofed = square in after.roofs
        if after.towers[number] == self.before.towers[number] and roofed == (
            square in self.before.roofs
        ):
            return None
        return top_label(after, number)

    def _top_after(self, after: Position, number: int, label: Top) -> float:
        """The value of a changed square; a floor put on a roof lies on top of it, at any height."""
        if label[1] != "roof" or SQUARES[number] not in self.before.roofs:
            return self._laid_top(number, label) + self._peeking(after, number)
        floor = after.towers[number][-1]
        kind = f"{floor.colour} {floor.crests}"
        return max(self._top(number, (label[0] + more, kind)) for more in range(ROOF_FLOORS + 1))

    def _peeking(self, after: Position, number: int) -> float:
        """How well what peeks out from under a new top fits the floors that it covers."""
        square = SQUARES[number]
        collar = self.reading.collars.get(square)
        before = len(self.before.towers[number])
        floors = after.towers[number][before:]
        if collar is None or square in after.roofs or before != collar.height or not floors:
            return 0.0
        if floors[-1].colour != collar.top:
            return 0.0
        if len(floors) == 1 and number in self._unmoved:
            return -max(0.0, self._unmoved[number])
        below = self.before.top(square)
        colours = {str(floor.colour) for floor in floors[:-1]}
        return max(PEEKING_COST, collar.value(colours, str(below.colour) if below else None))

    def _laid_top(self, number: int, label: Top) -> float:
        """How well a new top fits; one on its like shows by where it lies, or hardly is there."""
        height, kind = top_label(self.before, number)
        twin = label == (height + 1, kind) and self._kept_tops[number] > UNTOUCHED
        return min(self._top(number, label), TWIN_COST if twin else 0.0)

    def _top(self, number: int, label: Top) -> float:
        key = (number, label)
        if key not in self._tops:
            cell = self.reading.squares.get(SQUARES[number])
            self._tops[key] = self._read_top(number, cell, label) if cell else 0.0
        return self._tops[key]

    def _read_top(self, number: int, cell: Cell[Top], label: Top) -> float:
        """A cell's value; more floors at once than were looked for look like as many as were.

        A top with other crests is a new one, even if it seems to lie as high as the old one did.
        """
        height, kind = min(label[0], max(height for height, _ in cell.labels)), label[1]
        value = max(map(cell.value, any_crests((height, kind))))
        before, old = top_label(self.before, number)
        plain = kind.endswith(" 0") or " " not in kind
        if plain or kind == old or label[0] != before + 1:
            return value
        return max(value, max(map(cell.value, any_crests((before, kind)))) - LOW_COST)

    def _row(self, place: int, row: tuple[Card, ...]) -> float:
        key = (place, row)
        if key not in self._rows:
            self._rows[key] = max(self._laid(place, row))
        return self._rows[key]

    def _laid(self, place: int, row: tuple[Card, ...]) -> Iterator[float]:
        """The row's fit without a gap, and with one gap behind each number of cards."""
        names = [card_name(card) for card in row]
        yield self._slots(place, names)
        if len(names) < DEPTHS:
            for gap in range(len(names)):
                yield GAP_COST + self._slots(place, [*names[:gap], NO_CARD, *names[gap:]])

    def _slots(self, place: int, names: list[str]) -> float:
        old = self.before.rows[place]
        total = 0.0
        for depth in range(DEPTHS):
            name = names[depth] if depth < len(names) else NO_CARD
            was = card_name(old[depth]) if depth < len(old) else NO_CARD
            cell = self.reading.slots[place, depth]
            same = name == was
            total += cell.kept(name, bare=name == NO_CARD) if same else cell.value(name)
        return total

    def changed_squares(self) -> list[int]:
        """Squares that no longer look as before."""
        return [n for n, value in enumerate(self._kept_tops) if value < UNEXPLAINED]

    def changed_rows(self) -> set[int]:
        return {p for p, value in enumerate(self._kept_rows) if value < UNEXPLAINED}

    def steps(self, position: Position) -> Iterator[tuple[Event]]:
        """What the rules allow now; how many crests a floor has is asked only where it may show."""
        hidden: set[Square] = set()
        for event in GAME.actions(position):
            if not isinstance(event, Build):
                yield (event,)
            elif event.square not in hidden:
                covered = self._covered(event)
                hidden |= {event.square} if covered else set()
                yield (replace(event, crests=None) if covered else event,)

    def _covered(self, event: Build) -> bool:
        """Whether a floor must lie under another: nothing of its colour is on top, however high."""
        cell = self.reading.squares.get(event.square)
        if cell is None:
            return False
        alike = [top for top in cell.labels if top[1].rpartition(" ")[0] == event.colour]
        return max(map(cell.value, alike), default=0.0) < BELOW

    def free_steps(self, position: Position) -> list[Event | tuple[Event, ...]]:
        """What hands could do now, allowed or not, where the picture shows a change."""
        moves = self._free_moves(position)
        events: list[Event | tuple[Event, ...]] = [*moves]
        if position.turn == self.before.turn and position.phase is Phase.MOVE:
            events += [each for move in moves if len(each := self._finished(position, move)) > 1]
        for number in self.changed_squares():
            if SQUARES[number] not in position.water:
                events += _free_builds(position, number)
        return events

    def _finished(self, position: Position, move: Event) -> tuple[Event, ...]:
        """A wrong move with the rest of its turn, as the rules ask for and the picture shows it.

        Alone it would leave more unexplained than a whole turn in which all else is right.
        """
        events: tuple[Event, ...] = (move,)
        after = GAME.apply(position, move)
        if GAME.legal(position, move).answer is not Answer.NO:
            return events
        while builds := [e for e in GAME.actions(after) if isinstance(e, Build | Roof)]:
            ways = [GAME.apply(after, event) for event in builds]
            fits = [self.fit(way) for way in ways]
            best = max(range(len(ways)), key=fits.__getitem__)
            if fits[best] <= self.fit(after):
                break
            events, after = (*events, builds[best]), ways[best]
        return events

    def _free_moves(self, position: Position) -> list[Event]:
        """Cards that may have moved: from one place that looks different to another.

        One of the two may be hard to see; then the card moved as the rules allow.
        """
        changed = self.changed_rows()
        events: list[Event] = [
            event
            for event in GAME.actions(position)
            if isinstance(event, Move) and {event.to, _place(position, event)} & changed
        ]
        for source in changed:
            for card in position.rows[source]:
                sides = {CARDS[card.away][card.board], card}
                places = [to for to in changed if to != source and len(position.rows[to]) < DEPTHS]
                events += [Move(side, to) for side in sides for to in places]
        return events


def _place(position: Position, event: Move) -> int | None:
    found = position.place_of(event.card)
    return found and found[0]


def _free_builds(position: Position, number: int) -> list[Event]:
    square = SQUARES[number]
    events: list[Event] = [Build(c, crests, square) for c in COLOURS for crests in (0, 1, 2)]
    if position.towers[number] and square not in position.roofs:
        unused = [None] if len(position.roofs) < 2 else []
        events += [Roof(square, source) for source in [*position.roofs, *unused]]
    return events


class KiltLens(Lens):
    """Weighs stories of Kilt Castle."""

    def looks_same(self, told: Position, true: Position) -> bool:
        """Whether a table lies as told; crests that nobody saw need not be told."""
        if (told.rows, frozenset(told.roofs)) != (true.rows, frozenset(true.roofs)):
            return False
        pairs = list(zip(told.towers, true.towers, strict=True))
        return all(len(a) == len(b) for a, b in pairs) and all(
            floor.colour == real.colour and floor.crests in (None, real.crests)
            for a, b in pairs
            for floor, real in zip(a, b, strict=True)
        )

    def story(
        self, reading: Reading, before: Position, rivals: Sequence[Position] = ()
    ) -> KiltStory:
        return KiltStory(reading, before, rivals)

    def key(self, position: Position) -> tuple[object, ...]:
        """What matters of a position: two stories that lead to the same are one."""
        return (
            position.rows,
            position.towers,
            position.roofs,
            position.ducats,
            position.phase,
            position.active,
            position.turn,
            position.front,
            position.pending,
        )

    def at_rest(self, position: Position) -> bool:
        """Whether no turn is half done."""
        return position.phase not in PAUSE_COST

    def is_provable(self, position: Position) -> bool:
        """Whether a picture can prove that play has come this far.

        Two floors on one square with the roof still to come look like one floor, laid by the
        second builder too early: only the roof tells.
        """
        return position.phase is not Phase.ROOF

    def mistake_cost(self, rules: Iterable[str]) -> float:
        """How much less likely than a usual mistake it is that these rules were broken."""
        return sum(RARER.get(rule, 0.0) for rule in rules)

    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events without what no camera can tell: crests of floors that were covered at once.

        Events of earlier turns keep theirs: they were seen when they were built.
        """
        shown: list[Event] = []
        covered: set[Square] = set()
        for event in reversed(events):
            if isinstance(event, Build) and event.square in covered:
                shown.append(replace(event, crests=None))
            else:
                shown.append(event)
            if isinstance(event, Roof | Build):
                covered.add(event.square)
        return tuple(reversed(shown))
