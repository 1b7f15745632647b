"""The journal: every event of every game in one SQLite file, append only."""

from __future__ import annotations

import fcntl
import json
import logging
import math
import os
import shutil
import sqlite3
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import UnionType
from typing import BinaryIO, TypeVar

from device.files.private import keep_file, keep_folder
from device.records import mending, salvage, schema
from device.records.framing import BrokenLine, unframe
from device.records.mending import Remade
from device.records.schema import APPLICATION_ID, SCHEMA_VERSION, Damaged, JournalTooNew
from device.records.stored import DEVICE, Stored, StoredGame, StoredNote, StoredRecord, decode
from rules.errors import CastellanError
from rules.values import Facts, Json

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "JournalTooNew", "StoredGame", "StoredRecord"]

log = logging.getLogger(__name__)

RESERVE_BYTES = 2_000_000  # some hundred events without pictures
PLENTY_BYTES = 100_000_000
BEGUN_EVERY = 20  # records between two that say what their game was begun with
TOLD_FOR = 20  # events after a mending during which each start tells of it again
WAL_OR_NOT = (b"\1\1", b"\2\2")  # what bytes 18 and 19 of a sound file say

# What evidence says beside its picture, where phones read it.
KNOWN: Mapping[str, type | UnionType] = {"by": str, "picture": str, "probability": int | float}

T = TypeVar("T")

# What SQLite says when the file itself is spoiled; anything else is no reason to mend it.
SPOILED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
CARD_SPOILED = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}


class JournalBusy(CastellanError, OSError):
    """Another process writes this journal."""


class JournalFailed(CastellanError, OSError):
    """An event could not be made durable, so it did not happen."""

    why = "failed"


class DiskFull(JournalFailed):
    """There is no room left for an event."""

    why = "full"


class ReadOnly(JournalFailed):
    """The file system cannot be written, as when a memory card is worn out."""

    why = "read-only"


class JournalClosed(JournalFailed):
    """The journal is closed: Castellan is about to stop."""

    why = "closed"


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
class Damage:
    """What was found wrong with a journal and what could be kept."""

    moved_to: Path
    fault: str
    games: int
    records: int
    lost: int = 0
    strange: int = 0

    def __str__(self) -> str:
        return (
            f"The journal was damaged ({self.fault}). It was moved to {self.moved_to}; "
            f"{self.games} games and {self.records} events were kept, {self.lost} are lost."
        )


