"""The open cards beside King Solomon's mine: where they lie, their figure and their number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.digits import Digits, cleared
from vision.errors import TeachingError
from vision.geometry import View
from vision.sample import Patch, Picture, Window, maps_for, take, to_log
from vision.solomon_layout import BOARD, MARGIN, TABLE
from vision.solomon_profile import CardStyle, Profile

Array = NDArray[np.float32]
Cells = tuple[tuple[int, int], ...]

FINE = 0.0005  # metres a sample when a card is read
COARSE = 0.003  # and when it is looked for
STRAY = 0.028  # how far from its usual place a card may lie
ANGLES = np.radians(np.arange(-14.0, 14.1, 3.5))
LEAST_LIKENESS = 0.45
FIGURE_REACH = 3  # cells each way from the middle of the figure
FIGURE_SIZES = range(3, 7)
NUMBERS = range(1, 33)
COMMON_INK = 0.35  # what all cards have there is no number


@dataclass(frozen=True)
class CardLabel:
    """What a person says of a card in a teaching picture: its squares with the arrow down."""

    number: int
    slot: int
    squares: Cells


@dataclass(frozen=True)
class CardRead:
    """One card: log likelihoods of its number, its figure, and how clear that is (0 to 1)."""

    numbers: dict[int, float]
    cells: Cells
    clear: float
    likeness: float
    turned: bool


@dataclass(frozen=True)
class Place:
    """A card on the table: its middle and the turn of its upright, counter-clockwise."""

    x: float
    y: float
    turn: float

    def window(self, width: float, length: float, step: float, margin: float = 0.0) -> Window:
        """The card as it is read, with a margin."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        across, down = (float(c), float(s)), (float(s), float(-c))
        half_w, half_l = width / 2 + margin, length / 2 + margin
        x = self.x - across[0] * half_w - down[0] * half_l
        y = self.y - across[1] * half_w - down[1] * half_l
        columns, rows = round(2 * half_w / step), round(2 * half_l / step)
        return Window((float(x), float(y), TABLE), across, down, columns, rows, step)

    def moved(self, right: float, down: float) -> Place:
        """The place so far to the right and down as the card is read."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return Place(self.x + c * right + s * down, self.y + s * right - c * down, self.turn)


def seen(picture: Picture, view: View, window: Window) -> Patch:
    """A window of the table as log light."""
    return to_log(take(picture, maps_for(view, window)))


class CardReader:
    """Reads the cards on the slots that are in use."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.style = profile, profile.card
        self.digits = Digits(profile.digits, _frame_size(profile.card))
        ground, square, ink = profile.card_colours
        self._ground = ground
        self._to_square, self._to_ink = _axis(square - ground), _axis(ink - ground)
        self._look = profile.card_look
        self._upside = np.ascontiguousarray(profile.card_look[::-1, ::-1])

    def read(self, picture: Picture, soft: Picture, view: View, slot: int) -> CardRead | None:
        """The card on a slot, or None if there is none to be seen; numbers need the sharp one."""
        found = self._find(soft, view, self.profile.slots[slot])
        if found is None:
            return None
        place, likeness = found
        style = self.style
        window = place.window(style.width, style.length, FINE)
        cells, clear = self._figure(self._levelled(seen(soft, view, window)))
        numbers = self._numbers(self._levelled(seen(picture, view, window)))
        return CardRead(numbers, cells, clear, likeness, bool(np.cos(place.turn) < 0))

    def _levelled(self, patch: Patch) -> Patch:
        """The card as under the light of the teaching picture; most of a card is ground."""
        return np.asarray(patch - (np.median(patch, axis=(0, 1)) - self._ground))

    def _find(
        self, soft: Picture, view: View, near: tuple[float, float]
    ) -> tuple[Place, float] | None:
        """Where the card lies that looks most like one, near a slot."""
        best: tuple[float, Place] = (-1.0, Place(0.0, 0.0, 0.0))
        for angle in ANGLES:
            best = max(best, *self._looked(soft, view, Place(*near, float(angle)), STRAY))
        for _ in range(2):
            for angle in np.radians((-1.6, -0.8, 0.8, 1.6)):
                place = Place(best[1].x, best[1].y, best[1].turn + float(angle))
                best = max(best, *self._looked(soft, view, place, 2 * COARSE))
        return None if best[0] < LEAST_LIKENESS else (best[1], best[0])

    def _looked(
        self, soft: Picture, view: View, place: Place, stray: float
    ) -> list[tuple[float, Place]]:
        """The likeliest places of a card that lies so or upside down, with their likeness."""
        style, found = self.style, []
        there = seen(soft, view, place.window(style.width, style.length, COARSE, stray))
        for look, turn in ((self._look, 0.0), (self._upside, np.pi)):
            match = cv2.matchTemplate(there, look, cv2.TM_CCOEFF_NORMED)
            _, value, _, (column, row) = cv2.minMaxLoc(match)
            dx, dy = _peak(np.asarray(match, np.float32), row, column)
            rows, columns = match.shape
            right = (dx - (columns - 1) / 2) * COARSE
            down = (dy - (rows - 1) / 2) * COARSE
            at = place.moved(right, down)
            found.append((float(value), Place(at.x, at.y, at.turn + turn)))
        return sorted(found, key=lambda item: item[0])[-1:]

    # -- figure ---------------------------------------------------------------------------

    def _figure(self, patch: Patch) -> tuple[Cells, float]:
        """The squares of the figure, and how clearly they are told from empty ones."""
        style = self.style
        dark = np.clip((patch - self._ground) @ self._to_square, -0.5, 1.5).astype(np.float32)
        cell = style.cell / FINE
        spread = cv2.blur(dark, (round(0.6 * cell), round(0.6 * cell)))
        best = np.inf
        found: tuple[Cells, float] = ((), 0.0)
        for jitter in np.ndindex(7, 7):
            off = (np.array(jitter) - 3) * 1.0
            for phase in ((0.0, 0.0), (0.0, 0.5), (0.5, 0.0), (0.5, 0.5)):
                fill = self._lattice(spread, cell, off, phase)
                cost, cells = _judged(fill, phase)
                cost += 0.004 * float(off @ off)
                if cost < best:
                    best, found = cost, (cells, _clarity(fill))
        return found

    def _lattice(
        self, spread: Array, cell: float, off: NDArray[np.float64], phase: tuple[float, float]
    ) -> Array:
        """The mean darkness of each cell of a lattice round the figure's middle."""
        x, y = self.style.figure[0] / FINE + off[1], self.style.figure[1] / FINE + off[0]
        ticks = np.arange(-FIGURE_REACH, FIGURE_REACH + 1)
        rows = np.clip(y + (ticks + phase[0]) * cell, 0, spread.shape[0] - 1).astype(int)
        columns = np.clip(x + (ticks + phase[1]) * cell, 0, spread.shape[1] - 1).astype(int)
        return np.asarray(spread[np.ix_(rows, columns)])

    # -- number ---------------------------------------------------------------------------

    def _numbers(self, patch: Patch) -> dict[int, float]:
        """Log likelihood of every number a card can have, 0 for the best."""
        ink = np.clip((patch - self._ground) @ self._to_ink, 0, 1.2).astype(np.float32)
        own = (self.profile.card_frame < COMMON_INK).astype(np.float32)
        box = _number_box(self.style)
        field, weight = cleared(_around_box(ink, box), self.digits.size)
        return self.digits.score(field, weight * _around_box(own, box), NUMBERS)


