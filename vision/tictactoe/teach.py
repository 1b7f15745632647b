"""Teaching tic-tac-toe: a picture of the empty sheet, and one with coins, give a profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rules.tictactoe import SQUARES
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.observe.cut import joined
from vision.sample import Picture, Window, maps_for, take
from vision.tictactoe.profile import Profile
from vision.tictactoe.reader import cut
from vision.tictactoe.table import BOARD, CORNERS, EMPTY, LABELS, named

FINE = 0.0004  # metres a pixel of the kept sheet: as fine as pictures of a whole table
PIXELS = round(BOARD / FINE)
SHEET = Window((-BOARD / 2, BOARD / 2, 0.0), (1.0, 0.0), (0.0, -1.0), PIXELS, PIXELS, FINE)


@dataclass(frozen=True)
class Lesson:
    """One teaching picture, and what lies on each square."""

    picture: Picture
    view: View
    kinds: tuple[str, ...]


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """Read the label of a teaching picture."""
    size = (picture.shape[1], picture.shape[0])
    view = solve_view(CORNERS, np.array(label["board_corners_px"], np.float64), size)
    return Lesson(picture, view, tuple(str(label["state"][named(each)]) for each in SQUARES))


def teach(lessons: Sequence[Lesson]) -> Profile:
    """The profile of a set, from its teaching pictures."""
    empty = [one for one in lessons if {*one.kinds} == {EMPTY}]
    missing = {*LABELS} - {kind for one in lessons for kind in one.kinds}
    if not empty or missing:
        names = sorted(missing) or "a picture of the empty sheet"
        raise TeachingError(f"the teaching pictures lack {names}")
    board = take(empty[0].picture, maps_for(empty[0].view, SHEET))
    labels = tuple(kind for one in lessons for kind in one.kinds)
    return Profile(board, labels, joined([cut(one.picture, one.view) for one in lessons]))
