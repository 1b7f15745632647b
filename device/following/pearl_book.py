"""The table as the ears know it: what they read of the game, and what they may write and tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from device.hearing.ears import MicrophoneState
from device.records.journal import Evidence
from device.senses.sound import Samples
from rules.game import E, Game
from rules.referee import Record, Referee
from rules.values import Json


@dataclass(frozen=True)
class Notice:
    """Something the ear has to say to everybody; never anything about depth."""

    key: str
    facts: Mapping[str, Json] = field(default_factory=dict)


class Hearing(Protocol):
    """What phones need of the ears: to calibrate them, and to say that they heard wrong."""

    @property
    def deniable(self) -> bool: ...
    def calibrate(self, step: str) -> None: ...
    def deny(self, by: Evidence) -> None: ...
    def to_json(self) -> Json: ...


class SoundRecorder(Protocol):
    """Somebody who writes down what the table hears."""

    def sound(self, samples: Samples) -> None: ...
    def taught(self, file: Path) -> None: ...


class Phased(Protocol):
    """A position that says where in the game it is."""

    @property
    def phase(self) -> str: ...


P = TypeVar("P", bound=Phased)


class Numbered(Protocol):
    """A game of the journal, by its number."""

    @property
    def id(self) -> int: ...


class Listener(Protocol):
    """A watcher, for whoever tells it of sounds."""

    def heard(self, time: float, sure: float) -> None: ...


class PearlBook(Protocol[P, E]):
    """The table, for whoever tells it of pearls."""

    game: Game[P, E]
    referee: Referee[P, E]
    closed: bool
    senses: bool
    hearing: Hearing | None

    @property
    def abouts(self) -> Mapping[int, Mapping[str, Json]]: ...
    @property
    def stored(self) -> Numbered: ...
    @property
    def ear_notice(self) -> Notice | None: ...
    @property
    def recorder(self) -> SoundRecorder | None: ...
    def changes(self) -> AbstractContextManager[object]: ...
    def write(self, record: Record[E], evidence: Evidence) -> int: ...
    def write_quietly(self, record: Record[E], evidence: Evidence) -> int: ...
    def before_next_frame(self, errand: Callable[[Listener], None]) -> None: ...
    def listen(self, callback: Callable[[int], None]) -> Callable[[], None]: ...
    def show_hearing(self) -> None: ...
    def note_ear(self, notice: Notice | None) -> None: ...
    def note_listened(self, until: float) -> None: ...
    def note_microphone(self, state: MicrophoneState) -> None: ...
