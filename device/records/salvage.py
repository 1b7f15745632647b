"""Getting lines out of a damaged journal: by SQL where it still works, and from its raw bytes.

An intact line is found wherever it lies, in the file or in its -wal, also one so long that SQLite
spread it over several pages. Nothing here changes the damaged files or raises over what they hold.
"""

from __future__ import annotations

import os
import re
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from device.records.framing import HEAD, BrokenLine, StrangeLine, is_whole, unframe
from device.records.schema import open_to_read, sound_tables
from device.records.stored import Stored, StoredGame, StoredRecord, decode
from rules.values import Facts

BLOCK = 1 << 20
MOST_SPREAD = 200_000  # bytes of the longest line; a map of The Castle takes some thousand
LONGEST = 1 << 17  # bytes a line may take without being spread: more than SQLite's largest page
PAGE = 4096
WAL_HEAD, FRAME_HEAD = 32, 24
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
GIVE_UP_AFTER = 1000  # rows in a row that cannot be read


@dataclass(frozen=True)
class Found:
    """A whole line and where in its file it lies."""

    at: int
    line: bytes


@dataclass
class Lines:
    """The whole lines of a journal, each once.

    `strange` counts those that say nothing a journal can hold.
    """

    path: Path
    strange: int = 0

    def __iter__(self) -> Iterator[Stored]:
        self.strange = 0
        seen: set[int] = set()
        for line in self._everywhere():
            if hash(line) in seen:
                continue
            seen.add(hash(line))
            try:
                yield decode(*unframe(line))
            except StrangeLine:
                self.strange += 1
            except BrokenLine:
                continue

    def _everywhere(self) -> Iterator[bytes]:
        """Lines by SQL first: what it shows is what was acknowledged."""
        with suppress(*UNREADABLE), closing(open_to_read(self.path)) as db:
            for table in ("games", "records", "notes"):
                for (line,) in _rows(db, table, "line"):
                    yield line if isinstance(line, bytes) else b""
        for file in (self.path, wal_of(self.path)):
            for found in raw_lines(file):
                yield found.line


def evidence(path: Path) -> Iterator[tuple[int, int, bytes, bytes | None]]:
    """Game, number, text and picture of all evidence that SQL can still reach, one by one."""
    with suppress(*UNREADABLE), closing(open_to_read(path)) as db:
        for game, number, about, picture in _rows(db, "evidence", "game, number, about, picture"):
            if not (isinstance(game, int) and isinstance(number, int)):
                continue
            if isinstance(about, bytes) and isinstance(picture, bytes | None):
                yield game, number, about, picture


def _rows(db: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[object, ...]]:
    """Rows one by one by their number, stepping over those that cannot be read."""
    if table not in sound_tables(db):
        return  # somebody else's table may be anything, also a question without an end
    (last,) = db.execute(f"SELECT max(id) FROM {table}").fetchone()  # noqa: S608
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


# --- raw bytes ---------------------------------------------------------------------------


def wal_of(path: Path) -> Path:
    """Where SQLite writes what is not yet in the journal itself."""
    return path.with_name(path.name + "-wal")


def raw_lines(path: Path) -> Iterator[Found]:
    """Every whole line among the bytes of a file; none if there is no such file."""
    if not path.is_file():
        return
    with closing(_Rubble(path)) as rubble:
        behind = 0
        for start in range(0, rubble.size, BLOCK):
            data = rubble.read(start, BLOCK + LONGEST)
            for head in HEAD.finditer(data):
                at = start + head.start()
                if at < behind or head.start() >= BLOCK:
                    continue
                body = data[head.end() : head.end() + int(head[3])]
                if is_whole(head, body):
                    behind = at + len(head[0]) + len(body)
                    yield Found(at, head[0] + body)
                elif (line := rubble.spread(at, head)) is not None:
                    yield Found(at, line)


