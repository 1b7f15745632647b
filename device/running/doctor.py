"""`castellan doctor`: what is missing or wrong on this machine, with advice."""

from __future__ import annotations

import errno
import importlib
import json
import platform
import shutil
import socket
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from device.boxes.profiles import load_profile
from device.files.places import forgets
from device.files.private import make_folder
from device.files.shapes import table_of
from device.hearing.health import troubles
from device.panel import panel
from device.running import health
from device.running.addresses import bases, from_here, is_here, phone_addresses
from device.senses import picture_check
from device.senses.choose import find_camera, lived_in, look_for_camera
from device.senses.frame import Camera, CameraMissing
from device.senses.microphone import (
    EndOfSound,
    FoundMicrophone,
    MicrophoneLost,
    MicrophoneMissing,
    find_microphone,
)
from device.senses.sound import RATE, Samples
from device.senses.usb import Given, UsbCamera
from device.settings.settings import Settings
from device.table.versions import EPOCH
from rules.errors import CastellanError
from rules.values import Json

MARKS = {"ok": "✓", "hint": "·", "bad": "✗"}
PACKAGES = ("numpy", "cv2", "flask", "tornado", "click", "segno")
LEAST_FREE = 500_000_000
LEAST_PYTHON = (3, 11)
LISTEN_SECONDS = 5.0  # automatic gain shows only after a sound
SOUND_ADVICE = {
    "silent": "Is it muted? Turn it up with alsamixer, or plug it in anew.",
    "clipped": "Turn the recording level down with alsamixer.",
    "hum": "Keep it away from power supplies and lamps; try another cable.",
    "gain": "Switch off automatic gain control with alsamixer.",
    "overflow": "The machine does not keep up: stop other programs.",
}
PICTURES, PICTURE_SECONDS = 5, 5.0  # a camera needs some pictures to find the right exposure


@dataclass(frozen=True)
class Finding:
    """One thing looked at: ok, a hint, or bad, and what to do about it."""

    name: str
    state: str
    text: str
    advice: str = ""


Check = Callable[[Settings], "Finding | list[Finding]"]


def examine(settings: Settings) -> list[Finding]:
    """Look at everything; a look that fails is itself a finding."""
    return [finding for check in CHECKS for finding in _look(check, settings)]


def _look(check: Check, settings: Settings) -> list[Finding]:
    try:
        found = check(settings)
    except (OSError, CastellanError) as fault:
        advice = "Try it with sudo." if isinstance(fault, PermissionError) else ""
        return [Finding(check.__name__.strip("_"), "bad", str(fault), advice)]
    return found if isinstance(found, list) else [found]


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
    asked = settings.camera
    if asked.use in ("none", "sim", "folder"):
        return Finding("camera", "ok", f"not looked for: the settings say {asked.use!r}")
    try:
        found = look_for_camera(asked)
    except CameraMissing as fault:
        if lived_in(settings.data.folder):
            advice = "Connect one: the running table goes on by phone and takes it by itself."
        else:
            advice = "The simulated table will be used."
        advice += " For a Pi camera: sudo apt install python3-picamera2"
        return Finding("camera", "hint", str(fault), advice)
    device = asked.device
    if found.kind == "usb" and device and not (device.isdigit() or Path(device).exists()):
        advice = "Plug it in, or correct [camera] device in castellan.toml."
        return Finding("camera", "bad", f"USB camera {device}", advice)
    return Finding("camera", "ok", found.why)


def _picture(settings: Settings) -> list[Finding]:
    """Light, sharpness and focus, as a real camera shows them."""
    if running(settings) is not None:
        page = f"{bases(settings.web, settings.web.port)[0]}/health"
        advice = f"Its page tells how the camera does: {page}"
        return [Finding("picture", "hint", "the running table has the camera", advice)]
    found = find_camera(settings.camera, _no_simulation, lived_in(settings.data.folder))
    if found.kind not in ("pi", "usb", "folder"):
        return [Finding("picture", "hint", "not looked at, for want of a camera")]
    camera = found.open()
    given = camera.given() if isinstance(camera, UsbCamera) else None
    try:
        image = [camera.read(PICTURE_SECONDS) for _ in range(PICTURES)][-1].image
    finally:
        camera.close()
    looked = picture_check.examine(image)
    findings = [Finding(each.name, each.state, each.text, each.advice) for each in looked]
    return findings if given is None else [_worded_gift(settings, given), *findings]


