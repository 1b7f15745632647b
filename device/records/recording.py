"""Recordings: everything a table saw and heard, in a folder, to be replayed through the same code.

While recording, the watcher sees the pictures as they were written, so a replay sees the very
same pixels. A table at rest is written once a second, a table that changes every time.
"""

from __future__ import annotations

import json
import shutil
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO

import cv2
import numpy as np

from device.files.lines import read_lines, write_line
from device.files.shapes import number_of, table_of
from device.records.soundtrack import SoundWriter
from device.senses.frame import Frame, Image
from device.senses.sound import Samples
from rules.errors import CastellanError
from rules.values import Facts, Json

QUALITY = 90


SMALL = (80, 60)


STIRRED = 6.0  # grey levels of the most changed spots that count as movement


AFTERMATH = 2.0  # seconds after a movement in which every picture is kept


REST_PAUSE = 1.0


class BadRecording(CastellanError, ValueError):
    """A folder that is not a recording, or a broken one."""


@dataclass(frozen=True)
class RecordedEvent:
    """A record of the recording's journal, how many pictures had been seen before it, and when."""

    after: int
    source: str
    record: Facts
    time: float


class Saved(Protocol):
    """Something that can write itself into a folder."""

    def save(self, folder: Path) -> None: ...


class Recorder:
    """Writes a recording; the service shows it every picture and tells it every record."""

    def __init__(
        self,
        folder: Path,
        about: Mapping[str, Json],
        profile: Saved | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if folder.exists() and any(folder.iterdir()):
            raise BadRecording(f"{folder} is not empty; choose a new folder for the recording")
        (folder / "frames").mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)  # pictures of people's table, whatever the umask
        (folder / "table.toml").write_text(table_toml(about), encoding="utf-8")
        if profile is not None:
            profile.save(folder / "profile")
        self._folder, self._clock = folder, clock
        self._frames: TextIO = (folder / "frames.jsonl").open("w", encoding="utf-8")
        self._events: TextIO = (folder / "events.jsonl").open("w", encoding="utf-8")
        self._sound: SoundWriter | None = None
        self._count = 0
        self._thinning = Thinning()
        self._bytes = 0  # of pictures

    def frame(self, frame: Frame) -> Frame | None:
        """Write a picture and give it back as written; None when it tells nothing new."""
        data = as_jpeg(frame.image) if self._thinning.wanted(frame) else None
        if data is None:
            return None
        self.picture(frame.time, data)
        written = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        return Frame(round(frame.time, 3), np.asarray(written, np.uint8))

    def picture(self, moment: float, data: bytes) -> None:
        """Write a picture that is a file already."""
        self._count += 1
        self._bytes += len(data)
        name = f"frames/{self._count:06d}.jpg"
        (self._folder / name).write_bytes(data)
        write_line(self._frames, {"time": round(moment, 3), "file": name})

    def event(self, record: Mapping[str, Json], source: str) -> None:
        """Write down a record that the journal has."""
        now = round(self._clock(), 3)
        write_line(
            self._events,
            {"after": self._count, "source": source, "time": now, "record": dict(record)},
        )

    def sound(self, samples: Samples) -> None:
        """Write what the microphone heard just now."""
        if self._sound is None:
            self._sound = SoundWriter(self._folder)
        self._sound.add(samples, self._clock())

    def taught(self, file: Path) -> None:
        """Keep a file of the box profile that the game is judged by."""
        if file.is_file():
            (self._folder / "profile").mkdir(exist_ok=True)
            shutil.copy(file, self._folder / "profile")

    @property
    def size(self) -> int:
        """How many bytes it takes so far."""
        return self._bytes + (0 if self._sound is None else self._sound.size)

    def close(self) -> None:
        """Finish the files."""
        if self._sound is not None:
            self._sound.close()
            self._sound = None
        self._frames.close()
        self._events.close()


class Thinning:
    """Tells which pictures are worth keeping: all while something moves, else one now and then."""

    def __init__(self, rest_pause: float = REST_PAUSE) -> None:
        self._rest_pause = rest_pause
        self._taken = self._stirred = float("-inf")
        self._small: Image | None = None

    def wanted(self, frame: Frame) -> bool:
        """Whether to keep this one."""
        small = cv2.resize(frame.image, SMALL, interpolation=cv2.INTER_AREA)
        if self._small is None or _change(small, self._small) > STIRRED:
            self._stirred = frame.time
            self._small = np.asarray(small, np.uint8)
        recent = frame.time - self._stirred <= AFTERMATH
        wanted = recent or frame.time - self._taken >= self._rest_pause
        if wanted:
            self._taken = frame.time
        return wanted


def as_jpeg(image: Image) -> bytes | None:
    """A picture as a file; None if it is none."""
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes() if good else None


def _change(one: cv2.typing.MatLike, other: cv2.typing.MatLike) -> float:
    return float(np.percentile(cv2.absdiff(one, other), 99.5))


def table_toml(about: Mapping[str, Json]) -> str:
    """What was agreed about a game, as TOML; JSON's plain values and lists are TOML's too."""
    plain = {key: value for key, value in about.items() if not isinstance(value, dict)}
    lines = [f"{key} = {json.dumps(value)}" for key, value in plain.items() if value is not None]
    for key, value in about.items():
        if isinstance(value, dict):
            lines.append(f"\n[{key}]")
            lines += [f"{json.dumps(name)} = {json.dumps(item)}" for name, item in value.items()]
    return "\n".join(lines) + "\n"


def read_table(folder: Path) -> dict[str, Json]:
    """What was agreed about the recorded game."""
    try:
        about = tomllib.loads((folder / "table.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadRecording(
            f"{folder} is no recording: it holds no table.toml. "
            "Make one with: castellan run --record FOLDER"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadRecording(f"{folder}/table.toml is broken: {fault}") from fault
    missing = {"game", "players"} - about.keys()
    if missing:
        raise BadRecording(f"{folder}/table.toml does not say {' and '.join(sorted(missing))}")
    return about


def read_events(folder: Path) -> list[RecordedEvent]:
    """The records of a recording, in order."""
    return [
        RecordedEvent(
            int(number_of(entry["after"])),
            str(entry["source"]),
            table_of(entry["record"]),
            number_of(entry.get("time", 0)),
        )
        for entry in read_lines(folder / "events.jsonl", ("after", "source", "record"))
    ]
