"""What one frame came to, and what a still moment means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from device.following.crop import Crop
from rules.values import Ruling
from vision.eyes import LateFact
from vision.set_up import SetUpFault
from vision.stories.story import Story, Verdict


class SightState(StrEnum):
    """What the eyes are doing."""

    LOOKING = "looking"
    NO_BOARD = "no-board"
    DARK = "dark"
    MOVING = "moving"
    HAND = "waiting-for-hand"
    STILL = "still"
    DOUBT = "doubt"
    SETTLED = "settled"


@dataclass(frozen=True)
class Finding:
    """What a still moment means.

    Understood and certain: the first story's events happened. Understood, not certain: it is the
    likeliest of several. `likely` is what probably happened after what is certain.
    """

    verdict: Verdict
    stories: tuple[Story, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    certain: bool = False
    picture: bytes | None = None
    crop: Crop | None = None  # of what it is about, where it brings a picture
    likely: Story | None = None
    late_facts: tuple[LateFact, ...] = ()
    set_up_faults: tuple[SetUpFault, ...] | None = None  # None: not looked for
    clear: bool = False  # the picture shows the whole table, nothing unexplained in it


@dataclass(frozen=True)
class Sight:
    """What one frame came to; `done`: of this still moment nothing more will be read."""

    time: float
    state: SightState
    finding: Finding | None = None
    done: bool = False
