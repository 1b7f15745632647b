"""The report says how machine, camera and loops are, and what to do about it."""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.loops.pulses import LATE_AFTER, Pulses
from device.running import health
from device.running.health import ErrorLog, FrameMeter, Health, notes_of
from device.running.safemode import Mode, Reason
from device.senses.frame import Frame

PICTURE = np.zeros((2, 2, 3), np.uint8)


class Clock:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def show(meter: FrameMeter, clock: Clock, *gaps: float) -> None:
    for gap in gaps:
        clock.now += gap
        meter.note(Frame(clock.now, PICTURE))


def test_rate_counts_the_last_ten_seconds() -> None:
    clock = Clock()
    meter = FrameMeter(clock)
    assert (meter.rate(), meter.age()) == (0.0, None)
    show(meter, clock, *[0.1] * 200)
    assert meter.rate() == pytest.approx(10.0)
    clock.now += 3
    assert meter.age() == pytest.approx(3.0)
    clock.now += 10
    assert meter.rate() == 0.0


def test_pictures_that_did_not_come_are_counted() -> None:
    clock = Clock()
    meter = FrameMeter(clock)
    show(meter, clock, *[0.1] * 20, 0.3, *[0.1] * 5, 0.2)
    assert (meter.frames, meter.dropped) == (27, 3)


def test_a_slower_rhythm_at_rest_is_not_loss_for_long() -> None:
    clock = Clock()
    meter = FrameMeter(clock)
    show(meter, clock, *[0.1] * 20, *[0.5] * 100)
    assert meter.dropped <= 13 * 4
    before = meter.dropped
    show(meter, clock, *[0.5] * 100)
    assert meter.dropped == before


def test_a_long_silence_is_a_lost_camera_not_dropped_pictures() -> None:
    clock = Clock()
    meter = FrameMeter(clock)
    show(meter, clock, *[0.1] * 20, 60.0, 0.1)
    assert meter.dropped == 0


def test_last_errors_are_kept_newest_first_and_repeats_counted() -> None:
    errors = ErrorLog(size=2)
    log = logging.Logger("device.senses.camera_thread")
    log.addHandler(errors)
    log.info("not this")
    for text in ("a", "b", "b", "c", "b"):
        log.warning("trouble %s", text)
    try:
        raise KeyError("x")
    except KeyError:
        log.exception("worse")
    told: list[Any] = errors.told()
    assert [(e["level"], e["text"], e["count"]) for e in told] == [
        ("error", "worse: KeyError: 'x'", 1),
        ("warning", "trouble c", 1),
    ]


def test_the_machine_is_read_as_a_pi_shows_itself(tmp_path: Path) -> None:
    zone = tmp_path / "class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text("61234\n")
    firmware = tmp_path / "devices/platform/soc/soc:firmware"
    firmware.mkdir(parents=True)
    (firmware / "get_throttled").write_text("50005\n")
    assert health.temperature(tmp_path) == 61.234
    assert health.throttling(tmp_path) == [
        "under-voltage",
        "throttled",
        "was-under-voltage",
        "was-throttled",
    ]
    assert health.temperature(tmp_path / "none") is None
    assert health.throttling(tmp_path / "none") is None


def test_this_machine_tells_memory_threads_and_disk(tmp_path: Path) -> None:
    told: dict[str, Any] = health.machine(tmp_path)
    assert told["memory_mb"] > 5
    assert told["threads"] >= 1
    assert told["disk_free_mb"] > 0
    assert told["disk_read_only"] is False
    assert health.machine(tmp_path / "not" / "yet")["disk_read_only"] is False


BASE: dict[str, Any] = {
    "loops": {},
    "machine": {"temperature_c": 50.0, "disk_free_mb": 9000, "memory_mb": 100},
}


@pytest.mark.parametrize(
    ("machine", "state", "key"),
    [
        ({"temperature_c": 72.0}, "warn", "health.hot"),
        ({"temperature_c": 81.0}, "bad", "health.hot"),
        ({"throttled": ["under-voltage"]}, "bad", "health.power"),
        ({"throttled": ["was-under-voltage"]}, "warn", "health.power-was"),
        ({"disk_free_mb": 300}, "warn", "health.disk"),
        ({"disk_free_mb": 30}, "bad", "health.disk"),
        ({"disk_read_only": True}, "bad", "health.read-only"),
        ({"memory_mb": 400}, "warn", "health.memory"),
    ],
)
def test_what_the_machine_lacks_is_noted(machine: Any, state: str, key: str) -> None:
    report = {**BASE, "machine": {**BASE["machine"], **machine}}
    assert [(note.state, note.key) for note in notes_of(report)] == [(state, key)]


def test_a_sound_machine_has_no_notes() -> None:
    assert notes_of({**BASE, "camera": {"state": "ok", "frames": 1000, "dropped": 20}}) == []


def test_cameras_and_loops_are_noted() -> None:
    loops = {"web": {"state": "late"}, "camera": {"state": "ok"}}
    report = {**BASE, "loops": loops, "camera": {"state": "lost"}}
    assert [note.key for note in notes_of(report)] == ["health.hanging", "health.camera-lost"]
    slow = {**BASE, "camera": {"state": "ok", "frames": 1000, "dropped": 300}}
    assert [note.facts for note in notes_of(slow)] == [{"share": 30}]


def test_the_report_holds_every_part_even_when_one_fails(tmp_path: Path) -> None:
    clock = Clock()
    pulses = Pulses(clock)
    told = Health(tmp_path, pulses, ErrorLog(), clock)
    pulses.expect("camera").beat()
    told.add("camera", lambda: {"state": "ok"})
    told.add("queues", lambda: {"phones": 1 // 0})
    clock.now += LATE_AFTER + 1
    told.safe(Mode.SENSES_OFF, Reason("safe.settings", {"fault": "line 3"}))
    report: dict[str, Any] = told.report()
    assert report["mode"] == "senses-off"
    assert report["queues"] == {}
    assert report["loops"] == {"camera": {"age_s": LATE_AFTER + 1, "beats": 1, "state": "late"}}
    # A process that has run many tests may be large; that is not what is tried here.
    keys = [note["key"] for note in report["notes"] if note["key"] != "health.memory"]
    assert keys == ["safe.settings", "health.hanging"]
    assert report["state"] == "bad"
    assert report["uptime_s"] == LATE_AFTER + 1


@pytest.mark.parametrize(
    ("state", "keys"),
    [
        ("ok", []),
        ("off", []),
        ("missing", ["health.microphone-lost"]),
        ("hum", ["health.microphone-spoiled"]),
    ],
)
def test_a_microphone_in_trouble_is_noted(state: str, keys: list[str]) -> None:
    assert [note.key for note in notes_of({**BASE, "microphone": {"state": state}})] == keys
