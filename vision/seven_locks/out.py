"""A key that lies on the board beside the keymaster: which one of the row it is, by its colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.light import Light
from vision.sample import Maps, Picture, Window, maps_for, take, to_log
from vision.seven_locks.find import coloured, median
from vision.seven_locks.hiding import Hidden
from vision.seven_locks.profile import Profile
from vision.seven_locks.table import BOARD
from vision.seven_locks.windows import STEP, Array, Floats, Spot, board_look, board_window

# How far what lies there must differ from the board in tint, or how much darker than a shadow it
# must be (log light): light falls on a board in stripes as well; and how much it must be of a key's
# colour.
TINTED, DARKER, ALIKE = 0.3, -1.2, 0.5
PATCH = round(0.026 / STEP) | 1  # samples around one that tell of the light on it
LONG = (0.020, 0.032)  # metres from end to end: no longer than a coat of arms, and surely a key
LONGEST, THIN = 0.12, 0.45  # no key is longer, nor does one fill more of a square of its length
PAWN_ROOM, PAWN_TALL = 0.013, 0.032  # metres around and above the keymaster's place

INNER, BIN_ROOM = 0.97, 0.037  # of the board's radius, and metres from its middle: the bare board
BESIDE_PAWN = 0.07  # metres from the keymaster in which a key lies that is tried
MORE_HIDDEN = 1.2  # the edge of a tower is no key
UNSEEN = 0.6  # how much a key on the board is believed if nobody sees whether it left its row


class OutReader:
    """Looks at the board beside the keymaster."""

    def __init__(self, profile: Profile) -> None:
        self._colours = profile.key_colours
        self._board = board_window(STEP)
        self._look = board_look(profile.board, self._board)
        self._places = self._board.points()[:, :2].reshape(*self._look.shape[:2], 2)
        self._maps: tuple[View, Window, Maps] | None = None

    def read(
        self,
        soft: Picture,
        view: View,
        hidden: Hidden,
        light: Light,
        keymaster: Spot,
        row: Sequence[float],
    ) -> tuple[float, ...]:
        """Which keys lie on the board, beside the keymaster, who may have a key's colour; none that
        is seen in its row.
        """
        believed = [missed(there) for there in row]
        if not any(believed):
            return (0.0,) * len(row)
        box = self._beside(keymaster)
        at = self._places[box]
        shown = to_log(take(soft, self._maps_of(view, _part(self._board, box))))
        shown -= light.at(at.reshape(-1, 2)).reshape(shown.shape)
        free = self._free(at, keymaster, hidden) & ~around_pawn(at, keymaster, view.centre)
        found = keys_out(shown - self._look[box], shown, free, self._colours)
        return tuple(out * share for out, share in zip(found, believed, strict=True))

    def _maps_of(self, view: View, window: Window) -> Maps:
        """Where a part of the board lies in the picture: the same while the keymaster stands."""
        if self._maps is None or self._maps[0] is not view or self._maps[1] != window:
            self._maps = view, window, maps_for(view, window)
        return self._maps[2]

    def _beside(self, place: Spot) -> tuple[slice, slice]:
        """The part of the board around a place."""
        middle, reach = self._board.columns / 2, BESIDE_PAWN / STEP
        column, row = middle + place[0] / STEP, middle - place[1] / STEP
        last = self._board.columns
        span = [
            slice(max(0, int(at - reach)), min(last, int(at + reach) + 1)) for at in (row, column)
        ]
        return span[0], span[1]

    @staticmethod
    def _free(at: Floats, place: Spot, hidden: Hidden) -> NDArray[np.bool_]:
        """Where the bare board would be seen; towers are masked at every other sample."""
        far, near = (np.hypot(off[..., 0], off[..., 1]) for off in (at, at - place))
        free = (far < BOARD / 2 * INNER) & (far > BIN_ROOM) & (near < BESIDE_PAWN)
        few = (slice(None, None, 2),) * 2
        behind = free[few].copy()
        behind[behind] = hidden.mask(at[few][behind], 0.0, MORE_HIDDEN)
        behind = behind.repeat(2, axis=0).repeat(2, axis=1)
        return np.asarray(free & ~behind[: free.shape[0], : free.shape[1]])


def _part(window: Window, box: tuple[slice, slice]) -> Window:
    """Some rows and columns of a window that lies straight."""
    rows, columns = box
    x, y, z = window.corner
    corner = (x + columns.start * window.step, y - rows.start * window.step, z)
    count = (columns.stop - columns.start, rows.stop - rows.start)
    return replace(window, corner=corner, columns=count[0], rows=count[1])


def missed(there: float) -> float:
    """How much of a key that seems to lie on the board is believed, given whether it is seen in its
    row: towers, glare and what is painted may have its colour.
    """
    return UNSEEN * (1 - there) if there > 0 else UNSEEN + (1 - UNSEEN) * min(1.0, -there)


def keys_out(change: Array, shown: Array, free: NDArray[np.bool_], colours: Array) -> list[float]:
    """How clearly each key lies on the board, 0 to 1.

    `change` is how the board differs from its taught look, `shown` how it looks (log light),
    `free` where a key could be seen; `colours` are the keys' in this light.
    """
    # Light and shade lie on the board in patches, a key is thin.
    there = np.where(free[..., None], change, 0).astype(np.float32)
    local = np.stack([median(there[..., c], PATCH) for c in range(3)], axis=-1)
    change, shown = change - local, shown - local
    level = change.mean(axis=2)
    tint = np.linalg.norm(change - level[..., None], axis=2)
    laid = free & ((tint > TINTED) | (level < DARKER))
    samples = shown[laid]
    if not len(samples):
        return [0.0] * len(colours)
    alike = np.stack([coloured(samples[None], colour)[0] for colour in colours])
    best = np.where(alike.max(axis=0) > ALIKE, alike.argmax(axis=0), -1)
    names = np.full(laid.shape, -1)
    names[laid] = best
    return [_key_like(names == key) for key in range(len(colours))]


def _key_like(mask: NDArray[np.bool_]) -> float:
    """How much the longest thing of one colour is as long and thin as a key."""
    if not mask.any():
        return 0.0
    joined = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, names = cv2.connectedComponents(joined)
    found = [0.0]
    for name in range(1, count):
        rows, columns = np.nonzero(names == name)
        (_, sides, _) = cv2.minAreaRect(np.stack([columns, rows], axis=1).astype(np.float32))
        long = (max(sides) + 1) * STEP
        if long < LONGEST and len(rows) * STEP**2 < THIN * long**2:
            found.append(float(np.clip((long - LONG[0]) / (LONG[1] - LONG[0]), 0, 1)))
    return max(found)


def around_pawn(places: Floats, at: Spot, eye: Floats) -> NDArray[np.bool_]:
    """Which places of the board the keymaster hides or is seen before, standing somewhere."""
    foot = np.array(at)
    away = (foot - np.asarray(eye[:2])) * PAWN_TALL / (eye[2] - PAWN_TALL)
    along = np.clip((places - foot) @ away / max(float(away @ away), 1e-9), 0, 1)
    near = foot + along[..., None] * away
    return np.asarray(np.linalg.norm(places - near, axis=-1) < PAWN_ROOM)
