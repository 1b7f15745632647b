"""A key that lies on the board beside the keymaster: which one of the row it is, by its colour."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.seven_locks.find import coloured, median
from vision.seven_locks.layout import STEP, Array, Floats, Spot

# How far what lies there must differ from the board in tint, or how much darker than a shadow it
# must be (log light): light falls on a board in stripes as well; and how much it must be of a key's
# colour.
TINTED, DARKER, ALIKE = 0.3, -1.2, 0.5
PATCH = round(0.026 / STEP) | 1  # samples around one that tell of the light on it
LONG = (0.020, 0.032)  # metres from end to end: no longer than a coat of arms, and surely a key
LONGEST, THIN = 0.12, 0.45  # no key is longer, nor does one fill more of a square of its length
PAWN_ROOM, PAWN_TALL = 0.013, 0.032  # metres around and above the keymaster's place


def keys_out(change: Array, shown: Array, free: NDArray[np.bool_], colours: Array) -> list[float]:
    """How clearly each key lies on the board, 0 to 1.

    `change` is how the board differs from its taught look, `shown` how it looks (log light),
    `free` where a key could be seen; `colours` are the keys' in this light.
    """
    # Light and shade lie on the board in patches, a key is thin.
    there = np.where(free[..., None], change, 0).astype(np.float32)
    local = np.stack([median(there[..., c], PATCH) for c in range(3)], axis=-1)
    change, shown = change - local, shown - local
    level = change.mean(axis=2)
    tint = np.linalg.norm(change - level[..., None], axis=2)
    laid = free & ((tint > TINTED) | (level < DARKER))
    samples = shown[laid]
    if not len(samples):
        return [0.0] * len(colours)
    alike = np.stack([coloured(samples[None], colour)[0] for colour in colours])
    best = np.where(alike.max(axis=0) > ALIKE, alike.argmax(axis=0), -1)
    names = np.full(laid.shape, -1)
    names[laid] = best
    return [_key_like(names == key) for key in range(len(colours))]


def _key_like(mask: NDArray[np.bool_]) -> float:
    """How much the longest thing of one colour is as long and thin as a key."""
    if not mask.any():
        return 0.0
    joined = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, names = cv2.connectedComponents(joined)
    found = [0.0]
    for name in range(1, count):
        rows, columns = np.nonzero(names == name)
        (_, sides, _) = cv2.minAreaRect(np.stack([columns, rows], axis=1).astype(np.float32))
        long = (max(sides) + 1) * STEP
        if long < LONGEST and len(rows) * STEP**2 < THIN * long**2:
            found.append(float(np.clip((long - LONG[0]) / (LONG[1] - LONG[0]), 0, 1)))
    return max(found)


def around_pawn(places: Floats, at: Spot, eye: Floats) -> NDArray[np.bool_]:
    """Which places of the board the keymaster hides or is seen before, standing somewhere."""
    foot = np.array(at)
    away = (foot - np.asarray(eye[:2])) * PAWN_TALL / (eye[2] - PAWN_TALL)
    along = np.clip((places - foot) @ away / max(float(away @ away), 1e-9), 0, 1)
    near = foot + along[..., None] * away
    return np.asarray(np.linalg.norm(places - near, axis=-1) < PAWN_ROOM)
