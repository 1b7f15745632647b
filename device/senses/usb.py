"""A camera on USB, read through OpenCV."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.senses.frame import Camera

if TYPE_CHECKING:
    from device.settings.settings import CameraSettings
from device.senses.frame import CameraLost, CameraMissing, Frame, Steady

log = logging.getLogger(__name__)

V4L = Path("/dev/v4l")  # Linux: the cameras by names of their own
MJPG = float(cv2.VideoWriter.fourcc(*"MJPG"))  # pictures packed by the camera: USB carries enough


@dataclass(frozen=True)
class Given:
    """What a camera says it gives: size, pictures a second, how they are packed."""

    size: tuple[int, int]
    rate: float
    kind: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.kind}, {self.rate:g}/s"


def _video_device(device: int | str) -> cv2.VideoCapture:
    """A camera of the system; other readers would take its name for that of a film."""
    return cv2.VideoCapture(device, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)


class UsbCamera(Camera):
    """A camera on USB, read through OpenCV.

    Of its automatics only colours and focus are held: most of these cameras jump to another
    exposure when theirs is switched to manual.
    """

    def __init__(
        self,
        settings: CameraSettings,
        capture: Callable[[int | str], cv2.VideoCapture] | None = None,
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
        if self.given().size != tuple(size):
            log.warning("%s: asked for %dx%d, gives %s", self.name, *size, self.gives())

    def gives(self) -> str:
        """What it really gives; a camera need not do what it is asked."""
        return str(self.given())

    def given(self) -> Given:
        """The same, part by part."""
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
            picture = np.asarray(image, np.uint8)
            wish = self._steady.feed(picture) if self._steady is not None else None
            if wish is not None:
                self._hold(wish == "hold")
            if self._settings.turn:
                picture = np.asarray(cv2.rotate(picture, cv2.ROTATE_180), np.uint8)
            return Frame(now, picture)
        raise CameraLost(f"{self.name} gave no picture within {timeout:g} s")

    def close(self) -> None:
        self._capture.release()


def usb_cameras() -> list[str]:
    """Every camera on USB, by a name that stays when it is plugged in again."""
    named = [*V4L.glob("by-id/usb-*-index0"), *V4L.glob("by-path/*usb*-index0")]
    each: dict[Path, str] = {}
    for path in sorted(named):
        each.setdefault(path.resolve(), str(path))
    return list(each.values())
