"""What one picture of the table says, and what is known of the table from picture to picture."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.seven_locks.pieces import KEYS, Face
from vision.geometry import View
from vision.sample import Picture
from vision.seven_locks.coats import Home
from vision.seven_locks.die import Square
from vision.seven_locks.keymaster import USUAL
from vision.seven_locks.keys import KeyPlace
from vision.seven_locks.tops import Tops
from vision.seven_locks.windows import Array


@dataclass(frozen=True)
class Pearl:
    """A sound or a hand over a tower: how likely a pearl fell, and into which tower."""

    time: float
    sure: float
    towers: tuple[float, ...]

    @property
    def tower(self) -> int:
        """The likeliest one."""
        return max(range(len(self.towers)), key=lambda tower: self.towers[tower])


@dataclass(frozen=True)
class Memory:
    """What was found out about this table: places of keys and coats, the die, towers' height."""

    tops: Tops
    keys: tuple[KeyPlace, ...]
    homes: tuple[tuple[Home, Home], ...]
    marks: dict[tuple[int, int], Array]  # where it looks like a coat above a key, and none is
    die: Square | None = None
    side: Array | None = None
    seen: tuple[Picture, View] | None = None  # the last picture in which the die lies there
    faces: dict[Face, float] = field(default_factory=dict)
    came: bool = False  # the die lies where it was first seen, and that not from the beginning
    pearls: tuple[Pearl, ...] = ()  # those that were weighed with this picture
    lost: dict[int, Array] = field(default_factory=dict)  # what looks like coats that are hidden
    pawn: float = USUAL  # how much the keymaster looks like himself where he is seen
    above: dict[tuple[int, int], Array] = field(default_factory=dict)  # what looks like coats there


@dataclass(frozen=True)
class Reading:
    """One picture, read. Values from -1 (gone) over 0 (unseen) to 1 (there)."""

    towers: tuple[float, ...]
    keymaster: tuple[float, ...]  # log likelihood of every place, the best 0
    keys: tuple[float, ...]
    homes: tuple[tuple[float, float], ...]
    marks: dict[tuple[int, int], float]  # seat and key: a coat above that key
    die: dict[Face, float]  # log likelihood of every side; empty: not seen
    thrown: bool | None  # whether the die lies elsewhere than before
    memory: Memory
    pearls: tuple[Pearl, ...] = ()
    weighed: tuple[Pearl, ...] = ()  # those of them that the picture before was weighed with
    more: tuple[float, ...] = ()  # how clearly a second coat lies above each key
    out: tuple[float, ...] = (0.0,) * KEYS  # how clearly each key lies on the board, 0 to 1
    behind: tuple[int, ...] = ()  # places where a tower hides the keymaster
