"""Reading a table of The Castle: what lies in every area and before every entrance, and the die."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.castle.pieces import MONSTERS
from vision.castle import faces as castle_faces
from vision.castle import squares
from vision.castle.pieces import (
    Namer,
    Spot,
    before_gate,
    blobs,
    changed,
    gate_box,
    on_sheet,
    sampled,
    slices,
)
from vision.castle.profile import LIFT, MARGIN, STEP, Profile
from vision.dice.find import Die, find_dice
from vision.geometry import View
from vision.light import Light, fit_light
from vision.likeness import strange
from vision.sample import Patch, Picture, maps_for, take, to_log

Box = tuple[float, float, float, float, float]

COARSE = 9  # every so many samples tell the light
# An area of which more square millimetres look different is read anew.
TOUCHED = 22
UNLIKE_BEFORE = 0.22
# What is found wider than this many pieces is more than one.
MORE = 1.4
ALONE = (0.7, 1.35)
MOST_IN_ONE = 5
FACE_WORTH = 2.5  # small print weighs in full, where other looks count less than they seem
RIM = 0.002  # the edge of the sheet itself
MOST = 5.0
CHIP_REACH = np.arange(-5.0, 5.1, 2.0)
CHIP_CLEAR = 8.0
CHIP_POSES = 8
PLAIN = 30.0
DIE_STILL = 10.0
GLANCE, STIRRED, MOST_PARTS = 4, 14, 6
PLAIN_DIE = 0.8


@dataclass(frozen=True)
class Memory:
    """What a picture looked like, for telling what has not changed since."""

    sheet: Patch
    spots: dict[str, tuple[Spot, ...]]
    die: Die | None
    die_look: Picture | None
    glance: Picture | None = None  # the whole picture, small and grey


@dataclass(frozen=True)
class Reading:
    """One picture, read: what lies in each place, which places look as before, the die."""

    spots: dict[str, tuple[Spot, ...]]
    touched: frozenset[str]
    die: Die | None
    thrown: bool  # whether the die lies elsewhere or shows something else than before
    memory: Memory
    first: bool = False
    turned: bool = False  # whether the die shows something else than before


class CastleReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.sheet = profile, profile.sheet
        self._window = profile.sheet.window()
        self.bare = to_log(profile.bare)
        self._view: View | None = None
        rows, columns = self._window.rows, self._window.columns
        places = self._window.points()[:, :2].reshape(rows, columns, 2)
        self._places = places[COARSE // 2 :: COARSE, COARSE // 2 :: COARSE].reshape(-1, 2)
        wide, deep = self.sheet.extent
        self._on = (np.abs(self._places) < np.array([wide, deep]) * 0.49).all(axis=1)
        beyond = np.abs(places) > np.array([wide, deep]) / 2 + RIM
        self.table: NDArray[np.bool_] = np.asarray(beyond.any(axis=2))
        self.faces = castle_faces.Faces(profile.fine)
        self.learn({})

    def learn(self, looks: dict[str, Patch], cast: Collection[str] | None = None) -> None:
        """Know more pieces from now on; of characters only those of the `cast`, if it is given."""
        self.profile, self.cast = self.profile.knowing(looks), cast
        sizes = {name: self._size(name) for name in self.profile.looks}
        chips = {n: p for n, p in self.profile.looks.items() if n.startswith("chip:")}
        heroes = {
            n: p
            for n, p in self.profile.looks.items()
            if n.startswith("char:") and (cast is None or n in cast)
        }
        pieces = {n: p for n, p in self.profile.looks.items() if n[:4] not in ("chip", "char")}
        pieces |= heroes
        self.namer = Namer(pieces, sizes) if pieces else None
        self.chips = Namer(chips, sizes) if chips else None
        self.heroes = Namer(heroes, sizes) if heroes else None

    def _size(self, name: str) -> float:
        sizes = self.profile.sizes
        kind = {"char": "character", "chip": "chip"}.get(name.split(":")[0], "counter")
        return sizes[kind]

    # -- the picture as the sheet seen from above ------------------------------------------------

    def rectified(self, picture: Picture, view: View) -> Patch:
        """The sheet and its margin under the light of the teaching picture."""
        if view is not self._view:
            self._view, self._maps = view, maps_for(view, self._window)
        soft = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.7), np.uint8)
        raw = take(soft, self._maps)
        light = self._light(raw)
        rows, columns = self._window.rows, self._window.columns
        coarse = light.at(self._places).reshape(-(-(rows - COARSE // 2) // COARSE), -1, 3)
        field = cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_LINEAR)
        return to_log(raw, light.gain) - field

    def _light(self, raw: Picture) -> Light:
        start = COARSE // 2
        here = to_log(raw[start::COARSE, start::COARSE]).reshape(-1, 3)[self._on]
        bare = self.bare[start::COARSE, start::COARSE].reshape(-1, 3)[self._on]
        gain = float(np.exp(np.median((bare - here).mean(axis=1))))
        here = to_log(raw[start::COARSE, start::COARSE], gain).reshape(-1, 3)[self._on]
        half = max(self.sheet.extent) / 2
        return fit_light(self._places[self._on], here - bare, half, gain)

    # -- reading ---------------------------------------------------------------------------------

    def read(self, picture: Picture, view: View, before: Memory | None = None) -> Reading:
        """Read everything; what looks as before is not looked at again."""
        now = self.rectified(picture, view)
        touched = self._touched(now, before)
        spots = (
            {} if before is None else {k: v for k, v in before.spots.items() if k not in touched}
        )
        mask = self._mask(now, touched)
        off = squares.different(now, self.bare, self.sheet, touched)
        for box in self._boxes(mask):
            place = self.sheet.place(box[0], box[1])
            if place is not None and place in touched:
                for found in self._named(now, off, box):
                    at = self.sheet.place(found.x, found.y) or place
                    if self._fresh(found, spots.get(at, ())):
                        spot = self._looked_closer(picture, view, found)
                        spots[at] = (*spots.get(at, ()), spot)
        glance = _glance(picture)
        die, look, thrown = self._die(picture, view, before, glance)
        memory = Memory(now, spots, die, look, glance)
        old = before.die if before is not None else None
        turned = thrown and die is not None and old is not None and die.value != old.value
        return Reading(spots, frozenset(touched), die, thrown, memory, before is None, turned)

    def _fresh(self, spot: Spot, others: Collection[Spot]) -> bool:
        """Whether nothing was found yet where it lies: a patch may fall into two."""
        near = 0.5 * self.profile.sizes["counter"]
        return all(np.hypot(spot.x - other.x, spot.y - other.y) > near for other in others)

    def _touched(self, now: Patch, before: Memory | None) -> set[str]:
        """Places that do not look as before."""
        places = {*self.sheet.areas, *self.sheet.gates}
        if before is None:
            return places
        off = cv2.absdiff(now, before.sheet)
        most = cv2.max(cv2.max(off[..., 0], off[..., 1]), off[..., 2])
        mask = (cv2.blur(most, (3, 3)) > UNLIKE_BEFORE).astype(np.uint8)
        open_ = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
        return {place for place in places if int(open_[self._slice(place)].sum()) > TOUCHED}

    def _slice(self, place: str) -> tuple[slice, slice]:
        if place in self.sheet.areas:
            return slices(self.sheet, place)
        x, y = gate_box(self.sheet, place)
        rows, columns = self._window.rows, self._window.columns
        x0, x1 = (int(columns / 2 + (x + d * MARGIN / 2) / STEP) for d in (-1, 1))
        y0, y1 = (int(rows / 2 - (y + d) / STEP) for d in (0.022, -0.022))
        return slice(max(y0, 0), y1), slice(max(x0, 0), x1)

    def _mask(self, now: Patch, places: Collection[str]) -> NDArray[np.uint8]:
        """Where something lies on the sheet or before an entrance, of the places asked for."""
        mask = changed(now, self.bare, self.sheet, places)
        for gate in self.sheet.gates:
            if gate not in places:
                continue
            where = self._slice(gate)
            mask[where] |= before_gate(now[where], self.table[where])
        return mask

    def _boxes(self, mask: NDArray[np.uint8]) -> list[Box]:
        return blobs(mask, min(self.profile.sizes[k] for k in ("counter", "character")))

    def _named(self, now: Patch, off: Patch, box: Box) -> list[Spot]:
        """The piece in a patch, or the several ones."""
        x, y, wide, deep, turn = box
        size = self.profile.sizes["counter"]
        inside = on_sheet(self.sheet, x, y)
        namer = self.namer if inside else self.heroes
        if namer is None or max(wide, deep) > MOST * size:
            return []
        poses = [(x, y, turn)]
        if max(wide, deep) > MORE * size:
            poses = squares.found(off, _around(box), size, MOST_IN_ONE)
        elif inside:
            poses = [squares.settled(off, (x, y, turn), size)]
        named = [namer.name(now, pose, covers=inside) for pose in poses]
        # Something as large as a piece is one, even if it looks like none.
        whole = ALONE[0] * size < min(wide, deep) and max(wide, deep) < ALONE[1] * size
        return [self._counted(now, spot) for spot in named if spot.known() or whole]

    def _looked_closer(self, picture: Picture, view: View, spot: Spot) -> Spot:
        """With the kinds of faces told apart by their small print."""
        if not spot.best().startswith("face:") or not self.profile.fine:
            return spot
        faces = [value for name, value in spot.scores.items() if name.startswith("face:")]
        if spot.covered or spot.hits is not None:
            same = {name: max(faces) for name in spot.scores if name.startswith("face:")}
            return replace(spot, scores={**spot.scores, **same})  # too little is left to see
        pose, size = (spot.x, spot.y, spot.turn), self.profile.sizes["counter"]
        turned = castle_faces.turned_cuts(picture, view, pose, size, LIFT)
        alike = self.faces.likeness(turned)
        # Small print tells kinds apart, colour tells treasures from monsters.
        known = [n for n in alike if n in spot.scores]
        by_colour = {
            family: max((spot.scores[n] for n in known if (n[5:] in MONSTERS) == family), default=0)
            for family in (True, False)
        }
        told = {
            n: by_colour[n[5:] in MONSTERS] + FACE_WORTH * self.profile.clarity * alike[n]
            for n in known
        }
        lift = max(faces) - max(told.values())
        return replace(spot, scores={**spot.scores, **{n: v + lift for n, v in told.items()}})

    def _counted(self, now: Patch, spot: Spot) -> Spot:
        """With the hits that a hit counter on it shows."""
        if self.chips is None or self._bare(spot):
            return spot
        poses = [
            (spot.x + dx * 1e-3, spot.y + dy * 1e-3, spot.turn + np.radians(extra))
            for dx in CHIP_REACH
            for dy in CHIP_REACH
            for extra in (-20.0, -10.0, 0.0, 10.0, 20.0)
        ]
        kinds = self.chips.kinds[0]
        looks = kinds.fine
        near = self.chips.likeliest(now, poses, CHIP_POSES)
        rows = sampled(now, near, kinds.size)
        scores = looks.score(rows)
        odd = strange(rows, np.ones_like(rows), looks.weight)
        best = scores.max(axis=0)
        row = int(scores.max(axis=1).argmax())
        if best.max() < odd[row] - 4.0 + CHIP_CLEAR or not self._chip_like(spot, float(best.max())):
            return spot
        hits = {int(n.split(":")[1]): float(v) for n, v in zip(looks.names, best, strict=True)}
        return replace(spot, hits=hits)

    @staticmethod
    def _bare(spot: Spot) -> bool:
        """Whether it looks so much like a back that nothing can lie on it."""
        name = spot.best()
        return name.startswith("back:") and spot.scores[name] > PLAIN and not spot.covered

    @staticmethod
    def _chip_like(spot: Spot, score: float) -> bool:
        """Whether a hit counter explains the place better than the bare piece does."""
        return spot.covered or score > max(spot.scores.values()) + 2.0

    # -- the die ---------------------------------------------------------------------------------

    def _die(
        self, picture: Picture, view: View, before: Memory | None, glance: Picture
    ) -> tuple[Die | None, Picture | None, bool]:
        """The die, and whether it was thrown since."""
        if before is not None and before.die is not None and before.die_look is not None:
            look = _cut(picture, before.die)
            if look.shape == before.die_look.shape and _same(look, before.die_look):
                return before.die, before.die_look, False
        edge = self._die_edge(view)
        parts = _where_to_look(before, glance, edge[1])
        for die in _found_in(picture, parts, edge) or find_dice(picture, edge):
            return die, _cut(picture, die), before is not None and before.die is not None
        # A die that lies no longer where it lay was thrown, even if it hides.
        return None, None, before is not None and before.die is not None

    def _die_edge(self, view: View) -> tuple[float, float]:
        size = self.profile.sizes.get("die", 0.016)
        ends = view.project(np.array([(-size / 2, 0.0, size), (size / 2, 0.0, size)]))
        pixels = float(np.linalg.norm(ends[1] - ends[0]))
        return 0.72 * pixels, 1.4 * pixels


def _around(box: Box) -> tuple[float, float, float, float]:
    """The part of the sheet (left, near, right, far) that a turned patch takes."""
    x, y, wide, deep, turn = box
    c, s = abs(np.cos(turn)) / 2, abs(np.sin(turn)) / 2
    across, along = float(c * wide + s * deep), float(s * wide + c * deep)
    return x - across, y - along, x + across, y + along


def _glance(picture: Picture) -> Picture:
    """A picture small and grey."""
    size = picture.shape[1] // GLANCE, picture.shape[0] // GLANCE
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _where_to_look(
    before: Memory | None, glance: Picture, edge: float
) -> list[tuple[int, int, int, int]]:
    """Where the die may lie now: about where it lay, and wherever something changed."""
    if before is None or before.glance is None:
        return []
    parts = _stirred(glance, before.glance, edge)
    if before.die is not None:
        (x, y), reach = before.die.centre, 3 * edge
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        parts.insert(0, (left, top, int(x + reach), int(y + reach)))
    return parts


def _stirred(now: Picture, before: Picture, edge: float) -> list[tuple[int, int, int, int]]:
    """Parts of the picture (left, top, right, low) in which something changed."""
    if now.shape != before.shape:
        return []
    off = (cv2.absdiff(now, before) > STIRRED).astype(np.uint8)
    reach = max(3, round(edge / GLANCE))
    grown = cv2.dilate(off, np.ones((reach, reach), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    boxes = [box for box in stats[1:].tolist() if max(box[2:4]) < 8 * reach]
    boxes = sorted(boxes, key=lambda box: -box[4])[:MOST_PARTS]
    return [
        (max(0, x - reach) * GLANCE, max(0, y - reach) * GLANCE,
         (x + wide + reach) * GLANCE, (y + high + reach) * GLANCE)
        for x, y, wide, high, _ in boxes
    ]  # fmt: skip


def _found_in(
    picture: Picture, parts: list[tuple[int, int, int, int]], edge: tuple[float, float]
) -> list[Die]:
    """A die in the first part of a picture that plainly shows one."""
    for left, top, right, low in parts:
        for die in find_dice(picture[top:low, left:right], edge):
            if die.quality > PLAIN_DIE:
                return [replace(die, corners=die.corners + np.array([left, top]))]
    return []


def _cut(picture: Picture, die: Die) -> Picture:
    """The die and a little round it."""
    x, y = die.centre
    reach = int(0.8 * die.edge)
    x0, y0 = max(int(x) - reach, 0), max(int(y) - reach, 0)
    return picture[y0 : int(y) + reach, x0 : int(x) + reach].copy()


def _same(one: Picture, other: Picture) -> bool:
    """Whether two cuts show the same, brightness forgiven."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    rest: NDArray[np.float32] = a - b - np.median(a - b, axis=(0, 1))
    return float(np.abs(rest).mean()) < DIE_STILL
