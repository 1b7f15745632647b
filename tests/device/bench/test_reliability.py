"""Tables of stated confidence and what was right."""

from dataclasses import dataclass

import numpy as np
import pytest

from device.bench.reliability import Reliability, _telling, inner_corners
from vision.reading import SUREST, Cell


def test_readings_go_into_the_bin_of_their_confidence() -> None:
    table = Reliability("kilt")
    for confidence, right in ((0.2, False), (0.8, True), (0.985, True), (0.99, True), (1.0, False)):
        table.add(confidence, right)
    counted = {row["from"]: (row["cells"], row["right"]) for row in table.rows()}
    assert counted == {
        0.0: (1, 0),
        0.5: (0, 0),
        0.8: (1, 1),
        0.9: (0, 0),
        0.95: (0, 0),
        0.98: (1, 1),
        0.99: (2, 1),
    }
    assert table.rows()[-1]["accuracy"] == 0.5


@pytest.mark.parametrize(("right", "holds"), [(99, True), (98, True), (97, False)])
def test_of_a_hundred_sure_readings_ninety_eight_must_be_right(right: int, holds: bool) -> None:
    table = Reliability("kilt")
    for number in range(100):
        table.add(0.995, number < right)
    assert table.holds() is holds


def test_without_sure_readings_nothing_is_claimed() -> None:
    table = Reliability("kilt")
    table.add(0.9, False)
    assert table.holds() is None


def test_the_table_is_told_line_by_line() -> None:
    table = Reliability("library on kilt")
    table.add(0.999, True)
    lines = list(table.lines())
    assert lines[0] == "library on kilt: stated confidence, cells, right"
    assert lines[-1].split() == ["99%", "to", "100%", "1", "100.00%"]


def test_a_cell_says_how_sure_it_is() -> None:
    assert Cell({"red": 0.0, "blue": -np.log(3.0)}).confidence() == pytest.approx(0.75 * SUREST)
    alike = Cell({"red": 0.0, "blue": 0.0}, details={"blue": -20.0})
    assert alike.confidence() == pytest.approx(SUREST, abs=1e-4)


@dataclass(frozen=True)
class _Reading:
    squares: dict[int, Cell[str]]
    memory: int


def test_cells_of_a_reading_tell_label_confidence_and_sight() -> None:
    reading = _Reading({3: Cell({"red": 0.0, "blue": -30.0}, seen=0.7)}, 5)
    label, confidence, seen = _telling(reading).squares[3].best()
    assert (label, round(confidence, 4), seen) == ("red", SUREST, 0.7)


def test_inner_corners_shrink_towards_the_middle() -> None:
    corners = np.array([(0, 0), (100, 0), (100, 100), (0, 100)])
    assert inner_corners(corners, 0.5).tolist() == [[25, 25], [75, 25], [75, 75], [25, 75]]
