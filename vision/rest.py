"""The table at rest, and what reaches in over the board since: a hand, not pieces that moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.lit import GRAIN, Lit, brightening, lamp_light, other_light
from vision.still import Small

Reach = NDArray[np.bool_]  # pixels of a small frame in which something reaches in

# Lengths are pixels of the small frame, shares are of 1, unless another unit is named.
# Log light by which a hand differs from what lay there before.
HAND_CHANGE = 0.4
# How much lighter (as a factor) a place is where a shadow is gone, at least and at most.
LIT = (1.15, 3.0)
# A change over more of the picture than this is the light, not a hand.
LIGHT_SHARE = 0.55
# Share of the board's width a hand reaches in; a row of cards may run from the rim to the edge.
WELL_IN = 0.85
# An arm is at least this broad; edges of things that shifted are thinner.
ARM = 7
# Metres: what comes in over the picture's edge and is no broader is no arm. Pixels by which it was
# made broader before.
NARROW, GROWN = 0.035, 2
# A finger is at least this broad; skin and sleeves on wood of their colour change so much less.
FINGER = 3
FAINT = 0.5
# So much of what reaches in must be as strong as a hand, beyond so much of the board's width.
CLEAR, BESIDE = 0.01, 1.08
# A hand that comes again covers less than this share of the same pixels.
SAME_REACH = 0.6
# A hand that rests time and again, as a game may ask for, does so never as exactly as this.
VERY_SAME_REACH = 0.9
# Log light: an arm on a grainy table of its colour shows as stripes; the change is so uneven.
UNEVEN = 0.08
# Longest gap in an arm where it has the table's colour.
LOST = 11
# Square metres on the table: no piece beside what is tall is as large; a hand alone is. So far
# around its outline a tall thing may have been.
LARGE, TALL_ROOM = 0.011, 11
# A lamp's glare changes from pixel to pixel by this share of its most; so close around it, and all
# but so much of it (percent) is lighter than before.
SOFT, GLARE_ROOM, ALL_BUT = 0.13, 5, 5


def same_reach(one: Reach, other: Reach, exactly: bool = False) -> bool:
    """Whether what reached in then is at the same place now."""
    share = VERY_SAME_REACH if exactly else SAME_REACH
    return bool((one & other).sum() > share * (one | other).sum())


@dataclass(frozen=True)
class Rest:
    """The table at rest as it was last read, to tell a hand from pieces that moved.

    It may show a hand that was overlooked; then `before`, how the table lay before that, does not.
    """

    small: Small
    view: View
    before: Rest | None = None

    @cached_property
    def lit(self) -> Lit:
        """The light in it."""
        return Lit(self.small)

    def next(self, small: Small, view: View) -> Rest:
        """The table at rest as it was read after this."""
        comparable = small.shape == self.small.shape
        return Rest(small, view, replace(self, before=None) if comparable else None)

    def hand_over(
        self,
        small: Small,
        view: View,
        half: float,
        tall: Sequence[NDArray[np.float64]] | None = None,
    ) -> Reach | None:
        """Where something reaches from the picture's edge in over the board, if so.

        `tall`: tall things stand there, and where one is gone its shadow goes with it; their
        outlines in the picture.
        """
        if small.shape != self.small.shape:
            return None
        strong, mask = _grown(self._change(small, view, half))
        if mask.mean() > LIGHT_SHARE:  # another lamp: what differs beside its light may be a hand
            strong, mask = _grown(self._change(small, view, half, other_lamp=True))
            tall = None
        if mask.mean() > LIGHT_SHARE:
            return None
        around = _Around.of(view, half, small.shape)
        if tall is None:
            return around.hand(mask, strong)
        return self._beside_tall(small, view, half, around, mask, tall)

    def _beside_tall(
        self,
        small: Small,
        view: View,
        half: float,
        around: _Around,
        mask: NDArray[np.uint8],
        tall: Sequence[NDArray[np.float64]],
    ) -> Reach | None:
        """A hand where tall things stand, whose shadows come and go with them."""
        strong, unlit = _grown(self._change(small, view, half, lit_again=True))
        hand = around.hand(unlit, strong)
        if hand is None:
            # An arm in the colour of a lit table has a sleeve, and the board has another colour.
            whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((LOST, LOST), np.uint8))
            hand = around.hand(np.asarray(whole, np.uint8), strong, ends=strong)
        if hand is not None:
            return hand
        scale = small.shape[1] / view.width
        size = (2 * half * WELL_IN) ** 2
        hand = _large(strong, around.board, size, [each * scale for each in tall])
        glare = hand is not None and _is_glare(hand, Lit(small), self.seen_from(view, half))
        return None if glare else hand

    def _change(
        self,
        small: Small,
        view: View,
        half: float,
        lit_again: bool = False,
        other_lamp: bool = False,
    ) -> NDArray[np.float32]:
        """How much each pixel differs at least from one of the earlier reference pictures.

        `lit_again`: where a shadow is gone nothing differs. `other_lamp`: nor where another lamp
        makes most of the picture lighter or darker.
        """
        found: NDArray[np.float32] | None = None
        now = Lit(small)
        for table in self.tables(view, half):
            change, brighter = brightening(now, table)
            if other_lamp:
                change -= lamp_light(change)
            size = np.abs(change).max(axis=0)
            if lit_again:
                share = other_light(now, table, change, brighter)
                size[(share > LIT[0]) & (share < LIT[1])] = 0
            found = size if found is None else np.minimum(found, size)
        assert found is not None
        return found

    def tables(self, view: View, half: float) -> Iterator[Lit]:
        """Earlier reference pictures, each also warped to the present view."""
        yield self.lit
        if view is not self.view:
            yield self.seen_from(view, half)
        if self.before is not None:
            yield from self.before.tables(view, half)

    def seen_from(self, view: View, half: float) -> Lit:
        """The table then, as this view would show it."""
        if view is self.view:
            return self.lit
        scale = self.small.shape[1] / view.width
        then, now = (_corners(v, half) * scale for v in (self.view, view))
        change = cv2.getPerspectiveTransform(then.astype(np.float32), now.astype(np.float32))
        size = self.small.shape[1::-1]
        warped = cv2.warpPerspective(self.small, change, size, borderMode=cv2.BORDER_REPLICATE)
        return Lit(np.asarray(warped, np.uint8))


@dataclass(frozen=True)
class _Around:
    """The board in a small frame, as far as hands reach over it, and what lies beside it."""

    board: NDArray[np.uint8]
    beside: NDArray[np.bool_]
    narrow: float  # pixels: what comes in no broader is no arm

    @classmethod
    def of(cls, view: View, half: float, shape: tuple[int, ...]) -> _Around:
        """A board that is seen from here; `half`: of its width, in metres."""
        board = _board_mask(view, half * WELL_IN, shape)
        beside = _board_mask(view, half * BESIDE, shape) == 0
        narrow = NARROW / (2 * half * WELL_IN) * float(np.sqrt(np.count_nonzero(board)))
        return cls(board, beside, narrow)

    def hand(
        self,
        mask: NDArray[np.uint8],
        strong: NDArray[np.uint8],
        ends: NDArray[np.uint8] | None = None,
    ) -> Reach | None:
        """What reaches in over the board, as broad as an arm."""
        hand = _reaches_in(mask, self.board, strong, self.beside, ends)
        return _broad(hand, self.narrow)


def _grown(change: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """What changed clearly, as broad as an arm; and what hangs on it: fingers, skin on wood."""
    strong = (change > HAND_CHANGE).astype(np.uint8)
    weak = (change > HAND_CHANGE * FAINT).astype(np.uint8)
    mask = cv2.morphologyEx(strong, cv2.MORPH_OPEN, np.ones((ARM, ARM), np.uint8))
    near = cv2.morphologyEx(weak, cv2.MORPH_CLOSE, np.ones((GRAIN, GRAIN), np.uint8))
    near = cv2.morphologyEx(near, cv2.MORPH_OPEN, np.ones((FINGER, FINGER), np.uint8))
    near = cv2.max(cv2.dilate(near, np.ones((3, 3), np.uint8)), mask)
    _, names = cv2.connectedComponents(np.asarray(near, np.uint8))
    hung = np.isin(names, np.unique(names[mask > 0])) & (near > 0)
    return np.asarray(cv2.max(mask, _grainy(change))), np.asarray(hung, np.uint8)


def _grainy(change: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Where the table's grain is gone as broadly as an arm, though the colour may be the same.

    A shadow leaves the grain as it is.
    """
    mean, squares = (cv2.blur(each, (GRAIN, GRAIN)) for each in (change, change * change))
    uneven = np.sqrt(np.maximum(squares - mean * mean, 0.0))
    noise = float(np.median(uneven[::3, ::3]))
    mask = (uneven > UNEVEN + 4 * noise).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((ARM, ARM), np.uint8)))


