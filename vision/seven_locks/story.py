"""How well a story fits a picture of the seven locks, and which stories are worth telling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import inf

from rules.seven_locks import (
    Coat,
    Drop,
    Event,
    Fill,
    Guess,
    Move,
    Outcome,
    Phase,
    Position,
    Roll,
    Take,
    Treasure,
    Try,
    Withdraw,
    open_towers,
)
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import ALL_FACES, MEMBERS, OPENING, PEARLS, PLACES, Face
from rules.seven_locks.position import known_faces
from vision.reading import Told
from vision.seven_locks.heard import CLEARLY, UNTOLD, WORST, Heard, log_of
from vision.seven_locks.marks import MARKED
from vision.seven_locks.reading import Pearl, Reading
from vision.stories.story import Lens, Score

Events = tuple[Event, ...]

# A thing clearly there that should be gone, or the other way round (log likelihood).
WEIGHT, COAT_WEIGHT = 9.0, 11.0  # in general, and of a coat at home
FAINT_COAT = 0.15  # what tells no more of one tells nothing, however often it is seen
# How much it weighs that a coat above a key is missed, and that one is seen, which is hardly ever
# something else.
MISSED_MARK, SEEN_MARK = 14.0, 24.0
# A key clearly on the board though none is out, and another one than that which is.
LEFT_OUT, OTHER_OUT = 6.0, 8.0
UNLIKE = 8.0  # a coat that looks more like another seat's
# A die that lies elsewhere though nobody threw it, and one thrown that lies as before.
BUMPED, LANDED = -7.0, -7.5
# A throw of a die that lies where nobody sees it.
UNSEEN_ROLL = -5.9
# A pearl that nobody heard or saw; the same at a table without ears.
UNHEARD, DEAF = -8.0, 0.0
# If no tower has a larger share no hand was seen: a pearl that is only heard is told so.
ANYWHERE = 0.15
# A value no worse than this is explained well enough.
FAIR = 3.0
HARDLY = 1.0  # the same for pearls, all together
# A turn begun in the same picture in which another one ended is unusual.
TURN_COST = 5.0
# A pearl of a turn that began after the last picture, though none was heard or seen since.
BEFORE_ITS_TURN = 4.0
# A throw of which nothing was seen, for there was another one since.
UNSEEN_THROW = 3.0
# Chambers nobody counted, before the next roll; a key that was tried, and lies in its place again.
UNCOUNTED, WHICHEVER = 2.0, 2.0
# What the search asks for every event; pearls are not chosen, the die says how many.
PEARL_BONUS = 0.4
SIDE_MARGIN = 8.0
STEPS_CLEAR = 3.0  # steps that stand out less were not seen
# How many ways are tried in which pearls were thrown, and how much less likely one may be.
WAYS, WAYS_MARGIN = 3, 4.0
# In the opening every tower gets its own: of two hands over the same one the other was over another
# tower, however unlikely.
BESIDE = 0.0005
BEFORE_MOVING = (Phase.DROP, Phase.MOVE)
# How many moments a doubt may last, and the same whether play went on; how small it must be then.
DOUBTED, GOES_ON, SMALL_DOUBT = 2, 5, 0.85
UNLIKELY_STORY = 0.03  # less likely stories leave no doubt
HALF_DONE = (Phase.DROP, Phase.MOVE, Phase.KEY, Phase.TREASURE, Phase.GUESS)
# How much less likely than a usual mistake some are. A pearl nobody heard or saw is rare too.
UNLIKELY = {
    "seven_locks.already-moved": 3.0,
    "seven_locks.key-forgotten": 3.0,
    "seven_locks.opener-no-coat": 3.0,
    "seven_locks.pearls-forgotten": 1.0,
}


def drops(position: Position) -> int:
    """How many pearls have been thrown so far."""
    return PEARLS - position.bin - position.hand


def rolls(position: Position) -> int:
    """How often the die was thrown so far."""
    begun = position.phase not in (Phase.SETUP, Phase.OPENING, Phase.ROLL)
    ended = position.phase in (Phase.LAST, Phase.FINISHED)
    return max(0, position.turn - 1) + (begun or ended)


def thrown(before: Position, after: Position) -> tuple[list[int], int]:
    """Pearls thrown into each tower between two positions, and those nobody saw where."""
    unseen = max(0, after.unplaced - before.unplaced)
    counts = [max(0, b - a) for a, b in zip(before.pearls, after.pearls, strict=True)]
    left = drops(after) - drops(before) - unseen - sum(counts)
    opened = [place for place, _ in after.opened[len(before.opened) :]]
    if left > 0 and opened:
        counts[opened[0]] += left
    return counts, unseen


class SevenLocksStory(Score):
    """Scores positions against one reading; values are log likelihoods, 0 is a perfect fit."""

    def __init__(
        self, reading: Reading, before: Position, hears: bool, told: Position | None = None
    ) -> None:
        self.reading, self.before, self._hears = reading, before, hears
        # Pearls are heard since the last certain position, wherever a story has come since.
        self._told = before if told is None else told
        self._alone = UNHEARD if hears else DEAF
        self._heard = Heard(reading.pearls)
        self._known = frozenset(pearl.time for pearl in reading.weighed)
        new = [pearl for pearl in reading.pearls if pearl.time not in self._known]
        self._fell_since = sum(min(1.0, pearl.sure / CLEARLY) for pearl in new)
        self._weighed = self._pearls(before, Heard(reading.weighed))
        last = max(self._known, default=-inf)
        self._earlier, self._since = (
            Heard([pearl for pearl in reading.pearls if (pearl.time > last) is since])
            for since in (False, True)
        )
        # A die that lies as before says nothing new of its throw.
        self._weighed_die = self._die(before) if reading.thrown is False else 0.0
        self.base = self.fit(before)

    # -- scores ---------------------------------------------------------------------------

    def _values(self, after: Position) -> Iterator[float]:
        read = self.reading
        for place, value in enumerate(read.towers):
            yield _is(value, after.stands(place))
        yield max(WORST, read.keymaster[after.keymaster])
        for key, value in enumerate(read.keys):
            yield _is(value, bool(after.row >> key & 1))
        for seat, homes in enumerate(read.homes):
            yield _at_home(homes, after.coats[seat])
        yield from self._marks(after)
        yield self._out(after)
        yield self._die(after)
        yield self._all_pearls(after)

    def _marks(self, after: Position) -> Iterator[float]:
        """Coats above keys; whose they are is told rather by whose is missing at home."""
        marks, more = self.reading.marks, self.reading.more
        for key in MEMBERS[after.row] if marks else ():
            best = max(value for (_, each), value in marks.items() if each == key)
            seats = [seat for seat, guessed in after.guesses if guessed == key]
            unlike = sum(best - marks.get((seat, key), 0.0) for seat in seats)
            yield max(WORST, _coat_off(best, bool(seats)) - UNLIKE * unlike)
            if more:
                yield max(WORST, _coat_off(more[key], len(seats) > 1))

    def _out(self, after: Position) -> float:
        """A key on the board tells which one was taken; one that nobody sees may be in a hand, and
        that of an opened tower may still lie there.
        """
        out = self.reading.out
        left = max((out[key] for key in MEMBERS[after.row]), default=0.0)
        if after.key is None:
            return -LEFT_OUT * max(0.0, 2 * left - 1)
        return -OTHER_OUT * max(0.0, left - out[after.key])

    def _die(self, after: Position) -> float:
        read, new = self.reading, rolls(after) - rolls(self.before)
        value = 0.0
        if not read.die:
            value = UNSEEN_ROLL * (new > 0)
        elif rolls(after):
            shown = [read.die[face] for face in read.die if _may_be(face, after)]
            value = max([WORST, *shown])
        if read.thrown is not None and read.thrown is not (new > 0) and not self._settled(new):
            value += BUMPED if read.thrown else LANDED
        return value

    def _settled(self, new: int) -> bool:
        """Whether it is clear when the die was thrown, though no two pictures show that."""
        first = self.reading.memory.came and not self.reading.thrown and not rolls(self._told)
        return first or self._shows_itself(new)

    def _shows_itself(self, new: int) -> bool:
        """Whether a die that nobody saw when it was thrown shows now what the pearls told."""
        die, last = self.reading.die, self.before
        if new or last.steps or not rolls(last) or not die:
            return False
        return _may_be(max(die, key=lambda face: die[face]), last)

    def _all_pearls(self, after: Position) -> float:
        """How well the pearls of a story fit what was heard and which hands were seen.

        What falls after a turn is over is none of its pearls, nor of the next what fell before.
        """
        before = self.before
        if rolls(after) == rolls(before) or before.hand or before is self._told:
            return self._pearls(after, self._heard)
        old, lacking = self._brought(self._told, before, self._earlier)
        new, more = self._brought(before, after, self._since)
        gains = sum(old.values()) + sum(new.values())
        return self._heard.nothing + gains + self._alone * (lacking + more)

    def _pearls(self, after: Position, heard: Heard) -> float:
        """The same of all that was heard, whenever it was."""
        found, lacking = self._brought(self._told, after, heard)
        return heard.nothing + sum(found.values()) + self._alone * lacking

    def _brought(
        self, start: Position, after: Position, heard: Heard
    ) -> tuple[dict[int, float], int]:
        """Which pearls fell between two positions, by number, with what each gains; and how many
        more must have fallen.
        """
        counts, unseen = thrown(start, after)
        ends = frozenset((after.keymaster, start.keymaster))
        # Whoever was there before he was seen to stand where he did moved him not.
        stood = self.before.keymaster == start.keymaster
        early = self._known if stood else frozenset[float]()
        moved = ends if len(ends) > 1 else frozenset[int]()
        found = heard.brought(counts, unseen, self._alone, moved, early)
        return found, sum(counts) + unseen - len(found)

    def fit(self, after: Position) -> float:
        """How well the picture fits, if the table went from `before` to `after`."""
        thrown = rolls(after) > rolls(self.before)
        return sum(self._values(after)) - self._weighed - (0.0 if thrown else self._weighed_die)

    def unexplained(self, after: Position) -> float:
        """How much a story leaves unexplained that it did not leave so before."""
        *places, pearls = self._values(after)
        pearls -= min(0.0, self._weighed)
        return sum(min(0.0, value + FAIR) for value in places) + min(0.0, pearls + HARDLY)

    def prior(self, after: Position) -> float:
        """How usual a story is before any picture."""
        before = self.before
        cost = TURN_COST * max(0, after.turn - before.turn - 1)
        cost += UNSEEN_THROW * max(0, rolls(after) - rolls(before) - 1)
        if self._hears and rolls(after) > rolls(before):
            new = drops(after) - drops(before) - before.hand
            cost += BEFORE_ITS_TURN * max(0.0, new - self._fell_since)
        return -cost

    def step_cost(self, step: Events) -> float:
        """Chambers are counted on a phone, as a rule; that many pearls fell is nothing unusual."""
        pearls = sum(isinstance(event, Drop) for event in step)
        counted = sum(isinstance(event, Treasure) for event in step)
        tried = sum(isinstance(event, Take) and not self._gone(event.key) for event in step)
        return UNCOUNTED * counted + WHICHEVER * tried - PEARL_BONUS * pearls

    # -- steps of a story -----------------------------------------------------------------

    def steps(self, position: Position) -> list[Events]:
        """What the rules allow now, as far as the picture speaks for it."""
        match position.phase:
            case Phase.ROLL:
                return [(Roll(*face),) for face in self._sides(position)]
            case Phase.OPENING | Phase.DROP:
                return list(self._throws(position))
            case Phase.KEY:
                return [(Take(key),) for key in self._taken(position)]
            case Phase.TRY:
                return [(Try(Outcome.FITS),), (Try(Outcome.FAILS),)]
            case Phase.COATS | Phase.GUESS:
                return [(event,) for event in GAME.actions(position) if self._likely(event)]
            case Phase.TREASURE:
                return [(event,) for event in GAME.actions(position)[:1]]
        return [(event,) for event in GAME.actions(position)]

    def _sides(self, position: Position) -> list[Face]:
        """Sides of the die that may lie on top."""
        read = self.reading.die
        sides = list(dict.fromkeys(known_faces(position.setting) or read or ALL_FACES))
        if not read:
            return [(pearls, 0) for pearls in sorted({pearls for pearls, _ in sides})]
        ranked = sorted(sides, key=lambda side: -read.get(side, WORST))
        least = read.get(ranked[0], WORST) - SIDE_MARGIN
        found = []
        for pearls in dict.fromkeys(side[0] for side in ranked):
            best, *others = (side for side in ranked if side[0] == pearls)
            lead = read.get(best, WORST) - max((read.get(o, WORST) for o in others), default=WORST)
            clear = best == ranked[0] and lead > STEPS_CLEAR
            if read.get(best, WORST) > least:
                found.append(best if clear else (pearls, 0))
        return found

    def _taken(self, position: Position) -> list[int]:
        """Keys that may have been taken: those that are gone, else any."""
        keys = list(MEMBERS[position.row])
        return [key for key in keys if self._gone(key)] or keys

    def _gone(self, key: int) -> bool:
        """Whether a key may be out of its row."""
        return self.reading.keys[key] < 0.2 or self.reading.out[key] > 0.5

    def _likely(self, event: Event) -> bool:
        """Whether a coat may have been placed, or a key marked, as the picture has it."""
        if isinstance(event, Coat) and event.placed:
            return min(self.reading.homes[event.seat]) < 0.5
        if isinstance(event, Guess) and event.key is not None:
            return self.reading.marks.get((event.seat, event.key), 0.0) > 0.1
        return True

    def _throws(self, position: Position) -> Iterator[Events]:
        """Sets of towers into which the due pearls may have been thrown."""
        if position.phase is Phase.OPENING and not self._hears and not self.reading.pearls:
            yield (Fill(),)
            return
        waiting = self._waiting(position)
        due = position.hand
        found = [pearl for pearl in waiting if pearl.sure > 0.05]
        heard = [pearl for pearl in waiting if pearl.sure > CLEARLY]
        if len(heard) < due:  # the others are still in the hand, or fell where nobody saw them
            yield from self._thrown(position, heard, whole=False)
            yield from self._thrown(position, heard)
        for skip in range(max(0, len(found) - due) + 1):
            yield from self._thrown(position, found[skip : skip + due])
        best = sorted(found, key=lambda pearl: -pearl.sure)[:due]
        yield from self._thrown(position, sorted(best, key=lambda pearl: pearl.time))

    def _waiting(self, position: Position) -> list[Pearl]:
        """Pearls heard or seen that the story has not told of yet, in order of time."""
        told = self._heard.likeliest(*thrown(self._told, position))
        return [pearl for n, pearl in enumerate(self.reading.pearls) if n not in told]

    def _thrown(
        self, position: Position, pearls: Sequence[Pearl], whole: bool = True
    ) -> Iterator[Events]:
        """Pearls brought to the likeliest towers that the rules allow, in the likeliest ways; the
        rest nobody saw, if the whole hand was thrown.
        """
        ways: list[tuple[float, Position, Events]] = [(0.0, position, ())]
        for pearl in pearls:
            steps = [
                (weight + fit, here, events, tower)
                for weight, here, events in ways
                for tower, fit in _towers(here, pearl)
            ]
            if not steps:
                break
            ranked = sorted(steps, key=lambda way: -way[0])[:WAYS]
            ways = [
                (weight, GAME.apply(here, Drop(tower)), (*events, Drop(tower)))
                for weight, here, events, tower in ranked
                if weight > ranked[0][0] - WAYS_MARGIN
            ]
        for _, here, events in ways:
            unseen = here.hand if whole else 0
            if events or unseen:
                yield (*events, *_unseen(here, unseen))

    # -- what hands could do --------------------------------------------------------------

    def free_steps(self, position: Position) -> Iterator[Event | Events]:
        """What hands could do now, allowed or not, where the picture shows it."""
        if position.phase in (Phase.SETUP, Phase.FINISHED):
            return
        yield from self.steps(position)
        places = [p for p in range(PLACES) if self.reading.keymaster[p] > -3.0]
        for place in places:
            if place != position.keymaster:
                yield Move(place)
        for key in MEMBERS[position.row]:
            if self.reading.keys[key] < 0.0:
                if position.phase is Phase.MOVE:
                    yield Move(position.keymaster), Take(key)
                else:
                    yield Take(key)
        yield from self._free_coats(position)
        yield from self._free_throws(position)

    def _free_coats(self, position: Position) -> Iterator[Event]:
        for seat, homes in enumerate(self.reading.homes):
            here = sum(value > 0.0 for value in homes)
            if here < position.coats[seat]:
                yield Coat(seat, True)
                for key in MEMBERS[position.row]:
                    if self.reading.marks.get((seat, key), 0.0) > MARKED:
                        yield Guess(seat, key)
            elif here > position.coats[seat]:
                yield Withdraw(seat, True)

    def _free_throws(self, position: Position) -> Iterator[Events]:
        """Pearls as they were heard and seen, one by one or all; none fell where no tower is."""
        if position.phase not in (Phase.OPENING, Phase.DROP, Phase.MOVE):
            return
        pearls = [pearl for pearl in self._waiting(position) if pearl.sure > CLEARLY]
        towers = [max(range(PLACES), key=pearl.towers.__getitem__) for pearl in pearls]
        drops = [Drop(tower) for tower in towers if position.stands(tower)]
        for count in range(1, min(len(drops), OPENING) + 1):
            yield tuple(drops[:count])


def _towers(position: Position, pearl: Pearl) -> Iterator[tuple[int | None, float]]:
    """Towers a pearl may have fallen into, and how well each fits: None if no hand tells any."""
    left = open_towers(position)
    if max(pearl.towers) < ANYWHERE:
        yield left[0] if len(left) == 1 else None, 0.0
        return
    vague = max(pearl.towers) <= CLEARLY
    least = BESIDE if position.phase is Phase.OPENING else UNTOLD
    for tower in left:
        if vague or pearl.towers[tower] >= least:
            yield tower, log_of(pearl.towers[tower])


def _unseen(position: Position, count: int) -> Iterator[Drop]:
    """Pearls that nobody saw fall: where, only the rules can tell, if one tower is left."""
    for _ in range(count):
        left = open_towers(position)
        drop = Drop(left[0] if len(left) == 1 else None)
        yield drop
        position = GAME.apply(position, drop)


def _is(value: float, there: bool, weight: float = WEIGHT) -> float:
    """How well it fits that a thing is there or not."""
    return -weight * max(0.0, -value if there else value)


def _coat_off(value: float, there: bool) -> float:
    """How well it fits that a coat lies above a key or not."""
    off = MISSED_MARK * (MARKED - value) if there else SEEN_MARK * (value - MARKED)
    return -max(0.0, off)


def _at_home(homes: Sequence[float], count: int) -> float:
    """How well it fits that so many of a seat's coats lie at home."""
    shown = [value if abs(value) > FAINT_COAT else 0.0 for value in homes]
    choices = [each for each in product((True, False), repeat=len(homes)) if sum(each) == count]
    return max(
        (
            sum(_is(v, there, COAT_WEIGHT) for v, there in zip(shown, each, strict=True))
            for each in choices
        ),
        default=WORST,
    )


