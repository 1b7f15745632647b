"""The tops of King Solomon's shafts: which face, turned in any of four ways, or none."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.solomon.pieces import FULL, SQUARES, Square
from vision.geometry import View
from vision.observe.appearance import Bank, moved
from vision.observe.cut import GROWN, SIDE, Cutter, Job, Masks, Patches
from vision.observe.evidence import Evidence
from vision.observe.eye import usual_eye
from vision.observe.memory import Change, Samples, change
from vision.observe.rise import Crop, Drift, Rise, drift, slant
from vision.observe.table import Point
from vision.sample import Picture
from vision.solomon.table import EMPTY, SIZES

# A tile that lies no farther from where it lay (metres) was not moved.
LIES_STILL = 0.0003
STEP = SIZES.tile * GROWN / SIDE  # metres from sample to sample


@dataclass(frozen=True)
class Top:
    """What lies on a shaft, and how far off its middle (metres) if looked at so high."""

    cell: Evidence[str]
    offset: Point
    looked: int
    named: int  # the height at which it was named last


@dataclass(frozen=True)
class ShaftMemory:
    """What the next picture is compared with, and what was read of it.

    The picture itself stays: a shaft believed to be of another height by now is looked at anew.
    """

    picture: Picture
    view: View
    heights: tuple[int, ...]
    patches: Patches
    samples: Samples
    tops: Mapping[Square, Top]


@dataclass(frozen=True)
class ShaftsRead:
    """All shafts of one picture. In some a tile lies just as before, however it is lit."""

    cells: dict[Square, Evidence[str]]
    rise: Rise[Square]
    still: frozenset[Square]
    memory: ShaftMemory


class ShaftReader:
    """Reads the tops of all shafts."""

    def __init__(self, bank: Bank) -> None:
        self.bank, self._eye = bank, usual_eye()
        self._cutter, self._past = ShaftCutter(), ShaftCutter()

    def read(
        self,
        picture: Picture,
        view: View,
        heights: Sequence[int],
        before: ShaftMemory | None = None,
        only: Collection[Square] = SQUARES,
    ) -> ShaftsRead:
        """Read every shaft, given how high each is believed to be and how it looked before.

        `only` these are named, if they changed.
        """
        patches = self._cutter.cut(picture, view, dict(zip(SQUARES, heights, strict=True)))
        samples = Samples.of(patches)
        then = None if before is None else self._then(before, heights)
        changed = None if then is None else change(samples, Samples.of(then))
        tops = dict(before.tops) if before is not None else {}
        fresh = [s for s in only if changed is None or changed.touched[s] or s not in tops]
        # What did not change is known; looked at from another height it may be clearer.
        moved_ = [s for s in only if s not in fresh and heights[s] != tops[s].named]
        named = self._named(patches, [*fresh, *moved_], heights)
        tops |= {s: top if s in fresh else _clearer(top, tops[s]) for s, top in named.items()}
        still = _still(patches, then, tops, before.tops, changed) if before and then else set()
        if changed is not None:
            tops = {s: _compared(top, float(changed.same()[s])) for s, top in tops.items()}
        memory = ShaftMemory(picture, view, tuple(heights), patches, samples, tops)
        cells = {square: top.cell for square, top in tops.items()}
        return ShaftsRead(cells, _rise(view, tops), frozenset(still), memory)

    def _then(self, before: ShaftMemory, heights: Sequence[int]) -> Patches:
        """The picture before, each shaft looked at as high as now."""
        moved_ = {s: heights[s] for s in SQUARES if before.heights[s] != heights[s]}
        if not moved_:
            return before.patches
        anew = self._past.cut(before.picture, before.view, moved_)
        pixels, masks = before.patches.pixels.copy(), before.patches.masks.copy()
        which = list(moved_)
        pixels[which], masks[which] = anew.pixels, anew.masks
        return Patches(pixels, masks)

    def _named(
        self, patches: Patches, squares: Sequence[Square], heights: Sequence[int]
    ) -> dict[Square, Top]:
        """What shows on these shafts."""
        if not squares:
            return {}
        shown = patches.some(squares)
        vectors = self._eye.embed(shown)
        cells = self.bank.names(vectors, shown.seen())
        examples, turns = self.bank.nearest(vectors)
        known = [
            moved(self.bank.patches.some([n]), 0, 0, float(turn)).pixels[0]
            for n, turn in zip(examples, turns, strict=True)
        ]
        offsets = [_metres(drift(*each)) for each in zip(shown.pixels, known, strict=True)]
        about = zip(squares, cells, offsets, strict=True)
        return {s: Top(cell, off, heights[s], heights[s]) for s, cell, off in about}


class ShaftCutter:
    """Cuts out the tops of shafts; what walls hide of them is masked."""

    def __init__(self) -> None:
        self._cutter = Cutter()
        self._view: View | None = None
        self._hidden: dict[tuple[Square, int], Masks] = {}

    def cut(self, picture: Picture, view: View, heights: Mapping[Square, int]) -> Patches:
        """These shafts, looked at so high."""
        if view is not self._view:
            self._view, self._hidden = view, {}
        for pair in heights.items():
            if pair not in self._hidden:
                self._hidden[pair] = behind_walls(view, *pair)
        hidden = np.stack([self._hidden[pair] for pair in heights.items()])
        jobs = [face(square, height) for square, height in heights.items()]
        return self._cutter.cut(picture, view, jobs, hidden)


def face(square: Square, height: int) -> Job:
    """A shaft's top, if so many tiles lie in it."""
    return Job(SIZES.centre(square), SIZES.level(height), SIZES.tile)


