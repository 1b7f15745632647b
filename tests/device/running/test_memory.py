"""Memory nobody uses goes back to the system."""

import platform
import subprocess
import sys
import threading

import pytest

from device.running.health import memory_mb
from device.running.memory import Sweeper, give_back

BLOCK = 60_000


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can give back")
def test_scattered_free_blocks_are_given_back() -> None:
    blocks = [bytearray(b"x" * BLOCK) for _ in range(2000)]
    kept = blocks[::50]
    del blocks
    before = memory_mb() or 0.0
    give_back()
    assert before - (memory_mb() or 0.0) > 60
    assert len(kept) == 40


def test_a_sweeper_ends_when_told() -> None:
    sweeper = Sweeper(every=0.001)
    sweeper.start()
    sweeper.stop()
    assert "sweeper" not in {thread.name for thread in threading.enumerate()}


def test_what_is_there_when_all_is_set_up_is_not_looked_through_for_garbage() -> None:
    told = """
import gc
from device.running.memory import settle
class Knot: pass
def tie():
    knot = Knot()
    knot.end = knot
tie()
settle()
set_up = gc.get_freeze_count()
everything = len(gc.get_objects())
tie()
print(set_up > everything, gc.collect() > 0)
print(any(isinstance(each, Knot) for each in gc.get_objects()))
"""
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["True", "True", "False"]
