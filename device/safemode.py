"""Safe mode: when the table cannot be opened as it should, the dashboard comes up all the same.

First without senses (players tell everything on the phones), and if even that cannot be, with
nothing but a page that says why.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path

from device.config import Settings
from rules.contract import Json

log = logging.getLogger(__name__)

SENSES_OFF_AFTER = 3  # crashes in a row
BARE_AFTER = 6
BACK_OFF = (0.0, 0.0, 2.0, 5.0, 10.0, 20.0, 30.0)


class Mode(IntEnum):
    """How much of the house is open."""

    WHOLE = 0
    SENSES_OFF = 1
    BARE = 2


@dataclass(frozen=True)
class Reason:
    """Why the house is not wholly open: a key of the words, and what fills it."""

    key: str
    facts: Mapping[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.facts.get("fault", self.key))


def senses_off(settings: Settings) -> Settings:
    """The same table without camera, box, microphone and panel."""
    return replace(
        settings,
        camera=replace(settings.camera, use="none"),
        data=replace(settings.data, profile=None),
        panel=replace(settings.panel, use="off"),
        microphone=replace(settings.microphone, use="none"),
    )


class Starts:
    """Counts starts that did not end well, in a file that a reboot clears."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    @classmethod
    def of_the_service(cls) -> Starts:
        """In the folder systemd gives the service while the machine runs; else nowhere."""
        folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
        return cls(Path(folder) / "starts.json" if folder else None)

    def begin(self) -> tuple[int, str]:
        """How often in a row it went wrong before this start, and what the last one said."""
        crashes, last = self._read()
        self._write(crashes + 1, last)
        return crashes, last

    def note(self, text: str) -> None:
        """What goes wrong now, for the next start to tell."""
        self._write(self._read()[0], text)

    def clear(self) -> None:
        """This start went well."""
        self._write(0, "")

    def _read(self) -> tuple[int, str]:
        try:
            known = json.loads(self._path.read_text(encoding="utf-8")) if self._path else {}
            return int(known.get("crashes", 0)), str(known.get("last", ""))
        except (OSError, ValueError, AttributeError):
            return 0, ""

    def _write(self, crashes: int, last: str) -> None:
        if self._path is None:
            return
        try:
            self._path.write_text(json.dumps({"crashes": crashes, "last": last}), encoding="utf-8")
        except OSError as fault:
            log.warning("starts cannot be counted: %s", fault)


def back_off(crashes: int) -> float:
    """Seconds to wait before trying again."""
    return BACK_OFF[min(crashes, len(BACK_OFF) - 1)]


def first_mode(crashes: int, last: str, wrong: Exception | None) -> tuple[Mode, Reason | None]:
    """With what to begin, after so many crashes and with such settings."""
    if crashes >= SENSES_OFF_AFTER:
        mode = Mode.BARE if crashes >= BARE_AFTER else Mode.SENSES_OFF
        return mode, Reason("safe.crashes", {"count": crashes, "fault": last or "?"})
    if wrong is not None:
        return Mode.SENSES_OFF, Reason("safe.settings", {"fault": str(wrong)})
    return Mode.WHOLE, None
