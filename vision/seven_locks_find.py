"""Finding what lies about on a table nobody has seen before: keys in a row, pairs of coats, a die.

What differs from its wider surroundings is something; what kind of thing it is, is told by its
shape and by the company it keeps. Nothing is assumed of colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from vision.errors import TeachingError
from vision.seven_locks_layout import (
    BOARD,
    KEYS,
    STEP,
    Array,
    Spot,
    averaged,
    cell,
    disc,
    grid,
    place_of,
)

# How wide around a place the bare table is looked for, metres.
SURROUNDINGS = 0.07
# A difference (log light) beyond which nothing stands out more.
STARK = 1.0
BAR = (0.030, 0.006)  # the part of the shaft that every key has, and how broad it may be
BOWS = (0.0080, 0.0095, 0.0110)
PITCHES = np.arange(0.036, 0.0621, 0.001)
COLOURED = 1.0  # what a key's taught colour counts beside its shape
WANDER = 0.007  # how far a key may lie from its place in the row
BOW_ROOM = 0.018  # from the window's edge to the middle of the bow
KEY_BOX = (0.125, 0.034)  # a window with room for the longest key
COAT_RADII = (0.0080, 0.0095, 0.0110, 0.0125)
PAIR = (0.0165, 0.036)  # between the middles of two coats of one seat
MOST_PAIRS = 16
# Seats lay their coats out alike: how much that counts, and what is no order any more (metres).
ORDERLY, BENT, ASKEW = 1.0, 0.03, 0.012


@dataclass(frozen=True)
class Shape:
    """One key: where its bow lies, its mask around that, and its colour (log light)."""

    at: Spot
    mask: Array
    colour: Array


def standing_out(values: Array) -> Array:
    """How much every sample differs from the table around it."""
    around = int(SURROUNDINGS / STEP) | 1
    small = cv2.resize(values, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    coarse = np.asarray(small, np.float32)
    span = max(5, (around // 4) | 1)
    usual = np.stack([_median(coarse[..., c], span) for c in range(3)], axis=-1)
    size = values.shape[1::-1]
    wide = cv2.resize(usual.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.minimum(np.linalg.norm(values - wide, axis=2), STARK).astype(np.float32)


def _median(channel: Array, span: int) -> Array:
    """A wide median, by way of 8-bit numbers, which is all that OpenCV offers."""
    low, high = float(channel.min()), float(channel.max())
    scale = 255 / max(high - low, 1e-6)
    bytes_ = np.clip((channel - low) * scale, 0, 255).astype(np.uint8)
    return np.asarray(cv2.medianBlur(bytes_, span), np.float32) / np.float32(scale) + np.float32(
        low
    )


def off_board(margin: float = 1.06) -> Array:
    """1 beside the board, 0 on it and close by (in radii of the board)."""
    places = grid()
    far = np.hypot(places[..., 0], places[..., 1])
    return (far > BOARD / 2 * margin).astype(np.float32)


# --- keys ----------------------------------------------------------------------------------


def _key_kernel(bow: float) -> tuple[Array, tuple[int, int]]:
    """Positive along a bow and a shaft, negative in the bow's hole and in the gaps around.

    With it comes the place of the bow's middle in the kernel.
    """
    left, right, half = bow * 1.6, bow + BAR[0], 0.016
    x, y = np.meshgrid(np.arange(-left, right, STEP), np.arange(-half, half + 1e-9, STEP))
    far = np.hypot(x, y)
    shaft = (x > bow) & (np.abs(y) < BAR[1] / 2)
    key = ((far <= bow) & (far > bow * 0.5)) | shaft
    hole = far < bow * 0.4
    gap = (far > bow * 1.3) & ((np.abs(y) > 0.0105) | (x < -bow * 1.3))
    kernel = key / key.sum() - 0.3 * hole / max(1, hole.sum()) - 0.7 * gap / gap.sum()
    return kernel.astype(np.float32), (round(left / STEP), kernel.shape[0] // 2)


def key_likeness(out: Array) -> Array:
    """How much each place looks like the middle of a key's bow."""
    best = np.full(out.shape, -1.0, np.float32)
    for bow in BOWS:
        kernel, anchor = _key_kernel(bow)
        found = cv2.filter2D(out, cv2.CV_32F, kernel, anchor=anchor)
        best = np.maximum(best, found)
    return best


