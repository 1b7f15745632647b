"""The five games described to the library as a stranger would, and their photographs read by it."""

from collections import Counter
from pathlib import Path

import pytest

from device.bench.library import BOARDS, _few, _read

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
CORNERS = [(100, 100), (500, 100), (500, 500), (100, 500)]


def test_labels_say_what_shows_on_top() -> None:
    floors = [{"color": "red", "crests": 1}, {"color": "orange", "crests": 0}]
    kilt = {
        "water": [[0, 0]],
        "squares": {
            "0,1": {"floors": floors, "roof": False},
            "0,2": {"floors": floors, "roof": True},
            "0,3": {"floors": [], "roof": False},
        },
    }
    assert BOARDS["kilt"].labels({"state": kilt}) == {
        (0, 0): "water",
        (0, 1): "orange",
        (0, 2): "roof",
        (0, 3): "empty",
    }
    top = {"0,0": {"kind": "curse", "value": 2}, "5,5": None}
    solomon = BOARDS["solomon"].labels({"state": {"top": top}})
    assert solomon == {(0, 0): "curse 2", (5, 5): "empty"}
    locks = BOARDS["seven_locks"].labels({"state": {"standing_towers": [0, 2]}})
    assert [locks[place] for place in range(4)] == ["tower", "empty", "tower", "empty"]


def test_a_mouse_hides_what_it_stands_on() -> None:
    state = {
        "open_fields": {"1,0": "plain", "1,1": "edam"},
        "rooms": [
            {"kind": "tiled", "fields": [[2, 2]], "roof_on": True},
            {"kind": "copper", "fields": [[1, 0]], "roof_on": False},
        ],
        "mice": [{"color": "red", "field": [1, 1]}, {"color": "blue", "field": None}],
    }
    labels = BOARDS["appenzell"].labels({"state": state})
    assert labels == {(1, 0): "plain", (1, 1): "mouse red", (2, 2): "roof tiled"}


def test_round_places_lie_clockwise_from_the_far_side() -> None:
    cells = BOARDS["seven_locks"].cells({"board_corners_px": CORNERS}).places()
    middles = cells.squares()
    assert middles[0, 1] < middles[1, 1] < middles[3, 1]
    assert middles[1, 0] > middles[0, 0] > middles[6, 0]


def test_no_more_than_three_cells_of_a_label_are_taught() -> None:
    taught = Counter({"red": 2})
    new = _few(dict.fromkeys(range(5), "red") | {9: "blue"}, taught)
    assert new == {0: "red", 9: "blue"}
    assert taught == {"red": 3, "blue": 1}


@pytest.mark.slow
@pytest.mark.skipif(not PHOTOS.is_dir(), reason="no photographs beside the project")
@pytest.mark.parametrize(
    ("game", "sequence", "least"), [("solomon", "seq_00", 0.95), ("kilt", "seq_01", 0.95)]
)
def test_photographs_are_read_as_boards_never_heard_of(
    game: str, sequence: str, least: float
) -> None:
    result = _read(game, BOARDS[game], PHOTOS / game / sequence)
    assert result.not_found == 0
    assert result.right >= least * result.cells
    assert result.reliability.holds()
