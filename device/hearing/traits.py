"""Traits of an onset that might be a pearl: how it starts, fades, bounces, and what is around it.

All levels are in dB against the onset's own, so that neither distance nor gain matters.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from device.hearing.bands import (
    DELAY,
    FRAME,
    FRAMES_PER_SECOND,
    HIGH,
    LOW,
    MIDDLE,
    Powers,
    decibels,
)
from device.hearing.bounces import Train, best_train
from device.hearing.onsets import Onset, upper
from device.senses.sound import RATE, Samples

AROUND = 0.45  # seconds in which a pearl comes to rest
NEAR_LEVEL = 15.0  # dB below the onset: what counts as another loud onset
LEAST_FADE = -6.0  # dB within 8 to 16 ms
GRAIN = 256  # samples of an impact that are compared
_HERTZ = np.fft.rfftfreq(GRAIN, 1 / RATE)
_EDGES = np.geomspace(2500, 14_000, 13)
_GROUPS = [
    np.flatnonzero((low <= _HERTZ) & (high > _HERTZ)) for low, high in itertools.pairwise(_EDGES)
]
_WINDOW = np.concatenate([np.linspace(0, 1, 16), np.hanning(2 * (GRAIN - 16))[GRAIN - 16 :]])

# Milliseconds: where the stretches begin whose peaks draw the outline of a sound.
AFTER = (9, 15, 25, 40, 60, 80, 100, 120, 140, 165, 190, 220, 250, 290, 330, 360)
LATER = (0, 20, 60, 120, 240, 360)
BEFORE = (400, 300, 220, 160, 110, 70, 40, 15)
LOUDER_FALLS = 23.0  # dB an impact gains when it is ten times as fast
GRAVITY = 9.81
EARLIER = 1.7  # seconds in which clicks before an onset are looked at
CLICK_LEVEL = 8.0  # dB below the onset: what counts as a click as loud
CLICK_GAP = 120  # milliseconds that part two clicks

NAMES = (
    "rise", "above floor", "attack", "fade 5 ms", "fade 12 ms", "fade 25 ms", "before 40 ms",
    "before 150 ms", "before 300 ms", "high against middle", "low against upper", "low before",
    "low after", "bounces", "first interval", "ratio", "ratio off", "level 1", "level 2",
    "explained", "others after", "others before", "after peak", "after mean", "valley",
    "train score", "alike 1", "alike 2", "tonal", "high fade", "middle fade", "low crest",
    "rise 2", "rise 3", "speed 2", "speed 3", "fall",
    "like one before", "clicks before", "since click", "evenness",
    *(f"from {start} ms" for start in AFTER[:-1]),
    *(f"low from {start} ms" for start in LATER[:-1]),
    *(f"{start} ms before" for start in BEFORE[:-1]),
)  # fmt: skip


@dataclass(frozen=True)
class Surroundings:
    """The last seconds: band powers and samples, each with the number of its first one."""

    powers: Powers
    first_frame: int
    samples: Samples
    first_sample: int
    floor: float

    def cut(self, start: float, stop: float) -> Powers:
        """The upper-band power of frames from start up to stop, as far as they are known."""
        low = max(0, int(start) - self.first_frame)
        return upper(self.powers[low : max(low, int(stop) - self.first_frame)])

    def band(self, which: int, start: float, stop: float) -> Powers:
        """The same of one band."""
        low = max(0, int(start) - self.first_frame)
        return np.asarray(self.powers[low : max(low, int(stop) - self.first_frame), which])

    def grain(self, frame: int) -> Samples:
        """The samples of one impact; short at the edges of what is known."""
        start = frame * FRAME - DELAY - FRAME - self.first_sample
        return self.samples[max(0, start) : max(0, start) + GRAIN]


def frames(milliseconds: float) -> float:
    """Milliseconds as frames."""
    return milliseconds * FRAMES_PER_SECOND / 1000


def could_be(onset: Onset, around: Surroundings) -> bool:
    """A first, cheap look: a pearl's click comes out of quiet and is over within a hundredth."""
    high, middle, _ = _fades(onset, around)
    at = onset.frame
    before = _peak(around.cut(at - frames(40), at - frames(3)), onset.level)
    return high <= LEAST_FADE and middle <= LEAST_FADE and before <= 0


def traits(
    onset: Onset, before: Sequence[Onset], after: Sequence[Onset], around: Surroundings
) -> tuple[Train, NDArray[np.float64]]:
    """The bounces of an onset, and its traits in the order of `NAMES`."""
    train = best_train(onset, after)
    values = (
        *_shape(onset, around),
        *_colour(onset, around),
        *_bouncing(train),
        *_company(onset, train, before, after, around),
        train.score,
        *_grains(train, around),
        *_fades(onset, around),
        *_speeds(train),
        *_clicks(onset, before, around),
        *_outline(onset, around),
    )
    return train, np.array(values)


