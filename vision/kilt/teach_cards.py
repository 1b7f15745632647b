"""Teaching Kilt Castle: where cards lie beside the board, and how they look."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import SIZE
from vision.errors import TeachingError
from vision.kilt.cards import blurred
from vision.kilt.lesson import Lesson
from vision.kilt.profile import CARD_COLUMNS, CARD_ROWS
from vision.kilt.table import BOARD, OUTWARD, Sizes, sideways
from vision.sample import Patch, Window, maps_for, take, to_log

MM = 0.001
BESIDE_DEPTH = 110
# White light that may be mirrored by a card when it is taught, in shares of the brightest.
VEILS = (0.0, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3)
# The next veil will not be just one of these: so much of what they change stays uncertain.
VEILED = 0.4
EDGE = 0.0005  # the rim of the board itself is no card


def card_spots(layout: Sizes, one: Lesson) -> tuple[Sizes, dict[int, tuple[float, ...]]]:
    """Find every labelled card beside the board: centre and turn; and the measures of a card.

    All cards are of one size: together they show it better than any one of them.
    """
    strange = {position: _strangeness(one, layout, position) for position in range(SIZE * 4)}
    with_card = np.mean([strange[p] for p in one.cards], axis=0)
    without = np.mean(
        [strange[p] for p in strange if p not in one.cards] or [0 * with_card], axis=0
    )
    step = with_card - without
    left, right = _span(step[12:45].mean(axis=0))
    top, bottom = _span(step[:, round(left) + 5 : round(right) - 4].mean(axis=1))
    size = (right - left, bottom - top)
    if not 1.2 < size[1] / size[0] < 2.0:
        raise TeachingError(
            "the cards were not made out beside the board: lay each close to it, one to a "
            "position, on a plain part of the table that is unlike the cards"
        )
    middle = ((left + right) / 2, (top + bottom) / 2)
    spots = {p: _settled_box(strange[p], middle, size) for p in one.cards}
    begin = EDGE + float(np.median([y for _, y, _ in spots.values()])) * MM - size[1] * MM / 2
    layout = replace(
        layout,
        card_length=size[1] * MM,
        card_width=size[0] * MM,
        card_start=begin,
        card_pitch=size[1] * MM * 1.02,
    )
    return layout, {p: (x * MM, y * MM, turn) for p, (x, y, turn) in spots.items()}


def settled_spot(
    one: Lesson, layout: Sizes, position: int, size: tuple[float, float]
) -> tuple[float, ...]:
    """Where a card of known size (mm) lies beside the board: centre and turn."""
    strange = _strangeness(one, layout, position)
    start = (strange.shape[1] / 2, (layout.card_start - EDGE) / MM + size[1] / 2)
    x, y, turn = _settled_box(strange, start, size)
    return x * MM, y * MM, turn


def _span(profile: NDArray[np.float64]) -> tuple[float, float]:
    """Where a profile is above half its height, to fractions of a sample."""
    height = float(np.percentile(profile, 85))
    above = np.flatnonzero(profile > height / 2)
    first, last = int(above[0]), int(above[-1])
    low = _crossing(profile, first, -1, height / 2)
    return low + 0.5, _crossing(profile, last, 1, height / 2) + 0.5


def _crossing(profile: NDArray[np.float64], index: int, way: int, level: float) -> float:
    beyond = index + way
    if not 0 <= beyond < len(profile):
        return index + way * 0.5
    drop = profile[index] - profile[beyond]
    return float(index + way * np.clip((profile[index] - level) / max(drop, 1e-6), 0, 1))


def _strangeness(one: Lesson, layout: Sizes, position: int) -> Patch:
    """How unlike the table around it each sample beside the board is; above 1 it is a card."""
    patch = cv2.GaussianBlur(_beside(one, layout, position), (0, 0), 1)
    rim = np.concatenate([patch[:, :4].reshape(-1, 3), patch[:, -4:].reshape(-1, 3)])
    rim = np.concatenate([rim, patch[-15:].reshape(-1, 3)])
    middle = np.median(rim, axis=0)
    spread = np.median(np.abs(rim - middle), axis=0) * 1.48 + 0.08
    return np.asarray((np.abs(patch - middle) / spread).max(axis=2) / 3)


def _settled_box(
    field: Patch, start: tuple[float, float], size: tuple[float, float]
) -> tuple[float, float, float]:
    """Centre and turn of a box of known size: most of what is strange inside, least around."""
    capped = np.minimum(field, 1.5)
    width, length = round(size[0]), round(size[1])
    ys, xs = np.mgrid[0 : field.shape[0], 0 : field.shape[1]] + 0.5
    away = ((xs - start[0]) ** 2 + (ys - start[1]) ** 2) / 5.0**2
    best, place = -np.inf, (*start, 0.0)
    for turn in np.arange(-6, 6.1, 1.5):
        matrix = cv2.getRotationMatrix2D(start, float(turn), 1.0)
        upright = cv2.warpAffine(capped, matrix, field.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        inside = cv2.boxFilter(upright, -1, (width, length), borderType=cv2.BORDER_REPLICATE)
        around = cv2.boxFilter(
            upright, -1, (width + 8, length + 8), borderType=cv2.BORDER_REPLICATE
        )
        value = 2 * inside - around - 0.05 * away - 0.002 * abs(turn)
        row, column = np.unravel_index(int(value.argmax()), value.shape)
        if value[row, column] > best:
            best = float(value[row, column])
            back = cv2.invertAffineTransform(matrix) @ (column + 0.5, row + 0.5, 1.0)
            place = (float(back[0]), float(back[1]), -float(turn))
    return place


def _beside(one: Lesson, layout: Sizes, position: int) -> Patch:
    """The table next to a card position, 1 mm a sample, rows outward from the board's edge."""
    return to_log(take(one.picture, maps_for(one.view, _beside_window(layout, position))))


