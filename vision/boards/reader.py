"""Reading the cells of any board from photos: the game-independent entry to the eyes.

A reference picture, where its cells lie and a few labelled cells are all it is told.
docs/vision-library.md tells how to use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rules.errors import CastellanError
from vision.boards.cell_patches import Flat, Patch, cut, even_light, lay_flat
from vision.boards.cell_places import Array, BadBoard, Grid, Key, Outlines, Points
from vision.boards.cell_sure import CellReading, doubts, judged, sharpness, unseen
from vision.boards.cell_templates import Example, Templates, core, rim, soft
from vision.boards.locate import Finder
from vision.light import fit_light
from vision.sample import Picture

# Less of a cell than this inside the photo tells nothing; more burnt out than this neither.
INSIDE = 0.85
BURNT = 0.3
BRIGHTEST, GLEAM = 95, 0.1  # percentile of a cell; log light


class NotTaught(CastellanError, ValueError):
    """Cells are to be read though nothing, or too little, was taught."""


@dataclass(frozen=True)
class BoardReading(Mapping[Key, CellReading]):
    """What lies on every cell of one photo, and where the board was found in it."""

    cells: Mapping[Key, CellReading]
    corners: Array  # where the corners of the grid (or board) are in the photo

    def __getitem__(self, key: Key) -> CellReading:
        return self.cells[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def labels(self) -> dict[Key, str | None]:
        """The labels alone; None where a cell was not seen."""
        return {key: cell.label for key, cell in self.cells.items()}


class BoardReader:
    """Learns a board and what may lie on it; reads photos of it.

    `empty` is the label of cells with nothing on them. With `bare` the reference picture shows
    the board with nothing on it at all, which is the best there is: every cell then knows its
    own bare look. All pictures are BGR, 8 bit, as OpenCV reads them.
    """

    def __init__(
        self,
        reference: Picture,
        cells: Grid | Outlines,
        *,
        empty: str = "empty",
        bare: bool = False,
    ) -> None:
        self.reference = _checked(reference)
        self.places = cells.places()
        self.empty = empty
        self._finder = Finder(self.reference, self.places)
        self._flat = lay_flat(self.reference, self.places.to_picture, self.places)
        self._soft = soft(self._flat)
        self._squares = dict(zip(self.places.keys, self.places.squares(), strict=True))
        self._examples: list[Example] = []
        self._bare = [self._example(empty, key, self._flat, self._soft) for key in self._squares]
        if not bare:
            self._bare = []
        self._taught: tuple[Templates, Patch] | None = None

    def teach(
        self,
        labels: Mapping[Any, str],
        photo: Picture | None = None,
        corners: Points | None = None,
    ) -> None:
        """Learn labelled cells of the reference picture, or of another photo of the board."""
        strangers = [key for key in labels if key not in self._squares]
        if strangers:
            raise BadBoard(f"there is no cell {strangers[0]!r}; cells are {self._some_cells()}")
        flat, blurred = self._flat, self._soft
        if photo is not None:
            flat, _ = self._laid_flat(photo, corners)
            blurred = soft(flat)
        for key, label in labels.items():
            self._examples.append(self._example(label, key, flat, blurred))
        self._taught = None

    def read(self, photo: Picture, corners: Points | None = None) -> BoardReading:
        """What lies on every cell of a photo.

        `corners` may tell where the corners given for the reference picture are in this photo,
        in the same order; without them the board is looked for. Raises BoardNotFound.
        """
        templates, sharp = self._learned()
        flat, found = self._laid_flat(photo, corners)
        keys = self.places.keys
        misfits = templates.misfits(soft(flat), self.places.squares(), keys)
        hidden = self._hidden(flat, templates, misfits)
        doubt = self._doubts(templates, misfits)
        count = len(self._examples)
        cells = {
            key: unseen(hidden[key])
            if key in hidden
            else judged(templates.labels, misfits[number], sharp, count, float(doubt[number]))
            for number, key in enumerate(keys)
        }
        return BoardReading(cells, found)

    def locate(self, photo: Picture) -> Array:
        """Where the corners of the grid (or board) are in a photo. Raises BoardNotFound."""
        return self._finder.corners(self._finder.find(_checked(photo)))

    # -- parts -----------------------------------------------------------------------------------

    def _laid_flat(self, photo: Picture, corners: Points | None) -> tuple[Flat, Array]:
        to_photo = self._finder.find(_checked(photo), corners)
        flat = even_light(lay_flat(photo, to_photo, self.places), self._flat)
        return flat, self._finder.corners(to_photo)

    def _example(self, label: str, key: Key, flat: Flat, blurred: Patch) -> Example:
        square = self._squares[key][None]
        burnt = float(_share(flat.burnt, square)[0])
        light = np.ascontiguousarray(blurred[..., :3].mean(axis=2), np.float32)
        bright = float(np.percentile(_middles(light, square)[0], BRIGHTEST))
        return Example(label, key, blurred, square, burnt, bright)

    def _hidden(self, flat: Flat, templates: Templates, misfits: Patch) -> dict[Key, str]:
        """Cells that cannot be seen, and why."""
        squares = self.places.squares()
        inside, burnt = _share(flat.inside, squares), _share(flat.burnt, squares)
        shone = _share(flat.burnt * flat.light.mean(axis=2), squares) / np.maximum(burnt, 1e-3)
        hidden = {}
        for number, key in enumerate(self.places.keys):
            best = templates.labels[int(np.argmin(misfits[number]))]
            if inside[number] < INSIDE:
                hidden[key] = "outside"
                continue
            taught = [each for each in self._examples if each.label == best] or [
                each for each in self._bare if each.key == key
            ]
            glossy = max((each.burnt for each in taught), default=0.0)
            bright = max((each.bright for each in taught), default=-np.inf)
            # What is white may burn out in a brighter photo; only light it does not have is glare.
            if burnt[number] > BURNT + glossy and shone[number] > bright + GLEAM:
                hidden[key] = "glare"
        return hidden

    def _doubts(self, templates: Templates, misfits: Patch) -> Patch:
        """How much to doubt cells that look most like bare ones."""
        if not templates.bare.examples:
            return np.zeros(len(misfits), np.float32)
        best = misfits.argmin(axis=1) == len(templates.labels) - 1
        return np.asarray(np.where(best, doubts(misfits[:, -1]), 0.0), np.float32)

    def _learned(self) -> tuple[Templates, Patch]:
        """The templates, and how sharply they tell labels apart."""
        if self._taught is None:
            named = {e.key for e in self._examples if e.soft is self._soft}
            bare = [each for each in self._bare if each.key not in named]
            templates = Templates(self._examples, bare, self.empty, self._light(), self._soft)
            if len(templates.labels) < 2:
                raise NotTaught(
                    "nothing can be told apart yet: teach at least one cell each of two labels"
                )
            sharp = sharpness(len(templates.labels), self._trials(templates))
            self._taught = templates, sharp
        return self._taught

    def _light(self) -> dict[Key, float]:
        """How light it is around each cell of the reference picture, as far as that is smooth."""
        squares = self.places.squares()
        cells = cut(self._soft, squares).reshape(len(squares), -1, self._soft.shape[2])
        seen = np.median(cells[:, rim(), 0], axis=1)
        middle = squares[:, :2] - squares[:, :2].mean(axis=0)
        light = fit_light(middle, np.repeat(seen[:, None], 3, axis=1), float(np.abs(middle).max()))
        return dict(zip(self.places.keys, light.at(middle)[:, 0].tolist(), strict=True))

    def _trials(self, templates: Templates) -> list[tuple[int, Patch]]:
        """Every example read by the others of its label."""
        counts = Counter(each.label for each in templates.pieces)
        trials = []
        for number, each in enumerate(templates.pieces):
            if counts[each.label] > 1:
                misfits = templates.misfits(each.soft, each.square, [each.key], number)[0]
                trials.append((templates.labels.index(each.label), misfits))
        return trials

    def _some_cells(self) -> str:
        keys = self.places.keys
        return f"{keys[0]!r} to {keys[-1]!r}"


def _checked(picture: Picture) -> Picture:
    if picture is None or picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
        raise BadBoard("a picture must be an array of rows x columns x 3 bytes (BGR)")
    return picture


def _share(mask: Patch, squares: Array) -> Patch:
    """The share of each cell's middle that a mask covers."""
    return np.asarray(_middles(mask, squares).mean(axis=1))


def _middles(layer: Patch, squares: Array) -> Patch:
    """The samples in the middle of each cell."""
    cells = cut(np.ascontiguousarray(layer, np.float32), squares)
    return np.asarray(cells.reshape(len(squares), -1)[:, core()])
