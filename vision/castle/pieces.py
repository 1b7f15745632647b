"""Pieces on the map of The Castle: found where the map no longer looks bare, then named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.castle.maps import CELL
from vision.castle.profile import SAMPLES, STEP
from vision.castle.table import MARGIN, Sheet
from vision.likeness import Looks, strange
from vision.sample import Patch, largest, usual

Array = NDArray[np.float32]

# Log light that differs this much from the bare map is a piece; small crumbs are none.
DIFFERENT = 0.26
NOISY = 3.0
LEAST_AREA = 50.0  # square millimetres
WEIGHT = 60.0
ODD_COST = 14.0
SPREAD = 0.35
FEW = 3  # poses looked at finely
Pose = tuple[float, float, float]  # place (metres) and turn
Poses = NDArray[np.float64]  # (poses, 3)


# A hit counter hides most of what it lies on; any corner of the piece may be left to see.
COVERED = 0.7
COVER_COST = 5.0
HALF_SURE = 32.0  # of a piece that is half hidden, more must speak for it
PLAIN = 40.0  # nothing half hidden looks so much like a piece


def _masks() -> NDArray[np.float32]:
    """All of a piece, or what is left of it beside a hit counter in one of its corners."""
    edge = round(COVERED * SAMPLES)
    masks = np.ones((5, SAMPLES, SAMPLES, 3), np.float32)
    masks[1, -edge:, -edge:] = 0
    masks[2, -edge:, :edge] = 0
    masks[3, :edge, -edge:] = 0
    masks[4, :edge, :edge] = 0
    return masks.reshape(5, -1)


def around(shifts: Iterable[float], turns: Iterable[float]) -> Poses:
    """Shifts (millimetres) each way with turns (degrees), as differences of poses."""
    ways, angles = list(shifts), list(np.radians(list(turns)))
    return np.array([(x * 1e-3, y * 1e-3, turn) for x in ways for y in ways for turn in angles])


ABOUT = around((-1.0, 0.0, 1.0), (-3.0, 0.0, 3.0))
MASKS = _masks()
ROUGH = MASKS.reshape(5, SAMPLES // 2, 2, SAMPLES // 2, 2, 3)[:, :, 0, :, 0].reshape(5, -1)


@dataclass(frozen=True)
class Spot:
    """Something on the map: its middle (metres), turn (radians), and what it looks like."""

    x: float
    y: float
    turn: float
    scores: dict[str, float]  # log likelihood of each name
    odd: float  # log likelihood of something never taught
    covered: bool = False
    hits: dict[int, float] | None = None  # log likelihood of each number of hits, if any lies here

    def best(self) -> str:
        return max(self.scores, key=lambda name: self.scores[name])

    def bare(self) -> bool:
        """Whether it looks so much like a bare piece that nothing can lie on it."""
        return not self.covered and max(self.scores.values()) > PLAIN

    def known(self) -> bool:
        """Whether it looks like anything that was taught."""
        return max(self.scores.values()) > self.odd + HALF_SURE * self.covered


class Kinds:
    """Taught pieces of one size, finely and coarsely."""

    def __init__(self, size: float, looks: dict[str, Patch]) -> None:
        self.size, self.names = size, list(looks)
        means = np.stack([looks[name].reshape(SAMPLES, SAMPLES, 3) for name in self.names])
        half = SAMPLES // 2
        rough = means.reshape(len(means), half, 2, half, 2, 3).mean(axis=(2, 4))
        self.fine = self._bank(means)
        self.rough = self._bank(rough.astype(np.float32))

    def _bank(self, means: Patch) -> Looks:
        spreads = np.full(means.shape, SPREAD, np.float32)
        return Looks(self.names, means, spreads, WEIGHT)


class Namer:
    """Tells which piece lies at a place, among the taught ones."""

    def __init__(self, looks: dict[str, Patch], sizes: dict[str, float]) -> None:
        self.kinds = [
            Kinds(size, {name: looks[name] for name in looks if sizes[name] == size})
            for size in sorted({sizes[name] for name in looks})
        ]

    def name(self, sheet: Patch, pose: Pose, covers: bool = False) -> Spot:
        """The best fit of every taught piece about a pose; `covers`: it may be half hidden."""
        spot = self._best(sheet, ABOUT + pose, 0)
        if covers and max(spot.scores.values()) < spot.odd + COVER_COST:
            other = self.half_hidden(sheet, pose)
            if max(other.scores.values()) - other.odd - COVER_COST > (
                max(spot.scores.values()) - spot.odd
            ):
                return other
        return spot

    def half_hidden(self, sheet: Patch, pose: Pose) -> Spot:
        """The best fit of every taught piece of which only one corner is left to see."""
        hidden = [self._best(sheet, ABOUT + pose, mask) for mask in range(1, len(MASKS))]
        return max(hidden, key=lambda each: max(each.scores.values()) - each.odd)

    def _best(self, sheet: Patch, poses: Poses, mask: int) -> Spot:
        scores: dict[str, float] = {}
        best, where, odd = -np.inf, poses[0], -np.inf
        for kinds in self.kinds:
            near = self._likeliest(sheet, poses, kinds, mask)
            rows = sampled(sheet, near, kinds.size)
            seen = np.broadcast_to(MASKS[mask], rows.shape) if mask else None
            found = kinds.fine.score(rows, seen)
            scores |= dict(zip(kinds.names, map(float, found.max(axis=0)), strict=True))
            if float(found.max()) > best:
                best = float(found.max())
                row = int(found.max(axis=1).argmax())
                where = near[row]
                whole = MASKS[mask : mask + 1]
                odd = float(strange(rows[row : row + 1], whole, WEIGHT)[0]) - ODD_COST
        x, y, turn = map(float, where)
        return Spot(x, y, turn, scores, odd, covered=mask > 0)

    def likeliest(self, sheet: Patch, poses: Poses, count: int) -> Poses:
        """The poses at which a piece of the smallest size fits best."""
        return self._likeliest(sheet, poses, self.kinds[0], 0, count)

    @staticmethod
    def _likeliest(sheet: Patch, poses: Poses, kinds: Kinds, mask: int, count: int = FEW) -> Poses:
        """The poses at which something fits best, looked at coarsely."""
        rows = sampled(sheet, poses, kinds.size, SAMPLES // 2)
        seen = np.broadcast_to(ROUGH[mask], rows.shape) if mask else None
        value = kinds.rough.score(rows, seen).max(axis=1)
        return poses[np.argsort(-value)[:count]]


def sampled(
    sheet: Patch, poses: Sequence[Pose] | Poses, size: float, samples: int = SAMPLES
) -> NDArray[np.float32]:
    """Squares cut from the sheet at poses, (poses, values)."""
    return taken(sheet, np.asarray(poses), _all_over(size, samples)).reshape(len(poses), -1)


def taken(sheet: Array, poses: Poses, points: Array) -> Array:
    """The sheet at points (ones, across, along) that go with poses, (poses, points)."""
    rows, columns = sheet.shape[:2]
    across, along = np.cos(poses[:, 2]) / STEP, np.sin(poses[:, 2]) / STEP
    x, y = poses[:, 0] / STEP + (columns / 2 - 0.5), (rows / 2 - 0.5) - poses[:, 1] / STEP
    u = np.array([x, across, -along], np.float32).T @ points
    v = np.array([y, -along, -across], np.float32).T @ points
    cut = cv2.remap(sheet, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.float32)


def to_take(points: NDArray[np.float64]) -> Array:
    """Points (points, 2) as they are taken."""
    return np.array([np.ones(len(points)), *points.T], np.float32)


@lru_cache(maxsize=64)
def _all_over(size: float, samples: int) -> Array:
    grid = ((np.arange(samples) + 0.5) / samples - 0.5) * size
    return to_take(np.stack([each.ravel() for each in np.meshgrid(grid, -grid)], axis=1))


TINT = 0.3  # log light by which light tints an area at the most
SMALL = 1.6e-3  # square metres of which two pieces take a good part
EVEN = 0.12  # log light: an area that most of differs by more is lit unevenly
# The plainest table still differs by so much; so far off, in spreads, is half of any table.
GROUND, USUALLY_FAR = 0.085, 1.54
BESIDE = np.ones((3, 3), np.uint8)
SPARSE, MOST_BARE = 3, 0.6  # every so many samples tell the light; most of them are bare map


def changed(
    now: Patch, bare: Patch, sheet: Sheet, places: Collection[str] | None = None
) -> NDArray[np.uint8]:
    """Where the sheet does not look bare; each area for itself, since glare lies on some."""
    mask = np.zeros(now.shape[:2], np.uint8)
    for name in sorted(sheet.areas, key=lambda each: sheet.areas[each][0] == CELL):
        if places is not None and name not in places:
            continue
        where = slices(sheet, name)
        here, there = (
            np.asarray(cv2.blur(each[where], (3, 3)), np.float32) for each in (now, bare)
        )  # grain is fine
        off = largest(np.abs(off_map(here - lit(here - there), there)))
        noise = float(np.median(off[::3, ::3]))
        mask[where] = off > max(DIFFERENT, NOISY * noise)
    return mask


def off_map(now: Patch, bare: Patch) -> Patch:
    """How much a part differs from the bare map, which may lie a sample aside: walls are thin."""
    like = cv2.min(cv2.max(now, cv2.erode(bare, BESIDE)), cv2.dilate(bare, BESIDE))
    return now - np.asarray(like, np.float32)


def lit(off: Patch) -> NDArray[np.float32]:
    """By how much most of an area is lighter or darker than it was taught, everywhere or place by
    place; no light tints it so much as pieces do that fill a piece of corridor.
    """
    some = off[::SPARSE, ::SPARSE]
    most = usual(some)
    small = off.shape[0] * off.shape[1] * STEP**2 < SMALL
    if small and np.ptp(most) > TINT:
        return np.zeros(3, np.float32)
    apart = largest(np.abs(some - most))
    if small or np.median(apart) < EVEN:
        return np.asarray(most, np.float32)
    return _glare(off.shape, some, apart)


def _glare(shape: tuple[int, ...], some: Patch, apart: NDArray[np.float32]) -> NDArray[np.float32]:
    """Light that changes across an area, as most of it shows."""
    terms = _powers(*some.shape[:2])
    values = some.reshape(-1, 3)
    bare = _nearest(apart.ravel())
    light: NDArray[np.floating] = np.zeros((terms.shape[1], 3))
    for _ in range(3):
        light = np.linalg.lstsq(terms[bare], values[bare], rcond=None)[0]
        rest = np.abs(values - terms @ light).max(axis=1)
        bare = _nearest(rest)
    rows, columns = shape[:2]
    whole = _powers(rows, columns, some.shape[0] * SPARSE, some.shape[1] * SPARSE)
    return np.asarray((whole @ light).reshape(rows, columns, 3), np.float32)


def _nearest(far: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Those that are no farther off than most."""
    most = int(MOST_BARE * (len(far) - 1))
    return np.asarray(far <= np.partition(far, most)[most])


