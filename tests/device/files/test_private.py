"""What is stored is its owner's alone, whatever the umask."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from device.boxes.shelf import Shelf, pack
from device.cli.main import main
from device.files.private import keep_folder
from device.records import backup
from device.records.journal import Evidence, Journal
from device.running import restoring
from device.running.compose import free_port
from device.settings.settings import DataSettings, Settings
from tests.device.tables import ABOUT
from tests.vision import boxes

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def loose() -> Iterator[None]:
    """A umask that hides nothing."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """Everything in a folder, and the folder itself, that others may read, write or enter."""
    return [
        str(path.relative_to(folder.parent))
        for path in (folder, *folder.rglob("*"))
        if not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077
    ]


def test_a_journal_and_all_beside_it_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "table" / "data"
    with Journal(folder / "journal.db") as journal:
        game = journal.start_game(ABOUT).id
        journal.append(game, {"play": 1}, Evidence({}, bytes(5000)))
        names = sorted(file.name for file in folder.iterdir())
        kinds = ["", "-shm", "-wal", ".last", ".lock", ".reserve"]
        assert names == [f"journal.db{kind}" for kind in kinds]
        assert open_to_others(folder) == []


def test_a_journal_that_was_open_to_others_is_so_no_more(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Journal(folder / "journal.db") as journal:
        journal.start_game(ABOUT)
    folder.chmod(0o755)
    for file in folder.iterdir():
        file.chmod(0o644)
    with Journal(folder / "journal.db"):
        assert open_to_others(folder) == []


def test_a_mended_and_a_restored_journal_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Journal(folder / "journal.db") as journal:
        journal.start_game(ABOUT)
    settings = Settings(data=DataSettings(folder))
    backup.write(settings, tmp_path / "b.tar")
    data = (folder / "journal.db").read_bytes()
    (folder / "journal.db").write_bytes(bytes(100) + data[100:])
    with Journal(folder / "journal.db") as journal:
        assert journal.damage is not None
        assert open_to_others(folder) == []
    restoring.restore(settings, tmp_path / "b.tar")
    assert open_to_others(folder) == []
    assert stat.S_IMODE((tmp_path / "b.tar").stat().st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes for somebody else")
def test_what_root_restores_is_the_owners_of_the_folder(tmp_path: Path) -> None:
    settings = Settings(data=DataSettings(tmp_path / "data"))
    (tmp_path / "data" / "boxes").mkdir(parents=True)
    (tmp_path / "data" / "boxes" / "kilt.json").write_text("{}")
    with Journal(tmp_path / "data" / "journal.db") as journal:
        journal.start_game(ABOUT)
    backup.write(settings, tmp_path / "b.tar")
    for path in (tmp_path / "data", *(tmp_path / "data").rglob("*")):
        os.chown(path, 4711, 4711)
    restoring.restore(settings, tmp_path / "b.tar")
    left = [p.name for p in (tmp_path / "data").rglob("*") if p.stat().st_uid != 4711]
    assert left == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root writes for somebody else")
def test_a_box_that_root_takes_in_or_teaches_is_the_owners_of_the_folder(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "kilt.castellan-box"
    Shelf(tmp_path / "else").put("kilt", boxes.profile())
    pack(tmp_path / "else" / "kilt", file)
    data.mkdir()
    os.chown(data, 4711, 4711)
    lessons = tmp_path / "lessons"
    lessons.mkdir()
    for number, (picture, label) in enumerate(boxes.lessons()):
        cv2.imwrite(str(lessons / f"{number}.png"), picture)
        (lessons / f"{number}.json").write_text(json.dumps(label))
    for command in (["box", "import", str(file), "--data"], ["teach", str(lessons), "--to"]):
        last = data if command[0] == "box" else data / "taught" / "kilt"
        done = CliRunner().invoke(main, [*command, str(last)])
        assert done.exit_code == 0, done.output
    assert (data / "taught" / "kilt" / "profile.json").is_file()
    assert Shelf(data / "boxes").games() == ["kilt"]
    assert [path for path in data.rglob("*") if path.stat().st_uid != 4711] == []


def as_nobody(*command: str) -> str:
    """What a command says to a user whom nothing here belongs to."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        done = CliRunner().invoke(main, list(command))
        os.write(write, f"{done.exit_code} {done.output}".encode())
        os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    with os.fdopen(read, encoding="utf-8") as told:
        return told.read()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_who_may_not_is_told_what_helps() -> None:
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        home.chmod(0o777)
        settings = Settings(data=DataSettings(home / "data"))
        with Journal(home / "data" / "journal.db") as journal:
            journal.start_game(ABOUT)
        backup.write(settings, home / "b.tar")
        (home / "b.tar").chmod(0o644)
        (home / "data").chmod(0o755)
        data = ("--data", str(home / "data"))
        for command in (
            ("backup", str(home / "x.tar"), *data),
            ("restore", str(home / "b.tar"), "--yes", *data),
            ("forget", *data),
            ("forget", "1", *data),
        ):
            told = as_nobody(*command)
            assert told.startswith("1 Error: "), command
            assert "run it with sudo, or as the owner" in told, command
        assert not (home / "x.tar").exists()


def test_a_folder_that_holds_other_things_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "somebody.txt").touch()
    tmp_path.chmod(0o755)
    keep_folder(tmp_path, "journal.db")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_all_that_a_running_table_writes_is_private(tmp_path: Path) -> None:
    command = ["--data", "data", "--port", str(free_port()), "--record", "recording"]
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "device.cli",
            "run",
            "--camera",
            "sim",
            "--pace",
            "1",
            *command,
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 60
        while not list((tmp_path / "recording").glob("frames/*")) and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    kinds = {path.suffix for path in (tmp_path / "data").rglob("*")}
    assert {".db", ".json", ".npz"} <= kinds
    assert list((tmp_path / "recording").glob("frames/*"))
    assert open_to_others(tmp_path / "data") == []
    assert open_to_others(tmp_path / "recording") == []
