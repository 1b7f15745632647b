"""Recordings: everything a table saw, in a folder, to be replayed through the same code."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from rules.errors import CastellanError

log = logging.getLogger(__name__)


class BadRecording(CastellanError, ValueError):
    """A folder that is not a recording, or a broken one."""


def read_frame_list(folder: Path) -> list[tuple[float, Path]]:
    """Times and files of a recording, in order; a broken last line (power cut) is left out."""
    frames = []
    for number, line in enumerate((folder / "frames.jsonl").read_text().splitlines(), 1):
        try:
            entry = json.loads(line)
            frames.append((float(entry["time"]), folder / str(entry["file"])))
        except (ValueError, KeyError, TypeError) as fault:
            log.warning("%s line %d is broken and left out: %s", folder, number, fault)
    return frames
