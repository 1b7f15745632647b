"""Cameras: picked with a reason, lost with a clear error, never a crash."""

import sys
import types
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.senses import choose, picamera
from device.senses import usb as usb_module
from device.senses.camera_thread import CameraThread
from device.senses.choose import find_camera, lived_in
from device.senses.frame import (
    CHANGED_FRAMES,
    STEADY_FRAMES,
    Camera,
    CameraLost,
    CameraMissing,
    EndOfPictures,
    Steady,
    is_black,
)
from device.senses.picamera import Picamera2Camera, absence
from device.senses.pictures import STILLS, FolderCamera
from device.senses.usb import UsbCamera, usb_cameras
from device.settings.settings import CameraSettings
from rules.errors import CastellanError
from tests.device import fake_picamera2

GREY = np.full((48, 64, 3), 128, np.uint8)
VIDEO7 = CameraSettings(device="/dev/video7", size=(640, 480), fps=1000, rest_fps=500)


class FakeCapture:
    """cv2.VideoCapture with pictures from a list; None is a broken one, the end a dead cable."""

    def __init__(self, pictures: list[Any], opens: bool = True) -> None:
        self.pictures, self.opens, self.released = list(pictures), opens, False
        self.properties: dict[int, float] = {}
        self.given: dict[int, float] = {}  # what it does whatever it is asked

    def __call__(self, device: str | int) -> "FakeCapture":
        self.device = device
        return self

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return self.opens

    def set(self, name: int, value: float) -> bool:
        self.properties[name] = value
        return True

    def get(self, name: int) -> float:
        return self.given.get(name, self.properties.get(name, 0.0))

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
    monkeypatch.setattr(fake, "light", 1.0)
    monkeypatch.setattr(fake, "controls", dict(fake.controls))
    monkeypatch.setattr(fake, "cameras", list(fake.cameras))
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
    camera = Picamera2Camera(CameraSettings(size=(1281, 961)))
    frame = camera.read()
    assert frame.image.shape == (960, 1280, 3)
    assert frame.image[0, 0].tolist() == [200, 100, 50]
    assert pi.opened[0].calls == ["set_controls {'FrameDurationLimits': (100000, 100000)}"]


def test_pi_camera_that_stops_is_lost_and_can_be_closed_twice(pi: Any) -> None:
    camera = Picamera2Camera(CameraSettings(size=(640, 480)))
    pi.frames_stop = True
    with pytest.raises(CameraLost, match="no picture within"):
        camera.read(timeout=0.1)
    camera.close()
    camera.close()
    assert pi.opened[0].calls[-2:] == ["flush", "close"]
    with pytest.raises(CameraLost, match="closed"):
        camera.read()


AUTOMATICS = ("FrameDurationLimits", "AeEnable", "AwbEnable", "AfMode", "ExposureTime",
              "AnalogueGain", "ColourGains", "LensPosition")  # fmt: skip


def test_pi_camera_locks_exposure_colours_and_focus_once_steady(pi: Any) -> None:
    pi.controls = dict.fromkeys(AUTOMATICS, (0, 1, 0))
    camera = Picamera2Camera(CameraSettings(size=(640, 480)))
    for _ in range(STEADY_FRAMES - 1):
        camera.read()
    assert len(pi.opened[0].calls) == 1
    camera.read()
    assert pi.opened[0].calls[1:] == [
        "set_controls {'AeEnable': False, 'AwbEnable': False, 'AfMode': 0, 'ExposureTime': 9000, "
        "'AnalogueGain': 2.0, 'ColourGains': (1.5, 1.7), 'LensPosition': 1.25}"
    ]
    pi.light = 0.4
    for _ in range(CHANGED_FRAMES):
        camera.read()
    assert pi.opened[0].calls[2:] == [
        "set_controls {'AeEnable': True, 'AwbEnable': True, 'AfMode': 2}"
    ]
    for _ in range(STEADY_FRAMES):
        camera.read()
    assert "'AeEnable': False" in pi.opened[0].calls[-1]


