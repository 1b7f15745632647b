"""Making a journal anew from the whole lines of another: after damage, a restore, a forgetting.

The new one is built beside the old as `journal.mending-part`, then called `journal.mending`, and
only then takes its place. Cut off anywhere, it is built again or the exchange is finished at the
next start. A note in the new journal says what it was made from, and where that lies.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from device.files.private import keep_file, sync
from device.records import salvage, schema
from device.records.framing import MARK, BrokenLine, escaped, frame, unframe
from device.records.stored import DEVICE, Stored, StoredGame, StoredNote, StoredRecord, decode
from rules.values import Facts, Json

log = logging.getLogger(__name__)

REMADE = "remade"  # the note that says how a journal came to be
SIDES = ("-wal", "-shm", "")  # the journal itself last: a -wal must never meet another journal
MOST_PICTURE = 20_000_000  # bytes

Fit = Callable[[Stored], bool | None]  # None: not to be carried over, and nothing is wrong with it


@dataclass(frozen=True)
class Remade:
    """How a journal was made from another; files are named as seen from its folder."""

    why: str  # damage, restore or forget
    fault: str = ""
    source: str | None = None  # what it was made from
    aside: str | None = None  # where the old journal goes; without it that is deleted
    games: int = 0
    records: int = 0
    lost: int = 0  # events that are known to have been there
    strange: int = 0  # lines that made no sense
    gaps: int = 0  # numbers missing in all games


def remade_of(note: Facts) -> Remade | None:
    """What a note says of the making of its journal; None if it says something else."""
    making: Any = note.get(REMADE)  # its fields are of the types that we wrote
    try:
        return Remade(**making) if isinstance(making, dict) else None
    except TypeError:
        return None


def mending_of(path: Path) -> Path:
    """Where a journal waits that is to take the place of another."""
    return path.with_name(f"{path.stem}.mending")


def aside_for(path: Path) -> Path:
    """A free name for a damaged journal."""
    stamp, count = time.strftime("%Y%m%dT%H%M%S"), 1
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    while any(_side(aside, side).exists() for side in SIDES):
        count += 1
        aside = path.with_name(f"{path.stem}.damaged-{stamp}-{count}{path.suffix}")
    return aside


def build(
    path: Path,
    source: Path,
    remade: Remade,
    last: tuple[int, int] | None = None,
    fit: Fit = lambda _: True,
) -> Remade:
    """Build what is to take the place of a journal, from the whole lines of `source` that fit.

    `last` is the newest event known to have been acknowledged. Returns what was carried over.
    """
    part = path.with_name(f"{path.stem}.mending-part")
    for file in (part, _side(part, "-journal")):
        file.unlink(missing_ok=True)
    keep_file(part)
    lines = salvage.Lines(source)
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        schema.be_wary(db)
        schema.create(db)
        db.execute("BEGIN IMMEDIATE")
        refused = _carry(db, lines, fit)
        _carry_evidence(db, source)
        done = _counted(db, remade, last, lines.strange + refused)
        (number,) = db.execute("SELECT coalesce(max(id), 0) + 1 FROM notes").fetchone()
        insert_note(db, StoredNote(DEVICE, number, {REMADE: asdict(done)}))
        db.execute("COMMIT")
    part.rename(mending_of(path))
    sync(path.parent)
    return done


def _carry(db: sqlite3.Connection, lines: salvage.Lines, fit: Fit) -> int:
    """Copy what fits; how many lines did not. A game without its own line is found in records."""
    begun: dict[int, StoredGame] = {}
    refused = 0
    for item in lines:
        fits = fit(item)
        if not fits:
            refused += fits is False
            continue
        _insert(db, item)
        if isinstance(item, StoredRecord) and item.begun is not None:
            begun.setdefault(item.game, item.begun)
    for game in begun.values():
        if fit(game):
            insert_game(db, game)
    return refused


def _insert(db: sqlite3.Connection, item: Stored) -> None:
    if isinstance(item, StoredGame):
        insert_game(db, item)
    elif isinstance(item, StoredNote):
        insert_note(db, item)
    else:
        insert_record(db, item)


def _carry_evidence(db: sqlite3.Connection, source: Path) -> None:
    """Copy what proves a record, for those that were carried over."""
    wanted = "SELECT 1 FROM records WHERE game = ? AND number = ?"
    for game, number, about, picture in salvage.evidence(source):
        text = _about(about)
        if text is None or not db.execute(wanted, (game, number)).fetchone():
            continue
        insert_evidence(db, game, number, text, picture)


def _about(text: bytes) -> Facts | None:
    try:
        about = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return about if isinstance(about, dict) else None


def _counted(
    db: sqlite3.Connection, remade: Remade, last: tuple[int, int] | None, strange: int
) -> Remade:
    """What is in the new journal, and what is missing that was there before."""
    before = newest(db)
    (games,) = db.execute("SELECT count(*) FROM games").fetchone()
    (records,) = db.execute("SELECT count(*) FROM records").fetchone()
    sql = "SELECT max(number) - count(*) FROM records GROUP BY game"
    gaps = sum(missing for (missing,) in db.execute(sql))
    orphans = "SELECT count(*) FROM records WHERE game NOT IN (SELECT id FROM games)"
    (unreachable,) = db.execute(orphans).fetchone()
    gaps += unreachable + behind(db, last)
    lost = max(0, gaps - (before.gaps if before else 0))
    return Remade(
        remade.why, remade.fault, remade.source, remade.aside, games, records, lost, strange, gaps
    )


def behind(db: sqlite3.Connection, last: tuple[int, int] | None) -> int:
    """How many events are missing at the end, counted to the last acknowledged one, if known."""
    if last is None:
        return 0
    game, number = last
    sql = "SELECT coalesce(max(number), 0) FROM records WHERE game = ?"
    (there,) = db.execute(sql, (game,)).fetchone()
    return max(0, number - int(there))


def newest(db: sqlite3.Connection) -> Remade | None:
    """How the journal was made last, if it was."""
    found = None
    for (line,) in db.execute("SELECT line FROM notes ORDER BY id"):
        with suppress(BrokenLine):
            note = decode(*unframe(line))
            if isinstance(note, StoredNote) and note.game == DEVICE:
                found = remade_of(note.about) or found
    return found


# --- taking the place ---------------------------------------------------------------------


def finish(path: Path) -> None:
    """Put a journal that was made anew in its place, also one a power cut left waiting."""
    waiting = mending_of(path)
    if not waiting.exists():
        return
    try:
        with closing(schema.open_to_read(waiting)) as db:
            schema.check(db, waiting)
            remade = newest(db)
    except (sqlite3.Error, schema.Damaged, UnicodeDecodeError) as fault:
        log.error("%s cannot be used (%s); the journal is mended again", waiting, fault)
        waiting.rename(aside_for(path))
        return
    aside = None if remade is None or remade.aside is None else path.parent / remade.aside
    for side in SIDES:
        _away(_side(path, side), None if aside is None else _side(aside, side))
    last_of(path).unlink(missing_ok=True)
    waiting.rename(path)
    sync(path.parent)


def _away(old: Path, aside: Path | None) -> None:
    if not old.exists():
        return
    if aside is None:
        old.unlink()
    else:
        aside.parent.mkdir(mode=0o700, exist_ok=True)
        old.rename(aside)


def _side(path: Path, side: str) -> Path:
    return path.with_name(path.name + side)


def last_of(path: Path) -> Path:
    """Where the newest acknowledged event is noted."""
    return _side(path, ".last")


# --- lines into tables --------------------------------------------------------------------


def insert_game(db: sqlite3.Connection, game: StoredGame) -> int:
    """Write a game's line, if that is not there yet; how many rows it made."""
    about: dict[str, Json] = {"game": game.id, "time": game.time, "about": dict(game.about)}
    sql = "INSERT OR IGNORE INTO games VALUES (?, ?)"
    return db.execute(sql, (game.id, frame("game", about))).rowcount


