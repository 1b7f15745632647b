"""Boxes on the shelf and as files: kept whole, carried whole, refused when broken."""

from __future__ import annotations

import shutil
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from device.boxes import shelf as shelf_module
from device.boxes.profiles import BadBox, BoxShelf
from device.boxes.shelf import Shelf, pack, packed, unpack
from device.cli.main import main
from device.running.compose import open_house
from device.settings.settings import CameraSettings, DataSettings, Settings
from tests.vision.boxes import profile
from vision.kilt.profile import Profile


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "boxes")
    shelf.put("kilt", profile(), (), {"water": ["0,0"]})
    return shelf


def test_a_box_is_found_again_with_what_its_owner_told(shelf: Shelf) -> None:
    again = Shelf(shelf.folder)
    assert again.games() == ["kilt"]
    found = again.profile("kilt")
    assert isinstance(found, Profile)
    assert found.water == profile().water
    assert again.answers("kilt") == {"water": ["0,0"]}


def test_a_box_goes_to_another_table_as_one_file(shelf: Shelf, tmp_path: Path) -> None:
    file = tmp_path / "my.castellan-box"
    assert pack(shelf.folder_of("kilt"), file) == 4
    other = Shelf(tmp_path / "other")
    assert other.take_in(file) == "kilt"
    found = other.profile("kilt")
    assert isinstance(found, Profile)
    assert np.array_equal(found.board, profile().board)


def test_the_same_box_makes_the_same_file(shelf: Shelf) -> None:
    folder = shelf.folder_of("kilt")
    assert packed(folder) == packed(folder)


def test_an_older_box_is_set_aside(shelf: Shelf) -> None:
    (shelf.folder / "kilt" / "sound.json").write_text("{}")
    shelf.put("kilt", profile())
    assert (shelf.folder / ".kilt-before" / "profile.json").is_file()
    assert (shelf.folder / "kilt" / "sound.json").is_file()


@pytest.mark.parametrize("name", ["../profile.json", "/etc/x.json", "a\\..\\b.json", "run.py"])
def test_a_file_that_would_write_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "bad.zip"
    with zipfile.ZipFile(file, "w") as box:
        box.writestr(name, "{}")
    with pytest.raises(BadBox):
        unpack(file, tmp_path / "out" / "box")
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").rglob("*.json"))


def test_what_is_no_box_is_refused_and_the_shelf_stays(shelf: Shelf, tmp_path: Path) -> None:
    file = tmp_path / "bad.castellan-box"
    file.write_bytes(b"no zip at all")
    with pytest.raises(BadBox, match="no box"):
        shelf.take_in(file)
    with zipfile.ZipFile(file, "w") as box:
        box.writestr("profile.json", '{"game": "kilt"}')
    with pytest.raises(BadBox, match="broken"):
        shelf.take_in(file)
    assert Shelf(shelf.folder).games() == ["kilt"]


def test_a_file_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf_module, "MOST_BYTES", 10)
    file = tmp_path / "large.zip"
    with zipfile.ZipFile(file, "w") as box:
        box.writestr("profile.json", "x" * 11)
    with pytest.raises(BadBox, match="too large"):
        unpack(file, tmp_path / "out")


def test_the_command_line_exports_and_imports(shelf: Shelf, tmp_path: Path) -> None:
    from click.testing import CliRunner

    file, run = tmp_path / "k.castellan-box", CliRunner()
    here, there = str(tmp_path), str(tmp_path / "there")
    done = run.invoke(main, ["box", "export", "kilt", str(file), "--data", here])
    assert (done.exit_code, done.output) == (0, f"Wrote {file}: 4 files.\n")
    done = run.invoke(main, ["box", "import", str(file), "--data", there])
    assert done.exit_code == 0
    assert Shelf(tmp_path / "there" / "boxes").games() == ["kilt"]
    done = run.invoke(main, ["box", "export", "solomon", str(file), "--data", here])
    assert done.exit_code == 1
    assert "no box of 'solomon' was taught; known are kilt" in done.output


# --- files that mean harm ---------------------------------------------------------------------


def vast_array(path: Path, shape: tuple[int, ...], kind: str) -> None:
    """An archive with the head of an array that large, and nothing behind it."""
    with zipfile.ZipFile(path, "w") as box, box.open("means.npy", "w") as piece:
        head = {"descr": kind, "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(piece, head)  # type: ignore[arg-type]


def vast_picture(path: Path, side: int) -> None:
    """A black picture of one bit a dot, as some kB."""
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(side * (side // 8 + 1)), 9)
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")):
            check = zlib.crc32(kind + body)
            file.write(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check))


SPOILS: dict[str, Callable[[Path], object]] = {
    "vast array": lambda box: vast_array(box / "looks.npz", (30_000, 30_000), "<f8"),
    "objects": lambda box: vast_array(box / "looks.npz", (3,), "|O"),
    "no array": lambda box: (box / "looks.npz").write_bytes(b"PK rubble"),
    "vast picture": lambda box: vast_picture(box / "board.png", 16_000),
    "deep": lambda box: (box / "profile.json").write_text("[" * 200_000),
    "layout": lambda box: (box / "profile.json").write_text('{"game": "kilt", "layout": 5}'),
    "list": lambda box: (box / "profile.json").write_text("[]"),
    "game": lambda box: (box / "profile.json").write_text('{"game": ["kilt"]}'),
    "bytes": lambda box: (box / "profile.json").write_bytes(b"\xff\xfe\x00"),
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_spoiled_box_counts_as_none_wherever_it_comes_from(
    shelf: Shelf, tmp_path: Path, spoil: str
) -> None:
    folder = tmp_path / "foreign"
    shutil.copytree(shelf.folder / "kilt", folder)
    SPOILS[spoil](folder)
    file = tmp_path / "foreign.castellan-box"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as box:
        for path in folder.iterdir():
            box.write(path, path.name)
    assert file.stat().st_size < 2_000_000
    before = most_memory()
    with pytest.raises(BadBox):
        shelf.take_in(file)
    assert most_memory() - before < 100_000_000
    assert shelf.games() == ["kilt"]
    shutil.rmtree(shelf.folder / "kilt")
    shutil.copytree(folder, shelf.folder / "kilt")
    assert Shelf(shelf.folder).games() == []


def most_memory() -> int:
    """The most bytes this process ever took."""
    status = Path("/proc/self/status").read_text()
    return next(int(x.split()[1]) << 10 for x in status.splitlines() if x.startswith("VmHWM"))


@pytest.mark.parametrize("text", ['{"water": "zz"}', "[" * 200_000, "[]", "5", "{", "\x00"])
def test_spoiled_facts_of_a_box_count_as_none(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "kilt.json").write_text(text)
    assert BoxShelf(tmp_path).facts("kilt") == {}
    assert "box facts will be asked again" in caplog.text
    settings = Settings(camera=CameraSettings(use="none"), data=DataSettings(tmp_path / "data"))
    (tmp_path / "data" / "boxes").mkdir(parents=True)
    (tmp_path / "data" / "boxes" / "kilt.json").write_text(text)
    with open_house(settings) as house:
        assert house.table.game.name == "kilt"
