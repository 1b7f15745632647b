"""Bounces: onsets that follow each other as a falling ball's impacts do.

Each interval is a fixed share of the one before, growing by a few per cent, and each impact is
weaker than the last. Few other things in a home sound like that.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from device.hearing.bands import FRAMES_PER_SECOND
from device.hearing.onsets import Onset

SHORTEST, LONGEST = 0.045, 0.34  # seconds from the first impact to the second
RATIO = (0.33, 0.93)  # of two intervals in a row
GROWTH = 1.05  # later bounces are a little more elastic
SPREAD = 0.14  # how far a ratio may be off, in logarithms
LEAST_INTERVAL = 0.006  # shorter ones cannot be told apart
LOUDER = 5.0  # dB by which a later impact may still beat an earlier one
DROP, DROP_SPREAD = -6.5, 7.0  # dB from impact to impact
MOST_TRIED = 14


@dataclass(frozen=True)
class Train:
    """A first impact and the bounces found for it, with how well they fit."""

    onsets: tuple[Onset, ...]
    score: float

    @property
    def intervals(self) -> tuple[float, ...]:
        """Seconds from impact to impact."""
        frames = [onset.frame for onset in self.onsets]
        pairs = itertools.pairwise(frames)
        return tuple((b - a) / FRAMES_PER_SECOND for a, b in pairs)


def best_train(first: Onset, later: Sequence[Onset]) -> Train:
    """The likeliest bounces of an impact among the onsets after it (in order of time)."""
    best = Train((first,), 0.0)
    frames = [onset.frame for onset in later]
    seconds = [_between(first, onset, later, frames) for onset in _seconds(first, later)]
    for train in seconds:
        if train.score > best.score:
            best = train
    return best


def _seconds(first: Onset, later: Sequence[Onset]) -> list[Onset]:
    """Onsets that can be the first bounce, the strongest few if there are many."""
    near, far = SHORTEST * FRAMES_PER_SECOND, LONGEST * FRAMES_PER_SECOND
    fitting = [
        onset
        for onset in later
        if near <= onset.frame - first.frame <= far and onset.level <= first.level + LOUDER
    ]
    fitting.sort(key=lambda onset: -onset.rise)
    return fitting[:MOST_TRIED]


def _between(first: Onset, second: Onset, later: Sequence[Onset], frames: Sequence[int]) -> Train:
    """The best train that begins with these two impacts."""
    interval = second.frame - first.frame
    start = bisect_left(frames, second.frame + RATIO[0] * interval)
    score = _weight(first, second)
    best = Train((first, second), score)
    for at in range(start, len(later)):
        third = later[at]
        gap = third.frame - second.frame
        if gap > RATIO[1] * interval:
            break
        if third.level <= second.level + LOUDER:
            # An even chance that the ratio is any: only the bounces after this one test it.
            train = _follow([first, second, third], score + _weight(second, third), later, frames)
            if train.score > best.score:
                best = train
    return best


def _follow(
    train: list[Onset], score: float, later: Sequence[Onset], frames: Sequence[int]
) -> Train:
    """Go on as long as an onset stands near where the next bounce is due."""
    while len(train) < 7:
        before, last = train[-2].frame - train[-3].frame, train[-1].frame - train[-2].frame
        ratio = min(last / before * GROWTH, RATIO[1])
        due = last * ratio
        if due < LEAST_INTERVAL * FRAMES_PER_SECOND:
            break
        low, high = train[-1].frame + due * 0.75, train[-1].frame + due * 1.33
        options = later[bisect_left(frames, low) : bisect_left(frames, high)]
        weighed = [
            (_weight(train[-1], each) * _near(each.frame - train[-1].frame, due), each)
            for each in options
            if each.level <= train[-1].level + LOUDER
        ]
        if not weighed:
            break
        gain, found = max(weighed, key=lambda pair: pair[0])
        train.append(found)
        score += gain
    return Train(tuple(train), score)


def _near(gap: float, due: float) -> float:
    return exp(-((log(gap / due) / SPREAD) ** 2))


def _weight(before: Onset, after: Onset) -> float:
    """How much one onset looks like the bounce after another: clear, and weaker by a few dB."""
    off = (after.level - before.level - DROP) / DROP_SPREAD
    return min(after.rise, 15.0) / 15.0 * exp(-0.5 * off * off)
