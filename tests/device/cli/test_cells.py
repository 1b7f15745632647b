"""The library of the eyes from the command line."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli.cells import BadTask, learn
from device.cli.main import main

CORNERS = [[40, 40], [280, 40], [280, 280], [40, 280]]


def drawn(dots: dict[tuple[int, int], tuple[int, int, int]]) -> np.ndarray:
    """A speckled board of three by three cells with some round pieces on it."""
    rng = np.random.default_rng(4)
    board = cv2.resize(rng.integers(90, 200, (40, 40, 3), dtype=np.uint8), (320, 320))
    for n in range(4):
        cv2.line(board, (40 + 80 * n, 40), (40 + 80 * n, 280), (20, 20, 20), 2)
        cv2.line(board, (40, 40 + 80 * n), (280, 40 + 80 * n), (20, 20, 20), 2)
    for (row, column), ink in dots.items():
        cv2.circle(board, (80 + 80 * column, 80 + 80 * row), 26, ink, -1, cv2.LINE_AA)
    return board


RED, BLUE = (30, 30, 200), (200, 60, 20)


@pytest.fixture
def task(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "bare.png"), drawn({}))
    cv2.imwrite(str(tmp_path / "game.png"), drawn({(0, 0): RED, (1, 1): BLUE}))
    cv2.imwrite(str(tmp_path / "later.png"), drawn({(2, 2): RED, (0, 1): BLUE}))
    cv2.imwrite(str(tmp_path / "none.png"), np.full((320, 320, 3), 128, np.uint8))
    path = tmp_path / "task.json"
    told = {
        "reference": "bare.png",
        "bare": True,
        "grid": {"rows": 3, "columns": 3, "corners": CORNERS},
        "examples": [{"photo": "game.png", "cells": {"0,0": "red", "1,1": "blue"}}],
    }
    path.write_text(json.dumps(told))
    return path


def test_photos_are_read_line_by_line(task: Path) -> None:
    photos = [str(task.parent / name) for name in ("later.png", "none.png")]
    done = CliRunner().invoke(main, ["read-cells", str(task), *photos])
    later, none = map(json.loads, done.output.splitlines())
    labels = {name: cell["label"] for name, cell in later["cells"].items()}
    wanted = dict.fromkeys((f"{r},{c}" for r in range(3) for c in range(3)), "empty")
    assert labels == wanted | {"2,2": "red", "0,1": "blue"}
    assert np.abs(np.array(later["corners"]) - CORNERS).max() < 1.5
    assert "not found" in none["fault"]


def test_a_task_that_does_not_fit_is_named(task: Path) -> None:
    told = json.loads(task.read_text())
    told["examples"][0]["cells"] = {"a1": "red"}
    task.write_text(json.dumps(told))
    with pytest.raises(BadTask, match="row,column"):
        learn(task)
    task.write_text("{}")
    with pytest.raises(BadTask, match="does not fit"):
        learn(task)
