"""Small printed numbers: taught digits, and common type for the others, laid over the ink.

All digits of a print have one size. A number is read as the row of digits that leaves the least
ink unexplained; ink that belongs to something else is left out by its weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
FAINT, STRONG = 0.6, 1.2  # how pale or dark ink may be against what was taught
# How much unexplained ink counts against a number, at the most.
WEIGHT = 0.8
WORST = -40.0
# A line this dark over this share of the field is no digit.
DARK_LINE, WHOLE_LINE = 0.3, 0.88
# Ink that would have to hide under a line counts against a digit; so does every further digit.
UNSEEN_COST = 0.25
FURTHER_DIGIT = 3.0
# Digits of a number stand so far apart, in widths of a digit.
NEAR, FAR = 0.65, 1.45


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


class Digits:
    """Reads numbers in one print; taught digits (all in frames of one size) come first."""

    def __init__(self, taught: Mapping[str, Array], size: tuple[int, int]) -> None:
        self.size = size
        height, width = _glyph_size(taught.values(), size)
        self._bank: dict[str, list[Array]] = {}
        for name in map(str, range(10)):
            if name in taught:
                self._bank[name] = [taught[name]]
            else:
                glyphs = printed(name, (height, width))
                self._bank[name] = [_framed(glyph, size) for glyph in glyphs]

    def score(self, ink: Array, weight: Array, numbers: Iterable[int]) -> dict[int, float]:
        """Log likelihood of each number, 0 for the best, in a field of ink (0 to 1)."""
        rests = {name: self._rest(bank, ink, weight) for name, bank in self._bank.items()}
        values = {}
        for number in numbers:
            name = str(number)
            rest = (
                rests[name].min()
                if len(name) == 1
                else self._pair(*(rests[d] for d in name)) + FURTHER_DIGIT
            )
            values[number] = -WEIGHT * rest
        best = max(values.values())
        return {number: max(value - best, WORST) for number, value in values.items()}

    @staticmethod
    def _rest(bank: Iterable[Array], ink: Array, weight: Array) -> Array:
        """How much less (or more) ink is unexplained with the digit at each column."""
        found = []
        for glyph in bank:
            shared = cv2.matchTemplate(ink * weight, glyph, cv2.TM_CCORR)
            power = cv2.matchTemplate(weight, glyph * glyph, cv2.TM_CCORR)
            contrast = np.clip(shared / np.maximum(power, 1e-3), FAINT, STRONG)
            rest = contrast * contrast * power - 2 * contrast * shared
            unseen = float((glyph * glyph).sum()) - power
            found.append((rest + UNSEEN_COST * unseen).min(axis=0))
        return np.asarray(np.min(found, axis=0))

    def _pair(self, first: Array, second: Array) -> float:
        """The least that is left with two digits side by side."""
        width, best = self.size[1], np.inf
        for gap in range(round(NEAR * width), round(FAR * width) + 1):
            if gap < len(first):
                best = min(best, float((first[:-gap] + second[gap:]).min()))
        return best


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


def _glyph_size(taught: Iterable[Array], size: tuple[int, int]) -> tuple[int, int]:
    """The usual height and width of the ink in taught frames."""
    spans = [cv2.boundingRect((glyph > 0.3).astype(np.uint8)) for glyph in taught]
    if not spans:
        return size
    return round(float(np.median([h for *_, h in spans]))), max(w for *_, w, _ in spans)


def _framed(glyph: Array, size: tuple[int, int]) -> Array:
    frame = np.zeros(size, np.float32)
    rows, columns = min(glyph.shape[0], size[0]), min(glyph.shape[1], size[1])
    y, x = (size[0] - rows) // 2, (size[1] - columns) // 2
    frame[y : y + rows, x : x + columns] = glyph[:rows, :columns]
    return frame
