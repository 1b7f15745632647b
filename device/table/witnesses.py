"""Who writes down what the table sees and does: a recording, and the last minute of pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from device.senses.frame import Frame
from device.senses.sound import Samples
from rules.values import Facts, Json


class Recorder(Protocol):
    """A recording that is being made."""

    def frame(self, frame: Frame) -> Frame | None: ...
    def event(self, record: Facts, source: str) -> None: ...
    def sound(self, samples: Samples) -> None: ...
    def taught(self, file: Path) -> None: ...


class Moments(Protocol):
    """Remembers the last minute, and keeps it when it was seen wrong."""

    @property
    def at_corrections(self) -> bool: ...
    def begin(self, records: Iterable[Facts]) -> None: ...
    def frame(self, frame: Frame) -> None: ...
    def event(self, record: Facts, source: str) -> None: ...
    def keep(self, about: Facts, why: str) -> bool: ...


class Witnesses:
    """Hands everything to a recording and to the last minute, where there is one."""

    def __init__(self) -> None:
        self.recorder: Recorder | None = None
        self.moments: Moments | None = None

    def begin(self, records: Iterable[Mapping[str, Json]]) -> None:
        """Another game begins; these records are known of it."""
        if self.moments is not None:
            self.moments.begin([dict(record) for record in records])

    def record(self, recorder: Recorder | None, records: Iterable[Mapping[str, Json]]) -> None:
        """Record from now on, with what happened before; None: stop."""
        self.recorder = recorder
        if recorder is not None:
            for record in records:
                recorder.event(dict(record), "phone")

    def frame(self, frame: Frame) -> Frame | None:
        """The picture as it was recorded; None when it tells nothing new."""
        seen = frame if self.recorder is None else self.recorder.frame(frame)
        if seen is not None and self.moments is not None:
            self.moments.frame(seen)
        return seen

    def event(self, record: Facts, source: str = "phone") -> None:
        """Something that was written into the journal, or said on a phone."""
        if self.recorder is not None:
            self.recorder.event(record, source)
        if self.moments is not None:
            self.moments.event(record, source)

    @property
    def keeps_corrections(self) -> bool:
        """Whether the last minute is kept when somebody corrects what the camera told."""
        return self.moments is not None and self.moments.at_corrections

    def keep(self, about: Facts, why: str) -> bool:
        """Keep the last minute, which was seen wrong; whether anybody remembers it."""
        return self.moments is not None and self.moments.keep(about, why)
