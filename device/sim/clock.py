"""The simulated table's own time: while a hand is at work it waits for whoever takes pictures."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class TableClock:
    """Runs with the wall clock, but stands still at a limit until that is lifted.

    So a slow machine sees the same hands as a quick one, only later.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lost = 0.0
        self._limit: float | None = None
        self._lock = threading.Lock()  # camera and microphone are read by threads of their own

    def __call__(self) -> float:
        with self._lock:
            now = self._clock() - self._lost
            if self._limit is not None and now > self._limit:
                self._lost += now - self._limit
                now = self._limit
            return now

    def until(self, limit: float | None) -> None:
        """Go no further than this until told again; None lifts the limit."""
        with self._lock:
            self._limit = limit
