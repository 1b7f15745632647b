"""Looking while a box is taught: waits for stillness, follows the board, sees what was laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from device.senses.frame import Frame
from vision.again import Again
from vision.course import Mark
from vision.eyes import BoardFacts
from vision.geometry import View
from vision.place import Place
from vision.sample import Patch, Picture, Window, maps_for, take, to_log
from vision.still import MOST_STILLS, Dark, Still, Stillness
from vision.taps import Corners, fault_of_taps, shape_fault

# Mean log light by which a place differs from the bare board if something lies there; in colour
# alone, if something lies there that should not; and, so, if it changed since the last step.
LAID, LEFT_OVER, MOVED = 0.14, 0.30, 0.30
EDGE = 3.0  # pixels between the picture's edge and a board's corners
SAMPLES = 12  # across a mark's inner part


@dataclass(frozen=True)
class Seen:
    """A table at rest: the picture and where the board lies in it."""

    picture: Picture
    view: View


@dataclass(frozen=True)
class UntaughtBoard:
    """A board that is being taught; `board`: how it looks from above, if a box knows that."""

    facts: BoardFacts
    board: Picture | None = None

    def covers(self, view: View) -> None:
        """Nothing stands on it that is known."""
        del view


class BoardTracker:
    """Keeps one board in view from frame to frame."""

    def __init__(self, facts: BoardFacts, known: Picture | None = None) -> None:
        self.facts = facts
        self._stillness = Stillness()
        # Its owner waits for it: every still moment is worth a search.
        self._place = Place(UntaughtBoard(facts, known), Again(0.0, (0.0,)))
        self._still: Still | None = None  # read already
        self.sight = "looking"
        self.latest: Picture | None = None
        self.seen: Seen | None = None

    def see(self, frame: Frame) -> bool:
        """Take one frame in; whether there is a new table at rest to look at."""
        self.latest = frame.image
        still = self._stillness.take(frame)
        if not isinstance(still, Still):
            self.sight = "dark" if isinstance(still, Dark) else "moving"
            self._still = self.seen = None
            return False
        if self._still is not None or still.count < MOST_STILLS:
            return False
        self._still = still
        self._find(still)
        return True

    def tap(self, corners: Sequence[Sequence[float]]) -> str:
        """The board's corners as tapped; what is wrong with them, or nothing."""
        still = self._still
        if still is None:
            return "moving"
        pixels = np.array(corners, dtype=np.float64)
        shape = still.picture.shape
        fault = corners_fault(pixels, shape) or fault_of_taps(pixels, shape, self.facts.extent)
        if not fault:
            self._place.tap(pixels)
            self._find(still)
        return fault

    def hold(self) -> None:
        """This picture was accepted: the board is followed from here, too."""
        if self.seen is not None:
            self._place.hold(self.seen.picture, self.seen.view)

    def _find(self, still: Still) -> None:
        """Where the board is now: tapped, followed, or found by markers or its known print."""
        view = self._place.find(still)
        self.seen = None if view is None else Seen(still.picture, view)
        self.sight = "lost" if view is None and self._place.was_found else "still"


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
