"""A backup is one file, made while the table plays, and brings everything back or nothing."""

import io
import json
import sqlite3
import tarfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.records import backup
from device.records.backup import BadBackup
from device.records.journal import Evidence, Journal
from device.records.trouble import JournalBusy
from device.running import restoring
from device.settings.settings import DataSettings, Settings
from rules.kilt import Card, Move
from tests.device.tables import ABOUT, GAME, RED, SET_UP


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A table with a journal of three events, a box and a profile."""
    folder = tmp_path / "data"
    with Journal(folder / "journal.db") as journal:
        game = journal.start_game(ABOUT)
        for number in range(3):
            journal.append(game.id, play(number), Evidence({}, b"picture"))
    (folder / "boxes").mkdir()
    (folder / "boxes/kilt.json").write_text('{"water": []}')
    profile = tmp_path / "taught"
    (profile / "deep").mkdir(parents=True)
    (profile / "deep/x.npy").write_bytes(b"123")
    return Settings(data=DataSettings(folder=folder, profile=profile))


def play(number: int) -> dict[str, Any]:
    """A record the referee knows, told apart by its number; not all of them can follow."""
    event = GAME.event_to_json(SET_UP if number == 0 else Move(Card(RED, RED), number))
    return {"record": "play", "event": event, "stands": False}


def events(settings: Settings) -> list[int]:
    with Journal(settings.data.folder / "journal.db") as journal:
        told = [stored.record["event"] for stored in journal.records(1)]
    return [each.get("to", 0) for each in told]


def test_everything_comes_back_on_another_table(settings: Settings, tmp_path: Path) -> None:
    made = backup.write(settings, tmp_path / "b.tar")
    assert made.events == 3
    assert sorted(made.pieces) == ["boxes/kilt.json", "journal.db", "profile/deep/x.npy"]
    other = Settings(data=DataSettings(tmp_path / "other", tmp_path / "other-box"))
    assert restoring.restore(other, tmp_path / "b.tar").events == 3
    assert events(other) == [0, 1, 2]
    assert (tmp_path / "other/boxes/kilt.json").read_text() == '{"water": []}'
    assert (tmp_path / "other-box/deep/x.npy").read_bytes() == b"123"
    with Journal(tmp_path / "other/journal.db") as journal:
        assert journal.evidence(1, 1) == Evidence({}, b"picture")


def test_a_backup_is_private(settings: Settings, tmp_path: Path) -> None:
    backup.write(settings, tmp_path / "b.tar")
    assert (tmp_path / "b.tar").stat().st_mode & 0o077 == 0
    fresh = backup.to_temporary(settings)
    assert fresh.is_file()
    fresh.unlink()


def test_the_journal_may_be_in_use_while_it_is_backed_up(
    settings: Settings, tmp_path: Path
) -> None:
    with Journal(settings.data.folder / "journal.db") as journal:
        journal.append(1, play(3))
        assert backup.write(settings, tmp_path / "b.tar").events == 4
        with pytest.raises(JournalBusy):
            restoring.restore(settings, tmp_path / "b.tar")


def test_what_was_there_is_moved_aside(settings: Settings, tmp_path: Path) -> None:
    backup.write(settings, tmp_path / "b.tar")
    with Journal(settings.data.folder / "journal.db") as journal:
        journal.append(1, play(9))
    done = restoring.restore(settings, tmp_path / "b.tar")
    assert events(settings) == [0, 1, 2]
    aside = replace(settings, data=DataSettings(done.moved_to))
    assert events(aside) == [0, 1, 2, 9]
    assert (done.moved_to / "profile/deep/x.npy").is_file()
    again = restoring.restore(settings, tmp_path / "b.tar")
    assert again.moved_to != done.moved_to


def test_a_damaged_backup_changes_nothing(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "b.tar"
    backup.write(settings, path)
    data = bytearray(path.read_bytes())
    at = data.index(b'"water"')
    for spoilt in (bytes(data[:at] + b"X" + data[at + 1 :]), bytes(data[:2000]), b"rubble", b""):
        path.write_bytes(spoilt)
        with pytest.raises(BadBackup):
            restoring.restore(settings, path)
        assert events(settings) == [0, 1, 2]
    assert not list(settings.data.folder.glob("before-restore-*"))
    assert not list(settings.data.folder.glob(".restore-*"))


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "boxes/../../evil"])
def test_names_that_lead_outside_are_refused(settings: Settings, tmp_path: Path, name: str) -> None:
    forged(tmp_path / "b.tar", {"format": 1, "pieces": {name: "0"}}, name)
    with pytest.raises(BadBackup, match="cannot be part"):
        restoring.restore(settings, tmp_path / "b.tar")
    assert not (tmp_path / "evil").exists()


def test_a_later_format_is_refused(settings: Settings, tmp_path: Path) -> None:
    forged(tmp_path / "b.tar", {"format": 3, "pieces": {}}, "x")
    with pytest.raises(BadBackup, match="later Castellan"):
        restoring.restore(settings, tmp_path / "b.tar")


def test_a_journal_of_a_later_version_may_be_replaced(settings: Settings, tmp_path: Path) -> None:
    backup.write(settings, tmp_path / "b.tar")
    with closing(sqlite3.connect(settings.data.folder / "journal.db")) as db:
        db.execute("PRAGMA user_version = 99")
    restoring.restore(settings, tmp_path / "b.tar")
    assert events(settings) == [0, 1, 2]


def test_nothing_to_back_up_is_told(tmp_path: Path) -> None:
    empty = Settings(data=DataSettings(tmp_path / "none"))
    with pytest.raises(BadBackup, match="no data"):
        backup.write(empty, tmp_path / "b.tar")


def test_a_place_that_cannot_be_written_is_told(settings: Settings) -> None:
    with pytest.raises(BadBackup, match="cannot be written"):
        backup.write(settings, Path("/proc/nowhere.tar"))


def forged(path: Path, manifest: dict[str, object], name: str) -> None:
    with tarfile.open(path, "w") as tar:
        for title, data in ((backup.MANIFEST, json.dumps(manifest).encode()), (name, b"x")):
            member = tarfile.TarInfo(title)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
