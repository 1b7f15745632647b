"""The settings file as the host's page shows and changes it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from device.files.kept import write_durably
from device.files.private import FILE
from device.settings.changing import ASKED, Value, checked
from device.settings.reading import BadSettings, load_what_is_right
from device.settings.settings import Settings
from rules.refused import Kind, Refused
from rules.values import Json

log = logging.getLogger(__name__)
NEW_FILE = Path("castellan.toml")  # where a start without a named file looks first
KEY_LENGTH = 64  # of a key that is told back


class SettingsFile:
    """One file; what it said at the start is what holds until the next."""

    def __init__(self, file: Path | None) -> None:
        self.file = NEW_FILE.absolute() if file is None else file
        self._at_start = self._now()

    def fields(self) -> list[dict[str, Json]]:
        """What the page asks for: as the file has it, and whether it waits for the next start."""
        return [
            {
                "key": key,
                "value": _value(self._now(), key),
                "choices": list(choices),
                "waits": _value(self._now(), key) != _value(self._at_start, key),
            }
            for key, choices in ASKED.items()
        ]

    def change(self, wishes: Mapping[str, Json]) -> None:
        """Write these values into the file, or refuse and leave it as it is."""
        text = self._text()
        asked = {key: value for key, value in wishes.items() if key in ASKED}
        strange = [key for key in wishes if key not in ASKED]
        values = {key: value for key, value in asked.items() if isinstance(value, Value)}
        if strange or len(values) < len(asked):
            key = next(iter(strange or asked.keys() - values.keys()))
            raise Refused(Kind.BAD, "refused.field", {"field": key[:KEY_LENGTH]})
        try:
            self._write(checked(text, values))
        except BadSettings as fault:
            raise Refused(Kind.BAD, "refused.settings", {"why": str(fault)}) from fault
        log.info("the host changed %s in %s", ", ".join(values), self.file)

    def _now(self) -> Settings:
        return load_what_is_right(self.file if self.file.exists() else None)[0]

    def _text(self) -> str:
        try:
            return self.file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as fault:
            raise Refused(Kind.BAD, "refused.settings", {"why": str(fault)}) from fault

    def _write(self, text: str) -> None:
        try:
            mode = self.file.stat().st_mode & 0o777 if self.file.exists() else FILE
            write_durably(self.file, text, mode)
        except OSError as fault:
            raise Refused(Kind.BUSY, "refused.settings-unsaved", {"why": str(fault)}) from fault


def _value(settings: Settings, key: str) -> Json:
    section, name = key.split(".")
    value: Json = getattr(getattr(settings, section), name)
    return value
