"""How the device does: machine, camera, loops, queues and the last errors, as one report."""

from __future__ import annotations

import logging
import os
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from device.loops.pulses import Clock, Pulses
from device.running.logs import one_line
from device.running.safemode import Mode, Reason
from device.senses.frame import Frame
from device.settings.version import release, version
from rules.values import Json

log = logging.getLogger(__name__)

RATE_SECONDS = 10.0
KEPT_ERRORS = 20
ERROR_LENGTH = 400
HOT, TOO_HOT = 70.0, 80.0  # the Pi slows down from 80 degrees on
LITTLE_MB, TOO_LITTLE_MB = 500, 50
MANY_DROPPED = 0.2
HALF_MEMORY_MB = 350

SYS = Path("/sys")
PROC = Path("/proc")
# bits of the Pi's firmware: now, and since the start
THROTTLE_BITS = {
    0: "under-voltage",
    1: "frequency-capped",
    2: "throttled",
    3: "temperature-limit",
    16: "was-under-voltage",
    17: "was-frequency-capped",
    18: "was-throttled",
    19: "was-temperature-limit",
}


@dataclass(frozen=True)
class Note:
    """Something to be told about the device's health: warn or bad, a key and its facts."""

    state: str
    key: str
    facts: Mapping[str, Json] = field(default_factory=dict)


class FrameMeter:
    """Counts pictures, their rate, and those that did not come when the next was due.

    The time between pictures is taken from the camera itself: the shortest of the last ones is
    its rhythm, so that a camera that slows down at rest is not said to drop pictures.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._times: deque[float] = deque(maxlen=600)
        self.frames = self.dropped = 0
        self.size = ""  # of the latest picture
        self._last: float | None = None
        self._rhythm: deque[float] = deque(maxlen=25)

    def note(self, frame: Frame) -> None:
        """One picture came."""
        now = self._clock()
        self.frames += 1
        self.size = f"{frame.image.shape[1]}x{frame.image.shape[0]}"
        self._times.append(now)
        if self._last is not None and frame.time > self._last:
            self._count_missing(frame.time - self._last)
        self._last = frame.time

    def _count_missing(self, gap: float) -> None:
        usual = sorted(self._rhythm)[len(self._rhythm) // 2] if len(self._rhythm) >= 5 else gap
        if gap < RATE_SECONDS:  # a longer silence is a lost camera, told as such
            self.dropped += max(0, round(gap / usual) - 1)
        self._rhythm.append(gap)

    def rate(self) -> float:
        """Pictures a second, over the last ten seconds."""
        since = self._clock() - RATE_SECONDS
        recent = [moment for moment in list(self._times) if moment >= since]
        if len(recent) < 2:
            return 0.0
        return (len(recent) - 1) / max(recent[-1] - recent[0], 1e-6)

    def age(self) -> float | None:
        """Seconds since the last picture."""
        return self._clock() - self._times[-1] if self._times else None


class ErrorLog(logging.Handler):
    """Keeps the last warnings and errors; the same one again is counted, not kept twice."""

    def __init__(self, size: int = KEPT_ERRORS) -> None:
        super().__init__(logging.WARNING)
        self._kept: deque[dict[str, Json]] = deque(maxlen=size)

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            fault = record.exc_info[1]
            text = f"{text}: {type(fault).__name__}: {fault}"
        text = one_line(text)[:ERROR_LENGTH]
        for known in self._kept:
            if (known["where"], known["text"]) == (record.name, text):
                known.update(when=record.created, count=int(str(known["count"])) + 1)
                return
        self._kept.append(
            {
                "when": record.created,
                "level": record.levelname.lower(),
                "where": record.name,
                "text": text,
                "count": 1,
            }
        )

    def told(self) -> list[Json]:
        """The newest first."""
        ordered = sorted(self._kept, key=lambda e: float(str(e["when"])), reverse=True)
        return [dict(each) for each in ordered]


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return None


def temperature(sys: Path = SYS) -> float | None:
    """Degrees Celsius of the hottest zone; None where the machine does not say."""
    zones = [_read(path) for path in sorted(sys.glob("class/thermal/thermal_zone*/temp"))]
    known = [int(text) / 1000 for text in zones if text and text.lstrip("-").isdigit()]
    return max(known) if known else None


def throttling(sys: Path = SYS) -> list[str] | None:
    """What the Pi's firmware complains of; None on another machine."""
    for path in sorted(sys.glob("devices/platform/soc*/soc*firmware/get_throttled")):
        text = _read(path)
        if text:
            bits = int(text, 16)
            return [name for bit, name in THROTTLE_BITS.items() if bits >> bit & 1]
    return None


def memory_mb(proc: Path = PROC) -> float | None:
    """Megabytes of this process that lie in memory."""
    for line in (_read(proc / "self/status") or "").splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) / 1024, 1)
    return None


def open_files(proc: Path = PROC) -> int | None:
    """How many files and sockets this process holds."""
    try:
        return sum(1 for _ in (proc / "self/fd").iterdir())
    except OSError:
        return None


def is_read_only(folder: Path) -> bool:
    """Whether the file system of a folder was mounted, or fell back to, read-only."""
    return bool(os.statvfs(_existing(folder)).f_flag & os.ST_RDONLY)


def _existing(folder: Path) -> Path:
    """The folder, or what there is of the way to it."""
    return next(path for path in (folder, *folder.absolute().parents) if path.is_dir())


