"""The ears are open while Seven Locks is on the table, and their loop feeds the watchdog."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.following.listening import Listening
from device.loops.pulses import Pulses
from device.records.journal import Journal
from device.senses.microphone import (
    Block,
    FoundMicrophone,
    Microphone,
    MicrophoneMissing,
    no_microphone,
)
from device.table.service import TableService
from rules.rights import Speaker

ABOUT: dict[str, Any] = {"players": 2, "options": {}, "box": {"demo": True}, "names": []}
QUIET = np.random.default_rng(1).normal(0, 1e-3, 1024).astype(np.float32)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Stuck:
    """A microphone that gives three blocks and then nothing, not even a fault."""

    name = "stuck"

    def __init__(self) -> None:
        self.read_all, self.free, self._left = threading.Event(), threading.Event(), 3

    def read(self, timeout: float = 2.0) -> Block:
        if self._left == 0:
            self.read_all.set()
            self.free.wait(10)
            raise MicrophoneMissing("pulled out")
        self._left -= 1
        return Block(QUIET)

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


def listening(journal: Journal, game: str, found: FoundMicrophone, pulses: Pulses) -> Listening:
    table = TableService(journal, journal.start_game({**ABOUT, "game": game}), lambda *_: None)
    return Listening(table, found, journal.path.parent, expect=pulses.expect)


def stop(ears: Listening) -> None:
    ears.ask()
    assert ears.join(10)


def found(microphone: Microphone) -> FoundMicrophone:
    return FoundMicrophone("fake", "it is a test", lambda: microphone)


def test_a_microphone_that_hangs_lets_the_watchdog_starve(journal: Journal) -> None:
    clock, microphone = Clock(), Stuck()
    pulses = Pulses(clock)
    ears = listening(journal, "seven_locks", found(microphone), pulses)
    ears.start()
    assert microphone.read_all.wait(10)
    assert [(pulse.name, pulse.beats) for pulse in pulses.all()] == [("ears", 4)]
    assert pulses.alive()
    clock.now = 31.0
    assert pulses.late() == ["ears"]
    microphone.free.set()
    stop(ears)
    assert pulses.late() == []


def test_nobody_waits_for_ears_that_are_not_open(journal: Journal) -> None:
    pulses = Pulses()
    for game, microphone in (("kilt", found(Stuck())), ("seven_locks", no_microphone("none"))):
        ears = listening(journal, game, microphone, pulses)
        ears.start()
        stop(ears)
    assert pulses.all() == []


class Patient(Stuck):
    """A microphone that always has something to give, and knows whether it is open."""

    closed = False

    def read(self, timeout: float = 2.0) -> Block:
        return Block(QUIET)

    def close(self) -> None:
        self.closed = True


def test_senses_switched_off_close_the_microphone_and_open_it_again(journal: Journal) -> None:
    opened: list[Patient] = []

    def open_one() -> Microphone:
        opened.append(Patient())
        return opened[-1]

    kept = listening(journal, "seven_locks", FoundMicrophone("fake", "a test", open_one), Pulses())
    table = kept._table

    def switch(senses: str) -> None:
        fields = {"id": f"switch-{table.version}", "version": table.version, "do": "senses"}
        table.do({**fields, "senses": senses}, Speaker(None, True))

    kept.start()
    _wait_for(lambda: table.microphone is not None)
    begun = time.monotonic()
    switch("off")
    assert time.monotonic() - begun < 1.0  # the phone does not wait for the microphone
    _wait_for(lambda: all(each.closed for each in opened))
    _wait_for(lambda: getattr(table.microphone, "state", "") == "off")
    before = len(opened)
    switch("on")
    _wait_for(lambda: len(opened) > before)
    stop(kept)
    assert opened[-1].closed


def _wait_for(happens: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.01)
