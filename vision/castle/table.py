"""What lies on a table of The Castle, measured against its printed map.

The origin is in the middle of the sheet. Nothing has a place of its own: counters and characters
lie loose in the areas of the map and before its entrances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from rules.castle import Position
from rules.castle.maps import CELL, CORRIDOR, ENTRANCE, HIGH, WIDE
from rules.castle.pieces import DISCIPLINES, MONSTERS, TREASURES
from rules.castle.position import castle_of
from rules.values import Json
from vision.observe.table import ROUND, Box, Disc, Expected, Piece, Point, Scene, Solid, Table, Zone

EXTENT = (0.53, 0.43)  # metres of the sheet, until a box is taught
MARGIN = 0.045  # metres beyond the sheet where characters may stand
GATE_DEEP = 0.044  # metres along the sheet's edge where they stand before an entrance
REACH = 0.7  # metres from the middle of the map in which a die is thrown
Rect = tuple[float, float, float, float]  # left, near, right, far

TREASURE, MONSTER = "back:treasure", "back:monster"
DIE = "die"
HITS = range(1, 11)  # on hit counters
SEATS = range(6)  # each has a colour of characters


@dataclass(frozen=True)
class Sizes:
    """Lengths of the sides of a box's pieces in metres; until it is taught, what is usual."""

    counter: float = 0.0165
    character: float = 0.0155
    chip: float = 0.011  # a hit counter
    die: float = 0.016
    thick: float = 0.0016  # of all but the die
    paper: float = 0.0015  # thickness of the map

    def side(self, name: str) -> float:
        """The side of a piece by its name."""
        kinds = {"char": self.character, "chip": self.chip, "die": self.die}
        return kinds.get(name.split(":")[0], self.counter)


SIZES = Sizes()


def middle(rect: Rect) -> Point:
    """The middle of a rectangle."""
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


@dataclass(frozen=True)
class Sheet:
    """The printed map: its size, areas with their rectangles, doors, and entrances."""

    extent: tuple[float, float]
    areas: dict[str, tuple[str, Rect]]
    links: tuple[tuple[str, str], ...]
    gates: dict[str, tuple[str, float, float]]
    proposed: bool = False  # the camera's own reading, which nobody has confirmed

    def place(self, x: float, y: float) -> str | None:
        """The area, or the entrance, in which something at this place lies."""
        best, near = None, 0.012
        for name, (kind, (left, low, right, high)) in self.areas.items():
            off = max(left - x, x - right, low - y, y - high, 0.0)
            off -= 0.0005 * (kind != CORRIDOR)  # the Cell lies upon corridors
            if off < near:
                best, near = name, off
        if near <= 0 or (best is not None and self.holds(x, y, 0.012)):
            return best
        gates = {g: hypot(gx - x, gy - y) for g, (_, gx, gy) in self.gates.items()}
        gate = min(gates, key=lambda each: gates[each])
        return gate if gates[gate] < 0.075 else None

    def holds(self, x: float, y: float, rim: float = 0.0) -> bool:
        """Whether a place lies on the printed sheet, so far within its rim."""
        return abs(x) < self.extent[0] / 2 - rim and abs(y) < self.extent[1] / 2 - rim

    def before(self, gate: str) -> Point:
        """The middle of the place before an entrance where characters stand."""
        _, x, y = self.gates[gate]
        wide, deep = self.extent
        if wide / 2 - abs(x) < deep / 2 - abs(y):
            return _sign(x) * (wide / 2 + MARGIN / 2), y
        return x, _sign(y) * (deep / 2 + MARGIN / 2)

    def shown(self, area: str) -> Rect:
        """The rectangle of an area, or the larger part of one that the Cell lies upon."""
        kind, rect = self.areas[area]
        cells = [each for other, each in self.areas.values() if other == CELL]
        return beside_cell(rect, cells[0]) if kind == CORRIDOR and cells else rect

    def reached(self) -> int:
        """How many areas hang together, at most."""
        beside: dict[str, set[str]] = {name: set() for name in self.areas}
        for one, other in self.links:
            beside[one].add(other)
            beside[other].add(one)
        left, most = set(self.areas), 0
        while left:
            part = frontier = {left.pop()}
            while frontier:
                frontier = {name for each in frontier for name in beside[each]} - part
                part |= frontier
            left -= part
            most = max(most, len(part))
        return most

    def map_json(self) -> dict[str, Json]:
        """The map in the shape the rules take."""
        areas: list[Json] = []
        for name, (kind, rect) in self.areas.items():
            areas.append({"name": name, "kind": kind, **self._spot(middle(rect))})
        for gate, (_, x, y) in self.gates.items():
            areas.append({"name": gate, "kind": ENTRANCE, **self._spot((x, y))})
        links: list[Json] = [list[Json](link) for link in self.links]
        links += [[gate, area] for gate, (area, _, _) in self.gates.items()]
        return {"areas": areas, "links": links, "demo": False}

    def _spot(self, at: Point) -> dict[str, Json]:
        """A place on the drawing, which stands upright: the sheet's length goes down."""
        across, down = (0.5 - at[1] / self.extent[1]) * WIDE, (at[0] / self.extent[0] + 0.5) * HIGH
        return {"x": int(min(max(across, 0), WIDE)), "y": int(min(max(down, 0), HIGH))}


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def beside_cell(rect: Rect, cell: Rect) -> Rect:
    """The larger part of a corridor that is seen where the Cell lies upon it."""
    left, low, right, high = rect
    if left >= cell[2] or right <= cell[0] or low >= cell[3] or high <= cell[1]:
        return rect
    if right - left > high - low:
        parts = [(left, low, cell[0], high), (cell[2], low, right, high)]
    else:
        parts = [(left, low, right, cell[1]), (left, cell[3], right, high)]
    return max(parts, key=lambda part: part[2] - part[0] + part[3] - part[1])


