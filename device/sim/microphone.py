"""The simulated table as a microphone in real time: it hears what its camera sees fall."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from device.senses.microphone import BLOCK, Block, MicrophoneLost
from device.senses.sound import RATE

LEAST_WAIT = 0.002  # seconds


class Sounding(Protocol):
    """A simulated table that can be heard; times are the clock's."""

    def listen(self, since: float, until: float) -> NDArray[np.float64]:
        """The samples between two moments."""


class SimMicrophone:
    """Gives the sound of whatever simulated game is on the table, block by block."""

    name = "simulated microphone"

    def __init__(
        self,
        table: Callable[[], Sounding | None],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._table, self._clock, self._sleep = table, clock, sleep
        self._begun, self._count, self._closed = clock(), 0, False

    def read(self, timeout: float = 2.0) -> Block:
        """The next block, once it is over."""
        if self._closed:
            raise MicrophoneLost("the simulated microphone has been closed; open it again")
        since = self._begun + self._count / RATE
        until = self._begun + (self._count + BLOCK) / RATE
        wait = until - self._clock()
        if wait > timeout:
            raise MicrophoneLost(f"no sound from the simulated microphone within {timeout} s")
        while wait > 0 and not self._closed:  # the table's own time may stand still meanwhile
            self._sleep(max(wait, LEAST_WAIT))
            wait = until - self._clock()
        self._count += BLOCK
        table = self._table()
        silence = np.zeros(BLOCK)
        samples = silence if table is None else table.listen(since, until)
        return Block(np.asarray(samples[:BLOCK], np.float32))

    def close(self) -> None:
        """No more sound."""
        self._closed = True
