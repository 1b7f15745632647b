"""Teaching Kilt Castle: from a few labelled pictures of the owner's box to a profile.

A teaching picture comes with what a person says of it: the four corners of the board and what lies
where. Two pictures are enough: one with every kind of floor, a roof and a tower or two, one with
the ten cards round the empty board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crests import SIDE as CREST
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.kilt_cards import blurred
from vision.kilt_layout import (
    BOARD,
    OUTWARD,
    SIZE,
    SQUARES,
    Layout,
    Square,
    board_window,
    sideways,
)
from vision.kilt_profile import CARD_COLUMNS, CARD_ROWS, PLAIN_STEP, Profile, disc_for, fine_step
from vision.likeness import Looks
from vision.sample import Patch, Picture, Window, maps_for, take, to_log
from vision.windows import around

CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
Places = dict[Square, NDArray[np.float64]]
# Positions of pieces in the hand of a teacher: nobody lays them more exactly than this.
ASKEW = 0.004
# How much the height of a floor differs from box to box, as far as anybody knows.
USUAL_SPREAD = 0.0015


@dataclass(frozen=True)
class Lesson:
    """One teaching picture with its labels."""

    picture: Picture
    soft: Picture
    view: View
    floors: dict[Square, list[tuple[str, int]]]
    roofs: frozenset[Square]
    water: frozenset[Square]
    cards: dict[int, tuple[str, str]]


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """Read the label of a teaching picture (the layout of a table's `state`)."""
    state = label["state"]
    size = (picture.shape[1], picture.shape[0])
    view = solve_view(CORNERS, np.array(label["board_corners_px"], dtype=np.float64), size)
    squares = {_square(key): value for key, value in state["squares"].items()}
    return Lesson(
        picture,
        np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), dtype=np.uint8),
        view,
        {s: [(f["color"], f["crests"]) for f in v["floors"]] for s, v in squares.items()},
        frozenset(s for s, v in squares.items() if v["roof"]),
        frozenset((r, c) for r, c in state["water"]),
        {
            int(p): (cards[0]["facing_board"], cards[0]["facing_away"])
            for p, cards in state["positions"].items()
            if cards
        },
    )


def _square(key: str) -> Square:
    row, column = key.split(",")
    return int(row), int(column)


def teach(lessons: Sequence[Lesson]) -> Profile:
    """The profile of a box, from its teaching pictures."""
    if not lessons:
        raise TeachingError(
            "no teaching picture was given: take one of the floors, one of the cards"
        )
    floors = max(lessons, key=lambda one: sum(map(bool, one.floors.values())))
    cards = max(lessons, key=lambda one: len(one.cards))
    board = min(lessons, key=lambda one: sum(map(bool, one.floors.values())))
    _check(floors, cards)
    layout, places = _grid(Layout(), floors, board)
    layout, spots = _card_spots(layout, cards)
    kinds = _Kinds(layout, floors, places)
    layout = replace(layout, floor_height=kinds.floor_height(kinds.plain()))
    return Profile(
        layout=layout,
        water=board.water,
        board=_board_picture(board),
        board_plain=_plain_board(layout, board),
        kinds=kinds.plain(),
        crests=kinds.crests(),
        cards=_card_looks(cards, layout, spots),
    )


def _check(floors: Lesson, cards: Lesson) -> None:
    """Say what the pictures lack, if anything."""
    shown = {tower[-1] for tower in floors.floors.values() if len(tower) == 1}
    colours = {colour for colour, _ in shown}
    missing = {(c, n) for c in colours for n in (0, 1, 2)} - shown
    if missing or len(colours) < 3:
        raise TeachingError(f"the floor picture must show every kind alone on a square: {missing}")
    pairs = {tuple(sorted(pair)) for pair in cards.cards.values()}
    if len(pairs) < len(colours) * (len(colours) + 1) // 2:
        raise TeachingError("the card picture must show every card once, next to the board")
    if not floors.roofs:
        raise TeachingError("the floor picture must show a roof on a floor")


def _rectified(one: Lesson, z: float, step: float, margin: float = 0.0) -> Patch:
    window = board_window(step, z, margin)
    return to_log(take(one.soft, maps_for(one.view, window)))


