"""What the host may ask of the machine: to shut down, to start anew, a version before or after.

The service has no rights of its own. It leaves a file with one of four names in its run folder;
systemd waits for these names, and `systemd/wish.sh` does what each means, as root.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from device.settings import version

FOLDER = "CASTELLAN_WISHES"  # set by the unit of a service for which systemd waits
WISHES = ("poweroff", "reboot", "rollback", "update")
NOTED_CLONE = "clone"  # install.sh notes beside the releases where newer ones come from


class Wishes:
    """Which of them this machine grants, and how they are left."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        folder = environ.get(FOLDER)
        self._folder = Path(folder) if folder else None

    def may(self) -> tuple[str, ...]:
        """What can be asked for now; nothing but in an installed service."""
        if self._folder is None or not self._folder.is_dir():
            return ()
        return tuple(wish for wish in WISHES if _is_granted(wish))

    def ask(self, wish: str) -> None:
        """Leave a wish that may be asked for."""
        if self._folder is None or wish not in self.may():
            raise ValueError(f"{wish!r} cannot be asked for here")
        (self._folder / f"wish-{wish}").touch()


def _is_granted(wish: str) -> bool:
    """Whether what a wish needs is there: another whole release, a clone to fetch one from."""
    releases = version.HOME.parent
    match wish:
        case "rollback":
            others = releases.glob("*/.complete") if version.release() else ()
            return any(mark.parent != version.HOME for mark in others)
        case "update":
            return bool(version.release()) and (releases.parent / NOTED_CLONE).is_file()
    return True
