"""The threads in which Flask answers: few, and the process may end while one of them works."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

CLERKS = 8

_Work = tuple[Future[Any], Callable[[], Any]]


class Clerks(Executor):
    """Takes up one request after another; knows since when none was finished."""

    def __init__(self, count: int = CLERKS, name: str = "clerk") -> None:
        self._work: SimpleQueue[_Work | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._unfinished = 0
        self._finished_at = time.monotonic()
        self._threads = [
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have this done as soon as a thread is free."""
        future: Future[Any] = Future()
        with self._lock:
            if not self._unfinished:
                self._finished_at = time.monotonic()
            self._unfinished += 1
        self._work.put((future, lambda: fn(*args, **kwargs)))
        return future

    @property
    def waiting(self) -> int:
        """Requests that nobody has taken up yet."""
        return self._work.qsize()

    def stuck_for(self) -> float:
        """Seconds for which there was work and nothing was finished."""
        with self._lock:
            return time.monotonic() - self._finished_at if self._unfinished else 0.0

    def close(self, seconds: float) -> None:
        """Drop what waits and let the threads end; one that works on is left behind."""
        with suppress(Empty):
            while (work := self._work.get_nowait()) is not None:
                work[0].cancel()
        for _ in self._threads:
            self._work.put(None)
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            future, act = work
            if future.set_running_or_notify_cancel():
                _carry_out(future, act)
            with self._lock:
                self._unfinished -= 1
                self._finished_at = time.monotonic()


def _carry_out(future: Future[Any], act: Callable[[], Any]) -> None:
    try:
        result = act()
    except BaseException as fault:  # noqa: BLE001 (whoever waits for the answer hears of it)
        future.set_exception(fault)
    else:
        future.set_result(result)