class Journal:
    """One open journal. Any thread may call it; one process at a time may hold it."""

    def __init__(
        self,
        path: Path,
        now: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self.damage: Damage | None = None
        self.told: list[tuple[str, Mapping[str, Json]]] = []  # what else the phones should hear
        self.unexplained: list[Path] = []  # damaged journals beside it that were not mended
        self._now, self._steady = now, steady
        self._written: dict[int, tuple[float, float]] = {}  # the latest time of a game, and when
        self._lock = threading.RLock()
        self._closed = False
        keep_folder(path.parent, path.name)
        self._held = hold(path)
        self._reserve = path.with_name(path.name + ".reserve")
        try:
            self._db = self._open_with_room()
            self._last = _Last(path)
            if _newest_acknowledged(path) is None:
                self._last.note(*_newest(self._db))
            self._lay_up()
        except BaseException:
            self._held.close()
            raise

    # --- writing ---

    def start_game(self, about: Mapping[str, Json]) -> StoredGame:
        """Write down a new game and what was agreed; returns when it is durable."""

        def write(db: sqlite3.Connection) -> StoredGame:
            # After a salvage there may be records of a game whose own line was lost.
            (number,) = db.execute(
                "SELECT 1 + max((SELECT coalesce(max(id), 0) FROM games),"
                " (SELECT coalesce(max(game), 0) FROM records))"
            ).fetchone()
            stored = StoredGame(number, self._now(), dict(about))
            _taken(mending.insert_game(db, stored))
            return stored

        stored = self._write(write)
        self._last.note(stored.id, 0)
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

        def write(db: sqlite3.Connection) -> list[StoredRecord]:
            sql = "SELECT coalesce(max(number), 0) FROM records WHERE game = ?"
            (last,) = db.execute(sql, (game,)).fetchone()
            return [
                self._insert(db, game, number, record, evidence, command)
                for number, (record, evidence) in enumerate(wanted, last + 1)
            ]

        done = self._write(write)
        if done:
            self._last.note(game, done[-1].number)
        return done

    def _insert(
        self,
        db: sqlite3.Connection,
        game: int,
        number: int,
        record: Mapping[str, Json],
        evidence: Evidence | None,
        command: str | None,
    ) -> StoredRecord:
        stored = StoredRecord(game, number, self._moment(game), dict(record), command)
        begun = _begun(db, game) if number % BEGUN_EVERY == 1 else None
        _taken(mending.insert_record(db, replace(stored, begun=begun)))
        if evidence is not None:
            told = mending.insert_evidence(db, game, number, evidence.about, evidence.picture)
            _taken(told)
        return stored

    def _moment(self, game: int) -> float:
        """The time now; where the machine's clock was set back, what is written of this game and
        the seconds since: within a game time never goes back.
        """
        now, steady = self._now(), self._steady()
        last, since = self._written.get(game) or (self._latest(game), steady)
        moment = now if now >= last else last + steady - since
        self._written[game] = moment, steady
        return moment

    def _latest(self, game: int) -> float:
        """The time of the last thing that was written of a game."""
        begun = [stored.time for stored in self.games() if stored.id == game]
        return max((self.last_time(game) or -math.inf, *begun), default=-math.inf)

    def note(self, game: int, about: Mapping[str, Json]) -> None:
        """Write down something beside the game's events, such as a player's name."""

        def write(db: sqlite3.Connection) -> None:
            (number,) = db.execute("SELECT coalesce(max(id), 0) + 1 FROM notes").fetchone()
            _taken(mending.insert_note(db, StoredNote(game, number, dict(about))))

        self._write(write)

    def forget_pictures(self, games: Iterable[int]) -> int:
        """Drop the pictures of games, their events stay; how many pictures that were.

        They are overwritten in the file, and do not stay behind in what SQLite has yet to sort in.
        """
        wanted = list(games)
        sql = "UPDATE evidence SET picture = NULL WHERE game = ? AND picture IS NOT NULL"
        count = self._write(lambda db: sum(db.execute(sql, (game,)).rowcount for game in wanted))
        if count:
            with self._lock:
                _settle(self._db)
        return count

    # --- reading ---

    def notes(self, game: int) -> list[Facts]:
        """The notes of one game in order."""
        read = self._read("SELECT line FROM notes ORDER BY id")
        return [note.about for note in read if isinstance(note, StoredNote) and note.game == game]

    def games(self) -> list[StoredGame]:
        """All games, oldest first."""
        read = self._read("SELECT line FROM games ORDER BY id")
        return [game for game in read if isinstance(game, StoredGame)]

    def records(self, game: int) -> list[StoredRecord]:
        """All records of one game in order."""
        read = self._read("SELECT line FROM records WHERE game = ? ORDER BY number", game)
        return [replace(item, begun=None) for item in read if isinstance(item, StoredRecord)]

    def last_time(self, game: int) -> float | None:
        """When the last event of a game was written; None if it has none."""
        sql = "SELECT line FROM records WHERE game = ? ORDER BY number DESC LIMIT 1"
        times = [item.time for item in self._read(sql, game) if isinstance(item, StoredRecord)]
        return times[0] if times else None

    def pictures(self, game: int) -> int:
        """How many pictures of a game are kept."""
        sql = "SELECT count(*) FROM evidence WHERE game = ? AND picture IS NOT NULL"
        with self._reading() as db:
            return int(db.execute(sql, (game,)).fetchone()[0])

    def picture_bytes(self, game: int | None = None) -> int:
        """How many bytes the pictures of a game take, or of all games."""
        sql = "SELECT coalesce(sum(length(picture)), 0) FROM evidence WHERE ? IS NULL OR game = ?"
        with self._reading() as db:
            return int(db.execute(sql, (game, game)).fetchone()[0])

    def _read(self, sql: str, *values: int) -> list[Stored]:
        with self._reading() as db:
            rows = db.execute(sql, values).fetchall()
        return [decode(*unframe(line)) for (line,) in rows]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._check_open()
            try:
                yield self._db
            except sqlite3.Error as fault:
                raise self._failure(fault) from fault

    def evidence(self, game: int, number: int) -> Evidence | None:
        """What proves a record, if anything was kept and can still be read."""
        sql = "SELECT about, picture FROM evidence WHERE game = ? AND number = ?"
        try:
            with self._reading() as db:
                row = db.execute(sql, (game, number)).fetchone()
        except (JournalFailed, UnicodeDecodeError) as fault:
            log.warning("evidence %s of game %s cannot be read: %s", number, game, fault)
            return None
        return None if row is None else Evidence(_about(row[0]), row[1])

    def abouts(self, game: int) -> dict[int, dict[str, Json]]:
        """What is known about each record beside its picture; its name says where that is."""
        sql = "SELECT number, about, picture IS NOT NULL FROM evidence WHERE game = ?"
        try:
            with self._reading() as db:
                rows = db.execute(sql, (game,)).fetchall()
        except (JournalFailed, UnicodeDecodeError) as fault:
            log.warning("evidence of game %s cannot be read: %s", game, fault)
            return {}
        there = {f"evidence-{number}" for number, _, pictured in rows if pictured}
        found = {number: _about(about) for number, about, _ in rows}
        for number, about in found.items():
            name = about.pop("picture", f"evidence-{number}")
            if name in there:
                about["picture"] = name
        return found

    def news(self) -> list[tuple[str, Mapping[str, Json]]]:
        """What the phones should hear of the journal: keys of the words, with what fills them."""
        told = list(self.told)
        damage = self.damage
        if damage is not None:
            facts: dict[str, Json] = {"records": damage.records, "lost": damage.lost}
            told.append(("journal.damaged-lost" if damage.lost else "journal.damaged", facts))
        if damage is not None and damage.strange:
            told.append(("journal.strange", {"count": damage.strange}))
        if self.unexplained:
            names = ", ".join(path.name for path in self.unexplained)
            told.append(("journal.unexplained", {"files": names}))
        return told

    def close(self) -> None:
        """Close the file; harmless when done twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._db.close()
                self._last.close()
                self._held.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- one write ---

    def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something durably. A spoiled file is mended and a full disk given room, once."""
        with self._lock:
            try:
                with self._transaction() as db:
                    return work(db)
            except (sqlite3.Error, BrokenLine) as fault:
                self._help(fault)
            try:
                with self._transaction() as db:
                    return work(db)
            except sqlite3.Error as fault:
                raise self._failure(fault) from fault

    def _help(self, fault: sqlite3.Error | BrokenLine) -> None:
        """Do what may let a write come through a second time, else tell its failure."""
        if _is_spoiled(fault):
            self._mend(str(fault))
        elif not (_refusal(fault) is DiskFull and self._release_reserve()):
            raise self._failure(fault) from fault

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._check_open()
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    def _check_open(self) -> None:
        if self._closed:
            raise JournalClosed(f"{self.path} is closed: castellan is about to stop")

    def _failure(self, fault: Exception) -> JournalFailed:
        kind = _refusal(fault) or JournalFailed
        advice = "check that the disk is neither full nor read-only"
        return kind(f"{self.path}: {fault}; {advice}")

    def _lay_up(self) -> None:
        """Keep some room for bad times, so that a full disk does not end the game at once."""
        if self._reserve.exists():
            keep_file(self._reserve)
            return
        if shutil.disk_usage(self.path.parent).free < PLENTY_BYTES:
            return
        with suppress(OSError), _opened_privately(self._reserve) as file:
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

    # --- opening and mending ---

    def _open_with_room(self) -> sqlite3.Connection:
        """Open it, on the kept room if the disk has no other."""
        try:
            return self._open_sound()
        except JournalFailed:
            full = shutil.disk_usage(self.path.parent).free < RESERVE_BYTES
            if not (full and self._release_reserve()):
                raise
        return self._open_sound()

    def _open_sound(self) -> sqlite3.Connection:
        """Open the file; what is readable of a damaged one is carried over into a new one."""
        mending.finish(self.path)
        fault = self._fault()
        if fault is not None:
            self._rebuild(fault)
        db = self._open()
        self._look_beside(db)
        if self.unexplained and _is_empty(db):
            db.close()
            self._rebuild("its mending was cut off", self.unexplained[-1])
            db = self._open()
            self._look_beside(db)
        return db

    def _fault(self) -> str | None:
        """What is wrong with the file, before anything writes to it."""
        try:
            _check_head(self.path)
            if not self.path.is_file() or not self.path.stat().st_size:
                return None
            _roll_back(self.path)
            with closing(schema.open_to_read(self.path)) as db:
                _verify(db, self.path)
        except (Damaged, BrokenLine, UnicodeDecodeError) as fault:  # sqlite3 may quote rubble
            return str(fault)
        except sqlite3.Error as fault:
            if not (_is_spoiled(fault) or _is_strange(fault)):
                raise self._failure(fault) from fault
            return str(fault)
        return None

    def _open(self) -> sqlite3.Connection:
        try:
            return _open(self.path)
        except sqlite3.Error as fault:
            raise self._failure(fault) from fault

    def _look_beside(self, db: sqlite3.Connection) -> None:
        """Tell of a mending as long as it is news, and of damaged files nobody has explained."""
        made = [remade for note in _device_notes(db) if (remade := mending.remade_of(note))]
        known = {name for remade in made for name in (remade.source, remade.aside)}
        beside = sorted(self.path.parent.glob(f"{self.path.stem}.damaged-*{self.path.suffix}"))
        self.unexplained = [path for path in beside if path.name not in known]
        (records,) = db.execute("SELECT count(*) FROM records").fetchone()
        if made and made[-1].why == "damage" and records < made[-1].records + TOLD_FOR:
            self.damage = self._damage(made[-1])

    def _mend(self, fault: str) -> None:
        """Mend the file while it is open."""
        self._build(fault, self.path)
        with suppress(sqlite3.Error):
            self._db.close()
        self._swap()
        self._db = self._open()

    def _rebuild(self, fault: str, source: Path | None = None) -> None:
        self._build(fault, source or self.path)
        self._swap()

    def _build(self, fault: str, source: Path) -> None:
        aside = mending.aside_for(self.path).name if source == self.path else None
        remade = Remade("damage", fault, aside or source.name, aside)
        last = _newest_acknowledged(self.path)
        try:
            done = mending.build(self.path, source, remade, last)
        except (sqlite3.Error, OSError) as trouble:
            raise self._failure(trouble) from trouble
        self.damage = self._damage(done)

    def _swap(self) -> None:
        log.error("%s", self.damage)
        mending.finish(self.path)

    def _damage(self, made: Remade) -> Damage:
        moved_to = self.path.with_name(made.aside or made.source or self.path.name)
        return Damage(moved_to, made.fault, made.games, made.records, made.lost, made.strange)


class _Last:
    """The newest acknowledged event, noted beside the journal without waiting for the disk.

    After a power cut it may be an older one, never a newer: what it names and the journal does
    not hold was lost.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = None
        with suppress(OSError):
            keep_file(mending.last_of(path))
            self._file = os.open(mending.last_of(path), os.O_RDWR)

    def note(self, game: int, number: int) -> None:
        """An event was acknowledged."""
        if self._file is not None:
            keys = struct.pack("<QQ", game, number)
            with suppress(OSError):
                os.pwrite(self._file, keys + struct.pack("<I", zlib.crc32(keys)), 0)

    def close(self) -> None:
        """Give the file back."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _newest_acknowledged(path: Path) -> tuple[int, int] | None:
    """Game and number of the newest event known to have been acknowledged."""
    try:
        keys, checksum = struct.unpack("<16sI", mending.last_of(path).read_bytes())
    except (OSError, struct.error):
        return None
    if zlib.crc32(keys) != checksum:
        return None
    game, number = struct.unpack("<QQ", keys)
    return game, number


def _about(text: str) -> dict[str, Json]:
    """What was written beside a record, as far as it is what we write there."""
    try:
        about = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(about, dict):
        return {}
    return {
        name: value
        for name, value in about.items()
        if name not in KNOWN or isinstance(value, KNOWN[name])
    }


def _newest(db: sqlite3.Connection) -> tuple[int, int]:
    """Game and number of the newest event in a journal; 0 where there is none."""
    sql = "SELECT game, number FROM records ORDER BY game DESC, number DESC LIMIT 1"
    game, number = db.execute(sql).fetchone() or (0, 0)
    return game, number


def _refusal(fault: BaseException) -> type[JournalFailed] | None:
    """Which trouble of the disk an error is; None when it is something else."""
    code = getattr(fault, "sqlite_errorcode", 0)
    return DISK_TROUBLE.get(code) or UNWRITABLE.get(code & 0xFF)


def _is_spoiled(fault: BaseException) -> bool:
    """Whether an error says that the file itself is spoiled, which mending helps."""
    code = getattr(fault, "sqlite_errorcode", 0)
    return isinstance(fault, BrokenLine) or code & 0xFF in SPOILED or code in CARD_SPOILED


def _is_strange(fault: sqlite3.Error) -> bool:
    """Whether a file that is just opened cannot answer what every journal of ours can."""
    return getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR) == sqlite3.SQLITE_ERROR


