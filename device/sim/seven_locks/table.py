"""The simulated table of Schloss der 7 Schlösser: bots play, pictures with their truth apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np

from device.hearing.listener import Listener
from device.senses.frame import Frame
from device.sim.base import FRAME_TIME, Ear, SimTable, Timeline
from device.sim.film import Film, Gesture, Room
from device.sim.seven_locks.bots import Castle
from device.sim.seven_locks.scene import Lying, SevenLocksProps, Stand, head_shown, in_view
from device.sim.seven_locks.script import Script
from device.sim.seven_locks.sound import Soundtrack
from device.sim.seven_locks.teach import teach_pictures
from device.sim.seven_locks.theme import Theme, make_theme
from device.sim.sound.pearls import Wave
from device.sim.stage import Still
from device.sim.teaching import Picture
from device.sim.textures import Image
from rules.seven_locks import Event, Position
from rules.seven_locks.game import GAME
from rules.values import Json

HOLD = 3  # pictures of a hand that holds a pearl over a tower
HOLD_TIME = 0.3  # seconds between them
LISTEN = 0.6  # seconds from picture to picture while all listen to where a pearl came to rest
AT_WORK = 0.5  # seconds from picture to picture of hands that move other things, and after
TAKE = 1.5  # seconds from a throw of the die until the first pearl is taken and over its tower
LET_GO = 0.05  # seconds after the second one the pearl falls
GO, PAUSE, HELD = 0.7, 0.3, 0.8  # in real time: to the next place, there, and over a tower
KEEN = 0.15  # a sound less like a pearl is none


class SimGame(SimTable[Position, Event, Theme]):
    """A whole game; which chamber is under which tower nobody knows."""

    rules = GAME
    make_theme = staticmethod(make_theme)
    tapped = audible = True

    def make_props(self) -> SevenLocksProps:
        return SevenLocksProps(self.theme, self.players)

    def box_facts(self) -> dict[str, Json]:
        return {"die": [list[Json](face) for face in self.theme.die]}

    def begin(self) -> None:
        self.castle = Castle.mixed(self.rng("castle"))
        self._listener = Listener(KEEN)
        self._begun: float | None = None

    def teach_pictures(self) -> list[Picture]:
        return teach_pictures(self.rng("teach"), self.theme, self.calm())

    def script(self, room: Room) -> Script:
        def seen(lying: Lying, what: int | str, aside: float) -> bool:
            return in_view(self.theme, room.still(lying), what, aside)

        def shown(lying: Lying, place: int, stand: Stand) -> float:
            return head_shown(self.theme, room.still(lying), place, stand)

        rng, die = self.rng("script"), self.theme.die
        return Script(rng, self.start, self.castle, die, self.mischief, seen, shown)

    @cached_property
    def sound(self) -> Soundtrack:
        """What there is to be heard of this game."""
        return Soundtrack(self.rng("sound"), self.castle.chambers[:-1])

    # -- in real time -----------------------------------------------------------------------

    def timeline(self, gesture: Gesture) -> Timeline | None:
        """From place to place, with a rest over each tower into which a pearl falls."""
        times, parts, now = [0.0], [0.0], 0.0
        falls: list[tuple[float, int, int]] = []
        for mark, (old, new) in zip(gesture.marks, pairwise(gesture.stills), strict=True):
            tower = _fell(old, new)
            now += GO
            times += [now, now + (PAUSE if tower is None else HELD)]
            parts += [mark, mark]
            if tower is not None:
                falls.append((now + HELD / 2, tower, old.lying.pearls[tower]))
            now = times[-1]
        return Timeline((*times, now + GO), (*parts, 1.0), tuple(falls))

    def sounds(self, timeline: Timeline, begun: float) -> None:
        """Pearls fall while the hand holds them over towers."""
        for second, tower, inside in timeline.falls:
            self.sound.drop(begun + second - self._origin(begun), tower, inside)

    def listen(self, since: float, until: float) -> Wave:
        """What a microphone hears between two moments of the clock."""
        origin = self._origin(since)
        return self.sound.between(since - origin, until - origin)

    def _origin(self, now: float) -> float:
        """The moment of the clock at which the soundtrack begins."""
        if self._begun is None:
            self._begun = now
        return self._begun

    # -- sound ------------------------------------------------------------------------------

    def hear_until(self, eyes: Ear, now: float) -> None:
        """The ear listens along and tells of what may be pearls."""
        eyes.listen()
        for heard in self._listener.feed(self.sound.until(now).astype(np.float32)):
            eyes.heard(heard.time, heard.confidence)

    def _frames(
        self, film: Film, before: Still | None, stills: tuple[Still, ...], nudged: bool
    ) -> Iterator[Frame]:
        """As on any table, but a hand that throws a pearl is held over its tower."""
        rolled = before is not None and before.lying.die != stills[-1].lying.die
        if rolled:
            self.sound.die(self._time)
        thrown = before is not None and before.lying.pearls != stills[-1].lying.pearls
        if before is None or not thrown:
            # Ears live by the clock: what hands do takes its time, as in a game in real time.
            for frame in super()._frames(film, before, stills, nudged):
                yield self._frame(frame.image, AT_WORK - FRAME_TIME)
            if before is not None and _laid_aside(before, stills[-1]):
                # People look at a phone whether what they laid elsewhere is seen now.
                for image in film.rest(stills[-1]):
                    yield self._frame(image, LISTEN)
            return
        if rolled:
            self._time = round(self._time + TAKE, 3)
        yield from self._throwing(film, (before, *stills))
        for image in film.rest(stills[-1]):
            yield self._frame(image, LISTEN)

    def _frame(self, image: Image, later: float) -> Frame:
        self._time = round(self._time + later, 3)
        return Frame(self._time, image)

    def _throwing(self, film: Film, way: tuple[Still, ...]) -> Iterator[Frame]:
        """Hands at work, pearl by pearl."""
        gesture = film.gesture(way)
        for mark, (old, new) in zip(gesture.marks, pairwise(way), strict=True):
            tower = _fell(old, new)
            if tower is None:
                yield self._frame(film.shoot(new, gesture.at(mark)), GO)
                continue
            for number, part in enumerate((mark - 0.002, mark, mark + 0.002)):
                frame = self._frame(film.shoot(new, gesture.at(part)), HOLD_TIME)
                if number == HOLD // 2:
                    inside = old.lying.pearls[tower]
                    self.sound.drop(self._time + LET_GO, tower, inside)
                yield frame


def _laid_aside(old: Still, new: Still) -> bool:
    """Whether coats or keys were laid elsewhere."""
    was, now = old.lying, new.lying
    return (was.aside, was.row_aside) != (now.aside, now.row_aside)


def _fell(old: Still, new: Still) -> int | None:
    """The tower a pearl fell into between two stills."""
    pairs = zip(old.lying.pearls, new.lying.pearls, strict=True)
    return next((tower for tower, (a, b) in enumerate(pairs) if b > a), None)
