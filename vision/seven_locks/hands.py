"""Hands over towers, in the small pictures between two still ones.

A hand is what changed against the table at rest and is no mere shadow; its tip is what reaches
farthest in from where the arm comes into the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.seven_locks.pieces import PLACES
from vision.geometry import View
from vision.lit import Lit, brightening, other_light
from vision.rest import Reach, Rest
from vision.sample import Picture
from vision.seven_locks.table import BOARD, SIZES
from vision.seven_locks.tops import Tops
from vision.still import Small

CHANGED = 0.35  # log light
DEEPEST = 0.2  # the share of light that a hand's shadow leaves at least
LIFTED = 0.4  # the share that a tower's shadow left
FAINT, GRAIN = 0.5, 5  # what hangs on a clear change, and how wide gaps in it may be
CUFF = 17  # pixels of the small frame that what looks like a shadow may part a hand by
KNOCK = (0.4, 16.0)  # pixels of the small frame: less is noise, more is no knock
CORNERS, LEAST_CORNERS, AS_ONE = 90, 8, 0.6  # how many are followed; pixels they may differ by
NEARLY_ALL, HALF, FAR = 0.6, 0.5, 1.5  # shares of corners that move, and as one; pixels
LEAST, FINGER = 25, 6  # pixels of the small frame: of a hand, and of what is near the towers
PART = 0.3  # of a hand's largest part there another part of it has at least
BIN_HIGH, TOP_WIDE = 0.01, 0.15  # metres; of the way from tower to tower
# Of what is round a thing: so much of it in shade, it lies in a shadow, or is a shadow itself.
IN_SHADE, A_SHADOW = 0.6, 0.5
# So much less if nearly all of it is darker in every colour.
A_DARK_ONE, NEARLY_DARK = 0.2, 0.9
# Of the way from tower to tower: so far a fingertip may seem to be off its arm; farther only if it
# lies ahead of it (cosine).
CLOSE, AHEAD = 0.5, 0.8
LIGHTER = 0.5  # of a small finger so much is lighter in some colour than what it is over
REACH = 0.26  # of the way from tower to tower: how exactly a tip is seen
OVER = 0.5  # how clearly it must be over one of them
NOBODY = (0.0,) * PLACES


def find_hand(
    small: Small,
    rest: Rest,
    view: View,
    tops: NDArray[np.float64],
    standing: Sequence[int] = range(PLACES),
) -> tuple[float, ...]:
    """Over which of the standing towers a hand is; `tops` are the tops of all in pixels of the
    small frame.

    Raises Lost where towers are no longer where they were.
    """
    tip, _, tops = _seen(small, rest, view, tops)
    return NOBODY if tip is None else _over(tip, tops, standing)


def reaching(small: Small, rest: Rest, view: View, tops: NDArray[np.float64]) -> Reach | None:
    """Where a hand is over a tower with its arm to the picture's edge, be it in the table's colour.

    Things that were moved or taken away reach as far as no edge.
    """
    try:
        tip, hand, tops = _seen(small, rest, view, tops)
    except Lost:
        return None
    there = tip is not None and max(_over(tip, tops)) > OVER and (hand & _edge(hand)).any()
    return hand if there else None


def _seen(
    small: Small, rest: Rest, view: View, tops: NDArray[np.float64]
) -> tuple[NDArray[np.float64] | None, Reach, NDArray[np.float64]]:
    """The tip of a hand, if there is one, and all that hangs together with it; and where the tops
    of towers are since the table was knocked.
    """
    now, before = Lit(small), rest.seen_from(view, BOARD / 2)
    size, shaded, brighter = _unlike(now, before)
    if rest.before is not None:  # a hand that was overlooked then is none now
        earlier, other, _ = _unlike(now, rest.before.seen_from(view, BOARD / 2))
        size, shaded = np.minimum(size, earlier), shaded & other
    move = _knock(_grey(before.small), _grey(small))
    if move is not None:  # what lies as before, or as the knock left it, is no hand
        moved, shaded, _ = _unlike(now, Lit(_moved(before.small, move)))
        size = np.minimum(size, moved)
        tops = tops @ move[:, :2].T + move[:, 2]
    strong, weak = ((size > least).astype(np.uint8) for least in (CHANGED, CHANGED * FAINT))
    # Skin on wood of its colour shows in pieces: what hangs together faintly is one hand.
    whole = cv2.morphologyEx(weak, cv2.MORPH_CLOSE, np.ones((GRAIN, GRAIN), np.uint8))
    whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    solid = cv2.morphologyEx(strong, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    firm = np.asarray(solid, np.uint8)
    shown = _pieces(np.asarray(cv2.max(whole, solid), np.uint8), firm)
    shown = _without_shadows(shown, shaded, brighter)
    # A dark cuff may look like a shadow: what it parts is one hand.
    near = np.asarray(cv2.dilate(shown, np.ones((CUFF, CUFF), np.uint8)), np.uint8)
    cuffs = near & shaded
    lighter = brighter.max(axis=0) > 0
    tip = _tip(firm, shown, cuffs, shaded, lighter, tops, _bin(view, tops, shown.shape))
    hand = np.zeros(shown.shape, bool) if tip is None else _hangs_on(tip, shown | cuffs)
    return tip, hand, tops


def _hangs_on(tip: NDArray[np.float64], shown: NDArray[np.uint8]) -> Reach:
    """What hangs together with the point nearest to a tip."""
    _, names = cv2.connectedComponents(shown)
    points = _points(shown)
    column, row = points[np.linalg.norm(points + 0.5 - tip, axis=1).argmin()]
    return np.asarray(names == names[row, column])


def _bin(view: View, tops: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Where pearls lie and no tower's top hides them: they glitter whenever a shadow falls."""
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ring = SIZES.bin * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    outline = view.project(np.column_stack([ring, np.full(16, BIN_HIGH)])) * (shape[1] / view.width)
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    mask = np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8)
    for x, y in tops:
        cv2.circle(mask, (round(x), round(y)), round(TOP_WIDE * _between(tops)), 0, -1)
    return mask > 0


