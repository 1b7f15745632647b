"""The switch for recording: all see that it is on, and it ends before the disk is full."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.records.recording import read_events, read_table
from device.senses.frame import Frame
from device.senses.pictures import read_frame_list
from device.table.recordings import KEPT_FREE, LOOK_EVERY, Recordings
from rules.refused import Refused
from rules.rights import Speaker
from tests.device.tables import GAME, SET_UP, Bench

NOISE = np.random.default_rng(3).integers(0, 255, (40, 96, 128, 3)).astype(np.uint8)
HOST = Speaker(0, True)


class Card:
    """A disk with so much room."""

    def __init__(self) -> None:
        self.free = 5 * KEPT_FREE

    def __call__(self, _folder: Path) -> int:
        return self.free


@pytest.fixture
def card() -> Card:
    return Card()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    bench.understood(SET_UP)
    yield bench
    bench.journal.close()


@pytest.fixture
def switch(bench: Bench, card: Card, tmp_path: Path) -> Iterator[Recordings]:
    switch = Recordings(tmp_path / "recordings", bench.table, lambda _: None, free=card)
    yield switch
    switch.leave()


def turn(bench: Bench, wish: str, speaker: Speaker = HOST) -> None:
    number = f"record-{bench.table.version}-{wish}"
    command = {"id": number, "version": bench.table.version, "do": "record", "record": wish}
    bench.table.do(command, speaker)


def pictures(switch: Recordings, count: int, start: int = 0) -> None:
    for number in range(start, start + count):
        switch.frame(Frame(float(number), NOISE[number % len(NOISE)]))


def told(bench: Bench, host: bool) -> str:
    return str(bench.table.snapshot(Speaker(1, host), "en")["notices"])


def test_the_host_begins_and_ends_a_recording_and_all_see_it(
    bench: Bench, switch: Recordings, tmp_path: Path
) -> None:
    assert bench.state()["recording"] is False
    with pytest.raises(Refused, match="host-only"):
        turn(bench, "on", Speaker(1))
    turn(bench, "on")
    turn(bench, "on")
    assert bench.state()["recording"] is True
    assert "Recording:" in told(bench, host=False)
    pictures(switch, 5)
    bench.understood(bench.legal())
    turn(bench, "off")
    assert bench.state()["recording"] is False
    assert "ecord" not in told(bench, host=True)
    (folder,) = (tmp_path / "recordings").iterdir()
    assert read_table(folder)["game"] == "kilt"
    assert len(read_frame_list(folder)) == 6
    assert [each.record["record"] for each in read_events(folder)] == ["play", "play"]
    pictures(switch, 5)
    assert len(list((folder / "frames").iterdir())) == 6
    assert folder.stat().st_mode & 0o077 == 0


def test_its_size_is_told_to_the_host(bench: Bench, switch: Recordings) -> None:
    turn(bench, "on")
    assert "0 MB are recorded; 5.0 GB are still free." in told(bench, host=True)
    assert "GB" not in told(bench, host=False)
    pictures(switch, 4 * LOOK_EVERY)
    ((_, size),) = switch.listed()
    megabytes = size // 1_000_000
    assert megabytes >= 1
    assert f"{megabytes} MB are recorded" in told(bench, host=True)


def test_it_ends_by_itself_while_one_gigabyte_is_free(
    bench: Bench, switch: Recordings, card: Card, tmp_path: Path
) -> None:
    turn(bench, "on")
    pictures(switch, LOOK_EVERY)
    card.free = KEPT_FREE - 1
    pictures(switch, 3 * LOOK_EVERY, LOOK_EVERY)
    assert bench.state()["recording"] is False
    assert "so that 1 GB stays free" in told(bench, host=True)
    (folder,) = (tmp_path / "recordings").iterdir()
    assert len(read_frame_list(folder)) == 2 * LOOK_EVERY
    with pytest.raises(Refused, match="no-room"):
        turn(bench, "on")
    assert len(list((tmp_path / "recordings").iterdir())) == 1
    card.free = 2 * KEPT_FREE
    turn(bench, "on")
    assert bench.state()["recording"] is True


def test_a_disk_that_takes_no_more_ends_it_and_the_table_goes_on(
    bench: Bench, switch: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    turn(bench, "on")
    monkeypatch.setattr("device.records.recording.write_line", full)
    bench.understood(bench.legal())
    assert len(bench.records()) == 2
    shown = Frame(1.0, NOISE[0])
    assert switch.frame(shown) is shown, "the table sees on"
    assert bench.state()["recording"] is False
    assert "could not be written on" in told(bench, host=True)


def test_another_game_ends_it(bench: Bench, switch: Recordings, tmp_path: Path) -> None:
    turn(bench, "on")
    bench.do("new", game="kilt", players=4, options={})
    assert bench.state()["recording"] is False
    assert "another game has begun" in told(bench, host=True)
    turn(bench, "on")
    assert bench.state()["recording"] is True
    assert GAME.name in str(list((tmp_path / "recordings").iterdir()))


def test_a_table_that_cannot_record_says_so(bench: Bench) -> None:
    with pytest.raises(Refused, match="no-recording"):
        turn(bench, "on")


def test_recordings_are_listed_and_deleted_but_not_while_they_are_made(
    bench: Bench, switch: Recordings, tmp_path: Path
) -> None:
    assert switch.listed() == []
    for _ in range(2):
        turn(bench, "on")
        pictures(switch, 3)
        turn(bench, "off")
    turn(bench, "on")
    (tmp_path / "recordings" / "friday").mkdir()
    names = [name for name, size in switch.listed() if size > 100]
    assert len(names) == len(switch.listed()) == 3
    running = switch._place.name
    for name, why in (
        (running, "recording-runs"),
        ("friday", "no-such"),
        ("../recordings", "no-such"),
        ("20200101-000000-kilt", "no-such"),
    ):
        with pytest.raises(Refused, match=why):
            switch.delete(name)
    gone = next(name for name in names if name != running)
    switch.delete(gone)
    assert gone not in dict(switch.listed())
    (tmp_path / "recordings" / f".{gone}").mkdir()
    Recordings(tmp_path / "recordings", bench.table, lambda _: None).leave()
    left = {path.name for path in (tmp_path / "recordings").iterdir()}
    assert left == {"friday", *names} - {gone}
