"""Reading the cells of any board from photos: the game-independent entry to the eyes.

A reference picture, where its cells lie and a few labelled cells are all it is told.
docs/vision-library.md tells how to use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from rules.errors import CastellanError
from vision.boards.cell_patches import Flat, Patch, cut, even_light, lay_flat
from vision.boards.cell_places import Array, BadBoard, Grid, Key, Outlines, Points, mapped
from vision.boards.cell_sure import CellReading, Doubt, doubts, judged, sharpness, unseen
from vision.boards.cell_templates import Example, Templates, core, rim, soft, standing_out
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
    own bare look. All pictures are 8 bit, as OpenCV reads them: BGR, BGR with alpha, or grey.
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
        self._check_inside()
        self.empty = empty
        self._finder = Finder(self.reference, self.places)
        self._flat = lay_flat(self.reference, self.places.to_picture, self.places)
        self._soft = soft(self._flat)
        self._squares = dict(zip(self.places.keys, self.places.squares(), strict=True))
        self._examples: list[Example] = []
        self._bare = [self._example(empty, key, self._flat, self._soft) for key in self._squares]
        if not bare:
            self._bare = []
        self._grey = _is_grey(self.reference)
        self._taught: dict[bool, tuple[Templates, Patch]] = {}

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
        wrong = [label for label in labels.values() if not isinstance(label, str) or not label]
        if wrong:
            raise BadBoard(f"a label must be a word, not {wrong[0]!r}")
        flat, blurred = self._flat, self._soft
        if photo is not None:
            flat, _ = self._laid_flat(photo, corners)
            blurred = soft(flat)
            self._grey |= _is_grey(photo)
        for key, label in labels.items():
            self._examples.append(self._example(label, key, flat, blurred))
        self._taught = {}

    def read(self, photo: Picture, corners: Points | None = None) -> BoardReading:
        """What lies on every cell of a photo.

        `corners` may tell where the corners given for the reference picture are in this photo,
        in the same order; without them the board is looked for. Raises BoardNotFound.
        """
        grey = self._grey or _is_grey(_checked(photo))
        templates, sharp = self._learned(grey)
        flat, found = self._laid_flat(photo, corners)
        keys = self.places.keys
        seen = _without_colour(soft(flat)) if grey else soft(flat)
        misfits = templates.misfits(seen, self.places.squares(), keys)
        hidden = self._hidden(flat, templates, misfits)
        doubt = self._doubts(templates, misfits, seen)
        count = len(self._examples)
        cells = {
            key: unseen(hidden[key])
            if key in hidden
            else judged(templates.labels, misfits[number], sharp, count, doubt[number])
            for number, key in enumerate(keys)
        }
        return BoardReading(cells, found)

    def locate(self, photo: Picture) -> Array:
        """Where the corners of the grid (or board) are in a photo. Raises BoardNotFound."""
        return self._finder.corners(self._finder.find(_checked(photo)))

    # -- parts -----------------------------------------------------------------------------------

    def _check_inside(self) -> None:
        """All cells must lie in the reference picture; corners of another size would not."""
        height, width = self.reference.shape[:2]
        middles = mapped(self.places.to_picture, self.places.squares()[:, :2])
        for key, (x, y) in zip(self.places.keys, middles, strict=True):
            if not (0 <= x < width and 0 <= y < height):
                raise BadBoard(
                    f"cell {key!r} at ({x:.0f}, {y:.0f}) is outside the reference picture, which "
                    f"is {width} x {height} pixels: are the corners those of another size of it?"
                )

    def _laid_flat(self, photo: Picture, corners: Points | None) -> tuple[Flat, Array]:
        photo = _checked(photo)
        to_photo = self._finder.find(photo, corners)
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

    def _doubts(self, templates: Templates, misfits: Patch, blurred: Patch) -> list[Doubt]:
        """How much to doubt cells that look most like bare ones."""
        if not templates.bare.examples:
            return [Doubt()] * len(misfits)
        patches = cut(blurred, self.places.squares())
        known = np.array(list(map(templates.bare.known, patches, self.places.keys)))
        found = doubts(misfits[:, -1], known, standing_out(patches))
        bare = misfits.argmin(axis=1) == len(templates.labels) - 1
        return [each if doubted else Doubt() for each, doubted in zip(found, bare, strict=True)]

    def _learned(self, grey: bool) -> tuple[Templates, Patch]:
        """The templates, and how sharply they tell labels apart; all in grey if a picture is."""
        if grey not in self._taught:
            named = {e.key for e in self._examples if e.soft is self._soft}
            bare = [each for each in self._bare if each.key not in named]
            examples, reference = self._examples, self._soft
            if grey:
                layers = {id(e.soft): _without_colour(e.soft) for e in (*examples, *bare)}
                examples, bare = (
                    [replace(e, soft=layers[id(e.soft)]) for e in each] for each in (examples, bare)
                )
                reference = _without_colour(reference)
            templates = Templates(examples, bare, self.empty, self._light(), reference)
            if len(templates.labels) < 2:
                raise NotTaught(
                    "nothing can be told apart yet: teach at least one cell each of two labels"
                )
            sharp = sharpness(len(templates.labels), self._trials(templates))
            self._taught[grey] = templates, sharp
        return self._taught[grey]

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


def _checked(picture: Picture | None) -> Picture:
    """A picture as BGR; it may be grey or have an alpha channel."""
    if picture is None:
        raise BadBoard(
            "there is no picture: could its file be read? (cv2.imread gives None if not)"
        )
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8 or not picture.size:
        kind = f"{getattr(picture, 'dtype', type(picture).__name__)}"
        raise BadBoard(f"a picture must be an array of bytes (BGR), not of {kind}")
    channels = picture.shape[2] if picture.ndim == 3 else 1 if picture.ndim == 2 else 0
    if channels not in (1, 3, 4):
        raise BadBoard(
            f"a picture must be rows x columns x 3 (BGR), 4 (with alpha) or grey: {picture.shape}"
        )
    if channels == 3:
        return picture
    code = cv2.COLOR_GRAY2BGR if channels == 1 else cv2.COLOR_BGRA2BGR
    return np.asarray(cv2.cvtColor(picture, code), np.uint8)


def _is_grey(picture: Picture) -> bool:
    """Whether a picture has no colour at all."""
    if picture.ndim == 2 or picture.shape[2] == 1:
        return True
    return bool((np.ptp(picture[::4, ::4, :3], axis=2) == 0).all())


def _without_colour(layer: Patch) -> Patch:
    """A soft picture with its lightness alone."""
    return np.ascontiguousarray(layer * np.array([1, 0, 0], np.float32))


def _share(mask: Patch, squares: Array) -> Patch:
    """The share of each cell's middle that a mask covers."""
    return np.asarray(_middles(mask, squares).mean(axis=1))


def _middles(layer: Patch, squares: Array) -> Patch:
    """The samples in the middle of each cell."""
    cells = cut(np.ascontiguousarray(layer, np.float32), squares)
    return np.asarray(cells.reshape(len(squares), -1)[:, core()])
