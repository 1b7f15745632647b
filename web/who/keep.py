"""Where what must outlast a restart is kept: a file of the device, or nothing but memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rules.values import Json


class Keep(Protocol):
    """Holds one JSON object."""

    def read(self) -> dict[str, Json]:
        """What was written last; empty when nothing was."""

    def write(self, kept: Mapping[str, Json]) -> None:
        """Replace it. Never raises: what cannot be kept lasts until the next restart."""


class Memory:
    """Keeps as long as it lives."""

    def __init__(self) -> None:
        self._kept: dict[str, Json] = {}

    def read(self) -> dict[str, Json]:
        """What was written last."""
        return dict(self._kept)

    def write(self, kept: Mapping[str, Json]) -> None:
        """Replace it."""
        self._kept = dict(kept)