def insert_record(db: sqlite3.Connection, stored: StoredRecord) -> int:
    """Write a record's line, if that is not there yet; how many rows it made."""
    about: dict[str, Json] = {
        "game": stored.game,
        "number": stored.number,
        "time": stored.time,
    }
    if stored.begun is not None:
        about["begun"] = {"time": stored.begun.time, "about": dict(stored.begun.about)}
    about |= {"record": dict(stored.record), "command": stored.command}
    sql = "INSERT OR IGNORE INTO records (game, number, line) VALUES (?, ?, ?)"
    row = (stored.game, stored.number, frame("record", about))
    return db.execute(sql, row).rowcount


def insert_note(db: sqlite3.Connection, note: StoredNote) -> int:
    """Write a note's line, if that is not there yet; how many rows it made."""
    about: dict[str, Json] = {"game": note.game, "number": note.number, "about": dict(note.about)}
    sql = "INSERT OR IGNORE INTO notes VALUES (?, ?)"
    return db.execute(sql, (note.number, frame("note", about))).rowcount


def insert_evidence(
    db: sqlite3.Connection, game: int, number: int, about: Facts, picture: bytes | None
) -> int:
    """Write what proves a record; a picture in which a line could hide is no picture."""
    text = escaped(json.dumps(dict(about)))
    if picture is not None and (MARK.encode() in picture or len(picture) > MOST_PICTURE):
        picture = None
    sql = "INSERT OR REPLACE INTO evidence (game, number, about, picture) VALUES (?, ?, ?, ?)"
    return db.execute(sql, (game, number, text, picture)).rowcount
