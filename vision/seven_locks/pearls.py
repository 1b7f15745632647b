"""Which tower a pearl fell into: sounds from the microphone, hands over towers from the camera."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rules.seven_locks.pieces import PLACES
from vision.seven_locks.hands import NOBODY
from vision.seven_locks.heard import CLEARLY
from vision.seven_locks.reading import Pearl

BEFORE, AFTER = 0.75, 0.15  # seconds around an impact in which the hand that let go is looked for
FALL = 0.18  # seconds a pearl falls
IN_THE_AIR = 1.15  # seconds from a hand over a tower until a pearl it let go must have been heard
DWELL = 2  # pictures in which a hand must be over one tower to have thrown a pearl unheard
PAUSE = 0.9  # seconds between two visits to a tower
FOR_TWO = 1.3  # seconds that are long enough for two pearls into one tower
HEARD, STRAY = 0.97, 0.02  # shares of pearls that are heard, and of sounds that are none
# The share of a tower that counts; what a sound is worth under a passing hand.
STAYS, PASSING = 0.5, 0.6
TWIN, BOUNCE = 0.35, 0.3  # seconds within which one hand lets go no two pearls; a second sound then
SOON = 0.6  # seconds in which a hand has gone on to the next tower
LIKELY = (TWIN, TWIN + 0.01, SOON), (BOUNCE, 0.5, 1.0)
NO_HAND = 0.3  # how much a sound is worth when nobody's hand is over a tower
# How likely a hand over a tower let a pearl go without a sound: by itself, and in a row with others
UNHEARD, IN_A_ROW = 0.13, (0.48, 1.3)  # that are so close in time (seconds)
# So much likelier (odds) is a pearl in such a row, heard or not.
ROW = (IN_A_ROW[0] / (1 - IN_A_ROW[0])) / (UNHEARD / (1 - UNHEARD))
# Several pictures tell a hand's tower better than one; but some hands are misread (821 pearls).
SHARPER, ASTRAY = 1.75, 0.004
LOOKS = 4  # pictures that are looked at again for a pearl
KEPT, NOISE_KEPT = 120.0, 8.0  # seconds
LONG_GONE = 0.15  # of the pictures around an impact, in which no hand was over a tower


@dataclass(frozen=True)
class Hand:
    """Over which tower a hand was at a time: shares of all towers, all 0 for none."""

    time: float
    towers: tuple[float, ...]


class PearlWatch:
    """Sounds and hands since the last certain position, as pearls that may have fallen."""

    def __init__(self) -> None:
        self._hands: list[Hand] = []
        self._sounds: list[tuple[float, float]] = []
        self._told = self._due = -np.inf
        self._blind: list[float] = []  # when nobody could say where the towers are
        self._taken: list[tuple[float, int]] = []  # pearls that are told: time and tower
        # When hands had something else to do, and how likely they let a pearl go all the same.
        self._other: list[tuple[float, float, float]] = []

    def hand(self, time: float, towers: Sequence[float]) -> None:
        """A picture with a hand, or without; what was said of it before does not count."""
        self._hands = [hand for hand in self._hands if hand.time != time]
        self._blind = [blind for blind in self._blind if blind != time]
        insort(self._hands, Hand(time, tuple(towers)), key=lambda hand: hand.time)

    def blind(self, time: float) -> None:
        """A picture with hands, but nobody knows where the board is."""
        self._blind.append(time)

    def sound(self, time: float, sure: float) -> None:
        """Something that may be a pearl was heard, at its first impact."""
        if time > self._told:
            self._sounds.append((time, sure))

    def when_heard(self, times: Sequence[float]) -> list[float]:
        """Those of some times that best tell over which tower a hand let a pearl go."""
        near = set[float]()
        for heard, _ in self._sounds:
            about = [time for time in times if -BEFORE < time - heard < AFTER]
            near |= set(sorted(about, key=lambda time: abs(time - heard + FALL))[:LOOKS])
        return sorted(near)

    def forget(self, until: float) -> None:
        """Everything up to a time is told; what the ear tells of it later too."""
        self._told = max(self._told, until)
        self._hands = [hand for hand in self._hands if hand.time > until]
        self._sounds = [sound for sound in self._sounds if sound[0] > until]

    def none_before(self, time: float) -> None:
        """The die was not thrown by then: no pearl was due, for whatever a hand was there."""
        self._due = time

    def no_throws(self, start: float, end: float, likely: float = 0.0) -> None:
        """Whatever tower a hand was over between two times, it hardly threw a pearl unheard."""
        self._other.append((start, end, likely))

    def take(self, counts: Sequence[int]) -> None:
        """So many pearls in each tower are told; what else was heard or seen is not.

        What was heard between them is one of those that none was seen for: a hand that seemed to
        be elsewhere.
        """
        heard, told, missing = self.pearls(), list[Pearl](), 0
        for tower, count in enumerate(counts):
            own = [pearl for pearl in heard if pearl.tower == tower]
            own = sorted(own, key=lambda pearl: -pearl.sure)[:count]
            told += own
            missing += count - len(own)
        last = max((pearl.time for pearl in told), default=-np.inf)
        between = [p for p in heard if p not in told and p.sure > CLEARLY and p.time < last]
        told += between[:missing]
        self._taken += [(pearl.time, pearl.tower) for pearl in told]
        gone = {pearl.time for pearl in told}
        self._sounds = [sound for sound in self._sounds if sound[0] not in gone]

    def known(self, pearls: Sequence[Pearl]) -> tuple[Pearl, ...]:
        """Those of some pearls that were not told; stories were weighed also by what was forgotten
        since.
        """
        return tuple(pearl for pearl in pearls if not self._is_taken(pearl))

    def _is_taken(self, pearl: Pearl) -> bool:
        return any(
            abs(time - pearl.time) < PAUSE and tower == pearl.tower for time, tower in self._taken
        )

    def waiting(self, now: float) -> bool:
        """Whether a pearl may have been let go that is still to be heard."""
        return any(pearl.time > now - IN_THE_AIR for pearl in self._unheard())

    def tidy(self, now: float) -> None:
        """Let go of what is long past; sooner of a noise where no hand was to be seen."""
        self._hands = [hand for hand in self._hands if hand.time > now - KEPT]
        self._blind = [time for time in self._blind if time > now - KEPT - BEFORE]
        self._taken = [taken for taken in self._taken if taken[0] > now - KEPT]
        self._other = [other for other in self._other if other[1] > now - KEPT]
        self._sounds = [
            (time, sure)
            for time, sure in self._sounds
            if time > now - (NOISE_KEPT if self._only_noise(time) else KEPT)
        ]

    def towers(self, time: float) -> tuple[float, ...]:
        """The tower a hand was over when something fell."""
        total, looked = np.zeros(PLACES), 1e-3
        for hand in list(self._hands):
            late = hand.time - time
            if -BEFORE < late < AFTER:
                weight = float(np.exp(-0.5 * ((late + FALL) / 0.25) ** 2))
                total += np.array(hand.towers) * weight
                looked += weight
        # A hand that was seen only long before, and not just then, let something else go.
        if total.sum() < LONG_GONE * looked:
            return NOBODY
        sharp = total**SHARPER
        return tuple(float(each) for each in (1 - ASTRAY) * sharp / sharp.sum() + ASTRAY / PLACES)

    def _only_noise(self, time: float) -> bool:
        """Whether no hand was over a tower when something was heard, which would have been seen."""
        return not any(self.towers(time)) and self._looked(time)

    def _looked(self, time: float) -> bool:
        """Whether the hand that let a pearl go would have been seen."""
        return not any(-BEFORE < blind - time < AFTER for blind in self._blind)

    def _stayed(self, time: float, towers: Sequence[float]) -> float:
        """1 if a hand stayed over the tower until something fell; less if it only passed by."""
        best = int(np.argmax(towers))
        stays = [
            hand
            for hand in self._hands
            if -BEFORE < hand.time - time < AFTER and hand.towers[best] > STAYS
        ]
        return 1.0 if len(stays) >= DWELL else PASSING

    def pearls(self) -> tuple[Pearl, ...]:
        """What may have fallen, in order of time."""
        found = list[Pearl]()
        for time, sure in self._sounds:
            towers = self.towers(time)
            if any(towers):
                found.append(Pearl(time, self._odds(time, sure, towers, found), towers))
            else:
                worth = NO_HAND if self._looked(time) else 1.0
                found.append(Pearl(time, worth * sure, (1 / PLACES,) * PLACES))
        return tuple(sorted([*found, *self._unheard()], key=lambda pearl: pearl.time))

    def _odds(
        self, time: float, sure: float, towers: Sequence[float], others: Sequence[Pearl]
    ) -> float:
        """How likely a sound under a hand was a pearl, given what fell before."""
        fell = [pearl.time for pearl in others if pearl.sure > BOUNCE]
        fell += [taken for taken, _ in self._taken]
        later = [each for each, clear in self._sounds if each > time and clear > BOUNCE]
        in_a_row = any(TWIN < abs(time - other) < IN_A_ROW[1] for other in fell + later)
        stray = STRAY / ROW if in_a_row else STRAY
        odds = HEARD * sure / (HEARD * sure + stray * (1 - sure) + 1e-6)
        after = min((time - first for first in fell if time > first), default=SOON)
        return odds * self._stayed(time, towers) * float(np.interp(after, *LIKELY))

    def _unheard(self) -> list[Pearl]:
        """Pearls that hands over towers may have let go without a sound."""
        heard = [time for time, _ in self._sounds]
        fell = [time for time, sure in self._sounds if sure > BOUNCE]
        fell += [taken for taken, _ in self._taken]
        likely, close = IN_A_ROW
        found = []
        for time, where, brief in self._visits():
            if time <= self._due or any(-0.3 < each - time < 1.0 for each in heard):
                continue
            sure = likely if brief and any(abs(time - f) < close for f in fell) else UNHEARD
            busy = [least for start, end, least in self._other if start < time <= end]
            found.append(Pearl(time, min([sure, *busy]), where))
        return [pearl for pearl in found if pearl.sure and not self._is_taken(pearl)]

    def _visits(self) -> list[tuple[float, tuple[float, ...], bool]]:
        """Times at which a hand stayed over a tower, and whether no longer than for one pearl."""
        visits: list[tuple[float, tuple[float, ...], bool]] = []
        run: list[Hand] = []
        for hand in [*self._hands, None]:
            same = (
                hand is not None
                and run
                and any(hand.towers)
                and hand.time - run[-1].time < PAUSE
                and np.argmax(hand.towers) == np.argmax(run[-1].towers)
            )
            if hand is not None and same:
                run.append(hand)
                continue
            long = len(run) >= 2 * DWELL and run[-1].time - run[0].time > FOR_TWO
            half = len(run) // 2
            for part in (run[:half], run[half:]) if long else (run,):
                if len(part) >= DWELL:
                    shares = np.mean([each.towers for each in part], axis=0)
                    if shares.max() > 0.6:
                        where = tuple(float(share) for share in shares)
                        visits.append((part[len(part) // 2].time, where, not long))
            run = [hand] if hand is not None and any(hand.towers) else []
        return visits
