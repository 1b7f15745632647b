"""The picture die: found as a square of one colour, read by its taught sides.

A side shows pearls in one row and steps in another. Sides that were never taught are put together
from the marks of those that were: one taught side is enough, six are better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

import cv2
import numpy as np

from rules.seven_locks.pieces import ALL_FACES, MOST, Face
from vision.geometry import View
from vision.sample import Picture, joined, maps_for_all, take, to_log
from vision.seven_locks.find import median
from vision.seven_locks.windows import Array, Floats, Spot, patch, patch_window

SAMPLES = 28  # across a side
COARSE, FINE = 0.0018, 0.0009  # metres a sample while it is looked for, roughly and exactly
TURNS = np.radians(np.arange(0, 90, 6))
ALIKE = 0.30  # colours of one side differ by less (log light)
SIZES = (0.0135, 0.0150, 0.0165, 0.0180, 0.0195)
ROWS, GAPS, MARKS = (0.16, 0.19, 0.22, 0.25), (0.20, 0.24, 0.28, 0.32), (0.06, 0.08, 0.10)
Ways = Sequence[tuple[float, ...]]
# How far the top of a die may lie beside the square that was found (widths of a side).
SLIDES = tuple(product((-0.26, -0.13, 0.0, 0.13, 0.26), repeat=2))
FAR_SLIDES = tuple(
    way for far in (0.39, 0.52, 0.65) for way in ((far, 0.0), (-far, 0.0), (0.0, far), (0.0, -far))
)
NEAR_SLIDES = tuple(product((-0.06, 0.0, 0.06), repeat=2))
FARTHER = 0.2  # by so much more must one farther aside show
WELL_CUT = 0.75  # a square that shows so much of a side of the die is its top
# A die sought by its marks: samples across a side and across what turns with it; metres around a
# place; the width of a side that tells the ground of a mark, and how dark one counts (log light).
DENSE, ROUND, ABOUT = 18, 24, 0.02
MARK_ROOM, DARK = 0.35, 0.8
ANY_TURN = np.radians(np.arange(0, 180, 15))
FEW = 0.25  # squares that fit worse than this are no die


@dataclass(frozen=True)
class Square:
    """The top of a die: its middle, turn and size, and how well a square fits."""

    at: Spot
    turn: float
    size: float
    fit: float


@dataclass(frozen=True)
class DieLook:
    """What is known of a die: size, how marks are set out, their inks, the sides that were seen."""

    size: float
    style: Style
    pearl: Array
    step: Array
    taught: frozenset[Face] = frozenset()
    ground: Array = field(default_factory=lambda: np.zeros(3, np.float32))  # log light


@cache
def _kernels(size: float, fine: float) -> tuple[int, Array]:
    """For each turn a square, positive inside and negative in a frame around; their reach."""
    reach = int(np.ceil(size * 1.0 / fine))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] * fine
    kernels = []
    for turn in TURNS:
        c, s = np.cos(turn), np.sin(turn)
        far = np.maximum(np.abs(c * x + s * y), np.abs(c * y - s * x))
        inner, frame = far < size * 0.5, (far > size * 0.56) & (far < size * 0.72)
        kernels.append((inner / inner.sum() - frame / frame.sum()).ravel())
    return reach, np.stack(kernels).astype(np.float32)


def find_square(
    picture: Picture, view: View, near: Spot, sizes: tuple[float, ...], reach: float = 0.009
) -> Square:
    """The best square of one colour close to a place, seen at the height of a die's top."""
    best = Square(near, 0.0, sizes[0], -1.0)
    for size in sizes:
        coarse = _square_near(picture, view, near, size, reach, COARSE)
        if coarse.fit > best.fit:
            best = coarse
    return _square_near(picture, view, best.at, best.size, 2.1 * COARSE, FINE)


def _square_near(
    picture: Picture, view: View, near: Spot, size: float, reach: float, fine: float
) -> Square:
    around, kernels = _kernels(size, fine)
    span = round(reach / fine)
    count = 2 * (around + span) + 1
    values = to_log(patch(picture, view, near, size, count * fine / 2, count))
    middle, core = count // 2, round(size * 0.28 / fine)
    inner = values[middle - core : middle + core + 1, middle - core : middle + core + 1]
    off = lengths(values - _ground(inner.reshape(-1, 3)))
    alike = np.exp(-0.5 * (off / ALIKE) ** 2).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(alike, (2 * around + 1,) * 2)
    fits = windows.reshape(-1, (2 * around + 1) ** 2) @ kernels.T
    place, turn = np.unravel_index(int(fits.argmax()), fits.shape)
    row, column = divmod(int(place), 2 * span + 1)
    at = (near[0] + (column - span) * fine, near[1] - (row - span) * fine)
    return Square(at, -float(TURNS[turn]), size, float(fits[place, turn]))


