"""A saved game has the layout of the photo folders."""

import json

import cv2

from device.sim.kilt.table import SimGame
from tests.device.kilt_folder import save_game


def test_saved_folder_has_teach_pictures_and_numbered_frames_with_their_state(tmp_path):
    count = save_game(SimGame(3, "easy", 4), tmp_path, most=9)
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jp*g"))
    assert names == [
        *(f"seq_00/frame_{n:04d}.jpg" for n in range(count)),
        "teach/teach_00.jpg",
        "teach/teach_01.jpg",
    ]
    labels = [
        json.loads((tmp_path / f"seq_00/frame_{n:04d}.json").read_text()) for n in range(count)
    ]
    assert labels[0]["action"]["type"] == "setup"
    assert len(labels[0]["state"]["squares"]) == 22
    assert len(labels[0]["state"]["positions"]) == 20
    hands = [n for n, label in enumerate(labels) if label["hand"]]
    assert hands
    for n in hands:
        assert labels[n]["state"]["squares"] == labels[n - 1]["state"]["squares"]
    turn = labels[1]["action"]
    assert turn["type"] == "turn"
    assert turn["builds"]
    row = labels[1]["state"]["positions"][str(turn["to_position"])]
    assert row[turn["to_depth"]]["facing_board"] == turn["facing_after"]
    assert cv2.imread(str(tmp_path / "seq_00/frame_0000.jpg")).shape == (960, 1280, 3)
