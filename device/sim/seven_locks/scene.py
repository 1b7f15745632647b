"""A box of Schloss der 7 Schlösser on the table: where everything lies, and its bodies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from device.sim import stage
from device.sim.level import Level
from device.sim.optics import Points
from device.sim.render import Face, Paint, Solid, frustum, placed, prism, raised, rectangle
from device.sim.seven_locks.theme import Theme
from device.sim.stage import STRAIGHT, Pose, Props, Stack, Still, on_table
from device.sim.textures import Rng
from rules.seven_locks.pieces import COATS, KEYS, MEMBERS, PLACES, PLAYERS
from rules.seven_locks.pieces import Face as Side
from vision.seven_locks.table import BIN_HIGH, COAT_THICK, KEY_THICK, PAWN, THICK, Sizes, spot

HOME, BESIDE, GONE = "home", "beside", "gone"  # where a coat is; "0" to "7": above that key
TILE_GLOSS, KEY_GLOSS, COAT_GLOSS = 90, 120, 130
TILE = (TILE_GLOSS // 2, TILE_GLOSS)
ROOMY = 1.5  # radii: people lay a coat well beside what hides it
DIE_ROLLS = 0.022  # metres around where the die is thrown
ROW, DIE = "row", "die"
Place = tuple[float, ...]
Stand = tuple[float, float]  # metres nearer the middle than usual, and clockwise aside
STRAIGHT_BEFORE: Stand = (0.0, 0.0)


@dataclass(frozen=True)
class Lying:
    """All that lies on the table. `pearls` in the towers cannot be seen, only the bin can."""

    standing: int
    keymaster: int | None
    row: int
    coats: tuple[str, ...]  # two for each seat, in order
    die: tuple[Side, int] | None  # the side on top, and how often it was thrown
    bin: int
    out: int | None = None  # the key beside the keymaster
    pearls: tuple[int, ...] = (0,) * PLACES
    aside: tuple[float, ...] = (0.0,) * PLAYERS[-1]  # metres further out each seat's coats lie
    die_aside: float = 0.0  # metres further out the die is thrown
    stand: Stand = STRAIGHT_BEFORE  # how the keymaster stands before his tower
    row_aside: float = 0.0  # metres further out the row of keys lies


def empty_table(players: int) -> Lying:
    """Nothing lies on the table."""
    return Lying(0, None, 0, (GONE,) * (COATS * players), None, 0)


@dataclass
class Layout(stage.Layout[Lying]):
    """How untidily the pieces lie."""

    theme: Theme
    poses: dict[str, Pose] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._slots: dict[int, int] = {}  # of coats above keys and with the keymaster
        self._row = self._somewhere(0.008)
        self._homes = [self._somewhere(0.010) for _ in range(4)]

    def _somewhere(self, reach: float) -> tuple[float, float]:
        x, y = self.rng.uniform(-reach, reach, 2)
        return float(x), float(y)

    def follow(self, before: Lying, after: Lying) -> None:
        for place in MEMBERS[after.standing & ~before.standing]:
            x, y = spot(self.theme.sizes.ring, place)
            self._put(f"tower{place}", x, y, -2 * np.pi * place / PLACES, 0.0015, 2.0)
        for key in MEMBERS[_laid_keys(before, after)]:
            x, y = key_place(self.theme.sizes, key, after)
            off = self._row
            self._put(f"key{key}", x + off[0], y + off[1], 0.0, self._reach(), self._turn())
        self._follow_ring(before, after)
        taken = [
            self.poses[f"coat{number}"]
            for number, (was, now) in enumerate(zip(before.coats, after.coats, strict=True))
            if was == HOME != now
        ]
        for number, where in enumerate(after.coats):
            if where != GONE and (where != before.coats[number] or _shifted(number, before, after)):
                self._put_coat(number, where, before, after)
        if after.die is not None and after.die != before.die:
            x, y = die_place(self.theme.sizes)
            self._put("die", x - after.die_aside, y, 0.0, DIE_ROLLS, 180.0)
        for x, y, _ in taken:
            self._push_die_off(x, y)

    def _push_die_off(self, x: float, y: float) -> None:
        """Nobody takes a coat from beneath a die without moving it."""
        if "die" not in self.poses:
            return
        sizes, (u, v, turn) = self.theme.sizes, self.poses["die"]
        reach = sizes.die / 2 + sizes.coat
        if np.hypot(u - x, v - y) < reach:
            self.poses["die"] = (u, y + (1.3 if v > y else -1.3) * reach, turn)

    def _follow_ring(self, before: Lying, after: Lying) -> None:
        sizes = self.theme.sizes
        if after.keymaster is not None and _walked(before, after):
            at = pawn_place(sizes, after.keymaster, after.stand)
            self._put("keymaster", *at, 0.0, 0.003, 180.0)
        if after.out is not None and after.out != before.out:
            x, y, turn = out_place(sizes, after)
            self._put(f"out{after.out}", x, y, turn, 0.003, 12.0)

    def _put_coat(self, number: int, where: str, before: Lying, after: Lying) -> None:
        """Beside the coats that lie there already, never on one of them."""
        seat = number // COATS
        others = [n for n, each in enumerate(after.coats) if each == where and n != number]
        taken = {self._slots[n] for n in others if n < number or before.coats[n] == where}
        slot = min(set(range(len(after.coats))) - taken)
        self._slots[number] = slot
        x, y = coat_place(self.theme.sizes, number, where, after, slot)
        if where == HOME:
            x, y = x + self._homes[seat][0] - after.aside[seat], y + self._homes[seat][1]
        elif where != BESIDE:
            x, y = x + self._row[0], y + self._row[1]
        self._put(f"coat{number}", x, y, 0.0, 0.0015, 40.0)

    def _reach(self) -> float:
        return self.level.card_mm * 1e-3

    def _turn(self) -> float:
        return self.level.card_degrees

    def _put(
        self, name: str, x: float, y: float, turn: float, reach: float, degrees: float
    ) -> None:
        dx, dy, way = np.clip(self.rng.normal(0, 0.5, 3), -1, 1)
        spin = float(turn + way * np.radians(degrees))
        self.poses[name] = (float(x + dx * reach), float(y + dy * reach), spin)

    def jog(self) -> None:
        for name, pose in self.poses.items():
            if name.startswith(("key", "coat")) and name != "keymaster":
                self.poses[name] = self._slipped(pose)


def _shifted(number: int, before: Lying, after: Lying) -> bool:
    """Whether a coat was laid elsewhere with its owner."""
    seat = number // COATS
    return after.coats[number] == HOME and before.aside[seat] != after.aside[seat]


def _laid_keys(before: Lying, after: Lying) -> int:
    """The keys that were laid in the row since, or further out with all of it."""
    return after.row if before.row_aside != after.row_aside else after.row & ~before.row


def _walked(before: Lying, after: Lying) -> bool:
    """Whether the keymaster was moved, also only about his own place."""
    return (before.keymaster, before.stand) != (after.keymaster, after.stand)


# --- where things belong -------------------------------------------------------------------


def pawn_place(sizes: Sizes, place: int, stand: Stand) -> tuple[float, float]:
    """Where the keymaster stands before a tower."""
    along = 2 * np.pi * place / PLACES
    x, y = spot(sizes.walk - stand[0], place)
    return x + stand[1] * float(np.cos(along)), y - stand[1] * float(np.sin(along))


def key_place(sizes: Sizes, key: int, lying: Lying) -> tuple[float, float]:
    """The middle of a key's bow; the shortest key lies on the far side."""
    x, y = sizes.key(key)
    return x + lying.row_aside, y


