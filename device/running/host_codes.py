"""Where a first host comes from: the terminal, a file on the boot partition, a kiosk's own link.

Each code makes one phone host, once. None is needed to play.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from device.files.kept import KeptFile, write_durably
from device.running.addresses import from_here
from device.settings.settings import WebSettings
from rules.errors import CastellanError
from rules.values import Json
from web.who.hosts import CODE_SECONDS
from web.who.tokens import LINKED, hashed, new_code, plain

log = logging.getLogger(__name__)

SHOWN, USED, KIOSK = "host-code.json", "boot-code.json", "kiosk.url"
OLD_KEYS = ("host.key", "cookie.key")  # of earlier versions; nothing asks for them any more
SHORTEST = 6  # letters of a code the owner chose
MOST_BYTES = 200


class Shown(NamedTuple):
    """One code in two forms; with either the other is used up too."""

    code: str  # to be typed
    link: str  # to be scanned or opened


def show_code(folder: Path, now: Callable[[], float] = time.time) -> Shown:
    """A code for two minutes, which a service that runs on this folder will take."""
    shown, path = Shown(new_code(), new_code(LINKED)), folder / SHOWN
    hashes = [hashed(form) for form in shown]
    try:
        write_durably(path, json.dumps({"hashes": hashes, "until": now() + CODE_SECONDS}))
    except OSError as fault:
        raise NoCode(
            f"{path} cannot be written ({fault.strerror}); run it as the user of the service, "
            "or with sudo"
        ) from fault
    return shown


class NoCode(CastellanError, OSError):
    """A code cannot be handed to the service."""


class ShownCode:
    """The code `castellan host` wrote down, taken once."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._path, self._now = folder / SHOWN, now

    def __call__(self, code: str) -> bool:
        if not self._path.exists():
            return False
        kept = KeptFile(self._path).read()
        hashes = kept.get("hashes")
        if not self._is_now(kept.get("until")) or not isinstance(hashes, list):
            return False
        if hashed(code) not in hashes:
            return False
        self._path.unlink(missing_ok=True)
        return True

    def _is_now(self, until: Json) -> bool:
        """Whether it still holds. One whose end lies far off was written by another clock."""
        if not isinstance(until, int | float):
            return False
        return 0 <= until - self._now() <= CODE_SECONDS


class BootCode:
    """A code of the owner's choice in a file on the memory card, taken once for each text."""

    def __init__(self, files: tuple[Path, ...], folder: Path) -> None:
        self._files, self._used = files, KeptFile(folder / USED)

    def __call__(self, code: str) -> bool:
        for path in self._files:
            chosen = _first_line(path)
            if len(chosen) < SHORTEST or chosen != code:
                continue
            used = self._used.read().get("hashes")
            used = used if isinstance(used, list) else []
            if hashed(chosen) in used:
                log.warning("the code in %s was used before; write another one", path)
                continue
            self._used.write({"hashes": [*used, hashed(chosen)]})
            return True
        return False


def _first_line(path: Path) -> str:
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    return plain(text.partition("\n")[0])


def write_kiosk_link(folder: Path, web: WebSettings, port: int, code: str) -> None:
    """The address for a browser on the device itself, which nobody else can read."""
    try:
        write_durably(folder / KIOSK, f"http://{from_here(web)}:{port}/?host={code}\n")
    except OSError as fault:
        log.error("no link for a kiosk: %s", fault)


def served_port(folder: Path) -> int | None:
    """The port of the service that runs on this folder, if its link can be read."""
    try:
        return urlsplit((folder / KIOSK).read_text(encoding="ascii").strip()).port
    except (OSError, ValueError):
        return None


def forget_old_keys(*folders: Path) -> None:
    """Keys of earlier versions opened the table for as long as they lay there."""
    for folder in folders:
        for name in OLD_KEYS:
            with suppress(OSError):
                (folder / name).unlink()
