"""Boxes on the shelf and as files: kept whole, carried whole, refused when broken."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from device import box_files
from device.box_files import Shelf, pack, unpack
from device.boxes import BadBox
from device.cli import main
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
    assert box_files.packed(folder) == box_files.packed(folder)


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
    monkeypatch.setattr(box_files, "MOST_BYTES", 10)
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
