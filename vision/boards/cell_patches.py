"""Photos laid flat: the board as from straight above, in one light, cut into cells.

Colours are logarithms of linear light, as the reference picture would show them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.cell_places import Array, Places, mapped
from vision.light import fit_light
from vision.sample import LINEAR, Picture, to_log

Patch = NDArray[np.float32]

# Samples along a cell of the flat picture, and how many cells it reaches beyond the board.
FINE = 32
MARGIN = 0.75
# Samples along a cut-out, and how many cells wide it is.
SIDE = 32
REACH = 1.36
# Brighter than this (of 255, in all channels) a camera cannot tell how bright.
SATURATED = 250
# So bright (of 1) the brighter part of every board is made; none is taken to be dimmer than so.
EXPOSED, BRIGHT, DIMMEST = 0.8, 75, 0.01
# Samples along a cell for fitting the light.
COARSE = 6
# The local light is the one that so much of the neighbourhood agrees on, within this spread.
AGREED, SPREAD = 0.35, 0.12
# Fewer samples than this tell nothing of the light.
FEW = 30


@dataclass(frozen=True)
class Flat:
    """A photo laid flat: log light, what is inside the photo, and what is burnt out."""

    light: Patch
    inside: Patch
    burnt: Patch


def lay_flat(photo: Picture, to_photo: Array, places: Places) -> Flat:
    """The board of a photo, laid flat; `to_photo` takes the board's plane to the photo."""
    columns, rows = (round((side + 2 * MARGIN) * FINE) for side in places.size)
    x, y = np.meshgrid((np.arange(columns) + 0.5) / FINE, (np.arange(rows) + 0.5) / FINE)
    pixels = mapped(to_photo, np.stack([x, y], axis=-1) - MARGIN)
    small, scale = _shrunk(photo, pixels)
    ground = _sampled(small, pixels * scale)
    height, width = photo.shape[:2]
    inside = np.asarray(((pixels >= 0) & (pixels <= (width, height))).all(axis=-1))
    burnt = (ground.min(axis=2) >= SATURATED).astype(np.float32)
    light = to_log(ground, _gain(ground, inside))
    return Flat(light, np.asarray(inside, np.float32), burnt)


def _gain(ground: Picture, inside: NDArray[np.bool_]) -> float:
    """How much brighter to make a board, so that what is dark on it is as dark in a dim photo."""
    seen = LINEAR[ground[inside]].mean(axis=1)
    bright = float(np.percentile(seen, BRIGHT)) if len(seen) else EXPOSED
    return EXPOSED / max(bright, DIMMEST)


def _shrunk(photo: Picture, pixels: Array) -> tuple[Picture, float]:
    """The photo no larger than the samples need, so that fine patterns do not flicker."""
    steps = np.linalg.norm(np.diff(pixels[::FINE], axis=1), axis=-1)
    scale = 1 / max(1.0, float(np.median(steps)))
    if scale > 0.9:
        return photo, 1.0
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def _sampled(photo: Picture, pixels: Array) -> Picture:
    places = (pixels - 0.5).astype(np.float32)
    flat = cv2.remap(
        photo, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


# -- light ----------------------------------------------------------------------------------------


def even_light(flat: Flat, reference: Flat) -> Flat:
    """The flat picture in the light of the reference, judged by what did not change."""
    places, now = _coarse(flat)
    _, then = _coarse(reference)
    seen = _coarse_mask(flat) * _coarse_mask(reference) > 0.5
    if np.count_nonzero(seen) < FEW:
        return flat
    change = now - then
    light = fit_light(places[seen], change[seen], 1.0)
    rest = change - light.at(places)
    field = (light.at(places) + _local(rest, seen)).astype(np.float32)
    size = flat.inside.shape[::-1]
    full = np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR))
    return replace(flat, light=flat.light - full)


def _coarse(flat: Flat) -> tuple[Array, Patch]:
    step = FINE // COARSE
    layer = flat.light
    size = (layer.shape[1] // step, layer.shape[0] // step)
    small = np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), np.float32)
    x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    return np.stack([x, y], axis=-1), small


def _coarse_mask(flat: Flat) -> Patch:
    step = FINE // COARSE
    good = flat.inside * (1 - flat.burnt)
    size = (good.shape[1] // step, good.shape[0] // step)
    return np.asarray(cv2.resize(good, size, interpolation=cv2.INTER_AREA))


def _local(rest: Patch, seen: NDArray[np.bool_]) -> Patch:
    """What is left of the light around each cell, where enough of the neighbourhood agrees."""
    reach = COARSE * 3
    grey = rest.mean(axis=2)
    best, mass = np.zeros_like(grey), np.full(grey.shape, AGREED, np.float32)
    weight = cv2.blur(seen.astype(np.float32), (reach, reach)) + 1e-3
    for level in np.arange(-1.8, 1.21, SPREAD / 2):
        near = (np.exp(-(((grey - level) / SPREAD) ** 2)) * seen).astype(np.float32)
        share = cv2.blur(near, (reach, reach)) / weight * (1.0 if abs(level) > 0.06 else 1.15)
        better = share > mass
        best[better], mass[better] = level, share[better]
    return np.asarray(cv2.blur(best, (COARSE, COARSE)))[..., None].repeat(3, axis=2)


# -- cut-outs -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Twist:
    """A cut-out taken a little beside, turned or larger."""

    turn: float = 0.0  # radians
    across: float = 0.0  # cells
    down: float = 0.0
    scale: float = 1.0


PLAIN = Twist()


def cut(layer: Patch, squares: Array, twists: Sequence[Twist] = (PLAIN,)) -> Patch:
    """Square cut-outs around cells, (cells * twists, SIDE, SIDE, ...)."""
    found = []
    for x, y, half in squares:
        for twist in twists:
            matrix = _matrix(x, y, half, twist)
            found.append(
                cv2.warpAffine(
                    layer,
                    matrix,
                    (SIDE, SIDE),
                    flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                    borderMode=cv2.BORDER_REPLICATE,
                )
            )
    return np.asarray(found, np.float32)


def _matrix(x: float, y: float, half: float, twist: Twist) -> Array:
    """From pixels of the cut-out to those of the flat picture."""
    size = 2 * half * REACH / SIDE * FINE * twist.scale
    c, s = np.cos(twist.turn) * size, np.sin(twist.turn) * size
    middle = (
        (x + MARGIN + twist.across * 2 * half) * FINE - 0.5,
        (y + MARGIN + twist.down * 2 * half) * FINE - 0.5,
    )
    centre = (SIDE - 1) / 2
    return np.array(
        [
            (c, -s, middle[0] - c * centre + s * centre),
            (s, c, middle[1] - s * centre - c * centre),
        ]
    )
