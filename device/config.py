"""Settings: castellan.toml read into dataclasses, with faults named by key and fix."""

from __future__ import annotations

import difflib
import tomllib
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

from rules.errors import CastellanError

LANGUAGES = ("de", "en", "fr", "it")
CAMERAS = ("auto", "pi", "usb", "sim", "folder", "none")
LEVELS = ("easy", "normal", "hard")


class BadSettings(CastellanError, ValueError):
    """castellan.toml says something that cannot be."""


@dataclass(frozen=True)
class TableSettings:
    """What is played and by whom."""

    game: str = "kilt"
    players: int = 4
    names: tuple[str, ...] = ()
    colours: tuple[tuple[str, ...], ...] = ()
    language: str = "en"
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CameraSettings:
    """Which camera looks at the table."""

    use: str = "auto"
    device: str = ""
    size: tuple[int, int] = (1280, 960)
    fps: float = 10.0


@dataclass(frozen=True)
class WebSettings:
    """Where the dashboard is served."""

    host: str = "0.0.0.0"  # noqa: S104 (phones of the same network are meant to reach it)
    port: int = 8080
    phones: int = 200


@dataclass(frozen=True)
class DataSettings:
    """Where the journal and the box profile live."""

    folder: Path = Path("data")
    profile: Path | None = None


@dataclass(frozen=True)
class SimSettings:
    """How the simulated table plays."""

    level: str = "normal"
    pace: float = 8.0
    mischief: bool = False
    seed: int = 0


@dataclass(frozen=True)
class Settings:
    """Everything castellan.toml may say."""

    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    web: WebSettings = WebSettings()
    data: DataSettings = DataSettings()
    sim: SimSettings = SimSettings()


@dataclass(frozen=True)
class Check:
    """One key, what must hold of it, and what to write instead."""

    key: str
    holds: Callable[[Any], bool]
    fix: str


def _one_of(words: tuple[str, ...]) -> tuple[Callable[[Any], bool], str]:
    return (lambda value: value in words), "write one of " + ", ".join(f'"{w}"' for w in words)


CHECKS = (
    Check("table.players", lambda n: 1 <= n <= 6, "write how many play, 1 to 6"),
    Check("table.language", *_one_of(LANGUAGES)),
    Check("camera.use", *_one_of(CAMERAS)),
    Check("camera.fps", lambda n: 1 <= n <= 60, "write frames per second, 1 to 60; 10 is plenty"),
    Check("camera.size", lambda s: min(s) >= 320 and max(s) <= 4608, "write [1280, 960]"),
    Check("web.port", lambda n: 0 <= n <= 65535, "write a port number such as 8080"),
    Check("web.phones", lambda n: 1 <= n <= 1000, "write how many phones may join, 1 to 1000"),
    Check("sim.level", *_one_of(LEVELS)),
    Check("sim.pace", lambda n: 0.5 <= n <= 600, "write how many seconds a turn takes, such as 8"),
)


def load(path: Path | None) -> Settings:
    """Settings of a file; without a file, the defaults."""
    if path is None:
        return Settings()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadSettings(
            f"{path} does not exist; copy castellan.example.toml to {path} and change it"
        ) from None
    except (OSError, UnicodeDecodeError) as fault:
        raise BadSettings(f"{path} cannot be read: {fault}") from fault
    return parse(text, str(path))


def parse(text: str, source: str = "castellan.toml") -> Settings:
    """Settings from TOML; the first fault found is named with its key and what to write."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadSettings(f"{source} is not valid TOML: {fault}") from fault
    try:
        settings: Settings = _build(Settings, raw, "")
        check(settings)
    except BadSettings as fault:
        raise BadSettings(f"{source}: {fault}") from None
    return settings


def check(settings: Settings) -> None:
    """Raise BadSettings for the first value that cannot be."""
    for rule in CHECKS:
        section, name = rule.key.split(".")
        value = getattr(getattr(settings, section), name)
        if not rule.holds(value):
            raise BadSettings(f"{rule.key} = {value!r} cannot be; {rule.fix}")
    camera = settings.camera
    if camera.use in ("usb", "folder") and not camera.device:
        raise BadSettings(f'camera.use = "{camera.use}" needs camera.device = "..." beside it')


def _build(kind: Any, raw: Any, where: str) -> Any:
    if not isinstance(raw, dict):
        raise BadSettings(f"{where} must be a section: write [{where}]")
    hints = typing.get_type_hints(kind)
    known = [item.name for item in fields(kind)]
    values = {}
    for key, value in raw.items():
        name = f"{where}.{key}" if where else key
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            help_ = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
            raise BadSettings(f"{name} is not a setting; {help_}")
        values[key] = _convert(hints[key], value, name)
    return kind(**values)


def _convert(hint: Any, value: Any, name: str) -> Any:
    """One TOML value as the type its field has."""
    if is_dataclass(hint):
        return _build(hint, value, name)
    if isinstance(hint, types.UnionType):
        hint = next(part for part in typing.get_args(hint) if part is not type(None))
    if hint is Path:
        return Path(_expect(value, str, name)).expanduser()
    if hint is float:
        return float(_expect(value, (int, float), name))
    origin = typing.get_origin(hint)
    if origin is tuple:
        return _convert_tuple(typing.get_args(hint), _expect(value, list, name), name)
    if origin is not None:
        return dict(_expect(value, dict, name))
    return _expect(value, hint, name)


def _convert_tuple(parts: tuple[Any, ...], values: list[Any], name: str) -> tuple[Any, ...]:
    if parts[-1] is not Ellipsis and len(values) != len(parts):
        raise BadSettings(f"{name} = {values!r} must have {len(parts)} values")
    return tuple(_convert(parts[0], value, name) for value in values)


def _expect(value: Any, kind: Any, name: str) -> Any:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds):
        return value
    words = {str: "text in quotes", int: "a whole number", bool: "true or false", list: "a list"}
    wanted = words.get(kinds[0], "a table") if kind != (int, float) else "a number"
    raise BadSettings(f"{name} = {value!r} must be {wanted}")
