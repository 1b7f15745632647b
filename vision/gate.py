"""When to look: only at a table at rest, with no hand over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.light import fit_light
from vision.sample import DARK as FLOOR
from vision.sample import LINEAR, Picture, to_log

Small = NDArray[np.uint8]
Reach = NDArray[np.bool_]  # pixels of a small frame in which something reaches in

# Frames are judged at this width; that is enough to see a hand and averages the noise away.
WIDTH = 320
# A pixel moved if it changed this much more than the frame as a whole and its noise.
MOVED = 9.0
# More moving pixels than this share of the frame are something moving.
MOVING_SHARE = 0.0012
# So are a few that changed this much: a die that rolled on beside a hand that waits.
JUMPED, JUMPED_PIXELS = 30.0, 6
# If most of the frame changed by more (of 255) the light is another one; noise is below 1.
UNSTEADY = 6.0
# Mean brightness (of 255) below which a camera shows nothing.
DARK = 9.0
# Seconds until something is looked for again: at the least, and in the same picture.
LEAST, AGAIN = 0.5, (1.0, 10.0, 60.0, 600.0)
KNOWN = 4  # pictures in which it was not found
# A hand differs this much (log light) from what lay there before.
HAND_CHANGE = 0.4
# Light that comes and goes changes all colours alike, up to this ratio.
SPREAD = 1.13
# Where a shadow is gone: how much lighter it is, at least and at most.
LIT = (1.15, 3.0)
LIGHT = LINEAR.astype(np.float32)
# A change over more of the picture than this is the light, not a hand.
LIGHT_SHARE = 0.55
SPARSE = 8  # every so many pixels tell the light of another lamp


def shrink(picture: Picture) -> Small:
    """The frame, small."""
    height = round(WIDTH * picture.shape[0] / picture.shape[1])
    return np.asarray(cv2.resize(picture, (WIDTH, height), interpolation=cv2.INTER_AREA))


@dataclass(frozen=True)
class Lit:
    """The light in a small frame, worked out once: many are held against the same one."""

    small: Small

    @cached_property
    def _codes(self) -> NDArray[np.uint8]:
        return np.stack(cv2.split(self.small)).astype(np.uint8, copy=False)

    @cached_property
    def log(self) -> NDArray[np.float32]:
        """Logarithms of light in each colour, (3, rows, columns)."""
        return to_log(self._codes)

    @cached_property
    def soft(self) -> NDArray[np.float32]:
        """Linear light in each colour, a little soft."""
        return np.stack([cv2.blur(cv2.LUT(each, LIGHT), (3, 3)) for each in self._codes])


def is_dark(small: Small) -> bool:
    """Whether the camera shows nothing: a cap on the lens, no light at all."""
    return float(small.mean()) < DARK


class StillGate:
    """Tells from frame to frame whether anything moves."""

    def __init__(self) -> None:
        self._last: list[Small] | None = None
        self._flickers = False

    def moving(self, small: Small) -> bool:
        """Whether something moved since the frame before (true for the first frame)."""
        return self.changed(small, keep=True)

    def changed(self, small: Small, keep: bool = False) -> bool:
        """Whether something moved since the frame that was kept; to keep this one is to go on
        from it.
        """
        # Each colour by itself: a red piece may be as bright as what it comes to stand on.
        now = [np.asarray(each, np.uint8) for each in cv2.split(cv2.blur(small, (3, 3)))]
        last, flickered = self._last, self._flickers
        if keep:
            self._last = now
        if last is None or last[0].shape != now[0].shape:
            return True
        blue, green, red = (
            cv2.absdiff(here, cv2.convertScaleAbs(there, alpha=_usual(here) / _usual(there)))
            for here, there in zip(now, last, strict=True)
        )
        change = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
        noise = float(np.median(change[::3, ::3]))
        moved = np.count_nonzero(change > MOVED + 4 * noise)
        jumped = np.count_nonzero(change > JUMPED + 4 * noise)
        # Under a light that just changed anything may have moved; one that flickers must not blind.
        lit_anew = noise > UNSTEADY and not flickered
        if keep:
            self._flickers = noise > UNSTEADY
        return bool(lit_anew or moved > MOVING_SHARE * change.size or jumped >= JUMPED_PIXELS)


@dataclass
class _Vain:
    """A picture in which something was not found: how often, and when last."""

    gate: StillGate
    count: int = 0
    since: float = 0.0


class Again:
    """When to look again for what was not found: in another picture, else ever more rarely.

    Who walked by leaves the table as it was: more than one picture is known.
    """

    def __init__(self, least: float = LEAST) -> None:
        self._least = least  # seconds between two looks, whatever the picture
        self._known: list[_Vain] = []
        self._here: _Vain | None = None  # the one of them that is seen now
        self._since: float | None = None  # when it was last looked for
        self._compared = 0.0  # when pictures were last compared

    def other(self, now: float, small: Small) -> bool:
        """Whether this is another picture than those in which it was not found."""
        self._compared = now
        ranked = sorted(self._known, key=lambda known: known is not self._here)
        self._here = next((known for known in ranked if not known.gate.changed(small)), None)
        return self._here is None

    def due(self, now: float, small: Small) -> bool:
        """Whether it is time to look; to compare every picture would cost too much as well."""
        waited = None if self._since is None else now - self._since
        if waited is None or waited < 0:
            return True
        if waited < self._least:
            return False
        if not 0 <= now - self._compared < self._least:
            self.other(now, small)
        here = self._here
        return here is None or now - here.since >= AGAIN[min(here.count, len(AGAIN)) - 1]

    def in_vain(self, now: float, small: Small) -> None:
        """It was not found in this picture."""
        if self._here is None:
            self._here = _Vain(StillGate())
            self._known = [*self._known[1 - KNOWN :], self._here]
        self._here.gate.changed(small, keep=True)
        self._here.count += 1
        self._since = self._compared = self._here.since = now

    def found(self, now: float) -> None:
        """It was found; when it is lost, every picture is another one."""
        self._known, self._here, self._since = [], None, now


def _usual(colour: Small) -> float:
    """The middle value of one colour, as some of it tells; never 0."""
    some = colour[::8, ::8].ravel()
    return max(float(np.partition(some, some.size // 2)[some.size // 2]), 1.0)


# A hand reaches well in over the board; a row of cards may run from its rim to the picture's edge.
WELL_IN = 0.85
# An arm is at least this broad in the small frame; edges of things that shifted are thinner.
ARM = 7
# What comes in over the picture's edge and is no broader than this (metres) is no arm; by so many
# pixels it was made broader before.
NARROW, GROWN = 0.035, 2
# A finger is at least this broad; skin and sleeves on wood of their colour change so much less.
FINGER = 3
FAINT = 0.5
# So much of what reaches in must be as strong as a hand, beyond so much of the board.
CLEAR, BESIDE = 0.01, 1.08
# A hand that comes again covers less than this share of the same pixels.
SAME_REACH = 0.6
# A hand that rests time and again, as a game may ask for, does so never as exactly as this.
VERY_SAME_REACH = 0.9
# Grain of a table in the colour of skin shows an arm as stripes so far apart, which make the
# change so uneven.
GRAIN = 5
UNEVEN = 0.08
# Longest gap (pixels) in an arm where it has the table's colour.
LOST = 11
# No piece beside what is tall is as large as this (square metres on the table); a hand alone is.
# So far around its outline a tall thing may have been (pixels of the small frame).
LARGE, TALL_ROOM = 0.011, 11
ROUGH = 0.05  # the same, less wide around
# Glare of a lamp is lighter by so little from pixel to pixel, as a share of what it is at most; so
# close around it, and all but so much of it (percent) is lighter than before.
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
        strong, mask = _grown(self._change(small, view, half, False))
        if mask.mean() > LIGHT_SHARE:  # another lamp: what differs beside its light may be a hand
            strong, mask = _grown(self._change(small, view, half, False, other_lamp=True))
            tall = None
        if mask.mean() > LIGHT_SHARE:
            return None
        board = _board_mask(view, half * WELL_IN, small.shape)
        beside = _board_mask(view, half * BESIDE, small.shape) == 0
        narrow = NARROW / (2 * half * WELL_IN) * float(np.sqrt(np.count_nonzero(board)))
        if tall is None:
            return _broad(_reaches_in(mask, board, strong, beside), narrow)
        strong, unlit = _grown(self._change(small, view, half, True))
        hand = _broad(_reaches_in(unlit, board, strong, beside), narrow)
        if hand is not None:
            return hand
        # An arm in the colour of a lit table still has a sleeve, and the board has another colour.
        whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((LOST, LOST), np.uint8))
        hand = _reaches_in(np.asarray(whole), board, strong, beside, ends=strong)
        hand = _broad(hand, narrow)
        if hand is not None:
            return hand
        scale = small.shape[1] / view.width
        hand = _large(strong, board, (2 * half * WELL_IN) ** 2, [each * scale for each in tall])
        glare = hand is not None and _is_glare(hand, Lit(small), self.seen_from(view, half))
        return None if glare else hand

    def _change(
        self,
        small: Small,
        view: View,
        half: float,
        lit_again: bool,
        other_lamp: bool = False,
    ) -> NDArray[np.float32]:
        """How much each pixel differs from before, both times.

        Where board or camera was moved: from the table as it lay, or as it would have moved along.
        `other_lamp`: beside light that is another one from place to place.
        """
        found: NDArray[np.float32] | None = None
        now = Lit(small)
        for table in self.tables(view, half):
            change, brighter = brightening(now, table)
            if other_lamp:
                change -= _lamp(change)
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


def brightening(now: Lit, rest: Lit) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much lighter each pixel is than at rest in each colour (log light; colours first), beside
    how much the whole picture is.
    """
    change = now.log - rest.log
    whole = np.array([np.median(each[::4, ::4]) for each in change], np.float32)
    change -= whole[:, None, None]
    return change, whole


