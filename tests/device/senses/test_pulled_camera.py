"""The camera's cable is pulled in the middle of a simulated game, and put back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.running.compose import House, open_house
from device.senses.frame import Camera, CameraLost, CameraMissing, EndOfPictures, Frame
from device.settings.settings import DataSettings, Settings, SimSettings, TableSettings
from device.sim.camera import SimCamera
from device.sim.tables import SimulatedTable

PACE = 0.9
TURNS_BEFORE, TURNS_AFTER = 1, 1
MOST_PICTURES = 600


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Cable:
    """A camera that can be pulled; while it is out the table stays as it is."""

    name = "camera on a cable"

    def __init__(self, camera: SimCamera) -> None:
        self.camera = camera
        self.out = 0  # how often opening fails before it is back
        self.pictures = self.opened = self.pulled = 0

    def open(self) -> Camera:
        self.opened += 1
        if self.out:
            self.out -= 1
            raise CameraMissing("nothing on the cable")
        return self

    def read(self, timeout: float = 2.0) -> Frame:
        self.pictures += 1
        turn = self.camera.act.truth.position.turn
        if not self.pulled and turn >= TURNS_BEFORE and self.hand_over_table:
            self.pulled, self.out = self.pictures, 3
            raise CameraLost("the cable was pulled")
        if turn >= TURNS_BEFORE + TURNS_AFTER or self.pictures > MOST_PICTURES:
            raise EndOfPictures("enough was seen")
        return self.camera.read(timeout)

    @property
    def hand_over_table(self) -> bool:
        return self.camera._gesture is not None

    def close(self) -> None:
        """The same camera is opened again."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    clock = Clock()

    def opened(sim: SimulatedTable) -> Camera:
        if sim.camera is None:
            sim.camera = SimCamera(sim._laid.game, PACE, clock, clock.sleep, waits=True)
            sim.cable = Cable(sim.camera)  # type: ignore[attr-defined]
        return sim.cable.open()  # type: ignore[attr-defined, no-any-return]

    monkeypatch.setattr(SimulatedTable, "open", opened)
    settings = replace(
        Settings(),
        table=TableSettings(players=3),
        camera=replace(Settings().camera, use="sim"),
        data=DataSettings(folder=tmp_path),
        sim=SimSettings(level="easy", seed=10),
    )
    with open_house(settings) as house:
        yield house


@pytest.mark.slow
def test_a_pulled_camera_is_found_again_and_the_game_goes_on(house: House) -> None:
    told: list[str] = []
    house.table.listen(lambda version: told.append(house.table.camera.state))
    waits: list[float] = []

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        return False

    house.eyes.run(wait)
    cable: Cable = house.sim.cable  # type: ignore[union-attr]
    assert cable.pulled
    assert cable.opened == 5, "once at the start, three times in vain, once for good"
    states = [state for at, state in enumerate(told) if at == 0 or told[at - 1] != state]
    assert states[-4:] == ["lost", "missing", "ok", "ended"]
    assert waits == [0.5, 1.0, 2.0, 5.0]
    position = house.table.referee.position
    assert position.turn >= TURNS_BEFORE + TURNS_AFTER - 1
    assert house.table.doubts.fault is None
    assert [entry.rulings for entry in house.table.referee.history if entry.rulings] == []
