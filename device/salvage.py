"""Getting events out of a damaged journal: by SQL where it still works, else from its raw bytes.

Every line carries its length and checksum, so an intact line can be told from rubble wherever
it lies in the file.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.contract import Json
from rules.errors import CastellanError

log = logging.getLogger(__name__)

HEAD = re.compile(rb"castellan:(game|record|note) ([0-9a-f]{8}) (\d{1,7}) ")
SIDE_FILES = ("", "-wal", "-shm")
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
GIVE_UP_AFTER = 1000  # rows in a row that cannot be read


class BrokenLine(CastellanError, ValueError):
    """A line whose checksum does not fit."""


@dataclass
class Kept:
    """What could be read: lines by their keys, pictures as far as they are whole."""

    games: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    records: dict[tuple[int, int], Mapping[str, Any]] = field(default_factory=dict)
    notes: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    evidence: dict[tuple[int, int], tuple[Mapping[str, Any], bytes | None]] = field(
        default_factory=dict
    )


def frame(kind: str, about: Mapping[str, Json]) -> str:
    """One line: kind, checksum, length, JSON. ASCII only, so length counts bytes as well."""
    body = json.dumps(about, separators=(",", ":"))
    return f"castellan:{kind} {zlib.crc32(body.encode()):08x} {len(body)} {body}"


def unframe(line: object) -> Mapping[str, Any]:
    """What a line says; BrokenLine when it is not whole, or has become something else."""
    data = line.encode() if isinstance(line, str) else b""
    head = HEAD.match(data)
    about = _body(data, head) if head else None
    if about is None:
        raise BrokenLine(f"a line of the journal is broken: {str(line)[:60]!r}")
    return about


def _body(data: bytes, head: re.Match[bytes]) -> Mapping[str, Any] | None:
    body = data[head.end() : head.end() + int(head[3])]
    if len(body) != int(head[3]) or zlib.crc32(body) != int(head[2], 16):
        return None
    about: Mapping[str, Any] = json.loads(body)
    return about


def move_aside(path: Path, stamp: str) -> Path:
    """Rename a damaged journal and its side files, never over an older one."""
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    count = 1
    while aside.exists():
        count += 1
        aside = path.with_name(f"{path.stem}.damaged-{stamp}-{count}{path.suffix}")
    for side in SIDE_FILES:
        old = path.with_name(path.name + side)
        if old.exists():
            old.rename(aside.with_name(aside.name + side))
    return aside


def collect(path: Path) -> Kept:
    """Every whole line of a damaged journal and every picture SQL can still reach."""
    kept = Kept()
    for side in SIDE_FILES[:2]:
        file = path.with_name(path.name + side)
        if file.exists():
            _scan(file.read_bytes(), kept)
    with suppress(*UNREADABLE), closing(_read_only(path)) as db:
        for table in ("games", "records", "notes"):
            for (line,) in _rows(db, table, "line"):
                _scan(str(line).encode(), kept)
        for game, number, about, picture in _rows(db, "evidence", "game, number, about, picture"):
            with suppress(ValueError, TypeError):
                kept.evidence[game, number] = (json.loads(about), picture)
    return kept


def _scan(data: bytes, kept: Kept) -> None:
    for head in HEAD.finditer(data):
        about = _body(data, head)
        if about is None:
            continue
        if head[1] == b"game":
            kept.games[about["game"]] = about
        elif head[1] == b"note":
            kept.notes[about["number"]] = about
        else:
            kept.records[about["game"], about["number"]] = about


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _rows(db: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """Rows one by one by their number, stepping over those that cannot be read."""
    try:
        (last,) = db.execute(f"SELECT max(id) FROM {table}").fetchone()  # noqa: S608
    except UNREADABLE:
        return
    missed = 0
    for number in range(1, (last or 0) + 1):
        if missed > GIVE_UP_AFTER:
            return
        try:
            sql = f"SELECT {columns} FROM {table} WHERE id = ?"  # noqa: S608
            row = db.execute(sql, (number,)).fetchone()
        except UNREADABLE:
            row = None
        missed = 0 if row else missed + 1
        if row:
            yield row