Shown = Callable[[Sequence[Square]], Array]  # how much each square shows of a die's top


def whole_top(square: Square, shown: Shown) -> Square:
    """The square that shows the top of a die best, of one and those beside it.

    Where another side of a die shows in the colour of its top, the square that fits best may reach
    over the edge between them. Farther aside it is only if that is plainly the top of a die.
    """
    near = _best(square, SLIDES, shown)
    if near[0] >= WELL_CUT:
        return near[1]
    far = _best(square, FAR_SLIDES, shown)
    plain = far[0] > max(near[0], min(WELL_CUT, near[0] + FARTHER))
    return far[1] if plain else near[1]


def _best(square: Square, ways: Ways, shown: Shown) -> tuple[float, Square]:
    """How much the best of the squares so far aside shows, and which it is, exactly."""
    best, most = square, float(shown([square])[0])
    for steps in (ways, NEAR_SLIDES):
        if most < WELL_CUT:
            beside = [best, *(_slid(best, way) for way in steps)]
            values = shown(beside)
            best, most = beside[int(values.argmax())], float(values.max())
    return most, best


def _slid(square: Square, way: Sequence[float]) -> Square:
    """The square so many of its widths aside, along its sides."""
    c, s = np.cos(square.turn) * square.size, np.sin(square.turn) * square.size
    x, y = square.at[0] + c * way[0] + s * way[1], square.at[1] + s * way[0] - c * way[1]
    return replace(square, at=(float(x), float(y)))


def rim_off(sides: Array) -> Array:
    """The share of each side's rim that differs from its ground; no mark reaches there."""
    off = lengths(sides) > ALIKE
    rim = off.sum(axis=(1, 2)) - off[:, 2:-2, 2:-2].sum(axis=(1, 2))
    return np.asarray(rim / (4 * 2 * (SAMPLES - 2)), np.float32)


def _ground(samples: Array) -> Array:
    """The commonest bright colour of samples (..., N, 3)."""
    dark = samples.shape[-2] // 2
    upper = np.argpartition(samples.sum(axis=-1), dark, axis=-1)[..., dark:]
    bright = np.take_along_axis(samples, upper[..., None], -2)
    middle = bright.shape[-2] // 2
    return np.asarray(np.partition(bright, middle, axis=-2)[..., middle, :])


def lengths(colours: Array) -> Array:
    """How far colours are from none."""
    return np.asarray(np.sqrt(np.einsum("...c,...c->...", colours, colours)), np.float32)


def nearly_most(inks: Array, share: float) -> Array:
    """What so large a share of each side's samples (N, samples, samples) does not exceed."""
    rows = inks.reshape(len(inks), -1)
    rank = int(share * rows.shape[1])
    return np.asarray(np.partition(rows, rank, axis=1)[:, rank])


def cut_side(picture: Picture, view: View, square: Square) -> Array:
    """The side on top, as colours against its ground, in one of four turns."""
    return cut_sides(picture, view, [square])[0]


def cut_sides(picture: Picture, view: View, squares: Sequence[Square]) -> Array:
    """What squares of one size show, as if each were the top of a die."""
    return sides_on_grounds(picture, view, squares)[0]


def side_ground(picture: Picture, view: View, square: Square) -> Array:
    """The colour of a side without its marks (log light)."""
    return np.asarray(sides_on_grounds(picture, view, [square])[1][0])


def sides_on_grounds(
    picture: Picture, view: View, squares: Sequence[Square]
) -> tuple[Array, Array]:
    """Squares of one size as colours against their grounds, (N, samples, samples, 3), and those
    (log light).
    """
    cuts = [patch_window(s.at, s.size, s.size * 0.46, SAMPLES, s.turn) for s in squares]
    shown = to_log(take(picture, joined(maps_for_all(view, cuts))))
    sides = shown.reshape(len(squares), SAMPLES, SAMPLES, 3)
    grounds = _ground(sides[:, ::2, ::2].reshape(len(squares), -1, 3))
    return np.asarray(sides - grounds[:, None, None]), grounds


# --- sides ---------------------------------------------------------------------------------


ACROSS: Floats = (np.mgrid[0:SAMPLES, 0:SAMPLES] + 0.5) / SAMPLES * 0.92 - 0.46


def _blobs(count: int, gap: float, row: float, radius: float, at: Floats = ACROSS) -> Array:
    """A row of round marks on a side (in widths of a side from its middle)."""
    y, x = at
    total = np.zeros(y.shape, np.float32)
    for n in range(count):
        far = np.hypot(x - (n - (count - 1) / 2) * gap, y - row)
        total = np.maximum(total, np.clip((radius * 1.5 - far) / radius, 0, 1))
    return total


