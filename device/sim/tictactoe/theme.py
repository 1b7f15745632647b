"""One set of tic-tac-toe as some owner has it: a sheet with a grid drawn on it, and coins."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from device.sim.textures import Bgr, Floats, Image, Rng, Texture, cloudy, shifted, tint
from rules.tictactoe import Coin
from vision.tictactoe.table import BOARD, PITCH

SCALE = 5000  # pixels a metre of the drawn sheet
COIN_PIXELS = 96
PAPERS: tuple[Bgr, ...] = ((225, 238, 242), (205, 225, 232), (236, 236, 236))
INKS: tuple[Bgr, ...] = ((60, 40, 30), (120, 60, 30), (40, 40, 120))
METALS: dict[Coin, Bgr] = {Coin.COPPER: (50, 95, 175), Coin.SILVER: (180, 178, 172)}
SCRAWLS = 26  # strokes of the pattern round the grid


@dataclass(frozen=True)
class Theme:
    """The sheet and the coins; lengths in metres."""

    seed: int
    board: Texture
    coins: dict[Coin, Texture]
    rims: dict[Coin, Bgr]
    radius: float
    thickness: float
    cover: Texture


def make_theme(seed: int) -> Theme:
    """The set of this seed."""
    rng = np.random.default_rng([seed, 83])
    metals = {
        coin: shifted(metal, rng.uniform(-0.015, 0.015), rng.uniform(0.85, 1.1), 1.0)
        for coin, metal in METALS.items()
    }
    return Theme(
        seed,
        Texture.of(_sheet(rng)),
        {coin: Texture.of(_coin(rng, metal)) for coin, metal in metals.items()},
        {coin: shifted(metal, 0, 1, 0.7) for coin, metal in metals.items()},
        float(rng.uniform(0.0105, 0.0125)),
        float(rng.uniform(0.0017, 0.0023)),
        Texture.of(tint((90, 80, 60), 0.9 * cloudy(rng, 300, 300, 4, 4))),
    )


def _sheet(rng: Rng) -> Image:
    """Paper with a grid drawn by hand, and a pattern round it by which the sheet is found."""
    side = round(BOARD * SCALE)
    image = tint(PAPERS[rng.integers(len(PAPERS))], 0.05 * cloudy(rng, side, side, 8, 4))
    ink = INKS[rng.integers(len(INKS))]
    grid = 1.5 * PITCH * SCALE
    for line in (-0.5, 0.5):
        at, ends = line * PITCH * SCALE, (-grid, grid)
        for way in (1, -1):
            points = np.array([(end, at) for end in ends])[:, ::way] + side / 2
            hand = np.asarray(points + rng.normal(0, 4, (2, 2)), np.float32)
            _stroke(image, hand, ink, 7)
    for _ in range(SCRAWLS):
        _stroke(image, _scrawl(rng, side, grid), ink, int(rng.integers(3, 8)))
    return image


def _scrawl(rng: Rng, side: int, grid: float) -> Floats:
    """A bent stroke somewhere in the margin."""
    margin = (side / 2 - grid) / 2
    along, out = rng.uniform(-side / 2 + margin, side / 2 - margin), side / 2 - margin
    middle = np.array([(along, out), (along, -out), (out, along), (-out, along)][rng.integers(4)])
    return np.asarray(
        middle + side / 2 + rng.uniform(-0.8, 0.8, (int(rng.integers(3, 6)), 2)) * margin,
        np.float32,
    )


def _stroke(image: Image, points: Floats, ink: Bgr, width: int) -> None:
    bent = np.round(points).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(image, [bent], False, ink, width, cv2.LINE_AA)


def _coin(rng: Rng, metal: Bgr) -> Image:
    """A face: a rim and a head in relief."""
    image = tint(metal, 0.12 * cloudy(rng, COIN_PIXELS, COIN_PIXELS))
    middle, dark, light = COIN_PIXELS // 2, shifted(metal, 0, 1, 0.75), shifted(metal, 0, 0.9, 1.2)
    cv2.circle(image, (middle, middle), middle - 5, light, 3, cv2.LINE_AA)
    head = (int(rng.integers(12, 18)), int(rng.integers(18, 26)))
    cv2.ellipse(image, (middle, middle), head, float(rng.uniform(0, 180)), 0, 360, dark, 3)
    return image
