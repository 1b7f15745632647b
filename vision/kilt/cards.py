"""The cards round Kilt Castle's board: which lies where, and which way."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import POSITIONS, SIZE, Square
from vision.geometry import View
from vision.kilt.hiding import Places, hidden
from vision.kilt.profile import CARD_COLUMNS, CARD_ROWS, Profile
from vision.kilt.table import DEPTHS, OUTWARD, Sizes, sideways
from vision.light import Light
from vision.likeness import (
    LOOK_SPREAD,
    Exact,
    Looks,
    alike,
    likely_same,
    strange,
    stuff,
    unchanged,
)
from vision.reading import Cell
from vision.sample import Picture, Window
from vision.windows import WindowCache, around, gather, middles, shift_index, unlit, value_index

Array = NDArray[np.float32]
Slot = tuple[int, int]  # card position and depth

NO_CARD = ""
SLOTS: tuple[Slot, ...] = tuple((p, d) for p in range(POSITIONS) for d in range(DEPTHS))
AT_ONCE = 20  # places: sums over more of them leave the processor's nearest memory
REACH = 3
SHIFTS = around(REACH)
MIDDLE = SHIFTS.index((0, 0))
SHIFT_SPREAD = 0.005
WEIGHT = 30.0
ODD_COST = 4.0
# A thing nobody taught that lies where a card could lie is more likely no card than a card.
CLUTTER_COST = 2.0
# A thing of any one colour and grain; cards fit better, but for those that lie far off.
STUFF_COST = 8.0
# A place that shows the same stuff but not the same pattern: the table shifted under the board.
SHIFTED_COST = 3.0
# Every second sample each way is enough to tell cards apart.
THIN = np.mgrid[1:CARD_ROWS:2, 1:CARD_COLUMNS:2].reshape(2, -1)
# Mean squared change of log light up to which a place fits what it fitted: hardly any noise.
STILL = 0.001


@dataclass(frozen=True)
class CardsSeen:
    """How card places looked: samples and what was seen of them (places, values).

    Besides, how well they fitted every card at its best shift (places, looks).
    """

    samples: Array
    seen: Array
    fits: Array


@dataclass(frozen=True)
class CardsRead:
    """All card places of one picture."""

    cells: dict[Slot, Cell[str]]
    seen: CardsSeen


class CardReader:
    """Reads the card places."""

    def __init__(self, profile: Profile) -> None:
        self.looks = _looks(profile)
        width = CARD_COLUMNS + 2 * REACH
        index = shift_index(THIN[0], THIN[1], REACH, width)
        self._middle = index[MIDDLE]
        self._index, self._values = value_index(index, 1), value_index(index, 3)
        self._cache = WindowCache()
        self._layout: Sizes | None = None
        self._windows: list[tuple[Slot, Window]] = []
        self._places = Places(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 1, 2)), [])

    def read(
        self,
        soft: Picture,
        view: View,
        layout: Sizes,
        light: Light,
        before: CardsSeen | None = None,
        towers: tuple[Mapping[Square, int], Collection[Square]] = ({}, ()),
    ) -> CardsRead:
        """Read every place, card or none, given how it looked before.

        `towers` are how high squares are at least, and which have roofs: they hide places.
        """
        values, inside = self._take(soft, view, layout, light)
        inside = inside * ~hidden(view, layout, *towers, self._places)
        here = values.reshape(len(SLOTS), -1, 3)[:, self._middle].reshape(len(SLOTS), -1)
        seen = np.repeat(inside[:, self._middle], 3, axis=1)
        odd, material = strange(here, seen, WEIGHT), stuff(here, seen)
        none = _ground(*material).score(here, seen)[:, 0]
        none = np.logaddexp(none, odd - CLUTTER_COST)
        none = np.logaddexp(none, _stuff(material[2], seen) - STUFF_COST)
        same, fits = None, np.zeros((len(SLOTS), len(self.looks.names)), np.float32)
        fresh = np.ones(len(SLOTS), bool)
        if before is not None:
            both = seen * before.seen
            change = unchanged(here, before.samples, both)
            same = likely_same(change, both.mean(axis=1), WEIGHT)
            same = np.maximum(same, alike(here, before.samples, both, WEIGHT) - SHIFTED_COST)
            fits = before.fits.copy()
            fresh = (change > STILL) | (seen != before.seen).any(axis=1)
        fits[fresh] = self._scores(values[fresh], inside[fresh], layout, light).max(axis=1).T
        best = np.logaddexp(fits, odd[:, None] - ODD_COST)
        return CardsRead(self._cells(best, none, same, seen), CardsSeen(here, seen, fits))

    def _cells(
        self, best: Array, none: Array, same: Array | None, seen: Array
    ) -> dict[Slot, Cell[str]]:
        names = [*self.looks.names, NO_CARD]
        fits = np.concatenate([best, none[:, None]], axis=1).tolist()
        known = [None] * len(SLOTS) if same is None else same.tolist()
        every = zip(SLOTS, fits, known, seen.mean(axis=1).tolist(), strict=True)
        return {
            slot: Cell(dict(zip(names, values, strict=True)), as_before, shown)
            for slot, values, as_before, shown in every
        }

    def outward(
        self, soft: Picture, view: View, layout: Sizes, light: Light, cards: Mapping[Slot, str]
    ) -> dict[Slot, float]:
        """How far outward of its place each of these cards lies, in metres."""
        values, inside = self._take(soft, view, layout, light)
        places = [SLOTS.index(slot) for slot in cards]
        scores = self._scores(values[places], inside[places], layout, light)
        looks = enumerate(self.looks.names.index(card) for card in cards.values())
        best = [SHIFTS[int(scores[look, :, n].argmax())] for n, look in looks]
        return {slot: out * _step(layout) for slot, (out, _) in zip(cards, best, strict=True)}

    def _take(self, soft: Picture, view: View, layout: Sizes, light: Light) -> tuple[Array, Array]:
        """The places with room for shifts, the light taken off, and what is seen of them."""
        if layout != self._layout:
            self._layout, self._cache = layout, WindowCache()
            self._windows = [(slot, _window(layout, slot)) for slot in SLOTS]
            places = middles(w for _, w in self._windows)
            offsets = np.stack([w.points()[:, :2] for _, w in self._windows]) - places[:, None]
            self._places = Places(places, np.zeros(len(SLOTS)), offsets, [None] * len(SLOTS))
        values, inside = self._cache.take(soft, view, self._windows, light.gain)
        values = unlit(values, light.at(self._places.middles))
        return blurred(values), inside.reshape(len(SLOTS), -1)

    def _scores(self, values: Array, inside: Array, layout: Sizes, light: Light) -> Array:
        """How every place fits every card at every shift (looks, shifts, places)."""
        scores = np.empty((len(self.looks.names), len(SHIFTS), len(values)), np.float32)
        looks, whole = self.looks.below(light.white), np.asarray(inside.all(axis=1))
        every = np.flatnonzero(whole)
        parts = [every[n : n + AT_ONCE] for n in range(0, len(every), AT_ONCE)]
        for chosen in filter(len, (*parts, np.flatnonzero(~whole))):
            rows, seen = gather(values[chosen], self._values), None
            rows = rows.reshape(len(rows), -1)
            if not whole[chosen].all():
                at = gather(inside[chosen], self._index)
                seen = np.repeat(at, 3, axis=0).reshape(rows.shape).T
            found = looks.score(rows.T, seen).T
            scores[..., chosen] = found.reshape(*scores.shape[:2], -1)
        off = np.array([dx * dx + dy * dy for dy, dx in SHIFTS], np.float32)
        scores -= off[:, None] * np.float32(_step(layout) ** 2 / SHIFT_SPREAD**2 / 2)
        return scores


def blurred(patches: Array) -> Array:
    """Patches (n, rows, columns, 3) made so soft that a card a little askew still fits."""
    flat = np.ascontiguousarray(patches.reshape(-1, *patches.shape[2:]))
    return np.asarray(cv2.blur(flat, (3, 3)), np.float32).reshape(patches.shape)


def _looks(profile: Profile) -> Looks:
    """All ways a card can lie, each composed of two taught halves."""
    names, means, spreads = [], [], []
    for board in sorted(profile.cards):
        for away in sorted(profile.cards):
            near, far = profile.cards[board], profile.cards[away]
            names.append(f"{board}/{away}")
            means.append(np.concatenate([near[0], far[0][::-1, ::-1]])[THIN[0], THIN[1]])
            spreads.append(np.concatenate([near[1], far[1][::-1, ::-1]])[THIN[0], THIN[1]])
    return Looks(names, np.stack(means), np.stack(spreads), WEIGHT)


def _step(layout: Sizes) -> float:
    """Metres between two samples of a card."""
    return layout.card_length / CARD_ROWS


def _window(layout: Sizes, slot: Slot) -> Window:
    """A card's place with room for shifts: rows outward, columns to the left."""
    side = slot[0] // SIZE
    out, across = np.array(OUTWARD[side]), np.array(sideways(side))
    step = _step(layout)
    rows, columns = CARD_ROWS + 2 * REACH, CARD_COLUMNS + 2 * REACH
    corner = layout.card_centre(*slot) - out * rows * step / 2 - across * columns * step / 2
    return Window(
        (float(corner[0]), float(corner[1]), 0.0),
        (float(across[0]), float(across[1])),
        (float(out[0]), float(out[1])),
        columns,
        rows,
        step,
    )


def _ground(count: Exact, mean: Exact, spread: Exact) -> Looks:
    """The bare table, as most of what lies round the board; each place may be lit differently."""
    shown = count[:, 0] > 0.9 * THIN.shape[1]
    usual = [np.median(each[shown], axis=0) if shown.any() else 0.0 for each in (mean, spread)]
    size = (1, THIN.shape[1], 3)
    look, grain = (np.broadcast_to(each, size).astype(np.float32) for each in usual)
    return Looks(["table"], look, grain, WEIGHT)


def _stuff(spread: Exact, seen: Array) -> Array:
    """How well places fit something of one colour and grain, whichever."""
    grain = np.hypot(spread, LOOK_SPREAD)
    return np.asarray(-(0.5 + np.log(grain)).mean(axis=1) * WEIGHT * seen.mean(axis=1))
