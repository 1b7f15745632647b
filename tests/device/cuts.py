"""Power cuts for tests: a piece of work is killed before each of its steps on the disk in turn."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

STEPS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
CUT = 77


def cut_before_each_step(begin: Callable[[], None], work: Callable[[], None]) -> Iterator[int]:
    """Do `begin`, then `work` in another process that ends before its first step; then anew, so
    that it ends before its second, and so on until it is not cut at all.

    Yields after each time, so that the test looks at what is left.
    """
    for step in range(1, 1000):
        begin()
        child = os.fork()
        if not child:
            _work_until(step, work)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        assert code in (0, CUT), f"step {step} ended with {code}"
        yield step
        if code == 0:
            return
    raise AssertionError("the work has no end")


def _work_until(step: int, work: Callable[[], None]) -> None:
    left = step

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event not in STEPS:
            return
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & WRITING):
            return
        left -= 1
        if not left:
            os._exit(CUT)

    code = 1
    try:
        sys.addaudithook(count)
        work()
        code = 0
    finally:
        os._exit(code)
