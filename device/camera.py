"""Cameras behind one small protocol: the Pi's own, one on USB, and a folder of pictures."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import CastellanError

if TYPE_CHECKING:
    from device.config import CameraSettings

log = logging.getLogger(__name__)

Image = NDArray[np.uint8]
BLACK_LEVEL = 14  # a covered lens still shows sensor noise of a few grey levels
STILLS = 4  # how often a plain folder shows each picture, so that the table counts as at rest
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True)
class Frame:
    """One picture: BGR, with the monotonic time in seconds at which it was taken."""

    time: float
    image: Image


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


class UsbCamera:
    """A camera on USB, read through OpenCV."""

    def __init__(
        self,
        device: str | int,
        size: tuple[int, int],
        fps: float,
        capture: Callable[[Any], Any] = cv2.VideoCapture,
    ) -> None:
        self.name = f"USB camera {device}"
        self._pause = 0.8 / fps
        self._last = 0.0
        self._capture = capture(int(device) if str(device).isdigit() else device)
        if not self._capture.isOpened():
            raise CameraMissing(
                f"USB camera {device!r} cannot be opened. Plug it in, close other programs that "
                "use it, and check [camera] device in castellan.toml (see: v4l2-ctl --list-devices)"
            )
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_FPS, fps)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

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
            return Frame(now, image)
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


def find_camera(settings: CameraSettings, simulated: Callable[[], Camera]) -> Found:
    """Pick the camera the settings name, or the best one that is there."""
    from device import picamera

    def pi() -> Camera:
        return picamera.Picamera2Camera(settings.size, settings.fps)

    def usb() -> Camera:
        return UsbCamera(settings.device, settings.size, settings.fps)

    match settings.use:
        case "pi":
            return Found("pi", "the settings ask for the Raspberry Pi camera", pi)
        case "usb":
            return Found("usb", f"the settings name USB camera {settings.device}", usb)
        case "folder":
            folder = Path(settings.device)
            return Found("folder", f"pictures come from {folder}", lambda: FolderCamera(folder))
        case "sim":
            return Found("sim", "the settings ask for the simulated table", simulated)
        case "none":
            return no_camera("the settings ask for play by phone alone")
    absent = picamera.absence()
    if absent is None:
        return Found("pi", "a Raspberry Pi camera is connected", pi)
    if settings.device:
        return Found("usb", f"{absent}; the settings name USB camera {settings.device}", usb)
    return Found("sim", f"{absent} and no USB camera is named in the settings", simulated)
