"""The doctor names what is wrong and what to do about it."""

import socket
import wave
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.panel.panel import NoPanel, Wiring, wire
from device.records.journal import Journal
from device.running.doctor import Finding, examine
from device.senses.picture_check import blur_pixels
from device.settings.settings import (
    CameraSettings,
    DataSettings,
    MicrophoneSettings,
    PanelSettings,
    Settings,
    WebSettings,
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=DataSettings(folder=tmp_path), web=WebSettings(port=0))


def finding(settings: Settings, name: str) -> Finding:
    return next(each for each in examine(settings) if each.name == name)


def test_sound_machine_has_nothing_bad(settings: Settings) -> None:
    assert [each.name for each in examine(settings) if each.state == "bad"] == []


def test_everything_asked_for_is_looked_at(settings: Settings) -> None:
    names = [each.name for each in examine(settings)]
    wanted = ["camera", "pins", "disk", "clock", "network", "temperature", "power", "service"]
    assert [name for name in wanted if name not in names] == []


def folder_camera(settings: Settings, tmp_path: Path, image: np.ndarray) -> Settings:
    folder = tmp_path / "shown"
    folder.mkdir()
    for number in range(2):
        cv2.imwrite(str(folder / f"{number}.png"), image)
    return replace(settings, camera=CameraSettings(use="folder", device=str(folder)))


def board(blur: float = 0.0, light: float = 1.0) -> np.ndarray:
    """A chequered board on a table."""
    image = np.full((480, 640, 3), 50, np.uint8)
    for row in range(12):
        for column in range(16):
            if (row + column) % 2:
                image[row * 40 : row * 40 + 40, column * 40 : column * 40 + 40] = (90, 200, 220)
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    return np.clip(image * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("image", "states"),
    [
        (board(), {"light": "ok", "sharpness": "ok", "focus": "ok"}),
        (board(light=0.1), {"light": "bad"}),
        (board(light=0.35), {"light": "hint"}),
        (board(light=3.0), {"light": "bad"}),
        (board(blur=2.0), {"light": "ok", "sharpness": "hint"}),
        (board(blur=3.0), {"light": "ok", "sharpness": "bad"}),
        (np.full((480, 640, 3), 120, np.uint8), {"sharpness": "bad", "focus": "hint"}),
        (
            np.hstack([board()[:, :320], board(blur=5)[:, 320:]]),
            {"sharpness": "ok", "focus": "hint"},
        ),
    ],
)
def test_pictures_are_judged_by_light_sharpness_and_focus(
    settings: Settings, tmp_path: Path, image: np.ndarray, states: dict[str, str]
) -> None:
    found = {each.name: each for each in examine(folder_camera(settings, tmp_path, image))}
    assert {name: found[name].state for name in states} == states
    assert all(found[name].advice for name, state in states.items() if state != "ok")


def test_blur_is_measured_in_pixels() -> None:
    step = np.zeros((300, 300), np.float32)
    step[:, 150:] = 200
    for width in (1.0, 2.0, 3.0):
        blurred = cv2.GaussianBlur(step, (0, 0), width).astype(np.uint8)
        assert blur_pixels(blurred) == pytest.approx(width, rel=0.2)


def heard(settings: Settings, tmp_path: Path, samples: np.ndarray) -> Finding:
    path = tmp_path / "sound.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    ears = MicrophoneSettings(use="file", device=str(path))
    return finding(replace(settings, microphone=ears), "microphone")


def test_the_microphone_is_heard_and_judged(settings: Settings, tmp_path: Path) -> None:
    noise = np.random.default_rng(5).normal(0, 0.01, 96_000)
    quiet = heard(settings, tmp_path, noise)
    assert (quiet.state, quiet.text) == ("ok", "40 dB below full scale")
    silent = heard(settings, tmp_path, np.zeros(96_000))
    assert (silent.state, "muted" in silent.advice) == ("bad", True)
    loud = heard(settings, tmp_path, np.clip(np.sin(np.arange(96_000) / 9) * 3, -1, 1))
    assert (loud.state, "down" in loud.advice) == ("bad", True)


def test_hum_and_automatic_gain_are_found(settings: Settings, tmp_path: Path) -> None:
    times, rng = np.arange(240_000) / 48_000, np.random.default_rng(6)
    hum = heard(settings, tmp_path, 0.2 * np.sin(2 * np.pi * 50 * times))
    assert (hum.state, "lamps" in hum.advice) == ("bad", True)
    gain = np.where(times < 1.2, 1.0, np.clip((times - 1.2) / 2, 0.05, 1.0))
    loud = (times > 1.0) & (times < 1.2)
    levelled = rng.normal(0, 0.003, 240_000) * gain + loud * rng.normal(0, 0.2, 240_000)
    found = heard(settings, tmp_path, levelled)
    assert (found.state, found.advice) == (
        "bad", "Switch off automatic gain control with alsamixer."
    )  # fmt: skip


