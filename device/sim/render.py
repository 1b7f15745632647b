"""Solids to picture: textured faces, painter's order, cast shadows. Knows nothing of any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from device.sim.light import GAMMA, Light
from device.sim.optics import Optics, Points
from device.sim.textures import Bgr, Image, Texture

OVERSAMPLE = 4
SHADOW_SCALE = 2
Paint = Texture | Bgr


@dataclass(frozen=True)
class Face:
    """A flat convex polygon in space; `frame` says where the paint's corners lie."""

    outline: Points
    paint: Paint
    frame: Points | None
    gloss: int


@dataclass(frozen=True)
class Solid:
    """A convex body: faces to draw, and what it needs to throw a shadow."""

    faces: tuple[Face, ...]
    centre: tuple[float, float]
    base: float
    top: float
    hull: Points


@dataclass(frozen=True)
class Pit:
    """A hole in a level surface: its mouth (level, in the table's frame), and what is in it.

    `floor` is the height of what closes it below; the faces inside lie on that, bottom up.
    """

    mouth: Points
    floor: float
    wall: Paint
    bottom: Paint
    inside: tuple[Face, ...] = ()
    rim: float = 0.0


def rectangle(length: float, width: float) -> Points:
    """Corners of a level rectangle about the origin, counter-clockwise from the near left."""
    x, y = length / 2, width / 2
    return np.array([(-x, -y), (x, -y), (x, y), (-x, y)])


def placed(points: Points, x: float, y: float, turn: float) -> Points:
    """Level points turned and moved."""
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + (x, y))


def raised(points: Points, z: float) -> Points:
    """Level points at a height."""
    return np.column_stack([points, np.full(len(points), z)])


def frustum(
    low: Points,
    high: Points,
    base: float,
    top: float,
    wall: Paint,
    lid: Paint,
    frame: Points,
    gloss: tuple[int, int],
) -> Solid:
    """A body between two level polygons of as many corners; `gloss` of its walls and its lid.

    `frame` holds the lid texture's corners (upper left, clockwise as printed).
    """
    foot, head = raised(low, base), raised(high, top)
    faces = []
    for i in range(len(low)):
        j = (i + 1) % len(low)
        quad = np.array([head[i], head[j], foot[j], foot[i]])
        faces.append(Face(quad, wall, quad, gloss[0]))
    faces.append(Face(head, lid, raised(frame, top), gloss[1]))
    x, y = low.mean(axis=0)
    return Solid(tuple(faces), (float(x), float(y)), base, top, np.vstack([foot, head]))


