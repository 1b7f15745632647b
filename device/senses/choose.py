"""Which camera looks at the table: the one the settings name, or the best that is there."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.settings.settings import CameraSettings
from device.senses.frame import Camera, CameraMissing
from device.senses.pictures import show_pictures
from device.senses.usb import UsbCamera, usb_cameras

log = logging.getLogger(__name__)
INSTALLED = Path("/etc/systemd/system/castellan.service")


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


def look_for_camera(settings: CameraSettings) -> Found:
    """The best camera that is there now: the Pi's own, the one the settings name, the only one."""
    from device.senses import picamera

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
    from device.senses import picamera

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
