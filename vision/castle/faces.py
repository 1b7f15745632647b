"""The faces of counters, read finely from the picture itself: small print needs every pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import Picture

Array = NDArray[np.float32]
Pose = tuple[float, float, float]

FINE = 32  # samples across a face
ROOM = 3  # samples more on each side, for looking a little aside
EDGE = 2  # samples at the rim that are not compared: paper wears there
TURNS = (-3.0, 0.0, 3.0)
SHARE = 0.94  # of a face is looked at
SOFT = 0.9  # samples: two pictures never catch small print alike
PALEST = 1e-3
# How many independent samples a face is worth at most, at least, and of a guess from twins.
WORTH, LEAST, TRIED = 60.0, 6.0, (6.0, 9.0, 13.0, 20.0, 30.0, 45.0, 70.0, 100.0)
NEARLY = 0.3
TWINS = 0.6  # twins taught in one picture are more alike than a face is in another one


def cut(picture: Picture, view: View, pose: Pose, size: float, lift: float, room: int = 0) -> Array:
    """A face in grey, upright, with some room round it."""
    count = FINE + 2 * room
    half = SHARE * size / FINE * (count - 1) / 2
    c, s = np.cos(pose[2]), np.sin(pose[2])
    corners = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    at = corners @ np.array([(c, s), (-s, c)]) + np.array(pose[:2])
    seen = view.project(np.hstack([at, np.full((4, 1), lift)])) - 0.5
    last = count - 1
    flat = np.array([(0, 0), (last, 0), (last, last), (0, last)], np.float32)
    warp = cv2.getPerspectiveTransform(flat, seen.astype(np.float32))
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    face = cv2.warpPerspective(
        picture, warp, (count, count), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), SOFT), np.float32)


class Faces:
    """Taught faces; of one kind there may be several."""

    def __init__(self, taught: Mapping[str, Array]) -> None:
        each = [(name, face) for name, faces in taught.items() for face in faces]
        self.names = [name for name, _ in each]
        inner = [face[EDGE:-EDGE, EDGE:-EDGE].ravel() for _, face in each]
        self.bank = _levelled(np.stack(inner)) if inner else np.zeros((0, 1), np.float32)

    def likeness(self, cuts: Sequence[Array], without: int = -1) -> dict[str, float]:
        """How much each kind explains of a face, at its best place and turn.

        `cuts` are the face with room, in a few turns. The value is half the logarithm of how much
        less is left over than of any plain face: times the samples, it is a log likelihood.
        """
        side = FINE - 2 * EDGE
        views = [sliding_window_view(each[EDGE:-EDGE, EDGE:-EDGE], (side, side)) for each in cuts]
        rows = np.concatenate([view.reshape(-1, side * side) for view in views])
        best = (_levelled(rows) @ self.bank.T).max(axis=0)
        worth = -0.5 * np.log(np.maximum(1 - np.clip(best, 0, 1) ** 2, PALEST))
        found: dict[str, float] = {}
        for n, (name, value) in enumerate(zip(self.names, worth, strict=True)):
            if n != without:
                found[name] = max(found.get(name, 0.0), float(value))
        return found

    def weight(self, cuts: Sequence[Sequence[Array]], families: Mapping[str, object]) -> float:
        """How many samples a face is worth: as many as tell twins from other kinds best."""
        tests = []
        for n, name in enumerate(self.names):
            if self.names.count(name) > 1:
                values = self.likeness(cuts[n], without=n)
                rivals = {k: v for k, v in values.items() if families[k] == families[name]}
                tests.append((values[name], np.array(list(rivals.values()))))
        if len(tests) < 6:
            return WORTH * TWINS
        told = [
            sum(w * true - float(np.log(np.exp(w * all_).sum())) for true, all_ in tests)
            for w in TRIED
        ]
        # Twins that are never mistaken leave open how much more a face could be worth.
        most = max(w for w, value in zip(TRIED, told, strict=True) if value > max(told) - NEARLY)
        return float(np.clip(TWINS * most, LEAST, WORTH))


def turned_cuts(picture: Picture, view: View, pose: Pose, size: float, lift: float) -> list[Array]:
    """A face with room round it, in a few turns."""
    x, y, turn = pose
    return [
        cut(picture, view, (x, y, turn + float(np.radians(extra))), size, lift, ROOM)
        for extra in TURNS
    ]


def _levelled(rows: Array) -> Array:
    """Rows without their mean, each of length one."""
    off = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(off / (np.linalg.norm(off, axis=1, keepdims=True) + PALEST), np.float32)