def machine(folder: Path) -> dict[str, Json]:
    """What the machine says of itself."""
    throttled = throttling()
    return {
        "temperature_c": temperature(),
        "throttled": None if throttled is None else list(throttled),
        "load": round(os.getloadavg()[0], 2),
        "memory_mb": memory_mb(),
        "threads": threading.active_count(),
        "open_files": open_files(),
        "disk_free_mb": shutil.disk_usage(_existing(folder)).free // 10**6,
        "disk_read_only": is_read_only(folder),
    }


def little_room(folder: Path) -> int | None:
    """About how many megabytes are left where things are written, if that is little."""
    free = shutil.disk_usage(_existing(folder)).free // 10**6
    step = 100 if free >= 100 else 10  # coarse: it is told again whenever it changes
    return free // step * step if free < LITTLE_MB else None


Part = Callable[[], dict[str, Json]]


class Health:
    """Puts the report together from the parts it was given."""

    def __init__(
        self, folder: Path, pulses: Pulses, errors: ErrorLog, clock: Clock = time.monotonic
    ) -> None:
        self._folder, self._pulses, self._errors, self._clock = folder, pulses, errors, clock
        self._begun = clock()
        self._parts: dict[str, Part] = {}
        self.mode = Mode.WHOLE
        self.reason: Reason | None = None

    def add(self, name: str, part: Part) -> None:
        """Another part of the report; asked every time."""
        self._parts[name] = part

    def safe(self, mode: Mode, reason: Reason | None) -> None:
        """In which mode the house is open, and why not wholly."""
        self.mode, self.reason = mode, reason

    def report(self) -> dict[str, Json]:
        """Everything, as JSON; a part that fails is itself a finding."""
        told: dict[str, Json] = {
            "version": version(),
            "release": release(),
            "uptime_s": round(self._clock() - self._begun, 1),
            "mode": self.mode.name.lower().replace("_", "-"),
            "reason": self._reason(),
            "loops": self._loops(),
            "machine": machine(self._folder),
        }
        for name, part in self._parts.items():
            try:
                told[name] = part()
            except Exception as fault:  # noqa: BLE001 (health must answer whatever is broken)
                log.warning("health cannot ask %s: %s", name, fault)
                told[name] = {}
        notes = [*notes_of(told)]
        told["notes"] = [{"state": n.state, "key": n.key, "facts": dict(n.facts)} for n in notes]
        told["state"] = _worst(notes)
        told["errors"] = self._errors.told()
        return told

    def _reason(self) -> Json:
        if self.reason is None:
            return None
        return {"key": self.reason.key, "facts": dict(self.reason.facts)}

    def _loops(self) -> dict[str, Json]:
        return {
            pulse.name: {
                "age_s": round(pulse.age, 1),
                "beats": pulse.beats,
                "state": "ended" if pulse.ended else "late" if pulse.late else "ok",
            }
            for pulse in self._pulses.all()
        }


def _worst(notes: list[Note]) -> str:
    states = {note.state for note in notes}
    return "bad" if "bad" in states else "warn" if "warn" in states else "ok"


def notes_of(report: Mapping[str, Json]) -> list[Note]:
    """What a report should make somebody do."""
    notes = [*_loop_notes(report), *_machine_notes(report), *_camera_notes(report)]
    notes += _microphone_notes(report)
    reason = report.get("reason")
    if isinstance(reason, Mapping):
        notes.insert(0, Note("bad", str(reason["key"]), _mapping(reason["facts"])))
    return notes


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _number(value: Json) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _loop_notes(report: Mapping[str, Json]) -> list[Note]:
    late = [n for n, loop in _mapping(report["loops"]).items() if _mapping(loop)["state"] == "late"]
    return [Note("bad", "health.hanging", {"loop": name}) for name in late]


def _machine_notes(report: Mapping[str, Json]) -> list[Note]:
    machine, notes = _mapping(report["machine"]), []
    heat = _number(machine.get("temperature_c"))
    if heat is not None and heat >= HOT:
        notes.append(Note("bad" if heat >= TOO_HOT else "warn", "health.hot", {"degrees": heat}))
    throttled = machine.get("throttled") or []
    if isinstance(throttled, list) and "under-voltage" in throttled:
        notes.append(Note("bad", "health.power"))
    elif isinstance(throttled, list) and "was-under-voltage" in throttled:
        notes.append(Note("warn", "health.power-was"))
    free = _number(machine.get("disk_free_mb"))
    if machine.get("disk_read_only"):
        notes.append(Note("bad", "health.read-only"))
    elif free is not None and free < LITTLE_MB:
        state = "bad" if free < TOO_LITTLE_MB else "warn"
        notes.append(Note(state, "health.disk", {"megabytes": int(free)}))
    memory = _number(machine.get("memory_mb"))
    if memory is not None and memory > HALF_MEMORY_MB:
        notes.append(Note("warn", "health.memory", {"megabytes": int(memory)}))
    return notes


def _camera_notes(report: Mapping[str, Json]) -> list[Note]:
    camera = _mapping(report.get("camera"))
    if camera.get("state") in ("lost", "missing", "black"):
        return [Note("bad", f"health.camera-{camera['state']}")]
    frames, dropped = _number(camera.get("frames")) or 0, _number(camera.get("dropped")) or 0
    if frames > 100 and dropped / frames > MANY_DROPPED:
        return [Note("warn", "health.dropped", {"share": round(100 * dropped / frames)})]
    return []


def _microphone_notes(report: Mapping[str, Json]) -> list[Note]:
    state = _mapping(report.get("microphone")).get("state")
    if state in ("lost", "missing"):
        return [Note("warn", "health.microphone-lost")]
    if state in ("silent", "clipped", "hum", "gain", "overflow"):
        return [Note("warn", "health.microphone-spoiled")]
    return []
