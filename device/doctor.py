"""`castellan doctor`: what is missing or wrong on this machine, with advice."""

from __future__ import annotations

import importlib
import platform
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from device import picamera
from device.boxes import load_profile
from device.config import Settings
from device.serving import lan_address
from rules.errors import CastellanError

MARKS = {"ok": "✓", "hint": "·", "bad": "✗"}
PACKAGES = ("numpy", "cv2", "flask", "waitress", "click", "segno")
LEAST_FREE = 500_000_000
LEAST_PYTHON = (3, 11)


@dataclass(frozen=True)
class Finding:
    """One thing looked at: ok, a hint, or bad, and what to do about it."""

    name: str
    state: str
    text: str
    advice: str = ""


def examine(settings: Settings) -> list[Finding]:
    """Look at everything; a look that fails is itself a finding."""
    return [_look(check, settings) for check in CHECKS]


def _look(check: Callable[[Settings], Finding], settings: Settings) -> Finding:
    try:
        return check(settings)
    except (OSError, CastellanError) as fault:
        return Finding(check.__name__.strip("_"), "bad", str(fault))


def _python(_: Settings) -> Finding:
    version = platform.python_version()
    if sys.version_info < LEAST_PYTHON:
        return Finding("python", "bad", version, "Install Python 3.11 or newer.")
    if sys.maxsize < 2**32:
        advice = "OpenCV has no 32-bit wheels: install the 64-bit Raspberry Pi OS."
        return Finding("python", "bad", f"{version}, 32 bit", advice)
    return Finding("python", "ok", f"{version} on {platform.machine()}")


def _packages(_: Settings) -> Finding:
    missing = []
    for name in PACKAGES:
        try:
            importlib.import_module(name)
        except ImportError:
            missing.append(name)
    if missing:
        return Finding("packages", "bad", f"missing: {', '.join(missing)}", "Run: make run")
    return Finding("packages", "ok", "all there")


def _camera(settings: Settings) -> Finding:
    absent = picamera.absence()
    if absent is None:
        return Finding("camera", "ok", "a Raspberry Pi camera is connected")
    device = settings.camera.device
    if device:
        there = device.isdigit() or Path(device).exists()
        advice = "" if there else "Plug it in, or correct [camera] device in castellan.toml."
        return Finding("camera", "ok" if there else "bad", f"USB camera {device}", advice)
    usb = sorted(str(path) for path in Path("/dev/v4l/by-id").glob("*-index0"))
    if usb:
        advice = f'To use it, write into castellan.toml: [camera] device = "{usb[0]}"'
        return Finding("camera", "hint", f"{absent}; a USB camera is there", advice)
    advice = "The simulated table will be used. For a Pi camera: sudo apt install python3-picamera2"
    return Finding("camera", "hint", absent, advice)


def _box(settings: Settings) -> Finding:
    folder = settings.data.profile
    if folder is None:
        advice = "Teach your own box: castellan teach PICTURES --to boxes/kilt (docs/players.md)"
        return Finding("box", "hint", "no box profile in the settings", advice)
    game, _ = load_profile(folder)
    return Finding("box", "ok", f"{folder} ({game})")


def _disk(settings: Settings) -> Finding:
    folder = settings.data.folder
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / ".doctor"
    probe.write_text("can write")
    probe.unlink()
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        return Finding("disk", "bad", f"{free // 10**6} MB free in {folder}", "Free some space.")
    return Finding("disk", "ok", f"{free // 10**6} MB free in {folder}")


def _journal(settings: Settings) -> Finding:
    path = settings.data.folder / "journal.db"
    if not path.is_file():
        return Finding("journal", "ok", "none yet; it begins with the first game")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            (sound,) = db.execute("PRAGMA quick_check(1)").fetchone()
            (records,) = db.execute("SELECT count(*) FROM records").fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as fault:
        sound, records = str(fault), 0
    if sound != "ok":
        advice = "The next start moves it aside and rescues every readable event."
        return Finding("journal", "bad", f"{path} is damaged: {sound}", advice)
    return Finding("journal", "ok", f"{records} events in {path}")


def _port(settings: Settings) -> Finding:
    port = settings.web.port
    try:
        socket.create_server((settings.web.host, port)).close()
    except OSError as fault:
        advice = f"If Castellan is not running already, choose another: --port {port + 1}"
        return Finding("port", "hint", f"{port} cannot be had ({fault.strerror})", advice)
    return Finding("port", "ok", f"{port} is free")


def _network(_: Settings) -> Finding:
    address = lan_address()
    if address.startswith("127."):
        return Finding("network", "hint", "none", "Phones need a network: join a WLAN first.")
    return Finding("network", "ok", f"phones reach this machine at {address}")


CHECKS: tuple[Callable[[Settings], Finding], ...] = (
    _python,
    _packages,
    _camera,
    _box,
    _disk,
    _journal,
    _port,
    _network,
)
