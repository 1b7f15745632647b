"""The watchdog is fed only while every loop ticks, and systemd hears it in its own words."""

import socket
import threading
from pathlib import Path

import pytest

from device.loops.pulses import LATE_AFTER, Pulses
from device.running.watchdog import STEADY_AFTER, Notifier, Probe, Watchdog


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Ear(Notifier):
    """A notifier that keeps what it was told."""

    def __init__(self) -> None:
        super().__init__("")
        self.heard: list[dict[str, str]] = []

    def tell(self, **facts: str) -> bool:
        self.heard.append(facts)
        return True

    def fed(self) -> int:
        return sum("WATCHDOG" in facts for facts in self.heard)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pulses(clock: Clock) -> Pulses:
    return Pulses(clock)


def test_ready_is_told_once_all_loops_have_ticked(pulses: Pulses, clock: Clock) -> None:
    ear, camera, web = Ear(), pulses.expect("camera"), pulses.expect("web")
    dog = Watchdog(pulses, ear, clock=clock)
    camera.beat()
    dog.look()
    assert ear.heard == []
    web.beat()
    dog.look()
    dog.look()
    assert ear.heard == [
        {"READY": "1", "STATUS": "following the table"},
        {"WATCHDOG": "1"},
        {"WATCHDOG": "1"},
    ]


@pytest.mark.parametrize("stuck", ["camera", "ears", "referee", "web"])
def test_one_loop_that_hangs_leaves_the_watchdog_unfed(
    pulses: Pulses, clock: Clock, stuck: str
) -> None:
    loops = {name: pulses.expect(name) for name in ("camera", "ears", "referee", "web")}
    ear, told = Ear(), list[list[str]]()
    dog = Watchdog(pulses, ear, hanging=told.append, clock=clock)
    for loop in loops.values():
        loop.beat()
    dog.look()
    clock.now += LATE_AFTER + 1
    for name, loop in loops.items():
        if name != stuck:
            loop.beat()
    dog.look()
    dog.look()
    assert ear.fed() == 1
    assert told == [[stuck]]
    assert ear.heard[-1] == {"STATUS": f"hanging: {stuck}"}
    loops[stuck].beat()
    dog.look()
    assert ear.fed() == 2


def test_a_loop_that_ended_well_is_not_waited_for(pulses: Pulses, clock: Clock) -> None:
    ear, camera = Ear(), pulses.expect("camera")
    camera.beat()
    camera.end()
    clock.now += 10 * LATE_AFTER
    Watchdog(pulses, ear, clock=clock).look()
    assert ear.fed() == 1


def test_a_loop_that_never_began_is_late_too(pulses: Pulses, clock: Clock) -> None:
    pulses.expect("camera")
    assert pulses.late() == []
    clock.now += LATE_AFTER + 1
    assert pulses.late() == ["camera"]


def test_steady_is_told_once_after_two_good_minutes(pulses: Pulses, clock: Clock) -> None:
    good = []
    dog = Watchdog(pulses, Ear(), steady=lambda: good.append(clock.now), clock=clock)
    for seconds in (0, STEADY_AFTER - 1, 1, 1):
        clock.now += seconds
        dog.look()
    assert good == [100.0 + STEADY_AFTER]


@pytest.mark.parametrize("abstract", [False, True])
def test_the_service_manager_hears_by_its_socket(tmp_path: Path, abstract: bool) -> None:
    name = f"castellan-{tmp_path.name}"
    address = f"@{name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}" if abstract else address)
        assert Notifier(address).tell(READY="1", STATUS="hello") is True
        assert manager.recv(100) == b"READY=1\nSTATUS=hello"


def test_without_a_service_manager_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert Notifier().listening is False
    assert Notifier().tell(READY="1") is False
    assert Notifier("/nowhere/at/all").tell(READY="1") is False


def test_a_probe_beats_for_answers_only(pulses: Pulses) -> None:
    pulse, asked, enough = pulses.expect("web"), [], threading.Event()

    def ask() -> None:
        asked.append(pulse.beats)
        if len(asked) == 2:
            raise OSError("no answer")
        if len(asked) == 4:
            enough.set()

    probe = Probe(pulse, ask, every=0.001)
    probe.start()
    assert enough.wait(5)
    probe.stop()
    assert asked[:4] == [0, 1, 1, 2]
