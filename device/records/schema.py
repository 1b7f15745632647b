"""The tables of a journal, and how its file is opened: ours to the letter, and nobody else's."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path

from rules.errors import CastellanError

SCHEMA_VERSION = 1
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
# A file is not believed more than it must be: no functions in its schema, no odd cells.
WARY = ("trusted_schema = OFF", "cell_size_check = ON", "secure_delete = ON")


class Damaged(CastellanError, ValueError):
    """A file that is not, or no longer, a journal of ours."""


class JournalTooNew(CastellanError, ValueError):
    """A later Castellan made this journal."""


def open_to_read(path: Path) -> sqlite3.Connection:
    """Read a journal in whatever state it is; nothing is changed by it. Text comes as bytes."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5.0)
    try:
        be_wary(db)
    except BaseException:
        db.close()
        raise
    db.text_factory = bytes
    return db


def be_wary(db: sqlite3.Connection) -> None:
    """Have SQLite believe a file no more than it must."""
    for pragma in WARY:
        db.execute(f"PRAGMA {pragma}")


def create(db: sqlite3.Connection) -> None:
    """Our tables, in a file without any."""
    db.executescript(
        f"BEGIN; {SCHEMA} PRAGMA application_id={APPLICATION_ID}; "
        f"PRAGMA user_version={SCHEMA_VERSION}; COMMIT;"
    )


def is_new(db: sqlite3.Connection) -> bool:
    """Whether a file holds nothing yet."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return version == 0 and tables == 0


def check(db: sqlite3.Connection, path: Path) -> None:
    """Damaged unless the tables are ours to the letter; a later Castellan's are left alone."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise Damaged("not a journal of Castellan")
    if version > SCHEMA_VERSION:
        raise JournalTooNew(f"{path} was made by a later Castellan; update this one")
    if _tables(db) != _ours():
        raise Damaged("its tables are not those of a journal")


def sound_tables(db: sqlite3.Connection) -> set[str]:
    """The tables of a file that are ours to the letter, whatever else is in it."""
    found, ours = _tables(db), _ours()
    return {name for name in ours if found.get(name) == ours[name]}


def _tables(db: sqlite3.Connection) -> dict[str, tuple[str, str, str | None]]:
    rows = db.execute("SELECT name, type, tbl_name, sql FROM sqlite_master").fetchall()
    texts = [tuple(x.decode() if isinstance(x, bytes) else x for x in row) for row in rows]
    return {str(name): (kind, table, sql) for name, kind, table, sql in texts}


@cache
def _ours() -> dict[str, tuple[str, str, str | None]]:
    db = sqlite3.connect(":memory:")
    try:
        create(db)
        return _tables(db)
    finally:
        db.close()