def out_place(sizes: Sizes, lying: Lying) -> tuple[float, float, float]:
    """A key beside the keymaster: its bow on one side of him, its bit towards the tower."""
    place = lying.keymaster or 0
    along = 2 * np.pi * place / PLACES
    x, y = pawn_place(sizes, place, lying.stand)
    side = 0.024
    return x - side * float(np.cos(along)), y + side * float(np.sin(along)), np.pi / 2 - along


def coat_place(
    sizes: Sizes, number: int, where: str, lying: Lying, slot: int
) -> tuple[float, float]:
    """The middle of a coat of arms; above a key and with the keymaster there are slots for some."""
    seat, which = divmod(number, COATS)
    if where == HOME:
        return sizes.at_home(seat, which)
    if where == BESIDE:
        place = lying.keymaster or 0
        along = 2 * np.pi * place / PLACES
        x, y = pawn_place(sizes, place, lying.stand)
        side = 0.021 + 0.0225 * slot
        return x + side * float(np.cos(along)), y - side * float(np.sin(along))
    x, y = key_place(sizes, int(where), lying)
    return x - sizes.bow - sizes.coat - 0.006 - 2.2 * sizes.coat * slot, y


def die_place(sizes: Sizes) -> tuple[float, float]:
    """Where the die is thrown: nearer than the coats, beside the board."""
    return -sizes.radius - 0.035, -sizes.radius * 0.95