def _peak(power: Powers, level: float, low: float = -40.0) -> float:
    return _clip(float(decibels(power.max())) - level, low) if len(power) else low


def _mean(power: Powers, level: float, low: float = -40.0) -> float:
    return _clip(float(decibels(power.mean())) - level, low) if len(power) else low


def _clip(value: float, low: float = -40.0, high: float = 20.0) -> float:
    return min(max(value, low), high)


def _shape(onset: Onset, around: Surroundings) -> tuple[float, ...]:
    """How it starts from quiet and fades."""
    at, level = onset.frame, onset.level
    lead = decibels(around.cut(at - frames(20), at + 3))
    low = np.flatnonzero(lead < level - 15)
    attack = len(lead) - 3 - int(low[-1]) if len(low) else 40
    return (
        _clip(onset.rise, 0, 45),
        _clip(level - float(decibels(np.array(around.floor))), 0, 60),
        float(attack),
        _mean(around.cut(at + frames(5), at + frames(9)), level),
        _mean(around.cut(at + frames(12), at + frames(20)), level),
        _mean(around.cut(at + frames(25), at + frames(40)), level),
        _peak(around.cut(at - frames(40), at - frames(3)), level),
        _peak(around.cut(at - frames(150), at - frames(40)), level),
        _mean(around.cut(at - frames(300), at - frames(20)), level),
    )


def _colour(onset: Onset, around: Surroundings) -> tuple[float, ...]:
    """High, middle and low against each other, and whether the low band is busy anyway."""
    at = onset.frame
    high, middle = (float(around.band(b, at - 1, at + 8).mean()) for b in (HIGH, MIDDLE))
    low = around.band(LOW, at - 2, at + 20)
    crest = float(decibels(low.max())) if len(low) else -100.0
    return (
        _clip(float(decibels(np.array(high)) - decibels(np.array(middle))), -40, 40),
        _clip(crest - onset.level, -40, 40),
        _mean(around.band(LOW, at - frames(200), at - frames(10)), crest),
        _mean(around.band(LOW, at + frames(40), at + frames(300)), crest),
    )


def _bouncing(train: Train) -> tuple[float, ...]:
    """Number, times and levels of the bounces; middling values where there are none."""
    gaps = train.intervals
    levels = [onset.level for onset in train.onsets]
    off = 0.3
    if len(gaps) > 2:
        off = abs(float(np.log(gaps[2] * gaps[0] / gaps[1] ** 2)))
    return (
        float(len(gaps)),
        gaps[0] * 10 if gaps else 0.0,
        gaps[1] / gaps[0] if len(gaps) > 1 else 0.0,
        off,
        _clip(levels[1] - levels[0], -25, 10) if gaps else -25.0,
        _clip(levels[2] - levels[1], -25, 10) if len(gaps) > 1 else -25.0,
    )


def _company(
    onset: Onset,
    train: Train,
    before: Sequence[Onset],
    after: Sequence[Onset],
    around: Surroundings,
) -> tuple[float, ...]:
    """What else is to be heard: before, between the bounces, and after the last one."""
    at, level = onset.frame, onset.level
    own = {each.frame for each in train.onsets}
    end = train.onsets[-1].frame
    loud = [each for each in after if each.frame not in own and each.level > level - NEAR_LEVEL]
    earlier = [each for each in before if each.level > level - NEAR_LEVEL]
    rest = around.cut(at - 1, at + AROUND * FRAMES_PER_SECOND)
    explained = sum(float(around.cut(f - 1, f + frames(12)).sum()) for f in own)
    second = train.onsets[1] if len(own) > 1 else None
    gap = around.cut(at + frames(12), second.frame - 2) if second else np.zeros(0)
    return (
        min(1.0, explained / max(float(rest.sum()), 1e-12)),
        float(min(sum(each.frame <= at + frames(450) for each in loud), 12)),
        float(min(sum(each.frame >= at - frames(300) for each in earlier), 12)),
        _peak(around.cut(end + frames(30), end + frames(200)), level),
        _mean(around.cut(end + frames(30), end + frames(200)), level),
        _clip(float(decibels(np.asarray(np.median(gap)))) - second.level, -40)
        if second and len(gap)
        else 0.0,
    )


