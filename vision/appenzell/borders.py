"""Rooms from roofs: which roof covers each field, and where one ends and the next begins.

All roofs lie on at the start. Every field is weighed by the colour of its roof, every border of
two fields by what is seen along it; the exact number of roofs of each size does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.appenzell.layout import ordered
from rules.appenzell.pieces import INSIDE, ROOFS, SIZE, TOWERS, Field, Layout
from vision.appenzell.profile import Look
from vision.appenzell.table import BOARD, Sizes
from vision.appenzell.windows import box_window
from vision.geometry import View
from vision.sample import Patch, Picture, maps_for, take, to_log

Border = tuple[Field, Field]
Placement = tuple[Field, ...]
Slope = NDArray[np.float64]

# Samples of a field when roofs are looked at, and how far beside a border its line may be seen.
FINE = 24
ASIDE = 4
# The eaves, where roofs meet, in shares of the pitch above the grid.
EAVES = 0.15
# How far a roof's colour may be off, and what a field weighs.
TINT_SPREAD = 0.12
FIELD_WEIGHT = 6.0
MOST_WEIGHT = 8.0
LARGE = max(ROOFS)
# How often slopes are looked at again, how much they may say of a field, and how they vary.
LOOKS, SLOPING, LEAST_SLOPE = 2, 1.2, 0.02
# So many borders of fields of one kind tell how lines vary in a picture.
FEW = 12
# Partial layouts kept at a time, and how many whole ones are told.
STATES = 600
TOLD = 6
SHAPES = ((1, 2), (2, 1), (1, 3), (3, 1), (2, 2))


@cache
def borders() -> tuple[Border, ...]:
    """All pairs of fields side by side, towers left out."""
    found = []
    for at in INSIDE:
        row, column = divmod(at, SIZE)
        for other, fits in ((at + 1, column + 1 < SIZE), (at + SIZE, row + 1 < SIZE)):
            if fits and other not in TOWERS:
                found.append((at, other))
    return tuple(found)


@cache
def placements(at: Field) -> tuple[Placement, ...]:
    """Every roof whose first field is this one."""
    row, column = divmod(at, SIZE)
    found = []
    for rows, columns in SHAPES:
        if row + rows <= SIZE and column + columns <= SIZE:
            room = tuple((row + r) * SIZE + column + c for r in range(rows) for c in range(columns))
            if not set(room) & set(TOWERS):
                found.append(room)
    return tuple(found)


def roof_picture(soft: Picture, view: View, measures: Sizes) -> Patch:
    """The fields from above at the eaves, `FINE` samples each, as log light."""
    step = measures.pitch / FINE
    margin = (measures.grid - BOARD) / 2 + ASIDE * step
    window = box_window(step, margin, EAVES * measures.pitch)
    return to_log(take(soft, maps_for(view, window)))


def features(flat: Patch, border: Border) -> NDArray[np.float64]:
    """What is seen along a border: a dark line, a step, and which way both roofs slope."""
    grey = flat.mean(axis=2)
    first, second = border
    one, other = _cut(grey, first), _cut(grey, second)
    strip = _strip(grey, first)
    if second == first + SIZE:
        one, other = one.T, other.T
        strip = _strip(grey.T, (first % SIZE) * SIZE + first // SIZE)
    profile = np.median(strip, axis=0)  # along the border, across it
    width = len(profile)
    middle = width // 2
    line = max(
        min(profile[n - 2], profile[n + 2]) - profile[n] for n in range(middle - 2, middle + 3)
    )
    step = abs(profile[: width // 2 - 1].mean() - profile[width // 2 + 1 :].mean())
    across = abs(_slope(one.T)) + abs(_slope(other.T))
    along = abs(_slope(one)) + abs(_slope(other))
    return np.array([line, step, across - along, 1.0])


def _cut(grey: Patch, at: Field) -> Patch:
    row, column = divmod(at, SIZE)
    top, left = ASIDE + row * FINE, ASIDE + column * FINE
    return grey[top : top + FINE, left : left + FINE]


def _strip(grey: Patch, at: Field) -> Patch:
    """The line between a field and the one to its right, with some samples on both sides."""
    row, column = divmod(at, SIZE)
    top, middle = ASIDE + row * FINE, ASIDE + (column + 1) * FINE
    return grey[top + 3 : top + FINE - 3, middle - ASIDE - 1 : middle + ASIDE + 2]


def _slope(field: Patch) -> float:
    """How much brighter the left half of a field is than the right one."""
    half, edge = FINE // 2, 4
    return float(field[edge:-edge, edge:half].mean() - field[edge:-edge, half:-edge].mean())


def learn_borders(flat: Patch, layout: Layout) -> Patch:
    """Weights that tell borders inside a roof from those between two, from a known layout.

    Only of borders of two fields under roofs of one kind: others are told by their colours. The
    large roofs have lines of their own, and their place is told by their colour alone.
    """
    room_of = {at: n for n, room in enumerate(layout) for at in room}
    sizes = {b: {len(layout[room_of[at]]) for at in b} for b in borders()}
    alike = [b for b in borders() if len(sizes[b]) == 1 and LARGE not in sizes[b]]
    rows = np.array([features(flat, border) for border in alike])
    inner = np.array([room_of[a] == room_of[b] for a, b in alike])
    scale = rows[:, :-1].std(axis=0) + 1e-6
    x = rows / np.append(scale, 1.0)
    weights = np.zeros(x.shape[1])
    for _ in range(60):  # logistic regression, kept small
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        hill = (x * (p * (1 - p))[:, None]).T @ x + 0.3 * np.eye(len(weights))
        weights += np.linalg.solve(hill, x.T @ (inner - p) - 0.3 * weights)
        weights[:2] = np.minimum(weights[:2], 0)  # no line and no step speaks for one roof
    return weights.astype(np.float32)


@dataclass(frozen=True)
class Proposal:
    """A layout with its weight."""

    rooms: Layout
    weight: float


def propose(flat: Patch, looks: Mapping[int, Look], weights: Patch) -> list[Proposal]:
    """The layouts that fit a picture of all roofs best, the best first."""
    kinds = {at: kind_fit(field_of(flat, at), looks) for at in INSIDE}
    likely = {at: max(fits, key=lambda size: fits[size]) for at, fits in kinds.items()}
    rows = np.array([features(flat, border) for border in borders()])
    alike = np.array([likely[a] == likely[b] != LARGE for a, b in borders()])
    scale = (rows[alike] if alike.sum() > FEW else rows)[:, :-1].std(axis=0) + 1e-6
    logit = np.clip((rows / np.append(scale, 1.0)) @ weights, -MOST_WEIGHT, MOST_WEIGHT) * alike
    inner = dict(zip(borders(), map(float, logit), strict=True))
    worth = {p: _worth(p, kinds, inner) for at in INSIDE for p in placements(at)}
    found = tilings(worth)
    for _ in range(LOOKS if found else 0):
        sloping = _sloping(flat, found[0].rooms)
        found = tilings({p: value + sloping(p) for p, value in worth.items()})
    return found


def _sloping(flat: Patch, rooms: Layout) -> Callable[[Placement], float]:
    """How well the slopes under a roof's fields fit the way it lies, as most roofs here do.

    In one light all roofs that lie the same way have the same bright and dark sides.
    """
    grey = flat.mean(axis=2)
    grey = np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), FINE))  # glare and shadows are larger
    cuts = {at: _cut(grey, at) for at in INSIDE}
    slopes = {at: np.array([_slope(cut), _slope(cut.T)]) for at, cut in cuts.items()}
    ways = {way: [at for room in rooms if _way(room) == way for at in room] for way in (1, SIZE)}
    if any(len(fields) < FEW for fields in ways.values()):
        return lambda _: 0.0
    looks = {way: _spread([slopes[at] for at in fields]) for way, fields in ways.items()}
    across, down = ({at: _likely(slopes[at], looks[way]) for at in INSIDE} for way in (1, SIZE))
    lead = {at: float(np.clip(across[at] - down[at], -SLOPING, SLOPING)) for at in INSIDE}

    def fit(room: Placement) -> float:
        way = _way(room)
        return 0.0 if not way else sum(lead[at] for at in room) * (1 if way == 1 else -1)

    return fit


def _way(room: Placement) -> int:
    """1 for a roof that lies across, a row's length for one that lies away, 0 for large ones."""
    return 0 if len(room) == LARGE else room[1] - room[0]