def _axis(way: Array) -> Array:
    """What a sample is multiplied with to tell how far it is along a colour's way."""
    return np.asarray(way / max(float(way @ way), 1e-6), np.float32)


def _peak(match: Array, row: int, column: int) -> tuple[float, float]:
    """A maximum between samples: column, row."""

    def vertex(a: float, b: float, c: float) -> float:
        bend = a - 2 * b + c
        return 0.0 if bend >= 0 else float(np.clip(0.5 * (a - c) / bend, -0.5, 0.5))

    rows, columns = match.shape
    dx = dy = 0.0
    if 0 < column < columns - 1:
        dx = vertex(*map(float, match[row, column - 1 : column + 2]))
    if 0 < row < rows - 1:
        dy = vertex(*map(float, match[row - 1 : row + 2, column]))
    return column + dx, row + dy


def _judged(fill: Array, phase: tuple[float, float]) -> tuple[float, Cells]:
    """How unclear a lattice is, and its filled cells; figures are printed about their middle."""
    rest = np.minimum(fill * fill, (1 - fill) ** 2)
    filled = np.argwhere(fill > 0.5)
    cost = float(rest.sum())
    if len(filled) not in FIGURE_SIZES:
        return cost + 5.0, ()
    low, high = filled.min(axis=0), filled.max(axis=0)
    middle = (low + high) / 2 - FIGURE_REACH + np.array(phase)
    cost += 0.8 * float(np.abs(middle).sum())
    return cost, tuple((int(r - low[0]), int(c - low[1])) for r, c in filled)


