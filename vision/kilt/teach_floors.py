"""Teaching Kilt Castle: the looks of floors, crests and roofs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kilt.pieces import Square
from vision.kilt.crests import SIDE as CREST
from vision.kilt.lesson import Lesson, Places, plain_samples, spread
from vision.kilt.profile import PLAIN_STEP, disc_for, fine_step
from vision.kilt.table import Sizes
from vision.likeness import Looks
from vision.sample import Patch, Window, maps_for, take, to_log
from vision.windows import around

# Positions of pieces in the hand of a teacher: nobody lays them more exactly than this.
ASKEW = 0.004
# How much the height of a floor differs from box to box, as far as anybody knows.
USUAL_SPREAD = 0.0015


class Kinds:
    """The looks of floors and roofs, cut from the picture that shows them."""

    def __init__(self, layout: Sizes, one: Lesson, places: Places) -> None:
        self.layout, self.one, self.disc = layout, one, disc_for(layout)
        self.places: Places = {}
        towers = [(s, t) for s, t in one.floors.items() if t]
        for square, tower in sorted(towers, key=lambda item: item[1][-1][1]):
            self.places[square] = self._settle(square, tower, places.get(square))

    def _settle(
        self, square: Square, tower: list[tuple[str, int]], start: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """The middle of a top, from wherever it may be: the place that looks most like one."""
        nominal = np.array(self.layout.centre(square))
        clan = self._clan(tower[-1])
        starts = [nominal] if start is None else [nominal, start]
        if clan is not None:
            starts.append(self._hull_middle(nominal, clan))
        z = len(tower) * self.layout.floor_height
        steps = np.arange(-3, 3.1, 1) / 1000
        tries = [s + (dx, dy) for s in starts for dx in steps for dy in steps]
        return np.asarray(min(tries, key=lambda centre: self._unlike_top(centre, z, clan, nominal)))

    def _unlike_top(
        self,
        centre: NDArray[np.float64],
        z: float,
        clan: Patch | None,
        nominal: NDArray[np.float64],
    ) -> float:
        """How little a disc is of one make ring by ring; with a crest: how little its rim has the
        clan's colour and its middle another.
        """
        samples = plain_samples(self.one, self.layout, centre, z)
        off = centre - nominal
        far = float(off @ off) / 0.008**2 * 0.1
        if clan is None:
            return self.disc.roughness(samples) + far
        apart = np.minimum(np.abs(samples - clan).max(axis=1), 1.5)
        return float(apart[self.disc.rim].mean() - apart[self.disc.crest].mean()) + far

    def _hull_middle(self, nominal: NDArray[np.float64], clan: Patch) -> NDArray[np.float64]:
        """The middle of everything near a square that has the clan's colour."""
        reach = round(self.layout.pitch[0] * 0.45 / PLAIN_STEP)
        window = spread(nominal, self.layout.floor_height, reach)
        patch = to_log(take(self.one.soft, maps_for(self.one.view, window)))
        rest = patch - clan
        level = rest.mean(axis=2, keepdims=True)
        near = (np.abs(rest - level).sum(axis=2) < 0.5) & (np.abs(level[..., 0]) < 0.6)
        points = np.argwhere(near)
        if len(points) < 10:
            return nominal
        hull = cv2.convexHull(points[:, ::-1].astype(np.float32))
        moments = cv2.moments(hull)
        if moments["m00"] <= 0:
            return nominal
        x, y = moments["m10"] / moments["m00"] - reach, moments["m01"] / moments["m00"] - reach
        return np.asarray(nominal + np.array([x, -y]) * PLAIN_STEP)

    def _clan(self, floor: tuple[str, int]) -> Patch | None:
        """The colour of a clan's plain floor, once that has been found."""
        for square, place in self.places.items():
            tower = self.one.floors[square]
            if floor[1] and tower == [(floor[0], 0)] and square not in self.one.roofs:
                samples = plain_samples(self.one, self.layout, place, self.layout.floor_height)
                return np.asarray(np.median(samples, axis=0))
        return None

    def plain(self) -> dict[str, tuple[Patch, Patch]]:
        """Mean and spread of every kind over its disc, each (samples, 3)."""
        kinds: dict[str, tuple[Patch, Patch]] = {}
        for square, tower in self.one.floors.items():
            if square in self.one.roofs:
                kinds["roof"] = self.disc.pooled(self._views(square, len(tower) + 0.5))
            elif len(tower) == 1:
                kinds[f"{tower[0][0]} {tower[0][1]}"] = self.disc.rings_of(self._views(square, 1))
        return kinds

    def _views(self, square: Square, floors: float) -> Patch:
        """The disc on a square's top, straight and a little off each way."""
        z = floors * self.layout.floor_height
        shifts = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]) * 0.0015
        return np.stack(
            [plain_samples(self.one, self.layout, self.places[square] + s, z) for s in shifts]
        )

    def crests(self) -> dict[str, Patch]:
        """The fine grey look of each single floor's middle, (side, side)."""
        found = {}
        for square, tower in self.one.floors.items():
            if len(tower) == 1 and square not in self.one.roofs:
                z = self.layout.floor_height
                found[f"{tower[0][0]} {tower[0][1]}"] = self._fine(self.places[square], z)
        return found

    def grains(self) -> dict[str, float]:
        """The metres a pixel covered where each of the crests lay."""
        places = ((s, t) for s, t in self.one.floors.items() if len(t) == 1)
        z = self.layout.floor_height
        return {
            f"{tower[0][0]} {tower[0][1]}": self.one.view.grain(np.array([*self.places[s], z]))
            for s, tower in places
            if s not in self.one.roofs
        }

    def _fine(self, centre: NDArray[np.float64], z: float) -> Patch:
        step = fine_step(self.layout)
        half = CREST * step / 2
        corner = (float(centre[0] - half), float(centre[1] + half), z)
        window = Window(corner, (1.0, 0.0), (0.0, -1.0), CREST, CREST, step)
        return to_log(take(self.one.picture, maps_for(self.one.view, window)))

    def floor_height(self, kinds: dict[str, tuple[Patch, Patch]]) -> float:
        """The height of a floor, from where the tops of taller towers appear.

        An overhead picture tells little; then the usual height stays.
        """
        tall = [
            (s, t) for s, t in self.one.floors.items() if len(t) > 1 and s not in self.one.roofs
        ]
        heights = np.arange(0.010, 0.0221, 0.0005)
        value = -(((heights - self.layout.floor_height) / USUAL_SPREAD) ** 2) / 2
        for square, tower in tall:
            mean, spread = kinds[f"{tower[-1][0]} {tower[-1][1]}"]
            looks = Looks(["top"], mean[None], spread[None], 20.0)
            value += [self._top_fit(looks, square, h * len(tower)) for h in heights]
        return float(heights[int(value.argmax())])

    def _top_fit(self, looks: Looks, square: Square, z: float) -> float:
        """How well a top fits at a height, wherever on its square it lies."""
        shifts = np.array(around(3)) * 0.002
        rows = np.stack(
            [
                plain_samples(
                    self.one, self.layout, np.add(self.layout.centre(square), s), z
                ).ravel()
                for s in shifts
            ]
        )
        off = (shifts**2).sum(axis=1) / ASKEW**2 / 2
        return float((looks.score(rows, np.ones_like(rows))[:, 0] - off).max())
