"""The number printed on a card: where it stands, and what it is.

Lines that all cards have about it, like a frame, are taken off: they may be read as a 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.solomon.pieces import CARDS
from vision.geometry import View
from vision.observe.evidence import Evidence
from vision.observe.text import HIGH, WIDE, TextReader, text_reader
from vision.sample import Picture, maps_for, take
from vision.solomon.slots import Place

Mask = NDArray[np.bool_]

NUMBERS = {number: str(number) for number in CARDS}
# The recogniser wants room about a line: its field is so many times as high as a digit, and so
# many times as wide, since there may be another digit on either side.
ROOM_HIGH, ROOM_WIDE = 2.2, 4.0
# A line is less than half so many samples wide. Of the ink of digits a line has at least this
# share, and so many samples about it are blurred into it.
LINE, INK, BLURRED = 15, 0.25, 3
HALF = 0.5  # where ink that is blurred at its edge ends


@dataclass(frozen=True)
class Spot:
    """Where numbers of one digit are printed, from the middle of a card whose arrow points down."""

    right: float  # metres, as all lengths here
    down: float
    wide: float
    high: float

    def field(self, picture: Picture, view: View, place: Place) -> Picture:
        """The number on a card that lies there, with room about it."""
        at, step = place.moved(self.right, self.down), self.step
        return take(picture, maps_for(view, at.window(WIDE * step, HIGH * step, step)))

    @property
    def step(self) -> float:
        """From sample to sample of the field."""
        return max(ROOM_HIGH * self.high / HIGH, ROOM_WIDE * self.wide / WIDE)

    @property
    def inner(self) -> tuple[slice, slice]:
        """The samples of the field in which one digit stands."""
        high, wide = (round(each / self.step / 2) for each in (self.high, self.wide))
        rows, columns = HIGH // 2, WIDE // 2
        return np.s_[rows - high : rows + high, columns - wide : columns + wide]

    def fitted(self, fields: Sequence[Picture]) -> Spot:
        """The spot with the size that the single digits of some cards really have."""
        ink = _lines(fields, self).max(axis=(0, 3)) > HALF
        ink &= ~frame_in(fields, self)
        left, top, wide, high = cv2.boundingRect(_joined(ink, self).astype(np.uint8))
        if not wide:
            return self
        across, down = left + (wide - WIDE) / 2, top + (high - HIGH) / 2
        step = self.step
        return Spot(self.right + across * step, self.down + down * step, wide * step, high * step)


def frame_in(fields: Sequence[Picture], spot: Spot) -> Mask:
    """Lines that the fields of taught cards have in common, apart from where their digit stands."""
    usual = np.median(_lines(fields, spot), axis=0).max(axis=2) > INK
    digit = _joined(usual, spot)
    near = np.ones((BLURRED, BLURRED), np.uint8)
    return (cv2.dilate((usual & ~digit).astype(np.uint8), near) > 0) & ~digit


def _joined(ink: Mask, spot: Spot) -> Mask:
    """The ink that is joined to some in the middle of a field."""
    _, names = cv2.connectedComponents(ink.astype(np.uint8))
    inner = names[spot.inner]
    return np.isin(names, inner[inner > 0])


def cleared(field: Picture, frame: Mask) -> Picture:
    """A field without the frame: the ground goes on there."""
    return np.where(frame[..., None], _ground(field), field)


def _lines(fields: Sequence[Picture], spot: Spot) -> NDArray[np.float32]:
    """How far fields differ from their ground, as shares of the ink of their digits."""
    lines = np.stack([np.abs(field.astype(np.float32) - _ground(field)) for field in fields])
    return np.asarray(lines / lines[:, *spot.inner].max(axis=(1, 2, 3), keepdims=True))


def _ground(field: Picture) -> Picture:
    """What a field would show without lines and digits, roughly."""
    return np.asarray(cv2.medianBlur(field, LINE), np.uint8)


class NumberReader:
    """Reads the numbers of one box."""

    def __init__(self, spot: Spot, frame: Mask) -> None:
        self._spot, self._frame = spot, frame

    @cached_property
    def _text(self) -> TextReader:
        """Loaded with the first card."""
        return text_reader()

    def read(self, picture: Picture, view: View, place: Place) -> Evidence[int]:
        """How well each number fits what is printed there."""
        field = self._spot.field(picture, view, place)
        return self._text.read(cleared(field, self._frame), NUMBERS)
