"""Which game lies on the table: the taught board whose print fits the picture far best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.errors import BoardNotFound
from vision.locate import QUICK, WHOLE, Marks, board_among, marks_of
from vision.sample import Picture

# So many marks must agree on a board, and so many times more than on any other one.
LEAST_MARKS = 20
LEAD = 1.6


@dataclass(frozen=True)
class Print:
    """The taught print of a board and how large it is (metres)."""

    picture: Picture
    size: float


@dataclass(frozen=True)
class Recognised:
    """The game on the table, None for none of the taught ones; marks that agree, by game."""

    game: str | None
    marks: Mapping[str, int]


def recognise(picture: Picture, prints: Mapping[str, Print]) -> Recognised:
    """Look for every taught board; one must stand out from all others."""
    found = Recognised(None, {})
    for search in (QUICK, WHOLE):
        found = _outstanding(marks_of(picture, search), prints)
        if found.game is not None:
            break
    return found


def _outstanding(seen: Marks, prints: Mapping[str, Print]) -> Recognised:
    marks = {}
    for game, known in prints.items():
        try:
            marks[game] = board_among(seen, known.picture, known.size)[1]
        except BoardNotFound:
            marks[game] = 0
    ranked = sorted(marks.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] < LEAST_MARKS:
        return Recognised(None, marks)
    if len(ranked) > 1 and ranked[0][1] < LEAD * ranked[1][1]:
        return Recognised(None, marks)
    return Recognised(ranked[0][0], marks)
