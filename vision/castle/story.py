"""How well a story fits a picture of The Castle, and which stories are worth telling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from rules.castle import (
    Done,
    Event,
    Fight,
    Found,
    HitCounter,
    Phase,
    Position,
    Roll,
    Search,
    Step,
    TurnUp,
)
from rules.castle.game import GAME
from rules.castle.party import leader, open_kinds, open_monsters, printed
from rules.castle.pieces import TREASURES
from rules.castle.position import DICE, castle_of
from vision.castle.laying import MEAGRE, laid_as, without_backs
from vision.castle.reader import Reading
from vision.castle.table import Content, contents
from vision.dice.find import Die
from vision.reading import Told
from vision.stories.story import Lens, Score

Events = tuple[Event, ...]

# A hit counter that shows another number, and that without the die.
MISCOUNTED, UNPROVED = -7.0, -2.0
# A place that looks as before holds what it held.
UNTOUCHED = -9.0
FAIR = 2.5
FIRST = -4.0
# A die that was thrown tells of a roll, most of all one that shows something else now; one that
# was not, of none.
THROWN, SHOWS_ELSE, NOT_THROWN, UNTOLD = 5.0, 2.5, 7.0, -6.0
DOUBTFUL_DIE, ANOTHER_THING = 3.0, 3.0
LEAST_LIKELY, OUT_OF_QUESTION = -12.0, -9.0  # values of a die
UNCLEAR, CLEAR = 0.35, 0.7  # quality of a die that is hardly believed, and that is
OTHER_DIE = -6.0  # somebody may have turned it meanwhile
SILENT, IDLE = 0.6, 3.5
LEAVING, ROUNDABOUT = 5.0, 3.0
SEEN_FIND = 6.0
UNSEEN_KINDS = 8
LONGEST_WAY = 3
ODD = 6.0
DOUBTED, HAND_AWAY, SMALL_DOUBT = 1, 3, 0.97
HIDDEN_SHARE = 0.02
FIGHTING = (Phase.SPELLS, Phase.MELEE)
UNLIKELY = frozenset({"castle.not-beside", "castle.already-there", "castle.wrong-step"})


class Idle(tuple[Event, ...]):
    """A step in which nobody does what they may."""


class Detour(tuple[Event, ...]):
    """A step to where one step from the last picture's place would have led as well."""


