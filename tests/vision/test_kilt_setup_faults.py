"""Faults of a set-up of Kilt Castle, named from what a picture clearly shows."""

from __future__ import annotations

from typing import Any

from rules.kilt import Card, Colour
from vision.kilt.cards import NO_CARD, SLOTS
from vision.kilt.setup_faults import set_up_faults
from vision.kilt.table import SQUARES
from vision.kilt.tops import EMPTY
from vision.reading import Cell

RED, ORANGE, LIGHT, DARK = Colour
ROWS = {0: 4, 1: 3, 2: 2, 3: 1}
LAID = {place: (Card(RED, RED),) * length for place, length in ROWS.items()}


class Picture:
    """A reading in which every place is clear."""

    def __init__(self, rows: dict[int, int], floors: tuple[tuple[int, int], ...] = ()) -> None:
        self.squares: Any = {s: clear((1, "red 0") if s in floors else EMPTY) for s in SQUARES}
        self.slots: Any = {
            (place, depth): clear("red/red" if depth < rows.get(place, 0) else NO_CARD)
            for place, depth in SLOTS
        }


def clear(label: Any) -> Cell[Any]:
    others = {EMPTY, (1, "red 0")} if isinstance(label, tuple) else {NO_CARD, "red/red"}
    return Cell({other: 0.0 if other == label else -20.0 for other in others})


def told(picture: Any, laid: Any = None, players: int = 4) -> list[tuple[str, dict[str, Any]]]:
    return [(fault.key, dict(fault.facts)) for fault in set_up_faults(picture, players, laid)]


def test_a_right_set_up_has_no_fault() -> None:
    assert told(Picture(ROWS), LAID) == []
    assert told(Picture(ROWS)) == []


def test_nothing_is_said_before_the_first_card_lies() -> None:
    assert told(Picture({})) == []


def test_missing_cards_are_counted() -> None:
    assert told(Picture({0: 4, 1: 3, 2: 1})) == [("setup.kilt-cards", {"found": 8, "wanted": 10})]


def test_a_card_missing_from_a_set_up_that_else_fits_is_told() -> None:
    picture = Picture({**ROWS, 0: 3})
    assert told(picture, LAID) == [("setup.kilt-cards", {"found": 9, "wanted": 10})]


def test_rows_in_a_wrong_order_are_told() -> None:
    wrong = told(Picture({0: 4, 1: 2, 2: 3, 3: 1}))
    assert wrong == [("setup.kilt-rows", {"found": "4, 2, 3, 1", "wanted": "4, 3, 2, 1"})]


def test_rows_with_a_gap_are_told() -> None:
    assert [key for key, _ in told(Picture({0: 4, 1: 3, 2: 2, 9: 1}))] == ["setup.kilt-rows"]


def test_rows_may_begin_anywhere() -> None:
    assert told(Picture({18: 3, 19: 2, 0: 1}), None, 3) == []


def test_floors_left_on_the_board_are_named() -> None:
    picture = Picture(ROWS, ((4, 0), (0, 4)))
    assert told(picture, LAID) == [("setup.kilt-floors", {"squares": "e5, a1"})]


def test_more_cards_than_there_are_is_no_fault_but_a_bad_reading() -> None:
    assert told(Picture({**ROWS, 9: 2})) == []


def test_a_game_that_has_begun_is_told_by_what_is_not_as_at_the_start() -> None:
    squares = tuple((row, column) for row in range(2, 5) for column in range(5))[:13]
    picture = Picture({5: 2, 6: 3, 8: 1, 9: 4}, squares)
    assert told(picture) == [("setup.begun", {"what": {"cards": 4, "floors": 13}})]


def test_one_floor_left_on_the_board_is_no_game() -> None:
    picture = Picture({0: 4, 1: 2, 2: 3, 3: 1}, ((4, 0),))
    assert [key for key, _ in told(picture)] == ["setup.kilt-floors", "setup.kilt-rows"]


def test_floors_beside_a_right_set_up_are_left_ones() -> None:
    picture = Picture(ROWS, ((4, 0), (0, 4), (1, 1)))
    assert [key for key, _ in told(picture, LAID)] == ["setup.kilt-floors"]
