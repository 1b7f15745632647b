"""The taught board is found anywhere, followed through knocks, and missed when it is gone."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.sim.kilt.scene import Lying
from tests.vision.boxes import BOARD_CORNERS, Table, empty_table, game, profile, rows_of, true_view
from vision.errors import BoardNotFound
from vision.kilt.table import BOARD
from vision.locate import QUICK, WHOLE, anchor, board_among, find_board, follow, marks_of

LAID = Lying(
    rows_of({3: (("red", "red"), ("orange", "red")), 12: (("orange", "light_grey"),)}),
    {(2, 2): (("red", 0), ("orange", 1)), (3, 3): (("dark_grey", 2),)},
    frozenset([(3, 3)]),
)


def table(level: str = "easy", lying: Lying = LAID) -> Table:
    laid = Table.of(game(level=level))
    laid.lay(lying)
    return laid


def off(view, still) -> float:
    """How far the board's corners are from where they are (pixels)."""
    there = true_view(still).project(BOARD_CORNERS)
    return float(np.linalg.norm(view.project(BOARD_CORNERS) - there, axis=1).max())


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_the_board_is_found_with_pieces_on_it(level: str) -> None:
    laid = table(level)
    view = find_board(laid.shoot(), profile(level=level).board, BOARD)
    assert off(view, laid.still) < 3.0
    assert np.linalg.norm(view.centre - true_view(laid.still).centre) < 0.12


def test_a_board_with_a_fine_print_is_found_in_the_whole_picture() -> None:
    """One that shows too little in the smaller picture that is looked at first."""
    laid = Table.of(game(71001, "normal"))
    laid.lay(LAID)
    picture, known = laid.shoot(), profile(71001, "normal").board
    with pytest.raises(BoardNotFound):
        board_among(marks_of(picture), known, BOARD)
    assert off(find_board(picture, known, BOARD), laid.still) < 3.0


def test_a_blurred_board_in_dim_light_is_found_by_its_faint_marks() -> None:
    laid = Table.of(game(745001, "hard"))
    laid.lay(replace(LAID, towers={}, roofs=frozenset()))
    picture, known = laid.shoot(), profile(745001, "hard").board
    for search in (QUICK, WHOLE):
        with pytest.raises(BoardNotFound):
            board_among(marks_of(picture, search), known, BOARD)
    assert off(find_board(picture, known, BOARD), laid.still) < 4.0


def test_what_only_seems_to_have_the_faint_marks_of_a_board_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid = Table.of(game(745001, "hard"))
    laid.lay(replace(LAID, towers={}, roofs=frozenset()))
    picture, known = laid.shoot(), profile(745001, "hard").board
    monkeypatch.setattr("vision.locate.likeness", lambda *_: 0.29)
    with pytest.raises(BoardNotFound, match="is it the taught one"):
        find_board(picture, known, BOARD)


def test_the_board_is_found_upside_down() -> None:
    laid = table()
    turned = np.ascontiguousarray(laid.shoot()[::-1, ::-1])
    view = find_board(turned, profile().board, BOARD)
    there = np.array([1280, 960]) - true_view(laid.still).project(BOARD_CORNERS)
    assert np.linalg.norm(view.project(BOARD_CORNERS) - there, axis=1).max() < 3.0


def test_a_plain_table_has_no_board_and_says_what_to_do() -> None:
    grey = np.full((960, 1280, 3), 120, np.uint8)
    with pytest.raises(BoardNotFound, match="put it under the camera"):
        find_board(grey, profile().board, BOARD)


def test_another_board_is_not_taken_for_the_taught_one() -> None:
    laid = table()
    with pytest.raises(BoardNotFound, match="is it the taught one"):
        find_board(laid.shoot(), profile(seed=15).board, BOARD)


def test_a_mirrored_picture_is_not_taken_for_the_board() -> None:
    mirrored = np.ascontiguousarray(table().shoot()[:, ::-1])
    with pytest.raises(BoardNotFound, match=r"board was not recognised|mirrored"):
        find_board(mirrored, profile().board, BOARD)


def test_the_view_stays_the_same_object_while_nothing_moves() -> None:
    laid = table()
    view = true_view(laid.still)
    known = anchor(laid.shoot(), view, BOARD)
    assert follow(known, laid.shoot(), view) is view


@pytest.mark.parametrize("degrees", [(0.4, 0.0, 0.0), (0.0, 0.5, -0.4), (-0.5, 0.3, 0.5)])
def test_a_knocked_camera_is_followed(degrees: tuple[float, float, float]) -> None:
    laid = table()
    view = true_view(laid.still)
    known = anchor(laid.shoot(), view, BOARD)
    laid.knock(degrees)
    found = follow(known, laid.shoot(), view)
    assert found is not None
    assert found is not view
    assert off(found, laid.still) < 1.0


def test_a_nudged_board_is_followed_though_pieces_were_put_on_it() -> None:
    laid = table(lying=empty_table())
    view = true_view(laid.still)
    known = anchor(laid.shoot(), view, BOARD)
    still = laid.lay(LAID)
    x, y, turn = still.board
    laid.still = replace(still, board=(x + 0.006, y - 0.004, turn + 0.03))
    found = follow(known, laid.shoot(), view)
    assert found is not None
    assert off(found, laid.still) < 1.5


def test_a_change_of_light_is_no_movement() -> None:
    laid = table()
    view = true_view(laid.still)
    known = anchor(laid.shoot(), view, BOARD)
    ramp = np.linspace(0.6, 1.2, 1280)[None, :, None]
    relit = np.clip(laid.shoot() * ramp, 0, 255).astype(np.uint8)
    assert follow(known, relit, view) is view


def test_marks_that_agree_on_what_no_board_does_lose_it() -> None:
    """In dim light few marks are followed, and those may agree by chance."""
    laid = table()
    view, picture = true_view(laid.still), laid.shoot()
    known = anchor(picture, view, BOARD)
    size = picture.shape[1::-1]
    turned, bent = (
        np.asarray(cv2.warpPerspective(picture, np.array(each), size), np.uint8)
        for each in (
            [(1.0, -0.02, 10.0), (0.02, 1.0, -10.0), (0.0, 0.0, 1.0)],
            [(1.05, 0.0, -32.0), (0.0, 0.97, 14.0), (0.0, 0.0, 1.0)],
        )
    )
    assert follow(known, turned, view) is not None
    assert follow(known, bent, view) is None


def test_a_board_taken_away_is_lost() -> None:
    laid = table()
    view = true_view(laid.still)
    known = anchor(laid.shoot(), view, BOARD)
    # The board slides nearly out of the picture, to the right.
    laid.still = replace(laid.still, lying=empty_table(), board=(0.6, 0.0, 0.0))
    assert follow(known, laid.shoot(), view) is None


def test_a_covered_lens_loses_the_board() -> None:
    laid = table()
    view = true_view(laid.still)
    known = anchor(laid.shoot(), view, BOARD)
    assert follow(known, np.zeros((960, 1280, 3), np.uint8), view) is None


def test_a_board_without_marks_cannot_be_followed() -> None:
    view = true_view(table().still)
    with pytest.raises(BoardNotFound, match="more light"):
        anchor(np.full((960, 1280, 3), 90, np.uint8), view, BOARD)
