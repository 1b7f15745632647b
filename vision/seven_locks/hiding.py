"""What standing towers hide from the camera, and what they leave of a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.seven_locks.keys import KeyPlace, look_again
from vision.seven_locks.table import Sizes, spot
from vision.seven_locks.tops import Tops
from vision.seven_locks.windows import Flat, Floats, Spot, grid

ROOF_DEEP = 0.03  # how far down from a tower's top its roof hides (metres)
SLICES = 14  # of a tower
OUTER = 0.9  # what lies further out is seen
ALONG_KEY = (-0.009, 0.0, 0.009, 0.018, 0.027, 0.036)  # metres from the middle of its bow
ALONG_TAIL = (0.024, 0.030, 0.036, 0.042)
# Towers before keys: how much wider than they are, so that no edge is left; how many samples around
# tell how the table looks behind them, and how many of them must be seen (share).
ROOF_EDGE, AROUND, LEAST_AROUND = 1.06, 31, 0.05


class Hidden:
    """What standing towers hide from the camera."""

    def __init__(self, view: View, sizes: Sizes, tops: Tops, standing: Sequence[int]) -> None:
        self._eye, self._sizes = view.centre, sizes
        self._feet = np.array([spot(sizes.ring, place) for place in standing]).reshape(-1, 2)
        ends = np.array([tops.at(place) for place in standing]).reshape(-1, 2)
        self._height, self._leaning = tops.height, ends - self._feet
        self._masks: dict[tuple[bytes, float, float], NDArray[np.bool_]] = {}
        # Middles and radii of circles, by height and share.
        self._behind: dict[tuple[float, float], tuple[Floats, Floats]] = {}

    def at(self, place: Spot, z: float = 0.0, share: float = 1.0) -> bool:
        """Whether a place lies behind a tower, or behind the inner share of one."""
        return bool(self.mask(np.array([place]), z, share)[0])

    def mask(self, places: Floats, z: float, share: float = 1.0) -> NDArray[np.bool_]:
        """The same for many places, (N, 2), at a height; as long as nothing moves they are asked
        about in every picture.
        """
        name = (places.tobytes(), z, share)
        if name not in self._masks:
            self._masks[name] = self._mask(places, z, share)
        return self._masks[name]

    def _mask(self, places: Floats, z: float, share: float) -> NDArray[np.bool_]:
        if (z, share) not in self._behind:
            self._behind[z, share] = self._circles(z, share)
        middles, radii = self._behind[z, share]
        low, high = places.min(axis=0), places.max(axis=0)
        off = np.maximum(np.maximum(low - middles, middles - high), 0)
        near = np.einsum("ij,ij->i", off, off) < radii**2
        if not near.any():
            return np.zeros(len(places), bool)
        # |place - middle|² - radius², of all places and circles at once.
        (x, y), (u, v) = places.T, middles[near].T
        powers = np.stack([x, y, x * x + y * y, np.ones(len(places))], axis=1)
        circles = np.stack([-2 * u, -2 * v, np.ones(len(u)), u * u + v * v - radii[near] ** 2])
        return np.asarray((powers.astype(np.float32) @ circles.astype(np.float32)).min(axis=1) < 0)

    def _circles(self, z: float, share: float) -> tuple[Floats, Floats]:
        """What towers hide at a height: the eye sees each of their slices as a circle there."""
        levels = np.linspace(z, self._height, SLICES)
        nearer = 1 - (levels - z) / (self._eye[2] - z)
        axes = self._feet + (levels / self._height)[:, None, None] * self._leaning
        middles = self._eye[:2] + (axes - self._eye[:2]) / nearer[:, None, None]
        radii = share * self._wide(self._height - levels) / nearer
        return middles.reshape(-1, 2), np.repeat(radii, len(self._feet))

    def _wide(self, down: Floats) -> Floats:
        """How far a tower reaches from its middle, so far below its top."""
        eaves, top = self._sizes.eaves, self._sizes.top
        roof = top + (eaves - top) * np.minimum(1.0, down / self._sizes.roof)
        return np.asarray(np.where(down < ROOF_DEEP, roof, self._sizes.tower))

    def points(self, key: KeyPlace) -> tuple[bool, ...]:
        """Which points along a key are hidden."""
        x, y = key.at
        along = ALONG_TAIL if key.tail else ALONG_KEY
        behind = self.mask(np.array([(x + far, y) for far in along]), 0.0, OUTER)
        return tuple(bool(each) for each in behind)

    def bow(self, at: Spot) -> bool:
        """Whether a key whose bow lies in a place is told rather by the end of its shaft."""
        behind = self.points(KeyPlace(at, 0, np.zeros(3, np.float32)))
        return 2 * sum(behind) >= len(behind)


def without_towers(flat: Flat, part: tuple[slice, slice], hidden: Hidden) -> Flat:
    """A part of the table as if no tower hid it: there it looks as around. A roof has a dark hole,
    and edges that look like keys. Towers are masked at every other sample.
    """
    values = flat.values[part]
    places = grid()[part][::2, ::2]
    behind = hidden.mask(places.reshape(-1, 2), 0.0, ROOF_EDGE).reshape(places.shape[:2])
    behind = behind.repeat(2, axis=0).repeat(2, axis=1)[: values.shape[0], : values.shape[1]]
    if not behind.any() or behind.all():
        return flat
    whole = flat.values.copy()
    box = _about(behind, AROUND)
    seen = (~behind[box]).astype(np.float32)
    shares = cv2.blur(seen, (AROUND, AROUND))
    sums = cv2.blur(values[box] * seen[..., None], (AROUND, AROUND))
    around = sums / np.maximum(shares, 1e-3)[..., None]
    if (shares < LEAST_AROUND).any():
        around[shares < LEAST_AROUND] = np.median(values[~behind], axis=0)
    whole[part][box][behind[box]] = around[behind[box]]
    return replace(flat, values=whole)


def _about(mask: NDArray[np.bool_], margin: int) -> tuple[slice, slice]:
    """The box around all that is set, with a margin."""
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    return (
        slice(max(0, rows[0] - margin), rows[-1] + margin + 1),
        slice(max(0, columns[0] - margin), columns[-1] + margin + 1),
    )


def as_hidden_now(flat: Flat, key: KeyPlace, hidden: Hidden) -> KeyPlace:
    """A key as it looks now that towers hide another part of it, if it is seen."""
    behind = hidden.points(key)
    if behind == key.behind or 2 * sum(behind) >= len(behind):
        return key
    again = look_again(flat.values, key)
    return key if again is None else replace(again, behind=behind)


def tells(key: KeyPlace, hidden: Hidden) -> bool:
    """Whether a key can be seen or missed: less than half of it is hidden, and what is was so when
    it looked as it is known.
    """
    behind = hidden.points(key)
    return behind == key.behind and 2 * sum(behind) < len(behind)
