"""What a ruling or a question is about, cut out of the pictures before and after, and ringed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.fact_words import Kind
from rules.game import Position
from rules.values import Json, Ruling
from vision.eyes import Eyes
from vision.geometry import View
from vision.observe.spots import Spot, spots
from vision.observe.table import Fact
from vision.sample import Picture

SIDE = 400  # pixels at the most: two of a crop fill the width of a phone at its own fineness
LARGEST = 40_000  # bytes of a crop: a phone far off loads it within half a second
QUALITIES = (80, 60, 40, 20)  # of the JPEG, of 100; the first that is small enough
Points = NDArray[np.float64]
Seen = tuple[Picture, View]


@dataclass(frozen=True)
class Ring:
    """An outline in a crop, in shares of its sides, and what words call what it rings."""

    fact: Fact | None
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Shot:
    """One picture of a crop."""

    picture: bytes
    rings: tuple[Ring, ...]


@dataclass(frozen=True)
class Crop:
    """The same place before and after; nobody knows how it was before the first picture."""

    after: Shot
    before: Shot | None


def concerned(
    kinds: Mapping[str, Kind],
    eyes: Eyes,
    positions: Sequence[Position],
    rulings: Sequence[Ruling],
) -> tuple[Spot, ...]:
    """Where these positions differ; of that, if rulings name any of it, what they name.

    A fact by a place's own name ("square") says more than another of its kind ("source").
    """
    laid = [each for each in map(eyes.lay, positions) if each is not None]
    if not laid:
        return ()
    found = spots(laid[0][0], [scene for _, scene in laid])
    told = [fact for ruling in rulings for fact in ruling.facts.items()]
    own = tuple(spot for spot in found if _is_told(spot, told))
    alike = [(kind, v) for kind in kinds for n, v in told if kinds.get(n) is kinds[kind]]
    return own or tuple(spot for spot in found if _is_told(spot, alike)) or found


def _is_told(spot: Spot, told: Sequence[tuple[str, Json]]) -> bool:
    return spot.fact is not None and named(spot.fact) in told


def named(fact: Fact) -> tuple[str, Json]:
    """A fact as words take it."""
    name, value = fact
    plain = list(value) if isinstance(value, tuple) else value
    return name, plain  # type: ignore[return-value]  # facts of places are JSON


def crop(found: Sequence[Spot], after: Seen, before: Seen | None) -> Crop | None:
    """Pictures in which one ringed thing is a third as wide as they are; None for no spot."""
    if not found:
        return None
    return Crop(_shot(found, *after), None if before is None else _shot(found, *before))


def _shot(found: Sequence[Spot], picture: Picture, view: View) -> Shot:
    outlines = [_outline(view.project(spot.corners)) for spot in found]
    left, top, side = _square(outlines, picture.shape[1], picture.shape[0])
    size = min(SIDE, round(side))
    scale = size / side
    moved = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    cut = np.asarray(cv2.warpAffine(picture, moved, (size, size), flags=way), np.uint8)
    rings = (
        Ring(spot.fact, _shares((outline - (left, top)) / side))
        for spot, outline in zip(found, outlines, strict=True)
    )
    return Shot(_small(cut), tuple(rings))


def _outline(pixels: Points) -> Points:
    return np.asarray(cv2.convexHull(pixels.astype(np.float32))[:, 0], np.float64)


def _square(outlines: Sequence[Points], width: int, height: int) -> tuple[float, float, float]:
    """Left, top and side: about all outlines, as wide again as the largest on every side."""
    sizes = [np.ptp(outline, axis=0).max() for outline in outlines]
    every = np.vstack(list(outlines))
    low, high = every.min(axis=0), every.max(axis=0)
    side = min(float((high - low).max() + 2 * max(sizes)), width, height)
    left, top = np.clip((low + high - side) / 2, 0, (width - side, height - side))
    return float(left), float(top), side


def _shares(outline: Points) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in outline)


def _small(picture: Picture) -> bytes:
    """As a JPEG that is small enough for a phone."""
    for quality in QUALITIES:
        written = bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
        if len(written) <= LARGEST:
            break
    return written
