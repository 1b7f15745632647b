"""Finding the die on the table, and judging which of its sides is on top, if any is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rules.seven_locks.pieces import Face
from vision.geometry import View
from vision.light import Light
from vision.sample import Picture
from vision.seven_locks.coats import Home, free_table
from vision.seven_locks.die import (
    FEW,
    WELL_CUT,
    DieReader,
    Square,
    cut_sides,
    find_marks,
    find_square,
    lengths,
    nearly_most,
    rim_off,
    side_ground,
    sides_on_grounds,
    whole_top,
)
from vision.seven_locks.find import BRIGHT, TINT, beside_board, coloured, find_coloured, find_marked
from vision.seven_locks.keys import KeyPlace
from vision.seven_locks.profile import Profile
from vision.seven_locks.windows import STEP, Array, Flat, Spot, cell

THROWN = 0.10
MOST_DICE = 3
ONE_PLACE = 0.005  # metres: what lies closer is found when the other is looked at
LEAST_TOP, LEAST_SHARP = 0.4, 0.25  # a top cut worse is not read; one that has an outline
INKED, GROUND = 0.6, 0.5  # what marks and the colour beside them count, to find it
OF_THE_DIE = 0.2  # of its colour and marks: what has less is the table, or something else
# What is plainly marked may lie in deep shade, if its tint is right; its inks are less trusted so.
PLAINLY_MARKED, IN_SHADE, SHADE_TRUST = 0.8, (0.28, 2.0), 0.7
CLEAR_TOP, MOST_SOUGHT = 0.5, 2  # a top cut worse is sought by its marks, in so many more places
SHARP_SQUARE = 0.45  # squares that fit worse are read with less trust
HIDDEN_RIM = 0.12  # share of the rim that shows something else when part of a side is hidden
CLEAR_SIDE = 2.2  # log likelihood by which the side on top stands out


class DieSearch:
    """Finds one owner's die, and says how likely each side is on top."""

    def __init__(self, profile: Profile) -> None:
        self.sides = DieReader(profile.die)
        self._look, self._thrown = profile.die, profile.die_at
        self._coat = profile.sizes.coat

    def find(
        self,
        soft: Picture,
        view: View,
        flat: Flat,
        keys: Sequence[KeyPlace],
        homes: Sequence[tuple[Home, Home]],
        light: Light,
        near: Spot | None = None,
    ) -> Square | None:
        """The die anywhere near a place, or else near where it was thrown when it was taught."""
        free = free_table(flat, keys, homes, self._coat)
        column, row = cell(near or self._thrown)
        reach = round(THROWN / STEP)
        top, left = max(0, row - reach), max(0, column - reach)
        box = (slice(top, row + reach + 1), slice(left, column + reach + 1))
        ground = beside_board(self._look.ground[None], light)
        size = self._look.size
        part = flat.values[box], free[box]
        alike = find_coloured(*part, ground[0], size / 2, (left, top))[:MOST_DICE]
        marked = find_marked(*part, size / 2, (left, top))[:MOST_DICE]
        tried = apart([*alike, *marked], ONE_PLACE)
        squares = [find_square(soft, view, at, (size,)) for at in tried]
        good = [each for each in squares if each.fit > FEW]
        first = good[int(self._die_like(soft, view, good, light).argmax())] if good else None
        places = alike[:1] if first is None else [first.at]
        return self.whole(soft, view, first, apart(places + marked[:MOST_SOUGHT], ONE_PLACE))

    def faces(
        self, soft: Picture, view: View, top: Square, side: Array, light: Light
    ) -> dict[Face, float]:
        """How likely each side of the die is shown; of what is none, or half hidden, nothing."""
        marked, rim = (float(each[0]) for each in self.marked(soft, view, [top]))
        well = marked - rim
        hidden = well < WELL_CUT and self.sides.strange_rim(side) > HIDDEN_RIM  # by a finger
        ground = side_ground(soft, view, top)[None]
        alike = marked * float(self._in_its_colour(ground, light)[0])
        shaded = alike < OF_THE_DIE
        if shaded and marked > PLAINLY_MARKED:
            alike = float(self._in_its_colour(ground, light, IN_SHADE)[0])
        least = LEAST_SHARP if top.fit > SHARP_SQUARE else LEAST_TOP
        if hidden or alike < OF_THE_DIE or well < least:
            return {}
        trust = min(1.0, top.fit / SHARP_SQUARE) * (SHADE_TRUST if shaded else 1.0)
        return {face: trust * value for face, value in self.sides.read(side).items()}

    def whole(
        self, soft: Picture, view: View, first: Square | None, tried: Sequence[Spot]
    ) -> Square | None:
        """The whole top of a die: of the square that looks most like one, or found by its marks."""

        def shown(squares: Sequence[Square]) -> Array:
            return self.well_cut(soft, view, squares)

        found = None if first is None else whole_top(first, shown)
        well = CLEAR_TOP if found is None else shown([found])[0]
        if found is not None and well >= CLEAR_TOP:
            return found
        for near in tried:
            top = whole_top(find_marks(soft, view, near, self._look), shown)
            if (value := shown([top])[0]) > max(well, CLEAR_TOP):
                found, well = top, value
        return found

    def well_cut(self, soft: Picture, view: View, squares: Sequence[Square]) -> Array:
        """How much each square shows one whole side of the die and nothing else."""
        marked, rim = self.marked(soft, view, squares)
        return marked - rim

    def marked(self, soft: Picture, view: View, squares: Sequence[Square]) -> tuple[Array, Array]:
        """How well each square shows the die's marks, and how much of its rim does not fit."""
        sides = cut_sides(soft, view, squares)
        return self.sides.marked(sides), rim_off(sides)

    def _die_like(
        self, soft: Picture, view: View, squares: Sequence[Square], light: Light
    ) -> Array:
        """How much each square looks like the die: sharp, marked, of its colour."""
        sides, grounds = sides_on_grounds(soft, view, squares)
        ink = nearly_most(lengths(sides), 0.93)
        fits = np.array([square.fit for square in squares])
        return np.asarray(
            fits + INKED * np.minimum(1.0, ink) + GROUND * self._in_its_colour(grounds, light)
        )

    def _in_its_colour(
        self, grounds: Array, light: Light, spread: tuple[float, float] = (TINT, BRIGHT)
    ) -> Array:
        """How much each ground (N, 3) has the colour of the die beside its marks."""
        ground = beside_board(self._look.ground[None], light)[0]
        return coloured(grounds[None], ground, *spread)[0]


def apart(spots: Sequence[Spot], near: float) -> list[Spot]:
    """Places without those that lie near an earlier one."""
    kept: list[Spot] = []
    for x, y in spots:
        if all(np.hypot(x - u, y - v) > near for u, v in kept):
            kept.append((x, y))
    return kept


def clear_side(faces: dict[Face, float]) -> bool:
    """Whether one side is clearly on top."""
    best = sorted(faces.values(), reverse=True)[:2]
    return len(best) > 1 and best[0] - best[1] >= CLEAR_SIDE
