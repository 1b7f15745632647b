"""What lies on a table of Schloss der 7 Schlösser, measured against its round board.

The board's frame has its origin in the middle of the board; the table lies `THICK` lower. Places of
the ring are counted clockwise from the far side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from rules.seven_locks import Phase, Position
from rules.seven_locks.pieces import ALL_FACES, COATS, KEYS, PLACES, PLAYERS
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

BOARD = 0.30  # metres across the board; everything else is measured against it
THICK = 0.002  # metres of the board
KEY_THICK, COAT_THICK, BIN_HIGH = 0.0012, 0.0018, 0.016  # metres
# The table as far as pieces lie (metres).
LEFT, RIGHT, FAR = -0.42, 0.48, 0.32
# Where coats lie above a key: up and down from its bow, and left of it from and to (metres).
ABOVE_KEY = (0.012, 0.065, 0.014)
# The keymaster: skirt, neck, head, as shares of his height and of his foot.
PAWN = ((0.0, 1.0), (0.6, 0.55), (0.6, 0.72), (1.0, 0.72))
HEAD = 0.72  # of his foot: what is looked at

ROOF, PIT = "roof", "pit"
KEYMASTER, NOBODY = "keymaster", "nobody"
THERE, BARE = "there", "bare"
AROUND, ON_BOARD = "around", "board"


def spot(far: float, place: int) -> Point:
    """A point in the direction of a place; place 0 lies on the far side, then clockwise."""
    angle = 2 * pi * place / PLACES
    return far * sin(angle), far * cos(angle)


@dataclass(frozen=True)
class Sizes:
    """Lengths of a box in metres; what teaching does not measure is what is usual."""

    ring: float = 0.109  # from the middle of the board to that of a tower
    height: float = 0.170  # of a tower with its roof
    walk: float = 0.057  # from the middle to where the keymaster stands
    bow: float = 0.0095  # radius of a key's bow
    coat: float = 0.010  # radius of a coat of arms
    eaves: float = 0.034  # radius of a tower's roof, where that is widest
    top: float = 0.034  # and on top
    radius: float = BOARD / 2  # of the board
    tower: float = 0.024  # radius of a tower's body
    roof: float = 0.02  # height of a tower's roof
    hole: float = 0.0105  # radius of a tower's lock
    pawn: tuple[float, float] = (0.008, 0.032)  # radius and height of the keymaster
    bin: float = 0.032  # radius around the middle in which pearls lie
    die: float = 0.0165
    row: float = 0.215  # where the keys' bows lie, to the right
    pitch: float = 0.0465  # from key to key
    shortest: float = 0.048  # from the bow's middle to the tip; how much longer each next one is
    longer: float = 0.005
    home: float = 0.245  # where the coats of arms lie, to the left
    homes: float = 0.096  # from seat to seat

    def key(self, key: int) -> Point:
        """The middle of a key's bow; the shortest key lies on the far side."""
        return self.row, ((KEYS - 1) / 2 - key) * self.pitch

    def length(self, key: int) -> float:
        """From the middle of a key's bow to the tip of its bit."""
        return self.shortest + key * self.longer

    def at_home(self, seat: int, which: int) -> Point:
        """The middle of one of a seat's coats at home; the first seat's lie on the far side."""
        x = -self.home + (which - 0.5) * 2.5 * self.coat
        return x, (1.5 - seat) * self.homes


SIZES = Sizes()
Homes = Sequence[tuple[Point, Point]]


def table(sizes: Sizes = SIZES, keys: Sequence[Point] = (), homes: Homes = ()) -> Table:
    """Towers and the keymaster's way; keys and coats where they were taught, or as usual."""
    keys = keys or [sizes.key(key) for key in range(KEYS)]
    homes = homes or [
        (sizes.at_home(seat, 0), sizes.at_home(seat, 1)) for seat in range(PLAYERS[-1])
    ]
    places = [*_ring(sizes), *_beside(sizes, keys, homes)]
    return Table(tuple(places), _pieces(sizes), tuple(_zones(sizes, keys)))


def _ring(sizes: Sizes) -> list[Place]:
    wide, (foot, tall) = 2 * sizes.top, sizes.pawn
    places = []
    for n in range(PLACES):
        tower = spot(sizes.ring, n)
        places.append(
            Place(
                ("tower", n),
                tower,
                (wide, wide),
                z=sizes.height,
                kind="tower",
                may=(ROOF, PIT),
                fact=("tower", n),
            )
        )
        walk = Place(
            ("walk", n),
            spot(sizes.walk, n),
            (2 * HEAD * foot,) * 2,
            z=tall,
            kind="walk",
            may=(KEYMASTER, NOBODY),
            own=(NOBODY,),
            fact=("tower", n),
        )
        places.append(walk)
    return places


