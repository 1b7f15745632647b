"""What a folder lies on: a card, a stick, or memory that forgets when the power goes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
COMMAND_LINE = Path("/proc/cmdline")
IN_MEMORY = ("tmpfs", "ramfs")
PLUGGED = ("/media", "/mnt", "/run/media")  # where sticks and other disks are looked for


@dataclass(frozen=True)
class Mount:
    """A file system, where it is to be found, and with which options."""

    place: Path
    kind: str
    options: str


def mounts(file: Path = MOUNTS) -> list[Mount]:
    """All file systems, later ones over earlier ones; none where the system does not say."""
    found = []
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    for line in lines:
        here, _, there = line.partition(" - ")
        if len(here.split()) > 4 and len(there.split()) > 2:
            place = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), here.split()[4])
            found.append(Mount(Path(place), there.split()[0], there.split()[-1]))
    return found


def mount_of(folder: Path, known: list[Mount]) -> Mount | None:
    """The file system a folder lies on."""
    folder = folder.absolute()
    over = [mount for mount in known if folder.is_relative_to(mount.place)]
    return max(over, key=lambda mount: len(mount.place.parts), default=None)


def forgets(folder: Path, file: Path = MOUNTS, command_line: Path = COMMAND_LINE) -> bool:
    """Whether what is written there is gone when the device is switched off."""
    known = mounts(file)
    mount = mount_of(folder.resolve(), known)
    if mount is None or mount.kind in IN_MEMORY:
        return mount is not None
    upper = re.search(r"upperdir=([^,]+)", mount.options)
    if mount.kind != "overlay" or upper is None:
        return False
    below = mount_of(Path(upper[1]), [each for each in known if each != mount])
    return _boots_into_memory(command_line) if below is None else below.kind in IN_MEMORY


def _boots_into_memory(command_line: Path) -> bool:
    """Whether the Pi was told to keep its card as it is, by `raspi-config`."""
    try:
        return "overlay" in command_line.read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


def is_plugged_in(folder: Path, file: Path = MOUNTS) -> bool:
    """Whether a folder is there, and not only the place where a stick would be."""
    try:
        if not folder.is_dir():
            return False
    except OSError:  # the place of a stick that is not there
        return False
    mount = mount_of(folder.resolve(), mounts(file))
    for_sticks = any(folder.resolve().is_relative_to(place) for place in PLUGGED)
    return not for_sticks or mount is None or mount.place != Path("/")
