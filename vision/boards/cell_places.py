"""Where the cells of any board lie in its reference picture: a grid, or any list of outlines.

The board's plane is measured in cells: on it a typical cell is one unit wide.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.errors import CastellanError

Array = NDArray[np.float64]
Key = Hashable
# Pixel places (x, y), as a picture viewer shows them.
Points = Sequence[Sequence[float]] | NDArray[Any]


# A board of fewer pixels than this cannot be read.
SMALLEST = 100


class BadBoard(CastellanError, ValueError):
    """A grid, an outline or a set of corners that cannot be; the message says which and why."""


def quad(points: Points, what: str) -> Array:
    """Four corners that go around a convex area."""
    corners = np.asarray(points, np.float64)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise BadBoard(f"{what} needs four points (x, y), not {np.shape(points)}")
    around = corners.astype(np.float32)
    if not cv2.isContourConvex(around) or cv2.contourArea(around) < SMALLEST:
        raise BadBoard(f"{what} must go around the board once: {corners.round().tolist()}")
    return corners


def homography(source: Array, goal: Array) -> Array:
    """The perspective map that takes four points to four others."""
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), goal.astype(np.float32))
    return np.asarray(matrix, np.float64)


def mapped(matrix: Array, points: Array) -> Array:
    """Points (..., 2) through a perspective map."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    far = np.hstack([flat, np.ones((len(flat), 1))]) @ matrix.T
    depth = np.where(np.abs(far[:, 2:]) < 1e-9, 1e-9, far[:, 2:])
    return np.asarray((far[:, :2] / depth).reshape(np.shape(points)))


@dataclass(frozen=True)
class Grid:
    """Rows x columns of equal cells between four corners of the reference picture.

    Corners go around: of cell (0, 0), of the last cell of row 0, of the last row's last cell and
    of its first. Cells are named (row, column). With `points` the pieces stand on the crossings
    of the lines, as in Go: the corners are then the outermost crossings.
    """

    rows: int
    columns: int
    corners: Points
    points: bool = False

    def places(self) -> Places:
        """The cells on the board's plane."""
        if self.rows < 1 or self.columns < 1 or self.rows * self.columns > 4000:
            raise BadBoard(f"a grid of {self.rows} x {self.columns} cells cannot be read")
        if self.points and min(self.rows, self.columns) < 2:
            raise BadBoard("a grid of crossings needs at least two lines each way")
        corners = quad(self.corners, "the grid")
        low, gap = (0.5, 1) if self.points else (0.0, 0)
        wide, deep = self.columns - gap, self.rows - gap
        box = np.array([(0, 0), (wide, 0), (wide, deep), (0, deep)], float) + low
        outlines: dict[Key, Array] = {
            (row, column): np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) + (column, row)
            for row in range(self.rows)
            for column in range(self.columns)
        }
        return Places(
            outlines, homography(box, corners), box, (self.columns, self.rows), (wide, deep)
        )


@dataclass(frozen=True)
class Outlines:
    """Cells of any shape: their outlines in the reference picture, by name.

    `corners` are four points of the board in the reference picture that may be tapped in other
    photos too; without them only boards that are found by themselves can be read.
    """

    cells: Mapping[Any, Points]
    corners: Points | None = None

    def places(self) -> Places:
        """The cells on the board's plane, which is the reference picture, scaled."""
        if not self.cells:
            raise BadBoard("there are no cells to read")
        outlines = {key: self._outline(key, points) for key, points in self.cells.items()}
        areas = [cv2.contourArea(each.astype(np.float32)) for each in outlines.values()]
        unit = float(np.sqrt(np.median(areas)))
        everything = np.concatenate(list(outlines.values()))
        low = everything.min(axis=0)
        scaled = {key: (points - low) / unit for key, points in outlines.items()}
        size = (everything.max(axis=0) - low) / unit
        if self.corners is None:
            box = np.array([(0, 0), (size[0], 0), size, (0, size[1])], float)
        else:
            box = (quad(self.corners, "the board") - low) / unit
        to_picture = np.array([(unit, 0, low[0]), (0, unit, low[1]), (0, 0, 1.0)])
        return Places(scaled, to_picture, box, (float(size[0]), float(size[1])))

    def _outline(self, key: Key, points: Points) -> Array:
        outline = np.asarray(points, np.float64)
        if outline.ndim != 2 or outline.shape[1:] != (2,) or len(outline) < 3:
            raise BadBoard(f"the outline of cell {key!r} needs at least three points (x, y)")
        if cv2.contourArea(outline.astype(np.float32)) < 9:
            raise BadBoard(f"the outline of cell {key!r} holds hardly a pixel")
        return outline


@dataclass(frozen=True)
class Places:
    """The cells on the board's plane, and how that lies in the reference picture."""

    outlines: Mapping[Key, Array]
    to_picture: Array
    box: Array  # the four points that corners of photos belong to, on the plane
    size: tuple[float, float]
    # How many squares of one unit lie side by side between those points, if the board shows such.
    even: tuple[int, int] | None = None

    @property
    def keys(self) -> list[Key]:
        """The cells' names, in order."""
        return list(self.outlines)

    def squares(self) -> Array:
        """For each cell the middle and half width of the square it is looked at in, (cells, 3)."""
        found = []
        for outline in self.outlines.values():
            low, high = outline.min(axis=0), outline.max(axis=0)
            found.append((*((low + high) / 2), float((high - low).max() / 2)))
        return np.array(found)
