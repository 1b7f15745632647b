"""Files and folders that outlast a power cut: written beside, synced, and put in place at once."""

from __future__ import annotations

import json
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from device.files.private import FILE, hand_over, make_folder, sync
from rules.values import Json

log = logging.getLogger(__name__)

RENEWAL = ".renewed-"


class KeptFile:
    """One JSON object in a file that its owner alone may read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, Json]:
        """What was written last. A file that makes no sense is put aside, and counts as none."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as fault:
            return self._put_aside(str(fault))
        return kept if isinstance(kept, dict) else self._put_aside("it holds no object")

    def _put_aside(self, why: str) -> dict[str, Json]:
        aside = self._path.with_name(self._path.name + ".damaged")
        log.error("%s cannot be read (%s); it lies in %s now", self._path, why, aside)
        with suppress(OSError):
            self._path.replace(aside)
        return {}

    def write(self, kept: Mapping[str, Json]) -> None:
        """Replace it; what the disk does not take is remembered until the next start alone."""
        try:
            write_durably(self._path, json.dumps(kept, indent=1))
        except OSError as fault:
            log.error("%s is not saved: %s", self._path, fault)


def write_durably(path: Path, text: str, mode: int = FILE) -> None:
    """Put a text in place of a file, whole or not at all; mostly for its owner alone."""
    make_folder(path.parent)
    fresh = path.with_name(f".{path.name}.new")
    with suppress(FileNotFoundError):
        fresh.unlink()
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        os.fchmod(handle, mode)
        file.flush()
        os.fsync(file.fileno())
    hand_over(fresh)
    fresh.replace(path)
    sync(path.parent)


@contextmanager
def renewed(folder: Path) -> Iterator[Path]:
    """A copy of a folder to be changed, which then takes its place; not if anything is raised."""
    make_folder(folder.parent)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=RENEWAL) as work:
        fresh = Path(work) / folder.name
        if folder.is_dir():
            shutil.copytree(folder, fresh, symlinks=True)
        yield fresh
        put_folder(fresh, folder)


def put_folder(fresh: Path, target: Path) -> None:
    """Put a folder in place of another, which stays aside until the next time.

    Cut off anywhere, the old one or the new one is there; `take_up` finds the old one aside.
    """
    hand_over(fresh, target.parent)
    for path in (fresh, *fresh.rglob("*")):
        if not path.is_symlink():
            sync(path)
    if target.exists():
        shutil.rmtree(_before(target), ignore_errors=True)
        target.rename(_before(target))
    fresh.rename(target)
    sync(target.parent)


def take_up(folder: Path) -> None:
    """Put back what was set aside when a power cut came before the new one was in its place."""
    before = _before(folder)
    if before.is_dir() and not folder.exists():
        before.rename(folder)
        log.warning("%s was being replaced when the power went; it is as it was before", folder)


def tidy(shelf: Path) -> None:
    """After a power cut: every folder there is as it was or as it should be, with no remains."""
    for before in shelf.glob(".*-before"):
        take_up(shelf / before.name.removeprefix(".").removesuffix("-before"))
    for remains in shelf.glob(f"{RENEWAL}*"):
        shutil.rmtree(remains, ignore_errors=True)


def unused(path: Path) -> Path:
    """This path, or one much like it at which nothing lies yet."""
    count, found = 1, path
    while found.exists():
        count += 1
        found = path.with_name(f"{path.name}-{count}")
    return found


def _before(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}-before")
