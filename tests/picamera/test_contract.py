"""What the driver and its fake rely on: true of the fake, and true of the real picamera2."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.senses.choose import find_camera
from device.senses.frame import STEADY_FRAMES, CameraLost, CameraMissing
from device.senses.picamera import Picamera2Camera, absence
from device.settings.settings import CameraSettings
from tests.picamera.stacks import REAL, SIZE, Stack

BUFFERS = 4
SETTINGS = CameraSettings(size=SIZE, fps=10, rest_fps=5)
LOSSY = 8.0  # grey levels: what JPEG and halved colours cost on the average

pytestmark = [
    pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning"),  # picamera2's own
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # files of a camera never opened
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def camera(stack: Stack) -> Iterator[Picamera2Camera]:
    camera = Picamera2Camera(SETTINGS)
    yield camera
    camera.close()


@pytest.fixture
def raw(stack: Stack) -> Iterator[Any]:
    """A camera of picamera2 itself, configured and not started."""
    raw = stack.picamera2(0)
    raw.configure(raw.create_video_configuration(main={"size": SIZE}, buffer_count=BUFFERS))
    yield raw
    raw.close()


class Stalled:
    """No frame comes while all buffers are held."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    def __enter__(self) -> None:
        self.held = [self.raw.capture_request(wait=2.0) for _ in range(BUFFERS)]

    def __exit__(self, *fault: object) -> None:
        for request in self.held:
            request.release()


def in_thread(work: Callable[[], object]) -> tuple[threading.Thread, list[Exception]]:
    """Work going on in another thread, and what became of it."""
    faults: list[Exception] = []

    def run() -> None:
        try:
            work()
        except Exception as fault:  # noqa: BLE001 (whichever it is, it is looked at)
            faults.append(fault)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, faults


def open_files() -> int:
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))


# ---- the driver ------------------------------------------------------------------------------


def test_the_pis_own_camera_is_found_and_not_the_webcam(stack: Stack) -> None:
    assert absence() is None
    found = find_camera(CameraSettings(device="/dev/video0"), lambda: pytest.fail("simulated"))
    assert found.kind == "pi"
    camera = found.open()
    assert camera._camera.camera_properties["Model"] == "imx708"  # type: ignore[attr-defined]
    camera.close()


def test_frames_show_what_is_there(stack: Stack, camera: Picamera2Camera) -> None:
    frames = [camera.read() for _ in range(8)]
    times = [frame.time for frame in frames]
    assert times == sorted(times)
    for frame in frames:
        assert frame.image.shape == (SIZE[1], SIZE[0], 3)
        assert frame.image.dtype == np.uint8
        off = [np.abs(frame.image.astype(int) - shown).mean() for shown in stack.pictures]
        assert min(off) < LOSSY


def test_a_camera_whose_frames_stop_is_lost_in_time(camera: Picamera2Camera) -> None:
    with Stalled(camera._camera):
        began = time.monotonic()
        with pytest.raises(CameraLost, match=r"no picture within 0\.3 s"):
            camera.read(timeout=0.3)
        assert 0.25 < time.monotonic() - began < 2.0
    assert camera.read().image.shape == (SIZE[1], SIZE[0], 3)


def test_a_camera_whose_frames_stopped_can_be_closed_and_opened_again(stack: Stack) -> None:
    camera = Picamera2Camera(SETTINGS)
    with Stalled(camera._camera):
        with pytest.raises(CameraLost):
            camera.read(timeout=0.1)
        camera.close()
    again = Picamera2Camera(SETTINGS)
    again.read()
    again.close()


