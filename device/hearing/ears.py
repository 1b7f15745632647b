"""The microphone thread: reads sound, tells pearls, and finds the microphone when it is lost."""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from device.hearing.health import troubles
from device.hearing.listener import LISTENS, Heard, Listener
from device.senses.device_thread import DeviceThread
from device.senses.microphone import (
    Block,
    EndOfSound,
    Microphone,
    MicrophoneLost,
    MicrophoneMissing,
)
from device.senses.sound import RATE, Samples

log = logging.getLogger(__name__)

CHECKED = 5 * RATE  # samples between two looks at the sound's health
MANY_LOST = 5  # overflows within the checked samples that are worth a word
DRIFT = 0.0005  # a microphone's second is no more than this longer than the clock's


@dataclass(frozen=True)
class MicrophoneState:
    """How the microphone does: a word for the phones and, in `detail`, what the log says."""

    name: str
    state: str
    detail: str = ""
    overflows: int = 0


class Ears(DeviceThread[Microphone]):
    """Keeps one microphone open and tells every pearl with the moment it fell."""

    def __init__(
        self,
        open_microphone: Callable[[], Microphone],
        hear: Callable[[Heard, float], object],
        tell: Callable[[MicrophoneState], None],
        threshold: float = LISTENS,
        clock: Callable[[], float] = time.monotonic,
        name: str = "microphone",
    ) -> None:
        super().__init__("ears", open_microphone, (MicrophoneMissing, MicrophoneLost))
        self._hear, self._tell = hear, tell
        self._threshold, self._clock = threshold, clock
        self._state = MicrophoneState(name, "off")
        self.overflows = 0
        self.heard = 0.0  # up to when, by the clock, everything was heard
        self.listeners: list[Callable[[Samples], None]] = []  # a picture of the sound, a recorder

    def _use(self, microphone: Microphone) -> bool:
        self._state = MicrophoneState(microphone.name, self._state.state)
        listener, recent, stream = Listener(self._threshold), _Recent(), _Stream()
        try:
            while self.wanted():
                block = microphone.read()
                read = self._clock()
                if block.lost:
                    self.overflows += 1
                stream.add(block, read)
                self._give(listener.feed(block.samples), stream)
                self.heard = stream.begun + listener.now
                for each in self.listeners:
                    self.guard.run(partial(each, block.samples))
                if recent.add(block.samples, block.lost):
                    self._change(recent.state())
        except EndOfSound as end:
            self._give(listener.finish(), stream)
            self._change("ended", str(end))
        except (MicrophoneLost, MicrophoneMissing) as fault:
            self._change("lost", str(fault))
            return False
        finally:
            microphone.close()
        return not self._off.is_set()

    def _give(self, found: list[Heard], stream: _Stream) -> None:
        """Tell each pearl with the clock's time of its first impact; a fault costs one pearl."""
        for heard in found:
            self.guard.run(partial(self._hear, heard, stream.begun + heard.time))

    def _change(self, state: str, detail: str = "") -> None:
        new = MicrophoneState(self._state.name, state, detail, self.overflows)
        if (new.state, new.detail) == (self._state.state, self._state.detail):
            return
        self._state = new
        level = logging.INFO if state == "ok" else logging.WARNING
        log.log(level, "%s: %s %s", new.name, state, detail)
        self._tell(new)


class _Stream:
    """When a stream of sound began, by the clock. A slow machine reads many a block late: the one
    that was read soonest after its sound tells best.
    """

    def __init__(self) -> None:
        self.begun = math.inf
        self._seconds = 0.0

    def add(self, block: Block, read: float) -> None:
        """Take a block that was read just now."""
        seconds = len(block.samples) / RATE
        self._seconds += seconds
        begun = read - self._seconds
        # What was lost is missing from the seconds counted so far.
        self.begun = begun if block.lost else min(begun, self.begun + DRIFT * seconds)


class _Recent:
    """The last seconds of sound, to see whether it is any good."""

    def __init__(self) -> None:
        self._blocks: deque[Samples] = deque()
        self._count = self._lost = 0

    def add(self, samples: Samples, lost: bool) -> bool:
        """Take a block; True when it is time for a look."""
        self._blocks.append(samples)
        self._count += len(samples)
        self._lost += lost
        return self._count >= CHECKED

    def state(self) -> str:
        """The worst trouble of the last seconds, or ok; begins anew."""
        wrong = troubles(np.concatenate(list(self._blocks)))
        lost = self._lost
        self._blocks.clear()
        self._count = self._lost = 0
        if lost >= MANY_LOST:
            return "overflow"
        return wrong[0] if wrong else "ok"
