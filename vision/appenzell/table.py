"""What lies on a table of Burg Appenzell, measured against the outer edge of its box.

The board's frame has its origin in the middle of the box, at the grid; row 0 lies on the far side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from rules.appenzell import UNKNOWN, Position
from rules.appenzell.pieces import (
    CHEESES,
    COLOURS,
    FIELDS,
    HIGH,
    HOLES,
    LINES,
    ROOF_NAMES,
    SIZE,
    TILE_NAMES,
    TOWERS,
    Field,
)
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

BOARD = 0.27  # metres between the box's outer corners; everything else is measured against it
# Labels of fields beside the tiles' names and the mice's colours.
ROOF, HIGH_FIELD, TOWER, NOBODY = "roof", "high", "tower", "nobody"
PAIR = "+"  # between the colours of two mice on one field
# A mouse: belly, back and ears, as shares of its height and of its foot.
MOUSE = ((0.0, 1.0), (0.55, 1.0), (0.55, 0.8), (0.85, 0.8), (0.85, 0.5), (1.0, 0.5))
BACK = 2 / 3  # of its height: where a mouse is looked at
# How far beyond the box's edge a spare tile lies, and a row of cheeses (metres).
SPARE_BAND = (0.016, 0.064)
CHEESE_BAND = (0.064, 0.118)
AROUND = 0.13  # metres beyond the box: spare tiles and cheeses lie within, lifted roofs farther out
# Before which quarter of the near and far side each seat lays its cheeses, by number of players:
# -1 is left and near.
Quarter = tuple[int, int]
SEATS: dict[int, tuple[Quarter, ...]] = {
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (-1, 1), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, 1), (1, -1)),
}
SPARE, OFF = "spare", "off"
# By kind of field: what may show, and what of it looks different at every field.
LOOKS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "hole": ((*TILE_NAMES, ROOF), (ROOF,)),
    "high": ((HIGH_FIELD, ROOF), (HIGH_FIELD, ROOF)),
    "tower": ((TOWER,), (TOWER,)),
}


@dataclass(frozen=True)
class Sizes:
    """Lengths of a box in metres; heights are above the grid, depths below it."""

    pitch: float
    rim: float
    hole: float  # radius
    depth: float  # of the tiles under the grid
    wall: float  # height of the box over the table
    block: float  # height of the high fields
    eaves: float
    ridge: float
    tower: float  # height
    tower_radius: float
    mouse: float  # radius
    mouse_height: float
    tile: float
    card: float = 0.002  # thickness of tiles and chits

    @property
    def grid(self) -> float:
        return SIZE * self.pitch

    @property
    def board(self) -> float:
        return self.grid + 2 * self.rim

    @property
    def roof(self) -> float:
        """The middle of a roof's slope."""
        return (self.eaves + self.ridge) / 2

    def centre(self, at: Field) -> Point:
        """The middle of a field."""
        row, column = divmod(at, SIZE)
        middle = (SIZE - 1) / 2
        return (column - middle) * self.pitch, (middle - row) * self.pitch

    def level(self, at: Field) -> float:
        """How high a mouse stands on a field."""
        if at in TOWERS:
            return self.tower
        return self.block if at in HIGH else -self.depth

    def exit(self, slot: int) -> tuple[Point, Point]:
        """Where a tile falls out that is pushed by a slot: the box's edge there, and which way."""
        (row, column), (inner_row, inner_column) = (divmod(at, SIZE) for at in LINES[slot][:-3:-1])
        x, y = self.centre(LINES[slot][-1])
        right, far = column - inner_column, inner_row - row
        half = self.board / 2
        return (right * half if right else x, far * half if far else y), (right, far)


def usual(pitch: float = 0.034, tower: float = 0.065) -> Sizes:
    """A box of which only a field's width and a tower's height are known: the rest goes with the
    width.
    """
    return Sizes(
        pitch=pitch,
        rim=(BOARD - SIZE * pitch) / 2,
        hole=0.36 * pitch,
        depth=0.12 * pitch,
        wall=0.85 * pitch,
        block=0.10 * pitch,
        eaves=0.15 * pitch,
        ridge=0.55 * pitch,
        tower=tower,
        tower_radius=0.46 * pitch,
        mouse=0.28 * pitch,
        mouse_height=0.40 * pitch,
        tile=0.76 * pitch,
    )


def pair(one: str, other: str) -> str:
    """The label of two mice on one field."""
    return PAIR.join(sorted((one, other)))


def table(sizes: Sizes | None = None, colours: Sequence[str] = COLOURS, players: int = 4) -> Table:
    """Two places a field: what lies there, and who stands on it."""
    sizes = sizes or usual()
    pairs = (pair(*each) for each in combinations_with_replacement(colours, 2))
    mice = (*colours, *pairs, NOBODY)
    places = [_lies(sizes, at) for at in FIELDS]
    places += [_stands(sizes, at, mice) for at in FIELDS]
    return Table(tuple(places), _pieces(sizes, colours), tuple(_zones(sizes, players)))


