"""What the labels beside photographs say, in the words of the rules and of the eyes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from rules.game import Event
from vision.geometry import View
from vision.sample import Picture

Label = Mapping[str, Any]
Spot = tuple[int | str, ...]
Cells = dict[Spot, Any]


class PhotoLabels(ABC):
    """Reads the labels of one game's folders of pictures."""

    @abstractmethod
    def seats(self, first: Label, *others: Label) -> Any:
        """Who sits where, as the eyes want it."""

    @abstractmethod
    def set_up(self, label: Label, seats: Any) -> Event | tuple[Event, ...]:
        """The set-up a picture shows."""

    @abstractmethod
    def events(self, label: Label, truth: Any) -> tuple[Event, ...]:
        """What happened since the picture before."""

    @abstractmethod
    def cells_of_label(self, label: Label) -> Cells:
        """What lies where, place by place."""

    @abstractmethod
    def cells_of_position(self, position: Any) -> Cells:
        """The same of a position."""

    @abstractmethod
    def cells_of_reading(self, reading: Any) -> Cells:
        """The same of a reading by itself."""

    @abstractmethod
    def inside(self, view: View, eyes: Any) -> Any:
        """The places that lie wholly inside the picture."""

    def begin(self, start: Any, label: Label) -> Any:
        """The position before the first picture; phones may have been told the set-up."""
        del label
        return start

    def taught(self, lessons: Sequence[tuple[Picture, Label]]) -> str:
        """How well the pictures taught the box, where that can be said."""
        del lessons
        return ""
