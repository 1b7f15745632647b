"""The Castle: the map, a box fact: rooms, corridor sections, entrances, the Cell and the doors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from rules.castle.pieces import ENTRANCES, ROOMS
from rules.codec import Then, Way, in_order, one_of, reader, writer
from rules.errors import BadJson
from rules.values import Json, Ruling

ROOM, CORRIDOR, CELL, ENTRANCE = "room", "corridor", "cell", "entrance"
AREA_KINDS = (ROOM, CORRIDOR, CELL, ENTRANCE)
MOST_AREAS = 250
# Where things lie on the drawing: the sheet is 17 by 21 inches, a hundred steps to the inch.
WIDE, HIGH = 1700, 2100


def _short(name: str) -> str:
    if not 1 <= len(name) <= 8:
        raise BadJson(f"must be a name of one to eight letters, not {name!r}")
    return name


def _spot(limit: int) -> Way:
    """A place on the sheet, told as finely as one likes."""

    def read(data: Json) -> int:
        if not isinstance(data, int | float) or isinstance(data, bool) or not 0 <= data <= limit:
            raise BadJson(f"must be a place on the sheet, 0 to {limit}, not {data!r}")
        return round(data)

    return Way(read)


def _most(most: int) -> Then:
    """A list that is far too long is no map, not a map with faults."""

    def check(values: tuple[object, ...]) -> tuple[object, ...]:
        if len(values) > most:
            raise BadJson(f"must be no more than {most}, not {len(values)}")
        return values

    return Then(check)


def _each_once(links: tuple[Link, ...]) -> tuple[Link, ...]:
    return tuple(dict.fromkeys(links))


AreaName: TypeAlias = Annotated[str, Then(_short)]
Link: TypeAlias = Annotated[tuple[AreaName, AreaName], Then(in_order)]


@dataclass(frozen=True, slots=True)
class Area:
    """One area of the map, and where to draw it."""

    name: AreaName
    kind: Annotated[str, one_of(AREA_KINDS, "area")]
    x: Annotated[int, _spot(WIDE)] = 0
    y: Annotated[int, _spot(HIGH)] = 0


@dataclass(frozen=True, slots=True)
class CastleMap:
    """Areas and which of them touch; tables for play are derived from it."""

    areas: Annotated[tuple[Area, ...], _most(4 * MOST_AREAS)]
    links: Annotated[tuple[Link, ...], _most(16 * MOST_AREAS), Then(_each_once)]
    demo: Annotated[bool, Way(lambda data: data is True)] = False
    number: dict[str, int] = field(init=False, repr=False, compare=False)
    beside: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    rooms: tuple[int, ...] = field(init=False, repr=False, compare=False)
    entrances: tuple[int, ...] = field(init=False, repr=False, compare=False)
    inside: tuple[int, ...] = field(init=False, repr=False, compare=False)
    cell: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        number = {area.name: at for at, area in enumerate(self.areas)}
        beside: list[list[int]] = [[] for _ in self.areas]
        for one, other in self.links:
            if one in number and other in number and one != other:
                beside[number[one]].append(number[other])
                beside[number[other]].append(number[one])
        kinds = [area.kind for area in self.areas]
        set_ = object.__setattr__
        set_(self, "number", number)
        set_(self, "beside", tuple(tuple(sorted(set(each))) for each in beside))
        set_(self, "rooms", tuple(at for at, kind in enumerate(kinds) if kind == ROOM))
        set_(self, "entrances", tuple(at for at, kind in enumerate(kinds) if kind == ENTRANCE))
        set_(self, "inside", tuple(at for at, kind in enumerate(kinds) if kind != ENTRANCE))
        set_(self, "cell", kinds.index(CELL) if CELL in kinds else -1)

    def name(self, at: int) -> str:
        return self.areas[at].name

    def outside(self, at: int) -> bool:
        """Whether a place is an entrance, that is, before the walls."""
        return self.areas[at].kind == ENTRANCE


def map_faults(castle: CastleMap) -> Iterator[Ruling]:
    """Everything that cannot be right about a map, all at once."""
    yield from _counts(castle)
    yield from _names(castle)
    yield from _doors(castle)
    if castle.cell >= 0 and castle.entrances:
        yield from _reached(castle)


def _counts(castle: CastleMap) -> Iterator[Ruling]:
    if len(castle.areas) > MOST_AREAS:
        yield Ruling("castle.map-too-big", {"count": len(castle.areas), "limit": MOST_AREAS})
    if len(castle.rooms) != ROOMS:
        yield Ruling("castle.map-rooms", {"count": len(castle.rooms), "limit": ROOMS})
    cells = sum(area.kind == CELL for area in castle.areas)
    if cells != 1:
        yield Ruling("castle.map-cell", {"count": cells})
    if not any(area.kind == CORRIDOR for area in castle.areas):
        yield Ruling("castle.map-corridors")


def _names(castle: CastleMap) -> Iterator[Ruling]:
    names = [area.name for area in castle.areas]
    letters = [area.name for area in castle.areas if area.kind == ENTRANCE]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            rule = "castle.map-entrance-twice" if name in letters else "castle.map-name-twice"
            yield Ruling(rule, {"area": name})
    missing: list[Json] = [letter for letter in ENTRANCES if letter not in letters]
    if missing:
        yield Ruling("castle.map-entrance-missing", {"areas": missing})
    for letter in dict.fromkeys(letters):
        if letter not in ENTRANCES or len(letter) != 1:
            yield Ruling("castle.map-entrance-letter", {"area": letter})


def _doors(castle: CastleMap) -> Iterator[Ruling]:
    kinds = {area.name: area.kind for area in castle.areas}
    for one, other in castle.links:
        facts: dict[str, Json] = {"area": one, "other_area": other}
        if one not in kinds or other not in kinds:
            yield Ruling("castle.map-link-nowhere", facts)
        elif one == other:
            yield Ruling("castle.map-link-itself", facts)
        elif kinds[one] == kinds[other] == ENTRANCE:
            yield Ruling("castle.map-link-entrances", facts)


def _reached(castle: CastleMap) -> Iterator[Ruling]:
    """Every area must be reachable through the doors, without going outside."""
    closed: list[Json] = [castle.name(at) for at in castle.entrances if not castle.beside[at]]
    if closed:
        yield Ruling("castle.map-entrance-closed", {"areas": closed})
    walls = set(castle.entrances)
    first = next(iter(castle.inside))
    reached, waiting = {first}, [first]
    while waiting:
        for at in castle.beside[waiting.pop()]:
            if at not in reached and at not in walls:
                reached.add(at)
                waiting.append(at)
    apart: list[Json] = [castle.name(at) for at in castle.inside if at not in reached]
    if apart:
        yield Ruling("castle.map-apart", {"areas": apart[:8], "count": len(apart)})


map_to_json: Callable[[CastleMap], dict[str, Json]] = writer(CastleMap)
map_from_json: Callable[[Json], CastleMap] = reader(CastleMap)


def laid_out(areas: Sequence[tuple[str, str, int, int]], links: Sequence[str]) -> CastleMap:
    """A map from short lines, links as "1-c1"."""
    doors = [sorted(link.split("-")) for link in links]
    return CastleMap(
        tuple(Area(*area) for area in areas), tuple((one, other) for one, other in doors), True
    )
