"""Corridors on the map of The Castle: light ground inside the walls, cut at rows of dots."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Array = NDArray[np.float32]
Labels = NDArray[np.int32]
Rect = tuple[int, int, int, int]  # x, y, wide, high, in samples

# Millimetres.
NARROW = 9.0  # corridors are broader
DOT_HAT, DOT_LINE, DOT_THICK = 4.5, 9.0, 1.5
BESIDE = 3.0
LONGEST, SHORTEST = 48.0, 6.0
APART = (9.0, 4.0)  # two rows of dots closer than this, along and across, are one
SPARE = 5.0  # dots end before the walls
LEAST_SECTION = 170.0  # square millimetres
# Of the strength of the clearest rows of dots.
FAINT, CLEAREST = 0.42, 12
LEAST_INK = 9.0
SOFT = 0.45  # of the slope at the edges of the longest corridors
DOORLESS = 0.75  # of a corridor's width
SQUARE = 0.84  # a section fills its box so far; others are cut where they bend
LIKELIER = 0.12
PARTS = 4


@dataclass(frozen=True)
class Row:
    """A row of dots: its middle, half its length, whether it lies level."""

    x: int
    y: int
    half: int
    level: bool


@dataclass
class Ways:
    """Corridor sections, numbered in `labels`, with their boxes."""

    labels: Labels
    rects: dict[int, Rect] = field(default_factory=dict)

    def usual(self, level: bool) -> float:
        """How long sections that lie so are, 0 if there is none."""
        lengths = [r[2] if level else r[3] for r in self.rects.values() if (r[2] > r[3]) == level]
        return float(np.median(lengths)) if lengths else 0.0


def box(millimetres: float, scale: float) -> Mask:
    """A square kernel."""
    return np.ones((max(1, round(millimetres * scale)),) * 2, np.uint8)


def network(light: Mask, scale: float) -> Mask:
    """Light ground inside the walls, without doors, dots, and the rim of the sheet."""
    ground = cv2.morphologyEx(light, cv2.MORPH_CLOSE, box(2.5, scale))
    inside = _inside(np.asarray(cv2.morphologyEx(ground, cv2.MORPH_OPEN, box(NARROW, scale))))
    # Doors are narrower than corridors, but may be broader than the narrowest ones thinkable.
    usual = max(NARROW, DOORLESS * _width(inside) / scale)
    return _inside(np.asarray(cv2.morphologyEx(inside, cv2.MORPH_OPEN, box(usual, scale))))


def sharp(bright: Array, ways: Mask, scale: float) -> Mask:
    """Without patches that shine softly: corridors end at walls, glare does not."""
    slope = cv2.morphologyEx(bright, cv2.MORPH_GRADIENT, box(2, scale))
    grown = cv2.dilate(ways, box(6, scale))
    count, labels = cv2.connectedComponents(grown, connectivity=4)
    rim = ways - cv2.erode(ways, np.ones((3, 3), np.uint8)) > 0
    values = {n: slope[rim & (labels == n)] for n in range(1, count)}
    edges = {n: float(np.median(each)) if len(each) else 0.0 for n, each in values.items()}
    sizes = {n: int(((labels == n) & (ways > 0)).sum()) for n in edges}
    main = max(sizes, key=lambda n: sizes[n], default=0)
    kept = [n for n in edges if edges[n] > SOFT * edges[main]]
    return (np.isin(labels, kept) & (ways > 0)).astype(np.uint8)


def _inside(ground: Mask) -> Mask:
    """Without the rim of the sheet beyond the castle's walls."""
    _, labels = cv2.connectedComponents(ground, connectivity=4)
    edge = {*labels[0], *labels[-1], *labels[:, 0], *labels[:, -1]} - {0}
    return ((ground > 0) & ~np.isin(labels, list(edge))).astype(np.uint8)


