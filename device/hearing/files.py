"""Pearls in sound files: what `castellan hear` tells."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from device.hearing.bands import HOP
from device.hearing.depth import Untaught
from device.hearing.features import Features, features
from device.hearing.health import troubles
from device.hearing.listener import Heard, Listener
from device.senses.wav import Sound, read_wav
from rules.values import Json

LOW_RATE = 32_000  # below that the clicks of pearls are cut off
TOLD = 0.5


class DepthEar(Protocol):
    """Anything that tells depths from features."""

    def likelihoods(self, found: Features, inside: int = 0) -> tuple[float, ...]: ...


@dataclass(frozen=True)
class Pearl:
    """One pearl of a recording."""

    time: float
    confidence: float
    depths: tuple[float, ...]
    intervals: tuple[float, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "time": round(self.time, 4),
            "confidence": round(self.confidence, 4),
            "depths": [round(share, 4) for share in self.depths],
            "intervals": [round(seconds, 4) for seconds in self.intervals],
        }


@dataclass(frozen=True)
class Report:
    """What was heard in one file."""

    file: str
    sound: Sound
    troubles: tuple[str, ...]
    pearls: tuple[Pearl, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "file": self.file,
            "seconds": round(self.sound.seconds, 3),
            "rate": self.sound.rate,
            "channels": self.sound.channels,
            "bits": self.sound.bits,
            "troubles": list(self.troubles),
            "pearls": [pearl.to_json() for pearl in self.pearls],
        }


def hear_file(path: Path, ear: DepthEar | None = None, threshold: float = TOLD) -> Report:
    """Listen to a WAV file from beginning to end, as if a microphone gave it."""
    sound = read_wav(path)
    wrong = troubles(sound.samples)
    if sound.rate < LOW_RATE:
        wrong.append("low-rate")
    ear = ear or Untaught()
    return Report(str(path), sound, tuple(wrong), tuple(
        Pearl(each.time, each.confidence, ear.likelihoods(features(each)), each.intervals)
        for each in hear(sound, threshold)
    ))  # fmt: skip


def hear(sound: Sound, threshold: float = TOLD) -> list[Heard]:
    """All pearls of a recording."""
    listener = Listener(threshold)
    found = []
    for start in range(0, len(sound.samples), HOP):
        found += listener.feed(sound.samples[start : start + HOP])
    return [each for each in found + listener.finish() if each.time < sound.seconds]
