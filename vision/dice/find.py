"""Standard dice anywhere in a picture, of any colour: pips first, then the face around them.

A pip is a small round spot with one colour all round it. Pips that are alike and lie as on a die
propose a face; one pip alone proposes the patch of one colour it lies in. Every proposal is judged
by nine places where pips may be, by the plain face between them and by where the face ends.

In haze and noise pips are unclear, or run together. So whole faces are tried too where pips may be,
and instead of pips where the size of a die is known and it is seen from straight above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import PATTERNS, VALUES, Faces, Proposals, glance, hollow, judge
from vision.dice.pips import Pips, find_pips
from vision.dice.whole import EDGE, fit, propose
from vision.sample import Picture

Array = NDArray[np.floating]
Judged = Callable[[Picture, Proposals], Faces]

# From pip to pip as shares of a face's edge: neighbours in a six, centre to corner, along a side,
# from corner to corner. Pips lie this far from the middle of a face, as a share of its half edge.
INSET = 0.5
# How many pips make an edge: what is printed small on large dice, and large on small ones.
EDGE_IN_PIPS = (5.6, 21.0)
MOST_PROPOSALS = 500
CLEAREST = 12
REFINED, FITTED = 16, 6
MOST_ALONE = 80
TURNS = 9
FACE_SIZE = 22.0
# Proposals farther apart than this share of an edge are different dice.
APART = 0.95
LEAST_QUALITY, UNCLEAR = 0.5, 0.4
MOST_ENLARGED = 2.0
OCTAVE = 2.0  # longest edge looked for at one size of the picture, in shortest ones
PROMISING, HOPEFUL = 0.0, -0.3  # where pips lie so, and where whole faces are tried
FAINTLY = -1.0  # where pips lie so, a whole face may show more
LEAST_WHOLE = np.array([1.0, 0.62, 0.6, 0.5, 0.5, 0.5, 0.5])  # by value: few pips prove little
# Print often looks like few pips, by value: so much they and the whole face must tell together.
LEAST_BOTH = np.array([9.0, 0.8, 1.0, -9.0, -9.0, -9.0, -9.0])
# Through the hole in a letter shows what lies round it: where so much looks so, the whole face of
# a one must be as clear as this.
HOLE, LEAST_HOLLOW = 0.4, 0.76
# A face that fits a value this much worse than the best one is out of the question.
SHARPNESS = 90.0
# One that is less die-like by a thirtieth is less likely by e.
RIVAL = 30.0


@dataclass(frozen=True)
class Die:
    """A die that was seen: its value, how sure that is, and its upper face in the picture."""

    value: int
    probability: float
    quality: float
    corners: Array  # (4, 2), pixels, in order round the face
    values: dict[int, float]  # log likelihood of each value

    @property
    def centre(self) -> Array:
        """The middle of the upper face."""
        return np.asarray(self.corners.mean(axis=0))

    @property
    def edge(self) -> float:
        """The length of an edge in pixels."""
        sides = np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1)
        return float(sides.mean())


def find_dice(
    picture: Picture,
    edge: tuple[float, float] | None = None,
    *,
    most: int = 12,
) -> list[Die]:
    """The dice in a picture, the most die-like first; `edge` = shortest and longest in pixels."""
    low, high = edge or (14.0, 0.45 * min(picture.shape[:2]))
    found, small = list[Die](), low
    while small < high:
        # Small faces are looked at enlarged, large ones made smaller: each at about one size.
        shrink = min(FACE_SIZE / small, MOST_ENLARGED)
        top = min(high, OCTAVE * small)
        found += _at_scale(picture, shrink, (small * shrink, top * shrink))
        small = top
    return _apart(found)[:most]


def dice_from_above(above: Picture) -> list[Die]:
    """The dice in a picture from straight above, `whole.EDGE` pixels across; unclear ones too."""
    soft = np.asarray(cv2.GaussianBlur(above, (3, 3), 0.6), np.uint8)
    return _apart(_dice(_fitted(soft, propose(above), fit)))


def _fitted(soft: Picture, proposals: Proposals, judged: Judged) -> Faces:
    """The best of many whole faces, each as it fits best; unclear ones too."""
    faces = judged(soft, proposals)
    best = np.argsort(-faces.quality)[:FITTED]
    faces = faces.only(best[faces.quality[best] > HOPEFUL])
    # A square may be proposed for several values: it is looked at once.
    _, first = np.unique(np.hstack([faces.middle, faces.right]), axis=0, return_index=True)
    return _settled(soft, faces.only(np.sort(first)), judged, UNCLEAR)


def _at_scale(picture: Picture, shrink: float, edge: tuple[float, float]) -> list[Die]:
    small = picture
    if not 0.8 < shrink < 1.25:
        way = cv2.INTER_AREA if shrink < 1 else cv2.INTER_CUBIC
        size = (round(picture.shape[1] * shrink), round(picture.shape[0] * shrink))
        small = np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)
    else:
        edge, shrink = (edge[0] / shrink, edge[1] / shrink), 1.0
    pips = find_pips(small, int(np.ceil(edge[1] / 4)))
    soft = np.asarray(cv2.GaussianBlur(small, (3, 3), 0.6), np.uint8)
    found = _judged(soft, _proposed(small, pips, edge), edge)
    return [replace(die, corners=die.corners / shrink) for die in found]


def _judged(soft: Picture, proposals: Proposals, edge: tuple[float, float]) -> list[Die]:
    """The best proposals, each as it fits best; those whose pips are unclear by the whole face."""
    faces = judge(soft, proposals)
    best = np.argsort(-faces.quality)[: 8 * REFINED]
    best = best[faces.quality[best] > FAINTLY]
    faces = faces.only(best[_distinct(faces.only(best))])
    clear = faces.only(np.flatnonzero(faces.quality > PROMISING)[:REFINED])
    found = _dice(_both_ways(soft, _settled(soft, clear, judge, LEAST_QUALITY)))
    sized = partial(fit, sizes=(edge[0] / EDGE, edge[1] / EDGE))
    whole = _fitted(soft, faces.only(_far_from(found, faces.middle)), sized)
    again = _settled(soft, judge(soft, whole), judge, LEAST_QUALITY)
    few = [_both_ways(soft, each) for each in (again, whole)]
    return found + _dice(few[0]) + _proved(_dice(few[1]))


def _both_ways(soft: Picture, faces: Faces) -> Faces:
    """Those that are no print: few pips must show by themselves and in the whole face."""
    pips, whole = judge(soft, faces).quality, fit(soft, faces, (0.0, np.inf)).quality
    value = VALUES[faces.costs.argmin(axis=1)]
    clear = pips + whole > LEAST_BOTH[value]
    clear &= (value > 1) | (whole > LEAST_HOLLOW) | (hollow(soft, faces) < HOLE)
    return faces.only(np.flatnonzero(clear))


def _proved(dice: Sequence[Die]) -> list[Die]:
    """Those whose whole face is clear enough wherever they lie."""
    return [die for die in dice if die.quality > LEAST_WHOLE[die.value]]


def _far_from(dice: Sequence[Die], places: Array) -> NDArray[np.int64]:
    """Which places lie on none of some dice."""
    near = [np.linalg.norm(places - die.centre, axis=1) < APART * die.edge for die in dice]
    return np.flatnonzero(~np.any(near, axis=0)) if near else np.arange(len(places))


def _settled(soft: Picture, faces: Faces, judged: Judged, least: float) -> Faces:
    """Faces moved and stretched until they fit as well as they can, those that are good enough."""
    for size in (0.10, 0.05, 0.03):
        faces = _refined(soft, faces, size, judged)
    return faces.only(np.flatnonzero(faces.quality > least))


def _distinct(faces: Faces) -> NDArray[np.int64]:
    """The first of those that are nearly the same proposal."""
    kept: list[int] = []
    middle, size = faces.middle, np.linalg.norm(faces.right, axis=1)
    apart = np.linalg.norm(middle[:, None] - middle, axis=2) > 0.25 * size[:, None]
    apart |= np.abs(np.log(size[:, None] / size)) > 0.15
    for n in range(len(middle)):
        if apart[n, kept].all():
            kept.append(n)
    return np.array(kept, np.int64)


def _refined(soft: Picture, faces: Faces, size: float, judged: Judged) -> Faces:
    """Every face after the best of many small changes."""
    count = len(faces.quality)
    if not count:
        return faces
    for kind in range(2):
        changes = _SHIFTS if kind == 0 else _STRETCHES
        tried = judged(soft, faces.changed(changes * size))
        best = tried.quality.reshape(count, len(changes)).argmax(axis=1)
        faces = tried.only(np.arange(count) * len(changes) + best)
    return faces


def _changes(*rows: tuple[float, ...]) -> Array:
    return np.array([(0.0,) * 6, *rows])


# Changes of a face in its own frame: the middle moved (two), the four entries of its axes.
_SHIFTS = _changes(
    *((float(x), float(y), 0, 0, 0, 0) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
)
_STRETCHES = _changes(
    *((0, 0, a, 0, 0, a) for a in (-1.5, -0.75, 0.75, 1.5)),
    *((0, 0, 0, b, -b, 0) for b in (-1.5, -0.75, 0.75, 1.5)),
    *((0, 0, a, 0, 0, -a) for a in (-1.0, 1.0)),
    *((0, 0, 0, b, b, 0) for b in (-1.0, 1.0)),
)


# --- proposals -----------------------------------------------------------------------------------


def _proposed(small: Picture, pips: Pips, edge: tuple[float, float]) -> Proposals:
    """The likeliest faces that pips suggest: by two of them, or by one alone."""
    pairs, singles = _from_pairs(pips, edge), _from_singles(pips, edge)
    which = np.concatenate([pairs[0], singles[0]])
    middle, right = (np.concatenate([pairs[n], singles[n]]) for n in (1, 2))
    given = Proposals(middle, right, _quarter(right))
    cost = glance(small, given, pips.ground[which], pips.step[which])
    order = np.argsort(cost)
    # A rough table suggests any number of faces: those of the clearest pips are always looked at.
    clear = order[(order < len(pairs[0])) & (which[order] < CLEAREST)][: MOST_PROPOSALS // 4]
    return given.only(np.unique(np.concatenate([clear, order[: MOST_PROPOSALS - len(clear)]])))


def _quarter(right: Array) -> Array:
    return np.stack([-right[:, 1], right[:, 0]], axis=1)


def _from_pairs(pips: Pips, edge: tuple[float, float]) -> tuple[NDArray[np.int64], Array, Array]:
    """Every face that has two alike pips in these places: a pip, its middle and half an edge."""
    one, other = pips.alike(edge[1] * 0.75)
    way, here = pips.place[other] - pips.place[one], pips.place[one]
    turn = np.array([[1.0, 1.0], [-1.0, 1.0]]) / 2  # an eighth turn, shrunk to the side of it
    side, diagonal = way / (2 * INSET), way @ turn / INSET
    found = (
        (here + way / 2, diagonal / 2),  # two opposite corners
        (here + way / 2 + _quarter(way) / 2, side),  # two corners of a side, face on the left
        (here, diagonal),  # centre and corner
    )
    which = np.tile(one, len(found))
    middle = np.concatenate([each[0] for each in found])
    right = np.concatenate([each[1] for each in found])
    length = 2 * np.linalg.norm(right, axis=1) / pips.radius[which]
    good = (length > EDGE_IN_PIPS[0]) & (length < EDGE_IN_PIPS[1])
    length *= pips.radius[which]
    good &= (length > edge[0]) & (length < edge[1])
    return which[good], middle[good], right[good]


def _from_singles(pips: Pips, edge: tuple[float, float]) -> tuple[NDArray[np.int64], Array, Array]:
    """Faces of every size and turn round every pip that lies alone."""
    which = np.flatnonzero(pips.alone)[:MOST_ALONE]
    sizes = np.geomspace(*edge, max(2, round(np.log(edge[1] / edge[0]) / 0.1)))
    turns = np.arange(TURNS) * (np.pi / 2 / TURNS)
    ways = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    halves = (sizes[:, None, None] / 2 * ways).reshape(-1, 2)
    at, right = np.repeat(which, len(halves)), np.tile(halves, (len(which), 1))
    length = 2 * np.linalg.norm(right, axis=1) / pips.radius[at]
    good = (length > EDGE_IN_PIPS[0]) & (length < EDGE_IN_PIPS[1])
    return at[good], pips.place[at][good], right[good]


# --- results -------------------------------------------------------------------------------------


def _dice(faces: Faces) -> list[Die]:
    return [_die(faces, n) for n in range(len(faces.quality))]


def _die(faces: Faces, n: int) -> Die:
    right, down = faces.right[n], faces.down[n]
    corners = faces.middle[n] + np.array([-right - down, right - down, right + down, down - right])
    cost = faces.costs[n]
    best = np.array([cost[value == VALUES].min() for value in range(1, 7)])
    logs = -SHARPNESS * (best - best.min())
    share = np.exp(logs) / np.exp(logs).sum()
    value = int(best.argmin()) + 1
    values = {v: float(logs[v - 1]) for v in range(1, 7)}
    quality = float(faces.quality[n])
    return Die(value, float(share[value - 1]), quality, corners, values)


def _apart(dice: Sequence[Die]) -> list[Die]:
    """The best of those that lie in one another's place, knowing what else it may be."""
    kept: list[Die] = []
    for die in sorted(dice, key=lambda each: -each.quality):
        same = [n for n, k in enumerate(kept) if _far(die, k) <= APART * max(die.edge, k.edge)]
        if not same:
            kept.append(die)
        for n in same:
            kept[n] = _or_else(kept[n], die)
    return kept


def _far(one: Die, other: Die) -> float:
    return float(np.linalg.norm(one.centre - other.centre))


def _or_else(best: Die, other: Die) -> Die:
    """The best die, or another one that is nearly as die-like: its side may look like its top."""
    behind = RIVAL * (other.quality - best.quality)
    values = {v: max(value, other.values[v] + behind) for v, value in best.values.items()}
    share = np.exp(values[best.value]) / np.exp(list(values.values())).sum()
    return replace(best, values=values, probability=float(share))


__all__ = ["LEAST_QUALITY", "PATTERNS", "Die", "dice_from_above", "find_dice"]