def _spread(values: Sequence[Slope]) -> tuple[Slope, Slope]:
    stack = np.stack(values)
    middle = np.median(stack, axis=0)
    spread = np.median(np.abs(stack - middle), axis=0) * 1.5 + LEAST_SLOPE
    return np.asarray(middle, np.float64), np.asarray(spread, np.float64)


def _likely(slope: Slope, look: tuple[Slope, Slope]) -> float:
    off = (slope - look[0]) / look[1]
    return float(-0.5 * (off @ off) - np.log(look[1]).sum())


def field_of(flat: Patch, at: Field) -> Patch:
    """The inner part of a field."""
    row, column = divmod(at, SIZE)
    top, left = ASIDE + row * FINE, ASIDE + column * FINE
    return flat[top + 4 : top + FINE - 4, left + 4 : left + FINE - 4]


def kind_fit(field: Patch, looks: Mapping[int, Look]) -> dict[int, float]:
    """How well a field's colour fits each kind of roof, brightness left out."""
    tint = np.median((field - field.mean(axis=2, keepdims=True)).reshape(-1, 3), axis=0)
    bright = float(field.mean())
    found = {}
    for size, (mean, spread) in looks.items():
        off = (tint - (mean - mean.mean())) / np.hypot(spread, TINT_SPREAD)
        dim = (bright - float(mean.mean())) / 0.7
        found[size] = FIELD_WEIGHT * float(-0.5 * (off @ off) / 3) - 0.5 * dim * dim
    top = max(found.values())
    return {size: max(value - top, -2 * MOST_WEIGHT) for size, value in found.items()}


