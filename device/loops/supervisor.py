"""One owner of everything that runs beside the table: guarded turns, one order in which all end.

A fault costs one turn of one part. It is logged once a kind, the part is "in trouble" for whoever
asks, and the part goes on. At the end every part is asked to stop, then all are waited for; the
journal closes last (`device/running/compose.py`).
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

log = logging.getLogger(__name__)

CALM_SECONDS = 10.0  # of good turns after which a trouble is over
STOP_SECONDS = 1.5  # for all parts together; a part that works on is left behind
AGAIN_SECONDS = (0.5, 1.0, 2.0, 5.0)  # before a part that died begins anew

Result = TypeVar("Result")
Clock = Callable[[], float]
Tell = Callable[[], object]


class Part(Protocol):
    """Something that runs beside the table."""

    @property
    def guard(self) -> Guard: ...
    def start(self) -> None: ...

    def ask(self) -> None:
        """To end; the answer is not waited for."""

    def join(self, seconds: float) -> bool:
        """Wait until it has ended; whether it has."""


class Guard:
    """Keeps a part alive whatever one of its turns does."""

    def __init__(self, name: str, clock: Clock = time.monotonic) -> None:
        self.name = name
        self.tell: Tell = lambda: None  # somebody who is to hear that trouble came or went
        self.troubled = False
        self._clock = clock
        self._failed = 0.0
        self._known: set[tuple[str, int]] = set()

    def run(self, turn: Callable[[], Result]) -> Result | None:
        """One turn; None if it failed."""
        try:
            found = turn()
        except Exception as fault:  # noqa: BLE001 (that is what a guard is for)
            self.failed(fault)
            return None
        self.fine()
        return found

    def failed(self, fault: Exception) -> None:
        """A turn failed: log it if it is new, and be in trouble."""
        kind = _place_of(fault)
        if kind not in self._known:
            self._known.add(kind)
            log.error("%s: a turn failed (told once)", self.name, exc_info=fault)
        self._failed = self._clock()
        self._set(True)

    def fine(self) -> None:
        """A turn went well."""
        if self.troubled and self._clock() - self._failed >= CALM_SECONDS:
            log.info("%s: goes well again", self.name)
            self._set(False)

    def _set(self, troubled: bool) -> None:
        if troubled != self.troubled:
            self.troubled = troubled
            self.tell()


def _place_of(fault: Exception) -> tuple[str, int]:
    """What kind of fault, and in which line: the same one again is no news."""
    frames = traceback.extract_tb(fault.__traceback__)
    return type(fault).__name__, frames[-1].lineno or 0 if frames else 0


class Loop:
    """A part with a thread of its own. A body that dies begins anew, ever more patiently."""

    def __init__(self, name: str, clock: Clock = time.monotonic) -> None:
        self.guard = Guard(name, clock)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name=name, daemon=True)

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def ask(self) -> None:
        """To end."""
        self._stop.set()

    def join(self, seconds: float) -> bool:
        """Wait for the end; whether it came."""
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self, seconds: float = STOP_SECONDS) -> bool:
        """Ask and wait at once; whether it has ended."""
        self.ask()
        return self.join(seconds)

    def body(self) -> None:
        """What the thread does until it is asked to end."""
        raise NotImplementedError

    def _live(self) -> None:
        deaths = 0
        while not self._stop.is_set():
            try:
                self.body()
            except Exception as fault:  # noqa: BLE001 (it begins anew)
                self.guard.failed(fault)
                self._stop.wait(AGAIN_SECONDS[min(deaths, len(AGAIN_SECONDS) - 1)])
                deaths += 1
            else:
                return


class Ticks(Loop):
    """A part that does one thing again and again."""

    def __init__(
        self, name: str, every: float, turn: Callable[[], object], clock: Clock = time.monotonic
    ) -> None:
        super().__init__(name, clock)
        self.every, self.turn = every, turn

    def body(self) -> None:
        """A turn, a rest, and so on."""
        while not self._stop.wait(self.every):
            self.guard.run(self.turn)


class Supervisor:
    """Knows every part by name, and how they do."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.tell: Callable[[tuple[str, ...]], object] = lambda _: None  # which are in trouble

    def add(self, part: Part) -> None:
        """Look after a part; parts begin in the order in which they came."""
        self.parts.append(part)
        part.guard.tell = self._heard

    def start(self) -> None:
        """Let all begin."""
        for part in self.parts:
            part.start()

    def troubled(self) -> tuple[str, ...]:
        """The parts that do not do well."""
        return tuple(part.guard.name for part in self.parts if part.guard.troubled)

    def stop(self, seconds: float = STOP_SECONDS) -> Sequence[str]:
        """Ask all to end, then wait for them; the names of those that work on."""
        parts, self.parts = self.parts, []
        for part in reversed(parts):
            _ask(part)
        deadline = time.monotonic() + seconds
        left = [
            part.guard.name
            for part in reversed(parts)
            if not part.join(max(0.0, deadline - time.monotonic()))
        ]
        if left:
            log.warning("still busy at the end: %s", ", ".join(left))
        return left

    def _heard(self) -> None:
        self.tell(self.troubled())


def _ask(part: Part) -> None:
    """One that cannot even be asked must not keep the others running."""
    try:
        part.ask()
    except Exception:
        log.exception("%s could not be asked to end", part.guard.name)
