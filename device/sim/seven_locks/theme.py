"""One box of Schloss der 7 Schlösser as some owner has it: sizes, colours, print."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from device.sim.textures import Bgr, Image, Rng, Texture, cloudy, mix, scales, shifted, tint
from rules.seven_locks.pieces import ALL_FACES, FACES, KEYS, PLACES, Face
from vision.seven_locks.table import Sizes

KEY_BASE: dict[str, Bgr] = {
    "red": (40, 36, 190),
    "orange": (30, 120, 235),
    "yellow": (40, 210, 240),
    "green": (60, 140, 40),
    "turquoise": (170, 170, 50),
    "blue": (170, 70, 35),
    "violet": (130, 40, 100),
    "pink": (150, 110, 230),
    "brown": (40, 66, 105),
    "white": (228, 230, 230),
    "black": (40, 38, 38),
}
SEAT_BASE: tuple[Bgr, ...] = ((40, 40, 190), (170, 80, 40), (60, 140, 50), (40, 200, 235))
LAWNS: tuple[Bgr, ...] = ((60, 130, 90), (70, 110, 130), (110, 120, 120), (60, 90, 60))
COURTS: tuple[Bgr, ...] = ((130, 180, 205), (150, 160, 165), (110, 150, 175), (170, 185, 190))
ROOFS: tuple[Bgr, ...] = ((50, 60, 190), (120, 80, 50), (70, 110, 60), (80, 70, 120))
STONES: tuple[Bgr, ...] = ((140, 160, 175), (120, 125, 130), (110, 140, 165))
DIE_GROUND: tuple[Bgr, ...] = ((228, 232, 235), (190, 215, 230), (215, 225, 215))
PAWNS: tuple[Bgr, ...] = ((110, 50, 40), (40, 40, 44), (40, 60, 130), (60, 110, 30))
SIDE = 120  # pixels across a face of the die and a coat of arms
BOARD_PIXELS = 1100


@dataclass(frozen=True)
class Theme:
    """Everything printed and moulded."""

    seed: int
    sizes: Sizes
    die: tuple[Face, ...]
    colours: tuple[str, ...]
    keys: tuple[Bgr, ...]
    board: Texture
    wall: Texture
    slope: Texture
    lid: Texture
    pawn: Bgr
    rim: Bgr
    coats: tuple[Texture, ...]
    faces: dict[Face, Texture]
    bins: tuple[Texture, ...]
    cover: Texture


def make_theme(seed: int) -> Theme:
    """The box of this seed."""
    rng = np.random.default_rng([seed, 77])
    sizes = _sizes(rng)
    order = rng.permutation(len(ALL_FACES))[:FACES]
    die = tuple(ALL_FACES[i] for i in order)
    names = list(KEY_BASE)
    picked = [names[i] for i in rng.permutation(len(names))[:KEYS]]
    colours = tuple(_printed(rng, KEY_BASE[name]) for name in picked)
    roof = _printed(rng, ROOFS[rng.integers(len(ROOFS))], 0.1)
    stone = STONES[rng.integers(len(STONES))]
    return Theme(
        seed=seed,
        sizes=sizes,
        die=die,
        colours=tuple(picked),
        keys=colours,
        board=Texture.of(_board(rng, sizes)),
        wall=Texture.of(_stones(rng, stone)),
        slope=Texture.of(scales(rng, 96, 200, [roof, mix(roof, (0, 0, 0), 0.25)], 14)),
        lid=Texture.of(_lid(rng, sizes, roof)),
        pawn=_printed(rng, PAWNS[rng.integers(len(PAWNS))]),
        rim=mix(stone, (20, 40, 70), 0.7),
        coats=_coats(rng),
        faces=_faces(rng, die),
        bins=tuple(Texture.of(_pearls(rng, part / 7)) for part in range(8)),
        cover=Texture.of(tint(mix(roof, (40, 90, 160), 0.5), 0.9 * cloudy(rng, 300, 300, 4, 4))),
    )


def _printed(rng: Rng, base: Bgr, hue: float = 0.012) -> Bgr:
    """A colour as one printer made it."""
    return shifted(base, rng.uniform(-hue, hue), rng.uniform(0.85, 1.1), rng.uniform(0.85, 1.05))


def _sizes(rng: Rng) -> Sizes:
    radius = float(rng.uniform(0.142, 0.156))
    sizes = Sizes(
        radius=radius,
        ring=radius * float(rng.uniform(0.72, 0.78)),
        tower=float(rng.uniform(0.021, 0.026)),
        height=float(rng.uniform(0.150, 0.190)),
        eaves=float(rng.uniform(0.030, 0.036)),
        roof=0.022,
        hole=float(rng.uniform(0.0090, 0.0120)),
        walk=radius * float(rng.uniform(0.35, 0.40)),
        pawn=(float(rng.uniform(0.0065, 0.0085)), float(rng.uniform(0.026, 0.036))),
        bin=radius * float(rng.uniform(0.19, 0.23)),
        coat=float(rng.uniform(0.0090, 0.0110)),
        die=float(rng.uniform(0.0160, 0.0190)),
        row=radius + float(rng.uniform(0.055, 0.075)),
        pitch=float(rng.uniform(0.043, 0.050)),
        shortest=float(rng.uniform(0.044, 0.052)),
        longer=float(rng.uniform(0.0045, 0.0060)),
        bow=float(rng.uniform(0.0085, 0.0105)),
        home=radius + float(rng.uniform(0.085, 0.105)),
        homes=float(rng.uniform(0.088, 0.104)),
    )
    return replace(sizes, top=sizes.eaves * LID)


# --- board and towers ----------------------------------------------------------------------


def _board(rng: Rng, sizes: Sizes) -> Image:
    """The board from above: lawn with dark indentations, a paved court with numbers."""
    size, mid = BOARD_PIXELS, BOARD_PIXELS // 2
    scale = mid / sizes.radius
    lawn = _printed(rng, LAWNS[rng.integers(len(LAWNS))], 0.05)
    court = _printed(rng, COURTS[rng.integers(len(COURTS))], 0.03)
    image = tint(lawn, 0.7 * cloudy(rng, size, size, 12, 5))
    for _ in range(240):
        x, y = rng.integers(0, size, 2)
        ink = mix(lawn, (15, 20, 15) if rng.random() < 0.6 else (200, 220, 210), 0.4)
        cv2.circle(image, (int(x), int(y)), int(rng.integers(3, 9)), ink, -1, cv2.LINE_AA)
    inner = int(scale * (sizes.ring - sizes.tower * 1.15))
    paved = tint(court, 0.35 * cloudy(rng, size, size, 8, 4))
    mask = np.zeros((size, size), np.uint8)
    cv2.circle(mask, (mid, mid), inner, 255, -1, cv2.LINE_AA)
    image[mask > 127] = paved[mask > 127]
    _paving(rng, image, inner, court)
    _dents(rng, image, sizes, scale)
    edge = mix(lawn, (0, 0, 0), 0.6)
    cv2.circle(image, (mid, mid), mid - 6, edge, 8, cv2.LINE_AA)
    return image


def _paving(rng: Rng, image: Image, inner: int, court: Bgr) -> None:
    mid = image.shape[0] // 2
    line = mix(court, (20, 30, 40), 0.55)
    for _ in range(150):
        angle, far = rng.uniform(0, 2 * np.pi), inner * np.sqrt(rng.uniform(0.05, 0.9))
        x, y = int(mid + far * np.cos(angle)), int(mid + far * np.sin(angle))
        w, h = (int(v) for v in rng.integers(12, 30, 2))
        cv2.rectangle(image, (x, y), (x + w, y + h), line, 2, cv2.LINE_AA)


def _dents(rng: Rng, image: Image, sizes: Sizes, scale: float) -> None:
    mid = image.shape[0] // 2
    dark = (int(rng.integers(30, 70)),) * 3
    ink = (30, 30, 40)
    for place in range(PLACES):
        angle = 2 * np.pi * place / PLACES
        x, y = np.sin(angle) * scale, -np.cos(angle) * scale
        at = (int(mid + x * sizes.ring), int(mid + y * sizes.ring))
        cv2.circle(image, at, int(scale * sizes.tower * 1.12), (150, 200, 215), -1, cv2.LINE_AA)
        cv2.circle(image, at, int(scale * sizes.tower * 1.05), dark, -1, cv2.LINE_AA)
        far = sizes.ring - sizes.tower * 1.45
        name = (int(mid + x * far) - 8, int(mid + y * far) + 8)
        cv2.putText(image, str(place + 1), name, cv2.FONT_HERSHEY_TRIPLEX, 0.8, ink, 2)


def _stones(rng: Rng, stone: Bgr) -> Image:
    image = tint(stone, 0.5 * cloudy(rng, 240, 120, 6, 4))
    for row, y in enumerate(range(0, 240, 20)):
        cv2.line(image, (0, y), (120, y), mix(stone, (0, 0, 0), 0.5), 1, cv2.LINE_AA)
        for x in range((row % 2) * 12, 120, 24):
            cv2.line(image, (x, y), (x, y + 20), mix(stone, (0, 0, 0), 0.5), 1, cv2.LINE_AA)
    return image


def _lid(rng: Rng, sizes: Sizes, roof: Bgr) -> Image:
    """The top of a roof, with the lock in its middle."""
    size = 160
    image = scales(rng, size, size, [roof, mix(roof, (0, 0, 0), 0.25)], 16)
    hole = int(size * 0.5 * sizes.hole / (sizes.top))
    ring = (int(rng.integers(170, 240)),) * 3
    cv2.circle(image, (size // 2, size // 2), int(hole * 1.35), ring, -1, cv2.LINE_AA)
    cv2.circle(image, (size // 2, size // 2), hole, (14, 12, 12), -1, cv2.LINE_AA)
    return image


LID = 0.68  # of the roof's eaves: the flat part on top


def _pearls(rng: Rng, full: float) -> Image:
    """The bin from above, more or less full."""
    size = 140
    image = np.full((size, size, 3), (30, 40, 70), np.uint8)
    for _ in range(int(75 * full)):
        far, angle = 52 * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        at = (int(70 + far * np.cos(angle)), int(70 + far * np.sin(angle)))
        cv2.circle(image, at, 9, (120, 125, 130), -1, cv2.LINE_AA)
        cv2.circle(image, at, 8, (225, 228, 230), -1, cv2.LINE_AA)
    return image


# --- coats and die -------------------------------------------------------------------------


def _coats(rng: Rng) -> tuple[Texture, ...]:
    shapes = rng.permutation(4)
    paper = (int(rng.integers(205, 240)),) * 3
    return tuple(
        Texture.of(_coat(rng, _printed(rng, SEAT_BASE[seat]), int(shapes[seat]), paper))
        for seat in range(4)
    )


def _coat(rng: Rng, colour: Bgr, shape: int, paper: Bgr) -> Image:
    image = tint(paper, 0.05 * cloudy(rng, SIDE, SIDE))
    shield = np.array([(28, 26), (92, 26), (92, 64), (60, 98), (28, 64)], np.int32)
    cv2.fillPoly(image, [shield], colour, cv2.LINE_AA)
    if shape == 0:
        cv2.line(image, (36, 34), (84, 76), paper, 9, cv2.LINE_AA)
        cv2.line(image, (84, 34), (36, 76), paper, 9, cv2.LINE_AA)
    elif shape == 1:
        cv2.line(image, (30, 50), (90, 50), mix(colour, (0, 0, 0), 0.6), 10, cv2.LINE_AA)
    elif shape == 2:
        cv2.circle(image, (60, 54), 14, paper, -1, cv2.LINE_AA)
    else:
        chevron = np.array([(34, 70), (60, 44), (86, 70)], np.int32)
        cv2.polylines(image, [chevron], False, paper, 9, cv2.LINE_AA)
    return image


def _faces(rng: Rng, die: tuple[Face, ...]) -> dict[Face, Texture]:
    style = _DieStyle(
        ground=DIE_GROUND[rng.integers(len(DIE_GROUND))],
        pearl=_printed(rng, ((190, 120, 40), (60, 60, 200), (150, 60, 150))[rng.integers(3)]),
        foot=((24, 24, 28), (30, 50, 90))[rng.integers(2)],
        row=float(rng.uniform(0.19, 0.23)),
        gap=float(rng.uniform(0.24, 0.28)),
        size=float(rng.uniform(0.085, 0.105)),
    )
    return {face: Texture.of(_face(face, style)) for face in die}


@dataclass(frozen=True)
class _DieStyle:
    ground: Bgr
    pearl: Bgr
    foot: Bgr
    row: float  # how far a row of marks lies from the middle, in widths of a face
    gap: float
    size: float


def _face(face: Face, style: _DieStyle) -> Image:
    image = np.full((SIDE, SIDE, 3), style.ground, np.uint8)
    for count, row, ink in ((face[0], -style.row, style.pearl), (face[1], style.row, style.foot)):
        for n in range(count):
            x = int(SIDE * (0.5 + style.gap * (n - (count - 1) / 2)))
            y = int(SIDE * (0.5 + row))
            r = int(SIDE * style.size)
            if row < 0:
                cv2.circle(image, (x, y), r, ink, -1, cv2.LINE_AA)
            else:
                cv2.ellipse(image, (x, y + r // 3), (r * 2 // 3, r), 0, 0, 360, ink, -1)
                for toe in (-1, 0, 1):
                    cv2.circle(image, (x + toe * r // 2, y - r), max(2, r // 4), ink, -1)
    return image
