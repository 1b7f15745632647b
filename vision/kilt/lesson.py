"""A teaching picture of Kilt Castle: what it shows and what a person says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import Square
from vision.geometry import View, solve_view
from vision.kilt.profile import PLAIN_STEP, disc_for
from vision.kilt.table import BOARD, Sizes
from vision.sample import Patch, Picture, Window, maps_for, take, to_log

CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
Places = dict[Square, NDArray[np.float64]]


@dataclass(frozen=True)
class Lesson:
    """One teaching picture with its labels."""

    picture: Picture
    soft: Picture
    view: View
    floors: dict[Square, list[tuple[str, int]]]
    roofs: frozenset[Square]
    water: frozenset[Square]
    cards: dict[int, tuple[str, str]]


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """Read the label of a teaching picture (the layout of a table's `state`)."""
    state = label["state"]
    size = (picture.shape[1], picture.shape[0])
    view = solve_view(CORNERS, np.array(label["board_corners_px"], dtype=np.float64), size)
    squares = {_square(key): value for key, value in state["squares"].items()}
    return Lesson(
        picture,
        np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), dtype=np.uint8),
        view,
        {s: [(f["color"], f["crests"]) for f in v["floors"]] for s, v in squares.items()},
        frozenset(s for s, v in squares.items() if v["roof"]),
        frozenset((r, c) for r, c in state["water"]),
        {
            int(p): (cards[0]["facing_board"], cards[0]["facing_away"])
            for p, cards in state["positions"].items()
            if cards
        },
    )


def _square(key: str) -> Square:
    row, column = key.split(",")
    return int(row), int(column)


def spread(centre: NDArray[np.float64], z: float, reach: int) -> Window:
    count = 2 * reach + 1
    half = count * PLAIN_STEP / 2
    corner = (float(centre[0] - half), float(centre[1] + half), z)
    return Window(corner, (1.0, 0.0), (0.0, -1.0), count, count, PLAIN_STEP)


def plain_samples(one: Lesson, layout: Sizes, centre: NDArray[np.float64], z: float) -> Patch:
    """The coarse disc of samples round a point, (samples, 3)."""
    disc = disc_for(layout)
    window = spread(centre, z, disc.reach)
    return to_log(take(one.soft, maps_for(one.view, window)))[disc.rows, disc.columns]