def _board_picture(one: Lesson) -> Picture:
    return take(one.picture, maps_for(one.view, board_window(0.001, 0.0)))


def _spread(centre: NDArray[np.float64], z: float, reach: int) -> Window:
    count = 2 * reach + 1
    half = count * PLAIN_STEP / 2
    corner = (float(centre[0] - half), float(centre[1] + half), z)
    return Window(corner, (1.0, 0.0), (0.0, -1.0), count, count, PLAIN_STEP)


def _grid(layout: Layout, floors: Lesson, board: Lesson) -> tuple[Layout, Places]:
    """Fit the pitch and middle of the squares to where the labelled floors were found."""
    change = _rectified(floors, 0.0, CHANGE_STEP) - _rectified(board, 0.0, CHANGE_STEP)
    change = _beyond_shade(change - np.median(change, axis=(0, 1)))
    low = [s for s, tower in floors.floors.items() if len(tower) == 1 and s not in floors.roofs]
    bare = [s for s, tower in floors.floors.items() if not tower]
    layout = _roughly(layout, np.minimum(change, 1.5), low, bare)
    middles = np.array([layout.centre(s) for s in low])
    depth = _depth(cv2.GaussianBlur(change, (0, 0), 1.0) > 0.6, middles)
    for _ in range(3):
        peaks = np.array([_peak(depth, layout, square) for square in low])
        found = _foot_points(peaks[:, :2], floors.view.centre, layout.floor_height * 0.8)
        size = peaks[:, 2] / np.median(peaks[:, 2])
        whole = (size > 0.75) & (size < 1.25)
        layout = _fitted(layout, np.array(low)[whole], found[whole])
    radius = float(min(np.median(peaks[:, 2]), layout.pitch[0] * 0.42))
    return replace(layout, floor_radius=radius), dict(zip(low, found, strict=True))


CHANGE_STEP = 0.00125


def _beyond_shade(change: Patch) -> Patch:
    """How much colour changed; a shadow darkens all channels alike and counts little."""
    level = change.mean(axis=2, keepdims=True)
    return np.asarray(1.2 * np.abs(change - level).sum(axis=2) + 0.3 * np.abs(level[..., 0]))


def _depth(mask: NDArray[np.bool_], middles: NDArray[np.float64]) -> NDArray[np.float32]:
    """How deep inside a changed spot each sample lies, in metres.

    A crest may look like the board: a hole in the middle of a square that bears a floor is floor.
    """
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, names, stats, centres = cv2.connectedComponentsWithStats(1 - opened, connectivity=4)
    x = (centres[:, 0] + 0.5) * CHANGE_STEP - BOARD / 2
    y = BOARD / 2 - (centres[:, 1] + 0.5) * CHANGE_STEP
    apart = np.hypot(x[:, None] - middles[:, 0], y[:, None] - middles[:, 1]).min(axis=1)
    small = stats[:, cv2.CC_STAT_AREA] * CHANGE_STEP**2 < 0.024**2
    filled = np.isin(names, np.flatnonzero(small & (apart < 0.013))) | (opened > 0)
    return np.asarray(cv2.distanceTransform(filled.astype(np.uint8), cv2.DIST_L2, 5) * CHANGE_STEP)


def _at(field: NDArray[Any], places: NDArray[np.float64]) -> NDArray[Any]:
    """A field over the board, at board-frame places (..., 2)."""
    rows = np.clip((BOARD / 2 - places[..., 1]) / CHANGE_STEP, 0, field.shape[0] - 1)
    columns = np.clip((places[..., 0] + BOARD / 2) / CHANGE_STEP, 0, field.shape[1] - 1)
    return np.asarray(field[rows.astype(int), columns.astype(int)])


