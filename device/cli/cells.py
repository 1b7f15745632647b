"""`castellan read-cells`: the library of the eyes from the command line, told by one JSON file."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any

from device.senses.pictures import read_picture
from rules.errors import CastellanError
from rules.values import Json
from vision import BoardNotFound, BoardReader, Grid, Outlines
from vision.boards.cell_sure import CellReading


class BadTask(CastellanError, ValueError):
    """A task file that says too little, or nonsense."""


def read_all(task: Path, photos: Sequence[Path]) -> Iterator[dict[str, Json]]:
    """What lies on every cell of each photo; a board that is not found is told, not raised."""
    reader = learn(task)
    for photo in photos:
        try:
            reading = reader.read(read_picture(photo))
        except BoardNotFound as fault:
            yield {"photo": str(photo), "fault": str(fault)}
            continue
        cells: dict[str, Json] = {_name(key): _told(cell) for key, cell in reading.items()}
        yield {"photo": str(photo), "corners": reading.corners.round(1).tolist(), "cells": cells}


def _told(cell: CellReading) -> dict[str, Json]:
    told: dict[str, Json] = {"label": cell.label, "confidence": round(cell.confidence, 4)}
    return told | ({"why": cell.why} if cell.why else {})


def learn(task: Path) -> BoardReader:
    """A reader taught as the task file says; its pictures lie beside it."""
    try:
        told = json.loads(task.read_text(encoding="utf-8"))
        grid = told.get("grid")
        places: Grid | Outlines
        places = Grid(**grid) if grid else Outlines(told["outlines"], told.get("corners"))
        reader = BoardReader(
            read_picture(task.parent / told["reference"]),
            places,
            empty=str(told.get("empty", "empty")),
            bare=bool(told.get("bare", False)),
        )
        for example in told["examples"]:
            labels = {_key(name, grid): str(label) for name, label in example["cells"].items()}
            photo = example.get("photo")
            shown = read_picture(task.parent / photo) if photo else None
            reader.teach(labels, shown, example.get("corners"))
    except (OSError, KeyError, TypeError, AttributeError, json.JSONDecodeError) as fault:
        raise BadTask(f"{task} does not fit: {type(fault).__name__} {fault}") from fault
    return reader


def _key(name: str, grid: Any) -> Hashable:
    """Cells of a grid are written "row,column"."""
    if not grid:
        return name
    row, _, column = name.partition(",")
    if not (row.strip().isdigit() and column.strip().isdigit()):
        raise BadTask(f'the cell {name!r} of a grid must be written "row,column"')
    return (int(row), int(column))


def _name(key: Hashable) -> str:
    return ",".join(map(str, key)) if isinstance(key, tuple) else str(key)
