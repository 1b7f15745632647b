"""Install, upgrade with rollback and uninstall, in a scratch root with the real service."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.records.journal import Journal
from tests.systemd.scratch import Scratch


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Scratch]:
    made = Scratch(tmp_path)
    yield made
    made.close()


@pytest.fixture
def first(scratch: Scratch) -> Path:
    return scratch.copy_of_source("first", "1.0")


def spoil(source: Path, file: str, old: str, new: str) -> None:
    path = source / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_everything_is_put_in_place_and_nothing_started_in_an_image(
    scratch: Scratch, first: Path
) -> None:
    done = scratch.install(first, "--no-start")
    assert done.returncode == 0, done.stderr
    root = scratch.root
    assert scratch.current.startswith("1.0-")
    assert (root / "opt/castellan/current/.complete").is_file()
    assert (root / "usr/local/bin/castellan").is_symlink()
    settings = (root / "etc/castellan/castellan.toml").read_text()
    assert 'folder = "/var/lib/castellan"' in settings
    assert "names = []" in settings
    assert (root / "var/lib/castellan").stat().st_mode & 0o777 == 0o700
    assert "<port>8080</port>" in (root / "etc/avahi/services/castellan.service").read_text()
    packages = next(line for line in scratch.log if line.startswith("apt-get install"))
    for name in ("python3-venv", "libportaudio2", "python3-picamera2", "python3-lgpio"):
        assert name in packages
    assert "useradd --system" in " ".join(scratch.log)
    assert [line for line in scratch.log if line.startswith("groupadd")] == [
        f"groupadd --system {name}" for name in ("video", "render", "audio", "gpio")
    ]
    locked = next(line for line in scratch.log if line.startswith("pip") and "-r " in line)
    assert "--require-hashes --no-deps --only-binary=:all:" in locked
    assert not [line for line in scratch.log if "restart" in line]


def test_a_release_is_its_environment_and_what_lies_beside(scratch: Scratch, first: Path) -> None:
    assert scratch.install(first, "--no-start").returncode == 0
    release = scratch.root / "opt/castellan/current"
    assert {each.name for each in release.iterdir()} == {
        ".venv", ".complete", "systemd", "docs", "README.md", "LICENSE", "castellan.example.toml",
    }  # fmt: skip
    own = [line for line in scratch.log if line.startswith("pip") and line.endswith("/.source")]
    assert [" -e " in line or "--editable" in line for line in own] == [False]


def test_a_user_who_was_there_before_is_nobody_to_delete(scratch: Scratch, first: Path) -> None:
    scratch.has_user()
    assert scratch.install(first, "--no-start", "--no-apt").returncode == 0
    done = scratch.run(first / "systemd/uninstall.sh", "--purge")
    assert (done.returncode, "The user castellan stays" in done.stdout) == (0, True)
    assert not [line for line in scratch.log if line.startswith(("useradd", "userdel"))]
    assert not (scratch.root / "etc/castellan").exists()


def test_wheels_of_a_folder_need_no_network(scratch: Scratch, first: Path) -> None:
    scratch.install(first, "--no-start", "--no-apt", "--wheels", str(scratch.bin))
    pip = [line for line in scratch.log if line.startswith("pip")]
    assert all(f"--no-index --find-links {scratch.bin}" in line for line in pip)
    assert not [line for line in scratch.log if line.startswith("apt")]


def test_packages_that_cannot_be_had_change_nothing(scratch: Scratch, first: Path) -> None:
    (scratch.folder / "pip-fails").touch()
    done = scratch.install(first, "--no-start")
    assert (done.returncode, "nothing was changed" in done.stderr) == (1, True)
    assert not (scratch.root / "opt/castellan/current").exists()
    assert scratch.releases() == []


def test_install_failed_upgrade_with_rollback_and_uninstall(scratch: Scratch, first: Path) -> None:
    scratch.settings()
    done = scratch.install(first)
    assert done.returncode == 0, done.stderr
    one, told = scratch.current, scratch.health()
    assert (told["release"], told["mode"]) == (one, "whole")

    bad = scratch.copy_of_source("bad", "1.2")
    spoil(
        bad,
        "device/running/appliance.py",
        "    starts, errors =",
        "    raise SystemExit(3)\n    starts, errors =",
    )
    done = scratch.install(bad)
    assert done.returncode == 1
    assert "the upgrade failed and was undone" in done.stderr
    told = scratch.health()
    assert (scratch.current, told["release"], told["mode"]) == (one, one, "whole")
    assert scratch.releases() == [one]

    done = scratch.run(first / "systemd/uninstall.sh")
    assert done.returncode == 0, done.stderr
    assert not (scratch.root / "opt/castellan").exists()
    assert not (scratch.root / "etc/systemd/system/castellan.service").exists()
    assert not (scratch.root / "etc/avahi/services/castellan.service").exists()
    assert (scratch.root / "var/lib/castellan/journal.db").is_file()
    assert (scratch.root / "etc/castellan/castellan.toml").is_file()
    scratch.has_user()
    done = scratch.run(first / "systemd/uninstall.sh", "--purge")
    assert "userdel castellan" in scratch.log
    assert "stays" not in done.stdout
    assert not (scratch.root / "var/lib/castellan").exists()
    assert not (scratch.root / "etc/castellan").exists()


@pytest.mark.slow
def test_the_same_version_again_changes_nothing_and_newer_ones_are_kept_by_two(
    scratch: Scratch, first: Path
) -> None:
    scratch.settings()
    assert scratch.install(first).returncode == 0
    one = scratch.current
    again = scratch.install(first)
    assert "installed already" in again.stdout
    assert scratch.releases() == [one]
    names = [one]
    for version in ("1.1", "1.2"):
        done = scratch.install(scratch.copy_of_source(f"v{version}", version))
        assert done.returncode == 0, done.stderr
        names.append(scratch.current)
        assert scratch.health()["release"] == names[-1]
    assert scratch.releases() == sorted(names[-2:])
    again = scratch.install(scratch.folder / "v1.2")
    assert "installed already" in again.stdout
    assert scratch.releases() == sorted(names[-2:]), "one to go back to"
    assert (scratch.root / "var/lib/castellan/before-upgrade.tar").is_file()


@pytest.mark.slow
def test_data_that_a_failed_upgrade_changed_come_back(scratch: Scratch, first: Path) -> None:
    scratch.settings()
    assert scratch.install(first).returncode == 0
    one = scratch.current
    bad = scratch.copy_of_source("bad", "2.0")
    spoil(
        bad,
        "device/running/appliance.py",
        "    starts, errors =",
        "    import sqlite3\n"
        '    db = sqlite3.connect(settings.data.folder / "journal.db")\n'
        '    db.execute("PRAGMA user_version = 99")\n'
        "    db.close()\n"
        "    raise SystemExit(3)\n"
        "    starts, errors =",
    )
    done = scratch.install(bad)
    assert "putting those back too" in done.stdout
    assert "was undone" in done.stderr
    assert (scratch.current, scratch.health()["mode"]) == (one, "whole")
    scratch.close()
    with closing(sqlite3.connect(scratch.root / "var/lib/castellan/journal.db")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    with Journal(scratch.root / "var/lib/castellan/journal.db") as journal:
        assert len(journal.games()) == 1


@pytest.mark.slow
def test_a_table_in_safe_mode_may_be_upgraded(scratch: Scratch, first: Path) -> None:
    web = f'[web]\nhost = "127.0.0.2"\nport = {scratch.port}\nphones = 4\n'
    scratch.settings(f'{web}[camera]\nuse = "telescope"\n')
    assert scratch.install(first).returncode == 1, "a first start must be whole"
    assert scratch.health()["mode"] == "senses-off"
    better = scratch.copy_of_source("better", "1.1")
    assert scratch.install(better).returncode == 0
    assert scratch.health()["release"] == scratch.current


def test_without_an_earlier_release_there_is_nothing_to_go_back_to(
    scratch: Scratch, first: Path
) -> None:
    assert scratch.install(first, "--no-start").returncode == 0
    one = scratch.current
    done = scratch.run(scratch.root / "opt/castellan/current/systemd/rollback.sh")
    assert (done.returncode, "no other release" in done.stderr) == (1, True)
    assert scratch.current == one


@pytest.mark.slow
def test_rollback_goes_back_and_forward_and_stays_where_the_other_does_not_come_up(
    scratch: Scratch, first: Path
) -> None:
    scratch.settings()
    assert scratch.install(first).returncode == 0
    one = scratch.current
    assert scratch.install(scratch.copy_of_source("second", "1.1")).returncode == 0
    two = scratch.current
    script = scratch.root / "opt/castellan/current/systemd/rollback.sh"
    for wanted in (one, two):
        done = scratch.run(script)
        assert done.returncode == 0, done.stderr
        assert (scratch.current, scratch.health()["release"]) == (wanted, wanted)
    spoil(
        scratch.code_of(one),
        "device/running/appliance.py",
        "    starts, errors =",
        "    raise SystemExit(3)\n    starts, errors =",
    )
    done = scratch.run(script)
    assert (done.returncode, "nothing was changed" in done.stderr) == (1, True)
    told = scratch.health()
    assert (scratch.current, told["release"], told["mode"]) == (two, two, "whole")
    assert scratch.releases() == sorted((one, two))