def _lamp(change: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much lighter another lamp makes each pixel, as most of the picture shows."""
    rows, columns = change.shape[1:]
    places = np.moveaxis(np.indices((rows, columns))[::-1], 0, -1) - np.array((columns, rows)) / 2
    some = places[::SPARSE, ::SPARSE].reshape(-1, 2)
    seen = change[:, ::SPARSE, ::SPARSE].reshape(3, -1).T
    return fit_light(some, seen, columns / 2).at(places).transpose(2, 0, 1)


def other_light(
    now: Lit, rest: Lit, change: NDArray[np.float32], whole: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The share of light that falls on what lay there before; 0 where something else lies there.

    Light comes and goes in all colours alike. In linear light, for what is dark anyway hardly
    changes in logarithms. `change` and `whole`: how much lighter everything is (`brightening`).
    """
    was = rest.soft * np.exp(whole)[:, None, None]
    both, before = (np.einsum("cyx,cyx->yx", each, was) for each in (now.soft, was))
    share = np.asarray(both / (before + np.float32(1e-9)), np.float32)
    off = (now.soft + FLOOR) / (was * share + FLOOR)
    alike = (off.max(axis=0) < SPREAD) & (off.min(axis=0) > 1 / SPREAD) & ~_other_grain(change)
    return np.where(alike, share, np.float32(0))


def _other_grain(change: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where the table's grain is another one than before: what lies there has the same colour."""
    mean = change.mean(axis=0)
    rough = cv2.absdiff(mean, cv2.blur(mean, (GRAIN, GRAIN)))
    uneven = np.asarray(cv2.medianBlur(rough, GRAIN))  # the edge of a shadow is narrow
    noise = float(np.median(uneven[::3, ::3]))
    mask = (uneven > ROUGH + 3 * noise).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0)


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
