"""castellan.toml read into settings; faults are named by line, key and fix."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

import difflib
import ipaddress
import re
import tomllib
import types
import typing
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from device.settings import toml_lines
from device.settings.settings import (
    CAMERAS,
    EVERYWHERE,
    LEVELS,
    MICROPHONES,
    MOMENTS,
    PANELS,
    PINS,
    UNTOLD,
    PanelSettings,
    Settings,
)
from rules.errors import CastellanError
from rules.words import LANGUAGES


@dataclass(frozen=True)
class Fault:
    """One thing a settings file says that cannot be, and what to write instead."""

    key: str
    text: str
    line: int | None = None


class BadSettings(CastellanError, ValueError):
    """castellan.toml says something that cannot be; every fault is told, one a line."""

    def __init__(self, text: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(text)
        self.faults = faults


class _Wrong(Exception):
    """One value that cannot be."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key, self.text = key, text


T = TypeVar("T")
D = TypeVar("D", bound="DataclassInstance")


@dataclass(frozen=True)
class Check:
    """One key, what must hold of it, and what to write instead."""

    key: str
    holds: Callable[[Any], bool]
    fix: str


def _one_of(words: tuple[str, ...]) -> tuple[Callable[[Any], bool], str]:
    return (lambda value: value in words), "write one of " + ", ".join(f'"{w}"' for w in words)


HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?")
PROXY = re.compile(r"https?://" + HOST_NAME.pattern)


def is_number(text: str) -> bool:
    """Whether a host is named by its address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


CHECKS = (
    Check("table.players", lambda n: 1 <= n <= 6, "write how many play, 1 to 6"),
    Check("table.language", *_one_of(LANGUAGES)),
    Check("camera.use", *_one_of(CAMERAS)),
    Check("camera.fps", lambda n: 1 <= n <= 60, "write frames per second, 1 to 60; 10 is plenty"),
    Check("camera.rest_fps", lambda n: 1 <= n <= 60, "write frames per second at rest, such as 4"),
    Check("camera.turn", lambda n: n in (0, 180), "write 0, or 180 for a camera upside down"),
    Check("camera.size", lambda s: min(s) >= 320 and max(s) <= 4608, "write [1280, 960]"),
    Check("microphone.use", *_one_of(MICROPHONES)),
    Check(
        "web.host",
        lambda host: host in (*EVERYWHERE, "localhost") or is_number(host),
        'write "0.0.0.0" for every network, or one address of this machine',
    ),
    Check("web.port", lambda n: 0 <= n <= 65535, "write a port number such as 8080"),
    Check("web.phones", lambda n: 1 <= n <= 1000, "write how many phones may join, 1 to 1000"),
    Check(
        "web.names",
        lambda names: all(map(HOST_NAME.fullmatch, names)),
        'write names as a browser shows them, such as ["castle.home"]',
    ),
    Check(
        "web.proxy",
        lambda proxy: not proxy or PROXY.fullmatch(proxy) is not None,
        'write the address the proxy is reached by, such as "https://castle.example"',
    ),
    Check("web.metrics", lambda each: all(map(is_number, each)), 'write ["192.168.1.5"]'),
    Check("data.keep_pictures", lambda n: 0 <= n <= 36_500, "write how many days, such as 30"),
    Check("data.moments", *_one_of(MOMENTS)),
    Check("data.pictures_mb", lambda n: 0 <= n <= 10**6, "write how many MB, or 0 for no limit"),
    Check("data.backups", lambda n: 1 <= n <= 1000, "write how many backups are kept, such as 10"),
    Check("sim.level", *_one_of(LEVELS)),
    Check("panel.use", *_one_of(PANELS)),
    Check("panel.lamps", lambda pins: len(pins) <= 6, "write at most six pins, one a seat"),
    Check("panel.reset_seconds", lambda n: 5 <= n <= 60, "write seconds, 5 to 60"),
    Check("sim.pace", lambda n: 0.5 <= n <= 600, "write how many seconds a turn takes, such as 8"),
)


def load(path: Path | None) -> Settings:
    """Settings of a file; without a file, the defaults."""
    if path is None:
        return Settings()
    return replace(parse(_text_of(path), str(path)), file=path.absolute())


def load_what_is_right(path: Path | None) -> tuple[Settings, BadSettings | None]:
    """Settings with every wrong value left at its default, and what is wrong."""
    if path is None:
        return Settings(), None
    file = path.absolute()
    try:
        settings, faults = read(_text_of(path))
    except BadSettings as fault:
        return Settings(file=file), fault
    settings = replace(settings, file=file)
    return settings, _told(faults, str(path)) if faults else None


def parse(text: str, source: str = "castellan.toml") -> Settings:
    """Settings from TOML; all faults are named with line, key and what to write."""
    settings, faults = read(text)
    if faults:
        raise _told(faults, source)
    return settings


def read(text: str) -> tuple[Settings, tuple[Fault, ...]]:
    """The right settings of a TOML file, and the faults of the others."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        line = toml_lines.line_of_syntax_error(str(fault))
        words = f"not valid TOML: {toml_lines.what_to_do(str(fault))}"
        return Settings(), (Fault("", words, line),)
    wrong: list[_Wrong] = []
    settings: Settings = _build(Settings, raw, "", wrong)
    more = _wrong_values(settings)
    found = sorted(
        (Fault(each.key, each.text, toml_lines.line_of(text, each.key)) for each in wrong + more),
        key=lambda fault: fault.line or 0,
    )
    return _without(settings, more), tuple(found)


