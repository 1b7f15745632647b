"""One box of The Castle as some owner has it: the map, counters, characters, hit counters, die."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from device.sim.castle.map import Plan, make_plan, print_map
from device.sim.dice import DieMake, make_die
from device.sim.textures import Bgr, Image, Rng, Texture, cloudy, mix, shifted, tint
from rules.castle.demo import SIM_CONSTITUTIONS
from rules.castle.pieces import DISCIPLINES, MONSTERS, TREASURES
from vision.castle.table import SEATS, SIZES, Sizes

SIDE = 128
MOST_HITS = 12
BACKS: tuple[Bgr, ...] = (
    (40, 200, 240),
    (40, 40, 180),
    (190, 120, 40),
    (80, 160, 60),
    (160, 70, 140),
)
SEAT_COLOURS: tuple[Bgr, ...] = (
    (40, 40, 210), (200, 90, 30), (70, 150, 40), (30, 170, 240), (150, 50, 130), (180, 170, 40)
)  # fmt: skip
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)


@dataclass(frozen=True)
class Theme:
    """Everything printed."""

    seed: int
    sizes: Sizes
    plan: Plan
    board: Texture
    backs: dict[str, Texture]  # "treasure", "monster"
    faces: dict[str, Texture]  # by kind of counter
    characters: dict[tuple[int, str], Texture]  # by seat and discipline
    chips: dict[int, Texture]
    die: DieMake
    cover: Texture


def make_theme(seed: int) -> Theme:
    """The box of this seed."""
    rng = np.random.default_rng([seed, 79])
    plan = make_plan(rng)
    font = FONTS[rng.integers(len(FONTS))]
    treasure, monster = (BACKS[n] for n in rng.permutation(len(BACKS))[:2])
    glyphs = {kind: _glyph(rng) for kind in (*MONSTERS, *TREASURES, *DISCIPLINES)}
    papers = {True: (225, 235, 238), False: (190, 225, 215)}
    faces = {}
    for kind in (*MONSTERS, *TREASURES):
        number = str(SIM_CONSTITUTIONS[kind][0]) if kind in SIM_CONSTITUTIONS else ""
        ink = (40, 30, 130) if kind in MONSTERS else (30, 60, 30)
        paper = papers[kind in MONSTERS]
        faces[kind] = Texture.of(_face(rng, paper, ink, glyphs[kind], kind, number, font))
    return Theme(
        seed=seed,
        sizes=Sizes(
            counter=float(rng.uniform(0.0155, 0.0175)),
            character=float(rng.uniform(0.0145, 0.0165)),
            chip=float(rng.uniform(0.0105, 0.012)),
            thick=float(rng.uniform(0.0014, 0.002)),
        ),
        plan=plan,
        board=Texture.of(print_map(rng, plan)),
        backs={
            "treasure": Texture.of(_back(rng, treasure, glyphs["gold-100"])),
            "monster": Texture.of(_back(rng, monster, glyphs["witch"])),
        },
        faces=faces,
        characters={
            (seat, kind): Texture.of(_character(SEAT_COLOURS[seat], glyphs[kind], kind, font))
            for seat in SEATS
            for kind in DISCIPLINES
        },
        chips={n: Texture.of(_chip(n, font)) for n in range(1, MOST_HITS + 1)},
        die=make_die(rng, SIZES.die),
        cover=Texture.of(tint((60, 60, 110), 0.9 * cloudy(rng, 300, 300, 4, 4))),
    )  # fmt: skip


def _glyph(rng: Rng) -> Image:
    """A sign of its own for every kind: random bold strokes, mirrored."""
    small = np.zeros((8, 8), np.uint8)
    small[:, :4] = rng.random((8, 4)) < 0.45
    small[:, 4:] = small[:, 3::-1]
    return np.asarray(cv2.resize(small * 255, (64, 64), interpolation=cv2.INTER_NEAREST), np.uint8)


def _stamp(image: Image, glyph: Image, at: tuple[int, int], size: int, ink: Bgr) -> None:
    shape = cv2.resize(glyph, (size, size), interpolation=cv2.INTER_AREA)
    x, y = at
    part = image[y : y + size, x : x + size]
    part[shape > 127] = ink


def _face(rng: Rng, paper: Bgr, ink: Bgr, glyph: Image, kind: str, number: str, font: int) -> Image:
    image = tint(paper, 0.1 * cloudy(rng, SIDE, SIDE))
    cv2.rectangle(image, (0, 0), (SIDE - 1, SIDE - 1), mix(paper, (0, 0, 0), 0.5), 4)
    cv2.putText(image, kind[:9].upper(), (8, 26), font, 0.5, ink, 2, cv2.LINE_AA)
    if number:
        _stamp(image, glyph, (10, 44), 60, ink)
        cv2.putText(image, number, (80, 100), font, 1.8, (30, 20, 150), 5, cv2.LINE_AA)
    else:
        _stamp(image, glyph, (28, 42), 74, ink)
    return image


def _back(rng: Rng, colour: Bgr, glyph: Image) -> Image:
    colour = shifted(
        colour, rng.uniform(-0.02, 0.02), rng.uniform(0.8, 1.0), rng.uniform(0.85, 1.0)
    )
    image = tint(colour, 0.1 * cloudy(rng, SIDE, SIDE))
    cv2.rectangle(image, (6, 6), (SIDE - 7, SIDE - 7), mix(colour, (255, 255, 255), 0.4), 3)
    _stamp(image, glyph, (40, 40), 48, mix(colour, (0, 0, 0), 0.5))
    return image


def _character(colour: Bgr, glyph: Image, kind: str, font: int) -> Image:
    image = np.full((SIDE, SIDE, 3), colour, np.uint8)
    cv2.rectangle(image, (3, 3), (SIDE - 4, SIDE - 4), (240, 240, 240), 6)
    _stamp(image, glyph, (34, 18), 60, (245, 245, 245))
    cv2.putText(image, kind[:3].upper(), (28, 112), font, 0.9, (245, 245, 245), 3, cv2.LINE_AA)
    return image


def _chip(number: int, font: int) -> Image:
    image = np.full((SIDE, SIDE, 3), (40, 30, 200), np.uint8)
    cv2.rectangle(image, (2, 2), (SIDE - 3, SIDE - 3), (230, 230, 230), 4)
    text, scale = str(number), 3.0 if number < 10 else 2.0
    (wide, high), _ = cv2.getTextSize(text, font, scale, 8)
    at = ((SIDE - wide) // 2, (SIDE + high) // 2)
    cv2.putText(image, text, at, font, scale, (245, 245, 245), 9, cv2.LINE_AA)
    return image
