"""What King Solomon's shafts showed since the last picture that was understood.

A tile that was away in between and lies there again was put back, as people do after a mistake.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vision.reading import Cell
from vision.solomon.layout import Square
from vision.solomon.reader import Reading

# A face stands out if it fits so much better than any other.
CLEAR = 7.0


class Meanwhile:
    """Faces seen on each shaft since one and the same picture before."""

    def __init__(self) -> None:
        self._before: Any = None
        self._seen: dict[Square, set[str]] = {}

    def note(self, reading: Reading, before: Any) -> Reading:
        """The reading, with the shafts that were otherwise in between and are as they were."""
        if before is None or before is not self._before:
            self._before, self._seen = before, {}
        back = set()
        for square, cell in reading.shafts.items():
            face = _clear_face(cell)
            if face is not None:
                seen = self._seen.setdefault(square, set())
                if seen - {face}:
                    back.add(square)
                seen.add(face)
        return replace(reading, put_back=frozenset(back))


def _clear_face(cell: Cell[str]) -> str | None:
    """The face a shaft clearly shows."""
    first, second = sorted(cell.labels.values(), reverse=True)[:2]
    return cell.best() if first - second > CLEAR else None