def _corners(view: View, half: float) -> NDArray[np.float64]:
    corners = np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0)])
    return view.project(corners)


def _board_mask(view: View, half: float, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    pixels = _corners(view, half) * (shape[1] / view.width)
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(pixels).astype(np.int32), 1)
    return mask


def _reaches_in(
    mask: NDArray[np.uint8],
    board: NDArray[np.uint8],
    strong: NDArray[np.uint8],
    beside: NDArray[np.bool_],
    ends: NDArray[np.uint8] | None = None,
) -> Reach | None:
    """Connected changes that touch both the picture's edge and the board, if there are any; with
    that of them which counts as `ends`.

    Of an arm at least a little is clear to see beside the board, or where it comes in; pieces that
    were moved on it may hang together with faint stripes of shade all over the table.
    """
    _, labels = cv2.connectedComponents(mask)
    names = np.asarray(labels, np.int32)
    touching = names if ends is None else names * (ends > 0)
    over = set(np.unique(touching[board > 0])) - {0}
    come_in = _at_edge(names * (strong > 0))
    hands = [
        n
        for n in _at_edge(touching) & over
        if n in come_in or _clear(strong[(names == n) & beside])
    ]
    return np.isin(names, hands) if hands else None


def _broad(hand: Reach | None, narrow: float) -> Reach | None:
    """Rejects what enters the picture thinner than an arm, such as the edge of a shifted cloth."""
    if hand is None:
        return None
    sides = (hand[:3].any(axis=0), hand[-3:].any(axis=0), hand[:, :3].any(axis=1))
    widest = max(np.count_nonzero(side) for side in (*sides, hand[:, -3:].any(axis=1)))
    return hand if widest - GROWN > narrow else None


