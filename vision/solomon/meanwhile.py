"""What King Solomon's shafts showed since the last picture that was understood.

A tile that was away in between and lies there again was put back, as people do after a mistake,
and so were all that were taken with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.solomon.pieces import Square
from vision.reading import Cell
from vision.solomon.reader import Reading

# A face stands out if it fits so much better than any other; a tile was moved if it fits so much
# better that it lies anew.
CLEAR = 7.0
# So many pictures in between are remembered.
MOST_SEEN = 12


class Meanwhile:
    """What the shafts showed since one and the same picture before."""

    def __init__(self) -> None:
        self._before: Any = None
        self._seen: list[tuple[dict[Square, str], frozenset[Square]]] = []  # faces, what was moved

    def note(self, reading: Reading, before: Any) -> Reading:
        """The reading, with the shafts that were otherwise in between and are as they were."""
        if before is None or before is not self._before:
            self._before, self._seen = before, []
        cells = reading.shafts.items()
        faces = {square: face for square, cell in cells if (face := _clear_face(cell)) is not None}
        back: set[Square] = set()
        for shown, moved in self._seen:
            other = {square for square in faces if shown.get(square) not in (None, faces[square])}
            back |= other
            # All that was taken is laid back, also what looked the same without it.
            if any(faces[square] == _face(reading.past.get(square)) for square in other):
                back |= moved
        moved = frozenset(square for square, cell in cells if _is_moved(cell))
        self._seen = [*self._seen, (faces, moved)][-MOST_SEEN:]
        return replace(reading, put_back=frozenset(back))


def _clear_face(cell: Cell[str]) -> str | None:
    """The face a shaft clearly shows."""
    first, second = sorted(cell.labels.values(), reverse=True)[:2]
    return cell.best() if first - second > CLEAR else None


def _is_moved(cell: Cell[str]) -> bool:
    """Whether what lies on top is clearly not as it lay before."""
    return cell.same is not None and cell.same < max(cell.labels.values()) - CLEAR


def _face(labels: Mapping[str, float] | None) -> str | None:
    return max(labels, key=labels.__getitem__) if labels else None
