"""What lies on a table of König Salomons Schatzkammer, measured against its 6 x 6 grid.

The board's frame has its origin in the middle of the grid, at the tops of the walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

from rules.solomon import Phase, Position
from rules.solomon.pieces import CARDS, FULL, SIZE, SQUARES, TILES, UNKNOWN, Square
from vision.observe.table import (
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

BOARD = 0.192  # metres across the grid; everything else is measured against it
EMPTY = ""
KINDS: tuple[str, ...] = TILES[1:]
SLOTS = range(6)  # places of cards: 0 to 2 on the right from far to near, 3 to 5 on the left
# Which slots the seats use, by the number of players.
SEATS = {2: (0, 3), 3: (0, 1, 3), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4)}
STRAY = 0.028  # how far from its usual place a card may lie (metres)
OPEN = (Phase.REVEAL, Phase.DIG, Phase.PAY, Phase.ADD)  # cards lie open then


@dataclass(frozen=True)
class Sizes:
    """Lengths of a box in metres; until it is taught, what is usual."""

    pitch: float = BOARD / SIZE
    wall: float = 0.1 * BOARD / SIZE
    tile: float = 0.74 * BOARD / SIZE  # its print: rim and walls of the shaft stay outside
    tile_height: float = 0.0030
    rim: float = 0.07 * BOARD  # of the tray, about the grid
    card_length: float = 0.080
    card_width: float = 0.052
    card_gap: float = 0.105 * BOARD  # from the rim to the cards
    card_thickness: float = 0.0005
    card_apart: float = 0.010  # from card to card
    floor: float = 0.0005  # thickness of the tray's floor
    sunk: float = 0.0007  # a full shaft's top lies so much lower than the walls

    @property
    def grid(self) -> float:
        return SIZE * self.pitch

    @property
    def depth(self) -> float:
        """From the tops of the walls to the bottom of a shaft."""
        return FULL * self.tile_height + self.sunk

    @property
    def card_level(self) -> float:
        """How high a card on the table shows."""
        return self.card_thickness - (self.depth + self.floor)

    def centre(self, square: Square) -> Point:
        """The middle of a shaft; row 0 lies at the entrance, on the near side."""
        row, column = divmod(square, SIZE)
        middle = (SIZE - 1) / 2
        return (middle - column) * self.pitch, (row - middle) * self.pitch

    def level(self, height: int) -> float:
        """How high the top of a shaft with so many tiles is."""
        return height * self.tile_height - self.depth

    def slot(self, slot: int) -> Point:
        """The middle of a card's slot."""
        out = self.grid / 2 + self.rim + self.card_gap + self.card_width / 2
        return out if slot < 3 else -out, (1 - slot % 3) * (self.card_length + self.card_apart)


SIZES = Sizes()


def as_rules(row: int, column: int) -> Square:
    """A square by row and column as read from the near side, where row 5 lies at the entrance."""
    return (SIZE - 1 - row) * SIZE + SIZE - 1 - column


def table(sizes: Sizes = SIZES, slots: Sequence[Point] = ()) -> Table:
    """Shafts, and where cards lie: on slots as taught, or as usual."""
    slots = slots or tuple(map(sizes.slot, SLOTS))
    tile = Solid(Box(sizes.tile, sizes.tile), sizes.tile_height)
    card = Solid(Box(sizes.card_width, sizes.card_length), sizes.card_thickness)
    places = [
        Place(
            square,
            sizes.centre(square),
            (sizes.tile, sizes.tile),
            z=sizes.level(FULL),
            kind="shaft",
            play=(sizes.pitch - sizes.wall - sizes.tile) / 2,
            may=(*KINDS, EMPTY),
            fact=("square", divmod(square, SIZE)),
        )
        for square in SQUARES
    ]
    zones = [
        Zone(slot, at, Disc(STRAY), z=sizes.card_level, may=("card",))
        for slot, at in enumerate(slots)
    ]
    wall = Solid(Box(sizes.grid, sizes.wall), sizes.depth)
    pieces = (
        Piece("tile", tile, KINDS, turns=4),
        Piece("card", card, tuple(CARDS), turns=2),
        Piece("wall", wall),
    )
    return Table(tuple(places), pieces, tuple(zones))


def top_name(position: Position, square: Square) -> str | None:
    """What a shaft should show; None if there is a tile that nobody has told."""
    if not position.stacks[square]:
        return EMPTY
    tile = position.top(square)
    return None if tile == UNKNOWN else TILES[tile]


def scene(position: Position, sizes: Sizes = SIZES) -> Scene:
    """The tops of the shafts between their walls, and the open cards."""
    shown: dict[Key, tuple[Label | None, float]] = {
        square: (top_name(position, square), sizes.level(len(position.stacks[square])))
        for square in SQUARES
    }
    cards = zip(SEATS[position.players], position.cards, strict=True)
    loose = tuple(
        Expected("card", slot, card or None)
        for slot, card in cards
        if card is not None and position.phase in OPEN
    )
    return Scene(shown, _walls(sizes), loose)


def _walls(sizes: Sizes) -> tuple[Stand, ...]:
    lines = [(n - SIZE / 2) * sizes.pitch for n in range(SIZE + 1)]
    level = [Stand("wall", (0.0, y), -sizes.depth) for y in lines]
    upright = [Stand("wall", (x, 0.0), -sizes.depth, turn=pi / 2) for x in lines]
    return (*level, *upright)
