"""The simulated table in real time, driven by a clock of our own."""

from functools import cache

import numpy as np
import pytest

from device.senses.frame import CameraLost
from device.sim.camera import REPAIR_AFTER, SimCamera
from device.sim.film import Film
from device.sim.kilt.table import SimGame
from device.sim.kilt.theme import make_theme


@cache
def theme():
    return make_theme(5)


NO_PICTURE = np.zeros((960, 1280, 3), np.uint8)


@pytest.fixture(autouse=True)
def nothing_is_painted(monkeypatch):
    """When pictures come is told here, not what they show."""
    monkeypatch.setattr(Film, "shoot", lambda *_: NO_PICTURE)


class FakeTime:
    """A clock that only sleeping moves on."""

    def __init__(self):
        self.now = 100.0

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


def camera(seed=5, pace=2.0, mischief=False, told=None, waits=False):
    time = FakeTime()
    game = SimGame(seed, "easy", 4, mischief=mischief, theme=theme())
    heard = told.append if told is not None else None
    return SimCamera(game, pace, time.clock, time.sleep, heard, waits), time


def watch(cam, seconds):
    for _ in range(round(seconds * 10)):
        cam.read()


def test_pictures_come_ten_a_second():
    cam, _ = camera()
    times = [cam.read().time for _ in range(5)]
    assert np.diff(times) == pytest.approx(0.1)


def test_a_turn_takes_its_pace_and_hands_come_before_the_table_rests():
    told = []
    cam, time = camera(pace=2.0, told=told)
    assert len(told) == 1
    while len(told) < 3:
        cam.read()
        assert time.now < 110
    assert told[1].truth.events
    assert time.now - 100 == pytest.approx(2 * 2.0, abs=0.5)


def test_no_act_begins_before_the_people_go_on():
    told = []
    cam, _ = camera(told=told, waits=True)
    watch(cam, 20)
    assert len(told) == 1
    cam.go_on(cam.act)
    watch(cam, 20)
    assert len(told) == 2
    assert cam.act is told[1]


def test_what_was_said_of_another_act_lets_nothing_begin():
    told = []
    cam, _ = camera(told=told, waits=True)
    first = cam.act
    cam.go_on(first)
    watch(cam, 20)
    cam.go_on(first)
    watch(cam, 20)
    assert len(told) == 2


def test_the_table_is_at_rest_only_between_hands():
    cam, time = camera(waits=True)
    cam.read()
    assert cam.rested == 100.0
    cam.go_on(cam.act)
    while cam.rested is not None:
        cam.read()
    while cam.rested is None:
        cam.read()
    assert cam.rested == pytest.approx(time.now)


def test_hands_are_seen_in_as_many_pictures_however_slowly_they_are_taken():
    def hands(pause):
        cam, time = camera(pace=2.1)
        count = 0
        while cam.rested is not None:
            cam.read()
        while cam.rested is None:
            time.now += pause
            cam.read()
            count += 1
        return count

    assert hands(0.0) == hands(3.0) == 9


def test_what_comes_next_is_what_happens_next():
    told = []
    cam, _ = camera(told=told)
    coming = cam.coming()
    assert not cam.over
    watch(cam, 4)
    assert told[1] is coming


@pytest.mark.parametrize("asked", [False, True])
def test_a_mistake_is_put_right_after_a_while_or_at_once_when_asked(asked):
    told = []
    cam, time = camera(mischief=True, told=told)
    while told[-1].truth.legal:
        cam.read()
        assert len(told) < 60
    since = time.now
    if asked:
        cam.repair()
    while not told[-1].truth.repair:
        cam.read()
        assert time.now - since < 2 * REPAIR_AFTER
    assert (time.now - since < REPAIR_AFTER) == asked


def test_a_broken_rule_that_was_asked_for_comes_once():
    told = []
    cam, _ = camera(pace=1.0, told=told)
    watch(cam, 4)
    cam.break_a_rule()
    while len(told) < 12:
        cam.read()
    assert [act.truth.legal for act in told].count(False) == 1


def test_a_turn_takes_another_pace_from_now_on():
    told = []
    cam, time = camera(pace=2.0, told=told)
    watch(cam, 3)
    known, since = len(told), time.now
    cam.pace = 30.0
    while len(told) < known + 2:
        cam.read()
    assert time.now - since > 30


def test_a_closed_camera_says_so():
    cam, _ = camera()
    cam.close()
    cam.close()
    with pytest.raises(CameraLost):
        cam.read()
