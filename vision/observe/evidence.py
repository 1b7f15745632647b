"""What one picture says of one place: how well each label fits beside a look that nobody taught."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from vision.reading import Cell

Label = TypeVar("Label")


@dataclass
class Evidence(Cell[Label]):
    """Log likelihood of each label against "never taught", in nats; a `Cell` for stories.

    A label may show a look that nobody taught: a lamp mirrored in it, a finger on it. So where
    nothing taught fits, all labels fit alike, and the place says nothing.
    """

    known: float = 0.0  # the best label against "never taught", without that chance

    @property
    def strange(self) -> bool:
        """Whether what shows is rather something never taught."""
        return self.known < 0
