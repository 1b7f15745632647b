"""The tops of Kilt Castle's squares: how high, which colour, how many crests, a roof?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import SIZE, Square
from vision.geometry import View
from vision.kilt.crests import ROOM, SIDE, SMOOTHED, Crests, softness
from vision.kilt.hiding import Places, hidden
from vision.kilt.profile import PLAIN_STEP, Profile, disc_for, fine_step
from vision.kilt.rims import Rims
from vision.kilt.table import ROOF, SQUARES, Sizes
from vision.light import Light
from vision.likeness import Looks, likely_same, score_own, strange, unchanged
from vision.reading import Cell
from vision.sample import Picture, Window, to_log
from vision.windows import WindowCache, around, gather, shift_index, unlit, value_index

Array = NDArray[np.float32]
Top = tuple[int, str]  # height and kind: "" for none, "roof", or colour and crests
Job = tuple[Square, float]  # a square looked at as if built this high; halves are for roofs

EMPTY: Top = (0, "")
REACH = 3
SHIFTS = around(REACH)
MIDDLE = SHIFTS.index((0, 0))
SHIFT_SPREAD = 0.005
WEIGHT = 30.0
HEIGHTS_ABOVE = 2
ODD_COST = 4.0
ROOF_STEP = 0.7
# Cameras are told apart by how many metres a pixel covers, in steps of this.
GRAIN_STEP = 0.00005
# However clearly other crests show, these may be there all the same: a shadow, a speck of dirt.
LEAST_DETAIL = -12.0
# What looks like crests at another height than a top's own must do so more clearly.
ELSEWHERE = 10.0
# What changed is seen best at the outline: a new floor never lies exactly as the one below.
WIDE = 1.15
# A roof is looked at so many floors above its tower, to see what is put on it.
ROOF_RISE = 2
# A square that looks as before is rather no higher than it was: what lies behind is no floor on
# it. It counts little, since a floor on one of its own kind may lie just so.
HIGHER_COST = 0.1
# Mean squared change of log light below which nobody has touched a square, and up to which it fits
# what it fitted: hardly any noise.
UNTOUCHED, STILL = 0.02, 0.002


@dataclass(frozen=True)
class Around:
    """Tops and what is around them: samples and what was seen of them (jobs, values)."""

    rows: dict[Job, int]
    samples: Array
    seen: Array

    def since(self, before: Around) -> tuple[Array, Array, NDArray[np.int64]]:
        """How much each job changed, how much of it was seen both times, and its row before.

        What was not looked at before changed beyond measure. The row is -1 where something else
        was seen of it.
        """
        then = np.array([before.rows.get(job, -1) for job in self.rows], np.int64)
        known = np.flatnonzero(then >= 0)
        change, share = np.full((2, len(then)), np.inf, np.float32)
        if len(known):
            seen = before.seen[then[known]]
            both = self.seen[known] * seen
            change[known] = unchanged(self.samples[known], before.samples[then[known]], both)
            share[known] = both.mean(axis=1)
            then[known[(self.seen[known] != seen).any(axis=1)]] = -1
        return change, share, then


@dataclass(frozen=True)
class TopMemory:
    """What the next picture is compared with, and what it need not find out again.

    Fits are how well jobs fit each kind of floor, or a roof, and at which shift. Marks are what
    the middle of a top says about each kind, and its rim about each colour.
    """

    around: Around
    fits: Array
    shifts: NDArray[np.int64]
    marks: dict[Square, Array]


_NONE = np.zeros((0, 0), np.float32)
NOTHING = TopMemory(Around({}, _NONE, _NONE), _NONE, np.zeros(0, np.int64), {})


@dataclass(frozen=True)
class TopsRead:
    """All squares of one picture."""

    cells: dict[Square, Cell[Top]]
    memory: TopMemory


class TopReader:
    """Reads tops at the heights they can have."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.disc = disc_for(profile.layout)
        kinds = {n: profile.kinds[n] for n in sorted(profile.kinds) if n != ROOF}
        self.floors = _looks(kinds)
        self.roofs = _looks({ROOF: profile.kinds[ROOF]})
        self._crests_seen: tuple[int, Crests] | None = None
        self.colours = sorted({name.rsplit(" ", 1)[0] for name in kinds})
        whose = [self.colours.index(name.rsplit(" ", 1)[0]) for name in kinds]
        self._whose = np.array(whose)  # the colour of each kind
        self._first = np.flatnonzero(np.diff(self._whose, prepend=-1))  # kind of each colour
        self._tops: dict[int, list[Top]] = {}
        plain = {c: np.median(profile.kinds[f"{c} 0"][0], axis=0) for c in self.colours}
        radius = profile.layout.floor_radius / fine_step(profile.layout)
        self.rims = Rims(plain, SIDE + 2 * ROOM, radius)
        side = 2 * self.disc.reach + 1 + 2 * REACH
        self._side = side
        index = shift_index(self.disc.rows, self.disc.columns, REACH, side)
        self._index, self._values = value_index(index, 1), value_index(index, 3)
        ticks = (np.arange(side) + 0.5 - side / 2) * PLAIN_STEP
        self._offsets = np.stack(np.meshgrid(ticks, -ticks), axis=-1).reshape(1, -1, 2)
        self._wide = _wide_index(side, WIDE * profile.layout.floor_radius / PLAIN_STEP)
        self._cache = WindowCache()
        self._windows: dict[Job, Window] = {}
        self._centres = np.array([profile.layout.centre(square) for square in SQUARES])
        steps = np.array([dx * dx + dy * dy for dy, dx in SHIFTS], np.float32)
        self._penalty = -steps * np.float32(PLAIN_STEP**2 / SHIFT_SPREAD**2 / 2)

    def read(
        self,
        pictures: tuple[Picture, Picture | None],
        view: View,
        layout: Sizes,
        heights: Mapping[Square, int],
        light: Light,
        before: TopMemory | None = None,
        lowest: Mapping[Square, int] | None = None,
        roofs: Collection[Square] = (),
    ) -> TopsRead:
        """Read every square, given how high each is believed to be and how it looked before.

        Colours are read in a soft picture, crests in the sharp one, if there is one. `lowest` is
        how high a square is in any belief that is still open, `roofs` are where roofs are believed.
        """
        soft, sharp = pictures
        low = lowest or heights
        rises = {s: height + ROOF_RISE * (s in roofs) for s, height in heights.items()}
        jobs = [(s, level) for s, height in rises.items() for level in _levels(low[s], height)]
        taken, now = self._samples(soft, view, layout, jobs, light, (low, roofs))
        whole = [n for n, (_, level) in enumerate(jobs) if level >= 1 and level % 1 == 0]
        half = [n for n, (_, level) in enumerate(jobs) if level % 1]
        bare = [n for n, (_, level) in enumerate(jobs) if level == 0]
        before = before or NOTHING
        change, share, then = now.since(before.around)
        then = _of_still_squares(jobs, change, then)
        fits, shifts = self._fits(light, jobs, taken, then, before)
        tables: dict[Square, dict[Top, float]] = {square: {} for square in heights}
        same = _sameness(now.rows, change, share, rises)
        tops = ([jobs[n] for n in whole], shifts[whole])
        marks = self._marks(sharp, view, layout, light, tops, _untouched(same, before.marks))
        marks = self._clearest([square for square, _ in tops[0]], marks)
        details = self._tell_floors(tables, [jobs[n] for n in whole], fits[whole], marks)
        for n, value in zip(half, fits[half, 0].tolist(), strict=True):
            tables[jobs[n][0]][int(jobs[n][1]), ROOF] = value
        for n, value in zip(bare, self._bare(jobs, bare, taken), strict=True):
            tables[jobs[n][0]][EMPTY] = float(value)
        cells = {}
        for s, table in tables.items():
            _weigh_heights(table, same.get(s), (low[s], heights[s], rises[s]))
            cells[s] = Cell(table, same[s][0] if s in same else None, details=details[s])
        read = {jobs[n][0]: each for n, each in zip(whole, marks, strict=True)}
        memory = TopMemory(now, fits, shifts, read if sharp is not None else {})
        return TopsRead(cells, memory)

    def _tell_floors(
        self, tables: dict[Square, dict[Top, float]], tops: list[Job], fits: Array, marks: Array
    ) -> dict[Square, dict[Top, float]]:
        """Write into the tables how well floors fit; what their crests tell besides."""
        details: dict[Square, dict[Top, float]] = {square: {} for square in tables}
        labels = self._floor_labels(fits, marks).tolist()
        crests = self._crest_details(marks).tolist()
        for (square, level), values, shown in zip(tops, labels, crests, strict=True):
            names = self._names(int(level))
            tables[square] |= zip(names, values, strict=True)
            details[square] |= zip(names, shown, strict=True)
        return details

    def _samples(
        self,
        soft: Picture,
        view: View,
        layout: Sizes,
        jobs: list[Job],
        light: Light,
        towers: tuple[Mapping[Square, int], Collection[Square]],
    ) -> tuple[tuple[Array, Array], Around]:
        """Windows with the light taken off (jobs, samples, 3), and which samples were seen.

        Besides, the wider surroundings of each top, to be compared with the next picture.
        """
        self._windows |= {j: self._window(layout, j) for j in jobs if j not in self._windows}
        windows = [(job, self._windows[job]) for job in jobs]
        values, inside = self._cache.take(soft, view, windows, light.gain)
        places = self._centres[[square[0] * SIZE + square[1] for square, _ in jobs]]
        flat = unlit(values, light.at(places)).reshape(len(jobs), -1, 3)
        levels = np.array([level for _, level in jobs]) * layout.floor_height
        squares = Places(places, levels, self._offsets, [square for square, _ in jobs])
        shown = inside.reshape(len(jobs), -1) * ~hidden(view, layout, *towers, squares)
        wide = np.take(flat, self._wide, axis=1).reshape(len(jobs), -1)
        wide_seen = np.repeat(shown[:, self._wide], 3, axis=1)
        return (flat, shown), Around({job: n for n, job in enumerate(jobs)}, wide, wide_seen)

    def _window(self, layout: Sizes, job: Job) -> Window:
        square, level = job
        x, y = layout.centre(square)
        half = self._side * PLAIN_STEP / 2
        corner = (float(x - half), float(y + half), level * layout.floor_height)
        return Window(corner, (1.0, 0.0), (0.0, -1.0), self._side, self._side, PLAIN_STEP)

    def _fits(
        self,
        light: Light,
        jobs: list[Job],
        taken: tuple[Array, Array],
        then: NDArray[np.int64],
        before: TopMemory,
    ) -> tuple[Array, NDArray[np.int64]]:
        """How well jobs fit floors or a roof (jobs, kinds), and at which shift they fit best.

        What looks as in a row of the memory (`then`) fits what it fitted.
        """
        fits = np.zeros((len(jobs), len(self.floors.names)), np.float32)
        shifts = np.zeros(len(jobs), np.int64)
        kept = then >= 0
        if kept.any():
            fits[kept], shifts[kept] = before.fits[then[kept]], before.shifts[then[kept]]
        levels = np.array([level for _, level in jobs])
        floors, roofs = (levels >= 1) & (levels % 1 == 0), levels % 1 > 0
        for kind in (floors, roofs):
            fresh = np.flatnonzero(kind & ~kept)
            if len(fresh):
                looks = self.floors.below(light.white) if kind is floors else self.roofs
                flat, shown = (each[fresh] for each in taken)
                scores = self._scores(looks, gather(flat, self._values), shown)
                odd = strange(*self._middle(flat, shown), WEIGHT) - ODD_COST
                fits[fresh] = np.logaddexp(scores.max(axis=1).T, odd[:, None])
                shifts[fresh] = scores.max(axis=0).argmax(axis=0)
        return fits, shifts

    def _scores(self, looks: Looks, rows: Array, shown: Array) -> Array:
        """How well samples fit looks (looks, shifts, jobs)."""
        flat = rows.reshape(len(rows), -1)
        scores = looks.score(flat.T).T.reshape(-1, *rows.shape[1:])
        part = np.flatnonzero(~shown.all(axis=1))
        if len(part):
            some = rows[..., part].reshape(len(rows), -1)
            seen = np.repeat(gather(shown[part], self._index), 3, axis=0).reshape(some.shape)
            scores[..., part] = looks.score(some.T, seen.T).T.reshape(*scores.shape[:2], -1)
        return np.asarray(scores + self._penalty[:, None])

    def _middle(self, flat: Array, shown: Array) -> tuple[Array, Array]:
        """The unshifted samples of windows (jobs, values), and what was seen of them."""
        at = self._index[:, MIDDLE]
        return flat[:, at].reshape(len(flat), -1), np.repeat(shown[:, at], 3, axis=1)

    def _bare(self, jobs: list[Job], bare: list[int], taken: tuple[Array, Array]) -> Array:
        """How much squares look like the bare board that was taught."""
        if not bare:
            return np.zeros(0, np.float32)
        numbers = [jobs[n][0][0] * SIZE + jobs[n][0][1] for n in bare]
        means = self.profile.board_plain[numbers].reshape(len(bare), -1)
        now, shown = self._middle(taken[0][bare], taken[1][bare])
        value = score_own(now, shown, means, 0.15, WEIGHT)
        return np.logaddexp(value, strange(now, shown, WEIGHT) - ODD_COST)

    def _names(self, height: int) -> list[Top]:
        if height not in self._tops:
            self._tops[height] = [(height, kind) for kind in self.floors.names]
        return self._tops[height]

    def _floor_labels(self, values: Array, marks: Array) -> Array:
        """The colours of floors, by the whole disc and its rim (jobs, kinds)."""
        whole = np.maximum.reduceat(values, self._first, axis=1)
        return np.asarray((whole + marks[:, len(self._whose) :])[:, self._whose])

    def _crest_details(self, marks: Array) -> Array:
        """The number of crests, by the middle of a floor alone (jobs, kinds)."""
        fine = marks[:, : len(self._whose)]
        top = np.maximum.reduceat(fine, self._first, axis=1)
        return np.maximum(fine - top[:, self._whose], np.float32(LEAST_DETAIL))

    def _marks(
        self,
        sharp: Picture | None,
        view: View,
        layout: Sizes,
        light: Light,
        tops: tuple[list[Job], NDArray[np.int64]],
        still: Mapping[Square, Array],
    ) -> Array:
        """Fine reading of the middles of squares that changed, at every height they may have.

        A middle that looks as before has the marks it had.
        """
        jobs, shifts = tops
        names = [*self.floors.names, *self.colours]
        chosen = [n for n, (square, _) in enumerate(jobs) if square not in still]
        unread = np.zeros(len(names), np.float32)
        found = np.array([still.get(square, unread) for square, _ in jobs])
        found = found.reshape(len(jobs), len(names))
        if chosen and sharp is not None:
            raw = self._middles(sharp, view, layout, [(jobs[n], shifts[n]) for n in chosen])
            patches = to_log(raw, light.gain)
            lit = light.at(np.array([layout.centre(jobs[n][0]) for n in chosen]))
            fit = self.rims.fit(patches - lit[:, None, None], light.white)
            crests = self.crests(view).score(patches, self.rims.glares(fit))
            for n, marks, rim in zip(chosen, crests, self.rims.score(fit), strict=True):
                said = marks | rim
                found[n] = [said[name] for name in names]
        return found

    def _clearest(self, squares: list[Square], marks: Array) -> Array:
        """What clearly speaks for crests at one height counts at all: a plain top shows none."""
        kinds, found = len(self._whose), marks.copy()
        first = [n for n, each in enumerate(squares) if n == 0 or each != squares[n - 1]]
        best = np.maximum.reduceat(marks[:, :kinds], first, axis=0)
        best = np.repeat(best, np.diff([*first, len(squares)]), axis=0)
        np.maximum(marks[:, :kinds], best - ELSEWHERE, out=found[:, :kinds])
        return found

    def crests(self, view: View) -> Crests:
        """The taught crests as soft as they look from where the camera hangs."""
        grain = round(view.grain(np.zeros(3)) / GRAIN_STEP)
        if self._crests_seen is None or self._crests_seen[0] != grain:
            taught, step = self.profile.grains, fine_step(self.profile.layout)
            softer = {n: softness(grain * GRAIN_STEP, taught[n], step) for n in taught}
            self._crests_seen = grain, Crests(self.profile.crests, softer)
        return self._crests_seen[1]

    def _middles(
        self, sharp: Picture, view: View, layout: Sizes, tops: list[tuple[Job, np.int64]]
    ) -> Picture:
        side = SIDE + 2 * ROOM
        ticks = (np.arange(side) + 0.5 - side / 2) * fine_step(layout)
        gx, gy = np.meshgrid(ticks, -ticks)
        points = np.empty((len(tops), side * side, 3))
        for n, ((square, level), shift) in enumerate(tops):
            dy, dx = SHIFTS[int(shift)]
            x, y = np.add(layout.centre(square), (dx * PLAIN_STEP, -dy * PLAIN_STEP))
            points[n, :, 0], points[n, :, 1] = gx.ravel() + x, gy.ravel() + y
            points[n, :, 2] = level * layout.floor_height
        pixels = (view.project(points.reshape(-1, 3)) - 0.5).astype(np.float32)
        maps = np.ascontiguousarray(pixels.reshape(len(tops), -1, 2).transpose(2, 0, 1))
        raw = cv2.remap(sharp, maps[0], maps[1], cv2.INTER_LINEAR)
        patches = np.asarray(raw, np.uint8).reshape(len(tops) * side, side, 3)
        soft = cv2.GaussianBlur(patches, (3, 3), SMOOTHED)
        return np.asarray(soft, np.uint8).reshape(len(tops), side, side, 3)


