"""One box of Burg Appenzell as some owner has it: sizes, colours, print, room layouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from device.sim.textures import Bgr, Image, Rng, Texture, cloudy, mix, scales, shifted, tint
from rules.appenzell.layout import ordered, turned
from rules.appenzell.pieces import CHANNELS, KINDS, PLAIN, SIZE, TILES, TRAP, Layout
from rules.appenzell.sim import SIM_LAYOUTS
from vision.appenzell.table import Sizes

SIDE = 160  # pixels across a tile's print
SCALE = 4000  # pixels a metre of the box's print
MOUSE_BASE: dict[str, Bgr] = {
    "red": (40, 36, 205),
    "blue": (190, 80, 30),
    "green": (60, 140, 40),
    "yellow": (40, 205, 235),
}
RIMS: tuple[Bgr, ...] = ((38, 44, 92), (70, 80, 96), (44, 84, 60), (92, 60, 50), (120, 140, 160))
STONES: tuple[Bgr, ...] = ((120, 130, 140), (105, 125, 150), (130, 132, 128), (90, 100, 112))
WOODS: tuple[Bgr, ...] = ((140, 170, 196), (165, 190, 206), (120, 150, 180))
ROOF_BASE: dict[int, Bgr] = {2: (44, 48, 165), 3: (70, 165, 200), 4: (150, 165, 90)}
GROUNDS: tuple[Bgr, ...] = ((150, 182, 205), (190, 205, 212), (120, 160, 190), (170, 200, 190))
CHEESE_INKS: tuple[Bgr, ...] = (
    (40, 190, 235), (30, 40, 200), (225, 232, 235), (170, 100, 60), (30, 120, 235), (70, 140, 60),
    (60, 80, 130),
)  # fmt: skip


@dataclass(frozen=True)
class Theme:
    """Everything printed and moulded."""

    seed: int
    sizes: Sizes
    layouts: tuple[Layout, ...]
    board: tuple[Texture, ...]  # one for each side of the grid
    tiles: tuple[Texture, ...]
    roofs: dict[int, Texture]
    mice: dict[str, Bgr]
    stone: Texture
    tower_wall: Bgr
    tower_floor: Texture
    hole_wall: Bgr
    cover: Texture


def make_theme(seed: int) -> Theme:
    """The box of this seed."""
    rng = np.random.default_rng([seed, 79])
    sizes = _sizes(rng)
    layouts = _layouts(rng)
    stone = _any(rng, STONES)
    rim, wood = _any(rng, RIMS), _any(rng, WOODS)
    return Theme(
        seed=seed,
        sizes=sizes,
        layouts=layouts,
        board=tuple(Texture.of(_board(rng, sizes, each, rim, wood)) for each in layouts),
        tiles=tuple(Texture.of(image) for image in _tiles(rng)),
        roofs=_roofs(rng),
        mice={name: _varied(rng, base) for name, base in MOUSE_BASE.items()},
        stone=Texture.of(_stones(rng, stone, 120)),
        tower_wall=mix(stone, (0, 0, 0), 0.25),
        tower_floor=Texture.of(_tower_top(rng, stone, wood)),
        hole_wall=mix(wood, (0, 0, 0), 0.5),
        cover=Texture.of(tint(mix(rim, (60, 160, 220), 0.4), 0.9 * cloudy(rng, 300, 300, 4, 4))),
    )


def _any(rng: Rng, colours: tuple[Bgr, ...]) -> Bgr:
    return _varied(rng, colours[rng.integers(len(colours))])


def _varied(rng: Rng, colour: Bgr) -> Bgr:
    hue, more, light = rng.uniform(-0.015, 0.015), rng.uniform(0.85, 1.1), rng.uniform(0.88, 1.08)
    return shifted(colour, hue, more, light)


def _sizes(rng: Rng) -> Sizes:
    pitch = float(rng.uniform(0.032, 0.036))
    return Sizes(
        pitch=pitch,
        rim=float(rng.uniform(0.013, 0.020)),
        hole=pitch * float(rng.uniform(0.38, 0.43)),
        depth=float(rng.uniform(0.003, 0.005)),
        wall=float(rng.uniform(0.026, 0.034)),
        block=float(rng.uniform(0.002, 0.005)),
        eaves=float(rng.uniform(0.004, 0.008)),
        ridge=float(rng.uniform(0.016, 0.022)),
        tower=float(rng.uniform(0.045, 0.065)),
        tower_radius=pitch * float(rng.uniform(0.44, 0.52)),
        mouse=pitch * float(rng.uniform(0.26, 0.30)),
        mouse_height=float(rng.uniform(0.012, 0.015)),
        tile=pitch * 0.94,
    )


def _layouts(rng: Rng) -> tuple[Layout, ...]:
    """Two sides: the demonstration rooms, turned and mirrored."""
    found = []
    for given in SIM_LAYOUTS:
        side = given
        for _ in range(int(rng.integers(4))):
            side = turned(side)
        found.append(_mirrored(side) if rng.random() < 0.5 else side)
    return tuple(found)


def _mirrored(side: Layout) -> Layout:
    return ordered([at // SIZE * SIZE + SIZE - 1 - at % SIZE for at in room] for room in side)


# --- the box -----------------------------------------------------------------------------


def _board(rng: Rng, sizes: Sizes, layout: Layout, rim: Bgr, wood: Bgr) -> Image:
    """The box from above: its rim with a flag at every slot, and the grid with its rooms."""
    size = int(sizes.board * SCALE)
    image = tint(rim, 0.5 * cloudy(rng, size, size, 10, 4))
    edge, cell = sizes.rim * SCALE, sizes.pitch * SCALE
    for _ in range(160):
        x, y = rng.integers(0, size, 2)
        way = np.array([x, y]) + np.cumsum(rng.integers(-16, 17, (3, 2)), axis=0)
        ink = mix(rim, (0, 0, 0) if rng.random() < 0.6 else (220, 225, 230), 0.45)
        cv2.polylines(image, [way.astype(np.int32)], False, ink, 3, cv2.LINE_AA)
    low, high = int(edge), int(size - edge)
    image[low:high, low:high] = tint(wood, 0.4 * cloudy(rng, high - low, high - low, 9, 3))
    _flags(image, edge, cell, shifted((60, 70, 220), rng.random(), 1.0, 1.0))
    line = mix(wood, (0, 0, 0), 0.65)
    for room in layout:
        rows, columns = [f // SIZE for f in room], [f % SIZE for f in room]
        start = (int(edge + min(columns) * cell), int(edge + min(rows) * cell))
        end = (int(edge + (max(columns) + 1) * cell), int(edge + (max(rows) + 1) * cell))
        cv2.rectangle(image, start, end, line, 4)
    return image


def _flags(image: Image, edge: float, cell: float, ink: Bgr) -> None:
    size = image.shape[0]
    r = edge * 0.32
    for side in range(4):
        for number in CHANNELS:
            x, y = edge + (number + 0.5) * cell, edge * 0.5
            flag = np.array([(x - r, y - r), (x + r, y - r), (x, y + r)])
            for _ in range(side):
                flag = np.stack([size - flag[:, 1], flag[:, 0]], axis=1)
            cv2.fillPoly(image, [flag.astype(np.int32)], ink, cv2.LINE_AA)


def _stones(rng: Rng, stone: Bgr, size: int) -> Image:
    image = tint(stone, 0.3 * cloudy(rng, size, size, 5, 3))
    rows = int(rng.integers(3, 5))
    step = size // rows
    for row in range(rows + 1):
        cv2.line(image, (0, row * step), (size, row * step), mix(stone, (0, 0, 0), 0.5), 3)
        for x in range(-(row % 2) * step // 2, size, step):
            top = (x, row * step)
            cv2.line(image, top, (x, (row + 1) * step), mix(stone, (0, 0, 0), 0.5), 3)
    return image


def _tower_top(rng: Rng, stone: Bgr, wood: Bgr) -> Image:
    """Battlements in a ring around a floor of boards."""
    image = tint(mix(stone, (0, 0, 0), 0.15), 0.3 * cloudy(rng, SIDE, SIDE, 5, 3))
    floor = mix(wood, (40, 70, 110), float(rng.uniform(0.2, 0.6)))
    cv2.circle(image, (SIDE // 2, SIDE // 2), int(SIDE * 0.37), floor, -1, cv2.LINE_AA)
    count = int(rng.integers(7, 11))
    for turn in np.arange(count) * 2 * np.pi / count:
        at = SIDE / 2 + SIDE * 0.44 * np.array([np.cos(turn), np.sin(turn)])
        cv2.circle(image, at.astype(int).tolist(), 8, mix(stone, (255, 255, 255), 0.3), -1)
    return image


def _roofs(rng: Rng) -> dict[int, Texture]:
    """Tiled, thatched and copper."""
    base = {size: _varied(rng, colour) for size, colour in ROOF_BASE.items()}
    shades = [mix(base[2], (0, 0, 0), part) for part in (0.0, 0.12, 0.25)]
    tiled = scales(rng, 120, 240, shades, int(rng.integers(12, 20)))
    grain = cv2.resize(cloudy(rng, 120, 60, 30, 2), (360, 120), interpolation=cv2.INTER_LINEAR)
    thatch = tint(base[3], 0.7 * np.asarray(grain, np.float32))
    copper = tint(base[4], 0.35 * cloudy(rng, 240, 240, 6, 4))
    for step in range(0, 240, int(rng.integers(18, 34))):
        cv2.line(copper, (step, 0), (step, 239), mix(base[4], (0, 0, 0), 0.5), 2)
    return {2: Texture.of(tiled), 3: Texture.of(thatch), 4: Texture.of(copper)}


# --- tiles -------------------------------------------------------------------------------


def _tiles(rng: Rng) -> list[Image]:
    """The seven cheeses, the plain tile and the trap."""
    ground = _any(rng, GROUNDS)
    grain = 0.25 * cloudy(rng, SIDE, SIDE, 6, 3)
    forms = [FORMS[i] for i in rng.permutation(len(FORMS))]
    inks = [_varied(rng, CHEESE_INKS[i]) for i in rng.permutation(len(CHEESE_INKS))]
    reach = int(SIDE * rng.uniform(0.24, 0.29))
    found = []
    for tile in TILES:
        image = tint(ground, grain)
        if tile < KINDS:
            forms[tile](image, reach, inks[tile], inks[(tile + 3) % KINDS])
        elif tile == TRAP:
            cv2.circle(image, (SIDE // 2, SIDE // 2), int(SIDE * 0.36), (24, 24, 26), -1)
        else:
            assert tile == PLAIN
        found.append(image)
    return found


MIDDLE = SIDE // 2
INK = (30, 32, 40)


def _outlined(image: Image, points: list[tuple[float, float]], reach: int, ink: Bgr) -> None:
    corners = np.array([(MIDDLE + reach * x, MIDDLE + reach * y) for x, y in points], np.int32)
    cv2.fillPoly(image, [corners], ink, cv2.LINE_AA)
    cv2.polylines(image, [corners], True, INK, 3, cv2.LINE_AA)


def _wedge(image: Image, reach: int, ink: Bgr, other: Bgr) -> None:
    _outlined(image, [(-1, 0.7), (1, 0.7), (0.9, -0.8)], reach, ink)
    for x, y in ((0.1, 0.35), (0.6, 0.1), (0.5, 0.5)):
        at = (int(MIDDLE + reach * x), int(MIDDLE + reach * y))
        cv2.circle(image, at, reach // 8, mix(ink, (0, 0, 0), 0.4), -1, cv2.LINE_AA)
    del other


def _wheel(image: Image, reach: int, ink: Bgr, other: Bgr) -> None:
    cv2.circle(image, (MIDDLE, MIDDLE), reach, ink, -1, cv2.LINE_AA)
    cv2.circle(image, (MIDDLE, MIDDLE), reach, INK, 3, cv2.LINE_AA)
    _outlined(image, [(0, 0), (0.95, -0.2), (0.6, -0.8)], reach, other)


def _ball(image: Image, reach: int, ink: Bgr, other: Bgr) -> None:
    cv2.circle(image, (MIDDLE, MIDDLE), int(reach * 0.85), ink, -1, cv2.LINE_AA)
    cv2.circle(image, (MIDDLE - reach // 3, MIDDLE - reach // 3), reach // 4, other, -1)


def _soft(image: Image, reach: int, ink: Bgr, other: Bgr) -> None:
    cv2.ellipse(image, (MIDDLE, MIDDLE), (reach, int(reach * 0.6)), 0, 0, 360, ink, -1)
    cv2.ellipse(image, (MIDDLE, MIDDLE), (reach, int(reach * 0.6)), 0, 0, 360, INK, 3)
    cv2.line(image, (MIDDLE, MIDDLE - reach), (MIDDLE, MIDDLE + reach), other, reach // 5)


def _slab(image: Image, reach: int, ink: Bgr, other: Bgr) -> None:
    _outlined(image, [(-1, -0.4), (0.5, -0.7), (1, -0.3), (1, 0.5), (-1, 0.6)], reach, ink)
    _outlined(image, [(-1, -0.4), (0.5, -0.7), (1, -0.3), (-0.4, 0)], reach, mix(ink, other, 0.3))


def _roll(image: Image, reach: int, ink: Bgr, other: Bgr) -> None:
    _outlined(image, [(-1, -0.45), (1, -0.45), (1, 0.45), (-1, 0.45)], reach, ink)
    for x in (-0.6, -0.1, 0.4):
        at = int(MIDDLE + reach * x)
        top, low = int(MIDDLE - reach * 0.42), int(MIDDLE + reach * 0.42)
        cv2.line(image, (at, top), (at, low), other, reach // 6)


def _spotted(image: Image, reach: int, ink: Bgr, other: Bgr) -> None:
    _outlined(image, [(0, -1), (0.95, 0.75), (-0.95, 0.75)], reach, ink)
    for x, y in ((0, -0.35), (-0.35, 0.2), (0.3, 0.15), (-0.5, 0.55), (0.05, 0.5), (0.55, 0.55)):
        at = (int(MIDDLE + reach * x), int(MIDDLE + reach * y))
        cv2.circle(image, at, reach // 8, other, -1, cv2.LINE_AA)


FORMS: tuple[Callable[[Image, int, Bgr, Bgr], None], ...] = (
    _wedge, _wheel, _ball, _soft, _slab, _roll, _spotted,
)  # fmt: skip