def _roughly(layout: Layout, change: Patch, low: list[Square], bare: list[Square]) -> Layout:
    """The grid that has most change on the squares with floors and least on the bare ones."""
    size = 2 * round(0.010 / CHANGE_STEP) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.float32)
    spread = np.asarray(cv2.filter2D(change, -1, kernel / kernel.sum()))
    wanted = np.array([1.0] * len(low) + [-1.0] * len(bare))
    best, found = -np.inf, layout
    offsets = np.arange(-6, 6.1, 2) / 1000
    for pitch in np.arange(0.040, 0.0601, 0.001):
        for x in offsets:
            for y in offsets:
                tried = replace(layout, pitch=(float(pitch),) * 2, origin=(float(x), float(y)))
                places = np.array([tried.centre(s) for s in [*low, *bare]])
                value = float((_at(spread, places) * wanted).sum()) - 40 * abs(x) - 40 * abs(y)
                if value > best:
                    best, found = value, tried
    return found


def _peak(depth: NDArray[np.float32], layout: Layout, square: Square) -> tuple[float, float, float]:
    """The middle and the inner radius of the spot on a square."""
    reach = np.arange(-0.4, 0.41, 0.04) * layout.pitch[0]
    tries = layout.centre(square) + np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 2)
    values = _at(depth, tries)
    if values.max() <= 0.003:
        raise TeachingError(f"no floor was found on square {square}: check the four corners")
    core = values > 0.85 * values.max()
    middle = tries[core].mean(axis=0)
    return float(middle[0]), float(middle[1]), float(values.max())


def _foot_points(
    places: NDArray[np.float64], camera: NDArray[np.float64], height: float
) -> NDArray[np.float64]:
    """Where things of some height stand that appear at these places of the board's plane."""
    shrink = (camera[2] - height) / camera[2]
    return np.asarray(camera[:2] + (places - camera[:2]) * shrink)


def _fitted(layout: Layout, squares: NDArray[np.int64], found: NDArray[np.float64]) -> Layout:
    """The grid through places found for squares; one pitch for both directions."""
    if len(squares) < 4:
        raise TeachingError("too few floors were found on their squares: check the four corners")
    index = np.stack([squares[:, 1] - 2, 2 - squares[:, 0]], axis=1).astype(np.float64)
    middle, place = index - index.mean(axis=0), found - found.mean(axis=0)
    pitch = float((middle * place).sum() / (middle * middle).sum())
    origin = np.median(found - index * pitch, axis=0)
    return replace(layout, pitch=(pitch, pitch), origin=(float(origin[0]), float(origin[1])))


def _plain_board(layout: Layout, one: Lesson) -> NDArray[np.float32]:
    """The coarse look of each empty square, (25, samples, 3)."""
    return np.stack([plain_samples(one, layout, layout.centre(s), 0.0) for s in SQUARES])


def plain_samples(one: Lesson, layout: Layout, centre: NDArray[np.float64], z: float) -> Patch:
    """The coarse disc of samples round a point, (samples, 3)."""
    disc = disc_for(layout)
    window = _spread(centre, z, disc.reach)
    return to_log(take(one.soft, maps_for(one.view, window)))[disc.rows, disc.columns]


