"""Pictures of hands at work, kept for a later question."""

import numpy as np

from device.following.recent_frames import MOST, RecentFrames


def shade(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


def kept(passing: RecentFrames) -> list[int]:
    return [round(float(picture.mean())) for picture in passing.pictures()]


def test_pictures_come_back_in_order() -> None:
    passing = RecentFrames()
    for level in (10, 90, 200):
        passing.add(shade(level))
    assert kept(passing) == [10, 90, 200]


def test_a_long_bustle_is_thinned_out_evenly() -> None:
    passing = RecentFrames()
    for level in range(3 * MOST):
        passing.add(shade(level))
    assert len(kept(passing)) < MOST
    steps = set(np.diff(kept(passing)))
    assert steps == {4}


def test_cleared_it_begins_anew_with_every_picture() -> None:
    passing = RecentFrames()
    for level in range(2 * MOST):
        passing.add(shade(level))
    passing.clear()
    for level in (50, 60):
        passing.add(shade(level))
    assert kept(passing) == [50, 60]
