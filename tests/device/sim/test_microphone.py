"""The simulated microphone hears in the table's own time."""

import numpy as np

from device.senses.microphone import BLOCK
from device.sim.clock import TableClock
from device.sim.microphone import SimMicrophone


class Wall:
    """A clock that only sleeping moves on; at some time a picture is taken."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept = 0
        self.table = TableClock(lambda: self.now)

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += 1
        if self.now > 3.0:
            self.table.until(None)


class Tone:
    """A table whose sound tells from when it is."""

    def listen(self, since: float, until: float) -> np.ndarray:
        return np.full(BLOCK, since)


def test_it_waits_while_the_tables_time_stands_still_and_is_not_lost() -> None:
    wall = Wall()
    microphone = SimMicrophone(Tone, wall.table, wall.sleep)
    microphone.read()
    wall.table.until(wall.table())
    block = microphone.read(timeout=0.5)
    assert wall.now > 3.0
    assert block.samples[0] == np.float32(BLOCK / 48_000)
