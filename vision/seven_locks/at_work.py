"""Hands and sounds at the towers, from picture to picture: which pearls may have fallen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from rules.seven_locks import Drop, Phase, Position, open_towers
from rules.seven_locks.pieces import MEMBERS, PLACES
from vision.eyes import HandWatch
from vision.geometry import View
from vision.rest import Reach, Rest
from vision.sample import Picture
from vision.seven_locks.hands import Lost, find_hand, reaching, tower_tops
from vision.seven_locks.pearls import PearlWatch
from vision.seven_locks.reading import Pearl
from vision.seven_locks.story import SevenLocksLens, rolls, thrown
from vision.seven_locks.tops import Tops
from vision.seven_locks.windows import CORNERS
from vision.still import Small, shrink

PEARLS_DUE = (Phase.OPENING, Phase.DROP)
AFTER_MOVING = (Phase.KEY, Phase.TRY, Phase.COATS, Phase.TREASURE, Phase.GUESS)
# How sure a pearl must be to be told while hands are at work: that it fell, and where.
CLEAR_SOUND, CLEAR_HAND = 0.97, 0.8
# How likely a hand over a tower that threw the die too let a pearl go that nobody heard.
WITH_THE_DIE = 0.06
MOST_AT_WORK = 40  # pictures that are kept until the table rests again: four seconds
STOPPED = 10.0  # seconds behind the pictures by which ears no longer listen

GoneOn = Callable[[Picture, View, Position], bool]


class SevenLocksHands(HandWatch):
    """Hands over towers let pearls go, heard or not, until they have something else to do."""

    may_rest = True  # over towers, keys and coats while people think

    def __init__(self, lens: SevenLocksLens, tops: Callable[[], Tops], gone_on: GoneOn) -> None:
        self._lens, self._tops = lens, tops
        self._gone_on = gone_on  # whether the keymaster clearly stands elsewhere
        self.watch = PearlWatch()
        self.now = 0.0  # the time of the picture that is looked at
        self.came = False  # hands were at the table since somebody last asked
        self._read_at = -np.inf
        self._confirmed: Position | None = None
        self._thrown = False  # the die was thrown since then
        # When a picture showed that the keymaster had moved, after how many throws of the die.
        self._moved_by: tuple[float, int] | None = None
        # The last picture in which no pearl was due any more, after how many throws of the die.
        self._none_due = (0.0, 0)
        self._listened = np.inf  # up to when the microphone has heard everything
        self._at_work: list[tuple[float, Small]] = []  # pictures since the table last rested
        self._before: Rest | None = None  # how it lay then

    # -- sounds ---------------------------------------------------------------------------------

    def listen(self) -> None:
        """Pearls that are not heard fell nowhere, from now on."""
        self._lens.hears = True

    def heard(self, time: float, sure: float) -> None:
        """The microphone heard something that may be a pearl."""
        self.listen()
        self.watch.sound(time, sure)

    def heard_until(self, time: float) -> None:
        """Everything up to then was heard: on a busy machine ears come later than eyes."""
        self._listened = time

    def _listened_till(self, now: float) -> float:
        """Up to when ears have heard, unless they have stopped."""
        return self._listened if now - STOPPED < self._listened < now else now

    # -- hands ----------------------------------------------------------------------------------

    def begin_frame(self, time: float) -> None:
        """Sounds and hands are compared by the time of their picture."""
        self.now = time

    def seen(self, time: float, small: Small, rest: Rest, view: View) -> None:
        """A picture in which something moves: is a hand over a tower?"""
        self.came = True
        towers = self._over(small, rest, view)
        if towers is None:
            self.watch.blind(time)
        else:
            self.watch.hand(time, towers)
        self._at_work = [*self._at_work, (time, small)][-MOST_AT_WORK:]
        self._before = rest

    def lost_view(self, time: float) -> None:
        """A picture in which something moves, but nobody knows where the board is."""
        self.came = True
        self.watch.blind(time)

    def over_piece(self, small: Small, rest: Rest, view: View) -> Reach | None:
        """Where a hand rests over a tower, if its arm is seen."""
        return reaching(small, rest, view, tower_tops(view, self._tops(), small.shape[1]))

    def _over(self, small: Small, rest: Rest, view: View) -> tuple[float, ...] | None:
        """Over which tower a hand is, if it is known where they are."""
        tops = tower_tops(view, self._tops(), small.shape[1])
        known = self._confirmed
        standing = range(PLACES) if known is None else MEMBERS[known.standing]
        try:
            return find_hand(small, rest, view, tops, standing)
        except Lost:
            return None

    def look_back(self, picture: Picture, view: View) -> None:
        """Look again at the pictures in which something was heard to fall.

        Now that the table rests it shows what is no hand, and where the towers are since it was
        knocked.
        """
        before, self._before = self._before, None
        pictures, self._at_work = dict(self._at_work), []
        times = self.watch.when_heard(list(pictures))
        if before is None or not times:
            return
        after = shrink(picture)
        if before.small.shape != after.shape:
            return
        old = replace(before, before=Rest(after, view))
        new = Rest(after, view, replace(before, before=None))
        for time in times:
            small = pictures[time]
            rest = min(new, old, key=lambda each: _unlike(small, each))
            towers = self._over(small, rest, rest.view)
            if towers is not None and any(towers):
                self.watch.hand(time, towers)

    # -- what the rules ask for -----------------------------------------------------------------

    def confirm(self, position: Position) -> None:
        """The position is certain: what led to it need not be explained again."""
        before, self._confirmed = self._confirmed, position
        thrown_now, self._thrown = self._thrown, False
        if before is None:
            return
        if _stage(before) != _stage(position):
            self.watch.take(thrown(before, position)[0])
        if rolls(position) > self._none_due[1]:
            self.watch.forget(self._none_due[0])  # of an earlier throw, however that went
        if thrown_now and position.phase is Phase.DROP and position.hand == position.rolled:
            self.watch.no_throws(-np.inf, self._read_at, WITH_THE_DIE)

    def expected(self) -> bool:
        """Whether pearls are due: a hand rests over one tower after the other."""
        return self._confirmed is not None and self._confirmed.phase in PEARLS_DUE

    def must_wait(self, now: float, picture: Picture, view: View) -> bool:
        """Whether a pearl may still be falling, while more are due than were heard and the
        keymaster has not gone on.
        """
        known = self._confirmed
        if not self._lens.hears or known is None or not self.expected():
            return False
        heard = sum(pearl.sure >= CLEAR_SOUND for pearl in self.watch.pearls())
        if heard >= known.hand or not self.watch.waiting(self._listened_till(now)):
            return False
        return not self._gone_on(picture, view, known)

    def event_before_they_leave(self, position: Position) -> Drop | None:
        """A pearl so clear that nobody need wait for the hands to leave.

        The last one due is left to the table at rest: one too many may follow it. So is an
        opening pearl that seems to fall where the next one does: one of them fell elsewhere.
        """
        if not self._lens.hears or position.phase not in PEARLS_DUE or position.hand < 2:
            return None
        clear = [pearl for pearl in self.watch.pearls()[:2] if pearl.sure >= CLEAR_SOUND]
        opening = position.phase is Phase.OPENING
        if len(clear) <= opening or max(clear[0].towers) < CLEAR_HAND:
            return None
        tower = clear[0].tower
        if opening and tower == clear[1].tower:
            return None
        return Drop(tower) if tower in open_towers(position) else None

    def nothing_happened(self) -> None:
        """What was heard and seen by now was no pearl, if none is due."""
        if not self.expected():
            self.watch.forget(self._read_at)

    # -- pictures that were read ----------------------------------------------------------------

    def note(self, known: Position, die_thrown: bool) -> tuple[Pearl, ...]:
        """A picture was read, given what was likely before: which pearls may have fallen by now."""
        if self.now != self._read_at:  # else somebody looks at it again from what is confirmed
            self._note(known, die_thrown)
        self.watch.tidy(self.now)
        return self.watch.pearls()

    def _note(self, known: Position, die_thrown: bool) -> None:
        """Note for what hands were over towers until the last picture."""
        if die_thrown and not self._thrown and not self.expected():
            self._thrown = True
            self.watch.none_before(self._read_at)
        self._other_hands(known)
        if known.phase not in PEARLS_DUE:
            self._none_due = (self._read_at, rolls(known))
        self._read_at = self.now

    def _other_hands(self, known: Position) -> None:
        """Once the keymaster has moved hands are over towers for keys and coats, until somebody
        throws the die again.
        """
        if self._moved_by is not None and self._moved_by[1] == rolls(known):
            self.watch.no_throws(self._moved_by[0], self._read_at)
        self._moved_by = (self._read_at, rolls(known)) if known.phase in AFTER_MOVING else None


def _unlike(small: Small, rest: Rest) -> float:
    """How much a small frame differs from the table at rest, around the board."""
    corners = rest.view.project(CORNERS) * (small.shape[1] / rest.view.width)
    x, y, wide, high = cv2.boundingRect(corners.astype(np.float32))
    box = slice(max(0, y), y + high), slice(max(0, x), x + wide)
    return float(cv2.absdiff(small[box], rest.small[box]).mean())


def _stage(position: Position) -> tuple[object, ...]:
    return (position.phase, position.turn, position.bin, position.hand)
