"""The map of The Castle out of a picture of the empty sheet: a proposal that people confirm.

Rooms are dark, corridors light, dots divide them, gaps in the walls are doors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.castle.maps import CELL, CORRIDOR, ROOM
from vision.castle_profile import Rect, Sheet
from vision.sample import Picture

Mask = NDArray[np.uint8]
Labels = NDArray[np.int32]

MM = 1000  # samples a metre
LEAST_ROOM = 700  # square millimetres
LEAST_SECTION = 180
WALL = 5  # millimetres a wall is thick at most
DOOR = (4, 22)  # millimetres a door is wide
WALL_LENGTH = 25
DOTTED = 0.2  # how much a row of dots varies along its way
LEAST_DIVIDER = 11  # millimetres
LIGHT = 0.72  # of a corridor's usual brightness
LIKELIER = 0.12
SQUARE = 0.82  # a section fills its box so far; others are cut
GATE_BAND, GATE_RADIUS = 0.020, (5, 10)


@dataclass
class Draft:
    """A map in the making: numbered patches of the sheet."""

    light: Mask
    labels: Labels
    kinds: dict[int, str] = field(default_factory=dict)
    rects: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)  # x, y, wide, high
    links: set[tuple[int, int]] = field(default_factory=set)
    dividers: list[tuple[int, int, int, bool]] = field(default_factory=list)

    def link(self, one: int, other: int) -> None:
        if one != other and one in self.kinds and other in self.kinds:
            self.links.add((min(one, other), max(one, other)))


def propose(flat: Picture, extent: tuple[float, float]) -> Sheet:
    """The map that a picture of the empty sheet shows, seen from above without a margin."""
    size = (round(extent[0] * MM), round(extent[1] * MM))
    image = np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)
    bright = _levelled(image)
    light, dark = _light(bright)
    draft = Draft(light, np.zeros(light.shape, np.int32))
    _rooms(draft, bright, dark)
    _cell(draft, dark)
    dividers = _dividers(bright, light)
    signs = _signs(image)
    _sections(draft, dividers, signs)
    _across_cell(draft)
    _doors(draft)
    _neighbours(draft, dividers)
    return _named(draft, _gates(signs, draft), extent)


def _levelled(image: Picture) -> NDArray[np.float32]:
    """Brightness with the light over the sheet evened out."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    small = cv2.resize(grey, None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA)
    top = cv2.dilate(small, np.ones((9, 9), np.uint8))
    top = cv2.GaussianBlur(top, (0, 0), 6)
    field_ = cv2.resize(top, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(grey / np.maximum(field_, 20) * 220, 0, 255), np.float32)


def _light(bright: NDArray[np.float32]) -> tuple[Mask, Mask]:
    """What is as light as a corridor, and what is darker than the middle: walls are between."""
    level, _ = cv2.threshold(bright.astype(np.uint8), 0, 1, cv2.THRESH_OTSU)
    usual = float(np.median(bright[bright > level]))
    return (bright > LIGHT * usual).astype(np.uint8), (bright <= level).astype(np.uint8)


