"""That a table is simulated, and how: told on every page, so that nobody takes it for real."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rules.values import Json

PACES = {"slow": 16.0, "usual": 8.0, "quick": 3.0}  # the least seconds of a turn
MISTAKE = "mistake"


class People(Protocol):
    """Those who play at a simulated table."""

    def set_pace(self, seconds: float) -> None: ...
    def break_a_rule(self) -> None: ...


@dataclass(frozen=True)
class Simulated:
    """How hard the pictures are and how fast bots play; what they wait for, and the game whose box
    is being prepared, if any.
    """

    level: str
    pace: float
    mischief: bool = False
    waits: str = ""
    preparing: str = ""

    def to_json(self, say: Callable[..., str]) -> dict[str, Json]:
        """For the pages; `say` knows the words."""
        facts: dict[str, Json] = {"level": say(f"sim.{self.level}")}
        waits = "sim.preparing" if self.preparing else self.waits
        return {
            "level": self.level,
            "pace": self.pace,
            "speed": next((name for name, pace in PACES.items() if pace == self.pace), None),
            "mischief": self.mischief,
            "preparing": self.preparing or None,
            "text": say("sim.mischief" if self.mischief else "sim.table", facts),
            "waits": say(waits) if waits else None,
        }
