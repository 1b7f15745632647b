"""Teaching Kilt Castle: from a few labelled pictures of the owner's box to a profile.

A teaching picture comes with what a person says of it: the four corners of the board and what lies
where. Two pictures are enough: one with every kind of floor, a roof and a tower or two, one with
the ten cards round the empty board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.errors import TeachingError
from vision.kilt.lesson import Lesson, lesson, plain_samples
from vision.kilt.profile import Profile, board_window
from vision.kilt.table import SQUARES, Sizes
from vision.kilt.teach_cards import card_looks, card_spots
from vision.kilt.teach_floors import Kinds
from vision.kilt.teach_grid import fitted_grid
from vision.sample import Picture, maps_for, take

__all__ = ["Lesson", "lesson", "teach"]


def teach(lessons: Sequence[Lesson]) -> Profile:
    """The profile of a box, from its teaching pictures."""
    if not lessons:
        raise TeachingError(
            "no teaching picture was given: take one of the floors, one of the cards"
        )
    floors = max(lessons, key=lambda one: sum(map(bool, one.floors.values())))
    cards = max(lessons, key=lambda one: len(one.cards))
    board = min(lessons, key=lambda one: sum(map(bool, one.floors.values())))
    _check(floors, cards)
    layout, places = fitted_grid(Sizes(), floors, board)
    layout, spots = card_spots(layout, cards)
    kinds = Kinds(layout, floors, places)
    layout = replace(layout, floor_height=kinds.floor_height(kinds.plain()))
    return Profile(
        layout=layout,
        water=board.water,
        board=_board_picture(board),
        board_plain=_plain_board(layout, board),
        kinds=kinds.plain(),
        crests=kinds.crests(),
        grains=kinds.grains(),
        cards=card_looks(cards, layout, spots),
    )


def _check(floors: Lesson, cards: Lesson) -> None:
    """Say what the pictures lack, if anything."""
    shown = {tower[-1] for tower in floors.floors.values() if len(tower) == 1}
    colours = {colour for colour, _ in shown}
    missing = {(c, n) for c in colours for n in (0, 1, 2)} - shown
    if missing or len(colours) < 3:
        raise TeachingError(f"the floor picture must show every kind alone on a square: {missing}")
    pairs = {tuple(sorted(pair)) for pair in cards.cards.values()}
    if len(pairs) < len(colours) * (len(colours) + 1) // 2:
        raise TeachingError("the card picture must show every card once, next to the board")
    if not floors.roofs:
        raise TeachingError("the floor picture must show a roof on a floor")


def _board_picture(one: Lesson) -> Picture:
    return take(one.picture, maps_for(one.view, board_window(0.001, 0.0)))


def _plain_board(layout: Sizes, one: Lesson) -> NDArray[np.float32]:
    """The coarse look of each empty square, (25, samples, 3)."""
    return np.stack([plain_samples(one, layout, np.array(layout.centre(s)), 0.0) for s in SQUARES])
