"""Pinhole camera over the simulated table: pose, one-term lens distortion, projection.

World frame: metres, origin on the board's home place, x right, y away from the reader, z up,
z = 0 at the board's printed face. Pixel centres lie at integer + 0.5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Floats = NDArray[np.float32]

WIDTH, HEIGHT = 1280, 960
UNDISTORT_STEPS = 6


@dataclass(frozen=True)
class Optics:
    """One camera: focal length in pixels, k1, where it stands and how it is turned."""

    focal: float
    k1: float
    centre: tuple[float, float, float]
    rotation: tuple[tuple[float, float, float], ...]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def matrix(self) -> Points:
        """World to camera rotation as an array."""
        return np.array(self.rotation)

    def project(self, points: Points) -> Points:
        """Pixel positions of world points (n x 3 to n x 2)."""
        local = (np.asarray(points, float) - np.array(self.centre)) @ self.matrix.T
        plane = local[:, :2] / local[:, 2:3]
        stretch = 1.0 + self.k1 * np.sum(plane * plane, axis=1, keepdims=True)
        middle = np.array([self.width / 2, self.height / 2])
        return np.asarray(plane * stretch * self.focal + middle)

    def scale_at(self, point: tuple[float, float, float]) -> float:
        """Pixels a metre at this place, across the line of sight."""
        local = (np.array(point) - np.array(self.centre)) @ self.matrix.T
        return float(self.focal / local[2])

    def plane_map(self, z: float) -> tuple[Floats, Floats]:
        """World x and y of every pixel's centre on the plane of height z."""
        u, v = _undistorted_grid(self.focal, self.k1, self.width, self.height)
        r = self.matrix.astype(np.float32)
        dz = r[0, 2] * u + r[1, 2] * v + r[2, 2]
        reach = np.float32(z - self.centre[2]) / dz
        x = (r[0, 0] * u + r[1, 0] * v + r[2, 0]) * reach + np.float32(self.centre[0])
        y = (r[0, 1] * u + r[1, 1] * v + r[2, 1]) * reach + np.float32(self.centre[1])
        return x, y

    def turned(self, angles: tuple[float, float, float]) -> Optics:
        """The same camera knocked by small angles (radians, about its own axes)."""
        knock = rotation_xyz(*angles)
        return replace(self, rotation=_as_rows(knock @ self.matrix))


def look_at(
    centre: tuple[float, float, float],
    target: tuple[float, float, float],
    roll: float,
    focal: float,
    k1: float,
) -> Optics:
    """Camera at `centre` looking at `target`, the board's far side up in the picture."""
    forward = np.array(target) - np.array(centre)
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 1.0, 0.0))
    right = right / np.linalg.norm(right)
    down = np.cross(forward, right)
    level = np.stack([right, down, forward])
    return Optics(focal, k1, centre, _as_rows(rotation_xyz(0.0, 0.0, roll) @ level))


def rotation_xyz(a: float, b: float, c: float) -> Points:
    """Rotation about x, then y, then z."""
    ca, sa, cb, sb, cc, sc = np.cos(a), np.sin(a), np.cos(b), np.sin(b), np.cos(c), np.sin(c)
    rx = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]])
    ry = np.array([[cb, 0, sb], [0, 1, 0], [-sb, 0, cb]])
    rz = np.array([[cc, -sc, 0], [sc, cc, 0], [0, 0, 1]])
    return np.asarray(rz @ ry @ rx)


def _as_rows(matrix: Points) -> tuple[tuple[float, float, float], ...]:
    return tuple((float(a), float(b), float(c)) for a, b, c in matrix)


@lru_cache(maxsize=2)  # the camera of the game, and that of teaching
def _undistorted_grid(focal: float, k1: float, width: int, height: int) -> tuple[Floats, Floats]:
    """Ideal camera-plane coordinates of all pixel centres (fixed-point inverse of k1)."""
    x = (np.arange(width, dtype=np.float32) + 0.5 - width / 2) / np.float32(focal)
    y = (np.arange(height, dtype=np.float32) + 0.5 - height / 2) / np.float32(focal)
    radius = np.sqrt(x[None, :] ** 2 + y[:, None] ** 2)
    ideal = radius.copy()
    for _ in range(UNDISTORT_STEPS):
        ideal = radius / (1.0 + np.float32(k1) * ideal * ideal)
    shrink = ideal / np.maximum(radius, np.float32(1e-9))
    return (x[None, :] * shrink).astype(np.float32), (y[:, None] * shrink).astype(np.float32)