def _wide_index(side: int, radius: float) -> NDArray[np.int64]:
    """Flat indices of the samples of a window within a radius of its middle."""
    ys, xs = np.mgrid[0:side, 0:side] - side // 2
    return np.flatnonzero(np.hypot(xs, ys) <= min(radius, side / 2))


def _weigh_heights(
    table: dict[Top, float],
    same: tuple[float, float, float] | None,
    heights: tuple[int, int, float],
) -> None:
    """Heights that a square can hardly have: `same` is how it was before, `heights` the lowest and
    the likeliest that it is believed to have, and how far that rises.
    """
    lowest, likeliest, rise = heights
    _level_roofs(table)
    if same is None or same[2] < rise:
        _keep_low(table, lowest + HEIGHTS_ABOVE)
    if same is not None and same[1] < UNTOUCHED:
        _keep_height(table, likeliest)


def _level_roofs(table: dict[Top, float]) -> None:
    """A roof is told by its tiles; how high it sits shows only dimly."""
    roofs = {height: value for (height, kind), value in table.items() if kind == ROOF}
    if roofs:
        best = max(roofs, key=lambda height: roofs[height])
        for height, value in roofs.items():
            dim = roofs[best] - ROOF_STEP * abs(height - best)
            table[height, ROOF] = max(value, dim)


