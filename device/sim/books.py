"""Compares what the device recorded with what the simulated players did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from device.sim.game_truth import GameTruth
from rules.game import Event, Game, Position
from vision.eyes import LateFact
from vision.stories.story import Story


def in_doubt(
    words: GameTruth[Position, Event], stories: Sequence[Story], owed: Sequence[Owed]
) -> set[int]:
    """The turns a question is about: those on which the stories and the truth do not all agree."""
    everything = {turn for _, turn in owed}
    if any(len(story.events) != len(owed) for story in stories):
        return everything
    recorded = [story.events for story in stories]
    return {
        turn
        for number, (event, turn) in enumerate(owed)
        if not all(words.same_event(events[number], event) for events in recorded)
    } or everything


Owed = tuple[Event, int]  # a true event that is not recorded yet, and its turn
# Events taken over, and what is still owed after them, each with its turn.
Paid = tuple[list[Event], list[Owed]]


class Books:
    """What the device has recorded, and which true events are still owed."""

    def __init__(
        self, game: Game[Position, Event], words: GameTruth[Position, Event], start: Position
    ) -> None:
        self.game, self.words, self.start = game, words, start
        self.position = start
        self.recorded: list[Event] = []
        self.owed: list[Owed] = []
        self.to_say: set[int] = set()  # turns of which somebody must say more
        self.astray = False  # something wrong is recorded and not put right yet
        self._passed: list[Event] = []  # what phones still have to enter of events recorded wrongly

    def take(self, events: Sequence[Event], truth: Position, path: Sequence[Position] = ()) -> bool:
        """Enter what the device is certain of. If that is wrong: False, and nothing is entered.

        The `path` is where the game truly stood after each event owed, and before the first.
        """
        self.to_say = set()
        found = self._in_order(events, truth, path) or self._comes_to_the_same(events, truth)
        if self.astray and (found is None or self._after(found[0]) is None):
            found = self._later_on(events)
        if found is None:
            return False
        taken, self.owed = found
        self.enter(taken)
        return True

    def mistake(self, events: Sequence[Event]) -> None:
        """Enter what is wrong. It replaces as many true events; nobody enters those again."""
        self.astray = True
        self.owed = self._past(len(events), self.owed)
        for event in events:
            said = next((e for e in self._passed if self.words.same_event(event, e)), None)
            self._passed = [each for each in self._passed if each is not said]
            self.enter([event if said is None else said])

    def enter(self, events: Iterable[Event]) -> None:
        """These have happened."""
        for event in events:
            self.recorded.append(event)
            self.position = self.game.apply(self.position, event)

    def complete(self, late_facts: Iterable[LateFact]) -> None:
        """Something done unseen shows now: complete its event."""
        recorded, position = self.recorded, self.position
        self.recorded, self.position = [], self.start
        try:
            self.enter(_completed(recorded, late_facts))
        except ValueError:  # the referee refuses what cannot be
            self.recorded, self.position = recorded, position

    def set_right(self, true: Sequence[Event], truth: Position) -> None:
        """A person tells all that happened."""
        self.owed, self.recorded, self.position = [], list(true), truth
        self.astray, self._passed = False, []

    def phones(self) -> bool:
        """Let phones tell what only they can, once it is due; whether anything was told."""
        count = len(self.recorded)
        passed, self._passed = self._passed, []
        self.enter(passed)
        while self.owed:
            event = self.owed[0][0]
            if self.words.by_phone(event):
                self.enter([event])
            elif not self.words.known(event, self.position):
                break
            self.owed.pop(0)
        return len(self.recorded) > count

    def _in_order(
        self, events: Sequence[Event], truth: Position, path: Sequence[Position]
    ) -> Paid | None:
        """Match events with those owed, in order; others are accepted if they are true."""
        taken, left, to_say = [], list(self.owed), set()
        left_open = self.words.left_open
        clear = [event for event in events if not left_open(event)]
        for event in events:
            more = left_open(event)
            at = self._place(event, [true for true, _ in left], clear if more else ())
            if at is not None:
                true, turn = left.pop(at)
                to_say |= {turn} if more else set()
                taken.append(true if more or self.words.by_phone(true) else event)
            elif self.words.agrees(event, path[-1 - len(left)] if len(path) > len(left) else truth):
                taken.append(event)  # it was so then
            else:
                return None
        self.to_say = to_say
        return taken, left

    def _place(
        self, event: Event, owed: Sequence[Event], others: Sequence[Event] = ()
    ) -> int | None:
        """Where among the events owed this one comes next; the order of some does not matter.

        An event that leaves something open takes no place that another event fits.
        """
        loose, fitting = self.words.in_any_order, []
        for at, true in enumerate(owed):
            if self.words.same_event(event, true):
                fitting.append(at)
            if not loose(true):
                break
        free = (a for a in fitting if not any(self.words.same_event(o, owed[a]) for o in others))
        return next(free, next(iter(fitting), None))

    def _later_on(self, events: Sequence[Event]) -> Paid | None:
        """The events as they are owed, without some in between that were told wrongly."""
        taken, left, before = [], list(self.owed), list(self._passed)
        for event in events:
            at = next((n for n, (e, _) in enumerate(left) if self.words.same_event(event, e)), None)
            if at is None:
                self._passed = before
                return None
            (true, _), *left = self._past(at, left)
            taken.append(true if self.words.by_phone(true) else event)
        return taken, left

    def _past(self, count: int, owed: list[Owed]) -> list[Owed]:
        """What is owed after the first ones; of these phones have still to tell their part."""
        self._passed += [event for event, _ in owed[:count] if self.words.by_phone(event)]
        return owed[count:]

    def _comes_to_the_same(self, events: Sequence[Event], truth: Position) -> Paid | None:
        """Accept events in another order if they lead to the same table.

        What is true and was left out before is welcome also here.
        """
        tables = list(self._tables())
        true = tables[-1] if tables else self.position
        owing = [event for event in events if not self.words.agrees(event, truth)]
        denied = self.words.denied
        for recorded in map(self._after, (events, owing)):
            if recorded is None:
                continue
            for count in range(len(tables), 0, -1):
                if self.words.same_table(recorded, tables[count - 1]) and not denied(
                    recorded, true
                ):
                    left = self.owed[count:]
                    return (list(events), left) if self._goes_on(recorded, left) else None
        return None

    def _tables(self) -> Iterator[Position]:
        """The positions after each of the events owed, up to the first that cannot be."""
        position = self.position
        for event, _ in self.owed:
            try:
                position = self.game.apply(position, event)
            except ValueError:
                if self.astray:
                    return
                raise
            yield position

    def _after(self, events: Sequence[Event]) -> Position | None:
        """The position after some more events, if the rules know of it."""
        recorded = self.position
        try:
            for event in events:
                recorded = self.game.apply(recorded, event)
        except ValueError:
            return None
        return recorded

    def _goes_on(self, recorded: Position, left: Sequence[Owed]) -> bool:
        """Whether a phone's next event is possible here: nobody pays with what was not seen."""
        if left and self.words.by_phone(left[0][0]):
            try:
                self.game.apply(recorded, left[0][0])
            except ValueError:
                return False
        return True


def _completed(recorded: Sequence[Event], late_facts: Iterable[LateFact]) -> list[Event]:
    """The events told so far, each with what shows of it only now."""
    events = list(recorded)
    for fact in late_facts:
        for number in reversed(range(len(events))):
            whole = fact.complete(events[number])
            if whole is not None:
                events[number] = whole
                break
    return events
