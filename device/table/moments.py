"""What the camera saw in the last minute, kept when somebody says that it saw wrong.

Pictures lie in memory only, thinned as a recording is, until a moment is kept; then they become a
recording of that minute (`device/records/recording.py`), which replays from the position before it.
"""

from __future__ import annotations

import logging
import queue
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from device.loops.supervisor import Ticks
from device.records.recording import Recorder, Saved, Thinning, as_jpeg
from device.senses.frame import Frame
from rules.values import Json

log = logging.getLogger(__name__)

SECONDS = 60.0
REST_PAUSE = 5.0  # seconds between two pictures of a table at rest
MOST_BYTES = 40_000_000  # of pictures in memory
KEPT = 12  # moments on the disk; the oldest go
FREE_BYTES = 1_000_000_000  # that stay free on the card
EVERY = 0.3  # seconds between two looks whether a moment is to be written
TOLD_BEFORE = "phone"  # a replay takes from a phone what happened before its first picture


@dataclass(frozen=True)
class Picture:
    """A picture as it lies in memory."""

    time: float
    data: bytes


@dataclass(frozen=True)
class Recorded:
    """A record, and after how many pictures of the game it was told."""

    after: int
    time: float
    source: str
    record: Mapping[str, Json]


@dataclass(frozen=True)
class Moment:
    """The last minute, to be written down."""

    about: Mapping[str, Json]
    why: str
    when: float
    pictures: tuple[Picture, ...]
    records: tuple[Recorded, ...]

    def save(self, folder: Path, profile: Saved | None) -> None:
        """Write it as a recording."""
        times = iter([each.time for each in self.records])
        recorder = Recorder(folder, self.about, profile, lambda: next(times))
        left = deque(self.records)
        for count, picture in enumerate((None, *self.pictures)):
            if picture is not None:
                recorder.picture(picture.time, picture.data)
            while left and left[0].after <= count:
                each = left.popleft()
                recorder.event(each.record, each.source)
        recorder.close()
        (folder / "why.txt").write_text(f"{self.why}\n", encoding="utf-8")


class LastMinute:
    """The pictures of the last minute of one game, and its records."""

    def __init__(
        self,
        clock: Callable[[], float],
        keep: Callable[[Moment], bool],
        at_corrections: bool = False,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._clock, self._keep, self._most = clock, keep, most_bytes
        self.at_corrections = at_corrections
        self._lock = threading.Lock()
        self._pictures: deque[Picture] = deque()
        self._bytes = self._count = 0
        self._records: list[Recorded] = []
        self._thinning = Thinning(REST_PAUSE)

    @property
    def size(self) -> int:
        """Bytes of pictures that lie in memory."""
        return self._bytes

    def begin(self, records: Iterable[Mapping[str, Json]]) -> None:
        """Another game begins; these records are known of it."""
        with self._lock:
            self._pictures.clear()
            self._bytes = self._count = 0
            self._records = [Recorded(0, 0.0, TOLD_BEFORE, dict(record)) for record in records]

    def frame(self, frame: Frame) -> None:
        """Take a picture, and let go of the oldest."""
        if not self._thinning.wanted(frame):
            return
        data = as_jpeg(frame.image)
        if data is None:
            return
        with self._lock:
            self._pictures.append(Picture(round(frame.time, 3), data))
            self._count += 1
            self._bytes += len(data)
            while self._is_too_much(frame.time):
                self._bytes -= len(self._pictures.popleft().data)

    def _is_too_much(self, now: float) -> bool:
        first = self._pictures[0]
        return self._bytes > self._most or now - first.time > SECONDS

    def event(self, record: Mapping[str, Json], source: str) -> None:
        """Take a record."""
        with self._lock:
            self._records.append(
                Recorded(self._count, round(self._clock(), 3), source, dict(record))
            )

    def keep(self, about: Mapping[str, Json], why: str) -> bool:
        """Have it written down; False without any picture, or without room."""
        with self._lock:
            gone = self._count - len(self._pictures)
            records = tuple(_since(each, gone) for each in self._records)
            moment = Moment(about, why, time.time(), tuple(self._pictures), records)
        return bool(moment.pictures) and self._keep(moment)


def _since(recorded: Recorded, gone: int) -> Recorded:
    """A record as a recording has it that begins so many pictures later."""
    if recorded.after > gone:
        return replace(recorded, after=recorded.after - gone)
    return replace(recorded, after=0, source=TOLD_BEFORE)


class Keepsakes(Ticks):
    """Writes moments down, one after another, and lets the oldest go."""

    def __init__(self, folder: Path, profile: Callable[[str], Saved | None]) -> None:
        super().__init__("moments", EVERY, self._write)
        self.folder, self._profile = folder, profile
        self._wanted: queue.SimpleQueue[Moment] = queue.SimpleQueue()

    def keep(self, moment: Moment) -> bool:
        """Have it written down soon; False where there is no room for it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        size = sum(len(picture.data) for picture in moment.pictures)
        if shutil.disk_usage(self.folder).free - size < FREE_BYTES:
            return False
        self._wanted.put(moment)
        return True

    def kept(self) -> list[Path]:
        """Those on the disk, the oldest first."""
        return sorted(path for path in self.folder.glob("moment-*") if path.is_dir())

    def join(self, seconds: float) -> bool:
        """Wait for the end; what was asked for is written before."""
        ended = super().join(seconds)
        if ended:
            self.guard.run(self._write)
        return ended

    def _write(self) -> None:
        while not self._wanted.empty():
            moment = self._wanted.get()
            stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(moment.when))
            name = f"moment-{stamp}-{round(moment.when % 1 * 1e6):06}"
            profile = self._profile(str(moment.about["game"]))
            new = self.folder / ".new"
            shutil.rmtree(new, ignore_errors=True)  # of one that was cut off
            moment.save(new, profile)
            new.rename(self.folder / name)
            log.info("kept %s: %s", name, moment.why)
            for old in self.kept()[:-KEPT]:
                shutil.rmtree(old)
