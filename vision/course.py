"""What a game gives to be taught on the phone: its steps, its kinds, and how to check them.

A step asks the owner to lay something out, or to answer something. `lay` tells from the answers so
far what lies on the table after the step: the state of the picture's label, and where each thing
lies in the board's frame, so that it can be marked in the live picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.values import Json

# Sizes are in metres in the board's frame: middle of the board, x right, y away, z up.
Answers = Mapping[str, Any]
CORNERS = "corners"  # the answer every course begins with: four taps, far left first, clockwise
# Kinds told apart less surely than this (log likelihood) look too alike.
TOO_ALIKE = 2.0


@dataclass(frozen=True)
class Said:
    """What the phone says: an id of the game's catalogue and what is filled in.

    `values` fill the bare `{}` of a fact ("key {}"), `facts` the places that have a name.
    """

    key: str
    values: tuple[Words, ...] = ()
    facts: tuple[tuple[str, Words | tuple[Words, ...]], ...] = ()


Words: TypeAlias = Said | int | str  # what is no id says itself


def said(key: str, *values: Words, **facts: Words | tuple[Words, ...]) -> Said:
    """Words with what is filled in."""
    return Said(key, values, tuple(facts.items()))


@dataclass(frozen=True)
class Mark:
    """One thing on the table: what it is, where it stands, and the outline of its foot."""

    text: Words
    at: tuple[float, float]
    size: tuple[float, float]  # across and deep; a round thing is as wide as deep
    round: bool = False
    turn: float = 0.0
    z: float = 0.0

    def outline(self) -> NDArray[np.float64]:
        """The foot as a polygon in the board's frame, (corners, 3)."""
        if self.round:
            angles = np.arange(16) * np.pi / 8
            flat = np.stack([np.cos(angles), np.sin(angles)], axis=1) * np.array(self.size) / 2
        else:
            flat = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * np.array(self.size) / 2
        c, s = np.cos(self.turn), np.sin(self.turn)
        turned = flat @ np.array([(c, s), (-s, c)]) + self.at
        return np.hstack([turned, np.full((len(turned), 1), self.z)])


@dataclass(frozen=True)
class Laid:
    """What lies on the table: the label's state, and everything that is marked."""

    state: Mapping[str, Json]
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Ask:
    """Something only the owner can tell.

    `corners`: four taps on the picture. `cells`: `count` of the outlined places. `pads`: for each
    of `items` the squares of its figure, drawn on a small grid of `grid` rows and columns.
    `choice`: one of `items`, whose words are `texts`.
    """

    kind: str
    name: str
    count: tuple[int, int] = (0, 0)
    cells: Mapping[str, Mark] = field(default_factory=dict)
    items: tuple[str, ...] = ()
    grid: tuple[int, int] = (0, 0)
    texts: Mapping[str, Words] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One step: what the phone says, what it asks, and what lies on the table afterwards.

    The picture of a `lesson` goes into the teaching; the other pictures check and prove.
    """

    name: str
    title: Words
    how: Words
    lay: Callable[[Answers], Laid]
    ask: Ask | None = None
    lesson: bool = True


@dataclass(frozen=True)
class Shot:
    """The picture of a step, with its label."""

    step: str
    picture: Any
    label: Mapping[str, Json]


@dataclass(frozen=True)
class Learned:
    """How surely a kind was learned: its lead over the likeliest other one (log likelihood)."""

    kind: str
    lead: float
    rival: str = ""

    @property
    def sure(self) -> bool:
        """Whether it stands out from every other kind."""
        return self.lead >= TOO_ALIKE


class Course(Protocol):
    """The teaching of one game."""

    game: str

    def steps(self) -> Sequence[Step]:
        """Everything a box is taught by, in order; the first asks for the corners."""

    def kinds(self) -> Mapping[str, Words]:
        """Everything that is learned, by name."""

    def again(self, kind: str) -> Step | None:
        """The one step that teaches a kind anew, or None if that needs the whole course."""

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """How surely each kind is told in the pictures it was taught by."""


def corners_step(how: Words, lay: Callable[[Answers], Laid], lesson: bool = True) -> Step:
    """The first step of every course: the bare board, and where its corners are."""
    title = said("course.empty")
    return Step(CORNERS, title, how, lay, Ask(CORNERS, CORNERS), lesson)


def on_average(found: Sequence[Learned]) -> list[Learned]:
    """Each kind once: its mean lead, and the rival of the picture that told it worst."""
    told: dict[str, list[Learned]] = {}
    for each in found:
        told.setdefault(each.kind, []).append(each)
    return [
        Learned(kind, sum(e.lead for e in all_of) / len(all_of), min(all_of, key=_by_lead).rival)
        for kind, all_of in told.items()
    ]


def _by_lead(each: Learned) -> float:
    return each.lead
