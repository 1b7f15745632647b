"""The die beside the map: where it may lie after a throw, and how large it must look there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.castle.table import REACH
from vision.dice.find import LEAST_QUALITY, Die, dice_from_above, find_dice
from vision.dice.whole import EDGE
from vision.geometry import View
from vision.sample import Picture, largest, usual

Part = tuple[int, int, int, int]  # left, top, right, low
Places = NDArray[np.float64]

GLANCE, STIRRED, MOST_PARTS = 4, 14, 6
LARGE = 8.0  # dice: what changed over a wider part is light, or a hand
PLAIN, NO_PIECE, CERTAIN = 0.6, 0.7, 0.8
CLEARER = 0.2  # how much better the quality of a die must be than that of one that lies still
DIE_STILL = 10.0
FAINT = 0.5  # of what a die differs from the table: a dark one on dark wood is gone without much
SAME = 0.25  # of an edge: so little no throw moves a die
# A die looks this much smaller or larger than it should where it lies, at most.
SMALLER, LARGER = 0.78, 1.2
ALONE = (0.6, 1.5)  # one pip tells little of the face it is on
COVERED = 0.012  # metres: what lies nearer to the middle of a counter is that counter
BARE = 0.5  # of a face that looks like the map is too much
WIDEST = 260  # pixels of a part seen from above
FAINTEST, COMPACT = 6, 1.6  # how unlike all round it a die is, and how far it reaches, in edges
MOST_COMPACT = 8


class DieSizes:
    """How long the edge of a die looks in every part of a picture, and where none can lie.

    `bare` tells how much of the places (metres) of a patch look like the bare map; `taken` are the
    places of counters, whose signs may look like pips.
    """

    def __init__(
        self,
        view: View,
        size: float,
        extent: tuple[float, float],
        bare: Callable[[Places], float],
        taken: Places,
    ) -> None:
        self._view, self._size, self._extent, self._bare = view, size, extent, bare
        self._taken = taken
        ticks = np.linspace(-REACH, REACH, 9)
        x, y = (each.ravel() for each in np.meshgrid(ticks, ticks))
        places = np.stack([x, y, np.full(x.size, size)], axis=1)
        ends = np.concatenate([places, places + (size, 0.0, 0.0), places + (0.0, size, 0.0)])
        self._pixels, *beside = view.project(ends).reshape(3, -1, 2)
        across, along = (np.linalg.norm(each - self._pixels, axis=1) for each in beside)
        self._edges = np.sqrt(across * along)

    def at(self, pixel: NDArray[np.floating]) -> float:
        """The edge of a die that lies here, in pixels."""
        return float(self._edges[np.linalg.norm(self._pixels - pixel, axis=1).argmin()])

    @property
    def usual(self) -> float:
        """The edge of a die in the middle of the table, in pixels."""
        return float(self._edges[len(self._edges) // 2])

    def between(self) -> tuple[float, float]:
        """The shortest and the longest edge there may be."""
        return 0.72 * self.usual, 1.4 * self.usual

    def fits(self, die: Die) -> bool:
        """Whether a die is as large as it should be, and something lies there."""
        smaller, larger = (SMALLER, LARGER) if die.value > 1 else ALONE
        if not smaller < die.edge / self.at(die.centre) < larger:
            return False
        place = self._view.on_plane(np.asarray(die.centre[None], np.float64))[0]
        on_map = bool((np.abs(place[:2]) < np.array(self._extent) / 2).all())
        if on_map and die.quality < PLAIN:
            return False
        near = np.linalg.norm(self._taken - place[:2], axis=1).min(initial=1.0)
        if near < COVERED and (on_map or die.quality < NO_PIECE):
            return False
        inner = die.centre + 0.6 * (np.vstack([die.corners, die.centre]) - die.centre)
        return self._bare(self._view.on_plane(np.asarray(inner, np.float64))) < BARE

    def on_map(self, part: Part) -> bool:
        """Whether the middle of a part lies on the map."""
        middle = np.array([((part[0] + part[2]) / 2, (part[1] + part[3]) / 2)])
        x, y, _ = self._view.on_plane(middle, self._size)[0]
        return abs(x) < self._extent[0] / 2 and abs(y) < self._extent[1] / 2

    def first_in(self, picture: Picture, parts: Iterable[Part]) -> Die | None:
        """The best die in some parts, or the first that is as clear as can be."""
        best: Die | None = None
        for part in parts:
            found = self.seen_in(picture, part)
            best = _better(best, _best(found, self))
            if best is not None and best.quality > CERTAIN:
                break
        return best

    def seen_in(self, picture: Picture, part: Part) -> list[Die]:
        """Dice in a part of a picture, looked at from straight above."""
        left, top, right, low = part
        corners = np.array([(left, top), (right, top), (right, low), (left, low)], np.float64)
        places = self._view.on_plane(corners, self._size)[:, :2]
        (x0, y0), (x1, y1) = places.min(axis=0), places.max(axis=0)
        step = self._size / EDGE
        wide, deep = (min(round(length / step), WIDEST) for length in (x1 - x0, y1 - y0))
        above = self._above(picture, float(x0), float(y1), wide, deep)
        return [self._laid(die, x0, y1, step) for die in dice_from_above(above)]

    def _above(self, picture: Picture, left: float, far: float, wide: int, deep: int) -> Picture:
        """A part of the table at the height of a die's upper face, small enough to be flat."""
        flat = np.array([(0, 0), (wide, 0), (wide, deep), (0, deep)], np.float64)
        step = self._size / EDGE
        x, y = left + flat[:, 0] * step, far - flat[:, 1] * step
        seen = self._view.project(np.stack([x, y, np.full(4, self._size)], axis=1)) - 0.5
        warp = cv2.getPerspectiveTransform((flat - 0.5).astype(np.float32), seen.astype(np.float32))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(
            cv2.warpPerspective(
                picture, warp, (wide, deep), flags=flags, borderMode=cv2.BORDER_REPLICATE
            ),
            np.uint8,
        )

    def _laid(self, die: Die, left: float, far: float, step: float) -> Die:
        """A die seen from above, back in the picture."""
        x, y = left + die.corners[:, 0] * step, far - die.corners[:, 1] * step
        places = np.stack([x, y, np.full(4, self._size)], axis=1)
        return replace(die, corners=self._view.project(places))


