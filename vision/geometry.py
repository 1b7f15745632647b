"""Where the camera stands: a pinhole view of the board, solved from points whose place is known.

Board frame: metres, origin in the board's middle, x to the right, y away from the reader, z up.
Pixel coordinates are continuous: the centre of the first pixel is (0.5, 0.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# A camera nobody has described is taken for one with this field of view, give or take.
PRIOR_HFOV_DEGREES = 66.0
PRIOR_FOCAL_SPREAD = 0.12
PRIOR_K1_SPREAD = 0.04
# Farther out than this (tangent of the angle) the lens model is not trusted.
MAX_TANGENT = 2.5


@dataclass(frozen=True)
class View:
    """A camera looking at the board: intrinsics, one radial coefficient, and the pose."""

    width: int
    height: int
    focal: float
    k1: float
    rotation: Array
    translation: Array

    @property
    def centre(self) -> Array:
        """The camera's place in the board frame."""
        return np.asarray(-self.rotation.T @ self.translation)

    def project(self, points: Array) -> Array:
        """Board-frame points (N, 3) to pixels (N, 2)."""
        return np.ascontiguousarray(self.pixels(points.T).T)

    def pixels(self, points: Array) -> Array:
        """The same with coordinates first (3, N), which is quicker for many: to (2, N)."""
        x, y, depth = self.rotation @ points + self.translation[:, None]
        flat = np.stack([x, y]) / np.maximum(depth, 1e-6)
        np.clip(flat, -MAX_TANGENT, MAX_TANGENT, out=flat)
        x, y = flat
        flat *= (1 + self.k1 * (x * x + y * y)) * self.focal
        flat += np.array([[self.width / 2], [self.height / 2]])
        return flat

    def grain(self, place: Array) -> float:
        """Metres of the board's plane that a pixel covers at a place, over both ways."""
        steps = np.array([(0.0, 0, 0), (0.01, 0, 0), (0, 0.01, 0)])
        origin, *ends = self.project(place + steps)
        across, down = np.array(ends) - origin
        area = abs(float(across[0] * down[1] - across[1] * down[0]))
        return float(0.01 / np.sqrt(max(area, 1e-6)))

    def on_plane(self, pixels: Array, z: float = 0.0) -> Array:
        """Pixels (N, 2) to board-frame points on the plane at height z, (N, 3)."""
        centre = np.array([self.width / 2, self.height / 2])
        bent = (pixels - centre) / self.focal
        flat = bent.copy()
        for _ in range(5):
            flat = bent / (1 + self.k1 * np.sum(flat * flat, axis=1, keepdims=True))
        rays = np.hstack([flat, np.ones((len(flat), 1))]) @ self.rotation
        steps = (z - self.centre[2]) / rays[:, 2:3]
        return np.asarray(self.centre + steps * rays)

    def contains(self, pixels: NDArray[np.floating], margin: float = 1.0) -> NDArray[np.bool_]:
        """Which pixels lie inside the picture."""
        x, y = pixels.T
        across = (x >= margin) & (x <= self.width - margin)
        return np.asarray(across & (y >= margin) & (y <= self.height - margin))


def prior_focal(width: int) -> float:
    """Focal length in pixels of the typical camera."""
    return float(width / 2 / np.tan(np.radians(PRIOR_HFOV_DEGREES / 2)))


def _pack(view: View) -> Array:
    rvec = cv2.Rodrigues(view.rotation)[0].ravel()
    return np.concatenate([rvec, view.translation, [np.log(view.focal), view.k1]])


def _unpack(values: Array, view: View) -> View:
    rotation = np.asarray(cv2.Rodrigues(values[:3])[0], np.float64)
    return replace(
        view,
        rotation=rotation,
        translation=values[3:6].copy(),
        focal=float(np.exp(values[6])),
        k1=float(values[7]),
    )


def _residuals(values: Array, view: View, points: Array, pixels: Array, noise: float) -> Array:
    """Reprojection errors with a soft shoulder, then the priors on the lens."""
    error = (_unpack(values, view).project(points) - pixels) / noise
    size = np.linalg.norm(error, axis=1, keepdims=True) + 1e-9
    error = error * np.sqrt(2 * np.where(size < 3, size**2 / 2, 3 * size - 4.5)) / size
    focal = (values[6] - np.log(prior_focal(view.width))) / PRIOR_FOCAL_SPREAD
    return np.concatenate([error.ravel(), [focal, values[7] / PRIOR_K1_SPREAD]])


def _refine(view: View, points: Array, pixels: Array, noise: float, free: Sequence[int]) -> View:
    """Levenberg-Marquardt over the chosen parameters, by finite differences."""
    values, damping = _pack(view), 1e-3
    here = _residuals(values, view, points, pixels, noise)
    for _ in range(25):
        columns = []
        for index in free:
            nudged = values.copy()
            nudged[index] += 1e-6
            columns.append((_residuals(nudged, view, points, pixels, noise) - here) / 1e-6)
        jacobian = np.stack(columns, axis=1)
        normal = jacobian.T @ jacobian
        step = np.linalg.solve(
            normal + damping * np.diag(np.diag(normal) + 1e-9), -jacobian.T @ here
        )
        tried = values.copy()
        tried[list(free)] += step
        there = _residuals(tried, view, points, pixels, noise)
        if there @ there < here @ here:
            done = here @ here - there @ there < 1e-7 * (here @ here + 1e-9)
            values, here, damping = tried, there, damping / 5
            if done:
                break
        else:
            damping *= 8
            if damping > 1e8:
                break
    return _unpack(values, view)


POSE, LENS = range(6), range(8)


def solve_view(points: Array, pixels: Array, size: tuple[int, int], *, noise: float = 1.0) -> View:
    """The view that explains where known board points (N, 3) appear, lens and pose together.

    With few or nearly overhead points the lens is hardly observable: the priors then hold it.
    """
    width, height = size
    focal = prior_focal(width)
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    found, rvec, tvec = cv2.solvePnP(
        points.astype(np.float64), pixels.astype(np.float64), camera, None, flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        raise ValueError("these points do not fix a camera position")
    rotation = np.asarray(cv2.Rodrigues(rvec)[0], np.float64)
    translation = np.asarray(tvec.ravel(), np.float64)
    view = View(width, height, focal, 0.0, rotation, translation)
    return _refine(view, points, pixels, noise, LENS)


def move_view(view: View, points: Array, pixels: Array, *, noise: float = 1.0) -> View:
    """The same camera after a knock: only the pose is solved anew."""
    return _refine(view, points, pixels, noise, POSE)
