"""A full or read-only card costs nothing that was acknowledged, and is told on the phones."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from device.records import journal
from device.records.journal import Evidence, Journal
from device.records.trouble import DiskFull, ReadOnly
from device.running import appliance, compose
from device.settings.settings import CameraSettings, DataSettings, Settings, WebSettings
from device.table.words import say
from rules.refused import Refused
from tests.device.tables import SET_UP, Bench
from web.live.serve import Server

MEGABYTE = 1_000_000


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own; only root may mount one."""
    folder = tmp_path / "card"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip("mounting a small disk needs root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Use up all room that is left."""
    path = folder / "holiday.mov"
    with path.open("ab", buffering=0) as file:
        for size in (100_000, 4096):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return path


def write_until_full(journal: Journal, game: int) -> int:
    """Append until there is no room; how many were acknowledged."""
    done = 0
    while done < 10_000:
        try:
            journal.append(game, {"play": done}, Evidence({"seen": done}))
        except DiskFull:
            return done
        done += 1
    raise AssertionError("the disk never filled up")


def test_a_full_disk_is_lived_on_the_reserve_and_then_refused(
    card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "PLENTY_BYTES", 0)
    with Journal(card / "journal.db") as book:
        game = book.start_game({"game": "kilt"}).id
        assert book.on_reserve is False
        movie = fill(card)
        acknowledged = write_until_full(book, game)
        assert acknowledged > 100
        assert book.on_reserve is True
        assert len(book.records(game)) == acknowledged
        with pytest.raises(DiskFull):
            book.note(game, {"seat": 0, "name": "x" * 8000})
        movie.unlink()
        assert book.append(game, {"play": "again"}).number == acknowledged + 1
    with Journal(card / "journal.db") as book:
        assert book.damage is None
        assert len(book.records(game)) == acknowledged + 1
        assert book.on_reserve is False


def test_a_disk_that_is_full_at_the_start_is_lived_on_the_reserve(
    card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "PLENTY_BYTES", 0)
    with Journal(card / "journal.db") as book:
        game = book.start_game({"game": "kilt"}).id
        book.append(game, {"play": 1})
    monkeypatch.undo()
    movie = fill(card)
    with Journal(card / "journal.db") as book:
        assert book.on_reserve is True
        assert book.append(game, {"play": 2}).number == 2
    movie.unlink()


def test_a_disk_that_is_full_at_the_start_is_no_damaged_journal(card: Path) -> None:
    with Journal(card / "journal.db") as book:
        game = book.start_game({"game": "kilt"}).id
        book.append(game, {"play": 1})
    movie = fill(card)
    with contextlib.suppress(journal.JournalFailed):
        Journal(card / "journal.db").close()
    movie.unlink()
    assert list(card.glob("*damaged*")) == []
    with Journal(card / "journal.db") as book:
        assert len(book.records(game)) == 1


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    bench.understood(SET_UP)
    yield bench
    bench.journal.close()


@pytest.mark.parametrize(
    ("fault", "refusal", "notice"),
    [
        (DiskFull("x"), "refused.disk-full", "Nothing is saved any more: the memory card is full."),
        (
            ReadOnly("x"),
            "refused.read-only",
            "Nothing is saved any more: the memory card cannot be written.",
        ),
    ],
)
def test_phones_are_told_until_something_is_saved_again(
    playing: Bench, monkeypatch: pytest.MonkeyPatch, fault: Exception, refusal: str, notice: str
) -> None:
    def fail(*_: object) -> None:
        raise fault

    with monkeypatch.context() as broken:
        broken.setattr(playing.journal, "append", fail)
        with pytest.raises(Refused) as refused:
            playing.do("undo")
        assert refused.value.key == refusal
        before, version = playing.position, playing.table.version
        playing.understood(playing.legal())
        assert playing.position == before
        assert playing.state()["notices"] == [notice]
        assert version <= playing.table.version
    playing.understood(playing.legal())
    assert playing.position != before
    assert playing.state()["notices"] == []


def test_what_the_camera_saw_is_found_again_once_there_is_room(
    playing: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise DiskFull("x")

    with monkeypatch.context() as broken:
        broken.setattr(playing.journal, "append", fail)
        playing.understood(playing.legal())
    playing.watcher.position = None
    playing.understood()
    assert playing.watcher.position == playing.position


def test_sqlite_says_what_is_wrong_with_the_disk(playing: Bench) -> None:
    playing.journal._db.execute("PRAGMA query_only = ON")
    with pytest.raises(Refused) as refused:
        playing.do("undo")
    assert refused.value.key == "refused.read-only"
    with pytest.raises(Refused) as refused:
        playing.do("name", seat=1, host=False, name="Grete")
    assert refused.value.key == "refused.read-only"


def test_a_read_only_card_leaves_a_page_that_says_so(
    card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(card / "journal.db") as book:
        book.start_game({"game": "kilt"})
    subprocess.run(["mount", "-o", "remount,ro", str(card)], check=True)
    web = WebSettings(host="127.0.0.1", port=compose.free_port(), phones=4)
    settings = Settings(camera=CameraSettings(use="none"), data=DataSettings(card), web=web)
    reports: list[Any] = []
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("faulthandler.enable", lambda: None)
    kept = appliance.serve_bare

    def bare(settings: Settings, say: Any, attendant: appliance.Attendant) -> None:
        kept(settings, say, attendant)
        reports.append(attendant.report())

    monkeypatch.setattr(appliance, "serve_bare", bare)
    monkeypatch.setattr(Server, "wait", lambda server: None)
    appliance.keep_house(settings, lambda line: None)
    assert reports[0]["mode"] == "bare"
    assert "Read-only file system" in reports[0]["reason"]["facts"]["fault"]
    assert "health.read-only" in [note["key"] for note in reports[0]["notes"]]


def test_the_host_hears_in_time_that_room_is_getting_little_and_that_it_no_longer_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, free = Bench(tmp_path), [10_000]
    usage = lambda _: SimpleNamespace(free=free[0] * MEGABYTE)  # noqa: E731
    monkeypatch.setattr("shutil.disk_usage", usage)
    told: list[Any] = []
    try:
        for free[0] in (10_000, 499, 420, 390, 57, 52, 8, 2_000):
            before = bench.table.version
            appliance.tell_of_room(bench.table)
            about = bench.table.notices.for_host.get("room")
            told.append((about and about[1]["megabytes"], bench.table.version > before))
    finally:
        bench.journal.close()
    assert told == [
        *((None, False), (400, True), (400, False), (300, True)),
        *((50, True), (50, False), (0, True), (None, True)),
    ]
    assert "400" in say("en", "data.room", {"megabytes": 400})
