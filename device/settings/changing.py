"""The text of a settings file changed by the host's page, by the same checks as at the start.

Only the values asked for are replaced, where they stand; comments, order and what the page does
not know stay. What comes out is read back and compared.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import TypeAlias

from device.settings import toml_lines
from device.settings.reading import BadSettings, Fault, read
from device.settings.settings import CAMERAS, LEVELS, MICROPHONES, MOMENTS, PANELS
from rules.words import LANGUAGES

Value: TypeAlias = bool | int | float | str

# What the page asks for, and what may be chosen; an empty tuple: whatever the checks let pass.
ASKED: Mapping[str, tuple[Value, ...]] = {
    "table.language": LANGUAGES,
    "camera.use": CAMERAS,
    "camera.device": (),
    "camera.turn": (0, 180),
    "camera.lock": (),
    "camera.fps": (),
    "camera.rest_fps": (),
    "microphone.use": MICROPHONES,
    "microphone.device": (),
    "web.open": (),
    "web.phones": (),
    "web.port": (),
    "data.keep_pictures": (),
    "data.pictures_mb": (),
    "data.moments": MOMENTS,
    "data.backups": (),
    "panel.use": PANELS,
    "sim.level": LEVELS,
    "sim.pace": (),
    "sim.mischief": (),
}


def checked(text: str, values: Mapping[str, Value]) -> str:
    """The text with these values, if every one of them can be; else `BadSettings`."""
    fresh = changed(text, values)
    before = {fault.key for fault in read(text)[1]}
    wrong = [f for f in read(fresh)[1] if f.key in values or f.key not in before]
    if wrong:
        raise BadSettings("\n".join(fault.text for fault in wrong), tuple(wrong))
    return fresh


def changed(text: str, values: Mapping[str, Value]) -> str:
    """The text with these values in their places and everything else as it is."""
    lines = text.splitlines()
    try:
        wanted = tomllib.loads(text)
        for key, value in values.items():
            section, name = key.split(".")
            wanted.setdefault(section, {})[name] = value
            lines = _with(lines, section, name, value)
        fresh = "\n".join(lines) + "\n"
        done = tomllib.loads(fresh) == wanted
    except (tomllib.TOMLDecodeError, TypeError, AttributeError, IndexError) as fault:
        raise _by_hand(str(fault)) from fault
    if not done:
        raise _by_hand("it is written in a way that cannot be changed here")
    return fresh


def _by_hand(why: str) -> BadSettings:
    text = f"{why}; change the file with an editor"
    return BadSettings(text, (Fault("", text),))


def _with(lines: list[str], section: str, name: str, value: Value) -> list[str]:
    """The lines with one value replaced, or added at the end of its section."""
    entry = f"{name} = {_toml(value)}"
    header = toml_lines.line_of("\n".join(lines), section)
    if header is None:
        return [*lines, *([""] if lines else []), f"[{section}]", entry]
    found = toml_lines.line_of("\n".join(lines), f"{section}.{name}")
    if found is None or found == header:
        end = _end_of_section(lines, header)
        return [*lines[:end], entry, *lines[end:]]
    first, last = found - 1, _last_line(lines, found - 1)
    return [*lines[:first], entry + _comment(lines[first : last + 1], entry), *lines[last + 1 :]]


def _end_of_section(lines: list[str], header: int) -> int:
    """After the last line with something on it before the next section."""
    following = (at for at in range(header, len(lines)) if toml_lines.HEADER.match(lines[at]))
    end = next(following, len(lines))
    while end > header and not lines[end - 1].strip():
        end -= 1
    return end


def _last_line(lines: list[str], first: int) -> int:
    """Where the value that begins on a line ends."""
    for last in range(first, len(lines)):
        if _entry(lines[first : last + 1]) is not None:
            return last
    raise IndexError(f"line {first + 1} never ends")


def _entry(lines: list[str]) -> dict[str, object] | None:
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None


def _comment(lines: list[str], entry: str) -> str:
    """What stands behind a value, in the column where it stood if there is room."""
    whole, last = _entry(lines), lines[-1]
    for at, sign in enumerate(last):
        if sign == "#" and _entry([*lines[:-1], last[:at]]) == whole:
            space = at - len(entry) if len(lines) == 1 else 1
            return " " * max(1, space) + last[at:]
    return ""


def _toml(value: Value) -> str:
    """A value as TOML; its texts are written as JSON's are."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
