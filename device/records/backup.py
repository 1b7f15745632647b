"""Backups: journal, boxes, settings and keys of a table as one file, checked piece by piece.

One to be given away, without pictures, has neither settings nor keys.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from device.files.private import FILE, hand_over, keep_file, sync
from device.settings.settings import Settings
from rules.errors import CastellanError

FORMAT = 2  # 1 had neither settings nor keys
MANIFEST = "castellan-backup.json"
JOURNAL = "journal.db"
BOXES = "boxes"
PROFILE = "profile"
SETTINGS = "castellan.toml"
HOSTS = "hosts.json"
KEYS = (HOSTS, "seats.json", "boot-code.json")  # who is host, who sits where
MOST_BYTES = 4_000_000_000  # of all pieces together
MOST_PIECES = 5_000
MOST_MANIFEST = 2_000_000  # bytes
ROOM_LEFT = 50_000_000  # bytes of the disk that unpacking must leave
REMAINS = (".report-*", ".backup-*", ".castellan-*.tar", ".upload-*")  # what a power cut may leave


class BadBackup(CastellanError, ValueError):
    """A file that is no whole backup."""


def sweep(folder: Path) -> None:
    """Clear away what a power cut left of backups."""
    for remains in (path for kind in REMAINS for path in folder.glob(kind)):
        if remains.is_dir():
            shutil.rmtree(remains, ignore_errors=True)
        else:
            remains.unlink(missing_ok=True)


def to_temporary(settings: Settings, pictures: bool = True) -> Path:
    """A backup in a temporary file, to be sent and deleted."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    # Not in /tmp: that is often memory, and a journal with its pictures may be large.
    folder = settings.data.folder
    handle, name = tempfile.mkstemp(".tar", f".castellan-{stamp}-", folder)
    os.close(handle)
    try:
        write(settings, Path(name), pictures)
    except BaseException:
        Path(name).unlink()
        raise
    return Path(name)


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself: when it was made, and what each file's SHA-256 is."""

    made: str
    events: int
    pieces: Mapping[str, str]


def write(settings: Settings, path: Path, pictures: bool = True) -> Manifest:
    """Write a backup, with or without the pictures that prove events; the journal may be in use.

    Returns what it holds.
    """
    folder = settings.data.folder
    if not folder.is_dir():
        raise BadBackup(f"{folder} holds no data to back up; name the right folder with --data")
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as work:
            return _write(settings, path, Path(work), pictures)
    except PermissionError:
        raise
    except OSError as fault:
        raise BadBackup(f"{path} cannot be written: {fault}") from fault


def _write(settings: Settings, path: Path, work: Path, pictures: bool) -> Manifest:
    pieces = dict(_pieces(settings, work, pictures))
    manifest = Manifest(
        time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        _count(pieces.get(JOURNAL)),
        {name: _hash(file) for name, file in pieces.items()},
    )
    _pack(work / MANIFEST, pieces, manifest)
    hand_over(work / MANIFEST, path.parent)
    (work / MANIFEST).replace(path)
    sync(path.parent)
    return manifest


def _pieces(settings: Settings, work: Path, pictures: bool) -> Iterator[tuple[str, Path]]:
    """Names in the backup and the files behind them."""
    folder = settings.data.folder
    if (folder / JOURNAL).is_file():
        yield JOURNAL, _copy_of_journal(folder / JOURNAL, work / JOURNAL, pictures)
    yield from _files(folder / BOXES, BOXES)
    if settings.data.profile is not None:
        yield from _files(settings.data.profile, PROFILE)
    if pictures:
        yield from _own(settings)


def _own(settings: Settings) -> Iterator[tuple[str, Path]]:
    """What is of use at this table alone."""
    for name in KEYS:
        if (settings.data.folder / name).is_file():
            yield name, settings.data.folder / name
    if settings.file is not None and settings.file.is_file():
        yield SETTINGS, settings.file