def table(sheet: Sheet, sizes: Sizes = SIZES) -> Table:
    """The areas of a map and what may lie in them."""
    names = (TREASURE, MONSTER, *(f"face:{kind}" for kind in (*MONSTERS, *TREASURES)))
    heroes = tuple(f"char:{seat}:{kind}" for seat in SEATS for kind in DISCIPLINES)
    pieces = (
        _square("counter", sizes, names),
        _square("character", sizes, heroes),
        _square("chip", sizes, tuple(f"chip:{hits}" for hits in HITS)),
        Piece(DIE, Solid(Box(sizes.die, sizes.die), sizes.die), tuple(range(1, 7)), ROUND),
    )
    return Table((), pieces, tuple(_zones(sheet)))


def _square(name: str, sizes: Sizes, labels: tuple[str, ...]) -> Piece:
    side = sizes.side(labels[0])
    return Piece(name, Solid(Box(side, side), sizes.thick), labels)


def _zones(sheet: Sheet) -> Iterator[Zone]:
    for name in sheet.areas:
        left, low, right, high = rect = sheet.shown(name)
        kinds = ("counter", "character", "chip")
        yield Zone(
            name, middle(rect), Box(right - left, high - low), may=kinds, fact=("area", name)
        )
    for gate in sheet.gates:
        box, heroes = Box(MARGIN, GATE_DEEP), ("character", "chip")
        yield Zone(gate, sheet.before(gate), box, may=heroes, fact=("area", gate))
    yield Zone(DIE, (0.0, 0.0), Disc(REACH), may=(DIE,))


@dataclass(frozen=True)
class Wanted:
    """A piece that should lie somewhere, and the hits it should carry."""

    name: str
    hits: int = 0


Content = tuple[Wanted, ...]


def contents(position: Position) -> dict[str, Content]:
    """What should lie in every place."""
    castle = castle_of(position)
    found: dict[str, list[Wanted]] = {}
    for at in castle.rooms:
        if position.treasures >> at & 1:
            found.setdefault(castle.name(at), []).append(Wanted(TREASURE))
    for at, foes in enumerate(position.foes):
        for foe in foes:
            name = f"face:{foe.kind}" if foe.kind else MONSTER
            found.setdefault(castle.name(at), []).append(Wanted(name, foe.hits))
    for at, pile in position.lying:
        for kind, shown in pile:
            if shown:
                found.setdefault(castle.name(at), []).append(Wanted(f"face:{kind}"))
    for member in position.members:
        if member.hero and member.state == "in" and member.party >= 0:
            at = position.parties[member.party].at
            name = f"char:{member.seat}:{member.kind}"
            found.setdefault(castle.name(at), []).append(Wanted(name, member.hits))
    return {place: tuple(sorted(each, key=repr)) for place, each in found.items()}


def scene(position: Position) -> Scene:
    """Counters and characters by area and entrance, with their hits; nothing there hides another.

    Equal pieces of one area are told once, with their count.
    """
    loose: dict[tuple[str, str, str], int] = {}
    for place, wanted in contents(position).items():
        for each in wanted:
            piece = "character" if each.name.startswith("char:") else "counter"
            chip = [("chip", place, f"chip:{each.hits}")] if each.hits else []
            for thing in ((piece, place, each.name), *chip):
                loose[thing] = loose.get(thing, 0) + 1
    return Scene({}, loose=tuple(Expected(*thing, count) for thing, count in loose.items()))
