"""The table as the boots of the appliance matrix start it, with what no test machine has: a camera
that is plugged in when a file says so, and a clock that is wrong."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.cli.main import main as castellan
from device.senses import choose, usb


class Plugged:
    """A webcam that is there as long as its file is; it shows a lit table without a board."""

    def __init__(self, file: Path) -> None:
        self.file, self.due = file, time.monotonic()
        self.noise = np.random.default_rng(1)
        self.facts: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802 (as OpenCV spells it)
        return self.file.exists()

    def set(self, what: int, value: float) -> bool:
        self.facts[what] = value
        return True

    def get(self, what: int) -> float:
        return self.facts.get(what, 0.0)

    def grab(self) -> bool:
        time.sleep(max(0.0, self.due - time.monotonic()))
        self.due = time.monotonic() + 0.1
        return self.file.exists()

    def retrieve(self) -> tuple[bool, Any]:
        size = int(self.get(cv2.CAP_PROP_FRAME_HEIGHT)), int(self.get(cv2.CAP_PROP_FRAME_WIDTH)), 3
        table = np.full(size, 120, np.int16) + self.noise.integers(-4, 5, size)
        return True, table.astype(np.uint8)

    def release(self) -> None:
        """Nothing is held."""


def main() -> None:
    plug = os.environ.get("BOOT_CAMERA")
    if plug:
        choose.usb_cameras = lambda: ["/dev/video0"] if Path(plug).exists() else []
        usb._video_device = lambda device: Plugged(Path(plug))
    behind = float(os.environ.get("BOOT_CLOCK_BEHIND", "0"))
    if behind:
        now = time.time
        time.time = lambda: now() - behind
    castellan()


if __name__ == "__main__":
    main()
