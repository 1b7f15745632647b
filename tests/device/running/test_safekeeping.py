"""Backups that a table makes of its own accord."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.records import backup
from device.records.forgetting import DAY
from device.running.compose import House, open_house
from device.running.safekeeping import PAUSE, Automatic
from device.settings.settings import CameraSettings, DataSettings, Settings
from rules.rights import Speaker
from rules.values import Score
from tests.device.tables import GAME, SET_UP


class Evening:
    """A table that is backed up to a stick, and a clock that tests move."""

    def __init__(self, house: House, stick: Path) -> None:
        self.house, self.stick, self.later = house, stick, 0.0
        self.automatic = Automatic(house.settings, house.table, self.now)
        self.events = 0

    def now(self) -> float:
        return self.house.table.stored.time + self.later

    def play(self) -> None:
        table = self.house.table
        event: Any = GAME.event_to_json(SET_UP)
        command = {"id": f"play-{self.events:04}", "version": table.version, "do": "claim"}
        if self.events:
            event = next(iter(table.choices(0, Speaker(0, True), "en", "claim")))["event"]
        table.do({**command, "event": event, "stands": True}, Speaker(0, True))
        self.events += 1
        self.later += 1
        table.times[max(table.times)] = self.now()

    def after(self, seconds: float) -> list[int]:
        """How many events are in each backup on the stick, so much later."""
        self.later += seconds
        before = set(self.stick.glob("*"))
        self.automatic.turn()
        for path in set(self.stick.glob("castellan-*")) - before:
            os.utime(path, (self.now(), self.now()))
        return [backup.told(path)[1] for path in sorted(self.stick.glob("castellan-*-*"))]

    def told(self, host: bool = True) -> str:
        return str(self.house.table.snapshot(Speaker(0, host), "en")["notices"])


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    stick = tmp_path / "stick"
    stick.mkdir()
    data = DataSettings(tmp_path / "data", backup=stick, backups=2)
    with open_house(Settings(camera=CameraSettings(use="none"), data=data)) as house:
        yield Evening(house, stick)


def test_a_backup_is_made_when_people_have_gone_and_once_a_day(evening: Evening) -> None:
    assert evening.after(DAY) == [], "nothing was played"
    evening.play()
    assert evening.after(60) == [], "they play on"
    assert evening.after(PAUSE) == [1]
    assert evening.after(2 * DAY) == [1], "nothing is new"
    evening.play()
    assert evening.after(PAUSE) == [1, 2]
    evening.play()
    assert evening.after(PAUSE) == [1, 2], "not twice a day"
    for name in ("castellan.tar", "friday.tar", "castellan-20200101.tar"):
        (evening.stick / name).touch()
    assert evening.after(DAY) == [2, 3], "the oldest goes"
    assert len(list(evening.stick.iterdir())) == 5, "and nothing that is somebody's own"


def test_a_game_that_is_over_is_backed_up_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.play()
    assert evening.after(1) == []
    over = Score(totals=(), parts=(), winners=(0,))
    game = evening.house.table.state.referee.game
    monkeypatch.setitem(vars(game), "score", lambda _: over)
    assert evening.after(1) == [1]


def test_the_host_hears_what_is_wrong_until_a_backup_succeeds(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.play()
    shutil.rmtree(evening.stick)
    evening.after(PAUSE)
    assert f"{evening.stick} is not there. Is the stick plugged in?" in evening.told()
    assert "stick" not in evening.told(host=False)
    evening.stick.write_text("no folder")
    evening.after(60)
    assert "is not there" in evening.told()
    evening.stick.unlink()
    evening.stick.mkdir()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("device.records.backup._pack", full)
        evening.after(60)
    assert "failed" in evening.told()
    assert "No space left" in evening.told()
    assert list(evening.stick.iterdir()) == []
    assert evening.after(60) == [], "each try costs a copy"
    assert evening.after(PAUSE) == [1]
    assert "No space left" not in evening.told()


def test_what_a_power_cut_left_on_the_stick_is_swept(evening: Evening) -> None:
    (evening.stick / ".backup-x").mkdir()
    (evening.stick / ".backup-x" / "journal.db").write_text("large")
    evening.play()
    assert evening.after(PAUSE) == [1]
    assert len(list(evening.stick.iterdir())) == 1
