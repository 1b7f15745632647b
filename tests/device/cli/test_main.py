"""The command line: help for newcomers, one-line errors, and the wiring of each command."""

import errno
import json
import os
import re
import sys
import tomllib
import types
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli import main
from device.cli.table import settings_with
from device.settings import version
from device.settings.settings import GAMES as ALL_GAMES
from device.settings.settings import Settings
from rules.errors import UnknownGame
from rules.games import GAMES

ROOT = Path(__file__).parents[3]

COMMANDS = [
    *("backup", "bench", "box", "completion", "doctor", "forget", "games", "hear", "host"),
    *("read-cells", "record", "replay", "report", "restore", "rollback", "run", "sheet"),
    *("teach", "update"),
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def castellan(*arguments: str) -> Result:
    return CliRunner().invoke(main.main, arguments)


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
    merged = settings_with(
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
    assert tuple(GAMES) == ALL_GAMES


def test_bench_photos_prints_a_line_for_each_sequence(benching: dict[str, Any]) -> None:
    assert castellan("bench", "photos", ".").output == "game kilt  right 3\n"
    assert json.loads(castellan("bench", "photos", ".", "--json").output)[0]["right"] == 3
    assert benching == {"folder": Path(), "altered": None}


def test_bench_photos_may_alter_the_pictures_in_a_known_way(benching: dict[str, Any]) -> None:
    assert castellan("bench", "photos", ".", "--altered", "warm").exit_code == 0
    assert benching["altered"] == "warm"
    done = castellan("bench", "photos", ".", "--altered", "upside-down")
    assert (done.exit_code, "print-90, print-200" in done.output) == (2, True)


def test_games_lists_every_game_with_players_and_what_can_be_agreed() -> None:
    done = castellan("games")
    assert done.exit_code == 0
    assert re.findall(r"^(\w+):", done.output, re.MULTILINE) == list(GAMES)
    assert "solomon: 2 to 5 players\n    beginners: false, true\n" in done.output
    for game in GAMES.values():
        for option in game.options:
            assert f"    {option.name}: {json.dumps(option.default)}" in done.output


def settings_of(*arguments: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """What `castellan host` is run with, which ends before it does anything."""
    seen: list[Settings] = []

    def note(settings: Settings, _: Any) -> Settings:
        seen.append(settings)
        raise UnknownGame("seen enough")

    monkeypatch.setattr("device.cli.main.settings_with", note)
    assert castellan(*arguments).exit_code == 1
    return seen[0]


@pytest.mark.parametrize(
    "arguments", [["--settings", "mine.toml", "host"], ["host", "--settings", "mine.toml"]]
)
def test_settings_may_be_named_before_and_after_the_command(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("castellan.toml").write_text("[web]\nport = 1111\n")
    Path("mine.toml").write_text("[web]\nport = 2222\n")
    assert settings_of("host", monkeypatch=monkeypatch).web.port == 1111
    assert settings_of(*arguments, monkeypatch=monkeypatch).web.port == 2222


def test_every_command_with_settings_takes_their_name_after_it() -> None:
    for command in ("run", "record", "doctor", "backup", "restore", "forget", "teach"):
        assert "--settings FILE" in castellan(command, "--help").output, command
    for command in ("export", "import"):
        assert "--settings FILE" in castellan("box", command, "--help").output, command


def is_one_line(done: Result, words: str) -> None:
    """A fault is told in one line on the error channel, and says what to do."""
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit), "a traceback"
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert line.startswith("Error: ")
    assert words in line


def test_a_folder_that_is_not_there_is_told_with_the_way_to_make_it() -> None:
    is_one_line(castellan("sheet", "nowhere/x.svg"), "mkdir -p nowhere")


def test_a_file_where_a_folder_should_be_is_one_line() -> None:
    Path("file").write_text("")
    is_one_line(castellan("sheet", "file/x.svg"), "Not a directory")


def test_what_one_may_not_is_told_with_sudo(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "/var/lib/castellan/journal.db")

    Path("b.tar").write_text("")
    monkeypatch.setattr("device.records.backup.told", refuse)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    is_one_line(castellan("restore", "b.tar"), "journal.db: Permission denied; run it with sudo")


def test_a_fault_that_is_no_file_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise ConnectionError("somewhere in the code")

    Path("b.tar").write_text("")
    monkeypatch.setattr("device.records.backup.told", refuse)
    assert isinstance(castellan("restore", "b.tar").exception, ConnectionError)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("bench dice --level foo", "'easy', 'normal', 'hard'"),
        ("bench dice --pictures -3", "x>=1"),
        ("bench reliability --game nogame", "'appenzell', 'castle'"),
        ("bench sim --seed -1", "x>=0"),
        ("bench live --pace 0", "x>0"),
        ("record new --seconds -1", "x>0"),
        ("forget 0", "x>=1"),
        ("box export chess x.castellan-box", "'appenzell', 'castle'"),
        ("read-cells nope.json one.jpg", "does not exist"),
        ("completion tcsh", "'bash', 'zsh', 'fish'"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(arguments: str, words: str) -> None:
    done = castellan(*arguments.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr


def test_a_sound_that_is_not_there_is_told_on_the_error_channel() -> None:
    done = castellan("hear", "nope.wav")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "nope.wav cannot be read: No such file or directory\n"


def test_a_box_that_nobody_taught_cannot_be_exported() -> None:
    is_one_line(castellan("box", "export", "kilt", "x.castellan-box"), "none taught yet in data")


def test_backup_without_data_names_the_way_out() -> None:
    is_one_line(castellan("backup", "x.tar"), "--data")


@pytest.mark.parametrize(
    "command", ["backup there", "sheet there", "report there", "teach lessons --to boxes"]
)
def test_nothing_is_written_over_without_force(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("there").write_text("old")
    Path("boxes").mkdir()
    Path("boxes/profile.json").write_text("old")
    Path("lessons").mkdir()
    monkeypatch.setattr("device.boxes.profiles.read_lessons", lambda _: ("kilt", []))
    is_one_line(castellan(*command.split()), "is there already; --force writes over it")
    assert Path("there").read_text() == Path("boxes/profile.json").read_text() == "old"


def test_force_writes_over_what_is_there() -> None:
    Path("markers.svg").write_text("old")
    assert castellan("sheet", "--force").exit_code == 0
    assert Path("markers.svg").read_text().startswith("<svg")


def test_version_is_that_of_the_project_and_a_checkout_says_so() -> None:
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    done = castellan("--version")
    assert (done.exit_code, done.output) == (0, f"castellan {stated}, a checkout\n")


def test_version_of_an_installed_release_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "HOME", Path("/opt/castellan/releases/1.2.3-abc"))
    assert castellan("--version").output.endswith(", release 1.2.3-abc\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell: str) -> None:
    done = castellan("completion", shell)
    assert done.exit_code == 0
    assert f"_CASTELLAN_COMPLETE={shell}_complete" in done.output


def test_the_script_completes_commands_and_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_WORDS", "castellan run --game so")
    monkeypatch.setenv("COMP_CWORD", "3")
    environment = {"_CASTELLAN_COMPLETE": "bash_complete"}
    done = CliRunner().invoke(main.main, [], env=environment, prog_name="castellan")
    assert done.output == "plain,solomon\n"