class _Rubble:
    """A journal or its -wal as bytes, read in blocks; what the card does not give reads as zero."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY)
        self.size = os.fstat(self._file).st_size
        self._wal = path.name.endswith("-wal")
        self._page = _page_size(self.read(0, 100), self._wal)
        self._frames: dict[int, int] | None = None

    def close(self) -> None:
        os.close(self._file)

    def read(self, at: int, size: int) -> bytes:
        """Bytes from a place in the file."""
        try:
            return os.pread(self._file, size, at)
        except OSError:
            end = min(at + size, self.size)
            return b"".join(self._piece(p, min(PAGE, end - p)) for p in range(at, end, PAGE))

    def _piece(self, at: int, size: int) -> bytes:
        try:
            return os.pread(self._file, size, at).ljust(size, b"\0")
        except OSError:
            return bytes(size)

    def spread(self, at: int, head: re.Match[bytes]) -> bytes | None:
        """A line that begins here and goes on in other pages."""
        length = len(head[0]) + int(head[3])
        if length > MOST_SPREAD:
            return None
        for before in range(3, 28):  # bytes of the row that lie before its text
            line = self._gathered(at, length, before)
            if line is not None and is_whole(head, line[len(head[0]) :]):
                return line
        return None

    def _gathered(self, at: int, length: int, before: int) -> bytes | None:
        """A line put together from its page and those it flows over to."""
        here = _kept_in_page(before + length, self._page) - before
        if not 0 < here < length:
            return None
        line = [self.read(at, here)]
        (following,) = struct.unpack(">I", self.read(at + here, 4).ljust(4, b"\0"))
        left = length - here
        while left > 0:
            page = self._page_of(following)
            if page is None:
                return None
            line.append(page[4 : 4 + min(left, self._page - 4)])
            left -= len(line[-1])
            (following,) = struct.unpack(">I", page[:4])
        return b"".join(line)

    def _page_of(self, number: int) -> bytes | None:
        at: int | None = (number - 1) * self._page
        if self._wal:
            at = self._newest_frames().get(number)
        page = b"" if not number or at is None else self.read(at, self._page)
        return page if len(page) == self._page else None

    def _newest_frames(self) -> dict[int, int]:
        """Where in the -wal the newest copy of each page lies."""
        if self._frames is None:
            step = FRAME_HEAD + self._page
            self._frames = {
                struct.unpack(">I", self.read(at, 4))[0]: at + FRAME_HEAD
                for at in range(WAL_HEAD, self.size - step + 1, step)
            }
        return self._frames


def _page_size(head: bytes, wal: bool) -> int:
    """The size of pages as the file's head says, or as we make them."""
    size = int.from_bytes(head[8:12] if wal else head[16:18], "big")
    size = 65536 if size == 1 and not wal else size
    return size if size in [512 << n for n in range(8)] else PAGE


def _kept_in_page(payload: int, page: int) -> int:
    """How much of a row lies in its own page (https://sqlite.org/fileformat2.html#b_tree_pages)."""
    most, least = page - 35, (page - 12) * 32 // 255 - 23
    if payload <= most:
        return payload
    part = least + (payload - least) % (page - 4)
    return part if part <= most else least


# --- what SQLite does not see of a -wal ----------------------------------------------------


def overlooked(path: Path, db: sqlite3.Connection) -> int:
    """How many whole lines of the -wal SQL does not show: it stops at the first spoiled frame.

    What was in flight when the power went, written in order and never acknowledged, is none.
    """
    start, end = _in_flight(path)
    known: set[int] = set()
    count = 0
    for found in raw_lines(wal_of(path)):
        if not start <= found.at < end and hash(found.line) not in known:
            known.add(hash(found.line))
            with suppress(BrokenLine):
                count += not _is_shown(db, *unframe(found.line))
    return count


def _is_shown(db: sqlite3.Connection, kind: str, about: Facts) -> bool:
    stored = decode(kind, about)
    if isinstance(stored, StoredRecord):
        sql, key = "records WHERE game = ? AND number = ?", [stored.game, stored.number]
    else:
        sql = f"{kind}s WHERE id = ?"
        key = [stored.id if isinstance(stored, StoredGame) else stored.number]
    return db.execute(f"SELECT 1 FROM {sql}", key).fetchone() is not None  # noqa: S608


def _in_flight(path: Path) -> tuple[int, int]:
    """Where in the -wal lie sound frames behind the last that was acknowledged."""
    if not wal_of(path).is_file():
        return 0, 0
    with closing(_Rubble(wal_of(path))) as wal, suppress(OSError):
        return _behind_the_last(wal, path.with_name(path.name + "-shm").read_bytes()[:20])
    return 0, 0


def _behind_the_last(wal: _Rubble, shared: bytes) -> tuple[int, int]:
    head = wal.read(0, WAL_HEAD)
    if len(head) < WAL_HEAD or len(shared) < 20 or not shared[12]:
        return 0, 0
    step = FRAME_HEAD + _page_size(head, wal=True)
    start = at = WAL_HEAD + struct.unpack("=I", shared[16:20])[0] * step
    order = ">" if head[3] & 1 else "<"
    before = head[24:32] if at == WAL_HEAD else wal.read(at - step + 16, 8)
    sums: tuple[int, int] = struct.unpack(">II", before.ljust(8, b"\0"))
    while len(frame := wal.read(at, step)) == step and frame[8:16] == head[16:24]:
        sums = _checksum(frame[:8] + frame[FRAME_HEAD:], sums, order)
        if sums != struct.unpack(">II", frame[16:24]):
            break
        at += step
    return start, at


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """SQLite's checksum of a frame of the -wal (https://sqlite.org/fileformat2.html#walformat)."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
