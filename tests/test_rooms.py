"""The rooms of the house: who may import whom, and what must import on a bare laptop."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("rules", "vision", "device", "web")
MAY_IMPORT = {
    "rules": set[str](),
    "vision": {"rules"},
    "device": {"rules", "vision", "web"},
    "web": {"rules"},
}
# Each room of device/ may import those above it.
DEVICE = (
    "settings", "files", "loops", "senses", "hearing", "records", "boxes", "following", "table",
    "teaching", "panel", "sim", "running", "bench", "cli",
)  # fmt: skip
KNOW_THE_WEB = {"running", "bench"}  # which put table and web together, and measure both
FLAT = {"__init__.py"}
TOP = {
    *ROOMS, "bench", "docs", "systemd", "tests", ".ci", ".gitignore", "CHANGELOG.md",
    "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "SECURITY.md",
    "castellan.example.toml", "eslint.config.js", "package-lock.json", "package.json",
    "pyproject.toml", "requirements-dev.lock", "requirements.lock",
}  # fmt: skip
WEB_PARTS = {"flask", "tornado", "werkzeug", "jinja2", "markupsafe", "itsdangerous", "segno"}
TRAINING, TRAINING_ROOM = {"torch", "onnx", "fontTools", "PIL"}, "vision.observe.training"
HARDWARE = ("picamera2", "libcamera", "sounddevice", "gpiozero", "lgpio", "pykms")


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def test_at_the_top_lies_only_what_belongs_there() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a checkout: what belongs to the project cannot be told from the rest")
    assert {line.split("/")[0] for line in listed.stdout.splitlines()} == TOP


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def files() -> dict[str, Path]:
    return {name_of(path): path for room in ROOMS for path in modules(room)}


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Full names of everything a file imports: at any depth of the code, also only for types."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relatively"
            module = str(node.module)
            full = [f"{module}.{alias.name}" for alias in node.names]
            yield from (name if name in files() else module for name in full)


def room_of_device(name: str) -> str:
    parts = name.split(".")
    return parts[1] if parts[0] == "device" and len(parts) > 1 else ""


@pytest.mark.parametrize("room", ROOMS)
def test_room_imports_only_the_rooms_it_may(room: str) -> None:
    allowed = MAY_IMPORT[room] | {room}
    wrong = [
        f"{path.relative_to(ROOT)} imports {wanted}"
        for path in modules(room)
        for wanted in imports(path)
        if wanted.split(".")[0] in {*ROOMS, "tests", "bench"} - allowed
    ]
    assert wrong == []


def test_the_rooms_of_the_device_are_those_of_the_list() -> None:
    folders = [path for path in (ROOT / "device").iterdir() if (path / "__init__.py").is_file()]
    assert {path.name for path in folders} == set(DEVICE)
    assert {path.name for path in (ROOT / "device").glob("*.py")} == FLAT


def test_each_room_of_the_device_imports_only_those_above_it() -> None:
    order = {room: place for place, room in enumerate(DEVICE)}
    wrong = [
        f"{name} imports {wanted}"
        for name, path in files().items()
        for wanted in imports(path)
        if room_of_device(name)
        and room_of_device(wanted)
        and order[room_of_device(wanted)] > order[room_of_device(name)]
    ]
    assert wrong == []


def test_only_the_rooms_that_serve_and_measure_know_the_web() -> None:
    wrong = [
        f"{name} imports {wanted}"
        for name, path in files().items()
        for wanted in imports(path)
        if wanted.split(".")[0] == "web"
        and room_of_device(name)
        and room_of_device(name) not in KNOW_THE_WEB
    ]
    assert wrong == []


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = {
        name: {wanted for wanted in imports(path) if wanted in files()} - {name}
        for name, path in files().items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as fault:
        pytest.fail(" imports ".join(reversed(fault.args[1])))


def test_rules_need_nothing_but_the_standard_library() -> None:
    wrong = {
        f"{path.relative_to(ROOT)} imports {wanted}"
        for path in modules("rules")
        for wanted in imports(path)
        if wanted.split(".")[0] not in sys.stdlib_module_names | {"rules"}
    }
    assert wrong == set()


def test_web_knows_no_hardware_and_no_pictures() -> None:
    wrong = {
        f"{path.relative_to(ROOT)} imports {wanted}"
        for path in modules("web")
        for wanted in imports(path)
        if wanted.split(".")[0] not in sys.stdlib_module_names | WEB_PARTS | {"web", "rules"}
    }
    assert wrong == set()


def test_only_the_training_of_the_eye_needs_what_trains() -> None:
    wrong = {
        f"{path.relative_to(ROOT)} imports {wanted}"
        for room in ROOMS
        for path in modules(room)
        for wanted in imports(path)
        if (wanted.split(".")[0] in TRAINING or wanted.startswith(TRAINING_ROOM))
        and not name_of(path).startswith(TRAINING_ROOM)
    }
    assert wrong == set()


def test_device_imports_without_any_hardware_library() -> None:
    names = [name_of(path) for path in modules("device") if path.name != "__main__.py"]
    code = (
        f"import sys, importlib\nfor name in {HARDWARE!r}: sys.modules[name] = None\n"
        f"for name in {names!r}: importlib.import_module(name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
