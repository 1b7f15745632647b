"""Learning the cards beside King Solomon's mine: where they are laid and how they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import TeachingError
from vision.observe.text import text_reader
from vision.sample import Patch, Window
from vision.solomon.cards import Cells
from vision.solomon.numbers import NUMBERS, Mask, Spot, cleared, frame_in
from vision.solomon.profile import CardStyle
from vision.solomon.slots import FINE, STEP, Desk, Place, seen, settled
from vision.solomon.table import BOARD, SIZES, SLOTS

Array = NDArray[np.float32]

TABLE_STEP = 0.001
TABLE_HALF = 0.30


@dataclass(frozen=True)
class CardLabel:
    """What a person says of a card in a teaching picture: its squares with the arrow down."""

    number: int
    slot: int
    squares: Cells


Box = tuple[int, int, int, int]  # left, top, right, bottom (samples)
Rect = tuple[float, float, float, float, float]  # middle, width, length, turn
Learned = tuple[CardStyle, Patch, Patch, Mask, tuple[tuple[float, float], ...]]


def learn_cards(bare: Any, lessons: Sequence[Any]) -> Learned:
    """How cards look and where they are laid, from a picture without and some with them."""
    laid = [(one, *_laid_out(bare, one)) for one in lessons]
    width = float(np.median([w for *_, rects in laid for *_, w, _, _ in rects]))
    length = float(np.median([h for *_, rects in laid for *_, h, _ in rects]))
    labels = [label for _, told, _ in laid for label in told]
    rough = [(one, rect) for one, _, rects in laid for rect in rects]
    desks = [Desk(one.picture, one.view, (x, y), width, length) for one, (x, y, *_) in rough]
    places, look = _laid_alike(desks, [turn for _, (*_, turn) in rough])
    pairs = list(zip(desks, places, strict=True))
    soft = np.stack(_levelled([desk.cut(place, FINE, soft=True) for desk, place in pairs]))
    (cell, figure), colours = _learn_figure(soft, [label.squares for label in labels])
    shown = [(one, place) for (one, _), place in zip(rough, places, strict=True)]
    numbers = [label.number for label in labels]
    number = _learn_number(soft, cell, figure, shown, numbers)
    style = CardStyle(width, length, cell * FINE, (figure[0] * FINE, figure[1] * FINE), number)
    frame = _frame(number, [each for each, n in zip(shown, numbers, strict=True) if n < 10])
    return style, look, colours, frame, _slots(labels, places)


def _laid_out(bare: Any, one: Any) -> tuple[list[CardLabel], list[Rect]]:
    """The cards of a picture, each with its label."""
    rects = _rectangles(bare, one)
    return _in_places(one.cards, [(x, y) for x, y, *_ in rects]), rects


def _rectangles(bare: Any, shown: Any) -> list[Rect]:
    """Middle, width, length and turn of everything card-like that was laid down.

    A card that does not stand out from the table is left out: the others teach how cards look.
    """
    count = 2 * round(TABLE_HALF / TABLE_STEP)
    window = Window(
        (-TABLE_HALF, TABLE_HALF, SIZES.card_level),
        (1.0, 0.0),
        (0.0, -1.0),
        count,
        count,
        TABLE_STEP,
    )
    change = seen(shown.soft, shown.view, window) - seen(bare.soft, bare.view, window)
    change = np.abs(change - np.median(change, axis=(0, 1))).max(axis=2)
    tray = round((BOARD / 2 + SIZES.rim + SIZES.card_gap) / TABLE_STEP)
    middle = slice(count // 2 - tray, count // 2 + tray)
    change[middle, middle] = 0
    best: list[Rect] = []
    for limit in (0.6, 0.45, 0.3, 0.2, 0.14, 0.1):
        for gap in (1, 3, 5, 9):
            found = _cards_in(change > limit, gap)
            if len(found) == len(shown.cards):
                return found
            if len(found) < len(shown.cards):
                best = max(best, found, key=len)
    if 2 * len(best) > len(shown.cards):
        return best
    raise TeachingError(
        f"{len(shown.cards)} cards were told, {len(best)} found: take both pictures from one place"
    )


def _cards_in(mask: NDArray[np.bool_], gap: int) -> list[Rect]:
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
    """The label of each place, on either side from far to near as the slots are."""
    found: dict[int, CardLabel] = {}
    for left in (False, True):
        order = sorted(
            (n for n, (x, _) in enumerate(places) if (x < 0) == left), key=lambda n: -places[n][1]
        )
        told = sorted(
            (card for card in cards if (card.slot >= 3) == left), key=lambda card: card.slot
        )
        if len(order) > len(told):
            raise TeachingError("more cards lie on one side than were told: take the picture anew")
        best = min(
            combinations(told, len(order)),
            key=lambda some: sum(
                abs(places[n][1] - SIZES.slot(card.slot)[1])
                for n, card in zip(order, some, strict=True)
            ),
        )
        found |= dict(zip(order, best, strict=True))
    return [found[n] for n in range(len(places))]


def _slots(labels: Sequence[CardLabel], places: Sequence[Place]) -> tuple[tuple[float, float], ...]:
    """Where cards are laid; slots nobody showed are as far as their neighbours."""
    known = {label.slot: (place.x, place.y) for label, place in zip(labels, places, strict=True)}
    out = float(np.mean([abs(x) for x, _ in known.values()]))
    usual = [(out if slot < 3 else -out, SIZES.slot(slot)[1]) for slot in SLOTS]
    return tuple(known.get(slot, usual[slot]) for slot in SLOTS)


def _laid_alike(desks: Sequence[Desk], turns: Sequence[float]) -> tuple[list[Place], Patch]:
    """Where each card lies so that what all have in common lies together, and that look."""
    places = [
        next(desk.places(), Place(desk.middle.x, desk.middle.y, turn))
        for desk, turn in zip(desks, turns, strict=True)
    ]
    look = _common_look(desks, places)
    for _ in range(3):
        places = [settled(d, p, look)[0] for d, p in zip(desks, places, strict=True)]
        look = _common_look(desks, places)
    return places, look


def _common_look(desks: Sequence[Desk], places: Sequence[Place]) -> Patch:
    """What most cards have in common."""
    stack = np.stack(_levelled([d.cut(p, STEP) for d, p in zip(desks, places, strict=True)]))
    return np.asarray(np.median(stack, axis=0), np.float32)


def _levelled(patches: Sequence[Patch]) -> list[Patch]:
    """Cards as under one light: most of a card is ground."""
    grounds = [np.median(patch, axis=(0, 1)) for patch in patches]
    level = np.median(grounds, axis=0)
    return [
        np.asarray(patch - ground + level, np.float32)
        for patch, ground in zip(patches, grounds, strict=True)
    ]


def _learn_figure(
    stack: NDArray[np.float32], figures: Sequence[Cells]
) -> tuple[tuple[float, tuple[float, float]], Patch]:
    """Where figures are printed (samples), and the colours of ground and square."""
    cell, figure = _fit_figure(stack - stack.mean(axis=0), figures)
    colours = np.stack(_figure_colours(stack, figures, cell, figure))
    return (cell, figure), colours.astype(np.float32)


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


def _learn_number(
    stack: NDArray[np.float32],
    cell: float,
    figure: tuple[float, float],
    shown: Sequence[tuple[Any, Place]],
    numbers: Sequence[int],
) -> Spot:
    """Where a number of one digit is printed: there the told numbers are read best."""
    # Where single digits stand shows on cards that have one.
    single = [n for n, number in enumerate(numbers) if number < 10] or list(range(len(numbers)))
    boxes, card = _blots(stack[single], cell, figure), stack.shape[1:3]
    if not boxes:
        raise TeachingError("no number was found on the cards: more light, or a nearer camera")
    alone = [shown[n] for n in single]
    fits = {box: _fits(_spot(box, card), alone, shown, numbers) for box in boxes}
    best = _spot(max(fits, key=lambda box: float(fits[box].sum())), card)
    # A digit is read as well without its outmost ink, but two digits side by side are not.
    return best.fitted([best.field(one.picture, one.view, place) for one, place in alone])


def _fits(
    spot: Spot,
    alone: Sequence[tuple[Any, Place]],
    shown: Sequence[tuple[Any, Place]],
    numbers: Sequence[int],
) -> Array:
    """How well each card's number is read at a spot, without the frame that all have there."""
    frame = _frame(spot, alone)
    fields = [cleared(spot.field(one.picture, one.view, place), frame) for one, place in shown]
    reader = text_reader()
    fits = [reader.read(each, NUMBERS).labels[n] for each, n in zip(fields, numbers, strict=True)]
    return np.array(fits, np.float32)


