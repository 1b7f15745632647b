"""The number printed on a card: whole numbers put together from taught digits, laid over the ink.

Digits that nobody taught are taken from the common type that is most like the taught ones. All
numbers are compared over the same field, so that each must explain all the ink there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.digits import cleared, printed

Array = NDArray[np.float32]
Box = tuple[int, int, int, int]  # left, top, right, bottom (samples)

NUMBERS = range(1, 33)
FRAME = 2  # samples of room round a digit
NUDGE = 5  # how far a number may be from its place (samples)
# So many samples of the field count as independent.
WEIGHT = 45.0
MOST_FIT = 0.985
WORST = -40.0
# Where nobody showed how two digits stand: from the left edge, about the middle, to the right.
ADVANCES = (0.9, 1.0, 1.1, 1.25)
ALIGNED = (0.0, -0.5, -1.0)
# Of common type so many faces that are most like the taught digits are tried.
FACES = 5


@dataclass(frozen=True)
class Field:
    """Where numbers are looked for: the box of one digit, with room for another on each side."""

    box: Box

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the frame of one digit."""
        left, top, right, bottom = self.box
        return bottom - top + 2 * FRAME, right - left + 2 * FRAME

    @property
    def start(self) -> tuple[int, int]:
        """Where the field begins on the card (row, column); it may lie beyond the card's edge."""
        left, top, right, _ = self.box
        return top - FRAME - NUDGE, left - FRAME - NUDGE - (right - left) * 3 // 2

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.size
        return rows, columns + 2 * ((self.box[2] - self.box[0]) * 3 // 2)

    @property
    def home(self) -> int:
        """The column of the field at which the frame of a single digit begins."""
        return (self.box[2] - self.box[0]) * 3 // 2

    def cut(self, card: Array) -> Array:
        """The field with room for nudges, cut from a card; beyond the card there is nothing."""
        (row, column), (rows, columns) = self.start, self.shape
        wide = np.zeros((rows + 2 * NUDGE, columns + 2 * NUDGE), np.float32)
        top, left = max(0, -row), max(0, -column)
        part = card[max(0, row) : row + wide.shape[0], max(0, column) : column + wide.shape[1]]
        wide[top : top + part.shape[0], left : left + part.shape[1]] = part
        return wide


@dataclass(frozen=True)
class Glyphs:
    """Taught digits in frames of one size, and how far two digits stand from a single one."""

    digits: Mapping[str, Array]
    layout: tuple[int, int] | None = None  # columns of the first and of the second digit


class Numbers:
    """Reads the numbers of one print."""

    def __init__(self, glyphs: Glyphs, field: Field) -> None:
        self.field = field
        self._bank, self.names = _composed(glyphs, field)
        self._square = np.ascontiguousarray(self._bank**2)

    def score(self, ink: Array, own: Array) -> dict[int, float]:
        """Log likelihood of each number, 0 for the best, on a card of ink (0 to 1)."""
        rows, columns = self.field.shape
        shades, lines = cleared(self.field.cut(ink), self.field.size)
        weight = lines * self.field.cut(own)
        parts, trusts = [], []
        for dy in range(2 * NUDGE + 1):
            for dx in range(2 * NUDGE + 1):
                there = (slice(dy, dy + rows), slice(dx, dx + columns))
                parts.append(shades[there].ravel())
                trusts.append(weight[there].ravel())
        fits = _fits(np.stack(parts), np.stack(trusts), self._bank, self._square).max(axis=0)
        value = -WEIGHT / 2 * np.log(1 - np.clip(fits, 0, MOST_FIT) ** 2)
        best: dict[int, float] = dict.fromkeys(NUMBERS, -np.inf)
        for number, each in zip(self.names, value, strict=True):
            best[number] = max(best[number], float(each))
        top = max(best.values())
        return {number: max(each - top, WORST) for number, each in best.items()}


def _fits(rows: Array, weights: Array, bank: Array, square: Array) -> Array:
    """Correlation of each row with each number (rows, numbers) where the weight is not 0."""
    count = np.maximum(weights.sum(axis=1, keepdims=True), 1)
    mean = (rows * weights).sum(axis=1, keepdims=True) / count
    rest = (rows - mean) * weights
    part = weights @ bank
    power = weights @ square - part * part / count
    own = np.sqrt(np.maximum((rest * rest).sum(axis=1, keepdims=True), 1e-4))
    # Ink that would have to hide beyond the card or under a line is not there.
    hidden = np.sqrt(np.clip((weights @ square) / np.maximum(square.sum(axis=0), 1e-3), 0, 1))
    return np.asarray(hidden * (rest @ bank) / (own * np.sqrt(np.maximum(power, 1e-3))))


def _composed(glyphs: Glyphs, field: Field) -> tuple[Array, list[int]]:
    """Every number in every way it may be printed (samples, numbers)."""
    bank = {d: [patch] for d, patch in glyphs.digits.items()}
    missing = [d for d in map(str, range(10)) if d not in bank]
    if missing:
        bank |= _common(glyphs.digits, missing, field.size)
    spans = [
        cv2.boundingRect((patch > 0.35).astype(np.uint8))[2] for patch in glyphs.digits.values()
    ]
    width = max(4, round(float(np.median(spans)))) if spans else field.size[1] - 2 * FRAME
    layouts = [glyphs.layout] if glyphs.layout is not None else _layouts(width)
    pages, names = [], []
    for number in NUMBERS:
        text = str(number)
        for places in [(0,)] if len(text) == 1 else layouts:
            for page in _pages(text, places, bank, field):
                pages.append(page.ravel())
                names.append(number)
    return np.ascontiguousarray(np.stack(pages).T), names


def _layouts(width: int) -> list[tuple[int, int]]:
    return [
        (round(first * advance * width), round((first + 1) * advance * width))
        for advance in ADVANCES
        for first in ALIGNED
    ]


def _pages(
    text: str, places: Sequence[int], bank: Mapping[str, Sequence[Array]], field: Field
) -> Iterable[Array]:
    """A number on the field in every variant of its digits."""
    pages = [np.zeros(field.shape, np.float32)]
    for digit, place in zip(text, places, strict=True):
        pages = [_laid(page, glyph, field.home + place) for page in pages for glyph in bank[digit]]
    return pages


def _laid(page: Array, glyph: Array, column: int) -> Array:
    """A page with a digit more on it, as far as it reaches the page."""
    page = page.copy()
    left, right = max(0, column), min(page.shape[1], column + glyph.shape[1])
    if right > left:
        there = page[:, left:right]
        np.maximum(there, glyph[:, left - column : right - column], out=there)
    return page


# --- common type ---------------------------------------------------------------------------


def _common(
    taught: Mapping[str, Array], missing: Sequence[str], size: tuple[int, int]
) -> dict[str, list[Array]]:
    """Digits nobody taught, in the common faces that are most like the taught ones."""
    spans = [cv2.boundingRect((glyph > 0.3).astype(np.uint8)) for glyph in taught.values()]
    high = round(float(np.median([h for *_, h in spans]))) if spans else size[0] - 2 * FRAME
    wide = max((w for *_, w, _ in spans), default=size[1] - 2 * FRAME)
    faces = {d: printed(d, (max(high, 4), max(wide, 3))) for d in {*taught, *missing}}
    alike = np.zeros(len(next(iter(faces.values()))))
    for digit, glyph in taught.items():
        alike += [_alike(glyph, face) for face in faces[digit]]
    best = np.argsort(-alike)[: FACES if taught else 6]
    return {d: [_framed(faces[d][n], size) for n in best] for d in missing}


def _alike(glyph: Array, face: Array) -> float:
    rows, columns = glyph.shape
    wide = np.pad(glyph, 3)
    small = face[:rows, :columns]
    return float(cv2.matchTemplate(wide, small, cv2.TM_CCOEFF_NORMED).max())


def _framed(glyph: Array, size: tuple[int, int]) -> Array:
    frame = np.zeros(size, np.float32)
    rows, columns = min(glyph.shape[0], size[0]), min(glyph.shape[1], size[1])
    y, x = (size[0] - rows) // 2, (size[1] - columns) // 2
    frame[y : y + rows, x : x + columns] = glyph[:rows, :columns]
    return frame


# --- learning ----------------------------------------------------------------------------


def fit_of_digits(inks: Sequence[Array], box: Box, numbers: Sequence[int]) -> float:
    """How much more the ink in a box looks like the digits it should be than like others."""
    field = Field(box)
    common = _common({}, [str(d) for d in range(1, 10)], field.size)
    total = 0.0
    for ink, number in zip(inks, numbers, strict=True):
        if number < 10:
            frame = digit_frame(ink, field)
            fits = {d: max(_alike(frame, face) for face in faces) for d, faces in common.items()}
            total += fits[str(number)] - float(np.mean(list(fits.values())))
    return max(total, 0.0)


def digit_frame(ink: Array, field: Field) -> Array:
    """The frame of a single digit as it is on a card, shades cleared away."""
    shades, lines = cleared(field.cut(ink), field.size)
    rows, columns = field.size
    left = NUDGE + field.home
    return np.asarray((shades * lines)[NUDGE : NUDGE + rows, left : left + columns])


def learn_glyphs(inks: Sequence[Array], numbers: Sequence[int], field: Field) -> Glyphs:
    """The digits of the shown cards; numbers of two digits tell how far apart digits stand."""
    digits = {
        str(number): digit_frame(ink, field)
        for ink, number in zip(inks, numbers, strict=True)
        if number < 10
    }
    pairs = [(ink, str(n)) for ink, n in zip(inks, numbers, strict=True) if n >= 10]
    known = [(ink, text) for ink, text in pairs if set(text) <= set(digits)]
    if not known:
        return Glyphs(digits)
    layout = _fit_layout(known, digits, field)
    for ink, text in pairs:
        if text[0] in digits and text[1] not in digits:
            digits[text[1]] = _second(ink, digits[text[0]], layout, field)
    return Glyphs(digits, layout)


def _fit_layout(
    pairs: Sequence[tuple[Array, str]], digits: Mapping[str, Array], field: Field
) -> tuple[int, int]:
    """The columns at which the digits of shown numbers explain their ink best."""
    width = field.box[2] - field.box[0]
    fields = [cleared(field.cut(ink), field.size)[0] for ink, _ in pairs]
    best, found = -np.inf, (0, width)
    for first in range(-field.home, width // 2 + 1):
        for second in range(first + width // 2, min(first + 2 * width, field.home + width) + 1):
            fit = 0.0
            for shown, (_, text) in zip(fields, pairs, strict=True):
                (page,) = _pages(text, (first, second), {d: [p] for d, p in digits.items()}, field)
                match = cv2.matchTemplate(shown, page, cv2.TM_CCOEFF_NORMED)
                # Sliding the page and moving its digits are the same: only a little slack here.
                fit += float(match[NUDGE - 1 : NUDGE + 2, NUDGE - 1 : NUDGE + 2].max())
            if fit > best:
                best, found = fit, (first, second)
    return found


def _second(ink: Array, first: Array, layout: tuple[int, int], field: Field) -> Array:
    """The second digit of a number whose first one is known."""
    shades, _ = cleared(field.cut(ink), field.size)
    page = _laid(np.zeros(field.shape, np.float32), first, field.home + layout[0])
    match = cv2.matchTemplate(shades, page, cv2.TM_CCOEFF_NORMED)
    _, _, _, (dx, dy) = cv2.minMaxLoc(match)
    rows, columns = field.size
    left = dx + field.home + layout[1]
    frame = np.zeros(field.size, np.float32)
    part = shades[dy : dy + rows, left : left + columns]
    frame[: part.shape[0], : part.shape[1]] = part
    gap = field.home + layout[0] + columns - (field.home + layout[1])
    frame[:, : max(0, gap - FRAME)] *= 0.0 if gap > FRAME else 1.0
    return frame
