"""The map of The Castle out of a picture of the empty sheet."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.sim.castle.table import SimGame
from device.sim.castle.teach import CORNERS, bare, state_json
from device.sim.teaching import Studio
from vision.castle.map import compare, propose
from vision.castle.table import Sheet
from vision.castle.teach import lesson, sheet_of, sheet_picture
from vision.sample import Picture

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "castle" / "teach"


def test_comparing_counts_what_is_missing_and_what_is_too_much() -> None:
    rooms = {"1": ("room", (0.0, 0.0, 0.1, 0.1)), "c": ("corridor", (0.1, 0.0, 0.2, 0.1))}
    true = Sheet((0.2, 0.1), rooms, (("1", "c"),), {"A": ("c", 0.2, 0.05)})
    named = {"r": rooms["1"], "x": rooms["c"], "y": ("room", (0.0, 0.0, 0.02, 0.02))}
    told = Sheet((0.2, 0.1), named, (("r", "x"), ("x", "y")), {"A": ("x", 0.2, 0.05)})
    assert compare(told, true) == {
        "areas": 3, "areas_right": 2, "links": 3, "links_right": 2
    }  # fmt: skip
    assert compare(true, true) == {
        "areas": 2, "areas_right": 2, "links": 2, "links_right": 2
    }  # fmt: skip


def shares(picture: Picture, label: dict[str, Any]) -> tuple[float, float]:
    each = lesson(picture, label)
    score = compare(propose(sheet_picture(each), each.extent), sheet_of(label, each.extent))
    return score["areas_right"] / score["areas"], score["links_right"] / score["links"]


def in_other_colours(picture: Picture, turn: float) -> Picture:
    """The picture as another owner's print may look: all hues turned by so many degrees."""
    hsv = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0] + turn) % 360
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR) * 255, np.uint8)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared pictures are not here")
@pytest.mark.parametrize("turn", [0, 200])
def test_the_map_of_the_shared_pictures_is_proposed(turn: float) -> None:
    """Turned by 200 degrees the line around the castle is hardly darker than its corridors."""
    label = json.loads((PHOTOS / "teach_00.json").read_text(encoding="utf-8"))
    picture = np.asarray(cv2.imread(str(PHOTOS / "teach_00.jpg")), np.uint8)
    assert min(shares(in_other_colours(picture, turn), label)) >= 0.95


@pytest.mark.parametrize(("seed", "turn"), [(3, 0), (11, 0), (22, 180)])
def test_the_map_of_a_simulated_table_is_proposed(seed: int, turn: float) -> None:
    """Walls of the third differ from the floor in colour alone."""
    game = SimGame(seed, "normal", 3)
    studio, state = (
        Studio(game.rng("teach"), game.props, game.calm()),
        partial(state_json, game.theme),
    )
    ((picture, label),) = studio.pictures("castle", [studio.on_bare_table(bare(0))], state)
    label["board_corners_xyz"] = CORNERS
    assert min(shares(in_other_colours(picture, turn), label)) >= 0.95


def test_how_many_areas_hang_together_is_counted() -> None:
    names = ("1", "2", "3", "4", "5")
    areas = dict.fromkeys(names, ("room", (0.0, 0.0, 0.1, 0.1)))
    sheet = Sheet((0.2, 0.1), areas, (("1", "2"), ("4", "3"), ("5", "3")), {})
    assert sheet.reached() == 3
    assert Sheet((0.2, 0.1), {}, (), {}).reached() == 0
