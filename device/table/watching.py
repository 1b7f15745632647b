"""The watcher of the game on the table: it belongs to the camera's thread alone.

Whatever phones change is handed to it before the next picture.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from device.following.sight import Sight
from device.records.stored import Agreed
from device.senses.frame import Frame
from rules.game import Event, Game, Position

PICTURE_WAIT = 2.0  # seconds a phone waits for a fresh camera picture
PICTURE_WANTED = 6.0  # seconds a camera picture is kept fresh after somebody looked at it


Corners = list[list[float]]  # across and down in the picture


class Follower(Protocol):
    """What the table needs of a watcher."""

    def see(self, frame: Frame) -> Sight: ...
    def heard(self, time: float, sure: float) -> None: ...
    def heard_until(self, time: float) -> None: ...
    def confirm(self, position: Position) -> None: ...
    def overlay(self) -> bytes | None: ...
    def knows_corners(self, corners: Corners) -> bool: ...
    def tap_corners(self, corners: Corners) -> None: ...
    def nothing_happened(self) -> None: ...


Errand = Callable[[Follower], None]
MakeWatcher = Callable[[Game[Position, Event], Position, Agreed], Follower | None]


class Watching:
    """The watcher, what it must hear before its next picture, and the picture it drew last."""

    def __init__(self, lock: threading.RLock, moment: int = 0) -> None:
        self._lock = lock
        self._picture_ready = threading.Condition(lock)
        self._picture: bytes | None = None
        self._picture_wanted = -PICTURE_WANTED
        self.moment = moment  # counts changes of what is to be explained, over all games
        self._known_moment = moment  # the one the watcher knows
        self.watcher: Follower | None = None
        self.begin(None)

    def begin(self, watcher: Follower | None) -> None:
        """Another game."""
        self._errands: list[Errand] = []
        self._listened: float | None = None
        self._looked: tuple[float, int] | None = None  # when a still moment was read to its end
        self.replace(watcher)

    def replace(self, watcher: Follower | None) -> None:
        """Another watcher for what is known now; what the earlier one still finds is dropped."""
        self.watcher = watcher
        self.moment += 1
        self._known_moment = self.moment

    # --- from any thread, with the table's lock ---

    def explain_anew(self) -> None:
        """The position is another one now, or pictures are to be explained again."""
        self.moment += 1

    def before_next_frame(self, errand: Errand) -> None:
        """Tell the watcher something before it sees its next picture."""
        self._errands.append(errand)

    def note_listened(self, until: float) -> None:
        """Up to when the microphone has heard everything, for eyes that wait for it."""
        self._listened = until

    def knows_corners(self, corners: Corners) -> bool:
        """Whether a board can have its corners there; True if nothing looks."""
        return self.watcher is None or self.watcher.knows_corners(corners)

    @property
    def looked(self) -> float | None:
        """When the table at rest was last looked at to the end, by what is known now."""
        looked = self._looked
        return looked[0] if looked is not None and looked[1] == self.moment else None

    def note_looked(self, sight: Sight, moment: int) -> None:
        """What was seen belongs to this moment."""
        if sight.done:
            self._looked = sight.time, moment

    # --- the camera's thread ---

    def prepare(
        self, position: Callable[[], Position], renew: Callable[[], None]
    ) -> tuple[Follower | None, int]:
        """The watcher, told of everything that changed since the last picture.

        One that cannot follow the position is replaced by one that begins there.
        """
        with self._lock:
            watcher, moment, now = self.watcher, self.moment, position()
            listened = self._listened  # before what was heard by then is handed over
            errands, self._errands = self._errands, []
        if watcher is None:
            return None, moment
        if moment != self._known_moment:
            try:
                watcher.confirm(now)
            except Exception:
                renew()
                raise
            self._known_moment = moment
        for errand in errands:
            errand(watcher)
        if listened is not None:
            watcher.heard_until(listened)
        return watcher, moment

    def draw(self, watcher: Follower) -> None:
        """Draw what the watcher recognised, while somebody looks at it."""
        if time.monotonic() - self._picture_wanted > PICTURE_WANTED:
            return
        picture = watcher.overlay()
        with self._picture_ready:
            self._picture = picture
            self._picture_ready.notify_all()

    def picture(self) -> bytes | None:
        """The camera's picture with what was recognised, for a phone that waits a moment."""
        with self._picture_ready:
            fresh = time.monotonic() - self._picture_wanted < PICTURE_WANTED
            self._picture_wanted = time.monotonic()
            if not fresh or self._picture is None:
                self._picture_ready.wait(PICTURE_WAIT)
            return self._picture
