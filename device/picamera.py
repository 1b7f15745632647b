"""The Raspberry Pi's own camera through picamera2, which comes from apt and is imported late."""

from __future__ import annotations

import time
from typing import Any

from device.camera import CameraLost, CameraMissing, Frame

ADVICE = "Connect the ribbon cable, then: sudo apt install python3-picamera2 && rpicam-hello"
BROKEN_IMPORT = (ImportError, OSError, RuntimeError, ValueError)


def _picamera2() -> Any:
    from picamera2 import Picamera2

    return Picamera2


def absence() -> str | None:
    """Why the Pi camera cannot be used, or None when one is there."""
    try:
        cameras = _picamera2().global_camera_info()
    except ModuleNotFoundError:
        return "picamera2 is not installed"
    except BROKEN_IMPORT as fault:
        # apt's build for NumPy 1 under NumPy 2 ends here: "numpy.dtype size changed"
        return f"picamera2 cannot be loaded ({fault})"
    return None if cameras else "no Raspberry Pi camera is connected"


class Picamera2Camera:
    """Frames from picamera2; its "RGB888" arrays are in the order OpenCV wants: B, G, R."""

    def __init__(self, size: tuple[int, int], fps: float, index: int = 0) -> None:
        self.name = "Raspberry Pi camera"
        self._camera: Any = None
        try:
            self._camera = _picamera2()(index)
            self._start(size, fps)
        except (*BROKEN_IMPORT, IndexError) as fault:
            self.close()
            raise CameraMissing(
                f"No picture from the Raspberry Pi camera: {fault}. {ADVICE}"
            ) from (fault)

    def _start(self, size: tuple[int, int], fps: float) -> None:
        wanted = self._camera.create_video_configuration(
            main={"size": size, "format": "RGB888"}, buffer_count=4
        )
        self._camera.configure(wanted)
        if "FrameRate" in self._camera.camera_controls:
            self._camera.set_controls({"FrameRate": fps})
        self._camera.start()

    def read(self, timeout: float = 2.0) -> Frame:
        """The next picture. Without `wait`, capture_array would block for ever on a dead camera."""
        if self._camera is None:
            raise CameraLost(f"{self.name} is closed")
        try:
            image = self._camera.capture_array("main", wait=timeout)
        except (TimeoutError, RuntimeError, OSError) as fault:
            raise CameraLost(f"{self.name} gave no picture within {timeout:g} s") from fault
        return Frame(time.monotonic(), image[:, :, :3])

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        camera.cancel_all_and_flush()
        camera.close()
