"""Backup and restore: journal and boxes of a table as one file, checked piece by piece."""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath
from typing import Any

from device.config import Settings
from device.journal import Journal, JournalTooNew
from device.salvage import SIDE_FILES
from rules.errors import CastellanError

FORMAT = 1
MANIFEST = "castellan-backup.json"
JOURNAL = "journal.db"
BOXES = "boxes"
PROFILE = "profile"
MOST_BYTES = 4_000_000_000


class BadBackup(CastellanError, ValueError):
    """A file that is no whole backup."""


def to_temporary(settings: Settings) -> Path:
    """A backup in a temporary file, to be sent and deleted."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    # Not in /tmp: that is often memory, and a journal with its pictures may be large.
    path = settings.data.folder / f".castellan-{stamp}.tar"
    write(settings, path)
    return path


def write(settings: Settings, path: Path) -> dict[str, Any]:
    """Write a backup; the journal may be in use. Returns what it holds."""
    folder = settings.data.folder
    if not folder.is_dir():
        raise BadBackup(f"{folder} holds no data to back up; name the right folder with --data")
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as work:
            return _write(settings, path, Path(work))
    except OSError as fault:
        if isinstance(fault, CastellanError):
            raise
        raise BadBackup(f"{path} cannot be written: {fault}") from fault


def _write(settings: Settings, path: Path, work: Path) -> dict[str, Any]:
    pieces = dict(_pieces(settings, work))
    manifest = {
        "format": FORMAT,
        "made": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "events": _count(pieces.get(JOURNAL)),
        "pieces": {name: _hash(file) for name, file in pieces.items()},
    }
    _pack(work / MANIFEST, pieces, manifest)
    (work / MANIFEST).replace(path)
    return manifest


def _pieces(settings: Settings, work: Path) -> Iterator[tuple[str, Path]]:
    """Names in the backup and the files behind them."""
    folder = settings.data.folder
    if (folder / JOURNAL).is_file():
        yield JOURNAL, _copy_of_journal(folder / JOURNAL, work / JOURNAL)
    yield from _files(folder / BOXES, BOXES)
    if settings.data.profile is not None:
        yield from _files(settings.data.profile, PROFILE)


def _files(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            yield f"{name}/{path.relative_to(folder).as_posix()}", path


def _copy_of_journal(path: Path, to: Path) -> Path:
    """A whole copy, taken by SQLite itself while others may write."""
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(to)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as fault:
        raise BadBackup(
            f"{path} cannot be copied: {fault}; start castellan once, which mends a damaged one"
        ) from fault
    return to


def _count(journal: Path | None) -> int:
    if journal is None:
        return 0
    with closing(sqlite3.connect(journal)) as db:
        return int(db.execute("SELECT count(*) FROM records").fetchone()[0])


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _pack(path: Path, pieces: dict[str, Path], manifest: dict[str, Any]) -> None:
    with path.open("wb") as file:
        path.chmod(0o600)  # a journal holds what players keep secret
        with tarfile.open(fileobj=file, mode="w") as tar:
            text = json.dumps(manifest, indent=1).encode()
            head = tarfile.TarInfo(MANIFEST)
            head.size, head.mtime = len(text), int(time.time())
            tar.addfile(head, io.BytesIO(text))
            for name, piece in pieces.items():
                tar.add(piece, name, recursive=False)
        file.flush()
        os.fsync(file.fileno())


def read(path: Path, to: Path) -> dict[str, Any]:
    """Unpack a backup into an empty folder, checking every piece; returns its manifest."""
    try:
        with tarfile.open(path) as tar:
            manifest = _manifest(tar, path)
            for name, wanted in manifest["pieces"].items():
                _unpack(tar, name, to)
                if _hash(to / name) != wanted:
                    raise BadBackup(f"{path} is damaged: {name} is not what was backed up")
    except (tarfile.TarError, EOFError, KeyError, OSError, ValueError) as fault:
        if isinstance(fault, BadBackup):
            raise
        raise BadBackup(f"{path} is no whole backup of Castellan: {fault}") from fault
    return manifest


def _manifest(tar: tarfile.TarFile, path: Path) -> dict[str, Any]:
    file = tar.extractfile(MANIFEST)
    manifest: dict[str, Any] = json.loads(file.read(MOST_BYTES)) if file else {}
    if manifest.get("format") != FORMAT:
        raise BadBackup(f"{path} was made by a later Castellan; upgrade this one first")
    return manifest


def _unpack(tar: tarfile.TarFile, name: str, to: Path) -> None:
    """One piece; only plain files whose names stay inside are believed."""
    pure = PurePosixPath(name)
    inside = not pure.is_absolute() and ".." not in pure.parts
    file = tar.extractfile(name) if inside and tar.getmember(name).isreg() else None
    if file is None:
        raise BadBackup(f"{name!r} cannot be part of a backup")
    target = to / name
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        while block := file.read(1 << 20):
            out.write(block)


def restore(settings: Settings, path: Path) -> dict[str, Any]:
    """Put a backup in place of what is there; what was there is moved aside, never deleted."""
    folder = settings.data.folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as work:
        fresh = Path(work)
        manifest = read(path, fresh)
        if (fresh / JOURNAL).is_file():
            Journal(fresh / JOURNAL).close()  # refuses one that a later Castellan made
        with suppress(JournalTooNew):  # a downgrade is what a restore may be for
            Journal(folder / JOURNAL).close()  # refuses while somebody uses it
        aside = _set_aside(folder)
        for name in (JOURNAL, BOXES, PROFILE):
            piece = fresh / name
            target = settings.data.profile if name == PROFILE else folder / name
            if piece.exists() and target is not None:
                target.parent.mkdir(parents=True, exist_ok=True)
                if target.exists():
                    target.rename(aside / name)
                piece.rename(target)
    return {**manifest, "moved_to": str(aside)}


def _set_aside(folder: Path) -> Path:
    """Move journal and boxes out of the way, never over older ones."""
    stamp, count = time.strftime("%Y%m%dT%H%M%S"), 1
    aside = folder / f"before-restore-{stamp}"
    while aside.exists():
        count += 1
        aside = folder / f"before-restore-{stamp}-{count}"
    aside.mkdir(mode=0o700)
    for name in (*(JOURNAL + side for side in SIDE_FILES), BOXES):
        if (folder / name).exists():
            (folder / name).rename(aside / name)
    return aside
