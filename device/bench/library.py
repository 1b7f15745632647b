"""The library of the eyes on photographs of the five games, as boards it has never heard of.

A few cells of each label are taught from the first pictures that show it; all other cells of later
pictures are read, and compared. Nothing of the games' own readers is used.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from device.bench.photo_labels import Label
from device.bench.reliability import EXAMPLES, Reliability, inner_corners
from device.senses.frame import Image
from device.senses.pictures import read_picture
from vision import BoardNotFound, BoardReader, Grid, Outlines

Say = Callable[[str], None]
Labels = dict[Hashable, str]
Cells = Grid | Outlines
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Board:
    """How a stranger would describe one of the boards: its cells, and what lies on them."""

    cells: Callable[[Label], Cells]
    labels: Callable[[Label], Labels]


def _grid(size: int, inner: float) -> Callable[[Label], Cells]:
    return lambda label: Grid(size, size, inner_corners(label["board_corners_px"], inner))


def _place(name: str) -> tuple[int, int]:
    row, column = name.split(",")
    return int(row), int(column)


def _kilt(label: Label) -> Labels:
    state = label["state"]
    found: Labels = {tuple(square): "water" for square in state["water"]}
    for name, square in state["squares"].items():
        floors = square["floors"]
        top = "roof" if square["roof"] else floors[-1]["color"] if floors else "empty"
        found[_place(name)] = top
    return found


def _solomon(label: Label) -> Labels:
    tops = label["state"]["top"].items()
    return {_place(n): f"{top['kind']} {top['value']}" if top else "empty" for n, top in tops}


def _appenzell(label: Label) -> Labels:
    state = label["state"]
    found: Labels = {_place(name): str(kind) for name, kind in state["open_fields"].items()}
    for room in state["rooms"]:
        if room["roof_on"]:
            found |= {tuple(square): f"roof {room['kind']}" for square in room["fields"]}
    for mouse in state["mice"]:
        if mouse.get("field"):
            found[tuple(mouse["field"])] = f"mouse {mouse['color']}"
    return found


def _circle(label: Label, x: float, y: float, radius: float) -> Points:
    """The outline of a round place of the board (shares of its half width) in the picture."""
    angles = np.arange(16) * (2 * np.pi / 16)
    around = np.stack([x + radius * np.cos(angles), -(y + radius * np.sin(angles))], axis=1)
    corners = np.asarray(label["board_corners_px"], np.float32)
    return _projected(corners, around)


def _projected(corners: NDArray[np.float32], points: Points) -> Points:
    unit = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, corners)
    return cv2.perspectiveTransform(points[None].astype(np.float32), matrix)[0].astype(float)


def _tower_places(label: Label) -> Cells:
    """Seven round places, clockwise from the far side."""
    ways = np.pi / 2 - np.arange(7) * (2 * np.pi / 7)
    outlines = {
        number: _circle(label, 0.75 * np.cos(way), 0.75 * np.sin(way), 0.2)
        for number, way in enumerate(ways)
    }
    return Outlines(outlines, label["board_corners_px"])


def _seven_locks(label: Label) -> Labels:
    standing = label["state"]["standing_towers"]
    return {place: "tower" if place in standing else "empty" for place in range(7)}


def _areas(label: Label) -> Cells:
    """The rooms of the printed map."""
    (x0, y0, _), _, (x1, y1, _), _ = label["board_corners_xyz"]
    outlines = {}
    for name, area in label["state"]["map"]["areas"].items():
        left, low, right, high = area["rect_m"]
        box = np.array([(left, high), (right, high), (right, low), (left, low)])
        scaled = (box - ((x0 + x1) / 2, (y0 + y1) / 2)) / ((x1 - x0) / 2, (y0 - y1) / 2) * (1, -1)
        corners = np.asarray(label["board_corners_px"], np.float32)
        outlines[name] = _projected(corners, scaled)
    return Outlines(outlines, label["board_corners_px"])


def _castle(label: Label) -> Labels:
    """How many counters lie in each area, and whether a character stands there."""
    state = label["state"]
    count = Counter(counter["area"] for counter in state["counters"])
    people = {each["area"] for each in state["characters"]}
    found: Labels = {}
    for area in state["map"]["areas"]:
        laid = f"{count[area]} counters" if count[area] else "empty"
        found[area] = "people" if area in people else laid
    return found


BOARDS = {
    "kilt": Board(_grid(5, 0.1375 / 0.15), _kilt),
    "solomon": Board(_grid(6, 1.0), _solomon),
    "appenzell": Board(_grid(7, 0.119 / 0.135), _appenzell),
    "seven_locks": Board(_tower_places, _seven_locks),
    "castle": Board(_areas, _castle),
}


@dataclass
class Result:
    """How one sequence was read."""

    game: str
    sequence: str
    reliability: Reliability
    photos: int = 0
    not_found: int = 0
    unseen: int = 0

    @property
    def cells(self) -> int:
        return sum(self.reliability.counts.values()) + self.unseen

    @property
    def right(self) -> int:
        return sum(self.reliability.right.values())


def on_photos(folder: Path, say: Say | None = None) -> list[Result]:
    """Read every sequence of every game in a folder laid out as `castellan bench photos` wants."""
    found = []
    for game, board in BOARDS.items():
        for sequence in sorted((folder / game).glob("seq_*")):
            result = _read(game, board, sequence)
            found.append(result)
            if say is not None:
                share = result.right / max(result.cells, 1)
                say(
                    f"library on {game} {sequence.name}: {result.right} of {result.cells} cells "
                    f"right {share:.2%}, {result.unseen} unseen, "
                    f"{result.not_found} of {result.photos} boards not found"
                )
    return found


def tables_of(folder: Path, say: Say | None = None) -> list[Reliability]:
    """One table for each game, of all its sequences."""
    tables: dict[str, Reliability] = {}
    for result in on_photos(folder, say):
        table = tables.setdefault(result.game, Reliability(f"library on photos of {result.game}"))
        table.counts += result.reliability.counts
        table.right += result.reliability.right
    for table in tables.values():
        for line in table.lines():
            if say is not None:
                say(line)
    return list(tables.values())


def _shots(sequence: Path) -> Iterator[tuple[Image, Label]]:
    for path in sorted(sequence.glob("frame_*.json")):
        label = json.loads(path.read_text(encoding="utf-8"))
        if not label.get("hand"):
            yield read_picture(path.with_suffix(".jpg")), label


def _read(game: str, board: Board, sequence: Path) -> Result:
    """Teach and read one sequence: the first picture is the reference, boards are found unaided."""
    result = Result(game, sequence.name, Reliability(f"library on photos of {game}"))
    reader: BoardReader | None = None
    taught: Counter[str] = Counter()
    for image, label in _shots(sequence):
        true = board.labels(label)
        new = {key: name for key, name in true.items() if taught[name] < EXAMPLES}
        new = _few(new, taught)
        if reader is None:
            reader = BoardReader(image, board.cells(label))
            reader.teach(new)
            continue
        result.photos += 1
        try:
            _compare(reader, image, true, new, taught, result)
            reader.teach(new, image)
        except BoardNotFound:
            result.not_found += 1
    return result


def _few(new: Labels, taught: Counter[str]) -> Labels:
    """At most so many cells of each label, counting those taught before."""
    kept: Labels = {}
    for key, name in new.items():
        if taught[name] < EXAMPLES:
            taught[name] += 1
            kept[key] = name
    return kept


def _compare(
    reader: BoardReader,
    image: Image,
    true: Labels,
    new: Labels,
    taught: Counter[str],
    result: Result,
) -> None:
    known = taught - Counter(new.values())
    if len(known) < 2:  # with all towers still standing there is nothing to tell apart
        return
    for key, cell in reader.read(image).items():
        if key not in true or key in new or not known[true[key]]:
            continue
        if cell.seen:
            result.reliability.add(cell.confidence, cell.label == true[key])
        else:
            result.unseen += 1
