"""Factory reset: wished for now, done at the next start, and nothing is deleted."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from device.files.kept import unused, write_durably

log = logging.getLogger(__name__)

WISH = "reset-wanted"
KEPT = (
    "before-",
    "recordings",
    ".",
)  # left alone by a reset: earlier resets, recordings, hidden files


def wish(folder: Path) -> None:
    """Have the next start begin like a new device: no games, boxes or keys."""
    write_durably(folder / WISH, "")


def carry_out(folder: Path) -> Path | None:
    """Move everything aside if that was wished for; tells where it lies now."""
    if not (folder / WISH).exists():
        return None
    aside = unused(folder / f"before-reset-{time.strftime('%Y%m%dT%H%M%S')}")
    aside.mkdir(mode=0o700)
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(KEPT) and path.name != WISH:
            path.rename(aside / path.name)
    (folder / WISH).unlink()
    log.warning("factory reset: everything lies in %s", aside)
    return aside
