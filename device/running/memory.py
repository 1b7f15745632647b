"""Memory given back: pictures come and go, and the C library keeps the room they took.

Python's own memory stays level over an evening, but free blocks scattered among used ones make the
process grow by some megabytes a minute. Once a minute all pages nobody uses go back to the system.

Python looks for garbage among all that it holds, now and then, and everybody waits meanwhile. What
the program itself is made of is left out of that.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable

from device.loops.supervisor import Ticks

EVERY = 60.0  # seconds


def give_back() -> bool:
    """Return unused pages to the system; False where the C library cannot."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return False
    return bool(trim(0))


def settle() -> None:
    """All is set up: what there is now is no garbage, and need not be looked through again."""
    gc.collect()
    gc.freeze()


class Sweeper(Ticks):
    """Clears something away again and again; without a word the memory."""

    def __init__(
        self,
        every: float = EVERY,
        sweep: Callable[[], object] = give_back,
        name: str = "sweeper",
    ) -> None:
        super().__init__(name, every, sweep)
