"""The five games described to the library as a stranger would, and their photographs read by it."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.bench.library import BOARDS, _few, _read

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"
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


def test_a_sequence_that_begins_with_one_label_alone_is_read_once_there_are_two(
    tmp_path: Path,
) -> None:
    bare = np.random.default_rng(4).integers(60, 120, (60, 60, 3), dtype=np.uint8)
    bare = cv2.resize(bare, (600, 600), interpolation=cv2.INTER_NEAREST)
    middles = BOARDS["seven_locks"].cells({"board_corners_px": CORNERS}).places()
    for number, standing in enumerate((range(7), range(7), range(6), range(6))):
        picture = bare.copy()
        for place in standing:
            x, y = middles.to_picture[:2] @ (*middles.squares()[place, :2], 1.0)
            cv2.circle(picture, (round(x), round(y)), 25, (40, 60, 220), -1)
        cv2.imwrite(str(tmp_path / f"frame_{number}.jpg"), picture)
        label = {"board_corners_px": CORNERS, "state": {"standing_towers": list(standing)}}
        (tmp_path / f"frame_{number}.json").write_text(json.dumps(label))
    result = _read("seven_locks", BOARDS["seven_locks"], tmp_path)
    assert (result.photos, result.not_found) == (3, 0)
    assert result.cells == result.right == 6  # of the last picture, but for the place just taught


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