def _rooms(draft: Draft, bright: NDArray[np.float32], dark: Mask) -> None:
    """Dark patches between walls and corridors."""
    flat = ((dark > 0) & (_walls(bright, dark) == 0)).astype(np.uint8)
    for grow in (3, 5):
        clean = cv2.morphologyEx(flat, cv2.MORPH_OPEN, np.ones((grow, grow), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(clean, connectivity=4)
        found = [box for box in stats[1:] if _room_like(box)]
        if len(found) >= 37 or grow == 5:
            break
    for x, y, wide, high, _ in sorted(found, key=lambda b: (round(b[1] / 25), b[0])):
        number = len(draft.kinds) + 1
        draft.kinds[number] = ROOM
        draft.rects[number] = (int(x), int(y), int(wide), int(high))
        part = draft.labels[y : y + high, x : x + wide]
        part[draft.light[y : y + high, x : x + wide] == 0] = number


def _walls(bright: NDArray[np.float32], dark: Mask) -> Mask:
    """Long straight lines on dark ground, however faint."""
    found = np.zeros(dark.shape, np.uint8)
    for size in ((WALL_LENGTH, 1), (1, WALL_LENGTH)):
        across = (1, 7) if size[1] == 1 else (7, 1)
        smooth = cv2.blur(bright, size)
        rise = smooth - cv2.morphologyEx(smooth, cv2.MORPH_OPEN, np.ones(across[::-1], np.uint8))
        values = rise[dark > 0]
        usual = float(np.median(values))
        noise = float(np.median(np.abs(values - usual))) * 1.5
        found |= (rise > usual + max(2.5, 4 * noise)).astype(np.uint8)
    return found


def _room_like(box: NDArray[np.int32]) -> bool:
    _, _, wide, high, area = box
    return bool(area > LEAST_ROOM * 0.6 and area > 0.55 * wide * high and min(wide, high) > 18)


def _cell(draft: Draft, dark: Mask) -> None:
    """The dark patch that is no room: the Cell, bars and all."""
    dark = ((dark > 0) & (draft.labels == 0)).astype(np.uint8)
    closed = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    broad = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((15, 15), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(broad, connectivity=4)
    boxes = [box for box in stats[1:] if 0.55 < box[2] / box[3] < 1.8 and box[4] > 400]
    if boxes:
        x, y, wide, high, _ = max(boxes, key=lambda box: box[4])
    else:
        x, y, wide, high = _odd_room(draft)
        if not wide:
            return
    number = max(draft.kinds, default=0) + 1
    draft.kinds[number] = CELL
    draft.rects[number] = (int(x), int(y), int(wide), int(high))
    draft.labels[y : y + high, x : x + wide] = number


def _odd_room(draft: Draft) -> tuple[int, int, int, int]:
    """The room that juts into corridors is none: it is the Cell."""
    best, found = 0.2, (0, 0, 0, 0)
    worst = 0
    for number, (x, y, wide, high) in draft.rects.items():
        ring = np.zeros(draft.light.shape, np.uint8)
        cv2.rectangle(ring, (x - 6, y - 6), (x + wide + 6, y + high + 6), 1, 3)
        share = float(draft.light[ring > 0].mean()) if ring.any() else 0.0
        if share > best and 0.6 < wide / high < 1.7:
            best, found, worst = share, (x, y, wide, high), number
    if worst and best > 0.6:
        draft.kinds.pop(worst)
        draft.rects.pop(worst)
        return found
    return (0, 0, 0, 0)


# --- corridors -----------------------------------------------------------------------------------

Sign = tuple[float, float, float]  # x, y, radius
Line = tuple[int, int, int, bool]  # x, y, half its length, whether it lies level


def _dividers(bright: NDArray[np.float32], light: Mask) -> list[Line]:
    """Rows of dots on light ground, away from the walls."""
    black = cv2.morphologyEx(bright, cv2.MORPH_BLACKHAT, np.ones((7, 7), np.uint8))
    hat = np.asarray(black, np.float32)
    ground = cv2.morphologyEx(light, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    inner = cv2.erode(ground, np.ones((7, 7), np.uint8))
    strong = max(15.0, 0.4 * float(np.percentile(hat, 99)))
    dots = ((hat > strong) & (inner > 0)).astype(np.uint8)
    return [*_rows(dots, hat, True), *_rows(dots, hat, False)]


def _rows(dots: Mask, hat: NDArray[np.float32], level: bool) -> list[Line]:
    """Dots that make a straight row when each is drawn out a little."""
    shape = (1, 9) if level else (9, 1)
    long = (1, LEAST_DIVIDER) if level else (LEAST_DIVIDER, 1)
    rows = cv2.morphologyEx(dots, cv2.MORPH_CLOSE, np.ones(shape, np.uint8))
    rows = cv2.morphologyEx(rows, cv2.MORPH_OPEN, np.ones(long, np.uint8))
    rows = cv2.morphologyEx(rows, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, _, stats, middles = cv2.connectedComponentsWithStats(rows, connectivity=8)
    found: list[Line] = []
    for (left, top, wide, high, _), (x, y) in zip(stats[1:], middles[1:], strict=True):
        length, thick = (wide, high) if level else (high, wide)
        part = hat[top : top + high, left : left + wide].mean(axis=0 if level else 1)
        dotted = float(part.std()) > DOTTED * float(part.mean())
        if thick <= 6 and length < 60 and dotted:
            found.append((round(float(x)), round(float(y)), int(length) // 2 + 5, level))
    return found


def _sections(draft: Draft, dividers: list[Line], signs: Sequence[Sign]) -> None:
    """Light ground inside the walls, cut by the dividers and where it bends."""
    draft.dividers = dividers
    ground = ((draft.light > 0) & (draft.labels == 0)).astype(np.uint8)
    for x, y, radius in signs:
        cv2.circle(ground, (round(x), round(y)), round(radius) + 2, 0, -1)
    ground = _inside(ground)
    ground = np.asarray(cv2.morphologyEx(ground, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))
    ground[draft.labels > 0] = 0
    for x, y, half, level in dividers:
        ends = ((x - half, y), (x + half, y)) if level else ((x, y - half), (x, y + half))
        cv2.line(ground, ends[0], ends[1], 0, 3)
    ground = np.asarray(cv2.morphologyEx(ground, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ground, connectivity=4)
    for n in range(1, count):
        if stats[n, 4] >= LEAST_SECTION:
            _cut(draft, (labels == n).astype(np.uint8), 0)


def _inside(ground: Mask) -> Mask:
    """Without the rim of the sheet beyond the castle's walls."""
    _, labels = cv2.connectedComponents(ground, connectivity=4)
    edge = {*labels[0], *labels[-1], *labels[:, 0], *labels[:, -1]} - {0}
    for n in edge:
        ground[labels == n] = 0
    return ground


def _cut(draft: Draft, patch: Mask, depth: int) -> None:
    """Enter a section; one that bends is cut where it is narrow and both parts are square."""
    x, y, wide, high = cv2.boundingRect(patch)
    area = int(patch.sum())
    if area < LEAST_SECTION:
        return
    best = (0.0, patch[:0, :0], patch[:0, :0])
    chosen = 0.0
    fill = area / (wide * high)
    if fill < SQUARE and depth < 4:
        for level in (True, False):
            for at in range(y + 6, y + high - 6) if level else range(x + 6, x + wide - 6):
                one, other = patch.copy(), patch.copy()
                (one if level else one.T)[at:] = 0
                (other if level else other.T)[:at] = 0
                value = min(_fill(one), _fill(other))
                if value <= max(fill, chosen - LIKELIER):
                    continue
                likely = value + LIKELIER * (_nearest_divider(draft, one, other) == level)
                if likely > chosen:
                    best, chosen = (value, one, other), likely
    if best[0] > max(fill + 0.06, 0.7):
        _cut(draft, best[1], depth + 1)
        _cut(draft, best[2], depth + 1)
        return
    number = max(draft.kinds, default=0) + 1
    draft.kinds[number] = CORRIDOR
    draft.rects[number] = (x, y, wide, high)
    draft.labels[patch > 0] = number


def _nearest_divider(draft: Draft, one: Mask, other: Mask) -> bool:
    """Whether the divider nearest to a cut lies level: borders of one corridor lie alike."""
    grown = np.asarray(cv2.dilate(one, np.ones((3, 3), np.uint8)), np.uint8)
    ys, xs = np.nonzero(grown & other)
    if not len(ys) or not draft.dividers:
        return True
    x, y = float(xs.mean()), float(ys.mean())
    return min(draft.dividers, key=lambda d: abs(d[0] - x) + abs(d[1] - y))[3]


def _fill(patch: Mask) -> float:
    area = int(patch.sum())
    _, _, wide, high = cv2.boundingRect(patch)
    return area / (wide * high) if area >= LEAST_SECTION else 0.0


def _across_cell(draft: Draft) -> None:
    """A corridor that goes on beyond the Cell is one section, and the Cell opens to it."""
    cells = [n for n, kind in draft.kinds.items() if kind == CELL]
    if not cells:
        return
    x, y, wide, high = draft.rects[cells[0]]
    beside = {n: r for n, r in draft.rects.items() if draft.kinds[n] == CORRIDOR}
    level = [n for n, r in beside.items() if _touches(r, (x, y, wide, high), True)]
    upright = [n for n, r in beside.items() if _touches(r, (x, y, wide, high), False)]
    main = level or upright
    if not main:
        return
    first = main[0]
    for other in main[1:]:
        _joined(draft, first, other)
    draft.link(cells[0], first)
    for n in upright if level else ():
        draft.link(first, n)


def _touches(rect: tuple[int, int, int, int], cell: tuple[int, int, int, int], level: bool) -> bool:
    """Whether a section ends at the Cell's left or right, or else at its far or near side."""
    (x, y, wide, high), (cx, cy, cw, ch) = rect, cell
    if level:
        over = min(y + high, cy + ch) - max(y, cy)
        near = min(abs(x + wide - cx), abs(x - cx - cw))
        return over > 0.6 * high and near < 7
    over = min(x + wide, cx + cw) - max(x, cx)
    near = min(abs(y + high - cy), abs(y - cy - ch))
    return over > 0.6 * wide and near < 7


def _joined(draft: Draft, one: int, other: int) -> None:
    (x, y, wide, high), (ox, oy, ow, oh) = draft.rects[one], draft.rects.pop(other)
    draft.kinds.pop(other)
    draft.labels[draft.labels == other] = one
    left, top = min(x, ox), min(y, oy)
    right, low = max(x + wide, ox + ow), max(y + high, oy + oh)
    draft.rects[one] = (left, top, right - left, low - top)


# --- links ---------------------------------------------------------------------------------------


def _doors(draft: Draft) -> None:
    """Light gaps in the walls of rooms, and the section beyond each."""
    for number, (x, y, wide, high) in list(draft.rects.items()):
        if draft.kinds[number] != ROOM:
            continue
        for side in range(4):
            for at, beyond in _gaps(draft, (x, y, wide, high), side):
                del at
                draft.link(number, beyond)


def _gaps(draft: Draft, rect: tuple[int, int, int, int], side: int) -> list[tuple[int, int]]:
    """Doors on one side of a room: where along it, and the number of the section beyond."""
    x, y, wide, high = rect
    length = wide if side < 2 else high
    rows, columns = draft.light.shape
    best: list[tuple[int, int]] = []
    for inset in (0, 1, 2):
        edge = {0: y + inset, 1: y + high - 1 - inset, 2: x + inset, 3: x + wide - 1 - inset}[side]
        way = -1 if side in (0, 2) else 1
        if side < 2:
            line = draft.light[np.clip(edge, 0, rows - 1), x : x + wide]
        else:
            line = draft.light[y : y + high, np.clip(edge, 0, columns - 1)]
        found = []
        for start, end in _runs(line):
            if DOOR[0] <= end - start <= min(DOOR[1], 0.6 * length):
                at = (start + end) // 2
                beyond = _beyond(draft, rect, side, at, edge, way)
                if beyond:
                    found.append((at, beyond))
        best = found if len(found) > len(best) else best
    return best


def _beyond(
    draft: Draft, rect: tuple[int, int, int, int], side: int, at: int, edge: int, way: int
) -> int:
    """The corridor section a few millimetres beyond a door, reached over light ground."""
    x, y, _, _ = rect
    for step in range(1, WALL + 9):
        px, py = (x + at, edge + way * step) if side < 2 else (edge + way * step, y + at)
        if not (0 <= py < draft.light.shape[0] and 0 <= px < draft.light.shape[1]):
            return 0
        number = int(draft.labels[py, px])
        if draft.kinds.get(number) == CORRIDOR:
            return number
        if step > 2 and not draft.light[py, px] and number == 0:
            return 0
    return 0


def _runs(line: NDArray[np.uint8]) -> list[tuple[int, int]]:
    steps = np.flatnonzero(np.diff(np.concatenate([[0], line, [0]]).astype(np.int8)))
    return list(zip(steps[::2].tolist(), steps[1::2].tolist(), strict=True))


def _neighbours(draft: Draft, dividers: list[Line]) -> None:
    """Sections that meet at a divider, or were cut apart where they bend."""
    for x, y, half, level in dividers:
        for off in (-half // 2, 0, half // 2):
            px, py = (x + off, y) if level else (x, y + off)
            one = _near(draft, px, py, level, -1)
            other = _near(draft, px, py, level, 1)
            if one and other:
                draft.link(one, other)
    corridors = [n for n, kind in draft.kinds.items() if kind == CORRIDOR]
    for one in corridors:
        grown = cv2.dilate((draft.labels == one).astype(np.uint8), np.ones((5, 5), np.uint8))
        touched, counts = np.unique(draft.labels[grown > 0], return_counts=True)
        for other, count in zip(touched.tolist(), counts.tolist(), strict=True):
            if other in corridors and count > 16:
                draft.link(one, int(other))


def _near(draft: Draft, x: int, y: int, level: bool, way: int) -> int:
    for step in range(2, 10):
        px, py = (x, y + way * step) if level else (x + way * step, y)
        if 0 <= py < draft.labels.shape[0] and 0 <= px < draft.labels.shape[1]:
            number = int(draft.labels[py, px])
            if draft.kinds.get(number) == CORRIDOR:
                return number
    return 0


# --- entrances and names ---------------------------------------------------------------------


def _signs(image: Picture) -> list[Sign]:
    """Round signs on the rim of the sheet."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    big = cv2.resize(grey, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    circles = cv2.HoughCircles(
        big, cv2.HOUGH_GRADIENT, 1.5, 60, param1=140, param2=22,
        minRadius=3 * GATE_RADIUS[0], maxRadius=3 * GATE_RADIUS[1],
    )  # fmt: skip
    rows, columns = grey.shape
    found = []
    for x, y, radius in [] if circles is None else (circles[0] / 3):
        if min(x, y, columns - x, rows - y) < GATE_BAND * MM:
            found.append((float(x), float(y), float(radius)))
    return found[:6]


def _gates(signs: Sequence[Sign], draft: Draft) -> list[tuple[int, int, int]]:
    """Each sign with the section it leads to, left side first, from far to near."""
    found = [(int(x), int(y), _nearest(draft, int(x), int(y))) for x, y, _ in signs]
    columns = draft.light.shape[1]
    return sorted((g for g in found if g[2]), key=lambda g: (g[0] > columns / 2, g[1]))


def _nearest(draft: Draft, x: int, y: int) -> int:
    reach = 24
    part = draft.labels[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    found: dict[int, float] = {}
    for number in np.unique(part).tolist():
        if draft.kinds.get(int(number)) == CORRIDOR:
            ys, xs = np.nonzero(part == number)
            far = np.hypot(ys + max(0, y - reach) - y, xs + max(0, x - reach) - x)
            found[int(number)] = float(far.min())
    return min(found, key=lambda n: found[n]) if found else 0


def _named(draft: Draft, gates: list[tuple[int, int, int]], extent: tuple[float, float]) -> Sheet:
    """The map with names: rooms by number, corridors in the order of reading."""
    names: dict[int, str] = {}
    for kind, letter in ((ROOM, ""), (CORRIDOR, "c"), (CELL, "")):
        here = [n for n in draft.kinds if draft.kinds[n] == kind]
        here.sort(key=lambda n: (round(draft.rects[n][1] / 25), draft.rects[n][0]))
        for place, number in enumerate(here, 1):
            names[number] = "CELL" if kind == CELL else f"{letter}{place}"
    areas = {
        names[n]: (draft.kinds[n], _metres(draft.rects[n], extent)) for n in sorted(draft.kinds)
    }
    links = tuple(sorted((names[a], names[b]) for a, b in draft.links))
    ends = {}
    for letter, (x, y, section) in zip("ABCDEF", gates, strict=False):
        ends[letter] = (names[section], x / MM - extent[0] / 2, extent[1] / 2 - y / MM)
    return Sheet(extent, areas, links, ends)


def _metres(rect: tuple[int, int, int, int], extent: tuple[float, float]) -> Rect:
    x, y, wide, high = rect
    left, far = x / MM - extent[0] / 2, extent[1] / 2 - y / MM
    return left, far - high / MM, left + wide / MM, far


def compare(proposed: Sheet, true: Sheet) -> dict[str, int]:
    """How many areas and links of a map were proposed right; what is too much counts as wrong."""
    match: dict[str, str] = {}
    for name, (kind, rect) in true.areas.items():
        best = max(proposed.areas, key=lambda p: _overlap(rect, proposed.areas[p][1]), default="")
        if (
            best
            and proposed.areas[best][0] == kind
            and _overlap(rect, proposed.areas[best][1]) > 0.5
        ):
            match[best] = name
    wanted = {frozenset(link) for link in true.links}
    wanted |= {frozenset((f"@{area}", gate)) for gate, (area, _, _) in true.gates.items()}
    told = {frozenset(match.get(end, f"?{end}") for end in link) for link in proposed.links}
    told |= {
        frozenset((f"@{match.get(area, area)}", gate))
        for gate, (area, _, _) in proposed.gates.items()
    }
    return {
        "areas": max(len(true.areas), len(proposed.areas)),
        "areas_right": len(match),
        "links": len(wanted | told),
        "links_right": len(wanted & told),
    }


def _overlap(one: Rect, other: Rect) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    deep = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or deep <= 0:
        return 0.0
    areas = [(r[2] - r[0]) * (r[3] - r[1]) for r in (one, other)]
    return wide * deep / (areas[0] + areas[1] - wide * deep)
