"""How well a story fits a picture of King Solomon's mine, and which stories are worth telling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any

from rules.solomon import (
    Choose,
    DrawShape,
    Event,
    Lift,
    Mark,
    Pass,
    Pay,
    Phase,
    Position,
    See,
    Shift,
)
from rules.solomon.game import GAME
from rules.solomon.pieces import (
    FULL,
    NEIGHBOURS,
    SQUARES,
    TILE,
    UNKNOWN,
    Shape,
    Square,
    Tile,
    flipped,
    placements,
    to_entrance,
    turns,
)
from rules.solomon.possible import impossible
from rules.values import Answer
from vision.reading import NEVER, Cell
from vision.solomon.cards import CardRead
from vision.solomon.reader import Reading
from vision.solomon.table import EMPTY, KINDS, top_name
from vision.solomon.turns import STIRRED, UNEXPLAINED, Turns
from vision.stories.story import Lens, Score

Events = tuple[Event, ...]
NEAR = 2  # a card is read with its arrow to the near side

# A top that could be read and is not told; one that is told must stand out this much.
UNTOLD = 7.0
TELLING = 2.0
SEEN_WELL = -4.0
# A second reading of a top that is this close to the best is a story of its own.
RIVAL = 7.0
# A tile under one of its own kind may look just as before, if it lies just so.
TWIN_COST = 6.5
# What a tile's place says of how high it lies counts this much: it has some play in its shaft.
LIES_HIGH = 0.5
# A place that fits no worse than this is explained well enough.
FAIR = 3.0
# A tile in its shaft hardly ever lies otherwise than before unless it was taken out; where more
# than so many seem to, it is the tray, the camera or the light.
RELAID = 2.5
CLEARLY_MOVED, MOST_MOVED = 60.0, 12
# Shifts cost money, a pause in a turn is unusual, and so are two turns between two pictures.
SHIFT_COST = 3.5
MANY_SHIFTS = 2
OBJECT_COST = 2.0
# Which tile comes to light nobody knows before: a story that needs no such chance is likelier.
CHANCE_COST = 2.0
PAUSE_COST = 1.5
TURN_COST = 6.0
# Sets of numbers less likely than this beside the best possible, and more than so many, are left
# out; no number lies there twice, so that a misread one shows itself.
NUMBER_MARGIN = 8.0
NUMBERS_A_CARD = 4
CARD_SETS = 12
CLEAR_FIGURE = 0.3
# New cards lie open, and a story says nothing of them.
UNTURNED = 8.0
# A card that shows another figure than the one known of its number is rather another card.
OTHER_FIGURE = 9.0
# A shaft that shows something never taught where it did not before: glare, but rather a hand.
STRANGE_COST = 5.5
# So many moments a doubt is carried that later pictures may settle; smaller ones are let go.
DOUBTED, SMALL_DOUBT, UNLIKELY_STORY = 2, 0.95, 0.02
# Mistakes people hardly ever make; a picture that seems to show one is rather misread.
ODD = 9.0
MORE_WRONG = 2.0  # one rule is broken more easily than several
UPWARD = "solomon.shift-upward"
UNLIKELY = frozenset(
    ("solomon.area-size", "solomon.shift-neighbour", "solomon.shift-late", "solomon.shape")
)


def _figure_fits(known: Shape | None, read: Shape) -> float:
    """How well a figure fits a card whose figure may be known from another evening."""
    return 0.0 if known is None or known == read else -OTHER_FIGURE


def _gone(position: Position) -> set[int]:
    """The cards that were played in earlier rounds."""
    return {card for played in position.played for card in played}


def _turns(position: Position) -> int:
    """How many seats have dug or passed."""
    return sum(map(len, position.played)) - len(position.waiting) + (position.dug is not None)


class SolomonStory(Score):
    """Scores positions against one reading; values are log likelihoods, 0 is a perfect fit."""

    def __init__(
        self,
        reading: Reading,
        before: Position,
        slots: Sequence[int],
        silent: bool,
        doubt: bool,
    ) -> None:
        self.reading, self.before = reading, before
        self._ranks: dict[Square, list[tuple[float, str]]] = {}
        self._slots, self._silent, self._doubt = slots, silent, doubt
        self._relaid = self._laid_anew()
        self._kept = [self._as_before(square) for square in SQUARES]
        self._values: dict[tuple[Square, str | None], float] = {}
        self._high: dict[Square, dict[int, float]] = {}
        self._cards = self._new_cards()
        self._fresh = self._are_fresh()
        self._whole = sum(self._kept)
        self.base = self._whole + self._cards_fit(before)
        self._strange = [square for square in SQUARES if self._is_strange(square)]

    # -- scores ---------------------------------------------------------------------------

    def _cell(self, square: Square) -> Cell[str]:
        return self.reading.shafts[square]

    def _as_before(self, square: Square) -> float:
        cell, name = self._cell(square), top_name(self.before, square)
        if name is None:
            return max(cell.kept(kind) for kind in KINDS) - UNTOLD * self._readable(square)
        # Put back, or lit otherwise: that it looks different tells of no other tile.
        excused = square in self.reading.put_back or square in self.reading.still
        relaid = RELAID * (square in self._relaid and not excused)
        return cell.kept(name, bare=name == EMPTY or excused) - relaid

    def _laid_anew(self) -> frozenset[Square]:
        """Shafts whose top clearly lies otherwise than before, if they are but a few."""
        moved = frozenset(
            square
            for square, cell in self.reading.shafts.items()
            if cell.same is not None
            and top_name(self.before, square)
            and cell.same < max(cell.labels.values()) - CLEARLY_MOVED
        )
        return moved if len(moved) <= MOST_MOVED else frozenset()

    def _readable(self, square: Square) -> bool:
        """Whether one face stands out on a shaft."""
        ranked = self._ranked(square)
        return ranked[0][0] > SEEN_WELL and ranked[0][0] - ranked[1][0] > TELLING

    def _is_strange(self, square: Square) -> bool:
        """Whether a shaft shows nothing that was ever taught, so that it says nothing."""
        ranked = self._ranked(square)
        alike = ranked[0][0] - ranked[len(ranked) // 2][0] < 1.0
        bare = self._cell(square).value(EMPTY) > ranked[0][0] + TELLING
        return alike and not bare and self._kept[square] < STIRRED

    def _ranked(self, square: Square) -> list[tuple[float, str]]:
        """The faces a shaft may show, best first."""
        if square not in self._ranks:
            cell = self._cell(square)
            self._ranks[square] = sorted(((cell.value(k), k) for k in KINDS), reverse=True)
        return self._ranks[square]

    def _changed(self, square: Square, name: str | None) -> float:
        key = (square, name)
        if key not in self._values:
            cell = self._cell(square)
            if name is None:
                value = max(cell.value(kind) for kind in KINDS) - UNTOLD * self._readable(square)
            else:
                value = cell.value(name)
                if name == top_name(self.before, square):
                    value = max(value, self._twin(square))
            self._values[key] = value
        return self._values[key]

    def _each(self, after: Position) -> Iterator[tuple[Square, float]]:
        """The value of every shaft that is not as before."""
        old, new = self.before.stacks, after.stacks
        for square in SQUARES:
            if new[square] is not old[square] and new[square] != old[square]:
                if len(new[square]) == len(old[square]) and old[square][-1] == UNKNOWN:
                    name = top_name(after, square)  # the same tile, told now
                    kept = self._cell(square).kept(name) if name else self._kept[square]
                    yield square, max(kept, self._changed(square, name))
                else:
                    yield square, self._changed(square, top_name(after, square))

    def fit(self, after: Position) -> float:
        """How well the picture fits, if the table went from `before` to `after`."""
        changes = 0.0
        if after.stacks is not self.before.stacks:
            changes = sum(
                value - self._kept[square] + self._lies_high(square, len(after.stacks[square]))
                for square, value in self._each(after)
            )
        return self._whole + changes + self._cards_fit(after)

    def _lies_high(self, square: Square, height: int) -> float:
        """How well the place of a shaft's top fits that so many tiles lie there now."""
        if square not in self._high:
            heights = self.reading.heights
            self._high[square] = heights.fits(square) if heights is not None else {}
        known = height != len(self.before.stacks[square])
        return LIES_HIGH * self._high[square].get(min(height, FULL), 0.0) * known

    def unexplained(self, after: Position) -> float:
        """How much a story leaves unexplained."""
        values = self._fits(after)
        odd = STRANGE_COST * len(self._strange)
        return (
            sum(min(0.0, value + FAIR) for value in values) + min(0.0, self._cards_fit(after)) - odd
        )

    def leaves_no_trace(self, after: Position, _: Sequence[Event] = ()) -> bool:
        """Whether a story tells of so many shifts that a mistake may explain the table better."""
        begun = self.before.shifts if self.before.waiting[:1] == after.waiting[:1] else 0
        fresh = after.shifts - begun  # shifts seen in a picture before this one are no guess
        return fresh >= MANY_SHIFTS and after.phase in (Phase.DIG, Phase.PAY)

    def prior(self, after: Position) -> float:
        """How usual a story is before any picture."""
        pause = after.phase is Phase.DIG and after.shifts > 0
        begun = _turns(after) - _turns(self.before) + pause
        return -PAUSE_COST * pause - TURN_COST * max(0, begun - 1)

    def step_cost(self, step: Events) -> float:
        """Shifts cost money, and objects are few; nobody spends them for nothing."""
        shifts = sum(isinstance(event, Shift) for event in step)
        objects = sum(len(event.objects) for event in step if isinstance(event, Mark))
        seen = sum(len(event.squares) for event in step if isinstance(event, See))
        return SHIFT_COST * shifts + OBJECT_COST * objects + CHANCE_COST * seen

    # -- cards ----------------------------------------------------------------------------

    def _new_cards(self) -> dict[int, CardRead] | None:
        """The cards by seat, if there is a new one for every seat."""
        found: dict[int, CardRead] = {}
        for seat, slot in enumerate(self._slots):
            card = self.reading.cards.get(slot)
            if card is None or card.clear < CLEAR_FIGURE or not card.cells:
                return None
            found[seat] = card
        return found or None

    def _are_fresh(self) -> bool:
        """Whether all cards that lie open seem to be new ones, not those of the last round."""
        if self._cards is None or self.before.phase is not Phase.CHOOSE:
            return False
        return all(self._is_new(seat, card) for seat, card in self._cards.items())

    def _is_new(self, seat: int, card: CardRead) -> bool:
        """Whether a card was not played yet by its number, or shows another number and another
        figure than the one that lay there last: then it is misread.
        """
        number = card.numbers.best()
        if number not in _gone(self.before):
            return True
        last = self.before.played[seat][-1:]
        known = self.before.shapes[last[0]] if last else None
        other = known is not None and to_entrance(card.cells, NEAR) != known
        return other and number not in last

    def _number_fit(self, seat: int, number: int) -> float:
        """How well a card shows a number, of those that a new one may have."""
        assert self._cards is not None
        numbers = self._cards[seat].numbers.labels
        gone = _gone(self.before) if self._fresh else ()
        best = max((value for each, value in numbers.items() if each not in gone), default=0.0)
        return max(numbers.get(number, -30.0) - best, -30.0)

    def _cards_fit(self, after: Position) -> float:
        """How well the numbers read fit, of cards turned up since."""
        if self._cards is None or after.round > self.before.round:
            return 0.0
        if after.cards == self.before.cards:
            return -UNTURNED * self._fresh
        return sum(
            self._number_fit(seat, card)
            + _figure_fits(self.before.shapes[card], to_entrance(self._cards[seat].cells, NEAR))
            for seat, card in enumerate(after.cards)
            if card
        )

    def _reveals(self, position: Position) -> list[Events]:
        """Sets of cards that may have been turned up."""
        if self._cards is None or any(card is not None for card in position.cards):
            return []
        gone = _gone(position)
        choices = [
            self._likely(self._cards[seat], gone, position) for seat in range(position.players)
        ]
        sets = [
            (sum(value for value, _ in each), tuple(card for _, card in each))
            for each in product(*choices)
            if len({card for _, card in each}) == len(each)
        ]
        sets.sort(key=lambda item: -item[0])
        likely = [each for each in sets if each[0] > sets[0][0] - NUMBER_MARGIN]
        return [self._turned_up(position, cards) for _, cards in likely[:CARD_SETS]]

    @staticmethod
    def _likely(card: CardRead, gone: set[int], position: Position) -> list[tuple[float, int]]:
        """The numbers a card may have; one whose figure is known must show that figure."""
        figure = to_entrance(card.cells, NEAR)
        free = [
            (value + _figure_fits(position.shapes[number], figure), number)
            for number, value in card.numbers.labels.items()
            if number not in gone
        ]
        free.sort(key=lambda item: -item[0])
        return free[:NUMBERS_A_CARD]

    def _turned_up(self, position: Position, cards: Sequence[int]) -> Events:
        assert self._cards is not None
        events: list[Event] = [Choose(seat, card) for seat, card in enumerate(cards)]
        for seat, card in enumerate(cards):
            if position.shapes[card] is None:
                events.append(DrawShape(card, self._cards[seat].cells, NEAR))
        return tuple(events)

    # -- what may have happened ---------------------------------------------------------------

    def steps(self, position: Position) -> Iterator[Events]:
        """Steps a story may take from here, as the rules allow."""
        told = self._told(position)
        if told:
            yield from self._tellings(position, told)
        if position.phase is Phase.CHOOSE:
            yield from self._reveals(position)
        elif position.phase is Phase.DIG:
            yield from self._turns(position)
        elif position.phase is Phase.PAY and (self._doubt or self._silent or self._more(position)):
            pays = [event for event in GAME.actions(position) if isinstance(event, Pay)]
            yield from ((event,) for event in pays[:1])

    def _more(self, position: Position) -> bool:
        """Whether the picture shows more than a story tells so far."""
        return position is not self.before and min(self._fits(position)) < UNEXPLAINED

    def _turns(self, position: Position) -> Iterator[Events]:
        """Whole turns of the active seat, or its shifts so far."""
        seat = position.waiting[0]
        for plan in Turns(position, self._fits(position), self._shows).plans():
            shifts = tuple(Shift(seat, *step) for step in plan.steps)
            after = position
            for shift in shifts:
                after = GAME.apply(after, shift)
            if not plan.area:
                yield from ((*shifts, *told) for told in self._tellings(after, self._told(after)))
                continue
            mark = Mark(seat, plan.area, plan.objects)
            if GAME.legal(after, mark).answer is not Answer.NO:
                yield from ((*shifts, *dug) for dug in self._dug(after, mark))
        if self._silent:
            yield (Pass(seat),)

    def _shows(self, square: Square, name: str | None) -> float:
        """How well a shaft shows a face that was not there before; None for any."""
        if name is None:
            best = max(self._cell(square).value(kind) for kind in KINDS)
            return max(best, self._twin(square))
        return self._changed(square, name)

    def _twin(self, square: Square) -> float:
        """How well a shaft shows another tile of the kind that was on top, lying just so."""
        known = top_name(self.before, square)
        return self._kept[square] - TWIN_COST if known else NEVER

    def _fits(self, position: Position) -> list[float]:
        """How well every shaft is explained as it lies in a position."""
        values = list(self._kept)
        for square, value in self._each(position):
            values[square] = value
        return values

    def _dug(self, position: Position, mark: Mark) -> Iterator[Events]:
        """The dig of an area, with what has come to light under it."""
        filled = [square for square in mark.squares if position.stacks[square]]
        lift = Lift(mark.seat, tuple(self._top(position, square) for square in sorted(filled)))
        marked = GAME.apply(position, mark)
        after = GAME.apply(marked, lift)
        for told in self._tellings(after, self._told(after)):
            yield (mark, lift, *told)

    def _top(self, position: Position, square: Square) -> Tile:
        """What lies on top, or by the picture before if nobody has told it."""
        known, past = position.top(square), self.reading.past.get(square)
        if known != UNKNOWN or not past or position.stacks[square] != self.before.stacks[square]:
            return known
        ranked = sorted(((value, name) for name, value in past.items()), reverse=True)
        stands_out = ranked[0][0] - ranked[1][0] > RIVAL and ranked[0][1] != EMPTY
        return TILE[ranked[0][1]] if stands_out else UNKNOWN

    def _told(self, position: Position) -> list[Square]:
        """Shafts whose top nobody has told though it can be read."""
        return [
            square
            for square in SQUARES
            if position.stacks[square]
            and position.top(square) == UNKNOWN
            and (self._readable(square) or self._is_twin(position, square))
        ]

    def _is_twin(self, position: Position, square: Square) -> bool:
        """Whether a shaft from which a tile was taken shows one just like it."""
        taken = len(position.stacks[square]) < len(self.before.stacks[square])
        return taken and self._twin(square) > self._ranked(square)[0][0]

    def _tellings(self, position: Position, squares: list[Square]) -> Iterator[Events]:
        """What shows on those shafts: the likeliest reading, and the closest others."""
        if not squares:
            yield ()
            return
        ranked = {square: self._ranked(square) for square in squares}
        best = {square: TILE[ranks[0][1]] for square, ranks in ranked.items()}
        twins = [square for square in squares if self._is_twin(position, square)]
        best |= {square: self.before.top(square) for square in twins}
        choices = [best]
        close = sorted(
            (ranks[0][0] - ranks[1][0], square)
            for square, ranks in ranked.items()
            if square not in twins
        )
        for margin, square in close[:3]:
            if margin < RIVAL:
                choices.append({**best, square: TILE[ranked[square][1][1]]})
        sights = [See(tuple(squares), tuple(tiles[s] for s in squares)) for tiles in choices]
        # The box holds only so many tiles of each colour: what it cannot show is misread.
        told: list[Events] = [(see,) for see in sights if impossible(position, see) is None]
        yield from told or [()]

    # -- what hands could do ----------------------------------------------------------------

    def changed(self) -> list[Square]:
        """Shafts that no longer look as before."""
        return [square for square in SQUARES if self._kept[square] < UNEXPLAINED]

    def free_steps(self, position: Position) -> Iterator[Events]:
        """What hands could do now, allowed or not, where the picture shows a change."""
        changed = self.changed()
        if not changed or not position.waiting:
            return
        stirred = [square for square in SQUARES if self._kept[square] < STIRRED]
        for source, target in product(stirred, stirred):
            known = source in changed or target in changed
            if known and target in NEIGHBOURS[source] and position.stacks[source]:
                yield from self._shifted(position, source, target)
        if position.phase in (Phase.DIG, Phase.PAY):
            for mark in self._free_marks(position, changed):
                yield from list(self._try_dug(position, mark))[:1]

    def _shifted(self, position: Position, source: Square, target: Square) -> Iterator[Events]:
        if position.phase is not Phase.DIG:
            return
        shift = Shift(position.waiting[0], source, target)
        after = GAME.apply(position, shift)
        for told in list(self._tellings(after, self._told(after)))[:1]:
            yield (shift, *told)

    def _try_dug(self, position: Position, mark: Mark) -> Iterator[Events]:
        try:
            yield from self._dug(position, mark)
        except ValueError:
            return

    def _free_marks(self, position: Position, changed: list[Square]) -> Iterator[Mark]:
        """Areas a seat may have dug: what changed, or its figure in any turn that fits that."""
        seats = position.waiting if position.phase is Phase.DIG else position.waiting[1:]
        spot = frozenset(changed)
        for seat in seats:
            shape = position.shape(seat)
            areas = {tuple(sorted(s for s in changed if position.stacks[s]))} - {()}
            for figure in {*turns(shape), *turns(flipped(shape))} if shape else ():
                for area in placements(figure):
                    filled = {square for square in area if position.stacks[square]}
                    if filled and len(filled ^ spot) <= 1:
                        areas.add(tuple(sorted(area)))
            yield from (Mark(seat, area) for area in areas)


