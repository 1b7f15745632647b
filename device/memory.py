"""Memory given back: pictures come and go, and the C library keeps the room they took.

Python's own memory stays level over an evening, but free blocks scattered among used ones make the
process grow by some megabytes a minute. Once a minute all pages nobody uses go back to the system.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

EVERY = 60.0  # seconds


def give_back() -> bool:
    """Return unused pages to the system; False where the C library cannot."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return False
    return bool(trim(0))


class Sweeper:
    """Clears something away again and again, in a thread of its own; without a word the memory."""

    def __init__(
        self,
        every: float = EVERY,
        sweep: Callable[[], object] = give_back,
        name: str = "sweeper",
    ) -> None:
        self._every, self._sweep = every, sweep
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to sweep."""
        self._thread.start()

    def stop(self) -> None:
        """Sweep no more."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.wait(self._every):
            self._sweep()