def _clarity(fill: Array) -> float:
    """How far the darkest empty and the lightest filled cell are apart."""
    filled, rest = fill[fill > 0.5], fill[fill <= 0.5]
    if not len(filled) or not len(rest):
        return 0.0
    return float(np.clip(filled.min() - rest.max(), 0.0, 1.0))


# --- learning ----------------------------------------------------------------------------

TABLE_STEP = 0.001
TABLE_HALF = 0.30
Box = tuple[int, int, int, int]  # left, top, right, bottom
Learned = tuple[CardStyle, Patch, Patch, Patch, dict[str, Patch], tuple[tuple[float, float], ...]]


def learn_cards(bare: Any, shown: Any) -> Learned:
    """How cards look and where they are laid, from a picture without and one with them."""
    rects = _rectangles(bare, shown)
    labels = _in_places(shown.cards, [(x, y) for x, y, *_ in rects])
    width = float(np.median([w for *_, w, _, _ in rects]))
    length = float(np.median([h for *_, h, _ in rects]))
    places = [Place(x, y, turn) for x, y, _, _, turn in rects]
    patches = _cut_alike(shown.soft, shown.view, places, width, length)
    sharp = _cut_alike(shown.picture, shown.view, places, width, length)
    style, colours = _style(patches, labels, width, length)
    look = np.mean(patches, axis=0)
    size = (round(width / COARSE), round(length / COARSE))
    coarse = np.asarray(cv2.resize(look, size, interpolation=cv2.INTER_AREA), np.float32)
    digits = _taught_digits(sharp, [label.number for label in labels], style, colours)
    return (
        style,
        coarse,
        colours,
        _common_ink(sharp, style, colours),
        digits,
        _slots(labels, places),
    )


def _common_ink(patches: Sequence[Patch], style: CardStyle, colours: Patch) -> Patch:
    """The ink that every card has in the same place: frames and signs, no numbers."""
    ground, _, ink = colours
    shown = np.clip((np.stack(patches) - ground) @ _axis(ink - ground), 0, 1.2)
    left, top, right, bottom = (round(v / FINE) for v in style.number)
    shown[:, top - 3 : bottom + 3, left - 3 : right + 3] = 0
    return np.asarray(cv2.dilate(shown.min(axis=0), np.ones((5, 5), np.uint8)), np.float32)