def test_pi_camera_leaves_its_automatics_alone_if_asked_to(pi: Any) -> None:
    pi.controls = dict.fromkeys(AUTOMATICS, (0, 1, 0))
    camera = Picamera2Camera(CameraSettings(size=(640, 480), lock=False))
    for _ in range(3 * STEADY_FRAMES):
        camera.read()
    assert len(pi.opened[0].calls) == 1


def test_pi_camera_takes_fewer_pictures_at_rest(pi: Any) -> None:
    camera = Picamera2Camera(CameraSettings(size=(640, 480), fps=10, rest_fps=3))
    for resting in (False, True, True, False):
        camera.rest(resting)
    assert pi.opened[0].calls[1:] == [
        "set_controls {'FrameDurationLimits': (333333, 333333)}",
        "set_controls {'FrameDurationLimits': (100000, 100000)}",
    ]
    camera.close()
    camera.rest(True)


def test_pi_camera_that_hangs_upside_down_is_turned(
    pi: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    libcamera = types.ModuleType("libcamera")
    libcamera.Transform = lambda **flips: flips  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    Picamera2Camera(CameraSettings(size=(640, 480), turn=180))
    assert pi.opened[0].configuration["transform"] == {"hflip": 1, "vflip": 1}


def test_a_hand_over_the_table_does_not_free_the_automatics() -> None:
    steady = Steady()
    table, hand = np.full((64, 64, 3), 120, np.uint8), np.full((64, 64, 3), 60, np.uint8)
    told = [steady.feed(table) for _ in range(STEADY_FRAMES)]
    for _ in range(5):
        told += [steady.feed(hand) for _ in range(CHANGED_FRAMES - 1)]
        told.append(steady.feed(table))
    assert [wish for wish in told if wish] == ["hold"]


def test_automatics_are_not_held_while_the_light_still_changes() -> None:
    steady = Steady()
    flicker = [np.full((64, 64, 3), level, np.uint8) for level in (100, 120) * 40]
    assert [steady.feed(image) for image in flicker] == [None] * 80


def test_missing_pi_camera_says_what_to_do(pi: Any) -> None:
    pi.cameras = []
    assert absence() == "no Raspberry Pi camera is connected"
    with pytest.raises(CameraMissing, match="ribbon cable"):
        Picamera2Camera(CameraSettings(size=(640, 480)))


def test_picamera2_broken_by_numpy_is_named_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            raise ValueError("numpy.dtype size changed")

    monkeypatch.setitem(sys.modules, "picamera2", Broken())  # type: ignore[arg-type]
    assert "numpy.dtype size changed" in str(absence())


def test_usb_camera_is_asked_for_size_and_rate_and_small_buffer() -> None:
    capture = FakeCapture([GREY])
    camera = UsbCamera(CameraSettings(device="0"), capture)
    assert capture.device == 0
    assert capture.properties[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.properties[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert camera.read().image is GREY
    camera.close()
    assert capture.released


def test_usb_camera_holds_colours_and_focus_and_can_be_turned() -> None:
    picture = np.arange(48 * 64 * 3, dtype=np.uint8).reshape(48, 64, 3)
    capture = FakeCapture([picture] * STEADY_FRAMES)
    camera = UsbCamera(replace(VIDEO7, turn=180, fps=60_000), capture)
    assert capture.properties[cv2.CAP_PROP_AUTO_WB] == 1
    frames = [camera.read() for _ in range(STEADY_FRAMES)]
    assert (frames[0].image == picture[::-1, ::-1]).all()
    assert capture.properties[cv2.CAP_PROP_AUTO_WB] == 0
    assert capture.properties[cv2.CAP_PROP_AUTOFOCUS] == 0


def test_a_video_is_shown_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    for level in (50, 100, 150):
        film.write(np.full((48, 64, 3), level, np.uint8))
    film.release()
    settings = CameraSettings(use="folder", device=str(path))
    camera = find_camera(settings, simulated).open()
    frames = [camera.read() for _ in range(3)]
    assert [round(float(frame.image.mean()), -1) for frame in frames] == [50, 100, 150]
    assert [frame.time for frame in frames] == pytest.approx([0.2, 0.4, 0.6])
    with pytest.raises(EndOfPictures):
        camera.read()
    camera.close()
    (tmp_path / "no.avi").write_text("no video")
    with pytest.raises(CameraMissing, match="not a video"):
        find_camera(replace(settings, device=str(tmp_path / "no.avi")), simulated).open()


def test_unplugged_usb_camera_is_lost() -> None:
    camera = UsbCamera(VIDEO7, FakeCapture([GREY]))
    camera.read()
    with pytest.raises(CameraLost, match="plugged in"):
        camera.read()


def test_broken_usb_picture_is_a_lost_camera() -> None:
    with pytest.raises(CameraLost, match="broken picture"):
        UsbCamera(VIDEO7, FakeCapture([None])).read()


def test_absent_usb_camera_names_the_setting_to_check() -> None:
    with pytest.raises(CameraMissing, match=r"\[camera\] device"):
        UsbCamera(VIDEO7, FakeCapture([], opens=False))


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


def test_a_house_nobody_has_lived_in_shows_a_simulated_table(no_pi: None) -> None:
    found = find_camera(CameraSettings(), simulated)
    assert found.kind == "sim"
    assert found.why == (
        "picamera2 is not installed and no USB camera is there, and nobody has played here yet"
    )


def test_a_house_somebody_has_lived_in_is_shown_no_other_game(no_pi: None) -> None:
    found = find_camera(CameraSettings(), simulated, lived_in=True)
    assert found.kind == "sought"
    with pytest.raises(CameraMissing, match="no USB camera is there"):
        found.open()


def test_played_or_installed_is_lived_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "INSTALLED", tmp_path / "castellan.service")
    data = tmp_path / "data"
    (data / "sim").mkdir(parents=True)
    (data / "sim" / "journal.db").touch()
    assert not lived_in(data)
    assert not lived_in(tmp_path / "nowhere")
    (data / "journal.damaged-1").mkdir()
    assert lived_in(data)
    (tmp_path / "castellan.service").touch()
    assert lived_in(tmp_path / "nowhere")


class Usb:
    """Cameras plugged in and pulled out, as udev names them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.captures = folder, dict[str, FakeCapture]()
        monkeypatch.setattr(usb_module, "V4L", folder / "v4l")
        monkeypatch.setattr(usb_module, "_video_device", self._open)

    def _open(self, device: str) -> FakeCapture:
        there = Path(device).exists()
        return self.captures[Path(device).resolve().name] if there else FakeCapture([], opens=False)

    def plug(self, node: str, name: str, *pictures: Any) -> None:
        self.captures[node] = FakeCapture(list(pictures))
        (self.folder / node).touch()
        for link in (f"by-id/usb-{name}-video-index0", f"by-path/p-usb-0:{node}-video-index0"):
            path = self.folder / "v4l" / link
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(self.folder / node)

    def pull(self, node: str) -> None:
        (self.folder / node).unlink()
        for link in (self.folder / "v4l").glob("*/*"):
            if not link.exists():
                link.unlink()


@pytest.fixture
def usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_pi: None) -> Usb:
    return Usb(tmp_path, monkeypatch)


def test_the_only_usb_camera_is_taken_by_itself(usb: Usb) -> None:
    usb.plug("video0", "Brio_1", GREY)
    found = find_camera(CameraSettings(), simulated)
    assert found.kind == "usb"
    assert found.why.endswith("one USB camera is there: " + usb_cameras()[0])
    assert found.open().name.endswith("usb-Brio_1-video-index0")


def test_of_several_usb_cameras_one_must_be_named(usb: Usb) -> None:
    usb.plug("video0", "Brio_1", GREY)
    usb.plug("video2", "C920_2", GREY)
    found = find_camera(CameraSettings(), simulated, lived_in=True)
    assert found.kind == "sought"
    with pytest.raises(CameraMissing, match=r"several.*device.*Brio_1.*C920_2"):
        found.open()


def test_a_usb_camera_asked_for_without_a_name_is_the_only_one(usb: Usb) -> None:
    usb.plug("video0", "Brio_1", GREY)
    assert find_camera(CameraSettings(use="usb"), simulated).open().read().image is GREY


def test_a_camera_is_found_later_lost_and_another_taken_without_a_restart(usb: Usb) -> None:
    found = find_camera(CameraSettings(), simulated, lived_in=True)
    told: list[str] = []
    steps = iter(
        [
            lambda: usb.plug("video0", "Brio_1", GREY, GREY),
            lambda: usb.pull("video0"),
            lambda: usb.plug("video1", "C920_2", GREY),
            lambda: usb.pull("video1"),
        ]
    )

    def wait(_: float) -> bool:
        step = next(steps, None)
        if step is not None:
            step()
        return step is None

    CameraThread(found.open, lambda _: None, lambda state: told.append(state.state)).run(wait)
    assert told == ["missing", "ok", "lost", "missing", "ok", "lost", "missing"]


def test_what_a_usb_camera_really_gives_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    capture = FakeCapture([GREY])
    exact = UsbCamera(CameraSettings(device="0"), capture)
    assert str(exact.gives()) == "1280x960 MJPG, 10/s"
    assert caplog.messages == []
    yuyv = float(cv2.VideoWriter.fourcc(*"YUYV"))
    capture.given = {
        cv2.CAP_PROP_FRAME_WIDTH: 640,
        cv2.CAP_PROP_FRAME_HEIGHT: 480,
        cv2.CAP_PROP_FPS: 7.5,
        cv2.CAP_PROP_FOURCC: yuyv,
    }
    other = UsbCamera(CameraSettings(device="0"), capture)
    assert str(other.gives()) == "640x480 YUYV, 7.5/s"
    assert caplog.messages == [
        "USB camera 0: asked for 1280x960, gives 640x480 YUYV, 7.5/s",
    ]


def test_pictures_are_asked_for_packed_before_their_size() -> None:
    capture = FakeCapture([GREY])
    UsbCamera(CameraSettings(device="0"), capture)
    asked = list(capture.properties)
    assert asked.index(cv2.CAP_PROP_FOURCC) < asked.index(cv2.CAP_PROP_FRAME_WIDTH)


def test_a_usb_camera_that_libcamera_lists_is_none_of_the_pis_own(pi: Any) -> None:
    pi.cameras[:] = [{"Model": "C920", "Num": 0, "Id": "/base/pcie/usb@0,0-1.4:1.0-046d:0825"}]
    assert picamera.absence() == "no Raspberry Pi camera is connected"
    pi.cameras.append({"Model": "imx708", "Num": 1, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"})
    assert picamera.absence() is None
    Picamera2Camera(CameraSettings())
    assert pi.opened[-1].camera_properties["Model"] == "imx708"


def test_a_module_that_picamera2_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise ModuleNotFoundError("No module named 'pykms'", name="pykms")

    monkeypatch.setattr(picamera, "_picamera2", broken)
    assert picamera.absence() == "picamera2 cannot be loaded (it needs pykms)"


@pytest.mark.parametrize("use", ["pi", "usb", "sim", "folder"])
def test_camera_named_in_the_settings_is_taken(pi: Any, use: str) -> None:
    assert find_camera(CameraSettings(use=use, device="x"), simulated).kind == use


def test_black_is_told_from_a_dim_room() -> None:
    noise = np.random.default_rng(1).integers(0, 9, (480, 640, 3)).astype(np.uint8)
    assert is_black(noise)
    dim = noise.copy()
    dim[200:300, 200:400] = 60
    assert not is_black(dim)
