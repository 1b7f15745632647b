"""Looking at planes of the table: cached maps from a patch of the world to picture pixels.

Colours are read as logarithms of linear light, so that a change of lamp or exposure is a shift.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View

Picture = NDArray[np.uint8]
Patch = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Light below this share of full scale is noise; it keeps the logarithm tame.
DARK = 0.01


def _linear_table() -> NDArray[np.float64]:
    code = np.arange(256) / 255.0
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


LINEAR = _linear_table()
SPARSE = 8  # samples of a large window between those whose places are worked out
MANY = 2000  # samples: fewer are looked up quicker one by one
LOG: Patch = np.log(LINEAR + DARK).astype(np.float32)


@dataclass(frozen=True)
class Window:
    """A rectangle of the world: its corner, the two axes (metres), and the step of a sample."""

    corner: tuple[float, float, float]
    across: tuple[float, float]
    down: tuple[float, float]
    columns: int
    rows: int
    step: float

    def points(self) -> NDArray[np.float64]:
        """World points of all samples, (rows * columns, 3)."""
        column, row = np.meshgrid(np.arange(self.columns) + 0.5, np.arange(self.rows) + 0.5)
        column, row = column.ravel() * self.step, row.ravel() * self.step
        x = self.corner[0] + column * self.across[0] + row * self.down[0]
        y = self.corner[1] + column * self.across[1] + row * self.down[1]
        return np.stack([x, y, np.full(x.shape, self.corner[2])], axis=1)


@dataclass(frozen=True)
class Maps:
    """Where each sample of a window lies in the picture."""

    x: Patch
    y: Patch
    inside: Mask


def maps_for(view: View, window: Window) -> Maps:
    """The picture places of a window's samples, for one view."""
    return maps_for_all(view, [window])[0]


def smooth_maps(view: View, window: Window) -> Maps:
    """The same for a large window: places between a few lie between theirs."""
    rows, columns = (-(-count // SPARSE) + 1 for count in (window.rows, window.columns))
    start = (np.array([window.across, window.down]).sum(axis=0) * (1 - SPARSE) / 2) * window.step
    corner = np.array(window.corner) + (*start, 0.0)
    few = replace(
        window, corner=tuple(corner), columns=columns, rows=rows, step=SPARSE * window.step
    )
    places = maps_for(view, few)
    between = np.array([(1 / SPARSE, 0, 0), (0, 1 / SPARSE, 0)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = window.columns, window.rows
    x, y = (
        np.asarray(cv2.warpAffine(each, between, size, flags=flags), np.float32)
        for each in (places.x, places.y)
    )
    pixels = np.stack([x.ravel(), y.ravel()]) + np.float32(0.5)
    return Maps(x, y, view.contains(pixels.T).reshape(x.shape))


def maps_for_all(view: View, windows: Sequence[Window]) -> list[Maps]:
    """The picture places of many windows of one size at once."""
    first = windows[0]
    column, row = np.meshgrid(np.arange(first.columns) + 0.5, np.arange(first.rows) + 0.5)
    steps = np.stack([np.ones(column.size), column.ravel(), row.ravel()])  # (3, samples)
    ways = np.array([[w.corner, (*w.across, 0.0), (*w.down, 0.0)] for w in windows])
    ways[:, 1:] *= first.step
    points = ways.transpose(2, 0, 1).reshape(-1, 3) @ steps  # of all windows, x first
    pixels = view.pixels(points.reshape(3, -1))
    shape = (len(windows), first.rows, first.columns)
    inside = view.contains(pixels.T).reshape(shape)
    x, y = (pixels - 0.5).astype(np.float32).reshape(2, *shape)
    return [Maps(*each) for each in zip(x, y, inside, strict=True)]


def softened(picture: Picture) -> Picture:
    """The picture a little softer, so that noise matters less where colours are read."""
    # By halves and quarters: other weights of the same reach take four to seven times as long.
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), dtype=np.uint8)


def take(picture: Picture, maps: Maps) -> Picture:
    """The window as an 8-bit picture."""
    return np.asarray(cv2.remap(picture, maps.x, maps.y, cv2.INTER_LINEAR), dtype=np.uint8)


def joined(maps: Sequence[Maps]) -> Maps:
    """Windows of one width below each other, taken at once."""
    return Maps(
        np.concatenate([each.x for each in maps]),
        np.concatenate([each.y for each in maps]),
        np.concatenate([each.inside for each in maps]),
    )


def largest(values: NDArray[Any]) -> NDArray[Any]:
    """The largest of each sample's three channels."""
    return np.asarray(np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]))


def usual(values: NDArray[np.floating]) -> NDArray[np.floating]:
    """The median of samples' three channels: of not too many, it is told fastest by sorting."""
    ranked = np.sort(values.reshape(-1, 3), axis=0)
    count = len(ranked)
    return np.asarray((ranked[(count - 1) // 2] + ranked[count // 2]) / 2)


def to_log(raw: Picture, gain: float = 1.0) -> Patch:
    """8-bit samples to logarithms of linear light, as if the light were `gain` times brighter."""
    table = LOG if gain == 1.0 else np.log(LINEAR * gain + DARK).astype(np.float32)
    if raw.size < MANY:
        return np.asarray(table[raw])
    flat = np.ascontiguousarray(raw).reshape(1, -1)
    return np.asarray(cv2.LUT(flat, table), np.float32).reshape(raw.shape)


def in_light(look: NDArray[Any], change: NDArray[Any]) -> Patch:
    """A look (logarithms of light) in other light: what is dark does not fall below the floor."""
    light = np.maximum(np.exp(look) - DARK, 0.0) * np.exp(change)
    return np.asarray(np.log(light + DARK), np.float32)