def test_how_long_pictures_last_is_asked_for_at_the_start_at_rest_and_awake(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []
    really = stack.picamera2.set_controls

    def noted(self: Any, controls: dict[str, Any]) -> None:
        really(self, controls)
        asked.append(controls)

    monkeypatch.setattr(stack.picamera2, "set_controls", noted)
    camera = Picamera2Camera(SETTINGS)
    for resting in (False, True, True, False):
        camera.rest(resting)
        camera.read()
    camera.close()
    camera.rest(True)
    assert asked == [
        {"FrameDurationLimits": (100_000, 100_000)},
        {"FrameDurationLimits": (200_000, 200_000)},
        {"FrameDurationLimits": (100_000, 100_000)},
    ]


def test_a_camera_without_automatics_is_read_on_when_they_should_be_held(
    camera: Picamera2Camera,
) -> None:
    for _ in range(STEADY_FRAMES + 5):
        camera.read()


def test_closing_while_a_picture_is_awaited_ends_the_waiting(camera: Picamera2Camera) -> None:
    with Stalled(camera._camera):
        thread, faults = in_thread(lambda: camera.read(timeout=20.0))
        time.sleep(0.2)  # until it waits; a reader that comes late finds a closed camera
        camera.close()
        thread.join(timeout=5.0)
    assert not thread.is_alive()
    assert [type(fault) for fault in faults] == [CameraLost]
    assert "closed" in str(faults[0])


def test_closing_while_pictures_come_ends_the_reading(stack: Stack) -> None:
    for number in range(12):
        camera = Picamera2Camera(SETTINGS)

        def read_on(camera: Picamera2Camera = camera) -> None:
            while True:
                camera.read(timeout=1.0)

        thread, faults = in_thread(read_on)
        time.sleep(0.01 * number)
        camera.close()
        thread.join(timeout=5.0)
        assert [type(fault) for fault in faults] == [CameraLost]


def test_a_closed_camera_gives_nothing_and_can_be_closed_and_opened_again(stack: Stack) -> None:
    before = 0
    for number in range(5):
        camera = Picamera2Camera(SETTINGS)
        camera.read()
        camera.close()
        camera.close()
        with pytest.raises(CameraLost, match="closed"):
            camera.read()
        del camera
        before = before or open_files()
        assert open_files() == before, f"files left open after opening {number + 1} times"


def test_a_camera_that_is_taken_is_named_so_and_costs_nothing(camera: Picamera2Camera) -> None:
    camera.read()
    before = open_files()
    for _ in range(4):
        with pytest.raises(CameraMissing, match="in use by another program"):
            Picamera2Camera(SETTINGS)
    assert open_files() <= before
    assert absence() is None
    camera.read()


def test_a_turned_camera_opens(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    if not REAL:
        monkeypatch.setattr("device.senses.picamera._half_turn", lambda: "half a turn")
    camera = Picamera2Camera(CameraSettings(size=SIZE, turn=180))
    camera.read()
    camera.close()


# ---- picamera2 itself ------------------------------------------------------------------------


def test_cameras_on_usb_are_listed_last_whatever_their_number(stack: Stack) -> None:
    listed = stack.picamera2.global_camera_info()
    assert [(each["Model"], each["Num"]) for each in listed] == [("imx708", 1), ("C920", 0)]


def test_a_camera_is_opened_by_its_place_in_the_list(stack: Stack) -> None:
    for place, model in enumerate(("imx708", "C920")):
        raw = stack.picamera2(place)
        assert raw.camera_properties["Model"] == model
        raw.close()
    with pytest.raises(RuntimeError, match="No camera number 2 found"):
        stack.picamera2(2)


def test_a_rate_can_be_set_but_is_not_listed(raw: Any) -> None:
    assert "FrameDurationLimits" in raw.camera_controls
    assert "FrameRate" not in raw.camera_controls
    raw.set_controls({"FrameRate": 5.0})
    with pytest.raises(RuntimeError, match="AeEnable is not advertised"):
        raw.set_controls({"AeEnable": True})


def test_sizes_are_even_and_unknown_keys_refused(raw: Any) -> None:
    odd = raw.create_video_configuration(main={"size": (641, 481)})
    assert odd["main"]["size"] == (640, 480)
    with pytest.raises(ValueError, match="Bad key 'sise'"):
        raw.create_video_configuration(main={"sise": (640, 480)})


def test_a_running_camera_is_not_configured(raw: Any) -> None:
    raw.start()
    with pytest.raises(RuntimeError, match="must be stopped before configuring"):
        raw.configure(raw.create_video_configuration(main={"size": SIZE}))


def test_a_stream_that_was_not_configured_is_refused(raw: Any) -> None:
    raw.start()
    with pytest.raises(RuntimeError, match="'lores' is not defined"):
        raw.capture_array("lores", wait=2.0)
    assert raw.capture_metadata(wait=2.0)["SensorTimestamp"] > 0


def test_a_camera_can_be_stopped_twice_and_gives_nothing_meanwhile(raw: Any) -> None:
    raw.start()
    raw.stop()
    raw.stop()
    with pytest.raises(TimeoutError):
        raw.capture_array("main", wait=0.2)
    raw.start()
    raw.capture_array("main", wait=2.0)


def test_an_unconfigured_camera_starts_by_itself(stack: Stack) -> None:
    raw = stack.picamera2(0)
    raw.start()
    raw.capture_array("main", wait=2.0)
    raw.close()


def test_a_closed_camera_has_no_controls_and_takes_none(raw: Any) -> None:
    raw.start()
    raw.cancel_all_and_flush()
    raw.close()
    raw.close()
    assert raw.camera_controls == {}
    with pytest.raises(RuntimeError, match="not advertised"):
        raw.set_controls({"FrameRate": 5.0})
    with pytest.raises(RuntimeError, match="not opened"):
        raw.create_video_configuration(main={"size": SIZE})
    with pytest.raises(TimeoutError):
        raw.capture_array("main", wait=0.2)
