"""Reads every square: a small picture of it is held against those that were taught."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.tictactoe import SQUARES, Square
from vision.geometry import View
from vision.observe.cut import Cutter, Job, Patches
from vision.observe.evidence import Evidence
from vision.observe.eye import usual_eye
from vision.sample import Picture
from vision.tictactoe.profile import Profile
from vision.tictactoe.table import PITCH, THICK, centre

FACE = 0.8 * PITCH  # metres; what is looked at of a square: its lines stay outside
JOBS = tuple(Job(centre(square), THICK / 2, FACE) for square in SQUARES)


@dataclass(frozen=True)
class Reading:
    """How well each label fits each square."""

    squares: Mapping[Square, Evidence[str]]
    memory: None = None  # no picture is compared with the one before


def cut(picture: Picture, view: View) -> Patches:
    """All squares of one picture."""
    return Cutter().cut(picture, view, JOBS)


class TictactoeReader:
    """Reads pictures of one owner's set."""

    def __init__(self, profile: Profile) -> None:
        self._bank, self._cutter = profile.bank, Cutter()

    def read(self, picture: Picture, view: View) -> Reading:
        """What lies on each square."""
        patches = self._cutter.cut(picture, view, JOBS)
        found = self._bank.names(usual_eye().embed(patches), patches.seen())
        return Reading(dict(zip(SQUARES, found, strict=True)))
