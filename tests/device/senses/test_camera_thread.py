"""The camera thread: a camera that dies, blinks or is missing is a state, never a crash."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.loops.pulses import Pulses
from device.senses.camera_thread import REST_AFTER, CameraState, CameraThread
from device.senses.device_thread import RETRY_SECONDS
from device.senses.frame import Camera, CameraLost, CameraMissing, EndOfPictures, Frame

LIGHT = np.full((48, 64, 3), 120, np.uint8)
BLACK = np.zeros((48, 64, 3), np.uint8)


class ScriptedCamera(Camera):
    """Gives pictures from a list; an exception in it is raised."""

    name = "scripted"

    def __init__(self, script: list[Any]) -> None:
        self.script, self.closed = script, False

    def read(self, timeout: float = 2.0) -> Frame:
        step = self.script.pop(0) if self.script else EndOfPictures("done")
        if isinstance(step, Exception):
            raise step
        return Frame(0.0, step)

    def close(self) -> None:
        self.closed = True


class Watch:
    """Runs eyes over cameras, without waiting, and notes what was seen and told."""

    def __init__(self, *cameras: Any) -> None:
        self.cameras = list(cameras)
        self.seen = 0
        self.told: list[CameraState] = []
        self.waits: list[float] = []

    def open(self) -> Camera:
        camera = self.cameras.pop(0)
        if isinstance(camera, Exception):
            raise camera
        return camera  # type: ignore[no-any-return]

    def see(self, frame: Frame) -> None:
        self.seen += 1

    def wait(self, seconds: float) -> bool:
        self.waits.append(seconds)
        return not self.cameras

    def run(self) -> list[str]:
        CameraThread(self.open, self.see, self.told.append).run(self.wait)
        return [state.state for state in self.told]


def test_every_picture_is_shown_until_the_end() -> None:
    camera = ScriptedCamera([LIGHT, LIGHT])
    watch = Watch(camera)
    assert watch.run() == ["ok", "ended"]
    assert watch.seen == 2
    assert camera.closed


def test_lost_camera_is_closed_told_and_opened_again() -> None:
    first = ScriptedCamera([LIGHT, CameraLost("cable")])
    watch = Watch(first, ScriptedCamera([LIGHT]))
    assert watch.run() == ["ok", "lost", "ok", "ended"]
    assert watch.told[1].detail == "cable"
    assert first.closed
    assert watch.seen == 2


def test_missing_camera_is_tried_again_ever_more_patiently() -> None:
    watch = Watch(*[CameraMissing("none")] * 6, ScriptedCamera([LIGHT]))
    assert watch.run() == ["missing", "ok", "ended"]
    assert tuple(watch.waits) == (*RETRY_SECONDS, RETRY_SECONDS[-1], RETRY_SECONDS[-1])


def test_black_pictures_are_told_and_not_looked_at() -> None:
    watch = Watch(ScriptedCamera([LIGHT, BLACK, BLACK, BLACK, BLACK, LIGHT]))
    assert watch.run() == ["ok", "black", "ok", "ended"]
    assert watch.seen == 2


def test_one_black_picture_is_no_news() -> None:
    watch = Watch(ScriptedCamera([LIGHT, BLACK, LIGHT]))
    assert watch.run() == ["ok", "ended"]


class Restful(ScriptedCamera):
    """A camera that can take fewer pictures."""

    def __init__(self, script: list[Any], moments: list[float]) -> None:
        super().__init__(script)
        self.moments, self.rests = iter(moments), list[bool]()

    def read(self, timeout: float = 2.0) -> Frame:
        image = super().read(timeout).image
        return Frame(next(self.moments), image)

    def rest(self, resting: bool) -> None:
        self.rests.append(resting)


@pytest.mark.parametrize("quiet", REST_AFTER)
def test_a_table_at_rest_is_looked_at_less_often(quiet: str) -> None:
    sights, enough = iter([quiet] * 5 + ["moving", quiet]), REST_AFTER[quiet]
    moments = [20 + enough * part for part in (0.0, 0.5, 0.9, 1.0, 1.1, 1.2, 1.3)]
    camera = Restful([LIGHT] * 7, moments)
    CameraThread(
        lambda: camera, lambda frame: SimpleNamespace(state=next(sights)), lambda state: None
    ).run(lambda seconds: True)
    assert camera.rests == [False, False, False, True, True, False, False]


def test_a_black_room_is_looked_at_less_often() -> None:
    camera = Restful([BLACK] * 3 + [LIGHT], [5.0, 6.5, 7.5, 8.0])
    CameraThread(lambda: camera, lambda frame: None, lambda state: None).run(lambda seconds: True)
    assert camera.rests == [False, False, True, False]


def test_every_turn_is_a_beat_and_an_end_is_no_hanging() -> None:
    watch = Watch(CameraMissing("none"), ScriptedCamera([LIGHT, LIGHT]))
    pulse = Pulses().expect("camera")
    CameraThread(watch.open, watch.see, watch.told.append, pulse=pulse).run(watch.wait)
    assert (pulse.beats, pulse.ended) == (4, True)


def test_a_camera_thread_that_dies_is_not_said_to_have_ended() -> None:
    pulse = Pulses().expect("camera")
    eyes = CameraThread(
        lambda: ScriptedCamera([KeyError("bug")]), lambda f: None, lambda s: None, pulse=pulse
    )
    with pytest.raises(KeyError):
        eyes.run(lambda seconds: True)
    assert not pulse.ended


def test_thread_stops_when_told_and_gives_the_camera_back() -> None:
    camera = ScriptedCamera([LIGHT] * 1_000_000)
    seen = _Signal()
    eyes = CameraThread(lambda: camera, seen, lambda state: None)
    eyes.start()
    assert seen.event.wait(5)
    eyes.stop()
    assert camera.closed


class _Signal:
    def __init__(self) -> None:
        import threading

        self.event = threading.Event()

    def __call__(self, frame: Frame) -> None:
        self.event.set()


@pytest.mark.parametrize("fault", [CameraLost("x"), CameraMissing("y")])
def test_stop_while_waiting_ends_the_thread(fault: Exception) -> None:
    def never() -> Camera:
        raise CameraMissing(str(fault))

    eyes = CameraThread(never, lambda frame: None, lambda state: None)
    eyes.start()
    eyes.stop()
    thread: Callable[[], bool] = eyes._thread.is_alive  # type: ignore[union-attr]
    assert not thread()


def test_eyes_that_are_switched_off_give_the_camera_back_and_take_it_again() -> None:
    first, second = ScriptedCamera([LIGHT] * 9), ScriptedCamera([LIGHT])
    told: list[str] = []
    cameras, seen, waits = [first, second], [0], [0]
    pulse = Pulses().expect("camera")

    def see(frame: Frame) -> None:
        seen[0] += 1
        if seen[0] == 2:
            eyes.switch(on=False)

    def wait(seconds: float) -> bool:
        waits[0] += 1
        assert first.closed
        assert len(cameras) == 1, "a camera was opened while it should be off"
        if waits[0] == 3:
            eyes.switch(on=True)
        return False

    eyes = CameraThread(lambda: cameras.pop(0), see, lambda s: told.append(s.state), pulse=pulse)
    eyes.run(wait)
    assert told == ["ok", "off", "ok", "ended"]
    assert (seen[0], waits[0]) == (3, 3)
    assert pulse.beats > 5, "eyes that are off are not hanging"


def test_a_picture_taken_while_the_switch_was_thrown_is_not_looked_at() -> None:
    class Slow(ScriptedCamera):
        def read(self, timeout: float = 2.0) -> Frame:
            eyes.switch(on=False)
            return super().read(timeout)

    camera = Slow([LIGHT])
    seen: list[Frame] = []
    eyes = CameraThread(lambda: camera, seen.append, lambda state: None)
    eyes.run(lambda seconds: True)
    assert seen == []
    assert camera.closed


def test_eyes_switched_off_from_the_start_open_nothing() -> None:
    def never() -> Camera:
        raise AssertionError("opened")

    told: list[str] = []
    eyes = CameraThread(never, lambda frame: None, lambda state: told.append(state.state))
    eyes.switch(on=False)
    eyes.run(lambda seconds: True)
    assert told == ["off"]