def _beside_window(layout: Sizes, position: int) -> Window:
    side = position // SIZE
    out, across = np.array(OUTWARD[side]), np.array(sideways(side))
    columns = round(layout.pitch[0] / MM * 1.1)
    middle = layout.card_centre(position, 0)
    edge = out * (BOARD / 2 + EDGE) + across * (middle @ across)
    corner = edge - across * columns * MM / 2
    return Window(
        (float(corner[0]), float(corner[1]), 0.0),
        (float(across[0]), float(across[1])),
        (float(out[0]), float(out[1])),
        columns,
        BESIDE_DEPTH,
        MM,
    )


def card_looks(
    one: Lesson, layout: Sizes, spots: dict[int, tuple[float, ...]]
) -> dict[str, tuple[Patch, Patch]]:
    """Middle look and spread of each colour's half of a card, seen from the near end inward.

    A colour is on several cards: what they agree on is the colour, the rest is light.
    """
    halves: dict[str, list[Patch]] = {}
    for position, (board, away) in one.cards.items():
        patch = _card_patch(one, layout, position, spots[position])
        halves.setdefault(board, []).append(patch[: CARD_ROWS // 2])
        halves.setdefault(away, []).append(patch[::-1, ::-1][: CARD_ROWS // 2])
    return {colour: _agreed(np.stack(found)) for colour, found in halves.items()}


def _agreed(found: Patch) -> tuple[Patch, Patch]:
    """What patches (n, rows, columns, 3) of one thing agree on, and how much they differ.

    Light mirrored into the lens pales some of them: each is laid beside the most vivid one as that
    would look with as much light mirrored. What they agree on is told as pale as most of them are.
    """
    vivid = found[int(found.reshape(len(found), -1).std(axis=1).argmax())]
    paled = np.stack([np.log(np.exp(vivid) + veil) for veil in VEILS])  # (veils, ...)
    off = found[:, None] - paled[None]
    gains = off.mean(axis=(2, 3, 4), keepdims=True)
    rest = off - gains
    best = (rest**2).mean(axis=(2, 3, 4)).argmin(axis=1)
    each = np.arange(len(found))
    rest = rest[each, best]
    middle = np.median(rest, axis=0)
    spread = np.median(np.abs(rest - middle), axis=0) * 1.48
    apart = np.median(np.abs(found - np.median(found, axis=0)), axis=0) * 1.48
    spread = np.hypot(spread, VEILED * apart)
    look = paled[int(np.median(best))] + middle + np.median(gains[each, best])
    return look.astype(np.float32), spread.astype(np.float32)


def _card_patch(one: Lesson, layout: Sizes, position: int, spot: tuple[float, ...]) -> Patch:
    """One card, cut out along its own edges."""
    window = _beside_window(layout, position)
    across, out = np.array(window.across), np.array(window.down)
    turn = np.radians(spot[2])
    along = np.cos(turn) * across + np.sin(turn) * out
    down = np.cos(turn) * out - np.sin(turn) * across
    centre = np.array(window.corner[:2]) + across * spot[0] + out * spot[1]
    step = layout.card_length / CARD_ROWS
    rows, columns = CARD_ROWS + 2, CARD_COLUMNS + 2  # a rim for the blur, cut off again
    corner = centre - down * rows * step / 2 - along * columns * step / 2
    cut = Window(
        (float(corner[0]), float(corner[1]), 0.0),
        (float(along[0]), float(along[1])),
        (float(down[0]), float(down[1])),
        columns,
        rows,
        step,
    )
    patch = to_log(take(one.soft, maps_for(one.view, cut)))
    return blurred(patch[None])[0, 1:-1, 1:-1]
