"""The row of keys: where each lies on this table, and whether it still does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.errors import TeachingError
from vision.seven_locks_find import find_row
from vision.seven_locks_layout import STEP, Array, Spot, cell, place_of

BOW, SHAFT = 0.0095, 0.030
TURNS = np.radians((-10, -5, 0, 5, 10))
AS_BEFORE = 0.8  # a key that stands out at least so much as before was not touched
REACH = 0.008  # how far a key may lie from where it lay
FAINT = 0.30  # log light: a key that stands out less is told less surely


@dataclass(frozen=True)
class KeyPlace:
    """Where a key's bow lies and how it is turned, and how the key stands out from the table."""

    at: Spot
    turn: int  # one of TURNS
    contrast: Array


Offsets = tuple[NDArray[np.int64], NDArray[np.int64]]


@cache
def _samples(turn: int) -> tuple[Offsets, Offsets]:
    """Rows and columns, from the bow's middle, of a key and of the gaps around it."""
    left, right, half = 0.017, BOW + SHAFT + 0.004, 0.020
    column, row = np.meshgrid(
        np.arange(-round(left / STEP), round(right / STEP)),
        np.arange(-round(half / STEP), round(half / STEP) + 1),
    )
    angle = TURNS[turn]
    x, y = column * STEP, -row * STEP
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    far = np.hypot(u, v)
    shaft = (u > BOW * 0.9) & (u < BOW + SHAFT) & (np.abs(v) < 0.0026)
    key = ((far <= BOW * 1.02) & (far > BOW * 0.58)) | shaft
    gap = (far > BOW * 1.35) & (np.abs(v) > 0.0085) & (np.abs(v) < 0.0185)
    return (row[key], column[key]), (row[gap], column[gap])


def _shifts(reach: float) -> NDArray[np.int64]:
    span = round(reach / STEP)
    steps = np.arange(-span, span + 1)
    return np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)


def contrasts(values: Array, at: Spot, reach: float, turns: Sequence[int]) -> Array:
    """How keys in some turns and small shifts would stand out here, (turns, shifts, 3)."""
    column, row = cell(at)
    shifts = _shifts(reach)
    high, wide = values.shape[:2]
    found = []
    for turn in turns:
        means = []
        for rows, columns in _samples(turn):
            r = np.clip(row + shifts[:, :1] + rows[None], 0, high - 1)
            c = np.clip(column + shifts[:, 1:] + columns[None], 0, wide - 1)
            means.append(values[r, c].mean(axis=1))
        found.append(means[0] - means[1])
    return np.stack(found)


def find_keys(values: Array, near: Array) -> list[KeyPlace] | None:
    """The eight keys of the row, when all lie in it."""
    blank = np.median(values[near > 0], axis=0) if (near > 0).any() else values.mean(axis=(0, 1))
    shown = np.where(near[..., None] > 0, values, blank).astype(np.float32)
    try:
        bows = find_row(shown)
    except TeachingError:
        return None
    return [_placed(values, bow) for bow in bows]


def _placed(values: Array, bow: Spot) -> KeyPlace:
    """A key close to a place: where it stands out most."""
    found = contrasts(values, bow, 0.006, range(len(TURNS)))
    strength = np.linalg.norm(found, axis=2)
    turn, shift = np.unravel_index(int(strength.argmax()), strength.shape)
    dy, dx = _shifts(0.006)[shift]
    column, row = cell(bow)
    at = place_of(column + int(dx), row + int(dy))
    return KeyPlace(at, int(turn), found[turn, shift].copy())


def read_key(values: Array, glare: NDArray[np.bool_], key: KeyPlace) -> float:
    """Whether a key lies in its place: 1 it does, -1 it does not, 0 nobody can see."""
    column, row = cell(key.at)
    reach = round(0.02 / STEP)
    if glare[row - reach : row + reach + 1, column - 6 : column + 2 * reach].mean() > 0.35:
        return 0.0
    look = key.contrast
    size = max(float(look @ look), 1e-4)
    share = float((contrasts(values, key.at, 0.002, (key.turn,)) @ look).max() / size)
    if share < AS_BEFORE:
        found = contrasts(values, key.at, REACH, range(len(TURNS)))
        share = max(share, float((found @ look).max() / size))
    quality = min(1.0, np.sqrt(size) / FAINT)
    return float(np.clip(2.4 * share - 1.2, -1, 1)) * float(quality)