def _at_edge(names: NDArray[np.int32]) -> set[int]:
    """What touches the picture's edge."""
    sides = (names[:3], names[-3:], names[:, :3], names[:, -3:])
    return {int(name) for side in sides for name in np.unique(side)} - {0}


def _large(
    strong: NDArray[np.uint8],
    table: NDArray[np.uint8],
    size: float,
    tall: Sequence[NDArray[np.float64]],
) -> Reach | None:
    """What covers more of the table than any piece: a hand whose sleeve is lost on it. Where tall
    things stand, one that fell or shifted covers as much.
    """
    _, names = cv2.connectedComponents(strong)
    covered = np.zeros(table.shape, np.uint8)
    for outline in tall:
        cv2.fillPoly(covered, [np.round(outline).astype(np.int32)], 1)
    room = cv2.dilate(covered, np.ones((TALL_ROOM, TALL_ROOM), np.uint8))
    areas = np.bincount(names[(table > 0) & (room == 0)], minlength=1)
    areas[0] = 0
    large = areas.max() * size > LARGE * np.count_nonzero(table)
    return np.asarray(names == areas.argmax()) if large else None


def _is_glare(piece: Reach, now: Lit, rest: Lit) -> bool:
    """Whether something large is a lamp's glare: more light in every colour, and no outline."""
    _, whole = brightening(now, rest)
    more = now.soft - rest.soft * np.exp(whole)[:, None, None]
    if np.percentile(more.min(axis=0)[piece], ALL_BUT) <= 0:
        return False
    mean = more.mean(axis=0)
    across, down = (cv2.Sobel(mean, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    around = cv2.dilate(piece.astype(np.uint8), np.ones((GLARE_ROOM, GLARE_ROOM), np.uint8)) > 0
    steepest = np.percentile(np.hypot(across, down)[around], 100 - ALL_BUT)
    return bool(steepest < SOFT * np.percentile(mean[piece], 100 - ALL_BUT))


def _clear(strong: NDArray[np.uint8]) -> bool:
    return len(strong) == 0 or float(strong.mean()) > CLEAR
