"""The keymaster: how likely he stands at each place, though towers may hide him."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from rules.seven_locks.pieces import PLACES
from vision.geometry import View
from vision.light import Light
from vision.sample import Maps, Picture, in_light, maps_for, take, to_log
from vision.seven_locks.find import coloured
from vision.seven_locks.hiding import OUTER, Hidden
from vision.seven_locks.profile import Profile
from vision.seven_locks.table import SIZES, spot
from vision.seven_locks.teach import PAWN_HEIGHT
from vision.seven_locks.windows import (
    STEP,
    Array,
    Floats,
    Spot,
    averaged,
    board_look,
    board_window,
    court_cells,
    court_window,
    disc,
)

WALK_REACH = 0.012
# Where a tower hides him people stand him nearer the bin or a little aside (metres), and no nearer
# to the next place (share of the way between two).
ASIDE, BESIDE_BIN, OF_SECTOR = 0.022, SIZES.bin + 0.005, 0.46
HEAD = 0.026  # metres: higher than towers may hide him
WIDE = 0.030  # all of that is nearer than this to his place
# A place that may be hidden is half as much like him as he usually looks where he is seen, within
# bounds; and how he looks if nobody has seen him yet.
UNSEEN, UNSEEN_RANGE, USUAL = 0.5, (0.2, 0.4), 0.5
SURELY = 4.0  # log likelihood by which he must stand out to be surely seen
TOP = disc(0.004)
AS_ROOF = 0.25  # how much roofs may look like him
HALF_SEEN = 0.5  # how much of that must be seen, else it is the less like him
LEAST_ROOM = 0.3  # how much more than the bare board a place must look like him, at the least
TINT, BRIGHT = 0.40, 0.5  # how far the keymaster's colour may seem another (log light)
# So much white light he may mirror, as a share of the brightest: a black one then looks grey. That
# must stand out from all other places, since many a board is grey.
MIRRORED, STANDS_OUT = 0.04, 0.4


@dataclass(frozen=True)
class Pawn:
    """How likely the keymaster stands at each place (log likelihood), how much he usually looks
    like himself, and where he is seen if he stands at the likeliest one.
    """

    places: tuple[float, ...]
    usual: float
    at: Spot


class KeymasterReader:
    """Looks for him where he may stand."""

    def __init__(self, profile: Profile) -> None:
        self._colour, self._walk = profile.keymaster, profile.sizes.walk
        self.as_board = _like_board(profile)
        self._view: View | None = None
        self._maps: dict[float, Maps] = {}  # by height, of this view
        self._flat: dict[float, Array] = {}  # by height, of the picture that is read

    def read(
        self,
        soft: Picture,
        view: View,
        hidden: Hidden,
        light: Light,
        usual: float = USUAL,
        aside: Collection[int] = (),
    ) -> Pawn:
        """How likely he stands at each place, hidden places are neither; and how much he usually
        looks like himself, as before or where he is surely seen. `aside`: where people stand him
        so, though towers that hid him may be gone.
        """
        behind = self.behind(hidden)
        wide = {*behind, *aside}
        self._flat = {}
        scores, spots = self._seen(soft, view, hidden, light, wide)
        if not behind and max(scores) < UNSEEN_RANGE[0]:  # he must be somewhere
            pale = self._seen(soft, view, hidden, light, wide, MIRRORED)
            second, first = sorted(pale[0])[-2:]
            if first - second > STANDS_OUT:
                scores, spots = pale
        likely = _likely(scores, [place not in behind for place in range(PLACES)], usual)
        first, second = sorted(range(PLACES), key=lambda place: -likely[place])[:2]
        surely = likely[first] - likely[second] > SURELY and first not in behind
        clearly = scores[first] > UNSEEN * usual
        x, y = spots[first] if clearly else spot(self._walk, first)
        return Pawn(likely, max(scores) if surely else usual, (float(x), float(y)))

    def _seen(
        self,
        soft: Picture,
        view: View,
        hidden: Hidden,
        light: Light,
        wide: Collection[int],
        mirrored: float = 0.0,
    ) -> tuple[list[float], list[Floats]]:
        """How much it looks like him at each place, with light mirrored in him, and where there."""
        scores, spots = [], []
        for place in range(PLACES):
            colour = in_light(self._colour, light.at(np.array([spot(self._walk, place)])))
            colour = np.log(np.exp(colour) + mirrored)
            near = spots_near(self._walk, place, place in wide)
            heights = (PAWN_HEIGHT, HEAD) if place in wide else (PAWN_HEIGHT,)
            looks = [self._looks(soft, view, hidden, colour, near, z) for z in heights]
            best = np.unravel_index(np.argmax(looks), (len(heights), len(near)))
            more = max(0.0, float(looks[best[0]][best[1]]) - self.as_board)
            scores.append(more / max(LEAST_ROOM, 1 - self.as_board))
            spots.append(near[best[1]])
        return scores, spots

    def _looks(
        self, soft: Picture, view: View, hidden: Hidden, colour: Array, near: Floats, z: float
    ) -> Array:
        """How much it looks like him at a height above each of some places, 0 to 1."""
        if z not in self._flat:
            self._flat[z] = to_log(take(soft, self._court(view, z)))
        columns, rows = court_cells(near)
        left, top = columns.min(), rows.min()
        part = self._flat[z][top : rows.max() + 1, left : columns.max() + 1]
        alike = coloured(part, colour, TINT, BRIGHT)
        at = rows - top, columns - left
        # Roofs may have his colour, and so may what is painted on the board. One that has not may
        # be a little smaller than it is thought to be.
        behind = hidden.mask(near, z)
        if behind.any() and float(alike[at][behind].mean()) < AS_ROOF:
            behind = hidden.mask(near, z, OUTER)
        free = np.zeros_like(alike)
        free[at] = ~behind
        seen = np.maximum(averaged(free, TOP), HALF_SEEN)
        return np.asarray(averaged(alike * free, TOP) / seen)[at]

    def behind(self, hidden: Hidden) -> list[int]:
        """Places where a tower hides him from the camera, if he stands right before his own."""
        places = np.array([spot(self._walk, place) for place in range(PLACES)])
        return [int(place) for place in np.flatnonzero(hidden.mask(places, PAWN_HEIGHT))]

    def _court(self, view: View, z: float) -> Maps:
        """Where the court lies in the picture at a height, kept as long as the view is the same."""
        if view is not self._view:
            self._view, self._maps = view, {}
        if z not in self._maps:
            self._maps[z] = maps_for(view, court_window(z))
        return self._maps[z]


@cache
def spots_near(walk: float, place: int, wide: bool) -> Floats:
    """Samples where he may stand before a tower, (N, 2): around his place, and if `wide` also
    nearer the bin and aside.
    """
    at = np.array(spot(walk, place))
    reach = np.arange(-round(WIDE / STEP), round(WIDE / STEP) + 1) * STEP
    spots = at + np.stack(np.meshgrid(reach, -reach), axis=-1).reshape(-1, 2)
    far = np.hypot(*(spots - at).T)
    if not wide:
        return spots[far <= WALK_REACH]
    out = at / walk
    along, across = spots @ out, spots @ (out[1], -out[0])
    room = (np.abs(across) <= ASIDE) & (along <= walk + WALK_REACH)
    room &= np.hypot(*spots.T) >= BESIDE_BIN
    room &= np.abs(np.arctan2(across, along)) <= OF_SECTOR * 2 * np.pi / PLACES
    return np.asarray(spots[room | (far <= WALK_REACH)])


def _like_board(profile: Profile) -> float:
    """How much the bare board looks like the keymaster, where he may stand as a rule: he may have
    stood on it when it was taught.
    """
    window = board_window(STEP)
    look = board_look(profile.board, window)
    alike = coloured(look, profile.keymaster, TINT, BRIGHT)
    means, at = averaged(alike, TOP).ravel(), window.points()[:, :2]
    places = [spot(profile.sizes.walk, place) for place in range(PLACES)]
    return float(np.median([means[np.hypot(*(at - p).T) <= WALK_REACH].max() for p in places]))


def _likely(scores: Sequence[float], seen: Sequence[bool], usual: float) -> tuple[float, ...]:
    """Log likelihoods of the places; one that may be hidden is at least as good as a doubt."""
    unseen = float(np.clip(UNSEEN * usual, *UNSEEN_RANGE))
    pairs = zip(scores, seen, strict=True)
    values = [18.0 * (score if clear else max(score, unseen)) for score, clear in pairs]
    top = max(values)
    return tuple(max(-14.0, value - top) for value in values)
