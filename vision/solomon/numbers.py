"""The number printed on a card: whole numbers put together from taught digits, laid over the ink.

Digits that nobody taught are taken from the common type that is most like the taught ones. All
numbers are compared over the same field, so that each must explain all the ink there is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.digits import cleared, made, printed

Array = NDArray[np.float32]
Box = tuple[int, int, int, int]  # left, top, right, bottom (samples)

NUMBERS = range(1, 33)
FRAME = 2  # samples of room round a digit
NUDGE = 5  # how far a number may be from its place (samples)
# So many samples of the field count as independent: more where every digit was taught.
WEIGHT, TAUGHT_WEIGHT = 45.0, 60.0
MOST_FIT = 0.9985
WORST = -40.0
MOST_SPACE = 0.55  # between two digits, as a share of a digit's breadth
THIN = 0.2  # fainter ink does not count when digits are set side by side
SLACK = 2  # how much the gap between two digits may differ from the one shown (samples)
# How far a number may be turned: neither cards nor what was taught of them lie quite straight.
ASKEW = (-0.08, -0.04, 0.0, 0.04, 0.08)
SMOOTH = 0.6  # blur that forgives half a sample of shift
BLURS = (0.6, 1.2)  # how sharp a camera may see what was taught (samples)
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


class _Bank:
    """Glyphs as a camera of some sharpness sees them."""

    def __init__(self, glyphs: Sequence[Array], blur: float) -> None:
        self._glyphs = [np.asarray(cv2.GaussianBlur(g, (0, 0), blur), np.float32) for g in glyphs]
        self._square = [glyph * glyph for glyph in self._glyphs]
        self._whole = np.array([each.sum() for each in self._square], np.float32)[:, None, None]

    def maps(self, shown: Array, weight: Array) -> tuple[Array, Array]:
        """How much ink each glyph shares with the field at each place, and how much it has."""
        shared = [cv2.matchTemplate(shown, each, cv2.TM_CCORR) for each in self._glyphs]
        # Ink that would have to hide beyond the card or under a line is rather not there.
        seen = [cv2.matchTemplate(weight, each, cv2.TM_CCORR) for each in self._square]
        return np.stack(shared), np.asarray((np.stack(seen) + self._whole) / 2, np.float32)


class Numbers:
    """Reads the numbers of one print: one or two digits that explain all the ink there is."""

    def __init__(self, glyphs: Glyphs, field: Field) -> None:
        self.field, self.layout = field, glyphs.layout
        self._weight = TAUGHT_WEIGHT if len(glyphs.digits) == 10 else WEIGHT
        digits = _variants(glyphs.digits, field.size)
        pairs = [(name, glyph) for name, each in sorted(digits.items()) for glyph in each]
        self.names, forms = [name for name, _ in pairs], [glyph for _, glyph in pairs]
        self._banks = [_Bank(forms, blur) for blur in BLURS]
        self._spans = [_span(glyph) for glyph in forms]
        width = _usual_width(glyphs.digits, field)
        firsts = [row for row, name in enumerate(self.names) if name in "123"]
        self._gaps = {row: self._apart(row, width) for row in firsts}

    def _apart(self, first: int, width: int) -> list[tuple[int, list[int]]]:
        """By the gap between two digits, those that may follow a first one: no ink on ink."""
        right, rows = self._spans[first][1], range(len(self.names))
        least = [right - self._spans[row][0] for row in rows]
        if self.layout is not None:
            apart = self.layout[1] - self.layout[0]
            gaps = range(apart - SLACK, apart + SLACK + 1)
            return [(gap, list(rows)) for gap in gaps]
        gaps = range(min(least), max(least) + round(MOST_SPACE * width) + 1)
        fitting = [
            (gap, [row for row in rows if 0 <= gap - least[row] <= MOST_SPACE * width])
            for gap in gaps
        ]
        return [(gap, found) for gap, found in fitting if found]

    def score(self, ink: Array, own: Array) -> dict[int, float]:
        """Log likelihood of each number, 0 for the best, on a card of ink (0 to 1)."""
        shades, lines = cleared(self.field.cut(ink), self.field.size)
        weight = np.asarray(lines * self.field.cut(own), np.float32)
        ways = [(_askew(shades, turn), _askew(weight, turn)) for turn in ASKEW]
        sharp, *_ = self._banks
        straight = max(ways, key=lambda way: max(self._fits(way, [sharp]).values()))
        best = self._fits(straight, self._banks)
        half = self._weight / 2
        value = {n: -half * math.log(1 - min(f, MOST_FIT) ** 2) for n, f in best.items()}
        top = max(value.values())
        return {number: max(each - top, WORST) for number, each in value.items()}

    def _fits(self, page: tuple[Array, Array], banks: Sequence[_Bank]) -> dict[int, float]:
        """How much of the ink each number explains, at the sharpness that fits it best (0 to 1)."""
        shades, weight = page
        shown = np.asarray(cv2.GaussianBlur(shades, (0, 0), SMOOTH) * weight, np.float32)
        total = max(float((shown * shown).sum()), 1e-3)
        best = dict.fromkeys(NUMBERS, 0.0)
        for bank in banks:
            shared, power = bank.maps(shown, weight)
            for number, fit in (*self._single(shared, power), *self._double(shared, power)):
                best[number] = max(best[number], fit / math.sqrt(total))
        return best

    def _single(self, shared: Array, power: Array) -> Iterator[tuple[int, float]]:
        """How well numbers of one digit fit, about the place where they are printed."""
        part = slice(self.field.home, self.field.home + 2 * NUDGE + 1)
        fits = (shared[:, :, part] / np.sqrt(power[:, :, part])).max(axis=(1, 2))
        for name, fit in zip(self.names, fits, strict=True):
            if name != "0":
                yield int(name), float(fit)

    def _double(self, shared: Array, power: Array) -> Iterator[tuple[int, float]]:
        """How well numbers of two digits fit."""
        for first, gaps in self._gaps.items():
            fits = np.zeros(len(self.names))
            for gap, rows in gaps:
                here = self._sides(shared.shape[2], gap)
                there = slice(here.start + gap, here.stop + gap)
                both = shared[first, :, here] + shared[rows, :, there]
                ink = power[first, :, here] + power[rows, :, there]
                fits[rows] = np.maximum(fits[rows], (both / np.sqrt(ink)).max(axis=(1, 2)))
            for name, fit in zip(self.names, fits, strict=True):
                number = int(self.names[first] + name)
                if number in NUMBERS:
                    yield number, float(fit)

    def _sides(self, columns: int, gap: int) -> slice:
        """Where the first digit may begin, if the second follows after a gap."""
        if self.layout is None:
            return slice(0, columns - gap)
        start = self.field.home + self.layout[0]
        return slice(max(0, start), min(columns - gap, start + 2 * NUDGE + 1))


def _askew(page: Array, turn: float) -> Array:
    """A page turned about its middle, counter-clockwise."""
    rows, columns = page.shape
    middle = ((columns - 1) / 2, (rows - 1) / 2)
    matrix = cv2.getRotationMatrix2D(middle, math.degrees(turn), 1.0)
    return np.asarray(cv2.warpAffine(page, matrix, (columns, rows)), np.float32)


def _variants(taught: Mapping[str, Array], size: tuple[int, int]) -> dict[str, list[Array]]:
    """Every digit as taught, else as made from taught ones or in common type."""
    bank = {digit: [glyph] for digit, glyph in taught.items()}
    missing = [digit for digit in map(str, range(10)) if digit not in bank]
    if missing:
        bank |= _common(taught, missing, size)
        for digit, glyphs in made(taught).items():
            bank[digit] += glyphs
    return bank


def _span(glyph: Array) -> tuple[int, int]:
    """The first column of a glyph's ink, and the one behind its last."""
    left, _, wide, _ = cv2.boundingRect((glyph > THIN).astype(np.uint8))
    return int(left), int(left + wide)


def _usual_width(taught: Mapping[str, Array], field: Field) -> int:
    """How broad digits are, mostly."""
    spans = [cv2.boundingRect((glyph > 0.35).astype(np.uint8))[2] for glyph in taught.values()]
    return max(4, round(float(np.median(spans)))) if spans else field.size[1] - 2 * FRAME


def _laid(page: Array, glyph: Array, column: int) -> Array:
    """A page with a digit more on it, as far as it reaches the page."""
    page = page.copy()
    left, right = max(0, column), min(page.shape[1], column + glyph.shape[1])
    if right > left:
        there = page[:, left:right]
        np.maximum(there, glyph[:, left - column : right - column], out=there)
    return page


def _page(text: str, places: Sequence[int], digits: Mapping[str, Array], field: Field) -> Array:
    """A number on the field."""
    page = np.zeros(field.shape, np.float32)
    for digit, place in zip(text, places, strict=True):
        page = _laid(page, digits[digit], field.home + place)
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
                page = _page(text, (first, second), digits, field)
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
