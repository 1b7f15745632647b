"""Small printed digits: in common type, made from others of the same print, ink made clear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

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
THICK = (3, 6, 9)
# Faces that newer releases of OpenCV bring along, by name and weight.
DRAWN_FACES = (("uni", 400), ("sans", 400), ("sans", 700), ("sans", 900), ("italic", 700))
WIDTHS = (0.9, 1.1)  # as shares of the usual width
SOFT = 0.9  # how blurred a camera sees small type (samples)
# A line this dark over this share of the field is no digit.
DARK_LINE, WHOLE_LINE = 0.3, 0.88
PAGE = 120
INKED = 0.35  # darker than this is ink


def _trimmed(page: NDArray[np.uint8]) -> Array:
    x, y, w, h = cv2.boundingRect(page)
    return np.asarray(page[y : y + h, x : x + w], np.float32) / np.float32(255)


def _drawn(name: str) -> Iterator[Array]:
    """A digit in all common faces, large."""
    for face in FACES:
        for weight in THICK:
            page = np.zeros((PAGE, PAGE), np.uint8)
            cv2.putText(page, name, (20, 100), face, 3.0, 255, weight, cv2.LINE_AA)
            yield _trimmed(page)
    make: Any = getattr(cv2, "FontFace", None)
    for named, weight in DRAWN_FACES if make is not None else ():
        colour = np.zeros((PAGE, PAGE, 3), np.uint8)
        draw: Any = cv2.putText
        draw(colour, name, (20, 100), (255, 255, 255), make(named), 90, weight)
        yield _trimmed(np.ascontiguousarray(colour[:, :, 0]))


def printed(name: str, size: tuple[int, int]) -> list[Array]:
    """A digit in common type, thin and bold, in a frame of (rows, columns)."""
    rows, columns = size
    found = []
    for glyph in _drawn(name):
        for share in WIDTHS:
            wide = min(columns, max(2, round(glyph.shape[1] * rows / glyph.shape[0] * share)))
            small = cv2.resize(glyph, (wide, rows), interpolation=cv2.INTER_AREA)
            frame = np.zeros(size, np.float32)
            left = (columns - wide) // 2
            frame[:, left : left + wide] = small
            found.append(np.asarray(cv2.GaussianBlur(frame, (0, 0), SOFT), np.float32))
    return found


def made(known: Mapping[str, Array]) -> dict[str, list[Array]]:
    """Digits made from others of the same print, all in frames of one size.

    A nine is a six upside down, a nought has their outer sides, an eight both sides of a three.
    """
    found: dict[str, list[Array]] = {}
    for one, other in (("6", "9"), ("9", "6")):
        if one in known and other not in known:
            found[other] = [turned(known[one])]
    six = known.get("6", found.get("6", [None])[0] if "9" in known else None)
    if six is not None:
        nine = known.get("9", turned(six))
        found["0"] = [_nought(six, _onto(nine, six))]
    if "3" in known:
        found["8"] = _both_sides(known["3"])
    return {digit: glyphs for digit, glyphs in found.items() if digit not in known}


def turned(glyph: Array) -> Array:
    """A glyph upside down in the place it has in its frame."""
    return _onto(np.ascontiguousarray(glyph[::-1, ::-1]), glyph)


def _box(glyph: Array) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the ink."""
    x, y, w, h = cv2.boundingRect((glyph > INKED).astype(np.uint8))
    return x, y, x + w, y + h


def _onto(glyph: Array, other: Array) -> Array:
    """A glyph moved so that its ink lies where that of the other one does."""
    mine, theirs = _box(glyph), _box(other)
    dx = (theirs[0] + theirs[2] - mine[0] - mine[2]) / 2
    dy = (theirs[1] + theirs[3] - mine[1] - mine[3]) / 2
    matrix = np.array([[1, 0, dx], [0, 1, dy]])
    moved = cv2.warpAffine(glyph, matrix, (glyph.shape[1], glyph.shape[0]))
    return np.asarray(moved, np.float32)


def _nought(six: Array, nine: Array) -> Array:
    """The left side of a six and the right side of a nine, nothing between them."""
    left, top, right, bottom = _box(six)
    middle, high = (left + right) / 2, bottom - top
    columns = np.arange(six.shape[1])
    ring = np.where(columns < middle, six, nine)
    # At a third of its height a six has only its left side: so broad is a stroke.
    row = six[top + round(0.3 * high)]
    stroke = float(np.clip(row[: round(middle)].sum() / max(row.max(), 0.3), 1.0, middle - left))
    inner = (columns > left + stroke + 0.5) & (columns < right - stroke - 1.5)
    edge = max(stroke * 0.8, 1.5)
    rows = np.arange(six.shape[0])
    between = (rows > top + edge) & (rows < bottom - 1 - edge)
    ring[np.ix_(between, inner)] = 0
    return np.asarray(cv2.GaussianBlur(ring.astype(np.float32), (0, 0), 0.5), np.float32)


def _both_sides(three: Array) -> list[Array]:
    """A three and its mirror image, or where type slants itself upside down: an eight."""
    mirrored = _onto(np.ascontiguousarray(three[:, ::-1]), three)
    return [np.maximum(three, mirrored), np.maximum(three, turned(three))]


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
