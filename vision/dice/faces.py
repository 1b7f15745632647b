"""Judging whether a square in a picture is the face of a die, and which."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sample import Picture, largest

Array = NDArray[np.floating]

# The nine places of pips, row by row, and the ways a face may show its value there.
LAYOUTS = {
    1: ("000010000",),
    2: ("100000001", "001000100"),
    3: ("100010001", "001010100"),
    4: ("101000101",),
    5: ("101010101",),
    6: ("101101101", "111000111"),
}
VALUES = np.array([value for value, ways in LAYOUTS.items() for _ in ways])
PATTERNS = np.array([[int(c) for c in way] for ways in LAYOUTS.values() for way in ways], float)

# Places as shares of half an edge, from the middle of the face.
SPOTS = 0.5 * np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], float)
DISC = 0.09 * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)], float)
_ROW = (-0.78, -0.5, -0.25, 0.0, 0.25, 0.5, 0.78)
PLAIN = np.array(
    [(x, y) for x in _ROW for y in _ROW if max(abs(x), abs(y)) > 0.7 and min(abs(x), abs(y)) < 0.6]
    + [(x, y) for x in (-0.25, 0.25) for y in (-0.25, 0.25)]
    + [(x, y) for x in (-0.74, 0.74) for y in (-0.74, 0.74)]
)
# Between neighbouring places there is face again, even between the pips of a six.
BETWEEN = 0.25 * np.array([(-2, -1), (-2, 1), (2, -1), (2, 1), (-1, -2), (1, -2), (-1, 2), (1, 2)])
_SIDE = np.array([-0.62, -0.31, 0.0, 0.31, 0.62])
BEYOND = np.array(
    [(t, s * 1.3) for s in (-1, 1) for t in _SIDE] + [(s * 1.3, t) for s in (-1, 1) for t in _SIDE]
)
_POINTS = np.concatenate([(SPOTS[:, None] + DISC).reshape(-1, 2), PLAIN, BETWEEN, BEYOND])
_ENDS = np.cumsum([len(SPOTS) * len(DISC), len(PLAIN), len(BETWEEN)])
_GLANCED = np.concatenate([SPOTS, PLAIN, BEYOND])
LEAST_CONTRAST = 5.0
BEND = 1.5
# What differs from a face as its pip does: by most of it, and in the same colours (a cosine).
MOST_OF, SAME_WAY = 0.7, 0.98
# What the misfit of pips, a blotchy face and pips that run together cost.
MISFIT, BLOTCHY, BRIDGED = 4.0, 1.5, 2.0
# Few pips prove little, by value; the fewer, the more must the face stand out from the table.
FEW = np.array([0.0, 0.2, 0.1, 0.08, 0.0, 0.0, 0.0])
ENDLESS = np.array([0.0, 0.9, 0.9, 0.9, 0.4, 0.4, 0.4])
LEAST_ENDED = np.array([0.0, 0.8, 0.75, 0.75, 0.0, 0.0, 0.0])


@dataclass(frozen=True)
class Proposals:
    """Squares: the middle, and half an edge each way."""

    middle: Array
    right: Array
    down: Array

    def only(self, chosen: NDArray[np.int64]) -> Proposals:
        """Some of them."""
        return Proposals(self.middle[chosen], self.right[chosen], self.down[chosen])


@dataclass(frozen=True)
class Faces(Proposals):
    """Judged squares: the cost of every pattern, and how die-like the best one is (to 1)."""

    costs: Array
    quality: Array

    def only(self, chosen: NDArray[np.int64]) -> Faces:
        """Some of them."""
        parts = (self.middle, self.right, self.down, self.costs, self.quality)
        return Faces(*(each[chosen] for each in parts))

    def changed(self, changes: Array) -> Proposals:
        """Every square after every change (moved along its axes, axes mixed), square by square."""
        right, down = self.right[:, None], self.down[:, None]
        x, y, a, b, c, d = (changes[None, :, n, None] for n in range(6))
        middle = self.middle[:, None] + x * right + y * down
        parts = (middle, right + a * right + b * down, down + c * right + d * down)
        return Proposals(*(each.reshape(-1, 2) for each in parts))


def glance(soft: Picture, given: Proposals, ground: Array, step: Array) -> Array:
    """A quick cost of each square, given the colour of its face and the step to its pips."""
    strong = np.maximum((step**2).sum(axis=1), 16.0)
    off = _seen(soft, given) - ground.T[:, None]
    spots, rest = off[:, : len(SPOTS)], off[:, len(SPOTS) :]
    spots = np.clip(np.einsum("ckn,nc->nk", spots, step) / strong[:, None], -1.0, 1.5)
    misfit = (spots**2).sum(axis=1)[:, None] - 2 * spots @ PATTERNS.T + PATTERNS.sum(axis=1)
    far = np.einsum("ckn,ckn->kn", rest, rest) / strong
    plain, beyond = far[: -len(BEYOND)], far[-len(BEYOND) :]
    ended = np.minimum(1.0, np.sqrt(beyond / 0.03)).mean(axis=0)
    return np.asarray(misfit.min(axis=1) / 9 + np.minimum(plain, 1.0).mean(axis=0) + 1 - ended)


def _seen(soft: Picture, given: Proposals) -> Array:
    """The nearest samples to what a glance looks at: (3, places, squares)."""
    high, wide = soft.shape[:2]
    laid = np.column_stack([np.ones(len(_GLANCED)), _GLANCED])
    ways = np.stack([given.middle, given.right, given.down])
    x, y = ((laid @ ways[..., n]).astype(np.int32) for n in range(2))
    at = np.clip(y, 0, high - 1) * wide + np.clip(x, 0, wide - 1)
    return np.ascontiguousarray(soft.reshape(-1, 3)[at].transpose(2, 0, 1), np.float32)


def judge(soft: Picture, given: Proposals) -> Faces:
    """How well each square fits each pattern of pips."""
    if not len(given.middle):
        return Faces(
            given.middle, given.right, given.down, np.zeros((0, len(PATTERNS))), np.zeros(0)
        )
    colours = _sampled(soft, given)
    spots, plain, between, beyond = np.split(colours, _ENDS, axis=1)
    spots = spots.reshape(len(colours), len(SPOTS), len(DISC), 3).mean(axis=2)
    ground = np.median(plain, axis=1)
    costs, contrast = _pattern_costs(spots - ground[:, None])
    apart = largest(np.abs(plain - ground[:, None]))
    rough = np.median(apart, axis=1)
    best = costs.argmin(axis=1)
    rows = np.arange(len(costs))
    ranked = np.sort(apart, axis=1)
    worst = np.where(VALUES[best] == 1, ranked[:, -2], ranked[:, -4])
    strong = contrast[rows, best]
    blotchy = np.minimum(1.0, (rough + 0.5 * worst) / np.maximum(strong, 1.0))
    bridged = np.linalg.norm(between - ground[:, None], axis=2).max(axis=1)
    bridged = np.maximum(0, bridged / np.maximum(strong, 1.0) - 0.8)
    ended = _ended(beyond - ground[:, None], strong)
    value = VALUES[best]
    quality = 1 - MISFIT * costs[rows, best] - BLOTCHY * np.maximum(0, blotchy - 0.1)
    quality -= BRIDGED * bridged + ENDLESS[value] * (1 - ended) + FEW[value]
    quality[strong < LEAST_CONTRAST] = -1.0
    quality[ended < LEAST_ENDED[value]] = -1.0
    return Faces(given.middle, given.right, given.down, costs, quality)


def hollow(soft: Picture, given: Proposals) -> Array:
    """How much of what lies beyond each square looks like the spot in its middle, 0 to 1."""
    spots, plain, _, beyond = np.split(_sampled(soft, given), _ENDS, axis=1)
    spot = spots.reshape(len(spots), len(SPOTS), len(DISC), 3)[:, len(SPOTS) // 2].mean(axis=1)
    ground = np.median(plain, axis=1)
    step, off = (spot - ground)[:, None], beyond - ground[:, None]
    far, strong = np.linalg.norm(off, axis=2), np.linalg.norm(step, axis=2)
    same = (off * step).sum(axis=2) > SAME_WAY * far * strong
    return np.asarray((same & (far > MOST_OF * strong)).mean(axis=1))


def _pattern_costs(spots: Array) -> tuple[Array, Array]:
    """Mean squared misfit of every pattern, in shares of its pips' contrast; and that contrast.

    Glare makes some pips fainter than others: differences between clear ones count little.
    """
    pips = np.einsum("nkc,pk->npc", spots, PATTERNS / PATTERNS.sum(axis=1, keepdims=True))
    contrast = np.maximum(np.linalg.norm(pips, axis=2), 4.0)
    strong = contrast[..., None] ** 2
    along = pips @ spots.transpose(0, 2, 1) / strong
    aside = (spots**2).sum(axis=2)[:, None] / strong - along**2
    bent = np.sign(along) * (1 - np.exp(-BEND * np.abs(along))) / (1 - np.exp(-BEND))
    costs = ((bent - PATTERNS) ** 2 + np.maximum(aside, 0)).mean(axis=2)
    return costs, contrast


def _ended(off: Array, strong: Array) -> Array:
    """How far places just beyond the square no longer look like the face, 0 to 1."""
    far = largest(np.abs(off))
    return np.asarray(np.minimum(1.0, far / (3.0 + 0.15 * strong)[:, None]).mean(axis=1))


def _laid(given: Proposals, points: Array) -> Array:
    """Points of a face's own frame, laid on every square."""
    right, down = given.right[:, None], given.down[:, None]
    return np.asarray(right * points[None, :, :1] + down * points[None, :, 1:])


def _sampled(soft: Picture, given: Proposals) -> Array:
    at = (given.middle[:, None] + _laid(given, _POINTS) - 0.5).astype(np.float32)
    found = np.zeros((*at.shape[:2], 3), np.float32)
    for start in range(0, len(at), 16000):
        part = at[start : start + 16000]
        flat = cv2.remap(
            soft, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        found[start : start + 16000] = flat
    return found
