"""The light of labelled pictures beside one that is known, by what they show of the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from device.bench.eye_cells import Photo
from vision.observe.hiding import behind
from vision.observe.light import Flags, Ground, grid, ground, light_between
from vision.observe.table import Disc, Solid, Stand

Array = NDArray[np.float64]

LOW = 0.001  # metres; what lies flat is taken to be at least so high
SHAFT, WALL = 0.032, 0.46  # metres between Solomon's shafts; walls are farther off, in shafts
RIM = 0.125  # metres from the middle of Appenzell's box; farther out its print never changes


@dataclass(frozen=True)
class Bare:
    """A board whose print is known: half its width, how wide pieces are, where it never changes."""

    half: float  # metres
    wide: float = 0.0  # metres; the radius of the largest piece, 0 where none stands on the print
    stays: Callable[[Array], Flags] = lambda places: np.ones(len(places), bool)

    def covered(self, photo: Photo, places: Array) -> Flags:
        """Which places something covers in a picture, or may."""
        found = ~self.stays(places)
        points = np.column_stack([places, np.zeros(len(places))])
        for piece in photo.label["pieces"] if self.wide else ():
            x, y, z = piece["xyz"]
            solid = Solid(Disc(self.wide), max(z, LOW))
            found |= behind(photo.view.centre, solid, Stand("", (x, y)), points)
        return found


def _walls(places: Array) -> Flags:
    return np.asarray(np.abs(places / SHAFT % 1 - 0.5).max(axis=1) > WALL)


def _rim(places: Array) -> Flags:
    return np.asarray(np.abs(places).max(axis=1) > RIM)


BARE = {
    "kilt": Bare(0.15, 0.024),
    "solomon": Bare(0.096, stays=_walls),
    "appenzell": Bare(0.135, stays=_rim),
    "seven_locks": Bare(0.15, 0.03),
    "castle": Bare(0.215, 0.014),
}


class Lights:
    """Lights of one game's pictures beside the first one that is shown."""

    def __init__(self, game: str) -> None:
        self._bare = BARE.get(game)
        self._known: Ground | None = None

    def under(self, photo: Photo) -> Photo:
        """The picture with its light."""
        if self._bare is None:
            return photo
        places = grid(self._bare.half)
        now = ground(photo.picture, photo.view, places, self._bare.covered(photo, places))
        if self._known is None:
            self._known = now
            return photo
        return replace(photo, light=light_between(places, now, self._known, self._bare.half))
