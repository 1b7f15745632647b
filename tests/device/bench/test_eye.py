"""The learned eye is judged cell by cell on labelled pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.bench.eye import BadWorld, bench_eye, calibration_error, told_apart
from device.bench.eye_cells import sequence
from device.bench.eye_games import FACE, PITCH
from tests.vision.observe.prints import above, prints
from vision.games import eyes_kit

KINDS = ("treasure", "curse", "scroll", "magic")
CORNERS = np.array([(-0.096, 0.096, 0), (0.096, 0.096, 0), (0.096, -0.096, 0), (-0.096, -0.096, 0)])


def tray(path: Path, first: int, moved: int = 0) -> None:
    """A mine from straight above, its tiles from this one on, and its label."""
    view, looks = above(1280, 960, 0.4), prints(len(KINDS))
    picture = np.random.default_rng(5).integers(60, 190, (96, 128, 3)).astype(np.uint8)
    picture = cv2.resize(picture, (1280, 960), interpolation=cv2.INTER_CUBIC)
    top = {}
    for place in range(36):
        row, column = divmod(place, 6)
        kind = (place + first) % len(KINDS)
        top[f"{row},{column}"] = {"kind": KINDS[kind], "value": 1}
        middle = np.array([[(column - 2.5) * PITCH, (2.5 - row) * PITCH, -0.0007]])
        x, y = np.round(view.project(middle)[0] - FACE * view.focal).astype(int)
        side = round(2 * FACE * view.focal)
        face = cv2.resize(looks[kind], (side, side))
        picture[y : y + side, x : x + side] = face
    focal, height, width = view.focal, view.height, view.width
    camera = {
        "width": width,
        "height": height,
        "K": [[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]],
        "dist": [0.0, 0.0, 0.0, 0.0],
        "pose": np.column_stack([view.rotation, view.translation]).tolist(),
    }
    label = {
        "camera": camera,
        "board_corners_px": view.project(CORNERS).tolist(),
        "board_corners_xyz": CORNERS.tolist(),
        "state": {"top": top, "heights": [[4] * 6] * 6},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path.with_suffix(".jpg")), np.roll(picture, moved, axis=1))
    path.with_suffix(".json").write_text(json.dumps(label))


@pytest.fixture
def world(tmp_path: Path) -> Path:
    tray(tmp_path / "W" / "solomon" / "teach" / "teach_00", 0)
    tray(tmp_path / "W" / "solomon" / "teach" / "teach_01", 1)
    for frame in range(2):
        tray(tmp_path / "W" / "solomon" / "seq_00" / f"frame_000{frame}", 2)
    return tmp_path / "W"


def test_every_shaft_is_asked_through_both_views(world: Path) -> None:
    said: list[str] = []
    true, found = bench_eye([world], say=said.append)
    assert (true.world, true.game, true.question) == ("W", "solomon", "shafts")
    assert [(row.view, row.cells, row.right) for row in (true, found)] == [
        ("true", 72, 72),
        ("found", 72, 72),
    ]
    assert true.never_auc == 1.0
    assert true.mistakes == []
    assert len(said) == 2


def test_the_found_view_follows_the_picture_and_the_true_one_the_label(world: Path) -> None:
    """The second picture was pushed aside, and its label does not say so."""
    folder, facts = world / "solomon" / "seq_00", eyes_kit("solomon").eyes.untaught
    tray(folder / "frame_0001", 2, moved=20)
    for found, aside in ((False, 0.0), (True, 20.0)):
        first, second = (photo.view for photo in sequence(folder, facts, found))
        away = second.project(CORNERS) - first.project(CORNERS)
        assert away == pytest.approx(np.tile([aside, 0.0], (4, 1)), abs=0.5)


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadWorld, match="no GAME/teach"):
        bench_eye([tmp_path])


def test_figures_are_what_they_are_called() -> None:
    assert told_apart(np.array([0.9, 0.8]), np.array([0.1, 0.8])) == 0.875
    said, right = np.array([0.97, 0.97, 0.6, 0.6]), np.array([True, False, True, True])
    assert calibration_error(said, right) == pytest.approx((0.94 + 0.8) / 4)
