"""Coats of arms above keys: who guesses which key is the enchanted one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.seven_locks.coats import CLEAR_OUTLINE, Home, round_contrast
from vision.seven_locks.find import off_board, outlined
from vision.seven_locks.hiding import Hidden
from vision.seven_locks.keys import KeyPlace
from vision.seven_locks.table import ABOVE_KEY
from vision.seven_locks.windows import COLUMNS, ROWS, STEP, Array, cell, grid

Mark = tuple[int, int]  # seat and key

MARKED = 0.55  # where a coat above a key begins to be believed; as much where nobody can see one
AROUND = 12  # samples around a window that tell of its edges
ABOVE = (0.022, 0.034, 0.046)  # metres from the middle of a key's bow: where coats lie above it
BESIDE_ROOF = 1.08  # a coat may lie behind the edge of a roof
NEAR, MOST = np.ones((3, 3), np.uint8), 0.8  # where an outline is looked for, how much of it
APART = 1.5  # radii between the middles of two coats at least
STIRRED = np.ones((5, 5), np.uint8)  # what looks like a coat from the beginning may seem moved


class MarkReader:
    """Looks for coats above keys; `coat` is their radius, `colours` are those of each seat."""

    def __init__(self, coat: float, colours: Array) -> None:
        self._coat, self._colours = coat, colours
        self._off, self._places = off_board(), grid()

    def new(
        self,
        looks: Mapping[Mark, Array],
        keys: Sequence[KeyPlace],
        hidden: Hidden,
        before: Mapping[Mark, Array],
    ) -> tuple[dict[Mark, float], tuple[float, ...]]:
        """Coats above keys, but for what looked like one there `before`, when none was; and how
        clearly another one lies above each key beside the clearest.
        """
        least = [MARKED * may_be_hidden(key, hidden) for key in keys]
        fresh = {which: fits - before[which] for which, fits in looks.items()}
        first = {which: max(float(f.max()), least[which[1]]) for which, f in fresh.items()}
        second = tuple(
            max(self._second([f for (_, each), f in fresh.items() if each == key]), hid)
            for key, hid in enumerate(least)
        )
        return first, second

    def _second(self, seats: Sequence[Array]) -> float:
        """How clearly a coat, whosever it is, lies beside the clearest one."""
        fits = np.max(seats, axis=0)
        y, x = (int(at) for at in np.unravel_index(int(fits.argmax()), fits.shape))
        around = np.zeros(fits.shape, np.uint8)
        cv2.circle(around, (x, y), round(APART * self._coat / STEP), 1, -1)
        return float(np.where(around > 0, 0.0, fits).max())

    def looks(
        self,
        values: Array,
        keys: Sequence[KeyPlace],
        homes: Sequence[tuple[Home, Home]],
        hidden: Hidden,
    ) -> dict[Mark, Array]:
        """For each seat and key how much a coat of that seat seems to lie in places above it.

        The edge of a roof before the table is no coat, nor is what has not its outline.
        """
        marks: dict[Mark, Array] = {}
        high, left, right = (round(each / STEP) for each in ABOVE_KEY)
        middle = (slice(AROUND, -AROUND),) * 2
        coats = looks_of(homes, self._colours)
        for key, place in enumerate(keys):
            column, row = cell(place.at)
            rows = np.arange(row - high - AROUND, row + high + AROUND + 1)
            columns = np.arange(column - left - AROUND, column - right + AROUND)
            inside = np.ix_(rows.clip(0, ROWS - 1), columns.clip(0, COLUMNS - 1))
            contrast, round_it = (
                each(values[inside], self._coat)[middle] for each in (round_contrast, outlined)
            )
            at = self._places[inside][middle]
            behind = hidden.mask(at.reshape(-1, 2), 0.0, BESIDE_ROOF)
            table = self._off[inside][middle] * ~behind.reshape(at.shape[:2])
            for seat, coat in enumerate(coats):
                if coat is None:
                    marks[seat, key] = np.zeros(table.shape, np.float32)
                    continue
                look, outline = coat
                off = ((contrast - look) ** 2).sum(axis=2) / max(float(look @ look), 0.02)
                fits = np.clip(1 - off, 0, 1)
                if outline > CLEAR_OUTLINE:
                    fits = np.minimum(fits, cv2.dilate(round_it, NEAR) / (MOST * outline))
                marks[seat, key] = np.asarray(fits * table, np.float32)
        return marks


def no_coats(
    looks: Mapping[Mark, Array], known: Mapping[Mark, Array] | None = None
) -> dict[Mark, Array]:
    """Where it looks like a coat above a key though none is, in this picture or as was known."""
    about = {
        which: np.asarray(cv2.dilate(fits, STIRRED), np.float32) for which, fits in looks.items()
    }
    if known is None:
        return about
    return {which: np.maximum(fits, known[which]) for which, fits in about.items()}


def may_be_hidden(key: KeyPlace, hidden: Hidden) -> bool:
    """Whether a coat above a key may lie behind a tower."""
    x, y = key.at
    return bool(hidden.mask(np.array([(x - far, y) for far in ABOVE]), 0.0).any())


def looks_of(
    homes: Sequence[tuple[Home, Home]], colours: Array
) -> list[tuple[Array, float] | None]:
    """How each seat's coats stand out from the table, and how much of their outline shows.

    Those that towers hide stand out as the others do, but for their colour; None if nobody's are
    seen.
    """
    known = [_look_of(pair) for pair in homes]
    seen = [(seat, *look) for seat, look in enumerate(known) if look is not None]
    for seat, look in enumerate(known):
        if look is None and seen:
            as_others = [one + colours[seat] - colours[other] for other, one, _ in seen]
            known[seat] = np.mean(as_others, axis=0), min(outline for *_, outline in seen)
    return known


def _look_of(pair: tuple[Home, Home]) -> tuple[Array, float] | None:
    seen = [home for home in pair if home.contrast.any()]
    if not seen:
        return None
    look = np.mean([home.contrast for home in seen], axis=0)
    return np.asarray(look, np.float32), min(home.outline for home in seen)
