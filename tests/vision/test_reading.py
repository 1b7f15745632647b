"""What a place says about its labels."""

import math

import pytest

from vision.reading import NEVER, SLOPE, SURPRISE, TOUCHED, Cell


def test_the_best_label_is_worth_nothing_less() -> None:
    cell = Cell({"red": -3.0, "orange": -5.0})
    assert cell.value("red") == 0
    assert cell.value("orange") == -2
    assert cell.best() == "red"


def test_a_surprise_flattens_what_fits_badly() -> None:
    cell = Cell({"red": 0.0, "orange": SURPRISE - 20})
    assert cell.value("orange") == pytest.approx(SURPRISE - 20 * SLOPE)


def test_a_label_nobody_thought_of_is_the_worst_but_finite() -> None:
    cell = Cell({"red": 0.0, "orange": -1e9})
    assert cell.value("green") == cell.value("orange")
    assert cell.value("green") == pytest.approx(SURPRISE + SLOPE * (NEVER - SURPRISE))


def test_without_a_picture_before_a_kept_label_is_like_any_other() -> None:
    cell = Cell({"red": 0.0, "orange": -4.0})
    assert cell.kept("orange") == cell.value("orange") == -4


def test_a_place_that_looks_as_before_keeps_its_label_whatever_it_looks_like() -> None:
    cell = Cell({"red": -50.0, "orange": 0.0}, same=10.0)
    assert cell.kept("red") == pytest.approx(math.log(1 - TOUCHED))
    assert cell.value("orange") == pytest.approx(SURPRISE + SLOPE * (-10 - SURPRISE))


def test_a_piece_that_stayed_may_have_been_straightened_which_is_rare() -> None:
    cell = Cell({"red": 0.0, "orange": -30.0}, same=-100.0)
    assert cell.kept("red") == pytest.approx(math.log(TOUCHED))


def test_a_bare_place_may_look_different_for_any_reason() -> None:
    cell = Cell({"": 0.0, "red": -30.0}, same=-100.0)
    assert cell.kept("", bare=True) == pytest.approx(0, abs=1e-9)


def test_nothing_fits_better_than_perfectly() -> None:
    cell = Cell({"": 0.0}, same=0.0)
    assert cell.kept("", bare=True) == 0


def test_an_unseen_place_says_nothing_about_anything() -> None:
    cell = Cell(dict.fromkeys(("red", "orange", ""), 0.0), same=0.0, seen=0.0)
    assert cell.value("red") == cell.value("orange") == cell.value("") == 0
    assert cell.kept("red") == pytest.approx(0, abs=1e-9)


def test_labels_are_compared_anew_however_much_a_place_looks_as_before() -> None:
    cell = Cell({"roof": -11.0, "light": 0.0, "dark": -4.0}, same=70.0, details={"light": -1.0})
    assert cell.value("light") - cell.value("roof") < 2
    assert cell.anew("light") == -1.0
    assert cell.anew("dark") == -4.0
    assert cell.anew("roof") == SURPRISE + SLOPE * (-11.0 - SURPRISE)
