"""What the host may ask of the machine: granted in an installed service alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.running.wishes import FOLDER, Wishes
from device.settings import version


def release(folder: Path, name: str) -> Path:
    (folder / "releases" / name).mkdir(parents=True)
    (folder / "releases" / name / ".complete").touch()
    return folder / "releases" / name


def test_without_a_service_nothing_is_granted(tmp_path: Path) -> None:
    for environ in ({}, {FOLDER: ""}, {FOLDER: str(tmp_path / "nowhere")}):
        wishes = Wishes(environ)
        assert wishes.may() == ()
        with pytest.raises(ValueError, match="cannot be asked"):
            wishes.ask("reboot")


def test_a_wish_is_left_under_its_name(tmp_path: Path) -> None:
    wishes = Wishes({FOLDER: str(tmp_path)})
    assert wishes.may() == ("poweroff", "reboot")
    wishes.ask("reboot")
    assert [path.name for path in tmp_path.iterdir()] == ["wish-reboot"]
    for wrong in ("../reboot", "halt", "rollback", "update", ""):
        with pytest.raises(ValueError, match="cannot be asked"):
            wishes.ask(wrong)
    assert [path.name for path in tmp_path.iterdir()] == ["wish-reboot"]


def test_the_version_before_is_granted_where_a_whole_one_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    monkeypatch.setattr(version, "HOME", release(tmp_path, "1.1-b"))
    wishes = Wishes({FOLDER: str(run)})
    assert "rollback" not in wishes.may()
    (release(tmp_path, "1.0-a") / ".complete").unlink()
    assert "rollback" not in wishes.may(), "half a release is none"
    release(tmp_path, "0.9-c")
    assert wishes.may() == ("poweroff", "reboot", "rollback")
    wishes.ask("rollback")
    assert (run / "wish-rollback").is_file()


def test_a_newer_version_is_granted_where_a_clone_was_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    monkeypatch.setattr(version, "HOME", release(tmp_path, "1.0-a"))
    wishes = Wishes({FOLDER: str(run)})
    assert "update" not in wishes.may()
    (tmp_path / "clone").write_text("1000\n/home/pi/castellan\n")
    assert wishes.may() == ("poweroff", "reboot", "update")
    wishes.ask("update")
    assert (run / "wish-update").read_bytes() == b"", "nothing is passed on"