def _taken(rows: int) -> None:
    """A line is only acknowledged when it made its row."""
    if rows != 1:
        raise JournalFailed(f"the journal took {rows} rows instead of one")


def _opened_privately(path: Path) -> BinaryIO:
    keep_file(path)
    return path.open("r+b")


def hold(path: Path) -> BinaryIO:
    """Lock the journal for this process; the system lets go when the process ends."""
    held = _opened_privately(path.with_name(path.name + ".lock"))
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise JournalBusy(
            f"{path} is in use: another castellan runs on this table. Stop it first, "
            "or choose another folder with --data"
        ) from None
    return held


def _open(path: Path) -> sqlite3.Connection:
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
        _settle(db)
    except BaseException:
        db.close()
        raise
    return db


def _settle(db: sqlite3.Connection) -> None:
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
    missing = mending.behind(db, _newest_acknowledged(path))
    if missing:
        raise Damaged(f"the last {missing} events are missing")


def _is_empty(db: sqlite3.Connection) -> bool:
    sql = "SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM records)"
    return not db.execute(sql).fetchone()[0]


def _device_notes(db: sqlite3.Connection) -> Iterator[Facts]:
    for (line,) in db.execute("SELECT line FROM notes ORDER BY id"):
        note = decode(*unframe(line))
        if isinstance(note, StoredNote) and note.game == DEVICE:
            yield note.about


def _begun(db: sqlite3.Connection, game: int) -> StoredGame | None:
    """What a game was begun with."""
    row = db.execute("SELECT line FROM games WHERE id = ?", (game,)).fetchone()
    found = decode(*unframe(row[0])) if row else None
    return found if isinstance(found, StoredGame) else None
