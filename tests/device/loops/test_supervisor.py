"""Parts that fail go on, say so, and all end in good order."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import pytest

from device.loops.supervisor import Guard, Loop, Supervisor, Ticks


class Clock:
    """Time that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def fails(text: str) -> Callable[[], None]:
    def turn() -> None:
        raise ValueError(text)

    return turn


# ---- a guard -------------------------------------------------------------------------------


def test_a_turn_that_goes_well_gives_what_it_found() -> None:
    assert Guard("eyes").run(lambda: 7) == 7


def test_the_same_fault_is_logged_once_and_another_one_anew(
    caplog: pytest.LogCaptureFixture,
) -> None:
    guard = Guard("eyes")
    turn = fails("dark")
    for _ in range(50):
        assert guard.run(turn) is None
    guard.run(lambda: 1 / 0)
    told = [record.exc_info[0] for record in caplog.records if record.exc_info]
    assert told == [ValueError, ZeroDivisionError]


def test_trouble_is_told_when_it_comes_and_when_it_has_been_calm() -> None:
    clock, told = Clock(), []
    guard = Guard("eyes", clock)
    guard.tell = lambda: told.append(guard.troubled)
    guard.run(fails("dark"))
    guard.run(fails("dark"))
    clock.now += 9.9
    guard.run(lambda: None)
    assert told == [True]
    clock.now += 0.1
    guard.run(lambda: None)
    assert told == [True, False]


def test_an_interruption_is_no_fault() -> None:
    def turn() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Guard("eyes").run(turn)


# ---- loops ---------------------------------------------------------------------------------


class Dying(Loop):
    """Dies twice, then lives until it is asked to end."""

    def __init__(self) -> None:
        super().__init__("dying")
        self.lives, self.lived = 0, threading.Event()

    def body(self) -> None:
        self.lives += 1
        if self.lives < 3:
            raise OSError("gone")
        self.lived.set()
        self._stop.wait()


def test_a_body_that_dies_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.loops.supervisor.AGAIN_SECONDS", (0.01,))
    part = Dying()
    part.start()
    assert part.lived.wait(5)
    assert (part.lives, part.guard.troubled) == (3, True)
    assert part.stop(5)


def test_ticks_go_on_after_a_fault() -> None:
    turns, enough = [], threading.Event()

    def turn() -> None:
        turns.append(len(turns))
        if len(turns) == 2:
            raise ValueError
        if len(turns) == 5:
            enough.set()

    part = Ticks("counter", 0.001, turn)
    part.start()
    assert enough.wait(5)
    assert part.stop(5)
    assert turns[:5] == [0, 1, 2, 3, 4]


# ---- all of them ---------------------------------------------------------------------------


class Recorded:
    """A part that writes down what is asked of it."""

    def __init__(self, name: str, log: list[str], ends: bool = True) -> None:
        self.guard, self.log, self.ends = Guard(name), log, ends

    def start(self) -> None:
        self.log.append(f"start {self.guard.name}")

    def ask(self) -> None:
        self.log.append(f"ask {self.guard.name}")
        if self.guard.name == "rude":
            raise OSError("no")

    def join(self, seconds: float) -> bool:
        self.log.append(f"join {self.guard.name}")
        if not self.ends:
            time.sleep(seconds)
        return self.ends


def test_all_are_asked_before_any_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    log: list[str] = []
    supervisor = Supervisor()
    for name in ("web", "rude", "eyes"):
        supervisor.add(Recorded(name, log))
    supervisor.start()
    with caplog.at_level(logging.CRITICAL):
        assert list(supervisor.stop()) == []
    assert log == [
        *("start web", "start rude", "start eyes"),
        *("ask eyes", "ask rude", "ask web"),
        *("join eyes", "join rude", "join web"),
    ]
    assert list(supervisor.stop()) == []
    assert len(log) == 9


def test_who_works_on_is_named_and_left_behind() -> None:
    log: list[str] = []
    supervisor = Supervisor()
    supervisor.add(Recorded("web", log))
    supervisor.add(Recorded("eyes", log, ends=False))
    begun = time.monotonic()
    assert list(supervisor.stop(0.2)) == ["eyes"]
    assert time.monotonic() - begun < 1.0
    assert "join web" in log


def test_whoever_asks_hears_which_parts_are_in_trouble() -> None:
    told: list[tuple[str, ...]] = []
    supervisor = Supervisor()
    supervisor.tell = told.append
    parts = [Recorded(name, []) for name in ("web", "eyes", "ears")]
    for part in parts:
        supervisor.add(part)
    parts[2].guard.run(fails("deaf"))
    parts[1].guard.run(fails("blind"))
    assert told == [("ears",), ("eyes", "ears")]
    assert supervisor.troubled() == ("eyes", "ears")
