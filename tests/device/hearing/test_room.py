"""The room is listened to before a calibration."""

from typing import Any

import numpy as np
import pytest

from device.hearing.calibration import Calibration
from device.hearing.room import Room, judge
from device.senses.sound import RATE

RNG = np.random.default_rng(7)
QUIET = RNG.normal(0, 0.001, 5 * RATE).astype(np.float32)


def with_knock() -> Any:
    found = QUIET.copy()
    found[RATE : RATE + 480] += RNG.normal(0, 0.2, 480).astype(np.float32)
    return found


@pytest.mark.parametrize(
    ("samples", "verdict"),
    [
        (QUIET, "ok"),
        (with_knock(), "restless"),
        (QUIET * 30, "loud"),
        (QUIET * 0, "silent"),
    ],
)
def test_a_room_is_judged(samples: Any, verdict: str) -> None:
    assert judge(samples) == verdict


def test_drops_count_only_after_the_room_was_heard() -> None:
    calibration = Calibration(lambda _: None, room=Room())
    room = calibration.room
    assert room is not None
    heard: Any = None  # not even looked at
    calibration.hear(heard)
    assert calibration.to_json()["room"] == {"done": False, "verdict": None}
    told = [room.add(QUIET[at : at + 1024]) for at in range(0, 5 * RATE, 1024)]
    assert told.count(True) == 1
    assert calibration.to_json()["room"] == {"done": True, "verdict": "ok"}
    calibration.again()
    assert calibration.to_json()["room"] == {"done": False, "verdict": None}
