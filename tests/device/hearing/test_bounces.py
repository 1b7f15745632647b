"""Bounces are found among onsets by the way a ball loses height."""

from device.hearing.bands import FRAMES_PER_SECOND
from device.hearing.bounces import best_train
from device.hearing.onsets import Onset


def onset(seconds: float, level: float, rise: float = 20.0) -> Onset:
    return Onset(round(seconds * FRAMES_PER_SECOND), level, rise)


def fall(start: float, first: float, ratio: float, level: float = -20.0) -> list[Onset]:
    found, at, gap = [onset(start, level)], start, first
    for step in range(1, 6):
        at += gap
        found.append(onset(at, level - 6 * step))
        gap *= ratio
    return found


def test_all_bounces_of_a_lonely_pearl_are_found() -> None:
    impacts = fall(1.0, 0.150, 0.52)
    train = best_train(impacts[0], impacts[1:])
    assert train.onsets == tuple(impacts)
    assert train.intervals[:2] == (0.15, 0.078)


def test_sounds_between_the_bounces_are_left_out() -> None:
    impacts = fall(1.0, 0.150, 0.52)
    strays = [onset(1.07, -35, 8), onset(1.19, -40, 7)]
    later = sorted([*impacts[1:], *strays], key=lambda each: each.frame)
    assert best_train(impacts[0], later).onsets == tuple(impacts)


def test_even_ticks_are_no_bounces() -> None:
    ticks = [onset(0.2 * step, -20) for step in range(8)]
    assert len(best_train(ticks[0], ticks[1:]).onsets) == 2


def test_what_grows_louder_is_no_bounce() -> None:
    later = [onset(1.15, -5), onset(1.23, 5)]
    assert best_train(onset(1.0, -20), later).onsets == (onset(1.0, -20),)


def test_two_pearls_at_once_keep_their_own_bounces() -> None:
    one, other = fall(1.0, 0.150, 0.52), fall(1.06, 0.190, 0.5, -18)
    everything = sorted([*one, *other], key=lambda each: each.frame)
    found = best_train(other[0], [each for each in everything if each.frame > other[0].frame])
    assert set(found.onsets[:4]) <= set(other)