def check(settings: Settings) -> None:
    """Raise BadSettings when a value cannot be."""
    wrong = _wrong_values(settings)
    if wrong:
        faults = tuple(Fault(each.key, each.text) for each in wrong)
        raise BadSettings("\n".join(fault.text for fault in faults), faults)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadSettings(
            f"{path} does not exist; copy castellan.example.toml to {path} and change it"
        ) from None
    except (OSError, UnicodeDecodeError) as fault:
        raise BadSettings(f"{path} cannot be read: {fault}") from fault


def _told(faults: tuple[Fault, ...], source: str) -> BadSettings:
    lines = [
        f"{source}, line {fault.line}: {fault.text}" if fault.line else f"{source}: {fault.text}"
        for fault in faults
    ]
    return BadSettings("\n".join(lines), faults)


def _wrong_values(settings: Settings) -> list[_Wrong]:
    """Every value that cannot be, alone or beside another one."""
    wrong = []
    for rule in CHECKS:
        section, name = rule.key.split(".")
        value = getattr(getattr(settings, section), name)
        if not rule.holds(value):
            wrong.append(_Wrong(rule.key, f"{rule.key} = {value!r} cannot be; {rule.fix}"))
    camera = settings.camera
    if camera.use in ("usb", "folder") and not camera.device:
        text = f'camera.use = "{camera.use}" needs camera.device = "..." beside it'
        wrong.append(_Wrong("camera.use", text))
    return wrong + _wrong_pins(settings.panel)


def _wrong_pins(panel: PanelSettings) -> list[_Wrong]:
    counted = Counter(panel.pins())
    odd = [pin for pin, count in counted.items() if count > 1 or pin not in PINS]
    for item in fields(panel):
        value = getattr(panel, item.name)
        for pin in odd:
            if pin == value or (isinstance(value, tuple) and pin in value):
                why = "is used twice" if counted[pin] > 1 else "is no pin for use"
                text = f"panel.{item.name} = {value!r} cannot be: pin {pin} {why}"
                return [
                    _Wrong(f"panel.{item.name}", f"{text}; write one of 2 to 27, or 0 for none")
                ]
    return []


def _without(settings: Settings, wrong: list[_Wrong]) -> Settings:
    """The settings, with sections that hold wrong values at their defaults."""
    for each in wrong:
        section, name = each.key.split(".")
        default = getattr(Settings(), section)
        part = replace(getattr(settings, section), **{name: getattr(default, name)})
        settings = replace(settings, **{section: part})
    return settings


def _build(kind: type[D], raw: object, where: str, wrong: list[_Wrong]) -> D:
    """A dataclass from a TOML table; what cannot be is noted and left at its default."""
    if not isinstance(raw, dict):
        wrong.append(_Wrong(where, f"{where} must be a section: write [{where}]"))
        return kind()
    hints = typing.get_type_hints(kind)
    known = [item.name for item in fields(kind) if UNTOLD not in item.metadata]
    values: dict[str, object] = {}
    for key, value in raw.items():
        name = f"{where}.{key}" if where else key
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            help_ = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
            wrong.append(_Wrong(name, f"{name} is not a setting; {help_}"))
        elif is_dataclass(hints[key]):
            values[key] = _build(hints[key], value, name, wrong)
        else:
            try:
                values[key] = _convert(hints[key], value, name)
            except _Wrong as fault:
                wrong.append(fault)
    return replace(kind(), **values)


def _convert(hint: object, value: object, name: str) -> object:
    """One TOML value as the type its field has."""
    if isinstance(hint, types.UnionType):
        hint = next(part for part in typing.get_args(hint) if part is not type(None))
    if hint is Path:
        return Path(_expect(value, str, name)).expanduser()
    if hint is float:
        return float(_expect(value, int if type(value) is int else float, name))
    origin = typing.get_origin(hint)
    if origin is tuple:
        return _convert_tuple(typing.get_args(hint), _expect(value, list, name), name)
    if origin is not None:
        return dict(_expect(value, dict, name))
    assert isinstance(hint, type)
    return _expect(value, hint, name)


def _convert_tuple(
    parts: tuple[object, ...], values: list[object], name: str
) -> tuple[object, ...]:
    if parts[-1] is not Ellipsis and len(values) != len(parts):
        raise _Wrong(name, f"{name} = {values!r} must have {len(parts)} values")
    return tuple(_convert(parts[0], value, name) for value in values)


def _expect(value: object, kind: type[T], name: str) -> T:
    """The value itself, if it is of that kind."""
    if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
        return value
    words = {
        str: "text in quotes",
        int: "a whole number",
        float: "a number",
        bool: "true or false",
        list: "a list",
    }
    wanted = words.get(kind, "a table")
    raise _Wrong(name, f"{name} = {value!r} must be {wanted}")
