"""The journal: every event of every game in one SQLite file, append only."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device import salvage
from rules.contract import Json
from rules.errors import CastellanError

log = logging.getLogger(__name__)

SCHEMA_VERSION = 1
RESERVE_BYTES = 2_000_000  # some hundred events without pictures
PLENTY_BYTES = 100_000_000
APPLICATION_ID = 0x43617374  # "Cast"
SCHEMA = """
CREATE TABLE games (id INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TABLE records (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL,
    UNIQUE (game, number)
);
CREATE TABLE notes (id INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL, number INTEGER NOT NULL,
    about TEXT NOT NULL, picture BLOB, UNIQUE (game, number)
);
CREATE TRIGGER games_kept BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER games_same BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER kept BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER same BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""


# sqlite3 quotes rubble in its messages, which then may not even be text.
DAMAGED = (sqlite3.DatabaseError, salvage.BrokenLine, UnicodeDecodeError)


class JournalBusy(CastellanError, OSError):
    """Another process writes this journal."""


class JournalTooNew(CastellanError, ValueError):
    """A later Castellan made this journal."""


class JournalFailed(CastellanError, OSError):
    """An event could not be made durable, so it did not happen."""

    why = "failed"


class DiskFull(JournalFailed):
    """There is no room left for an event."""

    why = "full"


class ReadOnly(JournalFailed):
    """The file system cannot be written, as when a memory card is worn out."""

    why = "read-only"


# What SQLite says when nothing is wrong with the file but with the disk below it.
UNWRITABLE = {
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_CANTOPEN: JournalFailed,
    sqlite3.SQLITE_BUSY: JournalFailed,
    sqlite3.SQLITE_NOMEM: JournalFailed,
}
DISK_TROUBLE = {  # of input and output, told by their extended code
    sqlite3.SQLITE_IOERR_WRITE: JournalFailed,
    sqlite3.SQLITE_IOERR_FSYNC: JournalFailed,
    sqlite3.SQLITE_IOERR_SHMSIZE: DiskFull,
    sqlite3.SQLITE_IOERR_SHMOPEN: ReadOnly,
}


@dataclass(frozen=True)
class Evidence:
    """Why an event was believed: what was seen, how sure, what else it might have been."""

    about: Mapping[str, Json] = field(default_factory=dict)
    picture: bytes | None = None


@dataclass(frozen=True)
class StoredGame:
    """A game as it was agreed at set-up."""

    id: int
    time: float
    about: Mapping[str, Any]


@dataclass(frozen=True)
class StoredRecord:
    """One record of a game, numbered from 1 in the order it was written."""

    game: int
    number: int
    time: float
    record: Mapping[str, Any]
    command: str | None = None


@dataclass(frozen=True)
class Damage:
    """What was found wrong on opening and what could be kept."""

    moved_to: Path
    fault: str
    games: int
    records: int

    def __str__(self) -> str:
        return (
            f"The journal was damaged ({self.fault}). It was moved to {self.moved_to}; "
            f"{self.games} games and {self.records} events were kept."
        )


class Journal:
    """One open journal. Any thread may call it; one process at a time may hold it."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path = path
        self.damage: Damage | None = None
        self._now = now
        self._lock = threading.RLock()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._held = _hold(path)
        self._reserve = path.with_name(path.name + ".reserve")
        try:
            self._db = self._open_sound()
            self._lay_up()
        except BaseException:
            self._held.close()
            raise

    def start_game(self, about: Mapping[str, Json]) -> StoredGame:
        """Write down a new game and what was agreed; returns when it is durable."""
        with self._lock, self._written() as db:
            # After a salvage there may be records of a game whose own line was lost.
            (number,) = db.execute(
                "SELECT 1 + max((SELECT coalesce(max(id), 0) FROM games),"
                " (SELECT coalesce(max(game), 0) FROM records))"
            ).fetchone()
            stored = StoredGame(number, self._now(), dict(about))
            _insert_game(db, stored)
        return stored

    def append(
        self,
        game: int,
        record: Mapping[str, Json],
        evidence: Evidence | None = None,
        command: str | None = None,
    ) -> StoredRecord:
        """Write one record; when this returns it survives a power cut."""
        return self.append_all(game, [(record, evidence)], command)[0]

    def append_all(
        self,
        game: int,
        records: Iterable[tuple[Mapping[str, Json], Evidence | None]],
        command: str | None = None,
    ) -> list[StoredRecord]:
        """Write several records that belong together: all of them or none."""
        wanted = list(records)
        try:
            return self._append_all(game, wanted, command)
        except DAMAGED as fault:
            if isinstance(fault, sqlite3.OperationalError | sqlite3.IntegrityError):
                if not (_refusal(fault) is DiskFull and self._release_reserve()):
                    raise self._failure(fault) from fault
            else:
                self._mend(str(fault))
            return self._append_again(game, wanted, command)

    def _append_again(self, *wanted: Any) -> list[StoredRecord]:
        try:
            return self._append_all(*wanted)
        except sqlite3.OperationalError as fault:
            raise self._failure(fault) from fault

    def _append_all(
        self,
        game: int,
        records: list[tuple[Mapping[str, Json], Evidence | None]],
        command: str | None,
    ) -> list[StoredRecord]:
        done = []
        with self._lock, self._transaction() as db:
            sql = "SELECT coalesce(max(number), 0) FROM records WHERE game = ?"
            (last,) = db.execute(sql, (game,)).fetchone()
            for number, (record, evidence) in enumerate(records, last + 1):
                stored = StoredRecord(game, number, self._now(), dict(record), command)
                _insert_record(db, stored)
                if evidence is not None:
                    _insert_evidence(db, game, number, evidence)
                done.append(stored)
        return done

    def note(self, game: int, about: Mapping[str, Json]) -> None:
        """Write down something beside the game's events, such as a player's name."""
        with self._lock, self._written() as db:
            (number,) = db.execute("SELECT coalesce(max(id), 0) + 1 FROM notes").fetchone()
            _insert_note(db, {"game": game, "number": number, "about": dict(about)})

    def notes(self, game: int) -> list[Mapping[str, Any]]:
        """The notes of one game in order."""
        with self._lock:
            rows = self._db.execute("SELECT line FROM notes ORDER BY id").fetchall()
        told = [salvage.unframe(line) for (line,) in rows]
        return [note["about"] for note in told if note["game"] == game]

    def games(self) -> list[StoredGame]:
        """All games, oldest first."""
        with self._lock:
            rows = self._db.execute("SELECT line FROM games ORDER BY id").fetchall()
        return [_game(salvage.unframe(line)) for (line,) in rows]

    def records(self, game: int) -> list[StoredRecord]:
        """All records of one game in order."""
        with self._lock:
            sql = "SELECT line FROM records WHERE game = ? ORDER BY number"
            rows = self._db.execute(sql, (game,)).fetchall()
        return [_record(salvage.unframe(line)) for (line,) in rows]

    def evidence(self, game: int, number: int) -> Evidence | None:
        """What proves a record, if anything was kept and can still be read."""
        sql = "SELECT about, picture FROM evidence WHERE game = ? AND number = ?"
        try:
            with self._lock:
                row = self._db.execute(sql, (game, number)).fetchone()
        except DAMAGED as fault:
            log.warning("evidence %s of game %s cannot be read: %s", number, game, fault)
            return None
        return None if row is None else Evidence(json.loads(row[0]), row[1])

    def abouts(self, game: int) -> dict[int, dict[str, Json]]:
        """What is known about each record beside its picture; its name says where that is."""
        sql = "SELECT number, about, picture IS NOT NULL FROM evidence WHERE game = ?"
        found: dict[int, dict[str, Json]] = {}
        try:
            with self._lock:
                rows = self._db.execute(sql, (game,)).fetchall()
        except DAMAGED as fault:
            log.warning("evidence of game %s cannot be read: %s", game, fault)
            return found
        for number, about, pictured in rows:
            found[number] = json.loads(about)
            if pictured:
                found[number].setdefault("picture", f"evidence-{number}")
        return found

    def close(self) -> None:
        """Close the file; harmless when done twice."""
        with self._lock:
            self._db.close()
            self._held.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _written(self) -> Iterator[sqlite3.Connection]:
        """A transaction whose failure is told in our words."""
        try:
            with self._transaction() as db:
                yield db
        except sqlite3.OperationalError as fault:
            raise self._failure(fault) from fault

    def _failure(self, fault: sqlite3.Error) -> JournalFailed:
        kind = _refusal(fault) or JournalFailed
        advice = "check that the disk is neither full nor read-only"
        return kind(f"{self.path}: {fault}; {advice}")

    def _lay_up(self) -> None:
        """Keep some room for bad times, so that a full disk does not end the game at once."""
        if self._reserve.exists() or shutil.disk_usage(self.path.parent).free < PLENTY_BYTES:
            return
        with suppress(OSError), self._reserve.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, RESERVE_BYTES)

    def _release_reserve(self) -> bool:
        """Give the kept room free; False when that has been done before."""
        try:
            self._reserve.unlink()
        except OSError:
            return False
        log.error("the disk is full; the last reserve of %d kB is in use", RESERVE_BYTES // 1000)
        return True

    @property
    def on_reserve(self) -> bool:
        """Whether the disk is so full that the game lives on the kept room."""
        return not self._reserve.exists()

    def _open_sound(self) -> sqlite3.Connection:
        """Open the file; a damaged one is moved aside and what is readable is carried over."""
        try:
            return _open_checked(self.path)
        except DAMAGED as fault:
            if _refusal(fault) is not None:
                raise self._failure(fault) from fault  # type: ignore[arg-type]
            return self._rebuild(str(fault))

    def _mend(self, fault: str) -> None:
        with self._lock:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = self._rebuild(fault)

    def _rebuild(self, fault: str) -> sqlite3.Connection:
        aside = salvage.move_aside(self.path, time.strftime("%Y%m%dT%H%M%S"))
        kept = salvage.collect(aside)
        db = _open_checked(self.path)
        db.execute("BEGIN IMMEDIATE")
        for about in kept.games.values():
            _insert_game(db, _game(about))
        for about in kept.records.values():
            _insert_record(db, _record(about))
        for about in kept.notes.values():
            _insert_note(db, about)
        for (game, number), (words, picture) in kept.evidence.items():
            _insert_evidence(db, game, number, Evidence(words, picture))
        db.execute("COMMIT")
        self.damage = Damage(aside, fault, len(kept.games), len(kept.records))
        log.error("%s", self.damage)
        return db


def _refusal(fault: BaseException) -> type[JournalFailed] | None:
    """Which trouble of the disk an error is; None when it is something else."""
    code = getattr(fault, "sqlite_errorcode", 0)
    return DISK_TROUBLE.get(code) or UNWRITABLE.get(code & 0xFF)


def _hold(path: Path) -> Any:
    """Lock the journal for this process; the system lets go when the process ends."""
    held = path.with_name(path.name + ".lock").open("w")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise JournalBusy(
            f"{path} is in use: another castellan runs on this table. Stop it first, "
            "or choose another folder with --data"
        ) from None
    return held


def _open_checked(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables == 0:
            _create(db)
        elif version > SCHEMA_VERSION and _is_ours(db):
            raise JournalTooNew(f"{path} was made by a later Castellan; update this one")
        _verify(db)
    except BaseException:
        db.close()
        raise
    return db


def _is_ours(db: sqlite3.Connection) -> bool:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    return bool(application == APPLICATION_ID)


def _create(db: sqlite3.Connection) -> None:
    db.executescript(
        f"BEGIN; {SCHEMA} PRAGMA application_id={APPLICATION_ID}; "
        f"PRAGMA user_version={SCHEMA_VERSION}; COMMIT;"
    )


def _verify(db: sqlite3.Connection) -> None:
    """Check what the fold needs; pictures are checked when they are asked for."""
    if not _is_ours(db):
        raise sqlite3.DatabaseError("not a journal of Castellan")
    for table in ("games", "records", "notes"):
        (found,) = db.execute(f"PRAGMA quick_check('{table}')").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        for (line,) in db.execute(f"SELECT line FROM {table}"):  # noqa: S608 (fixed names)
            salvage.unframe(line)


def _insert_game(db: sqlite3.Connection, game: StoredGame) -> None:
    about: dict[str, Json] = {"game": game.id, "time": game.time, "about": dict(game.about)}
    db.execute("INSERT INTO games VALUES (?, ?)", (game.id, salvage.frame("game", about)))


def _insert_record(db: sqlite3.Connection, stored: StoredRecord) -> None:
    about: dict[str, Json] = {
        "game": stored.game,
        "number": stored.number,
        "time": stored.time,
        "record": dict(stored.record),
        "command": stored.command,
    }
    line = salvage.frame("record", about)
    sql = "INSERT INTO records (game, number, line) VALUES (?, ?, ?)"
    db.execute(sql, (stored.game, stored.number, line))


def _insert_note(db: sqlite3.Connection, about: Mapping[str, Any]) -> None:
    line = salvage.frame("note", about)
    db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (about["number"], line))


def _insert_evidence(db: sqlite3.Connection, game: int, number: int, evidence: Evidence) -> None:
    about = json.dumps(dict(evidence.about), ensure_ascii=False)
    sql = "INSERT INTO evidence (game, number, about, picture) VALUES (?, ?, ?, ?)"
    db.execute(sql, (game, number, about, evidence.picture))


def _game(about: Mapping[str, Any]) -> StoredGame:
    return StoredGame(about["game"], about["time"], about["about"])


def _record(about: Mapping[str, Any]) -> StoredRecord:
    return StoredRecord(
        about["game"], about["number"], about["time"], about["record"], about["command"]
    )