def _worded_gift(settings: Settings, given: Given) -> Finding:
    """What a USB camera gives beside what it is asked for."""
    wide, high = settings.camera.size
    if given.size == (wide, high):
        return Finding("gives", "ok", str(given))
    advice = f"Asked for {wide}x{high}: write a [camera] size it has (v4l2-ctl --list-formats-ext)."
    return Finding("gives", "hint", str(given), advice)


def _no_simulation() -> Camera:
    raise CameraMissing("the doctor looks at real cameras")


def running(settings: Settings) -> dict[str, Json] | None:
    """What the table that runs on this machine says of its health; None when none does."""
    try:
        address = f"http://{from_here(settings.web)}:{settings.web.port}/health.json"
        with urllib.request.urlopen(address, timeout=1) as answer:
            told = json.loads(answer.read())
    except urllib.error.HTTPError as answer:
        told = _json_of(answer.read())
        answer.close()
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) and "mode" in told else None


def _json_of(text: bytes) -> Json:
    try:
        told: Json = json.loads(text)
    except ValueError:
        return None
    return told


def _service(settings: Settings) -> Finding:
    told = running(settings)
    if told is None:
        return Finding("service", "ok", "no table runs on this machine now")
    if told["mode"] != "whole":
        reason = table_of(table_of(told.get("reason")).get("facts")).get("fault", "")
        return Finding("service", "bad", f"in safe mode: {reason}", "Mend that, then restart it.")
    state = {"ok": "ok", "warn": "hint", "bad": "bad"}[str(told["state"])]
    advice = "" if state == "ok" else "Its page /health tells more."
    return Finding("service", state, f"a table runs, version {told['version']}", advice)


def _microphone(settings: Settings) -> Finding:
    """Whether there is a microphone, how loud it hears the room, and what spoils its sound."""
    told = running(settings)
    if told is not None:
        return _used_microphone(told)
    found = find_microphone(settings.microphone)
    if found.kind == "none":
        return Finding("microphone", "ok", f"none: {found.why}")
    try:
        level, wrong = _listen(found)
    except (MicrophoneMissing, MicrophoneLost) as fault:
        advice = (
            "Only Schloss der 7 Schlösser needs one: sudo apt install libportaudio2, plug it in."
        )
        return Finding("microphone", "hint", str(fault).splitlines()[0], advice)
    text = f"{level:.0f} dB below full scale"
    if wrong:
        return Finding("microphone", "bad", f"{text}; {wrong[0]}", SOUND_ADVICE[wrong[0]])
    return Finding("microphone", "ok", text)


def _used_microphone(told: dict[str, Json]) -> Finding:
    """What the running table says of its microphone."""
    state = str(table_of(told.get("microphone")).get("state", ""))
    if state in SOUND_ADVICE:
        return Finding("microphone", "bad", f"the running table: {state}", SOUND_ADVICE[state])
    text = f"the running table has it: {state}" if state else "the running table does not need it"
    return Finding("microphone", "ok" if state in ("ok", "") else "hint", text)


def _listen(found: FoundMicrophone) -> tuple[float, list[str]]:
    """The level of a short while of sound, in decibels below the loudest, and its troubles."""
    blocks: list[Samples] = []
    microphone = found.open()
    try:
        while sum(len(block) for block in blocks) < LISTEN_SECONDS * RATE:
            blocks.append(microphone.read().samples)
    except EndOfSound:
        pass
    finally:
        microphone.close()
    samples = np.concatenate(blocks) if blocks else np.zeros(RATE, np.float32)
    loudness = max(float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))), 1e-9)
    return -20 * float(np.log10(loudness)), troubles(samples)


