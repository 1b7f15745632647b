"""The Raspberry Pi's own camera through picamera2, which comes from apt and is imported late."""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, TypeVar

from device.senses.frame import Camera, CameraLost, CameraMissing, Frame, Image, Steady

if TYPE_CHECKING:
    from device.settings.settings import CameraSettings

log = logging.getLogger(__name__)

ADVICE = "Connect the ribbon cable, then: sudo apt install python3-picamera2 && rpicam-hello"
IN_USE = (
    "The Raspberry Pi camera is in use by another program. "
    "End that program (who it is: sudo fuser -v /dev/media*)"
)
NONE_THERE = "no Raspberry Pi camera is connected"
AF_MANUAL, AF_CONTINUOUS = 0, 2  # libcamera's numbers
FREE = {"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS}
HELD = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
KEPT = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
BROKEN_IMPORT = (ImportError, OSError, RuntimeError, ValueError)
# picamera2 cancels what is awaited when the camera is closed meanwhile.
NO_PICTURE = (TimeoutError, CancelledError, RuntimeError, OSError)


class PiCamera(Protocol):
    """What we use of a Picamera2."""

    notifyme_w: int
    camera_controls: Mapping[str, object]

    def __init__(self, place: int) -> None: ...
    @staticmethod
    def global_camera_info() -> Iterable[Mapping[str, object]]: ...
    def create_video_configuration(self, **wanted: object) -> object: ...
    def configure(self, wanted: object) -> None: ...
    def set_controls(self, controls: Mapping[str, object]) -> None: ...
    def start(self) -> None: ...
    def capture_array(self, name: str, wait: float) -> Image: ...
    def capture_metadata(self, wait: float) -> Mapping[str, object]: ...
    def cancel_all_and_flush(self) -> None: ...
    def close(self) -> None: ...


T = TypeVar("T")


def _picamera2() -> type[PiCamera]:
    from picamera2 import Picamera2

    picamera2: type[PiCamera] = Picamera2
    return picamera2


def _half_turn() -> object:
    from libcamera import Transform  # type: ignore[import-not-found]

    return Transform(hflip=1, vflip=1)


def absence() -> str | None:
    """Why the Pi camera cannot be used, or None when one is there."""
    try:
        place = _on_ribbon(_picamera2())
    except ModuleNotFoundError as fault:
        if fault.name in (None, "picamera2"):
            return "picamera2 is not installed"
        return f"picamera2 cannot be loaded (it needs {fault.name})"
    except BROKEN_IMPORT as fault:
        # apt's build for NumPy 1 under NumPy 2 ends here: "numpy.dtype size changed"
        return f"picamera2 cannot be loaded ({fault})"
    return NONE_THERE if place is None else None


def _on_ribbon(picamera2: type[PiCamera]) -> int | None:
    """The place in the list of the Pi's own camera: those on USB are there too, read otherwise.

    picamera2 opens by this place, and not by the number "Num" that libcamera gave.
    """
    listed = enumerate(picamera2.global_camera_info())
    ours = (at for at, each in listed if "/usb" not in str(each.get("Id", "")).casefold())
    return next(ours, None)


def _opened(picamera2: type[PiCamera]) -> PiCamera:
    """The Pi's own camera, taken for us."""
    place = _on_ribbon(picamera2)
    if place is None:
        raise RuntimeError(NONE_THERE)
    camera = picamera2.__new__(picamera2)
    try:
        picamera2.__init__(camera, place)
    except RuntimeError:
        # picamera2 leaves one end of a pipe open at every vain try
        with suppress(AttributeError, OSError):
            os.close(camera.notifyme_w)
        raise
    return camera


def _missing(fault: BaseException) -> CameraMissing:
    """What to do about a camera that cannot be opened; picamera2 tells the reason as a cause."""
    while fault.__cause__ is not None:
        fault = fault.__cause__
    if os.strerror(errno.EBUSY) in str(fault):
        return CameraMissing(IN_USE)
    return CameraMissing(f"No picture from the Raspberry Pi camera: {fault}. {ADVICE}")


def _rate(fps: float) -> dict[str, object]:
    """The control for so many pictures a second, by libcamera's name and in microseconds.

    picamera2 takes "FrameRate" too, but its list of what the camera has never names it.
    """
    lasts = round(1e6 / fps)
    return {"FrameDurationLimits": (lasts, lasts)}


class Picamera2Camera(Camera):
    """Frames from picamera2; its "RGB888" arrays are in the order OpenCV wants: B, G, R."""

    def __init__(self, settings: CameraSettings) -> None:
        self.name = "Raspberry Pi camera"
        self._camera: PiCamera | None = None
        self._settings = settings
        self._steady = Steady() if settings.lock else None
        self._resting = False
        try:
            self._camera = _opened(_picamera2())
            self._start(self._camera)
        except BROKEN_IMPORT as fault:
            self.close()
            raise _missing(fault) from fault

    def _start(self, camera: PiCamera) -> None:
        main = {"size": self._settings.size, "format": "RGB888"}
        turned = {"transform": _half_turn()} if self._settings.turn else {}
        wanted = camera.create_video_configuration(main=main, buffer_count=4, **turned)
        camera.configure(wanted)
        self._set({**_rate(self._settings.fps), **FREE})
        camera.start()

    def _set(self, controls: Mapping[str, object]) -> None:
        """Set what this camera has; asking for more is an error."""
        camera = self._camera
        if camera is None:
            return
        known = {k: v for k, v in controls.items() if k in camera.camera_controls}
        if known:
            camera.set_controls(known)

    def read(self, timeout: float = 2.0) -> Frame:
        """The next picture. Without `wait`, capture_array would block for ever on a dead camera."""
        image = self._awaited(lambda camera: camera.capture_array("main", wait=timeout), timeout)
        frame = Frame(time.monotonic(), image[:, :, :3])
        if self._steady is not None:
            self._hold_or_free(self._steady.feed(frame.image), timeout)
        return frame

    def _awaited(self, wanted: Callable[[PiCamera], T], timeout: float) -> T:
        """What picamera2 gives with the next picture; another thread may close it meanwhile."""
        camera = self._camera
        if camera is None:
            raise CameraLost(f"{self.name} is closed")
        try:
            return wanted(camera)
        except NO_PICTURE as fault:
            if self._camera is None:
                raise CameraLost(f"{self.name} was closed") from fault
            raise CameraLost(f"{self.name} gave no picture within {timeout:g} s") from fault

    def _hold_or_free(self, wish: str | None, timeout: float) -> None:
        """Lock exposure, colours and focus where they are, or let them find themselves anew."""
        if wish == "free":
            self._set(FREE)
        elif wish == "hold":
            found = self._awaited(lambda camera: camera.capture_metadata(wait=timeout), timeout)
            self._set({**HELD, **{name: found[name] for name in KEPT if name in found}})
            log.info("exposure, colours and focus are locked")

    def rest(self, resting: bool) -> None:
        if resting != self._resting:
            self._resting = resting
            self._set(_rate(self._settings.rest_fps if resting else self._settings.fps))

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        camera.cancel_all_and_flush()
        camera.close()
