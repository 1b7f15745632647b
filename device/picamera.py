"""The Raspberry Pi's own camera through picamera2, which comes from apt and is imported late."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from device.camera import CameraLost, CameraMissing, Frame, Steady

if TYPE_CHECKING:
    from device.config import CameraSettings

log = logging.getLogger(__name__)

ADVICE = "Connect the ribbon cable, then: sudo apt install python3-picamera2 && rpicam-hello"
AF_MANUAL, AF_CONTINUOUS = 0, 2  # libcamera's numbers
FREE = {"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS}
HELD = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
KEPT = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
BROKEN_IMPORT = (ImportError, OSError, RuntimeError, ValueError)


def _picamera2() -> Any:
    from picamera2 import Picamera2

    return Picamera2


def _half_turn() -> Any:
    from libcamera import Transform  # type: ignore[import-not-found]

    return Transform(hflip=1, vflip=1)


def absence() -> str | None:
    """Why the Pi camera cannot be used, or None when one is there."""
    try:
        cameras = _on_ribbons(_picamera2())
    except ModuleNotFoundError as fault:
        if fault.name in (None, "picamera2"):
            return "picamera2 is not installed"
        return f"picamera2 cannot be loaded (it needs {fault.name})"
    except BROKEN_IMPORT as fault:
        # apt's build for NumPy 1 under NumPy 2 ends here: "numpy.dtype size changed"
        return f"picamera2 cannot be loaded ({fault})"
    return None if cameras else "no Raspberry Pi camera is connected"


def _on_ribbons(picamera2: Any) -> list[int]:
    """The numbers of the Pi's own cameras: those on USB are listed too, and read otherwise."""
    listed = picamera2.global_camera_info()
    return [each["Num"] for each in listed if "/usb" not in str(each.get("Id", "")).casefold()]


class Picamera2Camera:
    """Frames from picamera2; its "RGB888" arrays are in the order OpenCV wants: B, G, R."""

    def __init__(self, settings: CameraSettings) -> None:
        self.name = "Raspberry Pi camera"
        self._camera: Any = None
        self._settings = settings
        self._steady = Steady() if settings.lock else None
        self._resting = False
        try:
            picamera2 = _picamera2()
            self._camera = picamera2(_on_ribbons(picamera2)[0])
            self._start()
        except (*BROKEN_IMPORT, IndexError) as fault:
            self.close()
            raise CameraMissing(
                f"No picture from the Raspberry Pi camera: {fault}. {ADVICE}"
            ) from (fault)

    def _start(self) -> None:
        main = {"size": self._settings.size, "format": "RGB888"}
        turned = {"transform": _half_turn()} if self._settings.turn else {}
        wanted = self._camera.create_video_configuration(main=main, buffer_count=4, **turned)
        self._camera.configure(wanted)
        self._set({"FrameRate": self._settings.fps, **FREE})
        self._camera.start()

    def _set(self, controls: dict[str, Any]) -> None:
        """Set what this camera has; asking for more is an error."""
        known = {k: v for k, v in controls.items() if k in self._camera.camera_controls}
        if known:
            self._camera.set_controls(known)

    def read(self, timeout: float = 2.0) -> Frame:
        """The next picture. Without `wait`, capture_array would block for ever on a dead camera."""
        if self._camera is None:
            raise CameraLost(f"{self.name} is closed")
        try:
            image = self._camera.capture_array("main", wait=timeout)
        except (TimeoutError, RuntimeError, OSError) as fault:
            raise CameraLost(f"{self.name} gave no picture within {timeout:g} s") from fault
        frame = Frame(time.monotonic(), image[:, :, :3])
        if self._steady is not None:
            self._hold_or_free(self._steady.feed(frame.image), timeout)
        return frame

    def _hold_or_free(self, wish: str | None, timeout: float) -> None:
        """Lock exposure, colours and focus where they are, or let them find themselves anew."""
        if wish == "free":
            self._set(FREE)
        elif wish == "hold":
            try:
                found = self._camera.capture_metadata(wait=timeout)
            except (TimeoutError, RuntimeError, OSError) as fault:
                raise CameraLost(f"{self.name} gave no picture within {timeout:g} s") from fault
            self._set({**HELD, **{name: found[name] for name in KEPT if name in found}})
            log.info("exposure, colours and focus are locked")

    def rest(self, resting: bool) -> None:
        """Take fewer pictures while nothing happens."""
        if resting != self._resting and self._camera is not None:
            self._resting = resting
            settings = self._settings
            self._set({"FrameRate": settings.rest_fps if resting else settings.fps})

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        camera.cancel_all_and_flush()
        camera.close()
