"""Teaching tic-tac-toe: a picture of the empty sheet, and one with coins, give a profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rules.tictactoe import SQUARES, Square
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.sample import Patch, Picture, maps_for, take, to_log
from vision.tictactoe.profile import Profile
from vision.tictactoe.reader import bare, coin_in, inside, lit, sheet
from vision.tictactoe.table import CORNERS, EMPTY, LABELS, named

FINE = 0.0004  # metres a pixel of the kept sheet
LEAST = 0.12  # log light; nothing is known better than this: noise and uneven light


@dataclass(frozen=True)
class Lesson:
    """One teaching picture, and what lies on each square."""

    picture: Picture
    view: View
    kinds: dict[Square, str]


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """Read the label of a teaching picture."""
    size = (picture.shape[1], picture.shape[0])
    view = solve_view(CORNERS, np.array(label["board_corners_px"], np.float64), size)
    kinds = {square: str(label["state"][named(square)]) for square in SQUARES}
    return Lesson(picture, view, kinds)


def teach(lessons: Sequence[Lesson]) -> Profile:
    """The profile of a set, from its teaching pictures."""
    empty = [one for one in lessons if set(one.kinds.values()) == {EMPTY}]
    missing = set(LABELS) - {kind for one in lessons for kind in one.kinds.values()}
    if not empty or missing:
        names = sorted(missing) or "a picture of the empty sheet"
        raise TeachingError(f"the teaching pictures lack {names}")
    board = take(empty[0].picture, maps_for(empty[0].view, sheet(FINE)))
    paper = to_log(bare(board, sheet()))
    samples: dict[str, list[Patch]] = {kind: [] for kind in LABELS}
    for one in lessons:
        now = lit(one.picture, one.view, board)
        for square, kind in one.kinds.items():
            at = inside(square)
            if kind == EMPTY:
                samples[kind].append((now - paper)[at].reshape(-1, 3))
            else:
                samples[kind].append(coin_in(now[at], paper[at]))
    return Profile(board, {kind: _look(np.concatenate(each)) for kind, each in samples.items()})


def _look(samples: Patch) -> tuple[Patch, Patch]:
    """Mean and spread of each channel; of bare paper the mean is no change."""
    mean, spread = samples.mean(axis=0), np.maximum(samples.std(axis=0), LEAST)
    return np.asarray(mean, np.float32), np.asarray(spread, np.float32)
