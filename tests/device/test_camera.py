"""Cameras: picked with a reason, lost with a clear error, never a crash."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.camera import (
    STILLS,
    Camera,
    CameraLost,
    CameraMissing,
    EndOfPictures,
    FolderCamera,
    UsbCamera,
    find_camera,
    is_black,
)
from device.config import CameraSettings
from device.picamera import Picamera2Camera, absence
from rules.errors import CastellanError
from tests.device import fake_picamera2

GREY = np.full((48, 64, 3), 128, np.uint8)


class FakeCapture:
    """cv2.VideoCapture with pictures from a list; None is a broken one, the end a dead cable."""

    def __init__(self, pictures: list[Any], opens: bool = True) -> None:
        self.pictures, self.opens, self.released = list(pictures), opens, False
        self.properties: dict[int, float] = {}

    def __call__(self, device: str | int) -> "FakeCapture":
        self.device = device
        return self

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return self.opens

    def set(self, name: int, value: float) -> bool:
        self.properties[name] = value
        return True

    def grab(self) -> bool:
        return bool(self.pictures)

    def retrieve(self) -> tuple[bool, Any]:
        picture = self.pictures.pop(0)
        return picture is not None, picture

    def release(self) -> None:
        self.released = True


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[fake_picamera2.Picamera2]]:
    monkeypatch.setitem(sys.modules, "picamera2", fake_picamera2)
    fake = fake_picamera2.Picamera2
    monkeypatch.setattr(fake, "opened", [])
    monkeypatch.setattr(fake, "frames_stop", False)
    monkeypatch.setattr(fake, "cameras", [{"Model": "imx708", "Num": 0}])
    return fake  # type: ignore[return-value]


@pytest.fixture
def no_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)


def simulated() -> Camera:
    raise AssertionError("not to be opened while choosing")


def test_camera_errors_are_ours_and_os_errors() -> None:
    for error in (CameraLost, CameraMissing):
        assert issubclass(error, CastellanError)
        assert issubclass(error, OSError)


def test_pi_camera_gives_blue_green_red_frames_of_the_wanted_size(pi: Any) -> None:
    camera = Picamera2Camera((1281, 961), 10)
    frame = camera.read()
    assert frame.image.shape == (960, 1280, 3)
    assert frame.image[0, 0].tolist() == [200, 100, 50]
    assert pi.opened[0].calls == ["set_controls {'FrameRate': 10}"]


def test_pi_camera_that_stops_is_lost_and_can_be_closed_twice(pi: Any) -> None:
    camera = Picamera2Camera((640, 480), 10)
    pi.frames_stop = True
    with pytest.raises(CameraLost, match="no picture within"):
        camera.read(timeout=0.1)
    camera.close()
    camera.close()
    assert pi.opened[0].calls[-2:] == ["flush", "close"]
    with pytest.raises(CameraLost, match="closed"):
        camera.read()


def test_missing_pi_camera_says_what_to_do(pi: Any) -> None:
    pi.cameras = []
    assert absence() == "no Raspberry Pi camera is connected"
    with pytest.raises(CameraMissing, match="ribbon cable"):
        Picamera2Camera((640, 480), 10)


def test_picamera2_broken_by_numpy_is_named_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            raise ValueError("numpy.dtype size changed")

    monkeypatch.setitem(sys.modules, "picamera2", Broken())  # type: ignore[arg-type]
    assert "numpy.dtype size changed" in str(absence())


def test_usb_camera_is_asked_for_size_and_rate_and_small_buffer() -> None:
    capture = FakeCapture([GREY])
    camera = UsbCamera("0", (1280, 960), 10, capture)
    assert capture.device == 0
    assert capture.properties[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.properties[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert camera.read().image is GREY
    camera.close()
    assert capture.released


def test_unplugged_usb_camera_is_lost() -> None:
    camera = UsbCamera("/dev/video7", (640, 480), 1000, FakeCapture([GREY]))
    camera.read()
    with pytest.raises(CameraLost, match="plugged in"):
        camera.read()


def test_broken_usb_picture_is_a_lost_camera() -> None:
    with pytest.raises(CameraLost, match="broken picture"):
        UsbCamera("/dev/video7", (640, 480), 1000, FakeCapture([None])).read()


def test_absent_usb_camera_names_the_setting_to_check() -> None:
    with pytest.raises(CameraMissing, match=r"\[camera\] device"):
        UsbCamera("/dev/video7", (640, 480), 10, FakeCapture([], opens=False))


def test_folder_shows_each_picture_as_a_still_moment_and_steps_over_broken_ones(
    tmp_path: Path,
) -> None:
    for number in (2, 1):
        cv2.imwrite(str(tmp_path / f"p{number}.png"), np.full((8, 8, 3), number * 10, np.uint8))
    (tmp_path / "p0.jpg").write_bytes(b"not a picture")
    camera = FolderCamera(tmp_path, fps=4)
    frames = [camera.read() for _ in range(2 * STILLS)]
    assert [int(f.image[0, 0, 0]) for f in frames] == [10] * STILLS + [20] * STILLS
    assert [f.time for f in frames[:2]] == [STILLS / 4, (STILLS + 1) / 4]
    with pytest.raises(EndOfPictures):
        camera.read()


@pytest.mark.parametrize("folder", ["empty", "absent"])
def test_folder_without_pictures_is_missing(tmp_path: Path, folder: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CameraMissing, match=r"folder|pictures"):
        FolderCamera(tmp_path / folder)


def test_connected_pi_camera_is_taken_first(pi: Any) -> None:
    found = find_camera(CameraSettings(device="/dev/video0"), simulated)
    assert (found.kind, found.why) == ("pi", "a Raspberry Pi camera is connected")
    assert found.open().name == "Raspberry Pi camera"


def test_named_usb_camera_comes_second(no_pi: None) -> None:
    found = find_camera(CameraSettings(device="/dev/video0"), simulated)
    assert found.kind == "usb"
    assert found.why == ("picamera2 is not installed; the settings name USB camera /dev/video0")


def test_simulated_table_comes_last_and_says_why(no_pi: None) -> None:
    found = find_camera(CameraSettings(), simulated)
    assert found.kind == "sim"
    assert found.why == "picamera2 is not installed and no USB camera is named in the settings"


@pytest.mark.parametrize("use", ["pi", "usb", "sim", "folder"])
def test_camera_named_in_the_settings_is_taken(pi: Any, use: str) -> None:
    assert find_camera(CameraSettings(use=use, device="x"), simulated).kind == use


def test_black_is_told_from_a_dim_room() -> None:
    noise = np.random.default_rng(1).integers(0, 9, (480, 640, 3)).astype(np.uint8)
    assert is_black(noise)
    dim = noise.copy()
    dim[200:300, 200:400] = 60
    assert not is_black(dim)