def glance(picture: Picture) -> Picture:
    """A picture made small."""
    small = picture
    for part in (2, GLANCE):  # halves are quickly made
        size = picture.shape[1] // part, picture.shape[0] // part
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    return small


def find_die(
    picture: Picture, sizes: DieSizes, now: Picture, before: Picture | None, old: Die | None
) -> Die | None:
    """The die; looked for where it lay and where something changed, if that is known.

    `now` and `before` are glances at this picture and at the one before.
    """
    edge = sizes.between()
    if before is None or before.shape != now.shape:
        return _anywhere(picture, sizes, now)
    parts, everything = _stirred(now, before, edge[1])
    if old is not None:
        # A die that was thrown lies where it did not lie before, as a rule.
        parts.sort(key=lambda part: _covers(part, old.centre))
        if not (parts and everything):
            parts.insert(0, _about(old, 1.5 * edge[1]))
    # Dice are thrown beside the map as a rule; what changed on it are mostly counters.
    beside = [part for part in parts if not sizes.on_map(part)]
    upon = [part for part in parts if part not in beside]
    best = sizes.first_in(picture, beside)
    if not everything and (best is None or best.quality < PLAIN):
        best = _better(best, _anywhere(picture, sizes, now))
    if best is None:
        best = sizes.first_in(picture, upon)
    if best is None and everything:  # in dim light a die hardly shows in a glance
        best = _anywhere(picture, sizes, now)
    return best


def _anywhere(picture: Picture, sizes: DieSizes, now: Picture) -> Die | None:
    """The die, wherever it lies: small things beside the map first."""
    beside = (part for part in _compact(now, sizes.usual) if not sizes.on_map(part))
    best = sizes.first_in(picture, islice(beside, MOST_COMPACT))
    if best is not None and best.quality > LEAST_QUALITY:
        return best
    return _best(find_dice(picture, sizes.between()), sizes)


def _best(dice: list[Die], sizes: DieSizes) -> Die | None:
    return max(filter(sizes.fits, dice), key=_quality, default=None)


def clearly_better(die: Die | None, old: Die) -> bool:
    """Whether a die was found that makes another one look like none."""
    return die is not None and die.quality > old.quality + CLEARER


def _better(one: Die | None, other: Die | None) -> Die | None:
    return max(filter(None, (one, other)), key=_quality, default=None)


def _quality(die: Die) -> float:
    return die.quality


def _about(die: Die, reach: float) -> Part:
    x, y = die.centre
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    return left, top, int(x + reach), int(y + reach)


def _covers(part: Part, pixel: NDArray[np.floating]) -> bool:
    left, top, right, low = part
    return bool(left <= pixel[0] < right and top <= pixel[1] < low)


