"""Looking while a box is taught: waits for stillness, follows the board, sees what was laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from device.senses.frame import Frame
from vision.course import Mark
from vision.errors import BoardNotFound
from vision.eyes import BoardFacts
from vision.geometry import View
from vision.locate import Anchor, anchor, find_board, follow
from vision.markers import find_markers
from vision.sample import Patch, Picture, Window, maps_for, take, to_log
from vision.still import StillGate, is_dark, shrink
from vision.taps import Corners, shape_fault, view_of_taps

# Still frames that make one picture, and how many are enough to look at it.
MOST_STILLS, ENOUGH_STILLS = 4, 3
# How much (mean log light) a place must differ from the bare board to hold something, how much in
# colour alone to hold something although nothing should, and to have changed since the last step.
LAID, LEFT_OVER, MOVED = 0.14, 0.30, 0.30
EDGE = 3.0  # pixels between the picture's edge and a board's corners
SAMPLES = 12


@dataclass(frozen=True)
class Seen:
    """A table at rest: the picture and where the board lies in it."""

    picture: Picture
    view: View


class BoardTracker:
    """Keeps one board in view from frame to frame."""

    def __init__(self, facts: BoardFacts, known: Any = None) -> None:
        self.facts = facts
        self._known = known  # a taught box to find the board by
        self._gate = StillGate()
        self._total: NDArray[np.uint16] | None = None
        self._count = 0
        self._anchors: list[Anchor] = []
        self._view: View | None = None
        self._fresh = False
        self.sight = "looking"
        self.latest: Picture | None = None
        self.seen: Seen | None = None
        self.still: Picture | None = None

    def see(self, frame: Frame) -> bool:
        """Take one frame in; whether there is a new table at rest to look at."""
        self.latest = frame.image
        small = shrink(frame.image)
        dark = is_dark(small)
        if dark or self._gate.moving(small):
            self.sight = "dark" if dark else "moving"
            self._total, self._count, self._fresh = None, 0, False
            self.still = self.seen = None
            return False
        if self._count < MOST_STILLS:
            image = frame.image.astype(np.uint16)
            self._total = image if self._total is None else self._total + image
            self._count += 1
        if self._count < ENOUGH_STILLS or self._fresh:
            return False
        assert self._total is not None
        self.still = np.asarray(self._total // self._count, np.uint8)
        self._fresh = True
        self._find(self.still)
        return True

    def tap(self, corners: Sequence[Sequence[float]]) -> str:
        """The board's corners as tapped; what is wrong with them, or nothing."""
        if self.still is None:
            return "moving"
        pixels = np.array(corners, dtype=np.float64)
        fault = corners_fault(pixels, self.still.shape)
        if fault:
            return fault
        size = (self.still.shape[1], self.still.shape[0])
        view = view_of_taps(pixels, size, *self.facts.extent)
        if view is None:
            return "corners"
        self._anchors.clear()
        self._hold(self.still, view)
        return ""

    def hold(self) -> None:
        """This picture was accepted: the board is followed from here, too."""
        if self.seen is not None:
            self._anchors = self._anchors[:1]
            self._hold(self.seen.picture, self.seen.view)

    def _hold(self, picture: Picture, view: View) -> None:
        self._view, self.seen, self.sight = view, Seen(picture, view), "still"
        try:
            facts = self.facts
            self._anchors.append(anchor(picture, view, facts.print_size, facts.moving_part))
        except BoardNotFound:
            if not self._anchors:
                self.sight = "lost"

    def _find(self, picture: Picture) -> None:
        """Where the board is now: followed, or found by markers or its known print."""
        if self._view is not None:
            for known in reversed(self._anchors):
                followed = follow(known, picture, self._view)
                if followed is not None:
                    self._view, self.sight = followed, "still"
                    self.seen = Seen(picture, followed)
                    return
            self.sight, self.seen = "lost", None
        try:
            view = self._searched(picture)
        except BoardNotFound:
            self.sight = "lost" if self._view is not None else "still"
            return
        self._hold(picture, view)

    def _searched(self, picture: Picture) -> View:
        try:
            return find_markers(picture, self.facts.size)
        except BoardNotFound:
            if self._known is None:
                raise
            return find_board(picture, self._known, self.facts.print_size)


def corners_fault(pixels: Corners, shape: tuple[int, ...]) -> str:
    """What is wrong with four taps: too small a board, a wrong order, too near the edge."""
    x, y = pixels.T
    inside = (x > EDGE) & (y > EDGE) & (x < shape[1] - EDGE) & (y < shape[0] - EDGE)
    return shape_fault(pixels, shape) or ("" if inside.all() else "edge")


def outside(view: View, marks: Sequence[Mark]) -> list[Mark]:
    """Things that would not lie wholly in the picture."""
    return [mark for mark in marks if not view.contains(view.project(mark.outline()), EDGE).all()]


@dataclass(frozen=True)
class Change:
    """How much a place differs between two pictures (mean log light), and in colour alone."""

    whole: float
    colour: float


def changes(now: Seen, before: Seen, marks: Sequence[Mark], size: float) -> list[Change]:
    """What changed at each mark, a change of the light as a whole taken off."""
    half = size / 2
    board = Window((-half, half, 0.0), (1.0, 0.0), (0.0, -1.0), 40, 40, size / 40)
    light = np.median(_log(now, board) - _log(before, board), axis=(0, 1))
    found = []
    for mark in marks:
        window = _window(mark)
        apart = _log(now, window) - _log(before, window) - light
        shade = apart.mean(axis=2, keepdims=True)
        found.append(Change(float(np.abs(apart).mean()), float(np.abs(apart - shade).mean())))
    return found


def _log(seen: Seen, window: Window) -> Patch:
    return to_log(take(seen.picture, maps_for(seen.view, window)))


def _window(mark: Mark) -> Window:
    """The inner part of a mark, square samples along its own axes."""
    c, s = float(np.cos(mark.turn)), float(np.sin(mark.turn))
    side = 0.75 * min(mark.size)
    across, down = (c, s), (s, -c)
    x = mark.at[0] - (across[0] + down[0]) * side / 2
    y = mark.at[1] - (across[1] + down[1]) * side / 2
    return Window((x, y, mark.z), across, down, SAMPLES, SAMPLES, side / SAMPLES)