def _lies(sizes: Sizes, at: Field) -> Place:
    """What lies on a field, or the roof over it."""
    face = 2 * sizes.hole if at in HOLES else sizes.tile
    kind = "hole" if at in HOLES else "high" if at in HIGH else "tower"
    may, own = LOOKS[kind]
    z = sizes.level(at)
    named = ("field", divmod(at, SIZE))
    return Place(at, sizes.centre(at), (face, face), z=z, kind=kind, may=may, own=own, fact=named)


def _stands(sizes: Sizes, at: Field, mice: tuple[str, ...]) -> Place:
    return Place(
        ("mouse", at),
        sizes.centre(at),
        (2 * sizes.mouse, 2 * sizes.mouse),
        z=sizes.level(at) + BACK * sizes.mouse_height,
        kind="mouse",
        may=mice,
        own=(NOBODY,),
        fact=("field", divmod(at, SIZE)),
    )


def _pieces(sizes: Sizes, colours: Sequence[str]) -> tuple[Piece, ...]:
    tile = Solid(Box(sizes.tile, sizes.tile), sizes.card)
    roof = ((0.0, 1.0), (sizes.eaves / sizes.ridge, 1.0), (1.0, 0.0))
    return (
        Piece("tile", tile, TILE_NAMES, turns=4),
        Piece("cheese", Solid(Disc(sizes.hole), sizes.card), TILE_NAMES[: len(CHEESES)], ROUND),
        Piece("mouse", Solid(Disc(sizes.mouse), sizes.mouse_height, MOUSE), tuple(colours), ROUND),
        Piece("tower", Solid(Disc(sizes.tower_radius), sizes.tower), (TOWER,)),
        Piece("roof", Solid(Box(sizes.pitch, sizes.pitch), sizes.ridge, roof), (ROOF,)),
        Piece("lifted roof", Solid(Box(2 * sizes.pitch, sizes.pitch)), tuple(ROOF_NAMES), ROUND),
    )


def _zones(sizes: Sizes, players: int) -> Iterator[Zone]:
    half, z = sizes.board / 2, -sizes.wall
    near, far = (Box(*(2 * (half + out),) * 2) for out in SPARE_BAND)
    yield Zone(SPARE, (0.0, 0.0), far, z=z, hole=near, may=("tile",))
    low, high = CHEESE_BAND
    row = Box(half + AROUND, high - low)
    for seat, (x, y) in enumerate(SEATS[players]):
        middle = (x * row.across / 2, y * (half + (low + high) / 2))
        yield Zone(("cheese", seat), middle, row, z=z, may=("cheese",))
    wide = Box(*(2 * (sizes.board + AROUND),) * 2)
    yield Zone(OFF, (0.0, 0.0), wide, z=z, hole=far, may=("lifted roof",))


def scene(position: Position, sizes: Sizes | None = None) -> Scene:
    """Roofs field by field, tiles, mice; beside the box the spare tile, cheeses and other roofs."""
    sizes = sizes or usual()
    shown: dict[Key, tuple[Label | None, float]] = {}
    stands = [Stand("tower", sizes.centre(at), label=TOWER) for at in TOWERS]
    for at in FIELDS:
        covered, floor = position.covered(at), sizes.level(at)
        shown[at] = (ROOF, sizes.roof) if covered else (_open(position, at), floor)
        here = [] if covered else _mice(position, at)
        stands += [Stand("mouse", sizes.centre(at), floor, colour) for colour in here]
        if covered:
            stands.append(Stand("roof", sizes.centre(at), label=ROOF))
        above = sizes.roof if covered else floor + BACK * sizes.mouse_height
        shown["mouse", at] = (pair(*here[:2]) if here[1:] else (*here, NOBODY)[0], above)
    return Scene(shown, tuple(stands), tuple(_loose(position)))


def _mice(position: Position, at: Field) -> list[str]:
    """The colours of the mice on a field."""
    return [
        position.setting.colours[seat]
        for seat, mice in enumerate(position.mice)
        for place in mice
        if place == at
    ]


def _open(position: Position, at: Field) -> str | None:
    """What lies on a field without a roof; None if its tile is one that nobody has told."""
    if at in HIGH:
        return HIGH_FIELD
    return TOWER if at in TOWERS else _name(position.tiles[at])


def _name(tile: int) -> str | None:
    return None if tile == UNKNOWN else TILE_NAMES[tile]


def shown(position: Position, at: Field) -> str | None:
    """What a field should show if it is looked at as one thing: a roof, mice, or what lies there;
    None if its tile is one that nobody has told.
    """
    if position.covered(at):
        return ROOF
    colours = _mice(position, at)
    if colours:
        return colours[0] if len(colours) == 1 else pair(*colours[:2])
    return _open(position, at)


def _loose(position: Position) -> Iterator[Expected]:
    if not position.setting.rooms:
        return
    yield Expected("tile", SPARE, _name(position.spare))
    for seat, kinds in enumerate(position.cheeses):
        for kind in CHEESES:
            if kinds >> kind & 1:
                yield Expected("cheese", ("cheese", seat), TILE_NAMES[kind])
    for number, room in enumerate(position.setting.rooms):
        if not position.roofs >> number & 1:
            yield Expected("lifted roof", OFF, len(room))
