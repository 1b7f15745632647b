"""Beside the box of Burg Appenzell: the spare tile, and the cheeses each player has won.

Both show a tile's face, turned in any way, somewhere on the table. They are found by their square
outline, or, where that is lost on the table, by the rings of colour of a printed face; a close
look says which it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.appenzell.pieces import SLOTS, TOWERS
from vision.appenzell.cards import FINE, find_cards, part_about
from vision.appenzell.hiding import passes
from vision.appenzell.looks import Faces, noise_of, score_each, strange, turned
from vision.appenzell.profile import Profile
from vision.appenzell.table import AROUND, BOARD, CHEESE_BAND, SPARE_BAND
from vision.appenzell.things import (
    APART,
    AroundMemory,
    Place,
    Thing,
    apart,
    beyond_box,
    clearly_printed,
    near_box,
    without_plain_parts,
)
from vision.appenzell.windows import (
    DISC_COLUMNS,
    DISC_ROWS,
    FACE,
    SAMPLES,
    box_window,
    square_window,
    step_of,
)
from vision.geometry import View
from vision.light import Light, basis
from vision.sample import Maps, Patch, Picture, Window, largest, maps_for, take, to_log
from vision.windows import WindowCache, around, shift_index, unlit

Array = NDArray[np.float32]
Offsets = NDArray[np.int64]


class Spot(NamedTuple):
    """A place to look at closely: is the outline of a tile seen there, or of a part of one?"""

    place: Place
    card: bool = False
    cut: bool = False


# Samples across a field in the coarse look, and the rings (shares of the pitch).
COARSE = 10
RINGS = ((0.0, 0.12), (0.12, 0.24), (0.24, 0.36))
RING_SPREAD = 0.30
# Around a trap lies the rest of its tile: about as bright and tinted as taught.
FRAME = (0.37, 0.45)
FRAME_SHADE, FRAME_TINT = 0.7, 0.3
CORE, DEPTH = 0.25, 0.3  # its middle is darker than that by so much (log light), even under glare
# Without an outline, a plain tile or a trap is only a piece of table.
PLAIN_COST = 100.0
FACE_LEAD = 4.0  # a face without an outline fits so much better than a plain tile
# The middle of an outline may be off by this much (share of the pitch).
OFF = 0.1
# The edge of a hole is off by so much from a plain tile (log light); what it hides is unknown.
EDGE_OFF, EDGE_SPREAD = 0.35, 0.8
# Nearer to the box than this is its wall.
WALL = 0.004
# A place is looked at closely if its rings are off by no more than this; at the most so many.
ROUGHLY = 4.0
MOST, EACH = 4, 80
TILE_LIKE = (0.3, 2.5)  # how large what changed is where a tile or cheese was laid (tiles)
MOST_CARDS = 12
TURNS = 16
REACH = 2
SHIFTS = around(REACH)
WEIGHT = 60.0
# A disc counts as found if it fits this much better than anything never taught, and than a piece
# of table without any print would.
FOUND = 5.0
LEAST_FACE = 30.0
# The same where the outline of a tile is seen: even so, coins that lie together look like none.
OUTLINED = 5.0
# Where only a part of one is, it must look like nothing else; a print that stands out among all
# kinds (SURE_LEAD) is one all the same.
CUT_LEAD, CUT_PRINT = 50.0, 35.0
# A roof beside the box is less likely to be looked at than a tile.
ROOF_COST = 4.0
# The table changed where it is off by this much (log light). What is off by more than most of the
# table may have gone: a plain tile looks much like some tables.
CHANGED = 0.22
STIRRED, USUALLY, UNUSUAL = 0.07, 0.9, 2.5
# So far things slip when box or camera are nudged (shares of the pitch).
SLIPPED = 0.2
# How much of the table before an exit must be seen to tell whether a tile fell out there.
EXIT_SEEN = 0.25


class AroundReader:
    """Finds faces beside the box."""

    def __init__(self, profile: Profile) -> None:
        self.measures = profile.measures
        pitch = self.measures.pitch
        self.names = list(profile.tiles)
        self._window = box_window(pitch / COARSE, AROUND, -self.measures.wall)
        self._shape = (self._window.rows, self._window.columns)
        self._places = self._window.points()[:, :2]
        grid = self._places.reshape(*self._shape, 2)
        self._across, self._down = grid[0, :, 0], grid[:, 0, 1]
        far = np.abs(self._places).max(axis=1) - BOARD / 2
        self._beyond = far.reshape(self._shape)
        self._terms = basis(self._places, BOARD / 2)
        self._table = np.flatnonzero(far > SPARE_BAND[0])
        self._exits = {slot: self._before_exit(slot) for slot in SLOTS}
        self._kernels = [_ring(inner, outer) for inner, outer in RINGS]
        self._frame = _ring(*FRAME)
        self._ground = np.median(profile.tiles["plain"][0], axis=(0, 1))
        self._plain, self._trap = self.names.index("plain"), self.names.index("trap")
        self._rings = np.stack([_rings(profile.tiles[name][0]) for name in self.names])
        self._bank = self._turned(profile)
        self._offsets = _offsets()
        self._coarse = self._turned(profile, self._offsets)
        self._index = shift_index(DISC_ROWS, DISC_COLUMNS, REACH, SAMPLES + 2 * REACH)
        self._cache, self._close = WindowCache(), WindowCache()
        self._roofs = [(turned(m), noise_of(s)) for m, s in profile.roofs.values()]
        self._behind: tuple[View, NDArray[np.bool_]] | None = None
        self._finer = box_window(pitch / FINE, AROUND, -self.measures.wall)
        self._rough = box_window(pitch * 4 / FINE, AROUND, -self.measures.wall)
        self._maps: tuple[View, Maps] | None = None
        fine = (self._finer.columns, self._finer.rows)
        self._off_wall = cv2.resize(self._beyond.astype(np.float32), fine) > WALL

    def _turned(self, profile: Profile, offsets: tuple[Offsets, Offsets] | None = None) -> Faces:
        """Every face in every turn, finely or at the offsets of the coarse look."""
        looks: tuple[list[Patch], list[Patch]] = ([], [])
        unseen = _hole_edge(profile.tiles["plain"][0]) * np.float32(EDGE_SPREAD)
        for name in self.names:
            mean, spread = profile.tiles[name]
            for turn in range(TURNS):
                for look, found in zip((mean, spread + unseen), looks, strict=True):
                    found.append(_spun(look, 360 / TURNS * turn, offsets))
        return Faces(np.stack(looks[0]), np.stack(looks[1]) + np.float32(0.1), WEIGHT)

    def read(
        self, soft: Picture, view: View, light: Light, before: AroundMemory | None
    ) -> AroundMemory:
        """What lies around the box now."""
        softer = np.asarray(cv2.blur(soft, (5, 5)), np.uint8)
        values, inside = self._cache.take(softer, view, [("table", self._window)], light.gain)
        table = values[0] - light.over(self._terms).reshape(values[0].shape)
        change = self._change(table, before)
        things = before.things if before else ()
        open_to_view = (inside[0] > 0) & ~self._hidden(view)
        most = self._unrest(change)
        exits = self._stirred(change > most, open_to_view, things)
        if before is not None and not near_box(before):
            # The spare tile was lost out of sight: it may lie anywhere.
            change[:], most = np.inf, CHANGED
        kept = [each for each in things if self._change_at(each, change) <= most]
        stirred = [each for each in things if most < self._change_at(each, change) <= CHANGED]
        free = change > CHANGED
        for thing in stirred:
            free |= self._near(thing.place, APART)
        free &= open_to_view
        for thing in kept:
            free[self._near(thing.place, APART)] = False
        cards = self._cards(soft, view, light, free)
        spots = [*cards, *self._spots(table, free), *self._new(free), *self._again(kept, before)]
        found = self._look(soft, view, light, spots)
        stayed = [replace(thing, stayed=True) for thing in kept]
        fresh = apart(found, stayed, self.measures.pitch)
        if before is not None and before.view is not view:
            stirred = [thing for thing in things if thing not in kept]
        fresh = [self._slipped(thing, stirred) for thing in fresh]
        return AroundMemory(table, (*stayed, *fresh), view, exits)

    def _before_exit(self, slot: int) -> NDArray[np.int64]:
        """Samples where a tile lies that fell out of a line."""
        edge, way = self.measures.exit(slot)
        off = self._places - edge
        along, aside = off @ way, np.abs(off @ way[::-1])
        low, high = SPARE_BAND
        return np.flatnonzero((along > low) & (along < high) & (aside < self.measures.pitch / 2))

    def _stirred(
        self, changed: NDArray[np.bool_], seen: NDArray[np.bool_], things: Sequence[Thing]
    ) -> dict[int, float]:
        """How much of the table changed before each exit that is seen and was free."""
        free = seen.copy()
        for thing in things:
            free[self._near(thing.place, APART)] = False
        changed = self._near_box_only(changed & seen)
        shown = {slot: place[free.ravel()[place]] for slot, place in self._exits.items()}
        return {
            slot: float(changed.ravel()[place].mean())
            for slot, place in shown.items()
            if len(place) > EXIT_SEEN * len(self._exits[slot])
        }

    def _near_box_only(self, changed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Changes that lie where tiles fall; roofs laid aside and their shadows lie farther out."""
        count, names = cv2.connectedComponents(changed.astype(np.uint8), connectivity=4)
        size = np.bincount(names.ravel(), minlength=count)
        near = np.bincount(names.ravel(), (self._beyond < SPARE_BAND[1]).ravel(), count)
        small = near > 0.5 * size
        small[0] = False
        return np.asarray(small[names])

    def _slipped(self, thing: Thing, gone: Sequence[Thing]) -> Thing:
        """A thing that lay here before is the same one still: box or camera were nudged, or light
        changed a little.
        """
        far = SLIPPED * self.measures.pitch
        same = [each for each in gone if each.best() == thing.best()]
        near = any(
            np.hypot(thing.place[0] - each.place[0], thing.place[1] - each.place[1]) < far
            for each in same
        )
        return replace(thing, stayed=True) if near else thing

    def _cards(
        self, soft: Picture, view: View, light: Light, free: NDArray[np.bool_]
    ) -> list[Spot]:
        """Where outlines of tiles are seen, on and around their middle."""
        shape = (self._finer.rows, self._finer.columns)
        near = cv2.resize(free.astype(np.uint8), shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
        if near.mean() < 0.2 * self._tile_share():
            return []
        maps = self._fine_maps(view)
        part = part_about(maps.inside & near)
        few, near = Maps(maps.x[part], maps.y[part], maps.inside[part]), near[part]
        found = find_cards(to_log(take(soft, few), light.gain), few.inside, near)
        (left, top, _), step = self._finer.corner, self._finer.step
        left, top = left + part[1].start * step, top - part[0].start * step
        spots: list[Spot] = []
        for card in found[:MOST_CARDS]:
            x, y = left + (card.column + 0.5) * step, top - (card.row + 0.5) * step
            low, high = SPARE_BAND[0], CHEESE_BAND[1]
            inside = near[int(card.row), int(card.column)] and low < beyond_box((x, y)) < high
            far = (OFF, 2 * OFF) if card.cut else (OFF,)
            apart = [each * self.measures.pitch * side for each in far for side in (1, -1)]
            about = [(0.0, 0.0), *((off, 0.0) for off in apart), *((0.0, off) for off in apart)]
            spots += [Spot((x + dx, y + dy), True, card.cut) for dx, dy in about if inside]
        return spots

    def _fine_maps(self, view: View) -> Maps:
        """Where the finer samples lie: between the coarser ones, which is exact enough.

        Inside are those that show the table: neither the box nor what it hides.
        """
        if self._maps is None or self._maps[0] is not view:
            rough = maps_for(view, self._rough)
            size = (self._finer.columns, self._finer.rows)
            parts = (rough.x, rough.y, rough.inside.astype(np.float32))
            x, y, inside = (np.asarray(cv2.resize(part, size), np.float32) for part in parts)
            seen = cv2.resize(self._hidden(view).astype(np.uint8), size) == 0
            self._maps = (view, Maps(x, y, self._off_wall & (inside > 0.999) & seen))
        return self._maps[1]

    def _tile_share(self) -> float:
        """How much of the picture of the table one tile is."""
        return self.measures.pitch**2 / (BOARD + 2 * AROUND) ** 2

    def _hidden(self, view: View) -> NDArray[np.bool_]:
        """Where the box and its towers stand between the camera and the table."""
        if self._behind is None or self._behind[0] is not view:
            table = -self.measures.wall
            top = self.measures.tower + 0.4 * self.measures.pitch
            to_camera = view.centre[:2] - self._places
            brim, tip = (
                self._places + to_camera * ((z - table) / (view.centre[2] - table))
                for z in (0.0, top)
            )
            between = (self._places + brim) / 2
            covered = _in_box(brim) | _in_box(between)
            for tower in TOWERS:
                middle = self.measures.centre(tower)
                covered |= passes(brim, tip, middle, 0.6 * self.measures.pitch)
            self._behind = (view, covered.reshape(self._shape))
        return self._behind[1]

    def _change(self, table: Patch, before: AroundMemory | None) -> Array:
        if before is None:
            return np.full(table.shape[:2], np.inf, np.float32)
        off = table - before.table
        some = np.ascontiguousarray(off.reshape(-1, 3)[self._table].T)
        off -= np.median(some, axis=1)
        return np.asarray(cv2.blur(largest(np.abs(off)), (5, 5)))

    def _near(self, place: Place, far: float) -> NDArray[np.bool_]:
        across, down = self._across - place[0], self._down - place[1]
        within = (far * self.measures.pitch) ** 2
        return np.asarray((across * across)[None, :] + (down * down)[:, None] < within)

    def _unrest(self, change: Array) -> float:
        """What is off by no more than this lies as it lay."""
        some = change.ravel()[self._table]
        at = int(USUALLY * (len(some) - 1))
        usual = float(np.partition(some, at)[at])
        return min(CHANGED, max(STIRRED, UNUSUAL * usual))

    def _change_at(self, thing: Thing, change: Array) -> float:
        """How much the table changed where a thing lies."""
        return float(np.median(change[self._near(thing.place, 0.4)]))

    def _again(self, kept: list[Thing], before: AroundMemory | None) -> list[Spot]:
        """Where things lay that do not look the same any more: they may only have slipped."""
        gone = [t for t in (before.things if before else ()) if t not in kept]
        return [Spot(thing.place) for thing in gone]

    def _new(self, changed: NDArray[np.bool_]) -> list[Spot]:
        """The middles of what changed, where it is about as large as a tile: in a strong light the
        colours of a face are not what they were taught to be.
        """
        names = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=4)
        sizes, middles = names[2][1:, cv2.CC_STAT_AREA] / COARSE**2, names[3][1:]
        about = [n for n, size in enumerate(sizes) if TILE_LIKE[0] < size < TILE_LIKE[1]]
        (left, top, _), step = self._window.corner, self._window.step
        places = [middles[n] + 0.5 for n in sorted(about, key=lambda n: -sizes[n])[:MOST]]
        return [Spot((left + float(x) * step, top - float(y) * step)) for x, y in places]

    def _spots(self, table: Patch, free: NDArray[np.bool_]) -> list[Spot]:
        """Places whose rings of colour are like those of some face, the likest first."""
        allowed = free & (self._beyond > SPARE_BAND[0]) & (self._beyond < CHEESE_BAND[1])
        if not allowed.any():
            return []
        rings = [cv2.filter2D(table, -1, kernel) for kernel in self._kernels]
        spots = np.flatnonzero(allowed)
        taken = [ring.reshape(-1, 3)[spots] for ring in rings]
        seen = np.stack(taken, axis=1).astype(np.float32)
        apart = self._apart_from_faces(seen.reshape(len(spots), -1))
        apart[:, self._plain] = np.inf
        frame = cv2.filter2D(table, -1, self._frame).reshape(-1, 3)[spots]
        framed = self._framed(frame.astype(np.float32), seen)
        apart[~framed, self._trap] = np.inf
        return self._likeliest(table, spots, apart)

    def _apart_from_faces(self, seen: Array) -> Array:
        """How far rings of colour (places, values) are from each face's, half the light let be."""
        faces = self._rings.reshape(len(self.names), -1)
        lit = seen.mean(axis=1)[:, None] - faces.mean(axis=1)
        square = (seen * seen).mean(axis=1)[:, None] + (faces * faces).mean(axis=1)
        off = square - 2 / faces.shape[1] * (seen @ faces.T) - 0.75 * lit * lit
        return np.asarray(off / RING_SPREAD**2 * len(RINGS))

    def _framed(self, frame: Array, seen: Array) -> NDArray[np.bool_]:
        """Where the frame of a tile shows around something as dark as a trap."""
        off = frame - self._ground
        bright = off.mean(axis=1)
        tint = np.abs(off - bright[:, None]).max(axis=1)
        least = 0.6 * (self._rings[self._plain] - self._rings[self._trap])[:2].mean()
        deep = frame.mean(axis=1) - seen[:, :2].mean(axis=(1, 2)) > least
        return np.asarray((np.abs(bright) < FRAME_SHADE) & (tint < FRAME_TINT) & deep)

    def _likeliest(self, table: Patch, spots: Offsets, flat: Array) -> list[Spot]:
        """Of the places that may show some face those where one shows best."""
        some = np.argpartition(flat, min(EACH, len(flat) - 1), axis=0)[:EACH]
        near = np.unique(some[np.take_along_axis(flat, some, axis=0) < ROUGHLY])
        rows = spots[near]
        if not len(rows):
            return []
        row, column = np.unravel_index(rows, self._shape)
        across, down = self._offsets
        high, wide = self._shape[0] - 1, self._shape[1] - 1
        seen = table[
            np.clip(row[:, None] + down, 0, high), np.clip(column[:, None] + across, 0, wide)
        ]
        samples, shown = turned(seen), np.ones(seen.shape[:2], np.float32)
        scores = self._coarse.score(samples.reshape(len(rows), -1), np.repeat(shown, 3, axis=1))
        scores = scores.reshape(len(rows), len(self.names), -1).max(axis=2)
        scores[:, self._plain] -= PLAIN_COST
        scores[:, self._trap] -= PLAIN_COST * ~np.isfinite(flat[near, self._trap])
        worth = scores.max(axis=1) - strange(samples, shown, WEIGHT)
        return self._picked(rows, worth, scores.argmax(axis=1) == self._trap)

    def _picked(self, rows: NDArray[np.int64], worth: Array, trap: NDArray[np.bool_]) -> list[Spot]:
        points = self._places[rows]
        found: list[Spot] = []
        left = worth.copy()
        while len(found) < MOST and left.max() > 0:
            best = int(left.argmax())
            place = (float(points[best][0]), float(points[best][1]))
            apart = np.hypot(points[:, 0] - place[0], points[:, 1] - place[1])
            left[apart < APART * self.measures.pitch] = -1
            found.append(Spot(place, bool(trap[best])))
        return found

    def _look(self, soft: Picture, view: View, light: Light, spots: list[Spot]) -> list[Thing]:
        """Look closely at some places."""
        if not spots:
            return []
        z = -self.measures.wall
        places = [spot.place for spot in spots]
        windows = [(at, square_window(self.measures, at, z, REACH)) for at in places]
        values, inside = self._close.take(soft, view, windows, light.gain)
        edge = np.clip(np.array(places), -BOARD / 2, BOARD / 2)
        flat = unlit(values, light.at(edge)).reshape(len(spots), -1, 3)
        open_to_view = [self._in_sight(view, window) for _, window in windows]
        shown = inside.reshape(len(spots), -1) * np.stack(open_to_view)
        count = len(spots) * len(SHIFTS)
        rows = turned(flat[:, self._index]).reshape(count, -1, 3)
        seen = shown[:, self._index].reshape(count, -1)
        scores = self._bank.score(rows.reshape(count, -1), np.repeat(seen, 3, axis=1))
        scores = scores.reshape(len(spots), len(SHIFTS), len(self.names), -1).max(axis=3)
        odd = self._other(rows, seen).reshape(len(spots), -1)
        found = []
        dents = _deep(flat, shown, float(self._ground.mean()))
        for spot, fits, other, deep in zip(spots, scores, odd, dents, strict=True):
            if not spot.card and self._bare(fits.max(axis=0)):
                continue
            if not deep:
                fits[:, self._trap] -= PLAIN_COST
            thing = self._thing(spot, fits, other)
            found += [] if thing is None else [thing]
        return without_plain_parts(found, APART * self.measures.pitch)

    def _bare(self, kinds: Array) -> bool:
        """Whether something without an outline may be a piece of the table: as well as a face it
        looks plain.
        """
        blank = max(kinds[self._plain], kinds[self._trap])
        return bool(kinds.max() < blank + FACE_LEAD)

    def _in_sight(self, view: View, window: Window) -> Array:
        """1 where a sample on the table is not behind the box, else 0."""
        points = window.points()[:, :2]
        (left, top, _), step = self._window.corner, self._window.step
        column = ((points[:, 0] - left) / step).astype(np.int64)
        row = ((top - points[:, 1]) / step).astype(np.int64)
        high, wide = self._shape
        hidden = self._hidden(view)[np.clip(row, 0, high - 1), np.clip(column, 0, wide - 1)]
        return np.asarray(~hidden, np.float32)

    def _other(self, rows: Array, seen: Array) -> Array:
        """How well samples fit a roof that lies there, or something never taught."""
        fits = [strange(rows, seen, WEIGHT)]
        for mean, spread in self._roofs:
            fits.append(score_each(rows, seen, mean, spread, WEIGHT) - ROOF_COST)
        return np.asarray(np.max(fits, axis=0))

    def _thing(self, spot: Spot, scores: Array, odd: Array) -> Thing | None:
        (x, y), card, cut = spot
        shift, kind = np.unravel_index(int(np.argmax(scores)), scores.shape)
        if not card and (kind in (self._plain, self._trap) or scores[shift, kind] < LEAST_FACE):
            return None
        down, across = SHIFTS[int(shift)]
        step = step_of(self.measures)
        place = (x + across * step, y - down * step)
        best = scores.max(axis=0)
        kinds = dict(zip(self.names, map(float, best), strict=True))
        thing = Thing(place, kinds, card=card)
        lead = OUTLINED if card else FOUND
        if cut:
            lead = CUT_PRINT if clearly_printed(thing) else CUT_LEAD
        return thing if scores[shift, kind] >= odd[shift] + lead else None


