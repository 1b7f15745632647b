"""The command line: help for newcomers, one-line errors, and the wiring of each command."""

import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device import cli, config
from device.config import Settings
from rules.games import GAMES

COMMANDS = [
    *("backup", "bench", "box", "doctor", "forget", "hear", "host", "read-cells"),
    *("record", "replay", "restore", "run", "sheet", "teach"),
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def castellan(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, arguments)


def test_help_lists_every_command_with_a_line() -> None:
    done = castellan("--help")
    assert done.exit_code == 0
    listed = [line.split()[0] for line in done.output.split("Commands:")[1].splitlines() if line]
    assert listed == COMMANDS


@pytest.mark.parametrize("command", [["run"], ["record"], ["replay"], ["teach"], ["sheet"]])
def test_help_of_each_command_gives_an_example(command: list[str]) -> None:
    done = castellan(*command, "-h")
    assert done.exit_code == 0
    assert f"castellan {command[0]} " in done.output


def test_bad_settings_are_one_line_with_the_fix(tmp_path: Path) -> None:
    (tmp_path / "castellan.toml").write_text("[camera]\nuse = 'telescope'\n")
    done = castellan("doctor")
    assert done.exit_code == 1
    assert done.output.startswith(
        "Error: castellan.toml, line 2: camera.use = 'telescope' cannot be"
    )
    assert len(done.output.splitlines()) == 1


def test_options_of_the_command_line_go_over_the_settings(tmp_path: Path) -> None:
    merged = cli._settings(
        Settings(),
        {"camera": "usb:/dev/video3", "players": 3, "data": tmp_path, "mischief": True},
    )
    assert (merged.camera.use, merged.camera.device) == ("usb", "/dev/video3")
    assert merged.table.players == 3
    assert merged.data.folder == tmp_path
    assert merged.sim.mischief is True
    assert merged.sim.level == "normal"


def test_wrong_option_is_refused_like_a_wrong_setting() -> None:
    done = castellan("run", "--camera", "telescope")
    assert done.exit_code == 1
    assert "camera.use = 'telescope' cannot be" in done.output


def test_sheet_is_written() -> None:
    assert castellan("sheet").output == "Wrote markers.svg. Print it at 100 %.\n"
    assert Path("markers.svg").is_file()


def test_replay_of_something_else_says_how_to_record() -> None:
    Path("r").mkdir()
    done = castellan("replay", "r")
    assert done.exit_code == 1
    assert "castellan run --record" in done.output


def test_teach_without_pictures_points_at_the_guide() -> None:
    Path("p").mkdir()
    done = castellan("teach", "p")
    assert done.exit_code == 1
    assert "docs/players.md" in done.output


@pytest.mark.parametrize(
    ("label", "words"),
    [("{", "not a label"), ("[]", "not a label"), ('{"game": "kilt", "state": {}}', "no picture")],
)
def test_teach_names_the_label_that_is_wrong(label: str, words: str) -> None:
    Path("p").mkdir()
    Path("p/one.json").write_text(label)
    done = castellan("teach", "p")
    assert done.exit_code == 1
    assert words in done.output
    assert "one" in done.output


def test_doctor_tells_and_ends_well() -> None:
    done = castellan("doctor")
    assert done.exit_code == 0, done.output
    assert "✓ python" in done.output


FIGURES = {
    "turns": 40,
    "understood": 39,
    "asked": 1,
    "wrong": 0,
    "games": 2,
    "scores_right": 2,
    "flawless": 1,
    "illegal_shown": 0,
    "illegal_flagged": 0,
    "false_alarms": 0,
}


@pytest.fixture
def benching(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A stand-in for the bench that notes how it was called."""
    called: dict[str, Any] = {}
    fake, photos = types.ModuleType("device.bench.sim"), types.ModuleType("device.bench.photos")

    def bench_sim(**given: Any) -> Any:
        called.update(given)
        return types.SimpleNamespace(figures=lambda: FIGURES)

    def bench_photos(folder: Path, _: Any, altered: str | None) -> list[dict[str, Any]]:
        called.update(folder=folder, altered=altered)
        return [{"game": "kilt", "right": 3}]

    fake.bench_sim, photos.bench_photos = bench_sim, bench_photos  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "device.bench.sim", fake)
    monkeypatch.setitem(sys.modules, "device.bench.photos", photos)
    return called


def test_bench_sim_passes_its_options_on_and_prints_one_object(benching: dict[str, Any]) -> None:
    done = castellan("bench", "sim", "--games", "2", "--level", "hard", "--mischief", "--json")
    assert json.loads(done.output) == FIGURES
    wanted: dict[str, Any] = {"games": 2, "level": "hard", "mischief": True, "seed": 1}
    wanted |= {"game": "kilt", "say": None}
    assert benching == wanted


def test_bench_sim_prints_shares_with_their_counts(benching: dict[str, Any]) -> None:
    lines = castellan("bench", "sim").output.splitlines()
    assert " ".join(lines[0].split()) == "turns understood without asking 39 of 40 97.50%"
    assert len(lines) == 6, "nothing illegal was shown, so nothing is said about it"


@pytest.mark.parametrize("command", ["run", "record nowhere", "bench sim", "bench live"])
def test_an_unknown_game_is_refused_with_the_names_of_all(command: str) -> None:
    done = castellan(*command.split(), "--game", "chess")
    assert done.exit_code == 2
    assert "'appenzell', 'castle', 'kilt', 'seven_locks', 'solomon'" in done.output


def test_the_command_line_knows_every_game() -> None:
    assert tuple(GAMES) == config.GAMES


def test_bench_photos_prints_a_line_for_each_sequence(benching: dict[str, Any]) -> None:
    assert castellan("bench", "photos", ".").output == "game kilt  right 3\n"
    assert json.loads(castellan("bench", "photos", ".", "--json").output)[0]["right"] == 3
    assert benching == {"folder": Path(), "altered": None}


def test_bench_photos_may_alter_the_pictures_in_a_known_way(benching: dict[str, Any]) -> None:
    assert castellan("bench", "photos", ".", "--altered", "warm").exit_code == 0
    assert benching["altered"] == "warm"
    done = castellan("bench", "photos", ".", "--altered", "upside-down")
    assert (done.exit_code, "print-90, print-200" in done.output) == (2, True)
