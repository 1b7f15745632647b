"""The fields of Burg Appenzell: a roof, a tile, a high field, a tower, a mouse, or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.appenzell.pieces import FIELDS, HIGH, HOLES, TOWERS, Field
from vision.appenzell.hiding import Sightlines, sample_places
from vision.appenzell.looks import (
    DIM,
    GLARE_COST,
    GLARES,
    NOISE,
    Faces,
    Tints,
    noise_of,
    score_each,
    shone,
    strange,
    turned,
)
from vision.appenzell.prints import Prints
from vision.appenzell.profile import Look, Profile
from vision.appenzell.table import HIGH_FIELD, ROOF, TOWER, pair
from vision.appenzell.windows import DISC_COLUMNS, DISC_ROWS, SAMPLES, field_window, step_of
from vision.geometry import View
from vision.light import Light
from vision.likeness import likely_same, unchanged
from vision.reading import Cell
from vision.sample import Picture
from vision.windows import WindowCache, around, shift_index, unlit

Array = NDArray[np.float32]

REACH = 2
SHIFTS = around(REACH)
MIDDLE = SHIFTS.index((0, 0))
CORNERS = [n for n, (y, x) in enumerate(SHIFTS) if abs(x) + abs(y) == REACH and x * y == 0]
SHIFT_SPREAD = 0.05  # of the pitch
WEIGHT = 60.0
ODD_COST = 6.0
TURNS = 4
# A field that changed less than this (mean squared log light) was not touched.
UNTOUCHED = 0.006
# How much brighter or darker than taught a mouse and a roof may be here and there.
ROOF_SPREAD = 0.22
MOUSE_NOISE = np.array((0.3, 0.25, 0.25), np.float32)
BEYOND_DOUBT = 40.0  # a tile or roof that fits so well is there
# What glare washes out is nearly as bright here and there as a white tile (share, turned units).
SHINING, DULLER = 0.9, 0.5
# How sure a sample shows a mouse inside its outline, and outside of it.
INSIDE, OUTSIDE = 0.85, 0.12
ROOF_NOISE = (0.40, 0.12, 0.12)
# Of how much darker than its rim the middle of a trap was taught to be, so much shows under any
# glare.
DENT, FLAT_COST = 0.08, 100.0
# Two mice on one field stand this far from its middle (share of the pitch), in any direction.
APART = 0.30
DIRECTIONS = 8
PAIR_COST = 10.0
# Where nothing taught fits, a bare field is likelier than a piece; not where it is known how that
# looks.
BARE, BARE_BONUS, OTHER_COST = (HIGH_FIELD, TOWER), 2.0, 4.0
LAID = 99  # the room of roofs that were just laid on, for telling what they hide
GROUND, TILES = "ground", "tiles"
GROUNDS = {"hole": TILES, "high": HIGH_FIELD, "tower": TOWER}


@dataclass(frozen=True)
class FieldMemory:
    """What the next picture is compared with: samples, what was seen of them, labels."""

    samples: Array
    seen: Array
    labels: dict[Field, dict[str, float]]
    known: frozenset[Field] = frozenset(FIELDS)  # of which it was known what they show
    prints: dict[Field, dict[str, float]] = field(default_factory=dict)  # what they tell of tiles


@dataclass(frozen=True)
class FieldsRead:
    """All fields of one picture."""

    cells: dict[Field, Cell[str]]
    memory: FieldMemory


class FieldReader:
    """Reads all fields of a box; knows its roofs once it has seen all of them on."""

    def __init__(self, profile: Profile) -> None:
        self.profile, self.measures = profile, profile.measures
        self.names = list(profile.tiles)
        means, spreads = [], []
        for name in self.names:
            mean, spread = profile.tiles[name]
            means += [np.rot90(mean, n)[DISC_ROWS, DISC_COLUMNS] for n in range(TURNS)]
            spreads += [np.rot90(spread, n)[DISC_ROWS, DISC_COLUMNS] for n in range(TURNS)]
        self.faces = Faces(np.stack(means), np.stack(spreads), WEIGHT)
        self.prints = Prints(profile.tiles, REACH)
        self._trap = self.names.index("trap")
        pit = profile.tiles["trap"][0].mean(axis=2)
        turns = [np.rot90(pit, n)[DISC_ROWS, DISC_COLUMNS] for n in range(TURNS)]
        self._pit = np.asarray(np.mean(turns, axis=0), np.float32)
        self.colours = list(profile.mice)  # of those who play
        self._index = shift_index(DISC_ROWS, DISC_COLUMNS, REACH, SAMPLES + 2 * REACH)
        steps = np.array([dx * dx + dy * dy for dy, dx in SHIFTS], np.float32)
        share = step_of(self.measures) / self.measures.pitch / SHIFT_SPREAD
        self._penalty = -steps * np.float32(share**2 / 2)
        self._cache = WindowCache()
        self._windows = [(at, field_window(self.measures, at, REACH)) for at in FIELDS]
        self._points = sample_places(self.measures)
        self._sight: tuple[View, Sightlines] | None = None
        self.roofs: tuple[Array, Array] | None = None
        self._calm: set[Field] = set()
        self._floors: dict[Field, tuple[Array, Array]] = {}  # turned samples, what was seen
        self._pooled_roofs: dict[int, Look] = profile.roofs

    def sightlines(self, view: View) -> Sightlines:
        """What hides what, from this view."""
        if self._sight is None or self._sight[0] is not view:
            self._sight = (view, Sightlines(self.measures, view, self._points))
        return self._sight[1]

    def learn_roofs(self, samples: Array) -> None:
        """Keep how every field looks with its roof on; another roof may come to lie there."""
        patches = np.full((len(FIELDS), SAMPLES, SAMPLES, 3), 0, np.float32)
        weight = np.zeros((len(FIELDS), SAMPLES, SAMPLES, 1), np.float32)
        patches[:, DISC_ROWS, DISC_COLUMNS] = turned(samples.reshape(len(FIELDS), -1, 3))
        weight[:, DISC_ROWS, DISC_COLUMNS] = 1
        soft, rough = [], []
        for patch, mask in zip(patches, weight, strict=True):
            share = cv2.GaussianBlur(mask, (0, 0), 2.5)[..., None] + 1e-3
            mean = cv2.GaussianBlur(patch * mask, (0, 0), 2.5) / share
            off = cv2.GaussianBlur(((patch - mean) * mask) ** 2, (0, 0), 2.5) / share
            soft.append(mean[DISC_ROWS, DISC_COLUMNS])
            rough.append(np.sqrt(off)[DISC_ROWS, DISC_COLUMNS])
        noise = np.sqrt(np.stack(rough) ** 2 + np.array(ROOF_NOISE) ** 2).astype(np.float32)
        self.roofs = np.stack(soft), noise

    def learn_floors(self, memory: FieldMemory, fields: Iterable[Field]) -> None:
        """Keep how fields look that are known to have been bare: nobody teaches each of them.

        In holes that holds for the next picture, since tiles are pushed on.
        """
        self._floors = {at: floor for at, floor in self._floors.items() if at not in HOLES}
        for at in fields:
            self._floors[at] = turned(memory.samples[at].reshape(-1, 3)), memory.seen[at, ::3]

    def suppose_floors(self, fields: Iterable[Field], others: Sequence[Field]) -> None:
        """Take it that fields look bare as others do of which that is known."""
        looks, seen = self._bare(others)
        for at in fields:
            self._floors[at] = np.asarray(np.median(looks, axis=0), np.float32), seen.min(axis=0)

    def read(
        self,
        soft: Picture,
        view: View,
        light: Light,
        roof_of: Sequence[int],
        before: FieldMemory | None = None,
    ) -> FieldsRead:
        """Read every field, given whose roof is believed to lie where and how it looked before."""
        values, inside = self._cache.take(soft, view, self._windows, light.gain)
        middles = np.array([self.measures.centre(at) for at in FIELDS])
        values = unlit(values, light.at(middles))
        flat, shown = values.reshape(len(FIELDS), -1, 3), inside.reshape(len(FIELDS), -1)
        sight = self.sightlines(view)
        open_to_view = sight.seen(np.array(roof_of)) * shown[:, self._index[MIDDLE]]
        here = flat[:, self._index[MIDDLE]].reshape(len(FIELDS), -1)
        seen = np.repeat(open_to_view, 3, axis=1)
        same, change = _sameness(here, seen, before)
        old, known_prints = (before.labels, before.prints) if before is not None else ({}, {})
        # Glare may come over a roof; where much else changed, it is rather another thing, and where
        # none lay, none lies.
        roofed = [at for at in old if _best(old[at]) == ROOF]
        self._calm = set() if same is None else {at for at in roofed if same[at] > 0}
        fresh = [at for at in FIELDS if at not in old or change[at] > UNTOUCHED]
        labels = {**old, **self._labels(flat, here, seen, fresh, sight, roof_of)}
        laid = [at for at in fresh if roof_of[at] < 0 and _best(labels[at]) == ROOF]
        if laid:  # they hide what lies behind them, as nobody knew before
            covered = np.array(roof_of)
            covered[laid] = LAID
            still = np.repeat(sight.seen(covered), 3, axis=1) * seen
            less = [at for at in fresh if (still[at] < seen[at]).any()]
            seen[less] = still[less]
            same, change = _sameness(here, seen, before)
            labels |= self._labels(flat, here, seen, less, sight, covered.tolist())
        tiles = [at for at in fresh if _best(labels[at]) in self.names]
        told = self.prints.details(flat[tiles], seen[tiles, ::3])
        kept = {at: each for at, each in known_prints.items() if at not in fresh}
        prints = {**kept, **dict(zip(tiles, told, strict=True))}
        known = before.known if before is not None and same is not None else ()
        share = seen.mean(axis=1).tolist()
        cells = {
            at: Cell(
                labels[at],
                float(same[at]) if same is not None and at in known else None,
                share[at],
                prints.get(at, {}),
            )
            for at in FIELDS
        }
        return FieldsRead(cells, FieldMemory(here, seen, labels, prints=prints))

    def _labels(
        self,
        flat: Array,
        here: Array,
        seen: Array,
        fresh: list[Field],
        sight: Sightlines,
        roof_of: Sequence[int],
    ) -> dict[Field, dict[str, float]]:
        if not fresh:
            return {}
        here, shown = turned(here.reshape(len(FIELDS), -1, 3)), seen[:, ::3]
        odd = strange(here[fresh], shown[fresh], WEIGHT) - ODD_COST
        found: dict[Field, dict[str, float]] = {at: {} for at in fresh}
        holes = [at for at in fresh if at in HOLES]
        for at, scores in zip(holes, self._tiles(flat, seen, holes), strict=True):
            found[at] |= dict(zip(self.names, map(float, scores), strict=True))
        for kind, fields in (("hole", holes), ("high", HIGH), ("tower", TOWERS)):
            some = [at for at in fields if at in found]
            if some:
                self._pieces(found, some, kind, here, shown, sight)
        self._tower_mice(found, flat, shown, sight)
        self._roof_mice(found, [at for at in fresh if roof_of[at] >= 0], here, shown, sight)
        for at, least in zip(fresh, odd, strict=True):
            labels, known = found[at], at in self._floors
            for name, value in labels.items():
                bare = name in BARE
                labels[name] = float(np.logaddexp(value, least - OTHER_COST * (bare and known)))
                labels[name] += BARE_BONUS * (bare and not known)
        self._bare_holes(found, here, shown)
        return found

    def _bare_holes(self, found: dict[Field, dict[str, float]], here: Array, shown: Array) -> None:
        """A hole that looks as it did when it was known to be bare shows a tile, however little it
        looks like any that was taught.
        """
        holes = [at for at in found if at in HOLES and at in self._floors]
        for at, value in zip(holes, self._floor(holes, here[holes], shown[holes]), strict=True):
            labels = found[at]
            more = max(0.0, float(value) - max(labels[name] for name in self.names))
            labels |= {name: labels[name] + more for name in self.names}

    def _tower_mice(
        self, found: dict[Field, dict[str, float]], flat: Array, shown: Array, sight: Sightlines
    ) -> None:
        """Mice high up: a little wrong about the camera is a lot there, so look beside too."""
        towers = [at for at in TOWERS if at in found]
        if not towers:
            return
        samples = turned(flat[towers][:, self._index[CORNERS]])  # towers, shifts, samples
        count = samples.shape[:2]
        seen = np.repeat(shown[towers], count[1], axis=0)
        mirror = np.repeat([at in self._floors for at in towers], count[1])
        tints = self._tints(samples.reshape(-1, *samples.shape[2:]), seen, TOWER, mirror)
        chance = _chance(np.repeat(sight.mouse[towers], count[1], axis=0))
        for colour in self.colours:
            score = tints.mixed({colour: chance, GROUND: 1 - chance}).reshape(count).max(axis=1)
            for at, value in zip(towers, score, strict=True):
                found[at][colour] = max(found[at][colour], float(value))

    def _roof_mice(
        self,
        found: dict[Field, dict[str, float]],
        covered: list[Field],
        here: Array,
        shown: Array,
        sight: Sightlines,
    ) -> None:
        """Mice on roofs, where one does not look as it did: they may be of much the same colour."""
        odd = [at for at in covered if found[at][ROOF] < BEYOND_DOUBT]
        if self.roofs is None or not odd:
            return
        looks = self._mice() | {ROOF: (self.roofs[0][odd], self.roofs[1][odd])}
        tints = Tints(here[odd], shown[odd], looks, WEIGHT, {}, {}, np.zeros(len(odd), bool))
        chance = _chance(sight.on_roofs(odd))
        for colour in self.colours:
            score = tints.mixed({colour: chance, ROOF: 1 - chance})
            for at, value in zip(odd, score, strict=True):
                found[at][colour] = max(found[at][colour], float(value))

    def _tiles(self, flat: Array, seen: Array, holes: list[Field]) -> Array:
        """How well each kind of tile fits each hole."""
        if not holes:
            return np.zeros((0, len(self.names)), np.float32)
        count = len(holes) * len(SHIFTS)
        rows = turned(flat[holes][:, self._index]).reshape(count, -1)
        shown = np.repeat(seen[holes], len(SHIFTS), axis=0)
        scores = self.faces.score(rows, shown).reshape(len(holes), len(SHIFTS), -1)
        best = (scores + self._penalty[None, :, None]).max(axis=1)
        best = best.reshape(len(holes), len(self.names), TURNS).max(axis=2)
        flat_ones = self._dent(flat[holes][:, self._index[MIDDLE]], seen[holes, ::3]) < DENT
        best[flat_ones, self._trap] -= FLAT_COST
        return np.asarray(best)

    def _dent(self, samples: Array, shown: Array) -> Array:
        """How much of a trap's dark middle shows in samples (fields, samples, 3).

        A plain tile under strong glare is as white as a trap would be, but it has none.
        """
        bright = samples.mean(axis=2)
        count = np.maximum(shown.sum(axis=1, keepdims=True), 1)
        deep = (self._pit - (self._pit * shown).sum(axis=1, keepdims=True) / count) * shown
        most = np.maximum((deep * deep).sum(axis=1), 1e-6)
        return np.asarray((deep * bright).sum(axis=1) / most)

    def _pieces(
        self,
        found: dict[Field, dict[str, float]],
        fields: list[Field],
        kind: str,
        here: Array,
        seen: Array,
        sight: Sightlines,
    ) -> None:
        """Mice, the bare field and its roof."""
        samples, shown = here[fields], seen[fields]
        if kind != "tower":
            for at, value in zip(fields, self._roof(fields, samples, shown), strict=True):
                found[at][ROOF] = float(value)
        tints = self._tints(samples, shown, GROUNDS[kind], self._mirror(fields, found, samples))
        chance = _chance(sight.mouse[fields])
        for colour in self.colours:
            score = tints.mixed({colour: chance, GROUND: 1 - chance})
            for at, value in zip(fields, score, strict=True):
                found[at][colour] = float(value)
        self._mice_on_known_floors(found, fields, samples, shown, chance)
        if kind != "hole":
            score = tints.mixed({GROUND: np.ones_like(chance)})
            for at, value in zip(fields, score, strict=True):
                found[at][GROUNDS[kind]] = float(value)
            known = [n for n, at in enumerate(fields) if at in self._floors]
            floors = self._floor([fields[n] for n in known], samples[known], shown[known])
            for n, value in zip(known, floors, strict=True):
                found[fields[n]][GROUNDS[kind]] = float(value)
        if kind != "tower":
            self._pairs(found, fields, tints, sight)

    def _mice_on_known_floors(
        self,
        found: dict[Field, dict[str, float]],
        fields: list[Field],
        samples: Array,
        shown: Array,
        chance: Array,
    ) -> None:
        """Mice on fields of which it is known how they look bare: around a mouse they still do,
        though it mirrors a lamp.
        """
        known = [n for n, at in enumerate(fields) if at in self._floors]
        if not known:
            return
        floors, seen = self._bare([fields[n] for n in known])
        lit = floors - np.array((DIM, 0, 0), np.float32)
        mice = {name: (mean, noise + MOUSE_NOISE) for name, (mean, noise) in self._mice().items()}
        tints = Tints(
            samples[known],
            shown[known] * seen,
            mice | {"bare": (floors, NOISE), "lit": (lit, NOISE)},
            WEIGHT,
            {GROUND: ("bare", "lit")},
            self._mice(),
            np.ones(len(known), bool),
        )
        for colour in self.colours:
            score = tints.mixed({colour: chance[known], GROUND: 1 - chance[known]})
            for n, value in zip(known, score, strict=True):
                found[fields[n]][colour] = max(found[fields[n]][colour], float(value))

    def _bare(self, fields: Sequence[Field]) -> tuple[Array, Array]:
        """How fields looked when they were bare, and what was seen of them."""
        looks, seen = zip(*(self._floors[at] for at in fields), strict=True)
        return np.stack(looks), np.stack(seen)

    def _mirror(
        self, fields: Sequence[Field], found: Mapping[Field, Mapping[str, float]], samples: Array
    ) -> NDArray[np.bool_]:
        """On which fields a washed-out mouse may be told: where the floor is known for good, and in
        holes that shine and show no tile or roof beyond doubt. Bricks and roofs may look like one.
        """
        known = np.array([at in self._floors and at not in HOLES for at in fields])
        if self.roofs is None:
            return known
        white = turned(self.profile.grounds[TILES][0])[0]
        shines = np.quantile(samples[..., 0], SHINING, axis=1) > white - DULLER
        holes = [at in HOLES and max(found[at].values()) < BEYOND_DOUBT for at in fields]
        return np.asarray(known | (shines & holes))

    def _floor(self, fields: list[Field], samples: Array, shown: Array) -> Array:
        """How well fields fit what they looked like when they were bare, which is known."""
        if not fields:
            return np.zeros(0, np.float32)
        floors, seen = self._bare(fields)
        fits = [
            score_each(samples, shown * seen, shone(floors, glare), NOISE, WEIGHT) - cost
            for glare, cost in zip(GLARES, GLARE_COST, strict=True)
        ]
        return np.asarray(np.max(fits, axis=0))

    def _tints(self, samples: Array, shown: Array, ground: str, mirror: NDArray[np.bool_]) -> Tints:
        """Samples that may show a mouse of any colour, or the ground."""
        looks = {GROUND: self.profile.grounds[ground], TILES: self.profile.grounds[TILES]}
        looks |= {colour: self.profile.mice[colour] for colour in self.colours}
        colours = {
            name: (turned(mean), noise_of(spread) + MOUSE_NOISE)
            for name, (mean, spread) in looks.items()
        }
        joined = {GROUND: (GROUND, TILES)}
        return Tints(samples, shown, colours, WEIGHT, joined, self._mice(), mirror)

    def _mice(self) -> dict[str, Look]:
        """How the mice of those who play look."""
        mice = {colour: self.profile.mice[colour] for colour in self.colours}
        return {name: (turned(mean), noise_of(spread)) for name, (mean, spread) in mice.items()}

    def _roof(self, fields: list[Field], samples: Array, shown: Array) -> Array:
        """How well a roof fits: the one seen there at set-up, or any that was taught."""
        if self.roofs is not None:
            mean, noise = self.roofs
            plain, *veiled = (
                score_each(samples, shown, shone(mean[fields], glare), noise[fields], WEIGHT) - cost
                for glare, cost in zip(GLARES, GLARE_COST, strict=True)
            )
            calm = np.array([at in self._calm for at in fields])
            return np.where(calm, np.max([plain, *veiled], axis=0), plain)
        each = [
            _plain(samples, shown, (mean, spread + np.float32(ROOF_SPREAD)))
            for mean, spread in self._pooled_roofs.values()
        ]
        return np.asarray(np.max(each, axis=0))

    def _pairs(
        self,
        found: dict[Field, dict[str, float]],
        fields: list[Field],
        tints: Tints,
        sight: Sightlines,
    ) -> None:
        """Two mice on one field, where one mouse or less is no good explanation.

        How much better two are than one is told by their outlines, which glare would blur: what
        is washed out does not count for that.
        """
        some = [n for n, at in enumerate(fields) if _mousy(found[at], self.colours)]
        if not some:
            return
        wanted = [fields[n] for n in some]
        likely = {max(self.colours, key=lambda colour: found[at][colour]) for at in wanted}
        radius, far = self.measures.mouse, APART * self.measures.pitch
        turns = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
        lobes = [
            _chance(sight.lobes(wanted, radius, far * float(np.cos(t)), far * float(np.sin(t))))
            for t in turns
        ]
        alone = _chance(sight.mouse[wanted])
        single = {
            colour: tints.mixed({colour: alone, GROUND: 1 - alone}, some, washed=False)
            for colour in self.colours
        }
        for one, other in combinations_with_replacement(self.colours, 2):
            if not {one, other} & likely:
                continue
            best = np.full(len(wanted), -np.inf)
            for n in range(DIRECTIONS if one != other else DIRECTIONS // 2):
                first = lobes[n]
                second = lobes[(n + DIRECTIONS // 2) % DIRECTIONS] * (1 - first)
                chances = {one: first, other: second, GROUND: 1 - first - second}
                if one == other:
                    chances = {one: first + second, GROUND: 1 - first - second}
                best = np.maximum(best, tints.mixed(chances, some, washed=False))
            better = best - np.maximum(single[one], single[other]) - PAIR_COST
            for at, value in zip(wanted, better, strict=True):
                found[at][pair(one, other)] = max(found[at][one], found[at][other]) + float(value)


def _chance(mask: NDArray[np.bool_]) -> Array:
    """How sure each sample shows a mouse of this outline."""
    return np.where(mask, np.float32(INSIDE), np.float32(OUTSIDE))


def _best(labels: Mapping[str, float]) -> str:
    return max(labels, key=labels.__getitem__)


def _mousy(labels: dict[str, float], colours: Sequence[str]) -> bool:
    """Whether a field looks more like a mouse than like anything else."""
    mouse = max(labels[colour] for colour in colours)
    return mouse > max(labels.values()) - 4.0


def _plain(samples: Array, shown: Array, ground: Look) -> Array:
    """How well samples fit one colour at large."""
    return score_each(samples, shown, turned(ground[0]), noise_of(ground[1]), WEIGHT)


def _sameness(here: Array, seen: Array, before: FieldMemory | None) -> tuple[Array | None, Array]:
    """How well each field fits "as before", and how much it changed."""
    if before is None:
        return None, np.full(len(FIELDS), np.inf, np.float32)
    both = seen * before.seen
    change = unchanged(here, before.samples, both)
    return likely_same(change, both.mean(axis=1), WEIGHT), change
