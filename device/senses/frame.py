"""A picture with its time, and what every camera is: reads, closes, says what is wrong with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rules.errors import CastellanError
from vision.still import shrink

Image = NDArray[np.uint8]
BLACK_LEVEL = 14  # a covered lens still shows sensor noise of a few grey levels
STEADY_FRAMES = 15  # as bright as each other before a camera's automatics are held
CHANGED_FRAMES = 30  # a light switched on, not a hand over the table
LIGHT_CHANGED = 1.6


@dataclass(frozen=True)
class Frame:
    """One picture: BGR, with the monotonic time in seconds at which it was taken."""

    time: float
    image: Image

    @cached_property
    def small(self) -> Image:
        """The picture as small as stillness is judged by, made once."""
        return shrink(self.image)


class Camera(ABC):
    """Anything that gives pictures of the table."""

    name: str

    @abstractmethod
    def read(self, timeout: float = 2.0) -> Frame:
        """The next picture; CameraLost when none comes in time."""

    @abstractmethod
    def close(self) -> None:
        """Give the device back; harmless when done twice."""

    def gives(self) -> str:
        """Size, rate and packing as the camera tells them; empty if it does not."""
        return ""

    def rest(self, resting: bool) -> None:
        """Take fewer pictures while nothing happens; a camera that cannot goes on."""
        del resting


class Seen(Protocol):
    """What a picture came to."""

    @property
    def state(self) -> str: ...


class CameraMissing(CastellanError, OSError):
    """There is no such camera."""


class CameraLost(CastellanError, OSError):
    """A camera that worked gives no more pictures."""


class EndOfPictures(CastellanError, EOFError):
    """A folder of pictures has been shown to its end."""


def is_black(image: Image) -> bool:
    """Whether a picture shows nothing at all: lens covered, no light, dead sensor."""
    return float(np.percentile(image[::16, ::16], 99)) < BLACK_LEVEL


class Steady:
    """Says when a camera's automatics should be held, and when set free again.

    Colours are compared with what was taught, so they must not drift while people play; but when
    the light really changes, the camera must find itself anew.
    """

    def __init__(self) -> None:
        self._levels: list[float] = []
        self._held: float | None = None
        self._off = 0

    def feed(self, image: Image) -> str | None:
        """What to do after this picture: "hold", "free" or nothing."""
        level = float(image[::16, ::16].mean()) + 1.0
        if self._held is not None:
            return self._watch(level, self._held)
        self._levels = [*self._levels[1 - STEADY_FRAMES :], level]
        if len(self._levels) < STEADY_FRAMES or max(self._levels) > 1.05 * min(self._levels):
            return None
        self._held, self._off = level, 0
        return "hold"

    def _watch(self, level: float, held: float) -> str | None:
        away = not 1 / LIGHT_CHANGED < level / held < LIGHT_CHANGED
        self._off = self._off + 1 if away else 0
        if self._off < CHANGED_FRAMES:
            return None
        self._held, self._levels = None, []
        return "free"