class _Kinds:
    """The looks of floors and roofs, cut from the picture that shows them."""

    def __init__(self, layout: Layout, one: Lesson, places: Places) -> None:
        self.layout, self.one, self.disc = layout, one, disc_for(layout)
        self.places: Places = {}
        towers = [(s, t) for s, t in one.floors.items() if t]
        for square, tower in sorted(towers, key=lambda item: item[1][-1][1]):
            self.places[square] = self._settle(square, tower, places.get(square))

    def _settle(
        self, square: Square, tower: list[tuple[str, int]], start: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """The middle of a top, from wherever it may be: the place that looks most like one."""
        nominal = self.layout.centre(square)
        clan = self._clan(tower[-1])
        starts = [nominal] if start is None else [nominal, start]
        if clan is not None:
            starts.append(self._hull_middle(nominal, clan))
        z = len(tower) * self.layout.floor_height
        steps = np.arange(-3, 3.1, 1) / 1000
        tries = [s + (dx, dy) for s in starts for dx in steps for dy in steps]
        return np.asarray(min(tries, key=lambda centre: self._unlike_top(centre, z, clan, nominal)))

    def _unlike_top(
        self,
        centre: NDArray[np.float64],
        z: float,
        clan: Patch | None,
        nominal: NDArray[np.float64],
    ) -> float:
        """How little a disc is of one make ring by ring; with a crest: how little its rim has the
        clan's colour and its middle another.
        """
        samples = plain_samples(self.one, self.layout, centre, z)
        off = centre - nominal
        far = float(off @ off) / 0.008**2 * 0.1
        if clan is None:
            return self.disc.roughness(samples) + far
        apart = np.minimum(np.abs(samples - clan).max(axis=1), 1.5)
        return float(apart[self.disc.rim].mean() - apart[self.disc.crest].mean()) + far

    def _hull_middle(self, nominal: NDArray[np.float64], clan: Patch) -> NDArray[np.float64]:
        """The middle of everything near a square that has the clan's colour."""
        reach = round(self.layout.pitch[0] * 0.45 / PLAIN_STEP)
        window = _spread(nominal, self.layout.floor_height, reach)
        patch = to_log(take(self.one.soft, maps_for(self.one.view, window)))
        rest = patch - clan
        level = rest.mean(axis=2, keepdims=True)
        near = (np.abs(rest - level).sum(axis=2) < 0.5) & (np.abs(level[..., 0]) < 0.6)
        points = np.argwhere(near)
        if len(points) < 10:
            return nominal
        hull = cv2.convexHull(points[:, ::-1].astype(np.float32))
        moments = cv2.moments(hull)
        if moments["m00"] <= 0:
            return nominal
        x, y = moments["m10"] / moments["m00"] - reach, moments["m01"] / moments["m00"] - reach
        return np.asarray(nominal + np.array([x, -y]) * PLAIN_STEP)

    def _clan(self, floor: tuple[str, int]) -> Patch | None:
        """The colour of a clan's plain floor, once that has been found."""
        for square, place in self.places.items():
            tower = self.one.floors[square]
            if floor[1] and tower == [(floor[0], 0)] and square not in self.one.roofs:
                samples = plain_samples(self.one, self.layout, place, self.layout.floor_height)
                return np.asarray(np.median(samples, axis=0))
        return None

    def plain(self) -> dict[str, tuple[Patch, Patch]]:
        """Mean and spread of every kind over its disc, each (samples, 3)."""
        kinds: dict[str, tuple[Patch, Patch]] = {}
        for square, tower in self.one.floors.items():
            if square in self.one.roofs:
                kinds["roof"] = self.disc.pooled(self._views(square, len(tower) + 0.5))
            elif len(tower) == 1:
                kinds[f"{tower[0][0]} {tower[0][1]}"] = self.disc.rings_of(self._views(square, 1))
        return kinds

    def _views(self, square: Square, floors: float) -> Patch:
        """The disc on a square's top, straight and a little off each way."""
        z = floors * self.layout.floor_height
        shifts = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]) * 0.0015
        return np.stack(
            [plain_samples(self.one, self.layout, self.places[square] + s, z) for s in shifts]
        )

    def crests(self) -> dict[str, Patch]:
        """The fine grey look of each single floor's middle, (side, side)."""
        found = {}
        for square, tower in self.one.floors.items():
            if len(tower) == 1 and square not in self.one.roofs:
                z = self.layout.floor_height
                found[f"{tower[0][0]} {tower[0][1]}"] = self._fine(self.places[square], z)
        return found

    def _fine(self, centre: NDArray[np.float64], z: float) -> Patch:
        step = fine_step(self.layout)
        half = CREST * step / 2
        corner = (float(centre[0] - half), float(centre[1] + half), z)
        window = Window(corner, (1.0, 0.0), (0.0, -1.0), CREST, CREST, step)
        return to_log(take(self.one.picture, maps_for(self.one.view, window)))

    def floor_height(self, kinds: dict[str, tuple[Patch, Patch]]) -> float:
        """The height of a floor, from where the tops of taller towers appear.

        An overhead picture tells little; then the usual height stays.
        """
        tall = [
            (s, t) for s, t in self.one.floors.items() if len(t) > 1 and s not in self.one.roofs
        ]
        heights = np.arange(0.010, 0.0221, 0.0005)
        value = -(((heights - self.layout.floor_height) / USUAL_SPREAD) ** 2) / 2
        for square, tower in tall:
            mean, spread = kinds[f"{tower[-1][0]} {tower[-1][1]}"]
            looks = Looks(["top"], mean[None], spread[None], 20.0)
            value += [self._top_fit(looks, square, h * len(tower)) for h in heights]
        return float(heights[int(value.argmax())])

    def _top_fit(self, looks: Looks, square: Square, z: float) -> float:
        """How well a top fits at a height, wherever on its square it lies."""
        shifts = np.array(around(3)) * 0.002
        rows = np.stack(
            [
                plain_samples(self.one, self.layout, self.layout.centre(square) + s, z).ravel()
                for s in shifts
            ]
        )
        off = (shifts**2).sum(axis=1) / ASKEW**2 / 2
        return float((looks.score(rows, np.ones_like(rows))[:, 0] - off).max())


