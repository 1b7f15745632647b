"""Small files that outlast a power cut, and that nobody else may read."""

import os
from pathlib import Path

import pytest

from device.boxes.profiles import BoxShelf
from device.boxes.shelf import Shelf
from device.files.kept import KeptFile, renewed, tidy, write_durably
from tests.device.cuts import cut_before_each_step
from tests.vision.boxes import profile as kilt_profile


def test_what_is_written_is_read_again_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "kept.json"
    assert KeptFile(path).read() == {}
    KeptFile(path).write({"a": [1, "ä"]})
    assert KeptFile(path).read() == {"a": [1, "ä"]}
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["kept.json"]


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"7"])
def test_a_spoiled_file_is_put_aside_and_counts_as_none(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(text)
    assert KeptFile(path).read() == {}
    assert (tmp_path / "kept.json.damaged").read_bytes() == text
    KeptFile(path).write({"a": 1})
    assert KeptFile(path).read() == {"a": 1}


def test_a_disk_that_takes_nothing_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    KeptFile(tmp_path / "file" / "kept.json").write({"a": 1})
    assert "is not saved" in caplog.text


def test_a_half_written_file_of_an_earlier_power_cut_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / ".kept.json.new").write_text("half")
    write_durably(tmp_path / "kept.json", "whole")
    assert (tmp_path / "kept.json").read_text() == "whole"


# --- power cuts ---------------------------------------------------------------------------


def test_a_file_that_is_written_again_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "data" / "kept.json"
    steps = cut_before_each_step(
        lambda: write_durably(path, "old"), lambda: write_durably(path, "new")
    )
    found = [path.read_text() for _ in steps]
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1]) == ("old", "new")


def box(folder: Path, what: str) -> None:
    with renewed(folder) as fresh:
        fresh.mkdir(exist_ok=True)
        (fresh / "deep").mkdir(exist_ok=True)
        for name in ("a", "deep/b", "deep/c"):
            (fresh / name).write_text(what)


def contents(folder: Path) -> str:
    (what,) = {path.read_text() for path in folder.rglob("*") if path.is_file()}
    assert len(list(folder.rglob("*"))) == 4
    return what


def test_a_folder_that_is_renewed_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    folder = tmp_path / "boxes" / "kilt"

    def begin() -> None:
        box(folder, "older")
        box(folder, "old")

    found, gone = [], 0
    for _ in cut_before_each_step(begin, lambda: box(folder, "new")):
        gone += not folder.exists()
        tidy(folder.parent)
        found.append(contents(folder))
        assert {path.name for path in folder.parent.iterdir()} <= {"kilt", ".kilt-before"}
    assert gone == 1, "one cut falls between the two names"
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1]) == ("old", "new")
    assert contents(folder.parent / ".kilt-before") == "old"


def test_a_box_taught_anew_is_there_whenever_the_power_goes(tmp_path: Path) -> None:
    folder = tmp_path / "boxes"
    profile, water = kilt_profile(), list[tuple[int, ...]]()

    def teach(*squares: list[int]) -> None:
        Shelf(folder).put("kilt", profile, (), {"water": squares})
        BoxShelf(folder).remember("kilt", {"water": [*squares]})

    for _ in cut_before_each_step(lambda: teach([0, 0]), lambda: teach([0, 0], [0, 1])):
        tidy(folder)
        shelf = Shelf(folder)
        assert shelf.games() == ["kilt"]
        told = shelf.answers("kilt")["water"], BoxShelf(folder).facts("kilt")["water"]
        water.append(tuple(len(each) for each in told))
    assert set(water) == {(1, 1), (2, 1), (2, 2)}


def test_all_of_a_folder_is_on_the_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, synced, early = tmp_path / "boxes" / "kilt", set(), []
    real_sync, real_rename = os.fsync, Path.rename

    def fsync(handle: int) -> None:
        synced.add(os.fstat(handle).st_ino)
        real_sync(handle)

    def rename(path: Path, target: Path) -> Path:
        if target == folder:
            pieces = [path, *path.rglob("*")]
            early.extend(each for each in pieces if each.stat().st_ino not in synced)
        return real_rename(path, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "rename", rename)
    box(folder, "new")
    assert early == []
    assert folder.parent.stat().st_ino in synced


def test_a_change_that_fails_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "boxes" / "kilt"
    box(folder, "old")
    (folder / "deep" / "b").unlink()
    (folder / "deep" / "b").mkdir()
    with pytest.raises(IsADirectoryError):
        box(folder, "new")
    (folder / "deep" / "b").rmdir()
    (folder / "deep" / "b").write_text("old")
    assert contents(folder) == "old"
    assert [path.name for path in folder.parent.iterdir()] == ["kilt"]