def _rectangles(bare: Any, shown: Any) -> list[tuple[float, float, float, float, float]]:
    """Middle, width, length and turn of everything card-like that was laid down."""
    count = 2 * round(TABLE_HALF / TABLE_STEP)
    window = Window(
        (-TABLE_HALF, TABLE_HALF, TABLE), (1.0, 0.0), (0.0, -1.0), count, count, TABLE_STEP
    )
    change = seen(shown.soft, shown.view, window) - seen(bare.soft, bare.view, window)
    change = np.abs(change - np.median(change, axis=(0, 1))).max(axis=2)
    tray = round((BOARD / 2 + 2.5 * MARGIN) / TABLE_STEP)
    middle = slice(count // 2 - tray, count // 2 + tray)
    change[middle, middle] = 0
    best: list[tuple[float, float, float, float, float]] = []
    for limit in (0.6, 0.45, 0.3, 0.2, 0.14, 0.1):
        for gap in (1, 3, 5, 9):
            found = _cards_in(change > limit, gap)
            if len(found) == len(shown.cards):
                return found
            best = max(best, found, key=len)
    raise TeachingError(
        f"{len(shown.cards)} cards were told, {len(best)} found: take both pictures from one place"
    )


def _cards_in(mask: NDArray[np.bool_], gap: int) -> list[tuple[float, float, float, float, float]]:
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    closed = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline in outlines:
        (x, y), (a, b), angle = cv2.minAreaRect(outline)
        wide, long = sorted(((a + 1) * TABLE_STEP, (b + 1) * TABLE_STEP))
        full = cv2.contourArea(outline) * TABLE_STEP**2 > 0.8 * wide * long
        # Cards that touch end to end look like one long one.
        count = max(1, round(long / wide / 1.45))
        if full and 0.03 < wide < 0.09 and 1.15 < long / wide / count < 2.0:
            turn = angle if a <= b else angle - 90
            turn = float(-np.radians((turn + 90) % 180 - 90))
            px, py = (x + 0.5) * TABLE_STEP - TABLE_HALF, TABLE_HALF - (y + 0.5) * TABLE_STEP
            for part in range(count):
                off = ((part + 0.5) / count - 0.5) * long
                at = Place(float(px), float(py), turn).moved(0.0, off)
                found.append((at.x, at.y, wide, long / count, turn))
    return found


def _in_places(
    cards: Sequence[CardLabel], places: Sequence[tuple[float, float]]
) -> list[CardLabel]:
    """The labels in the order of the places: right side from far to near, then left."""
    order = sorted(range(len(places)), key=lambda n: (places[n][0] < 0, -places[n][1]))
    told = sorted(cards, key=lambda card: card.slot)
    found: list[CardLabel] = [told[0]] * len(places)
    for n, card in zip(order, told, strict=True):
        found[n] = card
    return found


def _slots(labels: Sequence[CardLabel], places: Sequence[Place]) -> tuple[tuple[float, float], ...]:
    """Where cards are laid; slots nobody showed are as far as their neighbours."""
    known = {label.slot: (place.x, place.y) for label, place in zip(labels, places, strict=True)}
    out = float(np.mean([abs(x) for x, _ in known.values()]))
    usual = [(out if slot < 3 else -out, (1 - slot % 3) * 0.092) for slot in range(6)]
    return tuple(known.get(slot, usual[slot]) for slot in range(6))


def _cut_alike(
    picture: Picture, view: View, places: Sequence[Place], width: float, length: float
) -> list[Patch]:
    """All cards cut out and shifted so that what they have in common lies together."""
    room = 4
    wide = [seen(picture, view, p.window(width, length, FINE, room * FINE)) for p in places]
    patches = [p[room:-room, room:-room] for p in wide]
    for _ in range(2):
        mean = np.mean(patches, axis=0).astype(np.float32)
        patches = [_shifted_alike(p, mean, room) for p in wide]
    level = np.median([np.median(p, axis=(0, 1)) for p in patches], axis=0)
    return [np.asarray(p - np.median(p, axis=(0, 1)) + level, np.float32) for p in patches]


def _shifted_alike(wide: Patch, mean: Patch, room: int) -> Patch:
    """The card turned and shifted so that it lies as the mean of all does."""
    rows, columns = mean.shape[:2]
    warp = np.array([[1, 0, room], [0, 1, room]], np.float32)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
    goal, here = (np.ascontiguousarray(each.mean(axis=2)) for each in (mean, wide))
    everywhere = np.ones(here.shape, np.uint8)
    try:
        _, found = cv2.findTransformECC(goal, here, warp, cv2.MOTION_EUCLIDEAN, stop, everywhere, 5)
    except cv2.error:
        return wide[room:-room, room:-room]
    way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (columns, rows)
    turned = cv2.warpAffine(wide, found, size, flags=way, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.float32)


def _style(
    patches: Sequence[Patch], labels: Sequence[CardLabel], width: float, length: float
) -> tuple[CardStyle, Patch]:
    """Where figure and number are printed, and in which colours."""
    stack, figures = np.stack(patches), [label.squares for label in labels]
    numbers = [label.number for label in labels]
    apart = stack - stack.mean(axis=0)
    cell, figure = _fit_figure(apart, figures)
    ground, square = _figure_colours(stack, figures, cell, figure)
    number, ink = _fit_number(stack, numbers, cell, figure, ground)
    scaled = [float(v * FINE) for v in (cell, *figure, *number)]
    style = CardStyle(
        width,
        length,
        scaled[0],
        (scaled[1], scaled[2]),
        (scaled[3], scaled[4], scaled[5], scaled[6]),
    )
    return style, np.stack([ground, square, ink]).astype(np.float32)


def _fit_figure(
    apart: NDArray[np.float32], figures: Sequence[Cells]
) -> tuple[float, tuple[float, float]]:
    """Cell and middle (samples) for which the told squares go best with how the cards differ."""
    _, rows, columns, _ = apart.shape
    sums = np.stack([cv2.integral(np.ascontiguousarray(each)) for each in apart])
    best, found = 0.0, (10.0, (columns / 2, rows / 2))
    xs = np.arange(-12, 12.1, 1.0) + columns / 2
    ys = np.arange(0.3 * rows, 0.7 * rows, 1.0)
    for cell in np.arange(5.0, 17.1, 0.25):
        total = np.zeros((len(ys), len(xs), 3))
        for number, cells in enumerate(figures):
            middle = (np.max(cells, axis=0) + np.min(cells, axis=0)) / 2
            for square in np.array(cells) - middle:
                total += _box_sums(sums[number], ys + square[0] * cell, xs + square[1] * cell, cell)
        score = np.abs(total).sum(axis=2)
        at = np.unravel_index(int(score.argmax()), score.shape)
        figure = (float(xs[at[1]]), float(ys[at[0]]))
        fit = _fit_of_figure(apart, figures, float(cell), figure)
        if fit > best:
            best, found = fit, (float(cell), figure)
    return found


def _fit_of_figure(
    apart: NDArray[np.float32], figures: Sequence[Cells], cell: float, figure: tuple[float, float]
) -> float:
    """Correlation of where squares should be with how the cards differ."""
    masks = np.zeros(apart.shape[:3], np.float32)
    for mask, cells in zip(masks, figures, strict=True):
        middle = (np.max(cells, axis=0) + np.min(cells, axis=0)) / 2
        for row, column in np.array(cells) - middle:
            y, x = figure[1] + row * cell, figure[0] + column * cell
            y0, y1, x0, x1 = (
                round(v) for v in (y - cell / 2, y + cell / 2, x - cell / 2, x + cell / 2)
            )
            mask[max(y0, 0) : y1, max(x0, 0) : x1] = 1
    masks -= masks.mean(axis=0)
    shared = np.abs(np.einsum("nij,nijc->c", masks, apart)).sum()
    return float(shared / (np.linalg.norm(masks) + 1e-6))


def _box_sums(
    sums: NDArray[np.float64], ys: NDArray[np.float64], xs: NDArray[np.float64], cell: float
) -> NDArray[np.float64]:
    """Sums over squares of four fifths of a cell about all these middles."""
    half = 0.4 * cell
    y0, y1 = (np.clip(np.round(ys + s * half), 0, sums.shape[0] - 1).astype(int) for s in (-1, 1))
    x0, x1 = (np.clip(np.round(xs + s * half), 0, sums.shape[1] - 1).astype(int) for s in (-1, 1))
    return np.asarray(
        sums[np.ix_(y1, x1)] - sums[np.ix_(y0, x1)] - sums[np.ix_(y1, x0)] + sums[np.ix_(y0, x0)]
    )


def _figure_colours(
    stack: NDArray[np.float32],
    figures: Sequence[Cells],
    cell: float,
    figure: tuple[float, float],
) -> tuple[Array, Array]:
    """The colours of the ground and of a square."""
    inside = []
    for patch, cells in zip(stack, figures, strict=True):
        middle = (np.max(cells, axis=0) + np.min(cells, axis=0)) / 2
        for row, column in np.array(cells) - middle:
            y, x = figure[1] + row * cell, figure[0] + column * cell
            half = max(1, round(0.3 * cell))
            part = patch[round(y) - half : round(y) + half, round(x) - half : round(x) + half]
            inside.append(part.reshape(-1, 3))
    ground = np.median(stack.reshape(-1, 3), axis=0)
    return ground, np.median(np.concatenate(inside), axis=0)


def _fit_number(
    stack: NDArray[np.float32],
    numbers: Sequence[int],
    cell: float,
    figure: tuple[float, float],
    ground: Array,
) -> tuple[Box, Array]:
    """The box of a number of one digit, and the colour of its ink (samples)."""
    found = []
    for box in _blots(stack, cell, figure):
        inside = stack[:, box[1] : box[3], box[0] : box[2]].reshape(-1, 3)
        far = np.linalg.norm(inside - ground, axis=1)
        ink = np.median(inside[far > np.percentile(far, 88)], axis=0)
        shown = np.clip((stack - ground) @ _axis(ink - ground), 0, 1.2).astype(np.float32)
        found.append((_fit_digits(shown, box, numbers), box, ink))
    if not found:
        raise TeachingError("no number was found on the cards: more light, or a nearer camera")
    _, box, ink = max(found, key=lambda item: item[0])
    return box, ink


def _fit_digits(shown: NDArray[np.float32], box: Box, numbers: Sequence[int]) -> float:
    """How much the ink in a box looks like the numbers of one digit it should be."""
    size = (box[3] - box[1] + 2 * FRAME, box[2] - box[0] + 2 * FRAME)
    common, total = Digits({}, (size[0] - 2 * FRAME, size[1] - 2 * FRAME)), 0.0
    for ink, number in zip(shown, numbers, strict=True):
        field = _inside(ink, box)
        if number < 10 and field.shape == size:
            total += max(-8.0, common.score(field, np.ones_like(field), range(1, 10))[number])
        elif number < 10:
            total -= 8.0
    return total


FRAME = 2  # samples of room round a digit


def _number_box(style: CardStyle) -> Box:
    left, top, right, bottom = (round(v / FINE) for v in style.number)
    return left, top, right, bottom


def _frame_size(style: CardStyle) -> tuple[int, int]:
    """Rows and columns of the frame in which a digit is kept."""
    left, top, right, bottom = _number_box(style)
    return bottom - top + 2 * FRAME, right - left + 2 * FRAME


def _around_box(ink: Array, box: Box) -> Array:
    """The ink in a box, with room for one more digit on each side."""
    wide, high = box[2] - box[0], box[3] - box[1]
    top, left = max(0, box[1] - FRAME - high // 5), max(0, box[0] - FRAME - 3 * wide // 2)
    return ink[top : box[3] + FRAME + high // 5, left : box[2] + FRAME + 3 * wide // 2]


def _inside(ink: Array, box: Box) -> Array:
    return ink[box[1] - FRAME : box[3] + FRAME, box[0] - FRAME : box[2] + FRAME]


def _blots(stack: NDArray[np.float32], cell: float, figure: tuple[float, float]) -> list[Box]:
    """Boxes beside the figure in which the cards differ, beyond what lying askew explains."""
    _, rows, columns, _ = stack.shape
    mean = stack.mean(axis=0)
    differ = np.abs(stack - np.median(stack, axis=0)).max(axis=3).max(axis=0)
    slope = [np.abs(cv2.Sobel(mean, cv2.CV_32F, *way, scale=0.25)).max(axis=2) for way in WAYS]
    differ = np.maximum(0, differ - 0.5 * (slope[0] + slope[1]))
    y, x = np.ogrid[0:rows, 0:columns]
    reach, edge = 3.2 * cell, round(0.0025 / FINE)
    near = (np.abs(y - figure[1]) < reach) & (np.abs(x - figure[0]) < reach)
    rim = (y < edge) | (y >= rows - edge) | (x < edge) | (x >= columns - edge)
    differ[near | rim] = 0
    boxes: dict[Box, None] = {}
    for share in (0.6, 0.4, 0.25):
        mask = (differ > share * differ.max()).astype(np.uint8)
        for gap in (3, 7):
            closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
            _, _, stats, _ = cv2.connectedComponentsWithStats(closed)
            for left, top, wide, high, _ in stats[1:]:
                if 6 <= high <= 40 and 3 <= wide <= 60:
                    boxes[int(left), int(top), int(left + wide), int(top + high)] = None
    return list(boxes)


WAYS = ((1, 0), (0, 1))


def _taught_digits(
    patches: Sequence[Patch], numbers: Sequence[int], style: CardStyle, colours: Patch
) -> dict[str, Patch]:
    """The digits of the cards that were shown."""
    ground, _, ink = colours
    axis, box = _axis(ink - ground), _number_box(style)
    return {
        str(number): _inside(np.clip((patch - ground) @ axis, 0, 1.2).astype(np.float32), box)
        for patch, number in zip(patches, numbers, strict=True)
        if number < 10
    }
