"""König Salomons Schatzkammer: what is in the box, and the geometry of the mine.

Squares are numbered 0 to 35, row by row; row 0 lies at the cave entrance. A tile is a small
number: 0 is a tile nobody has told, 1 to 5 a treasure of that value, then curses, scrolls and
magic objects in the order of `TILES`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, TypeAlias

from rules.codec import cell, named

SIZE = 6
# Every face a tile may have; "?" stands for one that nobody has told.
TILES = (
    "?",
    "t1", "t2", "t3", "t4", "t5",
    "c1", "c2", "c3",
    "s1", "s2", "s3", "s4",
    "mirror", "axe", "seal", "amulet",
)  # fmt: skip

Square: TypeAlias = Annotated[int, cell(SIZE)]
Tile: TypeAlias = Annotated[int, named(TILES, "tile", other=TILES[0])]
Area: TypeAlias = tuple[Square, ...]
# The squares of a card as rows and columns from its own corner, its arrow to the entrance.
Shape: TypeAlias = tuple[tuple[int, int], ...]
# How many tiles of each kind; place 0 counts those nobody has told.
Counts: TypeAlias = tuple[int, ...]


class Magic(StrEnum):
    """The four magic objects."""

    MIRROR = "mirror"
    AXE = "axe"
    SEAL = "seal"
    AMULET = "amulet"

    # Enum hashes in Python code; the hash of the string itself is several times faster.
    __hash__ = str.__hash__


SQUARES = range(SIZE * SIZE)
FULL = 4  # tiles in a shaft at the start, and the most there may ever be
CARDS = range(1, 33)
CARD_SQUARES = range(3, 7)
COINS = 40
PURSE = {2: 10, 3: 10, 4: 10, 5: 8}
ROUNDS = {2: 12, 3: 8, 4: 6, 5: 5}

KINDS = range(1, len(TILES))
UNKNOWN: Tile = 0
TREASURES = range(1, 6)
CURSES = range(6, 9)
SCROLLS = range(9, 13)
OBJECTS = range(13, 17)
TILE = {name: number for number, name in enumerate(TILES)}
OBJECT_TILE = {magic: TILE[magic.value] for magic in Magic}
# How many tiles of each colour the box holds: yellow, black, white and light blue.
SUPPLY = {"treasures": 55, "curses": 34, "scrolls": 38, "objects": 17}
FAMILIES = {"treasures": TREASURES, "curses": CURSES, "scrolls": SCROLLS, "objects": OBJECTS}
FAMILY = tuple(
    next((name for name, kinds in FAMILIES.items() if tile in kinds), "")
    for tile in range(len(TILES))
)
ALL_TILES = 144
MOST_TREASURE = 5
MOST_CURSE = 3
NONE: Counts = (0,) * len(TILES)

FIRST_CURSES, SECOND_CURSES = 24, 12
FIRST_OBJECTS, SECOND_OBJECTS = 16, 8
SCROLL_SET = 10

# Which way the arrow on a card points as the card is read: to the far, right, near, left side.
ARROWS = range(4)


def _around(square: Square) -> tuple[Square, ...]:
    row, col = divmod(square, SIZE)
    return tuple(
        (row + down) * SIZE + col + right
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right) and 0 <= row + down < SIZE and 0 <= col + right < SIZE
    )


NEIGHBOURS = tuple(_around(square) for square in SQUARES)


def distance(one: Square, other: Square) -> int:
    """The number of shifts from one square to another."""
    return max(abs(one // SIZE - other // SIZE), abs(one % SIZE - other % SIZE))


DISTANCE = tuple(tuple(distance(one, other) for other in SQUARES) for one in SQUARES)


def counted(tiles: Iterable[Tile]) -> Counts:
    """Tiles as numbers by kind."""
    counts = [0] * len(TILES)
    for tile in tiles:
        counts[tile] += 1
    return tuple(counts)


def spread(counts: Counts) -> tuple[Tile, ...]:
    """Numbers by kind as tiles, in order."""
    return tuple(tile for tile, count in enumerate(counts) for _ in range(count))


def plus(one: Counts, other: Counts) -> Counts:
    return tuple(map(int.__add__, one, other))


def minus(one: Counts, other: Counts) -> Counts:
    return tuple(map(int.__sub__, one, other))


def worth(counts: Counts) -> int:
    """The value of the treasures among tiles."""
    return counts[1] + 2 * counts[2] + 3 * counts[3] + 4 * counts[4] + 5 * counts[5]


def curse(counts: Counts) -> int:
    """The value of the curses among tiles."""
    return counts[6] + 2 * counts[7] + 3 * counts[8]


# --- shapes ------------------------------------------------------------------------------


def at_corner(cells: Iterable[tuple[int, int]]) -> Shape:
    """The same figure moved into the far left corner."""
    cells = list(cells)
    top = min(row for row, _ in cells)
    left = min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells))


def quarter(shape: Iterable[tuple[int, int]]) -> Shape:
    """The figure turned clockwise by a quarter."""
    return at_corner((col, -row) for row, col in shape)


def flipped(shape: Iterable[tuple[int, int]]) -> Shape:
    """The figure as in a looking glass."""
    return at_corner((row, -col) for row, col in shape)


def to_entrance(cells: Iterable[tuple[int, int]], arrow: int) -> Shape:
    """The squares of a card turned so that its arrow points to the entrance."""
    shape = at_corner(cells)
    for _ in range(-arrow % len(ARROWS)):
        shape = quarter(shape)
    return shape


@lru_cache(maxsize=1024)
def turns(shape: Shape) -> tuple[Shape, ...]:
    """The figure in its four orientations, each once, as it is first."""
    found = [shape]
    for _ in range(3):
        found.append(quarter(found[-1]))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def placements(shape: Shape) -> tuple[Area, ...]:
    """Every area of the mine with exactly this figure."""
    rows = SIZE - max(row for row, _ in shape)
    cols = SIZE - max(col for _, col in shape)
    return tuple(
        tuple((down + row) * SIZE + right + col for row, col in shape)
        for down in range(rows)
        for right in range(cols)
    )


def shape_of(area: Iterable[Square]) -> Shape:
    """The figure of an area."""
    return at_corner(divmod(square, SIZE) for square in area)


def connected(area: Iterable[Square]) -> bool:
    """Whether squares hang together by sides or corners."""
    left = set(area)
    queue = [left.pop()] if left else []
    while queue:
        near = left.intersection(NEIGHBOURS[queue.pop()])
        left -= near
        queue += near
    return not left