def _card_spots(layout: Layout, one: Lesson) -> tuple[Layout, dict[int, tuple[float, ...]]]:
    """Find every labelled card beside the board: centre and turn; and the measures of a card.

    All cards are of one size: together they show it better than any one of them.
    """
    strange = {position: _strangeness(one, layout, position) for position in range(SIZE * 4)}
    with_card = np.mean([strange[p] for p in one.cards], axis=0)
    without = np.mean(
        [strange[p] for p in strange if p not in one.cards] or [0 * with_card], axis=0
    )
    step = with_card - without
    left, right = _span(step[12:45].mean(axis=0))
    top, bottom = _span(step[:, round(left) + 5 : round(right) - 4].mean(axis=1))
    size = (right - left, bottom - top)
    if not 1.2 < size[1] / size[0] < 2.0:
        raise TeachingError(
            "the cards were not made out beside the board: lay each close to it, one to a "
            "position, on a plain part of the table that is unlike the cards"
        )
    middle = ((left + right) / 2, (top + bottom) / 2)
    spots = {p: _settled_box(strange[p], middle, size) for p in one.cards}
    begin = EDGE + float(np.median([y for _, y, _ in spots.values()])) * MM - size[1] * MM / 2
    layout = replace(
        layout,
        card_length=size[1] * MM,
        card_width=size[0] * MM,
        card_start=begin,
        card_pitch=size[1] * MM * 1.02,
    )
    return layout, {p: (x * MM, y * MM, turn) for p, (x, y, turn) in spots.items()}


def _span(profile: NDArray[np.float64]) -> tuple[float, float]:
    """Where a profile is above half its height, to fractions of a sample."""
    height = float(np.percentile(profile, 85))
    above = np.flatnonzero(profile > height / 2)
    first, last = int(above[0]), int(above[-1])
    low = _crossing(profile, first, -1, height / 2)
    return low + 0.5, _crossing(profile, last, 1, height / 2) + 0.5


def _crossing(profile: NDArray[np.float64], index: int, way: int, level: float) -> float:
    beyond = index + way
    if not 0 <= beyond < len(profile):
        return index + way * 0.5
    drop = profile[index] - profile[beyond]
    return float(index + way * np.clip((profile[index] - level) / max(drop, 1e-6), 0, 1))


MM = 0.001
BESIDE_DEPTH = 110
EDGE = 0.0005  # the rim of the board itself is no card


def _strangeness(one: Lesson, layout: Layout, position: int) -> Patch:
    """How unlike the table around it each sample beside the board is; above 1 it is a card."""
    patch = cv2.GaussianBlur(_beside(one, layout, position), (0, 0), 1)
    rim = np.concatenate([patch[:, :4].reshape(-1, 3), patch[:, -4:].reshape(-1, 3)])
    rim = np.concatenate([rim, patch[-15:].reshape(-1, 3)])
    middle = np.median(rim, axis=0)
    spread = np.median(np.abs(rim - middle), axis=0) * 1.48 + 0.08
    return np.asarray((np.abs(patch - middle) / spread).max(axis=2) / 3)


