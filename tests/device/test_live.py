"""Schloss der 7 Schlösser followed by camera and microphone together, on a clock of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.bench.live import LiveTable, follow_live
from rules.seven_locks import Drop


def test_pearls_are_told_one_by_one_with_the_towers_the_hands_were_over(tmp_path: Path) -> None:
    table = LiveTable(tmp_path, 8201)
    try:
        live = table.run(8.0)
        told = [entry.event for entry in table.table.referee.history]
    finally:
        table.close()
    assert told[1:] == [Drop(3), Drop(4)]
    assert (live.questions, live.faults) == (0, 0)


@pytest.mark.slow
def test_a_whole_game_is_followed_live_to_its_end(tmp_path: Path) -> None:
    live = follow_live(tmp_path, 8201)
    assert live.finished
    assert live.scores_right
    assert (live.pearls, live.pearls_told, live.pearls_right) == (49, 49, 49)
    assert live.questions <= 2