@dataclass(frozen=True)
class Style:
    """How marks are set out: rows this far from the middle, marks so far apart and so large."""

    row: float
    gap: float
    radius: float


STYLES = tuple(Style(row, gap, radius) for row in ROWS for gap in GAPS for radius in MARKS)


def marks_of(face: Face, style: Style, at: Floats = ACROSS) -> tuple[Array, Array]:
    """Where the pearls and where the steps of a side are."""
    return (
        _blobs(face[0], style.gap, -style.row, style.radius, at),
        _blobs(face[1], style.gap, style.row, style.radius, at),
    )


@cache
def _turned(style: Style) -> list[tuple[float, Array]]:
    """All sides of a die in many turns; half a turn makes one of another, or the same."""
    y, x = (np.mgrid[0:ROUND, 0:ROUND] + 0.5 - ROUND / 2) / DENSE
    found = []
    for turn, face in product(ANY_TURN, ALL_FACES):
        c, s = np.cos(turn), np.sin(turn)
        at = np.stack([s * x + c * y, c * x - s * y])
        pearls, steps = marks_of(face, style, at)
        found.append((float(turn), (pearls + steps).astype(np.float32)))
    return found


def find_marks(picture: Picture, view: View, near: Spot, look: DieLook) -> Square:
    """The square near a place on which marks are set out best as they are on a die.

    A die in the colour of its table has no outline; its shadow has one, and no marks.
    """
    fine = look.size / DENSE
    count = round(2 * ABOUT / fine) + ROUND
    values = to_log(patch(picture, view, near, look.size, count * fine / 2, count))
    span = round(MARK_ROOM * DENSE) | 1
    usual = np.stack([median(values[..., c], span) for c in range(3)], axis=-1)
    ink = np.minimum(lengths(values - usual), DARK)
    best = Square(near, 0.0, look.size, -1.0)
    for turn, marks in _turned(look.style):
        fits = cv2.matchTemplate(ink, marks, cv2.TM_CCOEFF_NORMED)
        _, fit, _, (column, row) = cv2.minMaxLoc(fits)
        if fit > best.fit:
            middle = (count - ROUND) / 2
            at = (near[0] + (column - middle) * fine, near[1] - (row - middle) * fine)
            best = Square(at, turn, look.size, float(fit))
    return best


def marks_fit(sides: Array, face: Face) -> Array:
    """How well each side shows as many marks as this one, set out in any usual way."""
    ink = lengths(sides)
    turned = [_units(np.rot90(ink, turn, (1, 2))) for turn in range(4)]
    return np.asarray(np.max([(_usual(face) @ each.T).max(axis=0) for each in turned], axis=0))


@cache
def _usual(face: Face) -> Array:
    """A side in all usual ways of setting out its marks."""
    return _units(np.stack([sum(marks_of(face, style)) for style in STYLES]))


def learn_die(size: float, seen: Mapping[Face, list[Array]], ground: Array) -> DieLook:
    """How all sides look, from views of some; each view may be turned in any of four ways."""
    style, turned = _upright(seen)
    clear = {face: views for face, views in turned.items() if face[0] != face[1]}
    pearl, step = _inks(clear or turned, style)
    return DieLook(size, style, pearl, step, frozenset(seen), ground)


def _soft(side: Array) -> Array:
    return np.asarray(cv2.GaussianBlur(side, (0, 0), 0.8), np.float32)


def _upright(seen: Mapping[Face, list[Array]]) -> tuple[Style, dict[Face, list[Array]]]:
    """How marks are set out on this die, and every view turned with the pearls on top."""
    best: tuple[float, Style, dict[Face, list[Array]]] = (-np.inf, STYLES[0], {})
    for style in STYLES:
        total, turned = 0.0, dict[Face, list[Array]]()
        for face, views in seen.items():
            ink = np.asarray(sum(marks_of(face, style)))
            for view in views:
                fits = [
                    correlation(np.linalg.norm(np.rot90(view, k), axis=2), ink) for k in range(4)
                ]
                total += max(fits)
                turned.setdefault(face, []).append(np.rot90(view, int(np.argmax(fits))))
        if total > best[0]:
            best = (total, style, turned)
    return best[1], best[2]


def _inks(turned: Mapping[Face, list[Array]], style: Style) -> tuple[Array, Array]:
    """The colours of pearls and steps against the ground."""
    inks = []
    for which in (0, 1):
        found = []
        for face, views in turned.items():
            mask = marks_of(face, style)[which] > 0.6
            found += [view[mask].mean(axis=0) for view in views]
        inks.append(np.mean(found, axis=0).astype(np.float32))
    return inks[0], inks[1]


