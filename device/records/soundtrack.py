"""The sound of a recording: audio.wav, and audio.jsonl that says which sample was heard when."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

import numpy as np

from device.files.lines import read_lines, write_line
from device.files.shapes import number_of
from device.senses.sound import RATE, Samples
from device.senses.wav import read_wav

NAME, TIMES = "audio.wav", "audio.jsonl"
BLOCK = 1024
MARK_EVERY = 10 * RATE  # samples between two times that are written down
GAP = 0.5  # seconds by which the clock runs ahead when the microphone was away
HEADER = 44


def header(size: int) -> bytes:
    """A WAV header for 16-bit mono; with size 0 the sound goes on to the end of the file."""
    total = size + HEADER - 8 if size else 0
    riff = struct.pack("<4sI4s", b"RIFF", total, b"WAVE")
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16)
    return riff + form + struct.pack("<4sI", b"data", size)


class SoundWriter:
    """Writes sound as it comes; after a power cut all but the last moment can be read."""

    def __init__(self, folder: Path) -> None:
        self._wav: BinaryIO = (folder / NAME).open("wb")
        self._times: TextIO = (folder / TIMES).open("w", encoding="utf-8")
        self._wav.write(header(0))
        self._count = self._marked = 0
        self._start: float | None = None  # the clock's time of sample 0, by the last mark

    def add(self, samples: Samples, moment: float) -> None:
        """A piece of sound whose last sample was heard at a moment."""
        start = moment - len(samples) / RATE
        due = self._start is None or self._count - self._marked >= MARK_EVERY
        if due or abs(start - (self._start or 0.0) - self._count / RATE) > GAP:
            write_line(self._times, {"time": round(start, 4), "sample": self._count})
            self._start, self._marked = start - self._count / RATE, self._count
        whole = np.clip(np.round(samples * 32768), -32768, 32767)
        self._wav.write(whole.astype("<i2").tobytes())
        self._wav.flush()
        self._count += len(samples)

    @property
    def size(self) -> int:
        """How many bytes it takes so far."""
        return HEADER + 2 * self._count

    def close(self) -> None:
        """Finish the file: now its header knows how long it is."""
        self._wav.seek(0)
        self._wav.write(header(2 * self._count))
        self._wav.close()
        self._times.close()


@dataclass(frozen=True)
class Piece:
    """Some sound, when its last sample was heard, and whether the microphone was away before."""

    samples: Samples
    moment: float
    anew: bool


def read_soundtrack(folder: Path) -> Iterator[Piece]:
    """The sound of a recording in pieces, in order of time; nothing when it has none."""
    if not (folder / NAME).is_file():
        return
    samples = read_wav(folder / NAME).samples
    marks = [
        (int(number_of(line["sample"])), number_of(line["time"]))
        for line in read_lines(folder / TIMES, ("sample", "time"))
    ] or [(0, 0.0)]
    ends = [sample for sample, _ in marks[1:]] + [len(samples)]
    before = None
    for (first, time), end in zip(marks, ends, strict=True):
        anew = before is None or abs(time - first / RATE - before) > GAP
        before = time - first / RATE
        for start in range(first, end, BLOCK):
            part = samples[start : min(start + BLOCK, end)]
            yield Piece(part, before + (start + len(part)) / RATE, anew and start == first)
