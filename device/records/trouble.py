"""What may go wrong with a journal, and which of it is no fault of the file itself."""

from __future__ import annotations

import sqlite3

from device.records.framing import BrokenLine
from rules.errors import CastellanError

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


def refusal(fault: BaseException) -> type[JournalFailed] | None:
    """Which trouble of the disk an error is; None when it is something else."""
    code = getattr(fault, "sqlite_errorcode", 0)
    return DISK_TROUBLE.get(code) or UNWRITABLE.get(code & 0xFF)


def is_spoiled(fault: BaseException) -> bool:
    """Whether an error says that the file itself is spoiled, which mending helps."""
    code = getattr(fault, "sqlite_errorcode", 0)
    return isinstance(fault, BrokenLine) or code & 0xFF in SPOILED or code in CARD_SPOILED


def is_strange(fault: sqlite3.Error) -> bool:
    """Whether a file that is just opened cannot answer what every journal of ours can."""
    return getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR) == sqlite3.SQLITE_ERROR
