"""The newest event that the journal has acknowledged, noted beside it."""

from __future__ import annotations

import os
import struct
import zlib
from contextlib import suppress
from pathlib import Path

from device.files.private import keep_file
from device.records import mending


class Last:
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


def newest_acknowledged(path: Path) -> tuple[int, int] | None:
    """Game and number of the newest event known to have been acknowledged."""
    try:
        keys, checksum = struct.unpack("<16sI", mending.last_of(path).read_bytes())
    except (OSError, struct.error):
        return None
    if zlib.crc32(keys) != checksum:
        return None
    game, number = struct.unpack("<QQ", keys)
    return game, number
