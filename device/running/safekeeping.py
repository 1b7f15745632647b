"""Backups of a running table: on demand, back again, and by themselves."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.files.places import is_plugged_in
from device.records import backup
from device.records.backup import JOURNAL, ROOM_LEFT, BadBackup
from device.records.forgetting import DAY
from device.running import restoring
from device.settings.settings import Settings
from rules.errors import CastellanError
from rules.refused import Kind, Refused
from rules.values import Json
from web.live.serve import has_room

if TYPE_CHECKING:
    from device.table.service import TableService

log = logging.getLogger(__name__)

PAUSE = 3600.0  # seconds without an event, after which people have gone
OFTEN = 60.0  # seconds between two looks whether a backup is due
MADE = re.compile(r"castellan-[0-9]{8}-[0-9]{6}\.tar")


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


class Automatic:
    """A backup of its own accord, once a game is over or rests, and at most one a day."""

    def __init__(
        self, settings: Settings, table: TableService, now: Callable[[], float] = time.time
    ) -> None:
        self._settings, self._table, self._now = settings, table, now
        self._next_try = 0.0
        self._told: tuple[str, dict[str, Json]] | None = None

    def turn(self) -> None:
        """Make one if it is time; what goes wrong is told to the host until one succeeds."""
        folder, journal = self._settings.data.backup, self._table.journal.path.parent
        if folder is None or not self._is_due(folder):
            return
        about: dict[str, Json] = {"folder": str(folder)}
        if not is_plugged_in(folder):
            self._tell(("backup.no-place", about))
            return
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(self._now()))
        data = replace(self._settings.data, folder=journal)
        try:
            backup.sweep(folder)
            backup.write(replace(self._settings, data=data), folder / f"castellan-{stamp}.tar")
            self._prune(folder)
        except (CastellanError, OSError) as fault:
            self._tell(("backup.failed", {**about, "fault": str(fault)}))
            self._next_try = self._now() + PAUSE  # each costs a copy of the journal
            return
        log.info("a backup lies in %s", folder)
        self._tell(None)

    def _tell(self, told: tuple[str, dict[str, Json]] | None) -> None:
        if told != self._told and told is not None:
            log.error("no backup: %s", told)
        self._told = told
        self._table.note_for_host("backup", told)

    def _is_due(self, folder: Path) -> bool:
        state, now = self._table.state, self._now()
        last = max(state.times.values(), default=None)
        if last is None or 0 < self._next_try - now <= PAUSE:
            return False  # a game that has not begun holds nothing new
        over = state.game.score(state.referee.position).winners is not None
        if not over and now - last < PAUSE:
            return False
        newest = max((path.stat().st_mtime for path in _made(folder)), default=None)
        return newest is None or (newest < last and not 0 <= now - newest < DAY)

    def _prune(self, folder: Path) -> None:
        for path in _made(folder)[: -self._settings.data.backups]:
            path.unlink()


def _made(folder: Path) -> list[Path]:
    """Backups that were made by themselves, oldest first; no others are ever deleted."""
    try:
        return sorted(path for path in folder.iterdir() if MADE.fullmatch(path.name))
    except OSError:
        return []
