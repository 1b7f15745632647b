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
from vision.castle.table import Rect, Sheet
from vision.castle.walls import Lines, rooms, walls
from vision.castle.ways import Array, Labels, Mask, Ways, box, network, sections, sharp
from vision.sample import Picture

SCALE = 2.0  # samples a millimetre
# Of a corridor's usual brightness; the line around the castle may be nearly as light.
LIGHT = (0.72, 0.8, 0.88)
# Millimetres.
CELL_SIDE = (24.0, 90.0)
DOOR = (4.5, 24.0)
DOOR_DEEP = 0.8  # how far inside a room's edge a door shows
WALL = 9.0
NEIGHBOUR, BESIDE = 8.0, 7.0  # how far sections may lie apart, and on what length beside
DARK, DOTS_THICK = 0.5, 4.0  # a row of dots is no thicker; rooms and most walls are
DOOR_GAP = 4.0  # what is dark in a door: the dots of a divider that ends there
CORNER = 3.0
GATE_BAND, GATE_RADIUS = 20.0, (5.0, 10.0)
TOUCHING, CLOSE = 5.0, 15.0  # from the Cell to the end of a section
LONG = 1.6  # a section so much longer than usual is two, parted where the Cell hides it

Box = tuple[int, int, int, int]  # x, y, wide, high, in samples
Sign = tuple[float, float, float]  # x, y, radius
Gate = tuple[int, int, int]  # x, y, the section it leads to
CELL_NUMBER = 1


@dataclass
class Draft:
    """A map in the making: numbered patches of the sheet."""

    labels: Labels
    kinds: dict[int, str] = field(default_factory=dict)
    rects: dict[int, Box] = field(default_factory=dict)
    links: set[tuple[int, int]] = field(default_factory=set)

    def enter(self, kind: str, rect: Box) -> int:
        number = max(self.kinds, default=CELL_NUMBER) + 1
        self.kinds[number], self.rects[number] = kind, rect
        return number

    def link(self, one: int, other: int) -> None:
        if one != other and one in self.kinds and other in self.kinds:
            self.links.add((min(one, other), max(one, other)))

    def of(self, kind: str) -> list[int]:
        return [number for number, each in self.kinds.items() if each == kind]


def propose(flat: Picture, extent: tuple[float, float]) -> Sheet:
    """The map that a picture of the empty sheet shows, seen from above without a margin.

    How light a corridor must be is tried: a castle hangs together.
    """
    size = (round(extent[0] * 1000 * SCALE), round(extent[1] * 1000 * SCALE))
    image = np.asarray(cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)
    bright, signs = levelled(_grey(image)), _signs(image)
    # Walls may differ from the floor in colour alone.
    lines = walls([bright, *(levelled(image[..., shade]) for shade in range(3))], SCALE)
    found: list[Sheet] = []
    for least in LIGHT:
        sheet = _named(*_drawn(bright, _light(bright, least), lines, signs), extent)
        found.append(sheet)
        if sheet.reached() == len(sheet.areas) > 0:
            break
    return max(found, key=lambda sheet: 2 * sheet.reached() - len(sheet.areas))


def _drawn(
    bright: Array, light: Mask, lines: Lines, signs: Sequence[Sign]
) -> tuple[Draft, list[Gate]]:
    """The map with corridors where it is light, and its entrances if any."""
    for x, y, radius in signs:
        cv2.circle(light, (round(x), round(y)), round(radius + 2 * SCALE), 0, -1)
    draft = Draft(np.zeros(light.shape, np.int32))
    ways = sharp(bright, network(light, SCALE), SCALE)
    cell = _cell(bright, ways)
    if cell is not None:
        draft.kinds[CELL_NUMBER], draft.rects[CELL_NUMBER] = CELL, cell
        ways = sharp(bright, _ways_beside(light, cell), SCALE)
    _rooms(draft, lines, light, ways, signs)
    found = sections(bright, ways, SCALE)
    if not found.rects:
        return draft, []
    _corridors(draft, found, bright)
    if cell is not None:
        _around_cell(draft)
    _doors(draft, bright)
    return draft, _gates(signs, draft)


