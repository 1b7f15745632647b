"""A game that is not put together as every game must be is named before anybody plays it."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from device.running.compose import _find
from device.settings.settings import CameraSettings, Settings, TableSettings
from device.sim import games as simulated
from device.sim.games import sim_kit
from device.sim.tables import SimulatedTable
from rules import tictactoe
from rules.errors import BadGame, UnknownGame
from rules.games import GAMES
from vision import games as seen
from vision.games import EyesKit, eyes_kit

ROOT = Path(__file__).parents[3]


@pytest.fixture
def ludo(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A game that has rules alone, at a table that is to be watched."""
    monkeypatch.setitem(GAMES, "ludo", replace(tictactoe.GAME, name="ludo"))
    return Settings(table=TableSettings("ludo", 2), camera=CameraSettings(use="sim"))


@pytest.mark.parametrize("file", ["vision/games.py", "device/sim/games.py"])
def test_a_kit_of_a_game_without_rules_is_named_when_its_list_is_read(
    monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    runpy.run_path(str(ROOT / file))
    monkeypatch.delitem(GAMES, "tictactoe")
    with pytest.raises(BadGame, match=f"^{file} lists tictactoe, but rules/games.py knows only"):
        runpy.run_path(str(ROOT / file))


def test_a_kit_with_the_course_of_another_game_is_named(
    ludo: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kit() -> EyesKit:
        return eyes_kit("tictactoe")

    monkeypatch.setattr(seen, "KITS", {**seen.KITS, "ludo": kit})
    with pytest.raises(BadGame, match="lists 'ludo', but its course is of 'tictactoe'"):
        eyes_kit("ludo")


def test_a_game_without_eyes_is_played_by_phone_and_says_so_at_the_start(ludo: Settings) -> None:
    found, table = _find(ludo)
    assert (found.kind, table) == ("none", None)
    assert found.why == "ludo cannot be followed by camera yet; tell it on the phones"


def test_a_game_without_a_simulated_table_is_refused_at_the_start(
    ludo: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "KITS", {**seen.KITS, "ludo": seen.KITS["tictactoe"]})
    with pytest.raises(UnknownGame, match="no simulated table for 'ludo' yet; there is one for"):
        SimulatedTable(ludo)


@pytest.mark.parametrize("game", seen.KITS)
def test_every_kit_of_every_list_can_be_loaded(game: str) -> None:
    assert eyes_kit(game).course.game == game
    assert game not in simulated.KITS or sim_kit(game).truth.players