class SevenLocksLens(Lens):
    """Weighs stories of Schloss der 7 Schlösser. `hears`: pearls are heard, not only guessed."""

    def __init__(self, hears: bool = False) -> None:
        self.hears = hears
        self.told: Position | None = None  # the last certain position

    def story(
        self, reading: Reading, before: Position, rivals: Sequence[Position] = ()
    ) -> SevenLocksStory:
        del rivals
        return SevenLocksStory(reading, before, self.hears, self.told)

    def looks_same(self, told: Position, true: Position) -> bool:
        """Whether a table lies as told; where pearls fell need not be known, nor who is next."""
        return (*_lying(told), told.steps) == (*_lying(true), true.steps)

    def key(self, position: Position) -> tuple[object, ...]:
        """What matters of a position: two stories that lead to the same are one.

        A key that failed lies in the row again, but everybody knows which one it was. How far the
        keymaster might have gone is of no account once he went.
        """
        known = (position.pearls, position.unplaced, position.boxes, position.masks)
        due = (position.phase, position.turn, position.active, position.asked)
        may_go = position.steps if position.phase in BEFORE_MOVING else 0
        return (*_lying(position), may_go, *known, *due)

    def at_rest(self, position: Position) -> bool:
        """Whether no turn is half done."""
        return position.phase not in HALF_DONE

    def is_provable(self, _: Position) -> bool:
        """Whether a picture can prove that play has come this far."""
        return True

    def patience(self, stories: Sequence[Told]) -> tuple[int, float]:
        """How many moments a doubt may last, and how small it must be to be let go.

        Whether play went on as one story has it, or not yet, the next move will tell.
        """
        likely = [each.events for each in stories if each.probability > UNLIKELY_STORY]
        longest = max(likely, key=len)
        goes_on = all(events == longest[: len(events)] for events in likely) and len(likely) > 1
        return GOES_ON if goes_on else DOUBTED, SMALL_DOUBT

    def mistake_cost(self, rules: Iterable[str]) -> float:
        """How much less likely than a usual mistake it is that these rules were broken."""
        return sum(UNLIKELY.get(rule, 0.0) for rule in rules)

    def says_less(self, one: Sequence[Event], other: Sequence[Event]) -> bool:
        """Whether a story tells what another one does, but not of all pearls where they fell."""
        if [_where_open(event) for event in one] != [_where_open(event) for event in other]:
            return False
        known, more = (
            Counter(e.tower for e in each if isinstance(e, Drop)) for each in (one, other)
        )
        return known[None] >= more[None] and all(known[t] <= more[t] for t in range(PLACES))

    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events as far as something was seen: who declines shows nothing, nor does a count."""
        seen = list(events)
        while seen and _silent(seen[-1]):
            seen.pop()
        return tuple(seen)


def _may_be(face: Face, position: Position) -> bool:
    """Whether a side of the die is what was thrown, as far as it was seen."""
    return face[0] == position.rolled and position.steps in (0, face[1])


def _where_open(event: Event) -> Event:
    """An event with nothing said of where a pearl fell."""
    return Drop(None) if isinstance(event, Drop) else event


def _silent(event: Event) -> bool:
    match event:
        case Coat(_, placed):
            return not placed
        case Guess(_, key):
            return key is None
        case Drop(tower):
            return tower is None
        case Treasure():
            return True
    return False


def _lying(position: Position) -> tuple[object, ...]:
    """What lies on the table."""
    return (
        position.keymaster,
        position.standing,
        position.row,
        position.key,
        position.coats,
        position.joined,
        position.guesses,
        position.rolled,
        position.bin,
        position.hand,
    )