def _of_still_squares(
    jobs: Sequence[Job], change: Array, then: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Rows of the memory, but -1 for all heights of a square of which one changed: they are weighed
    against each other.
    """
    stirred = {jobs[n][0] for n in np.flatnonzero((change > STILL) | (then < 0)).tolist()}
    return np.where([square in stirred for square, _ in jobs], -1, then)


def untouched(
    now: TopMemory, before: TopMemory | None, heights: Mapping[Square, int]
) -> frozenset[Square]:
    """Squares that nobody has touched since, as far as they were looked at both times."""
    change, share, _ = now.around.since((before or NOTHING).around)
    same = _sameness(now.around.rows, change, share, heights)
    return frozenset(square for square, (_, change, _) in same.items() if change < UNTOUCHED)


def _untouched(
    same: Mapping[Square, tuple[float, float, float]], known: Mapping[Square, Array]
) -> dict[Square, Array]:
    """The marks of squares that nobody has touched since."""
    return {s: known[s] for s, (_, change, _) in same.items() if change < UNTOUCHED and s in known}


def _keep_low(table: dict[Top, float], highest: int) -> None:
    """What nobody looked at before so high above a tower may be anything that lies behind it."""
    for top in [top for top in table if top[0] > highest]:
        del table[top]


def _keep_height(table: dict[Top, float], height: int) -> None:
    """Nobody has touched this square: it is hardly higher than it was."""
    known = max((value for top, value in table.items() if top[0] <= height), default=0.0)
    most = known - HIGHER_COST
    table |= {top: most for top, value in table.items() if value > most and top[0] > height}


def _sameness(
    rows: Mapping[Job, int], change: Array, share: Array, heights: Mapping[Square, int]
) -> dict[Square, tuple[float, float, float]]:
    """How well each square fits "as before", how much it changed, and at which level that was.

    It is looked at as high up to its height as it was both times.
    """
    found = {}
    for square, height in heights.items():
        for level in range(height, -1, -1):
            row = rows.get((square, float(level)))
            if row is not None and np.isfinite(change[row]):
                found[square] = (row, float(level))
                break
    if not found:
        return {}
    at = [row for row, _ in found.values()]
    same = likely_same(change[at], share[at], WEIGHT)
    each = zip(found.items(), same.tolist(), change[at].tolist(), strict=True)
    return {square: (value, moved, level) for (square, (_, level)), value, moved in each}


def _looks(kinds: Mapping[str, tuple[Array, Array]]) -> Looks:
    means = np.stack([mean for mean, _ in kinds.values()])
    return Looks(list(kinds), means, np.stack([s for _, s in kinds.values()]), WEIGHT)


def _levels(lowest: int, height: int) -> list[float]:
    """The heights at which a square's top may be now, and those of a roof's middle."""
    floors = [float(h) for h in range(max(lowest, 1), height + HEIGHTS_ABOVE + 1)]
    ground = [0.0] if lowest == 0 else []
    return ground + floors + [h + 0.5 for h in floors]
