"""The simulated table deals one game after the other, and another one when somebody asks for it."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import pytest

from device.records.resume import start_position
from device.records.stored import agreement
from device.running.compose import open_house
from device.settings.settings import (
    CameraSettings,
    DataSettings,
    Settings,
    SimSettings,
    TableSettings,
)
from device.sim import tables
from device.sim.tables import SimulatedTable
from rules.rights import Speaker
from vision.profile import Profile

ANOTHER = {"game": "castle", "players": 2, "options": {}}
LONG = 60.0


class Box(Profile):
    """What a taught box needs to lie on the shelf."""

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "profile.json").write_text("{}", encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Self:
        raise NotImplementedError


class Teacher:
    """Teaches at once when it is let."""

    def __init__(self) -> None:
        self.taught: list[str] = []
        self.may = threading.Event()
        self.may.set()

    def __call__(self, pictures: Any, game: str) -> Box:
        assert self.may.wait(LONG)
        self.taught.append(game)
        return Box()


@pytest.fixture
def teacher(monkeypatch: pytest.MonkeyPatch) -> Teacher:
    teacher = Teacher()
    monkeypatch.setattr(tables, "teach_from", teacher)
    for name in ("appenzell", "castle"):
        game = f"device.sim.{name}.table.SimGame.teach_pictures"
        monkeypatch.setattr(game, lambda _: [])
    return teacher


class Scene:
    """A simulated table of Burg Appenzell, and what it tells."""

    def __init__(self, folder: Path) -> None:
        sim = SimSettings(level="easy", seed=2)
        table = TableSettings(game="appenzell", players=3)
        self.sim = SimulatedTable(Settings(table=table, sim=sim))
        self.shelf = self.sim.shelf(folder)
        self.noted: list[str] = []
        self.laid = threading.Event()
        self.sim.note = self.noted.append
        self.sim.ready = lambda _: self.laid.set()


@pytest.fixture
def scene(tmp_path: Path, teacher: Teacher) -> Scene:
    assert teacher.taught == []
    return Scene(tmp_path)


def test_another_game_of_the_same_kind_is_dealt_at_once(scene: Scene) -> None:
    camera = scene.sim.open()
    before = scene.sim._laid.game
    scene.sim.deal_anew({"game": "appenzell", "players": 4, "options": {}})
    assert scene.sim._laid.game is not before
    assert scene.sim._laid.game.players == 4
    assert scene.sim.camera is camera
    assert scene.noted == [""]


def test_another_game_is_prepared_while_the_old_one_lies_there(
    scene: Scene, teacher: Teacher
) -> None:
    teacher.may.clear()
    assert scene.sim.deal_anew(ANOTHER) == ANOTHER
    assert (scene.sim.game, scene.noted) == ("appenzell", ["castle"])
    teacher.may.set()
    assert scene.laid.wait(LONG)
    assert (scene.sim.game, scene.noted) == ("castle", ["castle", ""])
    assert teacher.taught == ["appenzell", "castle"]
    assert scene.shelf.folder_of("castle").is_dir()


def test_the_game_that_was_prepared_is_the_one_that_begins(scene: Scene) -> None:
    scene.sim.deal_anew(ANOTHER)
    assert scene.laid.wait(LONG)
    prepared = scene.sim._laid.game
    scene.sim.deal_anew(ANOTHER)
    assert scene.sim._laid.game is prepared
    scene.sim.deal_anew(ANOTHER)
    assert scene.sim._laid.game is not prepared


def test_who_goes_back_while_another_game_is_prepared_plays_the_old_one(
    scene: Scene, teacher: Teacher
) -> None:
    teacher.may.clear()
    scene.sim.deal_anew(ANOTHER)
    scene.sim.deal_anew({"game": "appenzell", "players": 3, "options": {}})
    teacher.may.set()
    for thread in threading.enumerate():
        if thread.name == "sim box":
            thread.join(LONG)
    assert (scene.sim.game, scene.laid.is_set()) == ("appenzell", False)


def test_games_are_played_to_their_very_end(scene: Scene) -> None:
    assert scene.sim._laid.game.whole


def test_a_house_changes_its_simulated_table_to_another_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, teacher: Teacher
) -> None:
    monkeypatch.setattr("device.running.compose.watchers_by", lambda find: lambda *_: None)
    monkeypatch.setattr("device.boxes.profiles.load_profile", lambda folder: ("castle", Box()))
    settings = replace(
        Settings(),
        table=TableSettings(game="appenzell", players=3),
        camera=CameraSettings(use="sim"),
        data=DataSettings(folder=tmp_path),
        sim=SimSettings(level="easy", seed=2),
    )
    with open_house(settings) as house:
        table, sim = house.table, house.sim
        assert sim is not None
        told: Any = table.snapshot(Speaker(), "en")
        assert told["simulated"]["level"] == "easy"
        ready, box_ready = threading.Event(), sim.ready
        sim.ready = lambda game: (box_ready(game), ready.set())  # type: ignore[func-returns-value]
        teacher.may.clear()
        command = {"id": "a", "version": table.version, "do": "new", **ANOTHER}
        table.do(command, Speaker(None, True))
        state: Any = table.snapshot(Speaker(), "de")
        assert state["sight"]["state"] == "preparing"
        assert state["simulated"]["waits"].startswith("Die Schachtel wird vorbereitet")
        teacher.may.set()
        assert ready.wait(LONG)
        assert (table.game.name, sim.game) == ("castle", "castle")
        assert table.simulated is not None
        assert table.simulated.preparing == ""


def test_the_device_keeps_books_by_the_options_its_people_play_by(scene: Scene) -> None:
    sim, asked = scene.sim, {"game": "appenzell", "players": 3, "options": {}}
    assert start_position(agreement(sim.seated(asked))).options == sim._laid.game.start.options
    told = sim.deal_anew({**asked, "options": {"kinds": 5}})
    assert start_position(agreement(told)).options == sim._laid.game.start.options
    assert told["options"]["kinds"] == 5