def _speeds(train: Train) -> tuple[float, ...]:
    """Whether levels and intervals tell of the same speeds, and the fall they tell of.

    An interval is twice the speed upwards over g, and that speed is the one of the next impact:
    for a ball both sink together, whatever it fell on. Knocks and keys know nothing of that.
    """
    gaps = train.intervals
    levels = [onset.level for onset in train.onsets]
    rises = [_clip(onset.rise, 0, 30) for onset in train.onsets[1:3]]
    off = [
        _clip(levels[k + 1] - levels[k] - LOUDER_FALLS * float(np.log10(gaps[k] / gaps[k - 1])))
        for k in range(1, min(3, len(gaps)))
    ]
    elastic = gaps[1] / gaps[0] / 1.05 if len(gaps) > 1 else 0.55
    fall = float(np.log(GRAVITY * gaps[0] ** 2 / (8 * elastic**2))) if gaps else -5.0
    return (*([*rises, 0.0, 0.0])[:2], *([*off, -12.0, -12.0])[:2], _clip(fall, -6, 1))


def _clicks(onset: Onset, before: Sequence[Onset], around: Surroundings) -> tuple[float, ...]:
    """Clicks as loud in the last seconds: how alike, how many, how long ago, how evenly spaced."""
    at, level = onset.frame, onset.level - CLICK_LEVEL
    heads: list[Onset] = []
    last = -frames(1e6)
    for each in before:
        if each.level >= level and frames(20) < at - each.frame < EARLIER * FRAMES_PER_SECOND:
            if each.frame - last > frames(CLICK_GAP):
                heads.append(each)
            last = each.frame
    own = impact_shape(around.grain(at))
    alike = [_distance(own, impact_shape(around.grain(each.frame))) for each in heads[-4:]]
    gaps = np.diff([*(each.frame for each in heads[-2:]), at])
    even = abs(float(np.log(gaps[1] / gaps[0]))) if len(gaps) > 1 else 2.0
    since = (at - last) / FRAMES_PER_SECOND
    return (min([*alike, 12.0]), float(min(len(heads), 12)), min(since, EARLIER), min(even, 2.0))


def _outline(onset: Onset, around: Surroundings) -> tuple[float, ...]:
    """The peaks of the stretches after and before an onset, and of the low band after it."""
    at, level = onset.frame, onset.level
    upper_after = around.cut(at, at + frames(AFTER[-1]))
    low_after = around.band(LOW, at - 2, at + frames(LATER[-1]))
    upper_before = around.cut(at - frames(BEFORE[0]), at - frames(BEFORE[-1]))
    known = frames(BEFORE[0] - BEFORE[-1]) - len(upper_before)  # at the start of a stream
    return (
        *_stretches(upper_after, [frames(t) for t in AFTER], level),
        *_stretches(low_after, [frames(t) for t in LATER], level),
        *_stretches(upper_before, [frames(BEFORE[0] - t) - known for t in BEFORE], level),
    )


def _stretches(power: Powers, edges: Sequence[float], level: float) -> Iterator[float]:
    for start, stop in itertools.pairwise(edges):
        yield _peak(power[max(0, int(start)) : max(0, int(stop))], level)


def _grains(train: Train, around: Surroundings) -> tuple[float, ...]:
    """Whether the bounces sound like the first impact, and how tonal that is."""
    shapes = [impact_shape(around.grain(onset.frame)) for onset in train.onsets[:3]]
    alike = [_distance(shapes[0], shape) for shape in shapes[1:]]
    spectrum = np.abs(np.fft.rfft(_padded(around.grain(train.onsets[0].frame)))) ** 2
    inside = spectrum[(_HERTZ > 2000) & (_HERTZ < 14_000)]
    tonal = float(decibels(inside.max()) - decibels(inside.mean()))
    return (*([*alike, 8.0, 8.0])[:2], tonal)


def _padded(grain: Samples) -> NDArray[np.float64]:
    whole = np.zeros(GRAIN)
    whole[: len(grain)] = grain
    return whole * _WINDOW


def impact_shape(grain: Samples) -> NDArray[np.float64]:
    """The colour of one impact: dB in twelve bands, whatever its level."""
    spectrum = np.abs(np.fft.rfft(_padded(grain))) ** 2
    shape = decibels(np.array([spectrum[group].sum() for group in _GROUPS]))
    return np.asarray(shape - shape.mean())


def _distance(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return min(12.0, float(np.sqrt(np.mean((one - other) ** 2))))


def _fades(onset: Onset, around: Surroundings) -> tuple[float, ...]:
    """How fast each upper band fades, and how sharply the low one peaks."""
    at = onset.frame
    found = []
    for band in (HIGH, MIDDLE):
        start = around.band(band, at - 1, at + 6)
        late = around.band(band, at + frames(8), at + frames(16))
        found.append(_mean(late, float(decibels(start.max()))) if len(start) else -40.0)
    low = around.band(LOW, at - 2, at + 20)
    late = around.band(LOW, at + frames(20), at + frames(35))
    crest = float(decibels(low.max())) if len(low) else -100.0
    return (*found, _mean(late, crest))
