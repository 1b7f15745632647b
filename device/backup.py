"""Backup and restore: journal and boxes of a table as one file, checked piece by piece."""

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
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from device import mending, schema
from device.config import Settings
from device.journal import Journal, hold
from device.mending import Remade
from device.private import hand_over, keep_file, keep_folder
from device.resume import last_game
from device.salvage import Lines
from device.stored import (
    DEVICE,
    HINTS,
    SENSES,
    TAKEN_UP,
    BadStored,
    Stored,
    StoredGame,
    StoredNote,
    StoredRecord,
    agreement,
    is_note,
)
from rules import games
from rules.errors import CastellanError
from rules.referee import record_from_json

FORMAT = 1
MANIFEST = "castellan-backup.json"
JOURNAL = "journal.db"
RENEWED = "renewed.db"  # a restored journal until it takes its place
BOXES = "boxes"
PROFILE = "profile"
MOST_BYTES = 4_000_000_000  # of all pieces together
MOST_PIECES = 5_000
MOST_MANIFEST = 2_000_000  # bytes
ROOM_LEFT = 50_000_000  # bytes of the disk that unpacking must leave
DEVICE_NOTES = (SENSES, TAKEN_UP)
NOTES = (HINTS, "name")  # what is believed of a restored game's notes: no seats, no rights


class BadBackup(CastellanError, ValueError):
    """A file that is no whole backup."""


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


def write(settings: Settings, path: Path, pictures: bool = True) -> dict[str, Any]:
    """Write a backup, with or without the pictures that prove events; the journal may be in use.

    Returns what it holds.
    """
    folder = settings.data.folder
    if not folder.is_dir():
        raise BadBackup(f"{folder} holds no data to back up; name the right folder with --data")
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as work:
            return _write(settings, path, Path(work), pictures)
    except OSError as fault:
        if isinstance(fault, CastellanError):
            raise
        raise BadBackup(f"{path} cannot be written: {fault}") from fault


def _write(settings: Settings, path: Path, work: Path, pictures: bool) -> dict[str, Any]:
    pieces = dict(_pieces(settings, work, pictures))
    manifest = {
        "format": FORMAT,
        "made": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "events": _count(pieces.get(JOURNAL)),
        "pieces": {name: _hash(file) for name, file in pieces.items()},
    }
    _pack(work / MANIFEST, pieces, manifest)
    (work / MANIFEST).replace(path)
    return manifest


def _pieces(settings: Settings, work: Path, pictures: bool) -> Iterator[tuple[str, Path]]:
    """Names in the backup and the files behind them."""
    folder = settings.data.folder
    if (folder / JOURNAL).is_file():
        yield JOURNAL, _copy_of_journal(folder / JOURNAL, work / JOURNAL, pictures)
    yield from _files(folder / BOXES, BOXES)
    if settings.data.profile is not None:
        yield from _files(settings.data.profile, PROFILE)


def _files(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            yield f"{name}/{path.relative_to(folder).as_posix()}", path


def _copy_of_journal(path: Path, to: Path, pictures: bool) -> Path:
    """A whole copy, taken by SQLite itself while others may write."""
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
        with tarfile.open(path, "r:") as tar:
            manifest = _manifest(tar, path)
            pieces = [_piece(tar, name) for name in manifest["pieces"]]
            _check_room(path, to, sum(piece.size for piece in pieces))
            for piece in pieces:
                _unpack(tar, piece, to)
                if _hash(to / piece.name) != manifest["pieces"][piece.name]:
                    raise BadBackup(f"{path} is damaged: {piece.name} is not what was backed up")
    except (tarfile.TarError, EOFError, KeyError, OSError, ValueError, RecursionError) as fault:
        if isinstance(fault, BadBackup):
            raise
        raise BadBackup(f"{path} is no whole backup of Castellan: {fault}") from fault
    return manifest


def _manifest(tar: tarfile.TarFile, path: Path) -> dict[str, Any]:
    if tar.getmember(MANIFEST).size > MOST_MANIFEST:
        raise BadBackup(f"{path} says too much about itself")
    file = tar.extractfile(MANIFEST)
    manifest = json.loads(file.read()) if file else None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("format"), int):
        raise BadBackup(f"{path} does not say what it is")
    if manifest["format"] != FORMAT:
        raise BadBackup(f"{path} was made by a later Castellan; upgrade this one first")
    pieces = manifest.get("pieces")
    if not isinstance(pieces, dict) or len(pieces) > MOST_PIECES:
        raise BadBackup(f"{path} does not say what it holds")
    return manifest


def _piece(tar: tarfile.TarFile, name: str) -> tarfile.TarInfo:
    """A piece by its name; only plain files that lie where we would put them are believed."""
    pure = PurePosixPath(name)
    inside = not pure.is_absolute() and ".." not in pure.parts and name.isprintable()
    ours = name == JOURNAL or (len(pure.parts) > 1 and pure.parts[0] in (BOXES, PROFILE))
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


