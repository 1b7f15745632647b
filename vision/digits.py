"""Small printed digits: in common type, and ink made clear of shades and lines."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

FACES = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
WEIGHTS = (3, 6, 9)
WIDTHS = (0.9, 1.1)  # as shares of the usual width
SOFT = 0.9  # how blurred a camera sees small type (samples)
# A line this dark over this share of the field is no digit.
DARK_LINE, WHOLE_LINE = 0.3, 0.88


def _trimmed(page: NDArray[np.uint8]) -> Array:
    x, y, w, h = cv2.boundingRect(page)
    return np.asarray(page[y : y + h, x : x + w], np.float32) / np.float32(255)


def printed(name: str, size: tuple[int, int]) -> list[Array]:
    """A digit in common type, thin and bold, in a frame of (rows, columns)."""
    rows, columns = size
    found = []
    for face in FACES:
        for weight in WEIGHTS:
            page = np.zeros((120, 120), np.uint8)
            cv2.putText(page, name, (20, 100), face, 3.0, 255, weight, cv2.LINE_AA)
            glyph = _trimmed(page)
            for share in WIDTHS:
                wide = min(columns, max(2, round(glyph.shape[1] * rows / glyph.shape[0] * share)))
                small = cv2.resize(glyph, (wide, rows), interpolation=cv2.INTER_AREA)
                frame = np.zeros(size, np.float32)
                left = (columns - wide) // 2
                frame[:, left : left + wide] = small
                found.append(np.asarray(cv2.GaussianBlur(frame, (0, 0), SOFT), np.float32))
    return found


def cleared(ink: Array, size: tuple[int, int]) -> tuple[Array, Array]:
    """A wide field of ink without shade, and its weight: 0 on lines that run right through it."""
    return _without_shade(ink, size), _off_lines(ink)


def _without_shade(ink: Array, size: tuple[int, int]) -> Array:
    """What is darker than its wider surroundings: no shade, no stain as large as a digit."""
    brush = np.ones(size, np.uint8)
    shade = cv2.blur(cv2.morphologyEx(ink, cv2.MORPH_OPEN, brush), (5, 5))
    return np.asarray(np.clip(ink - shade, 0, None), np.float32)


def _off_lines(ink: Array) -> Array:
    """0 on lines that run through the whole field, such as a frame, else 1."""
    off = np.ones_like(ink)
    dark = (cv2.dilate(ink, np.ones((3, 3), np.uint8)) > DARK_LINE).astype(np.float32)
    columns, rows = dark.mean(axis=0) > WHOLE_LINE, dark.mean(axis=1) > WHOLE_LINE
    off[:, columns] = 0
    off[rows] = 0
    return off
