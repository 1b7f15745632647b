"""What proves a finding: the part of a picture in which the game lies, small enough for a phone."""

from __future__ import annotations

import cv2
import numpy as np

from vision.eyes import BoardFacts
from vision.geometry import View
from vision.sample import Picture

WIDTH = 640  # pixels across at the most: as wide as a phone shows it
QUALITY = 80  # of the JPEG, of 100
# Metres around the board, and above it, that a proof shows.
MARGIN, HEIGHT = 0.03, 0.06


def proof(picture: Picture, view: View, facts: BoardFacts) -> bytes | None:
    """The board and what belongs to it; who sits at the table is nobody's proof."""
    (wide, deep), least = facts.extent, max(facts.hand_area, facts.proof_area)
    left, top, right, bottom = _box(view, max(wide, least), max(deep, least))
    shot = picture[top:bottom, left:right]
    if not shot.size:
        return None
    scale = min(1.0, WIDTH / shot.shape[1])
    size = max(1, round(scale * shot.shape[1])), max(1, round(scale * shot.shape[0]))
    return jpeg(np.asarray(cv2.resize(shot, size, interpolation=cv2.INTER_AREA), np.uint8))


def _box(view: View, wide: float, deep: float) -> tuple[int, int, int, int]:
    """The part of a picture that holds what lies and stands on so much of the table."""
    corners = [
        (x * (wide / 2 + MARGIN), y * (deep / 2 + MARGIN), z)
        for x in (-1, 1)
        for y in (-1, 1)
        for z in (0.0, HEIGHT)
    ]
    pixels = view.project(np.array(corners))
    left, top = np.floor(pixels.min(axis=0))
    right, bottom = np.ceil(pixels.max(axis=0))
    across, down = np.clip([left, right], 0, view.width), np.clip([top, bottom], 0, view.height)
    return int(across[0]), int(down[0]), int(across[1]), int(down[1])


def jpeg(picture: Picture) -> bytes:
    """A picture as phones show it."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])
