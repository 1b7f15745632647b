"""It saw wrong: the last minute is kept when somebody says so, and replays."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.following.sight import Finding, Sight, SightState
from device.records.recording import read_events, read_table
from device.running import report
from device.running.replay import Replay
from device.senses.frame import Frame
from device.senses.pictures import read_frame_list
from device.settings.settings import DataSettings, Settings, TableSettings, WebSettings
from device.table import moments
from device.table.moments import Keepsakes, LastMinute
from rules.refused import Refused
from tests.device.tables import ABOUT, GAME, SET_UP, Bench, FakeWatcher, story
from vision.stories.story import Verdict

RNG = np.random.default_rng(5)


def noise(side: int = 96) -> Any:
    """A picture like no other: the table moves."""
    return RNG.integers(0, 255, (side, side, 3)).astype(np.uint8)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def keepsakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Keepsakes:
    monkeypatch.setattr(moments, "FREE_BYTES", 0)
    return Keepsakes(tmp_path / "moments", lambda game: None)


@pytest.fixture
def bench(tmp_path: Path, keepsakes: Keepsakes) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    bench.table.remember(LastMinute(Clock(), keepsakes.keep, at_corrections=True))
    yield bench
    bench.journal.close()


def minute(keepsakes: Keepsakes, most_bytes: int = 10**9) -> LastMinute:
    return LastMinute(Clock(), keepsakes.keep, most_bytes=most_bytes)


def times(folder: Path) -> list[float]:
    return [time for time, _ in read_frame_list(folder)]


def test_what_is_older_than_a_minute_is_gone(keepsakes: Keepsakes) -> None:
    last = minute(keepsakes)
    for second in range(200):
        last.frame(Frame(float(second), noise()))
    assert last.keep(ABOUT, "test")
    assert keepsakes.stop()
    assert times(keepsakes.kept()[0]) == [float(second) for second in range(139, 200)]


def test_pictures_take_no_more_memory_than_they_may(keepsakes: Keepsakes) -> None:
    last = minute(keepsakes, most_bytes=200_000)
    for number in range(100):
        last.frame(Frame(number / 10, noise()))
        assert last.size <= 200_000
    assert last.size > 150_000


def test_a_table_at_rest_is_remembered_by_a_picture_now_and_then(keepsakes: Keepsakes) -> None:
    last, still = minute(keepsakes), noise()
    for number in range(600):
        last.frame(Frame(number / 10, still))
    last.keep(ABOUT, "test")
    keepsakes.stop()
    assert len(times(keepsakes.kept()[0])) == 21 + 11


def test_what_was_told_before_the_first_picture_is_told_to_a_replay(keepsakes: Keepsakes) -> None:
    last = minute(keepsakes)
    last.begin([{"record": "play", "n": 1}])
    last.frame(Frame(0.0, noise()))
    last.event({"record": "play", "n": 2}, "camera")
    last.frame(Frame(100.0, noise()))
    last.event({"record": "play", "n": 3}, "camera")
    last.frame(Frame(101.0, noise()))
    last.event({"record": "dismiss"}, "phone")
    last.keep(ABOUT, "test")
    keepsakes.stop()
    told = [(e.after, e.source, e.record.get("n")) for e in read_events(keepsakes.kept()[0])]
    assert told == [
        (0, "phone", 1),
        (0, "phone", 2),
        (1, "camera", 3),
        (2, "phone", None),
    ]


def test_another_game_begins_with_an_empty_memory(bench: Bench, keepsakes: Keepsakes) -> None:
    bench.table.see(Frame(1.0, noise()))
    bench.do("new", game="kilt", players=4, options={})
    with pytest.raises(Refused) as refused:
        bench.do("saw_wrong")
    assert refused.value.key == "refused.no-moment"
    bench.table.see(Frame(2.0, noise()))
    bench.do("saw_wrong")
    assert keepsakes.stop()
    assert [read_table(folder)["game"] for folder in keepsakes.kept()] == ["kilt"]


def test_only_the_host_says_that_it_saw_wrong(bench: Bench) -> None:
    bench.table.see(Frame(1.0, noise()))
    with pytest.raises(Refused) as refused:
        bench.do("saw_wrong", host=False)
    assert refused.value.key == "refused.host-only"


def test_a_correction_of_what_the_camera_told_keeps_the_minute(
    bench: Bench, keepsakes: Keepsakes
) -> None:
    bench.understood(SET_UP)
    bench.do("claim", seat=2, event=GAME.event_to_json(bench.legal()))
    bench.understood(bench.legal())
    bench.do("void", number=2)  # a phone told it
    assert keepsakes._wanted.empty()
    bench.do("void", number=3)
    assert keepsakes.stop()
    (kept,) = keepsakes.kept()
    assert "corrected" in (kept / "why.txt").read_text()


def test_a_moment_replays_from_where_the_game_stood(bench: Bench, keepsakes: Keepsakes) -> None:
    bench.understood(SET_UP)
    first = bench.legal()
    bench.understood(first)
    moments_before = bench.table.referee.position
    second = bench.legal()
    for at in range(3):
        bench.table.see(Frame(100.0 + at, noise()))
    bench.watcher.sights.put(
        Sight(
            103.0,
            SightState.SETTLED,
            Finding(Verdict.UNDERSTOOD, (story(bench.position, (second,), 0.9),), certain=True),
        )
    )
    bench.table.see(Frame(103.0, noise()))
    bench.do("saw_wrong")
    keepsakes.stop()

    class Seeing(FakeWatcher):
        """Begins where the game stood, and understands the fourth picture."""

        def see(self, frame: Frame) -> Sight:
            assert self.position == moments_before
            if frame.time == 103.0:
                told = (story(self.position, (second,), 0.9),)
                finding = Finding(Verdict.UNDERSTOOD, told, certain=True)
                return Sight(frame.time, SightState.SETTLED, finding)
            return Sight(frame.time, SightState.STILL, None)

    replay = Replay(keepsakes.kept()[0], lambda game, position, about: Seeing(position))
    assert len(list(replay.moments())) == 1
    events = [record["event"] for record in replay.records]
    assert events == [GAME.event_to_json(event) for event in (SET_UP, first, second)]
    assert replay.same_as_recorded()


def test_the_oldest_moments_go(keepsakes: Keepsakes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "KEPT", 3)
    last = minute(keepsakes)
    last.frame(Frame(0.0, noise()))
    for number in range(5):
        last.keep({**ABOUT, "players": 2 + number % 3}, f"the {number}th")
    keepsakes.stop()
    assert [(f / "why.txt").read_text() for f in keepsakes.kept()] == [
        f"the {number}th\n" for number in (2, 3, 4)
    ]


def test_where_there_is_no_room_nothing_is_kept(
    keepsakes: Keepsakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moments, "FREE_BYTES", 10**18)
    last = minute(keepsakes)
    last.frame(Frame(0.0, noise()))
    assert not last.keep(ABOUT, "test")
    keepsakes.stop()
    assert keepsakes.kept() == []


# ---- the report ----------------------------------------------------------------------------


def test_a_report_holds_no_names_keys_or_addresses(
    keepsakes: Keepsakes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "examine", lambda settings: [])
    last = minute(keepsakes)
    last.begin([{"record": "play", "event": {"type": "x"}}])
    last.frame(Frame(0.0, noise()))
    last.keep({**ABOUT, "names": ["Ottilie", "Balduin", "", ""]}, "test")
    keepsakes.stop()
    settings = Settings(
        table=TableSettings(names=("Ottilie", "Balduin")),
        web=WebSettings(
            names=("castle.home",), metrics=("10.1.2.3",), proxy="https://castle.example"
        ),
        data=DataSettings(folder=tmp_path),
    )
    file = tmp_path / "report.zip"
    assert report.write(file, settings, keepsakes.folder, {"state": "ok"}) == 1
    with zipfile.ZipFile(file) as told:
        names = told.namelist()
        everything = "".join(
            told.read(name).decode() for name in names if not name.endswith(".jpg")
        )
        device = json.loads(told.read("device.json"))
    assert {"device.json", "health.json", "log.txt"} <= set(names)
    (kept,) = keepsakes.kept()
    assert f"{kept.name}/frames/000001.jpg" in names
    assert device["settings"]["table"]["game"] == "kilt"
    for secret in ("Ottilie", "Balduin", "castle.home", "10.1.2.3", "castle.example"):
        assert secret not in everything


def test_a_recording_that_begins_or_ends_tells_the_last_minute_nothing_twice(bench: Bench) -> None:
    moments = LastMinute(lambda: 1.0, lambda moment: True)
    bench.understood(SET_UP)
    bench.table.remember(moments)
    bench.table.keep(None)
    assert len(moments._records) == len(bench.table.referee.records) == 1