def _width(ground: Mask) -> float:
    """How broad the narrower corridors are, in samples."""
    far = cv2.distanceTransform(ground, cv2.DIST_C, 3)
    ridge = (far >= cv2.dilate(far, np.ones((3, 3), np.uint8))) & (far > 2)
    return 2 * float(np.percentile(far[ridge], 25)) if ridge.any() else 0.0


def sections(bright: Array, ways: Mask, scale: float) -> Ways:
    """The corridors as sections."""
    rows = dotted(bright, ways, scale)
    ground = ways.copy()
    spare = SPARE * scale
    for row in rows:
        half = round(row.half + spare)
        ends = (half, 0) if row.level else (0, half)
        one, other = (row.x - ends[0], row.y - ends[1]), (row.x + ends[0], row.y + ends[1])
        cv2.line(ground, one, other, 0, max(1, round(2.5 * scale)))
    ground = np.asarray(cv2.morphologyEx(ground, cv2.MORPH_OPEN, box(5, scale)), np.uint8)
    found = Ways(np.zeros(ways.shape, np.int32))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ground, connectivity=4)
    # Straight sections first: how long they are tells where the others are cut.
    order = sorted(range(1, count), key=lambda n: -stats[n, 4] / (stats[n, 2] * stats[n, 3]))
    for n in order:
        if stats[n, 4] >= LEAST_SECTION * scale * scale:
            _bent(found, (labels == n).astype(np.uint8), scale, 0)
    return found


# --- rows of dots --------------------------------------------------------------------------------


def dotted(bright: Array, ways: Mask, scale: float) -> list[Row]:
    """Rows of dots right across a corridor."""
    hat = cv2.morphologyEx(bright, cv2.MORPH_BLACKHAT, box(DOT_HAT, scale))
    ground = np.asarray(cv2.erode(ways, box(1.5, scale)), np.uint8)
    ink = np.where(ground > 0, hat, 0).astype(np.float32)
    strengths = {level: _strength(ink, ground, scale, level) for level in (True, False)}
    found = [
        (value, row)
        for level, strength in strengths.items()
        for value, row in _peaks(strength, scale, level)
    ]
    found.sort(key=lambda each: -each[0])
    if not found:
        return []
    usual = float(np.median([value for value, _ in found[:CLEAREST]]))
    least = max(LEAST_INK, FAINT * usual)
    return [row for value, row in found if value > least]


def _strength(ink: Array, ground: Mask, scale: float, level: bool) -> Array:
    """How much darker a short line is than the ground beside it."""
    along, across = round(DOT_LINE * scale) | 1, round(DOT_THICK * scale) | 1
    size = (along, across) if level else (across, along)
    line = np.asarray(cv2.blur(ink, size), np.float32)
    known = np.asarray(cv2.blur(ground.astype(np.float32), size), np.float32)
    line = np.where(known > 0.5, line / np.maximum(known, 0.5), 0.0).astype(np.float32)
    off, axis = round(BESIDE * scale), 0 if level else 1
    beside = np.maximum(np.roll(line, off, axis), np.roll(line, -off, axis))
    return np.asarray(line - 0.8 * beside, np.float32)