@dataclass(frozen=True)
class Restored:
    """What came out of a backup."""

    made: str
    games: int
    events: int
    skipped: int  # lines that made no sense
    moved_to: Path
    unplayable: tuple[str, ...] = ()  # last games that cannot be gone on with, and why


def restore(settings: Settings, path: Path) -> Restored:
    """Put a backup in place of what is there; what was there is moved aside, never deleted.

    No database is taken over as it is: a new journal is written from the lines that make sense,
    and opened as the service would, before it takes the place of the old one.
    """
    folder = settings.data.folder
    keep_folder(folder, JOURNAL)
    with (
        closing(hold(folder / JOURNAL)),  # refuses while somebody uses it
        tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as work,
    ):
        fresh = Path(work)
        made = str(read(path, fresh).get("made"))[:40]
        aside = _new_aside(folder)
        done, unplayable = _new_journal(fresh, aside.name)
        aside.mkdir(mode=0o700)
        if (fresh / JOURNAL).exists():
            (fresh / RENEWED).rename(mending.mending_of(folder / JOURNAL))
            mending.finish(folder / JOURNAL)
            hand_over(folder / JOURNAL)
        _swap(fresh / BOXES, folder / BOXES, aside / BOXES)
        if settings.data.profile is not None:
            _swap(fresh / PROFILE, settings.data.profile, aside / PROFILE)
        hand_over(aside)
    return Restored(made, done.games, done.records, done.strange, aside, unplayable)


def _swap(fresh: Path, target: Path, aside: Path) -> None:
    if fresh.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            target.rename(aside)
        fresh.rename(target)
        hand_over(target)


def _new_journal(fresh: Path, aside: str) -> tuple[Remade, tuple[str, ...]]:
    """Write a journal from what makes sense in the backup's own, and try it out."""
    source, target = fresh / JOURNAL, fresh / RENEWED
    remade = Remade("restore", source=f"{aside}/{JOURNAL}", aside=f"{aside}/{JOURNAL}")
    if not source.exists():
        return remade, ()
    try:
        _refuse_later_ones(source)
        done = mending.build(target, source, remade, fit=Sense(source))
        mending.finish(target)
        unplayable = tuple(_tried_out(target))
        with closing(sqlite3.connect(target)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        return done, unplayable
    except (sqlite3.Error, OSError) as fault:
        raise BadBackup(f"the journal of the backup cannot be restored: {fault}") from fault


def _refuse_later_ones(source: Path) -> None:
    try:
        with closing(schema.open_to_read(source)) as db:
            schema.check(db, source)
    except (sqlite3.Error, schema.Damaged, UnicodeDecodeError):
        return  # what is whole in it is carried over all the same


class Sense:
    """Whether lines of a foreign journal make sense: games, records and notes as ours are."""

    def __init__(self, source: Path) -> None:
        self._games: dict[int, tuple[Any, int]] = {}
        for item in Lines(source):
            begun = item.begun if isinstance(item, StoredRecord) else item
            if isinstance(begun, StoredGame) and begun.id not in self._games:
                self._take(begun)

    def _take(self, game: StoredGame) -> None:
        try:
            about = agreement(game.about)
            self._games[game.id] = games.find(about["game"]), about["players"]
        except CastellanError:
            return

    def __call__(self, item: Stored) -> bool | None:
        if isinstance(item, StoredNote):
            return self._is_note(item)
        game = item.id if isinstance(item, StoredGame) else item.game
        if game not in self._games:
            return False
        if isinstance(item, StoredGame):
            return _is_agreement(item.about)
        try:
            record_from_json(self._games[game][0], dict(item.record))
        except (CastellanError, TypeError, ValueError, LookupError, AttributeError):
            return False
        return True

    def _is_note(self, note: StoredNote) -> bool | None:
        """Names and the like are believed; seats, rights and how a journal was made are not."""
        kinds = DEVICE_NOTES if note.game == DEVICE else NOTES
        if not any(kind in note.about for kind in kinds):
            return None
        _, players = self._games.get(note.game, (None, 0))
        return is_note(note.about, players)


def _is_agreement(about: Mapping[str, Any]) -> bool:
    try:
        agreement(about)
    except BadStored:
        return False
    return True


def _tried_out(path: Path) -> Iterator[str]:
    """Open a journal as the service would; which last games cannot be gone on with, and why."""
    from device.service import TableService

    with Journal(path) as journal:
        for name in sorted({str(game.about["game"]) for game in journal.games()}):
            stored = last_game(journal, name)
            try:
                if stored is not None:
                    TableService(journal, stored, lambda *_: None)
            except CastellanError as fault:
                yield f"{name}: {fault}"


def _new_aside(folder: Path) -> Path:
    """A folder for what was there, never over an older one."""
    stamp, count = time.strftime("%Y%m%dT%H%M%S"), 1
    aside = folder / f"before-restore-{stamp}"
    while aside.exists():
        count += 1
        aside = folder / f"before-restore-{stamp}-{count}"
    return aside
