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

from vision.errors import TeachingError
from vision.geometry import View, solve_view
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
from vision.kilt_profile import CARD_ROWS, CARD_COLUMNS, CREST, FINE_STEP, PLAIN_STEP, Profile, disc_for
from vision.sample import Patch, Picture, Window, maps_for, take, to_log

CORNERS = np.array([(-1, 1, 0), (1, 1, 0), (1, -1, 0), (-1, -1, 0)]) * (BOARD / 2)
Places = dict[Square, NDArray[np.float64]]
Box = tuple[tuple[float, float], tuple[float, float], float]
# Positions of pieces in the hand of a teacher: nobody lays them more exactly than this.
ASKEW = 0.004


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
        raise TeachingError("no teaching picture was given: take one of the floors, one of the cards")
    floors = max(lessons, key=lambda one: sum(map(bool, one.floors.values())))
    cards = max(lessons, key=lambda one: len(one.cards))
    board = min(lessons, key=lambda one: sum(map(bool, one.floors.values())))
    _check(floors, cards)
    layout, places = _grid(Layout(), floors, board)
    layout, spots = _card_spots(layout, cards)
    kinds = _Kinds(layout, floors, places)
    layout = replace(layout, floor_height=kinds.floor_height(floors))
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
    step = 0.00125
    change = _rectified(floors, 0.0, step) - _rectified(board, 0.0, step)
    change = np.abs(change - np.median(change, axis=(0, 1))).sum(axis=2)
    blobs = _blobs(cv2.GaussianBlur(change, (0, 0), 1.5) > 0.9, step)
    low = [s for s, tower in floors.floors.items() if len(tower) == 1 and s not in floors.roofs]
    found = _foot_points(blobs[:, :2], floors.view.centre, layout.floor_height * 0.8)
    for _ in range(8):
        nominal = np.array([layout.centre(s) for s in low])
        apart = np.linalg.norm(nominal[:, None] - found[None], axis=2)
        nearest = apart.argmin(axis=1)
        good = apart[np.arange(len(low)), nearest] < layout.pitch[0] * 0.4
        layout = _fitted(layout, np.array(low)[good], found[nearest[good]])
    area = float(np.median(blobs[nearest[good], 2]))
    radius = float(min(np.sqrt(area / np.pi), layout.pitch[0] * 0.42))
    places = {s: found[n] for s, n, fits in zip(low, nearest, good, strict=True) if fits}
    for square in set(low) - set(places):
        places[square] = _brightest_disc(change, layout.centre(square), radius * 0.8, step)
    return replace(layout, floor_radius=radius), places


def _blobs(mask: NDArray[np.bool_], step: float) -> NDArray[np.float64]:
    """Middle (board frame) and area of each changed spot, (spots, 3)."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    count, _, stats, middles = cv2.connectedComponentsWithStats(opened)
    areas = stats[1:, cv2.CC_STAT_AREA] * step * step
    x = (middles[1:, 0] + 0.5) * step - BOARD / 2
    y = BOARD / 2 - (middles[1:, 1] + 0.5) * step
    big = (areas > 0.012**2) & (areas < 0.07**2)
    if big.sum() < 3:
        raise TeachingError("the floors were not found on the board: check the four corners")
    return np.stack([x, y, areas], axis=1)[big]


def _brightest_disc(
    change: Patch, around: NDArray[np.float64], radius: float, step: float
) -> NDArray[np.float64]:
    """Where, near a point, a disc covers most change: for floors that touch a neighbour's image."""
    size = 2 * round(radius / step) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.float32)
    inside = cv2.filter2D(np.minimum(change, 1.5), -1, kernel / kernel.sum())
    steps = np.arange(-8, 8.1, 1) / 1000
    tries = [around + (dx, dy) for dx in steps for dy in steps]

    def covered(point: NDArray[np.float64]) -> float:
        row = int((BOARD / 2 - point[1]) / step)
        column = int((point[0] + BOARD / 2) / step)
        height, width = inside.shape
        away = float((point - around) @ (point - around)) / 0.008**2
        return float(inside[np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)]) - 0.1 * away

    return np.asarray(max(tries, key=covered))


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
        self.places = {
            square: self._settle(len(tower), places.get(square, layout.centre(square)))
            for square, tower in one.floors.items()
            if tower
        }

    def _settle(self, floors: int, start: NDArray[np.float64]) -> NDArray[np.float64]:
        """The middle of a top: where a disc is most of one make, ring by ring."""
        steps = np.arange(-3, 3.1, 1) / 1000
        tries = [start + (dx, dy) for dx in steps for dy in steps]
        z = floors * self.layout.floor_height

        def rough(centre: NDArray[np.float64]) -> float:
            samples = plain_samples(self.one, self.layout, centre, z)
            off = centre - start
            return self.disc.roughness(samples) + float(off @ off) / 0.003**2 * 0.05

        return np.asarray(min(tries, key=rough))

    def plain(self) -> dict[str, tuple[Patch, Patch]]:
        """Mean and spread of every kind over its disc, each (samples, 3)."""
        kinds: dict[str, tuple[Patch, Patch]] = {}
        for square, tower in self.one.floors.items():
            if square in self.one.roofs:
                kinds["roof"] = self._spread_of(square, tower, lift=0.5)
            elif len(tower) == 1:
                kinds[f"{tower[0][0]} {tower[0][1]}"] = self._spread_of(square, tower, lift=0.0)
        return kinds

    def _spread_of(self, square: Square, tower: list[Any], lift: float) -> tuple[Patch, Patch]:
        z = (len(tower) + lift) * self.layout.floor_height
        shifts = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
        views = [
            plain_samples(self.one, self.layout, self.places[square] + np.array(s) * 0.0015, z)
            for s in shifts
        ]
        return self.disc.rings_of(np.stack(views))

    def crests(self) -> dict[str, Patch]:
        """The fine grey look of each single floor's middle, (side, side)."""
        found = {}
        for square, tower in self.one.floors.items():
            if len(tower) == 1 and square not in self.one.roofs:
                z = self.layout.floor_height
                found[f"{tower[0][0]} {tower[0][1]}"] = self._fine(self.places[square], z)
        return found

    def _fine(self, centre: NDArray[np.float64], z: float) -> Patch:
        half = CREST * FINE_STEP / 2
        corner = (float(centre[0] - half), float(centre[1] + half), z)
        window = Window(corner, (1.0, 0.0), (0.0, -1.0), CREST, CREST, FINE_STEP)
        return to_log(take(self.one.picture, maps_for(self.one.view, window)))

    def floor_height(self, one: Lesson) -> float:
        """The height of a floor, from how far the tops of taller towers are shifted.

        An overhead picture tells little; then the usual height stays.
        """
        return self.layout.floor_height


