"""A report to send when asking for help: the state of the device and where it saw wrong.

It holds no names of players, no keys and no journal; pictures are those of kept moments alone.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

from device.records.recording import read_table, table_toml
from device.running.doctor import examine
from device.settings.settings import Settings
from device.settings.version import release, version
from rules.values import Json

UNIT = "castellan.service"
LOG_LINES = 400
PACKAGES = ("opencv-python-headless", "numpy", "flask", "tornado", "sounddevice", "gpiozero")
# What the settings say of people and their network.
KEPT_BACK = frozenset({"names", "proxy", "metrics", "host_code_files", "file"})
ABOUT = ("game", "rules", "players", "options", "box", "hints")  # not who played


def to_temporary(settings: Settings, moments: Path, health: Mapping[str, Json]) -> Path:
    """A report in a file of its own, to be sent and thrown away."""
    handle, name = tempfile.mkstemp(prefix=".report-", suffix=".zip", dir=moments.parent)
    os.close(handle)
    write(Path(name), settings, moments, health)
    return Path(name)


def write(
    file: Path, settings: Settings, moments: Path, health: Mapping[str, Json] | None = None
) -> int:
    """Write the report; how many kept moments are in it."""
    folders = sorted(path for path in moments.glob("moment-*") if path.is_dir())
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("device.json", json.dumps(_device(settings), indent=2, default=str))
        if health is not None:
            out.writestr("health.json", json.dumps(health, indent=2, default=str))
        out.writestr("log.txt", log_of_the_service())
        for folder in folders:
            _add(out, folder)
    return len(folders)


def _device(settings: Settings) -> dict[str, object]:
    findings = [
        {"name": each.name, "state": each.state, "text": each.text} for each in examine(settings)
    ]
    return {
        "version": version(),
        "release": release(),
        "python": platform.python_version(),
        "machine": platform.platform(),
        "model": _model(),
        "packages": dict(_packages()),
        "settings": without_people(settings),
        "doctor": findings,
    }


def without_people(settings: Settings) -> dict[str, object]:
    """The settings, but for what they say of people and their network."""
    told: dict[str, object] = {}
    for name, section in asdict(settings).items():
        if isinstance(section, dict):
            told[name] = {key: value for key, value in section.items() if key not in KEPT_BACK}
    return told


def _packages() -> Iterator[tuple[str, str]]:
    for name in PACKAGES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            yield name, "missing"


def _model() -> str:
    """Which Pi this is; empty on another machine."""
    try:
        return Path("/proc/device-tree/model").read_text(encoding="utf-8").strip("\0\n")
    except OSError:
        return ""


def log_of_the_service() -> str:
    """The newest lines of the service's log, where it is installed and may be read."""
    command = ["journalctl", "--unit", UNIT, "--lines", str(LOG_LINES), "--no-pager", "--quiet"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        return f"no log: {fault}\n"
    return done.stdout or f"no log: {done.stderr.strip() or 'nothing is written down'}\n"


def _add(out: zipfile.ZipFile, folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        name = str(Path(folder.name) / path.relative_to(folder))
        if path.name == "table.toml" and path.parent == folder:
            about = {key: value for key, value in read_table(folder).items() if key in ABOUT}
            out.writestr(name, table_toml(about))
        elif path.is_file():
            packed = zipfile.ZIP_STORED if path.suffix == ".jpg" else zipfile.ZIP_DEFLATED
            out.write(path, name, packed)
