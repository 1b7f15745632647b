"""One box of König Salomons Schatzkammer as some owner has it: sizes, colours, print."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from device.sim.textures import Bgr, Image, Rng, Texture, cloudy, mix, shifted, tint
from rules.solomon.pieces import CARDS, TILES, Shape, quarter
from rules.solomon.sim_box import SIM_SHAPES
from vision.solomon.table import Sizes

SIDE = 160  # pixels across a tile's print
CLASS_BASE: dict[str, Bgr] = {
    "treasure": (30, 190, 235),
    "curse": (34, 30, 30),
    "scroll": (222, 230, 236),
    "magic": (225, 195, 120),
}
ROCKS: tuple[Bgr, ...] = ((90, 120, 160), (110, 112, 116), (70, 92, 120), (120, 150, 175))
PAPERS: tuple[Bgr, ...] = ((205, 222, 232), (225, 228, 230), (180, 205, 225), (215, 225, 205))
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
Glyph = tuple[tuple[tuple[float, float], ...], ...]  # strokes in a square of -1 to 1
SIGNS: tuple[Glyph, ...] = (
    (((-1, -1), (1, -1), (-1, 1), (1, 1)),),
    (((0, -1.2), (0, 1.2)), ((-0.8, 0), (0, -0.8), (0.8, 0), (0, 0.8), (-0.8, 0))),
    (((-1, -1), (-1, 0.2), (1, 0.2), (1, -1)), ((0, -1.2), (0, 1.2))),
    (((-0.9, -1), (0.9, -1), (-0.9, 1), (0.9, 1), (-0.9, -1)),),
    (((-1, 1), (0, -1), (1, 1)), ((-0.5, 0.2), (0.5, 0.2))),
    (((-1, -1), (1, -1)), ((0, -1), (0, 1)), ((-0.6, 0.2), (0.6, 0.2))),
    (((-1, -0.6), (1, -0.6)), ((-1, 0.6), (1, 0.6)), ((-0.5, -1), (0.5, 1))),
    (((1, -1), (-1, -1), (-1, 1), (1, 1)), ((-1, 0), (0.6, 0))),
)
OBJECTS: tuple[Glyph, ...] = (
    (((-0.4, -1), (0.4, -1), (0.7, -0.4), (0.4, 0.2), (-0.4, 0.2), (-0.7, -0.4), (-0.4, -1)),
     ((0, 0.2), (0, 1.2))),
    (((-0.9, 1), (0.6, -0.9)), ((0.1, -1.1), (1.1, -0.9), (0.9, 0.1), (0.1, -1.1))),
    (((0, -1), (0.9, 0.6), (-0.9, 0.6), (0, -1)), ((0, 1), (0.9, -0.5), (-0.9, -0.5), (0, 1))),
    (((-1, -1), (0, 0), (1, -1)), ((0, 0), (0.6, 0.6), (0, 1.2), (-0.6, 0.6), (0, 0))),
)  # fmt: skip


@dataclass(frozen=True)
class Theme:
    """Everything printed and moulded."""

    seed: int
    sizes: Sizes
    shapes: dict[int, Shape]  # squares as printed, the arrow pointing down
    board: Texture
    wall: Bgr
    bottom: Bgr
    tiles: dict[str, Texture]
    cards: dict[int, Texture]
    back: Texture
    cover: Texture


def make_theme(seed: int) -> Theme:
    """The box of this seed."""
    rng = np.random.default_rng([seed, 78])
    sizes = _sizes(rng)
    shapes = _shapes(rng)
    rock = ROCKS[rng.integers(len(ROCKS))]
    rock = shifted(rock, rng.uniform(-0.05, 0.05), rng.uniform(0.6, 1.2), rng.uniform(0.8, 1.1))
    wall = mix(rock, (40, 50, 60), float(rng.uniform(0.1, 0.5)))
    return Theme(
        seed=seed,
        sizes=sizes,
        shapes=shapes,
        board=Texture.of(_board(rng, sizes, rock, wall)),
        wall=mix(wall, (0, 0, 0), 0.2),
        bottom=mix(wall, (0, 0, 0), 0.6),
        tiles=_tiles(rng),
        cards=_cards(rng, shapes, sizes),
        back=Texture.of(tint((90, 60, 50), 0.5 * cloudy(rng, 96, 96))),
        cover=Texture.of(tint(mix(rock, (40, 90, 160), 0.5), 0.9 * cloudy(rng, 300, 300, 4, 4))),
    )


def _sizes(rng: Rng) -> Sizes:
    pitch = float(rng.uniform(0.030, 0.036))
    wall = float(rng.uniform(0.0018, 0.0030))
    return Sizes(
        pitch=pitch,
        wall=wall,
        tile=pitch - wall - float(rng.uniform(0.0012, 0.0022)),
        tile_height=float(rng.uniform(0.0024, 0.0034)),
        rim=float(rng.uniform(0.014, 0.026)),
        card_length=float(rng.uniform(0.080, 0.092)),
        card_width=float(rng.uniform(0.054, 0.062)),
        card_gap=float(rng.uniform(0.018, 0.030)),
        card_apart=0.008,
        floor=0.001,
    )


def _shapes(rng: Rng) -> dict[int, Shape]:
    """The demonstration shapes under other numbers, the arrow pointing down."""
    order = rng.permutation(len(CARDS))
    return {
        number: quarter(quarter(SIM_SHAPES[int(order[place]) + 1]))
        for place, number in enumerate(CARDS)
    }


def _board(rng: Rng, sizes: Sizes, rock: Bgr, wall: Bgr) -> Image:
    """The tray from above: rocky rim, walls between shafts, the cave entrance on the near side."""
    scale = 4000
    size = int((sizes.grid + 2 * sizes.rim) * scale)
    image = tint(rock, 1.3 * cloudy(rng, size, size, 10, 5))
    for _ in range(260):
        x, y = rng.integers(0, size, 2)
        way = np.array([x, y]) + np.cumsum(rng.integers(-22, 23, (4, 2)), axis=0)
        dark = (20, 20, 20) if rng.random() < 0.7 else (225, 230, 235)
        ink = mix(rock, dark, float(rng.uniform(0.4, 0.8)))
        thick = int(rng.integers(2, 6))
        cv2.polylines(image, [way.astype(np.int32)], False, ink, thick, cv2.LINE_AA)
    edge, cell = int(sizes.rim * scale), sizes.pitch * scale
    end = size - edge
    image[edge:end, edge:end] = tint(wall, 0.4 * cloudy(rng, end - edge, end - edge, 9, 3))
    knob = mix(wall, (0, 0, 0), 0.5)
    for i in range(7):
        for j in range(7):
            at = (int(edge + i * cell), int(edge + j * cell))
            cv2.circle(image, at, 5, knob, -1, cv2.LINE_AA)
    _entrance(rng, image, edge, rock)
    return image


def _entrance(rng: Rng, image: Image, edge: int, rock: Bgr) -> None:
    size = image.shape[0]
    half = int(size * rng.uniform(0.1, 0.16))
    centre, axes = (size // 2, size - 1), (half, int(edge * 0.8))
    cv2.ellipse(image, centre, axes, 0, 180, 360, (24, 22, 26), -1, cv2.LINE_AA)
    cv2.ellipse(image, centre, axes, 0, 180, 360, shifted(rock, 0.1, 2.0, 1.6), 6, cv2.LINE_AA)


# --- tiles -------------------------------------------------------------------------------


def _tiles(rng: Rng) -> dict[str, Texture]:
    grounds = {
        name: shifted(
            base, rng.uniform(-0.015, 0.015), rng.uniform(0.8, 1.1), rng.uniform(0.9, 1.1)
        )
        for name, base in CLASS_BASE.items()
    }
    artist = _Artist(rng, grounds)
    painted = {f"t{n}": artist.treasure(n) for n in range(1, 6)}
    painted |= {f"c{n}": artist.curse(n) for n in range(1, 4)}
    painted |= {f"s{n}": artist.scroll(n) for n in range(1, 5)}
    painted |= {name: artist.magic(i) for i, name in enumerate(TILES[13:])}
    return {name: Texture.of(image) for name, image in painted.items()}


class _Artist:
    """Draws the faces of one box in one hand."""

    def __init__(self, rng: Rng, grounds: dict[str, Bgr]) -> None:
        self.grounds = grounds
        self.font = FONTS[rng.integers(len(FONTS))]
        self.thick = int(rng.integers(9, 14))
        self.grain = 0.18 * cloudy(rng, SIDE, SIDE, 6, 3)
        self.number_at = ((46, 62), (80, 80), (46, 98))[rng.integers(3)]
        self.gems = [shifted((60, 40, 190), rng.random(), 1.0, 1.0) for _ in range(5)]
        self.signs = [SIGNS[i] for i in rng.permutation(len(SIGNS))[:4]]
        self.objects = [OBJECTS[i] for i in rng.permutation(len(OBJECTS))]
        self.border = int(rng.integers(0, 7))
        self.skull = bool(rng.random() < 0.7)

    def _ground(self, name: str) -> Image:
        colour = self.grounds[name]
        image = tint(colour, self.grain)
        line = mix(colour, (0, 0, 160), 0.5) if name == "curse" else mix(colour, (0, 0, 0), 0.45)
        if self.border:
            cv2.rectangle(image, (8, 8), (SIDE - 9, SIDE - 9), line, self.border, cv2.LINE_AA)
        return image

    def _number(self, image: Image, number: int, ink: Bgr) -> None:
        (w, h), _ = cv2.getTextSize(str(number), self.font, 2.6, self.thick)
        x, y = self.number_at
        at = (x - w // 2, y + h // 2)
        cv2.putText(image, str(number), at, self.font, 2.6, ink, self.thick, cv2.LINE_AA)

    def treasure(self, value: int) -> Image:
        """A number, and as many sides as value on a gem."""
        image = self._ground("treasure")
        angles = np.arange(value + 2) * 2 * np.pi / (value + 2) - np.pi / 2
        gem = np.stack([116 + 26 * np.cos(angles), 116 + 26 * np.sin(angles)], axis=1)
        cv2.fillPoly(image, [gem.astype(np.int32)], self.gems[value - 1], cv2.LINE_AA)
        self._number(image, value, (26, 24, 30))
        return image

    def curse(self, value: int) -> Image:
        """A pale number and a skull."""
        image = self._ground("curse")
        bone = (225, 230, 232)
        if self.skull:
            cv2.circle(image, (112, 104), 26, bone, -1, cv2.LINE_AA)
            cv2.rectangle(image, (98, 118), (126, 140), bone, -1)
            for x in (103, 121):
                cv2.circle(image, (x, 106), 7, (30, 26, 26), -1, cv2.LINE_AA)
        self._number(image, value, bone)
        return image

    def scroll(self, sign: int) -> Image:
        """A roll with one of four signs."""
        image = self._ground("scroll")
        paper = mix(self.grounds["scroll"], (150, 190, 220), 0.4)
        cv2.rectangle(image, (30, 30), (SIDE - 31, SIDE - 31), paper, -1)
        for y in (28, SIDE - 29):
            cv2.line(image, (22, y), (SIDE - 23, y), (120, 160, 200), 9, cv2.LINE_AA)
        _strokes(image, self.signs[sign - 1], 34, (30, 28, 34), 9)
        return image

    def magic(self, number: int) -> Image:
        """One of the four objects."""
        image = self._ground("magic")
        _strokes(image, self.objects[number], 44, self.gems[number], 13)
        return image


def _strokes(image: Image, glyph: Glyph, size: int, ink: Bgr, thick: int) -> None:
    for stroke in glyph:
        points = np.array([(SIDE / 2 + size * x, SIDE / 2 + size * y) for x, y in stroke])
        cv2.polylines(image, [points.astype(np.int32)], False, ink, thick, cv2.LINE_AA)


# --- cards -------------------------------------------------------------------------------

CARD_PIXELS = 240  # across


def _cards(rng: Rng, shapes: dict[int, Shape], sizes: Sizes) -> dict[int, Texture]:
    height = int(CARD_PIXELS * sizes.card_length / sizes.card_width)
    paper = PAPERS[rng.integers(len(PAPERS))]
    ground = tint(paper, 0.12 * cloudy(rng, height, CARD_PIXELS, 5, 3))
    style = _CardStyle(
        font=FONTS[rng.integers(len(FONTS))],
        ink=shifted((40, 30, 150), rng.random(), 1.0, rng.uniform(0.5, 1.0)),
        square=shifted((30, 50, 80), rng.random(), rng.uniform(0.3, 1.2), 1.0),
        arrow=shifted((60, 110, 30), rng.random(), 1.0, 1.0),
        cell=int(rng.integers(24, 30)),
        frame=bool(rng.random() < 0.7),
        lines=bool(rng.random() < 0.7),
    )
    return {n: Texture.of(_card(ground, n, shape, style)) for n, shape in shapes.items()}


@dataclass(frozen=True)
class _CardStyle:
    font: int
    ink: Bgr
    square: Bgr
    arrow: Bgr
    cell: int
    frame: bool
    lines: bool


def _card(ground: Image, number: int, shape: Shape, style: _CardStyle) -> Image:
    image = ground.copy()
    height, width = image.shape[:2]
    if style.frame:
        cv2.rectangle(image, (8, 8), (width - 9, height - 9), style.ink, 3, cv2.LINE_AA)
    cv2.putText(image, str(number), (18, 66), style.font, 1.9, style.ink, 5, cv2.LINE_AA)
    middle = (width // 2, int(height * 0.52))
    _figure(image, shape, middle, style)
    x, y, r = width // 2, height - 42, 22
    tip = [(x - r, y), (x - 9, y), (x - 9, y - r), (x + 9, y - r), (x + 9, y), (x + r, y)]
    arrow = np.array([*tip, (x, y + r)], np.int32)
    cv2.fillPoly(image, [arrow], style.arrow, cv2.LINE_AA)
    return image


def _figure(image: Image, shape: Shape, middle: tuple[int, int], style: _CardStyle) -> None:
    cell = style.cell
    if style.lines:
        line = mix(style.square, (225, 225, 225), 0.8)
        for i in range(7):
            d = (i - 3) * cell
            x, y, far = middle[0] + d, middle[1] + d, 3 * cell
            cv2.line(image, (x, middle[1] - far), (x, middle[1] + far), line, 1, cv2.LINE_AA)
            cv2.line(image, (middle[0] - far, y), (middle[0] + far, y), line, 1, cv2.LINE_AA)
    rows, columns = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
    left, top = middle[0] - columns * cell // 2, middle[1] - rows * cell // 2
    for row, column in shape:
        x, y = left + column * cell, top + row * cell
        cv2.rectangle(image, (x + 2, y + 2), (x + cell - 3, y + cell - 3), style.square, -1)
