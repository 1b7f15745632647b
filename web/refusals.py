"""What is refused or fails is logged at once, but then only counted: nobody can bury the log."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger(__name__)

SILENCE_SECONDS = 60.0
MOST_KEYS = 1000


@dataclass
class _Heard:
    told: float  # when it was logged last
    since: int = 0  # how many times it happened after that


class Refusals:
    """A line for each address, and a whole fault for each place in the code, once a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._heard: dict[str, _Heard] = {}

    def note(self, address: str, what: str) -> None:
        """Something that an address asked for was refused."""
        more = self._more(address)
        if more is not None:
            log.info("refused to %s: %s%s", address, what, f" (and {more} before)" if more else "")

    def crash(self, fault: BaseException, what: str) -> None:
        """A request failed by a fault of ours."""
        frames = traceback.extract_tb(fault.__traceback__)
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
        more = self._more(f"{type(fault).__name__} {where}")
        if more is not None:
            log.error("a request failed (%d more before): %s", more, what, exc_info=fault)

    def _more(self, key: str) -> int | None:
        """None if it is too early for another line, else how many went without one."""
        now = self._clock()
        with self._lock:
            heard = self._heard.get(key)
            if heard is not None and now - heard.told < SILENCE_SECONDS:
                heard.since += 1
                return None
            self._heard.pop(key, None)
            self._heard[key] = _Heard(now)
            if len(self._heard) > MOST_KEYS:
                self._heard.pop(next(iter(self._heard)))
            return 0 if heard is None else heard.since