def _files(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        inside = path.relative_to(folder)
        if path.is_file() and not path.is_symlink() and not inside.parts[0].startswith("."):
            yield f"{name}/{inside.as_posix()}", path


def _copy_of_journal(path: Path, to: Path, pictures: bool) -> Path:
    """A whole copy, taken by SQLite itself while others may write."""
    path.open("rb").close()  # SQLite would not say that it is somebody else's
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(to)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
            if not pictures:
                new.execute("UPDATE evidence SET picture = NULL")
                new.commit()
                new.execute("VACUUM")  # no room where they lay, and nothing left in it
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


def _pack(path: Path, pieces: dict[str, Path], manifest: Manifest) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE)  # it holds secrets
    with os.fdopen(handle, "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as tar:
            text = json.dumps({"format": FORMAT, **asdict(manifest)}, indent=1).encode()
            head = tarfile.TarInfo(MANIFEST)
            head.size, head.mtime = len(text), int(time.time())
            tar.addfile(head, io.BytesIO(text))
            for name, piece in pieces.items():
                tar.add(piece, name, recursive=False)
        file.flush()
        os.fsync(file.fileno())


def told(path: Path) -> tuple[str, int, bool]:
    """When a backup was made, how many events it holds, and whether settings or keys are in it."""
    with _opened(path) as tar:
        manifest = _manifest(tar, path)
    own = any(name in manifest.pieces for name in (SETTINGS, *KEYS))
    return manifest.made[:40], manifest.events, own


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    """A backup to be read; whatever is wrong with it is BadBackup."""
    try:
        with tarfile.open(path, "r:") as tar:
            yield tar
    except (BadBackup, PermissionError):
        raise
    except (tarfile.TarError, EOFError, KeyError, OSError, ValueError, RecursionError) as fault:
        raise BadBackup(f"{path} is no whole backup of Castellan: {fault}") from fault


def read(path: Path, to: Path) -> Manifest:
    """Unpack a backup into an empty folder, checking every piece; returns its manifest."""
    with _opened(path) as tar:
        manifest = _manifest(tar, path)
        pieces = [_piece(tar, name) for name in manifest.pieces]
        _check_room(path, to, sum(piece.size for piece in pieces))
        for piece in pieces:
            _unpack(tar, piece, to)
            if _hash(to / piece.name) != manifest.pieces[piece.name]:
                raise BadBackup(f"{path} is damaged: {piece.name} is not what was backed up")
    return manifest


def _manifest(tar: tarfile.TarFile, path: Path) -> Manifest:
    if tar.getmember(MANIFEST).size > MOST_MANIFEST:
        raise BadBackup(f"{path} says too much about itself")
    file = tar.extractfile(MANIFEST)
    manifest = json.loads(file.read()) if file else None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("format"), int):
        raise BadBackup(f"{path} does not say what it is")
    if manifest["format"] > FORMAT:
        raise BadBackup(f"{path} was made by a later Castellan; upgrade this one first")
    pieces = manifest.get("pieces")
    if not isinstance(pieces, dict) or len(pieces) > MOST_PIECES:
        raise BadBackup(f"{path} does not say what it holds")
    events = manifest.get("events")
    return Manifest(
        str(manifest.get("made")),
        events if isinstance(events, int) else 0,
        {name: str(mark) for name, mark in pieces.items()},
    )


def _piece(tar: tarfile.TarFile, name: str) -> tarfile.TarInfo:
    """A piece by its name; only plain files that lie where we would put them are believed."""
    pure = PurePosixPath(name)
    inside = not pure.is_absolute() and ".." not in pure.parts and name.isprintable()
    ours = name in (JOURNAL, SETTINGS, *KEYS) or (
        len(pure.parts) > 1 and pure.parts[0] in (BOXES, PROFILE)
    )
    member = tar.getmember(name) if inside and ours and pure.as_posix() == name else None
    if member is None or not member.isreg():
        raise BadBackup(f"{name!r} cannot be part of a backup")
    return member


def _check_room(path: Path, to: Path, size: int) -> None:
    if size > min(MOST_BYTES, shutil.disk_usage(to).free - ROOM_LEFT):
        raise BadBackup(f"{path} unpacks to {size // 1_000_000} MB, which is too much")


def _unpack(tar: tarfile.TarFile, piece: tarfile.TarInfo, to: Path) -> None:
    file = tar.extractfile(piece)
    target = to / piece.name
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_file(target)
    with target.open("wb") as out:
        while file is not None and (block := file.read(1 << 20)):
            out.write(block)
