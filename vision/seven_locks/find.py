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

from rules.seven_locks.pieces import KEYS
from vision.errors import TeachingError
from vision.light import Light
from vision.sample import in_light, largest
from vision.seven_locks.table import BOARD
from vision.seven_locks.windows import (
    STEP,
    Array,
    Floats,
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
# How far one colour may seem another in this light: its tint, and light or shade (log light).
TINT, BRIGHT = 0.55, 0.6
DIE_TINT, DIE_BRIGHT = 0.35, 0.45  # the same for a die
BAR = (0.030, 0.006)  # the part of the shaft that every key has, and how broad it may be
BOWS = (0.0080, 0.0095, 0.0110)
PITCHES = np.arange(0.036, 0.0621, 0.001)
COLOURED = 1.0  # what a key's taught colour counts beside its shape
WANDER = 0.007  # how far a key may lie from its place in the row
BOW_ROOM = 0.018  # from the window's edge to the middle of the bow
KEY_BOX = (0.125, 0.034)  # a window with room for the longest key
COAT_RADII = (0.0080, 0.0095, 0.0110, 0.0125)
PAIR = (0.0165, 0.036)  # between the middles of two coats of one seat
MOST_ROUNDS, MOST_PAIRS = 60, 14
# An edge this strong (log light a sample) is a whole one; what a full outline counts.
EDGE, OUTLINED = 0.10, 5.0
AXES = ((1, 0), (0, 1))
SECTORS = 6  # directions in which a round thing must end
# Seats lay their coats out alike: how much that counts, and what is no order any more (metres).
ORDERLY, BENT, ASKEW = 1.0, 0.03, 0.012
# Coats are all of one size: how much that counts, and what is another size (metres).
ONE_SIZE, OTHER_SIZE = 0.5, 0.003
CLEARLY = 1.0  # what stands out more than this is no better for it
THIRD = 0.6  # what it takes off that another one of the kind lies as near: a seat has two
ALIKE = 0.25  # how much things of one kind differ that lie in one light


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
    usual = np.stack([median(coarse[..., c], span) for c in range(3)], axis=-1)
    size = values.shape[1::-1]
    wide = cv2.resize(usual.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.minimum(np.linalg.norm(values - wide, axis=2), STARK).astype(np.float32)


def median(channel: Array, span: int) -> Array:
    """A wide median, by way of 8-bit numbers, which is all that OpenCV offers."""
    low, high = float(channel.min()), float(channel.max())
    scale = 255 / max(high - low, 1e-6)
    bytes_ = np.clip((channel - low) * scale, 0, 255).astype(np.uint8)
    return np.asarray(cv2.medianBlur(bytes_, span), np.float32) / np.float32(scale) + np.float32(
        low
    )


def coloured(values: Array, colour: Array, tint: float = TINT, bright: float = BRIGHT) -> Array:
    """How much each sample has a colour (log light), be it a little brighter or darker."""
    off = values - colour
    level = off.mean(axis=2, keepdims=True)
    far = ((off - level) ** 2).sum(axis=2) / tint**2 + level[..., 0] ** 2 / bright**2
    return np.exp(-0.5 * far).astype(np.float32)


def beside_board(colours: Array, light: Light) -> Array:
    """Taught colours as they would look beside the board now."""
    return in_light(colours, light.at(np.zeros((1, 2))))


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
    looks = [plain + COLOURED * key_likeness(each * off_board()) for each in _own(likely)]
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


def _own(likely: Sequence[Array]) -> list[Array]:
    """How much more each sample has a key's colour than any other key's, or less."""
    if len(likely) < 2:
        return list(likely)
    second, first = np.partition(np.stack(likely), len(likely) - 2, axis=0)[-2:]
    others = [np.where(each < first, first, second) for each in likely]
    return [each - np.maximum(0, other - each) for each, other in zip(likely, others, strict=True)]


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


def cut_key(values: Array, at: Spot, look: Array) -> Shape:
    """The mask of the key whose bow lies here, and its colour in `look`."""
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
    shaft = off[band] >= np.quantile(off[band], 0.6)
    colour = np.median(window[band][shaft], axis=0)
    nearer = np.linalg.norm(window - colour, axis=2) < off * 0.8
    mask = _joined_up(nearer.astype(np.uint8), band)
    return Shape(at, mask, np.median(look[box][band][shaft], axis=0).astype(np.float32))


def _joined_up(mask: Array, band: tuple[slice, slice]) -> Array:
    """Only what hangs together with the shaft."""
    _, names = cv2.connectedComponents(cv2.dilate(mask, np.ones((3, 3), np.uint8)))
    inner = names[band][mask[band] > 0]
    if not len(inner):
        return np.asarray(mask, np.float32)
    own = int(np.bincount(inner).argmax())
    return ((names == own) & (mask > 0)).astype(np.float32)


# --- coats and die -------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Round:
    """A small round thing: where, how large, how much it stands out, its colour."""

    at: Spot
    radius: float
    contrast: float
    colour: Array


Pair = tuple[Round, Round]
APART = 0.013  # metres between the middles of two things


def find_rounds(
    values: Array,
    free: Array,
    corner: tuple[int, int] = (0, 0),
    radii: tuple[float, ...] = COAT_RADII,
    all_round: bool = False,
    look: Array | None = None,
) -> list[Round]:
    """Small things that stand out all round, best first; `free` is 0 where not to look.

    `corner` is the column and row of the first sample, where only a part of the table is given.
    `all_round`: they must end in every direction, which a gap between planks does not. `look` has
    their colours, if not `values`.
    """
    out = standing_out(values) * free
    found: list[Round] = []
    for radius in radii:
        inner = averaged(out, disc(radius))
        likeness = inner - _surroundings(out, radius, all_round)
        if all_round:
            likeness = 0.5 * likeness + outlined(values, radius) * free
        colours = averaged(values if look is None else look, disc(radius * 0.9))
        peak = cv2.dilate(likeness, np.ones((9, 9), np.uint8))
        for row, column in np.argwhere((likeness >= peak) & (likeness > 0.08)):
            at = place_of(int(column) + corner[0], int(row) + corner[1])
            strength = float(likeness[row, column])
            found.append(Round(at, radius, strength, colours[row, column]))
    return _apart(found)


AS_CLEAR = 0.6
MARK, MARK_ROOM = 0.4, 1.5  # log light of a mark, and radii of a thing that tell its ground


def find_coloured(
    values: Array, free: Array, colour: Array, radius: float, corner: tuple[int, int]
) -> list[Spot]:
    """Small things of a colour (log light) that end all round, best first."""
    return _ending(coloured(values, colour, DIE_TINT, DIE_BRIGHT), free, radius, corner)


def find_marked(values: Array, free: Array, radius: float, corner: tuple[int, int]) -> list[Spot]:
    """Small things with marks, on a ground that may be like the table, best first."""
    wide = 2 * round(MARK_ROOM * radius / STEP) + 1
    off = largest(np.abs(values - cv2.blur(values, (wide, wide))))
    return _ending(np.minimum(off / MARK, 1.0).astype(np.float32), free, radius, corner)


def _ending(alike: Array, free: Array, radius: float, corner: tuple[int, int]) -> list[Spot]:
    """Where something is of one kind that ends all round."""
    likeness = averaged(alike, disc(radius)) - averaged(alike, disc(radius * 2.2, radius * 1.6))
    likeness *= free
    peak = cv2.dilate(likeness, np.ones((7, 7), np.uint8))
    found = np.argwhere((likeness >= peak) & (likeness > 0.1))
    best = sorted(found, key=lambda at: -likeness[at[0], at[1]])
    return [place_of(int(column) + corner[0], int(row) + corner[1]) for row, column in best]


def outlined(values: Array, radius: float) -> Array:
    """How much of a circle's outline lies around each sample, lighter or darker than within."""
    across, along = (cv2.Scharr(values, cv2.CV_32F, *way, scale=1 / 32) for way in AXES)
    sizes = cv2.magnitude(across, along)
    high, wide = sizes.shape[:2]
    strongest = sizes.reshape(-1, 3).argmax(axis=1) + 3 * np.arange(high * wide)
    size, *ways = (each.ravel()[strongest].reshape(high, wide) for each in (sizes, across, along))
    weight = np.minimum(size, EDGE).ravel()
    rows, columns = np.ogrid[:high, :wide]
    off = radius / STEP / (size + 1e-6)
    best = np.zeros(size.shape, np.float32)
    for side in (off, -off):
        x = np.rint(columns + side * ways[0]).clip(0, wide - 1)
        y = np.rint(rows + side * ways[1]).clip(0, high - 1)
        votes = np.bincount((y * wide + x).astype(np.int64).ravel(), weight, size.size)
        near = cv2.GaussianBlur(votes.reshape(size.shape).astype(np.float32), (0, 0), 1.2)
        best = np.maximum(best, near)
    return np.asarray(best / (2 * np.pi * radius / STEP * EDGE) * OUTLINED, np.float32)


def _surroundings(out: Array, radius: float, all_round: bool) -> Array:
    """How much stands out around a thing: on average, or also where most does."""
    ring = disc(radius * 1.75, radius * 1.25)
    mean = averaged(out, ring)
    if not all_round:
        return mean
    reach = ring.shape[0] // 2
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    sector = ((np.arctan2(y, x) / (2 * np.pi) + 0.5) * SECTORS).astype(int) % SECTORS
    most = mean
    for number in range(SECTORS):
        part = ring * (sector == number)
        most = np.maximum(most, averaged(out, part / part.sum()))
    return np.asarray(0.4 * mean + 0.6 * most, np.float32)


def _apart(found: list[Round]) -> list[Round]:
    """The best of those that lie in about one place, best first."""
    ranked = sorted(found, key=lambda each: -each.contrast)
    places = np.array([each.at for each in ranked]).reshape(-1, 2)
    free, kept = np.ones(len(ranked), bool), list[Round]()
    for number, one in enumerate(ranked):
        if free[number]:
            kept.append(one)
            free &= np.hypot(*(places - places[number]).T) > APART
    return kept


def find_pairs(rounds: list[Round], pairs: int) -> list[Pair]:
    """Coats of arms: pairs that look alike and lie together, from the far side to the near one.

    All seats lay theirs out in one way, mostly one after the other; loose change does not.
    """
    choices = _pair_choices(rounds[:MOST_ROUNDS])[:MOST_PAIRS]
    chosen = np.array(list(combinations(range(len(choices)), pairs)), int).reshape(-1, pairs)
    names = np.array([[id(one), id(other)] for _, (one, other) in choices], object)
    apart = [len(set(names[each].ravel())) == 2 * pairs for each in chosen]
    chosen = chosen[np.array(apart, bool)]
    if not len(chosen):
        raise TeachingError("not all coats of arms were found beside the board")
    scores = np.array([score for score, _ in choices])[chosen].sum(axis=1)
    places = np.array([[one.at, other.at] for _, (one, other) in choices])[chosen]
    radii = np.array([(one.radius + other.radius) / 2 for _, (one, other) in choices])[chosen]
    best = chosen[int((scores + _orderly(places) + _one_size(radii)).argmax())]
    found = [choices[number][1] for number in best]
    return sorted(found, key=lambda pair: -(pair[0].at[1] + pair[1].at[1]))


def _pair_choices(rounds: Sequence[Round]) -> list[tuple[float, Pair]]:
    """Two round things beside each other, those that look most like a seat's coats first."""
    near = [(one, other) for one, other in combinations(rounds, 2) if _beside(one, other)]
    choices = []
    for one, other in near:
        weak = min(one.contrast, other.contrast, CLEARLY)
        unlike = _unlike(one, other)
        third = any(
            _of_a_kind(*pair, ALIKE + 2 * unlike)
            for pair in near
            if ((one in pair) != (other in pair))
        )
        left = (one, other) if one.at[0] <= other.at[0] else (other, one)
        choices.append((weak - 0.3 * unlike - THIRD * third, left))
    return sorted(choices, key=lambda each: -each[0])


def _beside(one: Round, other: Round) -> bool:
    return PAIR[0] <= float(np.hypot(*np.subtract(one.at, other.at))) <= PAIR[1]


def _unlike(one: Round, other: Round) -> float:
    """How much two things differ in colour (log light) and size."""
    size = abs(one.radius - other.radius) / 0.06
    return float(np.linalg.norm(one.colour - other.colour)) + size


def _of_a_kind(one: Round, other: Round, unlike: float) -> bool:
    """Whether two things may be coins of one heap: alike, and about as clear as each other."""
    clear = sorted((one.contrast, other.contrast))
    return _unlike(one, other) < unlike and clear[0] > AS_CLEAR * clear[1]


def _one_size(radii: Floats) -> Floats:
    """How much pairs are of one size; 0 at best. `radii` are many choices, (choices, pairs)."""
    off = np.abs(radii - np.median(radii, axis=1, keepdims=True)).max(axis=1)
    return np.asarray(-ONE_SIZE * np.minimum(1.0, off / OTHER_SIZE))


def _orderly(places: Floats) -> Floats:
    """How evenly pairs follow each other, and how alike each is laid out; 0 at best.

    `places` are many choices of pairs, (choices, pairs, 2, 2).
    """
    count = places.shape[1]
    if count < 3:
        return np.zeros(len(places))
    middles, ways = places.mean(axis=2), places[:, :, 1] - places[:, :, 0]
    order = np.argsort(middles[:, :, 1], axis=1)
    lined = np.take_along_axis(middles, order[..., None], axis=1)
    steps = np.stack([np.ones(count), np.arange(count)], axis=1)
    rest = np.eye(count) - steps @ np.linalg.pinv(steps)
    bent = np.sqrt(np.mean((rest @ lined) ** 2, axis=(1, 2)))
    askew = np.sqrt(np.mean((ways - np.median(ways, axis=1, keepdims=True)) ** 2, axis=(1, 2)))
    untidy = np.minimum(1.0, bent / BENT) + 0.5 * np.minimum(1.0, askew / ASKEW)
    return np.asarray(-ORDERLY * untidy)
