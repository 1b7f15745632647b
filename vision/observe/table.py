"""What lies on a table, as data: places, pieces, zones, and what one position would show.

Metres in the board's frame: origin in its middle, x right, y away from who reads it, z up. Turns
are radians, counter-clockwise seen from above.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, hypot, isfinite, pi, sin
from typing import TypeAlias

Label: TypeAlias = Hashable  # what a look is called
Key: TypeAlias = Hashable  # what a place is called
Point: TypeAlias = tuple[float, float]
Fact: TypeAlias = tuple[str, Hashable]  # a fact of a ruling: its name and its value

ROUND = 0  # turns of a piece that may lie at any angle
TURNS = (ROUND, 1, 2, 4)
CORNERS = 16  # of the polygon that stands for a disc


@dataclass(frozen=True)
class Disc:
    """A round outline."""

    radius: float

    def __post_init__(self) -> None:
        _lengths(self, self.radius)

    def corners(self) -> tuple[Point, ...]:
        """Points on the rim, counter-clockwise."""
        angles = (2 * pi * n / CORNERS for n in range(CORNERS))
        return tuple((self.radius * cos(angle), self.radius * sin(angle)) for angle in angles)

    def holds(self, x: float, y: float) -> bool:
        """True for a point inside or on the rim."""
        return hypot(x, y) <= self.radius


@dataclass(frozen=True)
class Box:
    """A rectangle: across along x, deep along y."""

    across: float
    deep: float

    def __post_init__(self) -> None:
        _lengths(self, self.across, self.deep)

    def corners(self) -> tuple[Point, ...]:
        """The four corners, counter-clockwise."""
        x, y = self.across / 2, self.deep / 2
        return ((-x, -y), (x, -y), (x, y), (-x, y))

    def holds(self, x: float, y: float) -> bool:
        """True for a point inside or on the rim."""
        return abs(x) <= self.across / 2 and abs(y) <= self.deep / 2


Outline: TypeAlias = Disc | Box
UPRIGHT = ((0.0, 1.0), (1.0, 1.0))  # a profile: as wide on top as at its foot


@dataclass(frozen=True)
class Solid:
    """A body: its outline from above, its height, and how wide it is where.

    `profile` holds pairs of a share of the height and the share of the outline there, from the
    foot (0) to the top (1).
    """

    outline: Outline
    height: float = 0.0
    profile: tuple[tuple[float, float], ...] = UPRIGHT

    def __post_init__(self) -> None:
        _lengths(self, self.height, *(wide for _, wide in self.profile))
        levels = [level for level, _ in self.profile]
        if levels[0] != 0 or levels[-1] != 1 or any(a > b for a, b in pairwise(levels)):
            raise ValueError(f"profile of {self} does not go up from 0 to 1")

    def width(self, share: float) -> float:
        """The share of the outline at a share of the height."""
        (low, wide), *rest = self.profile
        for level, there in rest:
            if share <= level:
                way = (share - low) / (level - low) if level > low else 1.0
                return wide + (there - wide) * way
            low, wide = level, there
        return wide


@dataclass(frozen=True)
class Piece:
    """A kind of thing: its body, and the labels its looks have."""

    name: str
    solid: Solid
    labels: tuple[Label, ...] = ()
    turns: int = 1  # in how many turns it may lie: 1 (upright), 2, 4, or ROUND
    face: float = 1.0  # the part that is looked at, as a share of the outline

    def __post_init__(self) -> None:
        if self.turns not in TURNS or not 0 < self.face <= 1:
            raise ValueError(f"{self}: turns are one of {TURNS}, face lies above 0 up to 1")


@dataclass(frozen=True)
class Place:
    """Where a label may show: a rectangle of the level plane at a height."""

    key: Key
    at: Point
    size: Point  # across and deep, of what is looked at
    turn: float = 0.0
    z: float = 0.0
    kind: str = ""
    play: float = 0.0  # how far off its middle a piece may lie
    may: tuple[Label, ...] = ()  # what may show; anything else was never taught
    own: tuple[Label, ...] = ()  # of these, the labels that look different at every place
    fact: Fact | None = None  # what words call it

    def __post_init__(self) -> None:
        _lengths(self, self.play, *self.size)
        if not {*self.own} <= {*self.may}:
            raise ValueError(f"{self} has looks of its own that may not show there")


@dataclass(frozen=True)
class Zone:
    """Where things lie loose: an outline about a point, less a hole in its middle."""

    key: Key
    at: Point
    outline: Outline
    turn: float = 0.0
    z: float = 0.0
    hole: Outline | None = None
    may: tuple[str, ...] = ()  # names of the pieces that lie there
    fact: Fact | None = None  # what words call it

    def holds(self, at: Point) -> bool:
        """True for a point of the zone."""
        x, y = at[0] - self.at[0], at[1] - self.at[1]
        c, s = cos(self.turn), sin(self.turn)
        x, y = c * x + s * y, c * y - s * x
        return self.outline.holds(x, y) and not (self.hole and self.hole.holds(x, y))


@dataclass(frozen=True)
class Stand:
    """A piece that stands or lies somewhere and hides what is behind it; z is that of its foot."""

    piece: str
    at: Point
    z: float = 0.0
    label: Label | None = None
    turn: float = 0.0


@dataclass(frozen=True)
class Expected:
    """Things that lie loose in a zone: of this kind, with this label if it is known."""

    piece: str
    zone: Key
    label: Label | None = None
    count: int = 1


@dataclass(frozen=True)
class Scene:
    """What one position would show.

    `shown` holds for each place the label on top (None: something nobody has told yet) and the
    height of its face.
    """

    shown: Mapping[Key, tuple[Label | None, float]]
    stands: tuple[Stand, ...] = ()
    loose: tuple[Expected, ...] = ()


@dataclass(frozen=True)
class Table:
    """All that a game declares; its `scene(position)` speaks of these places and pieces."""

    places: tuple[Place, ...] = ()
    pieces: tuple[Piece, ...] = ()
    zones: tuple[Zone, ...] = ()
    by_key: Mapping[Key, Place] = field(init=False, repr=False, compare=False)
    by_name: Mapping[str, Piece] = field(init=False, repr=False, compare=False)
    by_zone: Mapping[Key, Zone] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {place.key: place for place in self.places})
        object.__setattr__(self, "by_name", {piece.name: piece for piece in self.pieces})
        object.__setattr__(self, "by_zone", {zone.key: zone for zone in self.zones})
        told = (self.places, self.by_key), (self.pieces, self.by_name), (self.zones, self.by_zone)
        if any(len(named) < len(each) for each, named in told):
            raise ValueError("two places, pieces or zones have one name")
        unknown = {name for zone in self.zones for name in zone.may} - {*self.by_name}
        if unknown:
            raise ValueError(f"zones hold pieces that are not declared: {sorted(unknown)}")

    def faults(self, scene: Scene) -> list[str]:
        """What of a scene is not declared: a place, a label that may not show, a piece, a zone."""
        found = [f"no place {key}" for key in scene.shown if key not in self.by_key]
        found += [
            f"{label} may not show at {key}"
            for key, (label, _) in scene.shown.items()
            if key in self.by_key and label is not None and label not in self.by_key[key].may
        ]
        found += [f"no piece {s.piece}" for s in scene.stands if s.piece not in self.by_name]
        for thing in scene.loose:
            zone = self.by_zone.get(thing.zone)
            if zone is None or thing.piece not in zone.may:
                found.append(f"no {thing.piece} lies in {thing.zone}")
        return found


Laid: TypeAlias = tuple[Table, Scene]  # what a box lays on a table, and what shows of it


def _lengths(of: object, *lengths: float) -> None:
    if not all(length >= 0 and isfinite(length) for length in lengths):
        raise ValueError(f"{of} has a length below 0 or without end")
