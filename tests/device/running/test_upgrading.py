"""`castellan update` and `castellan rollback` find the scripts they stand for."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import main
from device.running import upgrading
from device.settings import version


def castellan(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def script(path: Path, notes: Path, status: int = 0) -> Path:
    """A stand-in that notes from where it was run."""
    path.parent.mkdir(parents=True)
    path.write_text(f'#!/bin/sh\necho "$0" >> {notes}\nexit {status}\n')
    path.chmod(0o755)
    return path


def test_a_folder_is_installed_by_its_own_installer(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    installer = script(tmp_path / "new/systemd/install.sh", notes, 3)
    assert castellan("update", tmp_path / "new").exit_code == 3
    assert notes.read_text() == f"{installer}\n"


def test_a_release_in_one_file_is_unpacked_installed_and_taken_away(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    script(tmp_path / "castellan-2.0/systemd/install.sh", notes)
    with tarfile.open(tmp_path / "new.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "castellan-2.0", "castellan-2.0")
    assert castellan("update", tmp_path / "new.tar.gz").exit_code == 0
    ran = Path(notes.read_text().strip())
    assert ran.parts[-3:] == ("castellan-2.0", "systemd", "install.sh")
    assert not ran.exists()


def test_a_file_that_leads_out_of_its_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    with tarfile.open(tmp_path / "new.tar", "w") as archive:
        archive.add(tmp_path / "x", "../../escaped")
    done = castellan("update", tmp_path / "new.tar")
    assert (done.exit_code, "is no release of Castellan" in done.output) == (1, True)


@pytest.mark.parametrize("made", ["folder", "file"])
def test_what_is_no_release_is_told(tmp_path: Path, made: str) -> None:
    if made == "folder":
        (tmp_path / "new").mkdir()
    else:
        (tmp_path / "new").write_text("no archive")
    done = castellan("update", tmp_path / "new")
    assert (done.exit_code, "is no release of Castellan" in done.output) == (1, True)


@pytest.mark.parametrize("name", ["rollback", "update"])
def test_without_a_source_the_installed_releases_script_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    notes = tmp_path / "notes"
    script(tmp_path / f"current/systemd/{name}.sh", notes)
    monkeypatch.setattr(upgrading, "INSTALLED", tmp_path / "current")
    assert castellan(name).exit_code == 0
    script(tmp_path / f"releases/1.0-x/systemd/{name}.sh", notes)
    monkeypatch.setattr(version, "HOME", tmp_path / "releases/1.0-x")
    assert castellan(name).exit_code == 0
    assert [Path(line).parts[-3] for line in notes.read_text().splitlines()] == ["current", "1.0-x"]


@pytest.mark.parametrize("name", ["rollback", "update"])
def test_where_nothing_is_installed_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(upgrading, "INSTALLED", tmp_path)
    done = castellan(name)
    assert (done.exit_code, "sudo systemd/install.sh" in done.output) == (1, True)
