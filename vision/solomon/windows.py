"""The tray as a window of samples."""

from __future__ import annotations

from vision.sample import Window
from vision.solomon.table import SIZES


def tray_window(step: float) -> Window:
    """The tray with its rim from above, far side up."""
    half = SIZES.grid / 2 + SIZES.rim
    count = round(2 * half / step)
    return Window((-half, half, 0.0), (1.0, 0.0), (0.0, -1.0), count, count, step)
