"""Where a card lies near its slot: by its outline against the table, else as a rectangle fits best.

Only the size of a card is known here; which way up it lies is told by its print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import Maps, Patch, Picture, Window, maps_for, take, to_log
from vision.solomon.table import SIZES, STRAY

Array = NDArray[np.float32]

FINE = 0.0005  # metres a sample when a card is read
STEP = 0.001  # and when its outline is looked for
KNOT = 16  # picture places are worked out at every so many samples, between them they are even
RING = 7  # samples at the edge of the window that mostly show the table
# A card differs from the table at least this much (log light).
LEAST_CONTRAST = 0.07
# How much an outline may differ from the card's size, and how full it must be.
SIZE_OFF, FULL_OUTLINE = 0.09, 0.9
OUTLINED = 0.4
ANGLES = np.radians(np.arange(-12.0, 12.1, 3.0))
FINER = np.radians((-1.5, -0.75, 0.0, 0.75, 1.5))
LEAST_RECTANGLE = 0.6
# How far an outline may be misjudged: shifts (metres) and turns, roughly and finely.
ROOM = 0.005
ASKEW = (np.radians((-4.0, -2.0, 2.0, 4.0)), np.radians((-1.0, -0.5, 0.5, 1.0)))
# The print of a card is looked for all over the window at every so many metres.
COARSE = 0.003
# What it costs (likeness) to lie a millimetre, a degree off the outline, squared.
SHIFTED, TURNED = 0.002, 0.003


@dataclass(frozen=True)
class Place:
    """A card on the table: its middle and the turn of its upright, counter-clockwise."""

    x: float
    y: float
    turn: float

    def window(self, width: float, length: float, step: float, margin: float = 0.0) -> Window:
        """The card as it is read, with a margin."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        across, down = (float(c), float(s)), (float(s), float(-c))
        half_w, half_l = width / 2 + margin, length / 2 + margin
        x = self.x - across[0] * half_w - down[0] * half_l
        y = self.y - across[1] * half_w - down[1] * half_l
        columns, rows = round(2 * half_w / step), round(2 * half_l / step)
        return Window((float(x), float(y), SIZES.card_level), across, down, columns, rows, step)

    def moved(self, right: float, down: float) -> Place:
        """The place so far to the right and down as the card is read."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return Place(self.x + c * right + s * down, self.y + s * right - c * down, self.turn)

    def turned(self, angle: float) -> Place:
        return Place(self.x, self.y, self.turn + angle)


def seen(picture: Picture, view: View, window: Window) -> Patch:
    """A window of the table as log light."""
    return to_log(take(picture, maps_for(view, window)))


class Desk:
    """The table about a slot seen straight from above, from which cards are cut as they lie."""

    def __init__(
        self, picture: Picture, view: View, near: tuple[float, float], width: float, length: float
    ) -> None:
        self.middle = Place(*near, 0.0)
        self.width, self.length = width, length
        self._window = self.middle.window(width, length, FINE, STRAY)
        self.sharp = to_log(take(picture, _even_maps(view, self._window)))
        self.soft = np.asarray(cv2.GaussianBlur(self.sharp, (0, 0), 1.3), np.float32)
        self._levels: dict[float, tuple[Array, float]] = {FINE: (self.sharp, 1.0)}

    def at(self, step: float) -> Array:
        """The whole desk, a sample every step."""
        return self._level(step)[0]

    def _level(self, step: float) -> tuple[Array, float]:
        if step not in self._levels:
            rows, columns = self.sharp.shape[:2]
            size = (round(columns * FINE / step), round(rows * FINE / step))
            small = cv2.resize(self.sharp, size, interpolation=cv2.INTER_AREA)
            self._levels[step] = np.asarray(small, np.float32), columns / size[0]
        return self._levels[step]

    def cut(self, place: Place, step: float, margin: float = 0.0, *, soft: bool = False) -> Patch:
        """A card as it lies there, upright."""
        window = place.window(self.width, self.length, step, margin)
        whole, scale = (self.soft, 1.0) if soft else self._level(step)
        (x, y, _), (across, down) = window.corner, (window.across, window.down)
        (x0, y0, _), unit = self._window.corner, FINE * scale
        matrix = np.array(
            [
                [across[0] * step, down[0] * step, x - x0],
                [-across[1] * step, -down[1] * step, y0 - y],
            ]
        )
        matrix /= unit
        # Samples lie half a step inside their corner, in the card as on the desk.
        matrix[:, 2] += matrix[:, :2].sum(axis=1) / 2 - 0.5
        size = (window.columns, window.rows)
        way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut = cv2.warpAffine(whole, matrix, size, flags=way, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cut, np.float32)

    def places(self) -> Iterator[Place]:
        """Where a card may lie, the likeliest first; none if only table is there."""
        mask = cardness(self.at(STEP))
        if mask is None:
            return
        outlined = _outlined(mask > OUTLINED, self.middle, self.width, self.length)
        if outlined is not None:
            yield outlined
        else:
            yield from _rectangle(mask, self.middle, self.width, self.length)


def settled(desk: Desk, place: Place, look: Patch) -> tuple[Place, float]:
    """The place a card really has near its outline, by its print, and how like a card it is."""
    best = (*nearby(desk, place, look), 0.0)
    for angles in ASKEW:
        middle, _, turn = best
        for angle in angles:
            away = turn + float(angle)
            there, value = nearby(desk, middle.turned(float(angle)), look)
            value -= TURNED * float(np.degrees(away)) ** 2
            if value > best[1]:
                best = (there, value, away)
    return best[0], best[1]


def nearby(desk: Desk, place: Place, look: Patch) -> tuple[Place, float]:
    """The place moved a little to where the card looks most like one, and how like."""
    match = cv2.matchTemplate(desk.cut(place, STEP, ROOM), look, cv2.TM_CCOEFF_NORMED)
    match = np.asarray(match, np.float32) - _off_middle(match.shape[0], match.shape[1])
    _, value, _, (column, row) = cv2.minMaxLoc(match)
    dx, dy = peak_of(match, row, column)
    right, down = dx - (match.shape[1] - 1) / 2, dy - (match.shape[0] - 1) / 2
    return place.moved(right * STEP, down * STEP), float(value)


def by_print(desk: Desk, look: Patch) -> Place:
    """Where the print of a card fits best, for tables on which no outline shows."""
    rows, columns = (round(count * STEP / COARSE) for count in look.shape[:2])
    small = np.asarray(cv2.resize(look, (columns, rows), interpolation=cv2.INTER_AREA))
    best = (-1.0, desk.middle)
    for turn in (*ANGLES, *(ANGLES + np.pi)):
        place = desk.middle.turned(float(turn))
        match = cv2.matchTemplate(desk.cut(place, COARSE, STRAY), small, cv2.TM_CCOEFF_NORMED)
        _, value, _, (column, row) = cv2.minMaxLoc(match)
        if value > best[0]:
            right, down = column - (match.shape[1] - 1) / 2, row - (match.shape[0] - 1) / 2
            best = (value, place.moved(right * COARSE, down * COARSE))
    return best[1]


@lru_cache(maxsize=8)
def _off_middle(rows: int, columns: int) -> Array:
    """What it costs to lie away from the middle of so many shifts."""
    y, x = np.ogrid[0:rows, 0:columns]
    far = (y - (rows - 1) / 2) ** 2 + (x - (columns - 1) / 2) ** 2
    return np.asarray(SHIFTED * far * (STEP / 0.001) ** 2, np.float32)


def _even_maps(view: View, window: Window) -> Maps:
    """The picture places of a window: worked out at knots, evenly spread between them."""
    wide = window.step * KNOT
    (x, y, height), across, down = window.corner, window.across, window.down
    corner = (x - wide * (across[0] + down[0]), y - wide * (across[1] + down[1]), height)
    columns, rows = (-(-count // KNOT) + 2 for count in (window.columns, window.rows))
    coarse = maps_for(view, Window(corner, across, down, columns, rows, wide))
    size, inner = (columns * KNOT, rows * KNOT), slice(KNOT, None)
    place = [
        np.ascontiguousarray(
            cv2.resize(each, size)[inner, inner][: window.rows, : window.columns], np.float32
        )
        for each in (coarse.x, coarse.y)
    ]
    return Maps(place[0], place[1], np.ones(place[0].shape, bool))


def cardness(there: Patch) -> Array | None:
    """How far each sample is from the table at the edge of a window; 1 is a card's ground."""
    rows, columns = there.shape[:2]
    edge = np.ones((rows, columns), bool)
    edge[RING:-RING, RING:-RING] = False
    table = np.median(there[edge], axis=0)
    inner = there[rows // 3 : -rows // 3, columns // 3 : -columns // 3].reshape(-1, 3)
    apart = np.median(inner, axis=0) - table
    power = float(apart @ apart)
    if power < LEAST_CONTRAST**2:
        return None
    far = np.minimum(np.linalg.norm(there - table, axis=2) / np.sqrt(power), 1.0)
    return np.asarray(cv2.blur(far.astype(np.float32), (3, 3)))


def _outlined(mask: NDArray[np.bool_], middle: Place, width: float, length: float) -> Place | None:
    """The outline that has the size of a card; thin borders count, then thin bridges do not."""
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    for whole in (closed, opened):
        outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:4]:
            found = _card_like(outline, width, length)
            if found is not None:
                x, y, turn = found
                return _placed(middle, mask.shape, x, y).turned(turn)
    return None


