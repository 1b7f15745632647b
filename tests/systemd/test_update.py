"""A newer version out of the clone that Castellan was installed from, and out of nothing else."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.systemd.scratch import Scratch


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Scratch]:
    made = Scratch(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scratch]:
    """Castellan installed from a clone, for tests that change nothing of it."""
    made = Scratch(tmp_path_factory.mktemp("installed"))
    cloned(made, published(made))
    yield made
    made.close()


@pytest.fixture
def as_installed(installed: Scratch) -> Iterator[Scratch]:
    """The same, and what a test does to its clone is undone."""
    note, remote = noted(installed).read_text(), ("remote", "set-url", "origin")
    address = git(clone_of(installed), "remote", "get-url", "origin")
    yield installed
    git(clone_of(installed), *remote, address)
    noted(installed).write_text(note)


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    command = ["git", "-C", str(folder), *who, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def upstream(scratch: Scratch) -> Path:
    return published(scratch)


@pytest.fixture
def clone(scratch: Scratch, upstream: Path) -> Path:
    return cloned(scratch, upstream)


def published(scratch: Scratch) -> Path:
    """Where versions are published."""
    folder = scratch.copy_of_source("upstream", "1.0")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "1.0")
    return folder


def clone_of(scratch: Scratch) -> Path:
    return scratch.folder / "clone"


def cloned(scratch: Scratch, upstream: Path) -> Path:
    """The owner's clone, from which Castellan is installed."""
    folder = clone_of(scratch)
    git(scratch.folder, "clone", "-q", str(upstream), folder.name)
    git(folder, "remote", "set-url", "origin", f"ssh://table.example.org{upstream}")
    done = scratch.install(folder, "--no-start", "--no-apt")
    assert done.returncode == 0, done.stderr
    return folder


def publish(upstream: Path, version: str) -> None:
    project = upstream / "pyproject.toml"
    project.write_text(project.read_text().replace('version = "1.0"', f'version = "{version}"'))
    git(upstream, "commit", "-qam", version)


def update(scratch: Scratch) -> subprocess.CompletedProcess[str]:
    return scratch.run(scratch.root / "opt/castellan/current/systemd/update.sh")


def noted(scratch: Scratch) -> Path:
    return scratch.root / "opt/castellan/clone"


@pytest.mark.slow
def test_what_was_published_is_fetched_and_installed_and_nothing_half_written(
    scratch: Scratch, upstream: Path, clone: Path
) -> None:
    scratch.settings()
    note = noted(scratch).read_text()
    publish(upstream, "1.1")
    (clone / "README.md").write_text("half written")
    (clone / "device/new.py").write_text("half written")
    done = update(scratch)
    assert done.returncode == 0, done.stderr
    assert scratch.current.startswith("1.1-")
    assert scratch.health()["release"] == scratch.current
    release = scratch.root / "opt/castellan/current"
    assert (release / "README.md").read_text() == (upstream / "README.md").read_text()
    assert not (scratch.code_of(scratch.current) / "device/new.py").exists()
    assert (clone / "README.md").read_text() == "half written"
    assert noted(scratch).read_text() == note, "the next one comes from there too"


@pytest.mark.parametrize(
    "remote",
    [
        "http://table.example.org/castellan.git",
        "git://table.example.org/castellan.git",
        "http://me@table.example.org:80/castellan.git",
        "ext::touch hit",
        "/srv/castellan.git",
        "me@table.example.org:x::y",
    ],
)
def test_a_remote_that_proves_nothing_is_not_asked(as_installed: Scratch, remote: str) -> None:
    before = as_installed.current
    git(clone_of(as_installed), "remote", "set-url", "origin", remote)
    done = update(as_installed)
    assert (done.returncode, "does not prove who it is" in done.stderr) == (1, True)
    assert as_installed.current == before


def test_where_nothing_newer_is_published_the_table_goes_on(as_installed: Scratch) -> None:
    before = len(as_installed.log)
    done = update(as_installed)
    assert (done.returncode, "nothing newer" in done.stdout) == (0, True)
    assert [
        line for line in as_installed.log[before:] if not line.startswith(("id", "runuser"))
    ] == []


def test_a_clone_that_went_its_own_way_changes_nothing(
    scratch: Scratch, upstream: Path, clone: Path
) -> None:
    before = scratch.current
    publish(upstream, "1.1")
    publish(clone, "0.9")
    done = update(scratch)
    assert (done.returncode, "nothing was changed" in done.stderr) == (1, True)
    assert scratch.current == before


def test_a_clone_that_changed_hands_is_left_alone(as_installed: Scratch) -> None:
    owner, _, folder = noted(as_installed).read_text().partition("\n")
    noted(as_installed).write_text(f"{int(owner) + 1}\n{folder}")
    done = update(as_installed)
    assert (done.returncode, "belongs to somebody else" in done.stderr) == (1, True)


def test_only_a_clone_of_who_may_be_root_is_noted(
    scratch: Scratch, clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert noted(scratch).read_text().splitlines()[1] == str(clone)
    theirs = """#!/bin/bash
if [ "$2" = %u ]; then echo 4242; else exec /usr/bin/stat "$@"; fi
"""
    scratch._write("stat", theirs)
    assert scratch.install(clone, "--no-start", "--no-apt").returncode == 0
    assert not noted(scratch).exists()
    assert "not installed from a clone" in update(scratch).stderr


def test_an_unpacked_release_is_no_clone(scratch: Scratch, clone: Path) -> None:
    unpacked = scratch.copy_of_source("unpacked", "1.2")
    assert scratch.install(unpacked, "--no-start", "--no-apt").returncode == 0
    assert not noted(scratch).exists()
