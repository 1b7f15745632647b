"""Five seconds of the room before a calibration: is it quiet enough to learn from?"""

from __future__ import annotations

import numpy as np

from device.hearing.health import troubles
from device.hearing.listener import Listener
from device.senses.sound import RATE, Samples
from rules.values import Json

SECONDS = 5.0
STEP = RATE // 10
RESTLESS = 20.0  # dB between the loudest tenth of a second and the middling one
LOUD = -40.0  # dB of full scale, above which soft bounces drown


class Room:
    """Takes sound until it has enough of it, then says how the room is."""

    def __init__(self) -> None:
        self._blocks: list[Samples] = []
        self._count = 0
        self.verdict: str | None = None  # ok, restless, loud, or what is wrong with the microphone

    @property
    def done(self) -> bool:
        return self.verdict is not None

    def add(self, samples: Samples) -> bool:
        """Take a block; True when it was the last one."""
        if self.done:
            return False
        self._blocks.append(samples)
        self._count += len(samples)
        if self._count < SECONDS * RATE:
            return False
        self.verdict = judge(np.concatenate(self._blocks))
        self._blocks = []
        return True

    def to_json(self) -> Json:
        return {"done": self.done, "verdict": self.verdict}


def judge(samples: Samples) -> str:
    """What a room sounds like when nobody should make any noise."""
    wrong = troubles(samples)
    if wrong:
        return wrong[0]
    rows = np.diff(samples)[: len(samples) // STEP * STEP - STEP].astype(np.float64)
    level = 10 * np.log10(np.mean(rows.reshape(-1, STEP) ** 2, axis=1) + 1e-13)
    if float(level.max() - np.median(level)) > RESTLESS or Listener().feed(samples):
        return "restless"
    loudness = 20 * np.log10(float(np.std(samples)) + 1e-9)
    return "loud" if loudness > LOUD else "ok"
