"""Files of one JSON object a line: what was written before a power cut can still be read."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from rules.values import Facts, Json

log = logging.getLogger(__name__)


def write_line(file: TextIO, entry: Mapping[str, Json]) -> None:
    """One more line, at once on its way to the disk."""
    file.write(json.dumps(entry) + "\n")
    file.flush()


def read_lines(path: Path, keys: tuple[str, ...]) -> Iterator[Facts]:
    """Whole lines of a file; a broken one (power cut) is left out and said so."""
    if not path.is_file():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        if isinstance(entry, dict) and all(key in entry for key in keys):
            yield entry
        else:
            log.warning("%s line %d is broken and left out", path, number)
