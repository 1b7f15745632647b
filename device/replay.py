"""Replay: a recording through the very same code as a live table, as fast as it goes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.boxes import load_profile, watchers
from device.camera import EndOfPictures, FolderCamera
from device.journal import Evidence, Journal
from device.recording import Told, read_events, read_table
from device.service import MakeWatcher, TableService
from device.watcher import Sight
from rules.contract import Json
from rules.referee import record_from_json

PHONE = "phone"


@dataclass
class Replay:
    """A recording being replayed; `moments` gives what was understood, still moment by moment."""

    folder: Path
    make_watcher: MakeWatcher | None = None
    records: list[dict[str, Any]] = field(default_factory=list)

    def moments(self) -> Iterator[dict[str, Json]]:
        """Follow the pictures and the phones of the recording."""
        about = read_table(self.folder)
        make = self.make_watcher or watchers(*load_profile(self.folder / "profile"))
        with tempfile.TemporaryDirectory() as scratch, Journal(Path(scratch) / "j.db") as journal:
            table = TableService(journal, journal.start_game(about), make)
            yield from self._follow(table)
            self.records = [dict(item.record) for item in journal.records(table.stored.id)]

    def _follow(self, table: TableService) -> Iterator[dict[str, Json]]:
        camera, told = FolderCamera(self.folder), read_events(self.folder)
        phones = [item for item in told if item.source == PHONE]
        seen = 0
        while True:
            while phones and phones[0].after <= seen:
                _tell(table, phones.pop(0))
            try:
                frame = camera.read()
            except EndOfPictures:
                break
            sight = table.see(frame)
            seen += 1
            if sight is not None and sight.finding is not None:
                yield moment_json(table, sight, seen)

    def same_as_recorded(self) -> bool:
        """Whether the replay came to the records the recording holds."""
        told = [dict(item.record) for item in read_events(self.folder)]
        return self.records == [record for record in told if record["record"] in RECORDS]


RECORDS = frozenset({"play", "void", "amend", "insert"})


def _tell(table: TableService, told: Told) -> None:
    """Let a phone of the recording do again what it did."""
    record = dict(told.record)
    match record["record"]:
        case "dismiss":
            table.dismiss()
        case "corners":
            table.take_corners(record["corners"])
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
