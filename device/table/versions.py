"""Versions of what the table shows, and who is told when there is a new one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EPOCH = 1_767_225_600  # 2026 began; versions count from the milliseconds since, which go by
MILLISECONDS = 1000  # faster than any table changes: so versions grow over restarts too


class News:
    """Counts changes under one lock, and tells listeners once after each, without holding it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.version = self.game_version = self.open_version = max(
            1, int((time.time() - EPOCH) * MILLISECONDS)
        )
        self.publish: Callable[[], object] = lambda: None  # for readers, before listeners hear
        self._told = self.version
        self._depth = 0
        self._listeners: list[Callable[[int], None]] = []

    def touch(self, game: bool = False, secret: bool = False) -> None:
        """Something shows differently now; with `game` older commands no longer fit.

        A `secret` of one player leaves the others' own secrets as they were.
        """
        self.version += 1
        if game:
            self.game_version = self.version
        if game and not secret:
            self.open_version = self.version

    @contextmanager
    def changes(self) -> Iterator[None]:
        """Hold the table; afterwards, when nobody holds it, tell the listeners."""
        version, listeners = 0, list[Callable[[int], None]]()
        try:
            with self.lock:
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1
                    if self._depth == 0 and self.version != self._told:
                        version = self._told = self.version
                        self.publish()
                        listeners = list(self._listeners)
        finally:
            for listener in listeners:
                listener(version)

    def listen(self, callback: Callable[[int], None]) -> Callable[[], None]:
        """Call back with every new version, until the answer is called."""
        with self.lock:
            self._listeners.append(callback)

        def leave() -> None:
            with self.lock:
                if callback in self._listeners:
                    self._listeners.remove(callback)

        return leave