def _settled_box(
    field: Patch, start: tuple[float, float], size: tuple[float, float]
) -> tuple[float, float, float]:
    """Centre and turn of a box of known size: most of what is strange inside, least around."""
    capped = np.minimum(field, 1.5)
    width, length = round(size[0]), round(size[1])
    ys, xs = np.mgrid[0 : field.shape[0], 0 : field.shape[1]] + 0.5
    away = ((xs - start[0]) ** 2 + (ys - start[1]) ** 2) / 5.0**2
    best, place = -np.inf, (*start, 0.0)
    for turn in np.arange(-6, 6.1, 1.5):
        matrix = cv2.getRotationMatrix2D(start, float(turn), 1.0)
        upright = cv2.warpAffine(capped, matrix, field.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        inside = cv2.boxFilter(upright, -1, (width, length), borderType=cv2.BORDER_REPLICATE)
        around = cv2.boxFilter(
            upright, -1, (width + 8, length + 8), borderType=cv2.BORDER_REPLICATE
        )
        value = 2 * inside - around - 0.05 * away - 0.002 * abs(turn)
        row, column = np.unravel_index(int(value.argmax()), value.shape)
        if value[row, column] > best:
            best = float(value[row, column])
            back = cv2.invertAffineTransform(matrix) @ (column + 0.5, row + 0.5, 1.0)
            place = (float(back[0]), float(back[1]), -float(turn))
    return place


def _beside(one: Lesson, layout: Layout, position: int) -> Patch:
    """The table next to a card position, 1 mm a sample, rows outward from the board's edge."""
    return to_log(take(one.picture, maps_for(one.view, _beside_window(layout, position))))


def _beside_window(layout: Layout, position: int) -> Window:
    side = position // SIZE
    out, across = np.array(OUTWARD[side]), np.array(sideways(side))
    columns = round(layout.pitch[0] / MM * 1.1)
    middle = layout.card_centre(position, 0)
    edge = out * (BOARD / 2 + EDGE) + across * (middle @ across)
    corner = edge - across * columns * MM / 2
    return Window(
        (float(corner[0]), float(corner[1]), 0.0),
        (float(across[0]), float(across[1])),
        (float(out[0]), float(out[1])),
        columns,
        BESIDE_DEPTH,
        MM,
    )


def _card_looks(
    one: Lesson, layout: Layout, spots: dict[int, tuple[float, ...]]
) -> dict[str, tuple[Patch, Patch]]:
    """Middle look and spread of each colour's half of a card, seen from the near end inward.

    A colour is on several cards: what they agree on is the colour, the rest is light.
    """
    halves: dict[str, list[Patch]] = {}
    for position, (board, away) in one.cards.items():
        patch = _card_patch(one, layout, position, spots[position])
        halves.setdefault(board, []).append(patch[: CARD_ROWS // 2])
        halves.setdefault(away, []).append(patch[::-1, ::-1][: CARD_ROWS // 2])
    looks = {}
    for colour, found in halves.items():
        middle = np.median(found, axis=0)
        spread = np.median(np.abs(np.stack(found) - middle), axis=0) * 1.48
        looks[colour] = (middle.astype(np.float32), spread.astype(np.float32))
    return looks


def _card_patch(one: Lesson, layout: Layout, position: int, spot: tuple[float, ...]) -> Patch:
    """One card, cut out along its own edges."""
    window = _beside_window(layout, position)
    across, out = np.array(window.across), np.array(window.down)
    turn = np.radians(spot[2])
    along = np.cos(turn) * across + np.sin(turn) * out
    down = np.cos(turn) * out - np.sin(turn) * across
    centre = np.array(window.corner[:2]) + across * spot[0] + out * spot[1]
    step = layout.card_length / CARD_ROWS
    rows, columns = CARD_ROWS + 2, CARD_COLUMNS + 2  # a rim for the blur, cut off again
    corner = centre - down * rows * step / 2 - along * columns * step / 2
    cut = Window(
        (float(corner[0]), float(corner[1]), 0.0),
        (float(along[0]), float(along[1])),
        (float(down[0]), float(down[1])),
        columns,
        rows,
        step,
    )
    patch = to_log(take(one.soft, maps_for(one.view, cut)))
    return blurred(patch[None])[0, 1:-1, 1:-1]