def find_row(values: Array, likely: Sequence[Array] = ()) -> list[Spot]:
    """Eight keys side by side, from the far one to the near one: the middles of their bows.

    `likely` says for every key how much each sample has its colour, where that is known.
    """
    out = standing_out(values) * off_board()
    plain = key_likeness(out)
    looks = [plain + COLOURED * key_likeness(each * off_board()) for each in likely]
    looks = looks or [plain] * KEYS
    reach = round(WANDER / STEP)
    around = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    near = [cv2.dilate(look, around) for look in (looks if likely else looks[:1])]
    best, found = -np.inf, (0, 0, 0.0)
    for pitch in PITCHES:
        step = pitch / STEP
        rows = np.round(np.arange(KEYS) * step).astype(int)
        height = out.shape[0] - rows[-1]
        if height <= 0:
            continue
        stack = np.stack([near[n % len(near)][row : row + height] for n, row in enumerate(rows)])
        # The weakest keys count most: a row has all of its eight.
        score = stack.mean(axis=0) + 2 * np.partition(stack, 2, axis=0)[:3].mean(axis=0)
        row, column = np.unravel_index(int(score.argmax()), score.shape)
        if score[row, column] > best:
            best, found = float(score[row, column]), (int(row), int(column), float(step))
    if best <= 0.02:
        raise TeachingError("no row of eight keys was found beside the board")
    top, left, step = found
    return [_settled(looks[key], left, top + key * step, reach) for key in range(KEYS)]


def _settled(likeness: Array, column: int, row: float, reach: int) -> Spot:
    y0, x0 = max(0, round(row) - reach), max(0, column - reach)
    part = likeness[y0 : round(row) + reach + 1, x0 : column + reach + 1]
    y, x = np.unravel_index(int(part.argmax()), part.shape)
    return place_of(x0 + int(x), y0 + int(y))


def key_box(at: Spot) -> tuple[slice, slice]:
    """Rows and columns of the window around a key, most of it from the bow towards the bit."""
    column, row = cell(at)
    wide, deep = (round(each / STEP) for each in KEY_BOX)
    left = column - round(BOW_ROOM / STEP)
    top = row - deep // 2
    return slice(top, top + deep), slice(left, left + wide)


def cut_key(values: Array, at: Spot) -> Shape:
    """The mask and colour of the key whose bow lies here."""
    box = key_box(at)
    window = values[box]
    if window.shape[:2] != tuple(round(each / STEP) for each in KEY_BOX[::-1]):
        raise TeachingError("the keys lie too near the picture's edge")
    edge = np.concatenate([window[:3].reshape(-1, 3), window[-3:].reshape(-1, 3)])
    table = np.median(edge, axis=0)
    off = np.linalg.norm(window - table, axis=2)
    middle = window.shape[0] // 2
    left = round((BOW_ROOM + 0.012) / STEP)
    band = slice(middle - 2, middle + 3), slice(left, left + round(0.026 / STEP))
    limit = np.quantile(off[band], 0.6)
    colour = np.median(window[band][off[band] >= limit], axis=0)
    nearer = np.linalg.norm(window - colour, axis=2) < off * 0.8
    mask = _joined_up(nearer.astype(np.uint8), band)
    return Shape(at, mask, colour.astype(np.float32))


def _joined_up(mask: Array, band: tuple[slice, slice]) -> Array:
    """Only what hangs together with the shaft."""
    _, names = cv2.connectedComponents(cv2.dilate(mask, np.ones((3, 3), np.uint8)))
    inner = names[band][mask[band] > 0]
    if not len(inner):
        return np.asarray(mask, np.float32)
    own = int(np.bincount(inner).argmax())
    return ((names == own) & (mask > 0)).astype(np.float32)


