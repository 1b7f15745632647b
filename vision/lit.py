"""The light in a small frame, and what of a change is light alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import fit_light
from vision.sample import DARK as FLOOR
from vision.sample import LINEAR, to_log
from vision.still import Small

LIGHT = LINEAR.astype(np.float32)
# Light that comes and goes changes all colours alike, up to this ratio.
SPREAD = 1.13
# Pixels between the places of a small frame by which the light of another lamp is fitted.
SPARSE = 8
# Pixels across which the grain of a table is judged.
GRAIN = 5
# Log light by which grain is uneven, beyond three times its noise, where another thing lies.
ROUGH = 0.05


@dataclass(frozen=True)
class Lit:
    """The light in a small frame, worked out once: many are held against the same one."""

    small: Small

    @cached_property
    def _codes(self) -> NDArray[np.uint8]:
        return np.stack(cv2.split(self.small)).astype(np.uint8, copy=False)

    @cached_property
    def log(self) -> NDArray[np.float32]:
        """Logarithms of light in each colour, (3, rows, columns)."""
        return to_log(self._codes)

    @cached_property
    def soft(self) -> NDArray[np.float32]:
        """Linear light in each colour, a little soft."""
        return np.stack([cv2.blur(cv2.LUT(each, LIGHT), (3, 3)) for each in self._codes])


def brightening(now: Lit, rest: Lit) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much lighter each pixel is than at rest in each colour (log light; colours first), beside
    how much the whole picture is.
    """
    change = now.log - rest.log
    whole = np.array([np.median(each[::4, ::4]) for each in change], np.float32)
    change -= whole[:, None, None]
    return change, whole


def lamp_light(change: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much lighter another lamp makes each pixel, as most of the picture shows."""
    rows, columns = change.shape[1:]
    places = np.moveaxis(np.indices((rows, columns))[::-1], 0, -1) - np.array((columns, rows)) / 2
    some = places[::SPARSE, ::SPARSE].reshape(-1, 2)
    seen = change[:, ::SPARSE, ::SPARSE].reshape(3, -1).T
    return fit_light(some, seen, columns / 2).at(places).transpose(2, 0, 1)


def other_light(
    now: Lit, rest: Lit, change: NDArray[np.float32], whole: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The share of light that falls on what lay there before; 0 where something else lies there.

    Light comes and goes in all colours alike. In linear light, for what is dark anyway hardly
    changes in logarithms. `change` and `whole`: how much lighter everything is (`brightening`).
    """
    was = rest.soft * np.exp(whole)[:, None, None]
    both, before = (np.einsum("cyx,cyx->yx", each, was) for each in (now.soft, was))
    share = np.asarray(both / (before + np.float32(1e-9)), np.float32)
    off = (now.soft + FLOOR) / (was * share + FLOOR)
    alike = (off.max(axis=0) < SPREAD) & (off.min(axis=0) > 1 / SPREAD) & ~_other_grain(change)
    return np.where(alike, share, np.float32(0))


def _other_grain(change: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where the table's grain is another one than before: what lies there has the same colour."""
    mean = change.mean(axis=0)
    rough = cv2.absdiff(mean, cv2.blur(mean, (GRAIN, GRAIN)))
    uneven = np.asarray(cv2.medianBlur(rough, GRAIN))  # the edge of a shadow is narrow
    noise = float(np.median(uneven[::3, ::3]))
    mask = (uneven > ROUGH + 3 * noise).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0)
