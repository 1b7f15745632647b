"""What is printed on a tile of Burg Appenzell, told by how its parts lie to each other.

In haze or glare a print is faint, and as a whole its tile looks rather like a plain one. But light
and dark, and every tint, lie as they were taught, however faint.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.appenzell.looks import turned
from vision.appenzell.windows import DISC_COLUMNS, DISC_ROWS, FACE, SAMPLES
from vision.sample import Patch
from vision.windows import around, shift_index

Array = NDArray[np.float32]

PLAIN, UNPRINTED = "plain", ("plain", "trap")
CORE = 0.28  # of the pitch: prints lie within, and the edge of the hole hardly
TURNS = 4
# A print is as strong as it was taught if it has this share of its contrast. How alike it lies and
# how strong it is, together, where it may be none; what more is worth, and how much at the most.
STRONG = 0.5
EITHER, WORTH = 0.42, 120.0
LEAST, MOST = -10.0, 24.0
SEEN = 0.9  # of its samples at least


class Prints:
    """The taught prints, each in every turn; looked for in windows that reach beyond a face by so
    many samples.
    """

    def __init__(self, tiles: Mapping[str, tuple[Patch, Patch]], reach: int) -> None:
        place = (np.stack([DISC_ROWS, DISC_COLUMNS]) + 0.5) / SAMPLES * FACE - FACE / 2
        self._core = np.flatnonzero(np.hypot(*place) < CORE)
        index = shift_index(DISC_ROWS, DISC_COLUMNS, reach, SAMPLES + 2 * reach)
        close = [n for n, (down, across) in enumerate(around(reach)) if down**2 + across**2 < 3]
        self._index = index[close][:, self._core]
        across, down = place[:, self._core]
        even = np.stack([np.ones_like(across), across, down], axis=1)
        basis = np.linalg.qr(even)[0]
        self._rest = (np.eye(len(basis)) - basis @ basis.T).astype(np.float32)
        self.names = [name for name in tiles if name not in UNPRINTED]
        faces = [
            np.rot90(tiles[name][0], turn)[DISC_ROWS, DISC_COLUMNS]
            for name in self.names
            for turn in range(TURNS)
        ]
        looks = self._uneven(np.stack(faces)[:, self._core])
        self._strength = np.linalg.norm(looks, axis=1)
        self._looks = looks / np.maximum(self._strength, 1e-6)[:, None]

    def _uneven(self, samples: Array) -> Array:
        """What of samples (..., samples, 3) is no light or shade over all of a face, in a row."""
        channels = np.swapaxes(turned(samples), -1, -2) @ self._rest
        return np.asarray(channels.reshape(*channels.shape[:-2], -1), np.float32)

    def details(self, windows: Array, shown: Array) -> list[dict[str, float]]:
        """What prints tell of the tiles in some windows (holes, samples, 3): how much less likely
        each kind is than the likeliest. Nothing where too little is seen of a face.
        """
        if not len(windows):
            return []
        seen = self._uneven(windows[:, self._index])
        along = np.maximum(0.0, seen @ self._looks.T)
        alike = along / np.maximum(np.linalg.norm(seen, axis=2), 1e-6)[..., None]
        alike *= np.minimum(1.0, along / (STRONG * self._strength))
        best = alike.max(axis=1).reshape(len(windows), len(self.names), TURNS).max(axis=2)
        worth = np.clip(WORTH * (best - EITHER), LEAST, MOST)
        told = zip(worth, shown[:, self._core].mean(axis=1) > SEEN, strict=True)
        return [self._told(values) if enough else {} for values, enough in told]

    def _told(self, worth: Array) -> dict[str, float]:
        top = max(0.0, float(worth.max()))
        return dict(zip(self.names, (worth - top).tolist(), strict=True)) | {PLAIN: -top}
