"""What a game's eyes offer: facts of the board, set-up, reading, hands. Most have a default."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from rules.values import Json
from vision.geometry import View
from vision.observe.table import Laid
from vision.rest import Reach, Rest
from vision.sample import Picture
from vision.set_up import SetUpFault
from vision.still import Small
from vision.stories.story import Glimpses, Lens

Position = Any
Event = Any
Passing = Callable[[], Sequence[Picture]]


@dataclass(frozen=True)
class BoardFacts:
    """How large a board is, in metres."""

    size: float  # the longer side
    extent: tuple[float, float]  # wide and deep
    print_size: float  # of the square that the taught picture shows
    moving_part: float = 0.0  # of the square in the middle in which everything may change
    hand_area: float = 0.0  # of the square in which hands hide something; 0: the board's size
    proof_area: float = 0.0  # of the square that a proof shows at least

    @classmethod
    def square(
        cls,
        size: float,
        print_size: float | None = None,
        moving_part: float = 0.0,
        hand_area: float = 0.0,
        proof_area: float = 0.0,
    ) -> BoardFacts:
        """A square board; its picture shows the board alone unless something else is said."""
        shown = size if print_size is None else print_size
        return cls(size, (size, size), shown, moving_part, hand_area, proof_area)


class Reading(Protocol):
    """What a picture says; what later ones are compared with is its memory."""

    @property
    def memory(self) -> object: ...


class LateFact(Protocol):
    """Something built unseen that shows itself now."""

    def complete(self, event: Event) -> Event | None:
        """The event with this fact in it; None if the fact is about another event."""


@dataclass(frozen=True)
class SetUpSeen:
    """What a picture shows of a set-up."""

    event: Event | None = None  # None while something is missing
    reading: Any = None
    rivals: Sequence[Event] = ()  # other set-ups that fit about as well
    faults: Sequence[SetUpFault] = ()  # what is clearly wrong, or will be hard to see
    complete: bool = False  # though there is no event, every piece was found


class HandWatch:
    """Hands over the table and sounds, where they tell something of the game: here nothing."""

    may_rest: ClassVar[bool] = False  # over the table while people think

    def begin_frame(self, time: float) -> None:
        """A picture was taken at this time."""

    def seen(self, time: float, small: Small, rest: Rest, view: View) -> None:
        """Something moves in this picture."""

    def lost_view(self, time: float) -> None:
        """Something moves, but nobody knows where the board is."""

    def over_piece(self, small: Small, rest: Rest, view: View) -> Reach | None:
        """Where a hand rests over a piece that stands beside the way of its arm."""
        del small, rest, view
        return None

    def expected(self) -> bool:
        """Whether the rules ask for a hand over the table now."""
        return False

    def must_wait(self, now: float, picture: Picture, view: View) -> bool:
        """Whether something may still be on its way that the picture does not show yet."""
        del now, picture, view
        return False

    def event_before_they_leave(self, position: Position) -> Event | None:
        """An event so clear that nobody need wait for the table to rest."""
        del position
        return None

    def nothing_happened(self) -> None:
        """The table is unchanged: forget the sounds and hands noted so far."""

    def listen(self) -> None:
        """A microphone listens from now on."""

    def heard(self, time: float, sure: float) -> None:
        """The microphone heard something that may be a pearl."""

    def heard_until(self, time: float) -> None:
        """The microphone has heard everything up to then."""


NO_HANDS = HandWatch()


class Eyes(ABC):
    """One owner's box of one game, seen."""

    untaught: ClassVar[BoardFacts]  # of a box that nobody has taught yet
    options: ClassVar[Mapping[str, Json]] = {}  # by which these eyes see most
    read_again_after_set_up: ClassVar[bool] = False  # the same picture may show more
    lens: Lens
    hands: HandWatch = NO_HANDS

    @abstractmethod
    def __init__(self, profile: Any, seats: Any = None) -> None:
        """Eyes that know one box; `seats` say who plays what, where that was agreed."""

    @property
    def facts(self) -> BoardFacts:
        """The board's sizes."""
        return self.untaught

    @property
    @abstractmethod
    def board(self) -> Picture:
        """The taught board from above: what of it never changes."""

    # -- the set-up ---------------------------------------------------------------------------

    def setting_up(self, position: Position) -> bool:
        """Whether the game has not begun."""
        return bool(position.phase == "setup")

    @abstractmethod
    def look_at_set_up(self, picture: Picture, view: View, players: int) -> SetUpSeen:
        """What a picture shows of the set-up."""

    def visibility_hints(self) -> Sequence[SetUpFault] | None:
        """What is hard to see as it lies; None if that is not looked for."""
        return None

    # -- the game -----------------------------------------------------------------------------

    def lay(self, position: Position) -> Laid | None:
        """What this box lays on a table, and what a position shows of it; None: not declared."""
        del position
        return None

    @abstractmethod
    def read(self, picture: Picture, view: View, beliefs: Sequence[Position], before: Any) -> Any:
        """What a picture says, given what may be on the table, the likeliest first."""

    def confirm(self, position: Position) -> None:
        """The table lies so for certain."""

    def glimpses(
        self, still: Picture, view: View, passing: Passing, beliefs: Sequence[Position]
    ) -> Glimpses | None:
        """What was seen on the way to a still picture."""
        del still, view, passing, beliefs
        return None

    def late_facts(self, reading: Any, position: Position) -> Sequence[LateFact]:
        """What shows now of events that were told without it."""
        del reading, position
        return ()

    @abstractmethod
    def draw(self, picture: Picture, view: View, position: Position) -> Picture:
        """The picture with what is believed drawn on it."""

    def covers(self, view: View) -> Sequence[NDArray[np.float64]] | None:
        """Outlines of tall things that hide the board; None if there are none."""
        del view
        return None
