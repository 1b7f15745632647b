"""The journal: every event of every game in one SQLite file, append only."""

from __future__ import annotations

import json
import logging
import math
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import UnionType
from typing import TypeVar

from device.files.private import keep_file, keep_folder
from device.records import mending
from device.records.acknowledged import Last, newest_acknowledged
from device.records.framing import BrokenLine, unframe
from device.records.mending import Remade
from device.records.opening import fault_of, hold, open_to_write, opened_privately, settle
from device.records.stored import DEVICE, Stored, StoredGame, StoredNote, StoredRecord, decode
from device.records.trouble import DiskFull, JournalClosed, JournalFailed, is_spoiled, refusal
from rules.values import Facts, Json

log = logging.getLogger(__name__)

RESERVE_BYTES = 2_000_000  # some hundred events without pictures
PLENTY_BYTES = 100_000_000
BEGUN_EVERY = 20  # records between two that say what their game was begun with
TOLD_FOR = 20  # events after a mending during which each start tells of it again

# What evidence says beside its picture, where phones read it.
KNOWN: Mapping[str, type | UnionType] = {"by": str, "picture": str, "probability": int | float}

T = TypeVar("T")


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
        self.sayings: list[tuple[str, Mapping[str, Json]]] = []  # what else the phones should hear
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
            self._last = Last(path)
            if newest_acknowledged(path) is None:
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
                settle(self._db)
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
        sayings = list(self.sayings)
        damage = self.damage
        if damage is not None:
            facts: dict[str, Json] = {"records": damage.records, "lost": damage.lost}
            sayings.append(("journal.damaged-lost" if damage.lost else "journal.damaged", facts))
        if damage is not None and damage.strange:
            sayings.append(("journal.strange", {"count": damage.strange}))
        if self.unexplained:
            names = ", ".join(path.name for path in self.unexplained)
            sayings.append(("journal.unexplained", {"files": names}))
        return sayings

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
        if is_spoiled(fault):
            self._mend(str(fault))
        elif not (refusal(fault) is DiskFull and self._release_reserve()):
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
        kind = refusal(fault) or JournalFailed
        advice = "check that the disk is neither full nor read-only"
        return kind(f"{self.path}: {fault}; {advice}")

    def _lay_up(self) -> None:
        """Keep some room for bad times, so that a full disk does not end the game at once."""
        if self._reserve.exists():
            keep_file(self._reserve)
            return
        if shutil.disk_usage(self.path.parent).free < PLENTY_BYTES:
            return
        with suppress(OSError), opened_privately(self._reserve) as file:
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
        try:
            return fault_of(self.path)
        except sqlite3.Error as fault:
            raise self._failure(fault) from fault

    def _open(self) -> sqlite3.Connection:
        try:
            return open_to_write(self.path)
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
        last = newest_acknowledged(self.path)
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


def _about(text: str) -> dict[str, Json]:
    """What stands beside a record; values of a wrong type are left out."""
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


def _taken(rows: int) -> None:
    """A line is only acknowledged when it made its row."""
    if rows != 1:
        raise JournalFailed(f"the journal took {rows} rows instead of one")


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