def _worth(
    room: Placement, kinds: Mapping[Field, Mapping[int, float]], inner: Mapping[Border, float]
) -> float:
    inside = set(room)
    value = sum(kinds[at][len(room)] for at in room)
    for at in room:
        for other in (at + 1, at + SIZE):
            if other in inside and (at, other) in inner:
                value += inner[at, other]
    return value


def tilings(worth: Mapping[Placement, float]) -> list[Proposal]:
    """The best ways to cover all fields with exactly the roofs of the box."""
    masks = {room: sum(1 << at for at in room) for room in worth}
    start = sum(1 << at for at in TOWERS)
    states: dict[tuple[int, tuple[int, ...]], list[tuple[float, tuple[Placement, ...]]]] = {
        (start, tuple(ROOFS.values())): [(0.0, ())]
    }
    sizes = list(ROOFS)
    for at in INSIDE:
        grown: dict[tuple[int, tuple[int, ...]], list[tuple[float, tuple[Placement, ...]]]] = {}
        for (mask, left), found in states.items():
            if mask >> at & 1:
                _merge(grown, (mask, left), found)
                continue
            for room, more in _fitting(at, mask, left, masks, sizes):
                longer = [(value + worth[room], (*rooms, room)) for value, rooms in found]
                _merge(grown, (mask | masks[room], more), longer)
        best = sorted(grown.items(), key=lambda item: -item[1][0][0])
        states = dict(best[:STATES])
    whole = [each for found in states.values() for each in found]
    whole.sort(key=lambda item: -item[0])
    return [Proposal(ordered(rooms), value) for value, rooms in whole[:TOLD]]


def _fitting(
    at: Field,
    mask: int,
    left: tuple[int, ...],
    masks: Mapping[Placement, int],
    sizes: list[int],
) -> Iterator[tuple[Placement, tuple[int, ...]]]:
    for room in placements(at):
        kind = sizes.index(len(room))
        if left[kind] and not masks[room] & mask:
            yield room, tuple(n - (k == kind) for k, n in enumerate(left))


def _merge(
    states: dict[tuple[int, tuple[int, ...]], list[tuple[float, tuple[Placement, ...]]]],
    key: tuple[int, tuple[int, ...]],
    found: list[tuple[float, tuple[Placement, ...]]],
) -> None:
    known = states.get(key)
    if known is None:
        states[key] = found
    else:
        states[key] = sorted([*known, *found], key=lambda item: -item[0])[:TOLD]


def smoothed(picture: Picture) -> Picture:
    """The picture as layouts are read from it: a little soft."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), dtype=np.uint8)