def _pieces(shown: NDArray[np.uint8], solid: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What is large enough for a part of a hand; specks of its shadow are none."""
    count, labels = cv2.connectedComponents(shown)
    names = np.asarray(labels, np.int32)
    areas = np.bincount(names[solid > 0], minlength=count)
    areas[0] = 0
    return np.asarray((areas >= LEAST)[names], np.uint8)


def _without_shadows(
    shown: NDArray[np.uint8], shaded: NDArray[np.uint8], brighter: NDArray[np.float32]
) -> NDArray[np.uint8]:
    """A hand without its shadow on what is glossy or coloured: that is darker than before in every
    colour, and goes on as a plain shadow all around.
    """
    count, labels = cv2.connectedComponents(shown)
    names, kept = np.asarray(labels, np.int32), shown.copy()
    for n in range(1, count):
        piece = names == n
        if (piece & _edge(piece)).any() or brighter[:, piece].mean(axis=1).max() > 0:
            continue
        darker = brighter[:, piece].max(axis=0) < 0
        least = A_DARK_ONE if darker.mean() > NEARLY_DARK else A_SHADOW
        if shaded[_round(piece)].mean() > least:
            kept[piece] = 0
    return kept


def _round(piece: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What is close around a piece."""
    return (cv2.dilate(piece.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0) & ~piece


def _unlike(
    now: Lit, rest: Lit
) -> tuple[NDArray[np.float32], NDArray[np.uint8], NDArray[np.float32]]:
    """How much each pixel differs from the table at rest, what is a mere shadow instead, and how
    much lighter each is in each colour.
    """
    change, whole = brightening(now, rest)
    size = np.abs(change).max(axis=0)
    # Only less light falls on what lay there before, or more where a tower is gone.
    share = other_light(now, rest, change, whole)
    shadow = (share < 1 / LIFTED) & (share > DEEPEST)
    shaded = np.asarray(shadow & (size > CHANGED), np.uint8)
    size[shadow] = 0
    return np.asarray(size, np.float32), shaded, change


def _grey(small: Small) -> Picture:
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _moved(rest: Small, move: NDArray[np.float64]) -> Small:
    """The table at rest, moved."""
    size = rest.shape[1::-1]
    return np.asarray(cv2.warpAffine(rest, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


class Lost(LookupError):
    """The camera or the table was knocked so hard that nobody knows where the towers are now."""


def _knock(before: Picture, now: Picture) -> NDArray[np.float64] | None:
    """How most of the corners moved that did not stay where they were.

    Raises Lost where nearly all moved far, and not as one.
    """
    corners: Any = cv2.goodFeaturesToTrack(before, CORNERS, 0.02, 6)
    if corners is None:
        return None
    found, state, _ = cv2.calcOpticalFlowPyrLK(
        before, now, corners, corners.copy(), winSize=(13, 13), maxLevel=2
    )
    far = np.linalg.norm(found - corners, axis=2).ravel()
    gone = (state.ravel() > 0) & (far > KNOCK[0]) & (far < KNOCK[1])
    if gone.sum() < LEAST_CORNERS:
        return None
    move, same = cv2.estimateAffinePartial2D(
        corners[gone], found[gone], ransacReprojThreshold=AS_ONE
    )
    if move is None or same.sum() < LEAST_CORNERS:
        return None
    as_one = same.ravel() > 0
    moved = gone.sum() > NEARLY_ALL * (state > 0).sum()
    if moved and as_one.mean() < HALF and np.median(far[gone][as_one]) > FAR:
        raise Lost
    return np.asarray(move)


def _tip(
    solid: NDArray[np.uint8],
    shown: NDArray[np.uint8],
    cuffs: NDArray[np.uint8],
    shaded: NDArray[np.uint8],
    lighter: NDArray[np.bool_],
    tops: NDArray[np.float64],
    pearls: NDArray[np.bool_],
) -> NDArray[np.float64] | None:
    """The point of the hand farthest from where its arm comes in, which is over no pearls."""
    _, labels = cv2.connectedComponents(shown | cuffs)
    names = np.asarray(labels, np.int32)
    middle = tops.mean(axis=0)
    reach = np.linalg.norm(tops - middle, axis=1).max() * 1.4
    y, x = np.ogrid[: solid.shape[0], : solid.shape[1]]
    # A sleeve far out is larger than any hand: what counts is how much is near the towers.
    around = (x + 0.5 - middle[0]) ** 2 + (y + 0.5 - middle[1]) ** 2 < reach**2
    areas = np.bincount(names[(shown > 0) & around & ~pearls], minlength=1)
    areas[0] = 0
    near = [int(n) for n in np.flatnonzero(areas >= FINGER)]
    if not near:
        return None
    near = _of_the_arm(names, near, CLOSE * _between(tops))
    largest = max(near, key=lambda n: areas[n])
    parts = [n for n in near if areas[n] >= PART * areas[largest]]
    parts += _fingers(names, largest, [n for n in near if n not in parts], lighter)
    hand = _bare_of_shade(np.isin(names, parts) & (shown > 0), solid, shaded)
    points = np.asarray(_points(hand & ~pearls) + 0.5, np.float64)
    if not len(points):
        return None
    # Its wrist may be lost on wood, and a grey sleeve looks like a shadow.
    arms = next((each for each in (hand, shown > 0) if (each & _edge(each)).any()), shaded > 0)
    far = np.linalg.norm(points - _entry(arms, points), axis=1)
    return np.asarray(points[far >= far.max() - 2.5].mean(axis=0))


def _of_the_arm(names: NDArray[np.int32], near: list[int], close: float) -> list[int]:
    """Pieces without what neither is close to an arm from the picture's edge nor goes on where it
    points: a die that was thrown.
    """
    edge = _edge(names > 0)
    arms = np.isin(names, np.intersect1d(near, names[edge]))
    if not arms.any():
        return near
    wide = 2 * round(close) + 1
    about = cv2.dilate(arms.astype(np.uint8), np.ones((wide, wide), np.uint8)) > 0
    points, entry = _points(arms), _points(arms & edge).mean(axis=0)
    tip = points[np.linalg.norm(points - entry, axis=1).argmax()]
    kept = []
    for n in near:
        piece = names == n
        if _ahead(entry, tip, piece) or (about & piece).any():
            kept.append(n)
    return kept


def _ahead(entry: NDArray[np.float64], end: NDArray[np.float64], piece: NDArray[np.bool_]) -> bool:
    """Whether a piece goes on where an arm points that comes in somewhere and ends somewhere."""
    way, on = end - entry, _points(piece).mean(axis=0) - end
    return bool(way @ on > AHEAD * np.linalg.norm(way) * np.linalg.norm(on))


def _fingers(
    names: NDArray[np.int32], largest: int, small: list[int], lighter: NDArray[np.bool_]
) -> list[int]:
    """Of some small pieces those ahead of the largest, as its arm points: fingers of a hand in the
    table's own colour, over something else. A shadow's would be lighter in no colour.
    """
    arms = (names > 0) & _edge(names > 0)
    if not small or not arms.any():
        return []
    entry, palm = (_points(each).mean(axis=0) for each in (arms, names == largest))
    kept = []
    for n in small:
        piece = names == n
        if lighter[piece].mean() > LIGHTER and _ahead(entry, palm, piece):
            kept.append(n)
    return kept


def _bare_of_shade(
    hand: NDArray[np.bool_], solid: NDArray[np.uint8], shaded: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """A hand without small things in the midst of its shadow: a bright rim is none of it."""
    count, labels = cv2.connectedComponents(hand.astype(np.uint8))
    names = np.asarray(labels, np.int32)
    areas = np.bincount(names[(solid > 0) & hand], minlength=count)
    kept = hand.copy()
    for n in np.flatnonzero(areas[1:] < PART * areas[1:].max(initial=0)) + 1:
        if shaded[_round(names == n)].mean() > IN_SHADE:
            kept[names == n] = False
    return kept


def _points(mask: NDArray[Any]) -> NDArray[np.int32]:
    """Columns and rows of all that is set, (N, 2)."""
    found = cv2.findNonZero(mask.astype(np.uint8))
    return np.asarray([] if found is None else found, np.int32).reshape(-1, 2)


def _edge(picture: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The edge of a picture."""
    edge = np.ones(picture.shape, bool)
    edge[3:-3, 3:-3] = False
    return edge


def _entry(hand: NDArray[np.bool_], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the arm comes into the picture."""
    rows, columns = hand.shape
    rim = _points(_edge(hand) & hand)
    if len(rim):
        return np.asarray(rim.mean(axis=0))
    middle = points.mean(axis=0)
    away = middle - np.array([columns / 2, rows / 2])
    return np.asarray(middle + away / (np.linalg.norm(away) + 1e-6) * columns)


def _between(tops: NDArray[np.float64]) -> float:
    """The way from tower to tower."""
    return float(np.median(np.linalg.norm(tops - np.roll(tops, 1, axis=0), axis=1)))


def _over(
    tip: NDArray[np.float64], tops: NDArray[np.float64], standing: Sequence[int] = range(PLACES)
) -> tuple[float, ...]:
    """The share of each tower in a tip: none where no tower stands, whichever was meant."""
    apart = np.full(PLACES, np.inf)
    there = list(standing)
    apart[there] = np.linalg.norm(tops - tip, axis=1)[there]
    between = _between(tops)
    shares = np.exp(-0.5 * (apart / (REACH * between)) ** 2)
    if apart.min() > 0.75 * between:
        return NOBODY
    return tuple(float(share) for share in shares / shares.sum())


def tower_tops(view: View, tops: Tops, width: int) -> NDArray[np.float64]:
    """The towers' tops in pixels of a frame of this width."""
    points = np.array([(*tops.at(place), tops.height) for place in range(PLACES)])
    return view.project(points) * (width / view.width)
