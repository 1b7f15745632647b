"""What everybody, or the host alone, should know of the device now: words' keys and their facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from device.following.pearl_book import Notice
from device.records.journal import Journal
from rules.values import Json
from vision.set_up import SetUpFault

Saying: TypeAlias = tuple[str, Mapping[str, Json]]
PARTS = {"eyes": "part.eyes", "ears": "part.ears", "panel": "part.panel"}
FIRST = 15  # events of a game during which hints about its set-up are shown


class Notices:
    """Kept by the table; a caller that changes them holds the table's lock."""

    def __init__(self) -> None:
        self.unsaved: str | None = None  # why the last event could not be written down
        self.troubled: tuple[str, ...] = ()  # parts of the device that do not do well
        self.for_host: dict[str, Saying] = {}
        self.ear: Notice | None = None
        self.skipped = 0  # notes of the game that make no sense

    def tell_host(self, about: str, saying: Saying | None) -> bool:
        """Something for the host alone; None: no more. Whether that is new."""
        known = self.for_host.pop(about, None)
        if saying is not None:
            self.for_host[about] = saying
        return saying != known

    def of_device(self, journal: Journal, recording: bool, senses: bool) -> Iterator[Saying]:
        """Of the journal, of what is recorded, and of parts that do not do well."""
        yield from journal.news()
        if self.skipped:
            yield "journal.strange", {"count": self.skipped}
        if recording:
            yield "keeping.recording", {}
        if not senses:
            yield "keeping.senses-off", {}
        for name in self.troubled:
            yield PARTS.get(name, "part.other"), {"part": name}

    def of_table(self, set_up_faults: tuple[SetUpFault, ...], begun: int) -> Iterator[Saying]:
        """Of a game of so many events: its set-up, and what the ear has to say."""
        for fault in set_up_faults:  # what will be hard to see stays for a while
            if not begun or (fault.hint and begun <= FIRST):
                yield fault.key, fault.facts
        if self.ear is not None:
            yield self.ear.key, self.ear.facts
