"""The papers say what is so: their commands run, their tables and names are those of the code."""

from __future__ import annotations

import importlib
import inspect
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.loops.pulses import LATE_AFTER
from device.panel.panel import HOST_SECONDS
from device.settings import reading
from device.settings.settings import Settings
from rules.games import GAMES, offered
from tests.said import WORDS
from web.limits import Limits

ROOT = Path(__file__).parents[1]
PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
TEXTS = {path: path.read_text(encoding="utf-8") for path in PAPERS}
NAMES = [str(path.relative_to(ROOT)) for path in PAPERS]
CODE = re.compile(r"^    (\S.*)$|`([^`\n]+)`", re.MULTILINE)
ENDINGS = ("py", "sh", "md", "toml", "js", "html", "css", "lock", "service", "npz")


def text(name: str) -> str:
    return TEXTS[ROOT / name]


def code_of(name: str) -> Iterator[str]:
    """Every indented line and everything between back-quotes."""
    for indented, quoted in CODE.findall(text(name)):
        yield (indented or quoted).strip()


# ---- commands --------------------------------------------------------------------------------


def words_of(line: str) -> Iterator[list[str]]:
    """The words after `castellan` of each command in a line of a shell."""
    for part in re.split(r"&&|\|", line.split(" #")[0].split("  (")[0]):
        wanted = re.search(r"\$\((.*)\)", part)
        words = shlex.split(wanted[1] if wanted else part, comments=True)
        while words and words[0] in ("sudo", "-u"):
            words = words[2:] if words[0] == "-u" else words[1:]
        if words and words[0] in ("castellan", ".venv/bin/castellan"):
            yield words[1:]
        elif words[:2] == ["make", "run"]:
            given = [word.removeprefix("ARGS=") for word in words[2:] if word.startswith("ARGS=")]
            yield ["run", *shlex.split(" ".join(given))]


def commands_of(name: str) -> list[list[str]]:
    found = []
    for line in code_of(name):
        if re.match(r"(sudo (-u \S+ )?)?(\.venv/bin/)?castellan( |$)|make run", line):
            found += list(words_of(line))
    return found


