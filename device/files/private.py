"""Files that nobody else on this machine may read: journals hold secrets, pictures and keys."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

FOLDER, FILE = 0o700, 0o600


def write_privately() -> None:
    """Whatever this process writes from now on is its owner's alone."""
    os.umask(0o077)


def keep_folder(folder: Path, ours: str) -> None:
    """Make a folder for its owner alone; an old one too, if it holds that file or nothing."""
    make_folder(folder)
    known = (folder / ours).exists() or not any(folder.iterdir())
    if known and not folder.is_mount() and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        with suppress(PermissionError):  # somebody else's, who lets us write there
            folder.chmod(FOLDER)


def make_folder(folder: Path) -> None:
    """Make a folder, with those it lies in, each for the owner of the one above it."""
    for each in reversed((folder, *folder.parents)):
        if not each.exists():
            each.mkdir(FOLDER, exist_ok=True)
            hand_over(each)
            sync(each.parent)


def sync(path: Path) -> None:
    """Have what a file holds, or which names are in a folder, outlive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def hand_over(path: Path, like: Path | None = None) -> None:
    """What root writes into somebody's folder is theirs, or they could not use it."""
    if os.geteuid() == 0 and path.exists():
        owner = (like or path.parent).stat()
        for each in (path, *path.rglob("*")):
            os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)


def keep_file(path: Path) -> None:
    """Make a file for its owner alone, or make an old one so."""
    fresh = not path.exists()
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE))
    if stat.S_IMODE(path.stat().st_mode) != FILE:
        path.chmod(FILE)
    if fresh:
        hand_over(path)