def correlation(one: Array, other: Array) -> float:
    """Correlation of two pictures."""
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))


# How sharply likeness tells counts apart, and how much the inks tell which way is up.
SHARP, COLOUR = 18.0, 5.0
FAINT_INK = 0.25  # log light by which marks differ from their ground at least
RIM = 3  # samples
TINTED = 0.25  # log light by which the colour of a finger differs from that of a side
JOGS = tuple((dy, dx) for dy in (-2, -1, 0, 1, 2) for dx in (-2, -1, 0, 1, 2))
COUNTS = range(1, MOST + 1)


class DieReader:
    """Reads sides of one die: how many marks each half holds, whichever way it lies."""

    def __init__(self, look: DieLook) -> None:
        self.look = look
        lean = _tone(look.pearl) - _tone(look.step)
        self._lean = lean / max(float(lean @ lean), 0.02)
        style, half = look.style, SAMPLES // 2
        self._rows = [
            _units(
                np.stack(
                    [
                        np.roll(_blobs(count, style.gap, row, style.radius), jog, (0, 1))[part]
                        for count in COUNTS
                        for jog in JOGS
                    ]
                )
            )
            for row, part in ((-style.row, slice(0, half)), (style.row, slice(half, SAMPLES)))
        ]

    def read(self, side: Array) -> dict[Face, float]:
        """Log likelihood of every side, the best 0."""
        best: dict[Face, float] = {}
        for fits in self._ways(side):
            for face, fit in fits.items():
                best[face] = max(best.get(face, -np.inf), fit)
        top = max(best.values())
        return {face: fit - top for face, fit in best.items()}

    def _ways(self, side: Array) -> list[dict[Face, float]]:
        """How well every side fits in each of four turns."""
        soft = _soft(side)
        return [self._fits(np.rot90(soft, turn)) for turn in range(4)]

    def marked(self, sides: Array) -> Array:
        """How well each side shows marks set out as on this die, however many; at most 1."""
        soft = np.stack([_soft(side) for side in sides])
        ink = lengths(soft)
        dark = nearly_most(ink, 0.95)  # what is fainter is noise
        fits = [
            np.mean([counts.max(axis=0) for counts in self._counts(np.rot90(ink, turn, (1, 2)))], 0)
            for turn in range(2)
        ]
        return np.asarray(np.minimum(1.0, dark / FAINT_INK) * np.max(fits, axis=0), np.float32)

    def strange_rim(self, side: Array) -> float:
        """The share of a side's rim that is of another colour beside marks; shadows have none."""
        ways = self._ways(side)
        turn = int(np.argmax([max(fits.values()) for fits in ways]))
        face = max(ways[turn], key=lambda each: ways[turn][each])
        marks = (np.maximum(*marks_of(face, self.look.style)) > 0).astype(np.uint8)
        rim = cv2.dilate(marks, np.ones((5, 5), np.uint8)) == 0
        rim[RIM:-RIM, RIM:-RIM] = False
        shown = np.rot90(side, turn)[rim]
        tint = shown - shown.mean(axis=1, keepdims=True)
        return float((np.linalg.norm(tint, axis=1) > TINTED).mean())

    def _counts(self, inks: Array) -> list[Array]:
        """How well each number of marks fits either half of sides, (numbers, sides)."""
        found = []
        for part, rows in zip(_halves(inks), self._rows, strict=True):
            likeness = rows @ _units(part).T
            found.append(likeness.reshape(len(COUNTS), len(JOGS), -1).max(axis=1))
        return found

    def _fits(self, turned: Array) -> dict[Face, float]:
        ink = lengths(turned)
        fits, tones = [each[:, 0] for each in self._counts(ink[None])], []
        for part, strength in zip(_halves(turned[None]), _halves(ink[None]), strict=True):
            tones.append(_tone((part * strength[..., None]).sum(axis=(0, 1, 2))))
        colour = float(np.clip((tones[0] - tones[1]) @ self._lean, -1, 1))
        return {
            (p, s): float(SHARP * (fits[0][p - 1] + fits[1][s - 1]) + COLOUR * colour)
            for p in COUNTS
            for s in COUNTS
        }


def _halves(sides: Array) -> tuple[Array, Array]:
    return sides[:, : SAMPLES // 2], sides[:, SAMPLES // 2 :]


def _tone(ink: Array) -> Array:
    """An ink's colour, however strong it is."""
    return np.asarray(ink / (np.linalg.norm(ink) + 1e-6), np.float32)


def _units(values: Array) -> Array:
    """Pictures (N, ...) as rows of length 1, beside their means."""
    rows = values.reshape(len(values), -1)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)
