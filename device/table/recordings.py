"""The switch for recording at a running table: begun by the host, ended before the disk is full."""

from __future__ import annotations

import logging
import re
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from device.files.kept import unused
from device.files.private import make_folder
from device.records.recording import Recorder, Saved
from device.senses.frame import Frame
from rules.refused import Kind, Refused
from rules.values import Json

if TYPE_CHECKING:
    from device.senses.sound import Samples
    from device.table.service import TableService

log = logging.getLogger(__name__)

FOLDER = "recordings"
KEPT_FREE = 1_000_000_000  # bytes that no recording takes
LOOK_EVERY = 25  # pictures between two looks at the disk
MEGABYTE = 1_000_000
NAME = re.compile(r"[0-9]{8}-[0-9]{6}-[a-z_]+(-[0-9]+)?")

Free = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """How much more goes on the disk."""
    return shutil.disk_usage(folder).free


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


class Recordings:
    """Writes down what the table sees and does, while it is switched on. One holds one game."""

    def __init__(
        self,
        folder: Path,
        table: TableService,
        profile: Callable[[str], Saved | None],
        clock: Callable[[], float] = time.monotonic,
        free: Free = free_bytes,
    ) -> None:
        self.folder, self._table, self._profile = folder, table, profile
        self._clock, self._free = clock, free
        self._lock = threading.Lock()
        self._recorder: Recorder | None = None
        self._place = folder  # of what is being recorded
        self._pictures = 0
        self._failed = False
        for remains in folder.glob(".*"):  # what a power cut left of one that was deleted
            shutil.rmtree(remains, ignore_errors=True)
        table.recordings = self
        self._leave = table.listen(lambda _: self._follow())

    # --- the switch ---

    def begin(self, folder: Path | None = None) -> None:
        """Record from now on, with what happened in this game before."""
        if self._recorder is not None:
            return
        table, stamp = self._table, time.strftime("%Y%m%d-%H%M%S")
        folder = folder or unused(self.folder / f"{stamp}-{table.game.name}")
        try:
            make_folder(folder.parent)
            if self._free(folder.parent) < KEPT_FREE:
                raise Refused(Kind.BUSY, "refused.no-room")
            about, profile = table.stored.about, self._profile(table.game.name)
            recorder = Recorder(folder, about, profile, self._clock)
        except OSError as fault:
            log.error("no recording in %s: %s", folder, fault)
            raise Refused(Kind.BUSY, "refused.no-recording") from fault
        self._recorder, self._place = recorder, folder
        self._pictures, self._failed = 0, False
        table.keep(self)
        self._tell("recording.size")

    def end(self, why: str | None = None) -> None:
        """Record no more; `why` it ended by itself is told to the host."""
        recorder = self._close()
        if recorder is None:
            return
        if self._table.recorder is self:
            self._table.keep(None)
        if why is not None:
            log.error("the recording ended: %s", why)
        self._tell(why, recorder)

    def leave(self) -> None:
        """End for good."""
        self._leave()
        self._close()

    # --- what lies there ---

    def listed(self) -> list[tuple[str, int]]:
        """The recordings made by this switch, newest first, with how many bytes each takes."""
        if not self.folder.is_dir():
            return []
        names = sorted((path.name for path in self.folder.iterdir()), reverse=True)
        return [(name, _size(self.folder / name)) for name in names if NAME.fullmatch(name)]

    def delete(self, name: str) -> None:
        """Delete one for good, unless it is being made."""
        path = self.folder / name
        if not NAME.fullmatch(name) or not path.is_dir():
            raise Refused(Kind.UNKNOWN, "refused.no-such-recording")
        if self._recorder is not None and path == self._place:
            raise Refused(Kind.STALE, "refused.recording-runs")
        gone = path.with_name(f".{name}")
        path.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)

    def _follow(self) -> None:
        """Another game began, which the recording is not of."""
        if self._recorder is not None and self._table.recorder is not self:
            self.end("recording.other-game")

    def _close(self) -> Recorder | None:
        with self._lock:
            recorder, self._recorder = self._recorder, None
            if recorder is not None:
                with suppress(OSError):
                    recorder.close()
            return recorder

    def _tell(self, key: str | None, recorder: Recorder | None = None) -> None:
        recorder = recorder or self._recorder
        saying: tuple[str, Mapping[str, Json]] | None = None
        if key is not None and recorder is not None:
            free = round(self._free(self.folder.parent) / (1000 * MEGABYTE), 1)
            saying = key, {"megabytes": recorder.size // MEGABYTE, "free": free}
        self._table.note_for_host("recording", saying)

    # --- what the table writes down ---

    def frame(self, frame: Frame) -> Frame | None:
        """Write a picture and give it back as written; None when it tells nothing new."""
        kept: Frame | None = frame
        with self._lock:
            recorder = self._recorder
            if recorder is None:
                return frame
            try:
                kept = recorder.frame(frame)
                self._pictures += kept is not None
            except OSError:
                self._failed = True
        if self._failed:
            self.end("recording.failed")
        elif kept is not None and self._pictures % LOOK_EVERY == 0:
            if self._free(self.folder.parent) < KEPT_FREE:
                self.end("recording.full")
            else:
                self._tell("recording.size")
        return kept

    def event(self, record: Mapping[str, Json], source: str) -> None:
        """Write down a record that the journal has."""
        self._write(lambda recorder: recorder.event(record, source))

    def sound(self, samples: Samples) -> None:
        """Write what the microphone heard just now."""
        self._write(lambda recorder: recorder.sound(samples))

    def taught(self, file: Path) -> None:
        """Keep a file of the box profile that the game is judged by."""
        self._write(lambda recorder: recorder.taught(file))

    def _write(self, work: Callable[[Recorder], None]) -> None:
        """What the disk does not take ends the recording at its next picture, and nothing else."""
        with self._lock:
            if self._recorder is not None:
                try:
                    work(self._recorder)
                except OSError:
                    self._failed = True
