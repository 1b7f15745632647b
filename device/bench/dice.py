"""How well standard dice are read: on simulated pictures, and on pictures whose truth is known."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from device.senses.frame import Image
from device.senses.pictures import PICTURE_SUFFIXES, read_picture
from device.sim.dice import dice_picture
from vision.dice.find import Die, find_dice

# A die found nearer to a true one than this share of its edge is that die.
NEAR = 0.5
Truth = tuple[int, NDArray[np.float64], float]  # value, middle, edge in pixels


@dataclass
class DiceTally:
    """Dice shown, read right, read wrong, and not found; and false ones, which are none."""

    dice: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    false: int = 0

    def count(self, found: Sequence[Die], truth: Iterable[Truth]) -> None:
        """Compare what was found in one picture with what lay there."""
        none = list(found)
        for value, middle, edge in truth:
            near = [d for d in found if np.linalg.norm(d.centre - middle) < NEAR * edge]
            none = [die for die in none if all(die is not each for each in near)]
            self.dice += 1
            self.right += bool(near) and near[0].value == value
            self.wrong += bool(near) and near[0].value != value
            self.missed += not near
        self.false += len(none)


def bench_dice(pictures: int, level: str, seed: int = 1) -> DiceTally:
    """Read simulated pictures of one to four dice each, about how large dice are being known."""
    tally = DiceTally()
    for number in range(seed, seed + pictures):
        image, truth = dice_picture(number, level)
        edges = [edge for _, _, edge in truth]
        tally.count(find_dice(image, (0.75 * min(edges), 1.3 * max(edges))), truth)
    return tally


def bench_photos(folder: Path) -> DiceTally:
    """Read the die of every picture below a folder whose label tells of one."""
    tally = DiceTally()
    for image, value, middle in _photos(folder):
        found = find_dice(image)
        best = min(found, key=lambda die: _far(die, middle), default=None)
        edge = best.edge if best is not None else 1.0
        tally.count(found, [(value, middle, edge)])
    return tally


def _far(die: Die, middle: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(die.centre - middle))


def _photos(folder: Path) -> Iterator[tuple[Image, int, NDArray[np.float64]]]:
    for path in sorted(folder.rglob("*.json")):
        label = json.loads(path.read_text(encoding="utf-8"))
        pieces = label.get("pieces", ()) if isinstance(label, dict) else ()
        dice = [each for each in pieces if each["label"] == "die" and each.get("value") in range(7)]
        pictures = [p for s in PICTURE_SUFFIXES if (p := path.with_suffix(s)).is_file()]
        if dice and pictures:
            yield read_picture(pictures[0]), int(dice[0]["value"]), np.array(dice[0]["px"])


def figures(tally: DiceTally) -> dict[str, int]:
    """Counts, as printed."""
    return asdict(tally)
