"""A stand-in for the picamera2 module that behaves as version 0.3.38 does where we rely on it."""

from typing import Any

import numpy as np


class Picamera2:
    """One camera whose frames can be stopped; "RGB888" arrays hold B, G, R."""

    cameras: list[dict[str, Any]] = [{"Model": "imx708", "Num": 0}]  # noqa: RUF012
    frames_stop = False
    light = 1.0
    controls: dict[str, Any] = {"FrameRate": (1, 120, 30)}  # noqa: RUF012
    opened: list["Picamera2"] = []  # noqa: RUF012

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return Picamera2.cameras

    def __init__(self, index: int = 0) -> None:
        if index >= len(Picamera2.cameras):
            raise IndexError("list index out of range")
        self.index = index
        self.camera_controls = dict(Picamera2.controls)
        self.calls: list[str] = []
        self.configuration: dict[str, Any] | None = None
        self.started = False
        Picamera2.opened.append(self)

    def create_video_configuration(
        self, main: dict[str, Any], buffer_count: int, transform: Any = None
    ) -> dict[str, Any]:
        unknown = main.keys() - {"size", "format", "stride"}
        if unknown:
            raise ValueError(f"Bad key {unknown.pop()!r} in stream configuration")
        width, height = main["size"]
        return {
            "main": {**main, "size": (width // 2 * 2, height // 2 * 2)},
            "buffers": buffer_count,
            "transform": transform,
        }

    def configure(self, configuration: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self.configuration = configuration

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.calls.append(f"set_controls {controls}")

    def start(self) -> None:
        self.started = True

    def capture_array(self, name: str = "main", wait: float | None = None) -> Any:
        assert wait is not None, "without wait this would block for ever on a dead camera"
        assert self.configuration is not None
        assert name in self.configuration, "a stream that was not configured wedges the camera"
        if Picamera2.frames_stop:
            raise TimeoutError
        width, height = self.configuration["main"]["size"]
        picture = np.zeros((height, width, 3), np.uint8)
        picture[:] = np.array((200, 100, 50)) * Picamera2.light  # blue first
        return picture

    def capture_metadata(self, wait: float | None = None) -> dict[str, Any]:
        assert wait is not None, "without wait this would block for ever on a dead camera"
        if Picamera2.frames_stop:
            raise TimeoutError
        return {
            "ExposureTime": 9000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.7),
            "LensPosition": 1.25,
            "SensorTimestamp": 7,
        }

    def cancel_all_and_flush(self) -> None:
        self.calls.append("flush")

    def close(self) -> None:
        self.started = False
        self.calls.append("close")
