"""Cameras behind one small protocol: the Pi's own, one on USB, a folder of pictures, a video."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import CastellanError
from vision.gate import shrink

if TYPE_CHECKING:
    from device.config import CameraSettings

log = logging.getLogger(__name__)

Image = NDArray[np.uint8]
BLACK_LEVEL = 14  # a covered lens still shows sensor noise of a few grey levels
STEADY_FRAMES = 15  # as bright as each other before a camera's automatics are held
CHANGED_FRAMES = 30  # a light switched on, not a hand over the table
LIGHT_CHANGED = 1.6
STILLS = 4  # how often a plain folder shows each picture, so that the table counts as at rest
INSTALLED = Path("/etc/systemd/system/castellan.service")
V4L = Path("/dev/v4l")  # Linux: the cameras by names of their own
MJPG = float(cv2.VideoWriter.fourcc(*"MJPG"))  # pictures packed by the camera: USB carries enough
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True)
class Frame:
    """One picture: BGR, with the monotonic time in seconds at which it was taken."""

    time: float
    image: Image

    @cached_property
    def small(self) -> Image:
        """The picture as small as stillness is judged by, made once."""
        return shrink(self.image)


@dataclass(frozen=True)
class Given:
    """What a camera says it gives: size, pictures a second, how they are packed."""

    size: tuple[int, int]
    rate: float
    kind: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.kind}, {self.rate:g}/s"


class Camera(Protocol):
    """Anything that gives pictures of the table."""

    name: str

    def read(self, timeout: float = 2.0) -> Frame:
        """The next picture; CameraLost when none comes in time."""

    def close(self) -> None:
        """Give the device back; harmless when done twice."""


class CameraMissing(CastellanError, OSError):
    """There is no such camera."""


class CameraLost(CastellanError, OSError):
    """A camera that worked gives no more pictures."""


class EndOfPictures(CastellanError, EOFError):
    """A folder of pictures has been shown to its end."""


def is_black(image: Image) -> bool:
    """Whether a picture shows nothing at all: lens covered, no light, dead sensor."""
    return float(np.percentile(image[::16, ::16], 99)) < BLACK_LEVEL


class Steady:
    """Says when a camera's automatics should be held, and when set free again.

    Colours are compared with what was taught, so they must not drift while people play; but when
    the light really changes, the camera must find itself anew.
    """

    def __init__(self) -> None:
        self._levels: list[float] = []
        self._held: float | None = None
        self._off = 0

    def feed(self, image: Image) -> str | None:
        """What to do after this picture: "hold", "free" or nothing."""
        level = float(image[::16, ::16].mean()) + 1.0
        if self._held is not None:
            return self._watch(level, self._held)
        self._levels = [*self._levels[1 - STEADY_FRAMES :], level]
        if len(self._levels) < STEADY_FRAMES or max(self._levels) > 1.05 * min(self._levels):
            return None
        self._held, self._off = level, 0
        return "hold"

    def _watch(self, level: float, held: float) -> str | None:
        away = not 1 / LIGHT_CHANGED < level / held < LIGHT_CHANGED
        self._off = self._off + 1 if away else 0
        if self._off < CHANGED_FRAMES:
            return None
        self._held, self._levels = None, []
        return "free"


def _video_device(device: int | str) -> Any:
    """A camera of the system; other readers would take its name for that of a film."""
    return cv2.VideoCapture(device, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)


class UsbCamera:
    """A camera on USB, read through OpenCV.

    Of its automatics only colours and focus are held: most of these cameras jump to another
    exposure when theirs is switched to manual.
    """

    def __init__(
        self, settings: CameraSettings, capture: Callable[[Any], Any] | None = None
    ) -> None:
        device, size, fps = settings.device, settings.size, settings.fps
        self.name = f"USB camera {device}"
        self._settings = settings
        self._steady = Steady() if settings.lock else None
        self._last = 0.0
        self.rest(False)
        self._capture = (capture or _video_device)(int(device) if str(device).isdigit() else device)
        if not self._capture.isOpened():
            raise CameraMissing(
                f"USB camera {device!r} cannot be opened. Plug it in, close other programs that "
                "use it, and check [camera] device in castellan.toml (see: v4l2-ctl --list-devices)"
            )
        self._capture.set(cv2.CAP_PROP_FOURCC, MJPG)  # first: the sizes to be had depend on it
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_FPS, fps)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._hold(False)
        if self.gives().size != tuple(size):
            log.warning("%s: asked for %dx%d, gives %s", self.name, *size, self.gives())

    def gives(self) -> Given:
        """What it really gives; a camera need not do what it is asked."""
        asked = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FOURCC)
        wide, high, packed = (max(0, int(self._capture.get(each))) for each in asked)
        kind = packed.to_bytes(4, "little").decode("ascii", "replace").strip("\0 ")
        return Given((wide, high), float(self._capture.get(cv2.CAP_PROP_FPS)), kind)

    def _hold(self, held: bool) -> None:
        for automatic in (cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS):
            self._capture.set(automatic, 0 if held else 1)

    def rest(self, resting: bool) -> None:
        """Look at fewer pictures while nothing happens; those between are not even decoded."""
        self._pause = 0.8 / (self._settings.rest_fps if resting else self._settings.fps)

    def read(self, timeout: float = 2.0) -> Frame:
        """The next picture, dropping those that come faster than the wanted rate."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if not self._capture.grab():
                raise CameraLost(f"{self.name} stopped giving pictures; is it still plugged in?")
            now = time.monotonic()
            if now - self._last < self._pause:
                continue
            good, image = self._capture.retrieve()
            if not good or image is None:
                raise CameraLost(f"{self.name} gave a broken picture")
            self._last = now
            wish = self._steady.feed(image) if self._steady is not None else None
            if wish is not None:
                self._hold(wish == "hold")
            turned = cv2.rotate(image, cv2.ROTATE_180) if self._settings.turn else image
            return Frame(now, turned)
        raise CameraLost(f"{self.name} gave no picture within {timeout:g} s")

    def close(self) -> None:
        self._capture.release()