def _pins(settings: Settings) -> Finding:
    """Whether the header can be used, and no button is pressed all the time."""
    if settings.panel.use == "off":
        return Finding("pins", "ok", "not used, as the settings say")
    if running(settings) is not None:
        return Finding("pins", "hint", "the running table has them")
    try:
        wiring = panel.wire(settings.panel)
    except panel.NoPanel as fault:
        wanted = settings.panel.use == "on"
        advice = "On a Pi: sudo apt install python3-lgpio; docs/makers.md shows the wiring."
        return Finding("pins", "bad" if wanted else "hint", str(fault), advice)
    stuck = [name for name, button in wiring.buttons.items() if button.is_pressed]
    wiring.close()
    if stuck:
        advice = "Between pin and ground there must be nothing but an open button."
        return Finding("pins", "bad", f"pressed all the time: {', '.join(stuck)}", advice)
    return Finding("pins", "ok", f"{len(settings.panel.pins())} pins can be used")


def _clock(_: Settings) -> Finding:
    """Whether the time is right: a Pi 4 has no clock of its own and begins in the past."""
    now = time.strftime("%Y-%m-%d %H:%M")
    if time.time() < EPOCH:
        advice = "Connect to the internet once, or: sudo date -s '2026-11-15 20:00'"
        return Finding("clock", "bad", f"{now} is in the past", advice)
    if not Path("/run/systemd/timesync/synchronized").exists():
        return Finding("clock", "hint", f"{now}, not set by the network", "Is that right?")
    return Finding("clock", "ok", f"{now}, set by the network")


def _temperature(_: Settings) -> Finding:
    degrees = health.temperature()
    if degrees is None:
        return Finding("temperature", "hint", "this machine does not tell")
    advice = "" if degrees < health.HOT else "Fit a heat sink or fan, and leave it some air."
    state = "ok" if degrees < health.HOT else "hint" if degrees < health.TOO_HOT else "bad"
    return Finding("temperature", state, f"{degrees:.0f} °C", advice)


def _power(_: Settings) -> Finding:
    throttled = health.throttling()
    if throttled is None:
        return Finding("power", "hint", "only a Raspberry Pi tells whether it is throttled")
    if not throttled:
        return Finding("power", "ok", "strong enough, never throttled")
    advice = "Use the official power supply (5.1 V, 3 A; Pi 5: 5 A) and a short cable."
    now = any(not name.startswith("was-") for name in throttled)
    return Finding("power", "bad" if now else "hint", ", ".join(throttled), advice)


def _box(settings: Settings) -> Finding:
    folder = settings.data.profile
    if folder is None:
        advice = "Teach your own box: castellan teach PICTURES --to boxes/kilt (docs/players.md)"
        return Finding("box", "hint", "no box profile in the settings", advice)
    game, _ = load_profile(folder)
    return Finding("box", "ok", f"{folder} ({game})")


def _disk(settings: Settings) -> Finding:
    folder = settings.data.folder
    make_folder(folder)
    probe = folder / ".doctor"
    probe.write_text("can write")
    probe.unlink()
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        return Finding("disk", "bad", f"{free // 10**6} MB free in {folder}", "Free some space.")
    if forgets(folder):
        advice = 'Name a folder on a card or stick that is written: [data] folder = "..."'
        return Finding("disk", "bad", f"{folder} forgets everything at power-off", advice)
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
    host, port = settings.web.host, settings.web.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as fault:
        if fault.errno == errno.EADDRNOTAVAIL:
            own = ", ".join(phone_addresses())
            advice = f'It has {own}: write [web] host = "0.0.0.0" for every network.'
            return Finding("port", "bad", f"{host} is no address of this machine now", advice)
        advice = f"If Castellan is not running already, choose another: --port {port + 1}"
        return Finding("port", "hint", f"{port} cannot be had ({fault.strerror})", advice)
    return Finding("port", "ok", f"{port} is free")


def _network(settings: Settings) -> Finding:
    addresses = bases(settings.web, settings.web.port)
    if is_here(addresses[0]):
        return Finding("network", "hint", "none", "Phones need a network: join a WLAN first.")
    return Finding("network", "ok", f"phones reach this machine at {', '.join(addresses)}")


CHECKS: tuple[Check, ...] = (
    _python,
    _packages,
    _service,
    _camera,
    _picture,
    _microphone,
    _box,
    _pins,
    _disk,
    _journal,
    _port,
    _network,
    _clock,
    _temperature,
    _power,
)
