"""Backups of a running table: on demand, by themselves, and back again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from device import backup, restoring
from device.backup import JOURNAL, ROOM_LEFT, BadBackup
from device.config import Settings
from rules.contract import Json
from rules.errors import CastellanError
from web.errors import Kind, Refused
from web.serve import has_room

log = logging.getLogger(__name__)


class Safekeeping:
    """Takes backups and puts them back, one at a time: each is as large as the journal."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.folder = settings.data.folder  # of the journal that is in use
        self._busy = threading.Lock()

    def backup(self, pictures: bool = True) -> Path:
        """A backup in a temporary file."""
        data = replace(self.settings.data, folder=self.folder)
        with self._alone():
            journal = self.folder / JOURNAL
            size = journal.stat().st_size if journal.is_file() else 0
            if not has_room(self.folder, size + ROOM_LEFT):
                raise Refused(Kind.BUSY, "refused.no-room")
            try:
                return backup.to_temporary(replace(self.settings, data=data), pictures)
            except BadBackup as fault:
                log.error("%s", fault)
                raise Refused(Kind.BUSY, "refused.no-backup") from fault

    def restore(self, file: Path, own: bool) -> dict[str, Json]:
        """Have a backup take its place at the next start; what is in it."""
        with self._alone():
            try:
                done = restoring.make_ready(self.settings, file, own)
            except (CastellanError, OSError) as fault:
                log.error("not restored: %s", fault)
                raise Refused(Kind.BAD, "refused.bad-backup") from fault
        return {"games": done.games, "events": done.events, "skipped": done.skipped}

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._busy.acquire(blocking=False):
            raise Refused(Kind.BUSY, "refused.backup-runs")
        try:
            yield
        finally:
            self._busy.release()
