"""What is known about one owner's box of one game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Self

from rules.values import Json


class Profile(ABC):
    """A taught box; every game has its own kind."""

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Write the profile as a folder that can be copied to another table."""

    @classmethod
    @abstractmethod
    def load(cls, folder: Path) -> Self:
        """Read what `save` wrote."""

    def box_facts(self) -> dict[str, Json]:
        """What the rules must know of the box."""
        return {}

    def answers(self) -> dict[str, Json]:
        """What its owner answered when it was taught, for a course that begins anew."""
        return {}
