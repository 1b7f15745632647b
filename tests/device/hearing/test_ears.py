"""The microphone thread: pearls are told, and what is wrong is told once."""

from collections.abc import Iterator

import numpy as np
import pytest

from device.hearing.ears import Ears, MicrophoneState
from device.senses.microphone import (
    Block,
    EndOfSound,
    Microphone,
    MicrophoneLost,
    MicrophoneMissing,
)

QUIET = np.random.default_rng(1).normal(0, 1e-3, 48_000).astype(np.float32)


class FakeMicrophone:
    """Gives what it is handed; an exception is raised."""

    def __init__(self, given: list[Block | Exception]) -> None:
        self.name = "fake"
        self._given: Iterator[Block | Exception] = iter([*given, EndOfSound("all heard")])
        self.closed = False

    def read(self, timeout: float = 2.0) -> Block:
        item = next(self._given)
        if isinstance(item, Exception):
            raise item
        return item

    def close(self) -> None:
        self.closed = True


def states(*opened: Microphone | Exception) -> list[tuple[str, int]]:
    told: list[MicrophoneState] = []
    left = iter(opened)

    def open_next() -> Microphone:
        item = next(left)
        if isinstance(item, Exception):
            raise item
        return item

    Ears(open_next, lambda *_: None, told.append).run(wait=lambda _: False)
    return [(state.state, state.overflows) for state in told]


@pytest.mark.parametrize(
    ("samples", "state"),
    [(QUIET, "ok"), (np.zeros(48_000, np.float32), "silent")],
    ids=["a quiet room", "a muted microphone"],
)
def test_the_state_is_told_once(samples: np.ndarray, state: str) -> None:
    assert states(FakeMicrophone([Block(samples)] * 11)) == [(state, 0), ("ended", 0)]


def test_a_microphone_that_comes_back_is_used_again() -> None:
    lost = FakeMicrophone([Block(QUIET)] * 5 + [MicrophoneLost("pulled out")])
    back = FakeMicrophone([Block(QUIET)] * 5)
    told = states(MicrophoneMissing("none there"), lost, MicrophoneMissing("still none"), back)
    assert [state for state, _ in told] == ["missing", "ok", "lost", "missing", "ok", "ended"]
    assert lost.closed
    assert back.closed


def test_overflows_are_counted_and_told_when_there_are_many() -> None:
    blocks = [Block(QUIET, lost=True) for _ in range(5)] + [Block(QUIET) for _ in range(5)]
    assert states(FakeMicrophone(blocks)) == [("overflow", 5), ("ok", 5), ("ended", 5)]


def test_it_is_known_up_to_when_all_was_heard_however_late_a_block_was_read() -> None:
    late = iter([11.0, 14.0, 20.0])  # a second of sound each, the first one read at once
    microphone = FakeMicrophone([Block(QUIET)] * 3)
    ears = Ears(lambda: microphone, lambda *_: None, lambda _: None, clock=lambda: next(late))
    ears.run(wait=lambda _: False)
    assert ears.heard == pytest.approx(13.0, abs=0.01)
