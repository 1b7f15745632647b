"""A stand-in for the picamera2 module that behaves as version 0.3.38 does where we rely on it.

`tests/picamera` holds it to the real one: the same tests run against both.
"""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

import numpy as np

STREAM_KEYS = {"format", "size", "stride", "preserve_ar"}
SECOND = 1_000_000  # in libcamera's microseconds


class Request:
    """One picture's buffer, taken out of the round until it is released."""

    def __init__(self, camera: "Picamera2") -> None:
        self._camera: Picamera2 | None = camera

    def release(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.give_back()


class Picamera2:
    """One camera whose frames can be stopped; "RGB888" arrays hold B, G, R."""

    cameras: list[dict[str, Any]] = [  # noqa: RUF012
        {"Model": "imx708", "Id": "/base/i2c@1a/imx708", "Num": 0}
    ]
    frames_stop = False
    light = 1.0
    controls: dict[str, Any] = {"FrameDurationLimits": (33333, 1000000, None)}  # noqa: RUF012
    opened: list["Picamera2"] = []  # noqa: RUF012

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        """Those on USB come last, whatever number libcamera gave them."""
        return sorted(
            Picamera2.cameras, key=lambda each: ("/usb" not in each["Id"], each["Id"]), reverse=True
        )

    def __init__(self, camera_num: int = 0) -> None:
        self._notifyme_r, self.notifyme_w = os.pipe()
        self.is_open = False
        self.calls: list[str] = []
        self.configuration: dict[str, Any] | None = None
        self.started = False
        self._held = 0
        self._cancelled: object = None
        self._news = threading.Condition()
        try:
            self._acquire(camera_num)
        except RuntimeError:
            os.close(self._notifyme_r)  # the other end stays open
            raise
        self.is_open = True
        Picamera2.opened.append(self)

    def _acquire(self, camera_num: int) -> None:
        """Take the camera at this place of the list."""
        if camera_num >= len(Picamera2.cameras):
            raise RuntimeError(f"No camera number {camera_num} found")
        self.camera_properties = self.global_camera_info()[camera_num]
        taken = [each.camera_properties["Id"] for each in Picamera2.opened if each.is_open]
        if self.camera_properties["Id"] in taken:
            busy = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from busy

    @property
    def camera_controls(self) -> dict[str, Any]:
        return dict(Picamera2.controls) if self.is_open else {}

    def create_video_configuration(
        self, main: dict[str, Any], buffer_count: int = 6, transform: Any = None
    ) -> dict[str, Any]:
        if not self.is_open:
            raise RuntimeError("Camera not opened")
        unknown = main.keys() - STREAM_KEYS
        if unknown:
            raise ValueError(f"Bad key {unknown.pop()!r}: valid stream configuration keys are ...")
        width, height = main.get("size", (1280, 720))
        return {
            "main": {**main, "size": (width // 2 * 2, height // 2 * 2)},
            "buffer_count": buffer_count,
            "transform": transform,
        }

    def configure(self, configuration: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self.configuration = configuration

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Take what the camera has, and a rate of pictures in place of how long each lasts."""
        for name in controls:
            real = "FrameDurationLimits" if name == "FrameRate" else name
            if real not in self.camera_controls:
                raise RuntimeError(f"Control {real} is not advertised by libcamera")
        self.calls.append(f"set_controls {controls}")

    def start(self) -> None:
        if self.configuration is None:
            self.configure(self.create_video_configuration({"size": (640, 480)}))
        self.started = True

    def stop(self) -> None:
        self.started = False

    def capture_array(self, name: str = "main", wait: float | None = None) -> Any:
        return self._with_next(lambda: self._picture(name), wait)

    def capture_metadata(self, wait: float | None = None) -> dict[str, Any]:
        return self._with_next(
            lambda: {
                "ExposureTime": 9000,
                "AnalogueGain": 2.0,
                "ColourGains": (1.5, 1.7),
                "LensPosition": 1.25,
                "SensorTimestamp": 7,
            },
            wait,
        )

    def capture_request(self, wait: float | None = None) -> Request:
        return self._with_next(self._hold, wait)

    def give_back(self) -> None:
        with self._news:
            self._held -= 1
            self._news.notify_all()

    def _hold(self) -> Request:
        self._held += 1
        return Request(self)

    def _picture(self, name: str) -> Any:
        assert self.configuration is not None
        if name not in self.configuration:
            raise RuntimeError(f"Stream {name!r} is not defined")
        width, height = self.configuration["main"]["size"]
        picture = np.zeros((height, width, 3), np.uint8)
        picture[:] = np.array((200, 100, 50)) * Picamera2.light  # blue first
        return picture

    def _with_next(self, made: Callable[[], Any], wait: float | None) -> Any:
        """What is made of the next picture; a cancelled job raises what the future of one does."""
        assert wait is not None, "without wait this would block for ever on a dead camera"
        deadline = time.monotonic() + wait
        with self._news:
            waits_since = self._cancelled
            while not self._flows():
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                self._news.wait(min(left, 0.01))
                if self._cancelled is not waits_since:
                    raise CancelledError
            return made()

    def _flows(self) -> bool:
        """Whether frames come: a camera all of whose buffers are held has nowhere to put one."""
        if not self.started or Picamera2.frames_stop:
            return False
        assert self.configuration is not None
        return self._held < int(self.configuration["buffer_count"])

    def cancel_all_and_flush(self) -> None:
        self.calls.append("flush")
        with self._news:
            self._cancelled = object()
            self._news.notify_all()

    def close(self) -> None:
        if self.is_open:
            os.close(self._notifyme_r)
            os.close(self.notifyme_w)
        self.started = self.is_open = False
        self.calls.append("close")
