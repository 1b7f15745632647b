"""The sound of a box: its calibration drops in the box profile, as one JSON file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from device.files.kept import write_durably
from device.hearing.depth import DEPTHS, Ear, Lesson, Untaught, calibrate
from device.hearing.features import GROUPS, HIGH_EDGES, LOW_EDGES, Features
from rules.errors import CastellanError
from rules.values import Json

NAME = "hearing.json"
VERSION = 1
LEAST_LESSONS = 12  # drops from which a calibration can be made
SIZES = {"timing": 2, "level": 2, "low": len(LOW_EDGES) - 1, "high": len(HIGH_EDGES) - 1}


class BadHearing(CastellanError, ValueError):
    """A calibration that cannot be used."""


def save_lessons(folder: Path, lessons: Sequence[Lesson]) -> None:
    """Keep a calibration."""
    rows = [lesson_to_json(lesson) for lesson in lessons]
    write_durably(folder / NAME, json.dumps({"version": VERSION, "drops": rows}))


def load_lessons(folder: Path) -> list[Lesson]:
    """The calibration drops of a box; empty when it has none."""
    path = folder / NAME
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != VERSION:
            raise BadHearing(f"{path} was made by another version; calibrate again")
        return [lesson_from_json(row) for row in data["drops"]]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise BadHearing(f"{path} is broken ({fault}); calibrate again") from fault


def load_ear(folder: Path) -> Ear | Untaught:
    """An ear for a box: calibrated if there are enough drops."""
    return make_ear(load_lessons(folder))


def make_ear(lessons: Sequence[Lesson]) -> Ear | Untaught:
    """An ear from what was learned; with too little of it the one that was taught nothing."""
    rounds = {lesson.round for lesson in lessons}
    depths = {lesson.depth for lesson in lessons}
    if len(lessons) < LEAST_LESSONS or len(rounds) < 2 or len(depths) < DEPTHS - 1:
        return Untaught()
    return calibrate(lessons)


def lesson_to_json(lesson: Lesson) -> dict[str, Json]:
    groups: dict[str, Json] = {
        name: [None if math.isnan(v) else round(float(v), 4) for v in lesson.features.group(name)]
        for name in GROUPS
    }
    return {"depth": lesson.depth, "round": lesson.round, **groups}


def lesson_from_json(row: Mapping[str, Any]) -> Lesson:
    groups = {
        name: np.array([math.nan if v is None else float(v) for v in row[name]]) for name in GROUPS
    }
    if any(len(groups[name]) != size for name, size in SIZES.items()):
        raise BadHearing("a drop has the wrong number of features")
    depth, turn = int(row["depth"]), int(row["round"])
    if not 0 <= depth < DEPTHS:
        raise BadHearing(f"there is no depth {depth}")
    return Lesson(Features(**groups), depth, turn)
