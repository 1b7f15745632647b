"""Replay: a recording through the very same code as a live table, as fast as it goes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from device.boxes.profiles import load_profile
from device.following.pearls import KEEN, Fusion
from device.following.sight import Sight
from device.following.watchers import watchers
from device.hearing.box import load_ear
from device.hearing.listener import Listener
from device.records.journal import Evidence, Journal
from device.records.recording import RecordedEvent, read_events, read_table
from device.records.soundtrack import NAME as SOUND
from device.records.soundtrack import read_soundtrack
from device.senses.frame import EndOfPictures, Frame
from device.senses.pictures import FolderCamera, read_frame_list
from device.table.commands import corners_of
from device.table.service import TableService
from device.table.watching import MakeWatcher
from rules.referee import record_from_json
from rules.values import Json

PHONE = "phone"


@dataclass
class Replay:
    """A recording being replayed; `moments` gives what was understood, still moment by moment."""

    folder: Path
    make_watcher: MakeWatcher | None = None
    records: list[dict[str, Json]] = field(default_factory=list)

    def moments(self) -> Iterator[dict[str, Json]]:
        """Follow the pictures and the phones of the recording."""
        about = read_table(self.folder)
        make = self.make_watcher or watchers(*load_profile(self.folder / "profile"))
        with tempfile.TemporaryDirectory() as scratch, Journal(Path(scratch) / "j.db") as journal:
            table = TableService(journal, journal.start_game(about), make)
            yield from self._follow(table)
            self.records = [dict(item.record) for item in journal.records(table.stored.id)]

    def _follow(self, table: TableService) -> Iterator[dict[str, Json]]:
        """Pictures and phones in their order; between them the sound up to the same moment."""
        phones = [item for item in read_events(self.folder) if item.source == PHONE]
        ear = ReplayedEar(self.folder, table)
        for seen, frame in enumerate(self._frames()):
            while phones and phones[0].after <= seen:
                _tell(table, phones.pop(0), ear)
            ear.listen(frame.time)
            sight = table.see(frame)
            if sight is not None and sight.finding is not None:
                yield moment_json(table, sight, seen + 1)
        for item in phones:
            _tell(table, item, ear)
        ear.listen(float("inf"))

    def _frames(self) -> Iterator[Frame]:
        """The pictures; a table that was only heard has none."""
        if not read_frame_list(self.folder) and (self.folder / SOUND).is_file():
            return
        camera = FolderCamera(self.folder)
        while True:
            try:
                yield camera.read()
            except EndOfPictures:
                return

    def same_as_recorded(self) -> bool:
        """Whether the replay came to the records the recording holds."""
        recorded = [dict(item.record) for item in read_events(self.folder)]
        return self.records == [record for record in recorded if record["record"] in RECORDS]


RECORDS = frozenset({"play", "void", "amend", "insert"})


class ReplayedEar:
    """Hears the sound of a recording as the live ear did; without any it is deaf."""

    def __init__(self, folder: Path, table: TableService) -> None:
        self._pieces = read_soundtrack(folder)
        self._next = next(self._pieces, None)
        self._now = 0.0 if self._next is None else self._next.moment
        self._listener = Listener(KEEN)
        self._fusion = Fusion(table, load_ear(folder / "profile"), lambda: self._now)

    def listen(self, until: float) -> None:
        """Hear on up to a moment."""
        while self._next is not None and self._next.moment <= until:
            piece, self._now = self._next, self._next.moment
            if piece.anew:
                self._listener = Listener(KEEN)
            for heard in self._listener.feed(piece.samples):
                self._fusion.hear(heard, self._now - (self._listener.now - heard.time))
            self._fusion.tick()
            self._next = next(self._pieces, None)


def _tell(table: TableService, event: RecordedEvent, ear: ReplayedEar) -> None:
    """Let a phone of the recording do again what it did, when it did it."""
    ear.listen(event.time)
    record = dict(event.record)
    match record["record"]:
        case "dismiss":
            table.dismiss()
        case "confirm":
            table.confirm()
        case "corners":
            table.take_corners(corners_of(record["corners"]))
        case _:
            table.write(record_from_json(table.game, record), Evidence({"by": PHONE}))


def moment_json(table: TableService, sight: Sight, seen: int) -> dict[str, Json]:
    """What was understood at one still moment, as plain data."""
    finding = sight.finding
    assert finding is not None
    best = finding.stories[0] if finding.stories else None
    return {
        "time": sight.time,
        "picture": seen,
        "state": sight.state.value,
        "verdict": finding.verdict.value,
        "certain": finding.certain,
        "probability": None if best is None else round(best.probability, 4),
        "events": [] if best is None else [table.game.event_to_json(e) for e in best.events],
        "rulings": [ruling.rule for ruling in finding.rulings],
    }
