"""Which taught board lies on the table; none is better than a wrong one."""

from __future__ import annotations

import numpy as np

from tests.vision.boxes import SEED, game, profile
from vision.kilt.table import BOARD
from vision.recognise import Print, recognise


def picture(seed: int = SEED, level: str = "easy") -> np.ndarray:
    moment = next(iter(game(seed, level).moments()))
    return list(moment.frames)[-1].image


def strange_board(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    coarse = rng.integers(0, 255, (40, 40, 3), dtype=np.uint8)
    return np.kron(coarse, np.ones((8, 8, 1), np.uint8))


def test_the_board_on_the_table_is_told_from_another_one() -> None:
    prints = {"kilt": Print(profile().board, BOARD), "other": Print(strange_board(1), 0.3)}
    found = recognise(picture(), prints)
    assert found.game == "kilt"
    assert found.marks["other"] == 0


def test_a_board_with_a_fine_print_is_told_too() -> None:
    known = profile(71001, "normal").board
    found = recognise(picture(71001, "normal"), {"kilt": Print(known, BOARD)})
    assert found.game == "kilt"


def test_a_board_that_was_never_taught_is_none_of_the_taught_ones() -> None:
    prints = {"other": Print(strange_board(1), 0.3), "third": Print(strange_board(2), 0.2)}
    assert recognise(picture(), prints).game is None
    assert recognise(picture(), {}).game is None


def test_two_boards_that_fit_alike_are_not_guessed_between() -> None:
    prints = {"kilt": Print(profile().board, BOARD), "twin": Print(profile().board, BOARD)}
    assert recognise(picture(), prints).game is None
