"""Small things anywhere in a picture: as large as a die and unlike all round them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sample import Picture, largest

WIDE = 5.0  # samples across a die are enough
AWAY = 1.5  # edges from its middle another colour is all round it
FAINTEST = 6  # how unlike that it is


def compact(picture: Picture, edge: float) -> NDArray[np.float64]:
    """The middles of small things, the clearest first, for dice with edges so long (pixels)."""
    scale = WIDE / edge
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return (compact_in(small, WIDE) + 0.5) / (np.array(size) / picture.shape[1::-1])


def compact_in(small: Picture, edge: float) -> NDArray[np.int64]:
    """The samples in a small picture where small things are, the clearest first."""
    away = round(AWAY * edge)
    soft = cv2.GaussianBlur(small, (0, 0), 0.35 * edge)
    around = cv2.copyMakeBorder(soft, away, away, away, away, cv2.BORDER_REPLICATE)
    rows, columns = small.shape[:2]
    ways = [
        (x, y) for x in (0, away, 2 * away) for y in (0, away, 2 * away) if (x, y) != (away, away)
    ]
    off = np.stack(
        [largest(cv2.absdiff(soft, around[y : y + rows, x : x + columns])) for x, y in ways]
    )
    plain = off.min(axis=0)
    reach = 2 * away + 1
    top = (plain == cv2.dilate(plain, np.ones((reach, reach), np.uint8))) & (plain > FAINTEST)
    y, x = np.nonzero(top)
    best = np.argsort(-plain[y, x].astype(int), kind="stable")
    return np.stack([x[best], y[best]], axis=1)
