"""The whole face of a die of known size, seen from straight above: any place and turn is tried.

A face has one colour, and soft spots of another in the places of its pips, however faint they are
or run together. What a line, an edge or a disc explains as well is none.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import PATTERNS, SPOTS, VALUES, Faces, Proposals
from vision.sample import Picture, largest

Array = NDArray[np.float32]

EDGE = 20.0  # pixels across a face
HALF = EDGE / 2
TURNS, STEP = 8, 2
# Spots look this wide, as a share of half an edge: small and sharp, or large and blurred.
WIDTHS = (0.16, 0.24)
LINES = (0.15, 0.3)
# Places in a face, as shares of half an edge; its rim may be round.
_TICKS = np.linspace(-0.84, 0.84, 12)
GRID = np.array([(x, y) for y in _TICKS for x in _TICKS])
_SIDE = (-0.6, -0.2, 0.2, 0.6)
BEYOND = 1.32
ROUND = np.array(
    [(t, s) for s in (-BEYOND, BEYOND) for t in _SIDE]
    + [(s, t) for s in (-BEYOND, BEYOND) for t in _SIDE]
)
_LAID = np.column_stack([np.ones(len(GRID) + len(ROUND)), np.concatenate([GRID, ROUND])])
_RIM = 0.82 * np.array([(a, b) for a in (-1, 1) for b in (-0.5, 0.0, 0.5)])
FEW_PLACES = np.concatenate(
    [SPOTS, 0.25 * np.array([(x, y) for x in (-1, 1) for y in (-1, 1)]), _RIM, _RIM[:, ::-1]]
)
NOISE = 30.0  # of a place, in squared steps of colour: flat places are no dice
EACH = 10  # places looked at for every value: grain of wood or cloth may seem a better one
SIZES = (0.82, 1.12)  # smallest and largest, in edges
# How much better than anything else it fits, uneven light on the face, where it does not end.
BASE, BETTER, UNEVEN, ENDLESS, CLEAR = 0.6, 0.3, 0.85, 0.95, 0.1
FEW = np.array([0.0, 0.0, 0.1, 0.1, 0.0, 0.0, 0.0])
SURE = 0.13


def _faces(points: NDArray[np.floating], width: float) -> NDArray[np.floating]:
    """How strongly every pattern shows at points of a face, a column each."""
    apart = ((points[:, None] - SPOTS[None]) ** 2).sum(axis=2)
    return np.asarray(np.exp(-apart / (2 * width**2)) @ PATTERNS.T)


def _others(points: NDArray[np.floating]) -> NDArray[np.floating]:
    """What else may lie there: lines, edges and discs, a column each."""
    found = []
    for angle in np.arange(8) * np.pi / 8:
        across = points @ np.array([-np.sin(angle), np.cos(angle)])
        found += [np.exp(-(across**2) / (2 * width**2)) for width in LINES]
        found += [np.tanh((across - aside) / 0.2) for aside in (-0.45, 0.0, 0.45)]
    far = np.linalg.norm(points, axis=1)
    found += [1 / (1 + np.exp((far - radius) / 0.1)) for radius in (0.35, 0.5)]
    askew = np.exp(-((points[:, None] - 2**0.5 * SPOTS[[1, 3, 5, 7]]) ** 2).sum(axis=2) / 0.08)
    return np.stack([*found, askew.sum(axis=1)], axis=1)


def _rims(points: NDArray[np.floating]) -> NDArray[np.floating]:
    """What shines in from beyond each of the four sides, a column each."""
    return np.exp((np.hstack([points, -points]) - 1) / 0.12)


def _apart(shapes: NDArray[np.floating], plain: NDArray[np.floating]) -> Array:
    """Shapes without what a plain face shows, of one length; a row each."""
    rest = shapes - plain @ (plain.T @ shapes)
    return np.asarray((rest / np.linalg.norm(rest, axis=0)).T, np.float32)


_EVEN = np.linalg.qr(np.column_stack([np.ones(len(FEW_PLACES)), _rims(FEW_PLACES)]))[0]
_COARSE = np.concatenate(
    [_apart(_faces(FEW_PLACES, 0.2), _EVEN), _apart(_others(FEW_PLACES), _EVEN)]
)
# A plain face explains nothing of these, so it is enough to take it off the whole.
_SHAPES = np.concatenate([_COARSE, _EVEN.T]).astype(np.float32)
# Of the patterns of each value, which are two at the most.
_FIRST, _LAST = (np.searchsorted(VALUES, np.arange(1, 7) + more) - more for more in (0, 1))
_PLAIN = np.linalg.qr(np.column_stack([np.ones(len(GRID)), GRID, _rims(GRID)]))[0]
_FINE = np.concatenate(
    [_apart(_faces(GRID, w), _PLAIN) for w in WIDTHS] + [_apart(_others(GRID), _PLAIN)]
)
_BARE = np.flatnonzero(np.linalg.norm(GRID[:, None] - SPOTS, axis=2).min(axis=1) > 0.3)
_SLOPES = np.asarray(_PLAIN.T, np.float32)


def propose(above: Picture) -> Proposals:
    """The likeliest places and turns of faces of every value."""
    soft = cv2.GaussianBlur(above, (0, 0), 0.065 * EDGE).astype(np.float32)
    soft -= soft.mean(axis=(0, 1))  # small numbers are told apart better
    high, wide = soft.shape[:2]
    margin = int(HALF * BEYOND)
    rows, columns = (len(range(margin, size - margin, STEP)) for size in (high, wide))
    if not rows or not columns:
        none = np.zeros((0, 2))
        return Proposals(none, none, none)
    # Each colour for itself and every so many pixels, so that whole lines of memory are looked at.
    sparse = [
        [np.ascontiguousarray(soft[y::STEP, x::STEP].transpose(2, 0, 1)) for x in range(STEP)]
        for y in range(STEP)
    ]
    scores = np.stack([_tried(sparse, rows, columns, margin, turn) for turn in range(TURNS)])
    best = scores.max(axis=0)
    found = []
    for value in range(6):
        here = best[value].reshape(rows, columns)
        peaks = np.flatnonzero((here == cv2.dilate(here, np.ones((3, 3), np.uint8))).ravel())
        peaks = peaks[np.argsort(-best[value][peaks])[:EACH]]
        found += [(at, scores[:, value, at].argmax()) for at in peaks]
    at, turn = np.array(found).T
    middle = np.stack([at % columns, at // columns], axis=1) * STEP + margin + 0.5
    angle = turn * np.pi / 2 / TURNS
    right = HALF * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return Proposals(middle, right, np.stack([-right[:, 1], right[:, 0]], axis=1))


def _tried(sparse: list[list[Array]], rows: int, columns: int, margin: int, turn: int) -> Array:
    """How much better each value than anything else explains every place: (values, places).

    `sparse` is the picture from every first row and column on that differ.
    """
    angle = turn * np.pi / 2 / TURNS
    c, s = np.cos(angle), np.sin(angle)
    aside = margin + np.rint(HALF * FEW_PLACES @ np.array([(c, s), (-s, c)])).astype(int)
    seen = np.empty((len(aside), 3, rows, columns), np.float32)
    for place, (x, y) in zip(seen, aside.tolist(), strict=True):
        top, left = y // STEP, x // STEP
        place[:] = sparse[y % STEP][x % STEP][:, top : top + rows, left : left + columns]
    told = (_SHAPES @ seen.reshape(len(aside), -1)).reshape(len(_SHAPES), 3, -1)
    told = np.einsum("scn,scn->sn", told, told)
    told, level = told[: len(_COARSE)], told[len(_COARSE) :]
    whole = np.einsum("pcyx,pcyx->yx", seen, seen).ravel() - level.sum(axis=0)
    whole += NOISE * len(aside)
    other = whole - told[len(PATTERNS) :].max(axis=0)
    best = np.maximum(told[_FIRST], told[_LAST])
    return np.asarray(other / (whole - best))


def fit(soft: Picture, given: Proposals, sizes: tuple[float, float] = SIZES) -> Faces:
    """How well each square is explained by each pattern of pips, and by anything else.

    `sizes` are the smallest and the largest that a face may be, in edges.
    """
    count = len(given.middle)
    if not count:
        none = np.zeros((0, len(PATTERNS)))
        return Faces(given.middle, given.right, given.down, none, np.zeros(0))
    colours = _sampled(soft, given)
    face, beyond = colours[: len(GRID)], colours[len(GRID) :]
    seen = face.reshape(len(GRID), -1)
    plain = _SLOPES @ seen
    seen = seen - _SLOPES.T @ plain
    whole = np.einsum("pn,pn->n", seen, seen).reshape(3, count).sum(axis=0) + 1.0
    told = (_FINE @ seen).reshape(len(_FINE), 3, count)
    told = np.einsum("scn,scn->sn", told, told) / whole
    left = np.maximum(1 - told, 1e-3)
    ways = len(WIDTHS) * len(PATTERNS)
    patterns = left[:ways].reshape(len(WIDTHS), len(PATTERNS), count).min(axis=0)
    best, rows = patterns.argmin(axis=0), np.arange(count)
    value, rest = VALUES[best], patterns[best, rows]
    better = np.log(left[ways:].min(axis=0) / rest)
    costs = np.log(patterns)
    second = np.where(VALUES[:, None] == value, 0.0, costs).min(axis=0) - costs[best, rows]
    slope = (plain[1:] ** 2).reshape(len(plain) - 1, 3, count).sum(axis=(0, 1))
    rough = np.sqrt(rest * whole / len(GRID))
    off = largest(np.abs(beyond - _middle_of(face[_BARE])).transpose(0, 2, 1))
    ended = np.minimum(1.0, off / (3.0 + 2.5 * rough)).mean(axis=0)
    quality = (
        BASE + BETTER * np.clip(better, -1, 1) - UNEVEN * np.minimum(slope / (slope + whole), 0.3)
    )
    quality += CLEAR * np.clip(second, 0, 1.5) - CLEAR * rest - ENDLESS * (1 - ended) - FEW[value]
    size = np.linalg.norm(given.right, axis=1) / HALF
    quality[(size < sizes[0]) | (size > sizes[1])] = -1.0
    return Faces(given.middle, given.right, given.down, SURE * costs.T, quality)


def _middle_of(values: Array) -> Array:
    """The median along the first axis, which lines that lie in one piece tell faster."""
    count = len(values)
    ranked = np.sort(np.ascontiguousarray(values.reshape(count, -1).T), axis=1)
    middle = (ranked[:, (count - 1) // 2] + ranked[:, count // 2]) / 2
    return np.asarray(middle.reshape(values.shape[1:]))


def _sampled(soft: Picture, given: Proposals) -> Array:
    """Colours all over squares and round them: (places, 3, squares)."""
    places = np.stack([given.middle - 0.5, given.right, given.down])  # (3, squares, 2)
    u, v = (_LAID @ places[..., n] for n in range(2))
    flat = cv2.remap(
        soft, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.ascontiguousarray(flat.transpose(0, 2, 1), np.float32)
