"""The simulated table as a camera in real time: bots play, hands move, ten pictures a second."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from device.senses.frame import Camera, CameraLost, Frame
from device.sim.base import Act, Asked, SimTable, Timeline
from device.sim.clock import TableClock
from device.sim.film import Gesture
from device.sim.optics import Points
from device.sim.stage import board_corners
from device.sim.textures import Image
from rules.game import Event, Position

FRAMES_A_SECOND = 10
REPAIR_AFTER = 5.0
LEAST_REST = 0.5
HAND_SHARE = 0.4
LONGEST_GESTURE = 4.0
STEP_TIME = 0.3  # seconds a hand is at work for each thing it changes, at the least
PIXELS_A_SECOND = 900
SHUTTER = 1 / 60

Clock = Callable[[], float]
Sleep = Callable[[float], None]


class SimCamera(Camera):
    """Plays a simulated game; after the last turn the table stays as it is.

    `pace` is the least seconds of a turn. With `waits` the people look at their phones: no act
    begins before `go_on` was said of the one that lies there. A mistake is put right after some
    seconds, or at once when `repair` is called. `on_rest` hears of every act as its hand leaves.
    """

    name = "simulated table"

    def __init__(
        self,
        game: SimTable[Position, Event, object],
        pace: float = 8.0,
        clock: Clock = time.monotonic,
        sleep: Sleep = time.sleep,
        on_rest: Callable[[Act[Position, Event]], None] | None = None,
        waits: bool = False,
    ) -> None:
        self.game = game
        self.time = clock if isinstance(clock, TableClock) else TableClock(clock)
        self._room, self._film = game.studio()
        self._script = game.script(self._room)
        self._acts = self._script.acts()
        self.pace, self._sleep = pace, sleep
        self._on_rest = on_rest
        self._lock = threading.Lock()
        self._hurry = self._closed = False
        self._waits = waits
        self._seen: Act[Position, Event] | None = None  # the act that people are done with
        self._next: list[
            Act[Position, Event] | None
        ] = []  # what comes next, once somebody asked for it
        self._wish: object = None
        self._shown: object = None  # what lies there on somebody's wish instead of the game
        self._act = next(self._acts)
        self.truths = [self._act.truth]  # of everything that has happened, for those who did it
        self._still = self._room.settle(self._act.lying)[-1]
        self._gesture: Gesture | None = None
        self._timeline: Timeline | None = None
        self._since = self._due = self.time()
        self._tell()

    def read(self, timeout: float = 2.0) -> Frame:
        """The next picture, a tenth of a second after the last one."""
        if self._closed:
            raise CameraLost("the simulated camera has been closed; open it again")
        wait = self._due - self.time()
        if wait > timeout:
            raise CameraLost(f"no picture from the simulated camera within {timeout} s")
        if wait > 0:
            self._sleep(wait)
        now = self.time()
        self._due = max(self._due + 1 / FRAMES_A_SECOND, now)
        picture = self._picture(now)
        self.time.until(None if self._gesture is None else now + 1 / FRAMES_A_SECOND)
        return Frame(now, picture)

    def close(self) -> None:
        """No more pictures."""
        self._closed = True
        self.time.until(None)

    def go_on(self, act: Act[Position, Event]) -> None:
        """The device has seen this act, or nothing more is to be waited for."""
        with self._lock:
            self._seen = act

    def coming(self) -> Act[Position, Event] | None:
        """What the people will do next, which they know; None when the game is over."""
        with self._lock:
            return self._coming()

    def _coming(self) -> Act[Position, Event] | None:
        if not self._next:
            self._next = [next(self._acts, None)]
        return self._next[0]

    @property
    def over(self) -> bool:
        """Whether the last act known so far is over."""
        return self._next == [None]

    @property
    def rested(self) -> float | None:
        """Since when the act lies at rest, in the table's time; None while hands are at work."""
        with self._lock:
            busy = self._gesture is not None or self._shown is not None
            return None if busy else self._since

    def lay(self, lying: object) -> None:
        """Have people lay out something else for a while; None goes back to the game."""
        with self._lock:
            self._wish = lying
            self._shown = self._shown if lying is None else lying

    def repair(self) -> None:
        """Put a mistake right now; harmless when there is none."""
        with self._lock:
            self._hurry = True

    def let_stand(self) -> None:
        """Leave the mistake on the table and play on from there."""
        with self._lock:
            if not self._act.truth.legal:
                self._script.let_stand()
                self._hurry = True

    def break_a_rule(self) -> None:
        """Let the people break a rule at their next chance."""
        with self._lock:
            self._script.wished = True

    def follow_hints(self, asked: Asked) -> None:
        """Do what the phones ask for while a game begins."""
        with self._lock:
            if self._script is not None:
                self._script.follow_hints(asked)

    @property
    def corners(self) -> Points:
        """The board's corners in the picture, for whoever taps them as an owner would."""
        return board_corners(self._still)

    @property
    def act(self) -> Act[Position, Event]:
        """What lies on the table, with its truth: for tests, never for the device's eyes."""
        return self._act

    def _picture(self, now: float) -> Image:
        with self._lock:
            self._advance(now)
        if self._gesture is None:
            return self._film.shoot(self._still)
        part = self._part(now - self._since)
        hand = self._gesture.at(part, PIXELS_A_SECOND * SHUTTER)
        return self._film.shoot(self._gesture.still(part), hand)

    def _advance(self, now: float) -> None:
        """Begin or end a gesture when its time has come."""
        waited = now - self._since
        if self._gesture is not None:
            if waited >= self._hand_time():
                self._gesture, self._since = None, now
                self._tell()
        elif self._shown is not None:
            self._fulfil(now)
        elif waited >= self._rest_time() and self._free():
            act = self._coming()
            if act is not None:
                self._next = []
                self._begin(act, now)

    def _free(self) -> bool:
        return self._hurry or not self._waits or self._seen is self._act

    def _fulfil(self, now: float) -> None:
        """Lay out what is wished for, or the game again; then rest until the next wish."""
        if self._wish is None:
            self._shown, self._wish = None, self._act.lying
        if self._wish != self._still.lying:
            stills = self._room.settle(self._wish)
            self._gesture = self._film.gesture((self._still, *stills))
            self._still, self._since = stills[-1], now

    def _begin(self, act: Act[Position, Event], now: float) -> None:
        stills = self._room.settle(act.lying, act.steps)
        self._gesture = self._film.gesture((self._still, *stills))
        self.truths.append(act.truth)
        self._script.wished = self._script.wished and act.truth.legal
        self._act, self._still, self._since, self._hurry = act, stills[-1], now, False
        self._timeline = self.game.timeline(self._gesture)
        if self._timeline is not None:
            self.game.sounds(self._timeline, now)

    def _part(self, elapsed: float) -> float:
        """The share of its way that the hand has come."""
        if self._timeline is not None:
            return self._timeline.part(elapsed)
        return _eased(elapsed / self._hand_time())

    def _hand_time(self) -> float:
        if self._timeline is not None:
            return self._timeline.seconds
        usual = min(LONGEST_GESTURE, self.pace * HAND_SHARE)
        steps = 0 if self._gesture is None else len(self._gesture.marks)
        return max(usual, steps * STEP_TIME)

    def _rest_time(self) -> float:
        if not self._act.truth.legal:
            return 0.0 if self._hurry else max(REPAIR_AFTER, self.pace)
        hand = min(LONGEST_GESTURE, self.pace * HAND_SHARE)
        return max(LEAST_REST, self.pace - hand)

    def _tell(self) -> None:
        if self._on_rest is not None:
            self._on_rest(self._act)


def _eased(part: float) -> float:
    """Slow where the pieces are, quick on the way in and out."""
    centred = 2 * min(max(part, 0.0), 1.0) - 1
    return 0.5 + 0.5 * (0.35 * centred + 0.65 * centred**3)