# --- bodies --------------------------------------------------------------------------------


def ring(radius: float, corners: int) -> Points:
    """Corners of a regular polygon about the origin, counter-clockwise."""
    angles = 2 * np.pi * (np.arange(corners) + 0.5) / corners
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)


class Pieces(stage.Pieces[Theme]):
    """The bodies of one still."""

    def __init__(self, theme: Theme, still: Still) -> None:
        super().__init__(theme, still)
        self._sizes = theme.sizes
        self._lying: Lying = still.lying

    def flat(self) -> list[Stack]:
        """Keys and coats of arms."""
        stacks = [self._key(f"key{key}", key) for key in MEMBERS[self._lying.row]]
        if self._lying.out is not None:
            stacks.append(self._key(f"out{self._lying.out}", self._lying.out))
        for number, where in enumerate(self._lying.coats):
            if where != GONE:
                stacks.append([self._coat(number, where)])
        return stacks

    def stacks(self) -> list[Stack]:
        """Towers, keymaster, bin, die."""
        stacks = [self._tower(place) for place in MEMBERS[self._lying.standing]]
        stacks.append([self._bin()])
        if self._lying.keymaster is not None:
            stacks.append(self._keymaster())
        if self._lying.die is not None:
            stacks.append([self._die(self._lying.die[0])])
        return stacks

    def _pose(self, name: str) -> Pose:
        """A thing's pose on the table."""
        x, y, turn = self._still.places.poses.get(name, STRAIGHT)
        cx, cy = on_table(self._still.board, x, y)
        return cx, cy, turn + self._still.board[2]

    def _tower(self, place: int) -> Stack:
        sizes, theme = self._sizes, self._theme
        pose = self._pose(f"tower{place}")
        foot = placed(ring(sizes.tower, 9), *pose)
        eaves = sizes.height - sizes.roof
        body = prism(foot, 0.0, eaves, theme.wall, theme.rim, foot[:4], TILE_GLOSS)
        low = placed(ring(sizes.eaves, 9), *pose)
        high = placed(ring(sizes.top, 9), *pose)
        square = rectangle(2 * sizes.top, 2 * sizes.top)[[3, 2, 1, 0]]
        frame = placed(square, *pose)
        cap = frustum(low, high, eaves, sizes.height, theme.slope, theme.lid, frame, TILE)
        return [body, cap]

    def _bin(self) -> Solid:
        sizes = self._sizes
        pose = self._still.board
        foot = placed(ring(sizes.bin, 14), *pose)
        frame = placed(rectangle(2 * sizes.bin, 2 * sizes.bin)[[3, 2, 1, 0]], *pose)
        full = self._theme.bins[round(self._lying.bin / 80 * 7)]
        return prism(foot, 0.0, BIN_HIGH, self._theme.rim, full, frame, TILE_GLOSS)

    def _keymaster(self) -> Stack:
        (radius, height), pose = self._sizes.pawn, self._pose("keymaster")
        dark = self._theme.pawn
        (_, foot), (waist, thin), (_, wide), _ = PAWN
        skirt, neck, head = (placed(ring(radius * each, 10), *pose) for each in (foot, thin, wide))
        return [
            frustum(skirt, neck, 0.0, height * waist, dark, dark, skirt[:4], TILE),
            prism(head, height * waist, height, dark, dark, head[:4], 150),
        ]

    def _die(self, side: Side) -> Solid:
        size, theme = self._sizes.die, self._theme
        foot = placed(rectangle(size, size), *self._pose("die"))
        others = [theme.faces[each] for each in theme.die if each != side]
        low, base = 0.0 - THICK, size - THICK
        body = prism(foot, low, base, others[0], theme.faces[side], foot[[3, 2, 1, 0]], 120)
        faces = [
            Face(face.outline, others[n % len(others)], face.frame, face.gloss)
            for n, face in enumerate(body.faces[:-1])
        ]
        return Solid((*faces, body.faces[-1]), body.centre, body.base, body.top, body.hull)

    def _coat(self, number: int, where: str) -> Solid:
        radius = self._sizes.coat
        base = 0.0 if where == BESIDE else -THICK
        pose = self._pose(f"coat{number}")
        foot = placed(ring(radius, 14), *pose)
        frame = placed(rectangle(2 * radius, 2 * radius)[[3, 2, 1, 0]], *pose)
        paint = self._theme.coats[number // COATS]
        return prism(foot, base, base + COAT_THICK, (190, 205, 210), paint, frame, COAT_GLOSS)

    def _key(self, name: str, key: int) -> Stack:
        """A key cut out of card: bow, shaft and bit, all of one colour."""
        sizes, colour = self._sizes, self._theme.keys[key]
        pose = self._pose(name)
        z = KEY_THICK if name.startswith("out") else KEY_THICK - THICK
        length, bow = sizes.length(key), sizes.bow
        parts = [*_annulus(bow * 0.55, bow, 8), _bar(bow, length - bow, 0.0, 0.0042)]
        tip = length - bow
        parts += [_bar(tip - at - 0.005, tip - at, -0.0055, 0.0085) for at in (0.004, 0.013)]
        return [self._slip(placed(part, *pose), z, colour) for part in parts]

    @staticmethod
    def _slip(outline: Points, z: float, colour: Paint) -> Solid:
        face = Face(raised(outline, z), colour, None, KEY_GLOSS)
        x, y = outline.mean(axis=0)
        low = raised(outline, z - 0.001)
        return Solid((face,), (float(x), float(y)), z, z, np.vstack([face.outline, low]))


def _annulus(inner: float, outer: float, count: int) -> list[Points]:
    angles = 2 * np.pi * np.arange(count + 1) / count
    unit = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return [
        np.array([inner * unit[i], outer * unit[i], outer * unit[i + 1], inner * unit[i + 1]])
        for i in range(count)
    ]


def _bar(left: float, right: float, y: float, width: float) -> Points:
    half = width / 2
    return np.array([(left, y - half), (right, y - half), (right, y + half), (left, y + half)])


def in_view(theme: Theme, still: Still, what: int | str, aside: float) -> bool:
    """Whether a camera would see things so far aside from where they lie now: a seat's coats, the
    row of keys (`ROW`), or the die thrown there (`DIE`), which nobody throws among coats.
    """
    poses = still.places.poses
    if what == ROW:
        reach = ROOMY * theme.sizes.bow
        bows = [poses[f"key{key}"][:2] for key in MEMBERS[still.lying.row]]
        spots = [(x + aside + far, y) for x, y in bows for far in (0.0, theme.sizes.shortest)]
    elif what == DIE:
        (x, y), reach = die_place(theme.sizes), DIE_ROLLS + theme.sizes.die
        spots = [(x - aside, y)]
        near, coats = reach + theme.sizes.coat, _laid_coats(still)
        if any(np.hypot(x - aside - at[0], y - at[1]) < near for at in coats):
            return False
    else:
        assert isinstance(what, int)
        own = [poses[f"coat{COATS * what + which}"][:2] for which in range(COATS)]
        spots, reach = [(x - aside, y) for x, y in own], ROOMY * theme.sizes.coat
    rims = [raised(placed(ring(reach, 8), *on_table(still.board, *at), 0.0), 0.0) for at in spots]
    return all(_seen(theme, still, np.concatenate(rims)))


def _laid_coats(still: Still) -> list[tuple[float, float]]:
    """Where coats of arms lie on the table."""
    laid = enumerate(still.lying.coats)
    return [still.places.poses[f"coat{number}"][:2] for number, where in laid if where != GONE]


def head_shown(theme: Theme, still: Still, place: int, stand: Stand) -> float:
    """How much of the keymaster's head and a little around it a camera would see if he stood so,
    0 to 1; nothing where the bin has its place.
    """
    sizes = theme.sizes
    (radius, height), at = sizes.pawn, pawn_place(sizes, place, stand)
    if np.hypot(*at) < sizes.bin + radius:
        return 0.0
    alone = replace(still, lying=replace(still.lying, keymaster=None))
    head = placed(ring(radius, 8), *on_table(still.board, *at), 0.0)
    return float(np.mean(_seen(theme, alone, raised(head, height))))


def _seen(theme: Theme, still: Still, points: Points) -> list[bool]:
    """Which points lie in the picture, with nothing tall before them."""
    optics = still.optics
    towers = [solid for stack in Pieces(theme, still).stacks() for solid in stack]
    hulls = [cv2.convexHull(optics.project(each.hull).astype(np.float32)) for each in towers]
    return [
        0 <= u <= optics.width
        and 0 <= v <= optics.height
        and all(cv2.pointPolygonTest(hull, (float(u), float(v)), False) < 0 for hull in hulls)
        for u, v in optics.project(points)
    ]


class SevenLocksProps(Props[Lying, Theme]):
    """One owner's box of Schloss der 7 Schlösser on the stage."""

    near = 1.0
    round_board = True

    def __init__(self, theme: Theme, players: int) -> None:
        sizes = theme.sizes
        super().__init__(theme)
        self.bare = empty_table(players)
        self.board = theme.board
        self.size = (2 * sizes.radius, 2 * sizes.radius)
        self.slab = self.size
        self.thickness = THICK
        far = max(sizes.row + sizes.length(KEYS - 1), sizes.home + 0.03)
        self.reach = (far, far)
        self.over = sizes.height + 0.02

    def layout(self, rng: Rng, level: Level) -> Layout:
        return Layout(rng, level, self.theme)

    def pieces(self, still: Still) -> Pieces:
        return Pieces(self.theme, still)

    def touched(self, before: Lying, after: Lying) -> list[Place]:
        """Places where something changed, with the height of the hand where it matters."""
        sizes, places = self.theme.sizes, list[Place]()
        if before.die != after.die:
            places.append(die_place(sizes))
        for place in range(PLACES):
            if after.pearls[place] > before.pearls[place]:
                places.append((*spot(sizes.ring, place), self.over))
        if after.keymaster is not None and _walked(before, after):
            places.append(pawn_place(sizes, after.keymaster, after.stand))
        moved = before.row & ~after.row | _laid_keys(before, after)
        places += [key_place(sizes, key, after) for key in MEMBERS[moved]]
        for number, where in enumerate(after.coats):
            if where != before.coats[number]:
                old = before.coats[number] if where == GONE else where
                lying = before if where == GONE else after
                others = sum(each == old for each in lying.coats) - 1
                places.append(coat_place(sizes, number, old, lying, max(0, others)))
            elif _shifted(number, before, after):
                x, y = coat_place(sizes, number, HOME, after, 0)
                places.append((x - after.aside[number // COATS], y))
        places += [spot(sizes.ring, place) for place in MEMBERS[before.standing ^ after.standing]]
        return places