def _in_box(places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which level places (N, 2) lie within the box."""
    x, y = np.abs(places.T)
    return np.asarray((x < BOARD / 2) & (y < BOARD / 2))


def _deep(flat: Array, shown: Array, ground: float) -> NDArray[np.bool_]:
    """Whether the middle of each look (looks, samples, 3) is darker than what lies around it.

    Under strong glare a trap looks much like a plain tile, but for that. What lies around it is the
    rest of its tile, about as bright as taught: else it is a shadow on the table.
    """
    count = SAMPLES + 2 * REACH
    place = (np.arange(count) + 0.5 - count / 2) * FACE / SAMPLES
    radius = np.hypot(place[:, None], place[None]).ravel()
    bright = np.where(shown > 0, flat.mean(axis=2), np.nan)
    ring, core = (radius > FRAME[0]) & (radius < FRAME[1]), radius < CORE
    tell = (shown[:, ring].any(axis=1)) & (shown[:, core].any(axis=1))
    deep = np.ones(len(flat), bool)
    edge, middle = (np.nanmedian(bright[tell][:, part], axis=1) for part in (ring, core))
    deep[tell] = (edge - middle > DEPTH) & (edge > ground - FRAME_SHADE)
    return deep


def _hole_edge(plain: Patch) -> Patch:
    """1 where the edge of its hole hid a face when it was taught: there a plain tile is no plain.

    On the table it lies open.
    """
    place = (np.arange(SAMPLES) + 0.5) / SAMPLES * FACE - FACE / 2
    middle = np.hypot(place[:, None], place[None]) < CORE
    off = largest(np.abs(plain - np.median(plain[middle], axis=0)))
    return np.asarray(off > EDGE_OFF, np.float32)[..., None]


def _offsets() -> tuple[Offsets, Offsets]:
    """The samples of a face in the coarse look, across and down from its middle."""
    half = int(RINGS[-1][1] * COARSE)
    across, down = np.meshgrid(np.arange(-half, half + 1), np.arange(-half, half + 1))
    inside = np.hypot(across, down) <= 0.34 * COARSE
    return across[inside].astype(np.int64), down[inside].astype(np.int64)


def _spun(look: Patch, degrees: float, offsets: tuple[Offsets, Offsets] | None) -> Patch:
    """A face turned, its samples inside the disc."""
    middle = (SAMPLES - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    size = (SAMPLES, SAMPLES)
    spun = cv2.warpAffine(look, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    if offsets is None:
        return np.asarray(spun[DISC_ROWS, DISC_COLUMNS])
    share = SAMPLES / FACE / COARSE
    x, y = (middle + each[None].astype(np.float32) * np.float32(share) for each in offsets)
    soft = cv2.blur(spun, (3, 3))
    return np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR)[0])


def _ring(inner: float, outer: float) -> Array:
    """A filter that takes the mean of a ring."""
    half = int(np.ceil(outer * COARSE))
    place = np.arange(-half, half + 1) / COARSE
    radius = np.hypot(place[:, None], place[None])
    mask = ((radius >= inner) & (radius < outer)).astype(np.float32)
    return np.asarray(mask / mask.sum(), np.float32)


def _rings(mean: Patch) -> Array:
    """The mean colour of each ring of a face, (rings, 3)."""
    place = (np.arange(SAMPLES) + 0.5) / SAMPLES * 0.76 - 0.38
    radius = np.hypot(place[:, None], place[None])
    return np.stack([mean[(radius >= a) & (radius < b)].mean(axis=0) for a, b in RINGS])
