"""The picture die: found as a square of one colour, read by its taught sides.

A side shows pearls in one row and steps in another. Sides that were never taught are put together
from the marks of those that were: one taught side is enough, six are better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

import cv2
import numpy as np

from rules.seven_locks.pieces import MOST, Face
from vision.geometry import View
from vision.sample import Picture, to_log
from vision.seven_locks.layout import Array, Spot, patch

SAMPLES = 28  # across a side
COARSE, FINE = 0.0018, 0.0009  # metres a sample while it is looked for, roughly and exactly
TURNS = np.radians(np.arange(0, 90, 6))
ALIKE = 0.30  # colours of one side differ by less (log light)
SIZES = (0.0135, 0.0150, 0.0165, 0.0180, 0.0195)
ROWS, GAPS, MARKS = (0.16, 0.19, 0.22, 0.25), (0.20, 0.24, 0.28, 0.32), (0.06, 0.08, 0.10)
# How far the top of a die may lie beside the square that was found (widths of a side).
SLIDES = tuple(product((-0.26, -0.13, 0.0, 0.13, 0.26), repeat=2))
FAR_SLIDES = tuple(
    way for far in (0.39, 0.52, 0.65) for way in ((far, 0.0), (-far, 0.0), (0.0, far), (0.0, -far))
)
WELL_CUT = 0.75  # a square that shows so much of a side of the die is its top
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
    off = np.linalg.norm(values - _ground(inner.reshape(-1, 3)), axis=2)
    alike = np.exp(-0.5 * (off / ALIKE) ** 2).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(alike, (2 * around + 1,) * 2)
    fits = windows.reshape(-1, (2 * around + 1) ** 2) @ kernels.T
    place, turn = np.unravel_index(int(fits.argmax()), fits.shape)
    row, column = divmod(int(place), 2 * span + 1)
    at = (near[0] + (column - span) * fine, near[1] - (row - span) * fine)
    return Square(at, -float(TURNS[turn]), size, float(fits[place, turn]))


def whole_top(square: Square, shown: Callable[[Square], float]) -> Square:
    """The square that shows the top of a die best, of one and those beside it.

    Where another side of a die shows in the colour of its top, the square that fits best may reach
    over the edge between them. Farther aside it is only if that is plainly the top of a die.
    """
    c, s = np.cos(square.turn) * square.size, np.sin(square.turn) * square.size
    best, most = square, shown(square)
    for steps, least in ((SLIDES, most), (FAR_SLIDES, WELL_CUT)):
        for u, v in steps if most < WELL_CUT else ():
            x, y = square.at[0] + c * u + s * v, square.at[1] + s * u - c * v
            beside = replace(square, at=(float(x), float(y)))
            if (value := shown(beside)) > max(most, least):
                best, most = beside, value
    return best


def rim_off(side: Array) -> float:
    """The share of a side's rim that differs from its ground; no mark reaches there."""
    rim = np.linalg.norm(side, axis=2)
    rim[2:-2, 2:-2] = 0
    return float((rim > ALIKE).sum() / (4 * 2 * (len(side) - 2)))


def _ground(samples: Array) -> Array:
    """The commonest bright colour."""
    bright = samples.mean(axis=1)
    upper = samples[bright >= np.quantile(bright, 0.5)]
    return np.asarray(np.median(upper, axis=0), np.float32)


def cut_side(picture: Picture, view: View, square: Square) -> Array:
    """The side on top, as colours against its ground, in one of four turns."""
    raw = patch(picture, view, square.at, square.size, square.size * 0.46, SAMPLES, square.turn)
    values = to_log(raw)
    return np.asarray(values - _ground(values.reshape(-1, 3)), np.float32)


def side_ground(picture: Picture, view: View, square: Square) -> Array:
    """The colour of a side without its marks (log light)."""
    raw = patch(picture, view, square.at, square.size, square.size * 0.46, SAMPLES, square.turn)
    return _ground(to_log(raw).reshape(-1, 3))


# --- sides ---------------------------------------------------------------------------------


