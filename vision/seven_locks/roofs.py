"""How broad the towers' roofs are, by a picture with towers and one without."""

from __future__ import annotations

import numpy as np

from rules.seven_locks.pieces import PLACES
from vision.geometry import View
from vision.sample import Maps, Picture, take, to_log
from vision.seven_locks.tops import Tops
from vision.seven_locks.windows import Floats

REACHES = np.arange(0.014, 0.0421, 0.001)  # metres from the middle of a roof
# Directions from it, against that away from the camera: outwards its top ends, aside its eaves do.
OUTWARDS = np.array((-0.5, -0.25, 0.0, 0.25, 0.5))
ASIDE = np.array((-1.8, -1.57, -1.35, 1.35, 1.57, 1.8))
INSIDE, OUTSIDE = 8, 4  # reaches that surely show a roof, and surely none
EDGE = 0.35  # how far what shows beyond a roof may differ from the table, of how far a roof does
ROUNDED = 0.003  # metres that a roof reaches farther than it looks at its edge
LEAST, MOST = 0.020, 0.040


def roof_sizes(
    full: tuple[Picture, View], bare: tuple[Picture, View], tops: Tops
) -> tuple[float, float]:
    """How far roofs reach from their middle: at their eaves and on top."""
    eaves, top = (_reach(full, bare, tops, ways) for ways in (ASIDE, OUTWARDS))
    return eaves, min(eaves, top)


def _reach(
    full: tuple[Picture, View], bare: tuple[Picture, View], tops: Tops, ways: Floats
) -> float:
    """Up to where most roofs differ from what is seen there without them, some way from the top."""
    eye = full[1].centre
    places = np.array([_around(tops, place, eye, ways) for place in range(PLACES)])
    behind = eye[:2] + (places - eye[:2]) * eye[2] / (eye[2] - tops.height)
    change = _seen(*full, places, tops.height) - _seen(*bare, behind, 0.0)
    off = np.median(np.linalg.norm(change, axis=-1).reshape(-1, len(REACHES)), axis=0)
    inside, outside = float(np.median(off[:INSIDE])), float(np.median(off[-OUTSIDE:]))
    roof = np.nonzero(off > outside + EDGE * (inside - outside))[0]
    far = float(REACHES[roof[-1]]) if len(roof) else LEAST
    return float(np.clip(far + ROUNDED, LEAST, MOST))


def _around(tops: Tops, place: int, eye: Floats, ways: Floats) -> Floats:
    """Points in some directions from the middle of a roof, (directions, reaches, 2)."""
    middle = np.array(tops.at(place))
    away = middle - eye[:2]
    turns = np.arctan2(away[1], away[0]) + ways
    arms = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return np.asarray(middle + arms[:, None] * REACHES[:, None])


def _seen(picture: Picture, view: View, places: Floats, z: float) -> Floats:
    """The look of places at one height (log light)."""
    points = np.concatenate([places, np.full((*places.shape[:-1], 1), z)], axis=-1)
    pixels = (view.project(points.reshape(-1, 3)) - 0.5).astype(np.float32)
    flat = pixels.reshape(-1, len(REACHES), 2)
    maps = Maps(flat[..., 0], flat[..., 1], np.ones(flat.shape[:2], bool))
    return np.asarray(to_log(take(picture, maps)), np.float64)