def prism(
    foot: Points, base: float, top: float, wall: Paint, lid: Paint, frame: Points, gloss: int
) -> Solid:
    """An upright body."""
    return frustum(foot, foot, base, top, wall, lid, frame, (gloss // 3, gloss))


def gabled(foot: Points, base: float, top: float, slope: Paint, gable: Paint, gloss: int) -> Solid:
    """House roof over a rectangle, ridge along its first side."""
    low = raised(foot, base)
    ridge = raised(np.array([(foot[0] + foot[3]) / 2, (foot[1] + foot[2]) / 2]), top)
    front = np.array([ridge[0], ridge[1], low[1], low[0]])
    back = np.array([ridge[1], ridge[0], low[3], low[2]])
    left = np.array([ridge[0], low[0], low[3]])
    right = np.array([ridge[1], low[2], low[1]])
    x, y = foot.mean(axis=0)
    faces = (
        Face(left, gable, None, gloss // 3),
        Face(right, gable, None, gloss // 3),
        Face(front, slope, front, gloss // 2),
        Face(back, slope, back, gloss // 2),
    )
    return Solid(faces, (float(x), float(y)), base, top, np.vstack([low, ridge]))


def whole(stack: Sequence[Solid]) -> Solid:
    """A stack as one body without faces, for its shadow."""
    low, high = stack[0], stack[-1]
    return Solid((), low.centre, low.base, high.top, np.vstack([low.hull, high.hull]))


class Canvas:
    """A picture being painted: surface colours with shading, and how glossy each pixel is."""

    def __init__(self, image: Image, gloss: Image, optics: Optics, light: Light) -> None:
        self.image = image
        self.gloss = gloss
        self.optics = optics
        self.light = light

    def draw(self, solid: Solid, shadows: Sequence[Points] = ()) -> None:
        """Paint the faces turned to the camera; `shadows` fall on the level ones (pixels)."""
        eye, inside = np.array(self.optics.centre), solid.hull.mean(axis=0)
        for face in solid.faces:
            normal = _normal(face.outline, inside)
            if normal @ (eye - face.outline[0]) > 0:
                fall = shadows if normal[2] > 0.99 else ()
                self.face(face, self.light.facing(normal), fall)

    def sink(self, pit: Pit) -> None:
        """Paint a hole: the walls turned to the camera, its bottom, and what lies in it."""
        eye, mouth = np.array(self.optics.centre), raised(pit.mouth, pit.rim)
        low, clip = raised(pit.mouth, pit.floor), self.optics.project(mouth)
        for i in range(len(mouth)):
            j = (i + 1) % len(mouth)
            quad = np.array([mouth[i], mouth[j], low[j], low[i]])
            normal = -_normal(quad, (mouth.mean(axis=0) + low.mean(axis=0)) / 2)
            if normal @ (eye - quad[0]) > 0:
                shade = self.light.facing(normal) * (1 + shadow_factor(self.light)) / 2
                self.face(Face(quad, pit.wall, quad, 0), shade, clip=clip)
        for face in (Face(low, pit.bottom, low, 0), *pit.inside):
            lit = self._lit(mouth, float(face.outline[0, 2]))
            self.face(face, clip=clip, lit=lit)

    def _lit(self, mouth: Points, z: float) -> Points:
        """Picture polygon of what the key light reaches through a mouth, on a level below it."""
        kx, ky, kz = self.light.key
        deep = mouth[0, 2] - z
        return self.optics.project(raised(mouth[:, :2] - deep * np.array([(kx / kz, ky / kz)]), z))

    def face(
        self,
        face: Face,
        shade: float = 1.0,
        shadows: Sequence[Points] = (),
        clip: Points | None = None,
        lit: Points | None = None,
    ) -> None:
        """Paint one face, antialiased, within `clip`, in shadow beyond `lit` (picture polygons)."""
        outline = self.optics.project(face.outline)
        box = _box(outline, self.image.shape)
        if box is None:
            return
        x0, y0, x1, y1 = box
        cover = coverage(outline, box)
        if clip is not None:
            cover = cover * coverage(clip, box)
        colour = self._coloured(face, box) * np.float32(shade)
        if lit is not None:
            dark = 1 - np.asarray(cv2.GaussianBlur(coverage(lit, box), (0, 0), 1.2))
            colour = colour * (1 - dark * (1 - shadow_factor(self.light)))[..., None]
        if shadows:
            fall = _fallen(shadows, box)
            colour = colour * (1 - fall * (1 - shadow_factor(self.light)))[..., None]
        under = self.image[y0:y1, x0:x1]
        mixed = under + (colour - under) * cover[..., None]
        self.image[y0:y1, x0:x1] = np.clip(mixed, 0, 255).astype(np.uint8)
        self.gloss[y0:y1, x0:x1][cover > 0.5] = face.gloss

    def _coloured(self, face: Face, box: tuple[int, int, int, int]) -> NDArray[np.float32]:
        x0, y0, x1, y1 = box
        if not isinstance(face.paint, Texture) or face.frame is None:
            paint = (
                face.paint.levels[-1].mean((0, 1))
                if isinstance(face.paint, Texture)
                else face.paint
            )
            return np.broadcast_to(np.asarray(paint, np.float32), (y1 - y0, x1 - x0, 3))
        frame = self.optics.project(face.frame)
        picture = face.paint.at(float(np.linalg.norm(frame[1] - frame[0])))
        h, w = picture.shape[:2]
        source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5
        goal = (frame - (x0 + 0.5, y0 + 0.5)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, goal)
        size = (x1 - x0, y1 - y0)
        flat = cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        return flat.astype(np.float32)

    def cast(self, solids: Sequence[Solid], ground: float) -> None:
        """Darken what lies on the ground plane where solids keep the key light off."""
        h, w = self.image.shape[0] // SHADOW_SCALE, self.image.shape[1] // SHADOW_SCALE
        mask = np.zeros((h, w), np.uint8)
        contact = np.zeros((h, w), np.uint8)
        for solid in solids:
            outline = self.shadow_outline(solid, ground) / SHADOW_SCALE
            cv2.fillConvexPoly(mask, _fixed(outline), 255, cv2.LINE_AA, 4)
            feet = solid.hull[solid.hull[:, 2] < solid.base + 1e-6, :2]
            foot = self.optics.project(raised(feet, ground))
            hull = cv2.convexHull((foot / SHADOW_SCALE).astype(np.float32))[:, 0]
            cv2.fillConvexPoly(contact, _fixed(hull), 255, cv2.LINE_AA, 4)
        box = cv2.boundingRect(cv2.max(mask, contact))
        if box[2] == 0:
            return
        self._darken(mask, contact, box)

    def _darken(self, mask: Image, contact: Image, box: Sequence[int]) -> None:
        pad = 12
        x0, y0 = max(box[0] - pad, 0), max(box[1] - pad, 0)
        x1, y1 = (
            min(box[0] + box[2] + pad, mask.shape[1]),
            min(box[1] + box[3] + pad, mask.shape[0]),
        )
        blur = max(0.6, self.light.softness * 0.02 * self.optics.scale_at((0, 0, 0)) / SHADOW_SCALE)
        soft = cv2.GaussianBlur(mask[y0:y1, x0:x1], (0, 0), blur).astype(np.float32) / 255
        near = cv2.GaussianBlur(contact[y0:y1, x0:x1], (0, 0), 2.5).astype(np.float32) / 255
        factor = (1 - soft * (1 - shadow_factor(self.light))) * (1 - 0.33 * near)
        size = ((x1 - x0) * SHADOW_SCALE, (y1 - y0) * SHADOW_SCALE)
        full = cv2.merge([cv2.resize(factor, size, interpolation=cv2.INTER_LINEAR)] * 3)
        ys = slice(y0 * SHADOW_SCALE, y1 * SHADOW_SCALE)
        xs = slice(x0 * SHADOW_SCALE, x1 * SHADOW_SCALE)
        self.image[ys, xs] = cv2.multiply(self.image[ys, xs], full, dtype=cv2.CV_8U)

    def shadow_outline(self, solid: Solid, ground: float) -> Points:
        """Picture polygon of the shadow that a solid throws on a level plane."""
        kx, ky, kz = self.light.key
        above = np.maximum(solid.hull[:, 2] - ground, 0.0)[:, None]
        flat = solid.hull[:, :2] - above * np.array([(kx / kz, ky / kz)])
        picture = self.optics.project(raised(flat, ground)).astype(np.float32)
        return np.asarray(cv2.convexHull(picture)[:, 0], float)


def shadow_factor(light: Light) -> float:
    """What is left of a surface's brightness in full shadow."""
    return float((1 - light.shadow) ** GAMMA)


def painter_order(stacks: Sequence[Sequence[Solid]], optics: Optics) -> list[Solid]:
    """Stacks far from the point below the camera first, each from the bottom up.

    Upright bodies lean away from that point in the picture, so a nearer one hides a farther one.
    """
    foot = np.array(optics.centre[:2])

    def far(stack: Sequence[Solid]) -> float:
        return float(np.hypot(*(np.array(stack[0].centre) - foot)))

    return [solid for stack in sorted(stacks, key=far, reverse=True) for solid in stack]


def coverage(outline: Points, box: tuple[int, int, int, int]) -> NDArray[np.float32]:
    """Share of each pixel of the box that lies inside the polygon."""
    x0, y0, x1, y1 = box
    fine = np.zeros(((y1 - y0) * OVERSAMPLE, (x1 - x0) * OVERSAMPLE), np.uint8)
    points = (outline - (x0, y0)) * OVERSAMPLE - 0.5
    cv2.fillConvexPoly(fine, _fixed(points), 255, cv2.LINE_8, 4)
    area = cv2.resize(fine, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    return np.asarray(area, np.float32) / np.float32(255)


def _fallen(shadows: Sequence[Points], box: tuple[int, int, int, int]) -> NDArray[np.float32]:
    total = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    for outline in shadows:
        points = outline - (box[0] + 0.5, box[1] + 0.5)
        cv2.fillConvexPoly(total, _fixed(points), 255, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(total, (0, 0), 1.5), np.float32) / np.float32(255)


def _fixed(points: ArrayLike) -> NDArray[np.int32]:
    return np.round(np.asarray(points) * 16).astype(np.int32)


def _box(outline: Points, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    low, high = np.floor(outline.min(axis=0)).astype(int), np.ceil(outline.max(axis=0)).astype(int)
    x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
    x1, y1 = min(int(high[0]) + 1, shape[1]), min(int(high[1]) + 1, shape[0])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def _normal(outline: Points, inside: Points) -> Points:
    (ax, ay, az), (bx, by, bz) = outline[1] - outline[0], outline[2] - outline[0]
    normal = np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
    normal /= np.sqrt(normal @ normal)
    return normal if normal @ (outline[0] - inside) > 0 else -normal
