"""The table as it stood at one version: what readers use, without the table's lock.

The service makes a new one after every change; nothing in it ever changes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from device.records.resume import Unfinished
from device.records.stored import StoredGame
from device.senses.camera_thread import CameraState
from device.table.permits import Request
from device.table.questions import Doubts
from rules.ending import Ending
from rules.game import Event, Game, Position
from rules.referee import Entry, Play, Record, Referee
from rules.rights import NOBODY
from rules.values import Facts, Json, Message

if TYPE_CHECKING:
    from device.hearing.ears import MicrophoneState
    from device.table.simulated import Simulated

Notices = tuple[tuple[str, Mapping[str, Json]], ...]
Happened = tuple[Message, ...]
Records = tuple[Record[Event], ...]


@dataclass(frozen=True)
class Line:
    """One correction as one seat may hear it."""

    kind: str
    was: tuple[Message, ...]
    now: tuple[Message, ...]


@dataclass(frozen=True)
class Worded:
    """An entry as it was put into words, and what it was put into words from."""

    entry: Entry[Event]
    before: Position
    about: Facts
    line: dict[str, Json]
    messages: Happened


@dataclass
class Story:
    """The entries as one kind of listener hears them, and what they were made from."""

    history: tuple[Entry[Event], ...] = ()
    abouts: Mapping[int, Facts] = field(default_factory=dict)
    worded: dict[int, Worded] = field(default_factory=dict)
    lines: tuple[Worded, ...] = ()


class Wordings:
    """What was put into words in one game, kept from state to state until it changes."""

    def __init__(self) -> None:
        self.lock = threading.Lock()  # several read at a time
        self.stories: dict[Hashable, Story] = {}  # by who hears them
        self.corrected: tuple[Records, tuple[int, ...]] = ((), ())  # records, and which correct
        self.corrections: dict[tuple[int, int | None], Line | None] = {}
        self.look_back: tuple[int, Json] | None = None
        self.ending: tuple[int, Ending[Position, Event]] | None = None
        self.can: tuple[Records, dict[str, Json]] = ((), {"undo": False, "redo": False})


@dataclass(frozen=True)
class TableState:
    """Everything that phones may be told of, in one piece."""

    version: int
    stored: StoredGame
    referee: Referee[Position, Event]
    names: Mapping[int, str]
    hint_level: str
    proofs: bool
    layout: Json
    doubts: Doubts
    requests: tuple[Request, ...]
    again: frozenset[int]  # seats that want the same game once more
    abouts: Mapping[int, Facts]
    times: Mapping[int, float]
    sight: str
    seen: str | None
    camera: CameraState
    microphone: MicrophoneState | None
    calibration: Json
    deniable: bool
    notices: Notices
    for_host: Notices  # for the host alone
    simulated: Simulated | None
    recording: bool
    senses: bool
    list_unfinished: Callable[[], tuple[Unfinished, ...]]  # hosts alone ask for it
    wordings: Wordings = field(default_factory=Wordings)

    @property
    def game(self) -> Game[Position, Event]:
        """The rules of the game on the table."""
        return self.referee.game

    @property
    def start(self) -> Position:
        """The position in which it began."""
        return self.referee.start

    @property
    def corrected(self) -> tuple[int, ...]:
        """The numbers of the records that correct something, the newest first."""
        records, kept = self.referee.records, self.wordings.corrected
        if kept[0] is not records:
            numbers = [n for n, each in enumerate(records, 1) if not isinstance(each, Play)]
            kept = self.wordings.corrected = records, tuple(reversed(numbers))
        return kept[1]

    @cached_property
    def steps(self) -> dict[int, tuple[Position, Entry[Event]]]:
        """Each entry and the position before it, by number."""
        return {entry.number: (before, entry) for before, entry, _ in self.referee.plays()}

    def passed(self, number: int) -> bool:
        """Whether undo passes over a record."""
        return passed(self.referee, self.abouts, number)

    def is_of(self, entry: Entry[Event], seat: int | None) -> bool:
        """Whether an entry is about this seat's own business."""
        return self.game.actor(self.steps[entry.number][0], entry.event) == seat


def passed(referee: Referee[Position, Event], abouts: Mapping[int, Facts], number: int) -> bool:
    """Whether undo passes over a record: what the device alone tells goes by itself."""
    record = referee.record(number)
    if isinstance(record, Play):
        return referee.game.actor(referee.start, record.event) == NOBODY
    return abouts.get(number, {}).get("by", "phone") != "phone"
