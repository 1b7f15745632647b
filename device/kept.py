"""Small files that outlast a power cut: written beside, synced, and put in place at once."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rules.contract import Json

log = logging.getLogger(__name__)


class KeptFile:
    """One JSON object in a file that its owner alone may read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, Json]:
        """What was written last. A file that makes no sense is put aside, and counts as none."""
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as fault:
            return self._put_aside(str(fault))
        return kept if isinstance(kept, dict) else self._put_aside("it holds no object")

    def _put_aside(self, why: str) -> dict[str, Json]:
        aside = self._path.with_name(self._path.name + ".damaged")
        log.error("%s cannot be read (%s); it lies in %s now", self._path, why, aside)
        with suppress(OSError):
            self._path.replace(aside)
        return {}

    def write(self, kept: Mapping[str, Json]) -> None:
        """Replace it; what the disk does not take is remembered until the next start alone."""
        try:
            write_private(self._path, json.dumps(kept, indent=1))
        except OSError as fault:
            log.error("%s is not saved: %s", self._path, fault)


def write_private(path: Path, text: str) -> None:
    """Put a text in place of a file, for its owner alone; whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    with suppress(FileNotFoundError):
        fresh.unlink()
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