@pytest.mark.parametrize(
    ("told", "state"), [({}, "ok"), ({"state": "ok"}, "ok"), ({"state": "clipped"}, "bad")]
)
def test_the_running_table_tells_of_its_microphone(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, told: dict[str, str], state: str
) -> None:
    table = {"mode": "whole", "state": "ok", "version": "1", "microphone": told}
    monkeypatch.setattr("device.running.doctor.running", lambda _: table)
    assert finding(settings, "microphone").state == state


def test_no_microphone_is_no_fault(settings: Settings) -> None:
    off = replace(settings, microphone=MicrophoneSettings(use="none"))
    assert finding(off, "microphone").state == "ok"
    gone = replace(settings, microphone=MicrophoneSettings(device="no such thing"))
    assert finding(gone, "microphone").state == "hint"


def test_a_stuck_button_is_found(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    pins = Device.pin_factory = MockFactory(pin_class=MockPWMPin)

    def wired(panel: PanelSettings) -> Wiring:
        wiring = wire(panel)
        pins.pin(panel.undo).drive_low()
        return wiring

    try:
        assert finding(settings, "pins").text == "12 pins can be used"
        monkeypatch.setattr("device.panel.panel.wire", wired)
        assert finding(settings, "pins").text == "pressed all the time: undo"
    finally:
        pins.reset()
        Device.pin_factory = None


def test_wanted_pins_that_are_not_there_are_bad(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: object) -> None:
        raise NoPanel("no pins here")

    monkeypatch.setattr("device.panel.panel.wire", none)
    wanted = replace(settings, panel=PanelSettings(use="on"))
    assert finding(wanted, "pins").state == "bad"
    assert finding(settings, "pins").state == "hint"
    assert finding(replace(settings, panel=PanelSettings(use="off")), "pins").state == "ok"


@pytest.mark.parametrize(
    ("degrees", "throttled", "states"),
    [
        (50.0, [], ("ok", "ok")),
        (75.0, ["was-under-voltage"], ("hint", "hint")),
        (85.0, ["under-voltage"], ("bad", "bad")),
        (None, None, ("hint", "hint")),
    ],
)
def test_heat_and_weak_power_are_told(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    degrees: float | None,
    throttled: list[str] | None,
    states: tuple[str, str],
) -> None:
    monkeypatch.setattr("device.running.health.temperature", lambda: degrees)
    monkeypatch.setattr("device.running.health.throttling", lambda: throttled)
    assert (finding(settings, "temperature").state, finding(settings, "power").state) == states


def test_a_running_table_is_asked_and_its_camera_left_alone(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"mode": "whole", "state": "ok", "version": "7"}
    monkeypatch.setattr("device.running.doctor.running", lambda _: told)
    assert finding(settings, "service").text == "a table runs, version 7"
    assert finding(settings, "picture").text == "the running table has the camera"
    told |= {"mode": "senses-off", "reason": {"facts": {"fault": "line 3"}}}
    assert finding(settings, "service").text == "in safe mode: line 3"


def test_a_clock_in_the_past_is_bad(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.running.doctor.EPOCH", 10**11)
    assert finding(settings, "clock").state == "bad"


def test_missing_usb_camera_is_bad_with_advice(settings: Settings) -> None:
    absent = replace(settings, camera=CameraSettings(device="/dev/video99"))
    found = finding(absent, "camera")
    assert found.state == "bad"
    assert "castellan.toml" in found.advice


def test_broken_profile_is_bad_and_no_crash(settings: Settings, tmp_path: Path) -> None:
    data = replace(settings.data, profile=tmp_path / "nowhere")
    found = finding(replace(settings, data=data), "box")
    assert found.state == "bad"
    assert "castellan teach" in found.text


def test_journal_is_counted_even_while_in_use(settings: Settings, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append(journal.start_game({}).id, {})
        assert finding(settings, "journal").text.startswith("1 events")


def test_damaged_journal_is_bad(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"rubble" * 1000)
    found = finding(settings, "journal")
    assert (found.state, "rescues" in found.advice) == ("bad", True)


def test_taken_port_is_told_with_another_one(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        web = WebSettings(host="127.0.0.1", port=port)
        found = finding(replace(settings, web=web), "port")
    assert found.state == "hint"
    assert f"--port {port + 1}" in found.advice


def test_a_data_folder_that_forgets_is_bad(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "device.running.doctor.forgets", lambda folder: folder == settings.data.folder
    )
    found = finding(settings, "disk")
    assert (found.state, "forgets everything" in found.text) == ("bad", True)
    monkeypatch.setattr("device.running.doctor.forgets", lambda _: False)
    assert finding(settings, "disk").state == "ok"
