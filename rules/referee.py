"""The referee: judges what is proposed and folds the journal's records into the position.

Records are numbered from 1 in the order of the journal and never deleted. A position is
always the fold of the plays in force; taking back, amending and inserting are records too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.errors import BadJson, CastellanError, ImpossibleEvent, NothingToUndo, UnknownRecord
from rules.game import Game
from rules.values import Answer, Facts, Json, Ruling

P = TypeVar("P")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Play(Generic[E]):
    """Something that happened; `stands` when it was illegal and the table let it be."""

    event: E
    stands: bool = False


@dataclass(frozen=True, slots=True)
class Void:
    """Takes an earlier record back; voiding a void brings back what it took.

    A `step` is undo or redo: undo passes over steps, while any other void may be undone itself.
    """

    target: int
    step: bool = False


@dataclass(frozen=True, slots=True)
class Amend(Generic[E]):
    """What really happened at an earlier play."""

    target: int
    event: E
    stands: bool = False


@dataclass(frozen=True, slots=True)
class Insert(Generic[E]):
    """Something that happened unnoticed before an earlier play."""

    before: int
    event: E
    stands: bool = False


Record: TypeAlias = Play[E] | Void | Amend[E] | Insert[E]
_Numbered: TypeAlias = tuple[int, Record[E]]
Passed: TypeAlias = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Entry(Generic[E]):
    """A play in force, judged where it now stands; an impossible one was left out."""

    number: int
    event: E
    stands: bool
    rulings: tuple[Ruling, ...] = ()
    possible: bool = True


@dataclass(frozen=True, slots=True)
class Misfit:
    """A play that does not fit what comes before it, to be mended or let stand."""

    number: int
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class Change(Generic[P]):
    """The position after a record and all plays that do not fit now."""

    position: P
    misfits: tuple[Misfit, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing(Generic[E]):
    """What a play is told to be, whether it was let stand, and whether it counts."""

    event: E
    stands: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class Effect(Generic[E]):
    """What a record does to one play; None: that was not there before."""

    play: int
    before: Standing[E] | None
    after: Standing[E] | None


@dataclass(frozen=True, slots=True)
class Accepted(Generic[E]):
    """Legal, or not refutable: `doubts` names what nobody can know."""

    record: Play[E]
    doubts: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class Illegal(Generic[E]):
    """Against the rules; `possible` tells whether the table may let it stand."""

    event: E | None
    rulings: tuple[Ruling, ...]
    possible: bool


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[E]):
    """A claim that several legal events agree with."""

    choices: tuple[E, ...]


@dataclass(slots=True)
class _Slot(Generic[E]):
    """A place in the order of play."""

    number: int
    event: E
    stands: bool

    def fits(self, entry: Entry[E]) -> bool:
        same = self.number == entry.number and self.stands == entry.stands
        return same and self.event == entry.event


def _nothing(_number: int) -> bool:
    return False


class Referee(Generic[P, E]):
    """Keeps one game: the records, the plays in force and the position they lead to."""

    def __init__(self, game: Game[P, E], start: P, records: Iterable[Record[E]] = ()) -> None:
        self.game = game
        self._start = start
        self._records: tuple[Record[E], ...] = ()
        self._counted: list[_Numbered[E]] = []  # without pairs of undo and redo
        self._effects: dict[int, Effect[E]] = {}  # of corrections, once they are known
        self._entries: tuple[Entry[E], ...] = ()
        self._positions: list[P] = []
        for record in records:
            self._check_target(record)
            self._add(record)
        entries, self._positions = self._fold(self._counted)
        self._entries = tuple(entries)

    def frozen(self) -> Referee[P, E]:
        """This game as it stands now; what is committed later does not change it."""
        return copy.copy(self)  # whatever changes is replaced, never changed in place

    def after(self, record: Record[E]) -> Referee[P, E]:
        """What this game would be with one more record; this one stays as it is."""
        other = self.frozen()
        other.commit(record)
        return other

    def __repr__(self) -> str:
        return f"<Referee of {self.game.name}: {len(self._entries)} plays in force>"

    @property
    def start(self) -> P:
        return self._start

    @property
    def position(self) -> P:
        return self._positions[-1] if self._positions else self._start

    @property
    def records(self) -> tuple[Record[E], ...]:
        return self._records

    @property
    def history(self) -> tuple[Entry[E], ...]:
        """The plays in force, in order of play."""
        return self._entries

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        return _misfits(self._entries)

    def before(self, number: int) -> P:
        """The position in which the play of that record number happened."""
        index = self._index(number)
        return self._positions[index - 1] if index else self._start

    def plays(self) -> Iterator[tuple[P, Entry[E], P]]:
        """The plays in force, each with the positions before and after it."""
        before = self._start
        for entry, after in zip(self._entries, self._positions, strict=True):
            yield before, entry, after
            before = after

    def since(self, number: int) -> Iterator[tuple[P, Entry[E], P]]:
        """Those from a play on, whether that was taken back or not."""
        places = {slot.number: at for at, slot in enumerate(_order(self._counted))}
        return (play for play in self.plays() if places[play[1].number] >= places[number])

    def place(self, number: int) -> P:
        """The position in which a play happened, or would happen if it was taken back."""
        for before, _entry, _after in self.since(number):
            return before
        return self.position

    def standing(self, number: int) -> Standing[E]:
        """How a play stands now, taken back or not."""
        found = _standing(self._counted, number)
        if found is None:
            raise UnknownRecord(f"record {number} is no play")
        return found

    def record(self, number: int) -> Record[E]:
        """The record of that number."""
        return self._records[number - 1]

    def effect(self, number: int, record: Record[E] | None = None) -> Effect[E]:
        """What a record did to its play, or what a new one would do."""
        if record is not None and number > len(self._records):
            return self._effect_of(record)
        if number not in self._effects:
            earlier = Referee(self.game, self._start)
            for each in self._records[: number - 1]:
                earlier._add(each)
            found = earlier._effect_of(self._records[number - 1])
            self._effects = {**self._effects, number: found}
        return self._effects[number]

    def _effect_of(self, record: Record[E]) -> Effect[E]:
        """What one more record would do."""
        new = isinstance(record, Play | Insert)
        play = len(self._records) + 1 if new else self.origin(record.target)  # type: ignore[union-attr]
        after = _standing(self._counted_with(record), play)
        return Effect(play, _standing(self._counted, play), after)

    # --- judging -------------------------------------------------------------------------

    def propose(
        self,
        said: E | Facts,
        seen: P | None = None,
        may_tell: Callable[[E], bool] = lambda _: True,
    ) -> Accepted[E] | Illegal[E] | Ambiguous[E]:
        """Judge an event, or a claim that names only part of one; changes nothing.

        `seen` is the position as its teller knows it: what a claim leaves out is completed from
        there, with what he may tell, and what is wrong already there is all that is said.
        """
        known = self.position if seen is None else seen
        if not isinstance(said, Mapping):
            return self._judge(said, known)
        found = [event for event in self.game.matching(known, said) if may_tell(event)]
        if len(found) > 1:
            return Ambiguous(tuple(found))
        if found:
            return self._judge(found[0], known)
        try:
            return self._judge(self.game.event_from_json(dict(said)), known)
        except CastellanError:
            return Illegal(None, (Ruling("referee.not-understood"),), possible=False)

    def _judge(self, event: E, known: P) -> Accepted[E] | Illegal[E]:
        legality = self.game.legal(known, event)
        if known is not self.position and legality.answer is not Answer.NO:
            legality, known = self.game.legal(self.position, event), self.position
        if legality.answer is not Answer.NO:
            return Accepted(Play(event), legality.rulings)
        return Illegal(event, legality.rulings, self._possible(known, event))

    def _possible(self, position: P, event: E) -> bool:
        try:
            self.game.apply(position, event)
        except ImpossibleEvent:
            return False
        return True

    # --- records to be written into the journal, then committed --------------------------

    def stand(self, event: E) -> Play[E]:
        """The record of an illegal event that the table lets be."""
        self.game.apply(self.position, event)
        return Play(event, stands=True)

    def undo(self, passed: Passed = _nothing) -> Void:
        """The step that takes back what was done last, play or correction.

        What is `passed` over was done by nobody at the table.
        """
        done, _undone = _steps(self._counted, passed)
        in_force = _in_force(self._counted)
        for number in reversed(done):
            if in_force[number]:
                return Void(number, step=True)
        raise NothingToUndo("nothing was done, so there is nothing to take back")

    def redo(self, passed: Passed = _nothing) -> Void:
        """The step that brings back what the last undo took, unless something was done since."""
        _done, undone = _steps(self._counted, passed)
        if not undone:
            raise NothingToUndo("nothing was taken back since something was done")
        return Void(undone[-1][0], step=True)

    def origin(self, number: int) -> int:
        """The play that a record, and whatever it takes back or brings back, is about."""
        record = self._records[number - 1]
        while isinstance(record, Void | Amend):
            number = record.target
            record = self._records[number - 1]
        return number

    def deed(self, step: Void) -> int:
        """The play or correction that a step of undo or redo takes back or brings back."""
        number, record = step.target, self._records[step.target - 1]
        while isinstance(record, Void) and record.step:
            number, record = record.target, self._records[record.target - 1]
        return number

    def void(self, number: int) -> tuple[Void, Change[P]]:
        """Take back any record, also a void."""
        record = Void(number)
        return record, self.preview(record)

    def amend(self, number: int, event: E, stands: bool = False) -> tuple[Amend[E], Change[P]]:
        """Say what really happened at a play; the same event with `stands` lets it be."""
        record = Amend(number, event, stands)
        return record, self.preview(record)

    def insert(self, before: int, event: E, stands: bool = False) -> tuple[Insert[E], Change[P]]:
        """Add something that happened before a play."""
        record = Insert(before, event, stands)
        return record, self.preview(record)

    def preview(self, record: Record[E]) -> Change[P]:
        """What committing a record would lead to; changes nothing."""
        self._check_target(record)
        entries, positions = self._fold(self._counted_with(record))
        return Change(positions[-1] if positions else self._start, _misfits(entries))

    def commit(self, record: Record[E]) -> Change[P]:
        """Take a record over, after the journal has it; refused records change nothing."""
        self._check_target(record)
        entries, positions = self._fold(self._counted_with(record))
        if isinstance(record, Play) and not entries[-1].possible:
            self.game.apply(self.position, record.event)
        if not isinstance(record, Play):
            self._effects = {**self._effects, len(self._records) + 1: self._effect_of(record)}
        self._add(record)
        self._entries, self._positions = tuple(entries), positions
        return Change(self.position, self.misfits)

    def _add(self, record: Record[E]) -> None:
        self._counted = self._counted_with(record)
        self._records = (*self._records, record)

    def _counted_with(self, record: Record[E]) -> list[_Numbered[E]]:
        """The records that count, with one more; a redo cancels out the undo just before it."""
        counted = self._counted
        if isinstance(record, Void):
            last, undo = counted[-1]
            if record.step and record.target == last and isinstance(undo, Void) and undo.step:
                return counted[:-1]
            if all(number != record.target for number, _ in counted):
                counted = list(enumerate(self._records, 1))
        return [*counted, (len(self._records) + 1, record)]

    # --- the fold ------------------------------------------------------------------------

    def _check_target(self, record: Record[E]) -> None:
        """A record may only point at an earlier one, and change only what was played."""
        if isinstance(record, Play):
            return
        number = record.before if isinstance(record, Insert) else record.target
        if not 1 <= number <= len(self._records):
            raise UnknownRecord(f"no record {number}; there are {len(self._records)}")
        if not isinstance(record, Void) and isinstance(self._records[number - 1], Void | Amend):
            raise UnknownRecord(f"record {number} is not a play, name the play itself")

    def _index(self, number: int) -> int:
        for index, entry in enumerate(self._entries):
            if entry.number == number:
                return index
        raise UnknownRecord(f"no play in force has the number {number}")

    def _fold(self, counted: Sequence[_Numbered[E]]) -> tuple[list[Entry[E]], list[P]]:
        """Judge and apply the plays in force; what did not change is not played again."""
        slots = _slots(counted)
        kept = 0
        for slot, entry in zip(slots, self._entries, strict=False):
            if not slot.fits(entry):
                break
            kept += 1
        entries, positions = list(self._entries[:kept]), self._positions[:kept]
        position = positions[-1] if positions else self._start
        for slot in slots[kept:]:
            entry, position = self._step(position, slot)
            entries.append(entry)
            positions.append(position)
        return entries, positions

    def _step(self, position: P, slot: _Slot[E]) -> tuple[Entry[E], P]:
        legality = self.game.legal(position, slot.event)
        rulings = legality.rulings if legality.answer is Answer.NO else ()
        try:
            after, possible = self.game.apply(position, slot.event), True
        except ImpossibleEvent:
            after, possible = position, False
        return Entry(slot.number, slot.event, slot.stands, rulings, possible), after


def _misfits(entries: Sequence[Entry[E]]) -> tuple[Misfit, ...]:
    return tuple(
        Misfit(entry.number, entry.rulings)
        for entry in entries
        if entry.rulings and not (entry.stands and entry.possible)
    )


def _in_force(counted: Sequence[_Numbered[Any]]) -> dict[int, bool]:
    """Which records count; from the last to the first, since voids point backwards."""
    in_force = {number: True for number, _record in counted}
    for number, record in reversed(counted):
        if in_force[number] and isinstance(record, Void):
            in_force[record.target] = False
    return in_force


def _steps(
    counted: Sequence[_Numbered[Any]], passed: Passed
) -> tuple[list[int], list[tuple[int, int]]]:
    """What was done, in this order, and each undo not redone with what it took back."""
    done: list[int] = []
    undone: list[tuple[int, int]] = []
    for number, record in counted:
        if passed(number):
            continue
        if not (isinstance(record, Void) and record.step):
            done.append(number)
            undone.clear()
        elif undone and record.target == undone[-1][0]:
            done.append(undone.pop()[1])
        elif record.target in done:
            undone.append((number, record.target))
    return done, undone


def _order(counted: Sequence[_Numbered[E]]) -> list[_Slot[E]]:
    """All plays in order of play, inserted and amended ones in their places."""
    in_force = _in_force(counted)
    order: list[_Slot[E]] = []
    for number, record in counted:
        if isinstance(record, Play):
            order.append(_Slot(number, record.event, record.stands))
        elif isinstance(record, Insert):
            slot = _Slot(number, record.event, record.stands)
            order.insert(_place(order, record.before), slot)
        elif isinstance(record, Amend) and in_force[number]:
            slot = order[_place(order, record.target)]
            slot.event, slot.stands = record.event, record.stands
    return order


def _standing(counted: Sequence[_Numbered[E]], play: int) -> Standing[E] | None:
    in_force = _in_force(counted)
    for slot in _order(counted):
        if slot.number == play:
            return Standing(slot.event, slot.stands, in_force[play])
    return None


def _slots(counted: Sequence[_Numbered[E]]) -> list[_Slot[E]]:
    """The plays in force in order of play."""
    in_force = _in_force(counted)
    return [slot for slot in _order(counted) if in_force[slot.number]]


def _place(order: Sequence[_Slot[E]], number: int) -> int:
    return next(index for index, slot in enumerate(order) if slot.number == number)


# --- JSON, as the journal stores records -------------------------------------------------


def record_to_json(game: Game[Any, E], record: Record[E]) -> dict[str, Json]:
    """A record as plain data."""
    if isinstance(record, Void):
        step: dict[str, Json] = {"step": True} if record.step else {}
        return {"record": "void", "target": record.target, **step}
    event = game.event_to_json(record.event)
    if isinstance(record, Play):
        return {"record": "play", "event": event, "stands": record.stands}
    if isinstance(record, Amend):
        kind, where, number = "amend", "target", record.target
    else:
        kind, where, number = "insert", "before", record.before
    return {"record": kind, where: number, "event": event, "stands": record.stands}


def record_from_json(game: Game[Any, E], data: Json) -> Record[E]:
    """The record that `record_to_json` wrote; `BadJson` for anything else."""
    if not isinstance(data, dict):
        raise BadJson(f"a record must be an object, not {data!r}")
    kind = data.get("record")
    if kind == "void":
        return Void(_number(data, "target"), data.get("step", False) is True)
    stands = data.get("stands", False) is True
    if kind == "play":
        return Play(game.event_from_json(data.get("event")), stands)
    if kind == "amend":
        return Amend(_number(data, "target"), game.event_from_json(data.get("event")), stands)
    if kind == "insert":
        return Insert(_number(data, "before"), game.event_from_json(data.get("event")), stands)
    raise BadJson(f"no record is called {kind!r}; use play, void, amend or insert")


def _number(data: dict[str, Json], name: str) -> int:
    number = data.get(name)
    if not isinstance(number, int) or isinstance(number, bool):
        raise BadJson(f"{name} must be a record number, not {number!r}")
    return number
