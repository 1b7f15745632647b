"""How well the house is kept: `python -m bench.house` counts, and fails above a limit.

A probe asks an object by a name written in the code whether it has something. The limits only ever
go down.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("rules", "vision", "device", "web")
LANGUAGES = 4
LIMITS = {
    "probes": 13,
    "flat files in device/": 1,
    "circles of files": 0,
    "games loaded by name": 0,
    "Any in device/": 59,
    "texts of four languages": 1,  # the four corners of the marker sheet, all English
    "storage.py": 0,
}


@dataclass(frozen=True)
class File:
    """One file of Python, read once."""

    path: Path
    tree: ast.Module
    lines: int

    @property
    def name(self) -> str:
        """The module."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts).removesuffix(".__init__")

    @property
    def room(self) -> str:
        """The top folder, and the room below it where there is one."""
        parts = self.path.relative_to(ROOT).parts
        return "/".join(parts[: 2 if len(parts) > 2 else 1])


def files() -> list[File]:
    """Everything but tests."""
    found = []
    for room in (*ROOMS, "bench"):
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            found.append(File(path, ast.parse(text), text.count("\n")))
    return found


def probes(house: list[File]) -> int:
    """Calls of getattr and hasattr with a name written in the code; dunders are the language's."""
    return sum(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "hasattr")
        and isinstance(node.args[1], ast.Constant)
        and not str(node.args[1].value).startswith("__")
        for file in _rooms(house)
        for node in ast.walk(file.tree)
    )


def flat_files(house: list[File]) -> int:
    """Files of device/ that lie in no room."""
    return sum(file.path.parent == ROOT / "device" for file in house)


def circles(house: list[File]) -> int:
    """1 if some files import each other in a circle, wherever the import stands."""
    names = {file.name for file in house}
    graph = {file.name: {n for n in _imports(file, names) if n != file.name} for file in house}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError:
        return 1
    return 0


def loaded_by_name(house: list[File]) -> int:
    """Calls of import_module and find_spec outside the doctor, who looks for packages."""
    return sum(
        isinstance(node, ast.Attribute) and node.attr in ("import_module", "find_spec")
        for file in _rooms(house)
        if file.name != "device.running.doctor"
        for node in ast.walk(file.tree)
    )


def untyped(house: list[File]) -> int:
    """How often `Any` stands in device/, imports left out."""
    return sum(
        isinstance(node, ast.Name) and node.id == "Any"
        for file in house
        if file.name.startswith("device")
        for node in ast.walk(file.tree)
    )


def texts(house: list[File]) -> int:
    """Tuples and dictionaries that hold a text in each of the four languages."""
    return sum(_is_text(node) for file in _rooms(house) for node in ast.walk(file.tree))


def storages(house: list[File]) -> int:
    """Files that write positions by hand."""
    return sum(file.path.name == "storage.py" for file in house)


COUNTS: dict[str, Callable[[list[File]], int]] = {
    "probes": probes,
    "flat files in device/": flat_files,
    "circles of files": circles,
    "games loaded by name": loaded_by_name,
    "Any in device/": untyped,
    "texts of four languages": texts,
    "storage.py": storages,
}


def _rooms(house: list[File]) -> Iterator[File]:
    return (file for file in house if file.name.split(".")[0] in ROOMS)


def _imports(file: File, names: set[str]) -> Iterator[str]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield from (name for name in (full, node.module) if name in names)


def _is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.Tuple):
        told = node.elts
    elif isinstance(node, ast.Dict):
        keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
        return keys == {"de", "en", "fr", "it"}
    else:
        return False
    return len(told) == LANGUAGES and all(_is_sentence(each) for each in told)


def _is_sentence(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def main() -> int:
    """Print all counts and lines, room by room; 1 if a limit is passed."""
    house = files()
    wrong = 0
    for name, count in COUNTS.items():
        found, limit = count(house), LIMITS[name]
        wrong += found > limit
        print(f"{'✗' if found > limit else '✓'} {name:26} {found:6}   (at most {limit})")
    if "--lines" in sys.argv:
        rooms: dict[str, int] = {}
        for file in house:
            rooms[file.room] = rooms.get(file.room, 0) + file.lines
        for room, lines in sorted(rooms.items()):
            print(f"  {room:26} {lines:6}")
    print(f"  {'lines of Python':26} {sum(file.lines for file in house):6}")
    return wrong and 1


if __name__ == "__main__":
    sys.exit(main())