class FolderCamera:
    """Pictures of a folder in order, as if a camera took them; never waits.

    A recording is shown as it was taken; of any other folder each picture is a still moment.
    """

    def __init__(self, folder: Path, fps: float = 10.0) -> None:
        self.name = f"pictures in {folder}"
        self._frames = self._walk(_timed_pictures(folder, fps))

    @staticmethod
    def _walk(pictures: list[tuple[float, Path]]) -> Iterator[Frame]:
        for moment, path in pictures:
            image = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if image is None:
                log.warning("%s is not a readable picture; left out", path)
                continue
            yield Frame(moment, image.astype(np.uint8, copy=False))

    def read(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 (a folder never waits)
        try:
            return next(self._frames)
        except StopIteration:
            raise EndOfPictures(f"no more {self.name}") from None

    def close(self) -> None:
        self._frames = iter(())


class VideoCamera:
    """The pictures of a video file, as if a camera took them; never waits."""

    def __init__(self, path: Path) -> None:
        self.name = f"video {path}"
        self._capture = cv2.VideoCapture(str(path))
        self._rate = self._capture.get(cv2.CAP_PROP_FPS) or 10.0
        self._shown = 0
        if not self._capture.isOpened():
            raise CameraMissing(f"{path} is not a video that can be read; try an .mp4 or .avi file")

    def read(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 (a file never waits)
        good, image = self._capture.read()
        if not good:
            raise EndOfPictures(f"no more {self.name}")
        self._shown += 1
        return Frame(self._shown / self._rate, image.astype(np.uint8, copy=False))

    def close(self) -> None:
        self._capture.release()


def show_pictures(path: Path) -> Camera:
    """A folder of pictures, a recording, or a video file as a camera."""
    return VideoCamera(path) if path.is_file() else FolderCamera(path)


def _timed_pictures(folder: Path, fps: float) -> list[tuple[float, Path]]:
    """Times and files of a folder: a recording's own times, else evenly spaced."""
    from device.recording import read_frame_list

    if not folder.is_dir():
        raise CameraMissing(f"{folder} is not a folder; give a recording or a folder of pictures")
    if (folder / "frames.jsonl").is_file():
        return read_frame_list(folder)
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
    if not files:
        raise CameraMissing(f"{folder} holds no pictures (.jpg or .png) and no frames.jsonl")
    shown = [path for path in files for _ in range(STILLS)]
    return [(number / fps, path) for number, path in enumerate(shown)]


@dataclass(frozen=True)
class Found:
    """Which camera to use, why, and how to open it (again, after it was lost)."""

    kind: str
    why: str
    open: Callable[[], Camera]


def no_camera(why: str) -> Found:
    """A table that is told everything on the phones."""

    def none() -> Camera:
        raise CameraMissing("this table has no camera; everything is told on the phones")

    return Found("none", why, none)


def usb_cameras() -> list[str]:
    """Every camera on USB, by a name that stays when it is plugged in again."""
    named = [*V4L.glob("by-id/usb-*-index0"), *V4L.glob("by-path/*usb*-index0")]
    each: dict[Path, str] = {}
    for path in sorted(named):
        each.setdefault(path.resolve(), str(path))
    return list(each.values())


def look_for_camera(settings: CameraSettings) -> Found:
    """The best camera that is there now: the Pi's own, the one the settings name, the only one."""
    from device import picamera

    asked = settings.use == "usb"
    absent = "the settings ask for a USB camera" if asked else picamera.absence()
    if absent is None:
        why = "a Raspberry Pi camera is connected"
        return Found("pi", why, lambda: picamera.Picamera2Camera(settings))
    if settings.device:
        why = f"{absent}; the settings name USB camera {settings.device}"
        return Found("usb", why, lambda: UsbCamera(settings))
    there = usb_cameras()
    if len(there) > 1:
        raise CameraMissing(
            "there are several USB cameras; name one in castellan.toml, [camera] device: "
            + ", ".join(there)
        )
    if not there:
        raise CameraMissing(f"{absent} and no USB camera is there")
    only = replace(settings, device=there[0])
    return Found("usb", f"{absent}; one USB camera is there: {there[0]}", lambda: UsbCamera(only))


def lived_in(folder: Path) -> bool:
    """Whether somebody has played with these data, or installed the table for good: then no game
    is put in the place of theirs.
    """
    return INSTALLED.exists() or any(folder.glob("journal.*"))


def find_camera(
    settings: CameraSettings, simulated: Callable[[], Camera], lived_in: bool = False
) -> Found:
    """Pick the camera the settings name, or the best one that is there.

    What is left to us is looked for whenever it is to be opened: cameras come, go and change.
    Where nobody has `lived_in` the house, a simulated table is shown instead of none.
    """
    from device import picamera

    match settings.use:
        case "pi":
            why = "the settings ask for the Raspberry Pi camera"
            return Found("pi", why, lambda: picamera.Picamera2Camera(settings))
        case "usb" if settings.device:
            why = f"the settings name USB camera {settings.device}"
            return Found("usb", why, lambda: UsbCamera(settings))
        case "folder":
            folder = Path(settings.device)
            return Found("folder", f"pictures come from {folder}", lambda: show_pictures(folder))
        case "sim":
            return Found("sim", "the settings ask for the simulated table", simulated)
        case "none":
            return no_camera("the settings ask for play by phone alone")

    def there_now() -> Camera:
        return look_for_camera(settings).open()

    try:
        return replace(look_for_camera(settings), open=there_now)
    except CameraMissing as fault:
        if not lived_in and settings.use == "auto":
            return Found("sim", f"{fault}, and nobody has played here yet", simulated)
        return Found("sought", f"no camera is found ({fault})", there_now)
