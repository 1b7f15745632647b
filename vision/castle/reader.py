"""Reading a table of The Castle: what lies in every area and before every entrance, and the die."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.castle.pieces import MONSTERS
from vision.castle import faces as castle_faces
from vision.castle import squares, throws
from vision.castle.bend import BentView, bent, prints
from vision.castle.pieces import (
    SPREAD,
    WEIGHT,
    Namer,
    Spot,
    before_gate,
    blobs,
    changed,
    off_ground,
    off_map,
    sampled,
    slices,
)
from vision.castle.pieces import around as poses_around
from vision.castle.profile import STEP, Profile, sheet_window
from vision.castle.table import GATE_DEEP, MARGIN, SIZES
from vision.dice.find import Die
from vision.geometry import View
from vision.light import Light, basis, fit_light
from vision.likeness import score_own, strange
from vision.sample import Maps, Patch, Picture, largest, smooth_maps, softened, take, to_log

Box = tuple[float, float, float, float, float]

COARSE = 12  # every so many samples tell the light
FEW = (slice(COARSE // 2, None, COARSE),) * 2
# An area of which more square millimetres look different is read anew.
TOUCHED = 22
UNLIKE_BEFORE = 0.22
# What is found wider than this many pieces is more than one.
MORE = 1.4
ALONE = (0.7, 1.35)
MOST_IN_ONE = 5
WELL = 0.6  # what squares of one size fit so well is of that size
CLEARLY_BETTER = 1.3  # so much better smaller squares must fit
FACE_WORTH = 2.5  # small print weighs in full, where other looks count less than they seem
RIM = 0.002  # the edge of the sheet itself
MOST = 5.0
CHIP_ABOUT = poses_around(np.arange(-5.0, 5.1, 2.0), (-20.0, -10.0, 0.0, 10.0, 20.0))
CHIP_CLEAR = 8.0
CHIP_NEAR = poses_around((-1.0, 0.0, 1.0), (-5.0, 0.0, 5.0))
CHIP_POSES = 8
PLAIN_MAP, PLAINLY_MAP = 0.3, 30.0
ASIDE = np.mgrid[-1:2, -1:2].reshape(2, 9, 1)  # rows and columns beside a sample


@dataclass(frozen=True)
class Memory:
    """What a picture looked like, for telling what has not changed since."""

    sheet: Patch
    spots: dict[str, tuple[Spot, ...]]
    die: Die | None
    die_look: Picture | None
    glance: Picture | None = None  # the whole picture, small
    view: View | None = None


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
    new_die: bool = False  # it was not seen before: whether it was thrown nobody knows


class CastleReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.sheet = profile, profile.sheet
        self._window = sheet_window(profile.sheet)
        self.bare = to_log(profile.bare)
        self._prints = prints(self.bare)
        self._view: View | None = None
        self._given: View | None = None
        self._vain: Picture | None = None  # a glance at where the die was sought in vain
        rows, columns = self._window.rows, self._window.columns
        places = self._window.points()[:, :2].reshape(rows, columns, 2)
        few = places[FEW]
        self._coarse, few = few.shape[:2], few.reshape(-1, 2)
        wide, deep = self.sheet.extent
        self._terms = basis(few, max(wide, deep) / 2)
        self._on = (np.abs(few) < np.array([wide, deep]) * 0.49).all(axis=1)
        self._places, self._plain = few[self._on], self.bare[FEW].reshape(-1, 3)[self._on]
        beyond = np.abs(places) > np.array([wide, deep]) / 2 + RIM
        self.table: NDArray[np.bool_] = np.asarray(beyond.any(axis=2))
        self._slices = {name: self._slice(name) for name in (*self.sheet.areas, *self.sheet.gates)}
        self.faces, self.numbers = (
            castle_faces.Faces({n: v for n, v in profile.fine.items() if n.startswith(kind)})
            for kind in ("face:", "chip:")
        )
        self.learn({})

    def learn(self, looks: dict[str, Patch], cast: Collection[str] | None = None) -> None:
        """Know more pieces from now on; of characters only those of the `cast`, if it is given."""
        self.profile, self.cast = self.profile.knowing(looks), cast
        sizes = {name: self.profile.sizes.side(name) for name in self.profile.looks}
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

    # -- the picture as the sheet seen from above ------------------------------------------------

    def laid(self, picture: Picture, view: View) -> View:
        """A view with the sheet as it lies in its first picture."""
        if isinstance(view, BentView):
            return view
        if view is not self._given:
            half = (self.sheet.extent[0] / 2, self.sheet.extent[1] / 2)
            now = self.rectified(picture, view)
            self._given, self._laid = view, bent(view, half, now, self._prints, self._window)
        return self._laid

    def rectified(self, picture: Picture, view: View) -> Patch:
        """The sheet and its margin under the light of the teaching picture."""
        if view is not self._view:
            self._view, self._maps = view, part_of(smooth_maps(view, self._window), picture)
        part, maps = self._maps
        raw = take(softened(picture[part]), maps)
        light = self._light(raw)
        rows, columns = self._window.rows, self._window.columns
        coarse = light.over(self._terms).reshape(*self._coarse, 3)
        field = cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_LINEAR)
        shown = to_log(raw, light.gain)
        return np.subtract(shown, field, out=shown)

    def _light(self, raw: Picture) -> Light:
        seen, half = raw[FEW].reshape(-1, 3)[self._on], max(self.sheet.extent) / 2
        gain = float(np.exp(np.median((self._plain - to_log(seen)).mean(axis=1))))
        return fit_light(self._places, to_log(seen, gain) - self._plain, half, gain)

    # -- reading ---------------------------------------------------------------------------------

    def read(self, picture: Picture, view: View, before: Memory | None = None) -> Reading:
        """Read everything; what looks as before is not looked at again."""
        view = self.laid(picture, view)
        now = self.rectified(picture, view)
        touched = self._touched(now, view, before)
        spots = (
            {} if before is None else {k: v for k, v in before.spots.items() if k not in touched}
        )
        for spot in self._found(picture, view, now, touched) if touched else ():
            at = self.sheet.place(spot.x, spot.y)
            if at is not None and self._fresh(spot, spots.get(at, ())):
                spots[at] = (*spots.get(at, ()), self._looked_closer(picture, view, spot))
        glance = throws.glance(picture)
        taken = self._taken(spots)
        bare = partial(self._looks_bare, now)
        die, look, thrown = self._die(picture, view, before, glance, bare, taken)
        memory = Memory(now, spots, die, look, glance, view)
        old = before.die if before is not None else None
        turned = thrown and die is not None and old is not None and die.value != old.value
        new = die is not None and old is None
        return Reading(spots, frozenset(touched), die, thrown, memory, before is None, turned, new)

    def _taken(self, spots: Mapping[str, Collection[Spot]]) -> NDArray[np.float64]:
        """Where counters lie; what does not show as one before an entrance may be the die."""
        each = (spot for many in spots.values() for spot in many)
        plain = [s for s in each if self.sheet.holds(s.x, s.y) or (s.known() and not s.covered)]
        return np.array([(s.x, s.y) for s in plain], np.float64).reshape(-1, 2)

    def _found(
        self, picture: Picture, view: View, now: Patch, touched: Collection[str]
    ) -> Iterator[Spot]:
        """The pieces in places that do not look as before."""
        mask = self._mask(now, touched)
        off = squares.different(now, self.bare, self.sheet, touched)
        for box in self._boxes(mask):
            if self.sheet.place(box[0], box[1]) in touched:
                named = self._named(now, off, (picture, view), box)
                yield from (*named, *self._piled(now, mask, box, named))

    def _piled(
        self, now: Patch, mask: NDArray[np.uint8], box: Box, named: list[Spot]
    ) -> Iterator[Spot]:
        """What is left of several pieces besides those that were named: it is something."""
        size = self.profile.sizes.counter
        if len(named) < 2 or self.namer is None or not self.sheet.holds(box[0], box[1]):
            return
        poses = [(spot.x, spot.y, spot.turn) for spot in named]
        for pose in squares.rest(mask, around(box), poses, size):
            spot = self.namer.name(now, pose)
            yield replace(spot, odd=max(spot.scores.values()) + 1.0, covered=True)

    def _fresh(self, spot: Spot, others: Collection[Spot]) -> bool:
        """Whether nothing was found yet where it lies: a patch may fall into two."""
        near = 0.5 * self.profile.sizes.counter
        return all(np.hypot(spot.x - other.x, spot.y - other.y) > near for other in others)

    def _touched(self, now: Patch, view: View, before: Memory | None) -> set[str]:
        """Places that do not look as before."""
        if before is None:
            return set(self._slices)
        off = cv2.absdiff(now, before.sheet)
        touched = self._unlike(np.asarray(off, np.float32), self._slices, TOUCHED)
        if not touched or view is before.view:
            return touched
        # Seen from elsewhere all edges lie a little aside; small print may change by no more.
        counted = {n for n in touched if any(s.hits is not None for s in before.spots.get(n, ()))}
        aside = np.abs(off_map(now, before.sheet))
        return counted | self._unlike(aside, touched - counted, 0)

    def _unlike(self, off: Patch, places: Collection[str], most: int) -> set[str]:
        """Those places that differ in more samples than these."""
        mask = (cv2.blur(largest(off), (3, 3)) > UNLIKE_BEFORE).astype(np.uint8)
        open_ = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
        return {n for n in places if cv2.countNonZero(open_[self._slices[n]]) > most}

    def _slice(self, place: str) -> tuple[slice, slice]:
        if place in self.sheet.areas:
            return slices(self.sheet, place)
        x, y = self.sheet.before(place)
        rows, columns = self._window.rows, self._window.columns
        x0, x1 = (int(columns / 2 + (x + d * MARGIN / 2) / STEP) for d in (-1, 1))
        y0, y1 = (int(rows / 2 - (y + d) / STEP) for d in (GATE_DEEP / 2, -GATE_DEEP / 2))
        return slice(max(y0, 0), y1), slice(max(x0, 0), x1)

    def _mask(self, now: Patch, places: Collection[str]) -> NDArray[np.uint8]:
        """Where something lies on the sheet or before an entrance, of the places asked for."""
        mask = changed(now, self.bare, self.sheet, places)
        for gate in self.sheet.gates:
            if gate not in places:
                continue
            where = self._slices[gate]
            mask[where] |= before_gate(now[where], self.table[where])
        return mask

    def _boxes(self, mask: NDArray[np.uint8]) -> list[Box]:
        return blobs(mask, min(self.profile.sizes.counter, self.profile.sizes.character))

    def _named(self, now: Patch, off: Patch, seen: tuple[Picture, View], box: Box) -> list[Spot]:
        """The piece in a patch, or the several ones."""
        x, y, wide, deep, turn = box
        size = self.profile.sizes.counter
        inside = self.sheet.holds(x, y)
        namer = self.namer if inside else self.heroes
        if namer is None or max(wide, deep) > MOST * size:
            return []
        poses = [(x, y, turn)]
        if max(wide, deep) > MORE * size:
            poses = self._several(off, box) if inside else self._before_gate(now, box)
        elif inside:
            poses = [squares.settled(off, (x, y, turn), size)]
        named = [namer.name(now, pose, covers=inside) for pose in poses]
        if inside:
            named = [spot for spot in named if not self._only_map(now, spot)]
        # Something as large as a piece is one, even if it looks like none.
        whole = ALONE[0] * size < min(wide, deep) and max(wide, deep) < ALONE[1] * size
        return [self._counted(now, seen, spot) for spot in named if spot.known() or whole]

    def _only_map(self, now: Patch, spot: Spot) -> bool:
        """Whether the bare map looks so, in other light: where glare ends something seems to be."""
        at, size = [(spot.x, spot.y, spot.turn)], self.profile.sizes.counter
        here, bare = sampled(now, at, size), sampled(self.bare, at, size)
        alike = score_own(here, np.ones_like(here), bare, SPREAD, WEIGHT)
        return float(alike[0]) > max(PLAINLY_MAP, *spot.scores.values())

    def _several(self, off: Patch, box: Box) -> list[squares.Pose]:
        """Where squares lie in a patch; characters are smaller than counters, and show so."""
        poses, fit = self._squares(off, box, self.profile.sizes.counter)
        if fit > WELL * len(poses):
            return poses
        small, better = self._squares(off, box, self.profile.sizes.character)
        return small if better > CLEARLY_BETTER * fit else poses

    def _before_gate(self, now: Patch, box: Box) -> list[squares.Pose]:
        """Where squares lie in a patch beside the map: only characters stand there."""
        return self._squares(self.off_table(now), box, self.profile.sizes.character)[0]

    def _squares(self, off: Patch, box: Box, size: float) -> tuple[list[squares.Pose], float]:
        """Squares of one size in a patch, and how well they fit all together."""
        poses = squares.found(off, around(box), size, MOST_IN_ONE)
        return poses, sum(squares.fit(off, pose, size) for pose in poses)

    def off_table(self, now: Patch) -> Patch:
        """How much everything differs from the table beside the map, whose grain is nothing."""
        ground = np.median(now[self.table], axis=0)
        off = squares.light_apart(now - ground)
        for where in (self._slices[gate] for gate in self.sheet.gates):
            off[where] *= np.clip(off_ground(now[where], self.table[where]) - 1, 0, 1)
        return off

    def _looked_closer(self, picture: Picture, view: View, spot: Spot) -> Spot:
        """With the kinds of faces told apart by their small print."""
        if not spot.best().startswith("face:") or not self.profile.fine:
            return spot
        faces = [value for name, value in spot.scores.items() if name.startswith("face:")]
        if spot.covered or spot.hits is not None:
            same = {name: max(faces) for name in spot.scores if name.startswith("face:")}
            return replace(spot, scores={**spot.scores, **same})  # too little is left to see
        pose, size = (spot.x, spot.y, spot.turn), self.profile.sizes.counter
        turned = castle_faces.turned_cuts(picture, view, pose, size, SIZES.thick)
        part = None if spot.bare() else self.faces.uncovered(turned)
        alike, trust = self.faces.look(turned, part=part)
        # Small print tells kinds apart, colour tells treasures from monsters.
        known = [n for n in alike if n in spot.scores]
        by_colour = {
            family: max((spot.scores[n] for n in known if (n[5:] in MONSTERS) == family), default=0)
            for family in (True, False)
        }
        worth = FACE_WORTH * self.profile.clarity * trust
        told = {n: by_colour[n[5:] in MONSTERS] + worth * alike[n] for n in known}
        lift = max(faces) - max(told.values())
        return replace(spot, scores={**spot.scores, **{n: v + lift for n, v in told.items()}})

    def _counted(self, now: Patch, seen: tuple[Picture, View], spot: Spot) -> Spot:
        """With the hits that a hit counter on it shows."""
        if self.chips is None or spot.bare():
            return spot
        kinds = self.chips.kinds[0]
        looks = kinds.fine
        near = self.chips.likeliest(now, CHIP_ABOUT + (spot.x, spot.y, spot.turn), CHIP_POSES)
        near = (near[:, None] + CHIP_NEAR).reshape(-1, 3)
        near = self.chips.likeliest(now, near, CHIP_POSES)
        rows = sampled(now, near, kinds.size)
        scores = looks.score(rows)
        odd = strange(rows, np.ones_like(rows), looks.weight)
        best = scores.max(axis=0)
        row = int(scores.max(axis=1).argmax())
        if best.max() < odd[row] - 4.0 + CHIP_CLEAR or not self._chip_like(spot, float(best.max())):
            return spot
        x, y, turn = map(float, near[row])
        cuts = castle_faces.turned_cuts(*seen, (x, y, turn), kinds.size, 2 * SIZES.thick)
        told, trust = self.numbers.look(cuts)
        worth = FACE_WORTH * self.profile.number_clarity * trust
        if self.namer is not None and not spot.covered:
            spot = self.namer.half_hidden(now, (spot.x, spot.y, spot.turn))
        return replace(spot, hits={int(n.split(":")[1]): worth * v for n, v in told.items()})

    @staticmethod
    def _chip_like(spot: Spot, score: float) -> bool:
        """Whether a hit counter explains the place better than the bare piece does."""
        return spot.covered or score > max(spot.scores.values()) + 2.0

    # -- the die ---------------------------------------------------------------------------------

    def _looks_bare(self, now: Patch, places: NDArray[np.float64]) -> float:
        """The share of places on the map that look as if nothing lay there."""
        rows, columns = now.shape[:2]
        u = (places[:, 0] / STEP + columns / 2).astype(int)
        v = (rows / 2 - places[:, 1] / STEP).astype(int)
        inside = [self.sheet.holds(float(x), float(y)) for x, y, _ in places]
        here = now[np.clip(v, 0, rows - 1), np.clip(u, 0, columns - 1)]
        # Lines and dots may lie a sample aside of where they were taught.
        beside = np.clip(v + ASIDE[0], 0, rows - 1), np.clip(u + ASIDE[1], 0, columns - 1)
        off = np.abs(here - self.bare[beside]).max(axis=2).min(axis=0)
        return float(np.mean(np.array(inside) & (off < PLAIN_MAP)))

    def _die(
        self,
        picture: Picture,
        view: View,
        before: Memory | None,
        glance: Picture,
        bare: Callable[[NDArray[np.float64]], float],
        taken: NDArray[np.float64],
    ) -> tuple[Die | None, Picture | None, bool]:
        """The die, and whether it was thrown since."""
        old = before.die if before is not None else None
        look = before.die_look if before is not None else None
        glanced = before.glance if before is not None else None
        still = old is not None and look is not None and throws.lies_still(picture, old, look)
        plain = old is not None and old.quality >= throws.PLAIN
        # What was hardly taken for the die lies still, and the die itself is thrown elsewhere.
        if still and (plain or glanced is None or throws.unstirred(glance, glanced)):
            return old, look, False
        if self._vain is not None and throws.unstirred(glance, self._vain):
            return None, None, old is not None  # what was not found a moment ago is not found now
        size, extent = self.profile.sizes.die, self.sheet.extent
        sizes = throws.DieSizes(view, size, extent, bare, taken)
        die = throws.find_die(picture, sizes, glance, glanced, old)
        if still and old is not None and not throws.clearly_better(die, old):
            return old, look, False
        self._vain = glance if die is None else None
        # A die that lies no longer where it lay was thrown, even if it hides.
        thrown = old is not None
        if die is not None and old is not None and before is not None and before.view is not None:
            thrown = not throws.lies_as(die, view, old, before.view, size)
        return die, None if die is None else throws.look_of(picture, die), thrown


def part_of(maps: Maps, picture: Picture) -> tuple[tuple[slice, slice], Maps]:
    """The part of a picture that maps look at, and the maps within that part."""
    (x0, x1), (y0, y1) = (
        (int(np.clip(at.min() - 1, 0, most - 1)), int(np.clip(at.max() + 3, 1, most)))
        for at, most in ((maps.x, picture.shape[1]), (maps.y, picture.shape[0]))
    )
    # In whole numbers they are followed faster.
    x, y = cv2.convertMaps(maps.x - x0, maps.y - y0, cv2.CV_16SC2)
    whole: tuple[Any, Any] = x, y
    return (slice(y0, y1), slice(x0, x1)), Maps(*whole, maps.inside)


def around(box: Box) -> tuple[float, float, float, float]:
    """The part of the sheet (left, near, right, far) that a turned patch takes."""
    x, y, wide, deep, turn = box
    c, s = abs(np.cos(turn)) / 2, abs(np.sin(turn)) / 2
    across, along = float(c * wide + s * deep), float(s * wide + c * deep)
    return x - across, y - along, x + across, y + along
