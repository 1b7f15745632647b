"""One box of Kilt Castle as some owner has it: sizes, colours and printed art from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np

from device.sim.textures import (
    Bgr,
    Image,
    Rng,
    Texture,
    cloudy,
    mix,
    plaid,
    scales,
    shifted,
    tint,
)
from vision.kilt.table import AS_WIDE, Sizes

COLOURS = ("red", "orange", "light_grey", "dark_grey")
BASE: dict[str, Bgr] = {
    "red": (36, 30, 186),
    "orange": (24, 122, 236),
    "light_grey": (206, 204, 200),
    "dark_grey": (76, 68, 66),
}
FIELDS: tuple[Bgr, ...] = ((56, 138, 92), (70, 120, 76), (120, 168, 186), (104, 146, 120))
WATERS: tuple[Bgr, ...] = ((176, 112, 36), (150, 128, 60), (160, 90, 60))
LABELS: tuple[Bgr, ...] = ((225, 238, 244), (190, 225, 240), (130, 200, 225), (238, 228, 210))
SHIELD = ((-1, -1.1), (1, -1.1), (1, 0.1), (0.6, 0.8), (0, 1.2), (-0.6, 0.8), (-1, 0.1))
LOZENGE = ((0, -1.3), (1, 0), (0, 1.3), (-1, 0))
ROUND = tuple((float(np.cos(t)), float(np.sin(t))) for t in np.arange(16) * np.pi / 8)
CREST_SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (SHIELD, SHIELD, LOZENGE, ROUND)
BOARD_MM = 300
PRINT_SCALE = 4
WATER_CORNERS = (
    ((0, 0), (0, 1), (1, 0)),
    ((0, 4), (0, 3), (1, 4)),
    ((4, 4), (4, 3), (3, 4)),
    ((4, 0), (4, 1), (3, 0)),
)


@dataclass(frozen=True)
class Theme:
    """Everything printed and moulded."""

    seed: int
    water: frozenset[tuple[int, int]]
    sizes: Sizes
    colours: dict[str, Bgr]
    board: Texture
    tops: dict[tuple[str, int], Texture]
    walls: dict[str, Texture]
    cards: dict[tuple[str, str], Texture]
    roof: Texture
    gable: Texture
    cover: Texture
    seal: Texture = field(repr=False)


def make_theme(seed: int) -> Theme:
    """The box of this seed."""
    rng = np.random.default_rng([seed, 77])
    water = frozenset(WATER_CORNERS[rng.integers(4)])
    colours = _clan_colours(rng)
    sizes = _sizes(rng)
    crest = _crest_artist(rng)
    label, rim = LABELS[rng.integers(len(LABELS))], float(rng.uniform(0.78, 0.98))
    tops = {
        (c, n): Texture.of(_top(colours[c], n, crest, label, rim))
        for c in COLOURS
        for n in range(3)
    }
    tiles = _roof_colours(rng)
    return Theme(
        seed=seed,
        water=water,
        sizes=sizes,
        colours=colours,
        board=Texture.of(_board(rng, water, sizes.pitch[0])),
        tops=tops,
        walls={c: Texture.of(_wall(rng, colours[c])) for c in COLOURS},
        cards=_cards(rng, colours, sizes),
        roof=Texture.of(scales(rng, 128, 160, tiles, int(rng.integers(14, 26)))),
        gable=Texture.of(tint(mix(tiles[0], (70, 100, 140), 0.6), cloudy(rng, 64, 64))),
        cover=Texture.of(_cover(rng)),
        seal=Texture.of(_seal(rng)),
    )


def _sizes(rng: Rng) -> Sizes:
    height = float(rng.uniform(0.013, 0.018))
    pitch = float(rng.uniform(0.049, 0.053))
    corner, length = float(rng.uniform(0.0175, 0.0195)), float(rng.uniform(0.060, 0.069))
    return Sizes(
        pitch=(pitch, pitch),
        floor_radius=corner * AS_WIDE,
        floor_height=height,
        card_length=length,
        card_pitch=length + 0.002,
        card_width=float(rng.uniform(0.041, 0.045)),
        card_start=float(rng.uniform(0.002, 0.004)),
        roof=(float(rng.uniform(0.040, 0.045)), float(rng.uniform(0.036, 0.042)), 1.7 * height),
    )


def _clan_colours(rng: Rng) -> dict[str, Bgr]:
    turn = {"red": 0.018, "orange": 0.014, "light_grey": 0.3, "dark_grey": 0.3}
    colours = {}
    for name, base in BASE.items():
        bright = rng.uniform(0.9, 1.05) if name != "dark_grey" else rng.uniform(0.75, 1.2)
        hue, rich = rng.uniform(-1, 1) * turn[name], rng.uniform(0.85, 1.0)
        colours[name] = shifted(base, hue, rich, bright)
    return colours


def _board(rng: Rng, water: frozenset[tuple[int, int]], pitch: float) -> Image:
    """The printed board: border, field, squares, water, position marks."""
    size = BOARD_MM * PRINT_SCALE
    ground = FIELDS[rng.integers(len(FIELDS))]
    image = _border(rng, size)
    cell = int(pitch * 1000 * PRINT_SCALE)
    edge = (size - 5 * cell) // 2
    meadow = tint(ground, 0.8 * cloudy(rng, 5 * cell, 5 * cell, 9, 6))
    image[edge : edge + 5 * cell, edge : edge + 5 * cell] = meadow
    _pour_water(rng, image, water, cell, edge)
    _squares(rng, image, water, cell, edge, ground)
    _marks(rng, image, cell, edge)
    return image


def _border(rng: Rng, size: int) -> Image:
    base = shifted((40, 40, 110), rng.random(), rng.uniform(0.6, 1.2), rng.uniform(0.5, 1.3))
    bands = [(shifted((60, 120, 200), rng.random(), 1.0, 1.0), 0.6) for _ in range(3)]
    return plaid(rng, size, size, base, [*bands, ((230, 230, 230), 0.5)])


def _pour_water(
    rng: Rng, image: Image, water: frozenset[tuple[int, int]], cell: int, edge: int
) -> None:
    size = image.shape[0]
    base = WATERS[rng.integers(len(WATERS))]
    waves = 0.8 * cloudy(rng, size, size, 12, 5)
    picture = tint(base, waves)
    for row, col in water:
        y0, x0 = edge + row * cell, edge + col * cell
        y0, y1 = (0 if row == 0 else y0), (size if row == 4 else y0 + cell)
        x0, x1 = (0 if col == 0 else x0), (size if col == 4 else x0 + cell)
        image[y0:y1, x0:x1] = picture[y0:y1, x0:x1]


def _squares(
    rng: Rng, image: Image, water: frozenset[tuple[int, int]], cell: int, edge: int, ground: Bgr
) -> None:
    inset, thick = int(rng.integers(4, 14)), int(rng.integers(3, 8))
    line = mix(ground, (255, 255, 255), 0.7) if rng.random() < 0.6 else mix(ground, (0, 0, 0), 0.6)
    for row in range(5):
        for col in range(5):
            if (row, col) in water:
                continue
            x, y = edge + col * cell + inset, edge + row * cell + inset
            far = (x + cell - 2 * inset, y + cell - 2 * inset)
            cv2.rectangle(image, (x, y), far, line, thick, cv2.LINE_AA)


def _marks(rng: Rng, image: Image, cell: int, edge: int) -> None:
    """Twenty little signs, one for each card position."""
    size, radius = image.shape[0], int(edge * rng.uniform(0.25, 0.4))
    disc = mix((200, 225, 235), (60, 60, 60), float(rng.random() < 0.3) * 0.8)
    sign = mix((30, 30, 120), (250, 250, 250), float(disc[0] < 128))
    for i in range(5):
        c = edge + i * cell + cell // 2
        for x, y in ((c, edge // 2), (c, size - edge // 2), (edge // 2, c), (size - edge // 2, c)):
            cv2.circle(image, (x, y), radius, disc, -1, cv2.LINE_AA)
            cv2.line(image, (x - radius // 2, y), (x + radius // 2, y), sign, 3, cv2.LINE_AA)
            cv2.line(image, (x, y - radius // 2), (x, y + radius // 2), sign, 3, cv2.LINE_AA)


CrestArtist = Callable[[Image, int, int, int], None]


def _crest_artist(rng: Rng) -> CrestArtist:
    """A function drawing this box's crest at (x, y) with half-width r."""
    first = shifted((140, 50, 30), rng.random(), 1.0, rng.uniform(0.7, 1.2))
    second = shifted((60, 210, 240), rng.uniform(-0.15, 0.15), 1.0, 1.0)
    shape = CREST_SHAPES[rng.integers(len(CREST_SHAPES))]
    charge = (_saltire, _chevron, _roundel, _pale)[rng.integers(4)]

    def draw(image: Image, x: int, y: int, r: int) -> None:
        outline = np.array([(x + r * a, y + r * b) for a, b in shape], np.int32)
        cv2.fillPoly(image, [outline], first, cv2.LINE_AA)
        charge(image, x, y, r, second)
        cv2.polylines(image, [outline], True, (25, 25, 25), max(r // 8, 2), cv2.LINE_AA)

    return draw


def _saltire(image: Image, x: int, y: int, r: int, ink: Bgr) -> None:
    s = int(r * 0.7)
    cv2.line(image, (x - s, y - s), (x + s, y + s), ink, r // 3, cv2.LINE_AA)
    cv2.line(image, (x + s, y - s), (x - s, y + s), ink, r // 3, cv2.LINE_AA)


def _chevron(image: Image, x: int, y: int, r: int, ink: Bgr) -> None:
    s = int(r * 0.8)
    points = np.array([(x - s, y + r // 2), (x, y - r // 3), (x + s, y + r // 2)])
    cv2.polylines(image, [points], False, ink, r // 3, cv2.LINE_AA)


def _roundel(image: Image, x: int, y: int, r: int, ink: Bgr) -> None:
    cv2.circle(image, (x, y - r // 8), r // 2, ink, -1, cv2.LINE_AA)


def _pale(image: Image, x: int, y: int, r: int, ink: Bgr) -> None:
    cv2.line(image, (x, y - r), (x, y + int(r * 0.8)), ink, r // 2, cv2.LINE_AA)


def _top(colour: Bgr, crests: int, crest: CrestArtist, label: Bgr, rim: float) -> Image:
    """The upper face of a floor in its square frame (the pentagon touches the frame's circle)."""
    size = 192
    grain = np.random.default_rng(5)
    image = tint(colour, 0.10 * cloudy(grain, size, size, 10, 3))
    ring = pentagon(0.0) * (rim * size / 2, -rim * size / 2) + size / 2
    edge = mix(colour, (0, 0, 0), 0.25)
    cv2.polylines(image, [ring.astype(np.int32)], True, edge, 4, cv2.LINE_AA)
    if crests == 0:
        return image
    centre = size // 2
    cv2.circle(image, (centre, centre), int(size * 0.31), label, -1, cv2.LINE_AA)
    cv2.circle(image, (centre, centre), int(size * 0.31), (70, 80, 90), 2, cv2.LINE_AA)
    if crests == 1:
        crest(image, centre, centre, int(size * 0.16))
    else:
        for side in (-1, 1):
            crest(image, centre + int(side * size * 0.13), centre, int(size * 0.105))
    return image


def pentagon(turn: float) -> np.ndarray:
    """Corners of a unit pentagon, counter-clockwise."""
    angles = turn + np.pi / 2 + np.arange(5) * (2 * np.pi / 5)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _wall(rng: Rng, colour: Bgr) -> Image:
    """One side of a floor: stones and two dark windows."""
    image = tint(mix(colour, (60, 60, 60), 0.15), 0.25 * cloudy(rng, 48, 72, 6, 3))
    cv2.line(image, (0, 2), (72, 2), mix(colour, (255, 255, 255), 0.25), 3)
    for x in (20, 48):
        cv2.rectangle(image, (x, 20), (x + 5, 36), mix(colour, (0, 0, 0), 0.75), -1)
    return image


def _cards(rng: Rng, colours: dict[str, Bgr], sizes: Sizes) -> dict[tuple[str, str], Texture]:
    """Faces keyed (side facing the board, side facing away); texture up = away from the board."""
    width, height = 172, int(172 * sizes.card_length / sizes.card_width)
    weaves = {c: _tartan(rng, colours[c], height, width) for c in COLOURS}
    slant = int(rng.integers(-18, 19))
    rim = (240, 240, 240) if rng.random() < 0.7 else (40, 40, 44)
    icon = int(rng.integers(3))
    cards = {}
    for i, a in enumerate(COLOURS):
        for b in COLOURS[i:]:
            face = _card_face(weaves[a], weaves[b], slant, rim)
            _sign(face, colours[a], height * 3 // 4, icon, 1)
            _sign(face, colours[b], height // 4, icon, -1)
            cards[a, b] = Texture.of(face)
            cards[b, a] = Texture.of(np.ascontiguousarray(face[::-1, ::-1]))
    return cards


def _tartan(rng: Rng, colour: Bgr, height: int, width: int) -> Image:
    dark, light = mix(colour, (0, 0, 0), 0.45), mix(colour, (255, 255, 255), 0.45)
    return plaid(rng, height, width, colour, [(dark, 0.35), (light, 0.35), (dark, 0.2)])


def _card_face(near: Image, far: Image, slant: int, rim: Bgr) -> Image:
    height, width = near.shape[:2]
    face = near.copy()
    top = np.array([(0, 0), (width, 0), (width, height // 2 - slant), (0, height // 2 + slant)])
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [top.astype(np.int32)], 255)
    face[mask > 0] = far[mask > 0]
    if near is not far:
        ends = (0, height // 2 + slant), (width, height // 2 - slant)
        cv2.line(face, *ends, rim, 4, cv2.LINE_AA)
    cv2.rectangle(face, (0, 0), (width - 1, height - 1), rim, 12)
    return face


def _sign(face: Image, colour: Bgr, y: int, icon: int, up: int) -> None:
    """The little token on a half of a card; a drawing as long as it is legible small."""
    x, r = face.shape[1] // 2, face.shape[1] // 5
    ink = (245, 245, 245) if sum(colour) < 420 else (60, 50, 50)
    cv2.circle(face, (x, y), r, ink, 5, cv2.LINE_AA)
    if icon == 0:
        tower = [(-4, 5), (-4, -5), (-2, -5), (-2, -3), (2, -3), (2, -5), (4, -5), (4, 5)]
    elif icon == 1:
        tower = [
            (0, -6),
            (2, -1),
            (6, -1),
            (3, 2),
            (4, 6),
            (0, 4),
            (-4, 6),
            (-3, 2),
            (-6, -1),
            (-2, -1),
        ]
    else:
        tower = [(-5, -5), (5, -5), (5, 0), (0, 6), (-5, 0)]
    points = np.array([(x + a * r / 9, y + up * b * r / 9) for a, b in tower], np.int32)
    cv2.fillPoly(face, [points], ink, cv2.LINE_AA)


def _roof_colours(rng: Rng) -> list[Bgr]:
    if rng.random() < 0.5:
        base: Bgr = ((60, 70, 160), (90, 90, 40), (120, 70, 60))[rng.integers(3)]
        return [shifted(base, 0.0, 1.0, f) for f in (0.8, 1.0, 1.25)]
    start = rng.random()
    return [shifted((40, 60, 200), start + k / 5, 1.0, rng.uniform(0.7, 1.1)) for k in range(5)]


def _cover(rng: Rng) -> Image:
    base = shifted((60, 60, 150), rng.random(), 1.0, rng.uniform(0.6, 1.2))
    image = tint(base, 0.9 * cloudy(rng, 480, 480, 4, 4))
    star = np.array([(300 + 120 * a, 260 + 120 * b) for a, b in SHIELD], np.int32)
    cv2.fillPoly(image, [star], shifted(base, 0.45, 0.9, 1.6), cv2.LINE_AA)
    cv2.putText(image, "KILT", (30, 110), cv2.FONT_HERSHEY_TRIPLEX, 3.0, (230, 235, 240), 7)
    return image


def _seal(rng: Rng) -> Image:
    base = shifted((60, 130, 170), rng.uniform(-0.05, 0.05), 1.0, 1.0)
    image = tint(base, 0.4 * cloudy(rng, 96, 96, 5, 3))
    cv2.circle(image, (48, 48), 30, mix(base, (0, 0, 0), 0.5), 4, cv2.LINE_AA)
    cv2.putText(image, "D", (34, 62), cv2.FONT_HERSHEY_TRIPLEX, 1.2, (30, 40, 50), 3)
    return image