# --- coats and die -------------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """A small round thing: where, how large, how much it stands out, its colour."""

    at: Spot
    radius: float
    contrast: float
    colour: Array


Pair = tuple[Round, Round]


def find_rounds(
    values: Array,
    free: Array,
    corner: tuple[int, int] = (0, 0),
    radii: tuple[float, ...] = COAT_RADII,
) -> list[Round]:
    """Small things that stand out all round, best first; `free` is 0 where not to look.

    `corner` is the column and row of the first sample, where only a part of the table is given.
    """
    out = standing_out(values) * free
    found: list[Round] = []
    for radius in radii:
        inner = averaged(out, disc(radius))
        likeness = inner - averaged(out, disc(radius * 1.75, radius * 1.25))
        colours = averaged(values, disc(radius * 0.9))
        peak = cv2.dilate(likeness, np.ones((9, 9), np.uint8))
        for row, column in np.argwhere((likeness >= peak) & (likeness > 0.08)):
            at = place_of(int(column) + corner[0], int(row) + corner[1])
            strength = float(likeness[row, column])
            found.append(Round(at, radius, strength, colours[row, column]))
    return _apart(found)


def _apart(found: list[Round]) -> list[Round]:
    kept: list[Round] = []
    for one in sorted(found, key=lambda each: -each.contrast):
        if all(np.hypot(*np.subtract(one.at, other.at)) > 0.013 for other in kept):
            kept.append(one)
    return kept


def find_pairs(rounds: list[Round], pairs: int) -> list[tuple[Round, Round]]:
    """Coats of arms: pairs that look alike and lie together, from the far side to the near one.

    All seats lay theirs out in one way, mostly one after the other; loose change does not.
    """
    choices = _pair_choices(rounds[:60])[:MOST_PAIRS]
    best: tuple[float, tuple[Pair, ...]] = (-np.inf, ())
    for chosen in combinations(choices, pairs):
        coats = {id(coat) for _, pair in chosen for coat in pair}
        if len(coats) == 2 * pairs:
            total = sum(score for score, _ in chosen) + _orderly([pair for _, pair in chosen])
            best = max(best, (total, tuple(pair for _, pair in chosen)), key=lambda each: each[0])
    if not best[1]:
        raise TeachingError("not all coats of arms were found beside the board")
    return sorted(best[1], key=lambda pair: -(pair[0].at[1] + pair[1].at[1]))


def _pair_choices(rounds: list[Round]) -> list[tuple[float, Pair]]:
    """Two round things beside each other, those that look most like a seat's coats first."""
    choices = []
    for one, other in combinations(rounds, 2):
        apart = float(np.hypot(*np.subtract(one.at, other.at)))
        if PAIR[0] <= apart <= PAIR[1]:
            unlike = float(np.linalg.norm(one.colour - other.colour))
            size = abs(one.radius - other.radius) / 0.01
            weak = min(one.contrast, other.contrast)
            left = (one, other) if one.at[0] <= other.at[0] else (other, one)
            choices.append((weak - 0.3 * unlike - 0.05 * size, left))
    return sorted(choices, key=lambda each: -each[0])


def _orderly(pairs: list[Pair]) -> float:
    """How evenly pairs follow each other, and how alike each is laid out; 0 at best."""
    if len(pairs) < 3:
        return 0.0
    places = np.array([[one.at, other.at] for one, other in pairs])
    middles, ways = places.mean(axis=1), places[:, 1] - places[:, 0]
    order = np.argsort(middles[:, 1])
    steps = np.stack([np.ones(len(pairs)), np.arange(len(pairs))], axis=1)
    line = np.linalg.lstsq(steps, middles[order], rcond=None)[0]
    bent = float(np.sqrt(np.mean((middles[order] - steps @ line) ** 2)))
    askew = float(np.sqrt(np.mean((ways - np.median(ways, axis=0)) ** 2)))
    return -ORDERLY * (min(1.0, bent / BENT) + 0.5 * min(1.0, askew / ASKEW))
