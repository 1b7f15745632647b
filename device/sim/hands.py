"""Arms and hands that reach over the table: drawn once as sprites, laid into the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.sim.optics import Points
from device.sim.render import Canvas, placed, shadow_factor
from device.sim.sensor import smeared
from device.sim.textures import Bgr, Image, Rng, cloudy, shifted

SCALE = 900
ARM, AHEAD, HALF = 1.15, 0.03, 0.11
NEAREST = 0.25
LEAST_STRETCH = 0.3
SKINS: tuple[Bgr, ...] = ((150, 180, 226), (118, 152, 205), (70, 100, 150), (46, 66, 104))
SLEEVES: tuple[Bgr, ...] = (
    (90, 60, 40),
    (60, 60, 66),
    (60, 50, 150),
    (150, 170, 175),
    (70, 120, 60),
)
Bone = tuple[tuple[float, float], tuple[float, float], float]
# Fingers as (from, to, radius) in metres; the reaching point is the origin, the arm along -x.
POSES: dict[str, tuple[Bone, ...]] = {
    "open": (
        ((-0.09, -0.032), (-0.02, -0.050), 0.0085),
        ((-0.085, -0.012), (0.005, -0.018), 0.0095),
        ((-0.085, 0.010), (0.008, 0.008), 0.0095),
        ((-0.09, 0.030), (-0.005, 0.034), 0.0090),
        ((-0.13, 0.035), (-0.065, 0.072), 0.0115),
    ),
    "pinch": (
        ((-0.09, -0.030), (-0.055, -0.034), 0.0095),
        ((-0.085, -0.012), (-0.040, -0.016), 0.0100),
        ((-0.085, 0.008), (-0.018, 0.000), 0.0100),
        ((-0.09, 0.028), (0.002, 0.006), 0.0095),
        ((-0.13, 0.038), (-0.006, 0.018), 0.0115),
    ),
    "point": (
        ((-0.09, -0.030), (-0.065, -0.028), 0.0105),
        ((-0.085, -0.012), (-0.060, -0.010), 0.0105),
        ((-0.085, 0.008), (-0.058, 0.008), 0.0105),
        ((-0.09, 0.026), (0.004, 0.010), 0.0095),
        ((-0.13, 0.034), (-0.075, 0.036), 0.0115),
    ),
}


@dataclass(frozen=True)
class Reach:
    """A hand at one instant: reaching point, the arm's direction, height, way since last frame."""

    x: float
    y: float
    turn: float
    height: float
    way: tuple[float, float] = (0.0, 0.0)
    sprite: int = 0


def make_sprites(rng: Rng, count: int = 3) -> list[NDArray[np.uint8]]:
    """Arms of several people (BGRA), in several poses."""
    poses = list(POSES)
    sprites = []
    for i in range(count):
        skin = shifted(SKINS[rng.integers(len(SKINS))], rng.uniform(-0.01, 0.01), 1.0, 1.0)
        sleeve = shifted(SLEEVES[rng.integers(len(SLEEVES))], rng.uniform(-0.1, 0.1), 1.0, 1.0)
        sprite = _sprite(rng, skin, sleeve, POSES[poses[i % len(poses)]])
        sprites.append(np.ascontiguousarray(sprite[::-1]) if rng.random() < 0.5 else sprite)
    return sprites


def _sprite(rng: Rng, skin: Bgr, sleeve: Bgr, fingers: Sequence[Bone]) -> NDArray[np.uint8]:
    size = (int(2 * HALF * SCALE), int((ARM + AHEAD) * SCALE))
    colour = np.zeros((*size, 3), np.float32)
    alpha = np.zeros(size, np.float32)
    cuff = -float(rng.uniform(0.19, 0.36))
    forearm = _blob(size, [((-ARM, 0.0), (-0.15, 0.0), 0.034)])
    palm = _blob(
        size, [((-0.135, 0.004), (-0.10, 0.002), 0.040), ((-0.16, 0.0), (-0.13, 0.0), 0.033)]
    )
    _layer(colour, alpha, forearm, skin, 0.030)
    _layer(colour, alpha, palm, skin, 0.034)
    for bone in fingers:
        _layer(colour, alpha, _blob(size, [bone]), skin, bone[2])
    cloth = _blob(size, [((-ARM, 0.0), (cuff, 0.0), float(rng.uniform(0.044, 0.060)))])
    cloth[:, int((cuff + ARM) * SCALE) :] = 0
    _layer(colour, alpha, cloth, sleeve, 0.05)
    grain = 1 + 0.22 * cloudy(rng, *size, 14, 3)
    image = np.clip(colour * grain[..., None], 0, 255)
    return np.dstack([image, alpha * 255]).astype(np.uint8)


def _blob(size: tuple[int, int], bones: Sequence[Bone]) -> Image:
    """Mask of thick strokes (metres) in sprite pixels."""
    mask = np.zeros(size, np.uint8)
    for start, end, radius in bones:
        a, b = ((int((p[0] + ARM) * SCALE), int((p[1] + HALF) * SCALE)) for p in (start, end))
        cv2.line(mask, a, b, 255, int(2 * radius * SCALE), cv2.LINE_AA)
    return mask


