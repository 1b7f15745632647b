"""Burg Appenzell: what is in the box, and the geometry that its numbers leave open to no doubt.

A field is a number from 0 to 48, row by row from the far left. The tiles move in three rows and
three columns: 7 * 3 + 7 * 3 - 9 = 33 holes. The rooms are 11 * 2 + 5 * 3 + 2 * 4 = 45 fields.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from rules.codec import cell

SIZE = 7
Field: TypeAlias = Annotated[int, cell(SIZE)]
Tile: TypeAlias = int
Room: TypeAlias = tuple[Field, ...]
Layout: TypeAlias = tuple[Room, ...]
Look: TypeAlias = tuple[str, str]

FIELDS = range(SIZE * SIZE)
# Where a mouse is before it enters, and where the tile lies that is left over.
OUTSIDE: Field = SIZE * SIZE
SPARE: Field = SIZE * SIZE + 1

CHANNELS = (1, 3, 5)
TOWERS: tuple[Field, ...] = (0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1)
INSIDE: tuple[Field, ...] = tuple(field for field in FIELDS if field not in TOWERS)
HOLES: tuple[Field, ...] = tuple(
    field for field in FIELDS if field // SIZE in CHANNELS or field % SIZE in CHANNELS
)
HIGH: tuple[Field, ...] = tuple(field for field in INSIDE if field not in HOLES)

# Tiles: seven kinds of cheese, then these; `NO_TILE` marks towers and high fields.
KINDS = 7
CHEESES = range(KINDS)
PLAIN: Tile = 7
TRAP: Tile = 8
UNKNOWN: Tile = 9
NO_TILE: Tile = 10
TILES = range(KINDS + 2)
# How many tiles of each kind there are; 34, one more than holes.
SUPPLY = (3,) * KINDS + (10, 3)
TILE_NAMES = (*(f"cheese{kind + 1}" for kind in CHEESES), "plain", "trap")

# What a kind of cheese looks like is a box fact: a form and a colour. Until a table has told
# its own, the device draws these.
FORMS = ("wedge", "wheel", "ball", "soft", "slab", "roll", "loaf")
SHADES = ("yellow", "orange", "red", "white", "blue", "green", "brown", "pink")
UNTOLD_LOOKS: tuple[Look, ...] = tuple(zip(FORMS, SHADES, strict=False))

# Roofs by the number of fields they cover: tiled, thatched, copper.
ROOFS = {2: 11, 3: 5, 4: 2}
ROOF_NAMES = {2: "tiled", 3: "thatched", 4: "copper"}
ROOMS = 18
SIDES = 2  # of the board, each with a layout of its own

MICE = 4
LAST_MICE = 1  # who has no more than this many mice left ends the game and cannot win it
ACTIONS = 4
KINDS_TO_WIN = (4, 5, 6)
# The rulebook names red, green and blue mice; which colours a box has its players tell.
COLOURS = ("red", "green", "blue", "yellow", "white", "black", "orange", "violet")


def at(row: int, col: int) -> Field:
    return row * SIZE + col


def _near(field: Field, diagonal: bool) -> tuple[Field, ...]:
    row, col = divmod(field, SIZE)
    return tuple(
        at(row + down, col + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right)
        and (diagonal or not (down and right))
        and 0 <= row + down < SIZE
        and 0 <= col + right < SIZE
    )


# Where a mouse may step next, roofs and traps apart: never into a tower but from outside.
STEPS: tuple[tuple[Field, ...], ...] = (
    *(tuple(near for near in _near(place, False) if near not in TOWERS) for place in FIELDS),
    TOWERS,
)
AROUND: tuple[tuple[Field, ...], ...] = tuple(_near(place, True) for place in FIELDS)


def _line(slot: int) -> tuple[Field, ...]:
    side, along = divmod(slot, len(CHANNELS))
    number = CHANNELS[along]
    if side == 0:
        return tuple(at(step, number) for step in range(SIZE))
    if side == 1:
        return tuple(at(number, SIZE - 1 - step) for step in range(SIZE))
    if side == 2:
        return tuple(at(SIZE - 1 - step, SIZE - 1 - number) for step in range(SIZE))
    return tuple(at(SIZE - 1 - number, step) for step in range(SIZE))


# The seven fields behind each slot, from the slot on; slots run clockwise from the far left.
SLOTS = range(12)
LINES: tuple[tuple[Field, ...], ...] = tuple(_line(slot) for slot in SLOTS)


def distance(one: Field, other: Field) -> int:
    """How many steps two fields lie apart, whatever is between them."""
    rows = abs(one // SIZE - other // SIZE)
    return rows + abs(one % SIZE - other % SIZE)
