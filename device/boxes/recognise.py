"""Which of the taught games lies on the table, looked for while the table's own is not found."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Protocol

from device.boxes.shelf import Shelf
from device.senses.frame import Frame
from vision.again import Again
from vision.games import eyes_kit
from vision.profile import Profile
from vision.recognise import Print, recognise

log = logging.getLogger(__name__)

# Looking for all boards costs a tenth of a second or more: not more often than this (seconds).
EVERY = 4.0
# Sights in which the board of the table's own game is not known to be there.
UNFOUND = ("looking", "no-board", "untaught")
# Sights that tell nothing of it: what was seen before is true until somebody looks again.
BLIND = ("moving", "dark")
NONE = ""  # none of the taught boxes


class Onlooker(Protocol):
    """What is needed of the table."""

    sight: str

    def note_seen(self, game: str | None) -> None: ...


class Recogniser:
    """Looks at a frame now and then and tells the table which game it shows."""

    def __init__(self, table: Onlooker, shelf: Shelf) -> None:
        self._table, self._shelf = table, shelf
        self._prints: dict[str, tuple[Profile | None, Print]] = {}
        self._again = Again(EVERY)
        self._told: str | None = None

    def look(self, frame: Frame) -> None:
        """One picture, if it is time."""
        if self._table.sight not in UNFOUND:
            if self._table.sight not in BLIND:
                self._tell(None, {})
            return
        if not self._again.due(frame.time, frame.small):
            return
        self._again.in_vain(frame.time, frame.small)
        prints = {game: self._print(game) for game in self._shelf.games()}
        if not prints:
            return
        found = recognise(frame.image, prints)
        self._tell(NONE if found.game is None else found.game, found.marks)

    def _tell(self, game: str | None, marks: Mapping[str, int]) -> None:
        if game != self._told:
            self._told = game
            log.info("the board of %s is seen; marks that agree: %s", game or "no box", marks)
        self._table.note_seen(game)

    def _print(self, game: str) -> Print:
        profile = self._shelf.profile(game)
        known = self._prints.get(game)
        if known is None or known[0] is not profile:
            eyes = eyes_kit(game).eyes(profile)
            known = self._prints[game] = (profile, Print(eyes.board, eyes.facts.print_size))
        return known[1]