def _card_like(outline: Any, width: float, length: float) -> tuple[float, float, float] | None:
    """Middle (samples) and turn of an outline, if it is one of a card."""
    (x, y), (a, b), angle = cv2.minAreaRect(outline)
    if a > b:
        a, b, angle = b, a, angle - 90
    wide, long = (a + 1) * STEP, (b + 1) * STEP
    off = max(abs(wide / width - 1), abs(long / length - 1))
    if off > SIZE_OFF or cv2.contourArea(outline) < FULL_OUTLINE * a * b:
        return None
    return x + 0.5, y + 0.5, float(-np.radians((angle + 90) % 180 - 90))


def _placed(middle: Place, shape: tuple[int, ...], x: float, y: float) -> Place:
    """The table's place of a sample of the window about a middle."""
    return middle.moved((x - shape[1] / 2) * STEP, (y - shape[0] / 2) * STEP)


def _rectangle(mask: Array, middle: Place, width: float, length: float) -> Iterator[Place]:
    """Where a rectangle of the card's size fits best, as cards do that touch or lie in shade."""
    turn, angles = 0.0, ANGLES
    best = (0.0, middle)
    for step, finer in ((3, FINER), (1, ())):
        small = np.ascontiguousarray(mask[::step, ::step])
        found = []
        for angle in turn + np.asarray(angles):
            form = _form(width, length, float(angle), STEP * step)
            match = cv2.matchTemplate(small, form, cv2.TM_CCOEFF_NORMED)
            _, value, _, (column, row) = cv2.minMaxLoc(match)
            x, y = (column + form.shape[1] / 2) * step, (row + form.shape[0] / 2) * step
            found.append((value, _placed(middle, mask.shape, x, y).turned(float(angle))))
        best = max(found, key=lambda item: item[0])
        turn, angles = best[1].turn, finer
    if best[0] > LEAST_RECTANGLE:
        yield best[1]


