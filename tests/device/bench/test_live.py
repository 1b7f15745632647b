"""Whole houses, live: the simulated table waits for the device, and the journal tells what was."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.bench.live import follow_live, in_common, slowed
from device.senses.frame import Frame
from device.settings.settings import GAMES

# Signals and ports belong to a whole process: one live game at a time.


@pytest.mark.slow  # a box is taught and a house opened; tests/test_end_to_end.py follows one too
def test_a_taught_box_of_solomon_is_followed_past_the_first_payment(tmp_path: Path) -> None:
    live = follow_live("solomon", tmp_path, level="easy", seed=1, pace=0.5, events=24)
    assert "Pay" in live.told
    assert (live.astray, live.entered, live.false_rulings) == (False, 0, 0)
    assert live.states > 5


@pytest.mark.slow
@pytest.mark.parametrize("slow", [1.0, 4.0])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_followed_live_to_its_end(tmp_path: Path, game: str, slow: float) -> None:
    live = follow_live(game, tmp_path, level="normal", seed=2, slow=slow)
    assert (live.finished, live.same_end) == (True, True), live
    assert (live.false_rulings, live.outrun) == (0, False)


def test_a_slowed_reader_takes_as_much_longer() -> None:
    def look(_: Frame) -> str:
        begun = time.thread_time()
        while time.thread_time() - begun < 0.05:
            pass
        return "seen"

    frame = Frame(0.0, np.zeros((1, 1, 3), np.uint8))
    begun = time.monotonic()
    assert slowed(look, 4.0)(frame) == "seen"
    assert time.monotonic() - begun > 0.19


def test_what_two_lists_have_in_common_is_found_in_order() -> None:
    def same(one: Any, other: Any) -> bool:
        return bool(one == other)

    assert in_common("abcd", "abcd", same) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert len(in_common("acbd", "abcd", same)) == 3
    assert in_common("xbd", "abcd", same) == [(1, 1), (2, 3)]
    assert in_common("", "abcd", same) == []
