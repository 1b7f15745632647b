"""What lies on a Kilt Castle table: squares, card positions, the sides of the board.

The board's frame has its origin in the middle of the board, on its surface. Card positions are
counted clockwise from the left end of the far side.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import cos, pi

from rules.kilt import Position
from rules.kilt.pieces import COLOURS, CREST_KINDS, POSITIONS, ROOFS, SIZE, Floor, Square
from vision.observe.table import (
    ROUND,
    Box,
    Disc,
    Expected,
    Key,
    Label,
    Piece,
    Place,
    Point,
    Scene,
    Solid,
    Stand,
    Table,
    Zone,
)

DEPTHS = 5  # places in a row of cards
BOARD = 0.30  # metres; everything else is measured against it
# Far, right, near, left: unit vectors outward and, a quarter turn to the left of it, sideways.
OUTWARD = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))
SQUARES: tuple[Square, ...] = tuple((r, c) for r in range(SIZE) for c in range(SIZE))
AS_WIDE = (1 + cos(pi / 5)) / 2  # what is half between the sides and the corners of a pentagon
PLAY = 0.004  # metres a floor may lie off the middle of its square

BARE, ROOF, BESIDE = "", "roof", "beside"
IN, OUT = "in", "out"  # the halves of a card: towards the board, and away from it
HALVES = ((IN, -1), (OUT, 1))


def sideways(side: int) -> Point:
    """The direction a quarter turn to the left of outward."""
    x, y = OUTWARD[side]
    return (-y, x)


def line_square(position: int) -> Square:
    """The square of the board's rim next to a card position."""
    side, index = divmod(position, SIZE)
    return ((0, index), (index, 4), (4, 4 - index), (4 - index, 0))[side]


def turn_of(position: int) -> float:
    """How a card lies that is read upright at the far side."""
    return -(position // SIZE) * pi / 2


@dataclass(frozen=True)
class Sizes:
    """Lengths of a box in metres; what teaching does not measure is what is usual."""

    pitch: tuple[float, float] = (0.055, 0.055)
    origin: tuple[float, float] = (0.0, 0.0)
    floor_radius: float = 0.014  # of a disc as wide as a floor, which has five corners
    floor_height: float = 0.015
    card_start: float = 0.005  # board edge to the near end of the first card
    card_length: float = 0.068
    card_width: float = 0.045
    card_pitch: float = 0.070
    roof: tuple[float, float, float] = (0.040, 0.036, 0.0225)  # length, width, height
    board_thickness: float = 0.0026
    card_thickness: float = 0.0006

    @property
    def floor_corner(self) -> float:
        """From a floor's middle to its five corners."""
        return self.floor_radius / AS_WIDE

    def centre(self, square: Square) -> Point:
        """The middle of a square on the board; row 0 lies on the far side."""
        row, column = square
        return (
            self.origin[0] + (column - 2) * self.pitch[0],
            self.origin[1] + (2 - row) * self.pitch[1],
        )

    def card_centre(self, position: int, depth: int) -> Point:
        """The middle of a card in a row."""
        distance = BOARD / 2 + self.card_start + self.card_length / 2 + depth * self.card_pitch
        return self.outward(position, distance)

    def outward(self, position: int, distance: float) -> Point:
        """A point so far from the board's middle, straight out from the end of a line."""
        side = position // SIZE
        (out_x, out_y), (x, y) = OUTWARD[side], self.centre(line_square(position))
        return (out_x * distance, y) if out_x else (x, out_y * distance)


SIZES = Sizes()


def kind(floor: Floor) -> str:
    """What the top of a floor is called."""
    return f"{floor.colour} {floor.crests}"


FLOORS = tuple(f"{colour} {crests}" for colour in COLOURS for crests in CREST_KINDS)


def table(sizes: Sizes = SIZES, water: Collection[Square] = ()) -> Table:
    """Squares without those in the water, and both halves of every card that may lie in a row."""
    wide = (2 * sizes.floor_radius,) * 2
    squares = [
        Place(
            square,
            sizes.centre(square),
            wide,
            kind="square",
            play=PLAY,
            may=(BARE, *FLOORS, ROOF),
            own=(BARE,),
            fact=("square", square),
        )
        for square in SQUARES
        if square not in water
    ]
    halves = [
        _half(sizes, position, depth, half, way)
        for position in range(POSITIONS)
        for depth in range(DEPTHS)
        for half, way in HALVES
    ]
    inner, outer = Box(BOARD, BOARD), Box(3 * BOARD, 3 * BOARD)
    beside = Zone(BESIDE, (0.0, 0.0), outer, z=-sizes.board_thickness, hole=inner, may=(ROOF,))
    return Table((*squares, *halves), _pieces(sizes), (beside,))


def _half(sizes: Sizes, position: int, depth: int, half: str, way: int) -> Place:
    middle = BOARD / 2 + sizes.card_start + sizes.card_length / 2 + depth * sizes.card_pitch
    return Place(
        (position, depth, half),
        sizes.outward(position, middle + way * sizes.card_length / 4),
        (sizes.card_width, sizes.card_length / 2),
        turn=turn_of(position),
        z=sizes.card_thickness - sizes.board_thickness,
        kind="card",
        may=(*COLOURS, BARE),
        own=(BARE,),
        fact=("place", position),
    )


def _pieces(sizes: Sizes) -> tuple[Piece, ...]:
    length, width, height = sizes.roof
    card = Solid(Box(sizes.card_width, sizes.card_length), sizes.card_thickness)
    return (
        Piece("floor", Solid(Disc(sizes.floor_radius), sizes.floor_height), FLOORS, ROUND),
        Piece(ROOF, Solid(Box(length, width), height, ((0.0, 1.0), (1.0, 0.5))), (ROOF,), ROUND),
        Piece("card", card, tuple(COLOURS)),
    )


def scene(position: Position, sizes: Sizes = SIZES) -> Scene:
    """The tops of all towers, the cards half by half, and the roofs nobody has built yet."""
    shown: dict[Key, tuple[Label | None, float]] = {}
    stands: list[Stand] = []
    for square, tower in zip(SQUARES, position.towers, strict=True):
        if square in position.setting.water:
            continue
        roofed, top = square in position.roofs, len(tower) * sizes.floor_height
        stands += _tower(sizes, square, tower, roofed)
        label = ROOF if roofed else _told(tower[-1]) if tower else BARE
        shown[square] = label, top + sizes.roof[2] * roofed
    for number, row in enumerate(position.rows):
        for depth in range(DEPTHS):
            there = depth < len(row)
            sides = (row[depth].board, row[depth].away) if there else (BARE, BARE)
            z = sizes.card_thickness * there - sizes.board_thickness
            for half, side in zip((IN, OUT), sides, strict=True):
                shown[number, depth, half] = side, z
    left = ROOFS - len(position.roofs)
    return Scene(shown, tuple(stands), (Expected(ROOF, BESIDE, ROOF, left),) if left else ())


def _told(floor: Floor) -> str | None:
    """The kind of a floor whose top somebody has seen."""
    return None if floor.crests is None else kind(floor)


def _tower(sizes: Sizes, square: Square, tower: tuple[Floor, ...], roofed: bool) -> list[Stand]:
    at, high = sizes.centre(square), sizes.floor_height
    found = [Stand("floor", at, n * high, _told(floor)) for n, floor in enumerate(tower)]
    return [*found, Stand(ROOF, at, len(tower) * high, ROOF)] if roofed else found
