"""Coats of arms: where they lie with their owners, and whether they still do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.seven_locks.find import PAIR, coloured, key_box, off_board, outlined, standing_out
from vision.seven_locks.hiding import OUTER, Hidden
from vision.seven_locks.keys import KeyPlace
from vision.seven_locks.windows import (
    COLUMNS,
    ROWS,
    STEP,
    Array,
    Flat,
    Spot,
    averaged,
    cell,
    disc,
    grid,
    place_of,
    weighed,
)

NO_CONTRAST = np.zeros(3, np.float32)
HOME_REACH, AS_BEFORE = 0.007, 0.95
RING_PARTS = 8  # directions around a coat; what lies in less than half of them does not matter
CLEAR_OUTLINE = 0.25  # how much of a coat's outline shows where it can be missed
STILL_GONE = 0.5  # how surely a coat is gone that was before, where nobody sees now
# How surely one is there that was, well beneath a die that was not thrown since; how near that is,
# of the way at which they touch.
BENEATH, WELL_BENEATH = 0.35, 0.7
SHOWS = 0.6  # how clearly a coat must lie there that was never seen before
COVERED = 0.4  # log light: what is lighter by so much than the table was is none
GRAIN = 1.5  # how far a table varies where it is not even (median deviations)
SHADED, UNTINTED = 0.8, 0.2  # how much darker a shadow makes a table, and how far in its tint
INNER = 0.7  # of a tower's breadth: what is behind that is hidden, whatever it looks like
SAME = 0.5  # how much two coats of a seat must look alike
FAINT_PAIR = 0.15  # how much two coats must stand out from the table at least
ANEW = round(0.13 / STEP)  # samples around where they were taught in which coats are laid anew
MOST_NEW = 8  # round things that are looked at more closely
AS_OTHERS = 0.5  # how much they must look like coats, beside those of other seats
BESIDE = 0.002  # metres around a coat of arms in which nothing else is looked for


Told = TypeVar("Told")


@dataclass(frozen=True)
class Home:
    """Where a coat lies with its owner, and how it stands out from the table."""

    at: Spot
    contrast: Array
    outline: float = 0.0
    ground: Array | None = None  # the table around it
    seen: bool = True  # else it is known only by the other coat of its seat
    share: float = OUTER  # of a tower's breadth, which hides it
    gone: bool = False  # it was missed when its place was last seen


def round_contrast(values: Array, radius: float) -> Array:
    """How a disc around every sample differs from the ring around that, whatever lies beside it."""
    return _against_ring(np.stack([averaged(values, each) for each in _disc_and_ring(radius)]))


def _against_ring(means: Array) -> Array:
    """The mean of a disc without that of the ring around it, of which parts are known."""
    half = RING_PARTS // 2
    around = np.partition(means[1:], (half - 1, half), axis=0)
    return np.asarray(means[0] - around[half - 1 : half + 1].mean(axis=0), np.float32)


@cache
def _disc_and_ring(radius: float) -> Array:
    """Kernels of a disc, and of the ring around it in some directions."""
    ring = disc(radius * 1.7, radius * 1.25)
    reach = ring.shape[0] // 2
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    part = ((np.arctan2(y, x) / (2 * np.pi) + 0.5) * RING_PARTS).astype(int) % RING_PARTS
    inner = disc(radius * 0.85)
    kernels = [np.pad(inner, reach - inner.shape[0] // 2)]
    kernels += [ring * (part == number) for number in range(RING_PARTS)]
    return np.stack([np.asarray(each / each.sum(), np.float32) for each in kernels])


@dataclass(frozen=True)
class CoatLayers:
    """How much every sample of the table looks like the middle of a coat, and what one there would
    be.
    """

    likeness: Array
    contrast: Array
    outline: Array
    ground: Array
    means: Array

    def of_colour(self, colour: Array) -> Array:
        """How much every sample looks like a coat of a colour (log light)."""
        return np.asarray(self.likeness * (0.4 + 0.6 * coloured(self.means, colour)), np.float32)

    def as_pair(self, colour: Array, pair: tuple[Home, Home]) -> float:
        """How much two coats look like those of a colour."""
        likely = self.of_colour(colour)
        places = [cell(home.at) for home in pair]
        return min(float(likely[row, column]) for column, row in places)

    def home_at(self, likely: Array, at: tuple[int, int]) -> Home:
        """The middle of a coat close to a sample."""
        column, row = at
        part = likely[row - 3 : row + 4, column - 3 : column + 4]
        dy, dx = np.unravel_index(int(part.argmax()), part.shape)
        row, column = row + int(dy) - 3, column + int(dx) - 3
        round_it = float(self.outline[row - 1 : row + 2, column - 1 : column + 2].max())
        contrast, ground = (each[row, column].copy() for each in (self.contrast, self.ground))
        return Home(place_of(column, row), contrast, round_it, ground)


def coat_layers(flat: Flat, radius: float) -> CoatLayers:
    """What round things of this size there are on the table."""
    out = standing_out(flat.values)
    likeness = averaged(out, disc(radius))
    likeness -= averaged(out, disc(radius * 1.75, radius * 1.25))
    outline = outlined(flat.values, radius)
    contrast = round_contrast(flat.values, radius)
    return CoatLayers(
        0.5 * likeness + outline,
        contrast,
        outline,
        averaged(flat.values, disc(radius * 0.85)) - contrast,
        averaged(flat.values, disc(radius * 0.9)),
    )


def pair_near(
    layers: CoatLayers, colour: Array, taught: tuple[Spot, Spot]
) -> tuple[Home, Home] | None:
    """Two coats of a colour about where they were taught."""
    likely = layers.of_colour(colour)
    dx, dy = (int(each) for each in np.subtract(cell(taught[1]), cell(taught[0])))
    reach = round(0.036 / STEP)
    column, row = cell(taught[0])
    near = cv2.dilate(likely, np.ones((5, 5), np.uint8))
    rows, columns = slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1)
    one = near[rows, columns]
    other = near[rows.start + dy : rows.stop + dy, columns.start + dx : columns.stop + dx]
    if one.shape != other.shape:
        return None
    both = np.minimum(one, other)
    y, x = (int(each) for each in np.unravel_index(int(both.argmax()), both.shape))
    if both[y, x] < FAINT_PAIR:
        return None
    first = (columns.start + x, rows.start + y)
    second = (first[0] + dx, first[1] + dy)
    pair = layers.home_at(likely, first), layers.home_at(likely, second)
    if _alike(*pair) and _alike(*pair[::-1]):
        return pair
    # Something lies on one of them, or a roof hides half of it: only the clearer one is known.
    clearer = max(pair, key=lambda home: likely[cell(home.at)[::-1]])
    way = np.subtract(taught[1], taught[0]) * (1 if clearer is pair[0] else -1)
    at = (clearer.at[0] + float(way[0]), clearer.at[1] + float(way[1]))
    unknown = Home(at, clearer.contrast, clearer.outline, clearer.ground, seen=False)
    return (clearer, unknown) if clearer is pair[0] else (unknown, clearer)


def around(taught: tuple[Spot, Spot]) -> tuple[slice, slice]:
    """Rows and columns in which a seat lays its coats anew, if they cannot be seen."""
    x, y = np.mean(taught, axis=0)
    column, row = cell((float(x), float(y)))
    return (
        slice(max(3, row - ANEW), min(ROWS - 3, row + ANEW)),
        slice(max(3, column - ANEW), min(COLUMNS - 3, column + ANEW)),
    )


def laid_anew(
    layers: CoatLayers,
    colour: Array,
    taught: tuple[Spot, Spot],
    before: Array,
    free: NDArray[np.bool_],
    hidden: Hidden,
    least: float,
) -> tuple[Home, Home] | None:
    """Two coats of a colour side by side in places that are free and not hidden, one of them at
    least where none looked to be `before`: the other one may lie where its neighbour lay.
    """
    rows, columns = box = around(taught)
    likely, places = layers.of_colour(colour), grid()[box]
    behind = hidden.mask(places.reshape(-1, 2), 0.0, OUTER).reshape(places.shape[:2])
    shown = np.where(free[box] & ~behind, likely[box], 0.0).astype(np.float32)
    peak = cv2.dilate(shown, np.ones((7, 7), np.uint8))
    found = np.argwhere((shown >= peak) & (shown > least))
    ranked = sorted(found.tolist(), key=lambda at: -float(shown[at[0], at[1]]))[:MOST_NEW]
    for one, other in combinations(ranked, 2):
        apart = STEP * float(np.hypot(one[0] - other[0], one[1] - other[1]))
        new = min(before[at[0], at[1]] for at in (one, other)) < least / 2
        if new and PAIR[0] <= apart <= PAIR[1]:
            first, second = (
                layers.home_at(likely, (columns.start + x, rows.start + y))
                for y, x in sorted((one, other), key=lambda at: at[1])
            )
            if _alike(first, second) and _alike(second, first):
                return first, second
    return None


def is_lost(pair: tuple[Home, Home]) -> bool:
    """Whether nobody knows how a seat's coats look where they lie, or only of one of them."""
    return not all(home.seen and home.contrast.any() for home in pair)