def _blobs(count: int, gap: float, row: float, radius: float) -> Array:
    """A row of round marks on a side (in widths of a side from its middle)."""
    y, x = (np.mgrid[0:SAMPLES, 0:SAMPLES] + 0.5) / SAMPLES * 0.92 - 0.46
    total = np.zeros((SAMPLES, SAMPLES), np.float32)
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


def _model(face: Face, style: Style) -> tuple[Array, Array]:
    """Where the pearls and where the steps of a side are."""
    return (
        _blobs(face[0], style.gap, -style.row, style.radius),
        _blobs(face[1], style.gap, style.row, style.radius),
    )


def marks_fit(side: Array, face: Face) -> float:
    """How well a side shows as many marks as this one, set out in any usual way."""
    ink = np.linalg.norm(side, axis=2)
    return max(float((_usual(face) @ _unit(np.rot90(ink, turn))).max()) for turn in range(4))


@cache
def _usual(face: Face) -> Array:
    """A side in all usual ways of setting out its marks."""
    return np.stack([_unit(np.asarray(sum(_model(face, style)))) for style in STYLES])


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
            ink = np.asarray(sum(_model(face, style)))
            for view in views:
                fits = [_match(np.linalg.norm(np.rot90(view, k), axis=2), ink) for k in range(4)]
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
            mask = _model(face, style)[which] > 0.6
            found += [view[mask].mean(axis=0) for view in views]
        inks.append(np.mean(found, axis=0).astype(np.float32))
    return inks[0], inks[1]


def _match(one: Array, other: Array) -> float:
    """Correlation of two pictures."""
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))


# How sharply likeness tells counts apart, and how much the inks tell which way is up.
SHARP, COLOUR = 18.0, 5.0
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
            np.stack(
                [
                    _unit(np.roll(_blobs(count, style.gap, row, style.radius), jog, (0, 1))[part])
                    for count in COUNTS
                    for jog in JOGS
                ]
            )
            for row, part in ((-style.row, slice(0, half)), (style.row, slice(half, SAMPLES)))
        ]

    def read(self, side: Array) -> dict[Face, float]:
        """Log likelihood of every side, the best 0."""
        soft = _soft(side)
        best: dict[Face, float] = {}
        for turn in range(4):
            turned = np.rot90(soft, turn)
            for face, fit in self._fits(turned).items():
                best[face] = max(best.get(face, -np.inf), fit)
        top = max(best.values())
        return {face: fit - top for face, fit in best.items()}

    def marked(self, side: Array) -> float:
        """How well a side shows marks as they are set out on this die, however many; at most 1."""
        soft = _soft(side)
        return max(
            float(np.mean([counts.max() for counts in self._counts(np.rot90(soft, turn))]))
            for turn in range(2)
        )

    def _counts(self, turned: Array) -> list[Array]:
        """How well each number of marks fits either half of a side."""
        found = []
        for part, rows in zip(_halves(turned), self._rows, strict=True):
            likeness = rows @ _unit(np.linalg.norm(part, axis=2))
            found.append(likeness.reshape(len(COUNTS), len(JOGS)).max(axis=1))
        return found

    def _fits(self, turned: Array) -> dict[Face, float]:
        fits, tones = self._counts(turned), []
        for part in _halves(turned):
            strength = np.linalg.norm(part, axis=2)
            tones.append(_tone((part * strength[..., None]).sum(axis=(0, 1))))
        colour = float(np.clip((tones[0] - tones[1]) @ self._lean, -1, 1))
        return {
            (p, s): float(SHARP * (fits[0][p - 1] + fits[1][s - 1]) + COLOUR * colour)
            for p in COUNTS
            for s in COUNTS
        }


def _halves(side: Array) -> tuple[Array, Array]:
    return side[: SAMPLES // 2], side[SAMPLES // 2 :]


def _tone(ink: Array) -> Array:
    """An ink's colour, however strong it is."""
    return np.asarray(ink / (np.linalg.norm(ink) + 1e-6), np.float32)


def _unit(values: Array) -> Array:
    flat = values.ravel() - values.mean()
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32)
