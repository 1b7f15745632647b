"""Boards of even cells are found by the cells themselves, however they are turned."""

from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.boards import Box, Shot, Studio
from vision import BoardReader, Grid
from vision.boards.cell_places import homography, mapped
from vision.boards.lattice import laid, lattices

SEEN = np.array([(170.0, 90.0), (520.0, 150.0), (470.0, 400.0), (90.0, 330.0)])


def picture(columns: int, rows: int, *, lines: bool) -> Any:
    """Squares, or boxes between lines, of forty pixels on a grey table, seen aslant."""
    flat = np.full((rows * 40, columns * 40), 200, np.uint8)
    for row in range(rows):
        for column in range(columns):
            corner = (column * 40, row * 40)
            if lines:
                cv2.rectangle(flat, corner, (corner[0] + 40, corner[1] + 40), 40, 3)
            elif (row + column) % 2:
                cv2.rectangle(flat, corner, (corner[0] + 39, corner[1] + 39), 40, -1)
    size = np.array([(0, 0), (columns * 40, 0), (columns * 40, rows * 40), (0, rows * 40)], float)
    table = np.full((480, 640), 110, np.uint8)
    cv2.warpPerspective(
        flat, homography(size, SEEN), (640, 480), table, borderMode=cv2.BORDER_TRANSPARENT
    )
    return cv2.GaussianBlur(table, (0, 0), 1.0)


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("turn", range(4))
def test_the_way_a_board_lies_is_among_those_its_cells_allow(lines: bool, turn: int) -> None:
    found = lattices(np.rot90(picture(7, 5, lines=lines), turn).copy())
    assert len(found[0].cells) > 25
    truth = [(x - 320, y - 240) for x, y in SEEN]
    middle = (320, 240) if turn % 2 == 0 else (240, 320)
    for _ in range(turn):
        truth = [(y, -x) for x, y in truth]
    goal = np.array(truth) + middle
    box = np.array([(0, 0), (7, 0), (7, 5), (0, 5)], float)
    off = [np.abs(mapped(way, box) - goal).max() for way in laid(found[0], (7, 5), np.zeros(2))]
    assert min(off) < 3


def test_thin_lines_half_hidden_by_stones_show_a_lattice() -> None:
    rng = np.random.default_rng(5)
    table = cv2.GaussianBlur(rng.normal(150, 20, (480, 640)), (25, 1), 0).astype(np.uint8)
    for n in range(9):
        cv2.line(table, (120 + 44 * n, 60), (120 + 44 * n, 412), 125, 1, cv2.LINE_AA)
        cv2.line(table, (120, 60 + 44 * n), (472, 60 + 44 * n), 125, 1, cv2.LINE_AA)
    for n in rng.permutation(81)[:20]:
        middle = (int(120 + 44 * (n % 9)), int(60 + 44 * (n // 9)))
        cv2.circle(table, middle, 19, (30, 220)[int(n) % 2], -1, cv2.LINE_AA)
    found = lattices(cv2.GaussianBlur(table, (3, 3), 0))
    assert found
    assert len(found[0].cells) > 12
    goal = np.array([(120, 60), (472, 60), (472, 412), (120, 412)], float)
    box = np.array([(0, 0), (8, 0), (8, 8), (0, 8)], float)
    off = [np.abs(mapped(way, box) - goal).max() for way in laid(found[0], (8, 8), np.zeros(2))]
    assert min(off) < 6


def test_a_table_without_cells_has_no_lattice() -> None:
    grain = np.random.default_rng(3).normal(120, 25, (480, 640))
    assert lattices(cv2.GaussianBlur(grain, (0, 0), 2.0).astype(np.uint8)) == []


@cache
def chess() -> tuple[Shot, Shot]:
    """A bare board, and one full of men from another side."""
    studio = Studio(Box("chess", 31), tilt=50.0)
    bare = studio.shoot({})
    return bare, studio.shoot(studio.box.random_lying(np.random.default_rng([31, 0])))


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 2, 1, 0]])
def test_a_chess_board_full_of_men_is_found_from_a_low_place_on_another_side(
    order: list[int],
) -> None:
    bare, photo = chess()
    # Rows may be counted from the far side or, as chess players do, from White's.
    cells = Grid(8, 8, bare.corners[order])
    found = BoardReader(bare.image, cells, bare=True).locate(photo.image)
    assert np.linalg.norm(found - photo.corners[order], axis=1).max() < 8