def _layer(
    colour: NDArray[np.float32], alpha: NDArray[np.float32], mask: Image, tone: Bgr, round_at: float
) -> None:
    """Lay one rounded part over the sprite: darker towards its rim."""
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    rise = np.clip(depth / (round_at * SCALE), 0, 1)
    shade = 0.58 + 0.42 * np.sqrt(1 - (1 - rise) ** 2)
    cover = (mask.astype(np.float32) / 255)[..., None]
    colour += (np.asarray(tone, np.float32) * shade[..., None] - colour) * cover
    np.maximum(alpha, cover[..., 0], out=alpha)


def lay_hand(canvas: Canvas, sprite: NDArray[np.uint8], reach: Reach) -> None:
    """Paint the arm with its shadow over the scene."""
    sprite, ground, heights = _before_camera(canvas, sprite, reach)
    _lay_shadow(canvas, sprite, ground, heights)
    quad = canvas.optics.project(np.column_stack([ground, heights]))
    box, layer = _warped(sprite, quad, canvas.image.shape)
    if box is None:
        return
    x0, y0, x1, y1 = box
    dx, dy = reach.way
    layer = smeared(layer, dx, dy)
    under = canvas.image[y0:y1, x0:x1]
    cover = cv2.merge([layer[..., 3]] * 3)
    kept = cv2.multiply(under, cv2.bitwise_not(cover), scale=1 / 255)
    canvas.image[y0:y1, x0:x1] = cv2.add(kept, layer[..., :3])
    canvas.gloss[y0:y1, x0:x1][layer[..., 3] > 127] = 40


def _before_camera(
    canvas: Canvas, sprite: NDArray[np.uint8], reach: Reach
) -> tuple[NDArray[np.uint8], Points, Points]:
    """The part of the arm that lies well in front of the camera, with its corners in space."""
    for arm in np.arange(ARM, 0.3, -0.1):
        flat = np.array([(-arm, HALF), (AHEAD, HALF), (AHEAD, -HALF), (-arm, -HALF)])
        ground = placed(flat, reach.x, reach.y, reach.turn)
        rise = min(0.15, 0.12 * arm)
        heights = reach.height + np.array([rise, 0.0, 0.0, rise])
        low = np.vstack(
            [np.column_stack([ground, heights]), np.column_stack([ground, 0 * heights])]
        )
        local = (low - np.array(canvas.optics.centre)) @ canvas.optics.matrix.T
        aside = np.sum((local[:, :2] / local[:, 2:]) ** 2, axis=1)
        # Far aside the lens' formula would fold the picture back onto itself.
        unfolded = (1 + 3 * canvas.optics.k1 * aside).min() > LEAST_STRETCH
        if local[:, 2].min() > NEAREST and unfolded:
            break
    return sprite[:, int((ARM - arm) * SCALE) :], ground, heights


def _lay_shadow(canvas: Canvas, sprite: NDArray[np.uint8], ground: Points, z: Points) -> None:
    kx, ky, kz = canvas.light.key
    moved = ground - z[:, None] * np.array([(kx / kz, ky / kz)])
    quad = canvas.optics.project(np.column_stack([moved, np.zeros(4)]))
    small = (quad / 4).astype(float)
    shape = (canvas.image.shape[0] // 4, canvas.image.shape[1] // 4)
    box, layer = _warped(sprite[..., 3:], small, shape)
    if box is None:
        return
    full = np.zeros(shape, np.uint8)
    full[box[1] : box[3], box[0] : box[2]] = layer
    soft = cv2.GaussianBlur(full, (0, 0), 1.5 + 6 * canvas.light.softness)
    x, y, w, h = cv2.boundingRect(soft)
    if w == 0:
        return
    factor = 1 - soft[y : y + h, x : x + w].astype(np.float32) / 255 * (
        1 - shadow_factor(canvas.light)
    )
    ys, xs = slice(4 * y, 4 * (y + h)), slice(4 * x, 4 * (x + w))
    wide = cv2.merge([cv2.resize(factor, (4 * w, 4 * h), interpolation=cv2.INTER_LINEAR)] * 3)
    canvas.image[ys, xs] = cv2.multiply(canvas.image[ys, xs], wide, dtype=cv2.CV_8U)


def _warped(
    sprite: NDArray[np.uint8], quad: Points, shape: tuple[int, ...]
) -> tuple[tuple[int, int, int, int] | None, NDArray[np.uint8]]:
    """The sprite bent onto a picture quad, cut to the picture, colours premultiplied."""
    low, high = np.floor(quad.min(axis=0)).astype(int), np.ceil(quad.max(axis=0)).astype(int)
    x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
    x1, y1 = min(int(high[0]), shape[1]), min(int(high[1]), shape[0])
    if x0 >= x1 or y0 >= y1:
        return None, sprite
    h, w = sprite.shape[:2]
    source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (quad - (x0, y0)).astype(np.float32))
    layer = np.asarray(cv2.warpPerspective(sprite, matrix, (x1 - x0, y1 - y0)), np.uint8)
    if sprite.shape[2] == 4:
        cover = cv2.merge([layer[..., 3]] * 3)
        layer[..., :3] = cv2.multiply(layer[..., :3], cover, scale=1 / 255)
    return (x0, y0, x1, y1), layer
