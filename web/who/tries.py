"""Wrong codes: a few are free, then every address waits, twice as long each time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from rules.refused import Kind, Refused

log = logging.getLogger(__name__)

FREE = 5
FIRST_WAIT = 10.0  # seconds
LONGEST_WAIT = 3600.0
MOST_ADDRESSES = 1000


@dataclass(frozen=True)
class Wrong:
    """The wrong codes of one address."""

    address: str
    count: int
    until: float  # before this moment it is not listened to
    turned_away: int = 0


class Tries:
    """Slows guessing by address. An address earns nothing else here: no right follows from it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: dict[str, Wrong] = {}

    def check(self, address: str) -> None:
        """Refuse an address that has to wait."""
        with self._lock:
            known = self._wrong.get(address)
            seconds = 0.0 if known is None else known.until - self._clock()
            if known is not None and seconds > 0:
                more = known.turned_away + 1
                self._wrong[address] = Wrong(address, known.count, known.until, more)
        if seconds > 0:
            raise Refused(Kind.OFTEN, "refused.wait", {"seconds": int(seconds) + 1})

    def wrong(self, address: str) -> None:
        """A code was wrong."""
        now = self._clock()
        with self._lock:
            known = self._wrong.pop(address, None)
            if known is None or now - known.until > LONGEST_WAIT:
                known = Wrong(address, 0, now)
            count = known.count + 1
            wait = 0.0 if count < FREE else min(FIRST_WAIT * 2.0 ** (count - FREE), LONGEST_WAIT)
            self._wrong[address] = Wrong(address, count, now + wait, known.turned_away)
            while len(self._wrong) > MOST_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]
        log.warning("wrong code number %d from %s; it waits %.0f s", count, address, wait)

    def right(self, address: str) -> None:
        """A code was right: earlier mistakes are forgotten."""
        with self._lock:
            self._wrong.pop(address, None)

    def clear(self) -> None:
        """Listen to everybody again."""
        with self._lock:
            self._wrong.clear()

    def told(self) -> list[Wrong]:
        """All that was wrong, the newest address first."""
        with self._lock:
            return list(self._wrong.values())[::-1]