def _frame(spot: Spot, shown: Sequence[tuple[Any, Place]]) -> Mask:
    return frame_in([spot.field(one.picture, one.view, place) for one, place in shown], spot)


def _spot(box: Box, card: tuple[int, ...]) -> Spot:
    """Where a box of samples lies on a card of so many rows and columns."""
    left, top, right, bottom = box
    across, down = (left + right - card[1]) / 2, (top + bottom - card[0]) / 2
    return Spot(across * FINE, down * FINE, (right - left) * FINE, (bottom - top) * FINE)


def _blots(stack: NDArray[np.float32], cell: float, figure: tuple[float, float]) -> set[Box]:
    """Boxes beside the figure in which cards differ, beyond what lying askew explains."""
    _, rows, columns, _ = stack.shape
    # A lamp mirrored in a card makes all of its print paler.
    stack = (stack - stack.mean(axis=(1, 2), keepdims=True)) / stack.std(axis=(1, 2), keepdims=True)
    mean = stack.mean(axis=0)
    differ = np.abs(stack - np.median(stack, axis=0)).max(axis=3).max(axis=0)
    slope = [np.abs(cv2.Sobel(mean, cv2.CV_32F, *way, scale=0.25)).max(axis=2) for way in WAYS]
    differ = np.maximum(0, differ - 0.5 * (slope[0] + slope[1]))
    y, x = np.ogrid[0:rows, 0:columns]
    reach, edge = 3.2 * cell, round(0.0035 / FINE)
    near = (np.abs(y - figure[1]) < reach) & (np.abs(x - figure[0]) < reach)
    rim = (y < edge) | (y >= rows - edge) | (x < edge) | (x >= columns - edge)
    differ[near | rim] = 0
    boxes = set[Box]()
    for share in (0.6, 0.4, 0.25):
        mask = (differ > share * differ.max()).astype(np.uint8)
        for gap in (3, 5, 7):
            closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
            _, _, stats, _ = cv2.connectedComponentsWithStats(closed)
            for left, top, wide, high, _ in stats[1:]:
                if 8 <= high <= 40 and 4 <= wide <= 60:
                    boxes.add((int(left), int(top), int(left + wide), int(top + high)))
    return boxes


WAYS = ((1, 0), (0, 1))
