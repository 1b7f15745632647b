"""The faces of counters, read finely from the picture itself: small print needs every pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import Picture

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]
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
USUAL = 1.4  # how much its own kind explains of a face that is seen well
# Samples by which a picture is less sharp than the one that taught; so wide is small print, and
# where it runs together a face is worth fewer samples.
BLURS, PRINT = (0.0, 1.0, 1.6, 2.4), 1.2
TWINS = 0.6  # twins taught in one picture are more alike than a face is in another one
# Something that lies across a face: where its edge may run (shares of the face from its middle).
ACROSS, WAYS = (0.0, 0.1, 0.2, 0.3, 0.4), 12


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
        self._taught = [face for _, face in each]
        self.bank = self._seen_with(0.0)
        # Levelled again, as parts of them are: so both are worth alike.
        self._blurred = [_levelled(self._seen_with(blur)) for blur in BLURS]

    def _seen_with(self, blur: float) -> Array:
        """The taught faces as they look in a picture that is so much less sharp."""
        if not self._taught:
            return np.zeros((0, 1), np.float32)
        soft = [cv2.GaussianBlur(f, (0, 0), blur) if blur else f for f in self._taught]
        return _levelled(np.stack([f[EDGE:-EDGE, EDGE:-EDGE].ravel() for f in soft]))

    @cached_property
    def _in_parts(self) -> Array:
        """The bank looked at coarsely, whole and by each part, (sample, part and face)."""
        side = FINE - 2 * EDGE
        coarse = np.stack([_halved(face.reshape(side, side)).ravel() for face in self.bank])
        bank = np.zeros((1 + len(_parts(side // 2)), *coarse.shape), np.float32)
        bank[0] = _levelled(coarse)
        for levelled, part in zip(bank[1:], _parts(side // 2), strict=True):
            levelled[:, part] = _levelled(coarse[:, part])
        return bank.reshape(-1, coarse.shape[1]).T

    def likeness(
        self, cuts: Sequence[Array], without: int = -1, part: Mask | None = None
    ) -> dict[str, float]:
        """How much each kind explains of a face, at its best place and turn.

        `cuts` are the face with room, in a few turns. The value is half the logarithm of how much
        less is left over than of any plain face: times the samples, it is a log likelihood. If only
        a part of the face is seen, it is of that.
        """
        return self.look(cuts, without, part)[0]

    def look(
        self, cuts: Sequence[Array], without: int = -1, part: Mask | None = None
    ) -> tuple[dict[str, float], float]:
        """How much each kind explains of a face, and how far that can be trusted, to 1.

        All kinds are taken to be as blurred as the one that explains most: next to sharp print any
        pale and plain face looks most like a blurred one.
        """
        rows = _levelled(_part(_windows(cuts, EDGE), part))
        share = 1.0 if part is None else float(part.mean())
        banks = self._blurred if part is None else [_levelled(b[:, part]) for b in self._blurred]
        others = np.arange(len(self.names)) != without
        worth, most, blurred = np.zeros(len(self.names), np.float32), -1.0, 0.0
        for blur, bank in zip(BLURS, banks, strict=True):
            found = _worthy((rows @ bank.T).max(axis=0), share)
            top = float(found[others].max(initial=0.0))
            if top > most:
                worth, most, blurred = found, top, blur
        best = self._by_kind(worth, without)
        return best, trust(best, part) / (1 + (blurred / PRINT) ** 2)

    def _by_kind(self, worth: Array, without: int) -> dict[str, float]:
        found: dict[str, float] = {}
        for n, (name, value) in enumerate(zip(self.names, worth, strict=True)):
            if n != without:
                found[name] = max(found.get(name, 0.0), float(value))
        return found

    def uncovered(self, cuts: Sequence[Array]) -> Mask | None:
        """The part of a face that something across it leaves to see, None if it is all seen.

        It is the part that a kind explains best, beside the whole face; looked at coarsely.
        """
        rows = _windows([_halved(each) for each in cuts], EDGE // 2)
        rows = rows - rows.mean(axis=1, keepdims=True)
        side = FINE - 2 * EDGE
        masks = _whole_and_parts(side // 2)
        count = masks.sum(axis=0)
        spread = np.sqrt(np.maximum(rows**2 @ masks - (rows @ masks) ** 2 / count, 0)) + PALEST
        alike = (rows @ self._in_parts).reshape(len(rows), len(count), -1).max(axis=2) / spread
        worth = _worthy(alike.max(axis=0), count / len(masks))
        best = int(worth.argmax())
        return _parts(side)[best - 1] if best else None

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


def trust(alike: Mapping[str, float], part: Mask | None = None) -> float:
    """How far a likeness can be trusted, to 1: a face that in haze or blur looks less like any
    kind than faces do is worth fewer samples.
    """
    share = 1.0 if part is None else float(part.mean())
    return min(1.0, max(alike.values(), default=0.0) / (USUAL * share)) ** 2


def turned_cuts(picture: Picture, view: View, pose: Pose, size: float, lift: float) -> list[Array]:
    """A face with room round it, in a few turns."""
    x, y, turn = pose
    return [
        cut(picture, view, (x, y, turn + float(np.radians(extra))), size, lift, ROOM)
        for extra in TURNS
    ]


def _windows(cuts: Sequence[Array], edge: int) -> Array:
    """What cuts show at every place that their room allows."""
    side = cuts[0].shape[0] - 2 * ROOM * edge // EDGE - 2 * edge
    views = [sliding_window_view(each[edge:-edge, edge:-edge], (side, side)) for each in cuts]
    return np.concatenate([view.reshape(-1, side * side) for view in views])


def _part(rows: Array, part: Mask | None) -> Array:
    return rows if part is None else rows[:, part]


def _worthy(alike: Array, share: Array | float) -> Array:
    """How much is explained of a share of a face by what is so much alike."""
    return np.asarray(-0.5 * share * np.log(np.maximum(1 - np.clip(alike, 0, 1) ** 2, PALEST)))


@lru_cache(maxsize=2)
def _parts(side: int) -> list[Mask]:
    """A face on this side of a straight edge, whichever way it runs."""
    ticks = (np.arange(side) + 0.5) / side - 0.5
    x, y = (each.ravel() for each in np.meshgrid(ticks, ticks))
    ways = np.arange(WAYS) * (2 * np.pi / WAYS)
    return [x * np.cos(way) + y * np.sin(way) < off for way in ways for off in ACROSS]


@lru_cache(maxsize=1)
def _whole_and_parts(side: int) -> Array:
    return np.stack([np.ones(side * side, bool), *_parts(side)], axis=1).astype(np.float32)


def _halved(face: Array) -> Array:
    size = (face.shape[1] // 2, face.shape[0] // 2)
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.float32)


def _levelled(rows: Array) -> Array:
    """Rows without their mean, each of length one."""
    off = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(off / (np.linalg.norm(off, axis=1, keepdims=True) + PALEST), np.float32)