def _card_spots(layout: Layout, one: Lesson) -> tuple[Layout, dict[int, tuple[float, ...]]]:
    """Find every labelled card beside the board: centre and turn; and the measures of a card."""
    found = {p: box for p in one.cards if (box := _card_box(one, layout, p)) is not None}
    if len(found) < len(one.cards):
        raise TeachingError(
            f"no card was found at positions {sorted(set(one.cards) - set(found))}: "
            "lay it beside the board, a finger's breadth away, on a plain part of the table"
        )
    length = float(np.median([box[1][1] for box in found.values()])) * MM
    width = float(np.median([box[1][0] for box in found.values()])) * MM
    start = EDGE + float(np.median([box[0][1] for box in found.values()])) * MM - length / 2
    layout = replace(
        layout, card_length=length, card_width=width, card_start=start, card_pitch=length * 1.02
    )
    return layout, {p: (box[0][0] * MM, box[0][1] * MM, box[2]) for p, box in found.items()}


MM = 0.001
BESIDE_DEPTH = 110
EDGE = 0.002  # the rim of the board itself is no card


def _card_box(one: Lesson, layout: Layout, position: int) -> Box | None:
    """The card beside a position: what differs from the table around it."""
    patch = cv2.GaussianBlur(_beside(one, layout, position), (0, 0), 1)
    rim = np.concatenate([patch[:, :4].reshape(-1, 3), patch[:, -4:].reshape(-1, 3)])
    rim = np.concatenate([rim, patch[-15:].reshape(-1, 3)])
    middle = np.median(rim, axis=0)
    spread = np.median(np.abs(rim - middle), axis=0) * 1.48 + 0.08
    strange = (np.abs(patch - middle) / spread).max(axis=2) > 3
    return _largest_box(strange.astype(np.uint8))


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


def _largest_box(mask: NDArray[np.uint8]) -> Box | None:
    """Centre, (width, length) and turn in degrees of the largest upright thing in a mask."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outlines = [o for o in outlines if cv2.contourArea(cv2.convexHull(o)) > 600]
    if not outlines:
        return None
    largest = max(outlines, key=lambda o: cv2.contourArea(cv2.convexHull(o)))
    (x, y), (w, h), turn = cv2.minAreaRect(largest)
    if w > h:
        w, h, turn = h, w, turn - 90
    return (x, y), (w, h), (turn + 90) % 180 - 90


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
    corner = centre - down * layout.card_length / 2 - along * CARD_COLUMNS * step / 2
    cut = Window(
        (float(corner[0]), float(corner[1]), 0.0),
        (float(along[0]), float(along[1])),
        (float(down[0]), float(down[1])),
        CARD_COLUMNS,
        CARD_ROWS,
        step,
    )
    return to_log(take(one.soft, maps_for(one.view, cut)))