def levelled(shade: Picture) -> Array:
    """Brightness, or one channel, with the light over the sheet evened out."""
    values, cell = shade.astype(np.float32), 0.1 / SCALE
    small = cv2.resize(values, None, fx=cell, fy=cell, interpolation=cv2.INTER_AREA)
    top = cv2.dilate(small, np.ones((9, 9), np.uint8))
    top = cv2.GaussianBlur(top, (0, 0), 6)
    field_ = cv2.resize(top, (shade.shape[1], shade.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(values / np.maximum(field_, 20) * 220, 0, 255), np.float32)


def _grey(image: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _light(bright: Array, least: float) -> Mask:
    """What is about as light as a corridor."""
    level, _ = cv2.threshold(bright.astype(np.uint8), 0, 1, cv2.THRESH_OTSU)
    usual = float(np.median(bright[bright > level]))
    return (bright > least * usual).astype(np.uint8)


# --- areas ---------------------------------------------------------------------------------------


def _cell(bright: Array, ways: Mask) -> Box | None:
    """The Cell: a dark patch full of bars and letters; rooms are plain."""
    edges = _edges(bright, ways)
    wide, small = round(25 * SCALE) | 1, round(6 * SCALE) | 1
    busy = cv2.blur(edges, (wide, wide))
    y, x = (int(each) for each in np.unravel_index(int(busy.argmax()), busy.shape))
    near = np.asarray(cv2.blur(edges, (small, small)))
    reach = wide // 4
    peak = float(np.median(near[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]))
    patch = cv2.morphologyEx((near > 0.45 * peak).astype(np.uint8), cv2.MORPH_CLOSE, box(8, SCALE))
    patch = cv2.morphologyEx(patch, cv2.MORPH_OPEN, box(12, SCALE))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(patch, connectivity=4)
    number = int(labels[y, x])
    left, top, across, down, area = (int(v) for v in stats[number])
    least, most = (side * SCALE for side in CELL_SIDE)
    fits = least < min(across, down) and max(across, down) < most
    return (left, top, across, down) if number and fits and area > across * down / 2 else None


def _edges(bright: Array, ways: Mask) -> Array:
    """Lines on dark ground, away from the corridors."""
    log = np.log(np.maximum(bright, 8.0))
    edges = np.abs(cv2.Sobel(log, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(log, cv2.CV_32F, 0, 1))
    edges[_rim(ways) | (cv2.dilate(ways, box(5, SCALE)) > 0)] = 0
    return np.asarray(edges, np.float32)


def _ways_beside(light: Mask, cell: Box) -> Mask:
    """Corridors that end at the Cell, however short what is left of them."""
    x, y, wide, high = cell
    where = slice(y, y + high), slice(x, x + wide)
    painted = light.copy()
    painted[where] = 1
    ways = network(painted, SCALE)
    ways[where] = 0
    return ways


def _rim(ways: Mask) -> NDArray[np.bool_]:
    """Everything beyond the corridors' and rooms' hull."""
    ys, xs = np.nonzero(ways)
    rim = np.ones(ways.shape, bool)
    if len(ys):
        rim[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1] = False
    return rim


def _rooms(draft: Draft, lines: Lines, light: Mask, ways: Mask, signs: Sequence[Sign]) -> None:
    """Dark ground between the corridors; doors and letters on it are part of it."""
    dark = (ways == 0).astype(np.uint8)
    dark[_outside(light, ways)] = 0
    dark[cv2.dilate(ways, box(1.5, SCALE)) > 0] = 0
    for sign_x, sign_y, radius in signs:
        cv2.circle(dark, (round(sign_x), round(sign_y)), round(radius + 3 * SCALE), 0, -1)
    blank = cv2.morphologyEx(light, cv2.MORPH_OPEN, box(10, SCALE))
    dark[cv2.dilate(blank, box(3, SCALE)) > 0] = 0
    if CELL_NUMBER in draft.rects:
        x, y, wide, high = draft.rects[CELL_NUMBER]
        dark[y : y + high, x : x + wide] = 0
    for rect in rooms(dark, lines, SCALE):
        number = draft.enter(ROOM, rect)
        x, y, wide, high = rect
        part = draft.labels[y : y + high, x : x + wide]
        part[dark[y : y + high, x : x + wide] > 0] = number


def _outside(light: Mask, ways: Mask) -> NDArray[np.bool_]:
    """The rim of the sheet: light ground that is no corridor, with the wall beside it."""
    closed = cv2.morphologyEx(light, cv2.MORPH_CLOSE, box(2.5, SCALE))
    _, labels = cv2.connectedComponents(closed, connectivity=4)
    edge = list({*labels[0], *labels[-1], *labels[:, 0], *labels[:, -1]} - {0})
    rim = np.isin(labels, edge) & (ways == 0)
    return np.asarray(rim)


def _corridors(draft: Draft, found: Ways, bright: Array) -> None:
    """Sections with their neighbours."""
    numbers = {n: draft.enter(CORRIDOR, rect) for n, rect in found.rects.items()}
    for n, number in numbers.items():
        draft.labels[found.labels == n] = number
    usual = float(np.median(bright[found.labels > 0][::7]))
    reach = round(NEIGHBOUR * SCALE)
    for number in numbers.values():
        x, y, wide, high = draft.rects[number]
        where = (
            slice(max(0, y - reach), y + high + reach),
            slice(max(0, x - reach), x + wide + reach),
        )
        part, light = draft.labels[where], bright[where] / usual
        for turned in (False, True):
            one, ground = (part.T, light.T) if turned else (part, light)
            for other in _below(one, ground, number):
                if draft.kinds[other] == CORRIDOR:
                    draft.link(number, other)


def _below(part: Labels, light: Array, number: int) -> list[int]:
    """Sections a little below one, with light between them: dots are no wall."""
    mine = part == number
    grown = mine.copy()
    for _ in range(round(NEIGHBOUR * SCALE)):
        grown[1:] |= grown[:-1]
    names, counts = np.unique(part[grown & ~mine], return_counts=True)
    found = []
    for name, count in zip(names.tolist(), counts.tolist(), strict=True):
        if name and count > BESIDE * SCALE:
            columns = (grown & (part == name)).any(axis=0)
            dark = (grown & (part == 0) & (light < DARK))[:, columns].sum(axis=0)
            if float(np.median(dark)) <= DOTS_THICK * SCALE:
                found.append(int(name))
    return found


def _around_cell(draft: Draft) -> None:
    """What the Cell hides: a corridor that goes on beyond it, and where it opens."""
    cell = draft.rects[CELL_NUMBER]
    share = {way: _hidden_share(draft, cell, way) for way in (True, False)}
    level = share[True] <= share[False]  # of the corridor that goes on, the Cell hides more
    main, other = (_ending(draft, cell, way, TOUCHING) for way in (level, not level))
    close = [n for n in _ending(draft, cell, level, CLOSE) if n not in main]
    if not main and len(close) == 2:
        main = [_hidden(draft, close, level)]
    if not main:
        return
    opens = _parted(draft, main, cell, level)
    draft.link(CELL_NUMBER, opens)
    for n in (*other, *close):
        draft.link(opens, n)


def _ending(draft: Draft, cell: Box, level: bool, near: float) -> list[int]:
    """Sections that end beside the Cell."""
    return [n for n in draft.of(CORRIDOR) if _touches(draft.rects[n], cell, level, near)]


def _hidden_share(draft: Draft, cell: Box, level: bool) -> float:
    """How much is left to see of the shortest section beside the Cell, as sections go."""
    usual = _usual_length(draft, level)
    ends = _ending(draft, cell, level, TOUCHING)
    if not ends:
        return 0.0 if len(_ending(draft, cell, level, CLOSE)) == 2 else 9.0
    return min(_length(draft.rects[n], level) / usual for n in ends)


def _hidden(draft: Draft, beside: list[int], level: bool) -> int:
    """A section all of which lies under the Cell, between two others."""
    axis = 0 if level else 1
    one, other = sorted((draft.rects[n] for n in beside), key=lambda r: r[axis])
    start, end = one[axis] + one[axis + 2], other[axis]
    rect = (start, one[1], end - start, one[3]) if level else (one[0], start, one[2], end - start)
    return draft.enter(CORRIDOR, rect)


def _parted(draft: Draft, main: list[int], cell: Box, level: bool) -> int:
    """What the Cell hides of a corridor: one section, or two that meet under it.

    Returns the one in the middle of the Cell.
    """
    if len(main) < 2:
        return main[0]
    axis = 0 if level else 1
    one, other = sorted(main[:2], key=lambda n: draft.rects[n][axis])
    whole = _hull(draft.rects[one], draft.rects[other])
    if _length(whole, level) <= LONG * _usual_length(draft, level):
        draft.labels[draft.labels == other] = one
        _forget(draft, other, one)
        draft.rects[one] = whole
        return one
    draft.link(one, other)
    half = _length(whole, level) // 2
    x, y, wide, high = whole
    if level:
        draft.rects[one], draft.rects[other] = (x, y, half, high), (x + half, y, wide - half, high)
    else:
        draft.rects[one], draft.rects[other] = (x, y, wide, half), (x, y + half, wide, high - half)
    return one if cell[axis] + cell[axis + 2] / 2 < whole[axis] + half else other


def _length(rect: Box, level: bool) -> int:
    return rect[2] if level else rect[3]


def _usual_length(draft: Draft, level: bool) -> float:
    """How long sections that lie so are."""
    found = [
        _length(rect, level)
        for rect in (draft.rects[n] for n in draft.of(CORRIDOR))
        if (rect[2] > rect[3]) == level
    ]
    return float(np.median(found)) if found else 1.0


def _forget(draft: Draft, number: int, instead: int) -> None:
    draft.kinds.pop(number)
    draft.rects.pop(number)
    old = {link for link in draft.links if number in link}
    draft.links -= old
    for one, other in old:
        draft.link(instead, other if one == number else one)


def _hull(one: Box, other: Box) -> Box:
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    low = max(one[1] + one[3], other[1] + other[3])
    return left, top, right - left, low - top


def _touches(rect: Box, cell: Box, level: bool, reach: float) -> bool:
    """Whether a section ends at the Cell's left or right, or else at its far or near side."""
    (x, y, wide, high), (cx, cy, cw, ch) = rect, cell
    if not level:
        x, y, wide, high, cx, cy, cw, ch = y, x, high, wide, cy, cx, ch, cw
    over = min(y + high, cy + ch) - max(y, cy)
    near = min(abs(x + wide - cx), abs(x - cx - cw))
    return over > 0.6 * high and near < reach * SCALE


# --- doors ---------------------------------------------------------------------------------------


def _doors(draft: Draft, bright: Array) -> None:
    """Light gaps at the edges of rooms, and the section beyond each."""
    soft = np.asarray(cv2.blur(bright, (3, 3)), np.float32)
    corridor = float(np.median(bright[np.isin(draft.labels, draft.of(CORRIDOR))][::7]))
    for number in draft.of(ROOM):
        for side in range(4):
            for beyond in _openings(draft, soft, number, side, corridor):
                draft.link(number, beyond)


def _openings(draft: Draft, bright: Array, number: int, side: int, corridor: float) -> list[int]:
    """The sections to which doors on one side of a room lead."""
    strip, labels = _strip(bright, draft, number, side)
    if strip.size == 0:
        return []
    room = float(np.median(strip[-round(3 * SCALE) :]))
    lightness = (strip - room) / max(corridor - room, 10.0)
    edge = _edge(lightness)
    found = []
    for start, end in _runs(edge > np.median(edge) + DOOR_DEEP * SCALE):
        if DOOR[0] * SCALE <= end - start <= DOOR[1] * SCALE:
            sides = [_beyond(labels[:, at], draft) for at in range(start, end)]
            told = [number for number in sides if number]
            if len(told) > len(sides) / 3:
                found.append(max(set(told), key=told.count))
    return found


def _edge(lightness: Array) -> Array:
    """How far light reaches into the room, place by place along its wall."""
    dark = lightness < 0.5
    return np.where(dark.any(axis=0), dark.argmax(axis=0), dark.shape[0]).astype(np.float32)


def _strip(bright: Array, draft: Draft, number: int, side: int) -> tuple[Array, Labels]:
    """The wall of a room from outside to inside (rows), along it (columns)."""
    x, y, wide, high = draft.rects[number]
    out, into = round(WALL * SCALE), round(7 * SCALE)
    rows, columns = bright.shape
    corner = round(CORNER * SCALE)
    if side < 2:
        x0, x1 = x + corner, x + wide - corner
        y0, y1 = (y - out, y + into) if side == 0 else (y + high - into, y + high + out)
    else:
        y0, y1 = y + corner, y + high - corner
        x0, x1 = (x - out, x + into) if side == 2 else (x + wide - into, x + wide + out)
    where = slice(max(0, y0), min(rows, y1)), slice(max(0, x0), min(columns, x1))
    strip, labels = bright[where], draft.labels[where]
    if side >= 2:
        strip, labels = strip.T, labels.T
    return (strip[::-1], labels[::-1]) if side in (1, 3) else (strip, labels)


def _beyond(column: Labels, draft: Draft) -> int:
    """The section outside a wall."""
    for number in column[::-1]:
        if draft.kinds.get(int(number)) == CORRIDOR:
            return int(number)
    return 0


def _runs(line: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where a line is true, small gaps forgiven."""
    kernel = np.ones((1, round(DOOR_GAP * SCALE)), np.uint8)
    whole = cv2.morphologyEx(line[None].astype(np.uint8), cv2.MORPH_CLOSE, kernel)[0]
    steps = np.flatnonzero(np.diff(np.concatenate([[0], whole, [0]]).astype(np.int8)))
    return list(zip(steps[::2].tolist(), steps[1::2].tolist(), strict=True))


# --- entrances and names -------------------------------------------------------------------------


def _signs(image: Picture) -> list[Sign]:
    """Round signs on the rim of the sheet."""
    grey = cv2.GaussianBlur(_grey(image), (5, 5), 0)
    big = cv2.resize(grey, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_CUBIC)
    least, most = (round(1.5 * SCALE * radius) for radius in GATE_RADIUS)
    circles = cv2.HoughCircles(
        big, cv2.HOUGH_GRADIENT, 1.5, 60, param1=140, param2=22, minRadius=least, maxRadius=most
    )
    rows, columns = grey.shape
    found = []
    for x, y, radius in [] if circles is None else (circles[0] / 1.5):
        if min(x, y, columns - x, rows - y) < GATE_BAND * SCALE:
            found.append((float(x), float(y), float(radius)))
    return found[:6]


def _gates(signs: Sequence[Sign], draft: Draft) -> list[Gate]:
    """Each sign with the section it leads to, left side first, from far to near."""
    found = [(int(x), int(y), _nearest(draft, int(x), int(y))) for x, y, _ in signs]
    columns = draft.labels.shape[1]
    return sorted((g for g in found if g[2]), key=lambda g: (g[0] > columns / 2, g[1]))


def _nearest(draft: Draft, x: int, y: int) -> int:
    reach = round(24 * SCALE)
    left, top = max(0, x - reach), max(0, y - reach)
    part = draft.labels[top : y + reach, left : x + reach]
    found: dict[int, float] = {}
    for number in np.unique(part).tolist():
        if draft.kinds.get(int(number)) == CORRIDOR:
            ys, xs = np.nonzero(part == number)
            found[int(number)] = float(np.hypot(ys + top - y, xs + left - x).min())
    return min(found, key=lambda n: found[n]) if found else 0


def _named(draft: Draft, gates: list[Gate], extent: tuple[float, float]) -> Sheet:
    """The map with names: rooms by number, corridors in the order of reading."""
    names: dict[int, str] = {}
    for kind, letter in ((ROOM, ""), (CORRIDOR, "c"), (CELL, "")):
        here = sorted(draft.of(kind), key=lambda n: _reading(draft.rects[n]))
        for place, number in enumerate(here, 1):
            names[number] = "CELL" if kind == CELL else f"{letter}{place}"
    areas = {
        names[n]: (draft.kinds[n], _metres(draft.rects[n], extent)) for n in sorted(draft.kinds)
    }
    links = tuple(sorted((names[a], names[b]) for a, b in draft.links))
    ends = {}
    unit = 1000 * SCALE
    for letter, (x, y, section) in zip("ABCDEF", gates, strict=False):
        ends[letter] = (names[section], x / unit - extent[0] / 2, extent[1] / 2 - y / unit)
    return Sheet(extent, areas, links, ends)


def _reading(rect: Box) -> tuple[int, int]:
    return round((rect[1] + rect[3] / 2) / (25 * SCALE)), rect[0]


def _metres(rect: Box, extent: tuple[float, float]) -> Rect:
    x, y, wide, high = (each / (1000 * SCALE) for each in rect)
    left, far = x - extent[0] / 2, extent[1] / 2 - y
    return left, far - high, left + wide, far


# --- comparing -----------------------------------------------------------------------------------
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
