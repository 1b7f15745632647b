"""When to look again for what was not found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.still import Small, StillGate

# Seconds between two looks at the least, and until the next look at the same picture.
LEAST, AGAIN = 0.5, (1.0, 10.0, 60.0, 600.0)
KNOWN = 4  # pictures in which it was not found


@dataclass
class _Vain:
    """A picture in which something was not found: how often, and when last."""

    gate: StillGate
    count: int = 0
    since: float = 0.0


class Again:
    """When to look again for what was not found: in another picture, else ever more rarely.

    Who walked by leaves the table as it was: more than one picture is known.
    """

    def __init__(self, least: float = LEAST, pauses: Sequence[float] = AGAIN) -> None:
        self._least, self._pauses = least, pauses  # seconds: in any picture, and in the same one
        self._known: list[_Vain] = []
        self._here: _Vain | None = None  # the one of them that is seen now
        self._since: float | None = None  # when it was last looked for
        self._compared = 0.0  # when pictures were last compared

    def other(self, now: float, small: Small) -> bool:
        """Whether this is another picture than those in which it was not found."""
        self._compared = now
        ranked = sorted(self._known, key=lambda known: known is not self._here)
        self._here = next((known for known in ranked if not known.gate.changed(small)), None)
        return self._here is None

    def due(self, now: float, small: Small) -> bool:
        """Whether it is time to look; to compare every picture would cost too much as well."""
        waited = None if self._since is None else now - self._since
        if waited is None or waited < 0:
            return True
        if waited < self._least:
            return False
        if not 0 <= now - self._compared < self._least:
            self.other(now, small)
        here = self._here
        return (
            here is None or now - here.since >= self._pauses[min(here.count, len(self._pauses)) - 1]
        )

    def in_vain(self, now: float, small: Small) -> None:
        """It was not found in this picture."""
        if self._here is None:
            self._here = _Vain(StillGate())
            self._known = [*self._known[1 - KNOWN :], self._here]
        self._here.gate.changed(small, keep=True)
        self._here.count += 1
        self._since = self._compared = self._here.since = now

    def found(self, now: float) -> None:
        """It was found; when it is lost, every picture is another one."""
        self._known, self._here, self._since = [], None, now
