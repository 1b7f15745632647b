"""Many small windows of the table taken from a picture at once, their places cached by view."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.sample import Maps, Picture, Window, joined, maps_for_all, to_log

Array = NDArray[np.float32]


class WindowCache:
    """Windows of one size, by key; their picture places hold as long as the view does."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._maps: dict[Hashable, Maps] = {}
        self._stack: tuple[list[Hashable], Array, Array, Array] | None = None

    def take(
        self,
        picture: Picture,
        view: View,
        windows: Sequence[tuple[Hashable, Window]],
        gain: float = 1.0,
    ) -> tuple[Array, Array]:
        """Log light (windows, rows, columns, 3), and 1 where inside the picture else 0."""
        raw, inside = self.raw(picture, view, windows)
        return to_log(raw, gain), inside

    def raw(
        self, picture: Picture, view: View, windows: Sequence[tuple[Hashable, Window]]
    ) -> tuple[Picture, Array]:
        """The same in the picture's own numbers."""
        x, y, inside = self._places(view, windows)
        lines = (len(inside), -1)
        # Beyond its edge the picture goes on as it ends: samples are blurred across that edge.
        raw = cv2.remap(
            picture,
            x.reshape(lines),
            y.reshape(lines),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(raw, np.uint8).reshape(*inside.shape, 3), inside

    def _places(
        self, view: View, windows: Sequence[tuple[Hashable, Window]]
    ) -> tuple[Array, Array, Array]:
        """Where the samples of all windows lie in the picture, and which do; mostly as before."""
        if view is not self._view:
            self._view, self._maps, self._stack = view, {}, None
        keys = [key for key, _ in windows]
        if self._stack is None or self._stack[0] != keys:
            missing = [(key, window) for key, window in windows if key not in self._maps]
            if missing:
                maps = maps_for_all(view, [window for _, window in missing])
                self._maps |= dict(zip((key for key, _ in missing), maps, strict=True))
            whole = joined([self._maps[key] for key in keys])
            shape = (len(keys), -1, whole.x.shape[1])
            inside = whole.inside.astype(np.float32).reshape(shape)
            self._stack = keys, whole.x.reshape(shape), whole.y.reshape(shape), inside
        return self._stack[1:]


def middles(windows: Iterable[Window]) -> NDArray[np.float64]:
    """The board-frame middle of each window, (windows, 2)."""
    found = []
    for w in windows:
        half_x, half_y = w.columns * w.step / 2, w.rows * w.step / 2
        (x, y, _), (ax, ay), (dx, dy) = w.corner, w.across, w.down
        found.append((x + ax * half_x + dx * half_y, y + ay * half_x + dy * half_y))
    return np.array(found)


def unlit(windows: Array, light: Array) -> Array:
    """Windows with the light on each (windows, 3) taken off, in whole lines of memory."""
    lines = windows.reshape(len(windows), -1)
    lit = np.tile(light, (1, lines.shape[1] // 3))
    return np.asarray(lines - lit).reshape(windows.shape)


def around(reach: int) -> list[tuple[int, int]]:
    """Shifts (down, across) within a round reach, the middle one included."""
    steps = range(-reach, reach + 1)
    return [(y, x) for y in steps for x in steps if x * x + y * y <= reach * reach + 1]


def shift_index(
    rows: NDArray[np.int64], columns: NDArray[np.int64], reach: int, width: int
) -> NDArray[np.int64]:
    """Flat indices (shifts, samples) of samples in a window with `reach` room on each side."""
    return np.array(
        [(rows + reach + dy) * width + columns + reach + dx for dy, dx in around(reach)]
    )


def value_index(index: NDArray[np.int64], channels: int) -> NDArray[np.int64]:
    """The same for the values of samples, as `gather` wants them (values, shifts)."""
    values = index.T[:, None] * channels + np.arange(channels)[:, None]
    return values.reshape(-1, len(index))


def gather(windows: Array, index: NDArray[np.int64]) -> Array:
    """The values of windows at every shift (values, shifts, windows).

    Windows come last, so that whole lines of memory are copied and summed.
    """
    lines = np.ascontiguousarray(windows.reshape(len(windows), -1).T)
    return np.asarray(np.take(lines, index, axis=0))
