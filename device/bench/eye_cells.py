"""Cells of labelled pictures: what is taught and what is asked, by places on the table.

Places come from the labels; only the view differs: the labels' true camera, or the one that the
device finds from four taps on the first picture.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.eyes import BoardFacts
from vision.geometry import View, solve_view
from vision.locate import Anchor, anchor, follow
from vision.observe.appearance import Example
from vision.observe.cut import Cutter, Job, Patches, joined
from vision.observe.light import NONE, Light, relit
from vision.observe.table import Key, Label
from vision.sample import Picture

Told = Mapping[str, Any]


@dataclass(frozen=True)
class Taught:
    """One example: the crop to cut and what is said of it."""

    job: Job
    example: Example


@dataclass(frozen=True)
class Asked:
    """One question: what shows at a place? Each job with the labels that it may show."""

    label: Label
    jobs: tuple[tuple[Job, Callable[[Label], bool]], ...]
    key: Key | None = None


@dataclass(frozen=True)
class Lesson:
    """What one picture teaches and asks, by the name of the question."""

    taught: Mapping[str, Sequence[Taught]] = field(default_factory=dict)
    asked: Mapping[str, Sequence[Asked]] = field(default_factory=dict)


@dataclass(frozen=True)
class Photo:
    """A picture with its label and the view in which it is looked at."""

    name: str
    label: Told
    picture: Picture
    view: View
    light: Light = NONE  # beside the last lesson


def true_view(label: Told) -> View:
    """The labels' own camera."""
    camera = label["camera"]
    pose = np.array(camera["pose"], np.float64)
    focal, bent = float(camera["K"][0][0]), float(camera["dist"][0])
    return View(camera["width"], camera["height"], focal, bent, pose[:, :3].copy(), pose[:, 3])


def tapped_view(label: Told) -> View:
    """The view of a person's four taps on the board's corners."""
    size = (int(label["camera"]["width"]), int(label["camera"]["height"]))
    points, pixels = (np.array(label[f"board_corners_{each}"], float) for each in ("xyz", "px"))
    return solve_view(points, pixels, size)


def lessons(home: Path, found: bool) -> Iterator[Photo]:
    """The teaching pictures of a game."""
    for path in sorted((home / "teach").glob("*.json")):
        photo = _photo(path)
        yield replace(photo, view=tapped_view(photo.label)) if found else photo


def sequence(folder: Path, facts: BoardFacts, found: bool) -> Iterator[Photo]:
    """The pictures of a game without hands, looked at as the device would find the board."""
    known: Anchor | None = None
    last: View | None = None
    for path in sorted(folder.glob("frame_*.json")):
        photo = _photo(path)
        if found:
            if known is None or last is None:
                last = tapped_view(photo.label)
                known = anchor(photo.picture, last, facts.print_size, facts.moving_part)
            last = follow(known, photo.picture, last) or last
            photo = replace(photo, view=last)
        if not photo.label.get("hand"):
            yield photo


def sequences(home: Path) -> list[Path]:
    """The games that were played in pictures of the usual size."""
    return sorted(each for each in home.glob("seq_*") if not each.name.endswith("_2x"))


def _photo(path: Path) -> Photo:
    label = json.loads(path.read_text(encoding="utf-8"))
    picture = cv2.imread(str(path.with_suffix(".jpg")), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"{path} has no picture beside it")
    name = f"{path.parent.name}/{path.stem}"
    return Photo(name, label, np.asarray(picture, np.uint8), true_view(label))


class Cells:
    """All that was cut for one question of one game."""

    def __init__(self) -> None:
        self.examples: list[Example] = []
        self.asked: list[Asked] = []
        self._taught: list[Patches] = []
        self._shown: list[Patches] = []

    def add(
        self, photo: Photo, cutter: Cutter, taught: Sequence[Taught], asked: Sequence[Asked]
    ) -> None:
        """Cut what one picture teaches and asks."""
        self._taught.append(_cut(photo, cutter, [each.job for each in taught]))
        self.examples += [
            replace(each.example, source=(photo.name, each.example.source)) for each in taught
        ]
        self._shown.append(_cut(photo, cutter, [job for each in asked for job, _ in each.jobs]))
        self.asked += asked

    @property
    def taught(self) -> Patches:
        """The patches of all examples."""
        return joined(self._taught)

    @property
    def shown(self) -> Patches:
        """The patches of all jobs that were asked, one after the other."""
        return joined(self._shown)


def _cut(photo: Photo, cutter: Cutter, jobs: Sequence[Job]) -> Patches:
    patches = cutter.cut(photo.picture, photo.view, jobs)
    return relit(patches, photo.light, [job.at for job in jobs])