def unhidden(pair: tuple[Home, Home], hidden: Hidden) -> tuple[Home, Home]:
    """A seat's coats as they look, if towers do not hide them: one that was never seen looks as the
    other one does, and cannot be missed until it is seen.
    """
    behind = [hidden.at(home.at, share=OUTER) for home in pair]
    one, other = (
        _as_other(home, rival, hidden, rival_behind) if hid else home
        for home, rival, hid, rival_behind in zip(
            pair, pair[::-1], behind, behind[::-1], strict=True
        )
    )
    return one, other


def _as_other(home: Home, other: Home, hidden: Hidden, other_behind: bool) -> Home:
    if other_behind:
        return Home(home.at, NO_CONTRAST)
    # Beside a roof that is a little smaller than it is thought to be a coat shows what it is.
    if _alike(home, other) and not hidden.at(home.at, share=INNER):
        return replace(home, share=INNER)
    return Home(home.at, other.contrast, other.outline, seen=False)


def _alike(home: Home, other: Home) -> bool:
    """Whether two coats of a seat stand out alike, and with an outline."""
    alike = float(home.contrast @ other.contrast) / max(
        float(other.contrast @ other.contrast), 1e-4
    )
    return min(alike, 1 / max(alike, 1e-4)) > SAME and home.outline > SAME * other.outline