class CastleStory(Score):
    """Scores positions against one reading; values are log likelihoods, 0 is a perfect fit."""

    def __init__(self, reading: Reading, before: Position, counts: bool) -> None:
        self.reading, self.before = reading, before
        # Without the die, a number that was misread must not make a throw certain.
        self._counts = (MISCOUNTED if reading.die is not None else UNPROVED) if counts else 0.0
        castle = castle_of(before)
        self._gates = {castle.name(at) for at in castle.entrances}
        rooms = {castle.name(at) for at in castle.rooms}
        self._spots = {
            place: spots if place in rooms else tuple(without_backs(spot) for spot in spots)
            for place, spots in reading.spots.items()
        }
        self._old = contents(before)
        self._places = {*self._old, *reading.spots}
        self._values: dict[tuple[str, Content], float] = {}
        self._contents: dict[int, tuple[Position, dict[str, Content]]] = {}
        self.base = self.fit(before)

    # -- scores ---------------------------------------------------------------------------------

    def _content(self, position: Position) -> dict[str, Content]:
        known = self._contents.get(id(position))
        if known is None or known[0] is not position:
            known = (position, contents(position))
            self._contents[id(position)] = known
        return known[1]

    def _each(self, after: Position) -> Iterator[tuple[str, float]]:
        new = self._content(after)
        for place in {*self._places, *new}:
            yield place, self._value(place, new.get(place, ()))

    def _value(self, place: str, content: Content) -> float:
        key = (place, content)
        if key not in self._values:
            # What lies on the table before an entrance need not be a piece.
            inside = place not in self._gates
            value = laid_as(content, self._spots.get(place, ()), self._counts, inside)
            same = content == self._old.get(place, ())
            if place not in self.reading.touched:
                value = 0.0 if same else UNTOUCHED + min(0.0, value)
            elif self.reading.first and same:
                value = max(value, FIRST)  # the table is believed to lie as it was told
            self._values[key] = value
        return self._values[key]

    def fit(self, after: Position) -> float:
        """How well the picture fits, if the table went from `before` to `after`."""
        places = sum(value for _, value in self._each(after))
        return places + self._showing(after) + self._untold(after)

    def _untold(self, after: Position) -> float:
        """What it costs that a throw was seen, one is due, and none is told."""
        seen = self.reading.die
        due = after.due[0].what in (*DICE, "turn") if after.due else after.phase in FIGHTING
        if seen is None or not due or not self.reading.turned or self._threw(after):
            return 0.0
        return UNTOLD * _trust(seen)

    def _threw(self, position: Position) -> bool:
        """Whether a throw was told already: there is one between two pictures."""
        due = self.before.due[:1]
        answered = bool(due) and due[0].what in DICE and position.due[:1] != due
        return answered or position.last is not self.before.last

    def _showing(self, after: Position) -> float:
        """How well a die seen only now shows the last throw that was told."""
        seen, last = self.reading.die, after.last
        if seen is None or last is None or last is not self.before.last or not self.reading.new_die:
            return 0.0
        return max(OTHER_DIE, seen.values[last.die]) * _trust(seen)

    def unexplained(self, after: Position) -> float:
        """How much a story leaves unexplained."""
        values = (*(value for _, value in self._each(after)), self._untold(after))
        return sum(min(0.0, value + FAIR) for value in values)

    def prior(self, after: Position) -> float:
        """Several turns between two pictures are unusual, most of all of one and the same party."""
        playing = sum(party.state not in ("dead", "out") for party in self.before.parties)
        return -2.0 * max(0, after.turn - self.before.turn - (playing > 1))

    def leaves_no_trace(self, after: Position, _: Sequence[Event] = ()) -> bool:
        """Whether more turns went by than parties did anything: a mistake may look so."""
        parties = zip(self.before.parties, after.parties, strict=False)
        active = sum(one != other for one, other in parties)
        members = zip(self.before.members, after.members, strict=False)
        active = max(active, len({n.party for m, n in members if m != n}))
        first, began = self.before.active, self.before.phase is Phase.PREPARE
        let_go = (
            began and self.before.parties[first : first + 1] == after.parties[first : first + 1]
        )
        passed = after.turn - self.before.turn
        return passed > max(active, 1) or (passed > 0 and let_go)

    def step_cost(self, step: Events) -> float:
        """What the die says of a roll, and what nobody sees."""
        cost = 0.0
        for event in step:
            if isinstance(event, Roll):
                cost += self._roll_cost(event.die)
            elif isinstance(event, Done):
                cost += IDLE if isinstance(step, Idle) else SILENT
            elif isinstance(event, Found) and event.kind is not None:
                cost -= SEEN_FIND
            elif isinstance(event, Step):
                cost += LEAVING * (len(event.to) == 1) + ROUNDABOUT * isinstance(step, Detour)
        return cost

    def _roll_cost(self, die: int) -> float:
        seen = self.reading.die
        if seen is None:
            return DOUBTFUL_DIE
        if self.reading.new_die:
            return -max(seen.values[die], LEAST_LIKELY) * _trust(seen)
        if not self.reading.thrown:
            # It may have been thrown unnoticed and show this, or the die be another thing.
            shows = -max(seen.values[die], LEAST_LIKELY) * _trust(seen)
            return NOT_THROWN + min(shows, ANOTHER_THING)
        told = THROWN + SHOWS_ELSE * self.reading.turned
        return -told - max(seen.values[die], LEAST_LIKELY) * _trust(seen)

    # -- what may have happened -----------------------------------------------------------------

    def steps(self, position: Position) -> Iterator[Events]:
        """Steps a story may take from here, as the rules allow."""
        if position.due:
            yield from self._due(position)
            return
        seat = leader(position, position.active) if position.parties else 0
        if position.phase in (Phase.PREPARE, Phase.MOVE):
            yield from self._walks(position, seat)
            yield Idle((Done(seat),))
        elif position.phase is Phase.SPELLS:
            yield from self._fights(GAME.apply(position, Done(seat)), (Done(seat),))
        elif position.phase is Phase.MELEE:
            yield from self._fights(position, ())
        elif position.phase is Phase.SEARCH:
            yield from self._searches(position)
            yield (Done(seat),)

    def _due(self, position: Position) -> Iterator[Events]:
        due = position.due[0]
        castle = castle_of(position)
        if due.what == "turn":
            yield from self._turned(position, due.seat, castle.name(due.area))
        elif due.what in DICE and not self._threw(position):
            # What was taken for the die may be something else that lies still.
            yield from ((Roll(due.seat, die),) for die in self._dice() or range(1, 7))
        elif due.what == "found":
            yield (Found(due.seat, None),)

    def _dice(self) -> list[int]:
        """Values the die may show, the likeliest first."""
        if self.reading.die is None:
            return list(range(1, 7))
        if not (self.reading.thrown or self.reading.new_die):
            return []
        values, trust = self.reading.die.values, _trust(self.reading.die)
        ranked = sorted(values, key=lambda v: -values[v])
        return [v for v in ranked if max(values[v], LEAST_LIKELY) * trust > OUT_OF_QUESTION]

    def _turned(self, position: Position, seat: int, area: str) -> Iterator[Events]:
        """The monsters a counter turned up may be."""
        kinds = open_monsters(position)
        spots = self.reading.spots.get(area, ())
        if not any(spot.best()[5:] in kinds for spot in spots):
            yield from self._unseen(position, seat, kinds)
            return
        scores: dict[str, float] = {}
        for spot in spots:
            for kind in kinds:
                value = spot.scores.get(f"face:{kind}")
                if value is not None:
                    scores[kind] = max(scores.get(kind, value), value)
        for kind in sorted(scores, key=lambda k: -scores[k])[:3]:
            for value in printed(position, kind)[:2]:
                yield (TurnUp(seat, kind, value),)

    def _unseen(self, position: Position, seat: int, kinds: Sequence[str]) -> Iterator[Events]:
        """A monster that came and fell between two pictures: those that fall soonest."""
        least = sorted(kinds, key=lambda kind: min(printed(position, kind), default=9))
        for kind in least[:UNSEEN_KINDS]:
            for value in printed(position, kind)[:1]:
                yield (TurnUp(seat, kind, value),)

    def _walks(self, position: Position, seat: int) -> Iterator[Events]:
        for event in GAME.actions(position):
            if isinstance(event, Step) and event.seat == seat and self._leads(position, event):
                yield Detour((event,)) if self._near(position, event) else (event,)

    def _near(self, position: Position, step: Step) -> bool:
        """Whether the party has left the place of the last picture, from which it is one step."""
        castle, was = castle_of(position), self.before.parties[position.active].at
        to = castle.number[step.to]
        return position.parties[position.active].at != was and to in (was, *castle.beside[was])

    def _leads(self, position: Position, step: Step) -> bool:
        """Whether something changed there, or one area farther; nobody comes and goes at once."""
        castle = castle_of(position)
        at = castle.number[step.to]
        if castle.outside(at):
            return not castle.outside(self.before.parties[position.active].at)
        near = {step.to, *(castle.name(other) for other in castle.beside[at])}
        return bool(near & self.reading.touched)

    def _fights(self, position: Position, first: Events) -> Iterator[Events]:
        if not self._dice() or self._threw(position):
            return
        for fight in GAME.actions(position):
            if isinstance(fight, Fight):
                seat = GAME.apply(position, fight).due[0].seat
                for die in self._dice():
                    yield (*first, fight, Roll(seat, die))

    def _searches(self, position: Position) -> Iterator[Events]:
        area = castle_of(position).name(position.parties[position.active].at)
        if area in self.reading.touched:
            for event in GAME.actions(position):
                if isinstance(event, Search):
                    yield (event, Found(event.seat, None))
                    for kind in self._turned_finds(position, area):
                        yield (event, Found(event.seat, kind))
                    return

    def _turned_finds(self, position: Position, area: str) -> list[str]:
        """What was found, where it still lies there face up."""
        spots = self.reading.spots.get(area, ())
        names = [s.best() for s in spots if not s.covered and max(s.scores.values()) > MEAGRE]
        open_ = open_kinds(position, position.parties[position.active].seats[0])
        return [n[5:] for n in names if n[5:] in TREASURES and n[5:] in open_]

    # -- what hands could do --------------------------------------------------------------------

    def free_steps(self, position: Position) -> Iterator[Events]:
        """What hands could do now, allowed or not, where the picture shows a change."""
        yield from self.steps(position)
        yield from self._broken_off(position)
        yield from self._free_steps(position)
        yield from self._free_counters(position)

    def _broken_off(self, position: Position) -> Iterator[Events]:
        """A fight that is left as it stands."""
        seat = leader(position, position.active) if position.parties else 0
        if position.phase is Phase.MELEE and not position.due:
            yield (Done(seat),)
        elif position.phase is Phase.SPELLS and not position.due:
            yield (Done(seat), Done(seat))

    def _after_fight(self, position: Position) -> int:
        """The party that is next once a fight is left: if it goes, the fight was. Else -1."""
        after = position
        for event in (each for step in self._broken_off(position) for each in step):
            after = GAME.apply(after, event)
        return after.active if after.active != position.active else -1

    def _free_steps(self, position: Position) -> Iterator[Events]:
        following = self._after_fight(position)
        for number, party in enumerate(position.parties):
            if party.state == "dead" or number == following:
                continue
            for member in (position.members[each] for each in party.members):
                if not member.hero or member.state == "dead":
                    continue
                name = f"char:{member.seat}:{member.kind}"
                for place in self._seen_at(name):
                    if place != castle_of(position).name(party.at) or party.state == "out":
                        yield (Step(member.seat, place),)
                        yield from self._by_way_of(position, member.seat, party.at, place)

    @staticmethod
    def _by_way_of(position: Position, seat: int, at: int, place: str) -> Iterator[Events]:
        """Several areas in one go: nothing shows of those between."""
        castle = castle_of(position)
        for careful in (True, False):
            way = _way(position, at, castle.number[place], careful)
            if len(way) > 1:
                yield tuple(Step(seat, castle.name(each)) for each in way)
                return

    def _seen_at(self, name: str) -> list[str]:
        """Changed places where a piece may lie: it shows there, or more lies there than did."""
        found = []
        for place in sorted(self.reading.touched - self._gates):
            spots = self.reading.spots.get(place, ())
            more = len(spots) > len(self._old.get(place, ()))
            if any(spot.best() == name for spot in spots) or (more and not self._counts):
                found.append(place)
        return found

    def _free_counters(self, position: Position) -> Iterator[Events]:
        castle = castle_of(position)
        for number, member in enumerate(position.members):
            if member.hero and member.state == "in" and member.party >= 0:
                place = castle.name(position.parties[member.party].at)
                for hits in self._hits_at(place, f"char:{member.seat}:{member.kind}"):
                    if hits != member.hits:
                        yield (HitCounter(hits, member=number),)
        for at, foes in enumerate(position.foes):
            for n, foe in enumerate(foes):
                if foe.kind:
                    for hits in self._hits_at(castle.name(at), f"face:{foe.kind}"):
                        if hits != foe.hits and hits < foe.constitution:
                            yield (HitCounter(hits, area=castle.name(at), foe=n),)

    def _hits_at(self, place: str, name: str) -> list[int]:
        """The hits that a piece in a changed place seems to carry."""
        if place not in self.reading.touched:
            return []
        for spot in self.reading.spots.get(place, ()):
            # Under a hit counter one face looks like another.
            if spot.scores.get(name, -np.inf) >= max(spot.scores.values()):
                hits = spot.hits
                return [0] if hits is None else [max(hits, key=lambda n: hits[n])]
        return []


