"""A box of Burg Appenzell on the table: where everything lies, and its bodies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from device.sim import stage
from device.sim.appenzell.theme import Theme
from device.sim.clutter import disc
from device.sim.level import Level
from device.sim.optics import Points
from device.sim.render import Face, Paint, Pit, Solid, placed, prism, raised, rectangle
from device.sim.stage import STRAIGHT, Pose, Props, Stack, Still, on_table
from device.sim.textures import Rng, Texture, mix
from rules.appenzell.pieces import HIGH, HOLES, INSIDE, LINES, SIZE, SLOTS, TOWERS, Field, Layout
from vision.appenzell.table import MOUSE, SEATS, Sizes

Card = tuple[int, int]  # kind of tile, quarter turns
Mouse = tuple[str, Field]

CARD_GLOSS, ROOF_GLOSS, MOUSE_GLOSS, STONE_GLOSS = 120, 60, 230, 40
CARD_EDGE = (170, 185, 195)
# How far from the wall a tile lies that fell out, a row of chits, and lifted roofs (metres).
SPARE_OUT, CHITS_OUT, ROOFS_OUT = 0.030, 0.088, 0.112
CHIT_STEP = 0.036
AHEAD = (0.0, 0.06, 0.1)  # of a mouse's foot: how far forward belly, back and ears lie
ROOF_ROWS = (0.105, 0.035, -0.035, -0.105)


@dataclass(frozen=True)
class Lying:
    """What lies where; tiles under roofs too."""

    layout: Layout
    roofs: int
    tiles: tuple[Card | None, ...]
    spare: Card | None
    spare_at: int  # the slot before which it lies
    moves: int  # so that a tile laid down anew is seen to be
    mice: tuple[Mouse, ...]
    chits: tuple[tuple[int, ...], ...]
    atop: frozenset[Field] = frozenset()  # where a mouse stands on a roof
    beside_slot: bool = False  # whether the spare tile lies between that slot and the next one

    def on(self, room: int) -> bool:
        """Whether a room has its roof."""
        return bool(self.roofs >> room & 1)


BARE = Lying((), 0, (None,) * SIZE * SIZE, None, 0, 0, (), ())


@dataclass
class Untidy(stage.Layout[Lying]):
    """How untidily the pieces lie."""

    sizes: Sizes
    roofs: dict[int, Pose] = field(default_factory=dict)
    lifted: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    mice: dict[tuple[str, Field, int], Pose] = field(default_factory=dict)
    spare: Pose = STRAIGHT
    chits: dict[tuple[int, int], Pose] = field(default_factory=dict)

    def follow(self, before: Lying, after: Lying) -> None:
        for room in range(len(after.layout)):
            if after.on(room):
                self.lifted.pop(room, None)
                if not before.layout or not before.on(room):
                    self.roofs[room] = self._pose(0.0006, 0.012)
            elif room not in self.lifted:
                self.lifted[room] = self._aside()
        was = set(numbered(before.mice))
        for key in numbered(after.mice):
            if key not in was:
                self.mice[key] = self._pose(0.0016, 3.14)
        if before.moves != after.moves or before.spare is None:
            self.spare = self._pose(self.level.card_mm * 1.5e-3, 0.5)
        for seat, row in enumerate(after.chits):
            for number in range(len(before.chits[seat]) if before.chits else 0, len(row)):
                self.chits[seat, number] = self._pose(self.level.card_mm * 1e-3, 3.14)

    def jog(self) -> None:
        self.spare = self._slipped(self.spare, 0.01)

    def _pose(self, reach: float, turn: float) -> Pose:
        x, y = map(float, np.clip(self.rng.normal(0, 0.5, 2), -1, 1) * reach)
        return x, y, float(self.rng.uniform(-1, 1) * turn)

    def _aside(self) -> tuple[float, float, float]:
        """The first free place for a lifted roof, left or right of the box."""
        taken = {(round(x / 0.1), y) for x, y, _ in self.lifted.values()}
        out = self.sizes.board / 2 + ROOFS_OUT
        free = [
            (side * (out + 0.11 * far), row)
            for far in (0, 1)
            for row in ROOF_ROWS
            for side in (1, -1)
            if (round(side * (out + 0.11 * far) / 0.1), row) not in taken
        ]
        x, y = free[0] if free else (out + 0.2, 0.0)
        return x, y, float(self.rng.normal(0, 0.06))


def numbered(mice: tuple[Mouse, ...]) -> Iterator[tuple[str, Field, int]]:
    """Mice with a number for those that share a field."""
    met: dict[Field, int] = {}
    for colour, at in mice:
        met[at] = met.get(at, -1) + 1
        yield colour, at, met[at]


def before_slot(sizes: Sizes, slot: int) -> tuple[float, float]:
    """Where a tile lies that fell out of a slot."""
    first, second = (np.array(sizes.centre(at)) for at in LINES[slot][:2])
    out = (first - second) / sizes.pitch
    x, y = first + out * (sizes.pitch / 2 + sizes.rim + SPARE_OUT)
    return float(x), float(y)


def spare_place(sizes: Sizes, lying: Lying) -> tuple[float, float]:
    """Where the spare tile lies: before a slot, or a field's width aside of it."""
    x, y = before_slot(sizes, lying.spare_at)
    if not lying.beside_slot:
        return x, y
    return (x + sizes.pitch, y) if abs(y) > abs(x) else (x, y + sizes.pitch)


