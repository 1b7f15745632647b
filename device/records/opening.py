"""How a journal's file is locked, checked and opened."""

from __future__ import annotations

import fcntl
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO

from device.files.private import keep_file
from device.records import mending, salvage, schema
from device.records.acknowledged import newest_acknowledged
from device.records.framing import BrokenLine, unframe
from device.records.schema import Damaged
from device.records.stored import decode
from device.records.trouble import JournalBusy, is_spoiled, is_strange

WAL_OR_NOT = (b"\1\1", b"\2\2")  # what bytes 18 and 19 of a sound file say


def opened_privately(path: Path) -> BinaryIO:
    keep_file(path)
    return path.open("r+b")


def hold(path: Path) -> BinaryIO:
    """Lock the journal for this process; the system lets go when the process ends."""
    held = opened_privately(path.with_name(path.name + ".lock"))
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise JournalBusy(
            f"{path} is in use: another castellan runs on this table. Stop it first, "
            "or choose another folder with --data"
        ) from None
    return held


def open_to_write(path: Path) -> sqlite3.Connection:
    for file in (path, *(path.with_name(path.name + side) for side in mending.SIDES)):
        if file == path or file.exists():
            keep_file(file)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    try:
        schema.be_wary(db)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        if schema.is_new(db):
            schema.create(db)
        settle(db)
    except BaseException:
        db.close()
        raise
    return db


def settle(db: sqlite3.Connection) -> None:
    """Sort everything into the file itself, so that nothing old stays in the -wal."""
    with suppress(sqlite3.OperationalError):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _check_head(path: Path) -> None:
    """Damaged where SQLite would take a spoiled file for an empty or a foreign one."""
    wal = salvage.wal_of(path)
    size = path.stat().st_size if path.is_file() else 0
    if not size and wal.is_file() and wal.stat().st_size:
        raise Damaged("the file is empty, but not what belongs to it")
    if size:
        with path.open("rb") as file:
            head = file.read(20)
        if head[18:20] not in WAL_OR_NOT:
            raise Damaged("its head is spoiled")


def _roll_back(path: Path) -> None:
    """Let SQLite undo what was in flight before the file was ready for its -wal."""
    if path.with_name(path.name + "-journal").exists():
        with closing(sqlite3.connect(path)) as db:
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _verify(db: sqlite3.Connection, path: Path) -> None:
    """Check what the fold needs; pictures are checked when they are asked for."""
    if schema.is_new(db):
        return
    schema.check(db, path)
    for table in ("games", "records", "notes"):
        (found,) = db.execute(f"PRAGMA integrity_check('{table}')").fetchone()
        if found not in ("ok", b"ok"):
            raise Damaged(found.decode(errors="replace"))
        for (line,) in db.execute(f"SELECT line FROM {table}"):  # noqa: S608 (fixed names)
            decode(*unframe(line))
    overlooked = salvage.overlooked(path, db)
    if overlooked:
        raise Damaged(f"{overlooked} lines were cut off behind a spoiled one")
    missing = mending.behind(db, newest_acknowledged(path))
    if missing:
        raise Damaged(f"the last {missing} events are missing")


def fault_of(path: Path) -> str | None:
    """What is wrong with the file, before anything writes to it."""
    try:
        _check_head(path)
        if not path.is_file() or not path.stat().st_size:
            return None
        _roll_back(path)
        with closing(schema.open_to_read(path)) as db:
            _verify(db, path)
    except (Damaged, BrokenLine, UnicodeDecodeError) as fault:  # sqlite3 may quote rubble
        return str(fault)
    except sqlite3.Error as fault:
        if not (is_spoiled(fault) or is_strange(fault)):
            raise
        return str(fault)
    return None