def resolve(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that is meant, and what is left for it."""
    command: click.Command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        inner = command.commands.get(words[0])
        assert inner is not None, f"no command {words[0]}"
        command, words = inner, words[1:]
    return command, words


def is_made_up(value: str) -> bool:
    """LEVEL and G stand for a value."""
    return value.isupper()


def check_command(words: list[str]) -> None:
    """Every option exists, and every value that is one of a few is one of them."""
    command, left = resolve(words)
    known = {opt: param for param in command.params for opt in (*param.opts, *param.secondary_opts)}
    places = [param for param in command.params if isinstance(param, click.Argument)]
    while left:
        word = left.pop(0)
        if word in ("-h", "--help"):
            continue
        if word.startswith("-"):
            assert word in known, f"{command.name} has no {word}"
            param = known[word]
            if isinstance(param, click.Option) and not param.is_flag:
                assert left, f"{word} needs a value"
                value = left.pop(0)
                if isinstance(param.type, click.Choice) and not is_made_up(value):
                    assert value in param.type.choices, f"{word} {value}"
        else:
            assert places, f"{command.name} takes no {word}"
            if isinstance(places[0].type, click.Choice):
                assert word in places[0].type.choices, f"{command.name} {word}"
            if places[0].nargs == 1:
                places.pop(0)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_of_the_papers_exists_with_its_options(name: str) -> None:
    for words in commands_of(name):
        check_command(list(words))


def test_commands_are_found_in_the_papers() -> None:
    assert len([words for name in NAMES for words in commands_of(name)]) > 40
    for wrong in (["run", "--gane", "kilt"], ["bench", "sin"], ["run", "--game", "chess"]):
        with pytest.raises(AssertionError):
            check_command(wrong)


def test_every_example_of_the_help_exists_with_its_options() -> None:
    checked = 0
    for command in every_command(main):
        for line in (command.help or "").splitlines():
            for example in re.findall(r"(?:^|: |sudo )\s*(castellan .*)", line):
                for words in words_of(re.split(r" > |   ", example)[0]):
                    check_command(words)
                    checked += 1
    assert checked > 25


def every_command(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from every_command(inner)


# What can be done anywhere is done; the rest needs a table, a box or a recording.
RUNS = ("games", "sheet", "doctor", "completion")
TELLS = ("--help", "--version")


def test_what_the_papers_tell_to_type_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = [words for name in NAMES for words in commands_of(name)]
    run = {tuple(words) for words in told if {*words[:1], *words[-1:]} & {*RUNS, *TELLS}}
    assert {words[0] for words in run} >= {*RUNS, *TELLS}
    for words in run - {("completion",)}:
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, (words, done.output)


@pytest.mark.parametrize("name", NAMES)
def test_every_target_of_make_exists(name: str) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for line in code_of(name):
        if line.startswith("make "):
            for word in line.split("ARGS=")[0].split(" #")[0].split("  ")[0].split()[1:]:
                assert word in targets, line


# ---- settings --------------------------------------------------------------------------------

SECTIONS = {part.name: type(getattr(Settings(), part.name)) for part in fields(Settings)}


def known_settings() -> dict[str, set[str]]:
    return {
        name: {each.name for each in fields(kind)}
        for name, kind in SECTIONS.items()
        if hasattr(kind, "__dataclass_fields__")
    }


def test_the_example_has_every_setting_with_what_it_is_otherwise() -> None:
    shown = (ROOT / "castellan.example.toml").read_text()
    example, usual = tomllib.loads(shown), Settings()
    for section, keys in known_settings().items():
        for key in keys - {"host_code_files"}:  # named in docs/makers.md
            assert re.search(rf"^(# )?{key} = ", shown, re.MULTILINE), f"{section}.{key}"
    told = reading.parse(shown)
    for section, pairs in example.items():
        for key in pairs.keys() - {"names"}:  # four people are the example
            given, otherwise = (getattr(getattr(each, section), key) for each in (told, usual))
            assert given == otherwise, f"{section}.{key}"


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_the_papers_name_exists(name: str) -> None:
    known = known_settings()
    for section, key in re.findall(r"`\[(\w+)\] (\w+)", text(name)):
        assert key in known[section], f"[{section}] {key}"
    for key, section in re.findall(r"`(\w+)[^`]*` (?:in|under) `\[(\w+)\]`", text(name)):
        assert key in known[section], f"[{section}] {key}"


def test_settings_are_found_in_the_papers() -> None:
    told = text("docs/makers.md") + text("docs/players.md")
    assert len(re.findall(r"`\[(\w+)\] (\w+)", told)) >= 5
    assert len(re.findall(r"`(\w+)[^`]*` (?:in|under) `\[(\w+)\]`", told)) >= 4


# ---- names of files, links, tables -----------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text(name)):
        if not target.startswith(("http://", "https://")):
            assert ((ROOT / name).parent / target).exists(), target


MADE = ("castellan.toml", "bench/report.json")
ELSEWHERE = ("/", "data/", "boxes/", "pictures/", "recordings/", "~", "board.", "floors.", "cards.")


@pytest.mark.parametrize("name", [name for name in NAMES if name != "CHANGELOG.md"])
def test_every_file_of_the_project_that_is_named_exists(name: str) -> None:
    """With its folder as it stands, without one somewhere among those that are shipped."""
    names = {path.name for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()}
    names |= {path.name for path in ROOT.iterdir()}
    for word in code_of(name):
        if not re.fullmatch(rf"[\w./<>-]+\.(?:{'|'.join(ENDINGS)})", word) or "GAME" in word:
            continue
        if word.startswith(ELSEWHERE) or word in MADE or "<" in word:
            continue
        if "/" in word:
            rooms = (
                "",
                "device/",
                "vision/",
                "rules/",
                "words/",
                "web/",
                "device/hearing/",
                "docs/",
            )
            assert any((ROOT / room / word).exists() for room in rooms), word
        elif word.endswith((".py", ".js")):
            assert word in names, word


ROOMS = ("rules", "words", "vision", "device", "web", "systemd", "tests", "bench", "docs")


@pytest.mark.parametrize("name", NAMES)
def test_every_table_is_whole(name: str) -> None:
    """A row apart from its head is shown as it is typed."""
    before = ""
    columns = 0
    lines = text(name).splitlines()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("|"):
            if not before.startswith("|"):
                assert re.fullmatch(r"\|[-| :]+\|", after), f"stranded: {line[:60]}"
                columns = cells(line)
            assert cells(line) == columns, line[:60]
        before = line


def cells(row: str) -> int:
    return len(re.findall(r"(?<!\\)\|", re.sub(r"`[^`]*`", "", row)))


# ---- what tables and sentences say -----------------------------------------------------------


def rows_of(name: str, head: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = text(name).split(head, 1)[1].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_the_readme_lists_every_game() -> None:
    rows = rows_of("README.md", "| game | rules as read here |")
    titles = {WORDS[f"game.{game}"][0]: game for game in offered()}
    assert {row[0] for row in rows} == set(titles)
    for row in rows:
        assert f"docs/rules-{titles[row[0]]}.md" in row[1]
    told = re.search(r"--game solomon\"\s+# or ([\w, ]+);", text("README.md"))
    assert told is not None
    assert {*told[1].split(", "), "solomon"} == set(offered())


def test_teaching_has_as_many_steps_as_the_players_paper_says() -> None:
    rows = rows_of("docs/players.md", "| game | steps | what is laid out |")
    titles = {WORDS[f"game.{game}"][0]: game for game in offered()}
    assert {titles[row[0]] for row in rows} == set(offered())
    for title, steps, _ in rows:
        course = importlib.import_module(f"vision.{titles[title]}.course").COURSE
        assert int(steps) == len(course.steps()), title


def test_the_tour_tells_where_things_are() -> None:
    rows = rows_of("docs/tour.md", "| you want to change | look into |")
    assert len(rows) >= 30
    for what, where in rows:
        named = [word for word in re.findall(r"`([^`]+)`", where) if "/" in word]
        assert named, what
        for word in named:
            games = offered() if "<game>" in word else [""]
            there = [(ROOT / word.replace("<game>", game)).is_file() for game in games]
            assert any(there), f"{what}: {word}"
        for name in re.findall(r"`([A-Z_]+)`", where):
            files = [ROOT / word.replace("<game>", "kilt") for word in named]
            assert any(re.search(rf"\b{name}\b", f.read_text("utf-8")) for f in files), name


def test_what_add_a_game_says_of_simulated_tables_is_so() -> None:
    told = re.search(r"`SimGame\(([^)]*)\)", text("docs/add-a-game.md"))
    assert told is not None
    for game in GAMES:
        kind = importlib.import_module(f"device.sim.{game}.table").SimGame
        given = inspect.signature(kind).parameters.values()
        assert ", ".join(each.name for each in given).startswith(told[1]), game
        assert [each.name for each in given if each.default is each.empty] == ["seed"], game
        for part in (f"device/sim/{game}/theme.py", f"device/sim/{game}/teach.py"):
            assert (ROOT / part).is_file()
        assert (ROOT / f"device/sim/{game}/truth.py").is_file()


USUAL = Settings()
SAYS: dict[str, list[str]] = {
    "docs/makers.md": [
        f"go {USUAL.data.keep_pictures} days after the game (`keep_pictures`",
        f"the last {USUAL.data.backups} stay (`backups`)",
        f"confirm + undo, {USUAL.panel.reset_seconds:g} seconds",
        f"confirm, {HOST_SECONDS:g} seconds",
        f"stand still for {LATE_AFTER:g} seconds, or the camera for 60",
        f"http://<name of the Pi>.local:{USUAL.web.port}/",
    ],
    "docs/tour.md": [f"{USUAL.data.keep_pictures} days after a game's last event"],
    "docs/security.md": [
        f"An address has {Limits().connections} connections and "
        f"{Limits().requests[1]:g} requests a second ({Limits().requests[0]:g} at once)",
        f"A phone has {Limits().commands[1]:g} commands a second",
    ],
}


@pytest.mark.parametrize("name", SAYS)
def test_figures_of_the_papers_are_those_of_the_code(name: str) -> None:
    for sentence in SAYS[name]:
        assert sentence in text(name)


def test_the_camera_may_stand_still_as_long_as_the_makers_paper_says() -> None:
    from device.running.appliance import HARD_PICTURE_SECONDS

    assert HARD_PICTURE_SECONDS == 60
    unit = (ROOT / "systemd/castellan.service").read_text()
    assert "WatchdogSec=30\n" in unit


# ---- the repository --------------------------------------------------------------------------


def test_the_licence_is_the_one_the_project_states() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["license"] == "MIT"
    licence = (ROOT / "LICENSE").read_text()
    assert licence.startswith("MIT License\n")
    assert project["authors"][0]["name"] in licence


def test_the_changelog_begins_with_what_is_to_come_and_names_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    heads = re.findall(r"^## (.*)$", text("CHANGELOG.md"), re.MULTILINE)
    assert heads[0] == "[Unreleased]"
    assert project["version"] in text("CHANGELOG.md")
    parts = set(re.findall(r"^### (.*)$", text("CHANGELOG.md"), re.MULTILINE))
    assert parts <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = re.findall(r"^\| ([\w-]+)", text("docs/dependencies.md"), re.MULTILINE)
    for wanted in project["dependencies"]:
        assert re.split(r"[>=; ]", wanted)[0] in named, wanted