def clearest_side(sizes: Sizes, still: Still) -> int:
    """The middle slot of the side that lies towards the camera: nothing hides the table there."""
    middles = [slot for slot in SLOTS if SIZE // 2 in divmod(LINES[slot][0], SIZE)]
    camera = np.array(still.optics.centre[:2])

    def away(slot: int) -> float:
        return float(
            np.hypot(*(np.array(on_table(still.board, *before_slot(sizes, slot))) - camera))
        )

    return min(middles, key=away)


def opposite(slot: int) -> int:
    """The slot at the other end of a line."""
    return next(each for each in SLOTS if LINES[each] == LINES[slot][::-1])


def chit_place(sizes: Sizes, zone: tuple[int, int], number: int) -> tuple[float, float]:
    """Where a seat lays its cheeses, from the middle outward."""
    x, y = zone
    return x * (0.024 + number * CHIT_STEP), y * (sizes.board / 2 + CHITS_OUT)


class Pieces(stage.Pieces[Theme]):
    """The bodies of one still."""

    def __init__(self, theme: Theme, still: Still) -> None:
        super().__init__(theme, still)
        self._sizes = theme.sizes
        self._lying: Lying = still.lying
        self._room = {at: n for n, room in enumerate(self._lying.layout) for at in room}

    def _open(self, at: Field) -> bool:
        return at in self._room and not self._lying.on(self._room[at])

    def pits(self) -> list[Pit]:
        """The holes of open rooms."""
        return [self._hole(at) for at in HOLES if self._open(at)]

    def _hole(self, at: Field) -> Pit:
        sizes, card = self._sizes, self._lying.tiles[at]
        x, y = on_table(self._still.board, *sizes.centre(at))
        mouth = disc(x, y, sizes.hole)
        floor = -sizes.depth
        if card is None:
            return Pit(mouth, floor, self._theme.hole_wall, (30, 30, 30))
        turn = self._still.board[2] + card[1] * np.pi / 2
        foot = placed(rectangle(sizes.tile, sizes.tile), x, y, turn)
        paint = self._theme.tiles[card[0]]
        face = Face(raised(foot, floor), paint, raised(foot[[3, 2, 1, 0]], floor), CARD_GLOSS)
        return Pit(mouth, floor, self._theme.hole_wall, (60, 60, 60), (face,))

    def flat(self) -> list[Stack]:
        """The spare tile and the cheeses won."""
        found = []
        if self._lying.spare is not None:
            found.append([self._spare(*self._lying.spare)])
        for seat, row in enumerate(self._lying.chits):
            for number, kind in enumerate(row):
                found.append([self._chit(seat, number, kind)])
        return found

    def _spare(self, kind: int, quarter: int) -> Solid:
        x, y = spare_place(self._sizes, self._lying)
        dx, dy, turn = self._still.places.spare
        foot = self._foot(rectangle(*[self._sizes.tile] * 2), x + dx, y + dy, turn, quarter)
        return self._card(foot, foot[[3, 2, 1, 0]], self._theme.tiles[kind])

    def _chit(self, seat: int, number: int, kind: int) -> Solid:
        zone = SEATS[len(self._lying.chits)][seat]
        x, y = chit_place(self._sizes, zone, number)
        dx, dy, turn = self._still.places.chits.get((seat, number), STRAIGHT)
        around = self._foot(disc(0.0, 0.0, self._sizes.hole), x + dx, y + dy, turn)
        frame = self._foot(rectangle(*[self._sizes.tile] * 2), x + dx, y + dy, turn)
        return self._card(around, frame[[3, 2, 1, 0]], self._theme.tiles[kind])

    def _foot(self, shape: Points, x: float, y: float, turn: float, quarter: int = 0) -> Points:
        cx, cy = on_table(self._still.board, x, y)
        return placed(shape, cx, cy, turn + quarter * np.pi / 2 + self._still.board[2])

    def _card(self, foot: Points, frame: Points, paint: Texture) -> Solid:
        base = -self._sizes.wall
        foot = self._before_the_walls(foot)
        return prism(foot, base, base + self._sizes.card, CARD_EDGE, paint, frame, CARD_GLOSS)

    def _before_the_walls(self, foot: Points) -> Points:
        """What the box leaves to be seen of something on the table behind it."""
        eye = np.asarray(self._still.optics.centre, float)
        walls = self._foot(rectangle(*[self._sizes.board] * 2), 0.0, 0.0, 0.0)
        # Where the lines of sight over the edge of the box meet the table.
        edge = eye[:2] + (walls - eye[:2]) * ((eye[2] + self._sizes.wall) / eye[2])
        middle = edge.mean(axis=0)
        cuts = []
        for a, b in zip(edge, np.roll(edge, -1, axis=0), strict=True):
            out = np.array([b[1] - a[1], a[0] - b[0]])
            out = out / np.hypot(*out) * (1 if out @ (a - middle) > 0 else -1)
            cuts.append(((foot.mean(axis=0) - a) @ out, a, out))
        apart, a, out = max(cuts, key=lambda cut: cut[0])
        return clipped(foot, a, out) if apart > 0 else foot

    def stacks(self) -> list[Stack]:
        """Towers, roofs on rooms and beside, high fields, mice."""
        found = [self._tower(at) for at in TOWERS]
        for number, room in enumerate(self._lying.layout):
            found.append(self._roof(number, len(room)))
        standing = {at: self._standing(at) for at in INSIDE if self._open(at)}
        for colour, at, number in numbered(self._lying.mice):
            if at in self._lying.atop:
                found[len(TOWERS) + self._room[at]] += self._mouse(
                    colour, at, number, self._sizes.ridge
                )
            elif at in standing:
                standing[at] += self._mouse(colour, at, number, self._sizes.level(at))
        return [*found, *(stack for stack in standing.values() if stack)]

    def _standing(self, at: Field) -> Stack:
        if at not in HIGH:
            return []
        side = self._sizes.pitch * 0.97
        foot = self._foot(rectangle(side, side), *self._sizes.centre(at), 0.0)
        stone = self._theme.stone
        wall = mix(self._theme.tower_wall, (0, 0, 0), 0.2)
        top = self._sizes.block
        return [prism(foot, 0.0, top, wall, stone, foot[[3, 2, 1, 0]], STONE_GLOSS)]

    def _tower(self, at: Field) -> Stack:
        sizes, theme = self._sizes, self._theme
        x, y = sizes.centre(at)
        foot = self._foot(disc(0.0, 0.0, sizes.tower_radius), x, y, 0.0)
        side = 2 * sizes.tower_radius
        frame = self._foot(rectangle(side, side), x, y, 0.0)[[3, 2, 1, 0]]
        wall, lid = theme.tower_wall, theme.tower_floor
        stack = [prism(foot, 0.0, sizes.tower, wall, lid, frame, STONE_GLOSS)]
        for colour, place, number in numbered(self._lying.mice):
            if place == at:
                stack += self._mouse(colour, at, number, sizes.tower)
        return stack

    def _mouse(self, colour: str, at: Field, number: int, ground: float) -> Stack:
        """A round body, a smaller back and two ears."""
        sizes, ink = self._sizes, self._theme.mice[colour]
        x, y = sizes.centre(at)
        dx, dy, turn = self._still.places.mice.get((colour, at, number), STRAIGHT)
        if number or self._shared(at):
            aside = 0.24 * sizes.pitch * (1 if number else -1)
            dx, dy = dx + aside, dy + aside
        r, high = sizes.mouse, sizes.mouse_height
        layers = [
            (ahead, 0.0, wide * r, low, top)
            for ahead, (low, wide), (top, _) in zip(AHEAD, MOUSE[::2], MOUSE[1::2], strict=True)
        ]
        ears = [(0.55, 0.45, 0.24 * r, 0.85, 1.1), (0.55, -0.45, 0.24 * r, 0.85, 1.1)]
        stack = []
        for n, (ex, ey, radius, low, top) in enumerate([*layers, *ears]):
            px, py = placed(np.array([(ex * r, ey * r)]), x + dx, y + dy, turn)[0]
            cx, cy = on_table(self._still.board, float(px), float(py))
            foot = disc(cx, cy, radius)
            lid = mix(ink, (255, 255, 255), 0.07 * n) if n < 3 else mix(ink, (0, 0, 0), 0.3)
            frame = foot[[0, 5, 10, 15]]
            bounds = (ground + low * high, ground + top * high)
            stack.append(prism(foot, *bounds, mix(ink, (0, 0, 0), 0.15), lid, frame, MOUSE_GLOSS))
        return stack

    def _shared(self, at: Field) -> bool:
        return sum(place == at for _, place in self._lying.mice) > 1

    def _roof(self, number: int, size: int) -> Stack:
        sizes, room = self._sizes, self._lying.layout[number]
        rows, columns = {f // SIZE for f in room}, {f % SIZE for f in room}
        deep, wide = len(rows) * sizes.pitch, len(columns) * sizes.pitch
        if self._lying.on(number):
            x, y = np.mean([sizes.centre(at) for at in room], axis=0)
            dx, dy, turn = self._still.places.roofs.get(number, STRAIGHT)
            base, upright = 0.0, deep > wide
            x, y = float(x) + dx, float(y) + dy
        else:
            x, y, turn = self._still.places.lifted[number]
            base, upright = -sizes.wall, False
        foot = rectangle(max(deep, wide) * 0.985, min(deep, wide) * 0.97)
        return self._house(self._foot(foot, x, y, turn, int(upright)), base, size)

    def _house(self, foot: Points, base: float, size: int) -> Stack:
        sizes, paint = self._sizes, self._theme.roofs[size]
        eaves, top = base + sizes.eaves, base + sizes.ridge
        dark = mix(_mean(paint), (0, 0, 0), 0.35)
        low = prism(foot, base, eaves, dark, dark, foot[[3, 2, 1, 0]], ROOF_GLOSS)
        return [low, hipped(foot, eaves, top, 0.5 if size == 4 else 0.3 / size, paint)]


def clipped(shape: Points, at: Points, out: Points) -> Points:
    """The part of a convex shape that lies beyond a line through a place."""
    far = (shape - at) @ out
    found = []
    for n, (here, there) in enumerate(zip(shape, np.roll(shape, -1, axis=0), strict=True)):
        one, other = far[n], far[(n + 1) % len(shape)]
        if one >= 0:
            found.append(here)
        if one * other < 0:
            found.append(here + (there - here) * (one / (one - other)))
    return np.array(found)


def _mean(paint: Texture) -> tuple[int, int, int]:
    blue, green, red = (int(value) for value in paint.levels[-1].mean((0, 1)))
    return blue, green, red


def hipped(foot: Points, base: float, top: float, inset: float, paint: Paint) -> Solid:
    """A roof with a ridge along its first side, sloping on all four sides."""
    low = raised(foot, base)
    a, b = (foot[0] + foot[3]) / 2, (foot[1] + foot[2]) / 2
    ridge = raised(np.array([a + (b - a) * inset, b - (b - a) * inset]), top)
    ends = raised(np.array([a, b]), top)
    across = (low[3] - low[0]) / 2
    faces = (
        Face(np.array([low[0], low[1], ridge[1], ridge[0]]), paint,
             np.array([ends[0], ends[1], low[1], low[0]]), ROOF_GLOSS),
        Face(np.array([low[2], low[3], ridge[0], ridge[1]]), paint,
             np.array([ends[1], ends[0], low[3], low[2]]), ROOF_GLOSS),
        Face(np.array([low[3], low[0], ridge[0]]), paint,
             np.array([ridge[0] + across, ridge[0] - across, low[0], low[3]]), ROOF_GLOSS),
        Face(np.array([low[1], low[2], ridge[1]]), paint,
             np.array([ridge[1] - across, ridge[1] + across, low[2], low[1]]), ROOF_GLOSS),
    )  # fmt: skip
    x, y = foot.mean(axis=0)
    return Solid(faces, (float(x), float(y)), base, top, np.vstack([low, ridge]))


class AppenzellProps(Props[Lying, Theme]):
    """One owner's box of Burg Appenzell on the stage."""

    near = 0.75
    bare = BARE

    def __init__(self, theme: Theme, side: int) -> None:
        sizes = theme.sizes
        super().__init__(theme)
        self.board = theme.board[side]
        self.size = self.slab = (sizes.board, sizes.board)
        self.thickness = sizes.wall
        far = sizes.board / 2 + CHITS_OUT + 0.016
        self.reach = (far, far + 0.02)

    def layout(self, rng: Rng, level: Level) -> Untidy:
        return Untidy(rng, level, self.theme.sizes)

    def pieces(self, still: Still) -> Pieces:
        return Pieces(self.theme, still)

    def touched(self, before: Lying, after: Lying) -> list[tuple[float, float]]:
        sizes, found = self.theme.sizes, []
        if before.moves != after.moves and before.spare is not None:
            pushed = before_slot(sizes, opposite(after.spare_at))
            to = spare_place(sizes, after) if after.beside_slot else pushed
            found += [spare_place(sizes, before), to]
        for room, fields in enumerate(after.layout):
            if before.on(room) != after.on(room):
                found.append(sizes.centre(fields[0]))
        moved = set(before.mice) ^ set(after.mice)
        found += [sizes.centre(at) for _, at in sorted(moved)]
        for seat, row in enumerate(after.chits):
            if row != before.chits[seat]:
                zone = SEATS[len(after.chits)][seat]
                found.append(chit_place(sizes, zone, len(row) - 1))
        return found
