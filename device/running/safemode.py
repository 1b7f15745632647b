"""Safe mode: when the table cannot be opened as it should, the dashboard still comes up.

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

from device.settings.settings import Settings
from rules.values import Json

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


@dataclass(frozen=True, order=True)
class Cause:
    """What a start failed of: a part of the device, and what was wrong with it."""

    part: str
    kind: str


UNKNOWN = Cause("start", "crash")  # it ended without a word: killed, or out of memory
# A part that no mode can leave out, and a fault of which no mode is free: nothing is won by
# opening less of the house.
NOT_CURED = frozenset({"web", "referee"})
SENSES = frozenset({"camera", "ears", "panel"})  # what a house without senses does not have


@dataclass(frozen=True)
class Failures:
    """The starts in a row that did not end well, by what they failed of."""

    counts: Mapping[Cause, int] = field(default_factory=dict)
    last: str = ""

    @property
    def total(self) -> int:
        """How many starts in a row went wrong."""
        return sum(self.counts.values())

    @property
    def worst(self) -> int:
        """How often in a row the same went wrong that a smaller house would not have."""
        return max(
            (n for cause, n in self.counts.items() if cause.part not in NOT_CURED), default=0
        )

    @property
    def bare(self) -> int:
        """The same of what would go wrong without senses too."""
        return self._most(SENSES | NOT_CURED)

    def _most(self, but: frozenset[str]) -> int:
        return max((n for cause, n in self.counts.items() if cause.part not in but), default=0)


class Starts:
    """Counts starts that did not end well, in a file that a reboot clears.

    A start is blamed at once, for nothing is known of one that is killed; `note` says what it was,
    `forgive` that it was nothing of ours.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._before = Failures()

    @classmethod
    def of_the_service(cls) -> Starts:
        """In the folder systemd gives the service while the machine runs; else nowhere."""
        folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
        return cls(Path(folder) / "starts.json" if folder else None)

    def begin(self) -> Failures:
        """What went wrong in a row before this start."""
        self._before = self._read()
        self.note(self._before.last, UNKNOWN)
        return self._before

    def note(self, text: str, *causes: Cause) -> None:
        """What goes wrong with this start, for the next one to tell."""
        before = self._before.counts
        self._write(Failures({**before, **{c: before.get(c, 0) + 1 for c in causes}}, text))

    def forgive(self) -> None:
        """Nothing of ours went wrong with this start."""
        self._write(self._before)

    def clear(self) -> None:
        """This start went well."""
        self._before = Failures()
        self._write(self._before)

    def _read(self) -> Failures:
        try:
            known = json.loads(self._path.read_text(encoding="utf-8")) if self._path else {}
            counts = {Cause(str(part), str(kind)): int(n) for part, kind, n in known["failures"]}
            return Failures(counts, str(known["last"]))
        except (OSError, ValueError, LookupError, TypeError):
            return Failures()

    def _write(self, failures: Failures) -> None:
        if self._path is None:
            return
        counts = [[cause.part, cause.kind, n] for cause, n in sorted(failures.counts.items())]
        told = json.dumps({"failures": counts, "last": failures.last})
        try:
            self._path.write_text(told, encoding="utf-8")
        except OSError as fault:
            log.warning("starts cannot be counted: %s", fault)


def back_off(crashes: int) -> float:
    """Seconds to wait before trying again."""
    return BACK_OFF[min(crashes, len(BACK_OFF) - 1)]


def first_mode(failures: Failures, wrong: Exception | None) -> tuple[Mode, Reason | None]:
    """With what to begin, after such failures and with such settings."""
    if failures.worst >= SENSES_OFF_AFTER:
        mode = Mode.BARE if failures.bare >= BARE_AFTER else Mode.SENSES_OFF
        facts: dict[str, Json] = {"count": failures.total, "fault": failures.last or "?"}
        return mode, Reason("safe.crashes", facts)
    if wrong is not None:
        return Mode.SENSES_OFF, Reason("safe.settings", {"fault": str(wrong)})
    return Mode.WHOLE, None