def of_each(
    told: Callable[[Home, float], Told],
    homes: Sequence[tuple[Home, Home]],
    values: Sequence[tuple[float, float]],
) -> tuple[tuple[Told, Told], ...]:
    """What is told of each coat by what was read of it."""
    pairs = zip(homes, values, strict=True)
    return tuple((told(h[0], v[0]), told(h[1], v[1])) for h, v in pairs)


def found_again(home: Home, value: float) -> Home:
    """A coat that shows for the first time can be missed from now on; and whether it is gone."""
    gone = value < 0 if value else home.gone
    return replace(home, seen=home.seen or value >= SHOWS, gone=gone)


def still_gone(
    values: Sequence[tuple[float, float]], homes: Sequence[tuple[Home, Home]]
) -> tuple[tuple[float, float], ...]:
    """What was read of coats; one that was gone before is so where nobody sees it now, if less
    surely.
    """

    def read(home: Home, value: float) -> float:
        return -STILL_GONE if not value and home.gone else value

    return of_each(read, homes, values)


def covered(flat: Flat, homes: Sequence[Home], radius: float) -> list[bool]:
    """Where something lighter than the table lies: a hand on a coat takes it from nobody."""
    return lighter(flat, [(home.at, home.ground) for home in homes], radius)


def lighter(flat: Flat, places: Sequence[tuple[Spot, Array | None]], radius: float) -> list[bool]:
    """Where something is lighter than the table was there, of which it is known how that looked.

    The light may have changed since; most of the table around these places tells by how much.
    """
    inner, ring = disc(radius * 0.85), disc(radius * 1.7, radius * 1.25)
    shown = [_mean(flat.values, at, inner) for at, _ in places]
    around = [_mean(flat.values, at, ring) for at, _ in places]
    known = [ground for _, ground in places]
    changes = [a - g for a, g in zip(around, known, strict=True) if a is not None and g is not None]
    if not changes:
        return [False] * len(places)
    light = np.median(changes, axis=0)
    grain = GRAIN * float(np.median(np.abs(changes - light), axis=0).max())
    off = [
        NO_CONTRAST if each is None or ground is None else each - ground - light
        for each, ground in zip(shown, known, strict=True)
    ]
    # What is darker may be a shadow, or the grain of dark wood; and a shadow may have gone.
    return [bool(each.max() > COVERED + grain) and not _lit_up(each) for each in off]