def _beside(sizes: Sizes, keys: Sequence[Point], homes: Homes) -> list[Place]:
    """Keys in their row and coats at home: each, and the table where it lay, looks its own way."""
    found: list[tuple[str, Key, Point, float, float]] = [
        ("key", ("key", key), at, sizes.bow, KEY_THICK - THICK) for key, at in enumerate(keys)
    ]
    found += [
        ("coat", ("coat", seat, which), at, sizes.coat, COAT_THICK - THICK)
        for seat, pair in enumerate(homes)
        for which, at in enumerate(pair)
    ]
    looks = (THERE, BARE)
    return [
        Place(key, at, (2 * radius, 2 * radius), z=z, kind=kind, may=looks, own=looks)
        for kind, key, at, radius, z in found
    ]


def _pieces(sizes: Sizes) -> tuple[Piece, ...]:
    foot, tall = sizes.pawn
    body, up = sizes.tower / sizes.eaves, 1 - sizes.roof / sizes.height
    tower = ((0.0, body), (up, body), (up, 1.0), (1.0, sizes.top / sizes.eaves))
    seats = tuple(range(PLAYERS[-1]))
    long = sizes.length(KEYS - 1) + sizes.bow
    return (
        Piece("tower", Solid(Disc(sizes.eaves), sizes.height, tower), (ROOF,), ROUND),
        Piece("keymaster", Solid(Disc(foot), tall, PAWN), (KEYMASTER,), ROUND, face=HEAD),
        Piece("bin", Solid(Disc(sizes.bin), BIN_HIGH)),
        Piece("key", Solid(Box(long, 2 * sizes.bow), KEY_THICK), tuple(range(KEYS)), ROUND),
        Piece("coat", Solid(Disc(sizes.coat), COAT_THICK), seats, ROUND),
        Piece("die", Solid(Box(sizes.die, sizes.die), sizes.die), ALL_FACES, ROUND),
    )


def _zones(sizes: Sizes, keys: Sequence[Point]) -> list[Zone]:
    board, bin_ = Disc(sizes.radius), Disc(sizes.bin)
    deep, far, near = ABOVE_KEY
    above = Box(far - near, 2 * deep)
    table = Box(2 * RIGHT, 2 * FAR)
    return [
        Zone(AROUND, (0.0, 0.0), table, z=-THICK, hole=board, may=("die",)),
        Zone(ON_BOARD, (0.0, 0.0), board, hole=bin_, may=("key", "coat")),
        *(
            Zone(("above", key), (x - (near + far) / 2, y), above, z=-THICK, may=("coat",))
            for key, (x, y) in enumerate(keys)
        ),
    ]


def scene(position: Position, sizes: Sizes = SIZES) -> Scene:
    """Towers, the keymaster, keys, coats at home; loose are the die, and the key and coats that
    were taken.
    """
    shown: dict[Key, tuple[Label | None, float]] = {}
    stands = [Stand("bin", (0.0, 0.0))]
    for n in range(PLACES):
        up = bool(position.standing >> n & 1)
        shown["tower", n] = (ROOF, sizes.height) if up else (PIT, 0.0)
        here = n == position.keymaster and position.phase is not Phase.SETUP
        shown["walk", n] = (KEYMASTER, sizes.pawn[1]) if here else (NOBODY, 0.0)
        if up:
            stands.append(Stand("tower", spot(sizes.ring, n), label=ROOF))
        if here:
            stands.append(Stand("keymaster", spot(sizes.walk, n), label=KEYMASTER))
    for key in range(KEYS):
        there = bool(position.row >> key & 1)
        shown["key", key] = (THERE, KEY_THICK - THICK) if there else (BARE, -THICK)
    for seat, left in enumerate(position.coats):
        label = {0: BARE, COATS: THERE}.get(left)  # which of two is gone nobody tells
        z = -THICK if label == BARE else COAT_THICK - THICK
        shown.update({("coat", seat, which): (label, z) for which in range(COATS)})
    return Scene(shown, tuple(stands), tuple(_loose(position)))


def _loose(position: Position) -> list[Expected]:
    found = [Expected("coat", ON_BOARD, seat) for seat in position.joined]
    found += [Expected("coat", ("above", key), seat) for seat, key in position.guesses]
    if position.key is not None:
        found.append(Expected("key", ON_BOARD, position.key))
    if position.rolled:
        face = (position.rolled, position.steps)
        found.append(Expected("die", AROUND, face if position.steps else None))
    return found