def _way(position: Position, start: int, end: int, careful: bool) -> list[int]:
    """The shortest way of a few areas to another one; `careful`: past no monster."""
    castle = castle_of(position)
    ways: dict[int, list[int]] = {start: []}
    for _ in range(LONGEST_WAY):
        for at, way in list(ways.items()):
            for to in castle.beside[at]:
                stops = castle.outside(to) or (careful and position.foes[to] and to != end)
                if to not in ways and not stops:
                    ways[to] = [*way, to]
    return ways.get(end, [])


def _trust(die: Die) -> float:
    """How far a die is believed: of an unclear one a side may have been taken for its top."""
    return float(np.clip((die.quality - UNCLEAR) / (CLEAR - UNCLEAR), 0.1, 1.0))


def _but_die(events: Events) -> Events:
    """The last thing told, whatever the die showed."""
    last = events[-1:]
    return (*events[:-1], replace(last[0], die=0)) if last and isinstance(last[0], Roll) else events


class CastleLens(Lens):
    """Weighs stories of The Castle; `counts`: whether hit counters can be read."""

    def __init__(self, counts: bool) -> None:
        self.counts = counts

    def story(self, reading: Reading, before: Position, _: Sequence[Position] = ()) -> CastleStory:
        return CastleStory(reading, before, self.counts)

    def looks_same(self, told: Position, true: Position) -> bool:
        """Whether a table lies as told."""
        return contents(told) == contents(true)

    def key(self, position: Position) -> tuple[object, ...]:
        """What matters of a position: two stories that lead to the same are one."""
        # Once a party has stopped, nobody asks by which way it came.
        steps = position.steps if position.phase in (Phase.PREPARE, Phase.MOVE) else 0
        # A die that nobody saw may show itself yet.
        die = position.last.die if position.last is not None else 0
        return (
            position.parties, position.members, position.foes, position.treasures, position.phase,
            position.active, position.due, steps, position.combat, die,
        )  # fmt: skip

    def at_rest(self, position: Position) -> bool:
        """Whether no turn is half done."""
        return position.steps == 0 and not position.due

    def is_provable(self, _: Position) -> bool:
        return True

    def patience(self, stories: Sequence[Told]) -> tuple[int, float]:
        """How many moments a doubt may last, and how small it must be to be let go.

        Print too small to read gets no clearer: rather ask than guess. A die that a hand hides will
        show.
        """
        likely = [each.events for each in stories if each.probability > HIDDEN_SHARE]
        hidden = len(likely) > 1 and len({_but_die(events) for events in likely}) == 1
        return HAND_AWAY if hidden else DOUBTED, SMALL_DOUBT

    def mistake_cost(self, rules: Iterable[str]) -> float:
        """How much less likely than a usual mistake it is that these rules were broken."""
        return sum(ODD for rule in rules if rule in UNLIKELY)

    def observable(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events as far as something was seen: nothing shows of a choice."""
        seen = list(events)
        while seen and isinstance(seen[-1], Done | Fight):
            seen.pop()
        return tuple(seen)