def behind_walls(view: View, square: Square, height: int) -> Masks:
    """Which samples of a shaft's top the walls round it hide from the camera.

    A line of sight passes the mouth of the shaft at a place that depends on column or row alone.
    """
    window, centre, eye = face(square, height).window(), SIZES.centre(square), view.centre
    steps = (np.arange(SIDE) + 0.5) * window.step
    level = window.corner[2]
    share = -level / (eye[2] - level)  # of the way up to the camera
    half = (SIZES.pitch - SIZES.wall) / 2
    across = window.corner[0] + steps * window.across[0]
    down = window.corner[1] + steps * window.down[1]
    off_x, off_y = (
        np.abs(along + (eye[n] - along) * share - centre[n]) > half
        for n, along in enumerate((across, down))
    )
    return np.asarray(off_y[:, None] | off_x[None])


def _clearer(now: Top, before: Top) -> Top:
    """A top that did not change, named from the better height; it lies where it lay."""
    best = max(now, before, key=lambda top: top.cell.known)
    return replace(before, cell=best.cell, named=now.named)


def _metres(found: Drift) -> Point:
    return found.right * STEP, -found.down * STEP


def _compared(top: Top, same: float) -> Top:
    """A top with how well it fits that nobody touched it."""
    best = max(top.cell.labels.values())
    return replace(top, cell=replace(top.cell, same=best + same))


def _still(
    now: Patches,
    then: Patches,
    tops: Mapping[Square, Top],
    before: Mapping[Square, Top],
    changed: Change | None,
) -> set[Square]:
    """Shafts in which the same face lies turned as before and in the very same place."""
    assert changed is not None
    alike = [s for s in tops if s in before and tops[s].cell.best() == before[s].cell.best()]
    touched = [s for s in alike if changed.touched[s]]
    lie = {s: drift(now.pixels[s], then.pixels[s]) for s in touched}
    off = np.array([_metres(each) for each in lie.values()]).reshape(-1, 2)
    # What all have in common is how exactly the tray was found.
    common = np.median(off, axis=0) if len(touched) > len(alike) / 2 else np.zeros(2)
    away = dict(zip(touched, np.hypot(*(off - common).T), strict=True))
    return {
        s
        for s in alike
        if s not in lie
        or (away[s] < LIES_STILL and not _turned(now.pixels[s], then.pixels[s], lie[s].alike))
    }


def _turned(now: Crop, then: Crop, alike: float) -> bool:
    """Whether a crop is more like an earlier one that was turned."""
    turned = (np.ascontiguousarray(np.rot90(then, n)) for n in (1, 2, 3))
    return any(drift(now, each).alike > alike for each in turned)


def _rise(view: View, tops: Mapping[Square, Top]) -> Rise[int]:
    """How high the tops lie, as far as tiles show."""
    told = [s for s, top in tops.items() if top.looked and top.cell.best() != EMPTY]
    slants = {s: slant(view, SIZES.centre(s), SIZES.tile_height) for s in told}
    offsets = {s: tops[s].offset for s in told}
    return Rise(offsets, {s: tops[s].looked for s in told}, slants, range(1, FULL + 1))
