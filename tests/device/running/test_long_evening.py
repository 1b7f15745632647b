"""An evening of simulated play, compressed in time: memory, threads, files and log stay flat."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from statistics import fmean

import pytest

from device.running import health
from device.running.compose import House, open_house
from device.running.memory import EVERY, give_back
from device.senses.frame import Camera, EndOfPictures
from device.settings.settings import DataSettings, Settings, SimSettings, TableSettings
from device.sim.camera import SimCamera
from device.sim.people import USUAL, Patience, SimPlayers
from device.sim.tables import SimulatedTable

QUICKER = 20.0  # than people play
EVENING = 4 * 3600.0 / QUICKER
SETTLED_IN = EVENING / 4
SAMPLE_EVERY = 60.0
PACE = 20.0 / QUICKER  # seconds a turn
HASTY = Patience(*(each / QUICKER for each in astuple(USUAL)))
GROWTH_MB = 10.0
MOST_LINES = 300  # in the log


class Clock:
    """Time that passes as soon as somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.camera: SimCamera | None = None

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True)
class Sample:
    time: float
    memory: float
    threads: int
    files: int
    events: int
    lines: int


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, Clock]]:
    clock = Clock()

    def opened(sim: SimulatedTable) -> Camera:
        sim.camera = clock.camera = SimCamera(sim._laid.game, PACE, clock, clock.sleep, waits=True)
        return sim.camera

    monkeypatch.setattr(SimulatedTable, "open", opened)
    settings = replace(
        Settings(),
        table=TableSettings(players=3),
        camera=replace(Settings().camera, use="sim"),
        data=DataSettings(folder=tmp_path),
        sim=SimSettings(level="easy", seed=10),
    )
    with open_house(settings) as house:
        yield house, clock


@pytest.mark.slow
def test_four_hours_of_play_leave_memory_threads_files_and_log_flat(
    evening: tuple[House, Clock],
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    house, clock = evening
    people = SimPlayers(house.table, lambda: clock.camera, clock, HASTY)
    samples: list[Sample] = []
    see, swept = house.table.see, 0.0

    def seen(frame: object) -> object:
        nonlocal swept
        people.look()
        if clock.now >= swept + EVERY:  # as the sweeper does by real time
            swept = clock.now
            give_back()
        if clock.now >= SAMPLE_EVERY * len(samples):
            gc.collect()
            give_back()  # or the sample holds what was thrown away since the last sweep
            events = sum(len(house.journal.records(game.id)) for game in house.journal.games())
            memory = health.memory_mb() or 0.0
            sample = Sample(
                clock.now,
                memory,
                threading.active_count(),
                health.open_files() or 0,
                events,
                len(caplog.records),
            )
            samples.append(sample)
            with capsys.disabled():
                print(sample, flush=True)
        return see(frame)  # type: ignore[arg-type]

    def go_home(_: object) -> None:
        if clock.now >= EVENING:
            raise EndOfPictures("the evening is over")

    house.eyes._see, house.eyes.on_frame = seen, go_home
    house.eyes.run(lambda seconds: False)
    warm = [sample for sample in samples if sample.time >= SETTLED_IN]
    assert len(house.journal.games()) > 1, "several games were played"
    early, late = (
        fmean(sample.memory for sample in half)
        for half in (warm[: len(warm) // 2], warm[len(warm) // 2 :])
    )
    assert late - early < GROWTH_MB
    assert {sample.threads for sample in warm} == {warm[0].threads}
    assert max(sample.files for sample in warm) <= warm[0].files + 1
    assert len(caplog.records) < MOST_LINES
