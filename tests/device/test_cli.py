"""The command line: help for newcomers, one-line errors, and the wiring of each command."""

import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device import cli
from device.config import Settings

COMMANDS = ["bench", "doctor", "record", "replay", "run", "sheet", "teach"]


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
    assert done.output.startswith("Error: castellan.toml: camera.use = 'telescope' cannot be")
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


@pytest.fixture
def benching(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A stand-in for the bench that notes how it was called."""
    called: dict[str, Any] = {}
    fake = types.ModuleType("device.benching")

    def note(name: str) -> Any:
        def bench(*args: Any, **given: Any) -> dict[str, Any]:
            called[name] = (args, given)
            return {"turns": 3}

        return bench

    for name in ("bench_sim", "bench_photos", "bench_all"):
        setattr(fake, name, note(name))
    monkeypatch.setitem(sys.modules, "device.benching", fake)
    monkeypatch.setattr("device.benching", fake, raising=False)
    return called


def test_bench_commands_pass_their_options_on(benching: dict[str, Any]) -> None:
    done = castellan("bench", "sim", "--games", "2", "--level", "hard", "--mischief", "--json")
    assert json.loads(done.output) == {"turns": 3}
    assert benching["bench_sim"][1] == {
        "game": "kilt",
        "games": 2,
        "level": "hard",
        "mischief": True,
        "seed": 0,
    }
    assert castellan("bench", "photos", ".").output == "turns 3\n"
    assert benching["bench_photos"][0] == (Path(),)
    assert castellan("bench", "all").exit_code == 0