class SolomonLens(Lens):
    """Weighs stories of König Salomons Schatzkammer.

    `slots` are the places of the seats' cards. `silent`: nobody tells of passes and payments.
    """

    def __init__(self, slots: Sequence[int], silent: bool = False) -> None:
        self.slots, self.silent = slots, silent

    def story(
        self, reading: Reading, before: Position, rivals: Sequence[Position] = ()
    ) -> SolomonStory:
        return SolomonStory(reading, before, self.slots, self.silent, len(rivals) > 1)

    def looks_same(self, told: Position, true: Position) -> bool:
        """Whether a table lies as told; tops that nobody read need not be told."""
        return told.heights == true.heights and all(
            told.top(square) in (true.top(square), UNKNOWN) for square in SQUARES
        )

    def key(self, position: Position) -> tuple[object, ...]:
        """What matters of a position: two stories that lead to the same are one."""
        return (
            position.stacks,
            position.cards,
            position.waiting,
            position.phase,
            position.round,
            position.shifts,
            position.loot,
            position.coins,
            position.shapes,
        )

    def at_rest(self, position: Position) -> bool:
        """Whether no turn is half done."""
        return position.shifts == 0 or position.phase is not Phase.DIG

    def is_provable(self, position: Position) -> bool:
        """Whether a picture can prove that play has come this far.

        Half a turn may be a glance between two shifts, except where nothing but pictures tells.
        """
        return self.silent or self.at_rest(position)

    def patience(self, stories: Sequence[Any]) -> tuple[int, float]:
        """How many moments a doubt may last, and how small it must be to be let go.

        Stories that leave the same tiles in the same shafts will look the same for ever.
        """
        left = {story.position.stacks for story in stories if story.probability > UNLIKELY_STORY}
        return (0 if len(left) == 1 else DOUBTED, SMALL_DOUBT)

    def mistake_cost(self, rules: Iterable[str]) -> float:
        """How much less likely than a usual mistake it is that these rules were broken."""
        broken = set(rules)
        odd = ODD * len(broken & UNLIKELY) + MORE_WRONG * max(0, len(broken) - 1)
        # A tile is pushed wrongly as easily as an area is dug wrongly: that is no second effort.
        return odd - SHIFT_COST * (UPWARD in broken)

    def takes_back(self, events: Sequence[Event]) -> bool:
        """Whether a tile goes straight back to where it came from; nobody pays for that."""
        shifts = [event for event in events if isinstance(event, Shift)]
        return any(
            (one.source, one.target) == (other.target, other.source)
            for one, other in pairwise(shifts)
        )

    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events as far as something was seen: nothing shows of a pass or a payment."""
        seen = list(events)
        while seen and isinstance(seen[-1], Pass | Pay):
            seen.pop()
        return tuple(seen)