@lru_cache(maxsize=32)
def _powers(rows: int, columns: int, high: int = 0, wide: int = 0) -> NDArray[np.float64]:
    """Powers of the place in an area up to the second; `high` and `wide` make it whole."""
    across, down = np.arange(columns) / (wide or columns), np.arange(rows) / (high or rows)
    x, y = (each.ravel() - 0.5 for each in np.meshgrid(across, down))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def before_gate(part: Patch, table: NDArray[np.bool_], noisy: float = 2.0) -> NDArray[np.uint8]:
    """Where the table before an entrance does not look like the rest of it."""
    mask = ((off_ground(part, table) > noisy) & table).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)))


def off_ground(part: Patch, table: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How much farther off the table's colours each sample is than most of the table: grain differs
    from place to place in some colours only, pieces in others too.
    """
    ground = part[table]
    middle = usual(ground)
    off, some = part - middle, ground - middle
    near = some
    for _ in range(3):
        spread = np.linalg.inv(near.T @ near / len(near) + GROUND**2 * np.eye(3))
        far = np.einsum("ni,ni->n", some @ spread, some)
        near = some[_nearest(far)]
    noise = max(USUALLY_FAR, float(np.sqrt(np.median(far))))
    most = np.sqrt(np.einsum("yxi,yxi->yx", off @ spread, off))
    return np.asarray(most / noise, np.float32)


def slices(sheet: Sheet, area: str) -> tuple[slice, slice]:
    """The samples of an area on the sheet."""
    left, low, right, high = sheet.areas[area][1]
    wide, deep = (length + 2 * MARGIN for length in sheet.extent)
    x0, x1 = (round((wide / 2 + x) / STEP) for x in (left, right))
    y0, y1 = (round((deep / 2 - y) / STEP) for y in (high, low))
    return slice(max(y0, 0), y1), slice(max(x0, 0), x1)


def blobs(mask: NDArray[np.uint8], size: float) -> list[tuple[float, float, float, float, float]]:
    """Patches large enough for pieces: middle, width, depth (metres), turn."""
    kernel = np.ones((3, 3), np.uint8)
    clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
    clean = cv2.morphologyEx(clean, cv2.MORPH_CLOSE, kernel)
    contours, _ = cv2.findContours(clean, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    rows, columns = mask.shape
    for contour in contours:
        (u, v), (wide, deep), angle = cv2.minAreaRect(contour)
        wide, deep = wide + 1, deep + 1
        if wide * deep < LEAST_AREA or min(wide, deep) < 0.45 * size / STEP:
            continue
        x, y = (u + 0.5 - columns / 2) * STEP, (rows / 2 - v - 0.5) * STEP
        raw = -np.radians(angle)
        turn = (raw + np.pi / 4) % (np.pi / 2) - np.pi / 4
        if round((raw - turn) / (np.pi / 2)) % 2:
            wide, deep = deep, wide
        found.append((x, y, wide * STEP, deep * STEP, float(turn)))
    return found
