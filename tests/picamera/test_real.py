"""What can be tried with the real picamera2 alone: installations that lack something."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SAY = "from device.senses.picamera import absence; print(absence())"
pytestmark = pytest.mark.usefixtures("real")

NEEDED = ("libcamera", "numpy", "piexif", "PIL", "pidng.camdefs", "prctl",
          "pykms", "simplejpeg", "videodev2")  # fmt: skip


def said(before: str = "", **environment: str) -> str:
    """What is said of the Pi's camera by a fresh Python in which this was done first."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, device.senses.camera\n{before}\n{SAY}"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_whole_installation_lacks_nothing() -> None:
    assert said() == "None"


@pytest.mark.parametrize("module", NEEDED)
def test_a_module_that_is_missing_is_named(module: str) -> None:
    assert said(f"sys.modules[{module!r}] = None") == (
        f"picamera2 cannot be loaded (it needs {module})"
    )


def test_without_picamera2_that_is_what_is_missing() -> None:
    assert said("sys.modules['picamera2'] = None") == "picamera2 is not installed"


def test_without_a_camera_that_is_what_is_missing() -> None:
    assert said(LIBCAMERA_PIPELINES_MATCH_LIST="simple") == "no Raspberry Pi camera is connected"