def _lit_up(off: Array) -> bool:
    """Whether something is lighter as a table is from which a shadow went."""
    level = float(off.mean())
    return level < SHADED and float(np.linalg.norm(off - level)) < UNTINTED


def _mean(values: Array, at: Spot, kernel: Array) -> Array | None:
    """The mean colour of a shape around a place, if that lies on the table."""
    (column, row), reach = cell(at), kernel.shape[0] // 2
    if row < reach or column < reach:
        return None
    part = values[row - reach : row + reach + 1, column - reach : column + reach + 1]
    if part.shape[:2] != kernel.shape:
        return None
    return np.asarray(np.tensordot(kernel, part, axes=2) / kernel.sum(), np.float32)


def read_home(flat: Flat, home: Home, hidden: Hidden, radius: float) -> float:
    """Whether a coat still lies where it did."""
    if hidden.at(home.at, share=home.share):
        return 0.0
    column, row = cell(home.at)
    kernels = _disc_and_ring(radius)
    reach, around = round(HOME_REACH / STEP), kernels.shape[1] // 2
    box = (slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1))
    if flat.blown[box].mean() > 0.3 and float(home.contrast.mean()) < 0.5:
        return 0.0
    span = reach + around
    high, wide = flat.values.shape[:2]
    if not (span <= row < high - span and span <= column < wide - span):
        return 0.0
    part = flat.values[row - span : row + span + 1, column - span : column + span + 1]
    look = home.contrast
    quality = min(1.0, float(np.linalg.norm(look)) / 0.35)
    # One that stands out there as much as it did was not touched: it need not be looked for.
    aside, found = reach - 1, -np.inf
    for off in (aside, 0):
        if found < AS_BEFORE:
            near = part[off : len(part) - off, off : len(part) - off]
            contrast = _against_ring(weighed(near, kernels))
            found = float((contrast @ look).max()) / max(float(look @ look), 1e-4)
    if home.outline > CLEAR_OUTLINE:  # grain may have a coat's colours, but hardly its outline
        rim = outlined(part, radius)[around:-around, around:-around]
        found = min(found, float(rim.max()) / home.outline)
    value = float(np.clip(2.2 * found - 1.2, -1, 1)) * quality
    return value if home.seen else max(0.0, value)


def under_die(
    values: Sequence[tuple[float, float]],
    homes: Sequence[tuple[Home, Home]],
    spots: Sequence[Spot],
    reach: float,
    lay_there: bool,
) -> tuple[tuple[float, float], ...]:
    """What was read of coats; of one where the die lies or hides it (`spots`), nothing. If the die
    lay there before (`lay_there`), nobody has taken the coat from well beneath it since.
    """

    def read(home: Home, value: float) -> float:
        if not _lies_at(home, spots, reach):
            return value
        beneath = lay_there and _lies_at(home, spots[:1], WELL_BENEATH * reach)
        return BENEATH if beneath and home.seen and not home.gone else 0.0

    return of_each(read, homes, values)


def unsure_at(
    homes: Sequence[tuple[Home, Home]], spots: Sequence[Spot], reach: float
) -> tuple[tuple[Home, Home], ...]:
    """Coats; those that seem to lie in these places are not known to."""

    def told(home: Home) -> Home:
        return replace(home, seen=False) if _lies_at(home, spots, reach) else home

    return tuple((told(one), told(other)) for one, other in homes)


def _lies_at(home: Home, spots: Sequence[Spot], reach: float) -> bool:
    x, y = home.at
    return any(np.hypot(x - u, y - v) < reach for u, v in spots)


def free_table(
    flat: Flat, keys: Sequence[KeyPlace], homes: Sequence[tuple[Home, Home]], radius: float
) -> Array:
    """1 beside board, keys and coats of arms."""
    free = _off_board() * flat.inside
    for key in keys:
        free[key_box(key.at)] = 0
    reach = round((radius + BESIDE) / STEP)
    for home in (each for pair in homes for each in pair):
        column, row = cell(home.at)
        free[row - reach : row + reach + 1, column - reach : column + reach + 1] = 0
    return free


@cache
def _off_board() -> Array:
    return off_board(1.2)
