"""The beat of every loop: who ticks, who is late, who has ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

LATE_AFTER = 30.0  # seconds without a tick; reading one hard picture may take some of them
Clock = Callable[[], float]


@dataclass
class Pulse:
    """The heartbeat of one loop: `beat` at every turn, `end` when it has nothing more to do."""

    name: str
    late_after: float
    clock: Clock
    last: float | None = None
    ended: bool = False
    beats: int = 0
    _begun: float = field(default=0.0, repr=False)

    def __post_init__(self) -> None:
        self._begun = self.clock()

    def beat(self) -> None:
        """The loop came round once more."""
        self.last = self.clock()
        self.beats += 1

    def end(self) -> None:
        """The loop ended as it should; nobody waits for it any more."""
        self.ended = True

    @property
    def age(self) -> float:
        """Seconds since the last beat, or since somebody began to wait for the first."""
        return self.clock() - (self._begun if self.last is None else self.last)

    @property
    def late(self) -> bool:
        """Whether the loop hangs."""
        return not self.ended and self.age > self.late_after


class Pulses:
    """All loops that must tick."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._pulses: dict[str, Pulse] = {}

    def expect(self, name: str, late_after: float = LATE_AFTER) -> Pulse:
        """From now on this loop must tick."""
        self._pulses[name] = Pulse(name, late_after, self._clock)
        return self._pulses[name]

    def all(self) -> list[Pulse]:
        """Every loop that was ever expected."""
        return list(self._pulses.values())

    def late(self) -> list[str]:
        """The loops that hang."""
        return [pulse.name for pulse in self.all() if pulse.late]

    def alive(self) -> bool:
        """Whether every loop has ticked at least once and none hangs."""
        return all(pulse.ended or pulse.last is not None for pulse in self.all()) and not (
            self.late()
        )