def _peaks(strength: Array, scale: float, level: bool) -> list[tuple[float, Row]]:
    """The clearest rows and how long each of them is."""
    size = [round(each * scale) * 2 + 1 for each in APART]
    kernel = np.ones((size[1], size[0]) if level else (size[0], size[1]), np.uint8)
    top = (strength >= cv2.dilate(strength, kernel)) & (strength > LEAST_INK)
    found: list[tuple[float, Row]] = []
    taken = np.zeros(strength.shape, bool)
    places = sorted(np.argwhere(top).tolist(), key=lambda p: -float(strength[p[0], p[1]]))
    for y, x in places:
        if taken[y, x]:
            continue
        value = float(strength[y, x])
        start, end = _extent(strength, x, y, level, value / 2, scale)
        _cross_out(taken, x, y, (start, end), level, scale)
        if SHORTEST * scale <= end - start <= LONGEST * scale:
            middle = (start + end) // 2
            here = (middle, y) if level else (x, middle)
            found.append((value, Row(*here, (end - start) // 2, level)))
    return found


def _extent(
    strength: Array, x: int, y: int, level: bool, least: float, scale: float
) -> tuple[int, int]:
    """From where to where a row of dots goes, whatever small gaps it has."""
    band = max(1, round(0.7 * scale))
    if level:
        line = strength[max(0, y - band) : y + band + 1].max(axis=0)
        at = x
    else:
        line = strength[:, max(0, x - band) : x + band + 1].max(axis=1)
        at = y
    gap, ends = round(2.5 * scale), []
    for way in (-1, 1):
        last, place = at, at
        while 0 <= place < len(line) and abs(place - last) <= gap:
            last = place if line[place] > least else last
            place += way
        ends.append(last)
    return ends[0], ends[1]


def _cross_out(
    taken: NDArray[np.bool_], x: int, y: int, ends: tuple[int, int], level: bool, scale: float
) -> None:
    near = round(APART[1] * scale)
    if level:
        taken[max(0, y - near) : y + near + 1, max(0, ends[0]) : ends[1] + 1] = True
    else:
        taken[max(0, ends[0]) : ends[1] + 1, max(0, x - near) : x + near + 1] = True


# --- bends ---------------------------------------------------------------------------------------


def _bent(ways: Ways, patch: Mask, scale: float, depth: int) -> None:
    """Enter a section; one that bends is cut where both parts are straight."""
    area = int(patch.sum())
    if area < LEAST_SECTION * scale * scale:
        return
    x, y, wide, high = cv2.boundingRect(patch)
    cut = None
    if area / (wide * high) < SQUARE and depth < PARTS:
        usual = ways.usual(True), ways.usual(False)
        cut = _best_cut(patch[y : y + high, x : x + wide], usual, scale)
    if cut is None:
        number = max(ways.rects, default=0) + 1
        ways.rects[number] = (x, y, wide, high)
        ways.labels[patch > 0] = number
        return
    level, at = cut[0], cut[1] + (y if cut[0] else x)
    for keep in (slice(None, at), slice(at, None)):
        part = np.zeros_like(patch)
        where = (keep, slice(None)) if level else (slice(None), keep)
        part[where] = patch[where]
        count, labels, _, _ = cv2.connectedComponentsWithStats(part, connectivity=4)
        for n in range(1, count):
            _bent(ways, (labels == n).astype(np.uint8), scale, depth + 1)


def _best_cut(patch: Mask, usual: tuple[float, float], scale: float) -> tuple[bool, int] | None:
    """The straight cut after which both parts are most like boxes, and as long as others are."""
    fill = float(patch.mean())
    best, chosen = None, max(fill + 0.06, 0.66)
    margin = round(5 * scale)
    for level in (True, False):
        here = patch if level else patch.T
        for at in range(margin, here.shape[0] - margin):
            parts = [_fitted(each, scale) for each in (here[:at], here[at:])]
            value = min(each[0] for each in parts)
            if value <= chosen - LIKELIER:
                continue
            sides = [(each[1], each[2]) if level else (each[2], each[1]) for each in parts]
            value += LIKELIER * float(np.exp(-sum(_odd_length(side, usual) for side in sides)))
            if value > chosen:
                best, chosen = (level, at), value
    return best


def _odd_length(sides: tuple[int, int], usual: tuple[float, float]) -> float:
    """How unusual the length of a section is (0: usual)."""
    wide, high = sides
    known = usual[0] if wide > high else usual[1]
    return abs(float(np.log(max(wide, high, 1) / known))) if known else 0.5


def _fitted(part: Mask, scale: float) -> tuple[float, int, int]:
    """How far a patch fills its box, and how wide and high that is."""
    area = int(part.sum())
    if area < LEAST_SECTION * scale * scale:
        return 0.0, 1, 1
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    high, wide = int(rows[-1] - rows[0] + 1), int(columns[-1] - columns[0] + 1)
    return area / (wide * high), wide, high
