"""The open cards beside King Solomon's mine: where they lie, their figure and their number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.observe.evidence import Evidence
from vision.sample import Patch, Picture
from vision.solomon.numbers import NumberReader
from vision.solomon.profile import Profile
from vision.solomon.slots import (
    COARSE,
    FINE,
    Desk,
    Place,
    by_print,
    nearby,
    seen,
    settled,
)

Array = NDArray[np.float32]
Cells = tuple[tuple[int, int], ...]

LEAST_LIKENESS = 0.15
# A card that is less like one than this is looked for by its print; then it must be so like.
UNLIKE, PRINTED = 0.6, 0.45
NO_LESS = 0.05  # a card that stands upright is hardly less like one
FIGURE_REACH = 3  # cells each way from the middle of the figure
FIGURE_SIZES = range(3, 7)
PHASES = ((0.0, 0.0), (0.0, 0.5), (0.5, 0.0), (0.5, 0.5))
GROUND_WIDE = 3.2  # cells: no print on a card is as wide as this both ways
# A card is read clearly if its figure stands out this much, and so likely is its number.
CLEAR, SURE_NUMBER = 0.7, 0.98
# A slot looks as before if fewer samples than this are so much lighter or darker (log light).
FEW, OTHERWISE = 4, 0.3
# A filled cell differs from the ground at least so much, as a share of what it was taught.
LEAST_DARK = 0.2


@dataclass(frozen=True)
class CardRead:
    """One card: evidence of its number, its figure, and how clear that is (0 to 1)."""

    numbers: Evidence[int]
    cells: Cells
    clear: float
    likeness: float
    turned: bool

    def has_clear_figure(self) -> bool:
        """Whether the figure stands out, as on nothing but a card."""
        return self.clear > CLEAR

    def is_clear(self) -> bool:
        """Whether figure and number stand out."""
        known = not self.numbers.strange and self.numbers.confidence() > SURE_NUMBER
        return self.has_clear_figure() and known


class CardReader:
    """Reads the cards on the slots that are in use."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.style = profile, profile.card
        self.numbers = NumberReader(profile.card.number, profile.card_frame)
        ground, square = profile.card_colours
        self._ground, self._to_square = ground, axis_of(square - ground)
        self._look = profile.card_look
        self._known: dict[int, tuple[Patch, CardRead]] = {}

    def read(self, picture: Picture, view: View, slot: int) -> CardRead | None:
        """The card on a slot, or None if there is none to be seen; one read clearly is known."""
        there = self._glance(picture, view, slot)
        known = self._known.get(slot)
        if known is not None and _unchanged(there, known[0]):
            return known[1]
        card = self._read(picture, view, slot)
        self._known.pop(slot, None)
        if card is not None and card.is_clear():
            self._known[slot] = (there, card)
        return card

    def _glance(self, picture: Picture, view: View, slot: int) -> Patch:
        """The table about a slot, coarsely."""
        place = Place(*self.profile.slots[slot], 0.0)
        return seen(picture, view, place.window(self.style.width, self.style.length, COARSE))

    def _read(self, picture: Picture, view: View, slot: int) -> CardRead | None:
        desk = Desk(picture, view, self.profile.slots[slot], self.style.width, self.style.length)
        found = self._find(desk)
        if found is None:
            return None
        place, likeness = found
        cells, clear = self._figure(self._levelled(desk.cut(place, FINE, soft=True)))
        numbers = self.numbers.read(picture, view, place)
        return CardRead(numbers, cells, clear, likeness, bool(np.cos(place.turn) < 0))

    def _levelled(self, patch: Patch) -> Patch:
        """The card as under the light of the teaching picture; most of a card is ground, and a
        shadow or a lamp may lie on a part of it.
        """
        lit = self._lit(patch)
        return np.asarray(patch - lit - (np.median(patch - lit, axis=(0, 1)) - self._ground))

    def _lit(self, patch: Patch) -> Patch:
        """How light lies on a card, as its ground shows: all print on it is narrower than that."""
        wide = round(GROUND_WIDE * self.style.cell / FINE)
        soft = cv2.blur(patch, (5, 5))
        ground = cv2.morphologyEx(soft, cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8))
        return np.asarray(cv2.blur(ground, (wide // 2, wide // 2)), np.float32)

    def _find(self, desk: Desk) -> tuple[Place, float] | None:
        """Where the card lies that looks most like one, and how like it is."""
        ways = [place.turned(turn) for place in desk.places() for turn in (0.0, np.pi)]
        found = [nearby(desk, way, self._look) for way in ways]
        outlined = max(found, key=lambda item: item[1], default=None)
        best = settled(desk, outlined[0], self._look) if outlined else None
        if best is None or best[1] < UNLIKE:
            other = settled(desk, by_print(desk, self._look), self._look)
            if other[1] >= PRINTED and (best is None or other[1] > best[1]):
                best = other
        if best is None or best[1] < LEAST_LIKENESS:
            return None
        return best if best[1] >= UNLIKE else self._upright(desk, *best)

    def _upright(self, desk: Desk, place: Place, likeness: float) -> tuple[Place, float]:
        """A card whose outline hardly shows, turned as the squares of its figure are."""
        dark = self._dark(self._levelled(desk.cut(place, FINE, soft=True)))
        x, y = (round(each / FINE) for each in self.style.figure)
        reach = round((FIGURE_REACH + 0.5) * self.style.cell / FINE)
        turn = askew(dark[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach])
        there, value = nearby(desk, place.turned(turn), self._look)
        return (there, value) if value > likeness - NO_LESS else (place, likeness)

    # -- figure ---------------------------------------------------------------------------

    def _figure(self, patch: Patch) -> tuple[Cells, float]:
        """The squares of the figure, and how clearly they are told from empty ones."""
        dark, cell = self._dark(patch), self.style.cell / FINE
        spread = np.asarray(cv2.blur(dark, (round(0.6 * cell), round(0.6 * cell))), np.float32)
        tries = [
            (off, phase, self._lattice(spread, cell, off, phase))
            for off in (np.array(jitter) * 2.0 - 2.0 for jitter in np.ndindex(3, 3))
            for phase in PHASES
        ]
        bare, full = _levels([fill for _, _, fill in tries])
        best = np.inf
        found: tuple[Cells, float] = ((), 0.0)
        for off, phase, raw in tries:
            fill = (raw - bare) / (full - bare)
            cost, cells = _judged(fill, phase)
            cost += 0.004 * float(off @ off)
            if cost < best:
                best, found = cost, (cells, _clarity(fill))
        return found

    def _dark(self, patch: Patch) -> Array:
        """How much each sample is like a filled square, 0 to 1 between ground and square."""
        dark = np.clip((patch - self._ground) @ self._to_square, -0.5, 1.5)
        return np.asarray(dark, np.float32)

    def _lattice(
        self, spread: Array, cell: float, off: NDArray[np.float64], phase: tuple[float, float]
    ) -> Array:
        """The mean darkness of each cell of a lattice round the figure's middle."""
        x, y = self.style.figure[0] / FINE + off[1], self.style.figure[1] / FINE + off[0]
        ticks = np.arange(-FIGURE_REACH, FIGURE_REACH + 1)
        rows = np.clip(y + (ticks + phase[0]) * cell, 0, spread.shape[0] - 1).astype(int)
        columns = np.clip(x + (ticks + phase[1]) * cell, 0, spread.shape[1] - 1).astype(int)
        return np.asarray(spread[np.ix_(rows, columns)])


def _unchanged(now: Patch, then: Patch) -> bool:
    """Whether a slot looks as it did, the light on it apart."""
    change = (now - then).mean(axis=2)
    return int((np.abs(change - np.median(change)) > OTHERWISE).sum()) < FEW


def askew(dark: Array) -> float:
    """How far squares are turned, counter-clockwise: most of their edges go along or across."""
    right, down = cv2.Sobel(dark, cv2.CV_32F, 1, 0), cv2.Sobel(dark, cv2.CV_32F, 0, 1)
    edges = (right - 1j * down) ** 4 / np.maximum(np.hypot(right, down), 1e-6) ** 2
    return float(np.angle(edges.sum()) / 4)


def axis_of(way: Array) -> Array:
    """What a sample is multiplied with to tell how far it is along a colour's way."""
    return np.asarray(way / max(float(way @ way), 1e-6), np.float32)


def _levels(fills: Sequence[Array]) -> tuple[float, float]:
    """How dark empty and filled cells are, which glare and shade may bring close together.

    Every figure has some filled cells; only where the lattice fits it are they filled whole.
    """
    bare = float(np.median(np.stack(fills)))
    least = min(FIGURE_SIZES)
    full = max(float(np.sort(fill, axis=None)[-least]) for fill in fills)
    return bare, max(full, bare + LEAST_DARK)


def _judged(fill: Array, phase: tuple[float, float]) -> tuple[float, Cells]:
    """How unclear a lattice is, and its filled cells; figures are printed about their middle."""
    rest = np.minimum(fill * fill, (1 - fill) ** 2)
    filled = np.argwhere(fill > 0.5)
    cost = float(rest.sum())
    if len(filled) not in FIGURE_SIZES:
        return cost + 5.0, ()
    low, high = filled.min(axis=0), filled.max(axis=0)
    middle = (low + high) / 2 - FIGURE_REACH + np.array(phase)
    cost += 0.8 * float(np.abs(middle).sum())
    return cost, tuple((int(r - low[0]), int(c - low[1])) for r, c in filled)


def _clarity(fill: Array) -> float:
    """How far the darkest empty and the lightest filled cell are apart."""
    filled, rest = fill[fill > 0.5], fill[fill <= 0.5]
    if not len(filled) or not len(rest):
        return 0.0
    return float(np.clip(filled.min() - rest.max(), 0.0, 1.0))
