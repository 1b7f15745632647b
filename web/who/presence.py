"""Which phones are there: those with an open stream, and those heard of a moment ago."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable

AWAY_SECONDS = 30.0  # a phone that locks and wakes, or changes the page, is not gone


class Presence:
    """Remembers when each phone was last heard of; after a start all count as heard of."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._born = clock()
        self._streams: Counter[str] = Counter()
        self._heard: dict[str, float] = {}

    def saw(self, phone: str) -> None:
        """It asked something."""
        with self._lock:
            self._heard[phone] = self._clock()

    def came(self, phone: str) -> None:
        """It opened a stream."""
        with self._lock:
            self._streams[phone] += 1

    def left(self, phone: str) -> None:
        """A stream of it ended."""
        with self._lock:
            self._heard[phone] = self._clock()
            self._streams[phone] -= 1
            if self._streams[phone] <= 0:
                del self._streams[phone]

    def here(self, phone: str) -> bool:
        """Whether it is there, or was half a minute ago."""
        with self._lock:
            heard = self._heard.get(phone, self._born)
            return phone in self._streams or self._clock() - heard < AWAY_SECONDS
