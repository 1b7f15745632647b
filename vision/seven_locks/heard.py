"""Which of the pearls that were heard, or of the hands that were seen, are those of a story."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import log

from rules.seven_locks.pieces import PLACES
from vision.seven_locks.reading import Pearl

WORST = -11.0  # log likelihood: beyond this nothing is worse
# What is surer than this was a pearl for all that is known.
CLEARLY = 0.5
# What is less likely than this a pearl of a certain tower is left for the others.
UNTOLD = 0.02
# How certain a sound or a hand can be at most.
SUREST = 0.998
# Sounds with a hand over a tower are hardly ever anything else: their denial counts more.
CLEAR = 1.5
# A hand over the tower the keymaster went to, or left, moved him rather than threw a pearl, the
# more so the less likely it threw one.
PASSING = 5.4
AGAIN = 0.8  # seconds, else a hand only stayed
# A pearl that fell somewhere is told only if no tower stands out.
VAGUE = 2.5
ALIKE = 2.0  # what it costs each time that hands are taken for some over another tower alike

Gain = tuple[float, int, int]  # how much better it fits, which pearl, which tower


class Heard:
    """Pearls that were heard or seen, and how well each fits each tower."""

    def __init__(self, pearls: Sequence[Pearl]) -> None:
        self._pearls = pearls
        none = [_denied(pearl) for pearl in pearls]
        self.nothing = sum(none)  # how well it fits that none of them fell
        # How much better it fits that a pearl fell into a tower, or where nobody saw it; that
        # only if no tower stands out.
        self._gains = [
            (_gain(pearl, pearl.towers[tower]), number, tower)
            for number, pearl in enumerate(pearls)
            for tower in range(PLACES)
        ]
        self._gains += [
            (log_of(_sure(pearl)) + VAGUE * log_of(1 - max(pearl.towers)) - 1 - none[n], n, PLACES)
            for n, pearl in enumerate(pearls)
        ]
        self._ranked: dict[tuple[frozenset[int], frozenset[float]], list[Gain]] = {}

        # The same by how likely each is by itself, whatever else it might have been.
        self._likely = sorted(
            (
                (_sure(pearl) * share, n, tower)
                for n, pearl in enumerate(pearls)
                for tower, share in enumerate((*pearl.towers, 1 - max(pearl.towers)))
            ),
            key=lambda each: -each[0],
        )

    def likeliest(self, counts: Sequence[int], unseen: int) -> set[int]:
        """Which pearls, by number, a story that goes on has probably told of already."""
        return {number for _, number, _ in _dealt(self._likely, counts, unseen, UNTOLD)}

    def brought(
        self,
        counts: Sequence[int],
        unseen: int,
        alone: float,
        moved: frozenset[int],
        early: frozenset[float],
    ) -> dict[int, float]:
        """Which pearls are those of a story, by number, and what each gains; what fits best comes
        first. Rather none than one that fits worse than a pearl nobody heard.

        `moved`: between which towers the keymaster went. A hand there moved him rather than threw a
        pearl, but at `early` times.
        """
        key = (moved, early)
        if key not in self._ranked:
            passing = [
                0.0 if self._came_again(pearl) else _only_seen(pearl, early)
                for pearl in self._pearls
            ]
            # A hand seen there for the most part moved him too where it may have been elsewhere.
            there = [pearl.tower in moved for pearl in self._pearls]
            gains = (
                (gain - PASSING * passing[n] * (there[n] or tower in moved), n, tower)
                for gain, n, tower in self._gains
            )
            self._ranked[key] = sorted(gains, key=lambda each: -each[0])
        return self._mistaken_alike([*_dealt(self._ranked[key], counts, unseen, alone)])

    def _mistaken_alike(self, dealt: Sequence[Gain]) -> dict[int, float]:
        """What each pearl gains: a hand that seems to be over another tower than it is, and seems
        so again, comes in a way that misleads.
        """
        seen = [(self._pearls[number].tower, tower) for _, number, tower in dealt]
        found = dict[int, float]()
        for (gain, number, tower), pair in zip(dealt, seen, strict=True):
            found[number] = gain
            if tower not in (pair[0], PLACES) and seen.count(pair) > 1:
                pearl = self._pearls[number]
                found[number] = max(gain, _gain(pearl, max(pearl.towers)) - ALIKE)
        return found

    def _came_again(self, pearl: Pearl) -> bool:
        """Whether a hand was at the same tower once more: he is moved but once."""
        return any(
            other.sure < CLEARLY and other.time > pearl.time + AGAIN and other.tower == pearl.tower
            for other in self._pearls
        )


def _only_seen(pearl: Pearl, early: Collection[float]) -> float:
    """How far there was only a hand of a pearl, 0 to 1; at a time at which it may be."""
    return 1 - pearl.sure if pearl.sure < CLEARLY and pearl.time not in early else 0.0


def _dealt(
    ranked: Sequence[Gain], counts: Sequence[int], unseen: int, least: float
) -> Iterator[Gain]:
    """Pearls brought to towers, the best ranked first, and what each is worth: more than least."""
    left, found = [*counts, unseen], set[int]()
    due = sum(left)
    for worth, number, tower in ranked:
        if worth <= least or len(found) == due:
            break
        if left[tower] and number not in found:
            left[tower] -= 1
            found.add(number)
            yield worth, number, tower


def _sure(pearl: Pearl) -> float:
    return min(pearl.sure, SUREST)


def _gain(pearl: Pearl, share: float) -> float:
    """How much better it fits that a pearl fell into a tower with this share than that none did."""
    return log_of(_sure(pearl) * share) - _denied(pearl)


def _denied(pearl: Pearl) -> float:
    """How well it fits that something that sounded or looked like a pearl was none."""
    return max(WORST, CLEAR * log_of(1 - _sure(pearl)))


def log_of(value: float) -> float:
    """A logarithm that is never worse than the worst."""
    return max(WORST, log(max(value, 1e-6)))
