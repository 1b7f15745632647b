"""The rooms of the house: who may import whom, and what must import on a bare laptop."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("rules", "vision", "device", "web")
MAY_IMPORT = {
    "rules": set[str](),
    "vision": {"rules"},
    "device": {"rules", "vision"},
    "web": {"rules"},
}
# The service is the Table the web asks for and refuses in the web's words; serving
# puts table and web together, the bench measures both. Nobody else in device/ may know the web.
DOORS = {
    "device/serving.py": {"web.app", "web.gate", "web.hosts", "web.serve"},
    "device/host_codes.py": {"web.hosts", "web.tokens"},
    "device/appliance.py": {"web", "web.app", "web.serve"},
    "device/bench/live.py": {"web.errors"},
    "device/bench/sim.py": {"web.app", "web.serve"},
    "device/recordings.py": {"web.errors"},
    "device/safekeeping.py": {"web.errors", "web.serve"},
    "device/service.py": {"web.errors"},
    "device/commands.py": {"web.errors"},
    "device/permits.py": {"web.errors"},
    "device/panel.py": {"web.errors"},
    "device/simplayers.py": {"web.errors"},
    "device/snapshot.py": {"web.errors"},
    "device/teaching/school.py": {"web.errors"},
}
WEB_PARTS = {"flask", "tornado", "werkzeug", "jinja2", "markupsafe", "itsdangerous", "segno"}
HARDWARE = ("picamera2", "libcamera", "sounddevice", "gpiozero", "lgpio", "pykms")


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Full names of everything a file imports, at any depth of the code."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"{package}.{node.module}" if node.level else str(node.module)


@pytest.mark.parametrize("room", ROOMS)
def test_room_imports_only_the_rooms_it_may(room: str) -> None:
    allowed = MAY_IMPORT[room] | {room}
    wrong = [
        f"{name} imports {wanted}"
        for path in modules(room)
        for name in [str(path.relative_to(ROOT))]
        for wanted in imports(path)
        if wanted.split(".")[0] in {*ROOMS, "tests"} - allowed
        and wanted not in DOORS.get(name, set())
    ]
    assert wrong == []


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


def test_device_imports_without_any_hardware_library() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in modules("device")
    ]
    code = (
        f"import sys, importlib\nfor name in {HARDWARE!r}: sys.modules[name] = None\n"
        f"for name in {names!r}: importlib.import_module(name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
