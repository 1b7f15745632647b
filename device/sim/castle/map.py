"""A made-up map of The Castle: rooms, corridors, doors and entrances, and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from device.sim.textures import Bgr, Image, Rng, cloudy, mix, shifted, tint
from rules.castle.maps import CELL, CORRIDOR, ROOM
from vision.castle.table import EXTENT, Rect, Sheet

WIDTH, DEPTH = EXTENT
SCALE = 3600  # pixels a metre of the print
EDGE = 0.015  # from the sheet's rim to the castle
TANS: tuple[Bgr, ...] = ((150, 205, 235), (170, 215, 240), (140, 190, 215), (190, 220, 228))
WALLS: tuple[Bgr, ...] = ((90, 100, 110), (130, 140, 140), (10, 12, 16))
BROWNS: tuple[Bgr, ...] = ((40, 60, 100), (46, 52, 92), (30, 44, 74), (58, 70, 112))


@dataclass(frozen=True)
class Plan(Sheet):
    """A map with what is printed between its areas."""

    # A door or a divider of dots, across the border of two areas: place, whether it lies level.
    doors: tuple[tuple[float, float, bool], ...] = ()
    dots: tuple[tuple[float, float, float, bool], ...] = ()


@dataclass
class _Drawing:
    """A plan in the making."""

    rng: Rng
    areas: dict[str, tuple[str, Rect]] = field(default_factory=dict)
    links: list[tuple[str, str]] = field(default_factory=list)
    doors: list[tuple[float, float, bool]] = field(default_factory=list)
    dots: list[tuple[float, float, float, bool]] = field(default_factory=list)
    # Some maps leave the mouths of upright corridors open on one side, some have doors there.
    open_mouths: bool = False
    side_doors: float = 0.0


def make_plan(rng: Rng) -> Plan:
    """Six rows of six rooms along three level corridors, with upright ones between them."""
    draft = _Drawing(rng, open_mouths=bool(rng.random() < 0.4))
    draft.side_doors = float(rng.choice([0.0, 0.3]))
    level, upright = float(rng.uniform(0.023, 0.028)), float(rng.uniform(0.023, 0.028))
    far, right = DEPTH / 2 - EDGE, WIDTH / 2 - EDGE
    row = (2 * far - 3 * level) / 6
    at = _columns(rng, right, upright)
    streets = [far - row * (1 + 2 * n) - level * n - level for n in range(3)]  # near sides
    sections = _level_corridors(draft, streets, level, right, int(rng.integers(5, 8)))
    _upright_corridors(draft, streets, level, at, upright, far, sections)
    _cell(draft, streets[1] + level / 2, at[len(at) // 2] + upright / 2)
    for n, near in enumerate(streets):
        for above in (True, False):
            low = near + level if above else near - row
            _rooms(draft, (low, low + row), at, upright, above, sections[n])
    gates = {}
    for n, near in enumerate(streets):
        for letter, name, x in (("ABC"[n], 0, -1), ("DEF"[n], -1, 1)):
            gates[letter] = (sections[n][name], x * (right + EDGE / 2), near + level / 2)
    doors, dots = tuple(draft.doors), tuple(draft.dots)
    return Plan(EXTENT, draft.areas, tuple(draft.links), gates, doors=doors, dots=dots)


def _columns(rng: Rng, right: float, upright: float) -> list[float]:
    """The left sides of the upright corridors: at both ends, and one between."""
    return [-right, float(rng.uniform(-0.04, 0.02)), right - upright]


def _level_corridors(
    draft: _Drawing, streets: list[float], level: float, right: float, count: int
) -> list[list[str]]:
    names: list[list[str]] = []
    for n, near in enumerate(streets):
        row: list[str] = []
        for k in range(count):
            left, end = (-right + 2 * right * (k + j) / count for j in (0, 1))
            name = f"H{n}.{k}"
            draft.areas[name] = (CORRIDOR, (left, near, end, near + level))
            if row:
                draft.links.append((row[-1], name))
                draft.dots.append((left, near + level / 2, level, False))
            row.append(name)
        names.append(row)
    return names


def _upright_corridors(
    draft: _Drawing,
    streets: list[float],
    level: float,
    at: list[float],
    upright: float,
    far: float,
    sections: list[list[str]],
) -> None:
    """Pieces between the level corridors, each cut in two, and dead ends beyond them."""
    for c, left in enumerate(at):
        for n in range(4):
            top = far if n == 0 else streets[n - 1]
            low = -far if n == 3 else streets[n] + level
            cuts = [top, (top + low) / 2, low] if n in (1, 2) else [top, low]
            above = None if n == 0 else _under(draft, sections[n - 1], left + upright / 2)
            for k, (high, deep) in enumerate(pairwise(cuts)):
                name = f"V{c}.{n}.{k}"
                draft.areas[name] = (CORRIDOR, (left, deep, left + upright, high))
                if above is not None:
                    draft.links.append((above, name))
                    draft.dots.append((left + upright / 2, high, upright, True))
                above = name
            if n < 3 and above is not None:
                draft.links.append((above, _under(draft, sections[n], left + upright / 2)))
                if not draft.open_mouths:
                    draft.dots.append((left + upright / 2, low, upright, True))


def _under(draft: _Drawing, names: list[str], x: float) -> str:
    """The section of a level corridor at some place."""
    return next(n for n in names if draft.areas[n][1][0] <= x <= draft.areas[n][1][2])


def _cell(draft: _Drawing, y: float, x: float) -> None:
    half = 0.026
    draft.areas["CELL"] = (CELL, (x - half, y - half, x + half, y + half))
    beside = [name for name in draft.areas if name.startswith("H1")]
    draft.links.append(("CELL", _under(draft, beside, x)))


def _rooms(
    draft: _Drawing,
    rows: tuple[float, float],
    at: list[float],
    upright: float,
    above: bool,
    sections: list[str],
) -> None:
    """Six rooms between the upright corridors, each with a door to its street."""
    rng = draft.rng
    for left, end in ((at[0] + upright, at[1]), (at[1] + upright, at[2])):
        shares = np.cumsum([0.0, *(rng.uniform(0.85, 1.15, 3))])
        cuts = left + (end - left) * shares / shares[-1]
        for a, b in pairwise(cuts):
            number = sum(kind == ROOM for kind, _ in draft.areas.values()) + 1
            draft.areas[f"R{number}"] = (ROOM, (float(a), rows[0], float(b), rows[1]))
            door = rows[0] if above else rows[1]
            x = _door_place(draft, sections, float(a), float(b))
            draft.links.append((f"R{number}", _under(draft, sections, x)))
            draft.doors.append((x, door, True))
            _side_door(draft, f"R{number}", upright)


def _side_door(draft: _Drawing, room: str, upright: float) -> None:
    """Now and then a second door, to the upright corridor beside a room."""
    left, low, right, high = draft.areas[room][1]
    y = (low + high) / 2
    if draft.rng.random() >= draft.side_doors:
        return
    for name, (kind, (x0, y0, x1, y1)) in list(draft.areas.items()):
        if kind == CORRIDOR and name.startswith("V") and y0 < y - 0.01 and y + 0.01 < y1:
            for wall, edge in ((left, x1), (right, x0)):
                if abs(wall - edge) < upright / 9:
                    draft.links.append((room, name))
                    draft.doors.append((wall, y, False))
                    return


def _door_place(draft: _Drawing, sections: list[str], a: float, b: float) -> float:
    """A place for a door, not beside a divider and not under the Cell."""
    cell = draft.areas["CELL"][1]
    for _ in range(200):
        x = float(draft.rng.uniform(a + 0.012, b - 0.012))
        off = min(abs(x - edge) for n in sections for edge in draft.areas[n][1][::2])
        if off > 0.010 and not (cell[0] - 0.012 < x < cell[2] + 0.012):
            return x
    return float((a + b) / 2)


# --- print ---------------------------------------------------------------------------------------


def print_map(rng: Rng, plan: Plan) -> Image:
    """The sheet: light corridors, dark rooms, dots, doors, letters at the entrances."""
    high, wide = round(DEPTH * SCALE), round(WIDTH * SCALE)
    tan = shifted(TANS[rng.integers(len(TANS))], rng.uniform(-0.02, 0.02), 1.0, 1.0)
    brown = shifted(BROWNS[rng.integers(len(BROWNS))], rng.uniform(-0.03, 0.03), 1.0, 1.0)
    image = tint(mix(tan, (200, 220, 220), 0.4), 0.15 * cloudy(rng, high, wide, 6, 4))
    wall = mix(brown, WALLS[rng.integers(len(WALLS))], float(rng.uniform(0.45, 0.8)))
    frame, ink = int(rng.integers(4, 10)), mix(brown, (0, 0, 0), float(rng.uniform(0.2, 0.7)))
    _fill(image, (-WIDTH / 2 + EDGE * 0.6, -DEPTH / 2 + EDGE * 0.6,
                  WIDTH / 2 - EDGE * 0.6, DEPTH / 2 - EDGE * 0.6), wall)  # fmt: skip
    for kind, rect in plan.areas.values():
        if kind == CORRIDOR:
            _fill(image, rect, tan)
    for name, (kind, rect) in plan.areas.items():
        if kind == ROOM:
            _fill(image, rect, mix(brown, (60, 80, 140), float(rng.uniform(0, 0.35))))
            _frame(image, rect, wall, frame)
            _letters(image, name[1:], (rect[0] + 0.004, rect[3] - 0.008), 0.0032,
                     mix(brown, (90, 150, 230), 0.6))  # fmt: skip
    for x, y, level in plan.doors:
        half = (0.006, 0.003) if level else (0.003, 0.006)
        _fill(image, (x - half[0], y - half[1], x + half[0], y + half[1]), tan)
    dots = int(rng.integers(6, 10)), int(rng.integers(3, 6))
    for x, y, length, level in plan.dots:
        _dotted(image, x, y, length, level, ink, dots)
    grain = 1 + 0.25 * cloudy(rng, high, wide, 40, 3)
    image = np.clip(image * grain[..., None], 0, 255).astype(np.uint8)
    _cell_print(image, plan.areas["CELL"][1], brown)
    for letter, (_, x, y) in plan.gates.items():
        middle = _pixel(x, y)
        cv2.circle(image, middle, round(0.0075 * SCALE), mix(tan, (255, 255, 255), 0.7), -1)
        cv2.circle(image, middle, round(0.0075 * SCALE), mix(brown, (40, 40, 140), 0.5), 3)
        _letters(image, letter, (x - 0.0035, y - 0.0035), 0.0042, brown)
    return image


def _pixel(x: float, y: float) -> tuple[int, int]:
    return round((x + WIDTH / 2) * SCALE), round((DEPTH / 2 - y) * SCALE)


def _fill(image: Image, rect: Rect, colour: Bgr) -> None:
    cv2.rectangle(image, _pixel(rect[0], rect[3]), _pixel(rect[2], rect[1]), colour, -1)


def _frame(image: Image, rect: Rect, colour: Bgr, thick: int = 5) -> None:
    cv2.rectangle(image, _pixel(rect[0], rect[3]), _pixel(rect[2], rect[1]), colour, thick)


def _dotted(
    image: Image, x: float, y: float, length: float, level: bool, ink: Bgr, dots: tuple[int, int]
) -> None:
    count, radius = dots
    for n in range(count):
        off = (n + 0.5) / count * length - length / 2
        place = _pixel(x + off, y) if level else _pixel(x, y + off)
        cv2.circle(image, place, radius, ink, -1, cv2.LINE_AA)


def _cell_print(image: Image, rect: Rect, brown: Bgr) -> None:
    _fill(image, rect, mix(brown, (20, 20, 20), 0.5))
    for n in range(1, 7):
        x = rect[0] + (rect[2] - rect[0]) * n / 7
        cv2.line(image, _pixel(x, rect[3]), _pixel(x, rect[1]), mix(brown, (160, 160, 160), 0.7), 6)
    _frame(image, rect, mix(brown, (0, 0, 0), 0.7))
    _letters(image, "CELL", (rect[0] + 0.006, (rect[1] + rect[3]) / 2 - 0.004), 0.005,
             (225, 235, 240))  # fmt: skip


def _letters(image: Image, text: str, at: tuple[float, float], size: float, ink: Bgr) -> None:
    scale = size * SCALE / 14
    cv2.putText(
        image,
        text,
        _pixel(*at),
        cv2.FONT_HERSHEY_COMPLEX,
        scale,
        ink,
        round(2 * scale),
        cv2.LINE_AA,
    )
