"""Two picamera2s to hold the driver against: our fake, and the real one on a virtual camera."""

from __future__ import annotations

import itertools
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

REAL = "CASTELLAN_PICAMERA" in os.environ  # set by root.sh, inside the root
SIZE = (1280, 960)
# A webcam that libcamera found first, and the Pi's own camera.
WEBCAM, OWN = "/base/pcie/usb@0,0-1.4:1.0-046d:0825", "/base/soc/i2c0mux/i2c@1/imx708@1a"
VIRTUAL = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
FRAMES = Path("/var/lib/frames")
PICTURES = 4


@dataclass(frozen=True)
class Stack:
    """The class Picamera2 of one of them, and what its own camera looks at."""

    picamera2: Any
    pictures: list[NDArray[np.uint8]]


def fake_stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    """The fake in the place of the module, with both cameras plugged in."""
    from tests.device import fake_picamera2

    fake = fake_picamera2.Picamera2
    listed = [{"Model": "C920", "Id": WEBCAM, "Num": 0}, {"Model": "imx708", "Id": OWN, "Num": 1}]
    monkeypatch.setitem(sys.modules, "picamera2", fake_picamera2)
    monkeypatch.setattr(fake, "opened", [])
    monkeypatch.setattr(fake, "cameras", listed)
    return Stack(fake, [np.full((SIZE[1], SIZE[0], 3), (200, 100, 50), np.uint8)])


def real_stack() -> Stack:
    """The real one, taught what it must know of a virtual camera that no Pi has."""
    pictures = lay_table()
    from picamera2 import Picamera2
    from picamera2.allocators import LibcameraAllocator
    from picamera2.request import CompletedRequest

    init, make_array = Picamera2.__init__, CompletedRequest.make_array

    def with_its_own_buffers(self: Any, *about: Any) -> None:
        init(self, *about)
        self.allocator = LibcameraAllocator(self.camera)  # the other gives one plane for two

    def as_asked_for(self: Any, name: str) -> Any:
        return cv2.cvtColor(make_array(self, name), cv2.COLOR_YUV2BGR_NV12)

    Picamera2.__init__ = with_its_own_buffers
    Picamera2._get_raw_modes = lambda self: [{"format": "NV12", "size": SIZE}]
    CompletedRequest.make_array = as_asked_for
    return Stack(Picamera2, pictures)


def lay_table() -> list[NDArray[np.uint8]]:
    """Draw the simulated table where the virtual cameras look for their pictures."""
    from device.sim.camera import SimCamera
    from device.sim.kilt.table import SimGame

    now = itertools.count(step=10.0)  # seconds
    table = SimCamera(SimGame(1, "easy"), clock=lambda: next(now))
    pictures = []
    FRAMES.mkdir(exist_ok=True)
    for number in range(PICTURES):
        pictures.append(table.read().image)
        cv2.imwrite(str(FRAMES / f"{number}.jpg"), pictures[-1])
    VIRTUAL.parent.mkdir(parents=True, exist_ok=True)
    cameras = "".join(_virtual(*each) for each in ((WEBCAM, "C920"), (OWN, "imx708")))
    VIRTUAL.write_text(f"%YAML 1.1\n---\n{cameras}")
    return pictures


def _virtual(name: str, model: str) -> str:
    formats = f"[{{width: {SIZE[0]}, height: {SIZE[1]}, frame_rates: [10, 30]}}]"
    told = f"supported_formats: {formats}, frames: {{path: {FRAMES}/}}, model: {model}"
    return f'"{name}": {{{told}}}\n'