@lru_cache(maxsize=256)
def _form(width: float, length: float, angle: float, step: float) -> Array:
    """A rectangle turned counter-clockwise, on ground of the same size whatever the angle."""
    most = float(ANGLES[-1]) + 0.05
    columns = int((width * np.cos(most) + length * np.sin(most)) / step) + 2
    rows = int((length + width * np.sin(most)) / step) + 2
    page = np.zeros((rows, columns), np.float32)
    box = ((columns / 2 - 0.5, rows / 2 - 0.5), (width / step, length / step))
    corners = cv2.boxPoints((*box, -float(np.degrees(angle))))
    cv2.fillConvexPoly(page, np.round(corners * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    return page


def peak_of(match: Array, row: int, column: int) -> tuple[float, float]:
    """A maximum between samples: column, row."""

    def vertex(a: float, b: float, c: float) -> float:
        bend = a - 2 * b + c
        return 0.0 if bend >= 0 else float(np.clip(0.5 * (a - c) / bend, -0.5, 0.5))

    rows, columns = match.shape
    dx = dy = 0.0
    if 0 < column < columns - 1:
        dx = vertex(*map(float, match[row, column - 1 : column + 2]))
    if 0 < row < rows - 1:
        dy = vertex(*map(float, match[row - 1 : row + 2, column]))
    return column + dx, row + dy
