"""The map of The Castle out of a picture of the empty sheet."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.sim.castle.table import SimGame
from device.sim.castle.teach import empty_map
from vision.castle.map import compare, propose
from vision.castle.profile import Sheet
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


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared pictures are not here")
def test_the_map_of_the_shared_pictures_is_proposed() -> None:
    label = json.loads((PHOTOS / "teach_00.json").read_text(encoding="utf-8"))
    picture = np.asarray(cv2.imread(str(PHOTOS / "teach_00.jpg")), np.uint8)
    assert min(shares(picture, label)) >= 0.95


@pytest.mark.parametrize("seed", [3, 11])
def test_the_map_of_a_simulated_table_is_proposed(seed: int) -> None:
    game = SimGame(seed, "normal", 3)
    picture, label = empty_map(game.rng("teach"), game.theme, game.calm())
    assert min(shares(picture, label)) >= 0.95
