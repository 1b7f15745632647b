"""Where the board lies: from picture to picture, by taps and by its marks."""

import numpy as np
from numpy.typing import NDArray

from vision.again import Again
from vision.eyes import BoardFacts
from vision.geometry import View
from vision.place import Place
from vision.sample import Picture
from vision.still import Still

SIZE = (480, 640)
CORNERS = np.array([(220.0, 120.0), (420.0, 120.0), (440.0, 340.0), (200.0, 340.0)])


class Plain:
    """A board nobody taught."""

    facts = BoardFacts.square(0.3)
    board: Picture | None = None

    def covers(self, view: View) -> list[NDArray[np.float64]] | None:
        del view


def still(picture: Picture, moment: int = 1) -> Still:
    return Still(moment / 10, picture[::2, ::2].copy(), moment, 1, picture)


def printed() -> Picture:
    """A picture full of marks."""
    coarse = np.random.default_rng(3).integers(0, 255, (60, 80, 3), np.uint8)
    return np.asarray(np.kron(coarse, np.ones((8, 8, 1), np.uint8)), np.uint8)


def place() -> Place:
    return Place(Plain(), Again(0.0, (0.0,)))


def test_a_board_nobody_tapped_or_taught_is_nowhere() -> None:
    kept = place()
    assert kept.find(still(printed())) is None
    assert not kept.was_found


def test_a_tapped_board_is_followed_by_its_marks_where_it_is_moved() -> None:
    kept = place()
    kept.tap(CORNERS)
    first = kept.find(still(printed()))
    assert first is not None
    moved = kept.find(still(np.roll(printed(), 5, axis=1), 2))
    assert moved is not None
    middle = np.zeros((1, 3))
    assert np.abs(moved.project(middle) - first.project(middle) - (5, 0)).max() < 0.5


def test_a_tapped_board_without_marks_is_seen_once_and_looked_for_then() -> None:
    kept, plain = place(), np.full((*SIZE, 3), 120, np.uint8)
    kept.tap(CORNERS)
    assert kept.find(still(plain)) is not None
    assert kept.find(still(plain, 2)) is None
    assert kept.was_found


def test_marks_of_a_later_picture_are_followed_where_the_first_are_gone() -> None:
    kept = place()
    kept.tap(CORNERS)
    view = kept.find(still(printed()))
    assert view is not None
    later = printed()[::-1, ::-1].copy()
    assert kept.find(still(later, 2)) is None
    kept.tap(CORNERS)
    again = kept.find(still(printed(), 3))
    assert again is not None
    kept.hold(later, again)
    assert kept.find(still(later, 4)) is not None