def _stir(now: Picture, before: Picture) -> NDArray[np.uint8]:
    """How much each sample of a glance changed, but for the light as a whole."""
    here, there = (each[::GLANCE, ::GLANCE].astype(np.float32) + 1 for each in (now, before))
    gain = np.median(here / there, axis=(0, 1))
    lit = cv2.transform(before, np.diag(gain))
    return largest(cv2.absdiff(now, np.asarray(lit, np.uint8)))


def unstirred(now: Picture, before: Picture) -> bool:
    """Whether a glance shows nothing new."""
    return now.shape == before.shape and not (_stir(now, before) > STIRRED).any()


def _stirred(now: Picture, before: Picture, edge: float) -> tuple[list[Part], bool]:
    """Parts of the picture in which something changed, and whether these are all."""
    off = (_stir(now, before) > STIRRED).astype(np.uint8)
    reach = max(3, round(edge / GLANCE))
    grown = cv2.dilate(off, np.ones((reach, reach), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    boxes = [box for box in stats[1:].tolist() if max(box[2:4]) < LARGE * reach]
    everything = len(boxes) == len(stats) - 1 <= MOST_PARTS
    boxes = sorted(boxes, key=lambda box: -box[4])[:MOST_PARTS]
    beyond = reach // 2
    parts = [
        (max(0, x - beyond) * GLANCE, max(0, y - beyond) * GLANCE,
         (x + wide + beyond) * GLANCE, (y + high + beyond) * GLANCE)
        for x, y, wide, high, _ in boxes
    ]  # fmt: skip
    return parts, everything


def _compact(now: Picture, edge: float) -> list[Part]:
    """Parts of the picture round what is as small as a die and unlike all round it."""
    wide, away = edge / GLANCE, round(1.5 * edge / GLANCE)
    soft = cv2.GaussianBlur(now, (0, 0), 0.35 * wide)
    around = cv2.copyMakeBorder(soft, away, away, away, away, cv2.BORDER_REPLICATE)
    rows, columns = now.shape[:2]
    ways = [
        (x, y) for x in (0, away, 2 * away) for y in (0, away, 2 * away) if (x, y) != (away, away)
    ]
    off = np.stack(
        [largest(cv2.absdiff(soft, around[y : y + rows, x : x + columns])) for x, y in ways]
    )
    plain = off.min(axis=0)
    reach = 2 * away + 1
    top = (plain == cv2.dilate(plain, np.ones((reach, reach), np.uint8))) & (plain > FAINTEST)
    y, x = np.nonzero(top)
    best = np.argsort(-plain[y, x].astype(int), kind="stable")
    about = round(COMPACT * edge)
    found = [(int(x[n]) * GLANCE + 2, int(y[n]) * GLANCE + 2) for n in best]
    return [(max(0, u - about), max(0, v - about), u + about, v + about) for u, v in found]


def look_of(picture: Picture, die: Die) -> Picture:
    """The die and a little round it."""
    x, y = die.centre
    reach = int(0.8 * die.edge)
    x0, y0 = max(int(x) - reach, 0), max(int(y) - reach, 0)
    return picture[y0 : int(y) + reach, x0 : int(x) + reach].copy()


def lies_as(die: Die, view: View, old: Die, old_view: View, size: float) -> bool:
    """Whether a die shows the same in the same place, in the picture or on the table: no throw."""
    if die.value != old.value:
        return False
    if _turned_apart(die.corners, old.corners) < SAME * die.edge:
        return True
    on_table = [each.on_plane(np.asarray(d.corners, np.float64), size)[:, :2]
                for d, each in ((die, view), (old, old_view))]  # fmt: skip
    return _turned_apart(*on_table) < SAME * size


def _turned_apart(one: NDArray[np.floating], other: NDArray[np.floating]) -> float:
    """How far the corners of two squares are apart, whichever comes first."""
    ways = [np.linalg.norm(one - np.roll(other, n, axis=0), axis=1).mean() for n in range(4)]
    return float(min(ways))


def lies_still(picture: Picture, die: Die, look: Picture) -> bool:
    """Whether a die lies as it lay, brightness forgiven."""
    here = look_of(picture, die)
    if here.shape != look.shape:
        return False
    a, b = here.astype(np.float32), look.astype(np.float32)
    rest, own = (float(np.abs(each - usual(each)).mean()) for each in (a - b, b))
    return rest < min(DIE_STILL, FAINT * own)
